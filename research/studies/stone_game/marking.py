"""The P-positions of the stone game by marking, a compiled loop written from the rules.

Go through the positions x ≤ y ≤ z ≤ N in lexicographic order. A position that is not marked has no
P-position as an option, so it is one; then mark all positions from which a move leads to it. Moves
only lower piles, so all options of a position come before it. The work is a mark for each move to a
P-position, and the memory a byte for each position: 168 million to N = 1000.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np

from oracles.games.stone_game import CHOICES, Piles

Array = Any


def marked(limit: int, choices: Sequence[Piles] = tuple(CHOICES)) -> list[Piles]:
    """Return the P-positions up to a limit, in order.

    >>> marked(5)
    [(0, 0, 0), (0, 1, 2), (0, 3, 5), (1, 1, 4), (1, 3, 3), (3, 4, 4)]
    """
    lengths = limit + 1 - np.arange(limit + 1)  # how many z ≥ y, by y; how many y ≥ x, by x
    before_y = np.cumsum(lengths) - lengths
    before_x = np.cumsum(lengths * (lengths + 1) // 2) - lengths * (lengths + 1) // 2
    # The place of (x, y, z) is first[x] + row[y] + z.
    first, row = before_x - before_y, before_y - np.arange(limit + 1)
    marks = np.zeros((lengths * (lengths + 1) // 2).sum(), np.bool_)
    found = _unmarked(first, row, np.array(choices), marks)
    return [(x, y, z) for x, y, z in found.tolist()]


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def _unmarked(first: Array, row: Array, choices: Array, marks: Array) -> Array:
    """Go through the positions, mark, and return those that were not marked."""
    side = row.shape[0]
    found = []
    for x in range(side):
        for y in range(x, side):
            for z in range(y, side):
                if not marks[first[x] + row[y] + z]:
                    found.append((x, y, z))
                    for a, b, c in choices:
                        _mark(first, row, marks, (x, y, z), (a, b, c))
    return np.array(found)


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def _mark(first: Array, row: Array, marks: Array, position: Any, choice: Any) -> None:
    """Mark the positions from which a move on the chosen piles leads to this one."""
    x, y, z = position
    a, b, c = choice
    side = row.shape[0]
    while True:
        x, y, z = x + a, y + b, z + c
        least, most = min(x, y, z), max(x, y, z)
        middle = x + y + z - least - most
        if most >= side:
            return
        marks[first[least] + row[middle] + most] = True
