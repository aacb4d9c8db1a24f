"""The binary blackboard: its rules by hand, its graph in closed form, published values."""

import pytest

from oracles.games.binary_blackboard import BinaryBlackboard
from oracles.graph import build
from oracles.solve import solve


@pytest.mark.parametrize(
    ("position", "outcome"),
    [
        ((0, 1, "Oscar"), "N"),
        ((0, 1, "Eric"), "P"),
        ((0, 0, "Oscar"), "P"),
        ((0, 0, "Eric"), "N"),
    ],
)
def test_when_nothing_remains_the_flag_names_the_winner(position, outcome):
    assert BinaryBlackboard().final_outcome(position) == outcome


@pytest.mark.parametrize("size", [0, 1, 6, 16])
def test_the_graph_has_four_positions_a_remainder_and_an_arc_for_every_number(size):
    graph = build(BinaryBlackboard(), size)
    assert len(graph) == 4 * (size + 1)
    assert graph.number_of_edges() == 4 * size * (size + 1) // 2


def sum_of_losses(game: BinaryBlackboard, exponent: int) -> int:
    truth = solve(game, 2**exponent)
    numbers = range(1, 2**exponent + 1)
    return sum(r for r in numbers if truth.outcome(game.opening(r)) == "P")


def test_the_published_sum_of_numbers_with_which_oscar_loses():
    # EulerSolve, Project Euler 711: S(4) = 46.
    assert sum_of_losses(BinaryBlackboard(), 4) == 46


def test_the_losing_sets_of_the_even_layers():
    # EulerSolve, Project Euler 711, Step 3: offsets {0, 3, 4, 15} of 16 in [16, 31].
    game = BinaryBlackboard()
    truth = solve(game, 31)
    losing = [r for r in range(16, 32) if truth.outcome(game.opening(r)) == "P"]
    assert losing == [16, 19, 20, 31]
