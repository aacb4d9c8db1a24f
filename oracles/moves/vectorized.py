"""Vectorized options of games in the language of moves.

A position is a row of numbers: the control state and the coordinates. The options of many rows are
what each move gives, in the order of the text. Expressions are the oracle's
(:mod:`oracles.moves.expressions`), with arrays in place of numbers: each parameter and each
quantified variable has an axis of its own, before those of the variables outside of it, and the
last axis is that of the rows. If one image is no position, or a number might not fit in 64 bits,
the rules are asked themselves, which then say what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles.index import DoesNotFitError
from oracles.kernels import Places
from oracles.moves.expressions import Scope, functions_of, ranges, scope, written, written_or_absent
from oracles.moves.formulas import (
    Asked,
    Constant,
    Move,
    Multiple,
    Node,
    Quotient,
    Variable,
    children,
)
from oracles.moves.game import MoveGame
from oracles.moves.reading import read_text

MOST = 1 << 20  # values that are made at once, so also what a variable may be
_LARGEST = 0xFFFF  # coordinate
_FITS = 1 << 62  # beyond every number that is computed with

Rows = NDArray[np.uint16]  # a position a row
Column = NDArray[Any]

ARRAYS = {
    "ones": np.bitwise_count,
    "least": np.minimum,
    "where": np.where,
    "some": lambda holds, values: holds(values).any(0),
    "every": lambda holds, values: holds(values).all(0),
    "absent": -1,
}


class _TooManyError(DoesNotFitError):
    """So many rows give more values than are made at once."""


def _values(row: Column, last: Any, _: bool, *known: Any) -> Column:  # noqa: FBT001
    """Return the values from 0 to the largest of some, on an axis before those of what is known."""
    shape = np.broadcast_shapes(row.shape, *map(np.shape, known))
    number = int(np.max(last, initial=-1)) + 1
    if number * int(np.prod(shape)) > MOST:
        raise _TooManyError
    return np.arange(number).reshape(-1, *[1] * len(shape))


def _largest(node: Node) -> int:
    """Return what no number in a term or formula exceeds."""
    match node:
        case Variable():
            return MOST
        case Constant(value):
            return value
        case Multiple(factor, body) | Quotient(body, factor):
            return max(factor, 1) * _largest(body)
    return sum(map(_largest, children(node)))


def _written(move: Move, names: Scope) -> str:
    """Return the expression of where the guard holds, and of the images; -1 is below zero."""
    inner = {**names, **scope(move.parameters)}
    image = "".join(f"{written_or_absent(term, inner)}, " for term in move.image)
    said = f"({written(move.guard, inner)}, {image})"
    for name, values in reversed(ranges(move.parameters, move.guard, names)):
        said = f"(lambda {name}: {said})({values})"
    return said


class MoveOptions:
    """The moves of a text, on rows.

    Parameters
    ----------
    game
        A game whose rules are what its text says.

    Raises
    ------
    DoesNotFitError
        If coordinates have no names, or numbers might not fit.
    """

    def __init__(self, game: MoveGame) -> None:
        text = read_text(game.text)
        rules = self._rules = text.rules
        said: list[Node] = [*rules.valid.values(), *rules.won.values()]
        said += [each for move in rules.moves for each in (move.guard, *move.image)]
        if text.unordered or max(map(_largest, said)) >= _FITS:
            raise DoesNotFitError
        self.game, self._names = game, list(game.states)
        self._width = 1 + max(map(len, game.states.values()))
        self._told = functions_of(rules, text.statements, ARRAYS, _written)

    def rows(self, positions: Sequence[Any]) -> Rows:
        """Write positions."""
        number = {state: place for place, state in enumerate(self._names)}
        missing = {s: [0] * (self._width - 1 - len(names)) for s, names in self.game.states.items()}
        try:
            given = [self.game.state_of(position) for position in positions]
            rows = np.array([[number[s], *vector, *missing[s]] for s, vector in given])
        except (TypeError, ValueError, LookupError, OverflowError) as error:
            raise DoesNotFitError from error
        if rows.dtype.kind != "i" or rows.shape != (len(positions), self._width):
            raise DoesNotFitError
        if all(self._ask("position", s, rows[rows[:, 0] == number[s]]).all() for s in number):
            return _packed(rows)
        raise DoesNotFitError

    def positions(self, rows: Rows) -> list[Any]:
        """Make positions again."""
        names = [(state, len(self.game.states[state])) for state in self._names]
        return [
            self.game.written(names[state][0], tuple(row[: names[state][1]]))
            for state, *row in rows.tolist()
        ]

    def _parts(self, asked: Asked, state: str, rows: Column, at: Column) -> Iterator[Any]:
        """Give what an expression says of the rows at some places: places, and what it says."""
        columns = rows[at, 1 : 1 + len(self.game.states[state])].T.astype(np.int64)
        try:
            yield at, self._told[asked](partial(_values, np.arange(len(at))), *columns)
        except _TooManyError:
            if len(at) == 1:
                raise
            for half in np.array_split(at, 2):
                yield from self._parts(asked, state, rows, half)

    def _ask(self, kind: str, state: str, rows: Column) -> Column:
        """Return what a text tells of each row."""
        parts = self._parts((kind, state), state, rows, np.arange(len(rows)))
        return np.concatenate([np.broadcast_to(told, len(at)) for at, told in parts])

    def options(self, rows: Rows) -> tuple[Rows, Places]:
        """Return the options and where each row's end; DoesNotFitError if one is no position."""
        places, found = [np.empty(0, np.int64)], [rows[:0]]
        for number, state in enumerate(self._names):
            here = np.flatnonzero(rows[:, 0] == number)
            here = here[~self._ask("won", state, rows[here])]
            for place, move in enumerate(self._rules.moves):
                if move.source == state:
                    for some, told in self._parts(("move", place), state, rows, here):
                        parents, images = self._images(move, rows[some], *told)
                        places.append(some[parents])
                        found.append(images)
        at = np.concatenate(places)
        arranged = np.argsort(at, kind="stable")
        ends = np.cumsum(np.bincount(at, minlength=len(rows)))
        return np.concatenate(found)[arranged], ends.astype(np.int64)

    def _images(self, move: Move, rows: Rows, guard: Column, *image: Column) -> tuple[Column, Rows]:
        """Return from which row each image comes, and the images, each of which must be a position.

        The axes of the guard, the last one first, are the rows and the parameters in their order.
        """
        guard = np.broadcast_to(guard, np.broadcast_shapes(np.shape(guard), (len(rows),)))
        at = np.nonzero(guard.T)
        found = np.zeros((len(at[0]), self._width), np.int64)
        found[:, 0] = self._names.index(move.target)
        for place, values in enumerate(image, 1):
            found[:, place] = np.broadcast_to(values, guard.shape).T[at]
        packed = _packed(found)
        if not self._ask("position", move.target, packed).all():
            raise DoesNotFitError
        return at[0], packed


def _packed(rows: Column) -> Rows:
    """Require that no coordinate is below zero or too large."""
    if rows.max(initial=0) > _LARGEST or rows.min(initial=0) < 0:
        raise DoesNotFitError
    return rows.astype(np.uint16)
