"""Options of vector games as texts, without a call of Python for each.

For the games of :func:`oracles.vector_table.has_table`. The kernel writes the same text as
:func:`oracles.levels.texts.to_text`, so what stands in a store does not say how it was made.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

_MOST_LETTERS = 24  # for a pile: 19 digits, a comma, a blank, and its share of the brackets


@njit(cache=True)  # type: ignore[untyped-decorator]
def options_of(piles: Any, vectors: Any, in_order: bool) -> Any:  # noqa: FBT001
    """Return the options of positions: letters, ends of texts, rows of the positions, totals.

    Parameters
    ----------
    piles
        A position a row.
    vectors
        A vector a row, no entry below 0.
    in_order
        Whether an option is written with the smallest pile first.
    """
    rows, width = piles.shape
    most = 0
    for row in range(rows):
        for v in range(len(vectors)):
            most += _times(piles[row], vectors[v])
    letters = np.empty(_MOST_LETTERS * width, np.uint8)
    ends, parents = np.zeros(most + 1, np.int32), np.empty(most, np.int32)
    totals = np.empty(most, np.int32)
    option = np.empty(width, np.int64)
    made = at = 0
    for row in range(rows):
        for v in range(len(vectors)):
            for n in range(1, _times(piles[row], vectors[v]) + 1):
                total = 0
                for i in range(width):
                    option[i] = piles[row, i] - n * vectors[v, i]
                    total += option[i]
                if in_order:
                    option.sort()
                if at + _MOST_LETTERS * width > len(letters):
                    letters = np.concatenate((letters, np.empty(len(letters), np.uint8)))
                at = _write(option, letters, at)
                made += 1
                ends[made], parents[made - 1], totals[made - 1] = at, row, total
    return letters[:at], ends, parents, totals


@njit(cache=True)  # type: ignore[untyped-decorator]
def _times(position: Any, vector: Any) -> Any:
    """Return how often a vector can be taken away."""
    times = -1
    for i in range(len(vector)):
        if vector[i] > 0 and (times < 0 or position[i] // vector[i] < times):
            times = position[i] // vector[i]
    return times


@njit(cache=True)  # type: ignore[untyped-decorator]
def _write(numbers: Any, letters: Any, at: int) -> int:
    """Write ``[1, 20]`` from ``at`` on; return where it ends."""
    letters[at] = 91
    at += 1
    for i in range(len(numbers)):
        if i:
            letters[at], letters[at + 1] = 44, 32
            at += 2
        digits, rest = 1, numbers[i] // 10
        while rest:
            digits, rest = digits + 1, rest // 10
        rest = numbers[i]
        for place in range(digits - 1, -1, -1):
            letters[at + place] = 48 + rest % 10
            rest //= 10
        at += digits
    letters[at] = 93
    return at + 1
