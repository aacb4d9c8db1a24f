"""Compact game graphs: the same graph in arrays, for millions of positions.

The definition is :mod:`oracles.graph`: a vertex is a position, there is an arc from a position to
each of its options, once, and vertices are all positions that can be reached. Here a position is a
number, in the order in which positions were first met; what it is stands in a row of bytes
(:mod:`oracles.packing`), and its options in one array of integers, in compressed sparse rows. A
position takes some tens of bytes and an arc four, instead of hundreds. The options are what the
rules give, asked in Python, or what rules on rows give (:mod:`oracles.on_rows`).

The rules are held to the same promises as there, with the same errors.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles import kernels
from oracles.errors import RulesError, SearchLimitError, brief
from oracles.graph import GameGraph, Progress
from oracles.interned import Interned
from oracles.kernels import Numbers, Places
from oracles.least_shapes import up_to_symmetry
from oracles.limits import Watch
from oracles.moves.rows import Box
from oracles.on_rows import rules_on_rows
from oracles.packing import Anything, DoesNotFitError, Packing, packing_for
from oracles.promises import (
    ARC_LIMIT,
    POSITION_LIMIT,
    ask_again,
    check_contained,
    check_game,
    check_limits,
    in_parts,
    is_asked_again,
    refuse_none,
    too_many,
    what_is_wrong,
)
from oracles.quotients import Quotient
from oracles.row_rules import RowRules
from oracles.rules import Game, Rules, is_exactly

_TOGETHER = 64  # positions that are explored before progress is told; on rows, to begin with
_FEW_OPTIONS, _MANY_OPTIONS = 100_000, 400_000  # on rows; then more, or fewer, are taken together
_MOST_WAITING = 20_000  # options that wait for their numbers
_REPORT_EVERY = 4096


class CompactGraph:
    """A game graph in arrays.

    Attributes
    ----------
    first, options
        The options of position v are ``options[first[v] : first[v + 1]]``, in the order of the
        rules.
    on_rows
        Of how many positions rules on rows gave the options (:mod:`oracles.on_rows`).

    Examples
    --------
    >>> from oracles.games.stone_game import StoneGame
    >>> graph = build_compact(StoneGame(), [(0, 0, 2)])
    >>> list(graph), graph.options_of[0, 0, 2], (0, 0, 3) in graph
    ([(0, 0, 2), (0, 0, 1), (0, 0, 0)], [(0, 0, 1), (0, 0, 0)], False)
    """

    def __init__(
        self, interned: Interned, first: Places, options: Numbers, on_rows: int = 0
    ) -> None:
        self._interned, self.first, self.options = interned, first, options
        self._by_position: dict[Hashable, int] | None = None
        self.on_rows = on_rows

    def __repr__(self) -> str:
        return f"<CompactGraph: {len(self)} positions, {self.number_of_edges()} arcs>"

    def __len__(self) -> int:
        return self._interned.known

    def __iter__(self) -> Iterator[Any]:
        return iter(self._interned)

    def __contains__(self, position: Hashable) -> bool:
        return self.number(position) >= 0

    def number(self, position: Hashable) -> int:
        """Return the number of a position; -1 if it is not there."""
        if self._by_position is None:
            return self._interned.find(position)
        try:
            return self._by_position.get(position, -1)
        except TypeError:  # it cannot be hashed
            return -1

    def keep_numbers(self) -> None:
        """Keep the number of each position: that takes memory, and asking a tenth of the time."""
        self._by_position = {position: number for number, position in enumerate(self)}

    def numbers(self) -> range:
        """Return the numbers of all positions."""
        return range(len(self))

    def unpacked(self, numbers: NDArray[Any]) -> list[Any]:
        """Return the positions that have the numbers."""
        return self._interned.unpacked(numbers)

    def options_by_number(self, number: int) -> Numbers:
        """Return the numbers of the options of the position with a number."""
        return self.options[self.first[number] : self.first[number + 1]]

    def number_of_edges(self) -> int:
        """Return the number of arcs."""
        return len(self.options)

    @property
    def options_of(self) -> Mapping[Hashable, list[Any]]:
        """The options of every position."""
        return Beside(self, self.first, self.options)

    @property
    def leading_to(self) -> Mapping[Hashable, list[Any]]:
        """The positions that every position is an option of."""
        return Beside(self, *self.turned_round)

    @cached_property
    def turned_round(self) -> tuple[Places, Numbers]:
        """What leads to every position, as ``first`` and ``options`` have it."""
        before, leading = kernels.turned_round(self.first, self.options)
        return before, leading

    def to_networkx(self) -> GameGraph:
        """Return the explicit graph, which takes some twenty times the memory."""
        graph = GameGraph()
        graph.add_nodes_from(self)
        for position, options in self.options_of.items():
            graph.add_options(position, options)
        return graph


class Beside(Mapping[Hashable, list[Any]]):
    """What stands beside each position: its options, or what leads to it."""

    def __init__(self, graph: CompactGraph, ends: Places, numbers: Numbers) -> None:
        self._graph, self._ends, self._numbers = graph, ends, numbers

    def __len__(self) -> int:
        return len(self._graph)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._graph)

    def __getitem__(self, position: Hashable) -> list[Any]:
        number = self._graph.number(position)
        if number < 0:
            raise KeyError(position)
        return self._graph.unpacked(self._numbers[self._ends[number] : self._ends[number + 1]])


def build_compact(
    game: Game[Any],
    positions: Iterable[Hashable],
    *,
    limit: int = POSITION_LIMIT,
    arc_limit: int = ARC_LIMIT,
    progress: Progress | None = None,
    on_rows: bool = True,
) -> CompactGraph:
    """Build the compact graph of all positions that can be reached from ``positions``.

    Parameters
    ----------
    game, positions, limit, arc_limit, progress
        As of :func:`oracles.graph.build_from`, with the same errors.
    on_rows
        Whether rules on rows may give the options, where there are such; else the rules do.

    Notes
    -----
    Costs the time that the rules take, some microseconds for each option, and on rows a tenth of
    that; memory as the module says.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> build_compact(nim(2), [(9, 9)])
    <CompactGraph: 55 positions, 450 arcs>
    """
    check_game(game)
    if not isinstance(positions, Box):
        positions = list(positions)
    return _Builder(game, limit, arc_limit, progress).built(positions, on_rows=on_rows)


class _Builder:
    """Explores, in the order in which positions are met."""

    def __init__(
        self, game: Game[Any], limit: int, arc_limit: int, progress: Progress | None
    ) -> None:
        check_limits(limit=limit, arc_limit=arc_limit)
        self.limit, self.arc_limit, self.progress = limit, arc_limit, progress
        self.game = game
        self.form: Quotient | None = None
        self.rules: RowRules | None = None
        self.together = _TOGETHER
        self.arcs = self.explored = self.on_rows = 0
        self._at: Hashable = None
        self._check_contains = type(game).contains is not Rules.contains
        self._options: list[Numbers] = []
        self._first: list[Places] = [np.zeros(1, np.int64)]
        self._seen = np.empty(0, np.int32)

    def built(self, positions: list[Hashable] | Box, *, on_rows: bool) -> CompactGraph:
        """Explore everything that is reached."""
        self.rules = rules_on_rows(self.game, positions) if on_rows else None
        if isinstance(positions, Box):
            self.interned = Interned(positions.packing)
        else:
            refuse_none(positions, "a starting position")
            self._make_forms_in_arrays(positions)
            self.interned = Interned(self._packing(positions))
        with Watch(self._doing, moved=self._moved, shown=self._how_far):
            self._begin(positions)
            self._check_limits()
            while self.explored < self.interned.known:
                self._explore_next()
        interned = self.interned
        options = np.concatenate([np.empty(0, np.int32), *self._options])
        return CompactGraph(interned, np.concatenate(self._first), options, self.on_rows)

    def _begin(self, positions: list[Hashable] | Box) -> None:
        if isinstance(positions, Box):
            self.interned.number_rows(positions.rows)
        else:
            self.interned.number(positions)
            check_contained(self.game, positions, "a starting position")

    def _make_forms_in_arrays(self, positions: list[Hashable]) -> None:
        """Explore the game itself instead of its quotient, where that comes to the same."""
        game = self.game
        if not isinstance(game, Quotient) or not is_exactly(game, Quotient):
            return
        if all(game.form(position) == position for position in positions):
            self.form, self.game = game, game.game
            self._check_contains = type(self.game).contains is not Rules.contains

    def _packing(self, positions: list[Hashable]) -> Packing:
        if self.rules is not None:
            return self.rules.packing
        if self.form is None:
            return packing_for(positions)
        known = None if self._check_contains else self.form.declared  # forms too are looked at
        return up_to_symmetry(known, self.form.form, positions)

    def _doing(self) -> str:
        return f"options of {brief(self._at)} in {brief(self.game)}"

    def _moved(self) -> int:
        return self.explored + self.arcs

    def _how_far(self) -> str:
        return f"{self.interned.known} positions, {self.arcs} arcs"

    def _explore_next(self) -> None:
        """Add the options of some positions, those that were met next."""
        some = slice(self.explored, self.explored + self.together)
        if self.rules is not None:
            try:
                self._explore_rows(self.rules, some)
            except DoesNotFitError:  # then the rules themselves
                self.together = _TOGETHER
            else:
                return
        self._explore(self.interned.unpacked(some))

    def _explore_rows(self, rules: RowRules, some: slice) -> None:
        """Add the options of some positions, from rules on their rows."""
        rows = self.interned.rows[some]
        (self._at,) = self.interned.unpacked(slice(some.start, some.start + 1))
        options, ends = rules.options(self.interned.packing, rows)
        self.explored += len(rows)
        self.on_rows += len(rows)
        self._add(self.interned.number_rows(options)[0], ends)
        if len(options) < _FEW_OPTIONS:
            self.together = min(2 * self.together, _FEW_OPTIONS)
        elif len(options) > _MANY_OPTIONS:
            self.together = max(self.together // 2, 1)
        if self.progress is not None:
            self.progress(self.explored)

    def _explore(self, positions: list[Any]) -> None:
        """Add the options of some positions, from the rules."""
        waiting = _Waiting(positions)
        for number, position in enumerate(positions, 1):
            self._at = position
            self.explored += 1
            self._ask(position, waiting)
            if self.arcs + waiting.before + len(waiting.options) > self.arc_limit:
                self._add_all(waiting)  # it may be fewer: some were given twice
                waiting = _Waiting(positions[number:])
        self._add_all(waiting)
        if self.progress is not None and self.explored % _REPORT_EVERY < _TOGETHER:
            self.progress(self.explored)

    def _add_all(self, waiting: _Waiting) -> None:
        """Add the arcs to all options that wait."""
        self._number(waiting)
        self._add(np.concatenate(waiting.numbers), np.array(waiting.ends, np.int64))

    def _add(self, numbers: Numbers, ends: Places) -> None:
        """Add the arcs to options, one position's after another's, by where each one's end."""
        if len(self._seen) < self.interned.known:
            self._seen = np.empty(2 * self.interned.known, np.int32)
        options, ends = kernels.each_once(numbers, ends, self._seen)
        self._options.append(options)
        self._first.append(ends + self.arcs)
        self.arcs += len(options)
        self._check_limits()

    def _ask(self, position: Hashable, waiting: _Waiting) -> None:
        """Ask the rules for the options of one position."""
        twice = is_asked_again(self.explored)
        first: set[Hashable] = set()
        try:
            for part in in_parts(self.game.options(position)):
                waiting.options += part
                if twice:
                    first.update(part)
                if len(waiting.options) > _MOST_WAITING:
                    self._number(waiting)
                    self._check_limits()
        except SearchLimitError as error:
            raise SearchLimitError(f"{self._doing()}: {error}") from error
        except (MemoryError, RulesError):
            raise
        except Exception as error:
            raise RulesError(what_is_wrong(self.game, position, error)) from error
        waiting.end()
        if twice:
            ask_again(self.game, position, first)

    def _number(self, waiting: _Waiting) -> None:
        """Give the options that wait their numbers."""
        options = waiting.options
        try:
            numbers, new = self._numbered(options)
        except MemoryError:
            raise  # the watch says what was being done
        except Exception as error:
            raise self._of_one(waiting, error) from error
        if self._check_contains:
            for place in new:
                if not self.game.contains(options[place]):
                    role = f"an option of {brief(waiting.asked(place))}"
                    check_contained(self.game, [options[place]], role)
        waiting.taken(numbers)

    def _numbered(self, options: list[Any]) -> tuple[Numbers, list[int]]:
        found = self.interned.number(options)
        if isinstance(self.interned.packing, Anything):
            refuse_none(options, "an option")
        return found

    def _of_one(self, waiting: _Waiting, error: Exception) -> RulesError:
        """Return the error of the first option that gets no number; ``error`` is that of them all.

        What hashing and comparing raise in the rules' own classes may be anything.
        """
        for place, option in enumerate(waiting.options):
            try:
                self._numbered([option])
            except Exception as its:
                return RulesError(what_is_wrong(self.game, waiting.asked(place), its))
        return RulesError(f"{brief(self.game)}: options cannot be compared: {error!r}")

    def _check_limits(self) -> None:
        if self.interned.known > self.limit:
            raise too_many(self.game, self.limit, "positions")
        if self.arcs > self.arc_limit:
            raise too_many(self.game, self.arc_limit, "arcs")


class _Waiting:
    """Options of some positions, one position's after another's, that wait for their numbers."""

    def __init__(self, positions: Sequence[Any]) -> None:
        self.positions = positions
        self.options: list[Any] = []
        self.numbers: list[Numbers] = []  # of those that have got them
        self.before = 0  # how many these are
        self.ends: list[int] = []  # where each position's end

    def end(self) -> None:
        """Note that a position has no more."""
        self.ends.append(self.before + len(self.options))

    def taken(self, numbers: Numbers) -> None:
        """Note the numbers of all that wait."""
        self.numbers.append(numbers)
        self.before += len(numbers)
        self.options = []

    def asked(self, place: int) -> Any:
        """Return the position of which the option at ``place`` is one."""
        return self.positions[bisect_right(self.ends, self.before + place)]
