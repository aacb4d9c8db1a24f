"""The stone game: its rules by hand, its graph in closed form, its least P-positions."""

from math import comb

import pytest

from oracles.games.stone_game import StoneGame
from oracles.graph import build
from oracles.solve import solve


@pytest.mark.parametrize("size", [0, 1, 5, 8])
def test_the_graph_holds_every_multiset_of_three_piles(size):
    assert len(build(StoneGame(), size)) == comb(size + 3, 3)


def test_the_source_s_first_losing_positions_are_p_positions():
    # The source's own examples: (0,0,0), (0,1,2) and (1,3,3) lose.
    truth = solve(StoneGame(), 3)
    assert truth.p_positions == [(0, 0, 0), (0, 1, 2), (1, 3, 3)]
