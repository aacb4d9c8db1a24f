"""The silver dollar's solver refuses what would take minutes: just there, with its limits lowered.

Lowered, the limits lie among sizes that the tables answer at once; on both sides of each the solver
is compared with what the limit says in words. An answer counts configurations of m coins on n
squares and up to three times gaps: m + 1 of them, or one fewer, with a sum of n - m or one more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fast import silver_dollar as solver
from fast.errors import LimitError
from research.claims.finite import agree_on_all
from research.claims.study import Study
from research.studies.silver_dollar.agreements import tabled_answer
from research.studies.silver_dollar.cases import larger_sizes
from research.studies.silver_dollar.enumerating import MOST

PRIMES = (2, 2**61 - 1, 2**64 - 59, 2**64 + 13, 2**127 - 1, 2**89 - 1, 2**255 - 19)
EXACT, MODULAR, SUMMATION, TOTAL = 40, 100, 500, 20


def length(number: int) -> int:
    """The number of binary digits, of which 0 has one."""
    return len(f"{number:b}")


def words(bits: int) -> int:
    """How many words of 64 bits, at least 1."""
    return max((bits + 63) // 64, 1)


def counts(n: int, m: int) -> list[tuple[int, int]]:
    """The gaps and sums that are counted for so many coins on so many squares."""
    if m == 1 or m > n:
        return []
    return [(m + 1, n - m)] + ([(m + 1, n - m + 1), (m, n - m + 1)] if m % 2 else [])


def is_written(n: int, m: int, modulus: int | None) -> bool:
    """Coins and gaps times the digits of length and sum are at most 40 for an exact number."""
    sizes = [(m, n), *counts(n, m)] if m <= n else []
    return modulus is not None or all(gaps * length(total) <= EXACT for gaps, total in sizes)


def takes_few_words(n: int, m: int, modulus: int | None) -> bool:
    """The same is at most 100, each word of a modulus of more than one counting fourfold."""
    long = 1 if modulus is None or length(modulus) <= 64 else 4 * words(length(modulus))
    sizes = [(m, n), *counts(n, m)] if m <= n else []
    return all(gaps * length(total) * long <= MODULAR for gaps, total in sizes)


def takes_few_steps(n: int, m: int, modulus: int | None) -> bool:
    """A sum and one more times the gaps and one more, in words, is at most 500 for the sum."""
    return all(
        (total + 1)
        * (gaps + 1)
        * words(gaps * total.bit_length() if modulus is None else length(modulus))
        <= SUMMATION
        for gaps, total in counts(n, m)
    )


def has_small_sums(n: int, m: int, modulus: int | None) -> bool:  # noqa: ARG001
    """No sum that is counted is above 20."""
    return all(total <= TOTAL for _, total in counts(n, m))


def answer_always(squares: int, coins: int, modulus: int | None = None, **_: Any) -> int:
    """A wrong twin: it answers on both sides of the limit."""
    return tabled_answer(squares, coins, modulus)


def agree_about(
    study: Study,
    constant: str,
    value: int,
    algorithm: str,
    allows: Callable[[int, int, int | None], bool],
) -> None:
    """Add the agreement on both sides of one limit, lowered to a value."""

    def answer_within(squares: int, coins: int, modulus: int | None = None) -> int | None:
        if not allows(squares, coins + 1, modulus):
            return None
        return tabled_answer(squares, coins, modulus)

    agree_on_all(
        study,
        solver.answer,
        answer_within,
        f"n ≤ {MOST}, c ≤ 15, exact and modulo primes of one to four words, with {constant} "
        f"lowered to {value}: answered up to it, refused above",
        lambda: [
            size | modulus
            for size in larger_sizes()
            for modulus in ({}, *({"modulus": prime} for prime in PRIMES))
        ],
        fixed={"algorithm": algorithm},
        lowered={f"fast.silver_dollar.{constant}": value},
        refusal=LimitError,
        truth="tables of sums and nim sums",
        controls={"refuses nothing": answer_always},
    )


def add_agreements(study: Study) -> None:
    """Add the agreements on both sides of each limit."""
    agree_about(study, "LARGEST_EXACT_SIZE", EXACT, "carry", is_written)
    agree_about(study, "LARGEST_MODULAR_SIZE", MODULAR, "carry", takes_few_words)
    agree_about(study, "LARGEST_SUMMATION", SUMMATION, "summation", takes_few_steps)
    agree_about(study, "LARGEST_TOTAL_OF_SUMMATION", TOTAL, "summation", has_small_sums)
