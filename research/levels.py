"""Which method may give which level, so that tested, exhausted and proved are never mixed up.

- A search gives *tested* at best; a computation by confirmed solvers likewise.
- Exhaustion gives *exhausted* at best, for the bound in its domain. So does a computation on the
  explicit graph.
- *Proved* comes from a derivation, the Kernel theorem or a periodicity theorem only, and keeps what
  it rests on.

Any of them may refute.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from research.claims import Evidence, Level

if TYPE_CHECKING:
    from research.checking import Findings, Verdict

BY_METHOD = {
    "search": {Level.TESTED, Level.UNTESTED},  # untested where there is nothing to draw
    "exhaustion": {Level.EXHAUSTED},
    "computation": {Level.TESTED, Level.EXHAUSTED},
}


def mixed_up(evidence: Evidence) -> str:
    """Return what is wrong with a piece of evidence; empty if its level fits its method.

    Examples
    --------
    >>> mixed_up(Evidence(Level.TESTED, "search", "piles to 9", 200))
    ''
    >>> mixed_up(Evidence(Level.PROVED, "search", "piles to 9", 200))
    'search gives untested or tested, not proved'
    """
    if evidence.level == Level.REFUTED:
        return "" if evidence.counterexample else "refuted without a counterexample"
    if evidence.counterexample is not None:
        return f"{evidence.level} with a counterexample"
    allowed = BY_METHOD.get(evidence.method, {Level.PROVED, Level.UNTESTED})
    if evidence.level not in allowed:
        words = " or ".join(str(level) for level in sorted(allowed))
        return f"{evidence.method} gives {words}, not {evidence.level}"
    if evidence.level == Level.PROVED and not evidence.steps:
        return "proved, but nothing is said of what it rests on"
    if evidence.level in (Level.TESTED, Level.EXHAUSTED) and evidence.cases < 1:
        return f"{evidence.level} on no case"
    return ""


def verdict_mixed_up(verdict: Verdict) -> str:
    """Return what is wrong with a verdict: its evidence, or a level that its evidence is not."""
    for evidence in verdict.evidence:
        wrong = mixed_up(evidence)
        if wrong:
            return f"{verdict.name}: {wrong}"
    levels = [evidence.level for evidence in verdict.evidence]
    strongest = Level.REFUTED if Level.REFUTED in levels else max(levels, default=Level.UNTESTED)
    if verdict.level != strongest:
        return f"{verdict.name}: {verdict.level}, though its evidence is {strongest}"
    return ""


def findings_mixed_up(findings: Findings) -> list[str]:
    """Return what is wrong with any verdict of a study."""
    return [wrong for wrong in map(verdict_mixed_up, findings.verdicts) if wrong]
