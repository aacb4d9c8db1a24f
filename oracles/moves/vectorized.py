"""Vectorized options of games in the language of moves.

A position is a row of bytes: the control state and the coordinates. The options of many positions
are what each move gives, in the order of the text: terms and formulas are evaluated on *columns*,
an array for each variable. If one image is no option, or a number might not fit in 64 bits, the
rules are asked themselves, which then say what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles.graph import DoesNotFitError
from oracles.kernels import Places
from oracles.moves.definable import Move
from oracles.moves.enumerating import enumeration
from oracles.moves.expressions import MOST_TRIED, Bound, bounds, index_of, quantifier_bounds
from oracles.moves.formulas import (
    FALSE,
    TRUE,
    Binary,
    Comparison,
    Constant,
    Difference,
    ElementComparison,
    Formula,
    Multiple,
    Node,
    Not,
    Predicate,
    Quantified,
    Quotient,
    Sum,
    Term,
    TruthValue,
    Variable,
    children,
)
from oracles.moves.game import MoveGame
from oracles.moves.parser import COMPARATORS

LARGEST = 1 << 48  # a number that fits, with room for sums
MOST_LINES = 1 << 20  # of columns that are made at once
_LARGEST, _MOST_STATES = 0xFFFF, 255
_COMPARED: dict[str, Any] = dict(
    zip(
        COMPARATORS,
        (np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal),
        strict=True,
    )
)
_JOINED: dict[str, Any] = {"|": np.logical_or, "^": np.not_equal, "<=>": np.equal}

Rows = NDArray[np.uint8]  # a position a row
Column = NDArray[Any]
Columns = Mapping[str, Column]  # of one length; "#" has the number of each row


def evaluated(term: Term, of: Columns) -> tuple[Column, Any]:
    """Return the values of a term, and where it exists.

    Raises
    ------
    DoesNotFitError
        If a number might not fit.
    """
    match term:
        case Variable(name):
            return of[name], True
        case Constant(value):
            _require_fits(value)
            return np.full(len(of["#"]), value), True
        case Multiple(factor, body):
            found, exists = evaluated(body, of)
            _require_fits(factor * int(np.abs(found).max(initial=1)))
            return factor * found, exists
        case Quotient(body, divisor):
            found, exists = evaluated(body, of)
            _require_fits(divisor)
            return found // divisor, exists
        case Sum(left, right):
            (one, other), exist = _all_of((left, right), of)
            return one + other, exist
        case Difference(left, right):
            (one, other), exist = _all_of((left, right), of)
            return one - other, exist & (other <= one)


def _require_fits(number: int) -> None:
    if number >= LARGEST:
        raise DoesNotFitError


def _all_of(terms: Iterable[Term], of: Columns) -> tuple[list[Column], Any]:
    """Return the values of terms, and where all of them exist."""
    values, exist = [], np.ones(len(of["#"]), np.bool_)
    for term in terms:
        found, exists = evaluated(term, of)
        values.append(found)
        exist = exist & exists
    return values, exist


def holds(formula: Formula, of: Columns) -> Any:  # noqa: PLR0911, PLR0912
    """Return for which rows a formula holds; errors as of a term."""
    match formula:
        case Comparison(sign, left, right):
            (one, other), exist = _all_of((left, right), of)
            return _COMPARED[sign](one, other) & exist
        case ElementComparison(sign, first, second):
            (one, other), exist = _all_of(map(index_of, (first, second)), of)
            return _COMPARED[sign](_parity(one), _parity(other)) & exist
        case Predicate("power_of_two", terms):
            (only,), exist = _all_of(terms, of)
            return (only > 0) & (only & (only - 1) == 0) & exist
        case Predicate(_, terms):
            (one, other, nim_sum), exist = _all_of(terms, of)
            return (one ^ other == nim_sum) & exist
        case Not(body):
            return ~holds(body, of)
        case Binary("=>", left, right):
            return ~holds(left, of) | holds(right, of)
        case Binary("&", left, right) if _has_quantifier(right):
            found = holds(left, of)
            found[found] = holds(right, rows_of(of, found))
            return found
        case Binary("&", left, right):
            return holds(left, of) & holds(right, of)
        case Binary(sign, left, right):
            return _JOINED[sign](holds(left, of), holds(right, of))
        case Quantified("A", variables, Binary("=>", premise, conclusion)):
            fails = Binary("&", premise, Not(conclusion))
            return ~holds(Quantified("E", variables, fails), of)
        case Quantified(_, variables, body):
            found = np.zeros(len(of["#"]), np.bool_)
            for inner in expansions(of, variables, quantifier_bounds(formula, of)):
                found[inner["#"][holds(body, inner)]] = True
            return found
        case TruthValue(value):
            return np.full(len(of["#"]), value)


def _parity(values: Column) -> Column:
    """Return whether the number of ones is odd; nothing is meant by that of a negative number."""
    for shift in (32, 16, 8, 4, 2, 1):
        values = values ^ (values >> shift)
    return values & 1


def _has_quantifier(node: Node) -> bool:
    return isinstance(node, Quantified) or any(map(_has_quantifier, children(node)))


def rows_of(of: Columns, which: Column) -> Columns:
    """Return some of the rows."""
    return {name: column[which] for name, column in of.items()}


def expansions(of: Columns, names: Sequence[str], bounding: Sequence[Bound]) -> Iterator[Columns]:
    """Give columns in which variables take all values up to their bounds, some rows at a time.

    There ``"#"`` is the row that each comes from. DoesNotFitError if one row alone gives too many.
    """
    waiting = [np.arange(len(of["#"]))]
    while waiting:
        some = waiting.pop()
        found = _expanded({**rows_of(of, some), "#": some}, zip(names, bounding, strict=True))
        if found is not None:
            yield found
        elif len(some) > 1:
            waiting += np.array_split(some, 2)[::-1]
        else:
            raise DoesNotFitError


def _expanded(of: Columns, bounding: Iterable[tuple[str, Bound]]) -> Columns | None:
    most = MOST_LINES if len(of["#"]) > 1 else MOST_TRIED
    for name, bound in bounding:
        values, exist = _all_of(bound.terms, of)
        last = reduce(np.minimum, values)
        numbers = np.where(exist, 1 if bound.exact else last + 1, 0)
        ends = np.cumsum(numbers)
        if ends[-1:].sum() > most:
            return None
        which = np.repeat(np.arange(len(numbers)), numbers)
        tried = last[which] if bound.exact else np.arange(len(which)) - (ends - numbers)[which]
        of = {**rows_of(of, which), name: tried}
    return of


class MoveOptions:
    """The moves of a text, on rows.

    Parameters
    ----------
    game
        A game whose rules are what its text says.

    Raises
    ------
    DoesNotFitError
        If there are too many control states, or coordinates have no names.
    """

    def __init__(self, game: MoveGame) -> None:
        self.game, self._names = game, list(game.states)
        text = enumeration(game.text).text
        self._rules = text.rules
        self._most = max(map(len, game.states.values()))  # coordinates
        if text.unordered or len(self._names) > _MOST_STATES:
            raise DoesNotFitError

    def rows(self, positions: Sequence[Any]) -> Rows:
        """Write positions."""
        try:
            given = [self.game.state_of(position) for position in positions]
            states = np.array([self._names.index(state) for state, _ in given], np.uint8)
            vectors = np.zeros((len(given), self._most), np.int64)
            for number in np.unique(states):
                state, here = self._names[number], np.flatnonzero(states == number)
                known = np.array([given[row][1] for row in here.tolist()])
                names = self.game.states[state]
                integers = known.dtype.kind == "i" or not known.size
                if known.shape != (len(here), len(names)) or not integers:
                    raise DoesNotFitError
                vectors[here[:, None], np.arange(len(names))] = known
                right = holds(self._rules.valid.get(state, TRUE), self._columns(state, known))
                if not right.all():
                    raise DoesNotFitError
        except (TypeError, ValueError, LookupError, OverflowError) as error:
            raise DoesNotFitError from error
        return self._packed(states, vectors)

    def _packed(self, states: Column, vectors: Column) -> Rows:
        """Write control states, by number, and coordinates."""
        if vectors.max(initial=0) > _LARGEST or vectors.min(initial=0) < 0:
            raise DoesNotFitError
        rows = np.zeros((len(states), 1 + 2 * self._most), np.uint8)
        rows[:, 0] = states
        narrow = np.ascontiguousarray(vectors, "<u2").view(np.uint8)
        rows[:, 1 : 1 + narrow.shape[1]] = narrow
        return rows

    def _unpacked(self, rows: Rows) -> tuple[Column, Column]:
        """Read control states, and as many coordinates as any has."""
        narrow = np.ascontiguousarray(rows[:, 1:]).view("<u2")
        return rows[:, 0], narrow.reshape(len(rows), self._most).astype(np.int64)

    def positions(self, rows: Rows) -> list[Any]:
        """Make positions again."""
        states, vectors = self._unpacked(rows)
        known = [(name, len(self.game.states[name])) for name in self._names]
        said = ((known[state], row) for state, row in zip(states, vectors.tolist(), strict=True))
        return [self.game.written(name, tuple(row[:most])) for (name, most), row in said]

    def _columns(self, state: str, vectors: Column) -> Columns:
        names = ["#", *self.game.states[state]]
        return dict(zip(names, [np.arange(len(vectors)), *vectors.T], strict=False))

    def options(self, rows: Rows) -> tuple[Rows, Places]:
        """Return the options and where each row's end; DoesNotFitError if one is no option."""
        states, vectors = self._unpacked(rows)
        places, found = [np.empty(0, np.int64)], [np.empty((0, rows.shape[1]), np.uint8)]
        for number in np.unique(states):
            state = self._names[number]
            here = np.flatnonzero(states == number)
            won = self._rules.won.get(state, FALSE)
            here = here[~holds(won, self._columns(state, vectors[here]))]
            of = self._columns(state, vectors[here])
            for move in self._rules.moves:
                target = self._names.index(move.target)
                for parents, images in self._images(move, of) if move.source == state else ():
                    places.append(here[parents])
                    found.append(self._packed(np.full(len(images), target), images))
        at = np.concatenate(places)
        arranged = np.argsort(at, kind="stable")
        ends = np.cumsum(np.bincount(at, minlength=len(rows)))
        return np.concatenate(found)[arranged], ends.astype(np.int64)

    def _images(self, move: Move, of: Columns) -> Iterator[tuple[Column, Column]]:
        """Give from which row each image comes, and the images, each of which must be an option."""
        rules, target = self._rules, move.target
        here, there = (rules.level.get(state, 0) for state in (move.source, target))
        for some in expansions(of, move.parameters, bounds(move.parameters, move.guard, of)):
            inner = rows_of(some, holds(move.guard, some))
            image, right = _all_of(move.image, inner)
            vectors = np.array(image, np.int64).reshape(len(image), len(inner["#"])).T
            after = self._columns(target, vectors)
            right = right & holds(rules.valid.get(target, TRUE), after) & (there <= here)
            if there == here:
                more, exists = evaluated(rules.measure[move.source], inner)
                less, exist = evaluated(rules.measure[target], after)
                right = right & (less < more) & exists & exist
            if not right.all():
                raise DoesNotFitError
            yield inner["#"], vectors
