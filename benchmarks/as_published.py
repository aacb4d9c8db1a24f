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
def _product(a, b, modulus):
    """Return a·b modulo a number below 2^42, whose products do not fit a word."""
    return ((a * (b >> 21) % modulus << 21) + a * (b & 0x1FFFFF)) % modulus


@_compiled
def _binomials(size, modulus):
    """Pascal's triangle."""
    table = np.zeros((size + 1, size + 1), np.int64)
    for n in range(size + 1):
        table[n, 0] = 1
        for k in range(1, n + 1):
            table[n, k] = (table[n - 1, k - 1] + table[n - 1, k]) % modulus
    return table


@_compiled
def _count_with_ways(total, active, passive, binomials, modulus):
    """EulerSolve, Project Euler 344, "Binary Carry Dynamic Programming"."""
    ways = np.zeros(active + passive + 1, np.int64)
    for x in range(0, active + 1, 2):
        for y in range(passive + 1):
            term = _product(binomials[active, x], binomials[passive, y], modulus)
            ways[x + y] = (ways[x + y] + term) % modulus
    carries = np.zeros(active + passive + 1, np.int64)
    carries[0] = 1
    while total > 0:
        bit = total & 1
        following = np.zeros_like(carries)
        for carry in range(carries.size):
            if carries[carry]:
                for s in range(ways.size):
                    if (s + carry) % 2 == bit:
                        after = (s + carry - bit) // 2
                        term = _product(carries[carry], ways[s], modulus)
                        following[after] = (following[after] + term) % modulus
        carries = following
        total >>= 1
    return carries[0]


@_compiled
def _power(base, exponent, modulus):
    result = 1
    while exponent:
        if exponent & 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return result


@_compiled
def _binomial_by_factorials(n, k, prime):
    """EulerSolve, "How the Code Works": tables of factorials and their inverses, for n < prime."""
    factorials = np.ones(n + 1, np.int64)
    for i in range(1, n + 1):
        factorials[i] = factorials[i - 1] * i % prime
    inverses = np.ones(n + 1, np.int64)
    inverses[n] = _power(factorials[n], prime - 2, prime)
    for i in range(n, 0, -1):
        inverses[i - 1] = inverses[i] * i % prime
    return factorials[n] * inverses[k] % prime * inverses[n - k] % prime


@_compiled
def silver_dollar_wins(squares, coins, first_prime, second_prime):
    """EulerSolve for an odd number m ≥ 3 of coins, modulo a product of primes above ``squares``."""
    modulus = first_prime * second_prime
    m = coins + 1
    heaps = (m + 1) // 2
    others = m + 1 - heaps
    empty = squares - m
    binomials = _binomials(others + heaps, modulus)
    losing = _count_with_ways(empty, heaps, others, binomials, modulus)
    family = _count_with_ways(empty + 1, heaps, others, binomials, modulus)
    family -= _count_with_ways(empty + 1, heaps - 1, others, binomials, modulus)
    losing += _product(m - 2, family % modulus, modulus)
    first = _binomial_by_factorials(squares, m, first_prime)
    second = _binomial_by_factorials(squares, m, second_prime)
    inverse = _power(first_prime, second_prime - 2, second_prime)
    configurations = first + first_prime * ((second - first) * inverse % second_prime)
    return (_product(m, configurations % modulus, modulus) - losing) % modulus


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


@_compiled
def binary_blackboard_sum(exponent, modulus):
    """EulerSolve, Project Euler 711, "How the Code Works", modulo a number below 2^31."""
    total, number, offsets, power = 0, 1, 0, 1
    for layer in range(exponent):
        if layer % 2 == 0:
            total = (total + number * power + offsets) % modulus
            offsets = (2 * offsets + (number + 2) * power) % modulus
            number = 2 * number % modulus
            power = 4 * power % modulus
        else:
            total = (total + power - 1) % modulus
    if exponent % 2 == 0:
        total = (total + _power(2, exponent, modulus)) % modulus
    return total
