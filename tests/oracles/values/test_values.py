"""Values against games by the definition: order, sums, canonical forms, and published values."""

import pickle
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given

from oracles.errors import OracleError
from oracles.values import forms
from oracles.values.value import Value
from tests.oracles.values.games import (
    END,
    VALUES,
    at_most,
    disjunctive_sum,
    game_of,
    games,
    value_of,
)

PLAIN = [
    Value.number(Fraction(top, 4)) + Value.up(up, star)
    for top, up, star in product((-4, 0, 3), range(-3, 4), range(4))
]


@given(games(), games())
def test_the_order_of_values_is_that_of_the_games(g, h):
    assert (value_of(g) <= value_of(h)) == at_most(g, h)
    assert (value_of(g) is value_of(h)) == (at_most(g, h) and at_most(h, g))


@given(games(most=4), games(most=4))
def test_the_value_of_a_sum_is_the_sum_of_the_values(g, h):
    assert value_of(disjunctive_sum(g, h)) is value_of(g) + value_of(h)


@given(VALUES)
def test_no_canonical_option_is_dominated_or_reversible(value):
    g = game_of(value)
    for side, below in ((0, at_most), (1, lambda x, y: at_most(y, x))):
        assert not [(x, y) for x in g[side] for y in g[side] if x != y and below(x, y)]
        assert not [(x, y) for x in g[side] for y in x[1 - side] if below(y, g)]
    assert value_of(g) is value


@given(VALUES, VALUES, VALUES)
def test_values_are_an_ordered_group(g, h, k):
    assert g + h is h + g
    assert (g + h) + k is g + (h + k)
    assert g + 0 is g
    assert g - g is Value(0)
    assert g - h is -(h - g)
    assert (g <= h) == (g + k <= h + k) == (-h <= -g)
    assert not (g <= h <= k) or g <= k
    assert (g < h) == (g <= h and g is not h) == (h > g)
    assert {"P": g == 0, "L": g > 0, "R": g < 0, "N": g.confused_with(0)}[g.outcome]
    assert 3 * g is g + g + g
    assert g * -2 is -(g + g)


@pytest.mark.parametrize("value", PLAIN, ids=str)
def test_numbers_ups_and_nimbers_have_the_order_and_the_sums_of_their_options(value):
    g = game_of(value)
    assert value_of(g) is value
    for other in PLAIN[::5]:
        h = game_of(other)
        assert (value <= other) == at_most(g, h)
        assert value_of(disjunctive_sum(g, h)) is value + other


@given(VALUES)
def test_birthday_stops_and_kinds_are_those_of_the_canonical_form(value):
    def depth(g):
        return 1 + max(map(depth, g[0] | g[1])) if g != END else 0

    def stop(v, side):
        if v.number_or_none is not None:
            return v.number_or_none
        return (max, min)[side](stop(x, 1 - side) for x in (v.left, v.right)[side])

    def all_small(g):
        return bool(g[0]) == bool(g[1]) and all(map(all_small, g[0] | g[1]))

    assert value.birthday == depth(game_of(value))
    assert (value.left_stop, value.right_stop) == (stop(value, 0), stop(value, 1))
    assert value.is_all_small == all_small(game_of(value))
    assert value.is_infinitesimal == (value.left_stop == value.right_stop == 0)
    assert value.is_hot == (value.left_stop > value.right_stop)


def antichains(values):
    """The sets of values no two of which are comparable."""
    found = [[]]
    for value in values:
        found += [[*some, value] for some in found if all(value.confused_with(x) for x in some)]
    return found


def born_next(values):
    """The values whose options are among these; of comparable options one is dominated."""
    return {Value.of(left, right) for left, right in product(antichains(values), repeat=2)}


def test_1_4_22_and_1474_values_are_born_by_days_0_to_3():
    # Siegel, Combinatorial Game Theory, section III.1.
    days = [born_next([])]
    for _ in range(3):
        days.append(born_next(days[-1]))
    assert [len(day) for day in days] == [1, 4, 22, 1474]


def test_a_value_equals_the_number_that_it_is_and_survives_pickling():
    half = Value(Fraction(1, 2))
    assert half == Fraction(1, 2) == half.number_or_none
    assert hash(half) == hash(Fraction(1, 2))
    assert Value(1) in {1}
    assert half != Value("1/2*") != "1/2*"
    assert (half.nimber_or_none, Value("*3").nimber_or_none) == (None, 3)
    value = Value("{3||2*|1*}")
    assert pickle.loads(pickle.dumps(value)) is value


def test_what_is_no_short_game_is_refused():
    with pytest.raises(TypeError, match=r"^0\.5: expected a Value, an int or a Fraction$"):
        Value.of([0.5], [1])
    with pytest.raises(OracleError, match=r"^nimber of -1: expected a natural number$"):
        Value.nimber(-1)
    with pytest.raises(TypeError):
        Value("*") * Value("*")
    finest = Value(Fraction(1, 2**forms.PLACES))
    with pytest.raises(OracleError, match="a denominator above"):
        Value.of([0], [finest])


@given(games(most=8), games(most=8))
def test_pycgt_finds_the_same_canonical_forms(g, h):
    pycgt = pytest.importorskip("pycgt")

    def theirs(game):
        return pycgt.Game(*(frozenset(map(theirs, side)) for side in game))

    assert theirs(game_of(value_of(g))) == pycgt.canonical(theirs(g))
    assert theirs(game_of(value_of(g) + value_of(h))) == pycgt.add(theirs(g), theirs(h))
