"""The games of the sources: their graphs in closed form, and the values that are published."""

from itertools import permutations
from math import comb

import pytest

from oracles.games.binary_blackboard import BinaryBlackboard
from oracles.games.divisor_nim import DivisorNim
from oracles.games.silver_dollar import SilverDollar
from oracles.games.stone_game import StoneGame
from oracles.solve import solve
from tests.oracles.graphs import build

BOARD = BinaryBlackboard()


@pytest.mark.parametrize(
    ("game", "size", "positions", "arcs"),
    [
        *((StoneGame(), size, comb(size + 3, 3), None) for size in (0, 1, 5, 8)),
        *((DivisorNim(heaps), 7, comb(7 + heaps - 1, heaps), None) for heaps in (1, 2, 3)),
        # Sum over n <= 20 of d(n) - 1; the sum of d(n) for n <= 20 is 66 (OEIS A006218).
        (DivisorNim(heaps=1), 20, 20, 66 - 20),
        # Four positions a remainder, and an arc for every number.
        *((BOARD, size, 4 * (size + 1), 2 * size * (size + 1)) for size in (0, 1, 6, 16)),
        # Both coins on the strip, either one silver; then the silver dollar alone, on any square;
        # then nothing left, or the worthless coin left where it lay: anywhere but leftmost.
        (SilverDollar(coins=1), 6, 2 * comb(6, 2) + 6 + 1 + 5, None),
    ],
)
def test_the_graph_is_counted_in_closed_form(game, size, positions, arcs):
    graph = build(game, size)
    assert len(graph) == positions
    assert arcs in {None, graph.number_of_edges()}


@pytest.mark.parametrize(("coins", "size"), [(0, 4), (1, 5), (2, 6), (3, 7)])
def test_starts_are_the_placements_times_the_choice_of_silver(coins, size):
    starts = list(SilverDollar(coins).start(size))
    assert len(starts) == len(set(starts)) == (coins + 1) * comb(size, coins + 1)


def test_the_published_values():
    # The source's own examples: (0,0,0), (0,1,2) and (1,3,3) lose.
    assert solve(StoneGame(), 3).p_positions == [(0, 0, 0), (0, 1, 2), (1, 3, 3)]
    # Project Euler 509, section 5: S(10) = 692; section 1: the value is the exponent of 2.
    truth = solve(DivisorNim(heaps=3), 10)
    won = [position for position in truth.positions if truth.outcome(position) == "N"]
    assert sum(len(set(permutations(position))) for position in won) == 692
    one = solve(DivisorNim(heaps=1), 64)
    assert all(n & -n == 2 ** one.grundy((n,)) for n in range(1, 65))
    # A solution in Chinese, Project Euler 344: W(10, 2) = 324.
    coins = SilverDollar(coins=2)
    truth = solve(coins, 10)
    assert sum(truth.outcome(position) == "N" for position in coins.start(10)) == 324
    # EulerSolve, Project Euler 711: S(4) = 46; step 3: offsets {0, 3, 4, 15} of 16 in [16, 31].
    truth = solve(BOARD, 31)
    losing = [r for r in range(1, 32) if truth.outcome(BOARD.opening(r)) == "P"]
    assert sum(r for r in losing if r <= 16) == 46
    assert [r for r in losing if r >= 16] == [16, 19, 20, 31]


@pytest.mark.parametrize("turn", ["Oscar", "Eric"])
@pytest.mark.parametrize("flag", [0, 1])
def test_when_nothing_remains_the_flag_names_the_winner(flag, turn):
    winner = "Oscar" if flag else "Eric"
    assert BOARD.final_outcome((0, flag, turn)) == ("N" if turn == winner else "P")
