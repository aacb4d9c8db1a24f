"""Components of a board, and Grundy values by components.

A row of 2 000 pins comes to 2 000 connected rows, and to more positions than could be listed. The
value of a connected component is the mex over its options, each of which has the nim sum of the
values of its own components; so only these are explored, in canonical form, and only their values
kept. What components are, and how they are checked, is in :mod:`oracles.declarations`; no value is
given before every value of the small graph was compared.

References: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, section IV.1; E. R. Berlekamp,
J. H. Conway and R. K. Guy, *Winning Ways for your Mathematical Plays*, 2nd ed., ch. 4.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from oracles.errors import brief
from oracles.rule_contracts import POSITION_LIMIT, check_limits, require_position
from oracles.rules import Game
from oracles.search.nimbers import NimberSearch
from oracles.search.position import compare, require_searchable

Vertex = TypeVar("Vertex", bound=Hashable)


def connected_components(
    vertices: Iterable[Vertex], neighbours: Callable[[Vertex], Iterable[Vertex]]
) -> list[frozenset[Vertex]]:
    """Return the connected components of a graph or a board.

    Parameters
    ----------
    vertices
        All that there are, such as the free cells of a board.
    neighbours
        From a vertex to those beside it; those that are not there are passed over.

    Examples
    --------
    >>> row = connected_components({1, 2, 5, 7, 6}, lambda n: (n - 1, n + 1))
    >>> sorted(map(sorted, row))
    [[1, 2], [5, 6, 7]]
    """
    left = dict.fromkeys(vertices)
    found = []
    while left:
        reached = [left.popitem()[0]]
        for vertex in reached:  # grows while it is walked
            for other in neighbours(vertex):
                if other in left:
                    del left[other]
                    reached.append(other)
        found.append(frozenset(reached))
    return found


class ComponentValues:
    """Grundy values of a game that declares its components.

    Parameters and errors as of :func:`grundy_by_components`.

    Attributes
    ----------
    compared
        How far symmetry, components and values were compared with the small graph.
    """

    def __init__(self, game: Game[Any], *, limit: int = POSITION_LIMIT) -> None:
        require_searchable(game, grundy=True)
        check_limits(limit=limit)
        self.game = game
        self.compared = compare(game, NimberSearch(game, many=0), grundy=True)
        self._search = NimberSearch(game, many=0, limit=limit)

    def __len__(self) -> int:
        """Return how many connected components were come to."""
        return len(self._search)

    @property
    def checked(self) -> int:
        """At how many positions that were asked about or explored components were checked."""
        return len(self._search.checked)

    def __repr__(self) -> str:
        known = f"{len(self)} components, {self.checked} checked; {self.compared}"
        return f"<ComponentValues of {brief(self.game)}: {known}>"

    def grundy(self, position: Hashable) -> int:
        """Return the Grundy value of any position of the game, exploring what is not yet known.

        Raises
        ------
        PositionError
            If it is no position of the game.
        RulesError, SearchLimitError
            As of :func:`grundy_by_components`.
        """
        require_position(self.game, position)
        with self._search.watch():
            self._search.check(position)
            return self._search.grundy(position)


def grundy_by_components(
    game: Game[Any], positions: Iterable[Hashable] = (), *, limit: int = POSITION_LIMIT
) -> ComponentValues:
    """Return Grundy values of positions, computed from their connected components alone.

    Parameters
    ----------
    game
        The rules, with ``components``, and with ``canonical`` where there are symmetries.
    positions
        What to explore at once; whatever else is asked is explored then.
    limit
        The largest number of connected components, in all.

    Raises
    ------
    RulesError
        If components or canonical forms are not what they should be, as far as that is checked, or
        play need not end; at misère play, loopy games and those that name the winner by the final
        position.
    SearchLimitError
        If there are more components than the limit.

    Notes
    -----
    Time proportional to the moves from the connected components, at most twice each; memory to the
    number of components.

    Examples
    --------
    >>> from oracles.heaps import octal
    >>> values = grundy_by_components(octal("0.137"), [(200,)])  # Dawson's chess
    >>> len(values), str(values.compared)
    (199, 'compared on 1995 positions, of sizes to 32')
    >>> values.grundy((200,)), values.grundy((34, 68))
    (5, 8)
    """
    values = ComponentValues(game, limit=limit)
    for position in positions:
        values.grundy(position)
    return values
