"""What is true of a vector game on all positions to a size, in one table a quantity.

No graph is built: a table has a cell for every position, and is filled from the vectors
(:mod:`oracles.vector_kernels`), some 10^7 cells a second. It serves games of which the vectors say
all: with no guard, no vector that raises a pile, and of :class:`~oracles.vectors.VectorGame`
itself, for another class may have other rules. There are spot checks (:mod:`oracles.spot_checks`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property
from math import comb, prod
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from oracles import vector_kernels
from oracles.errors import SearchLimitError
from oracles.genus import Genus
from oracles.grundy import GrundyValue
from oracles.limits import GIGABYTE, Watch, memory_limit
from oracles.outcomes import Lengths, Outcomes
from oracles.position_index import Values
from oracles.rules import Game, Outcome, keeps_rules_of
from oracles.spot_checks import spread
from oracles.truth import Truth
from oracles.vectors import Piles, VectorGame

_CELLS = 1 << 20  # that are filled before limits and interrupts are looked at


def has_table(game: Game[Any]) -> bool:
    """Whether the vectors say all of a game, so that tables of it can be filled.

    >>> has_table(VectorGame([(1, 0), (1, 1)])), has_table(VectorGame([(1, -1)]))
    (True, False)
    """
    return (
        type(game) is VectorGame
        and keeps_rules_of(game, VectorGame)
        and game.guard is None
        and not game.loopy
        and all(step >= 0 for vector in game.vectors for step in vector)
    )


class _Met(NamedTuple):
    """What is kept for each line: numbers of a kind, and what stands for none."""

    kind: type[np.generic]
    none: int
    shape: tuple[int, ...] = ()

    @property
    def bytes(self) -> int:
        return np.dtype(self.kind).itemsize * prod(self.shape)


class Board:
    """All positions with piles of 0 to ``size``, in place of a graph: numbers are their cells."""

    is_vectorized = True

    def __init__(self, game: VectorGame, size: int) -> None:
        self.game, self.size = game, size
        self.cells = (size + 1) ** game.piles
        self.index = self

    def __len__(self) -> int:
        if self.game.ordered:
            return int(self.cells)
        return comb(self.size + self.game.piles, self.game.piles)

    def __iter__(self) -> Iterator[Piles]:
        return iter(self.game.start(self.size))

    def __contains__(self, position: object) -> bool:
        return self.number(position) >= 0

    def number(self, position: object) -> int:
        """Return the cell of a position; -1 if it has none."""
        if not isinstance(position, tuple) or len(position) != self.game.piles:
            return -1
        cell = 0
        for pile in position:
            if not isinstance(pile, int | np.integer) or not 0 <= pile <= self.size:
                return -1
            cell = cell * (self.size + 1) + int(pile)
        is_one = self.game.ordered or list(position) == sorted(position)
        return cell if is_one else -1

    def numbers(self) -> Iterator[int]:
        """Give the cells of the positions, in their order."""
        return iter(range(self.cells)) if self.game.ordered else map(self.number, self)

    def positions(self, numbers: NDArray[Any]) -> list[Piles]:
        """Return the positions that have the cells."""
        shape = (self.size + 1,) * self.game.piles
        return list(zip(*(each.tolist() for each in np.unravel_index(numbers, shape)), strict=True))

    def number_of_edges(self) -> int:
        """Refuse to say how many arcs a graph would have: they are not counted."""
        raise SearchLimitError(
            f"arcs: not counted for a table of {len(self)} positions; take a size of fewer"
        )

    @property
    def options_of(self) -> Mapping[Hashable, list[Any]]:
        """The options of every position, from the rules."""
        return Values(self, self._options, self.numbers)

    def _options(self, number: int) -> list[Any]:
        (position,) = self.positions(np.array([number]))
        return list(dict.fromkeys(self.game.options(position)))


class TableTruth(Truth):
    """What is true of a vector game on all positions to a size.

    Parameters
    ----------
    game
        A game of which :func:`has_table` says so.
    size
        The largest pile.

    Notes
    -----
    As :class:`~oracles.truth.Truth` has it, but for genera. A table takes a byte a cell, or four
    where it has numbers.
    """

    graph: Board  # type: ignore[assignment]  # with the part of a graph that is used

    def __init__(self, game: VectorGame, size: int) -> None:
        super().__init__(game, cast(Any, Board(game, size)))
        # Those that reach beyond the table are no moves.
        self._vectors = [vector for vector in game.vectors if max(vector) <= size]

    @property
    def held_to(self) -> str:
        """What was compared with the rules, in words."""
        return f"a table, compared with the rules at {len(self._spread)} positions"

    @property
    def p_positions(self) -> list[Any]:
        """All P-positions, in the order of the graph."""
        _ = self.outcomes  # which are compared first
        found = self.graph.positions(np.flatnonzero(self._losing))
        return [position for position in found if position in self.graph]

    def _outcomes(self) -> Outcomes:
        return self._mapping(self._losing, _outcome)

    def _misere_outcomes(self) -> Outcomes:
        misere = self._losing if self.game.misere else self._losing_if(misere=True)
        return self._mapping(misere, _outcome)

    def _lengths(self, *, winner_hurries: bool) -> Lengths:
        met = _Met(np.int32, -1, (2,))
        given = (self._losing, winner_hurries)
        lengths = self._filled(vector_kernels.fill_lengths, np.int32, met, *given)
        return self._mapping(lengths, int)

    def _grundy_values(self) -> Mapping[Hashable, GrundyValue]:
        most = sum(self.graph.size // max(vector) for vector in self._vectors)
        met = _Met(np.uint64, 0, (most // 64 + 1,))
        return self._mapping(self._filled(vector_kernels.fill_values, np.int32, met), int)

    def _genera(self) -> Mapping[Hashable, Genus]:
        raise SearchLimitError(
            f"genus: not computed for a table of {len(self.graph)} positions; take a size of fewer"
        )

    @property
    def _has_cycle(self) -> bool:
        return False

    @cached_property
    def _losing(self) -> NDArray[np.bool_]:
        return self._losing_if(misere=self.game.misere)

    def _losing_if(self, *, misere: bool) -> NDArray[np.bool_]:
        fill = vector_kernels.fill_outcomes
        return cast(NDArray[np.bool_], self._filled(fill, np.bool_, _Met(np.uint8, 0), misere))

    @cached_property
    def _spread(self) -> list[Any]:
        return spread(self.graph, self.graph.cells)

    def _mapping(self, found: NDArray[Any], value: Callable[[Any], Any]) -> Values[Any]:
        return Values(self.graph, lambda cell: value(found[cell]), self.graph.numbers)

    def _filled(
        self, fill: Callable[..., None], kind: type[np.generic], met: _Met, *given: Any
    ) -> NDArray[Any]:
        """Return a table of some kind, ``met`` being what is kept for each line."""
        size, cells = self.graph.size, self.graph.cells
        numbering, lines = vector_kernels.numbering_of(self._vectors, size)
        needed = cells * np.dtype(kind).itemsize + lines * met.bytes
        if needed > min(memory_limit(), sys.maxsize):
            raise SearchLimitError(
                f"size={size}: a table of {self.game!r} would take {needed / GIGABYTE:.3g} GB; "
                "take a smaller size"
            )
        done = 0
        with Watch(
            lambda: f"the table of {self.game!r} to {size}",
            moved=lambda: done,
            shown=lambda: f"{done} of {cells} positions",
        ):
            shape = (len(numbering), vector_kernels.FACTORS + self.graph.game.piles)
            rows = np.array(numbering, np.int64).reshape(shape)
            on_lines = np.full((lines, *met.shape), met.none, met.kind)
            table = np.empty(cells, kind)
            while done < cells:
                stop = min(cells, done + _CELLS)
                fill(table, done, stop, size, rows, on_lines, *given)
                done = stop
        return table


def _outcome(losing: np.bool_) -> Outcome:
    return "P" if losing else "N"
