"""The compact graph has the same truth as the explicit graph, on every form of rules."""

import re

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import kernels
from oracles import solve as solving
from oracles.compact import build_compact
from oracles.compact_truth import CompactTruth
from oracles.declared import small_graph
from oracles.digraphs import DigraphGame
from oracles.errors import (
    DisagreementError,
    PositionError,
    RulesError,
    SearchLimitError,
)
from oracles.graph import build, build_from
from oracles.heaps import octal
from oracles.partizan import PlayerToMoveGame
from oracles.rules import Game, PartizanGame
from oracles.solve import solve
from oracles.truth import Truth
from oracles.vectors import nim
from tests.contracts.test_rules import GAMES

QUANTITIES = (
    *("outcomes", "remotenesses", "suspenses", "grundy_values", "misere_outcomes", "genera"),
)
NAMES = (
    lambda v: v,
    lambda v: (v, 7 - v),
    lambda v: "ab" * v,
    lambda v: frozenset(range(v)),
    lambda v: (v,) * v,
    lambda v: [None, "x", 2.5, (1, 2)][v] if 0 < v < 4 else v,
)


class Ending(DigraphGame):
    """A token on a digraph, the winner named by the final vertex."""

    def final_outcome(self, position):
        return "PND"[hash(position) % 3]


@st.composite
def graph_games(draw):
    size = draw(st.integers(1, 9))
    acyclic, misere, ending = draw(st.booleans()), draw(st.booleans()), draw(st.booleans())
    pairs = [(a, b) for a in range(size) for b in range(size) if not acyclic or a > b]
    arcs = draw(st.lists(st.sampled_from(pairs), max_size=3 * size)) if pairs else []
    name = draw(st.sampled_from(NAMES))
    digraph = nx.DiGraph()
    digraph.add_nodes_from(name(v) for v in range(size) if name(v) is not None)
    digraph.add_edges_from((name(a), name(b)) for a, b in arcs if None not in (name(a), name(b)))
    return (Ending if ending else DigraphGame)(digraph, misere=misere)


def both_truths(game, positions):
    return (
        Truth(game, build_from(game, positions)),
        CompactTruth(game, build_compact(game, positions)),
    )


def said(truth, quantity):
    """A quantity of all positions, or the error instead of it."""
    try:
        return dict(getattr(truth, quantity))
    except RulesError as error:
        return str(error)


@pytest.mark.expensive
@pytest.mark.end_to_end
@settings(deadline=None, max_examples=150)
@given(graph_games(), st.data())
def test_every_quantity_is_that_of_the_explicit_graph(game, data):
    some = data.draw(st.lists(st.sampled_from(list(game.digraph)), unique=True))
    explicit, compact = both_truths(game, some)
    assert set(compact.positions) == set(explicit.positions)
    for quantity in QUANTITIES:
        assert said(compact, quantity) == said(explicit, quantity)
    for position in explicit.positions:
        assert compact.options(position) == explicit.options(position)
        assert compact.winning_options(position) == explicit.winning_options(position)
    assert set(compact.p_positions) == set(explicit.p_positions)


@pytest.mark.parametrize("name", GAMES)
def test_every_form_of_rules_has_the_same_truth(name):
    game = GAMES[name]
    rules = PlayerToMoveGame(game) if isinstance(game, PartizanGame) else game
    graph, _ = small_graph(rules, limit=300, arc_limit=6000)
    for vectorized in (True, False):
        compact = build_compact(rules, graph, vectorized=vectorized)
        assert set(compact) == set(graph)
        assert all(set(compact.options_of[p]) == set(graph.options_of[p]) for p in graph)
        truth = CompactTruth(rules, compact)
        for quantity in QUANTITIES:
            assert said(truth, quantity) == said(Truth(rules, graph), quantity)


def test_the_graph_is_the_same_and_can_be_made_explicit():
    compact = build_compact(nim(2), [(4, 7), (9, 1)])
    explicit = build_from(nim(2), [(4, 7), (9, 1)])
    assert nx.utils.graphs_equal(compact.to_networkx(), explicit)
    assert (len(compact), compact.number_of_edges()) == (len(explicit), explicit.number_of_edges())
    for position in explicit:
        assert compact.options_of[position] == list(explicit.options_of[position])
        assert set(compact.leading_to[position]) == set(explicit.leading_to[position])


@pytest.fixture
def small_explicit(monkeypatch):
    """Let graphs of more than 50 positions be compact."""
    monkeypatch.setattr(solving, "EXPLICIT_POSITIONS", 50)


@pytest.mark.usefixtures("small_explicit")
def test_the_size_decides_which_graph_is_built():
    small, large = solve(octal("0.77"), 5), solve(octal("0.77"), 12)
    assert (type(small), type(large)) == (Truth, CompactTruth)
    assert large.grundy_values == Truth(octal("0.77"), build(octal("0.77"), 12)).grundy_values
    assert re.fullmatch(
        r"options made in arrays, compared with the rules at \d+ positions", large.held_to
    )


