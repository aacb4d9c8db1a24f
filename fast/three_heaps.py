"""Losing triples of divisor nim, by numbers side by side in one long integer.

Definition
    A *slot* is 64 bits of a long integer. Slot k has the number of x ≤ n with v₂(x) = k, for the
    48 valuations k that there are below 2^48. One operation on the integer does all slots at once.

Main result
    Let a, b and c be the Walsh-Hadamard transforms, over the last four bits of k, of the slots
    from 0, from 16 and from 32 on. Then Σ a·(a² + 3·(b² + c²)) is 16 times the number of triples
    whose valuations have nim sum zero.

Proof
    The transform turns exclusive-or convolution into products. Of the nim sum zero, the upper bits
    0, 1 and 2 of three valuations are 0 three times, or 0 once and something else twice, in any of
    three orders. So the products are a³, a·b² and a·c², the last two three times each.

Design
    A difference may be negative, and would borrow from the next slot. So slots begin with a
    *bias*, 2^48 times the product, over the last four bits of k, of 2 where a bit is 0 and 1 where
    it is 1. A round takes one bit and makes 2 + 1 = 3 and 2 - 1 = 1 of them: what is added stays
    above 2^48, what a slot counts stays below, and both together below 2^56.

Source
    :mod:`fast.divisor_nim` has the game, the theorem and the transform's source.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

LIMIT_BITS = 48
"""The numbers that this counts up to have at most so many bits."""

_SLOT = 64  # bits
_SIGNED = struct.Struct(f"<{LIMIT_BITS}q")  # the slots as signed numbers
_TRANSFORMED = 4  # bits of a valuation
_GROUP = 1 << _TRANSFORMED


def _slots(value: Callable[[int], int]) -> int:
    """Return the integer whose slot k has value(k)."""
    return sum(value(k) << _SLOT * k for k in range(LIMIT_BITS))


def _bias(at_zero: int, at_one: int) -> int:
    """Return the bias, from the factors at a bit 0 and at a bit 1."""

    def bias(k: int) -> int:
        ones = (k % _GROUP).bit_count()
        return math.prod([at_zero] * (_TRANSFORMED - ones) + [at_one] * ones) << LIMIT_BITS

    return _slots(bias)


def _where_zero(bit: int) -> int:
    """Return the integer whose slots have all bits where k has not this one."""
    return _slots(lambda k: 0 if k & bit else (1 << _SLOT) - 1)


_SIGN = _slots(lambda _: 1 << _SLOT - 1)
_BIAS_BEFORE = _bias(2, 1)
_TO_SIGNED = _SIGN - _bias(3, 1)  # with the sign turned over, this leaves the number itself
# For 1, 2, 4, ... slots: how far to halve, the bits that then stay in their slots, where these go.
_HALVINGS = [
    (count, sum((1 << _SLOT - count) - 1 << _SLOT * k for k in range(count)), _SLOT * count)
    for count in (1 << power for power in range(LIMIT_BITS.bit_length()))
]
# For each bit: how far the slots of a pair are apart, and the slots where the bit is 0.
_ROUNDS = [(_SLOT << power, _where_zero(1 << power)) for power in range(_TRANSFORMED)]


def losing_triples(limit: int) -> int:
    """Return how many triples from 1 to ``limit``, of at most ``LIMIT_BITS`` bits, lose.

    >>> losing_triples(10)
    308
    """
    multiples = limit  # slot k will have those of 2^k
    for count, staying, shift in _HALVINGS:
        multiples |= (multiples >> count & staying) << shift
    spectrum = multiples - (multiples >> _SLOT) + _BIAS_BEFORE
    for shift, at_zero in _ROUNDS:
        low, high = spectrum & at_zero, spectrum >> shift & at_zero
        spectrum = low + high + (low - high << shift)
    values = _SIGNED.unpack((spectrum + _TO_SIGNED ^ _SIGN).to_bytes(_SIGNED.size, "little"))
    groups = zip(values[:_GROUP], values[_GROUP : 2 * _GROUP], values[2 * _GROUP :], strict=True)
    times_16: int = sum([a * (a * a + 3 * (b * b + c * c)) for a, b, c in groups])
    return times_16 // _GROUP
