"""The silver dollar game: what 000_d369330adcb5c61a.txt states, written as it states it.

These functions are what is believed; nothing trusts them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product
from math import comb
from typing import Any

from research.studies.silver_dollar import strip
from research.studies.silver_dollar.strip import Coins


def active(m: int) -> list[int]:
    """Indices of the active gaps."""
    return list(range(1, m, 2)) if m % 2 == 0 else list(range(0, m, 2))


def gap_numbers(m: Any) -> tuple[Any, Any]:
    """The numbers k = ⌈m/2⌉ of active and r = m − k + 1 of passive gaps."""
    k = (m + 1) // 2
    return k, m - k + 1


def xor_zero(squares: Coins) -> bool:
    """The ordinary criterion: the nim sum of the active gaps is 0."""
    gap = strip.gaps(squares, squares[-1] + 1)
    return strip.nim_sum(gap[i] for i in active(len(squares))) == 0


def xor_zero_shifted(squares: Coins) -> bool:
    """The same for odd m with the left boundary one square further to the left."""
    return xor_zero(tuple(square + 1 for square in squares))


def xor_of_passive(squares: Coins) -> bool:
    """A wrong twin: the passive gaps decide."""
    gap = strip.gaps(squares, squares[-1] + 1)
    return strip.nim_sum(gap[i] for i in range(len(gap)) if i not in active(len(squares))) == 0


def ways(k: int, r: int, *, parity: int = 0) -> list[int]:
    """For each column sum s the number of columns: Σ over even x of C(k, x)·C(r, s − x)."""
    return [
        sum(comb(k, x) * comb(r, s - x) for x in range(parity, min(k, s) + 1, 2))
        for s in range(k + r + 1)
    ]


def carry_run(total: int, column: list[int]) -> tuple[int, int, int]:
    """Run the carry DP; return the count, the number of valid pairs looked at, the top carry.

    The carries looked at on every level are 0 to m, the column sums those of ``column``.
    """
    m, pairs, top = len(column) - 2, 0, 0
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
        top = max([top, *dp])
    return dp.get(0, 0), pairs, top


def count(total: int, k: int, r: int) -> int:
    """Count(S; ways) by the carry DP; no tuple has a sum below 0."""
    return carry_run(total, ways(k, r))[0] if total >= 0 else 0


def first_count(n: int, m: int) -> int:
    """L_0 = Count(N; ways_k)."""
    return count(n - m, *gap_numbers(m))


def second_count(n: int, m: int) -> int:
    """L_1 = Count(N + 1; ways_k) − Count(N + 1; ways_{k−1}), with the same r in both."""
    k, r = gap_numbers(m)
    return count(n - m + 1, k, r) - count(n - m + 1, k - 1, r)


def losing_odd(n: int, m: int) -> int:
    """L = L_0 + (m − 2)·L_1."""
    return first_count(n, m) + (m - 2) * second_count(n, m)


def losing_even(n: int, m: int) -> int:
    """L = (m − 1)·L_0."""
    return (m - 1) * first_count(n, m)


@dataclass
class Residues:
    """Arithmetic modulo a prime that counts what is done."""

    prime: int
    multiplications: int = 0
    inversions: int = 0

    def times(self, a: int, b: int) -> int:
        """Multiply."""
        self.multiplications += 1
        return a * b % self.prime

    def inverse(self, a: int) -> int:
        """Invert."""
        self.inversions += 1
        return pow(a, -1, self.prime)


def tables(n: int, residues: Residues) -> tuple[list[int], list[int]]:
    """The factorials of 0 to n modulo a prime, and their inverses."""
    factorial = [1]
    for i in range(1, n + 1):
        factorial.append(residues.times(factorial[-1], i))
    inverse = [residues.inverse(factorial[n])]
    for i in range(n, 0, -1):
        inverse.append(residues.times(inverse[-1], i))
    inverse.reverse()
    return factorial, inverse


def table_steps(n: int, prime: int) -> tuple[int, int]:
    """The multiplications and inversions that making both tables takes."""
    residues = Residues(prime)
    tables(n, residues)
    return residues.multiplications, residues.inversions


def by_factorials(n: int, m: int, primes: tuple[int, ...]) -> int:
    """C(n, m) from tables modulo each prime, merged."""
    from sympy.ntheory.modular import crt

    found = []
    for p in primes:
        factorial, inverse = tables(n, Residues(p))
        found.append(factorial[n] * inverse[m] * inverse[n - m] % p if m <= n else 0)
    return int(crt(primes, found)[0])
