"""The sources' own algorithms, written plainly and compiled by numba.

Nothing here is clever: they are what the solvers in ``fast/`` are measured against.
"""

from __future__ import annotations

import numba
import numpy as np

_compiled = numba.njit(cache=True)


@_compiled
def stone_game_sum(limit):
    """A. Bhimalingam, "Algorithm Description": every test for every x ≤ y ≤ z."""
    one = np.ones((limit + 1, limit + 1), np.bool_)
    two = np.ones((limit + 1, limit + 1), np.bool_)
    every = np.ones((limit + 1, limit + 1), np.bool_)
    total = 0
    for x in range(limit + 1):
        for y in range(x, limit + 1):
            for z in range(y, limit + 1):
                if not one[x, y] or not one[x, z] or not one[y, z]:
                    continue
                if not two[y - x, z] or not two[z - y, x] or not two[z - x, y]:
                    continue
                if not every[y - x, z - x]:
                    continue
                total += x + y + z
                one[x, y] = one[x, z] = one[y, z] = False
                one[y, x] = one[z, x] = one[z, y] = False
                two[y - x, z] = two[z - y, x] = two[z - x, y] = False
                every[y - x, z - x] = False
    return total


@_compiled
def divisor_nim_wins(limit, modulus):
    """Project Euler 509, "Python implementation", for three heaps modulo a number below 2^31."""
    counts = np.zeros(64, np.int64)
    size = 0
    while (1 << size) <= limit:
        counts[size] = limit // (1 << size) - limit // (1 << (size + 1))
        size += 1
    losing = 0
    for i in range(size):
        for j in range(size):
            if (i ^ j) < size:
                pair = counts[i] % modulus * (counts[j] % modulus) % modulus
                losing = (losing + pair * (counts[i ^ j] % modulus)) % modulus
    heap = limit % modulus
    return (heap * heap % modulus * heap - losing) % modulus
