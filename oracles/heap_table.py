"""Grundy values of the heaps of a code, by definition, in a table.

The value of a heap is the mex over its options, and of an option the nim sum of the heaps that it
leaves (Sprague and Grundy). Here every option of every heap is looked at, as
:func:`oracles.heaps.heap_values` does, but in compiled loops: some 10^9 options a second. The
first heaps are held to that function each time.

A table serves codes that add no counters and leave at most three heaps, or two if these must
differ, under normal play.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from oracles.codes import Digit, TakeAndBreak
from oracles.errors import OracleError, RulesError
from oracles.heaps import HeapGame, Subtraction, heap_values
from oracles.limits import Watch

HELD = 48  # the largest heap that is compared with the definition in Python
_HEAPS = 256  # that are filled before limits and interrupts are looked at
_LARGEST = {"": 15, "!": 7, "?": 0}  # digit by its mark: at most three heaps, or two

Values = NDArray[np.int32]


def has_heap_table(game: HeapGame) -> bool:
    """Whether the values of a game's heaps can be filled into a table.

    >>> from oracles.heaps import heap_game
    >>> has_heap_table(heap_game("octal:0.77")), has_heap_table(heap_game("code:0.g"))
    (True, False)
    """
    rule = game.rule
    if game.misere or game.loopy or not isinstance(rule, TakeAndBreak | Subtraction):
        return False
    if isinstance(rule, Subtraction):
        return True
    every = _digits(rule, len(rule.code))  # a repeated part is within
    return rule.added == 0 and all(digit.value <= _LARGEST[digit.mark] for digit in every)


def heap_table(game: HeapGame, largest: int) -> Values:
    """Return the Grundy values of the heaps 0 to ``largest``.

    Parameters
    ----------
    game
        A game of which :func:`has_heap_table` says so.
    largest
        The largest heap. Where two heaps are left the work grows with its square, and where three
        are with its cube.

    Raises
    ------
    RulesError
        If the game has no such table.
    OracleError
        If the first values are not those of :func:`oracles.heaps.heap_values`.

    Examples
    --------
    >>> from oracles.heaps import octal
    >>> heap_table(octal("0.77"), 8).tolist()  # Winning Ways, vol. 1, chapter 4
    [0, 1, 2, 3, 1, 4, 3, 2, 1]
    """
    if not has_heap_table(game):
        raise RulesError(
            f"{game!r}: no table of its heaps; a table needs a code under normal play that adds no "
            "counters and leaves at most 3 heaps, or 2 that differ"
        )
    digits = _digits(cast(Any, game.rule), largest)
    said = np.array([(digit.value, digit.mark == "!") for digit in digits], np.int64)
    values = np.zeros(largest + 1, np.int32)
    seen = np.full(8 << (largest + 1).bit_length(), -1, np.int32)  # a heap's value is below 2n
    done = 1
    with Watch(lambda: f"values of {game!r} to {largest}", shown=lambda: f"{done} heaps"):
        while done <= largest:
            stop = min(largest + 1, done + _HEAPS)
            _fill(values, done, stop, said, seen)
            done = stop
    for heap, defined in enumerate(heap_values(game, min(largest, HELD))):
        if values[heap] != defined:
            raise OracleError(
                f"{game!r}: the table has {values[heap]} for heap {heap}, the definition {defined}"
            )
    return values


def _digits(rule: TakeAndBreak | Subtraction, largest: int) -> list[Digit]:
    """Return the digit for each number that can be taken from a heap to ``largest``."""
    if isinstance(rule, Subtraction):
        return [Digit(3 * (n in rule.numbers), "") for n in range(max(rule.numbers) + 1)]
    most = largest if rule.reach is None else min(largest, rule.reach)
    return [rule.digit(n) for n in range(most + 1)]


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
