"""Disjunctive sums: their moves by hand, and what has none."""

import networkx as nx
import pytest

from oracles.errors import RulesError
from oracles.games.binary_blackboard import BinaryBlackboard
from oracles.heaps import subtraction
from oracles.rules import DigraphGame
from oracles.solve import solve
from oracles.sums import DisjunctiveSum
from oracles.vectors import nim

TAKE = subtraction(1, 3, 4)


def test_a_move_is_made_in_one_component():
    game = subtraction(1, 3)
    moves = list(DisjunctiveSum(game, game).options(((1,), (3,))))
    assert moves == [((), (3,)), ((1,), (2,)), ((1,), ())]


def test_a_sum_is_loopy_when_a_component_is():
    loop = DigraphGame(nx.DiGraph([("a", "b"), ("b", "a")]))
    both = DisjunctiveSum(loop, TAKE)
    assert both.loopy
    assert solve(both, 2).outcome(("a", (1,))) == "D"


@pytest.mark.parametrize("other", [nim(1, misere=True), BinaryBlackboard()], ids=str)
def test_components_that_do_not_end_alike_are_refused(other):
    with pytest.raises(RulesError, match="all end by normal play"):
        DisjunctiveSum(nim(1), other)
