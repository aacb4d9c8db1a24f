"""The game graph: positions by number, and the options of each in an array.

A vertex is a position; there is an arc from a position to each of its options, once, however many
moves lead there. Vertices are all positions that can be reached from the start, those included, in
the order in which they were first met. Final positions have no options. In a partizan game there
are two kinds of arcs: a position has a list of Left's options and one of Right's.

Each position has a number, in an *index*, and the options of all stand in one array of numbers, in
compressed sparse rows. What is known of positions by their numbers is a mapping of all
(:class:`Values`). :mod:`oracles.explicit` is the definition in networkx.

The rules are held to what they promise (:mod:`oracles.rule_contracts`), and numbers of positions,
arcs and moves to their limits.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from oracles import kernels
from oracles.errors import RulesError, SearchLimitError, brief
from oracles.kernels import Numbers, Places
from oracles.limits import showing
from oracles.rule_contracts import (
    ARC_LIMIT,
    ASKED_TWICE,
    POSITION_LIMIT,
    check_contained,
    check_limits,
    check_same_again,
    in_words,
    too_many,
)
from oracles.rules import PartizanGame, Rules

Value = TypeVar("Value")
Rows = NDArray[np.uint16]  # a position a row
_SHOWN = 8  # positions of a cycle in a message
_TOGETHER = 100_000  # keys that are made positions again at once
_FIRST_KEYS = 64  # whose options are made at once; then as many as are thought to have
_OPTIONS = 200_000


class DoesNotFitError(Exception):
    """Something is not of the form that arrays are made of: the rules are asked themselves."""


class Index:
    """Positions and their numbers, in the order in which they were met.

    ``keys`` are the positions, or the bytes of the rows that ``arrays`` writes of them. With
    ``form`` a position has the number of its canonical form.
    """

    def __init__(self, form: Callable[[Any], Hashable] | None = None, arrays: Any = None) -> None:
        self.form, self.arrays = form, arrays
        self.keys: list[Any] = []
        self.number_of: dict[Any, int] = {}

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[Any]:
        if self.arrays is None:
            yield from self.keys
            return
        for at in range(0, len(self), _TOGETHER):
            yield from self.arrays.positions(rows_of(self.keys[at : at + _TOGETHER]))

    def __contains__(self, position: Hashable) -> bool:
        return self.number(position) >= 0

    @property
    def known(self) -> Collection[Any]:
        """What tells quickest whether a position is there."""
        return self.number_of if self.form is self.arrays is None else self

    def number(self, position: Hashable) -> int:
        """Return the number of a position; -1 if it is not there."""
        try:
            if self.form is not None:
                position = self.form(position)
            if self.arrays is not None:
                (position,) = keys_of(self.arrays.rows([position]))
            return self.number_of.get(position, -1)
        except (TypeError, DoesNotFitError):  # it cannot be hashed, or written
            return -1

    def positions(self, numbers: NDArray[Any]) -> list[Any]:
        """Return the positions that have the numbers."""
        keys = [self.keys[number] for number in numbers.tolist()]
        return keys if self.arrays is None or not keys else self.arrays.positions(rows_of(keys))

    @property
    def end(self) -> int:
        """The number after the last."""
        return len(self)

    def numbers(self) -> Iterable[int]:
        """Give the numbers of all, in their order."""
        return range(self.end)


def keys_of(rows: Rows) -> list[bytes]:
    """Return the bytes of each row."""
    rows = np.ascontiguousarray(rows)
    keys: list[bytes] = rows.view(f"V{rows.itemsize * rows.shape[1]}").ravel().tolist()
    return keys


def rows_of(keys: list[bytes]) -> Rows:
    """Return the rows that have some bytes; there must be one."""
    return np.frombuffer(b"".join(keys), np.uint16).reshape(len(keys), -1)


class Values(Mapping[Hashable, Value], Generic[Value]):
    """A value of every position; ``of`` gives that of the position with a number."""

    def __init__(self, index: Index, of: Callable[[int], Value]) -> None:
        self.index, self.of = index, of

    def __len__(self) -> int:
        return len(self.index)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.index)

    def __contains__(self, position: object) -> bool:
        return self.index.number(position) >= 0

    def __getitem__(self, position: Hashable) -> Value:
        number = self.index.number(position)
        if number < 0:
            raise KeyError(position)
        return self.of(number)

    def values(self) -> Any:
        """All values, in the order of the positions, of which none is looked up."""
        return [self.of(number) for number in self.index.numbers()]


class GameGraph:
    """A game graph in arrays.

    Its positions and their numbers are in ``index``. The options of position v, by number, are
    ``options[first[v] : first[v + 1]]``, in the order of the rules. In a partizan game, where a
    position has two rows of these, one for each of the ``players``, Left's are row 2v and Right's
    row 2v + 1.

    >>> from oracles.games.stone_game import StoneGame
    >>> graph = build_from(StoneGame(), [(0, 0, 2)])
    >>> list(graph), graph.options_of[0, 0, 2], (0, 0, 3) in graph
    ([(0, 0, 2), (0, 0, 1), (0, 0, 0)], [(0, 0, 1), (0, 0, 0)], False)
    """

    def __init__(self, index: Index, first: Any, options: Any, players: int = 1) -> None:
        self.index, self._first, self._options, self.players = index, first, options, players

    def __repr__(self) -> str:
        return f"<GameGraph: {len(self)} positions, {self.number_of_edges()} arcs>"

    def __len__(self) -> int:
        return len(self.index)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.index)

    def __contains__(self, position: Hashable) -> bool:
        return self.index.number(position) >= 0

    @property
    def first(self) -> Places:
        """Where the options of each position begin, and the last end."""
        return np.asarray(self._first)

    @property
    def options(self) -> Numbers:
        """The options of all positions, by their numbers."""
        return np.asarray(self._options)

    def number_of_edges(self) -> int:
        """Return the number of arcs; in a partizan game, Left's and Right's together."""
        return len(self._options)

    @property
    def options_of(self) -> Mapping[Hashable, list[Any]]:
        """The options of every position, whoever moves."""
        return Values(self.index, self._options_by_number)

    def _options_by_number(self, v: int) -> list[Any]:
        first, players = self._first, self.players
        found = self.index.positions(self._options[first[v * players] : first[(v + 1) * players]])
        return found if players == 1 else list(dict.fromkeys(found))

    @cached_property
    def predecessors(self) -> tuple[Places, Numbers]:
        """What leads to every position of an impartial game, as ``first`` and ``options``."""
        sources = np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.first))
        counts = np.bincount(self.options, minlength=len(self))
        before = np.cumsum(np.append(0, counts))
        return before, sources[np.argsort(self.options, kind="stable")]

    @cached_property
    def backward_order(self) -> Numbers:
        """The numbers of the positions from which play must end, each after all of its options."""
        order: Numbers = kernels.backward_order(self.first, *self.predecessors)
        return order

    def require_an_end(self) -> None:
        """Raise :class:`RulesError` naming a cycle if there is one."""
        if len(self.backward_order) == len(self):
            return
        goes_on = np.ones(len(self), np.bool_)
        goes_on[self.backward_order] = False
        step: dict[int, int] = {}
        v = int(goes_on.argmax())
        while v not in step:
            step[v] = len(step)
            options = self.options[self.first[v] : self.first[v + 1]]
            v = int(options[goes_on[options]][0])  # there is one, as v goes on
        cycle = [*list(step)[step[v] :], v]
        shown = self.index.positions(np.array(cycle[:_SHOWN]))
        more = " -> ..." if len(cycle) > _SHOWN else ""
        raise RulesError(
            f"play may never end from {shown[0]!r}: {' -> '.join(map(repr, shown))}{more}; "
            "mend options, or declare the game loopy"
        )


class Builder:
    """Builds a graph step by step: each step adds what is reached from further positions.

    After every step ``graph`` is closed: the options of its positions are positions of it.

    Parameters
    ----------
    game
        The rules, impartial or partizan.
    limit, arc_limit
        The largest numbers of positions and of arcs of the whole graph.
    form
        Gives the position that stands for all that are the same, to build the graph of these.
    arrays
        Makes the options of many positions at once: :class:`oracles.moves.vectorized.MoveOptions`,
        which raises :class:`DoesNotFitError` where it cannot.

    Examples
    --------
    >>> from oracles.games.stone_game import StoneGame
    >>> builder = Builder(StoneGame())
    >>> builder.add([(0, 0, 2)]), builder.add([(0, 0, 1), (0, 0, 3)])
    ([(0, 0, 2), (0, 0, 1), (0, 0, 0)], [(0, 0, 3)])
    """

    def __init__(
        self,
        game: Rules[Any],
        *,
        limit: int = POSITION_LIMIT,
        arc_limit: int = ARC_LIMIT,
        form: Callable[[Hashable], Hashable] | None = None,
        arrays: Any = None,
    ) -> None:
        check_limits(limit=limit, arc_limit=arc_limit)
        self.game, self.limit, self.arc_limit = game, limit, arc_limit
        self.form, self.arrays = form, arrays
        self.explored, self._together = 0, _FIRST_KEYS
        self._index = Index(form, arrays)
        self._first, self._options = array("q", [0]), array("i")
        self._asked: list[Callable[[Any], Iterable[Any]]] = []  # for a row of options each
        partizan = isinstance(game, PartizanGame)
        for name in ("left_options", "right_options") if partizan else ("options",):
            ask = getattr(game, name)
            self._asked.append(ask if form is None else _in_form(form, ask))
        self.graph = GameGraph(self._index, self._first, self._options, len(self._asked))

    def __len__(self) -> int:
        """Return how many positions the graph has."""
        return len(self._index)

    def add(self, positions: Iterable[Hashable]) -> list[Hashable]:
        """Add all positions that are reached from ``positions``; return the keys that were new.

        Raises
        ------
        SearchLimitError
            If the limits are passed. Then the graph is as it was before.
        RulesError
            If the rules break what they promise: the message names the position.
        """
        keys, before, arcs = self._index.keys, len(self), len(self._options)
        starts = positions if self.form is None else map(self.form, positions)
        if self.arrays is not None:
            starts = keys_of(self.arrays.rows(list(starts)))
        try:
            with showing(lambda: f"{len(self)} positions, {len(self._options)} arcs"):
                self._numbered(starts)
                self._check_limits()
                check_contained(self.game, keys[before:] if self.arrays is None else ())
                while self.explored < len(keys):
                    self._explore() if self.arrays is None else self._explore_some(self.arrays)
        except SearchLimitError:
            for key in keys[before:]:
                del self._index.number_of[key]
            del keys[before:], self._options[arcs:]
            del self._first[before * len(self._asked) + 1 :]
            self.explored = before
            raise
        return keys[before:]

    def _numbered(self, given: Iterable[Any]) -> dict[int, None]:
        """Return the numbers of keys, each once; those that are new get the next."""
        keys, number_of, limit = self._index.keys, self._index.number_of, self.limit
        found: dict[int, None] = {}
        for key in given:
            number = number_of.get(key)
            if number is None:
                number = number_of[key] = len(keys)
                keys.append(key)
                if number >= limit:
                    break
            found[number] = None
        return found

    def _add_row(self, given: list[Any]) -> None:
        """Add the options of one position."""
        self._options.extend(self._numbered(given))
        self._first.append(len(self._options))

    def _explore(self) -> None:
        """Add the options of one position, as the rules give them."""
        keys, before = self._index.keys, len(self)
        position = keys[self.explored]
        self.explored += 1
        for ask in self._asked:
            with in_words(lambda: f"options of {brief(position)}"):
                given = list(islice(ask(position), self.arc_limit + 1))
                self._add_row(given)
            self._check_limits(len(given))
            if self.explored <= ASKED_TWICE or self.explored % ASKED_TWICE == 0:
                with in_words(lambda: f"options of {brief(position)}, asked again"):
                    check_same_again(given, islice(ask(position), self.arc_limit))
        if len(keys) > before:
            check_contained(self.game, keys[before:], position)

    def _explore_some(self, arrays: Any) -> None:
        """Add the options of many positions, made in arrays."""
        rows = rows_of(self._index.keys[self.explored : self.explored + self._together])
        options, ends = arrays.options(rows)
        keys, at = keys_of(options), 0
        for end in ends.tolist():
            self._add_row(keys[at:end])
            at = end
        self.explored += len(rows)
        self._check_limits()
        self._together = min(2 * self._together, _OPTIONS * len(rows) // (len(keys) + 1) + 1)

    def _check_limits(self, moves: int = 0) -> None:
        if len(self) > self.limit:
            raise too_many(self.game, self.limit, "positions")
        if max(len(self._options), moves) > self.arc_limit:
            raise too_many(self.game, self.arc_limit, "arcs")


def _in_form(form: Any, ask: Any) -> Any:
    return lambda position: map(form, ask(position))


def build_from(
    game: Rules[Any],
    positions: Iterable[Hashable],
    *,
    limit: int = POSITION_LIMIT,
    arc_limit: int = ARC_LIMIT,
) -> GameGraph:
    """Build the graph of all that is reached from ``positions``.

    Costs time proportional to the number of arcs, some hundred bytes a position and four an arc.
    Parameters are those of :class:`Builder`, errors those of :meth:`Builder.add`.

    >>> from oracles.games.stone_game import StoneGame
    >>> build_from(StoneGame(), StoneGame().start(2))
    <GameGraph: 10 positions, 32 arcs>
    """
    builder = Builder(game, limit=limit, arc_limit=arc_limit)
    builder.add(positions)
    return builder.graph
