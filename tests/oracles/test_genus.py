"""Misère Grundy values and genera: published tables, and the definition on explicit sums."""

from functools import cache

import networkx as nx
import pytest
from hypothesis import example, given

from oracles.genus import Genus
from oracles.heaps import octal
from oracles.rules import DigraphGame
from oracles.solve import solve
from tests.oracles.graphs import digraphs

# Grundy value and g_0 g_1 ... of the heaps 0, 1, 2, ...: as CGSuite 2.2 gives them
# (NimValue, Genus and MisereNimValue of sums with heaps of 2); Winning Ways ch. 13.
KAYLES_GENERA = (
    "0^12020202 1^03131313 2^20202020 3^31313131 1^03131313 4^14646464 3^31313131 2^20202020 "
    "1^13131313 4^04646464 2^20202020 6^46464646 4^04646464 1^13131313 2^20202020 7^57575757 "
    "1^13131313 4^64646464 3^31313131 2^20202020"
)
GRUNDYS_GAME_GENERA = (
    "0^12020202 0^12020202 0^12020202 1^03131313 0^12020202 2^20202020 1^03131313 0^12020202 "
    "2^20202020 1^03131313 0^12020202 2^20202020 1^03131313 3^14313131 2^20202020 1^03131313 "
    "3^14313131 2^20202020 4^05646464 3^14313131"
)
OFFICERS_GENERA = (  # octal 0.6
    "0^12020202 0^12020202 1^03131313 2^20202020 0^12020202 1^03131313 2^20202020 3^14313131 "
    "1^03131313 2^20202020 3^14313131 4^05646464 0^20202020 3^14313131 4^05646464 2^20202020 "
    "1^13131313 3^05313131 2^20202020 1^13131313"
)


def sequence(genus: Genus, length: int) -> str:
    digits = list(genus.misere)
    while len(digits) < length:
        digits.append(digits[-2])
    return f"{genus.value}^{''.join(map(str, digits[:length]))}"


@pytest.mark.parametrize(
    ("code", "table"),
    [("0.77", KAYLES_GENERA), ("4!.", GRUNDYS_GAME_GENERA), ("0.6", OFFICERS_GENERA)],
    ids=["kayles", "grundys-game", "officers"],
)
def test_genera_of_heaps_are_the_published_ones(code, table):
    published = table.split()[:18]
    truth = solve(octal(code), len(published) - 1)
    heaps = [(n,) if n else () for n in range(len(published))]
    assert [sequence(truth.genus(heap), 8) for heap in heaps] == published


def by_definition(digraph, twos):
    """Return the misère Grundy values beside so many heaps of 2, heaps of 1 being played out."""

    @cache
    def value(vertex, twos, ones):
        options = {value(option, twos, ones) for option in digraph.successors(vertex)}
        if twos:
            options |= {value(vertex, twos - 1, ones), value(vertex, twos - 1, ones + 1)}
        if ones:
            options.add(value(vertex, twos, ones - 1))
        return min(set(range(len(options) + 1)) - options) if options else 1

    return {vertex: value(vertex, twos, 0) for vertex in digraph}


# From 11, g_2 = g_0 before the options' numbers alternate: g_n is 5, 6, 5, 7, 5, 7, ...
LATE = nx.DiGraph(
    {1: [0], 2: [0, 1], 3: [2], 4: [0, 2, 3], 5: [1, 3], 7: [2, 3, 4, 5], 10: [1, 4, 5, 9]}
    | {11: [3, 4, 5, 7, 10]}
)


@given(digraphs(acyclic=True))
@example(LATE)
def test_a_genus_says_the_misere_values_beside_any_number_of_twos(digraph):
    truth = solve(DigraphGame(digraph), len(digraph))
    for twos in range(6):
        values = by_definition(digraph, twos)
        for vertex in digraph:
            assert sequence(truth.genus(vertex), 6)[2 + twos] == str(values[vertex])
