"""Closed forms of sequences with a linear recurrence, by exact arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from research.system.lazy import LazyModule

sympy = LazyModule("sympy")


def shortest_recurrence(terms: Sequence[int]) -> list[Fraction]:
    """Return the shortest a_1, ..., a_d with ``u(n) = a_1 u(n-1) + ... + a_d u(n-d)`` for n >= d.

    If the sequence has a recurrence of order d, 2 d terms suffice to find it (Massey 1969,
    doi:10.1109/TIT.1969.1054260).

    Examples
    --------
    >>> [int(a) for a in shortest_recurrence([0, 1, 1, 2, 3, 5, 8, 13])]
    [1, 1]
    """
    current, previous = [Fraction(1)], [Fraction(1)]
    order, gap, divisor = 0, 1, Fraction(1)
    for place, term in enumerate(terms):
        missing = Fraction(term)
        for back in range(1, min(order, len(current) - 1) + 1):
            missing += current[back] * terms[place - back]
        if missing == 0:
            gap += 1
            continue
        factor = missing / divisor
        updated = current + [Fraction(0)] * (gap + len(previous) - len(current))
        for offset, value in enumerate(previous):
            updated[gap + offset] -= factor * value
        if 2 * order <= place:
            previous, divisor, gap = current, missing, 1
            order = place + 1 - order
        else:
            gap += 1
        current = updated
    current += [Fraction(0)] * (order + 1 - len(current))
    return [-value for value in current[1 : order + 1]]


def fitted_form(terms: Sequence[int], recurrence: Sequence[Fraction]) -> tuple[Any, int] | None:
    """Return a sympy expression in ``n`` for the sequence, and the least n at which it holds.

    Returns None if a root of the characteristic polynomial is neither rational nor of a real
    quadratic.

    Raises
    ------
    ArithmeticError
        If the form does not give back the terms; it would be a mistake here.

    Examples
    --------
    >>> fitted_form([1, 2, 4, 8, 16], [Fraction(2)])
    (2**n, 0)
    """
    n, x, order = sympy.Symbol("n"), sympy.Symbol("x"), len(recurrence)
    lower = [a.numerator * x ** (order - 1 - k) / a.denominator for k, a in enumerate(recurrence)]
    polynomial = x**order - sum(lower)
    factors = sympy.factor_list(polynomial, x)[1]
    roots = sympy.roots(polynomial, x, filter="R")
    if sum(roots.values()) < order or any(sympy.degree(each, x) > 2 for each, _ in factors):
        return None
    valid_from = int(roots.pop(sympy.Integer(0), 0))
    parts = [n**power * root**n for root, times in roots.items() for power in range(times)]
    weights: Any = []
    if parts:
        places = range(valid_from, valid_from + len(parts))
        rows = [[*(part.subs(n, place) for part in parts), terms[place]] for place in places]
        field = sympy.polys.matrices.DomainMatrix.from_Matrix(sympy.Matrix(rows), extension=True)
        exact = field.to_field()
        weights = exact[:, :-1].lu_solve(exact[:, -1:]).to_Matrix()
    expression = sum(map(sympy.Mul, weights, parts), sympy.Integer(0))
    for place in range(valid_from, len(terms)):
        if sympy.expand(expression.subs(n, place)) != terms[place]:
            raise ArithmeticError(f"the closed form fails at n = {place}")
    return expression, valid_from
