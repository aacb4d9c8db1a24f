"""Vectorized options of games in the language of moves, and the boxes that play starts from.

A position is a row of bytes: the coordinates, before them the control state. The options of many
positions are what each move gives for all values of its parameters, on arrays
(:mod:`oracles.moves.expressions`), in the order of the text. *Columns* are an array for each
variable, and ``rows`` of the same length. If one image is no option, or a number might not fit in
64 bits, the rules are asked themselves, which then say what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles.errors import PositionError, brief
from oracles.kernels import Places
from oracles.limits import Watch
from oracles.moves.bounds import Bound, bounds, quantifier_bounds
from oracles.moves.definable import DefinableGame, Move
from oracles.moves.enumerating import enumeration
from oracles.moves.expressions import ARRAYS, MOST_TRIED, Scope, compiled, scope
from oracles.moves.formulas import (
    FALSE,
    TRUE,
    Constant,
    Multiple,
    Node,
    Quantified,
    Quotient,
    Variable,
    Word,
    children,
)
from oracles.moves.game import MoveGame
from oracles.moves.reading import Text
from oracles.position_index import DoesNotFitError, Rows, VectorizedOptions
from oracles.rule_contracts import too_many

LARGEST = 1 << 60  # a number that fits, with room for one sum
MOST_LINES = 1 << 20  # of a table that is made at once
_EACH = 2  # bytes of a coordinate
_MOST_STATES, _MOST_ORDERS = 255, 24

Column = NDArray[Any]
Columns = Mapping[str, Column]
Filters = Sequence[Callable[..., Any]]  # conditions, one after the other
Lasts = Sequence[tuple[str, Callable[..., Any]]]  # the last value of each variable


def expansions(columns: Columns, lasts: Lasts) -> Iterator[tuple[Columns, Column]]:
    """Yield the columns in which variables take all values up to their last, some at a time.

    And for each of their rows the row that it comes from.

    Raises
    ------
    DoesNotFitError
        If one row alone gives too many.
    """
    waiting = [np.arange(len(columns["rows"]))]
    while waiting:
        some = waiting.pop()
        found = _expanded(columns, some, lasts)
        if found is not None:
            yield found
        elif len(some) > 1:
            waiting += np.array_split(some, 2)[::-1]
        else:
            raise DoesNotFitError


def _expanded(columns: Columns, parents: Column, lasts: Lasts) -> tuple[Columns, Column] | None:
    most = MOST_LINES if len(parents) > 1 else MOST_TRIED
    columns = taken(columns, parents)
    for name, last in lasts:
        numbers = np.broadcast_to(np.maximum(last(**columns), -1) + 1, parents.shape)
        ends = np.cumsum(numbers)
        if ends[-1:].sum() > most:
            return None
        which = np.repeat(np.arange(len(parents)), numbers)
        values = np.arange(len(which)) - (ends - numbers)[which]
        columns = {**taken(columns, which), name: values}
        parents = parents[which]
    return columns, parents


def taken(columns: Columns, which: Column) -> Columns:
    """Return some of the rows."""
    return {name: column[which] for name, column in columns.items()}


def filtered(columns: Columns, parents: Column, filters: Filters) -> tuple[Columns, Column]:
    """Return the rows for which all filters hold, each asked where those before it do."""
    for each in filters:
        holds = np.broadcast_to(each(**columns), parents.shape)
        columns, parents = taken(columns, holds), parents[holds]
    return columns, parents


def _some(columns: Columns, lasts: Lasts, filters: Filters) -> Column:
    """Return for which rows there are values such that the filters hold."""
    found = np.zeros(len(columns["rows"]), np.bool_)
    for inner, parents in expansions(columns, lasts):
        found[filtered(inner, parents, filters)[1]] = True
    return found


def _parity(values: Column) -> Column:
    """Return whether the number of ones is odd; nothing is meant by that of a negative number."""
    for shift in (32, 16, 8, 4, 2, 1):
        values = values ^ (values >> shift)
    return values & 1


_KNOWN = {
    "some": _some,
    "parity": _parity,
    "is_power": lambda values: (values > 0) & (values & (values - 1) == 0),
    **{name: getattr(np, name) for name in ("where", "minimum", "int64", "bool_")},
}


def on_columns(said: str, names: Scope, word: Word) -> Callable[[Columns], Column]:
    """Return an expression as a function of columns that gives another."""
    made = compiled(names.values(), said, word, _KNOWN)
    return lambda columns: np.broadcast_to(made(**columns), columns["rows"].shape)


def require_fits(node: Node, most: Mapping[str, int]) -> int:
    """Return what a term is at most in absolute value, if variables are at most ``most``.

    Raises
    ------
    DoesNotFitError
        If that is too large, or a part of it or of a formula.
    """
    if isinstance(node, Quantified):
        most = _with_bounds(node.variables, quantifier_bounds(node, most), most)
    parts = [require_fits(child, most) for child in children(node)]
    match node:
        case Variable(name):
            found = most[name]
        case Constant(found):
            pass
        case Multiple(factor, _):
            found = max(factor, parts[0], factor * parts[0])
        case Quotient(_, divisor):
            found = max(divisor, parts[0] + 1)
        case _:
            found = sum(parts)
    if found >= LARGEST:
        raise DoesNotFitError
    return found


def _with_bounds(
    names: Sequence[str], bounding: Sequence[Bound], most: Mapping[str, int]
) -> Mapping[str, int]:
    for name, (terms, _) in zip(names, bounding, strict=True):
        most = {**most, name: min(require_fits(each, most) for each in terms)}
    return most


class _State:
    """A control state on arrays: where it is a position or won, and its measure; -1 is none."""

    def __init__(self, rules: DefinableGame, name: str, word: Word) -> None:
        names = {"#": "rows", **scope(rules.coordinates[name])}
        valid, won = rules.valid.get(name, TRUE), rules.won.get(name, FALSE)
        measure = rules.measure[name]
        self.most = dict.fromkeys(names, 256**_EACH - 1)
        for node in (valid, won, measure):
            require_fits(node, self.most)
        self.where = on_columns(ARRAYS.formula(valid, names), names, word)
        self.won = on_columns(ARRAYS.formula(won, names), names, word)
        self.measure = on_columns(ARRAYS.term_or_nothing(measure, names), names, word)
        self.names = names

    def columns(self, vectors: Column) -> Columns:
        """Return the columns of vectors, a row each."""
        return dict(zip(self.names.values(), [np.arange(len(vectors)), *vectors.T], strict=False))


class _Move:
    """A move on arrays: the last values of parameters, the guard, the image and its conditions."""

    def __init__(self, text: Text, move: Move, source: _State) -> None:
        own, word = move.parameters, move.words[0]
        bounding = bounds(own, move.guard, list(source.most), move.words[1:])
        most = _with_bounds(own, bounding, source.most)
        for node in (move.guard, *move.image):
            require_fits(node, most)
        self.target, self._unordered = move.target, text.unordered
        after = {name: f"w_{name}" for name in text.rules.coordinates[move.target]}
        lasts, names = ARRAYS.last_values(own, bounding, {"@": "here", **source.names})
        said = f"({lasts}, {ARRAYS.filters(move.guard, names)})"
        self._lasts, self._filters = compiled([], said, word, _KNOWN)()
        terms = [ARRAYS.term(term, names) for term in move.image]
        self._image = [on_columns(each, names, word) for each in terms]
        right = ARRAYS.image_conditions(text.rules, move, names, {"#": "rows", **after})
        both = {**names, **{each: each for each in after.values()}}
        self._right = on_columns(ARRAYS.all_of(right), both, word)
        self._after = list(after.values())

    def images(self, columns: Columns) -> Iterator[tuple[Column, Column]]:
        """Give from which row each image comes, and the images, each of which must be an option."""
        for some, parents in expansions(columns, self._lasts):
            inner, places = filtered(some, parents, self._filters)
            vectors = np.zeros((len(places), len(self._image)), np.int64)
            for place, image in enumerate(self._image):
                vectors[:, place] = image(inner)
            if self._unordered:
                vectors.sort(axis=1)
            if not self._right({**inner, **dict(zip(self._after, vectors.T, strict=True))}).all():
                raise DoesNotFitError
            yield places, vectors


class MoveOptions(VectorizedOptions):
    """The moves of a text, on rows.

    A row has the number of the control state, if there are several, and the coordinates.

    Parameters
    ----------
    game
        A game whose rules are what its text says.

    Raises
    ------
    DoesNotFitError
        If there are too many control states, or numbers might not fit.
    """

    def __init__(self, game: MoveGame) -> None:
        self.game = game
        self.names = list(game.states)
        if len(self.names) > _MOST_STATES:
            raise DoesNotFitError
        self.most = max(map(len, game.states.values()))  # coordinates
        self._head = int(len(self.names) > 1)
        self.width = self._head + self.most * _EACH
        text = enumeration(game.text).text
        self.states = {name: _State(text.rules, name, word) for name, word in text.words.items()}
        self._moves: dict[str, list[_Move]] = {name: [] for name in self.names}
        for move in text.rules.moves:
            self._moves[move.source].append(_Move(text, move, self.states[move.source]))
        if text.unordered and factorial(self.most) > _MOST_ORDERS:
            raise DoesNotFitError
        self._unordered = text.unordered

    def _orders(self, name: str) -> Iterable[tuple[int, ...]]:
        """Return the orders in which the moves are applied: all, of coordinates without names."""
        coordinates = range(len(self.game.states[name]))
        return permutations(coordinates) if self._unordered else [tuple(coordinates)]

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
            states[row] = self.names.index(name)
        return self.written(states, vectors)

    def written(self, states: Column, vectors: Column) -> Rows:
        """Write control states, by number, and coordinates."""
        if vectors.max(initial=0) >> 8 * _EACH:
            raise DoesNotFitError
        rows = np.zeros((len(states), self.width), np.uint8)
        rows[:, : self._head] = states[:, None]
        narrow = np.ascontiguousarray(vectors, f"<u{_EACH}").view(np.uint8)
        rows[:, self._head : self._head + narrow.shape[1]] = narrow
        return rows

    def _read(self, rows: Rows) -> tuple[Column, Column]:
        """Read control states, and as many coordinates as any has."""
        states = rows[:, 0] if self._head else np.zeros(len(rows), np.uint8)
        narrow = np.ascontiguousarray(rows[:, self._head :]).view(f"<u{_EACH}")
        return states, narrow.reshape(len(rows), self.most).astype(np.int64)

    def positions(self, rows: Rows) -> list[Any]:
        """Make positions again."""
        states, vectors = self._read(rows)
        known = [(name, len(self.game.states[name])) for name in self.names]
        said = ((known[state], row) for state, row in zip(states, vectors.tolist(), strict=True))
        return [self.game.written(name, tuple(row[:most])) for (name, most), row in said]

    def options(self, rows: Rows) -> tuple[Rows, Places]:
        """Return the options and where each row's end; errors as the class above has it."""
        states, vectors = self._read(rows)
        places, found = [np.empty(0, np.int64)], [np.empty((0, self.width), np.uint8)]
        for number in np.unique(states):
            name = self.names[number]
            state, here = self.states[name], np.flatnonzero(states == number)
            here = here[~state.won(state.columns(vectors[here]))]
            for place, order in enumerate(self._orders(name)):
                columns = state.columns(vectors[here][:, order])
                columns = {"here": state.measure(columns), **columns}
                for move in self._moves[name]:
                    target = self.names.index(move.target)
                    for parents, images in move.images(columns):
                        places.append(here[parents] * _MOST_ORDERS + place)
                        found.append(self.written(np.full(len(images), target, np.uint8), images))
        at = np.concatenate(places)
        arranged = np.argsort(at, kind="stable")
        ends = np.cumsum(np.bincount(at // _MOST_ORDERS, minlength=len(rows)))
        return np.concatenate(found)[arranged], ends.astype(np.int64)


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
        options = MoveOptions(game)
        rows, known = [np.empty((0, options.width), np.uint8)], 0
        with Watch(
            lambda: f"start({size}) of {brief(game)}",
            moved=lambda: len(rows),
            shown=lambda: f"{known} starting positions at size {size}",
        ):
            for some in self._rows(options):
                rows.append(some)
                known += len(some)
                if known > limit:
                    raise too_many(game, limit, "positions")
        self.rows = np.concatenate(rows)

    def _rows(self, options: MoveOptions) -> Iterator[Rows]:
        rules = enumeration(self.game.text)
        for number, (name, state) in enumerate(options.states.items()):
            for vectors in _vectors(rules.largest(name, self.size)):
                are = state.where(state.columns(vectors))
                if rules.text.unordered:
                    are = are & (np.diff(vectors, axis=1) >= 0).all(axis=1)
                yield options.written(np.full(int(are.sum()), number, np.uint8), vectors[are])

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.game.start(self.size))

    def __contains__(self, position: object) -> bool:
        return position in self.game.start(self.size)


def _vectors(largest: Sequence[int]) -> Iterator[Column]:
    """Give the vectors of a box, in their order, some at a time."""
    shape = tuple(most + 1 for most in largest)
    for start in range(0, prod(shape), MOST_LINES):
        cells = np.arange(start, min(start + MOST_LINES, prod(shape)))
        columns = np.unravel_index(cells, shape) if shape else ()
        yield np.array(columns, np.int64).reshape(len(shape), len(cells)).T
