"""Compounds: their moves by hand, and the theorems on them, on explicit product graphs."""

from operator import add, xor

import networkx as nx
import pytest

from oracles.compounds import (
    ConjunctiveSum,
    ContinuedConjunctiveSum,
    DisjunctiveSum,
    OrdinalSum,
    PartizanSum,
    SelectiveSum,
)
from oracles.digraphs import DigraphGame
from oracles.errors import RulesError, SearchLimitError
from oracles.games.binary_blackboard import BinaryBlackboard
from oracles.games.silver_dollar import SilverDollar
from oracles.graph import build
from oracles.heaps import octal, subtraction
from oracles.solve import solve
from oracles.vectors import VectorGame, nim
from tests.contracts.test_rules import TOADS

KAYLES = octal("0.77")
TAKE = subtraction(1, 3, 4)
WYTHOFF = VectorGame([(1, 0), (0, 1), (1, 1)])
GAMES = [(KAYLES, TAKE), (TAKE, WYTHOFF), (SilverDollar(coins=1), KAYLES)]
SIZE = 5


def test_moves_of_each_compound_by_hand():
    # Take one or three from a heap of 1 and a heap of 3.
    parts = ((1,), (3,))
    game = subtraction(1, 3)
    kinds = [DisjunctiveSum, ConjunctiveSum, ContinuedConjunctiveSum, SelectiveSum, OrdinalSum]
    moves = {kind: list(kind(game, game).options(parts)) for kind in kinds}
    first, second, both = ((), (3,)), [((1,), (2,)), ((1,), ())], [((), (2,)), ((), ())]
    assert moves[DisjunctiveSum] == [first, *second]
    assert moves[ConjunctiveSum] == moves[ContinuedConjunctiveSum] == both
    assert sorted(moves[SelectiveSum]) == sorted([first, *second, *both])
    assert moves[OrdinalSum] == [((), None), *second]


def test_where_one_component_has_ended_the_conjunctive_sums_differ():
    game = subtraction(1)
    assert list(ConjunctiveSum(game, game).options(((), (2,)))) == []
    assert list(ContinuedConjunctiveSum(game, game).options(((), (2,)))) == [((), (1,))]
    assert list(ContinuedConjunctiveSum(game, game).options(((), ()))) == []


THEOREMS = [  # Winning Ways, 2nd ed., ch. 3 and ch. 9
    (DisjunctiveSum, "grundy", xor),
    (ConjunctiveSum, "remoteness", min),
    (ContinuedConjunctiveSum, "suspense", max),
    (SelectiveSum, "outcome", lambda a, b: "P" if a == b == "P" else "N"),
]


def follows(kind, quantity, rule, games):
    """Whether a quantity of a compound is that rule of those of its components."""
    one, other = (getattr(solve(game, SIZE), quantity) for game in games)
    explicit = solve(kind(*games), SIZE)
    return all(
        getattr(explicit, quantity)((a, b)) == rule(one(a), other(b)) for a, b in explicit.positions
    )


@pytest.mark.parametrize("games", GAMES, ids=str)
@pytest.mark.parametrize(("kind", "quantity", "rule"), THEOREMS)
def test_a_compound_has_the_quantity_that_theory_says(kind, quantity, rule, games):
    assert follows(kind, quantity, rule, games)


def test_the_theorems_do_not_hold_crosswise():
    assert not follows(ContinuedConjunctiveSum, "remoteness", max, (KAYLES, WYTHOFF))
    assert not follows(DisjunctiveSum, "grundy", add, (TAKE, KAYLES))


def test_an_ordinal_sum_of_heaps_of_nim_is_a_heap_of_their_sum():
    # Winning Ways, 2nd ed., ch. 7: the colon of nimbers, *a : *b = *(a + b).
    explicit = solve(OrdinalSum(nim(1), nim(1)), SIZE)
    for a in range(SIZE + 1):
        for b in range(SIZE + 1):
            assert explicit.grundy(((a,), (b,))) == a + b


def test_a_sum_is_loopy_when_a_component_is():
    loop = DigraphGame(nx.DiGraph([("a", "b"), ("b", "a")]))
    compound = DisjunctiveSum(loop, TAKE)
    assert compound.loopy
    assert solve(compound, 2).outcome(("a", (1,))) == "D"


def test_components_that_do_not_fit_are_refused():
    with pytest.raises(RulesError, match="at least one game"):
        DisjunctiveSum()
    with pytest.raises(RulesError, match="ends otherwise"):
        DisjunctiveSum(nim(1), nim(1, misere=True))
    with pytest.raises(RulesError, match="names its winner"):
        SelectiveSum(nim(1), BinaryBlackboard())
    with pytest.raises(RulesError, match="expected a PartizanGame"):
        PartizanSum(nim(1))
    with pytest.raises(RulesError, match="expected a Game"):
        DisjunctiveSum(TOADS)


def test_a_product_that_is_too_large_says_how_large():
    # 21^2 pairs of piles each, so 231^2 of both (piles without names).
    with pytest.raises(SearchLimitError, match="53361 positions"):
        build(DisjunctiveSum(WYTHOFF, WYTHOFF), 20, limit=50_000)
