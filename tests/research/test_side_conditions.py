"""What sympy takes for granted is shown of all values, or said not to be."""

from __future__ import annotations

from typing import Any

import pytest
import sympy
from sympy import Abs, Mod, Rational, Sum, expand, log, symbols

from research.checks.side_conditions import left_open

N, K, M = symbols("n k m", integer=True, nonnegative=True)
J = sympy.Symbol("j", integer=True)
Z, INDEX = symbols("z k")
AWAY = expand((N - 20) ** 2 + (M - 15) ** 2)
POLE = (N**20 - 20**20) / (N**10 - 20**10)

OPEN = {
    "an end that is no integer somewhere": Sum(1, (K, 0, N * (N + 1) * (N + 2) / 12)),
    "an end of a range": Sum(1, (K, POLE, POLE + M)),
    "a power of an unknown sign": (N - 400) ** J,
    "a modulus": Mod(2 * N, N - 400),
    "a logarithm": log(Abs(2**N - 2**50)),
    "an index is no indeterminate": Sum((INDEX**2 - 9) / (INDEX - 3), (INDEX, 0, N)),
    "a root": 1 / (M * N - M - 20),
    "an index up to its last value": Sum(1 / (N - K - 20), (K, 0, N)),
    "a power of a negative number": 1 / ((-1) ** N + 1),
    "a power with a negative exponent": 1 / (2**J - Rational(1, 2)),
    "the terms of a sum": Sum(1 / AWAY, (K, 0, 3)),
}
SHOWN = {
    "an indeterminate": 1 / (Z - 2),
    "an inner range from an outer index": Sum(Sum(1 / (K - M + 1), (K, M, N)), (M, 0, N)),
    "an end that is an integer everywhere": Sum(1, (K, 1, N * (N + 1) * (2 * N + 1) / 6)),
    "an end from an outer index": Sum(Sum(1, (M, 1, INDEX * (INDEX + 1) / 2)), (INDEX, 1, N)),
    "a range without a beginning": Sum(Rational(1, 2) ** -INDEX, (INDEX, -sympy.oo, 0)),
    "numbers with a name": sympy.catalan(N) + sympy.harmonic(N),
}


@pytest.mark.parametrize("side", OPEN.values(), ids=OPEN)
def test_what_may_have_no_value_somewhere_is_said(side: Any) -> None:
    assert left_open(side)
    assert left_open(N, side)


@pytest.mark.parametrize("side", SHOWN.values(), ids=SHOWN)
def test_what_has_a_value_everywhere_is_left_alone(side: Any) -> None:
    assert left_open(side) == ""


def test_a_sum_with_special_cases_is_left_to_induction() -> None:
    words = left_open(Sum(sympy.binomial(N, K), (K, 0, N)))
    assert words.endswith("has no special cases: verify it by induction")
