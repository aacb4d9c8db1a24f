"""Operators on values: what they preserve, what takes them back, and published examples."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oracles.errors import OracleError
from oracles.values.operators import (
    atomic_weight,
    cool,
    heat,
    norton_product,
    ordinal_sum,
    reduced,
)
from oracles.values.thermography import thermograph
from oracles.values.value import Value
from tests.oracles.values.games import VALUES, game_of, games, value_of

SMALL = games(most=4).map(value_of)
SOME = st.sampled_from([Value(text) for text in ("0", "*", "*2", "^", "^*", "vv*", "{0||0|v}")])
SIDES = st.lists(SOME, min_size=1, max_size=2)
ALL_SMALL = SOME | st.builds(Value.of, SIDES, SIDES)
TEMPERATURES = st.sampled_from([Fraction(n, 8) for n in (-7, -4, -1, 0, 1, 4, 6, 8, 10, 16)])
UP = Value("^")


@given(VALUES, VALUES, TEMPERATURES)
def test_cooling_preserves_sums(value, other, t):
    assert cool(value, t) + cool(other, t) is cool(value + other, t)


@given(VALUES, TEMPERATURES.filter(lambda t: t >= 0))
def test_the_thermograph_shows_the_stops_of_the_cooled_value(value, t):
    found, cooled = thermograph(value.form), cool(value, t)
    assert (found.left.at(t), found.right.at(t)) == (cooled.left_stop, cooled.right_stop)


@given(VALUES, TEMPERATURES.filter(lambda t: t > 0))
def test_cooling_takes_heating_back(value, t):
    assert cool(heat(value, t), t) is value


def test_arguments_for_which_there_is_no_answer_are_refused():
    with pytest.raises(OracleError, match="greater than -1"):
        cool(Value("+-3"), -1)
    with pytest.raises(OracleError, match="greater than 0"):
        norton_product(Value("^"), Value("*"))
    with pytest.raises(OracleError, match="expected an all-small value"):
        atomic_weight(Value("{1|^}"))


def ordinal(base, other):
    """The ordinal sum of games."""
    both = ([*base[side], *(ordinal(base, option) for option in other[side])] for side in (0, 1))
    return tuple(map(frozenset, both))


@given(SMALL, games(most=4))
def test_an_ordinal_sum_is_that_of_the_canonical_base_and_any_form_of_the_other(base, other):
    assert ordinal_sum(base, value_of(other)) is value_of(ordinal(game_of(base), other))


@given(SMALL, SMALL, st.sampled_from([UP, Value("2v*"), Value("{2|1}")]))
@example(Value("1/4"), Value("{2|^*}"), Value("2v*"))  # the incentives of both players matter
def test_norton_products_preserve_sums_and_the_order(value, other, unit):
    first, second = norton_product(value, unit), norton_product(other, unit)
    assert first + second is norton_product(value + other, unit)
    assert (first <= second) == (value <= other)
    assert unit is not UP or atomic_weight(first) is value


@given(ALL_SMALL, ALL_SMALL)
def test_atomic_weights_add(value, other):
    assert atomic_weight(value + other) is atomic_weight(value) + atomic_weight(other)


@given(ALL_SMALL)
def test_a_value_is_within_up_of_its_atomic_weight_times_up_by_the_far_star(value):
    # Siegel, section II.7: the far star is a nimber larger than all in the game.
    rest = value - norton_product(atomic_weight(value), UP)
    star = Value.nimber(2 ** (4 + value.birthday))
    assert rest - UP < star < rest + UP


@given(VALUES, ALL_SMALL | st.just(Value("+_2")))
def test_values_at_an_infinitesimal_distance_have_the_same_reduced_form(value, small):
    found = reduced(value)
    assert (found - value).is_infinitesimal
    assert reduced(value + small) is found is reduced(found)
    assert found.birthday <= value.birthday


def test_options_go_that_are_dominated_or_reversible_up_to_infinitesimals():
    # By hand from the definitions in Grossman and Siegel, Reductions of partizan games. There go
    # 0, dominated by {1|0}; {1/2|-3}, reversible through -3; and {+-1|-3}, for the -1 of +-1.
    for text, form in [
        ("{{1|0},0|-5}", "{1|0||-5}"), ("{0,{1/2|-3}|-3}", "{0|-3}"), ("{1*||+-1|-3}", "+-1"),
    ]:  # fmt: skip
        assert reduced(Value(text)) is Value(form)
