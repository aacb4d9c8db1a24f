"""Games in the language of moves on rows: the coordinates, before them the control state in a byte.

The options of many positions are what each move gives for all values of its parameters, on arrays
(:mod:`oracles.moves.arrays`), in the order of the text. If one image is no option, or anything does
not fit, the rules are asked themselves, which then say what is wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles.errors import PositionError, brief
from oracles.kernels import Places
from oracles.limits import Watch
from oracles.moves import arrays
from oracles.moves.arrays import Numbers, Table, Truths
from oracles.moves.enumerating import enumeration
from oracles.moves.formulas import Formula
from oracles.moves.game import MoveGame
from oracles.moves.python import bounds
from oracles.moves.reading import Measure, Move, State
from oracles.position_index import DoesNotFitError, Rows, VectorizedOptions
from oracles.rule_contracts import too_many

_EACH = 2  # bytes of a coordinate
_MOST_STATES, _MOST_ORDERS = 255, 24


class RowsOfMoves(VectorizedOptions):
    """The moves of a text, on rows.

    A row has the number of the control state, if there are several, and the coordinates.

    Parameters
    ----------
    game
        A game whose rules are what its text says.

    Raises
    ------
    DoesNotFitError
        If there are too many control states.
    """

    def __init__(self, game: MoveGame) -> None:
        self.game = game
        self._states = list(game.states)
        if len(self._states) > _MOST_STATES:
            raise DoesNotFitError
        self.most = max(map(len, game.states.values()))  # coordinates
        self._head = int(len(self._states) > 1)
        self.width = self._head + self.most * _EACH
        self._said = enumeration(game.text)
        self._text = self._said.text

    def rows(self, positions: Sequence[Any]) -> Rows:
        """Write positions."""
        vectors = np.zeros((len(positions), self.most), np.int64)
        states = np.zeros(len(positions), np.uint8)
        for row, position in enumerate(positions):
            try:
                name, vector = self.game.read(position)
                vectors[row, : len(vector)] = vector
            except (PositionError, OverflowError) as error:
                raise DoesNotFitError from error
            states[row] = self._states.index(name)
        return self.written(states, vectors)

    def written(self, states: NDArray[np.uint8], vectors: Numbers) -> Rows:
        """Write control states, by number, and coordinates."""
        if vectors.max(initial=0) >> 8 * _EACH:
            raise DoesNotFitError
        rows = np.empty((len(states), self.width), np.uint8)
        narrow = vectors.astype(f"<u{_EACH}")
        rows[:, : self._head] = states[:, None]
        rows[:, self._head :] = narrow.view(np.uint8).reshape(len(states), self.width - self._head)
        return rows

    def _read(self, rows: Rows) -> tuple[NDArray[np.uint8], Numbers]:
        """Read control states, and as many coordinates as any has."""
        states = rows[:, 0] if self._head else np.zeros(len(rows), np.uint8)
        narrow = np.ascontiguousarray(rows[:, self._head :]).view(f"<u{_EACH}")
        return states, narrow.reshape(len(rows), self.most).astype(np.int64)

    def positions(self, rows: Rows) -> list[Any]:
        """Make positions again."""
        states, vectors = self._read(rows)
        known = [(name, len(self.game.states[name])) for name in self._states]
        said = ((known[state], row) for state, row in zip(states, vectors.tolist(), strict=True))
        return [self.game.written(name, tuple(row[:most])) for (name, most), row in said]

    def options(self, rows: Rows) -> tuple[Rows, Places]:
        """Return the options and where each row's end; errors as the class above has it."""
        (states, vectors), found = self._read(rows), list[_Images]()
        for number, state in enumerate(self._text.states.values()):
            of_state = np.flatnonzero(states == number)
            if len(of_state):
                found += self._from_state(state, vectors[of_state], of_state)
        return _in_order(self, found, len(rows))

    def _from_state(
        self, state: State, vectors: Numbers, places: NDArray[np.intp]
    ) -> Iterator[_Images]:
        """Give the options of some positions of one control state, those of a move at a time."""
        orders = self._orders(state)
        tables = [_table(state, vectors[:, order]) for order in orders]
        measure = self._text.measure(state.name)
        goes_on = ~self._same([self._won(state, table) for table in tables])
        here = self._same([_measured(measure, table) for table in tables])
        self._same([_holds(state.where, table) for table in tables])
        for at, table in enumerate(tables):
            inner = table.lines(goes_on)
            for move in self._text.moves:
                if move.source.text == state.name:
                    own = places[goes_on] * _MOST_ORDERS + at
                    yield from self._images(move, inner, here[goes_on], own)

    def _orders(self, state: State) -> list[list[int]]:
        """Return the orders in which the moves are applied: all, of coordinates without names."""
        coordinates = range(len(state.coordinates))
        if not self._text.unordered:
            return [list(coordinates)]
        if factorial(len(coordinates)) > _MOST_ORDERS:
            raise DoesNotFitError
        return list(map(list, permutations(coordinates)))

    def _same(self, found: list[Any]) -> Any:
        """Return what is to be the same for every order."""
        if not all(np.array_equal(found[0], each) for each in found):
            raise DoesNotFitError
        return found[0]

    def _won(self, state: State, table: Table) -> Truths:
        if state.name not in self._text.won:
            return np.zeros(table.length, np.bool_)
        return _holds(self._text.won[state.name], table)

    def _images(
        self, move: Move, table: Table, here: Numbers, places: NDArray[np.intp]
    ) -> Iterator[_Images]:
        """Give what a move makes of the lines of a table; ``here`` and ``places`` are theirs."""
        known = self._text.states[move.source.text].coordinates
        own = [word.text for word in move.parameters]
        bounding = bounds(own, move.guard, known, move.parameters)
        for some in arrays.parts(own, bounding, table):
            inner, parents = arrays.with_values(own, bounding, table.lines(some))
            if move.guard is not None:
                allowed = arrays.formula(move.guard, inner)
                inner, parents = inner.lines(allowed), parents[allowed]
            images = self._required(move, inner, here[some][parents])
            target = list(self._text.states).index(move.target.text)
            yield _Images(places[some][parents], target, images)

    def _required(self, move: Move, table: Table, here: Numbers) -> Numbers:
        """Return the images of all lines, each of which is an option."""
        target = self._text.states[move.target.text]
        found = [arrays.term(each, table) for each in move.image]
        images = np.empty((table.length, len(found)), np.int64)
        for column, each in zip(images.T, found, strict=True):
            column[:] = each.values
            _require(each.exist)
        if self._text.unordered:
            images.sort(axis=1)
        after = _table(target, images)
        _require(_holds(target.where, after))
        before, there = self._text.measure(move.source.text), self._text.measure(target.name)
        if there.level > before.level and table.length:
            raise DoesNotFitError
        if there.level == before.level:
            measures = _measured(there, after)
            _require((measures >= 0) & (measures < here))
        return images


