"""Graph games: a token on the vertices of a directed graph.

The players in turn move the token along an arc. A vertex is a position and its successors are
the options. If the graph has a cycle, play may go on for ever and the game is loopy.

Reference: C. A. B. Smith, "Graphs and composite games", J. Combinatorial Theory 1 (1966) 51-81.

>>> import networkx as nx
>>> game = DigraphGame(nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c")]))
>>> game.loopy, game.options("b")
(True, ['a', 'c'])
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import islice
from typing import Any

import networkx as nx

from oracles.errors import RulesError
from oracles.rules import Game


class DigraphGame(Game[Hashable]):
    """A token on ``digraph``, a directed graph of networkx, or else :class:`RulesError` is raised.

    Parallel arcs and what is written on arcs make no difference. With ``misere`` the player who
    cannot move wins.
    """

    def __init__(self, digraph: nx.DiGraph[Any], *, misere: bool = False) -> None:
        if not isinstance(digraph, nx.Graph) or not digraph.is_directed():
            raise RulesError(f"digraph={digraph!r}: expected a networkx.DiGraph")
        self.digraph, self.misere = digraph, misere
        self.loopy = not nx.is_directed_acyclic_graph(digraph)

    def start(self, size: int) -> Iterable[Hashable]:
        """Give the first ``size`` vertices, in the order of the graph."""
        return islice(self.digraph, size)

    def options(self, position: Hashable) -> list[Hashable]:
        """Move the token along an arc."""
        return list(self.digraph.successors(position))

    def contains(self, position: Hashable) -> bool:
        """Whether ``position`` is a vertex."""
        return position in self.digraph

    def __repr__(self) -> str:
        return f"DigraphGame({self.digraph})"
