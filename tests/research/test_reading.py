"""Positions as text: what is shown is read again, and what is none is refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from oracles.errors import PositionError
from oracles.rules import Game
from research.explore.explored import Explored, explored_at, explored_within_budget
from research.explore.position_text import as_python, position_named, written
from research.resolving.loading import load_study, study_names, variant_names


def named(explored: Explored, text: str) -> Any:
    return position_named(text, explored.game, explored.positions)


@pytest.mark.parametrize("name", [*study_names(), *variant_names()])
def test_what_is_shown_of_a_position_means_it(name: str) -> None:
    explored = explored_within_budget(load_study(name).game, budget=300, arc_budget=5_000)
    for position in explored.positions:
        assert named(explored, as_python(position)) == position
        assert named(explored, written(position)) == position


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("2x3", {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)}),
        ("{}", set()),
        ("frozenset()", set()),
        ("{4,50}", {(4, 50)}),
        ("{0,0 0,1 7,7}", {(0, 0), (0, 1), (7, 7)}),
        ("{(0, 0), (0, 1)}", {(0, 0), (0, 1)}),
        ("frozenset({(0, 0), (3, 1)})", {(0, 0), (3, 1)}),
    ],
)
def test_a_set_of_cells_is_written_in_several_ways(text: str, cells: set[object]) -> None:
    explored = explored_within_budget(load_study("cram").game, budget=300, arc_budget=5_000)
    assert named(explored, text) == cells


@pytest.mark.parametrize("text", ["2x", "{1,2,3}", "{-1,0}", "{a,b}", "3,5", "{{}}", "set()", "x"])
def test_what_is_no_set_of_cells_is_refused(text: str) -> None:
    explored = explored_within_budget(load_study("cram").game, budget=300, arc_budget=5_000)
    with pytest.raises(PositionError, match=r"position=.* not a position of the game; expected"):
        named(explored, text)


def test_a_text_is_no_board_where_positions_are_texts() -> None:
    class Texts(Game[str]):
        def start(self, size: int) -> list[str]:
            return ["x" * size]

        def options(self, position: str) -> list[str]:
            return [position[1:]] if position else []

    assert named(explored_within_budget(Texts()), "2x3") == "2x3"


class StairsAndFloor(Game):
    """Two piles, not the same, that play from equal ones never puts in another order."""

    def start(self, size):
        return [(n, n) for n in range(size + 1)]

    def options(self, piles):
        first, second = piles
        return [(first - 1, second)] if first else [(0, n) for n in range(second)]

    def contains(self, piles):
        return min(piles) >= 0


def test_piles_in_an_order_that_the_rules_take_are_not_sorted() -> None:
    explored = explored_within_budget(StairsAndFloor(), budget=300, arc_budget=5_000)
    assert (2, 5) in explored.outcomes
    assert (5, 2) not in explored.outcomes
    assert named(explored, "(5, 2)") == (5, 2)


@dataclass(frozen=True)
class Heap:
    """A heap of which Python does not write all that tells it from others."""

    counters: int
    halved: bool = field(default=False, repr=False)


class HalvedOnce(Game):
    def start(self, size):
        return [Heap(size)]

    def options(self, heap):
        if heap.counters:
            yield Heap(heap.counters - 1, halved=heap.halved)
        if heap.counters and not heap.halved:
            yield Heap(heap.counters // 2, halved=True)


def test_records_that_differ_where_python_does_not_say_it_are_shown_and_read_as_they_are() -> None:
    explored = explored_within_budget(HalvedOnce(), budget=40, arc_budget=100)
    shown = {written(position): position for position in explored.positions}
    assert len(shown) == len(explored.positions)
    assert {named(explored, text) for text in shown} == set(shown.values())
    assert named(explored, "Heap(counters=3, halved=True)") == Heap(3, halved=True)


LOOKALIKES: list[Any] = [
    *[(), ((),), (((),),), ((), ()), ((), ((),)), (((),), ()), ((), ((),), ((),), ((), ()))],
    *[(1,), ((1,),), (1, 2), ((1, 2),), (1, (2,)), ((1,), 2), ((1,), (2,)), ((1, 2), 3)],
    *[("1",), (True,), (1.0,), ("1", 2), ("1,2",), ("1 | 2",), ("",), ("''",), (" 1",)],
    *[("a", "b"), ("a,b",), (("a", "b"), 1), ("a,b", ()), ("()", ()), (None,), ("None",)],
    *[frozenset(), frozenset({()}), frozenset({(0, 1)}), frozenset({0, 1}), frozenset({"0"})],
    *[frozenset({(0,)}), frozenset({0}), frozenset({"a b"}), frozenset({"a", "b"})],
    *[frozenset({frozenset({0, 1}), frozenset({0})}), frozenset({frozenset({0, 1})})],
    frozenset({("{}", 1)}),
    *[frozenset({frozenset({(0, 1)})}), frozenset({frozenset()}), frozenset({((0, 1), 2)})],
    *["", "''", "'a'", " ", "a ", "{}", "()", "a | b", "T.F"],
]


def test_no_two_positions_of_a_kind_look_alike() -> None:
    for kind in (tuple, frozenset, str):
        shown = [written(position) for position in LOOKALIKES if type(position) is kind]
        assert sorted(set(shown)) == sorted(shown)


class Trees(Game):
    """Cut an edge of a tree, and all above it goes; a tree is the tuple of those on its edges."""

    def start(self, size):
        return [() if size == 0 else ((), *self.start(size - 1))]

    def options(self, tree):
        for place, above in enumerate(tree):
            rest = tree[:place] + tree[place + 1 :]
            yield rest
            for cut in self.options(above):
                yield tuple(sorted((*rest, cut)))


def test_trees_that_differ_are_shown_as_they_are_and_read_again() -> None:
    explored = explored_within_budget(Trees(), budget=300)
    tree = ((), ((),), ((),), ((), ()))
    assert written(tree) == "() | ((),) | ((),) | ((), ())"
    assert named(explored, written(tree)) == tree


class Subsets(Game):
    """Take a set of a family, and all sets that contain it."""

    def start(self, size):
        return [frozenset(frozenset({a, b}) for a in range(size) for b in range(a + 1))]

    def options(self, family):
        return [frozenset(each for each in family if not each >= taken) for taken in family]


@pytest.mark.parametrize(
    "text", ["{{0 1} {0 2} {0}}", "{{0,1} {0,2} {0}}", "{{0, 1}, {2, 0}, {0}}"]
)
def test_a_set_of_sets_is_read_as_it_is_shown_and_as_it_is_thought_of(text: str) -> None:
    family = frozenset({frozenset({0, 1}), frozenset({0, 2}), frozenset({0})})
    explored = explored_within_budget(Subsets(), budget=300)
    assert named(explored, text) == family


@pytest.mark.parametrize("text", ["{{(0, 1)} {0}}", "{{a b}}", "{{{0}}}", "{0 1}"])
def test_a_set_of_other_sets_is_refused(text: str) -> None:
    explored = explored_within_budget(Subsets(), budget=300)
    with pytest.raises(PositionError, match=r"position=.* not a position of the game; expected"):
        named(explored, text)


class Pair(NamedTuple):
    """Two piles."""

    left: int
    right: int


class Named(Game):
    def start(self, size):
        return [Pair(a, b) for a in range(size + 1) for b in range(size + 1)]

    def options(self, piles):
        return [Pair(n, piles.right) for n in range(piles.left)]


def test_what_is_written_plainly_means_the_position_that_equals_it() -> None:
    pair = named(explored_within_budget(Named(), budget=300), "(3, 5)")
    assert type(pair) is Pair


def test_entries_in_another_order_are_another_position_where_positions_are_in_none() -> None:
    """To (6, 5) leads no way from the pairs that are looked at, and it is a pair like others."""

    class Pair(Game[tuple[int, int]]):
        def start(self, size: int) -> list[tuple[int, int]]:
            return [(5, 6)] if size else []

        def options(self, position: tuple[int, int]) -> list[tuple[int, int]]:
            a, b = position
            return [*((c, b) for c in range(a)), *((a, c) for c in range(b))]

    assert named(explored_within_budget(Pair()), "6,5") == (6, 5)


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Bag:
    """A pile with marks, and whose turn it is."""

    pile: int
    turn: Colour
    marks: frozenset[str]


class CountDown(Game):
    """One less each time; ``make`` writes the number as a position."""

    def __init__(self, make):
        self.make = make
        self.number = {make(n): n for n in range(-9, 400)}

    def start(self, size):
        return [self.make(size)]

    def options(self, position):
        n = self.number[position]
        return [self.make(n - 1)] if n > 0 else []


MADE: dict[str, Any] = {
    "a fraction": lambda n: Fraction(n, 3),
    "a record": lambda n: Bag(n, Colour(1 + n % 2), frozenset({"b", "a"})),
    "named piles": lambda n: Pair(n, 7),
    "named piles in piles": lambda n: (Pair(n, 7), (n % 2 == 0, None)),
    "an enumeration": lambda n: (n, Colour(1 + n % 2)),
    "a fraction in a set": lambda n: frozenset({Fraction(n, 3), Fraction(n + 1, 3)}),
    "a board of lines": lambda n: "o" * (n % 20) + "\n" + "x" * (n // 20),
    "truths and numbers": lambda n: (n, bool(n % 2)),
}


@pytest.mark.every_python
@pytest.mark.parametrize("kind", MADE)
def test_what_is_shown_can_be_given_back_though_it_is_larger_than_what_was_met(kind: str) -> None:
    game = CountDown(MADE[kind])
    near, far = explored_at(game, 20), explored_at(game, 60)
    shown = [written(position) for position in far.positions]
    assert len({*shown}) == len(far.positions)
    assert not any("\n" in text for text in shown)
    for position, text in zip(far.positions, shown, strict=True):
        for each in (text, as_python(position)):
            read = named(near, each)
            assert (read, as_python(read)) == (position, as_python(position))


def test_a_negative_pile_is_a_position_where_the_rules_or_those_met_say_so() -> None:
    class Below(CountDown):
        def contains(self, position):
            return position[0] >= -9

    def pair(n: int) -> tuple[int, int]:
        return (n, 5)

    assert named(explored_at(Below(pair), 9), "-3,5") == (-3, 5)
    assert named(explored_at(CountDown(lambda n: (n - 2, 5)), 9), "-7,5") == (-7, 5)
    with pytest.raises(PositionError, match="not a position of the game"):
        named(explored_at(CountDown(pair), 9), "-3,5")
