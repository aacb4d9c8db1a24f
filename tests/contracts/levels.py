"""What every finding keeps; asked wherever a study is checked, for a check takes long.

Which method may give which level:

- A search gives *tested* at best.
- Exhaustion and computation give *exhausted* only where the truth comes from an explicit graph or
  from a complete computation that is named; where it comes from solvers, *tested*.
- *Proved* comes from a theorem, and keeps what it rests on, or from a derivation whose lines are
  verified; neither under an assumption.
- A verdict is the strongest evidence, but at most the weakest claim that the claim rests on; on a
  refuted one nothing rests.

Any check may refute. All of it is written out here; nothing is asked of the code that is judged.
"""

from __future__ import annotations

from research.checks.evidence import Evidence, Kind, Level, StepKind, TruthFrom
from research.reporting.parts import claims
from research.verdicts.findings import Findings, Verdict

STRENGTH = [Level.UNTESTED, Level.TESTED, Level.EXHAUSTED, Level.PROVED]  # the strongest last
WORDS = {
    Level.REFUTED: "refuted",
    **dict(zip(STRENGTH, ("untested", "tested", "exhausted", "proved"), strict=True)),
}
COMPLETE = {TruthFrom.GRAPH, TruthFrom.FUNCTION, TruthFrom.COMPLETE}


def fits_its_method(evidence: Evidence) -> bool:
    """Whether a piece of evidence has a level that its method may give."""
    level, kind = evidence.level, evidence.kind
    if (level == Level.REFUTED) != (evidence.counterexample is not None):
        return False
    if level in (Level.REFUTED, Level.UNTESTED):
        return True
    if level == Level.PROVED:
        kinds = [step.kind for step in evidence.steps]
        if kind not in (Kind.DERIVATION, Kind.THEOREM) or not kinds:
            return False
        number = kinds.count(StepKind.VERIFIED)
        return set(kinds) == {StepKind.RECORD} or evidence.cases == number > 0
    if kind in (Kind.EXHAUSTION, Kind.COMPUTATION):
        best = Level.EXHAUSTED if evidence.truth in COMPLETE else Level.TESTED
        return evidence.truth is not None and level == best and evidence.cases > 0
    return level == Level.TESTED and kind == Kind.SEARCH and evidence.cases > 0


def level_of(verdict: Verdict) -> Level:
    """The level that a verdict's evidence, and what it rests on, give together."""
    found = {piece.level for piece in verdict.evidence}
    below = {support.level for support in verdict.rests_on} - {None}
    if Level.REFUTED in found:
        return Level.REFUTED
    if Level.REFUTED in below or not found:
        return Level.UNTESTED
    strongest = max(map(STRENGTH.index, found))
    return STRENGTH[min([strongest, *(STRENGTH.index(level) for level in below if level)])]


def assert_fits(verdict: Verdict) -> None:
    """A verdict is what its evidence, and what it rests on, give together."""
    assert all(map(fits_its_method, verdict.evidence)), verdict.name
    assert verdict.level == level_of(verdict), verdict.name
    assumed = any(support.kind == "assumption" for support in verdict.rests_on)
    assert not (assumed and verdict.level == Level.PROVED), verdict.name


def assert_no_level_is_mixed_up(findings: Findings) -> None:
    """Tested, exhausted and proved fit what was done, and the report's table says the same."""
    assert findings.verdicts
    report = claims(findings)
    for verdict in findings.verdicts:
        assert_fits(verdict)
        begins = (f"| {verdict.name} |", f"| [{verdict.name}](")
        (row,) = [row for row in report.splitlines() if row.startswith(begins)]
        written = [word for word in WORDS.values() if f"| {word} |" in row.replace("**", "")]
        assert written == [WORDS[verdict.level]], verdict.name
