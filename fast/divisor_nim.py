"""Divisor nim: heaps; a move takes from a heap of n stones a proper divisor of n.

Game
    A position is a tuple of heaps n ≥ 1. A move replaces one heap n by n − d, where d divides n
    and d < n. A heap of 1 has no move; who cannot move loses.

Main result
    Valuation theorem: the Grundy value of a heap n is v₂(n), the exponent of 2 in n. So a
    position is a P-position when the valuations of its heaps have nim sum zero, and the number of
    losing h-tuples up to n is the coefficient at 0 of the h-th exclusive-or convolution power of
    c₀, c₁, ..., where c_k numbers the x ≤ n with v₂(x) = k.

Arguments
    heap
        An integer of at least 1, however large.
    heaps
        A position: one or more such integers. Of a count: the number h of heaps, from 1 to 10^18.
    limit
        The largest heap n, from 1 to 2^16384 − 1.
    algorithm
        ``"transform"`` (Walsh and Hadamard) or ``"direct"``, the source's sum over valuations.
    modulus, factors
        As in :func:`fast.modular.require_modulus`; factors are never needed here.

Errors
    ``InputError`` if an argument has the wrong type or is out of range, ``LimitError`` if the
    exact number is too long, or the work is above the limit of the algorithm,
    ``NoWinningOptionError`` if a winning option of a P-position is asked for.

Cost
    With K = ⌊log₂ n⌋ + 1 valuations. ``transform``: K·log K additions and K powers; for three
    heaps and K ≤ 48, some thirty operations on integers of 48 words (:mod:`fast.three_heaps`).
    ``direct``: K² products for up to three heaps, about 2·K²·log h beyond.

Source
    Project Euler 509, "Compute the Grundy values" and "Counting losing positions". The
    transform: J. L. Walsh, American Journal of Mathematics 45 (1923),
    doi:10.2307/2387224.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence

from fast.errors import (
    InputError,
    LimitError,
    NoWinningOptionError,
    require_choice,
    require_integer,
    require_sequence,
)
from fast.gate import gated
from fast.modular import require_modulus
from fast.three_heaps import LIMIT_BITS, losing_triples

LARGEST_LIMIT_BITS = 16_384
LARGEST_HEAPS = 10**18
LARGEST_ANSWER_DIGITS = 10_000_000
# Limit on (number of valuations)·(bits of the answer) for an exact count.
LARGEST_EXACT_WORK = 2_000_000_000
# Limit on (number of valuations)·(bits of the number of heaps)·(bits of the modulus)².
LARGEST_MODULAR_WORK = 10_000_000_000_000
# Limits on the number of products in convolutions, and on products times (words of 32 bits)².
LARGEST_DIRECT_WORK = 40_000_000
LARGEST_DIRECT_WORK_IN_WORDS = 40_000_000_000

_BITS_IN_1000_DIGITS = 3_322
_SHORT_POWERS = 256  # heaps times valuations, up to which powers are quicker without a modulus


def grundy(heap: int) -> int:
    """Return the Grundy value of one heap, the exponent of 2 in it.

    >>> [grundy(heap) for heap in (1, 2, 3, 4, 12)]
    [0, 1, 0, 2, 2]
    """
    heap = require_integer("heap", heap, least=1)
    return (heap & -heap).bit_length() - 1


def criterion(heaps: Sequence[int]) -> bool:
    """Return whether the position is a P-position.

    >>> criterion((1, 3, 5)), criterion((1, 2, 3))
    (True, False)
    """
    return _nim_sum(map(grundy, _require_position(heaps))) == 0


def winning_option(heaps: Sequence[int]) -> tuple[int, ...]:
    """Return a P-position that one move reaches.

    Returns
    -------
    tuple
        The heaps after the move.

    >>> winning_option((1, 2, 12))  # 12 − 6: valuations 0, 1, 1
    (1, 2, 6)

    A heap 2^k·m with m odd gets the valuation t < k by taking 2^t·m: what is left is
    2^t·m·(2^(k−t) − 1). Linear in the number of digits.
    """
    position = _require_position(heaps)
    valuations = [grundy(heap) for heap in position]
    nim_sum = _nim_sum(valuations)
    if nim_sum == 0:
        raise NoWinningOptionError(
            f"heaps: the valuations of these {len(position)} heaps have nim sum 0, a P-position, "
            "so no option wins"
        )
    chosen = next(i for i, k in enumerate(valuations) if k ^ nim_sum < k)
    heap, k = position[chosen], valuations[chosen]
    taken = heap >> k << (k ^ nim_sum)
    return (*position[:chosen], heap - taken, *position[chosen + 1 :])


def valuation_counts(limit: int) -> list[int]:
    """Return c_k, the number of x from 1 to ``limit`` with v₂(x) = k, for each k that occurs.

    >>> valuation_counts(10)
    [5, 3, 1, 1]
    """
    limit = _require_limit(limit)
    return [(limit >> k) - (limit >> k + 1) for k in range(limit.bit_length())]


def losing_count(
    limit: int,
    heaps: int = 3,
    *,
    algorithm: str = "transform",
    modulus: int | None = None,
    factors: Sequence[int] | None = None,
) -> int:
    """Return how many tuples of heaps from 1 to ``limit`` the player to move loses.

    >>> losing_count(10), losing_count(10, algorithm="direct")
    (308, 308)
    >>> losing_count(7, 1)
    4
    """
    limit = _require_limit(limit)
    heaps = require_integer("heaps", heaps, least=1, most=LARGEST_HEAPS)
    algorithm = require_choice("algorithm", algorithm, ("direct", "transform"))
    reduced_by = require_modulus(modulus, factors)
    if reduced_by is None:
        _require_exact_size(limit, heaps)
    if algorithm == "direct":
        _require_direct_work(limit, heaps, reduced_by)
        return _by_convolution(valuation_counts(limit), heaps, reduced_by)
    if reduced_by is not None:
        _require_modular_work(limit, heaps, reduced_by)
    if heaps == 3 and limit.bit_length() <= LIMIT_BITS:
        losing = losing_triples(limit)
        return losing if reduced_by is None else losing % reduced_by
    return _by_transform(valuation_counts(limit), heaps, reduced_by)


@gated("divisor-nim")
def answer(
    limit: int,
    heaps: int = 3,
    *,
    algorithm: str = "transform",
    modulus: int | None = None,
    factors: Sequence[int] | None = None,
) -> int:
    """Return S(n), how many tuples of heaps from 1 to n the player to move wins.

    >>> answer.ungated(10), answer.ungated(100)
    (692, 735494)
    >>> answer.ungated(123456787654321, modulus=1234567890)
    151725678
    """
    losing = losing_count(limit, heaps, algorithm=algorithm, modulus=modulus, factors=factors)
    return (
        limit**heaps - losing
        if modulus is None
        else (pow(limit, heaps, modulus) - losing) % modulus
    )


def _by_transform(counts: list[int], heaps: int, modulus: int | None) -> int:
    """Return the count as the mean of the h-th powers of the transform of c.

    The transform turns exclusive-or convolution into products, and the coefficient at 0 of the
    inverse is the mean. The sum is a multiple of the size, so modulo modulus·size it still is.
    """
    spectrum = counts + [0] * (_power_of_two(len(counts)) - len(counts))
    size = len(spectrum)
    for _ in range(size.bit_length() - 1):  # each round takes one bit, and puts it in front
        low, high = spectrum[::2], spectrum[1::2]
        spectrum = [*map(operator.add, low, high), *map(operator.sub, low, high)]
    if modulus is None:
        # FLINT raises long integers to powers many times faster than Python does.
        from flint import fmpz

        return int(sum((fmpz(value) ** heaps for value in spectrum), fmpz(0))) // size
    if heaps * size <= _SHORT_POWERS:
        return int(sum([value**heaps for value in spectrum])) // size % modulus
    return sum(pow(value, heaps, modulus * size) for value in spectrum) // size % modulus


def _by_convolution(counts: list[int], heaps: int, modulus: int | None) -> int:
    """Return the count by convolutions over exclusive or, the source's sum when h = 3.

    A tuple loses when the nim sum of its first ⌈h/2⌉ heaps equals that of the others.
    """
    lower = _convolution_power(counts, heaps // 2, modulus)
    upper = _convolve(lower, counts, modulus) if heaps % 2 else lower
    losing = sum(a * b for a, b in zip(lower, upper, strict=False))
    return losing if modulus is None else losing % modulus


def _convolution_power(counts: list[int], exponent: int, modulus: int | None) -> list[int]:
    """Return the exclusive-or convolution power by squaring from the exponent's top bit."""
    if exponent == 0:
        return [1]
    power = counts
    for digit in f"{exponent:b}"[1:]:
        power = _convolve(power, power, modulus)
        if digit == "1":
            power = _convolve(power, counts, modulus)
    return power


