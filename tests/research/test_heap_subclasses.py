"""Heap games with options or an ending of their own: what their rule says is not said of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grundwork import Study
from oracles.errors import RulesError
from oracles.heaps import HeapGame, heap_values, octal
from oracles.solve import solve
from research.checks.evidence import ClaimError
from research.looking.exploring import explore
from research.proposals.proposing import propose
from research.theorems.proof_limits import Limits

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
    kinds = {proposal.kind for proposal in propose(game, Limits(positions=500, arcs=5_000))}
    assert "period" not in kinds
