"""Recurrences with constant coefficients for sequences of counts, and what follows from them.

The shortest recurrence of the first half is found exactly over the rationals (Berlekamp 1968,
Massey 1969) and conjectured if it has at most a third as many terms as it was made from; the other
half tests it. Its generating function is a quotient of polynomials; if all roots of the
characteristic polynomial are roots of unity, the sequence is a quasi-polynomial (Stanley,
*Enumerative Combinatorics*, vol. 1, section 4.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from research.conjectures.conjecture import Conjecture
from research.logic.linear import shortest_recurrence

LEAST_TERMS = 10


def conjecture_recurrence(terms: Sequence[int], of: str = "") -> list[Conjecture]:
    """Conjecture the shortest recurrence, with its generating function in words.

    Parameters
    ----------
    terms
        u(0), u(1), ...
    of
        What u(n) is, said once before the recurrence.

    Examples
    --------
    >>> print(conjecture_recurrence([n * n for n in range(20)])[0])
    recurrence: u(n) = 3 u(n-1) - 3 u(n-2) + u(n-3) for n >= 3; generating function -x*(x + 1)/(x - 1)**3; a quasi-polynomial of period 1 [made on 10 values, tested on 10 others: passed]
    """  # noqa: E501
    half = len(terms) // 2
    if half < LEAST_TERMS // 2:
        return []
    recurrence = shortest_recurrence(terms[:half])
    order = len(recurrence)
    if not order or 3 * order > half:
        return []
    said = f"{of}: " if of else ""
    counterexample, tested = "", len(terms) - half
    for place in range(half, len(terms)):
        expected = sum(a * terms[place - 1 - k] for k, a in enumerate(recurrence))
        if expected != terms[place]:
            counterexample = f"{said}u({place}) is {terms[place]}, not {expected}"
            tested = place - half + 1
            break
    statement = (
        f"{said}u(n) = {_right_side(recurrence)} for n >= {order}; generating function "
        f"{generating_function(recurrence, terms)}"
    )
    period = quasi_period(recurrence)
    if period is not None:
        statement += f"; a quasi-polynomial of period {period}"
    return [Conjecture("recurrence", statement, half, tested, counterexample, recurrence)]


def generating_function(recurrence: Sequence[Fraction], terms: Sequence[int]) -> Any:
    """Return the generating function, a sympy expression in x.

    >>> generating_function([Fraction(1), Fraction(1)], [0, 1])
    -x/(x**2 + x - 1)
    """
    import sympy

    x = sympy.Symbol("x")
    coefficients = [sympy.Rational(a.numerator, a.denominator) for a in recurrence]
    below = 1 - sum(a * x ** (k + 1) for k, a in enumerate(coefficients))
    above = sum(
        (terms[n] - sum(coefficients[k] * terms[n - 1 - k] for k in range(n))) * x**n
        for n in range(len(recurrence))
    )
    return sympy.factor(sympy.cancel(above / below))


def quasi_period(recurrence: Sequence[Fraction]) -> int | None:
    """Return the period of the quasi-polynomials that obey a recurrence, or None if others do.

    >>> quasi_period([Fraction(0), Fraction(1)]), quasi_period([Fraction(2)])
    (2, None)
    """
    import sympy

    x = sympy.Symbol("x")
    order = len(recurrence)
    polynomial = x**order - sum(
        sympy.Rational(a.numerator, a.denominator) * x ** (order - 1 - k)
        for k, a in enumerate(recurrence)
    )
    period = 1
    for factor, _ in sympy.factor_list(polynomial, x)[1]:
        index = _cyclotomic_index(sympy.Poly(factor, x))
        if index is None:
            return None
        period = int(sympy.lcm(period, index))
    return period


def _cyclotomic_index(factor: Any) -> int | None:
    """Return n if an irreducible polynomial is, up to a constant, the n-th cyclotomic one."""
    import sympy

    x, degree = factor.gen, factor.degree()
    monic = sympy.expand(factor.as_expr() / factor.LC())
    for index in range(1, 2 * degree**2 + 3):  # phi(n) >= sqrt(n / 2)
        if sympy.totient(index) == degree and sympy.cyclotomic_poly(index, x) == monic:
            return index
    return None


def _right_side(recurrence: Sequence[Fraction]) -> str:
    words = ""
    for back, a in enumerate(recurrence, 1):
        if a == 0:
            continue
        sign = ("-" if not words else " - ") if a < 0 else ("" if not words else " + ")
        factor = "" if abs(a) == 1 else f"{abs(a)} "
        words += f"{sign}{factor}u(n-{back})"
    return words or "0"
