"""Solving a game: the truth on all positions that are reached.

The options of a large graph of a text in the language of moves are made in arrays
(:mod:`oracles.moves.vectorized`), the same in the same order; some 200 positions of such a graph
are compared with the rules. Vector games beyond ``POSITION_LIMIT``, if the limit is set higher, are
solved in tables (:mod:`oracles.vector_table`). The same questions are asked of all:
:class:`oracles.truth.Truth`.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from oracles.errors import DisagreementError, SearchLimitError, brief
from oracles.graph import (
    DoesNotFitError,
    GameGraph,
    Index,
    build_from,
    check_exploration,
    watch_exploration,
)
from oracles.kernels import Numbers
from oracles.limits import Watch
from oracles.moves import MoveGame
from oracles.rule_contracts import (
    ARC_LIMIT,
    POSITION_LIMIT,
    check_game,
    check_limits,
    known_number,
    options_of,
    refuse_known,
    starting_positions,
)
from oracles.rules import Game
from oracles.truth import OPTIONS, Truth, spread
from oracles.vectors import VectorGame

if TYPE_CHECKING:
    from oracles.moves.vectorized import MoveOptions, Rows

SMALL, SMALL_ARCS = 20_000, 200_000  # positions and arcs of a graph that needs no arrays
_TOGETHER = 100_000  # rows that are made positions again at once
_WORD = 8  # bytes
_FIRST_ROWS = 64  # whose options are made at once; then as many as are thought to have
_OPTIONS = 200_000


def solve(
    game: Game[Any], size: int, *, limit: int = POSITION_LIMIT, arc_limit: int = ARC_LIMIT
) -> Truth:
    """Return the truth on all positions of ``game`` that are reached at ``size``.

    Parameters
    ----------
    game
        The rules.
    size
        Passed to ``game.start``; an integer of at least 0.
    limit, arc_limit
        The largest numbers of positions and of arcs. (Tables have no arcs.)

    Raises
    ------
    SearchLimitError
        If there are more.
    RulesError
        If the rules break what they promise: the message names the position.
    DisagreementError
        If spot checks fail (:mod:`oracles.truth`).

    Examples
    --------
    >>> from oracles.games.stone_game import StoneGame
    >>> solve(StoneGame(), 3).outcome((1, 3, 3))
    'P'
    """
    check_game(game)
    check_limits(size=size, limit=limit, arc_limit=arc_limit)
    known = known_number(game, size) or 0
    if limit > POSITION_LIMIT and known > POSITION_LIMIT:
        from oracles.vector_table import TableTruth, has_table  # numba is slow to import

        if has_table(game):
            refuse_known(game, size, limit)
            return TableTruth(cast(VectorGame, game), size)
    positions = starting_positions(game, size, limit)
    if isinstance(game, MoveGame):
        small = {"limit": min(limit, SMALL), "arc_limit": min(arc_limit, SMALL_ARCS)}
        with suppress(SearchLimitError):
            if max(len(positions), known) <= SMALL:
                return Truth(game, build_from(game, positions, **small))
        graph = build_vectorized(game, positions, limit=limit, arc_limit=arc_limit)
        if graph is not None:
            return Truth(game, graph)
    return Truth(game, build_from(game, positions, limit=limit, arc_limit=arc_limit))


def build_vectorized(
    game: Game[Any],
    positions: Collection[Hashable],
    *,
    limit: int = POSITION_LIMIT,
    arc_limit: int = ARC_LIMIT,
) -> GameGraph | None:
    r"""Build the graph of all that is reached from ``positions``; None where that cannot be done.

    Parameters and errors as of :func:`solve`, and
    :class:`~oracles.errors.DisagreementError` if options are not those of the rules. Takes a tenth
    of the time, and some tens of bytes a position.

    >>> nim = MoveGame("position play(x)\nmove play -> play(x - n) for n where 1 <= n & n <= x")
    >>> build_vectorized(nim, [9])
    <GameGraph: 10 positions, 45 arcs>
    """
    from oracles.moves.vectorized import MoveOptions

    if not (isinstance(game, MoveGame) and game.is_plain()):
        return None
    with suppress(DoesNotFitError):
        rules = MoveOptions(game)
        rows = rules.rows(list(positions))
        graph = _Exploration(game, rules, limit, arc_limit).graph(rows)
        _compare(game, graph)
        return graph
    return None


class _Exploration:
    """Makes the options of many positions at once, in the order in which they are met."""

    def __init__(self, game: Game[Any], rules: MoveOptions, limit: int, arc_limit: int) -> None:
        self.game, self.rules, self.limit, self.arc_limit = game, rules, limit, arc_limit
        self.arcs = self.explored = self.met = 0
        self.at: Hashable = None

    def __len__(self) -> int:
        return self.met

    def graph(self, rows: Any) -> GameGraph:
        """Return the graph of all that is reached from the positions with some rows."""
        index = RowIndex(self.rules, rows.shape[1])
        first, options = [np.zeros(1, np.int64)], [np.empty(0, np.int32)]
        together = _FIRST_ROWS
        with watch_exploration(self):
            index.add(rows)
            self.met = len(index)
            check_exploration(self)
            while self.explored < self.met:
                some = index.rows[self.explored : self.explored + together]
                (self.at,) = self.rules.positions(some[:1])
                found, ends = self.rules.options(some)
                numbers = index.add(found)
                self.met = len(index)
                of = np.repeat(np.arange(len(some)), np.diff(ends, prepend=0))
                kept = np.sort(np.unique(of * self.met + numbers, return_index=True)[1])
                options.append(numbers[kept])
                first.append(np.cumsum(np.bincount(of[kept], minlength=len(some))) + self.arcs)
                self.explored += len(some)
                self.arcs += len(kept)
                check_exploration(self)
                room = _OPTIONS * len(some) // (len(found) + 1)
                together = min(2 * together, room + 1)
        return GameGraph(index, np.concatenate(first), np.concatenate(options))


def _compare(game: Game[Any], graph: GameGraph) -> None:
    """Compare the options of positions spread over a graph with the rules."""
    room, at = OPTIONS, None
    with Watch(lambda: f"options of {brief(at)} in {brief(game)}"):
        for at in spread(graph.index, len(graph)):
            options, known = options_of(game, at), graph.options_of[at]
            if len(known) != len(options) or set(known) != set(options):
                raise DisagreementError(
                    f"{brief(game)}: {brief(at)}: its options in arrays are not those of the "
                    "rules; take a smaller size, and report this with the rules"
                )
            room -= len(options)
            if room < 0:
                break


class RowIndex(Index):
    """Positions as rows of numbers, in the order in which they were met, and sorted to be found."""

    def __init__(self, form: MoveOptions, width: int) -> None:
        self.form, self.rows = form, np.empty((0, width), np.uint16)
        self._sorted, self._numbers = _words(self.rows), np.empty(0, np.int32)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Any]:
        for at in range(0, len(self), _TOGETHER):
            yield from self.form.positions(self.rows[at : at + _TOGETHER])

    def add(self, rows: Rows) -> Numbers:
        """Return the number of each row; those that are new get the next."""
        numbers = self._find(rows)
        is_new = numbers < 0
        rows = rows[is_new]
        words, first, which = np.unique(_words(rows), return_index=True, return_inverse=True)
        met = np.argsort(first)
        new = np.empty(len(words), np.int32)
        new[met] = np.arange(len(self), len(self) + len(words))
        numbers[is_new] = new[which]
        places = np.searchsorted(self._sorted, words)
        self._sorted = np.insert(self._sorted, places, words)
        self._numbers = np.insert(self._numbers, places, new)
        self.rows = np.concatenate([self.rows, rows[first[met]]])
        return numbers

    def _find(self, rows: Rows) -> Numbers:
        """Return the number of each row; -1 of those that are not there."""
        found = np.full(len(rows), -1, np.int32)
        if len(self):
            words = _words(rows)
            places = np.minimum(np.searchsorted(self._sorted, words), len(self) - 1)
            is_there = self._sorted[places] == words
            found[is_there] = self._numbers[places[is_there]]
        return found

    def number(self, position: Hashable) -> int:
        """Return the number of a position; -1 if it is not there."""
        try:
            return int(self._find(self.form.rows([position]))[0])
        except DoesNotFitError:
            return -1

    def positions(self, numbers: Any) -> list[Any]:
        """Return the positions that have the numbers."""
        return self.form.positions(self.rows[np.asarray(numbers)])


def _words(rows: Rows) -> NDArray[Any]:
    """Return rows as words, which can be sorted."""
    rows = np.ascontiguousarray(rows).view(np.uint8)
    width = rows.shape[1]
    if width <= _WORD:
        wide = np.zeros((len(rows), _WORD), np.uint8)
        wide[:, :width] = rows
        return wide.view(np.uint64).ravel()
    return rows.view(f"S{width}").ravel()
