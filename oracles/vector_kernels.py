"""Tables of vector games, filled without a call of Python for each position.

A table has a cell for every position with piles of 0 to n, in lexicographic order, so that options
stand before. The options of a position lie on *lines*, one for each vector v: p, p - v, p - 2v, and
so on. What has to be known of the options on a line is kept for the whole line while the table is
filled, so that a cell costs as many steps as there are vectors, however long the lines.

The line of p along v has the number

    constant + sum of factors[i] * p[i] + (p[pivot] mod v[pivot]) * stride

with one row of ``numbering`` a vector: its constant, its pivot, v[pivot], the stride, and then the
factors. Two positions have the same number exactly when they differ by a multiple of v: with the
pivot j, the numbers p[i] v[j] - p[j] v[i] and p[j] mod v[j] are the same.

A range of cells is filled at a time, ``start`` to ``stop``, all cells before being filled.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

Cells = Any  # a numpy array with a value a cell
Lines = Any  # and one with something for each line
Numbering = NDArray[np.int64]

CONSTANT, PIVOT, STEP, STRIDE, FACTORS = range(5)


def numbering_of(vectors: list[tuple[int, ...]], size: int) -> tuple[list[list[int]], int]:
    """Return how the lines along some vectors are numbered, and how many there are.

    These may be numbers of any length; whoever has memory for so many lines may make an array.

    Parameters
    ----------
    vectors
        Vectors of integers of at least 0, each with one above 0.
    size
        The largest pile.

    Examples
    --------
    >>> rows, lines = numbering_of([(1, 0), (1, 1)], 3)
    >>> lines  # four rows, and seven diagonals
    11
    """
    rows = []
    lines = 0
    for vector in vectors:
        piles = len(vector)
        row = [0] * (FACTORS + piles)
        pivot = min((i for i in range(piles) if vector[i]), key=lambda i: vector[i])
        step = vector[pivot]
        row[CONSTANT], row[PIVOT], row[STEP] = lines, pivot, step
        extent = 1
        for i, lowered in enumerate(vector):
            if i == pivot:
                continue
            if lowered:
                row[FACTORS + i] = step * extent
                row[FACTORS + pivot] -= lowered * extent
                row[CONSTANT] += size * lowered * extent
                extent *= size * (lowered + step) + 1
            else:
                row[FACTORS + i] = extent
                extent *= size + 1
        row[STRIDE] = extent
        lines += extent * step
        rows.append(row)
    return rows, lines


@njit(cache=True)  # type: ignore[untyped-decorator]
def _place(cell: int, size: int, position: NDArray[np.int64]) -> None:
    """Write the position of a cell."""
    for i in range(len(position) - 1, -1, -1):
        position[i] = cell % (size + 1)
        cell //= size + 1


@njit(cache=True)  # type: ignore[untyped-decorator]
def _next(size: int, position: NDArray[np.int64]) -> None:
    i = len(position) - 1
    while i >= 0 and position[i] == size:
        position[i] = 0
        i -= 1
    if i >= 0:
        position[i] += 1


@njit(cache=True)  # type: ignore[untyped-decorator]
def _line(row: NDArray[np.int64], position: NDArray[np.int64]) -> Any:
    line = row[CONSTANT] + (position[row[PIVOT]] % row[STEP]) * row[STRIDE]
    for i in range(len(position)):
        line += row[FACTORS + i] * position[i]
    return line


@njit(cache=True)  # type: ignore[untyped-decorator]
def fill_outcomes(  # noqa: PLR0917
    losing: Cells,
    start: int,
    stop: int,
    size: int,
    numbering: Numbering,
    met: Lines,
    misere: bool,  # noqa: FBT001
) -> None:
    """Fill ``losing`` with whether each position is a P-position.

    ``met`` has 0 for a line without positions so far, 1 for one with, 3 if a P-position is there.
    """
    position = np.empty(numbering.shape[1] - FACTORS, np.int64)
    _place(start, size, position)
    for cell in range(start, stop):
        found = 0
        for v in range(len(numbering)):
            found |= met[_line(numbering[v], position)]
        losing[cell] = found == 1 or (found == 0 and not misere)
        for v in range(len(numbering)):
            met[_line(numbering[v], position)] |= 3 if losing[cell] else 1
        _next(size, position)


@njit(cache=True)  # type: ignore[untyped-decorator]
def fill_values(  # noqa: PLR0917
    values: Cells, start: int, stop: int, size: int, numbering: Numbering, met: Lines
) -> None:
    """Fill ``values`` with the Grundy value of each position.

    ``met`` has a row of bits for each line: those of the values on it so far.
    """
    position = np.empty(numbering.shape[1] - FACTORS, np.int64)
    lines = np.empty(len(numbering), np.int64)
    full = ~np.uint64(0)
    _place(start, size, position)
    for cell in range(start, stop):
        for v in range(len(numbering)):
            lines[v] = _line(numbering[v], position)
        word, bits = -1, full
        while bits == full:
            word += 1
            bits = np.uint64(0)
            for line in lines:
                bits |= met[line, word]
        bit = 0
        while (bits >> np.uint64(bit)) & np.uint64(1):
            bit += 1
        values[cell] = 64 * word + bit
        for line in lines:
            met[line, word] |= np.uint64(1) << np.uint64(bit)
        _next(size, position)


@njit(cache=True)  # type: ignore[untyped-decorator]
def fill_lengths(  # noqa: PLR0917
    lengths: Cells,
    start: int,
    stop: int,
    size: int,
    numbering: Numbering,
    met: Lines,
    losing: Cells,
    winner_hurries: bool,  # noqa: FBT001
) -> None:
    """Fill ``lengths`` with remotenesses if the winner hurries, else with suspenses.

    ``met`` has for each line the best length of the P-positions on it for who moves there and wins,
    and the best of all for who loses; -1 while there are none.
    """
    position = np.empty(numbering.shape[1] - FACTORS, np.int64)
    lines = np.empty(len(numbering), np.int64)
    _place(start, size, position)
    for cell in range(start, stop):
        best = -1
        for v in range(len(numbering)):
            lines[v] = _line(numbering[v], position)
            if losing[cell]:
                best = _better(best, met[lines[v], 1], not winner_hurries)
            else:
                best = _better(best, met[lines[v], 0], winner_hurries)
        lengths[cell] = best + 1
        for line in lines:
            met[line, 1] = _better(met[line, 1], best + 1, not winner_hurries)
            if losing[cell]:
                met[line, 0] = _better(met[line, 0], best + 1, winner_hurries)
        _next(size, position)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _better(length: int, other: int, least: bool) -> Any:  # noqa: FBT001
    """Return the one of two lengths that is wanted; -1 is none."""
    if length < 0 or other < 0:
        return max(length, other)
    return min(length, other) if least else max(length, other)
