"""Calls are told apart by all that their arguments hold, or stand for nothing."""

from __future__ import annotations

import functools
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import Enum, IntFlag
from fractions import Fraction
from types import MappingProxyType, SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
import sympy
from hypothesis import strategies as st

from fast.marks import UNMARKED, mark_of
from fast.records import ComparedWith
from research.checks.compared_values import is_known, to_tell_apart
from research.checks.equality import equal
from research.checks.evidence import Settings
from research.checks.hunting import hunt
from research.claims.calls import own_copies
from research.claims.cases import Listed
from research.claims.claim import Claim, Source

pytestmark = pytest.mark.every_python


def mark(value: Any) -> str:
    def answer(place: Any) -> None: ...

    return mark_of(answer, {"place": value})


class Place:
    def __init__(self, shown: int, hidden: int) -> None:
        self.shown, self.hidden = shown, hidden

    def __repr__(self) -> str:
        return f"Place({self.shown})"


class Other(Place):
    pass


class Slotted:
    __slots__ = ("__hidden",)

    def __init__(self, hidden: int) -> None:
        self.__hidden = hidden

    def __repr__(self) -> str:
        return "Slotted()"


class Colour(Enum):
    RED = 1


class Row(IntFlag):
    LEFT = 1


class Path(NamedTuple):
    length: int


class Cycle(NamedTuple):
    length: int


class Red(int):
    pass


class Blue(int):
    pass


class Pair(tuple[int, int]):
    hidden: int

    def __new__(cls, first: int, second: int, hidden: int) -> Pair:
        made = super().__new__(cls, (first, second))
        made.hidden = hidden
        return made


class Open(tuple[int, ...]):
    pass


class Coloured(int):
    def __new__(cls, number: int, colour: int) -> Coloured:
        made = super().__new__(cls, number)
        made.colour = colour  # type: ignore[attr-defined]
        return made


class Word(str):
    def __new__(cls, number: int, colour: int) -> Word:
        made = super().__new__(cls, number)
        made.colour = colour  # type: ignore[attr-defined]
        return made

    __hash__ = None  # type: ignore[assignment]


class Part(Fraction):
    colour: int

    def __new__(cls, number: int, colour: int) -> Part:
        made = super().__new__(cls, number)
        made.colour = colour
        return made


class Line(deque[int]):
    def __init__(self, number: int, colour: int) -> None:
        super().__init__([number])
        self.colour = colour


@dataclass(frozen=True)
class Cell:
    last: int
    right: Cell | None = field(default=None, repr=False)


def linked(last: int, depth: int = 1) -> Cell | None:
    """Cells in a row, of which only the first one is shown."""
    row = Cell(last)
    for _ in range(depth):
        row = Cell(0, row)
    return row


class Node:
    """One that knows what it is in."""

    def __init__(self, around: Node | None, number: int) -> None:
        self.around, self.number, self.inner = around, number, None
        if around is not None:
            around.inner = self


class Cached:
    def __init__(self, number: int) -> None:
        self.number = number

    @functools.cached_property
    def twice(self) -> int:
        return 2 * self.number


def made(number: int) -> type:
    class Heap:
        takes = number

    return Heap


def limited(number: int) -> Callable[..., int]:
    @functools.wraps(linked)
    def less(*given: int) -> int:
        return min(number, *given)

    return less


def beside(member: Any) -> tuple[Any, Any]:
    return {member, Cell(2)}, member


def kept_under(name: Any, number: int) -> Place:
    place = Place(1, 2)
    vars(place)[name] = number
    return place


def unchanging(array: Any) -> Any:
    copied = array.copy()
    copied.flags.writeable = False
    return copied


TOP = Node(None, 1)
GRID = np.array([[1, 2], [3, 4]])
HALF, PAIR_OF_ONES = Fraction(1, 2), (1, 1)
ROW, PATH, CELL = Open((1,)), Path(3), Cell(1)
PAIR = (CELL,)
TWICE, LIKE_IT = [Node(TOP, 2)] * 2, [Node(TOP, 2), Node(TOP, 2)]

