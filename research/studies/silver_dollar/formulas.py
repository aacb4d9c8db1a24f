"""The formulas of both sources for the number of configurations, written as they state them.

They are what is believed; nothing trusts them. EulerSolve counts m coins by binary carries; the
solution in Chinese counts 2f + 1 coins by sums over D_t(K), the number of t-tuples of heaps with
nim sum 0 and sum K.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from research.system.lazy import LazyModule

if TYPE_CHECKING:
    import sympy
else:
    sympy = LazyModule("sympy")


def binomial(n: Any, k: Any) -> Any:
    """C(n, k), of integers or of symbols."""
    return comb(n, k) if isinstance(n, int) and isinstance(k, int) else sympy.binomial(n, k)


def configurations_in_all(n: int, m: int) -> int:
    """T = m·C(n, m): the squares of the coins, and which of them is silver."""
    return m * comb(n, m)


# EulerSolve.


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


def even_terms(k: Any, z: Any) -> Any:
    """Σ C(k, x) z^x over even x, in closed form."""
    return ((1 + z) ** k + (1 - z) ** k) / 2


class Run(NamedTuple):
    """A run of the carry DP: what it counts, the valid pairs looked at, the greatest carry."""

    number: int
    pairs: int
    greatest: int


def carry_run(total: int, column: list[int]) -> Run:
    """Run the carry DP, on every level with carries 0 to m and the column sums of ``column``."""
    pairs, greatest, dp = 0, 0, {0: 1}
    for level in range(total.bit_length()):
        bit, after = total >> level & 1, Counter[int]()
        for carry, s in product(range(len(column) - 1), range(len(column))):
            if (s + carry - bit) % 2 == 0:
                pairs += 1
                after[(s + carry - bit) // 2] += dp.get(carry, 0) * column[s]
        dp = dict(+after)
        greatest = max([greatest, *dp])
    return Run(dp.get(0, 0), pairs, greatest)


def count(total: int, active: int, passive: int) -> int:
    """Count(S; ways) by the carry DP; no tuple has a sum below 0."""
    return carry_run(total, ways(active, passive)).number if total >= 0 else 0


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


# The solution in Chinese.


@cache
def heaps_with_sum(heaps: int, total: int, *, step: int = 2) -> int:
    """D_t(K) by the recurrence that the transition means: a sum over e even, 2s + e = K."""
    if total == 0:
        return 1
    return sum(
        comb(heaps, e) * heaps_with_sum(heaps, (total - e) // 2, step=step)
        for e in range(0, min(heaps, total) + 1, step)
        if (total - e) % 2 == 0
    )


def transition(t: int, most: int, *, added: bool = False) -> int:
    """Run the transition from each s that is there, smallest first: ← assigns, or adds."""
    table = {0: 1}
    for s in range(most + 1):
        for e in range(0, t + 1, 2) if s in table else ():
            if not added:
                table[2 * s + e] = table[s] * comb(t, e)
            elif s or e:
                table[2 * s + e] = table.get(2 * s + e, 0) + table[s] * comb(t, e)
    return table.get(most, 0)


def choices(rest: Any, f: Any) -> Any:
    """How f + 1 unimportant gaps share the rest of the empty squares."""
    return binomial(rest + f, f)


def first_not_empty(f: int, total: int) -> int:
    """D_{f+1}(K) − D_f(K)."""
    return heaps_with_sum(f + 1, total) - heaps_with_sum(f, total)


def second_coin_sum(n: int, f: int, *, without: int = 0) -> int:
    """L_2 as the source sums it over K; or without the last of them."""
    free = n - (2 * f + 1)
    return sum(heaps_with_sum(f + 1, k) * choices(free - k, f) for k in range(free + 1 - without))


def later_coin_sum(n: int, f: int, *, without: int = 0) -> int:
    """L_{≥2} as the source sums it over K; or without the last of them."""
    free = n - (2 * f + 1)
    return sum(first_not_empty(f, k) * choices(free + 1 - k, f) for k in range(free + 2 - without))


def by_classes(total: int, second: int, later: int, coins: int) -> int:
    """W(n, c) = T − L_2 − (C − 2)·L_{≥2}."""
    return total - second - (coins - 2) * later


def winning_by_sums(n: int, c: int) -> int:
    """The same with both sums."""
    f, total = c // 2, configurations_in_all(n, c + 1)
    return by_classes(total, second_coin_sum(n, f), later_coin_sum(n, f), c + 1)
