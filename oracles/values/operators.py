"""Operators on values: cooling, heating, ordinal sums, products, reduction, atomic weight.

Each operator takes the options of the canonical form. In an ordinal sum G:H and a product G.U it
matters which form of G, or of U, is meant: it is the canonical one.

Reference: A. N. Siegel, *Combinatorial Game Theory* (2013), chapter II; E. R. Berlekamp,
J. H. Conway and R. K. Guy, *Winning Ways for your Mathematical Plays*, chapters 6 to 8;
J. P. Grossman and A. N. Siegel, *Reductions of partizan games*, in *Games of No Chance 3* (2009).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import floor

from oracles.errors import OracleError
from oracles.values.thermography import COLDEST
from oracles.values.value import Value

Number = int | Fraction


@cache
def cool(value: Value, t: Number) -> Value:
    """Return the value cooled by t: each move costs t, until nobody wants to move.

    Above the temperature it is the mean, and otherwise {G^L cooled - t | G^R cooled + t}. Cooling
    preserves sums and the order.

    Raises
    ------
    OracleError
        If t is not greater than -1, or no dyadic rational.

    Examples
    --------
    >>> cool(Value("{2|-1/2}"), 1), cool(Value("{2|-1/2}"), 2)
    (Value('{1|1/2}'), Value('3/4'))
    """
    if t <= COLDEST:
        raise OracleError(f"t={str(t)!r}: expected a temperature greater than -1")
    if t > value.temperature:
        return Value.number(value.mean)
    return Value.of(
        (cool(option, t) - t for option in value.left),
        (cool(option, t) + t for option in value.right),
    )


@cache
def heat(value: Value, t: Value | Number) -> Value:
    """Return the value heated by t: x for a number x, otherwise {G^L heated + t | G^R heated - t}.

    For t > 0, cooling by t takes it back.

    >>> heat(Value("*"), 1), cool(heat(Value("^"), 2), 2)
    (Value('+-1'), Value('^'))
    """
    if value.is_number:
        return value
    return Value.of(
        (heat(option, t) + t for option in value.left),
        (heat(option, t) - t for option in value.right),
    )


@cache
def overheat(value: Value, s: Value | Number, t: Value | Number) -> Value:
    """Return the value overheated from s to t.

    It is n copies of s for an integer n, otherwise {G^L overheated + t | G^R overheated - t}. It
    need not preserve sums.

    >>> overheat(Value("2*"), 1, 2), overheat(Value("1/2"), 3, 0), overheat(Value(1), 3, 0)
    (Value('{4|0}'), Value('1'), Value('3'))
    """
    number = value.number_or_none
    if number is not None and number.denominator == 1:
        return int(number) * Value(s)
    return Value.of(
        (overheat(option, s, t) + t for option in value.left),
        (overheat(option, s, t) - t for option in value.right),
    )


@cache
def ordinal_sum(base: Value, other: Value) -> Value:
    """Return the ordinal sum: a move in the base G ends the other H.

    It is {G^L, G:H^L | G^R, G:H^R}, where G is in canonical form.

    >>> ordinal_sum(Value(1), Value(-1)), ordinal_sum(Value("*"), Value(1))
    (Value('1/2'), Value('^*'))
    """
    return Value.of(
        (*base.left, *(ordinal_sum(base, option) for option in other.left)),
        (*base.right, *(ordinal_sum(base, option) for option in other.right)),
    )


@cache
def norton_product(value: Value, unit: Value) -> Value:
    """Return the product G.U with a unit U > 0 in canonical form.

    It is n copies of U for an integer n, otherwise {G^L.U + U + I | G^R.U - U - I}, where I is each
    incentive of U: U^L - U for each Left option and U - U^R for each Right option. It preserves
    sums and the order of G.

    >>> norton_product(Value("1/2"), Value("^"))
    Value('{^^*|v*}')
    """
    if not unit > 0:
        raise OracleError(f"unit={str(unit)!r}: expected a value greater than 0")
    number = value.number_or_none
    if number is not None and number.denominator == 1:
        return int(number) * unit
    steps = [unit + each for each in unit.left_incentives + unit.right_incentives]
    return Value.of(
        (norton_product(option, unit) + step for option in value.left for step in steps),
        (norton_product(option, unit) - step for option in value.right for step in steps),
    )


@cache
def reduced(value: Value) -> Value:
    """Return the reduced canonical form: the simplest value at an infinitesimal distance.

    It is the number of a number plus an infinitesimal. Otherwise its options are reduced, and none
    is dominated or reversible up to infinitesimals, where G >= H means that the Right stop of
    G - H is not negative.

    >>> reduced(Value("{1|^}")), reduced(Value("{1,+-1|*}")), reduced(Value("3/4^^*"))
    (Value('{1|0}'), Value('{1|0}'), Value('3/4'))
    """
    if value.left_stop == value.right_stop:
        return Value.number(value.left_stop)
    return Value.of(_reduced_left(value), (-option for option in _reduced_left(-value)))


def _reduced_left(value: Value) -> list[Value]:
    """Return the Left options of the reduced canonical form of a value that has one."""
    kept: list[Value] = []
    waiting = [reduced(option) for option in value.left]
    while waiting:
        option = waiting.pop()
        through = [reply for reply in option.right if _at_least(value, reply)]
        if through:
            waiting += through[0].left
        else:
            kept.append(option)
    return [x for x in kept if not any(y is not x and _at_least(y, x) for y in kept)]


def _at_least(value: Value, other: Value) -> bool:
    """Return whether value >= other up to infinitesimals."""
    return (value - other).right_stop >= 0


@cache
def atomic_weight(value: Value) -> Value:
    """Return the atomic weight of an all-small value: how many times up it is, roughly.

    Let A be {atomic weight of G^L - 2 | atomic weight of G^R + 2}. If A is no integer, it is the
    atomic weight. If A is an integer, the atomic weight is an integer n that is not <= a Left
    option of A and not >= a Right option: the greatest such n if G exceeds the nimbers that are
    larger than all in it, the least if it is less than these, and otherwise 0.

    Raises
    ------
    OracleError
        If the value is not all-small.

    Examples
    --------
    >>> atomic_weight(Value("^^*2")), atomic_weight(Value("{^3|vv}"))
    (Value('2'), Value('{1|0}'))
    """
    if not value.is_all_small:
        raise OracleError(f"value={str(value)!r}: expected an all-small value")
    if value.form.plain:  # a multiple of up, plus a nimber
        return Value(value.form.plain[1])
    lefts = [atomic_weight(option) - 2 for option in value.left]
    rights = [atomic_weight(option) + 2 for option in value.right]
    simplest = Value.of(lefts, rights)
    number = simplest.number_or_none
    if number is None or number.denominator != 1:
        return simplest
    star = Value.nimber(2 ** value.birthday.bit_length())
    if value > star:
        return Value(_greatest_integer(rights))
    if value < star:
        return Value(-_greatest_integer(-left for left in lefts))
    return Value(0)


def _greatest_integer(bounds: Iterable[Value]) -> int:
    """Return the greatest integer that is not at least one of the bounds."""
    values = list(bounds)
    number = floor(min(bound.left_stop for bound in values))
    return number - any(bound <= number for bound in values)
