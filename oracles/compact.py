"""The compact game graph: positions by number, options in arrays, for millions of positions.

The definition is :mod:`oracles.graph`: a vertex is a position, there is an arc from a position to
each of its options, once, and vertices are all positions that can be reached. Here a position has a
number, in the order in which positions were first met (:mod:`oracles.position_index`), and its
options stand in one array of integers, in compressed sparse rows. The options are what the rules
give, asked in Python, or the same made in arrays, where the rules are of a form for it.

The rules are held to the same promises as there, with the same errors.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles import kernels, replacing
from oracles.graph import Exploration, GameGraph, Progress
from oracles.heaps import HeapGame
from oracles.kernels import Numbers, Places
from oracles.moves import MoveGame
from oracles.moves.vectorized import Box, MoveOptions
from oracles.position_index import (
    DictionaryIndex,
    DoesNotFitError,
    RowIndex,
    Values,
    VectorizedOptions,
)
from oracles.rule_contracts import (
    ARC_LIMIT,
    POSITION_LIMIT,
    asking,
    check_contained,
    check_game,
    check_limits,
    in_chunks,
    refuse_none,
)
from oracles.rules import Game, keeps_rules_of
from oracles.strips import StripGame

_TOGETHER = 64  # rows whose options are made at once, to begin with
_FEW_OPTIONS, _MANY_OPTIONS = 100_000, 400_000  # then more, or fewer, are taken together
_REPORT_EVERY = 4096


class CompactGraph:
    """A game graph in arrays.

    Attributes
    ----------
    first, options
        The options of position v are ``options[first[v] : first[v + 1]]``, in the order of the
        rules.
    is_vectorized
        Whether they were made in arrays.

    Examples
    --------
    >>> from oracles.games.stone_game import StoneGame
    >>> graph = build_compact(StoneGame(), [(0, 0, 2)])
    >>> list(graph), graph.options_of[0, 0, 2], (0, 0, 3) in graph
    ([(0, 0, 2), (0, 0, 1), (0, 0, 0)], [(0, 0, 1), (0, 0, 0)], False)
    """

    def __init__(self, index: DictionaryIndex | RowIndex, first: Places, options: Numbers) -> None:
        self.index, self.first, self.options = index, first, options
        self.is_vectorized = isinstance(index, RowIndex)

    def __repr__(self) -> str:
        return f"<CompactGraph: {len(self)} positions, {self.number_of_edges()} arcs>"

    def __len__(self) -> int:
        return len(self.index)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.index)

    def __contains__(self, position: Hashable) -> bool:
        return self.number(position) >= 0

    def number(self, position: Hashable) -> int:
        """Return the number of a position; -1 if it is not there."""
        return self.index.number(position)

    def numbers(self) -> range:
        """Return the numbers of all positions."""
        return range(len(self))

    def positions(self, numbers: NDArray[Any]) -> list[Any]:
        """Return the positions that have the numbers."""
        return self.index.positions(numbers)

    def options_by_number(self, number: int) -> Numbers:
        """Return the numbers of the options of the position with a number."""
        return self.options[self.first[number] : self.first[number + 1]]

    def number_of_edges(self) -> int:
        """Return the number of arcs."""
        return len(self.options)

    @property
    def options_of(self) -> Mapping[Hashable, list[Any]]:
        """The options of every position."""
        return self._neighbours(self.first, self.options)

    @property
    def leading_to(self) -> Mapping[Hashable, list[Any]]:
        """The positions that every position is an option of."""
        return self._neighbours(*self.predecessors)

    def _neighbours(self, ends: Places, numbers: Numbers) -> Values[list[Any]]:
        return Values(self, lambda v: self.positions(numbers[ends[v] : ends[v + 1]]))

    @cached_property
    def predecessors(self) -> tuple[Places, Numbers]:
        """What leads to every position, as ``first`` and ``options`` have it."""
        before, leading = kernels.predecessors(self.first, self.options)
        return before, leading

    def to_networkx(self) -> GameGraph:
        """Return the explicit graph, which takes some seven times the memory."""
        graph = GameGraph()
        graph.add_nodes_from(self)
        for position, options in self.options_of.items():
            graph.add_options(position, options)
        return graph


def build_compact(
    game: Game[Any],
    positions: Iterable[Hashable],
    *,
    limit: int = POSITION_LIMIT,
    arc_limit: int = ARC_LIMIT,
    progress: Progress | None = None,
    vectorized: bool = True,
) -> CompactGraph:
    """Build the compact graph of all positions that can be reached from ``positions``.

    Parameters
    ----------
    game, positions, limit, arc_limit, progress
        As of :func:`oracles.graph.build_from`, with the same errors.
    vectorized
        Whether options may be made in arrays, where the rules have a form for it.

    Notes
    -----
    Costs the time that the rules take, some microseconds for each option, and in arrays a tenth of
    that; a few hundred bytes a position, or some tens in arrays, and four an arc.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> build_compact(nim(2), [(9, 9)])
    <CompactGraph: 55 positions, 450 arcs>
    """
    check_game(game)
    check_limits(limit=limit, arc_limit=arc_limit)
    starts = positions if isinstance(positions, Box) else list(positions)
    if vectorized and (rules := vectorized_options(game, starts)) is not None:
        with suppress(DoesNotFitError):
            return _FromRows(game, limit, arc_limit, progress).build(rules, starts)
    return _FromRules(game, limit, arc_limit, progress).build(starts)


def vectorized_options(
    game: Game[Any], positions: Collection[Hashable]
) -> VectorizedOptions | None:
    """Return what makes the options of a game in arrays, for all reached from ``positions``.

    Heaps, each replaced by what the rule says of its size, and strips, a piece of which is
    rewritten (:mod:`oracles.replacing`), and texts in the language of moves
    (:mod:`oracles.moves.vectorized`), have the options that the rules give, in the same order. None for a
    game whose rules are not of such a form, or may be others than its class says.

    >>> from oracles.heaps import octal
    >>> rules = vectorized_options(octal("0.77"), [(1, 3)])
    >>> rows, ends = rules.options(rules.rows([(1, 3), (3,)]))
    >>> rules.positions(rows), ends.tolist()
    ([(3,), (1, 2), (1, 1, 1), (1, 1), (2,), (1, 1), (1,)], [4, 7])
    """
    if isinstance(game, HeapGame):
        if keeps_rules_of(game, HeapGame):
            return replacing.heaps(game, positions)
    elif isinstance(game, StripGame):
        if keeps_rules_of(game, StripGame):
            return replacing.strips(game, positions)
    elif isinstance(game, MoveGame) and game.is_plain():
        with suppress(DoesNotFitError):
            return MoveOptions(game)
    return None


class _Builder(Exploration):
    """Explores positions in the order in which they are met."""

    index: DictionaryIndex | RowIndex

    def __len__(self) -> int:
        return len(self.index)


class _FromRules(_Builder):
    """Asks the rules, position by position."""

    def build(self, starts: Iterable[Hashable]) -> CompactGraph:
        self.index = DictionaryIndex()
        self._first, self._options = array("q", [0]), array("i")
        known, numbers = self.index.known, self.index.numbers
        with self.watch():
            self.index.add(starts)
            refuse_none(known, "a starting position")
            check_contained(self.game, known)
            self.check_limits()
            for position in known:  # grows while it is walked
                self._explore(position, known, numbers)
        first, options = np.frombuffer(self._first, np.int64), np.frombuffer(self._options, np.intc)
        return CompactGraph(self.index, first, options)

    def _explore(self, position: Any, known: list[Any], numbers: dict[Any, int]) -> None:
        before, self.at = len(known), position
        found: dict[int, None] = {}
        with asking(self.game, position):
            for part in in_chunks(self.game.options(position)):
                for option in part:
                    number = numbers.get(option)
                    if number is None:
                        number = numbers[option] = len(known)
                        known.append(option)
                    found[number] = None
                if self.arcs + len(found) > self.arc_limit or len(known) > self.limit:
                    break
            if None in numbers:
                refuse_none([None], "an option")
        self._options.extend(found)
        self._first.append(len(self._options))
        self.arcs = len(self._options)
        self.finish(position, known[before:], (known[number] for number in found))


class _FromRows(_Builder):
    """Makes the options of many positions at once."""

    def build(self, rules: VectorizedOptions, starts: Box | Collection[Hashable]) -> CompactGraph:
        rows = starts.rows if isinstance(starts, Box) else rules.rows(list(starts))
        self.index = index = RowIndex(rules, rows.shape[1])
        first, options = [np.zeros(1, np.int64)], [np.empty(0, np.int32)]
        together, seen = _TOGETHER, np.empty(0, np.int32)
        with self.watch():
            index.add(rows)
            self.check_limits()
            while self.explored < len(index):
                some = index.rows[self.explored : self.explored + together]
                (self.at,) = rules.positions(some[:1])
                found, ends = rules.options(some)
                numbers = index.add(found)
                if len(seen) < len(index):
                    seen = np.empty(2 * len(index), np.int32)
                kept, ends = kernels.each_once(numbers, ends, seen)
                options.append(kept)
                first.append(ends + self.arcs)
                self.explored += len(some)
                self.arcs += len(kept)
                self.check_limits()
                if len(found) < _FEW_OPTIONS:
                    together = min(2 * together, _FEW_OPTIONS)
                elif len(found) > _MANY_OPTIONS:
                    together = max(together // 2, 1)
                if self.progress is not None:
                    self.progress(self.explored)
        return CompactGraph(index, np.concatenate(first), np.concatenate(options))
