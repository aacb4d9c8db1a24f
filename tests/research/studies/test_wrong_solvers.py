"""Solvers that are wrong in one place, such as a number held in too few bits, are told apart.

Each is wrong only far out, with some moduli, or with some lists of factors: an agreement that stays
with small numbers takes it for right.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from fast import (
    binary_blackboard,
    divisor_nim,
    modular,
    polynomials,
    silver_dollar,
    stone_game,
    stone_kernels,
)
from research.checks.evidence import Settings
from research.claims.agreement import compare, failure_of
from research.claims.cases import Drawn, Listed
from research.resolving.loading import load_study, study_names

# The study, what some case is compared with, where, what it says, what a wrong one says.
WRONG = [
    ("divisor-nim", "nim sums of numbers of twos", divisor_nim._by_transform,
     "fmpz(value) ** heaps", "fmpz(value) ** (heaps % 64)"),
    ("divisor-nim", "nim sums of numbers of twos", divisor_nim._by_transform,
     "fmpz(value) ** heaps", "fmpz(value) ** (heaps & 0xFFFF)"),
    ("divisor-nim", "nim sums of numbers of twos", divisor_nim.answer.ungated,
     "limit**heaps - losing", "limit**(heaps & 0xFF) - losing"),
    ("divisor-nim", "nim sums of numbers of twos", divisor_nim._by_transform,
     "range(size.bit_length() - 1)", "range(min(size, 256).bit_length() - 1)"),
    ("divisor-nim", "nim sums of numbers of twos", divisor_nim._by_transform,
     "heaps, modulus * size", "heaps, modulus * 256"),
    ("silver-dollar", "the graph", modular._require_factors,
     "return tuple(primes)", "return tuple(primes[:3])"),
    ("silver-dollar", "the graph", modular.chinese_remainder,
     "zip(residues, primes, strict=True)", "list(zip(residues, primes))[:3]"),
    ("stone-game", "the list found by marking", stone_game.answer.ungated,
     "value % reduced_by", "(value & 0xFFFF) % reduced_by"),
    ("stone-game", "the list found by marking", stone_game.answer.ungated,
     "kernel(limit,", 'kernel(min(limit, 150) if algorithm == "tables" and what == "count" '
     "else limit,"),
    ("binary-blackboard", "powers of a matrix", binary_blackboard._closed,
     "(1 << 2 * m) - 1", "(1 << (2 * m & 0x1FFF)) - 1"),
    ("binary-blackboard", "powers of a matrix", binary_blackboard._sum_of_layers,
     "range(exponent // 2)", "range(min(exponent // 2, 1 << 13))"),
    *(
        (study, "refusals", modular._require_factors, "math.prod(primes) != modulus", wrong)
        for study in ("divisor-nim", "silver-dollar", "stone-game", "binary-blackboard")
        for wrong in ("math.prod(primes) > modulus", "math.prod(primes) < modulus",
                      "modulus % math.prod(primes)", "math.prod(primes) % modulus")
    ),
]  # fmt: skip


@pytest.mark.parametrize("planted", WRONG, ids=lambda planted: f"{planted[0]}-{planted[-1]}")
def test_a_solver_that_is_wrong_in_one_place_fails_an_agreement(
    planted: tuple[str, str, object, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    study, truth, function, right, wrong = planted
    agreements = [
        a
        for a in load_study(study).agreements
        if a.plain.__name__ == "answer" and a.truth == truth and isinstance(a.cases, Listed)
    ]
    module, name, changed = _changed(function, right, wrong)
    if name != "answer":
        monkeypatch.setattr(module, name, changed)
    assert any(
        failure_of(agreement, changed if name == "answer" else agreement.plain, case)
        for agreement in reversed(agreements)
        for case in agreement.cases.cases()  # type: ignore[union-attr]
    )


def _changed(function: object, right: str, wrong: str) -> tuple[ModuleType, str, Any]:
    """Return the module and the name of a function, and the same with one place changed."""
    module = inspect.getmodule(function)
    assert module is not None
    source = inspect.getsource(function)  # type: ignore[arg-type]
    assert source.count(right) == 1
    lines = source.replace(right, wrong).splitlines(keepends=True)
    start = next(number for number, line in enumerate(lines) if line.startswith("def "))
    space = dict(vars(module))
    exec("from __future__ import annotations\n" + "".join(lines[start:]), space)
    name = function.__name__  # type: ignore[attr-defined]
    return module, name, space[name]


def halved(right: Any, counts: list[int], heaps: int, modulus: int | None) -> int:
    """The mean of powers modulo an even number, halved where that cannot be."""
    exact: int = right(counts, heaps, None)
    if modulus is None:
        return exact
    return exact % modulus if modulus % 2 else exact % modulus // 2 * 2


def thirds(right: Any, exponent: int, modulus: int | None) -> int:
    """The closed form divided by 6 modulo the modulus itself, which fails for multiples of 3."""
    found: int = right(exponent, modulus)
    return found if modulus is None or modulus % 3 else (found + modulus // 3) % modulus


# The study, where, and what is wrong in place of the right function, which it is given.
PATCHED: list[tuple[str, ModuleType, str, Callable[..., Any]]] = [
    ("stone-game", stone_kernels, "packed", lambda right, n, keys: right(min(n, 255), keys)),
    ("stone-game", stone_game, "_table_limit",  # one too small where the pile is a power of two
     lambda _, largest: (1 << max(largest - 1, 1).bit_length()) - 1),
    ("divisor-nim", divisor_nim, "_by_transform", halved),
    ("divisor-nim", divisor_nim, "_convolution_power",
     lambda right, counts, exponent, modulus: right(counts, min(exponent, 7), modulus)),
    ("binary-blackboard", binary_blackboard, "_closed", thirds),
    ("binary-blackboard", binary_blackboard, "_closed",
     lambda right, n, m: right(n, m) + (m is not None and m.bit_length() > 64)),
    ("silver-dollar", modular, "binomial_modulo_prime",  # Lucas' theorem with two digits only
     lambda right, upper, lower, p: right(upper % p**2, lower % p**2, p)),
    ("silver-dollar", silver_dollar, "polynomial_ring",
     lambda _, modulus: polynomials.polynomial_ring(
         modulus if modulus is None else modulus % 2**64 or 1)),
]  # fmt: skip


@pytest.mark.expensive
@pytest.mark.parametrize("patched", PATCHED, ids=lambda patched: patched[2])
def test_a_solver_wrong_on_one_path_is_caught(
    patched: tuple[str, ModuleType, str, Callable[..., Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, module, attribute, wrong = patched
    monkeypatch.setattr(module, attribute, functools.partial(wrong, getattr(module, attribute)))
    stone_game._keys.cache_clear()
    try:
        agreements = load_study(name).agreements
        assert any(compare(agreement, Settings()).disagreement for agreement in agreements)
    finally:
        stone_game._keys.cache_clear()


@pytest.mark.parametrize("name", study_names())
def test_every_domain_is_compared_as_a_whole_or_drawn_beyond_what_is(name: str) -> None:
    whole, drawn = (
        {agreement.fast for agreement in load_study(name).agreements
         if isinstance(agreement.cases, kind)}
        for kind in (Listed, Drawn)
    )  # fmt: skip
    assert whole
    assert drawn <= whole
