"""Closed forms of sequences with a linear recurrence, by exact arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from research.system.lazy import LazyModule

flint = LazyModule("flint")
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


@dataclass(frozen=True)
class _Root:
    """A root ``rational + irrational * sqrt(radicand)`` with its multiplicity.

    ``irrational`` is 0 for a rational root; else the conjugate is a root as well.
    """

    rational: Fraction
    irrational: Fraction
    radicand: int
    multiplicity: int

    def powers(self, number: int) -> list[tuple[Fraction, Fraction]]:
        """Return (a, b) with ``root**n = a + b sqrt(radicand)`` for n below ``number``."""
        a, b = Fraction(1), Fraction(0)
        result = []
        for _ in range(number):
            result.append((a, b))
            a, b = (
                a * self.rational + b * self.irrational * self.radicand,
                a * self.irrational + b * self.rational,
            )
        return result

    def columns(self, number: int) -> list[list[Fraction]]:
        """Return the rational sequences that ``n**p root**n`` and its conjugate span.

        With the weight ``u + v sqrt(D)`` and its conjugate on the conjugate root, the sum is
        ``n**p (2 u a + 2 v D b)``: so u and v are found by rational arithmetic alone.
        """
        powers = self.powers(number)
        result = []
        for exponent in range(self.multiplicity):
            scale = [Fraction(n**exponent) for n in range(number)]
            if not self.irrational:
                result.append([f * a for f, (a, _) in zip(scale, powers, strict=True)])
                continue
            result.append([2 * f * a for f, (a, _) in zip(scale, powers, strict=True)])
            result.append(
                [2 * f * self.radicand * b for f, (_, b) in zip(scale, powers, strict=True)]
            )
        return result

    def expression(self, weights: list[Fraction]) -> Any:
        """Return the sympy expression of the part with these weights, in the order of columns."""
        n = sympy.Symbol("n")
        surd = sympy.sqrt(self.radicand)
        total = sympy.Integer(0)
        width = 2 if self.irrational else 1
        for exponent in range(self.multiplicity):
            part = [_rational(w) for w in weights[width * exponent : width * (exponent + 1)]]
            for sign in (1, -1)[:width]:
                weight = part[0] + (sign * part[1] * surd if width == 2 else 0)
                root = _rational(self.rational) + sign * _rational(self.irrational) * surd
                total += weight * n**exponent * root**n
        return total


def fitted_form(terms: Sequence[int], recurrence: Sequence[Fraction]) -> tuple[Any, int] | None:
    """Return a sympy expression in ``n`` for the sequence, and the least n at which it holds.

    Returns None if the characteristic polynomial has an irreducible factor of degree above 2.

    Raises
    ------
    ArithmeticError
        If the form does not give back the terms; it would be a mistake here.

    Examples
    --------
    >>> fitted_form([1, 2, 4, 8, 16], [Fraction(2)])
    (2**n, 0)
    """
    found = _roots(recurrence)
    if found is None:
        return None
    roots, valid_from = found
    columns = [column for root in roots for column in root.columns(len(terms))]
    weights = _solved(columns, terms, valid_from)
    for place in range(valid_from, len(terms)):
        value = sum((w * c[place] for w, c in zip(weights, columns, strict=True)), Fraction(0))
        if value != terms[place]:
            raise ArithmeticError(f"the closed form fails at n = {place}")
    expression, used = sympy.Integer(0), 0
    for root in roots:
        width = len(root.columns(1))
        expression += root.expression(weights[used : used + width])
        used += width
    return expression, valid_from


def _roots(recurrence: Sequence[Fraction]) -> tuple[list[_Root], int] | None:
    """Return the roots of the characteristic polynomial, and the multiplicity of the root 0."""
    x, order = sympy.Symbol("x"), len(recurrence)
    polynomial = x**order - sum(
        _rational(a) * x ** (order - 1 - place) for place, a in enumerate(recurrence)
    )
    roots, zeros = [], 0
    for factor, multiplicity in sympy.factor_list(polynomial, x)[1]:
        degree = sympy.degree(factor, x)
        coefficients = [Fraction(int(c.p), int(c.q)) for c in sympy.Poly(factor, x).all_coeffs()]
        if degree > 2:
            return None
        if degree == 1 and not coefficients[1]:
            zeros = multiplicity
        elif degree == 1:
            root = -coefficients[1] / coefficients[0]
            roots.append(_Root(root, Fraction(0), 1, multiplicity))
        else:
            roots.append(_quadratic(coefficients, multiplicity))
    return roots, zeros


def _quadratic(coefficients: list[Fraction], multiplicity: int) -> _Root:
    a, b, c = coefficients
    discriminant = b * b - 4 * a * c
    # sqrt(p / q) = sqrt(p q) / q, and squares are taken out of the root.
    inside = discriminant.numerator * discriminant.denominator
    outside, square = 1, 2
    while square * square <= abs(inside) and square < 10**4:
        while inside % (square * square) == 0:
            inside //= square * square
            outside *= square
        square += 1
    half = Fraction(outside, discriminant.denominator) / (2 * a)
    return _Root(-b / (2 * a), half, inside, multiplicity)


def _solved(columns: list[list[Fraction]], terms: Sequence[int], valid_from: int) -> list[Fraction]:
    size = len(columns)
    if not size:
        return []
    places = range(valid_from, valid_from + size)
    matrix = flint.fmpq_mat(size, size, [_flint(c[place]) for place in places for c in columns])
    right = flint.fmpq_mat(size, 1, [_flint(Fraction(terms[place])) for place in places])
    solution = matrix.solve(right)
    return [Fraction(int(solution[i, 0].p), int(solution[i, 0].q)) for i in range(size)]


def _flint(value: Fraction) -> Any:
    return flint.fmpq(value.numerator, value.denominator)


def _rational(value: Fraction) -> Any:
    return sympy.Rational(value.numerator, value.denominator)
