"""Components: values from connected components alone, and what is no disjunctive sum is named."""

import itertools

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.components import ComponentValues, connected_components, grundy_by_components
from oracles.declaration_checks import check_components
from oracles.declared import small_graph
from oracles.errors import PositionError, RulesError, SearchLimitError
from oracles.graph import build, build_from
from oracles.heaps import heap_values, octal
from oracles.rules import Game
from oracles.solve import solve
from oracles.strips import PartizanStripGame, empty_strip
from oracles.symmetry import least_image, shape_images
from oracles.vectors import VectorGame


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
    values = grundy_by_components(NodeKayles(), [(400,)])
    found = [values.grundy((n,)) for n in range(400)]
    first = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0]
    assert found[:29] == first
    usual = {n % 34: value for n, value in enumerate(found)}
    assert {n for n, v in enumerate(found) if v != usual[n % 34]} == {0, 14, 16, 17, 31, 34, 51}
    assert values.grundy((5, 13, 13)) == found[5]


def test_rows_of_octal_games_have_the_values_of_their_recurrence():
    values = grundy_by_components(octal("0.156"), [(120,)])
    assert [values.grundy((n,)) for n in range(1, 120)] == heap_values(octal("0.156"), 119)[1:]


class OnCells(Game):
    """Node Kayles on the cells of a board: take one, and those beside it."""

    def start(self, size):
        return [frozenset(itertools.product(range(2), range(size)))]

    def options(self, free):
        return [free - {cell, *beside(cell)} for cell in free]

    def canonical(self, free):
        return least_image(shape_images(free))

    def components(self, free):
        return connected_components(free, beside)


def beside(cell):
    r, c = cell
    return (r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)


@pytest.mark.parametrize(
    ("rows", "published"),
    [(2, [1, 0] * 3), (3, [2, 1, 1, 0])],
    ids=["2 x n", "3 x n"],
)
def test_node_kayles_on_lattices_has_its_published_values(rows, published):
    # OEIS, A316632, with its comment on 2 rows.
    values = grundy_by_components(OnCells())
    boards = [frozenset(itertools.product(range(rows), range(n))) for n in range(1, 9)]
    assert [values.grundy(board) for board, _ in zip(boards, published, strict=False)] == published


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


EDGES = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)).filter(lambda e: e[0] != e[1]))


@given(edges=EDGES)
@settings(max_examples=20, deadline=None)
def test_node_kayles_on_any_graph_has_the_values_of_the_explicit_graph(edges):
    graph = nx.Graph(edges)
    graph.add_nodes_from(range(9))
    game = OnGraph(graph)
    values, explicit = grundy_by_components(game), solve(game, 9)
    assert all(values.grundy(p) == explicit.grundy(p) for p in explicit.positions)


class Forgetful(NodeKayles):
    def components(self, paths):
        return super().components(paths)[:-1]


class Coins(Game):
    """Turn a head to tails, with or without another coin to its left: heads do interact."""

    def start(self, size):
        return [frozenset(range(size))]

    def options(self, heads):
        return [heads ^ {n, *more} for n in heads
                for more in ((), *((left,) for left in range(n)))]  # fmt: skip

    def components(self, heads):
        return [frozenset({head}) for head in heads]


class ByPlace(VectorGame):
    """One or two from the first pile, any number from the second."""

    def components(self, piles):
        return [tuple(sorted((0, pile))) for pile in piles if pile]


class Added(NodeKayles):
    """Two paths of one vertex may go together."""

    def options(self, paths):
        ones = [place for place, length in enumerate(paths) if length == 1]
        if len(ones) > 1:
            yield tuple(n for place, n in enumerate(paths) if place not in ones[:2])
        yield from super().options(paths)


class Whole(NodeKayles):
    """Components that are sums again."""

    def start(self, size):
        return [(size, size, size)]

    def components(self, paths):
        some = tuple(n for n in paths if n)
        return [some[:2], some[2:]] if len(some) > 2 else super().components(some)


BYPLACE = ByPlace([(1, 0), (0, 1)], guard=lambda p, o: p[0] - o[0] <= 2, ordered=True)
WRONG = {
    "a component forgotten": (Forgetful(), 3, "gives nothing, but one may move to"),
    "components that interact": (Coins(), 2, "that is no move in one of these"),
    "played by other rules": (
        BYPLACE,
        3,
        "from the component .* to nothing that has the components",
    ),
    "a move too many": (Added(), 5, "that is no move in one of these"),
    "components of components": (Whole(), 1, "has the components .* itself"),
}


@pytest.mark.parametrize(("game", "size", "named"), WRONG.values(), ids=WRONG)
def test_wrong_components_are_named_and_give_no_value(game, size, named):
    with pytest.raises(RulesError, match=named) as found:
        check_components(game, build(game, size))
    assert str(found.value).startswith("components(")
    with pytest.raises(RulesError, match=r"components\("):
        grundy_by_components(game)


