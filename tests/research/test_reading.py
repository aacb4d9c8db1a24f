"""Positions as text: what is shown is read again, and what is none is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from oracles.errors import PositionError
from oracles.growing import Budget
from oracles.rules import Game
from research.explore.explored import Explored, explored_at, explored_within_budget
from research.explore.reading import position_named
from research.resolving.loading import load_study, study_names, variant_names
from research.system.drawn import in_a_line
from research.system.position_text import as_python, written


def named(explored: Explored, text: str) -> Any:
    return position_named(text, explored.game, explored.positions)


@pytest.mark.parametrize("name", [*study_names(), *variant_names()])
def test_what_is_shown_of_a_position_means_it(name: str) -> None:
    explored = explored_within_budget(load_study(name).game, budget=Budget(100, 5_000))
    for position in explored.positions:
        assert named(explored, as_python(position)) == position
        assert named(explored, written(position)) == position
        assert named(explored, in_a_line(explored.game, position, 1_000)) == position


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("2x3", {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)}),
        ("{}", set()),
        ("{4,50}", {(4, 50)}),
        ("{0,0 0,1 7,7}", {(0, 0), (0, 1), (7, 7)}),
        ("{(0, 0), (0, 1)}", {(0, 0), (0, 1)}),
        ("frozenset({(0, 0), (3, 1)})", {(0, 0), (3, 1)}),
        *((text, None) for text in ("2x", "{1,2,3}", "{-1,0}", "{a,b}", "3,5", "{{}}", "x")),
    ],
)
def test_a_set_of_cells_is_written_in_several_ways(text: str, cells: set[object] | None) -> None:
    cram = explored_at(load_study("cram").game, 4)
    if cells is not None:
        assert named(cram, text) == cells
        return
    with pytest.raises(PositionError, match=r"position=.* not a position of the game; expected"):
        named(cram, text)


@pytest.mark.parametrize(
    ("game", "text", "position"),
    [
        ("kayles", "4,3", (3, 4)),
        ("kayles", "3,0,4", (3, 4)),
        ("euclid", "4,3", (3, 4)),
        ("nim", "4,1,3", (1, 3, 4)),
        ("stone-game", "(20, 1, 30)", (1, 20, 30)),
    ],
)
def test_heaps_are_taken_in_any_order(game: str, text: str, position: object) -> None:
    assert named(explored_at(load_study(game).game, 5), text) == position


LOOKALIKES: list[Any] = [
    *[(), ((),), (((),),), ((), ()), ((), ((),)), (1,), ((1,),), (1, 2), ((1, 2),), (1, (2,))],
    *[("1",), (True,), (1.0,), ("1,2",), ("",), ("a", "b"), ("a,b",), (None,), ("None",)],
    *[frozenset(), frozenset({()}), frozenset({(0, 1)}), frozenset({0, 1}), frozenset({"0"})],
    *[frozenset({frozenset({0, 1})}), "", "''", "'a'", " ", "{}", "()", "a | b", "T.F"],
]


def test_no_two_positions_of_a_kind_look_alike() -> None:
    for kind in (tuple, frozenset, str):
        shown = [written(position) for position in LOOKALIKES if type(position) is kind]
        assert sorted(set(shown)) == sorted(shown)


class CountDown(Game):
    """One less each time; ``make`` writes the number as a position."""

    def __init__(self, make: Callable[[int], Any]) -> None:
        self.make = make
        self.number = {make(n): n for n in range(-9, 400)}

    def start(self, size):
        return [self.make(size)]

    def options(self, position):
        n = self.number[position]
        return [self.make(n - 1)] if n > 0 else []


class Pair(NamedTuple):
    """Two piles."""

    left: int
    right: int


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Bag:
    """A pile with marks, and whose turn it is, which Python does not write."""

    pile: int
    turn: Colour = field(repr=False)
    marks: frozenset[str] = frozenset({"b", "a"})


MADE: dict[str, Callable[[int], Any]] = {
    "a fraction": lambda n: Fraction(n, 3),
    "a record": lambda n: Bag(n, Colour(1 + n % 2)),
    "named piles": lambda n: Pair(n, 7),
    "named piles in piles": lambda n: (Pair(n, 7), (n % 2 == 0, None)),
    "an enumeration": lambda n: (n, Colour(1 + n % 2)),
    "a fraction in a set": lambda n: frozenset({Fraction(n, 3), Fraction(n + 1, 3)}),
    "sets in a set": lambda n: frozenset({frozenset({0, n}), frozenset({n + 1})}),
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


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *((name, "foo") for name in ("clobber", "konane", "toads-and-frogs", "treblecross")),
        ("clobber", "xo|o"),
        ("toppling-dominoes", "lx"),
        ("hackenbush", "(('x', ()),)"),
        ("amazons", "{0,0} | {0,0} | {0,1}"),
    ],
)
def test_signs_that_a_game_does_not_have_are_refused(name: str, text: str) -> None:
    with pytest.raises(PositionError, match="not a position of the game"):
        named(explored_at(load_study(name).game, 2), text)


def test_a_negative_pile_is_a_position_where_the_rules_or_those_met_say_so() -> None:
    class Below(CountDown):
        def contains(self, position):
            return position[0] >= -9

    def pair(n):
        return (n, 5)

    assert named(explored_at(Below(pair), 9), "-3,5") == (-3, 5)
    assert named(explored_at(CountDown(lambda n: (n - 2, 5)), 9), "-7,5") == (-7, 5)
    with pytest.raises(PositionError, match="not a position of the game"):
        named(explored_at(CountDown(pair), 9), "-3,5")


def test_piles_in_an_order_that_the_rules_take_are_not_sorted() -> None:
    class StairsAndFloor(Game):
        """Two piles, not the same, that play from equal ones never puts in another order."""

        def start(self, size):
            return [(n, n) for n in range(size + 1)]

        def options(self, piles):
            first, second = piles
            return [(first - 1, second)] if first else [(0, n) for n in range(second)]

        def contains(self, piles):
            return min(piles) >= 0

    explored = explored_within_budget(StairsAndFloor(), budget=Budget(300, 5_000))
    assert (5, 2) not in explored.outcomes
    assert named(explored, "(5, 2)") == (5, 2)
    assert named(explored_at(CountDown(lambda n: (n + 1, 5)), 9), "12,5") == (12, 5)
