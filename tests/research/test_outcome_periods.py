"""Outcomes of partizan subtraction games: periods, a family of them, and what is refused."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from oracles.errors import CodeError
from oracles.partizan_subtraction import PartizanSubtraction
from research.families.members import codes
from research.families.recording import record_of
from research.proving import outcome_periods
from research.proving.outcome_periods import find_outcome_period, prove_outcome_period
from research.proving.results import Limits, RulesDisagreementError
from research.resolving.codes import sets_of
from research.resolving.loading import load_study

FAMILY = codes("partizan-subtraction:{1..3}|{1..4}") or []


def outcomes(left: tuple[int, ...], right: tuple[int, ...], heaps: int) -> str:
    """The letters by definition: whether Left wins if Left begins, and if Right begins."""
    wins: list[tuple[bool, bool]] = []
    for n in range(heaps):
        begins = any(not wins[n - a][1] for a in left if a <= n)
        wins.append((begins, any(not wins[n - b][0] for b in right if b <= n)))
    letters = {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}
    return "".join(letters[pair] for pair in wins)


@pytest.mark.parametrize("code", FAMILY)
def test_preperiod_and_period_are_the_least_by_which_the_outcomes_go_on(code: str) -> None:
    game = PartizanSubtraction(*sets_of(code))
    right = outcomes(game.left, game.right, 200)
    found = find_outcome_period(game, 100)
    assert "".join(map(found.outcome, range(200))) == right
    fits = [
        (p, n0)
        for p, n0 in product(range(1, found.period + 1), range(found.preperiod + 1))
        if right[n0 + p :] == right[n0:-p]
    ]
    assert fits == [(found.period, found.preperiod)]


def test_a_game_by_its_name_is_recorded() -> None:
    # arXiv:2101.01595: of {1,2} against {1,3} the outcomes are P, N, L, N, and then L for ever.
    record = record_of("partizan-subtraction:{2,1}|{1,3}", 5)
    assert (record.level, record.preperiod, record.period) == ("proved", 4, 1)
    assert record.first_terms == (0, 3, 2, 3, 2, 2)


def test_nothing_is_proved_where_windows_do_not_come_again_or_the_rules_differ(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = PartizanSubtraction((1, 2), (1, 3))
    few = prove_outcome_period(game, "the game", Limits(heaps=3))
    assert (few.proved, few.reason) == (False, "no window of outcomes comes again to heap 3")
    wrong: Any = lambda game, size: real(PartizanSubtraction((1,), (1,)), size)  # noqa: E731
    real = outcome_periods.solve
    monkeypatch.setattr(outcome_periods, "solve", wrong)
    with pytest.raises(RulesDisagreementError, match="heap 2: found L by windows"):
        prove_outcome_period(game, "the game")


@pytest.mark.parametrize("sets", ["{1,2}", "{1}|{}", "{0}|{1}", "{1}|{1000}", "{1}|{2}|{3}"])
def test_sets_that_are_malformed_are_refused(sets: str) -> None:
    with pytest.raises(CodeError, match="expected"):
        load_study(f"partizan-subtraction:{sets}")
