"""Building explicit graphs: what is built, its limits, and rules that break their word."""

from itertools import count

import networkx as nx
import pytest

from oracles.errors import RulesError, SearchLimitError
from oracles.graph import Builder, build, build_from
from oracles.rules import Game, PartizanGame
from oracles.solve import solve
from oracles.vectors import nim


class Countdown(Game):
    """The rules that the wrong rules below are spoilt from: take one or two."""

    def start(self, size):
        return [size]

    def options(self, position):
        return [position - take for take in (1, 2) if take <= position]


def test_the_graph_is_that_of_the_options():
    graph = build(Countdown(), 5)
    assert list(graph) == [5, 4, 3, 2, 1, 0]
    assert graph.options_of[4] == [3, 2]
    assert set(graph.to_networkx().edges) == {
        (n, n - t) for n in range(6) for t in (1, 2) if t <= n
    }


def test_several_moves_to_one_position_are_one_arc():
    graph = build_from(nim(2), [(1, 1)])
    assert list(graph.to_networkx().edges) == [((1, 1), (0, 1)), ((0, 1), (0, 0))]


@pytest.mark.parametrize("size", [-1, 1.5, "3", True, None])
def test_a_size_that_is_no_natural_number_is_refused(size):
    with pytest.raises(RulesError, match="size="):
        build(Countdown(), size)


def test_the_number_of_positions_is_said_where_it_is_known():
    # C(1000 + 3, 3) multisets of three piles of 0 to 1000.
    with pytest.raises(SearchLimitError, match="167668501 positions"):
        build(nim(3), 1000)


class Endless(Countdown):
    def start(self, size):
        return count()


class Growing(Countdown):
    def options(self, position):
        return [position + 1]


@pytest.mark.parametrize("game", [Endless(), Growing()], ids=["start", "options"])
def test_rules_without_bound_are_stopped_at_the_limit(game):
    with pytest.raises(SearchLimitError, match="more than 5000 positions"):
        build(game, 0, limit=5000)


class Taking(PartizanGame):
    def start(self, size):
        return [size]

    def left_options(self, position):
        return []

    right_options = left_options


class Outside(Countdown):
    def options(self, position):
        return [position - 1, position - 2]

    def contains(self, position):
        return position >= 0


class Fickle(Countdown):
    def __init__(self):
        self.asked = 0

    def options(self, position):
        self.asked += 1
        return list(super().options(position))[: 1 + self.asked % 2]


class UsedUp(Countdown):
    def __init__(self):
        self.left = {}

    def options(self, position):
        return self.left.setdefault(position, iter(super().options(position)))


class Unhashable(Countdown):
    def options(self, position):
        return [[position - 1]] if position else []


class Raising(Countdown):
    def options(self, position):
        return [10 // (position - 3)] if position == 3 else super().options(position)


class GivingNothing(Countdown):
    def options(self, position):
        return None


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Outside(), "-1, an option of 1, is outside"),
        (Fickle(), "options of 5 differ when asked twice"),
        (UsedUp(), "options of 5 differ when asked twice"),
        (Unhashable(), r"options of 5: one cannot be hashed"),
        (Raising(), "options of 3: ZeroDivisionError"),
        (GivingNothing(), "options of 5: TypeError"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_wrong_rules_are_named_with_the_position(game, message):
    with pytest.raises(RulesError, match=message):
        build(type(game)(), 5)  # some count how often they were asked


def test_the_rules_that_they_are_spoilt_from_are_right():
    assert len(build(Countdown(), 5)) == 6


class BadStart(Countdown):
    def start(self, size):
        return [{size}]


class RaisingStart(Countdown):
    def start(self, size):
        raise KeyError(size)


class StartOutside(Countdown):
    def contains(self, position):
        return position < 5


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (BadStart(), r"start\(5\).*unhashable"),
        (RaisingStart(), r"start\(5\).*KeyError"),
        (StartOutside(), "5, a starting position, is outside"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_wrong_start_is_named(game, message):
    with pytest.raises(RulesError, match=message):
        build(game, 5)


class GoingRound(Countdown):
    def options(self, position):
        return [(position + 1) % 4] if position < 4 else [position - 1]


def test_play_that_never_ends_is_named_with_its_cycle():
    with pytest.raises(RulesError, match="3 -> 0 -> 1 -> 2 -> 3") as caught:
        _ = solve(GoingRound(), 6).outcomes
    assert "declare the game loopy" in str(caught.value)


class DeclaredLoopy(GoingRound):
    loopy = True


def test_play_that_never_ends_is_a_draw_where_it_is_declared():
    assert solve(DeclaredLoopy(), 6).outcome(6) == "D"


@pytest.mark.parametrize("game", [object(), Taking()], ids=["object", "partizan"])
def test_what_is_no_impartial_game_is_refused(game):
    with pytest.raises(RulesError, match="expected a Game"):
        build(game, 3)


def test_progress_is_told():
    told = []
    build(Countdown(), 9000, progress=told.append)
    assert told == [4096, 8192]


def test_an_interrupt_is_not_taken_for_an_error_in_the_rules():
    class Interrupted(Countdown):
        def options(self, position):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(Interrupted(), 5)


@pytest.mark.parametrize("option", [[3], None])
def test_options_that_cannot_be_numbered_name_their_position(option):
    class Late(Game):
        def start(self, size):
            return [0, size]

        def options(self, position):
            return [option] if position == 3 else [position - 1] if position else []

    with pytest.raises(RulesError, match="options of 3: "):
        build_from(Late(), [0, 9])


def test_the_limits_are_reached_and_not_passed():
    positions, arcs = len(build(nim(3), 6)), build(nim(3), 6).number_of_edges()
    assert len(solve(nim(3), 6, limit=positions, arc_limit=arcs).positions) == positions
    graph = build(nim(3), 6, limit=positions, arc_limit=arcs)
    assert (len(graph), graph.number_of_edges()) == (positions, arcs)
    for limit, arc_limit, named in (
        (positions - 1, arcs, "positions"),
        (positions, arcs - 1, "arcs"),
    ):
        with pytest.raises(SearchLimitError, match=f"more than .* {named}"):
            build_from(nim(3), nim(3).start(6), limit=limit, arc_limit=arc_limit)
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

    assert build_from(Every(), range(64), arc_limit=64 * 64).number_of_edges() == 64 * 64
    asked.clear()
    with pytest.raises(SearchLimitError, match="more than 640 arcs"):
        build_from(Every(), range(64), arc_limit=640)
    assert set(asked) == {*range(11)}


def test_a_step_that_passes_a_limit_leaves_the_graph_as_it_was():
    builder = Builder(nim(2), limit=12)
    builder.add([(2, 3)])
    before = builder.graph.to_networkx()
    with pytest.raises(SearchLimitError):
        builder.add([(9, 9)])
    assert nx.utils.graphs_equal(builder.graph.to_networkx(), before)
    assert builder.add([(0, 4)]) == [(0, 4)]
    assert builder.graph.options_of[0, 4] == [(0, 3), (0, 2), (0, 1), (0, 0)]
