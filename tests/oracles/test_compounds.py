"""Compounds: their moves by hand, and the theorems on them, on explicit product graphs."""

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
from oracles.rules import PartizanGame
from oracles.solve import solve
from oracles.vectors import VectorGame, nim

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


@pytest.mark.parametrize("games", GAMES, ids=str)
def test_the_graph_of_a_disjunctive_sum_is_the_product(games):
    first, second = (build(game, SIZE).to_networkx() for game in games)
    product = build(DisjunctiveSum(*games), SIZE).to_networkx()
    assert nx.utils.graphs_equal(product, nx.DiGraph(nx.cartesian_product(first, second)))


@pytest.mark.parametrize("games", GAMES, ids=str)
def test_the_grundy_value_of_a_disjunctive_sum_is_the_xor(games):
    one, other = (solve(game, SIZE) for game in games)
    explicit = solve(DisjunctiveSum(*games), SIZE)
    assert all(explicit.grundy((a, b)) == one.grundy(a) ^ other.grundy(b)
               for a, b in explicit.positions)  # fmt: skip


@pytest.mark.parametrize("games", GAMES, ids=str)
def test_the_remoteness_of_a_conjunctive_sum_is_the_least(games):
    # Winning Ways, 2nd ed., ch. 9.
    one, other = (solve(game, SIZE) for game in games)
    explicit = solve(ConjunctiveSum(*games), SIZE)
    for a, b in explicit.positions:
        assert explicit.remoteness((a, b)) == min(one.remoteness(a), other.remoteness(b))


@pytest.mark.parametrize("games", GAMES, ids=str)
def test_the_suspense_of_a_continued_conjunctive_sum_is_the_greatest(games):
    # Winning Ways, 2nd ed., ch. 9.
    one, other = (solve(game, SIZE) for game in games)
    explicit = solve(ContinuedConjunctiveSum(*games), SIZE)
    for a, b in explicit.positions:
        assert explicit.suspense((a, b)) == max(one.suspense(a), other.suspense(b))


def test_remoteness_does_not_rule_the_continued_sum():
    # The control of the last two: the theorems do not hold crosswise.
    one, other = solve(KAYLES, SIZE), solve(WYTHOFF, SIZE)
    explicit = solve(ContinuedConjunctiveSum(KAYLES, WYTHOFF), SIZE)
    assert any(explicit.suspense((a, b)) != max(one.remoteness(a), other.remoteness(b))
               for a, b in explicit.positions)  # fmt: skip


@pytest.mark.parametrize("games", GAMES, ids=str)
def test_a_selective_sum_is_lost_just_if_all_components_are(games):
    # Winning Ways, 2nd ed., ch. 9.
    one, other = (solve(game, SIZE) for game in games)
    explicit = solve(SelectiveSum(*games), SIZE)
    for a, b in explicit.positions:
        both = one.outcome(a) == other.outcome(b) == "P"
        assert (explicit.outcome((a, b)) == "P") == both


def test_an_ordinal_sum_of_heaps_of_nim_is_a_heap_of_their_sum():
    # Winning Ways, 2nd ed., ch. 7: the colon of nimbers, *a : *b = *(a + b).
    explicit = solve(OrdinalSum(nim(1), nim(1)), SIZE)
    for a in range(SIZE + 1):
        for b in range(SIZE + 1):
            assert explicit.grundy(((a,), (b,))) == a + b


def test_an_ordinal_sum_is_won_as_its_first_component_where_that_is_won():
    # From an N-position of the first, a move there to a P-position ends the second too.
    one = solve(KAYLES, SIZE)
    explicit = solve(OrdinalSum(KAYLES, TAKE), SIZE)
    for a, b in explicit.positions:
        if b is not None and one.outcome(a) == "N":
            assert explicit.outcome((a, b)) == "N"


def test_a_sum_is_loopy_when_a_component_is():
    loop = DigraphGame(nx.DiGraph([("a", "b"), ("b", "a")]))
    compound = DisjunctiveSum(loop, TAKE)
    assert compound.loopy
    assert solve(compound, 2).outcome(("a", (1,))) == "D"


def test_compounds_of_compounds_are_games():
    inner = DisjunctiveSum(nim(1), nim(1))
    explicit = solve(DisjunctiveSum(inner, nim(1)), 3)
    assert explicit.grundy((((1,), (3,)), (2,))) == 0


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
        DisjunctiveSum(Taking())


class Taking(PartizanGame):
    def start(self, size):
        return range(size + 1)

    def left_options(self, position):
        return [position - 1] if position else []

    def right_options(self, position):
        return [position - 2] if position > 1 else []


def test_a_product_that_is_too_large_says_how_large():
    # 21^2 pairs of piles each, so 231^2 of both (piles without names).
    with pytest.raises(SearchLimitError, match="53361 positions"):
        build(DisjunctiveSum(WYTHOFF, WYTHOFF), 20, limit=50_000)
