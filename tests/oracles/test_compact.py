"""Compact graphs: the same truth as on the explicit graph, and no other is believed."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import kernels, witnesses
from oracles import solve as solving
from oracles.compact import build_compact
from oracles.compact_truth import CompactTruth
from oracles.digraphs import DigraphGame
from oracles.errors import (
    DisagreementError,
    PositionError,
    ResourceLimitError,
    RulesError,
    SearchLimitError,
)
from oracles.games.binary_blackboard import BinaryBlackboard
from oracles.graph import build, build_from
from oracles.heaps import octal
from oracles.partizan import solve_partizan
from oracles.rules import Game, PartizanGame
from oracles.solve import solve
from oracles.truth import Truth
from oracles.vectors import nim
from oracles.witnesses import HeldCompact

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


@settings(deadline=None, max_examples=300)
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


@pytest.mark.parametrize("game", [nim(3), octal("0.137"), BinaryBlackboard()], ids=repr)
def test_a_game_of_some_size_has_the_same_truth(game):
    explicit, compact = both_truths(game, list(game.start(9)))
    for quantity in QUANTITIES:
        assert said(compact, quantity) == said(explicit, quantity)


@settings(deadline=None)
@given(graph_games(), st.data())
def test_what_is_reached_bit_by_bit_is_counted_as_on_the_explicit_graph(game, data):
    parts = data.draw(st.lists(st.lists(st.sampled_from(list(game.digraph)))))
    explicit, compact = both_truths(game, list(game.digraph))
    if isinstance(said(explicit, "outcomes"), str):
        return
    one, other = explicit.reached(), compact.reached()
    for part in parts:
        assert one.add(part) == other.add(part)
        assert (one.size, one.arcs, one.counts) == (other.size, other.arcs, other.counts)
    graph = build_from(game, [position for part in parts for position in part])
    assert (one.size, one.arcs) == (len(graph), graph.number_of_edges())


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
    assert (type(small), type(large)) == (Truth, HeldCompact)
    assert large.grundy_values == Truth(octal("0.77"), build(octal("0.77"), 12)).grundy_values
    assert [witness.words for witness in large.witnesses] == [
        f"all {len(build(octal('0.77'), 11))} positions of sizes to 11",
        f"{len(build(octal('0.77'), 12))} positions of the graph",
    ]


class SecondPile(Game):
    """Take some from the second of two piles, so that no size is among larger ones."""

    def start(self, size):
        return [(size, size)]

    def options(self, piles):
        return [(piles[0], n) for n in range(piles[1])]


@pytest.mark.usefixtures("small_explicit")
def test_sizes_that_were_passed_over_are_not_said_to_be_compared():
    truth = solve(SecondPile(), 400)
    sizes = {position[0] for position in truth.witnesses[0].explicit.positions}
    assert {*range(33)} < sizes < {*range(max(sizes))} | {max(sizes)}
    number = sum(size + 1 for size in sizes)
    assert truth.held_to.startswith(
        f"held to the explicit graph on {number} positions of sizes to 32 and some to {max(sizes)}"
    )
    truth = solve(nim(1), 400)  # where they are among larger ones
    assert truth.held_to.startswith("held to the explicit graph on all ")


@pytest.mark.usefixtures("small_explicit")
def test_limits_hold_on_both_graphs():
    with pytest.raises(SearchLimitError, match="more than 40 positions"):
        solve(octal("0.77"), 12, limit=40)
    with pytest.raises(SearchLimitError, match="more than 100 positions"):
        solve(octal("0.77"), 12, limit=100)
    with pytest.raises(SearchLimitError, match="more than 300 arcs"):
        solve(octal("0.77"), 12, arc_limit=300)


@pytest.mark.usefixtures("small_explicit")
def test_partizan_games_are_solved_on_compact_graphs_as_well():
    class Take(PartizanGame):
        """Left takes one from either heap, Right takes two."""

        def start(self, size):
            return [(size, size)]

        def left_options(self, position):
            a, b = position
            return [each for each in ((a - 1, b), (a, b - 1)) if min(each) >= 0]

        def right_options(self, position):
            a, b = position
            return [each for each in ((a - 2, b), (a, b - 2)) if min(each) >= 0]

    truth = solve_partizan(Take(), 9)
    assert type(truth.turns) is HeldCompact
    # Heaps of three in a row, as one heap: P, L, N (a heap of n counts n mod 3).
    single = {0: "P", 1: "L", 2: "N", 3: "P", 4: "L"}
    assert {n: truth.outcome((n, 0)) for n in range(5)} == single


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


def test_what_can_be_compared_with_nothing_is_refused(monkeypatch):
    monkeypatch.setattr(solving, "EXPLICIT_POSITIONS", 50)
    with pytest.raises(SearchLimitError, match="compared with nothing; take a smaller size"):
        solve(Round(), 3)


@pytest.mark.usefixtures("small_explicit")
@pytest.mark.parametrize("size", [5, 12])
@pytest.mark.parametrize("unknown", [(40,), [1], ([1],), "ab"])
def test_what_is_reached_from_a_position_that_is_not_there_is_not_asked(size, unknown):
    truth = solve(octal("0.77"), size)
    reached = truth.reached()
    with pytest.raises(PositionError, match="not among the"):
        reached.add([(3,), unknown])
    assert (reached.size, reached.arcs) == (0, 0)
    with pytest.raises(PositionError, match="not among the"):
        truth.outcome(unknown)


class Odd:
    """What may be hashed or compared with an error of its own."""

    def __init__(self, hashing, equal):
        self.hashing, self.equal = hashing, equal

    def __hash__(self):
        return self.hashing()

    def __eq__(self, other):
        return self.equal()


@pytest.mark.parametrize("option", [Odd(lambda: 1 // 0, bool), Odd(int, lambda: 1 // 0), [3], None])
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


FAULTS = {
    "outcomes": ("outcomes_by_induction", lambda found: 1 - found),
    "remotenesses": ("lengths_by_induction", lambda found: found + 2 * (found > 3)),
    "suspenses": ("lengths_by_induction", lambda found: found - (found > 3)),
    "grundy_values": ("grundy_by_induction", lambda found: found ^ (found > 2)),
    "misere_outcomes": ("outcomes_by_induction", lambda found: 1 - found),
    "genera": ("misere_level", lambda found: found ^ (found > 3)),
}


@pytest.mark.parametrize("quantity", FAULTS)
@pytest.mark.usefixtures("small_explicit")
def test_a_wrong_loop_is_named_and_nothing_of_it_is_believed(monkeypatch, quantity):
    name, spoilt = FAULTS[quantity]
    right = getattr(kernels, name)
    truth = solve(nim(3), 12)
    monkeypatch.setattr(kernels, name, lambda *given: spoilt(right(*given)).astype(np.int32))
    for _ in range(2):
        with pytest.raises(DisagreementError, match=f"in the {quantity} of"):
            getattr(truth, quantity)
    monkeypatch.setattr(kernels, name, right)
    right_again = getattr(solve(nim(3), 12), quantity)
    assert right_again == getattr(Truth(nim(3), build(nim(3), 12)), quantity)


@pytest.mark.usefixtures("small_explicit")
@pytest.mark.parametrize("game", [DigraphGame(nx.gnp_random_graph(300, 0.007, 4, directed=True))])
def test_a_wrong_loop_over_cycles_is_named(monkeypatch, game):
    right = kernels.retrograde
    truth = solve(game, 300)

    def wrong(*given):
        outcomes, lengths = right(*given)
        return np.where(outcomes == kernels.D, kernels.N, outcomes), lengths

    monkeypatch.setattr(kernels, "retrograde", wrong)
    with pytest.raises(DisagreementError, match="in the outcomes of"):
        _ = truth.outcomes


CYCLES = DigraphGame(nx.gnp_random_graph(300, 0.007, 4, directed=True))
ONE_VALUE = [
    (nim(3), "outcomes", "outcomes_by_induction"),
    (nim(3), "misere_outcomes", "outcomes_by_induction"),
    (nim(3), "remotenesses", "lengths_by_induction"),
    (nim(3), "suspenses", "lengths_by_induction"),
    (nim(3), "grundy_values", "grundy_by_induction"),
    (nim(3), "genera", "grundy_by_induction"),
    (CYCLES, "outcomes", "retrograde"),
    (CYCLES, "remotenesses", "retrograde"),
    (CYCLES, "grundy_values", "grundy_by_induction"),
]


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


def test_values_where_play_must_end_are_not_given_one_by_one(monkeypatch):
    given, right = [], kernels.give_loopy_value

    def noted(value, *rest):
        given.append(value)
        return right(value, *rest)

    monkeypatch.setattr(kernels, "give_loopy_value", noted)
    game = BesideALoop(back=False)
    truth = CompactTruth(game, build_compact(game, list(game.start(400))))
    assert (truth.grundy((400, 0)), given) == (400, [0])


def test_loopy_values_that_take_too_long_are_stopped(monkeypatch):
    game = BesideALoop(back=False)
    truth = CompactTruth(game, build_compact(game, list(game.start(5))))
    monkeypatch.setenv("GRUNDWORK_SECONDS", "0.01")
    monkeypatch.setattr(kernels, "give_loopy_value", lambda value, *rest: value + 1)
    with pytest.raises(ResourceLimitError, match="loopy Grundy values of"):
        truth.grundy((5, 0))


def spoil(monkeypatch, name, quantity, at):
    """Let a loop give one other value, ``at`` a number among so many."""
    right = getattr(kernels, name)

    def wrong(*given):
        found = right(*given)
        values = found[quantity == "remotenesses"] if name == "retrograde" else found
        number = at(len(values))
        if number is not None:
            values[number] = 1 - values[number] if quantity.endswith("outcomes") else 7
        return found

    monkeypatch.setattr(kernels, name, wrong)


@pytest.mark.parametrize(("game", "quantity", "name"), ONE_VALUE)
@pytest.mark.usefixtures("small_explicit")
def test_one_wrong_value_where_there_is_an_explicit_graph_names_its_position(
    monkeypatch, game, quantity, name
):
    truth = solve(game, 300 if game is CYCLES else 12)
    spoil(monkeypatch, name, quantity, lambda _: 2)
    position = truth.witnesses[0].other.graph.unpacked(np.array([2]))[0]
    with pytest.raises(DisagreementError, match=f"in the {quantity} of") as found:
        getattr(truth, quantity)
    assert f", {position!r} has " in str(found.value)


@pytest.mark.parametrize("quantity", ["outcomes", "grundy_values"])
@pytest.mark.usefixtures("small_explicit")
def test_one_wrong_value_at_a_position_that_is_looked_at_is_named(monkeypatch, quantity):
    truth = solve(nim(3), 25)
    explicit = set().union(*(witness.explicit.positions for witness in truth.witnesses))
    position = next(each for each in truth.single if each not in explicit)
    size, number = len(truth.graph), truth.graph.number(position)
    spoil(monkeypatch, f"{quantity.removesuffix('_values').removesuffix('s')}"
          f"{'s' * (quantity == 'outcomes')}_by_induction", quantity,
          lambda many: number if many == size else None)  # fmt: skip
    with pytest.raises(DisagreementError, match="positions and their options, ") as found:
        getattr(truth, quantity)
    assert f", {position!r} has " in str(found.value)


@pytest.mark.usefixtures("small_explicit")
def test_one_wrong_value_at_which_nobody_looks_is_not_noticed(monkeypatch):
    # What the documentation says of it; a control of what is promised, and nothing to be kept.
    truth = solve(nim(3), 25)
    looked_at = set(truth.single).union(*truth.single.values())
    looked_at.update(*(witness.explicit.positions for witness in truth.witnesses))
    position = next(each for each in truth.positions if each not in looked_at)
    size, number = len(truth.graph), truth.graph.number(position)
    spoil(monkeypatch, "outcomes_by_induction", "outcomes",
          lambda many: number if many == size else None)  # fmt: skip
    assert truth.outcome(position) != Truth(nim(3), build(nim(3), 25)).outcome(position)


def losing_an_option(first, options):
    """Arrays in which the last option of the last position that has two is its first again."""
    for number in np.flatnonzero(np.diff(first) > 1)[-1:]:
        options[first[number + 1] - 1] = options[first[number]]


@pytest.mark.parametrize("graph_is", ["large", "small"])
def test_a_graph_with_another_arc_is_named(monkeypatch, graph_is):
    graph = build_compact(nim(2), [(30, 30)])
    if graph_is == "large":
        losing_an_option(graph.first, graph.options)
        smaller = build_compact
    else:

        def smaller(game, positions):
            found = build_compact(game, positions)
            losing_an_option(found.first, found.options)
            return found

    monkeypatch.setattr(witnesses, "build_compact", smaller)
    with pytest.raises(DisagreementError, match="its options in the compact graph are not those"):
        witnesses.held_compact(nim(2), graph, 30, nim(2).start)


def test_the_right_graph_is_not_refused():
    graph = build_compact(nim(2), [(30, 30)])
    found = witnesses.held_compact(nim(2), graph, 30, nim(2).start)
    assert [witness.words for witness in found.witnesses] == [
        "all 465 positions of sizes to 29",
        "496 positions of the graph",
    ]
