"""Solvers that are wrong in one place, such as a number held in too few bits, are told apart.

Each is wrong only far out, with some moduli, or with some lists of factors: an agreement that stays
with small numbers takes it for right.
"""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import Any

import pytest

from fast import binary_blackboard, divisor_nim, modular, stone_game
from research.claims.agreement import failure_of
from research.claims.cases import Listed
from research.resolving.loading import load_study

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
    ("stone-game", "marking", stone_game.answer.ungated,
     "value % reduced_by", "(value & 0xFFFF) % reduced_by"),
    ("stone-game", "marking", stone_game.answer.ungated,
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
