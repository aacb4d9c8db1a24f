"""The explicit game graph: a plain networkx graph, with every quantity as it is defined.

A vertex is a position; there is an arc from a position to each of its options, once, however many
moves lead there. Vertices are all positions that can be reached from the start, those included.

This is the definition, for small cases. Tests compare :mod:`oracles.graph` and :mod:`oracles.truth`
with it, on every form of rules and on random rules.

>>> from oracles.games.stone_game import StoneGame
>>> graph = explicit_graph(StoneGame(), [(0, 0, 2)])
>>> sorted(graph.edges)
[((0, 0, 1), (0, 0, 0)), ((0, 0, 2), (0, 0, 0)), ((0, 0, 2), (0, 0, 1))]
>>> by_definition(StoneGame(), graph, "grundy_values")[0, 0, 2]
2
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

import networkx as nx

from oracles.genus import genera
from oracles.grundy import grundy_by_induction, loopy_grundy
from oracles.outcomes import (
    FinalOutcome,
    backward_order,
    lengths_by_induction,
    outcomes_by_induction,
    require_an_end,
    retrograde,
)
from oracles.rules import Game


def explicit_graph(game: Game[Any], positions: Iterable[Hashable]) -> nx.DiGraph[Any]:
    """Return the graph of all positions that are reached from ``positions``."""
    waiting = list(dict.fromkeys(positions))
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_nodes_from(waiting)
    for position in waiting:  # grows while it is walked
        for option in game.options(position):
            if option not in graph:
                waiting.append(option)
            graph.add_edge(position, option)
    return graph


def by_definition(game: Game[Any], graph: nx.DiGraph[Any], quantity: str) -> Mapping[Any, Any]:
    """Return a quantity of all positions, by the name that :class:`oracles.truth.Truth` has for it.

    Raises
    ------
    RulesError
        If play may go on for ever and the game is not declared loopy.
    """
    options_of = graph.adj
    order = backward_order(options_of)
    if not game.loopy:
        require_an_end(options_of, order)
    loops = len(order) < len(graph)
    if quantity == "grundy_values":
        return loopy_grundy(options_of) if loops else grundy_by_induction(options_of, order)
    if quantity == "genera":
        return genera(options_of, order)
    ending: FinalOutcome = game.final_outcome
    if quantity == "misere_outcomes":
        ending = lambda _: "N"  # noqa: E731
    if loops:
        outcomes, lengths = retrograde(options_of, ending)
        return lengths if quantity == "remotenesses" else outcomes
    outcomes = outcomes_by_induction(options_of, order, ending)
    if quantity in {"outcomes", "misere_outcomes"}:
        return outcomes
    hurries = quantity == "remotenesses"
    return lengths_by_induction(options_of, order, outcomes, winner_hurries=hurries)
