"""Divisor nim's solver refuses what would take minutes: just there, with its limits lowered.

The limits are so high that a case below one takes seconds and one far above it hours. Lowered, they
lie among cases that the graph's values answer at once; on both sides of each the solver is compared
with what the limit says in words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from fast import divisor_nim as solver
from fast.errors import LimitError
from research.claims.finite import agree_on_all
from research.studies.divisor_nim.agreements import answer_by_nim_sums, study

LIMITS = (1, 2, 3, 4, 5, 8, 15, 16, 17, 64, 255, 256, 2047)
LONG = (1, 2, 7, 2**16, 2**31, 2**32 - 1, 2**32, 2**64 - 1, 2**64, 2**96, 2**128, 2**200)


def length(number: int) -> int:
    """The number of binary digits."""
    return len(f"{number:b}") if number else 0


def valuations(limit: int) -> int:
    """The number of valuations up to a limit, rounded up to a power of two."""
    size = 1
    while size < length(limit):
        size *= 2
    return size


def products(limit: int, heaps: int) -> int:
    """About how many products two convolutions for each digit of half the heaps take."""
    return valuations(limit) ** 2 * 2 * length(heaps // 2)


def is_written(limit: int, heaps: int, modulus: int | None) -> bool:
    """An exact number has at most 40 digits, that is 132 bits."""
    return modulus is not None or heaps * length(limit) <= 132


def takes_few_bit_steps(limit: int, heaps: int, modulus: int | None) -> bool:
    """An exact number takes at most 400 bits in all valuations together."""
    return modulus is not None or heaps * length(limit) ** 2 <= 400


def takes_few_products(limit: int, heaps: int, modulus: int | None) -> bool:  # noqa: ARG001
    """The direct sum takes at most 384 products."""
    return products(limit, heaps) <= 384


def takes_few_words(limit: int, heaps: int, modulus: int | None) -> bool:
    """The products take at most 1536 steps by words of 32 bits and one to spare."""
    bits = heaps * length(limit) if modulus is None else length(modulus)
    return products(limit, heaps) * (bits // 32 + 1) ** 2 <= 1536


def takes_short_powers(limit: int, heaps: int, modulus: int | None) -> bool:
    """The powers take at most 50 000 steps by bits."""
    if modulus is None:
        return True
    size = valuations(limit)
    return size * length(heaps) * length(modulus * size) ** 2 <= 50_000


def agree_about(
    constant: str, value: int, algorithm: str, allows: Callable[[int, int, int | None], bool]
) -> None:
    """Add the agreement on both sides of one limit, lowered to a value."""

    def answer_within(limit: int, heaps: int, modulus: int | None = None) -> int | None:
        if not allows(limit, heaps, modulus):
            return None
        return answer_always(limit, heaps, modulus)

    agree_on_all(
        study,
        solver.answer,
        answer_within,
        f"limits about powers of two to 2047 and up to 17 heaps with {constant} lowered to "
        f"{value}: answered up to it, refused above",
        lambda: [
            {"limit": limit, "heaps": heaps} | modulus
            for limit in LIMITS
            for heaps in range(1, 18)
            for modulus in ({}, *({"modulus": modulus} for modulus in LONG))
        ],
        fixed={"algorithm": algorithm},
        lowered={f"fast.divisor_nim.{constant}": value},
        refusal=LimitError,
        truth="nim sums of the graph",
        controls={"refuses nothing": answer_always},
    )


def answer_always(limit: int, heaps: int, modulus: int | None = None, algorithm: str = "") -> int:  # noqa: ARG001
    """A wrong twin: it answers on both sides of the limit."""
    wins = _wins(limit, heaps)
    return wins if modulus is None else wins % modulus


_wins = cache(answer_by_nim_sums)


agree_about("LARGEST_ANSWER_DIGITS", 40, "transform", is_written)
agree_about("LARGEST_EXACT_WORK", 400, "transform", takes_few_bit_steps)
agree_about("LARGEST_DIRECT_WORK", 384, "direct", takes_few_products)
agree_about("LARGEST_DIRECT_WORK_IN_WORDS", 1536, "direct", takes_few_words)
agree_about("LARGEST_MODULAR_WORK", 50_000, "transform", takes_short_powers)