def _convolve(left: list[int], right: list[int], modulus: int | None) -> list[int]:
    """Return Σ left[i]·right[j] at each i ⊕ j."""
    result = [0] * _power_of_two(max(len(left), len(right)))
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            result[i ^ j] += a * b
    return result if modulus is None else [value % modulus for value in result]


def _power_of_two(length: int) -> int:
    """Return the smallest power of two that is at least ``length``."""
    return 1 << (length - 1).bit_length()


def _nim_sum(values: Sequence[int] | map[int]) -> int:
    """Return the exclusive or of the values."""
    return functools.reduce(operator.xor, values, 0)


def _require_position(heaps: object) -> tuple[int, ...]:
    """Return the heaps as a tuple if they are a position, else raise."""
    given = require_sequence("heaps", heaps, items="integers of at least 1")
    if not given:
        raise InputError("heaps=(): expected at least one heap")
    return tuple(require_integer("heap", heap, least=1) for heap in given)


def _require_limit(limit: object) -> int:
    """Return the limit if it is in range, else raise."""
    value = require_integer("limit", limit, least=1)
    if value.bit_length() > LARGEST_LIMIT_BITS:
        raise LimitError(
            f"limit: an integer of {value.bit_length()} bits; at most {LARGEST_LIMIT_BITS}"
        )
    return value


