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
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles import kernels
from oracles.errors import RulesError, SearchLimitError, brief
from oracles.index import Index, Values, keys_of, rows_of
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
from oracles.rules import Player, Rules, moves_of, players_of

_SHOWN = 8  # positions of a cycle in a message
_FIRST_KEYS = 64  # whose options are made at once; then as many as are thought to have
_OPTIONS = 200_000


class GameGraph:
    """A game graph in arrays.

    Its positions and their numbers are in ``index``. The options of position v, by number, are
    ``options[first[v] : first[v + 1]]``, in the order of the rules.

    A *turn* is a position with the player to move, who is one of the ``players``. Of an impartial
    game it has the position's number. In a partizan game the turns of position v are 2v, Left's,
    and 2v + 1, Right's, and each has a row of options.

    >>> from oracles.games.stone_game import StoneGame
    >>> graph = build_from(StoneGame(), [(0, 0, 2)])
    >>> list(graph), graph.options_of[0, 0, 2], (0, 0, 3) in graph
    ([(0, 0, 2), (0, 0, 1), (0, 0, 0)], [(0, 0, 1), (0, 0, 0)], False)
    """

    def __init__(
        self, index: Index, first: Any, options: Any, players: tuple[Player, ...] = ("",)
    ) -> None:
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
        """Where the options of each turn begin, and the last end."""
        return np.asarray(self._first)

    @property
    def options(self) -> Numbers:
        """The options of all turns, by the numbers of the positions."""
        return np.asarray(self._options)

    @property
    def next_turns(self) -> Numbers:
        """The options of all turns, by the numbers of the turns: the other player is to move."""
        if len(self.players) == 1:
            return self.options
        is_right = np.repeat(np.arange(2 * len(self)) & 1, np.diff(self.first))
        return (2 * self.options + 1 - is_right).astype(np.int32)

    def number_of_edges(self) -> int:
        """Return the number of arcs; in a partizan game, Left's and Right's together."""
        return len(self._options)

    @property
    def options_of(self) -> Mapping[Hashable, list[Any]]:
        """The options of every position, whoever moves."""
        return Values(self.index, self._options_by_number)

    def _options_by_number(self, v: int) -> list[Any]:
        many = len(self.players)
        found = self.options_at(v) if many == 1 else self.options_at(2 * v, 2 * v + 2)
        return found if many == 1 else list(dict.fromkeys(found))

    def options_at(self, turn: int, end: int | None = None) -> list[Any]:
        """Return the options of a turn, or of all to the one before ``end``."""
        end = turn + 1 if end is None else end
        return self.index.positions(self._options[self._first[turn] : self._first[end]])

    def turns(self, numbers: NDArray[Any]) -> list[tuple[Any, ...]]:
        """Return the turns that have the numbers: ``(position, player)``, or ``(position,)``."""
        many = len(self.players)
        positions = self.index.positions(numbers // many)
        if many == 1:
            return [(position,) for position in positions]
        players = (self.players[number % many] for number in numbers)
        return list(zip(positions, players, strict=True))

    @cached_property
    def predecessors(self) -> tuple[Places, Numbers]:
        """What leads to every turn, as ``first`` and ``next_turns``."""
        counts, after = np.diff(self.first), self.next_turns
        sources = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        before = np.cumsum(np.append(0, np.bincount(after, minlength=len(counts))))
        return before, sources[np.argsort(after, kind="stable")]

    @cached_property
    def backward_order(self) -> Numbers:
        """The numbers of the turns from which play must end, each after all of its options."""
        order: Numbers = kernels.backward_order(self.first, *self.predecessors)
        return order

    def require_an_end(self) -> None:
        """Raise :class:`RulesError` naming a cycle if there is one."""
        first, after = self.first, self.next_turns
        if len(self.backward_order) == len(first) - 1:
            return
        goes_on = np.ones(len(first) - 1, np.bool_)
        goes_on[self.backward_order] = False
        step: dict[int, int] = {}
        v = int(goes_on.argmax())
        while v not in step:
            step[v] = len(step)
            options = after[first[v] : first[v + 1]]
            v = int(options[goes_on[options]][0])  # there is one, as v goes on
        cycle = [*list(step)[step[v] :], v]
        turns = self.turns(np.array(cycle[:_SHOWN]))
        shown = [repr(turn if len(turn) > 1 else turn[0]) for turn in turns]
        more = " -> ..." if len(cycle) > _SHOWN else ""
        raise RulesError(
            f"play may never end from {shown[0]}: {' -> '.join(shown)}{more}; "
            "mend options, or declare the game loopy: loopy = True"
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
        for player in players_of(game):
            ask = partial(moves_of, game, player)
            self._asked.append(ask if form is None else _in_form(form, ask))
        self.graph = GameGraph(self._index, self._first, self._options, players_of(game))

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
            first, late = self._index.positions(np.array([0, len(self) - 1]))
            raise SearchLimitError(
                f"more than {self.limit} positions from {brief(first)}, such as {brief(late)}: "
                f"play may never end, or {brief(self.game)} is too large: take a smaller size or "
                "raise the limit"
            )
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
