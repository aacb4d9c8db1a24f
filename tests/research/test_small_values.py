"""Lines of a derivation hold at the smallest values too, where rules of algebra fail."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
import sympy
from sympy import Mod, Rational, Sum

from research.checks.algebra import left_open
from research.checks.derivations import Lines, derive
from research.checks.evidence import ClaimError, Level

N, K = sympy.symbols("n k", integer=True, nonnegative=True)
M = sympy.Symbol("m", integer=True)


def written(write: Callable[[Lines], None]) -> Any:
    """The evidence of a derivation of one line."""
    return derive("sympy", lambda _, lines: write(lines), None)


def same(left: Any, right: Any) -> Any:
    return written(lambda lines: lines.same("t", left, right))


def induction(formula: Any, following: Any, index: Any = N, first: Any = 0, start: int = 0) -> Any:
    return written(
        lambda lines: lines.induction(
            "t", formula, index, first=first, following=following, name=str, start=start
        )
    )


def alternating(end: Any) -> Any:
    """The alternating sum of the binomials of ``end``: 0, but 1 where that is 0."""
    return sympy.Sum((-1) ** K * sympy.binomial(end, K), (K, 0, end))


@pytest.mark.parametrize(
    ("left", "right", "counterexample"),
    [  # each of these simplifies to 0 = 0
        (alternating(N), 0, "n=0: found 1, believed 0"),
        (N + 1, (N**2 - 1) / (N - 1), "n=1: found 2, believed no value"),
        (sympy.binomial(M, N), sympy.binomial(M, M - N), "m=-1, n=0: found 1, believed 0"),
    ],
)
def test_an_identity_that_fails_at_a_small_value_is_refuted_there(
    left: Any, right: Any, counterexample: str
) -> None:
    evidence = same(left, right)
    assert evidence.level == Level.REFUTED
    assert str(evidence.counterexample) == counterexample
    assert evidence.counterexample.least


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (sympy.Sum(0**K, (K, 0, N)), 1),
        (sympy.Sum(sympy.Sum(1, (K, 1, M)), (M, 1, N)), N * (N + 1) / 2),
    ],
)
def test_an_identity_that_holds_everywhere_is_proved(left: Any, right: Any) -> None:
    assert same(left, right).level == Level.PROVED


def test_a_line_of_which_no_value_can_be_tried_is_not_verified() -> None:
    evidence = same(sympy.Sum(1, (K, 1, N + 10**6)), N + 10**6)
    assert evidence.level == Level.UNTESTED
    assert "none of the small values could be worked out" in evidence.method


@pytest.mark.parametrize(
    ("assumed", "start", "missing"),
    [({"positive": True}, 0, 0), ({"nonnegative": True}, -1, -1), ({"odd": True}, 1, 2)],
)
def test_an_induction_needs_a_symbol_for_every_index(
    assumed: dict[str, bool], start: int, missing: int
) -> None:
    index = sympy.Symbol("n", integer=True, **assumed)
    with pytest.raises(ClaimError, match=f"leaves out {missing}, so the step is not verified"):
        # 0 does not stay 0: the recurrence adds 1 at index 0
        induction(index - index, lambda t: t + sympy.KroneckerDelta(index, 0), index, start=start)


@pytest.mark.parametrize(
    ("start", "level", "counterexample"),
    [(1, Level.PROVED, "None"), (0, Level.REFUTED, "n=0: found 1, believed no value")],
)
def test_a_step_must_hold_from_the_start_on(start: int, level: Level, counterexample: str) -> None:
    added = (N**2 + N) / N
    evidence = induction(N * (N + 1) / 2, lambda t: t + added, first=start, start=start)
    assert (evidence.level, str(evidence.counterexample)) == (level, counterexample)


def test_a_recurrence_of_second_order_needs_two_first_terms() -> None:
    def jacobsthal(believed: Any, first: Any) -> Any:
        return induction(believed, lambda t: t + 2 * t.subs(N, N - 1), first=first)

    right = (2**N - (-1) ** N) / sympy.Integer(3)
    for believed in (right, 2 * right):
        evidence = jacobsthal(believed, 0)
        assert evidence.level == Level.UNTESTED
        assert "uses the term at n - 1: it needs 2 first terms, and 1 is given" in evidence.method
    assert jacobsthal(2 * right, (0, 1)).level == Level.REFUTED
    assert jacobsthal(right, (0, 1)).level == Level.PROVED


@pytest.mark.parametrize(
    ("following", "why"),
    [
        (lambda term: 2 * term.subs(N, N + 1) - 2, "uses the term at n + 1"),
        (lambda _: 2**N * 2, "does not use the term before"),
    ],
)
def test_a_step_from_terms_that_were_not_shown_is_none(following: Any, why: str) -> None:
    evidence = induction(2**N, following, first=1)
    assert evidence.level == Level.UNTESTED
    assert why in evidence.method


ROOT = sympy.floor(sympy.sqrt(N))


@pytest.mark.parametrize(
    ("left", "right", "open_"),
    [
        ((4**N - 4**100) / (2**N - 2**100), 2**N + 2**100, r"2\*\*n - \d+ is not 0"),
        (sympy.Sum(1, (K, 0, 40 - ROOT)), 41 - ROOT, "the length of a range, is not negative"),
        (sympy.Sum(sympy.Sum(1, (K, M, 300)), (M, 0, N)), (N + 1) * (602 - N) / 2, "301 - m"),
        (sympy.factorial(N), sympy.gamma(N + 1), "gamma has"),
        (sympy.binomial(M - 20, 2), (M - 20) * (M - 21) / 2, "m - 20 is not negative"),
        (alternating(sympy.Abs(2**N - 2**50)), 0, "has no special cases"),
    ],
)
def test_what_sympy_takes_for_granted_and_nothing_shows_is_not_proved(
    left: Any, right: Any, open_: str
) -> None:
    assert re.search(open_, left_open(left, right))
    assert same(left, right).level < Level.PROVED


def test_a_line_without_a_value_on_either_side_is_neither_proved_nor_refuted() -> None:
    twice = sympy.Add(1 / (N - 2), 2 / (N - 2), evaluate=False)
    evidence = same(twice, 3 / (N - 2))
    assert evidence.level == Level.UNTESTED
    assert "no side has a value at n=2" in evidence.method


J = sympy.Symbol("j", integer=True)
L = sympy.Symbol("l", integer=True, nonnegative=True)
INDEX = sympy.Symbol("k")

OPEN = {
    "an end that is no integer somewhere": Sum(1, (K, 0, N * (N + 1) * (N + 2) / 12)),
    "a modulus": Mod(2 * N, N - 400),
    "a root": 1 / (L * N - L - 20),
    "an index up to its last value": Sum(1 / (N - K - 20), (K, 0, N)),
    "a power with a negative exponent": 1 / (2**J - Rational(1, 2)),
}
SHOWN = {
    "an inner range from an outer index": Sum(Sum(1 / (K - L + 1), (K, L, N)), (L, 0, N)),
    "an end from an outer index": Sum(Sum(1, (L, 1, INDEX * (INDEX + 1))), (INDEX, 1, N)),
}


@pytest.mark.parametrize("side", OPEN.values(), ids=OPEN)
def test_what_may_have_no_value_somewhere_is_said(side: Any) -> None:
    assert left_open(side)
    assert left_open(N, side)


@pytest.mark.parametrize("side", SHOWN.values(), ids=SHOWN)
def test_what_has_a_value_everywhere_is_left_alone(side: Any) -> None:
    assert left_open(side) == ""
