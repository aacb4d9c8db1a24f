"""EulerSolve's count of losing configurations by binary carries, written as it states it.

These functions are what is believed; nothing trusts them.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb
from typing import Any, NamedTuple


def gap_numbers(m: Any) -> tuple[Any, Any]:
    """The numbers k = ⌈m/2⌉ of active and r = m − k + 1 of passive gaps."""
    k = (m + 1) // 2
    return k, m - k + 1


def ways(k: int, r: int, *, parity: int = 0) -> list[int]:
    """For each column sum s the number of columns: Σ over even x of C(k, x)·C(r, s − x)."""
    return [
        sum(comb(k, x) * comb(r, s - x) for x in range(parity, min(k, s) + 1, 2))
        for s in range(k + r + 1)
    ]


class Run(NamedTuple):
    """A run of the carry DP: what it counts, the valid pairs looked at, the greatest carry."""

    number: int
    pairs: int
    greatest: int


def carry_run(total: int, column: list[int]) -> Run:
    """Run the carry DP, on every level with carries 0 to m and the column sums of ``column``."""
    m, pairs, greatest = len(column) - 2, 0, 0
    dp = {0: 1}
    for level in range(total.bit_length()):
        bit = total >> level & 1
        after: Counter[int] = Counter()
        for carry, s in product(range(m + 1), range(len(column))):
            if (s + carry - bit) % 2 == 0:
                pairs += 1
                ways_here = dp.get(carry, 0) * column[s]
                if ways_here:
                    after[(s + carry - bit) // 2] += ways_here
        dp = after
        greatest = max([greatest, *dp])
    return Run(dp.get(0, 0), pairs, greatest)


def count(total: int, active: int, passive: int) -> int:
    """Count(S; ways) by the carry DP; no tuple has a sum below 0."""
    return carry_run(total, ways(active, passive)).number if total >= 0 else 0


def placements_in_all(n: int, m: int) -> int:
    """The ways to choose the squares of m coins."""
    return comb(n, m)


def configurations_in_all(n: int, m: int) -> int:
    """T: one of the coins is silver."""
    return m * placements_in_all(n, m)


def first_count(n: int, m: int) -> int:
    """L_0 = Count(N; ways_k)."""
    return count(n - m, *gap_numbers(m))


def second_count(n: int, m: int) -> int:
    """L_1 = Count(N + 1; ways_k) − Count(N + 1; ways_{k−1}), with the same r in both."""
    k, r = gap_numbers(m)
    return count(n - m + 1, k, r) - count(n - m + 1, k - 1, r)


def losing_even(n: int, m: int) -> int:
    """L = (m − 1)·L_0."""
    return (m - 1) * first_count(n, m)


def losing_odd(n: int, m: int) -> int:
    """L = L_0 + (m − 2)·L_1."""
    return first_count(n, m) + (m - 2) * second_count(n, m)
