"""Where an expression may change its ways: values about which a part of it is 0.

The general rules of computer algebra fail where a factor that they cancel is 0, where a range
becomes empty, where one case takes over from another. Of the polynomials in an expression these are
found as roots, of other denominators by a search among small numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sympy

SEARCHED = range(-64, 65)  # for zeros of denominators that are no polynomials
FARTHEST = 10_000
MOST = 24  # turning points of a symbol, the nearest first
DEGREE = 8


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
    >>> turning_points([2 ** (2**n) - 16], [n])  # too large to search
    {n: []}
    >>> turning_points([sympy.Sum(1 / (k - 20), (k, 30, n - 3))], [n])[n][-3:]
    [31, 32, 33]
    """
    found: dict[Any, set[int]] = {symbol: set() for symbol in symbols}
    for part in _parts(sides):
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
                yield from (high - low + 1 for _, low, high in _with_both_ends(node.limits))


def _with_both_ends(limits: Sequence[Any]) -> Iterator[Any]:
    return (limit for limit in limits if len(limit) == 3 and not limit.has(sympy.oo, -sympy.oo))


def _zeros(part: Any, symbol: Any) -> list[int]:
    """Return the integers at which a part is 0, where all other symbols are."""
    alone = part.subs(dict.fromkeys(part.free_symbols - {symbol}, 0))
    if not alone.has(symbol):
        return []
    try:
        polynomial = sympy.Poly(alone, symbol)
        if polynomial.free_symbols_in_domain or polynomial.degree() > DEGREE:
            return []
        roots = polynomial.ground_roots()
    except (sympy.PolynomialError, sympy.CoercionFailed, NotImplementedError):
        grows_fast = any(power.exp.has(sympy.Pow) for power in alone.atoms(sympy.Pow))
        places = () if grows_fast else SEARCHED
        return [value for value in places if alone.subs(symbol, value) == 0]
    return [int(root) for root in roots if root.is_Integer and abs(root) <= FARTHEST]
