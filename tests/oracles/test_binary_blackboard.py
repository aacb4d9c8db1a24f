"""The binary blackboard: its rules by hand, its graph in closed form, published values."""

from itertools import product

import pytest

from oracles.games.binary_blackboard import BinaryBlackboard, Board
from oracles.graph import build
from oracles.rules import Game, Outcome
from oracles.solve import solve


def test_writing_a_number_lowers_the_remainder_and_turns_the_flag_by_its_ones():
    options = BinaryBlackboard().options((3, 1, "Eric"))
    assert set(options) == {(2, 0, "Oscar"), (1, 0, "Oscar"), (0, 1, "Oscar")}
    assert len(options) == 3


class RestatedInPython(Game[Board]):
    """The same rules, written as they count ones."""

    def start(self, size):
        return product(range(size + 1), (0, 1), ("Oscar", "Eric"))

    def options(self, position):
        remaining, flag, turn = position
        following = "Eric" if turn == "Oscar" else "Oscar"
        return [
            (remaining - x, (flag + f"{x:b}".count("1")) % 2, following)
            for x in range(1, remaining + 1)
        ]

    def final_outcome(self, position):
        _, flag, turn = position
        return "N" if turn == ("Oscar" if flag == 1 else "Eric") else "P"


def test_the_text_has_the_graph_and_the_ends_of_the_rules_restated_in_python():
    text, python = solve(BinaryBlackboard(), 40), solve(RestatedInPython(), 40)
    assert set(text.positions) == set(python.positions)
    for position in python.positions:
        assert set(text.options(position)) == set(python.options(position))
    assert text.outcomes == python.outcomes
    assert BinaryBlackboard().is_plain()


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


class EvenWins(BinaryBlackboard):
    """The control: Oscar wants an even number of ones."""

    def final_outcome(self, position: Board) -> Outcome:
        return "N" if super().final_outcome(position) == "P" else "P"


def test_wrong_rules_do_not_give_the_published_sum():
    assert sum_of_losses(EvenWins(), 4) != 46


def test_the_losing_sets_of_the_even_layers():
    # EulerSolve, Project Euler 711, Step 3: offsets {0, 3, 4, 15} of 16 in [16, 31].
    game = BinaryBlackboard()
    truth = solve(game, 31)
    losing = [r for r in range(16, 32) if truth.outcome(game.opening(r)) == "P"]
    assert losing == [16, 19, 20, 31]
