"""Graphs of games, and random digraphs, on which a token is moved."""

import networkx as nx
from hypothesis import strategies as st

from oracles.solve import solve


def build(game, size, **limits):
    """The graph of a game at a size."""
    return solve(game, size, **limits).graph


@st.composite
def digraphs(draw, *, most=9, acyclic=False):
    """A digraph on 0, 1, 2, ...; without cycles all arcs go from larger numbers to smaller."""
    size = draw(st.integers(1, most))
    pairs = [(a, b) for a in range(size) for b in range(size) if not acyclic or a > b]
    digraph = nx.DiGraph()
    digraph.add_nodes_from(range(size))
    if pairs:
        digraph.add_edges_from(draw(st.lists(st.sampled_from(pairs), max_size=3 * size)))
    return digraph
