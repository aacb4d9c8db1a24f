"""Grundy values, finite and loopy: the definition, and what they say of explicit sums."""

import networkx as nx
from hypothesis import example, given

from oracles.grundy import Infinite
from oracles.rules import DigraphGame
from oracles.solve import solve
from oracles.sums import DisjunctiveSum
from oracles.truth import Truth
from oracles.vectors import nim
from tests.oracles.graphs import digraphs


def truth_of(digraph) -> Truth:
    return solve(DigraphGame(digraph), len(digraph))


# 1 has two moves to a final position; 0 leads to it and to 4, which only leads to itself.
TWO_WAYS_DOWN = nx.DiGraph([(0, 1), (0, 4), (1, 2), (1, 3), (4, 4)])


@given(digraphs(most=5))
@example(TWO_WAYS_DOWN)
def test_loopy_values_say_who_wins_beside_a_heap_of_nim(digraph):
    # Siegel, Combinatorial Game Theory, IV.4: G + *n is a P-position just if g(G) = n; where
    # g(G) is infinite, it is an N-position for the n among its finite values and else a draw.
    heap = 5
    truth = truth_of(digraph)
    explicit = solve(DisjunctiveSum(DigraphGame(digraph), nim(1)), heap)
    for position in digraph:
        value = truth.grundy(position)
        for n in range(heap + 1):
            outcome = explicit.outcome((position, (n,)))
            if isinstance(value, Infinite):
                assert outcome == ("N" if n in value.options else "D")
            else:
                assert outcome == ("P" if n == value else "N")


@given(digraphs(most=4), digraphs(most=4))
def test_the_value_of_a_sum_is_the_xor_of_the_values(first, second):
    one, other = truth_of(first), truth_of(second)
    compound = DisjunctiveSum(DigraphGame(first), DigraphGame(second))
    explicit = solve(compound, max(len(first), len(second)))
    for a, b in explicit.positions:
        assert explicit.grundy((a, b)) == one.grundy(a) ^ other.grundy(b)
