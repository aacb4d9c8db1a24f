"""Grundy values of the heaps of a code, by definition, in a table.

The value of a heap is the mex over its options, and of an option the nim sum of the heaps that it
leaves (Sprague and Grundy). Here every option of every heap is looked at, as
:func:`oracles.heaps.heap_values` does, but in compiled loops: some 10^9 options a second.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from oracles.codes import Digit, TakeAndBreak
from oracles.heaps import HeapGame, Subtraction
from oracles.limits import showing

_HEAPS = 256  # that are filled before limits and interrupts are looked at

Values = NDArray[np.int32]


def heap_table(game: HeapGame, largest: int) -> Values | None:
    """Return the Grundy values of the heaps 0 to ``largest``; None if they fit no table.

    Tables serve codes that leave at most three heaps, or two if these must differ, under normal
    play. Costs the square of ``largest`` where two heaps are left, and its cube where three are.

    >>> from oracles.heaps import octal
    >>> heap_table(octal("0.77"), 8).tolist()  # Winning Ways, vol. 1, chapter 4
    [0, 1, 2, 3, 1, 4, 3, 2, 1]
    """
    rule = game.rule
    if game.misere or game.loopy or not isinstance(rule, TakeAndBreak | Subtraction):
        return None
    if isinstance(rule, Subtraction):
        digits = [Digit(3 * (n in rule.numbers)) for n in range(max(rule.numbers) + 1)]
    else:
        most = largest if rule.reach is None else min(largest, rule.reach)
        digits = [rule.digit(n) for n in range(most + 1)]
        if any(digit.value > (7 if digit.differ else 15) for digit in digits):
            return None
    said = np.array(digits, np.int64)
    values = np.zeros(largest + 1, np.int32)
    seen = np.full(8 << (largest + 1).bit_length(), -1, np.int32)  # a heap's value is below 2n
    done = 1
    with showing(lambda: f"heap {done}"):
        for done in range(1, largest + 1, _HEAPS):
            _fill(values, done, min(largest + 1, done + _HEAPS), said, seen)
    return values


@njit(cache=True)  # type: ignore[untyped-decorator]
def _fill(values: Values, start: int, stop: int, digits: NDArray[np.int64], seen: Values) -> None:
    """Fill ``values[start:stop]``; ``seen[v] == n`` says that an option of n has the value v."""
    for n in range(start, stop):
        for taken in range(min(n, len(digits) - 1) + 1):
            digit, differ, left = digits[taken, 0], digits[taken, 1], n - taken
            if digit & 1 and left == 0:
                seen[0] = n
            if digit & 2 and left > 0:
                seen[values[left]] = n
            if digit & 4:
                for a in range(1, (left - differ) // 2 + 1):
                    seen[values[a] ^ values[left - a]] = n
            if digit & 8:
                for a in range(1, left // 3 + 1):
                    for b in range(a, (left - a) // 2 + 1):
                        seen[values[a] ^ values[b] ^ values[left - a - b]] = n
        value = 0
        while seen[value] == n:
            value += 1
        values[n] = value
