"""Vector games: the games that they give, guards, and vectors that make no sense."""

from math import comb

import pytest

from oracles.errors import RulesError
from oracles.solve import solve
from oracles.vectors import VectorGame
from tests.oracles.graphs import build

SEVEN = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1) if (a, b, c) != (0, 0, 0)]


@pytest.mark.parametrize(("vectors", "ordered"), [(SEVEN, False), ([(1, 0), (0, 1), (2, 1)], True)])
def test_piles_have_names_where_the_vectors_tell_them_apart(vectors, ordered):
    game = VectorGame(vectors)
    assert game.ordered == ordered
    assert len(build(game, 4)) == (5**2 if ordered else comb(4 + 3, 3))


def test_names_do_not_change_outcomes_where_the_vectors_treat_piles_alike():
    named, nameless = (solve(VectorGame(SEVEN, ordered=ordered), 5) for ordered in (True, False))
    assert (len(named.graph), len(nameless.graph)) == (6**3, comb(5 + 3, 3))
    for position in named.positions:
        assert named.outcome(position) == nameless.outcome(tuple(sorted(position)))


def test_a_vector_may_raise_a_pile_when_it_lowers_another():
    game = VectorGame([(1, -1), (0, 1)])
    assert game.ordered
    assert set(game.options((2, 0))) == {(1, 1), (0, 2)}
    # The first pile only falls, so play ends; g by hand: (0, n) is a heap of nim.
    truth = solve(game, 3)
    assert [truth.grundy((0, n)) for n in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("vectors", "message"),
    [
        ([(1, 0), (1,)], "expected an integer for each pile"),
        ([(1, 0), (0, 0)], r"\(0, 0\): lowers no pile"),
        ([(1, 0), (0, -1)], r"\(0, -1\): lowers no pile"),
        ([(1, 0.5)], "expected an integer for each pile"),
    ],
)
def test_vectors_that_make_no_sense_are_refused(vectors, message):
    with pytest.raises(RulesError, match=message):
        VectorGame(vectors)
