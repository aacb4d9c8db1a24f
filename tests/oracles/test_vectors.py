"""Vector games: the games that they give, guards, and vectors that make no sense."""

from itertools import product
from math import comb

import pytest

from oracles.errors import RulesError
from oracles.games.stone_game import StoneGame
from oracles.graph import build
from oracles.rules import Game
from oracles.solve import solve
from oracles.vectors import VectorGame, nim

SEVEN = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1) if (a, b, c) != (0, 0, 0)]


def test_six_vectors_are_another_game():
    six = build(VectorGame(SEVEN[:-1]), 6)
    assert set(six.to_networkx().edges) < set(build(StoneGame(), 6).to_networkx().edges)


def test_bouton_s_theorem():
    # Bouton 1901: a position of nim is lost just if the xor of the piles is 0.
    truth = solve(nim(3), 7)
    assert all(truth.grundy((a, b, c)) == a ^ b ^ c for a, b, c in truth.positions)


@pytest.mark.parametrize(("vectors", "ordered"), [(SEVEN, False), ([(1, 0), (0, 1), (2, 1)], True)])
def test_piles_have_names_where_the_vectors_tell_them_apart(vectors, ordered):
    game = VectorGame(vectors)
    assert game.ordered == ordered
    assert len(build(game, 4)) == game.number_of_positions(4)


def test_names_do_not_change_outcomes_where_the_vectors_treat_piles_alike():
    named, nameless = (
        solve(VectorGame(SEVEN, ordered=True), 5),
        solve(VectorGame(SEVEN, ordered=False), 5),
    )
    assert len(named.graph) == 6**3
    assert len(nameless.graph) == comb(5 + 3, 3)
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


class Moore(Game):
    """Moore's nim: take from at least one and at most two of three piles."""

    def start(self, size):
        return [
            (a, b, c) for a in range(size + 1) for b in range(size + 1) for c in range(size + 1)
        ]

    def options(self, position):
        for option in product(*(range(pile + 1) for pile in position)):
            lowered = sum(a != b for a, b in zip(position, option, strict=True))
            if 1 <= lowered <= 2:
                yield option


def test_moore_s_nim():
    # Moore, Ann. of Math. 11 (1910) 93-94: lost just if in every binary place the number of
    # ones is a multiple of 3.
    truth = solve(Moore(), 5)
    for position in truth.positions:
        ones = [sum(pile >> place & 1 for pile in position) for place in range(3)]
        assert (truth.outcome(position) == "P") == all(number % 3 == 0 for number in ones)


def test_a_vector_may_raise_a_pile_when_it_lowers_another():
    game = VectorGame([(1, -1), (0, 1)])
    assert game.ordered
    assert game.number_of_positions(3) is None
    assert set(game.options((2, 0))) == {(1, 1), (0, 2)}
    # The first pile only falls, so play ends; g by hand: (0, n) is a heap of nim.
    truth = solve(game, 3)
    assert [truth.grundy((0, n)) for n in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("vectors", "message"),
    [
        ([], "at least one vector"),
        ([(1, 0), (1,)], "all need one for every pile"),
        ([(1, 0), (0, 0)], r"\(0, 0\) lowers no pile"),
        ([(1, 0), (0, -1)], r"\(0, -1\) lowers no pile"),
        ([(1, 0.5)], "must be of integers"),
    ],
)
def test_vectors_that_make_no_sense_are_refused(vectors, message):
    with pytest.raises(RulesError, match=message):
        VectorGame(vectors)


def test_nameless_piles_are_refused_where_the_vectors_tell_them_apart():
    with pytest.raises(RulesError, match="ordered=False"):
        VectorGame([(1, 0), (0, 2)], ordered=False)


def test_vectors_are_plain_integers() -> None:
    class Odd(int):
        def __rfloordiv__(self, other: int) -> int:
            return 0

    assert VectorGame([(Odd(1),)]).options((2,)) == VectorGame([(1,)]).options((2,))
