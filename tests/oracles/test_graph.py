"""Building explicit graphs: what is built, its limits, and rules that break their word."""

from itertools import count, repeat

import pytest

from oracles.errors import OracleError, RulesError, SearchLimitError
from oracles.graph import Builder, build_from
from oracles.rules import Game
from oracles.solve import solve
from oracles.vectors import nim
from tests.oracles.graphs import build


class Made(Game):
    """A game of functions: take one or two, unless they say otherwise."""

    def __init__(self, options=None, start=None, contains=None, *, loopy=False):
        self.asked, self.loopy = 0, loopy
        self.options_, self.start_, self.contains_ = options, start, contains

    def start(self, size):
        return self.start_(size) if self.start_ else [size]

    def options(self, position):
        self.asked += 1
        if self.options_:
            return self.options_(position)
        return [position - taken for taken in (1, 2) if taken <= position]

    def contains(self, position):
        return self.contains_(position) if self.contains_ else True


class Fickle(Made):
    def options(self, position):
        return super().options(position)[: 1 + self.asked % 2]


def natural(position):
    return position >= 0


WRONG = {
    "an option outside": (Made(lambda n: [n - 1], contains=natural), "-1, an option of 0, is outs"),
    "options that differ": (Fickle(), "options of 5, asked again: .* is among them only once"),
    "unhashable": (Made(lambda n: [[n - 1]]), "options of 5: TypeError: unhashable"),
    "an error": (Made(lambda n: [1 // (n - 5)]), "options of 5: ZeroDivisionError"),
    "nothing": (Made(lambda n: None), "options of 5: TypeError"),
    "a nothing": (Made(lambda n: [n - 1, None]), "options of None: TypeError"),
    "a list as start": (Made(start=lambda n: [{n}]), r"start\(5\).*unhashable"),
    "an error in start": (Made(start=lambda n: [1 // 0]), r"start\(5\).*ZeroDivisionError"),
    "a start outside": (Made(contains=lambda n: n < 5), "5, a starting position, is outside"),
    "no game": (object(), "expected a Game"),
}


@pytest.mark.parametrize(("game", "message"), WRONG.values(), ids=WRONG)
def test_wrong_rules_are_named_with_the_position(game, message):
    with pytest.raises(RulesError, match=message):
        build(game, 5)
    right = Made(contains=natural)  # from which they are spoilt
    assert list(build(right, 5)) == [5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize("size", [-1, 1.5, True])
def test_a_size_that_is_no_natural_number_is_refused(size):
    with pytest.raises(OracleError, match="size="):
        build(Made(), size)


@pytest.mark.parametrize(
    ("game", "size", "message"),
    [
        (nim(3), 1000, "positions"),
        (Made(lambda _: [], lambda _: count()), 3, "positions"),
        (Made(lambda n: [n + 1]), 0, "positions"),
        (Made(lambda _: count()), 0, "positions"),
        (Made(lambda _: repeat(1)), 0, "arcs"),
    ],
)
def test_rules_without_bound_are_stopped_at_the_limit(game, size, message):
    with pytest.raises(SearchLimitError, match=f"more than 5000 {message}"):
        build(game, size, limit=5000, arc_limit=5000)


def going_round(position):
    return [(position + 1) % 4] if position < 4 else [position - 1]


def test_play_that_never_ends_is_named_with_its_cycle_or_declared():
    with pytest.raises(RulesError, match="3 -> 0 -> 1 -> 2 -> 3") as caught:
        _ = solve(Made(going_round), 6).outcomes
    assert "declare the game loopy" in str(caught.value)
    assert solve(Made(going_round, loopy=True), 6).outcome(6) == "D"


def test_an_interrupt_is_not_taken_for_an_error_in_the_rules():
    def interrupted(position):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(Made(interrupted), 5)


@pytest.mark.parametrize("solved", [build, solve])
def test_the_limits_are_reached_and_not_passed(solved):
    graph = build(nim(3), 6)
    exactly = {"limit": len(graph), "arc_limit": graph.number_of_edges()}
    solved(nim(3), 6, **exactly)
    for name, things in (("limit", "positions"), ("arc_limit", "arcs")):
        with pytest.raises(SearchLimitError, match=things):
            solved(nim(3), 6, **{**exactly, name: exactly[name] - 1})


@pytest.mark.parametrize("times", [1, 3])
def test_arcs_are_not_explored_beyond_their_limit(times):
    """Each of 64 positions leads to all others, as often as it is said."""
    asked = []
    every = Made(lambda position: asked.append(position) or [*range(64)] * times)
    assert build_from(every, range(64), arc_limit=64 * 64).number_of_edges() == 64 * 64
    asked.clear()
    with pytest.raises(SearchLimitError, match="more than 640 arcs"):
        build_from(every, range(64), arc_limit=640)
    assert set(asked) == {*range(11)}


def test_a_step_that_passes_a_limit_leaves_the_graph_as_it_was():
    builder = Builder(nim(2), limit=12)
    builder.add([(2, 3)])
    before = dict(builder.graph.options_of)
    with pytest.raises(SearchLimitError):
        builder.add([(9, 9)])
    assert dict(builder.graph.options_of) == before
    assert builder.add([(0, 4)]) == [(0, 4)]
    assert builder.graph.options_of[0, 4] == [(0, 3), (0, 2), (0, 1), (0, 0)]
