"""What is true of a vector game on all positions to a size, in one table a quantity.

No graph is built: a table has a cell for every position with piles of 0 to n, in lexicographic
order, so that options stand before, and is filled from the vectors, some 10^7 cells a second. There
are outcomes and Grundy values, with spot checks (:mod:`oracles.truth`).

The options of a position lie on *lines*, one for each vector v: p, p - v, p - 2v, and so on. What
has to be known of the options on a line is kept for the whole line while the table is filled, so
that a cell costs as many steps as there are vectors, however long the lines. With the pivot j, the
coordinate that v lowers the least, p - (p[j] // v[j]) v is the same point for all p on a line, and
another one on another line. Its coordinates, with shifts that make them natural numbers, are the
digits of the line's number.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Mapping
from math import comb, prod
from typing import Any, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from oracles.errors import SearchLimitError
from oracles.index import Index, Values
from oracles.limits import GIGABYTE, memory_limit, showing
from oracles.rules import Game, Outcome
from oracles.truth import Truth
from oracles.vectors import Piles, VectorGame

_CELLS = 1 << 20  # that are filled before limits and interrupts are looked at

Rows = NDArray[np.int64]
Numbering = tuple[Rows, Rows, Rows, Rows, Rows]  # vectors, pivots, shifts, bases, first lines


def has_table(game: Game[Any]) -> bool:
    """Whether the vectors say all of a game: there is no guard, and no vector raises a pile."""
    return (
        type(game) is VectorGame  # another class may have other rules
        and game.guard is None
        and not game.loopy
        and all(step >= 0 for vector in game.vectors for step in vector)
    )


class Board(Index):
    """All positions with piles of 0 to ``size``, in place of a graph: numbers are their cells."""

    def __init__(self, game: VectorGame, size: int) -> None:
        self.game, self.size, self.index, self.players = game, size, self, ("",)

    @property
    def end(self) -> int:
        """The number of cells."""
        return int((self.size + 1) ** self.game.piles)

    @property
    def count(self) -> int:
        """How many positions there are, however many."""
        piles, each = self.game.piles, self.size + 1
        return int(each**piles) if self.game.ordered else comb(self.size + piles, piles)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Piles]:
        return iter(self.game.start(self.size))

    def number(self, position: Any) -> int:
        """Return the cell of a position; -1 if it has none."""
        try:
            in_order = self.game.ordered or list(position) == sorted(position)
            shape = (self.size + 1,) * self.game.piles
            return int(np.ravel_multi_index(position, shape)) if in_order else -1
        except (TypeError, ValueError, OverflowError):  # no piles, or too large ones
            return -1

    def numbers(self) -> Iterator[int]:
        """Give the cells of the positions, in their order."""
        return map(self.number, self)

    def positions(self, numbers: NDArray[Any]) -> list[Piles]:
        """Return the positions that have the cells; nameless piles in another order have none."""
        piles = np.unravel_index(numbers, (self.size + 1,) * self.game.piles)
        found = zip(*(each.tolist() for each in piles), strict=True)
        return [p for p in found if self.game.ordered or list(p) == sorted(p)]

    @property
    def options_of(self) -> Mapping[Hashable, list[Any]]:
        """The options of every position, from the rules."""
        return Values(self, self.options_at)

    def options_at(self, number: int) -> list[Any]:
        """Return the options of one position, from the rules."""
        (position,) = self.positions(np.array([number]))
        return list(dict.fromkeys(self.game.options(position)))

    def number_of_edges(self) -> int:
        """Refuse what only a graph has."""
        raise SearchLimitError(
            "arcs, lengths of play and genera: not computed for a table of "
            f"{len(self)} positions; take a size of fewer"
        )


class TableTruth(Truth):
    """Outcomes and Grundy values of a game that :func:`has_table`, on all positions to a size.

    They are asked for as of any :class:`~oracles.truth.Truth`. A table takes a byte a cell, or four
    where it has numbers.
    """

    graph: Board  # type: ignore[assignment]  # with the part of a graph that is used
    has_cycle = False
    _backward = _lengths = property(lambda self: self.graph.number_of_edges())

    def __init__(self, game: VectorGame, size: int) -> None:
        super().__init__(game, cast(Any, Board(game, size)))

    def _retrograde(self, ending: Outcome | None) -> Any:
        return self._filled(np.int8, most=1, empty=int(ending == "N")), None

    def _finite_values(self) -> Any:
        return self._filled(np.int32)

    def _filled(self, kind: Any, most: int | None = None, empty: int = 0) -> NDArray[Any]:
        """Return a table of numbers of some kind, as :func:`fill` has it."""
        game, size, cells = self.graph.game, self.graph.size, self.graph.end
        vectors = [vector for vector in game.vectors if max(vector) <= size]
        most = sum(size // max(v) for v in vectors) if most is None else most
        numbering = lines_along(np.array(vectors, np.int64).reshape(-1, game.piles), size)
        lines = sum(map(prod, numbering[3].tolist()))  # exact, where 64 bits might not do
        needed = cells * np.dtype(kind).itemsize + lines * (most // 64 + 1) * 8
        if needed > min(memory_limit(), sys.maxsize):
            raise SearchLimitError(
                f"size={size}: a table of {game!r} would take {needed / GIGABYTE:.3g} GB; "
                "take a smaller size"
            )
        met, table = np.zeros((lines, most // 64 + 1), np.uint64), np.empty(cells, kind)
        done = 0
        with showing(lambda: f"{done} of {cells} positions"):
            for done in range(0, cells, _CELLS):
                fill(table, done, min(cells, done + _CELLS), size, numbering, met, most, empty)
        return table


def lines_along(vectors: Rows, size: int) -> Numbering:
    """Return how the lines along some vectors are numbered.

    >>> lines_along(np.array([(1, 0), (1, 1)]), 3)[-1].tolist()  # four rows, and seven diagonals
    [0, 4, 11]
    """
    each = np.arange(len(vectors))
    pivots = np.where(vectors > 0, vectors, size + 1).argmin(axis=1)
    steps = vectors[each, pivots]
    shifts = size // steps[:, np.newaxis] * vectors
    shifts[each, pivots] = 0
    bases = size + 1 + shifts
    bases[each, pivots] = steps
    return vectors, pivots, shifts, bases, np.append(0, bases.prod(axis=1).cumsum())


@njit(cache=True)  # type: ignore[untyped-decorator]
def fill(  # noqa: PLR0917
    values: NDArray[Any],
    start: int,
    stop: int,
    size: int,
    numbering: Numbering,
    met: NDArray[np.uint64],
    most: int,
    empty: int,
) -> None:
    """Fill ``values[start:stop]`` with the mex of the options' values, or ``most`` if it is more.

    A final position has the value ``empty``. With 1 for the most, these are outcomes: 0 is a
    P-position. ``met`` has a row of bits for each line: those of the values on it so far.
    """
    vectors, pivots, shifts, bases, first = numbering
    position = np.empty(vectors.shape[1], np.int64)
    cell = start
    for i in range(len(position) - 1, -1, -1):
        position[i] = cell % (size + 1)
        cell //= size + 1
    lines = np.empty(len(vectors), np.int64)
    full, one = ~np.uint64(0), np.uint64(1)
    for cell in range(start, stop):
        for v in range(len(vectors)):
            times = position[pivots[v]] // vectors[v, pivots[v]]
            lines[v] = 0
            for i in range(len(position)):
                digit = position[i] + shifts[v, i] - times * vectors[v, i]
                lines[v] = lines[v] * bases[v, i] + digit
            lines[v] += first[v]
        word, bits = -1, full
        while bits == full:
            word += 1
            bits = np.uint64(0)
            for line in lines:
                bits |= met[line, word]
        bit = 0
        while (bits >> np.uint64(bit)) & one:
            bit += 1
        value = min(64 * word + bit, most) if word or bits else empty
        values[cell] = value
        for line in lines:
            met[line, value // 64] |= one << np.uint64(value % 64)
        i = len(position) - 1
        while i > 0 and position[i] == size:
            position[i] = 0
            i -= 1
        position[i] += 1
