"""Only lines that could have failed prove; only controls that are refuted are caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from oracles.vectors import nim
from research.checks.evidence import Level, Settings
from research.claims.study import Study
from research.reporting.derived import derivations
from research.verdicts.checking import check_claim, check_study

SETTINGS = Settings(examples=20, seed=0)


def study() -> Study:
    """A study of nim, without claims."""
    return Study("words", nim(2), source="a test")


def derived(write: Callable[[Any], None], believed: Any = None, **controls: Any) -> Any:
    """The one piece of evidence of a derivation."""
    claim = study().claim("derived", "", believed=believed, controls=controls)
    claim.derive("sympy", lambda believed, lines: write(lines))
    return check_claim(claim, SETTINGS).evidence[0]


def symbol(name: str = "n") -> Any:
    """A natural number."""
    import sympy

    return sympy.Symbol(name, integer=True, nonnegative=True)


def binomial(lines: Any) -> None:
    """A true identity."""
    n = symbol()
    lines.same("square", (n + 1) ** 2, n**2 + 2 * n + 1)


def test_an_argument_proves_nothing() -> None:
    def write(lines: Any) -> None:
        binomial(lines)
        lines.argue("so it is true")

    evidence = derived(write)
    assert (evidence.level, evidence.cases) == (Level.UNTESTED, 1)
    assert "rests on 1 unverified argument" in evidence.method
    assert derived(lambda lines: lines.define("let", "a = b")).level == Level.UNTESTED


def test_the_report_shows_what_was_verified_and_what_was_not() -> None:
    in_study = study()

    def write(_: Any, lines: Any) -> None:
        lines.define("let", "m = n + 1")
        binomial(lines)
        lines.argue("so it is true")

    in_study.claim("derived", "", believed=None, controls={}).derive("sympy", write)
    report = derivations(check_study(in_study, SETTINGS))
    assert "1 line verified by sympy, 1 definition, 1 argument that nothing verifies" in report
    assert "*Argument, not verified.* so it is true." in report
    assert "*Definition.* let:" in report


@pytest.mark.parametrize(
    ("write", "why"),
    [
        (lambda lines: lines.same("x", symbol(), symbol()), "same object"),
        (lambda lines: lines.same("x", symbol() + 1 - 1, symbol()), "same object"),
        (lambda lines: lines.same("x", 3, 3), "same object"),
        (lambda lines: lines.has("x", symbol(), "integer"), "it is assumed"),
        (lambda lines: lines.decided("x", "Ax,y (x < y) => (x = x)"), "a term with itself"),
        (lambda lines: lines.checked("x", [], bool), "there is no case"),
    ],
)
def test_a_step_that_cannot_fail_is_no_step(write: Callable[[Any], None], why: str) -> None:
    evidence = derived(write)
    assert evidence.level == Level.UNTESTED
    assert why in evidence.method


@pytest.mark.parametrize(
    ("write", "counterexample"),
    [
        (lambda lines: lines.has("x", symbol() ** 2 + 1, "odd"), "n=1: found 2, believed odd"),
        (lambda lines: lines.decided("x", "Ax,y (x < y) => (2*x < y)"), "x=1, y=2"),
        (lambda lines: lines.checked("x", range(5), lambda n: n < 3), "3"),
        (lambda lines: lines.same("x", symbol() ** 2, symbol()), "n=2: found 4, believed 2"),
    ],
)
def test_a_false_line_refutes_with_a_case(
    write: Callable[[Any], None], counterexample: str
) -> None:
    evidence = derived(write)
    assert evidence.level == Level.REFUTED
    assert str(evidence.counterexample) == counterexample


@pytest.mark.parametrize("form", ["a product", "a sum", "a recurrence"])
def test_what_differs_beyond_the_digits_of_floating_point_is_refuted(form: str) -> None:
    import sympy

    n, k, factor = symbol(), symbol("k"), 10**17 + 1

    def write(lines: Any) -> None:
        if form == "a product":
            lines.same("distribute", factor * n, 1e17 * n)
        elif form == "a sum":
            lines.same("add", sympy.Sum(factor, (k, 1, n)), 1e17 * n)
        else:
            following = {"first": 0, "following": lambda term: term + factor}
            lines.induction("a", 1e17 * n, n, name=str, **following)

    assert derived(write).level == Level.REFUTED


def test_lists_of_cases_alone_prove_nothing_beyond_them() -> None:
    evidence = derived(lambda lines: lines.checked("x", range(5), lambda n: n < 5))
    assert (evidence.level, evidence.domain) == (Level.TESTED, "every case tried: 5 cases")
