"""Heap games with options or an ending of their own: what their rule says is not said of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grundwork import Study
from oracles.errors import RulesError
from oracles.heaps import HeapGame, heap_values, octal
from oracles.solve import solve
from research.checks.evidence import ClaimError, Level, Settings
from research.conjectures.conjecturing import conjectures_of
from research.explore.exploration import explore
from research.proving.theorem import Limits
from research.verdicts.checking import check_claim

SIZE = 12


class Tied(HeapGame):
    """A heap alone that is even stays as it is."""

    def options(self, position: tuple[int, ...]) -> Any:
        alone = len(position) == 1 and position[0] % 2 == 0
        return [] if alone else super().options(position)


class Ended(HeapGame):
    """Who finds one counter left has won."""

    def final_outcome(self, position: tuple[int, ...]) -> Any:
        return "N"


class Fewer(HeapGame):
    def replacements(self, heap: int) -> Any:
        return super().replacements(heap)[:2]


def some_smaller(heap: int) -> list[tuple[int, ...]]:
    return [(less,) for less in range(heap)]


@pytest.fixture(params=[Tied, Ended, Fewer], ids=lambda kind: kind.__name__)
def game(request: pytest.FixtureRequest) -> HeapGame:
    return request.param(some_smaller)  # type: ignore[no-any-return]


def test_values_of_heaps_are_refused(game: HeapGame) -> None:
    with pytest.raises(RulesError, match="expected a heap game whose options are those of its rul"):
        heap_values(game, SIZE)


CLAIMS: dict[str, Callable[[Study], object]] = {
    "values": lambda study: study.heap_values(
        "n", believed=lambda heap: heap, controls={"0": lambda heap: 0}
    ),
    "first difference": lambda study: study.first_difference("4", octal("0.77"), heap=4),
    "period": lambda study: study.period("3", preperiod=0, period=3),
    "rare value": lambda study: study.rare_value("1", value=1, heaps=[1]),
}


@pytest.mark.parametrize("makes", CLAIMS.values(), ids=CLAIMS)
def test_claims_of_single_heaps_are_refused(
    game: HeapGame, makes: Callable[[Study], object]
) -> None:
    with pytest.raises(ClaimError, match="a heap game whose options are those of its rule"):
        makes(Study("own", game))


def test_what_explore_shows_is_what_the_graph_has(game: HeapGame) -> None:
    view = explore(game, size=SIZE)
    truth = solve(game, SIZE)
    text = str(view)
    assert "Two heaps" not in text
    assert f"P-positions: all {len(truth.p_positions)}." in text


def test_no_period_of_the_rule_is_proposed(game: HeapGame) -> None:
    kinds = {proposal.kind for proposal in conjectures_of(game, Limits(positions=500, arcs=5_000))}
    assert "period" not in kinds


LARGE = 10**9


@pytest.mark.parametrize(
    ("rule", "believed", "level", "said"),
    [
        (lambda n: [(n - k,) for k in (1, 2) if k <= n], (0, 3, 0), Level.PROVED, ""),
        (lambda n: [(n - k,) for k in (1, 2) if k <= n], (0, 6, 0), Level.REFUTED, ""),
        (lambda n: [(n - 1,)] if n else [], (0, 2, 0), Level.PROVED, ""),
        # kayles, and its period from 71 on: two heaps may be left, which is no set of numbers
        (
            lambda n: [(i, n - k - i) for k in (1, 2) for i in range((n - k) // 2 + 1)],
            (71, 12, 0),
            Level.EXHAUSTED,
            "the heaps 0 to 200; not proved",
        ),
        (lambda n: [(m,) for m in range(n)], (0, 1, 1), Level.EXHAUSTED, "no finite set"),
        (
            lambda n: [(n - k,) for k in ((1, 2) if n < LARGE else (1,)) if k <= n],
            (0, 3, 0),
            Level.EXHAUSTED,
            "no finite set",
        ),
    ],
)
def test_a_period_of_a_rule_that_is_a_function_is_proved_or_exhausted(rule, believed, level, said):
    preperiod, period, saltus = believed
    study = Study("fun", HeapGame(rule), source="a test")
    claim = study.period("It is.", preperiod=preperiod, period=period, saltus=saltus)
    found = check_claim(claim, Settings())
    assert found.level == level
    assert said in found.evidence[-1].bound
