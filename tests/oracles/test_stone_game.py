"""The stone game: its rules by hand, its graph in closed form, its least P-positions."""

from itertools import combinations
from math import comb

import pytest

from oracles.games.stone_game import StoneGame
from oracles.graph import build
from oracles.solve import solve


def test_options_of_small_positions_are_those_found_by_hand():
    options = set(StoneGame().options((1, 1, 2)))
    assert options == {(0, 1, 2), (0, 0, 2), (1, 1, 1), (0, 1, 1), (0, 0, 1)}


def taken_in_python(piles: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Take from one, two or three piles, as the rules read."""
    return {
        tuple(sorted(pile - number * (place in chosen) for place, pile in enumerate(piles)))
        for how_many in (1, 2, 3)
        for chosen in combinations(range(3), how_many)
        for number in range(1, 1 + min(piles[place] for place in chosen))
    }


def test_the_options_are_those_of_the_rules_restated_in_python():
    graph = build(StoneGame(), 7)
    assert {p: set(graph.options_of[p]) for p in graph} == {p: taken_in_python(p) for p in graph}


@pytest.mark.parametrize("size", [0, 1, 5, 8])
def test_the_graph_holds_every_multiset_of_three_piles(size):
    assert len(build(StoneGame(), size)) == comb(size + 3, 3)


def test_the_source_s_first_losing_positions_are_p_positions():
    # The source's own examples: (0,0,0), (0,1,2) and (1,3,3) lose.
    truth = solve(StoneGame(), 3)
    assert truth.p_positions == [(0, 0, 0), (0, 1, 2), (1, 3, 3)]