DIFFERENT = {
    "what is not shown": ([Place(1, 2)], [Place(1, 3)]),
    "in a table": ({"x": [Place(1, 2)]}, {"x": [Place(1, 3)]}),
    "in a private slot": (Slotted(2), Slotted(3)),
    "the class": (Place(1, 2), Other(1, 2)),
    "the class of a row": ((Path(3), Cycle(4)), (Cycle(3), Path(4))),
    "the class of a number": ((Red(3), Blue(4)), (Blue(3), Red(4))),
    "True and 1": (True, 1),
    "long arrays": (np.zeros(2000), np.append(np.zeros(1999), 1)),
    "objects in an array": (np.array([Place(1, 2)]), np.array([Place(1, 3)])),
    "far inside": (linked(1, depth=60), linked(2, depth=60)),
    "what a tuple keeps besides": (Pair(6, 6, 18), Pair(6, 6, 19)),
    "what a number keeps besides": (Coloured(7, 1), Coloured(7, 2)),
    "the number of which something is kept": (Coloured(7, 1), Coloured(8, 1)),
    "what a word keeps besides": (Word(7, 1), Word(7, 2)),
    "what a fraction keeps besides": (Part(7, 1), Part(7, 2)),
    "one object twice and two": (TWICE, LIKE_IT),
    "one row twice and two": ([[0]] * 2, [[0], [0]]),
    "one of a class with an equality twice and two": ([Cell(1)] * 2, [Cell(1), Cell(1)]),
    "one row that may be changed twice and two": ([ROW] * 2, [Open((1,)), Open((1,))]),
    "one tuple that nobody can change twice and two": ([PATH] * 2, [PATH, Path(3)]),
    "a plain tuple twice and two": ((PAIR, PAIR), (PAIR, (CELL,))),
    "an array row by row and column by column": (GRID, GRID.copy(order="F")),
    "an array that nobody can change": (GRID, unchanging(GRID)),
    "a number of numpy and an array of one": (np.int64(3), np.array(3)),
    "a list and a tuple": (((1,), [2]), ([1], (2,))),
    "nothing in a set and in a table": ((set(), {}), ({}, set())),
    "the order of a table": ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    "a flag without a name": (Row(16), Row(32)),
    "what is counted": (Counter({"x": 1}), Counter({"x": 2})),
}
# Not everything of these can be seen.
UNSEEN = {
    "a table with an order": (OrderedDict(a=1, b=2), OrderedDict(b=2, a=1)),
    "a table with a default": (defaultdict(int, {1: 1}), defaultdict(lambda: 1, {1: 1})),
    "a table that cannot be changed": ([MappingProxyType({1: Cell(1, linked(2))})], 1),
    "the values of a table": ({1: 1}.values(), {1: 2}.values()),
    "a row of another kind": (deque([linked(1)]), deque([linked(2)])),
    "a class of such": (Line(7, 1), Line(7, 2)),
    "classes made by one function": (made(1)(), made(2)()),
    "the classes themselves": (made(1), made(2)),
    "functions of one name": (limited(10), limited(1000)),
    "functions without a name": (lambda: 1, lambda: 2),
    "polynomials": (
        sympy.Poly("x + 1", sympy.Symbol("x"), modulus=3),
        sympy.Poly("x + 1", sympy.Symbol("x")),
    ),
    "one of outside in a member of a set": ((CELL, PAIR, {(Cell(2), PAIR)}), 1),
    "an array of a class of its own": (GRID.view(np.matrix), GRID),
    "two arrays on one memory": ([GRID.T, GRID], 1),
    "a member of a set and elsewhere": (beside(Place(1, 2)), beside(Place(1, 2))),
    "what is kept under no name": (kept_under(1, 2), kept_under(1, 3)),
    "too far inside": (linked(1, depth=3000), linked(2, depth=3000)),
}


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT)
def test_calls_that_differ_are_told_apart(one: Any, other: Any) -> None:
    assert UNMARKED not in (mark(one), mark(other))
    assert mark(one) != mark(other)


@pytest.mark.parametrize(("one", "other"), UNSEEN.values(), ids=UNSEEN)
def test_what_cannot_be_seen_stands_for_nothing(one: Any, other: Any) -> None:
    assert mark(one) == UNMARKED
    compared = ComparedWith((), "", {}, (), 1, whole=True, marks=mark(other) + mark(1))
    assert not compared.has(mark(one))