@pytest.mark.usefixtures("small_explicit")
def test_a_position_that_is_not_there_is_named():
    with pytest.raises(PositionError, match=r"position=\(40,\): not among"):
        solve(octal("0.77"), 12).outcome((40,))


class Round(Game):
    """Numbers on a circle, one on or two on."""

    loopy = True

    def start(self, size):
        return [0] if size else []

    def options(self, position):
        return [(position + 1) % 5000, (position + 2) % 5000]


@pytest.mark.parametrize("option", [[3], None])
def test_options_that_cannot_be_numbered_name_their_position(option):
    class Late(Game):
        def start(self, size):
            return [0, size]

        def options(self, position):
            return [option] if position == 3 else [position - 1] if position else []

    for built in (build_from, build_compact):
        with pytest.raises(RulesError, match="options of 3: "):
            built(Late(), [0, 9])


@pytest.mark.usefixtures("small_explicit")
def test_the_limits_are_reached_and_not_passed():
    positions, arcs = len(build(nim(3), 6)), build(nim(3), 6).number_of_edges()
    assert len(solve(nim(3), 6, limit=positions, arc_limit=arcs).positions) == positions
    compact = build_compact(nim(3), nim(3).start(6), limit=positions, arc_limit=arcs)
    assert (len(compact), compact.number_of_edges()) == (positions, arcs)
    for limit, arc_limit, named in (
        (positions - 1, arcs, "positions"),
        (positions, arcs - 1, "arcs"),
    ):
        for built in (build_from, build_compact):
            with pytest.raises(SearchLimitError, match=f"more than .* {named}"):
                built(nim(3), nim(3).start(6), limit=limit, arc_limit=arc_limit)
        with pytest.raises(SearchLimitError):
            solve(nim(3), 6, limit=limit, arc_limit=arc_limit)


@pytest.mark.parametrize("times", [1, 3])
def test_arcs_are_not_explored_beyond_their_limit(times):
    asked = []

    class Every(Game):
        """Each of 64 positions leads to all others, as often as it is said."""

        def start(self, size):
            return range(64)

        def options(self, position):
            asked.append(position)
            return [*range(64)] * times

    assert build_compact(Every(), range(64), arc_limit=64 * 64).number_of_edges() == 64 * 64
    asked.clear()
    with pytest.raises(SearchLimitError, match="more than 640 arcs"):
        build_compact(Every(), range(64), arc_limit=640)
    assert set(asked) == {*range(11)}


@pytest.mark.usefixtures("small_explicit")
def test_play_that_never_ends_is_named_with_its_cycle():
    class Unannounced(Round):
        loopy = False

        def options(self, position):
            return [(position + 1) % 100] if position < 100 else [position - 1]

    with pytest.raises(RulesError, match="play may never end from 0: 0 -> 1 -> 2"):
        _ = CompactTruth(Unannounced(), build_compact(Unannounced(), [0, 120])).outcomes


class BesideALoop(Game):
    """A heap, from which one may take some, or go to a place from which one may come back."""

    loopy = True

    def __init__(self, *, back):
        self.back = back

    def start(self, size):
        return [(size, 0), ("loop", 0)]

    def options(self, position):
        heap, place = position
        if heap == "loop":
            return [("loop", 0), ("loop", 1)] if place == 0 else [("loop", 0)]
        smaller = [(n, place) for n in range(heap)]
        if place == 1 or not self.back:
            return smaller
        return [(heap, 0), (heap, 1)] if place == 2 else [*smaller, (heap, 2)]


@pytest.mark.parametrize("back", [False, True])
def test_many_loopy_values_are_those_of_the_explicit_graph(back):
    explicit, compact = both_truths(BesideALoop(back=back), [(40, 0), ("loop", 0)])
    assert compact.grundy_values == explicit.grundy_values
    assert compact.grundy((40, 0)) == 40
    assert str(compact.grundy(("loop", 0))) == "∞{}"


@pytest.mark.parametrize(
    ("quantity", "name", "spoilt"),
    [
        ("outcomes", "outcomes_by_induction", lambda found: 1 - found),
        ("grundy_values", "grundy_by_induction", lambda found: found ^ (found > 2)),
    ],
)
def test_a_wrong_loop_is_named_and_nothing_of_it_is_believed(monkeypatch, quantity, name, spoilt):
    right = getattr(kernels, name)
    truth = CompactTruth(nim(3), build_compact(nim(3), nim(3).start(12)))
    monkeypatch.setattr(kernels, name, lambda *given: spoilt(right(*given)).astype(np.int32))
    for _ in range(2):
        with pytest.raises(DisagreementError, match=f"in the {quantity}, "):
            getattr(truth, quantity)


def test_a_graph_with_another_arc_is_named():
    graph = build_compact(nim(1), [(30,)])
    graph.options = graph.options.copy()
    graph.options[0] = graph.options[1]
    with pytest.raises(DisagreementError, match="its options in arrays are not those"):
        CompactTruth(nim(1), graph).outcome((3,))
