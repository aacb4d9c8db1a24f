"""Disjunctive sums: their moves by hand, and the theorem on them, on explicit product graphs."""

from operator import add, xor

import networkx as nx
import pytest

from oracles.errors import RulesError
from oracles.games.binary_blackboard import BinaryBlackboard
from oracles.games.silver_dollar import SilverDollar
from oracles.heaps import octal, subtraction
from oracles.rules import DigraphGame
from oracles.solve import solve
from oracles.sums import DisjunctiveSum
from oracles.vectors import VectorGame, nim

KAYLES = octal("0.77")
TAKE = subtraction(1, 3, 4)
WYTHOFF = VectorGame([(1, 0), (0, 1), (1, 1)])
GAMES = [(KAYLES, TAKE), (TAKE, WYTHOFF), (SilverDollar(coins=1), KAYLES)]
SIZE = 5


def test_a_move_is_made_in_one_component():
    game = subtraction(1, 3)
    moves = list(DisjunctiveSum(game, game).options(((1,), (3,))))
    assert moves == [((), (3,)), ((1,), (2,)), ((1,), ())]


def follows(rule, games):
    """Whether the Grundy value of a sum is that rule of those of its components."""
    one, other = (solve(game, SIZE).grundy for game in games)
    explicit = solve(DisjunctiveSum(*games), SIZE)
    return all(explicit.grundy((a, b)) == rule(one(a), other(b)) for a, b in explicit.positions)


@pytest.mark.parametrize("games", GAMES, ids=str)
def test_the_grundy_value_of_a_sum_is_the_nim_sum(games):  # Winning Ways, 2nd ed., ch. 3
    assert follows(xor, games)
    assert not follows(add, games)


def test_a_sum_is_loopy_when_a_component_is():
    loop = DigraphGame(nx.DiGraph([("a", "b"), ("b", "a")]))
    both = DisjunctiveSum(loop, TAKE)
    assert both.loopy
    assert solve(both, 2).outcome(("a", (1,))) == "D"


@pytest.mark.parametrize("other", [nim(1, misere=True), BinaryBlackboard()], ids=str)
def test_components_that_do_not_end_alike_are_refused(other):
    with pytest.raises(RulesError, match="does not end like"):
        DisjunctiveSum(nim(1), other)