def test_methods_of_tables_are_told_apart() -> None:
    assert mark({1, 2}.__contains__) == mark({2, 1}.__contains__) != mark({1, 4}.__contains__)
    assert UNMARKED not in (mark({1, 2}.__contains__), mark({1: 2}.get))
    assert mark(max) != mark(min)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({0, 8}, {8, 0}),
        ([[0], [0]], [[0], [0]]),
        ({"a": 1, "b": [2]}, {"a": 1, "b": [2]}),
        (Place(1, 2), Place(1, 2)),
        (Path(3), Path(3)),
        (Part(7, 1), Part(7, 1)),
        (Fraction(1, 3), Fraction(2, 6)),
        (Fraction(10**5000), Fraction(10**5000)),
        (Colour.RED, Colour.RED),
        (linked(1, depth=60), linked(1, depth=60)),
        (np.arange(3), np.arange(3)),
        (np.int64(3), np.int64(3)),
        (sympy.Symbol("x") + 1, 1 + sympy.Symbol("x")),
        (SimpleNamespace(a=1), SimpleNamespace(a=1)),
        (max, max),
        (Cell, Cell),
    ],
)
def test_equal_arguments_make_one_call(one: Any, other: Any) -> None:
    assert mark(one) == mark(other) != UNMARKED


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((PATH, PATH), (PATH, Path(3))),
        ([(0, 1)] * 2, [(0, 1), (0, 1)]),
        ((HALF, HALF), (HALF, Fraction(1, 2))),
        (frozenset({(PAIR_OF_ONES, 2), (PAIR_OF_ONES, 3)}), frozenset({((1, 1), 2), ((1, 1), 3)})),
    ],
)
def test_a_solver_never_sees_one_tuple_twice(one: Any, other: Any) -> None:
    seen, seen_of_other = own_copies({"place": one}), own_copies({"place": other})
    assert seen == seen_of_other == {"place": one}
    assert mark(seen["place"]) == mark(seen_of_other["place"]) != UNMARKED
    copied = own_copies({"place": [[0]] * 2})["place"]
    assert copied[0] is copied[1]  # what can be changed is as it was


def test_an_argument_that_is_left_out_is_its_default() -> None:
    def answer(limit: int, what: str = "sum") -> None: ...

    assert mark_of(answer, {"limit": 3}) == mark_of(answer, {"what": "sum", "limit": 3})


def test_what_an_object_remembers_counts_as_what_it_holds() -> None:
    asked = Cached(3)
    assert asked.twice == 6
    assert mark(asked) != mark(Cached(3))


def test_what_holds_itself_is_told_apart_too() -> None:
    outer, twin, other = Node(None, 1), Node(None, 1), Node(None, 1)
    Node(outer, 2), Node(twin, 2), Node(other, 3)
    assert mark(outer) == mark(twin)
    assert mark(outer) != mark(other)
    rows: list[Any] = []
    rows.append(rows)
    assert mark(rows) not in (UNMARKED, mark([[]]))


def test_what_is_shared_is_written_once() -> None:
    row: tuple[Any, ...] = (1,)
    for _ in range(60):
        row = (row, row)
    assert mark(row) == mark((row[0], row[1]))


class Typed(NamedTuple):
    number: Any


@dataclass(frozen=True)
class Held:
    number: Any


class Compared:
    """Of a class that says what is equal, and leaves out what else it keeps."""

    def __init__(self, number: int, beside: int) -> None:
        self.number, self.beside = number, beside

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Compared) and self.number == other.number

    def __hash__(self) -> int:
        return hash(self.number)


@dataclass(frozen=True)
class Uncompared:
    number: int
    beside: float = field(compare=False)


def tried(cases: list[Any]) -> tuple[int, int]:
    """Try all cases; return how many were, and how many of these count."""
    given: list[Any] = []
    claim = Claim("tried", "", Source("a test"), None, {}).holds(
        lambda _, case: given.append(case) or True, Listed("all", lambda: cases), by="listed"
    )
    counted = claim.checks[0].run(claim, None, Settings()).cases
    return len(given), counted


