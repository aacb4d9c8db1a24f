"""Explicit game graphs.

A vertex is a position; there is an arc from a position to each of its options, once, however
many moves lead there. Vertices are all the positions that can be reached from the start, those
included. Final positions are the vertices without out-arcs.

The graph is an ordinary ``networkx.DiGraph``, so all of networkx works on it. Its arcs carry no
data and share one empty dictionary, which keeps a million arcs within a few hundred megabytes.

While it is built the rules are held to what they promise: positions can be hashed, options are
among the positions that the game says it contains, and options are the same when asked twice.
The last is checked on the first 64 positions and on every 64th after them, for checking all
would double the cost.

Numbers of positions, arcs and moves are looked at while options are being given, so a position
with options without end is an error like any other; time and memory as :mod:`oracles.limits`
says.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sized
from itertools import islice
from typing import TYPE_CHECKING, Any

import networkx as nx

from oracles.errors import OracleError, RulesError, SearchLimitError, brief
from oracles.limits import Watch, keep_looking
from oracles.rules import Game, Rules

POSITION_LIMIT = 2_000_000
ARC_LIMIT = 10_000_000  # about 2 GB
MOVE_LIMIT = 10_000_000  # from one position, and of one start, those to the same place included
Progress = Callable[[int], None]  # called now and then with the number of positions so far

_NO_DATA: dict[str, Any] = {}
_ASKED_TWICE = 64
_REPORT_EVERY = 4096
_TOGETHER = 10_000  # how many options are taken before the limits are looked at


class GameGraph(nx.DiGraph):  # type: ignore[type-arg]  # generic only in the stubs
    """A directed graph whose arcs, having no data, all share one empty dictionary."""

    if TYPE_CHECKING:
        _succ: dict[Hashable, dict[Hashable, dict[str, Any]]]
        _pred: dict[Hashable, dict[Hashable, dict[str, Any]]]

    @staticmethod
    def edge_attr_dict_factory() -> dict[str, Any]:
        """Return the dictionary that all arcs share."""
        return _NO_DATA

    def __repr__(self) -> str:
        return f"<GameGraph: {len(self)} positions, {self.number_of_edges()} arcs>"

    @property
    def options_of(self) -> dict[Hashable, dict[Hashable, dict[str, Any]]]:
        """The options of every position, to be read only; faster than ``adj``."""
        return self._succ

    @property
    def leading_to(self) -> dict[Hashable, dict[Hashable, dict[str, Any]]]:
        """The positions that every position is an option of; to be read only."""
        return self._pred

    def add_options(self, position: Hashable, options: Iterable[Hashable]) -> list[Hashable]:
        """Add an arc from ``position`` to each option; return the options that were new.

        The same as ``add_edges_from``, in half the time: this loop is what building costs.
        """
        successors, predecessors = self._succ, self._pred
        out = successors[position]
        new = []
        for option in options:
            if option not in successors:
                self.add_node(option)
                new.append(option)
            out[option] = _NO_DATA
            predecessors[option][position] = _NO_DATA
        return new


def build(
    game: Game[Any],
    size: int,
    *,
    limit: int = POSITION_LIMIT,
    arc_limit: int = ARC_LIMIT,
    progress: Progress | None = None,
) -> GameGraph:
    """Build the graph of all positions that can be reached from ``game.start(size)``.

    Parameters
    ----------
    game
        The rules.
    size
        Passed to ``game.start``; an integer of at least 0.
    limit, arc_limit
        The largest numbers of positions and of arcs to build; the search stops with an error
        beyond them.
    progress
        Called every few thousand positions with the number reached.

    Returns
    -------
    GameGraph
        Vertices in the order in which they were first met. Costs time and memory
        proportional to the number of arcs.

    Raises
    ------
    SearchLimitError
        If there are more positions or arcs than the limits.
    RulesError
        If the rules break what they promise: the message names the position.

    Examples
    --------
    >>> from oracles.games.stone_game import StoneGame
    >>> graph = build(StoneGame(), 2)
    >>> len(graph), graph.number_of_edges()
    (10, 32)
    """
    _check_game(game)
    positions = starting_positions(game, size, limit)
    return build_from(game, positions, limit=limit, arc_limit=arc_limit, progress=progress)


def starting_positions(game: Rules[Any], size: int, limit: int = POSITION_LIMIT) -> list[Any]:
    """Return the positions of ``game.start(size)``, each once.

    Raises
    ------
    SearchLimitError
        If there are more than ``limit``, or the game knows that more will be reached.
    RulesError
        If ``size`` is not an integer of at least 0, or ``start`` fails or gives a position
        that cannot be hashed.
    """
    if not isinstance(size, int) or isinstance(size, bool) or size < 0:
        raise RulesError(f"size={brief(size)}: expected an integer of at least 0")
    positions: dict[Any, None] = {}
    with Watch(
        lambda: f"start({size}) of {brief(game)}",
        moved=lambda: len(positions),
        shown=lambda: f"{len(positions)} starting positions at size {size}",
    ):
        refuse_known(game, size, limit)
        try:
            for part in in_parts(game.start(size)):
                positions.update(dict.fromkeys(part))
                if len(positions) > limit:
                    break
        except SearchLimitError as error:
            raise SearchLimitError(f"start({size}) of {brief(game)}: {error}") from error
        except MemoryError:
            raise  # the watch says what was being done
        except Exception as error:
            raise RulesError(f"start({size}) of {brief(game)}: {_said(error)}") from error
    if len(positions) > limit:
        raise _too_many(game, limit, "positions")
    return list(positions)


def refuse_known(game: Rules[Any], size: int, limit: int) -> None:
    """Raise :class:`SearchLimitError` if the game knows that it has more positions than ``limit``.

    Raises
    ------
    RulesError
        If what it says is no number.
    """
    try:
        known = game.number_of_positions(size)
    except Exception as error:
        raise RulesError(f"number_of_positions({size}) of {brief(game)}: {_said(error)}") from error
    if known is None:
        return
    if not isinstance(known, int) or isinstance(known, bool) or known < 0:
        raise RulesError(
            f"number_of_positions({size}) of {brief(game)} is {brief(known)}: expected an integer "
            "of at least 0, or None where it is not known"
        )
    if known > limit:
        raise SearchLimitError(
            f"size={size}: {brief(game)} has {brief(known)} positions there, more than the limit "
            f"of {limit}; take a smaller size or raise the limit"
        )


def in_parts(given: Iterable[Any]) -> Iterator[list[Any] | tuple[Any, ...]]:
    """Yield what a method of the rules gives, a part at a time.

    Raises
    ------
    SearchLimitError
        If it is known, before the first, to give more than ``MOVE_LIMIT``.
    RulesError
        If that shows while it gives them.

    Examples
    --------
    >>> [len(part) for part in in_parts(range(25_000))]
    [10000, 10000, 5000]
    """
    if isinstance(given, list | tuple) and len(given) <= _TOGETHER:
        yield given
        return
    if isinstance(given, Sized) and len(given) > MOVE_LIMIT:
        raise SearchLimitError(f"{len(given)} are given, more than the limit of {MOVE_LIMIT}")
    iterator = iter(given)
    taken = 0
    while part := list(islice(iterator, _TOGETHER)):
        taken += len(part)
        if taken > MOVE_LIMIT:
            raise RulesError(f"more than {MOVE_LIMIT} are given, or they do not end; give fewer")
        yield part


def build_from(
    game: Game[Any],
    positions: Iterable[Hashable],
    *,
    limit: int = POSITION_LIMIT,
    arc_limit: int = ARC_LIMIT,
    progress: Progress | None = None,
) -> GameGraph:
    """Build the graph of all positions that can be reached from ``positions``.

    As :func:`build`, for starting positions of the caller's choice.
    """
    _check_game(game)
    builder = Builder(game, limit=limit, arc_limit=arc_limit, progress=progress)
    builder.add(positions)
    return builder.graph


class Builder:
    """Builds a graph step by step: each step adds what is reached from further positions.

    Parameters
    ----------
    game
        The rules.
    limit, arc_limit, progress
        As of :func:`build`, for the whole graph.

    Attributes
    ----------
    graph
        What has been built. After every step it is closed: the options of its positions are
        positions of it.

    Examples
    --------
    >>> from oracles.games.stone_game import StoneGame
    >>> builder = Builder(StoneGame())
    >>> builder.add([(0, 0, 2)]), builder.add([(0, 0, 1), (0, 0, 3)])
    ([(0, 0, 2), (0, 0, 1), (0, 0, 0)], [(0, 0, 3)])
    """

    def __init__(
        self,
        game: Game[Any],
        *,
        limit: int = POSITION_LIMIT,
        arc_limit: int = ARC_LIMIT,
        progress: Progress | None = None,
    ) -> None:
        self.game, self.graph = game, GameGraph()
        self.limit, self.arc_limit, self.progress = limit, arc_limit, progress
        self.arcs = self._explored = 0
        self._at: Hashable = None
        self._check_contains = type(game).contains is not Rules.contains

    def add(self, positions: Iterable[Hashable]) -> list[Hashable]:
        """Add all positions that are reached from ``positions``; return those that were new.

        Raises
        ------
        SearchLimitError
            If the limits are passed. Then the graph is as it was before.
        RulesError
            If the rules break what they promise: the message names the position.
        """
        known, arcs = self.graph.options_of, self.arcs
        before = len(known)
        added = [position for position in dict.fromkeys(positions) if position not in known]
        _refuse_none(added, "a starting position")
        self.graph.add_nodes_from(added)
        try:
            with Watch(self._doing, moved=self._moved, shown=self._how_far):
                self._check_limits()
                _check_contained(self.game, added, "a starting position")
                for position in added:  # grows while it is walked
                    added += self._explore(position)
        except SearchLimitError:
            self.graph.remove_nodes_from(list(islice(known, before, None)))
            self.arcs = arcs
            raise
        return added

    def _doing(self) -> str:
        return f"options of {brief(self._at)} in {brief(self.game)}"

    def _moved(self) -> int:
        return self._explored + self.arcs

    def _how_far(self) -> str:
        return f"{len(self.graph.options_of)} positions, {self.arcs} arcs"

    def _explore(self, position: Hashable) -> list[Hashable]:
        """Add the options of one position; return those that were new."""
        known, self._at = self.graph.options_of, position
        out, before, new = known[position], self.arcs, []
        try:
            for part in in_parts(self.game.options(position)):
                new += self.graph.add_options(position, part)
                self.arcs = before + len(out)
                if self.arcs > self.arc_limit or len(known) > self.limit:
                    break
        except SearchLimitError as error:
            raise SearchLimitError(f"{self._doing()}: {error}") from error
        except MemoryError:
            raise  # the watch says what was being done
        except Exception as error:
            raise RulesError(_what_is_wrong(self.game, position, error)) from error
        self._check_limits()
        keep_looking()
        self._explored += 1
        if self._check_contains and new:
            _check_contained(self.game, new, f"an option of {brief(position)}")
        if self._explored <= _ASKED_TWICE or self._explored % _ASKED_TWICE == 0:
            _ask_again(self.game, position, out)
        if self.progress is not None and self._explored % _REPORT_EVERY == 0:
            self.progress(self._explored)
        return new

    def _check_limits(self) -> None:
        if len(self.graph.options_of) > self.limit:
            raise _too_many(self.game, self.limit, "positions")
        if self.arcs > self.arc_limit:
            raise _too_many(self.game, self.arc_limit, "arcs")


def _check_game(game: object) -> None:
    if not isinstance(game, Game):
        raise RulesError(
            f"game={brief(game)}: expected a Game, with start and options; "
            "for a PartizanGame use oracles.partizan.solve_partizan"
        )


def _too_many(game: Rules[Any], limit: int, things: str) -> SearchLimitError:
    return SearchLimitError(
        f"more than {limit} {things}: {brief(game)} is too large at this size; "
        "take a smaller size or raise the limit"
    )


def _refuse_none(positions: Iterable[Hashable], role: str) -> None:
    for position in positions:
        if position is None:
            raise RulesError(f"None is {role}: expected a position that is something else")


def _check_contained(game: Rules[Any], positions: Iterable[Hashable], role: str) -> None:
    for position in positions:
        if not game.contains(position):
            raise RulesError(
                f"{brief(position)}, {role}, is outside the positions of {brief(game)}"
            )


def _ask_again(game: Game[Any], position: Hashable, known: Iterable[Hashable]) -> None:
    first: set[Hashable] = set(known)
    second: set[Hashable] = set()
    try:
        for part in in_parts(game.options(position)):
            second.update(part)
    except MemoryError:
        raise
    except Exception as error:
        raise RulesError(f"options of {brief(position)}, asked again: {_said(error)}") from error
    if first != second:
        differing = next(iter(first ^ second))
        raise RulesError(
            f"options of {brief(position)} differ when asked twice: {brief(differing)} is among "
            "them only once; let them depend on the position alone"
        )


def _what_is_wrong(game: Game[Any], position: Hashable, error: Exception) -> str:
    """Say why the options of ``position`` could not be added."""
    try:
        for part in in_parts(game.options(position)):
            _refuse_none(part, "among them")
            for option in part:
                hash(option)
    except RulesError as failure:
        return f"options of {brief(position)}: {failure}"
    except TypeError as failure:
        if "unhashable" not in str(failure):
            return f"options of {brief(position)}: {_said(failure)}"
        return (
            f"options of {brief(position)}: {brief(option)} cannot be hashed ({failure}); "
            "write positions as tuples, numbers, strings or frozen sets"
        )
    except Exception as failure:  # whatever the user's rules raise
        return f"options of {brief(position)}: {_said(failure)}"
    return f"options of {brief(position)}: {_said(error)}"


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, OracleError) else f"{type(error).__name__}: {error}"
