"""The formulas of both sources for the number of configurations, written as they state them.

They are what is believed. Once they are proved, numbers are computed by them. EulerSolve counts m
coins by binary carries; the solution in Chinese counts 2f + 1 coins by sums over D_t(K), the number
of t-tuples of heaps with nim sum 0 and sum K.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from math import comb
from typing import Any

# EulerSolve.


def gap_numbers(m: Any) -> tuple[Any, Any]:
    """The numbers k = ⌈m/2⌉ of active and r = m − k + 1 of passive gaps."""
    k = (m + 1) // 2
    return k, m - k + 1


def ways(k: int, r: int, *, step: int = 2) -> list[int]:
    """For each column sum s the number of columns: Σ over even x of C(k, x)·C(r, s − x)."""
    return [
        sum(comb(k, x) * comb(r, s - x) for x in range(0, min(k, s) + 1, step))
        for s in range(k + r + 1)
    ]


def next_carry(q: Any, bit: Any) -> Any:
    """What a column with a carry, q in all, leaves to the next one."""
    return (q - bit) / 2


Columns = tuple[Callable[[int, int], Any], Callable[[int, int], list[int]]]


@cache
def count(total: int, active: int, passive: int, columns: Columns = (next_carry, ways)) -> int:
    """Count(S; ways) by the carry DP, a table by carry; no tuple has a sum below 0."""
    step, numbers = columns
    table, column = {0: 1}, numbers(active, passive)
    for place in range(total.bit_length()):
        bit, sums, after = total >> place & 1, Counter[int](), Counter[int]()
        for carry, number in table.items():
            for s in range((bit - carry) % 2, len(column), 2):
                sums[s + carry] += number * column[s]
        for q, number in sums.items():
            after[int(step(q, bit))] += number
        table = +after
    return table.get(0, 0) if total >= 0 else 0


def at_second_coin(n: int, m: int) -> int:
    """L_0 = Count(N; ways_k)."""
    return count(n - m, *gap_numbers(m))


def at_later_coin(n: int, m: int, more: int = 1) -> int:
    """L_1 = Count(N + 1; ways_k) − Count(N + 1; ways_{k−1}), with the same r in both."""
    (k, r), total = gap_numbers(m), n - m + more
    return count(total, k, r) - count(total, k - 1, r)


def losing(m: Any, first: Any, later: Any) -> Any:
    """L from L_0 and L_1: every rank but the first, those from the third on apart for odd m."""
    if m == 1:
        return 0
    return (m - 1) * first if m % 2 == 0 else first + (m - 2) * later


def winning(squares: int, coins: int, losing: Callable[..., Any] = losing) -> int:
    """W(n, c) = T − L, with L = 0 for the silver dollar alone."""
    n, m = squares, coins + 1
    lost: int = losing(m, at_second_coin(n, m), at_later_coin(n, m))
    return m * comb(n, m) - lost


# The solution in Chinese.


def sum_of_heaps(s: Any, e: Any) -> Any:
    """The sum of heaps whose halves, rounded down, have sum s and of which e are odd."""
    return 2 * s + e


@cache
def heaps_with_sum(heaps: int, total: int, sum_of: Callable[..., Any] = sum_of_heaps) -> int:
    """D_t(K) by the recurrence that the transition means."""
    if total == 0:
        return 1
    halves = ((e, s) for e in range(0, heaps + 1, 2) for s in range(total) if sum_of(s, e) == total)
    return sum(comb(heaps, e) * heaps_with_sum(heaps, s, sum_of) for e, s in halves)


def last_k(n: int, m: int, later: int) -> int:
    """The last K of the sum for L_2 (later = 0) or L_{≥2} (later = 1)."""
    return n - m + later


def sums_over_k(n: int, m: int, last: Callable[[int, int, int], int] = last_k) -> list[int]:
    """L_2 and L_{≥2} of m = 2f + 1 coins as the source sums them over K."""
    f = m // 2
    return [
        sum(
            (heaps_with_sum(f + 1, k) - later * heaps_with_sum(f, k))
            * comb(n - m + later - k + f, f)
            for k in range(last(n, m, later) + 1)
        )
        for later in (0, 1)
    ]