class Joining(NodeKayles):
    """Joins paths of one value: 2."""

    def canonical(self, paths):
        return (3,) if paths == (11,) else paths


def test_a_symmetry_that_is_none_gives_no_value_even_where_values_agree():
    with pytest.raises(RulesError, match=r"canonical\(\(11,\)\) is \(3,\), but their options"):
        grundy_by_components(Joining())


def test_what_was_compared_is_said_and_is_what_was_compared():
    values = grundy_by_components(NodeKayles(), [(100,)])
    size, number = values.compared.size, values.compared.positions
    starts = [(n,) for n in range(size + 1)]
    reached = build_from(NodeKayles(), [*starts, *((n,) for n in range(1, size + 1))])
    assert set(reached) <= set(small_graph(NodeKayles())[0])
    assert number == len(reached)
    assert len(build_from(NodeKayles(), [*starts, (size + 1,)])) > 2000
    assert repr(values).endswith(
        f"99 components; compared on {number} positions, of sizes to {size}, and at "
        f"{values.checked} beyond>"
    )
    assert values.checked > 64


class Turned(Game):
    """A heap that is lowered by one."""

    def __init__(self, **said):
        vars(self).update(said)

    def start(self, size):
        return [size]

    def options(self, heap):
        return [heap - 1] if heap else []


class Named(Turned):
    def final_outcome(self, position):
        return "N"


class Loop(Turned):
    def options(self, heap):
        return [(heap + 1) % 7]


@pytest.mark.parametrize(
    ("game", "named"),
    [
        (Turned(misere=True), "misère"),
        (Turned(loopy=True), "loopy"),
        (Named(), "names the winner"),
        (PartizanStripGame([], [], empty_strip), "expected a Game"),
        (Loop(), "play may never end"),
    ],
    ids=["misere", "loopy", "own ending", "partizan", "cycle"],
)
def test_games_whose_sums_have_no_nim_sums_are_refused(game, named):
    with pytest.raises(RulesError, match=named):
        ComponentValues(game)
    graph = build(Loop() if isinstance(game, Loop) else Turned(), 3)
    with pytest.raises(RulesError, match=named):
        check_components(game, graph)


class LateLoop(NodeKayles):
    """A path of 50 may be made of one of 40, and of the path itself with one vertex more."""

    def options(self, paths):
        yield from super().options(paths)
        if paths == (40,):
            yield (50, 2)
        if paths == (50,):
            yield (60, 1)
        if paths == (60,):
            yield (7, 60)


def test_a_cycle_beyond_what_was_compared_is_named():
    values = grundy_by_components(LateLoop(), [(39,)])
    with pytest.raises(RulesError, match=r"play may never end from \(.0,\), which comes back"):
        values.grundy((40,))


def test_a_chain_of_components_deeper_than_any_recursion_has_its_value():
    assert grundy_by_components(Turned()).grundy(30_001) == 1


class Endless(Turned):
    """Above 3 000, what is left grows."""

    def options(self, heap):
        return [heap + 1] if heap > 3000 else super().options(heap)


def test_searches_without_end_are_stopped_at_their_limits():
    with pytest.raises(SearchLimitError, match="more than 5000 connected components"):
        grundy_by_components(Endless(), [4000], limit=5000)
    values = grundy_by_components(Endless(), [2500], limit=2800)
    with pytest.raises(SearchLimitError, match="more than 2800"):
        values.grundy(2999)
    assert values.grundy(2499) == 1  # what is known stays known


def raising(position):
    raise KeyError(position)


@pytest.mark.parametrize(
    ("components", "named"),
    [
        (raising, "components of .* in .*: KeyError"),
        (lambda p: [None], "gives None, which is outside"),
        (lambda p: [[2]], "cannot be hashed"),
        (lambda p: 3, "TypeError"),
        (lambda p: [(0, -1)], r"gives \(0, -1\), which is outside"),
        (lambda p: itertools.repeat((0, 0)), "more than 10000000 are given"),
    ],
    ids=["failing", "none", "unhashable", "a number", "outside", "endless"],
)
def test_what_gives_no_components_is_named(components, named):
    class Given(VectorGame):
        def components(self, position):
            return components(position)

    with pytest.raises(RulesError, match=named):
        grundy_by_components(Given([(1, 0), (0, 1)]))


def test_what_is_no_position_of_the_game_is_refused_when_asked():
    values = grundy_by_components(BothPiles([(1, 0), (0, 1)]))
    assert values.grundy((3, 5)) == 3 ^ 5
    with pytest.raises(PositionError, match=r"\(3, 5, 1\)"):
        values.grundy((3, 5, 1))


class BothPiles(VectorGame):
    """Nim, whose piles are its components."""

    def components(self, piles):
        return [(0, pile) for pile in piles if pile]


def test_components_are_those_of_networkx():
    graph = nx.gnm_random_graph(40, 30, seed=5)
    found = connected_components(graph, graph.__getitem__)
    assert sorted(map(sorted, found)) == sorted(map(sorted, nx.connected_components(graph)))
    assert len(found) > 2
