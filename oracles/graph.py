"""Explicit game graphs.

A vertex is a position; there is an arc from a position to each of its options, once, however
many moves lead there. Vertices are all the positions that can be reached from the start, those
included. Final positions are the vertices without out-arcs.

The graph is an ordinary ``networkx.DiGraph``, so all of networkx works on it. Its arcs carry no
data and share one empty dictionary, which keeps a million arcs within a few hundred megabytes.

While it is built the rules are held to what they promise (:mod:`oracles.rule_contracts`).

Numbers of positions, arcs and moves are looked at while options are being given, so a position
with options without end is an error like any other; time and memory as :mod:`oracles.limits`
says.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import networkx as nx

from oracles.errors import SearchLimitError, brief
from oracles.limits import Watch
from oracles.rule_contracts import (
    ARC_LIMIT,
    POSITION_LIMIT,
    ask_again,
    asking,
    check_contained,
    check_game,
    check_limits,
    in_chunks,
    is_asked_again,
    refuse_none,
    starting_positions,
    too_many,
)
from oracles.rules import Game

Progress = Callable[[int], None]  # called now and then with the number of positions so far

_NO_DATA: dict[str, Any] = {}
_REPORT_EVERY = 4096


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
        predecessors, out, new = self._pred, self._succ[position], []
        for option in options:
            leading = predecessors.get(option)
            if leading is None:
                self.add_node(option)
                leading = predecessors[option]
                new.append(option)
            out[option] = leading[position] = _NO_DATA
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
    check_game(game)
    positions = starting_positions(game, size, limit)
    return build_from(game, positions, limit=limit, arc_limit=arc_limit, progress=progress)


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
    check_game(game)
    builder = Builder(game, limit=limit, arc_limit=arc_limit, progress=progress)
    builder.add(positions)
    return builder.graph


class Exploration:
    """What explores the positions of a game within limits, and holds the rules to their promises.

    Parameters
    ----------
    game
        The rules.
    limit, arc_limit, progress
        As of :func:`build`, for all together.
    """

    def __init__(
        self, game: Game[Any], limit: int, arc_limit: int, progress: Progress | None
    ) -> None:
        check_limits(limit=limit, arc_limit=arc_limit)
        self.game, self.limit, self.arc_limit, self.progress = game, limit, arc_limit, progress
        self.arcs = self.explored = 0
        self.at: Hashable = None

    def __len__(self) -> int:
        """Return how many positions were met."""
        raise NotImplementedError

    def watch(self) -> Watch:
        """Return what looks at the time and memory that it takes."""
        return Watch(
            lambda: f"options of {brief(self.at)} in {brief(self.game)}",
            moved=lambda: self.explored + self.arcs,
            shown=lambda: f"{len(self)} positions, {self.arcs} arcs",
        )

    def check_limits(self) -> None:
        """Raise :class:`SearchLimitError` if a limit is passed."""
        if len(self) > self.limit:
            raise too_many(self.game, self.limit, "positions")
        if self.arcs > self.arc_limit:
            raise too_many(self.game, self.arc_limit, "arcs")

    def finish(
        self, position: Hashable, new: Sequence[Hashable], options: Iterable[Hashable]
    ) -> None:
        """Count a position with its options, of which some are new, and check them."""
        self.check_limits()
        self.explored += 1
        if new:
            check_contained(self.game, new, position)
        if is_asked_again(self.explored):
            ask_again(self.game, position, options)
        if self.progress is not None and self.explored % _REPORT_EVERY == 0:
            self.progress(self.explored)


class Builder(Exploration):
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
        super().__init__(game, limit, arc_limit, progress)
        self.graph = GameGraph()

    def __len__(self) -> int:
        """Return how many positions the graph has."""
        return len(self.graph.options_of)

    def add(
        self,
        positions: Iterable[Hashable],
        beside: Callable[[list[Hashable]], Iterable[Hashable]] = lambda _: (),
    ) -> list[Hashable]:
        """Add all positions that are reached from ``positions``; return those that were new.

        Parameters
        ----------
        positions
            Where play begins.
        beside
            Gives what has to be there as well when some positions are.

        Raises
        ------
        SearchLimitError
            If the limits are passed. Then the graph is as it was before.
        RulesError
            If the rules break what they promise: the message names the position.
        """
        before, arcs = len(self.graph), self.arcs
        added: list[Hashable] = []
        try:
            while new := self._added(positions):
                added += new
                positions = beside(new)
        except SearchLimitError:
            self.graph.remove_nodes_from(list(islice(self.graph.options_of, before, None)))
            self.arcs = arcs
            raise
        return added

    def _added(self, positions: Iterable[Hashable]) -> list[Hashable]:
        known = self.graph.options_of
        positions = list(positions)
        added = [position for position in dict.fromkeys(positions) if position not in known]
        refuse_none(added, "a starting position")
        self.graph.add_nodes_from(added)
        with self.watch():
            self.check_limits()
            check_contained(self.game, added)
            for position in added:  # grows while it is walked
                added += self._explore(position)
        return added

    def _explore(self, position: Hashable) -> list[Hashable]:
        """Add the options of one position; return those that were new."""
        known, self.at = self.graph.options_of, position
        out, before, new = known[position], self.arcs, list[Hashable]()
        with asking(self.game, position):
            for part in in_chunks(self.game.options(position)):
                new += self.graph.add_options(position, part)
                self.arcs = before + len(out)
                if self.arcs > self.arc_limit or len(known) > self.limit:
                    break
        self.finish(position, new, out)
        return new
