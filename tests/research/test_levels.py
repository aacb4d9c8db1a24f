"""Tested, exhausted and proved are never mixed up: in findings, in reports, in conclusions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from oracles.rules import Game
from oracles.vectors import VectorGame, nim
from research.checks.equality import equal
from research.checks.evidence import (
    ARGUMENT,
    DEFINITION,
    VERIFIED,
    Counterexample,
    Evidence,
    Level,
    Settings,
    Step,
)
from research.checks.grounds import COMPLETE, GRAPH, SOLVERS, Graph
from research.claims.claim import definition
from research.claims.study import Study
from research.proving.conclusions import KERNEL, Conclusion
from research.proving.prove import prove_rules
from research.reporting.parts import claims
from research.resolving.loading import load_study
from research.verdicts.checking import Findings, Verdict, check_claim, check_study
from research.verdicts.levels import findings_mixed_up, mixed_up, verdict_mixed_up

STEPS = (Step("a line", "1 = 1"),)
LISTED_STEPS = (Step("a line", "", VERIFIED, "every case tried: 3 cases"),)
VERIFIED_STEPS = (Step("a line", "a = b", VERIFIED, "sympy"),) * 5


@pytest.mark.parametrize(
    ("level", "method", "steps", "allowed"),
    [
        (Level.TESTED, "search", (), True),
        (Level.EXHAUSTED, "search", (), False),
        (Level.PROVED, "search", STEPS, False),
        (Level.PROVED, "exhaustion", STEPS, False),
        (Level.PROVED, "computation", STEPS, False),
        (Level.PROVED, KERNEL, STEPS, True),
        (Level.PROVED, KERNEL, (), False),
        (Level.EXHAUSTED, KERNEL, (), False),
        (Level.TESTED, "induction", (), False),
        (Level.PROVED, "induction", VERIFIED_STEPS, True),
        (Level.PROVED, "induction", VERIFIED_STEPS[1:], False),
        (Level.PROVED, "induction", (*VERIFIED_STEPS, Step("so", "", ARGUMENT)), False),
        (Level.PROVED, "induction", (Step("let", "a = b", DEFINITION),) * 5, False),
        (Level.REFUTED, "search", (), False),
    ],
)
def test_a_level_must_fit_its_method(
    level: Level,
    method: str,
    steps: tuple[Step, ...],
    allowed: bool,  # noqa: FBT001
) -> None:
    evidence = Evidence(level, method, "somewhere", 5, steps=steps)
    assert (mixed_up(evidence) == "") == allowed


@pytest.mark.parametrize("method", ["exhaustion", "computation"])
@pytest.mark.parametrize(
    ("truth", "level"),
    [(GRAPH, Level.EXHAUSTED), (COMPLETE, Level.EXHAUSTED), (SOLVERS, Level.TESTED)],
)
def test_what_a_comparison_gives_depends_on_where_its_truth_comes_from(
    method: str, truth: str, level: Level
) -> None:
    for said in (Level.TESTED, Level.EXHAUSTED):
        evidence = Evidence(said, method, "somewhere", 5, truth=truth)
        assert (mixed_up(evidence) == "") == (said == level)
    assert mixed_up(Evidence(level, method, "somewhere", 5))


def test_a_counterexample_goes_with_a_refutation_and_with_nothing_else() -> None:
    found = Counterexample("3")
    assert mixed_up(Evidence(Level.REFUTED, "search", "", 5, found)) == ""
    assert mixed_up(Evidence(Level.TESTED, "search", "", 5, found))


def checked(name: str) -> Findings:
    return check_study(load_study(name), Settings(examples=20))


@pytest.mark.expensive
@pytest.mark.parametrize("name", ["divisor-nim", "nim", "wythoff", "kayles"])
def test_no_finding_or_report_mixes_up_the_levels(name: str) -> None:
    findings = checked(name)
    assert findings.verdicts
    assert findings_mixed_up(findings) == []
    report = claims(findings)
    for verdict in findings.verdicts:
        begins = (f"| {verdict.name} |", f"| [{verdict.name}](")
        (row,) = [row for row in report.splitlines() if row.startswith(begins)]
        written = [str(level) for level in Level if f"| {level} |" in row.replace("**", "")]
        assert written == [str(verdict.level)], verdict.name


def test_a_verdict_stronger_than_its_evidence_is_seen() -> None:
    verdict = checked("bachets-game").verdicts[0]
    assert verdict_mixed_up(verdict) == ""
    assert verdict_mixed_up(replace(verdict, level=Level.PROVED))
    raised = tuple(replace(e, level=Level.PROVED, steps=STEPS) for e in verdict.evidence)
    assert verdict_mixed_up(replace(verdict, level=Level.PROVED, evidence=raised))


@pytest.mark.parametrize(
    ("found", "level"),
    [
        (lambda: prove_rules(nim(2), ask=False), Level.PROVED),
        (lambda: prove_rules(VectorGame([(1, 0)], guard=lambda p, o: True)), Level.EXHAUSTED),
    ],
)
def test_a_conclusion_never_says_more_than_its_method_gives(found: object, level: Level) -> None:
    conclusion = found()  # type: ignore[operator]
    assert isinstance(conclusion, Conclusion)
    assert conclusion.level == level
    assert mixed_up(conclusion.evidence()) == ""
    assert conclusion.as_text().startswith(str(level).capitalize())


def _of_heaps(**more: Any) -> Verdict:
    """A claim of a game in which from heaps of 100 on only one may be taken, derived of another."""

    def lines_of_formulas(period: int, lines: Any) -> None:
        lines.decided(
            "No option is one",
            f"Ax,n (n >= 1 & n <= 2 & Ek x = {period}*k) => ~(Ek x = {period}*k + n)",
        )
        lines.decided("Every other has one", f"Ax Ek,n n <= 2 & x = {period}*k + n")

    class Heavy(Game[int]):
        def start(self, size: int) -> Iterable[int]:
            return range(size + 1)

        def options(self, position: int) -> list[int]:
            taken = (1, 2) if position < 100 else (1,)
            return [position - n for n in taken if n <= position]

    study = Study("heavy", Heavy(), source="a test")
    claim = study.claim(
        "threes",
        "The P-positions are the multiples of 3.",
        believed=3,
        controls={"multiples of 5": 5},
        **more,
    )
    claim.exhaust(
        Graph("heaps to 50"),
        lambda: range(51),
        lambda period, n: equal(study.truth(50).outcome(n) == "P", n % period == 0),
    ).derive("kernel theorem", lines_of_formulas)
    return check_claim(claim, Settings())


def test_a_derivation_that_nothing_ties_to_the_game_does_not_raise_what_was_compared() -> None:
    verdict = _of_heaps()
    assert verdict.level == Level.EXHAUSTED
    assert "proved of its formulas alone" in verdict.evidence[1].method
    assert verdict_mixed_up(verdict) == ""
    tied = _of_heaps(rests_on=[definition("from every heap one or two are taken")])
    assert tied.level == Level.PROVED  # of what its verdict names
    listed = Evidence(Level.TESTED, "by hand", "every case tried: 3 cases", 1, steps=LISTED_STEPS)
    assert mixed_up(listed) == ""
    assert mixed_up(replace(listed, level=Level.PROVED)) != ""
