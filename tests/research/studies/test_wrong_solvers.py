"""Solvers that are wrong in one place, such as a number held in too few bits, are told apart.

Each is wrong only far out, with some moduli, or with some lists of factors: an agreement that stays
with small numbers takes it for right.
"""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import Any

import pytest

from fast import binary_blackboard, divisor_nim, modular, silver_dollar, stone_game
from research.claims.agreement import failure_of
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
    ("divisor-nim", "nim sums of numbers of twos", divisor_nim._by_transform,  # even moduli only
     "spectrum) // size % modulus", "spectrum) // size % modulus & ~(1 - modulus % 2)"),
    ("divisor-nim", "nim sums of numbers of twos", divisor_nim._convolution_power,
     'f"{exponent:b}"', 'f"{min(exponent, 7):b}"'),
    ("silver-dollar", "the graph", modular._require_factors,
     "return tuple(primes)", "return tuple(primes[:3])"),
    ("silver-dollar", "the graph", modular.chinese_remainder,
     "zip(residues, primes, strict=True)", "list(zip(residues, primes))[:3]"),
    ("silver-dollar", "tables of carries", modular.binomial_modulo_prime,  # only two digits
     "result = 1\n", "upper, lower, result = upper % prime**2, lower % prime**2, 1\n"),
    ("silver-dollar", "the graph", silver_dollar.count,
     "polynomial_ring(reduced_by)", "polynomial_ring(reduced_by and (reduced_by % 2**64 or 1))"),
    ("stone-game", "the list found by marking", stone_game._keys,
     "packed(limit,", "packed(min(limit, 255),"),
    ("stone-game", "the graph", stone_game._table_limit,  # wrong at powers of two
     "min(1 << max(largest_pile - 1, 1).bit_length(), LARGEST_PILE)",
     "(1 << max(largest_pile - 1, 1).bit_length()) - 1"),
    ("stone-game", "the list found by marking", stone_game.answer.ungated,
     "value % reduced_by", "(value & 0xFFFF) % reduced_by"),
    ("stone-game", "the list found by marking", stone_game.answer.ungated,
     "kernel(limit,", 'kernel(min(limit, 150) if algorithm == "tables" and what == "count" '
     "else limit,"),
    ("binary-blackboard", "powers of a matrix", binary_blackboard._closed,
     "(1 << 2 * m) - 1", "(1 << (2 * m & 0x1FFF)) - 1"),
    ("binary-blackboard", "powers of a matrix", binary_blackboard._sum_of_layers,
     "range(exponent // 2)", "range(min(exponent // 2, 1 << 13))"),
    ("binary-blackboard", "powers of a matrix", binary_blackboard._closed,  # multiples of 3 only
     "else result % modulus", "else (result + (modulus % 3 == 0) * modulus // 3) % modulus"),
    ("binary-blackboard", "powers of a matrix", binary_blackboard._closed,
     "else result % modulus", "else result % modulus + (modulus.bit_length() > 64)"),
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
    module, name, changed = _changed(function, right, wrong)
    agreements = [
        a
        for a in load_study(study).agreements
        if a.truth == truth
        and isinstance(a.cases, Listed)
        and (a.plain.__name__ == "answer" or name != "answer")
    ]
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


@pytest.mark.parametrize("name", study_names())
def test_every_domain_is_compared_as_a_whole_or_drawn_beyond_what_is(name: str) -> None:
    whole, drawn = (
        {agreement.fast for agreement in load_study(name).agreements
         if isinstance(agreement.cases, kind)}
        for kind in (Listed, Drawn)
    )  # fmt: skip
    assert whole
    assert drawn <= whole
