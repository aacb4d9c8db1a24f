"""Polynomials over the integers or modulo a number, from FLINT.

Definition
    A *ring* here is the function that makes a polynomial from its coefficients, constant first.

Main result
    The even part of (1 + z)^k, Σ C(k, x)·z^x over even x, which counts the ways to set an even
    number of k bits. It is ((1 + z)^k + (1 − z)^k)/2, but is taken here by dropping the odd
    coefficients, which needs no division and so works modulo every number.

Source
    EulerSolve, Project Euler 344, "Counting the Xor-Zero Gap Tuples".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Polynomial = Any  # fmpz_poly, nmod_poly or fmpz_mod_poly
Ring = Callable[[Iterable[int]], Polynomial]


def polynomial_ring(modulus: int | None) -> Ring:
    """Return the maker of polynomials modulo ``modulus``, or over the integers for None.

    >>> coefficients(polynomial_ring(None)([1, 1]) ** 3)
    [1, 3, 3, 1]
    >>> coefficients(polynomial_ring(3)([1, 1]) ** 3)
    [1, 0, 0, 1]
    """
    import flint

    if modulus is None:
        return lambda values: flint.fmpz_poly(list(values))
    if modulus.bit_length() <= 64:
        return lambda values: flint.nmod_poly([int(value) % modulus for value in values], modulus)
    context = flint.fmpz_mod_poly_ctx(flint.fmpz_mod_ctx(modulus))
    return lambda values: context([int(value) for value in values])


def coefficients(polynomial: Polynomial) -> list[int]:
    """Return the coefficients as Python integers, constant first; none for the zero polynomial.

    >>> coefficients(polynomial_ring(None)([4, 0, 1]))
    [4, 0, 1]
    """
    return [int(value) for value in polynomial.coeffs()]


def even_part_of_power(ring: Ring, exponent: int) -> Polynomial:
    """Return the even part of (1 + z)^exponent.

    >>> coefficients(even_part_of_power(polynomial_ring(None), 5))
    [1, 0, 10, 0, 5]
    """
    values = coefficients(ring([1, 1]) ** exponent)
    values[1::2] = [0] * len(values[1::2])
    return ring(values)
