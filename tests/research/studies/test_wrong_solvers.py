"""Solvers that are wrong in one place, such as a number held in too few bits, are told apart.

Each is wrong only far out, with some moduli, or with some lists of factors: an agreement that stays
with small numbers takes it for right.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from operator import gt, lt, mod
from typing import Any

import pytest

from fast import binary_blackboard, divisor_nim, modular, silver_dollar, stone_game
from fast.errors import ModulusError
from research.claims.agreement import failure_of
from research.claims.cases import Drawn, Listed
from research.resolving.loading import load_study, study_names

Solver = Callable[..., Any]
Asked = dict[str, Any]
Change = Callable[[Asked], Asked]
ANSWERS: dict[str, Solver] = {
    "divisor-nim": divisor_nim.answer.ungated,
    "silver-dollar": silver_dollar.answer.ungated,
    "stone-game": stone_game.answer.ungated,
    "binary-blackboard": binary_blackboard.answer.ungated,
}


def twin(solver: Solver, asking: Change = dict, giving: Any = lambda value, _: value) -> Solver:
    """The solver, asked with other arguments, or giving another value."""
    return lambda **asked: giving(solver(**asking(asked)), asked.get("modulus"))


def held(name: str, bits: int, where: Callable[[Asked], object] = bool) -> Change:
    """An argument, counted from 1, that is held in so many bits, where something is so."""
    return lambda a: a | {name: (a.get(name, 3) - 1) % 2**bits + 1} if where(a) else a


def at_most(name: str, most: int, **where: str) -> Change:
    return lambda a: a | {name: min(a.get(name, 3), most)} if where.items() <= a.items() else a


def three_factors(asked: Asked) -> Asked:
    few = sorted(asked.get("factors") or ())[:3]
    return asked | {"modulus": math.prod(few), "factors": few} if len(few) > 2 else asked


def modulo(is_so: Callable[[int], object], change: Callable[[int, int], int]) -> Any:
    """Another value where a modulus is given of which something is so."""
    return lambda value, m: value if m is None or not is_so(m) else change(value, m)


def largest_is_no_power_of_two(position: Any) -> bool:
    largest = max(position)
    return stone_game.criterion(position) and (largest < 2 or largest & (largest - 1) != 0)


def forgiving(solver: Solver, refuses: Callable[[int, int], object]) -> Solver:
    """The solver, which refuses factors of another product than the modulus by a wrong test."""

    def answer(**asked: Any) -> Any:
        try:
            return solver(**asked)
        except ModulusError as error:
            product = math.prod(asked["factors"]) if "their product" in str(error) else 0
            if not product or refuses(product, asked["modulus"]):
                raise
            return solver(**asked | {"modulus": product})

    return answer


NIM, COINS, STONES, BOARD = ANSWERS.values()
SUMS = ("divisor-nim", "nim sums of numbers of twos")
MARKED = ("stone-game", "the list found by marking")
MATRIX = ("binary-blackboard", "powers of a matrix")
# The study, what some case is compared with, what is wrong, and the wrong solver.
WRONG: list[tuple[str, str, str, Solver]] = [
    (*SUMS, "heaps in 6 bits", twin(NIM, held("heaps", 6))),
    (*SUMS, "heaps in 16 bits", twin(NIM, held("heaps", 16))),
    (*SUMS, "exact heaps in 8 bits", twin(NIM, held("heaps", 8, lambda a: "modulus" not in a))),
    (*SUMS, "limits of 256 bits", twin(NIM, at_most("limit", 2**256))),
    (*SUMS, "even moduli", twin(NIM, giving=modulo(lambda m: m % 2 == 0, lambda v, _: v & ~1))),
    (*SUMS, "7 heaps", twin(NIM, at_most("heaps", 7, algorithm="direct"))),
    ("silver-dollar", "the graph", "three factors", twin(COINS, three_factors)),
    ("silver-dollar", "the graph", "moduli in 64 bits",
     twin(COINS, held("modulus", 64, lambda a: a.get("modulus")))),
    (*MARKED, "piles in 8 bits", twin(stone_game.p_positions.ungated, at_most("limit", 255))),
    ("stone-game", "the graph", "powers of two", largest_is_no_power_of_two),
    (*MARKED, "sums in 16 bits", twin(STONES, giving=modulo(bool, lambda v, m: (v & 0xFFFF) % m))),
    (*MARKED, "counts", twin(STONES, at_most("limit", 150, algorithm="tables", what="count"))),
    (*MATRIX, "exponents in 13 bits", twin(BOARD, held("exponent", 13))),
    (*MATRIX, "16384 layers", twin(BOARD, at_most("exponent", 1 << 14, algorithm="layers"))),
    (*MATRIX, "multiples of 3",
     twin(BOARD, giving=modulo(lambda m: m % 3 == 0, lambda v, m: (v + m // 3) % m))),
    (*MATRIX, "long moduli", twin(BOARD, giving=modulo(lambda m: m >= 2**64, lambda v, _: v + 1))),
    *((study, "refusals", f"factors, {what}", forgiving(answer, refuses))
      for study, answer in ANSWERS.items()
      for what, refuses in (("too small", gt), ("too large", lt), ("a multiple", mod),
                            ("a divisor", lambda product, modulus: modulus % product))),
]  # fmt: skip


def is_noticed(study: str, truth: str, solver: str, wrong: Solver | None = None) -> bool:
    """Whether a listed agreement fails in some case, though not in all."""
    for each in load_study(study).agreements[::-1]:
        if (each.truth, each.plain.__name__) == (truth, solver) and isinstance(each.cases, Listed):
            fails, cases = partial(failure_of, each, wrong or each.plain), list(each.cases.cases())
            if any(map(fails, cases)) and not all(map(fails, cases)):
                return True
    return False


@pytest.mark.parametrize(
    ("study", "truth", "what", "wrong"), WRONG, ids=[f"{each[0]}-{each[2]}" for each in WRONG]
)
def test_a_solver_that_is_wrong_in_one_place_fails_an_agreement(
    study: str, truth: str, what: str, wrong: Solver
) -> None:
    others = {"piles in 8 bits": "p_positions", "powers of two": "criterion"}
    assert is_noticed(study, truth, others.get(what, "answer"), wrong)


def test_binomials_by_two_digits_alone_fail_an_agreement(monkeypatch: pytest.MonkeyPatch) -> None:
    right = modular.binomial_modulo_prime
    monkeypatch.setattr(
        modular, "binomial_modulo_prime", lambda n, k, p: right(n % p**2, k % p**2, p)
    )
    assert is_noticed("silver-dollar", "tables of carries", "answer")


@pytest.mark.parametrize("name", study_names())
def test_every_domain_is_compared_as_a_whole_or_drawn_beyond_what_is(name: str) -> None:
    whole, drawn = (
        {agreement.fast for agreement in load_study(name).agreements
         if isinstance(agreement.cases, kind)}
        for kind in (Listed, Drawn)
    )  # fmt: skip
    assert whole
    assert drawn <= whole
