"""Components: values from connected components alone, and what is no disjunctive sum is named."""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.declarations import check_declared
from oracles.errors import PositionError, RulesError
from oracles.rules import Game
from oracles.search import grundy_by_components
from oracles.solve import solve
from oracles.strips import PartizanStripGame, empty_strip
from oracles.sums import connected_components
from oracles.vectors import VectorGame
from tests.oracles.graphs import build


class NodeKayles(Game):
    """Take a vertex of a path, and those beside it. A position is the lengths of the paths."""

    def start(self, size):
        return [(size,)]

    def options(self, paths):
        for place, length in enumerate(paths):
            rest = paths[:place] + paths[place + 1 :]
            for vertex in range(length):
                yield (*rest, max(vertex - 1, 0), max(length - vertex - 2, 0))

    def components(self, paths):
        return [(length,) for length in paths if length]


def test_node_kayles_on_paths_is_dawsons_chess():
    # OEIS, A316632: on the 1 x n lattice it is Dawson's chess, A002187, whose values have period 34
    # but for those at n = 0, 14, 16, 17, 31, 34 and 51. The first 29 are in Winning Ways, ch. 4.
    found = grundy_by_components(NodeKayles(), [(n,) for n in range(400)])
    first = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0]
    assert found[:29] == first
    usual = {n % 34: value for n, value in enumerate(found)}
    assert {n for n, v in enumerate(found) if v != usual[n % 34]} == {0, 14, 16, 17, 31, 34, 51}
    assert grundy_by_components(NodeKayles(), [(5, 13, 13)]) == [found[5]]


class OnGraph(Game):
    """Node Kayles on a graph."""

    def __init__(self, graph):
        self.graph = graph

    def start(self, size):
        return [frozenset(list(self.graph)[:size])]

    def options(self, left):
        return [left - {vertex, *self.graph[vertex]} for vertex in left]

    def components(self, left):
        return connected_components(left, self.graph.__getitem__)


EDGES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda e: e[0] != e[1]))


@given(edges=EDGES)
@settings(max_examples=20, deadline=None)
def test_node_kayles_on_any_graph_has_the_values_of_the_explicit_graph(edges):
    graph = nx.Graph(edges)
    graph.add_nodes_from(range(7))
    game = OnGraph(graph)
    explicit = solve(game, 7).grundy_values
    assert grundy_by_components(game, list(explicit)) == list(explicit.values())


class Said(NodeKayles):
    """Node Kayles, with what is said of it wrongly."""

    def __init__(self, **said):
        vars(self).update(said)


class Piles(VectorGame):
    """Nim or another game of two piles, with components that are said."""

    def __init__(self, components, **rules):
        super().__init__([(1, 0), (0, 1)], **rules)
        self.components = components


class Coins(Game):
    """Turn a head to tails, with or without another coin to its left: heads do interact."""

    def start(self, size):
        return [frozenset(range(size))]

    def options(self, heads):
        return [heads ^ {n, *more} for n in heads
                for more in ((), *((left,) for left in range(n)))]  # fmt: skip

    def components(self, heads):
        return [frozenset({head}) for head in heads]


def piles_apart(piles):
    return [(0, pile) for pile in piles if pile]


def two_ones_together(paths):
    ones = [place for place, length in enumerate(paths) if length == 1]
    if len(ones) > 1:
        yield tuple(n for place, n in enumerate(paths) if place not in ones[:2])
    yield from NodeKayles().options(paths)


def sums_again(paths):
    some = tuple(n for n in paths if n)
    return [some[:2], some[2:]] if len(some) > 2 else NodeKayles().components(some)


# One or two from the first pile, any number from the second.
BYPLACE = Piles(piles_apart, guard=lambda p, o: p[0] - o[0] <= 2, ordered=True)
FORGOTTEN = Said(components=lambda paths: NodeKayles().components(paths)[:-1])
AGAIN = Said(components=sums_again, start=lambda size: [(size,) * 3])
WRONG = {
    "a component forgotten": (FORGOTTEN, 3, "gives the empty sum, but .* has the option"),
    "components that interact": (Coins(), 2, r"frozenset\({0, 1}\) has the option"),
    "played by other rules": (BYPLACE, 3, r"but \(0, 3\).* has the option .*, and .* has no"),
    "a move too many": (Said(options=two_ones_together), 5, "has no option that is the same"),
    "components of components": (AGAIN, 1, "let a part be its own only part"),
}


@pytest.mark.parametrize(("game", "size", "named"), WRONG.values(), ids=WRONG)
def test_wrong_components_are_named_and_give_no_value(game, size, named):
    with pytest.raises(RulesError, match=named) as found:
        check_declared(game, build(game, size), in_components=True)
    assert str(found.value).startswith("components(")
    with pytest.raises(RulesError, match=r"components\("):
        grundy_by_components(game, [])


def test_a_symmetry_that_is_none_gives_no_value_even_where_values_agree():
    joining = Said(canonical=lambda paths: (3,) if paths == (11,) else paths)  # both of value 2
    with pytest.raises(RulesError, match=r"components\(\(11,\)\) gives \(3,\), but"):
        grundy_by_components(joining, [])


class Lowered(Game):
    """A heap that is lowered by one."""

    def __init__(self, **said):
        vars(self).update(said)

    def start(self, size):
        return [size]

    def options(self, heap):
        return [heap - 1] if heap else []


@pytest.mark.parametrize(
    ("game", "named"),
    [
        (Lowered(misere=True), "misère"),
        (Lowered(loopy=True), "loopy"),
        (Lowered(names_winner_by_position=lambda: True), "names the winner"),
        (PartizanStripGame([], [], empty_strip), "is partizan"),
        (Lowered(options=lambda heap: [(heap + 1) % 7]), "play may never end"),
    ],
    ids=["misere", "loopy", "own ending", "partizan", "cycle"],
)
def test_games_whose_sums_have_no_nim_sums_are_refused(game, named):
    with pytest.raises(RulesError, match=named):
        grundy_by_components(game, [])


@pytest.mark.parametrize(
    ("components", "named"),
    [
        (lambda p: [(0, -1)], r"gives \(0, -1\): no position of"),
        (lambda p: 3, "TypeError"),
    ],
    ids=["outside", "a number"],
)
def test_what_gives_no_components_is_named(components, named):
    with pytest.raises(RulesError, match=named):
        grundy_by_components(Piles(components), [])


def test_positions_are_asked_about_in_turn_and_what_is_none_is_refused():
    assert grundy_by_components(Piles(piles_apart), [(3, 5), (4, 5)]) == [3 ^ 5, 4 ^ 5]
    with pytest.raises(PositionError, match=r"\(3, 5, 1\)"):
        grundy_by_components(Piles(piles_apart), [(3, 5), (3, 5, 1)])
