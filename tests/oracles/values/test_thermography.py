"""Thermographs, means and temperatures: published ones, and the definition."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import example, given

from oracles.values.thermography import thermograph
from oracles.values.value import Value
from tests.oracles.values.games import VALUES, games, value_of

STEP = Fraction(1, 32)


@cache
def stops_at(value, t):
    """L_t and R_t by the definition, for t in 32nds from -1 on."""
    if value.is_number and value.left_stop.denominator == 1:
        return value.left_stop, value.left_stop
    left = max(stops_at(option, t)[1] for option in value.left) - t
    right = min(stops_at(option, t)[0] for option in value.right) + t
    if left > right or t == -1:
        return left, right
    below = stops_at(value, t - STEP)
    return below if below[0] == below[1] else (left, right)


@given(games(most=4).map(value_of))
@example(Value("{3||2*|1*}"))
@example(Value("{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}"))
def test_walls_are_those_of_the_definition_at_each_temperature(value):
    found = thermograph(value.form)
    for step in range(3 * 32):
        t = -1 + step * STEP
        assert (found.left.at(t), found.right.at(t)) == stops_at(value, t)
        assert (t >= found.temperature) == (found.left.at(t) == found.right.at(t))


@pytest.mark.parametrize(
    ("text", "mean", "temperature"),
    [
        ("{2|-1/2}", "3/4", "5/4"),  # Domineering, 2 rows of 3
        ("{2|0||0}", "0", "0"),  # Domineering, 2 rows of 4
        ("{-1|-7/2}", "-9/4", "5/4"),  # Domineering, 3 rows of 6
        ("{3||2*|1*}", "9/4", "3/4"),
        ("{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}", "-5/16", "21/16"),
        ("+-7", "0", "7"),
        ("1^^*", "1", "0"),
        ("-7", "-7", "-1"),
        ("-5/2", "-5/2", "-1/2"),
        ("3/8", "3/8", "-1/8"),
    ],
)
def test_known_means_and_temperatures(text, mean, temperature):
    # Tests of CGSuite and cgt-tools; Winning Ways, chapter 6; +-x has the temperature x,
    # an integer -1, and another number -1 over its denominator.
    value = Value(text)
    assert (value.mean, value.temperature) == (Fraction(mean), Fraction(temperature))


@given(VALUES, VALUES)
def test_means_add_and_a_sum_is_no_hotter_than_its_parts(value, other):
    total = value + other
    assert total.mean == value.mean + other.mean
    assert total.temperature <= max(value.temperature, other.temperature)


def test_a_long_value_has_its_thermograph():
    assert Value.up(3000).temperature == 0