HERE = type("Here", (Compared,), {})  # stands under no name of its module
EQUAL_CASES = {
    "named tuples": [*map(Typed, (1, True, 1.0, Fraction(1), np.int64(1)))],
    "data classes": [*map(Held, (1, True, (1,), (True,), Typed(1)))],
    "inside rows": [(Held(1), 2), (Held(1.0), 2), (Held(1), 2.0)],
    "in sets": [frozenset({each}) for each in (Typed(0), Typed(0.0), 0, 0.0, False)],
    "in tables": [[{"x": Held(1)}], [{"x": Held(1.0)}], [{1: 2}], [{True: 2}]],
    "the sign of zero": [0.0, -0.0, (0.0,), (-0.0,), complex(0, 0.0), complex(0, -0.0)],
    "decimals": [Decimal("1.0"), Decimal("1.00"), 1],
    "fractions": [Fraction(3, 7), Fraction(np.int64(3), np.int64(7)), Part(Fraction(3, 7), 1)],
    "what an equality leaves out": [Compared(1, 2), Compared(1, 3), Uncompared(1, 2)],
    "what a field leaves out": [Uncompared(1, 2), Uncompared(1, 3), Uncompared(1, 3.0)],
    "what a number keeps besides": [Coloured(7, 1), Coloured(7, 2), 7],
    "what a data class keeps besides": [Pair(6, 6, 18), Pair(6, 6, 19)],
}


@pytest.mark.parametrize("cases", EQUAL_CASES.values(), ids=EQUAL_CASES)
def test_cases_that_differ_in_a_type_alone_are_all_tried(cases: list[Any]) -> None:
    """Or in what their class leaves out when it compares."""
    assert tried(cases) == (len(cases), len(cases))
    assert tried(cases + cases) == (len(cases), len(cases))


def test_cases_that_hold_the_same_are_tried_once() -> None:
    rows = [tuple(range(2)), tuple(range(2))]
    assert rows[0] is not rows[1]
    assert tried([Held((rows[0], row)) for row in rows]) == (1, 1)
    assert tried([Typed([rows[0], row]) for row in rows]) == (1, 1)
    assert tried([[{"x": Fraction(2, 4)}], [{"x": Fraction(1, 2)}]]) == (1, 1)
    assert tried([Compared(1, 2), Compared(1, 2)]) == (1, 1)


def test_cases_that_cannot_be_looked_into_are_all_tried_and_counted_by_their_equality() -> None:
    assert tried([HERE(1, 2), HERE(1, 3), HERE(2, 3)]) == (3, 2)
    assert tried([date(2024, 1, 1), date(2024, 1, 1)]) == (2, 1)


def test_cases_that_hold_themselves_are_tried() -> None:
    rows: list[Any] = []
    rows += [rows, rows]
    cell = Held(rows)
    rows.append(cell)
    assert tried([rows, cell, linked(1, depth=3000)])[0] == 3


def test_cases_that_may_be_the_same_are_each_looked_at() -> None:
    """They are written alike, and cannot be pickled."""

    class Stone:
        def __init__(self, weight: int) -> None:
            self.weight = weight

        def __repr__(self) -> str:
            return "Stone()"

    stones = [Stone(weight) for weight in range(300)]
    assert len({to_tell_apart(stone) for stone in stones}) == 1  # no more are counted
    assert not is_known(to_tell_apart(stones[1]), {to_tell_apart(stones[0])})
    assert is_known(to_tell_apart(3), {to_tell_apart(3)})
    assert not is_known(to_tell_apart(GRID), {to_tell_apart(GRID.copy(order="F"))})

    def light(_: Any, stone: Stone) -> Any:
        return equal(stone.weight // 250, 0)

    claim = Claim("light", "", Source("a test"), None, {}).holds(
        light, Listed("all stones", lambda: stones), by="listed"
    )
    assert claim.checks[0].run(claim, None, Settings()).counterexample is not None
    found = hunt(
        st.sampled_from(stones[:1]),
        lambda stone: light(None, stone),
        Settings(5),
        key="stones",
        whole=stones,
    )
    assert found.failure is not None
