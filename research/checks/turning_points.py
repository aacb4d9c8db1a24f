"""Where an expression may change its ways: values about which a part of it is 0.

The general rules of computer algebra fail where a factor that they cancel is 0, where a range
becomes empty or comes to a zero, where one case takes over from another. Of the polynomials in an
expression these are found as roots, of other denominators by a search among small numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

import sympy

from research.checks.bounded_values import bounded_value

SEARCHED = range(-64, 65)  # for zeros of denominators that are no polynomials
MOST = 24  # turning points of a symbol, the nearest first
DEGREE = 8
PARTS = 300  # of a line that are looked at


def turning_points(sides: Sequence[Any], symbols: Sequence[Any]) -> dict[Any, list[int]]:
    """Return, for each symbol, the integers at which a part of the sides may be 0, and beside them.

    Parameters
    ----------
    sides
        sympy expressions.
    symbols
        Those to give values to. Zeros in the index of a sum count for each of them.

    Examples
    --------
    >>> n, k = sympy.symbols("n k", integer=True)
    >>> turning_points([(n**2 - 144) / (n - 12)], [n])[n]
    [-13, -12, -11, 11, 12, 13]
    >>> turning_points([2 ** (2**n) - 16], [n])
    {n: [1, 2, 3]}
    >>> turning_points([sympy.Sum(1 / (k - 20), (k, 30, n - 3))], [n])[n][-3:]
    [31, 32, 33]
    """
    found: dict[Any, set[int]] = {symbol: set() for symbol in symbols}
    for part in islice(_parts(sides), PARTS):
        for symbol in part.free_symbols:
            for zero in _zeros(part, symbol):
                for told in found.keys() & {symbol} or found.keys():
                    found[told] |= {zero - 1, zero, zero + 1}
    return {symbol: sorted(sorted(values, key=abs)[:MOST]) for symbol, values in found.items()}


def _parts(sides: Sequence[Any]) -> Iterator[Any]:
    """Yield what a side may turn on: parts that add something up, ranges, conditions."""
    for side in sides:
        for node in sympy.preorder_traversal(side):
            if isinstance(node, sympy.Add):
                yield node
            elif isinstance(node, sympy.core.relational.Relational):
                yield node.lhs - node.rhs
            elif isinstance(node, sympy.Sum | sympy.Product):
                for index, low, high in _with_both_ends(node.limits):
                    yield high - low + 1
                    for zero in _zeros_in(node.function, index):
                        yield from (high - zero, low - zero)  # the range comes to the zero


def _zeros_in(term: Any, index: Any) -> set[int]:
    """Return the values of an index at which a part of a term is 0."""
    return {zero for part in islice(_parts([term]), MOST) for zero in _zeros(part, index)}


def _with_both_ends(limits: Sequence[Any]) -> Iterator[Any]:
    return (limit for limit in limits if len(limit) == 3 and not limit.has(sympy.oo, -sympy.oo))


def _zeros(part: Any, symbol: Any) -> set[int]:
    """Return the integers at or below a zero of a part, where all other symbols are 0, or 1."""
    if isinstance(part, sympy.logic.boolalg.Boolean):
        return set()
    rounded = part.replace(lambda each: isinstance(each, sympy.floor | sympy.ceiling), _unrounded)
    others = rounded.free_symbols - {symbol}
    alone = [rounded.subs(dict.fromkeys(others, value)) for value in ((0, 1) if others else (0,))]
    return {zero for each in alone if each.has(symbol) for zero in _zeros_alone(each, symbol)}


def _unrounded(rounded: Any) -> Any:
    return rounded.args[0]


@cache  # each line is looked at several times, and the sides of its controls are alike
def _zeros_alone(part: Any, symbol: Any) -> list[int]:
    if any(power.exp.is_Integer and power.exp > DEGREE for power in part.atoms(sympy.Pow)):
        return []  # expanded, it would be long
    try:
        polynomial = sympy.Poly(part, symbol)
        if polynomial.free_symbols_in_domain or polynomial.degree() > DEGREE:
            return []
        between = [
            end for ends, _ in polynomial.intervals(eps=sympy.Rational(1, 4)) for end in ends
        ]
    except (sympy.polys.polyerrors.BasePolynomialError, NotImplementedError):
        return [value for value in SEARCHED if _value(part, symbol, value) == 0]
    return [int(sympy.floor(end)) for end in between]


def _value(part: Any, symbol: Any, value: int) -> Any:
    """Return the value of a part; none where it is too large to be worked out."""
    try:
        return bounded_value(part, {symbol: sympy.Integer(value)})
    except (ArithmeticError, TypeError, ValueError, NotImplementedError):
        return None
