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


def multiple_of_the_smaller(position, option):
    less = min(position)
    lowered = next(pile for pile, left in zip(position, option, strict=True) if pile != left)
    return less > 0 and lowered == max(position) and (sum(position) - sum(option)) % less == 0


def test_euclid_with_a_guard():
    # Cole and Davie, Math. Gaz. 53 (1969) 354-357: the player to move in {a, b}, a < b, loses
    # just if b / a lies below the golden ratio.
    game = VectorGame([(1, 0), (0, 1)], multiple_of_the_smaller)
    truth = solve(game, 20)
    for a, b in truth.positions:
        if 0 < a < b:
            below = b * b - a * b - a * a < 0
            assert (truth.outcome((a, b)) == "P") == below


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
        ([], "at least one vector"),
        ([(1, 0), (1,)], "expected an integer for each pile"),
        ([(1, 0), (0, 0)], r"\(0, 0\): lowers no pile"),
        ([(1, 0), (0, -1)], r"\(0, -1\): lowers no pile"),
        ([(1, 0.5)], "expected an integer for each pile"),
        ([(1, 0), (0, 2)], "ordered=False"),  # which tell the piles apart
    ],
)
def test_vectors_that_make_no_sense_are_refused(vectors, message):
    with pytest.raises(RulesError, match=message):
        VectorGame(vectors, ordered=False)
