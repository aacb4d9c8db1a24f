"""Pairs (floor(n alpha), floor(n beta)) with quadratic irrational alpha and beta.

If the pairs in order are complementary sequences whose n-th difference is d n, with d >= 1, then
alpha is the positive root of alpha^2 + (d - 2) alpha - d = 0 and beta = alpha + d, for
1/alpha + 1/beta = 1 (Beatty 1926; Fraenkel 1982, doi:10.1080/00029890.1982.11995454). So d is read
off the first half and the pairs of the second are compared with
floor((2 - d + sqrt(d^2 + 4)) n / 2), in integers.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt

from research.conjectures.conjecture import Conjecture

LEAST_PAIRS = 6


def conjecture_beatty_pairs(positions: Iterable[tuple[int, ...]]) -> list[Conjecture]:
    """Conjecture that P-positions of two heaps are the pairs of two complementary Beatty sequences.

    Parameters
    ----------
    positions
        The P-positions with both entries below some bound, in any order.

    Examples
    --------
    >>> pairs = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18)]  # Wythoff
    >>> conjecture_beatty_pairs(pairs)[0].statement
    'P-positions are the pairs floor(n alpha), floor(n alpha) + 1 n with alpha = (1 + sqrt(5))/2'
    """
    pairs = sorted({(min(pair), max(pair)) for pair in positions if len(pair) == 2})
    half = len(pairs) // 2
    if half < LEAST_PAIRS // 2 or pairs[0] != (0, 0):
        return []
    difference = pairs[1][1] - pairs[1][0]
    if difference < 1 or any(pairs[n] != beatty_pair(n, difference) for n in range(half)):
        return []
    counterexample, tested = "", 0
    for n in range(half, len(pairs)):
        tested += 1
        if pairs[n] != beatty_pair(n, difference):
            counterexample = f"pair {n} is {pairs[n]}, not {beatty_pair(n, difference)}"
            break
    statement = (
        f"P-positions are the pairs floor(n alpha), floor(n alpha) + {difference} n with alpha = "
        f"({2 - difference} + sqrt({difference**2 + 4}))/2"
    )
    return [Conjecture("Beatty pair", statement, half, tested, counterexample, difference)]


def beatty_pair(n: int, difference: int) -> tuple[int, int]:
    """Return the n-th pair, exactly: floor(n sqrt(D)) is the integer square root of n^2 D.

    >>> [beatty_pair(n, 2) for n in range(4)]
    [(0, 0), (1, 3), (2, 6), (4, 10)]
    """
    root = isqrt(n * n * (difference * difference + 4))
    first = ((2 - difference) * n + root) // 2
    return first, first + difference * n
