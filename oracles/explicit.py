"""The explicit game graph: a plain networkx graph, with quantities as they are defined.

A vertex is a position; there is an arc from a position to each of its options, once, however many
moves lead there. Vertices are all positions that can be reached from the start, those included.

This is the definition, for small cases: :mod:`oracles.truth` and :mod:`oracles.grundy` say it in
words. Tests compare :class:`oracles.truth.Truth` with it, on every form of rules and on random
rules.

>>> from oracles.games.stone_game import StoneGame
>>> graph = explicit_graph(StoneGame(), [(0, 0, 2)])
>>> sorted(graph.edges)
[((0, 0, 1), (0, 0, 0)), ((0, 0, 2), (0, 0, 0)), ((0, 0, 2), (0, 0, 1))]
>>> by_definition(StoneGame(), graph, "grundy_values")[0, 0, 2]
2
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import count
from typing import Any

import networkx as nx

from oracles.grundy import GrundyValue, Infinite, mex
from oracles.rules import Game, Outcome

Graph = nx.DiGraph  # of positions
Ending = Callable[[Any], Outcome]  # the outcome of a final position


def explicit_graph(game: Game[Any], positions: Iterable[Hashable]) -> Graph[Any]:
    """Return the graph of all positions that are reached from ``positions``."""
    waiting = list(dict.fromkeys(positions))
    graph: Graph[Any] = nx.DiGraph()
    graph.add_nodes_from(waiting)
    for position in waiting:  # grows while it is walked
        for option in game.options(position):
            if option not in graph:
                waiting.append(option)
            graph.add_edge(position, option)
    return graph


def by_definition(game: Game[Any], graph: Graph[Any], quantity: str) -> Mapping[Any, Any]:
    """Return a quantity of all positions, by the name that :class:`oracles.truth.Truth` has for it.

    Suspense is defined where play must end. Tests define genera on explicit sums.
    """
    if quantity == "misere_outcomes":
        return outcomes_and_remoteness(graph, lambda _: "N")[0]
    if quantity in {"outcomes", "remotenesses"}:
        return outcomes_and_remoteness(graph, game.final_outcome)[quantity == "remotenesses"]
    if quantity == "suspenses":
        return suspenses(graph, game.final_outcome)
    return grundy_values(graph)


def outcomes_and_remoteness(
    graph: Graph[Any], ending: Ending
) -> tuple[dict[Any, Outcome], dict[Any, int | None]]:
    """Return outcome and remoteness: who wins in n moves is found after who wins in fewer."""
    outcomes: dict[Any, Outcome] = {}
    lengths: dict[Any, int | None] = {}
    for n in count():
        found: dict[Any, Outcome] = {}
        for position in graph:
            after = {outcomes.get(option) for option in graph[position]}
            if position in outcomes:
                continue
            if not after and ending(position) != "D":
                found[position] = ending(position)
            elif "P" in after:
                found[position] = "N"
            elif after == {"N"}:
                found[position] = "P"
        if not found:
            break
        outcomes |= found
        lengths |= dict.fromkeys(found, n)
    return {p: outcomes.get(p, "D") for p in graph}, {p: lengths.get(p) for p in graph}


def suspenses(graph: Graph[Any], ending: Ending) -> dict[Any, int | None]:
    """Return the suspense: the winner delays and the loser hurries."""
    outcomes, _ = outcomes_and_remoteness(graph, ending)
    lengths: dict[Any, Any] = {}
    for position in nx.topological_sort(graph.reverse(copy=False)):  # each after its options
        options, outcome = graph[position], outcomes[position]
        if outcome == "D" or not options:
            lengths[position] = None if outcome == "D" else 0
        elif outcome == "N":
            lengths[position] = 1 + max(lengths[o] for o in options if outcomes[o] == "P")
        else:
            lengths[position] = 1 + min(lengths[o] for o in options)
    return lengths


def grundy_values(graph: Graph[Any]) -> dict[Any, GrundyValue]:
    """Return the Grundy value, which is given wherever the definition allows, until it does not."""
    values: dict[Any, int] = {}
    before = -1
    while len(values) > before:
        before = len(values)
        for position in graph:
            value = mex(values[option] for option in graph[position] if option in values)
            if position not in values and all(
                any(values.get(reply) == value for reply in graph[option])
                for option in graph[position]
                if option not in values
            ):
                values[position] = value
    return {
        position: values[position]
        if position in values
        else Infinite(frozenset(values[option] for option in graph[position] if option in values))
        for position in graph
    }
