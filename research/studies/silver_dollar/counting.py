"""Configurations of the silver dollar game counted by tables, without the solver's algebra.

The tuples of gaps with each sum and each nim sum, gap after gap, by addition alone: the definition
of the counts, for all sizes up to a bound at once. Configurations are counted for each rank of the
silver dollar apart, from the heaps that the criterion names.
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


@cache
def table(active: int, passive: int, longer: bool) -> list[int]:  # noqa: FBT001
    """Number of tuples with nim sum 0 by sum; with ``longer`` the first gap counts one more."""
    if passive:  # one more gap, which may be anything
        fewer = table(active, passive - 1, longer)
        return [sum(fewer[: total + 1]) for total in range(MOST + 1)]
    if not longer:
        return [row[0] for row in by_nim_sum(active)]
    others = by_nim_sum(active - 1)
    return [
        sum(others[total - gap][gap + 1] for gap in range(total + 1)) for total in range(MOST + 1)
    ]


def count(total: int, active: int, passive: int) -> int:
    """Tuples of gaps with this sum and nim sum 0 of the active ones."""
    return table(active, passive, longer=False)[total]


def heaps_with_sum(heaps: int, total: int) -> int:
    """Tuples of heaps with this sum and nim sum 0."""
    return count(total, heaps, 0)


@cache
def answer(squares: int, coins: int) -> int:
    """W(n, c): rank by rank, all from 2 on alike."""
    n, m = squares, coins + 1
    if n < m:
        return 0
    heaps = (m + 1) // 2
    lost = [
        table(heaps, m + 1 - heaps, m % 2 == 1 and rank >= 2)[n - m] for rank in range(1, min(m, 3))
    ]
    return m * comb(n, m) - sum(lost) - max(m - 3, 0) * (lost[-1] if lost else 0)
