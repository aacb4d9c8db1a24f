"""Which method may give which level, so that tested, exhausted and proved are never mixed up.

- A search gives *tested* at best; so does a computation or exhaustion whose truth comes from
  solvers.
- Exhaustion and computation give *exhausted*, for the bound in their domain, only where the truth
  comes from an explicit graph or from a complete computation that is named.
- *Proved* comes from a derivation whose lines are verified, not all of them lists of cases, and
  none of which is a mere argument,
  from the Kernel, heap or key theorem or a periodicity theorem, and keeps what it rests on.
- A verdict is the strongest evidence, but at most the weakest claim that the claim rests on.

Any check may refute.
"""

from __future__ import annotations

from collections.abc import Iterable

from research.checks.evidence import (
    ClaimError,
    Evidence,
    Kind,
    Level,
    StepKind,
    only_lists,
    verified,
)
from research.verdicts.claim_dependencies import at_most
from research.verdicts.findings import Verdict, strongest

PROOF = frozenset({Level.PROVED, Level.UNTESTED})
COMPARISON = frozenset({Level.TESTED, Level.EXHAUSTED})
SAMPLE = frozenset({Level.TESTED, Level.UNTESTED})
GIVES = {
    Kind.SEARCH: SAMPLE,  # untested where there is nothing to draw
    Kind.EXHAUSTION: COMPARISON,
    Kind.COMPUTATION: COMPARISON,
    Kind.DERIVATION: PROOF,
    Kind.THEOREM: PROOF,
}


def mixed_up(evidence: Evidence) -> str:
    """Return what is wrong with a piece of evidence; empty if its level fits its method.

    Examples
    --------
    >>> mixed_up(Evidence(Level.TESTED, Kind.SEARCH, "piles to 9", 200))
    ''
    >>> mixed_up(Evidence(Level.PROVED, Kind.SEARCH, "piles to 9", 200))
    'search gives untested or tested, not proved'
    """
    if evidence.level == Level.REFUTED:
        return "" if evidence.counterexample else "refuted without a counterexample"
    if evidence.counterexample is not None:
        return f"{evidence.level} with a counterexample"
    allowed = GIVES[evidence.kind]
    if allowed is PROOF and only_lists(evidence.steps):
        allowed = SAMPLE
    if evidence.level not in allowed:
        words = " or ".join(str(level) for level in sorted(allowed))
        return f"{evidence.method} gives {words}, not {evidence.level}"
    if evidence.level in (Level.TESTED, Level.EXHAUSTED) and evidence.cases < 1:
        return f"{evidence.level} on no case"
    if evidence.level == Level.PROVED:
        return _not_proved(evidence)
    return _not_grounded(evidence) if allowed is COMPARISON else ""


def _not_grounded(evidence: Evidence) -> str:
    """Return why a comparison is not as strong as it says: empty if it is."""
    truth = evidence.truth
    if truth is None:
        return f"{evidence.method} does not say where its truth comes from"
    if evidence.level != truth.best:
        return f"truth from {truth} gives {truth.best}, not {evidence.level}"
    return ""


def _not_proved(evidence: Evidence) -> str:
    """Return why what is called proved is not: empty if it is."""
    kinds = {step.kind for step in evidence.steps}
    if not kinds:
        return "proved, but nothing is said of what it rests on"
    if StepKind.ARGUMENT in kinds:
        return "proved, but a line is an argument that nothing verifies"
    if kinds == {StepKind.RECORD}:
        return ""  # of a theorem: the statements that were decided, and what it rests on
    number = len(verified(evidence.steps))
    if not number:
        return "proved, but no line is verified"
    if evidence.cases != number:
        return f"{evidence.cases} lines counted as verified, {number} are"
    return ""


def verdict_mixed_up(verdict: Verdict) -> str:
    """Return what is wrong with a verdict: its evidence, or a level that its evidence is not."""
    for evidence in verdict.evidence:
        wrong = mixed_up(evidence)
        if wrong:
            return f"{verdict.name}: {wrong}"
    alone = strongest(verdict.evidence)
    supported = at_most(alone, verdict.rests_on)
    if verdict.level != supported:
        weaker = " and what it rests on" if supported != alone else ""
        return f"{verdict.name}: {verdict.level}, though its evidence{weaker} is {supported}"
    return ""


def require_none_mixed_up(verdicts: Iterable[Verdict]) -> None:
    """Raise :class:`ClaimError` where a verdict says another thing than its evidence."""
    for verdict in verdicts:
        wrong = verdict_mixed_up(verdict)
        if wrong:
            raise ClaimError(wrong)
