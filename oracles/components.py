"""Grundy values by components: of the connected ones alone, each met once.

A row of 2 000 pins comes to 2 000 connected rows, and to more positions than could be listed. The
value of a connected component is the mex over its options, each of which has the nim sum of the
values of its own components; so only these are explored, in canonical form, and only their values
kept. What components are, and how they are checked, is in :mod:`oracles.declared`; no value is
given before every value of the small graph was compared.

References: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, section IV.1; E. R. Berlekamp,
J. H. Conway and R. K. Guy, *Winning Ways for your Mathematical Plays*, 2nd ed., ch. 4.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import reduce
from operator import xor
from typing import Any, TypeVar

from oracles.declaration_checks import (
    SpotChecks,
    check_components,
    check_symmetry,
    require_sums,
)
from oracles.declared import components_of, small_graph
from oracles.errors import DisagreementError, RulesError, SearchLimitError, brief, said
from oracles.grundy import mex
from oracles.limits import Watch
from oracles.rule_contracts import POSITION_LIMIT, check_limits, in_chunks, require_position
from oracles.rules import Game
from oracles.search.table import Steps, run
from oracles.truth import Truth

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
        require_sums(game)
        check_limits(limit=limit)
        self.game, self.limit = game, limit
        self._values: dict[Hashable, int] = {}
        self._open: set[Hashable] = set()
        self._moves = 0
        self._checks: SpotChecks | None = None
        with Watch(lambda: f"{brief(game)}, compared with its explicit graph"):
            graph, self.compared = small_graph(game)
            check_symmetry(game, graph)
            check_components(game, graph)
            for position, true in Truth(game, graph).grundy_values.items():
                if (value := self._value(position)) != true:
                    raise DisagreementError(
                        f"{brief(game)}: {brief(position)} has the Grundy value {value} by "
                        f"components, and {true} on the explicit graph"
                    )
        self._checks = SpotChecks(game, frozenset(graph))

    def __len__(self) -> int:
        """Return how many connected components have their values."""
        return len(self._values)

    @property
    def checked(self) -> int:
        """At how many different positions beyond the small graph components were checked."""
        return self._checks.checked if self._checks else 0

    def __repr__(self) -> str:
        beyond = f", and at {self.checked} beyond" if self.checked else ""
        known = f"{len(self)} components; {self.compared}{beyond}"
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
        value = self._value(position)
        if position not in self._values and self._checks is not None:
            self._checks.check(position)
        return value

    def _value(self, position: Hashable) -> int:
        """Return the value of a position: the nim sum of those of its components."""
        if position in self._values:
            return self._values[position]
        with Watch(
            lambda: f"options and components below {brief(position)} in {brief(self.game)}",
            moved=lambda: self._moves + len(self._values),
            shown=lambda: f"{len(self._values)} components, {self._moves} moves",
        ):
            components = components_of(self.game, position)
            self._open.clear()
            for component in components:
                run(self._explored(component))
        return reduce(xor, (self._values[component] for component in components), 0)

    def _explored(self, component: Hashable) -> Steps:
        """Find the value of a connected component, after those of all that it leads to."""
        if component in self._values:
            return
        if component in self._open:
            raise RulesError(
                f"play may never end from {brief(component)}, which comes back as a component; "
                "mend options, components or canonical"
            )
        self._open.add(component)
        if len(self._values) + len(self._open) > self.limit:
            raise SearchLimitError(
                f"more than {self.limit} connected components: {brief(self.game)} is too large "
                "from where it was asked; ask about smaller positions or raise the limit"
            )
        found, missing = self._look(component)
        if missing:
            for each in reversed(missing):  # mostly the smallest come last
                yield self._explored(each)
            found, _ = self._look(component)
        self._open.discard(component)
        if self._checks is not None:
            self._checks.opened(component)
        self._values[component] = mex(found)

    def _look(self, component: Hashable) -> tuple[set[int], dict[Hashable, None]]:
        """Return the values of the options, if none is missing, and components without a value."""
        values, components, canonical = self._values, self.game.components, self.game.canonical
        found: set[int] = set()
        missing: dict[Hashable, None] = {}
        try:
            for given in in_chunks(self.game.options(component)):
                self._moves += len(given)
                for option in dict.fromkeys(given):
                    value = 0
                    for each in components(option):
                        form = canonical(each)
                        if form in values:
                            value ^= values[form]
                        else:
                            missing[form] = None
                    found.add(value)
        except (MemoryError, SearchLimitError):
            raise
        except Exception as error:  # whatever the user's rules raise
            where = f"options and components of {brief(component)} in {brief(self.game)}"
            raise RulesError(f"{where}: {said(error)}") from error
        return found, missing


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
