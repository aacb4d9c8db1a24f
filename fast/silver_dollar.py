"""Silver dollar game: coins on a strip, one of value; a move shifts a coin left or pockets one.

Game
    At most one coin stands on a square; one coin is the silver dollar. A move shifts one coin any
    number of squares to the left without passing another, or pockets the leftmost coin. Who
    pockets the silver dollar wins. A position is the increasing squares, from 0, and the rank of
    the silver dollar from the left, from 0.

Main result
    The pairing criterion. With rank 0 the mover wins. Otherwise pair the m coins from the right;
    each right-hand coin of a pair is a nim heap as large as the gap to its partner. If m is odd,
    the leftmost coin is a heap too: as large as its square at rank 1, one larger at rank 2 or
    more, because pocketing it is then one more step to the left. P-positions are those of nim sum
    zero.

    Counting theorem. Of the m·C(n, m) positions the losing ones number (m − 1)·L₀ if m is even,
    L₀ + (m − 2)·L₁ if m ≥ 3 is odd, and 0 if m = 1 (where the source's formula for odd m would
    give L₀ − L₁), with L₀ and L₁ as in :func:`losing_count`.

Arguments
    squares, silver
        A position: the squares of the coins, strictly increasing, from 0; and the rank of the
        silver dollar from the left, from 0.
    squares, coins
        Of a count: the length n of the strip and the number c of worthless coins, each at least 0;
        m = c + 1.
    total, active, passive
        The sum of all gaps, and how many there are of each kind; each at least 0.
    algorithm
        ``"carry"`` for EulerSolve's digit method, ``"summation"`` for the other source's sum over
        D_t(K), here for even and odd m.
    modulus, factors
        As in :func:`fast.modular.require_modulus`. Only :func:`answer` divides: it needs a
        squarefree modulus and, unless that is 1 or a prime, its factors.

Errors
    ``InputError`` if an argument has the wrong type or is out of range, or the silver dollar is
    gone; ``ModulusError`` if the modulus is composite without its factors, or not squarefree;
    ``LimitError`` if the work is above the limit of the algorithm; ``NoWinningOptionError`` if a
    winning option of a P-position is asked for.

Cost
    ``carry``: 2·log₂ n or so products of polynomials of degree m. ``summation``: linear in n.

Source
    EulerSolve, Project Euler 344, "How the Pocket Rule Changes the Losing Positions" and "Binary
    Carry Dynamic Programming"; a solution in Chinese of the same, the section on D_t(K).
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Sequence

from fast.errors import (
    InputError,
    LimitError,
    NoWinningOptionError,
    require_choice,
    require_integer,
    require_sequence,
    shown,
)
from fast.gate import gated
from fast.modular import binomial_modulo, require_modulus, require_prime_factors
from fast.polynomials import coefficients, even_part_of_power, polynomial_ring

Position = tuple[tuple[int, ...], int | None]  # e.g. ((0, 1), 1); None: the silver dollar is gone

# Limit on (number of coins)·(bits of n), which is about the size of an exact answer in bits.
LARGEST_EXACT_SIZE = 20_000
# Limit on that times the words of 64 bits of the modulus, those beyond the first fourfold: the
# polynomials modulo more than 64 bits are of a slower kind.
LARGEST_MODULAR_SIZE = 2_000_000
# Limit on n·(number of coins)·(words of a coefficient) for the sum over all K, and on n.
LARGEST_SUMMATION = 300_000_000
LARGEST_TOTAL_OF_SUMMATION = 4_000_000


def criterion(squares: Sequence[int], silver: int) -> bool:
    """Return whether the position is a P-position.

    >>> criterion((0, 1), 1), criterion((0, 2), 1), criterion((3,), 0)
    (True, False, False)

    Linear in the number of coins.
    """
    coins, rank = _require_position(squares, silver)
    return rank > 0 and _nim_sum(_heaps(coins, rank)) == 0


def winning_option(squares: Sequence[int], silver: int) -> Position:
    """Return a winning move's result: a P-position, or the silver dollar pocketed.

    Returns
    -------
    tuple
        The squares and the silver dollar's rank after the move. The rank is None when the move
        pockets the silver dollar, which ends play.

    >>> winning_option((0, 2), 1)
    ((0, 1), 1)
    >>> winning_option((4, 9), 0)
    ((9,), None)

    Linear in the number of coins.
    """
    coins, rank = _require_position(squares, silver)
    if rank == 0:
        return coins[1:], None
    heaps = _heaps(coins, rank)
    nim_sum = _nim_sum(heaps)
    if nim_sum == 0:
        raise NoWinningOptionError(
            f"squares: {len(coins)} coins with silver={rank} are a P-position, so no option wins"
        )
    first_heap_coin = 1 - len(coins) % 2
    index = next(i for i, heap in enumerate(heaps) if heap ^ nim_sum < heap)
    coin = first_heap_coin + 2 * index
    square = coins[coin] - heaps[index] + (heaps[index] ^ nim_sum)
    if square < 0:  # the leftmost coin leaves the strip
        return coins[1:], rank - 1
    return (*coins[:coin], square, *coins[coin + 1 :]), rank


def count(total: int, active: int, passive: int, *, modulus: int | None = None) -> int:
    """Return how many ways gaps have the given sum and the active ones nim sum zero.

    This is the source's Count(S; ways) with S = total, k = active and r = passive.

    >>> count(7, 2, 2)  # EulerSolve, "Worked Example": L_0
    20

    The generating function is ∏ A(z^(2^b)) over all bits b, where A(z) is the even part of
    (1 + z)^active times (1 + z)^passive. From the lowest bit of the total on, one product by A
    adds a column of bits to the carry and keeping every second coefficient passes the carry on.
    """
    total = require_integer("total", total, least=0)
    active = require_integer("active", active, least=0)
    passive = require_integer("passive", passive, least=0)
    reduced_by = require_modulus(modulus)
    _require_size(active + passive, total, reduced_by)
    ring = polynomial_ring(reduced_by)
    column = even_part_of_power(ring, active) * ring([1, 1]) ** passive
    carry = ring([1])
    for digit in reversed(f"{total:b}"):
        carry = ring((carry * column).coeffs()[int(digit) :: 2])
    return int(carry[0])


def losing_count(
    squares: int,
    coins: int,
    *,
    algorithm: str = "carry",
    modulus: int | None = None,
    factors: Sequence[int] | None = None,
) -> int:
    """Return how many positions the player to move loses.

    >>> losing_count(10, 2)  # EulerSolve, "Worked Example"
    36
    >>> losing_count(10, 2, algorithm="summation")
    36

    With N = n − m, k = ⌈m/2⌉ heaps and r = m + 1 − k other gaps, L₀ counts gaps of sum N and nim
    sum zero. L₁, for odd m, counts those of sum N + 1 whose first heap is not empty: all, less
    those with only the other k − 1 heaps.
    """
    length = require_integer("squares", squares, least=0)
    m = require_integer("coins", coins, least=0) + 1
    algorithm = require_choice("algorithm", algorithm, ("carry", "summation"))
    reduced_by = require_modulus(modulus, factors)
    if m == 1 or length < m:
        return 0
    ways = count if algorithm == "carry" else _count_by_summation
    empty, heaps = length - m, (m + 1) // 2
    others = m + 1 - heaps
    at_rank_1 = ways(empty, heaps, others, modulus=reduced_by)
    if m % 2 == 0:
        losing = (m - 1) * at_rank_1
    else:
        with_first = ways(empty + 1, heaps, others, modulus=reduced_by)
        without_first = ways(empty + 1, heaps - 1, others, modulus=reduced_by)
        losing = at_rank_1 + (m - 2) * (with_first - without_first)
    return losing if reduced_by is None else losing % reduced_by


@gated("silver-dollar")
def answer(
    squares: int,
    coins: int,
    *,
    algorithm: str = "carry",
    modulus: int | None = None,
    factors: Sequence[int] | None = None,
) -> int:
    """Return W(n, c), how many positions the player to move wins.

    >>> answer.ungated(10, 2)
    324
    >>> answer.ungated(100, 10)
    1514704946113500
    >>> answer.ungated(100, 10, modulus=1000036000099, factors=(1000003, 1000033))
    650441963614
    """
    length = require_integer("squares", squares, least=0)
    m = require_integer("coins", coins, least=0) + 1
    reduced_by = require_modulus(modulus, factors)
    primes = () if reduced_by is None else require_prime_factors(reduced_by, factors)
    if length >= m:
        _require_size(m, length, reduced_by)
    losing = losing_count(squares, coins, algorithm=algorithm, modulus=reduced_by)
    if length < m:
        return 0
    if reduced_by is None:
        return m * math.comb(length, m) - losing
    return (m * binomial_modulo(length, m, primes) - losing) % reduced_by


def _require_position(squares: object, silver: object) -> tuple[tuple[int, ...], int]:
    """Return the squares as a tuple and the rank if they are a position in play, else raise."""
    given = require_sequence("squares", squares, items="strictly increasing integers of at least 0")
    coins = tuple(require_integer("square", square, least=0) for square in given)
    for left, right in itertools.pairwise(coins):
        if left >= right:
            raise InputError(
                f"squares: {shown(left)} stands before {shown(right)}; expected strictly "
                "increasing squares, at most one coin on each"
            )
    if silver is None:
        raise InputError("silver=None: the silver dollar is gone and play is over; give its rank")
    if not coins:
        raise InputError("squares=(): expected at least the silver dollar's square")
    return coins, require_integer("silver", silver, least=0, most=len(coins) - 1)


def _heaps(coins: tuple[int, ...], rank: int) -> list[int]:
    """Return the nim heaps of a position whose silver dollar is not the leftmost coin."""
    if len(coins) % 2 == 0:
        return [right - left - 1 for left, right in zip(coins[::2], coins[1::2], strict=True)]
    first = coins[0] + (1 if rank >= 2 else 0)
    return [first, *(r - left - 1 for left, r in zip(coins[1::2], coins[2::2], strict=True))]


def _nim_sum(heaps: Sequence[int]) -> int:
    """Return the exclusive or of the heaps."""
    return functools.reduce(operator.xor, heaps, 0)


def _heaps_by_half_sum(heaps: int, half: int, modulus: int | None) -> list[int]:
    """Return D_t(0), D_t(2), ..., D_t(2·half).

    D_t(z) = E(z)·D_t(z²) with E the even part of (1 + z)^t, and all exponents are even; so
    H(w) = D_t(√w) satisfies H(w) = E(√w)·H(w²).
    """
    ring = polynomial_ring(modulus)
    even = ring(coefficients(even_part_of_power(ring, heaps))[::2])
    series = [1]
    for bits in reversed(range(half.bit_length())):
        top = half >> bits
        spread = [0] * (top + 1)
        spread[::2] = series[: top // 2 + 1]
        series = coefficients(ring(spread) * even)[: top + 1]
        series += [0] * (top + 1 - len(series))
    return series


def _count_by_summation(
    total: int, active: int, passive: int, *, modulus: int | None = None
) -> int:
    """Return the same as :func:`count`, as the sum over K of D_active(K) times a binomial."""
    _require_size(active + passive, total, modulus)
    _require_summation(total, active + passive, modulus)
    by_half_sum = _heaps_by_half_sum(active, total // 2, modulus)
    # C(rest + passive - 1, passive - 1) ways to spread the rest over the passive gaps, exactly.
    spread, result = 1, 0
    for rest in range(total + 1):
        if (total - rest) % 2 == 0:
            result += by_half_sum[(total - rest) // 2] * spread
        spread = spread * (rest + passive) // (rest + 1)
    return result if modulus is None else result % modulus


def _require_size(coins: int, length: int, modulus: int | None) -> None:
    """Refuse an answer too long to write, or one that takes too long to work out."""
    size = coins * max(1, length.bit_length())  # without a length the column is built all the same
    if modulus is None and size > LARGEST_EXACT_SIZE:
        raise LimitError(
            f"coins: the exact number may have {shown(size)} bits, above the limit of "
            f"{LARGEST_EXACT_SIZE}; give modulus="
        )
    words = 1 if modulus is None else _words(modulus.bit_length())
    work = size if words == 1 else 4 * size * words
    if work > LARGEST_MODULAR_SIZE:
        raise LimitError(
            f"coins: the coins times the bits of the length and the words of the modulus are "
            f"{shown(work)}, above the limit of {LARGEST_MODULAR_SIZE}; take fewer coins"
        )


def _require_summation(total: int, gaps: int, modulus: int | None) -> None:
    """Refuse a sum that would take minutes."""
    bits = gaps * total.bit_length() if modulus is None else modulus.bit_length()
    work = (total + 1) * (gaps + 1) * _words(bits)
    if work > LARGEST_SUMMATION or total > LARGEST_TOTAL_OF_SUMMATION:
        raise LimitError(
            f"algorithm='summation': {shown(work)} steps for a sum of {shown(total)}, above the "
            f"limits of {LARGEST_SUMMATION} and {LARGEST_TOTAL_OF_SUMMATION}; use "
            "algorithm='carry'"
        )


def _words(bits: int) -> int:
    """Return how many words of 64 bits a number of so many bits takes, at least 1."""
    return max(1, -(-bits // 64))
