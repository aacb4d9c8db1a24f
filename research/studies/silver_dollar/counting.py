"""Configurations of the silver dollar game counted anew, without the solver's algebra.

- *Tables*: the tuples of gaps with each sum and each nim sum, gap after gap, by addition alone.
  This is the definition of the counts, done for all sizes up to a bound at once.
- *Binary digits*: the same count from the lowest digit up, with binomials of the standard
  library, at sizes that no table reaches. It shares the idea of carries with the first source's
  algorithm and no code: no polynomials, and the heap that must not be empty is a state of its own,
  where the solver takes a difference.

Configurations are counted for each rank of the silver dollar apart, from the heaps that the
criterion names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import comb

MOST = 48  # the largest sum of gaps in the tables


@dataclass(frozen=True)
class Counts:
    """A count of tuples of gaps, and what follows from it for configurations."""

    by: str
    gaps: Callable[..., int]

    def count(self, total: int, active: int, passive: int) -> int:
        """Tuples of gaps with this sum and nim sum 0 of the active ones."""
        return self.gaps(total, active, passive)

    def heaps_with_sum(self, heaps: int, total: int) -> int:
        """Tuples of heaps with this sum and nim sum 0."""
        return self.gaps(total, heaps, 0)

    def losing_at(self, n: int, m: int, rank: int) -> int:
        """Losing configurations of m coins on n squares with the silver dollar at a rank."""
        if rank == 0 or n < m:
            return 0
        heaps = (m + 1) // 2
        return self.gaps(n - m, heaps, m + 1 - heaps, longer=m % 2 == 1 and rank >= 2)

    def answer(self, squares: int, coins: int) -> int:
        """W(n, c)."""
        return winning(self, squares, coins + 1)


@cache
def winning(counts: Counts, n: int, m: int) -> int:
    """Winning configurations, rank by rank; all ranks from 2 on count alike."""
    of_rank = [counts.losing_at(n, m, rank) for rank in range(min(m, 3))]
    return m * comb(n, m) - sum(of_rank) - max(m - 3, 0) * of_rank[-1]


@cache
def by_nim_sum(active: int) -> list[list[int]]:
    """Number of tuples of so many gaps, by their sum up to the bound and their nim sum."""
    size = 1 << MOST.bit_length()
    counts = [[0] * size for _ in range(MOST + 1)]
    if active == 0:
        counts[0][0] = 1
        return counts
    for total, row in enumerate(by_nim_sum(active - 1)):
        for nim_sum, ways in enumerate(row):
            if ways:
                for gap in range(MOST + 1 - total):
                    counts[total + gap][nim_sum ^ gap] += ways
    return counts


@cache
def table(active: int, passive: int, longer: bool) -> list[int]:  # noqa: FBT001
    """Number of tuples with nim sum 0 by their sum; ``longer`` as below."""
    if passive:  # one more gap, which may be anything
        fewer = table(active, passive - 1, longer)
        return [sum(fewer[: total + 1]) for total in range(MOST + 1)]
    if not longer:
        return [row[0] for row in by_nim_sum(active)]
    others = by_nim_sum(active - 1)
    return [
        sum(others[total - gap][gap + 1] for gap in range(total + 1)) for total in range(MOST + 1)
    ]


def tabled(total: int, active: int, passive: int, *, longer: bool = False) -> int:
    """From the tables; with ``longer`` the first active gap counts for one more."""
    return table(active, passive, longer)[total]


def digit_by_digit(total: int, active: int, passive: int, *, longer: bool = False) -> int:
    """By binary digits; with ``longer`` the first active gap counts for one more.

    That gap, one more, is a heap of at least 1 in a sum of one more: a state says whether it has
    had a bit yet.
    """
    other = active - 1 if longer else active
    ways = [[0] * (active + passive + 1) for _ in (0, 1)]  # by the first heap's bit and the bits
    for bit in (0, 1) if longer else (0,):
        for even in range(bit, other + 1, 2):  # with the first heap's, an even number
            for more in range(passive + 1):
                ways[bit][even + bit + more] += comb(other, even) * comb(passive, more)

    @cache
    def fill(rest: int, had_a_bit: int) -> int:
        if rest == 0:
            return had_a_bit
        return sum(
            number * fill((rest - bits) // 2, had_a_bit | bit)
            for bit, numbers in enumerate(ways)
            for bits in range(rest % 2, min(rest + 1, len(numbers)), 2)
            if (number := numbers[bits])
        )

    # With nothing left and no bits set there is one way, which the recursion ends with.
    return fill(total + 1, 0) if longer else fill(total, 1)


by_tables = Counts("tables of sums and nim sums", tabled)
by_digits = Counts("binary digits", digit_by_digit)