def _require_exact_size(limit: int, heaps: int) -> None:
    """Refuse an exact number too long to write, or one that takes minutes."""
    bits = heaps * limit.bit_length()
    if bits > LARGEST_ANSWER_DIGITS * _BITS_IN_1000_DIGITS // 1000:
        raise LimitError(
            f"heaps: the exact number may have more than {LARGEST_ANSWER_DIGITS} digits; "
            "give modulus="
        )
    work = bits * limit.bit_length()
    if work > LARGEST_EXACT_WORK:
        raise LimitError(
            f"heaps: the exact number takes about {work} bit steps, above the limit of "
            f"{LARGEST_EXACT_WORK}; give modulus="
        )


def _require_direct_work(limit: int, heaps: int, modulus: int | None) -> None:
    """Refuse convolutions that take minutes."""
    products = _power_of_two(limit.bit_length()) ** 2 * 2 * (heaps // 2).bit_length()
    bits = heaps * limit.bit_length() if modulus is None else modulus.bit_length()
    work = products * (bits // 32 + 1) ** 2
    if products > LARGEST_DIRECT_WORK or work > LARGEST_DIRECT_WORK_IN_WORDS:
        raise LimitError(
            f"algorithm='direct': about {products} products of numbers of {bits} bits, more than "
            "it can do in time; use algorithm='transform'"
        )


def _require_modular_work(limit: int, heaps: int, modulus: int) -> None:
    """Refuse powers modulo a number that take minutes."""
    size = _power_of_two(limit.bit_length())
    work = size * heaps.bit_length() * (modulus * size).bit_length() ** 2
    if work > LARGEST_MODULAR_WORK:
        raise LimitError(
            f"modulus: the powers take about {work} bit steps, above the limit of "
            f"{LARGEST_MODULAR_WORK}; take a smaller modulus"
        )
