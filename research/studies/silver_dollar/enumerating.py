"""Losing configurations of the silver dollar game counted anew, without the solver's algebra.

- *Tables*: the tuples of gaps with each sum and each nim sum, gap after gap, by addition alone.
  This is the definition of the counts, done for all sizes up to a bound at once.
- *Digits*: the same count by its binary digits from the lowest up, with binomials of the standard
  library, at sizes that no table reaches. It shares the idea of carries with the first source's
  algorithm and no code: no polynomials, and the heap that must not be empty is a state of its own,
  where the solver takes a difference.

Configurations are counted for each rank of the silver dollar apart, from the heaps that the
criterion names.
"""

from __future__ import annotations

from functools import cache
from math import comb

MOST = 48  # the largest sum of gaps in the tables


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


def with_passive(counts: list[int], passive: int) -> list[int]:
    """Numbers by the sum of the gaps, after so many more gaps that may be anything."""
    for _ in range(passive):
        sums, total = [], 0
        for ways in counts:
            total += ways
            sums.append(total)
        counts = sums
    return counts


@cache
def _with_nim_sum_zero(active: int, passive: int) -> list[int]:
    return with_passive([row[0] for row in by_nim_sum(active)], passive)


@cache
def _with_first_heap_longer(active: int, passive: int) -> list[int]:
    """Numbers by sum, where the nim sum is 0 when the first active gap counts for one more."""
    others = by_nim_sum(active - 1)
    counts = [
        sum(others[total - gap][gap + 1] for gap in range(total + 1)) for total in range(MOST + 1)
    ]
    return with_passive(counts, passive)


def tabled_count(total: int, active: int, passive: int) -> int:
    """Number of tuples of gaps with this sum and nim sum 0 of the active ones, from the tables."""
    return _with_nim_sum_zero(active, passive)[total]


def count_by_digits(total: int, active: int, passive: int, *, first: bool = False) -> int:
    """The same by binary digits; with ``first`` the first active gap counts for one more.

    That gap, one more, is a heap of at least 1 in a sum of one more: a state says whether it has
    had a bit yet.
    """
    other = active - 1 if first else active
    ways = [[0] * (active + passive + 1) for _ in (0, 1)]  # by the first heap's bit and the bits
    for bit in (0, 1) if first else (0,):
        for even in range(bit, other + 1, 2):  # with the first heap's, an even number
            for more in range(passive + 1):
                ways[bit][even + bit + more] += comb(other, even) * comb(passive, more)

    @cache
    def fill(rest: int, had_a_bit: int) -> int:
        if rest == 0:
            return had_a_bit
        return sum(
            number * fill((rest - bits) // 2, had_a_bit | bit)
            for bit in (0, 1)
            for bits, number in enumerate(ways[bit])
            if number and bits <= rest and (rest - bits) % 2 == 0
        )

    # With nothing left and no bits set there is one way, which the recursion ends with.
    return fill(total + 1, 0) if first else fill(total, 1)


def losing_at_rank(n: int, m: int, rank: int, *, tables: bool) -> int:
    """Losing configurations of m coins on n squares with the silver dollar at a rank."""
    if rank == 0 or n < m:
        return 0
    heaps = (m + 1) // 2
    passive = m + 1 - heaps
    longer = m % 2 == 1 and rank >= 2
    if not tables:
        return count_by_digits(n - m, heaps, passive, first=longer)
    return (_with_first_heap_longer if longer else _with_nim_sum_zero)(heaps, passive)[n - m]


def winning(n: int, m: int, *, tables: bool) -> int:
    """Winning configurations, rank by rank; all ranks from 2 on count alike."""
    of_rank = [losing_at_rank(n, m, rank, tables=tables) for rank in range(min(m, 3))]
    return m * comb(n, m) - sum(of_rank) - max(m - 3, 0) * of_rank[-1]