@dataclass(frozen=True)
class _Images:
    """Options that one move gives: their places, control state and coordinates.

    A place is the number of the row whose option it is, times ``_MOST_ORDERS``, and that of the
    order of the coordinates there.
    """

    places: NDArray[np.intp]
    state: int
    vectors: Numbers


def _in_order(written: RowsOfMoves, found: list[_Images], number: int) -> tuple[Rows, Places]:
    """Return the rows of all options, by place, and then as they were found."""
    places = np.concatenate([np.empty(0, np.intp), *(each.places for each in found)])
    rows = [np.empty((0, written.width), np.uint8)]
    for each in found:
        vectors = np.zeros((len(each.vectors), written.most), np.int64)
        vectors[:, : each.vectors.shape[1]] = each.vectors
        rows.append(written.written(np.full(len(vectors), each.state, np.uint8), vectors))
    arranged = np.argsort(places, kind="stable")
    ends = np.cumsum(np.bincount(places // _MOST_ORDERS, minlength=number))
    return np.concatenate(rows)[arranged], ends.astype(np.int64)


def _table(state: State, vectors: Numbers) -> Table:
    columns = zip(state.coordinates, vectors.T, strict=False)
    return Table(len(vectors), {name: np.ascontiguousarray(column) for name, column in columns})


def _holds(where: Formula | None, table: Table) -> Truths:
    return np.ones(table.length, np.bool_) if where is None else arrays.formula(where, table)


def _measured(measure: Measure, table: Table) -> Numbers:
    """Return the measure of each line; -1 where it does not exist."""
    found = arrays.term(measure.term, table)
    return found.values if found.exist is None else np.where(found.exist, found.values, -1)


def _require(holds: Truths | None) -> None:
    """Let the rules be asked themselves unless something holds on every line."""
    if holds is not None and not holds.all():
        raise DoesNotFitError


class Box(Collection[Any]):
    """All positions of a game whose coordinates are at most ``size``, as ``start`` gives them.

    Parameters
    ----------
    game
        A game whose rules are what its text says, and which has no ``start`` of its own.
    size
        The largest coordinate.
    limit
        How many positions there may be.

    Raises
    ------
    SearchLimitError
        If there are more.
    DoesNotFitError
        If ``start`` is to be asked.

    Examples
    --------
    >>> box = Box(MoveGame("position play(x, y) where x < y"), 2, limit=10)
    >>> len(box), list(box), (0, 1) in box
    (3, [(0, 1), (0, 2), (1, 2)], True)
    """

    def __init__(self, game: MoveGame, size: int, limit: int) -> None:
        self.game, self.size = game, size
        self._form = RowsOfMoves(game)
        rows, known = [np.empty((0, self._form.width), np.uint8)], 0
        with Watch(
            lambda: f"start({size}) of {brief(game)}",
            moved=lambda: len(rows),
            shown=lambda: f"{known} starting positions at size {size}",
        ):
            for some in self._rows():
                rows.append(some)
                known += len(some)
                if known > limit:
                    raise too_many(game, limit, "positions")
        self.rows = np.concatenate(rows)

    def _rows(self) -> Iterator[Rows]:
        rules, form = enumeration(self.game.text), self._form
        text = rules.text
        for number, state in enumerate(text.states.values()):
            for vectors in _vectors(rules.largest(state, self.size)):
                are = _holds(state.where, _table(state, vectors))
                if text.unordered:
                    are &= (np.diff(vectors, axis=1) >= 0).all(axis=1)
                wide = np.zeros((int(are.sum()), form.most), np.int64)
                wide[:, : vectors.shape[1]] = vectors[are]
                yield form.written(np.full(len(wide), number, np.uint8), wide)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.game.start(self.size))

    def __contains__(self, position: object) -> bool:
        return position in self.game.start(self.size)


def _vectors(largest: Sequence[int]) -> Iterator[Numbers]:
    """Give the vectors of a box, in their order, some at a time."""
    shape = tuple(most + 1 for most in largest)
    for start in range(0, prod(shape), arrays.MOST_LINES):
        cells = np.arange(start, min(start + arrays.MOST_LINES, prod(shape)))
        if shape:
            yield np.stack(np.unravel_index(cells, shape), axis=1).astype(np.int64)
        else:
            yield np.zeros((1, 0), np.int64)
