"""Tested, exhausted and proved are never mixed up, in evidence, verdicts and conclusions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from oracles.heaps import octal
from oracles.rules import Game
from oracles.vectors import VectorGame, nim
from research.checks.equality import equal
from research.checks.evidence import (
    Level,
    Settings,
)
from research.claims.cases import Listed
from research.claims.claim import definition
from research.claims.study import Study
from research.conjectures.prove import prove_rules
from research.proving.results import ProofResult
from research.reporting.derived import derivations
from research.verdicts.checking import check_claim
from research.verdicts.findings import Findings, Verdict
from tests.contracts.levels import assert_fits, fits_its_method


@pytest.mark.parametrize(
    ("found", "level"),
    [
        (lambda: prove_rules(nim(2)), Level.PROVED),
        (lambda: prove_rules(VectorGame([(1, 0)], guard=lambda p, o: True)), Level.EXHAUSTED),
    ],
)
def test_a_conclusion_never_says_more_than_its_method_gives(found: object, level: Level) -> None:
    result = found()  # type: ignore[operator]
    assert isinstance(result, ProofResult)
    assert result.level == level
    assert fits_its_method(result.evidence())
    assert result.as_text().startswith(str(level).capitalize())


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
    claim.holds(
        lambda period, n: equal(study.truth(50).outcome(n) == "P", n % period == 0),
        Listed("heaps to 50", lambda: range(51)),
    ).derive("kernel theorem", lines_of_formulas)
    return check_claim(claim, Settings())


def test_a_derivation_that_nothing_ties_to_the_game_does_not_raise_what_was_compared() -> None:
    verdict = _of_heaps()
    assert verdict.level == Level.EXHAUSTED
    assert "proved of its formulas alone" in verdict.evidence[1].method
    assert_fits(verdict)
    tied = _of_heaps(rests_on=[definition("from every heap one or two are taken")])
    assert tied.level == Level.PROVED  # of what its verdict names


def test_a_claim_of_every_position_is_compared_with_the_game_too() -> None:
    class Steps(Game[int]):
        def start(self, size: int) -> Iterable[int]:
            return range(size + 1)

        def options(self, position: int) -> list[int]:
            return [position - n for n in (1, 2) if n <= position]

    study = Study("steps", Steps(), source="a test")
    claim = study.p_positions(
        "Multiples of 3.", believed=lambda n: n % 3 == 0, controls={"of 5": lambda n: n % 5 == 0}
    )
    claim.derive("of a formula", lambda _, lines: lines.decided("Sums", "Ax,y x + y = y + x"))
    verdict = check_claim(claim, Settings(examples=5))
    assert verdict.level == Level.EXHAUSTED
    assert "proved of its formulas alone" in str([each.method for each in verdict.evidence])


def test_a_period_that_is_proved_is_reported_by_the_values_it_rests_on() -> None:
    study = Study("kayles", octal("0.77"), source="test")
    claim = study.claim("c", "s", believed=1, controls={"wrong": 2})
    claim.prove("periodicity theorem", lambda _: prove_rules(study.game).evidence())
    verdict = check_claim(claim, Settings())
    text = derivations(Findings("kayles", (), (verdict,), Settings()))
    assert verdict.level == Level.PROVED
    assert f"; {verdict.evidence[0].cases} values, each computed." in text
    assert "verified by" not in text
