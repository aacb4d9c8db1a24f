"""What every finding keeps; asked wherever a study is checked, for a check takes long.

Which method may give which level:

- A search gives *tested* at best.
- Exhaustion and computation give *exhausted* only where the truth comes from an explicit graph or
  from a complete computation that is named; where it comes from solvers, *tested*.
- *Proved* comes from a theorem, and keeps what it rests on, or from a derivation whose lines are
  verified; neither under an assumption.
- A verdict is the strongest evidence, but at most the weakest claim that the claim rests on.

Any check may refute.
"""

from __future__ import annotations

from research.checks.evidence import Evidence, Kind, Level, StepKind, verified
from research.reporting.parts import claims
from research.verdicts.findings import Findings, Verdict, at_most, strongest


def fits_its_method(evidence: Evidence) -> bool:
    """Whether a piece of evidence has a level that its method may give."""
    level, kind = evidence.level, evidence.kind
    if (level == Level.REFUTED) != (evidence.counterexample is not None):
        return False
    if level in (Level.REFUTED, Level.UNTESTED):
        return True
    if level == Level.PROVED:
        kinds = {step.kind for step in evidence.steps}
        if kind not in (Kind.DERIVATION, Kind.THEOREM) or not kinds:
            return False
        number = len(verified(evidence.steps))
        return kinds == {StepKind.RECORD} or evidence.cases == number > 0
    if kind in (Kind.EXHAUSTION, Kind.COMPUTATION):
        truth = evidence.truth
        return truth is not None and level == truth.best and evidence.cases > 0
    return level == Level.TESTED and kind == Kind.SEARCH and evidence.cases > 0


def assert_fits(verdict: Verdict) -> None:
    """A verdict is what its evidence, and what it rests on, give together."""
    assert all(map(fits_its_method, verdict.evidence)), verdict.name
    assert verdict.level == at_most(strongest(verdict.evidence), verdict.rests_on), verdict.name
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
        written = [str(level) for level in Level if f"| {level} |" in row.replace("**", "")]
        assert written == [str(verdict.level)], verdict.name
