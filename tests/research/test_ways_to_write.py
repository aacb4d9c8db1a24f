"""A solver may be written in many ways: the right ones are confirmed, wrong ones are not.

The game takes 1, 3 or 4 tokens; its P-positions are the heaps that leave 0 or 2 modulo 7
(Winning Ways, chapter 4). Each solver counts them to a limit.
"""

from __future__ import annotations

import functools
from array import array
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from fast.errors import InputError
from fast.gate import NotConfirmedError, function_name
from fast.marks import mark_of
from fast.signature import call_signature, made_of
from research.checks.evidence import ClaimError, Settings
from research.claims.agreement import same
from research.claims.answers import give_answer, how_far, parse_arguments, parse_value
from research.claims.calls import own_copies
from research.verdicts.checking import check_study
from tests.research.test_slips import checked, loaded

pytestmark = pytest.mark.every_python

REMEMBERING = """
def remembering(function):
    memo = {{}}
    def remembered(limit, way="first"):
        if limit not in memo:
            memo[limit] = function(limit) {wrong}
        return memo[limit]
    return remembered
{kept}
"""
ALL_WAYS = """
wrong = {"one more": lambda limit, way="first": right(limit) + 1}
for fixed in ({}, {"way": "first"}, {"way": "second"}):
    agree(COUNT, lambda limit, way="first": truth(limit), fixed=fixed, controls=wrong)
count = COUNT
"""
KEPT = {
    "a table": ('SOLVERS = {"count": remembering(right)}', 'SOLVERS["count"]'),
    "an object": (
        "class Kept: pass\nkept = Kept()\nkept.solvers = [remembering(right)]",
        "kept.solvers[0]",
    ),
    "a class": (
        "class Kept:\n    count = staticmethod(remembering(right))",
        "Kept.count",
    ),
}


@pytest.mark.parametrize("kept", KEPT.values(), ids=KEPT)
@pytest.mark.parametrize("wrong", ["", '+ (way == "second" and limit == 100)'])
def test_a_memo_is_found_out_wherever_the_solver_stands(
    tmp_path: Path, kept: tuple[str, str], wrong: str
) -> None:
    solver = REMEMBERING.format(kept=kept[0], wrong=wrong)
    faults = checked(tmp_path, solver, ALL_WAYS.replace("COUNT", kept[1])).faults
    assert [("in a new process, limit=100: found " in fault) for fault in faults] == [True] * bool(
        wrong
    )


RIGHT = {
    "below a long table": """
class Endless(list):
    def __iter__(self):
        while True:
            yield 1
PRIMES, ENDLESS = list(range(60_000)), Endless()
def made():
    def count(limit):
        return right(limit)
    return count
SOLVERS = {"right": made()}
agree(SOLVERS["right"])
count = SOLVERS["right"]
""",
    "a memo that stays when the file is run again": """
if "MEMO" not in globals():
    MEMO = {}
def count(limit):
    if limit not in MEMO:
        MEMO[limit] = right(limit)
    return MEMO[limit]
agree(count)
""",
    "a method of an object": """
class Weekly:
    def __init__(self, days):
        self.days = days
    def number(self, limit):
        return 2 * (limit // self.days) + 1 + (limit % self.days >= 2)
weekly = Weekly(7)
agree(weekly.number)
count = weekly.number
""",
    "a method of a class, with a cache": """
import functools
class Heap:
    @staticmethod
    @functools.cache
    def count(limit):
        return right(0) if limit <= 0 else Heap.count(limit - 1) + (limit % 7 in (0, 2))
agree(Heap.count)
count = Heap.count
""",
    "beside an object that answers to every name": """
class Settings(dict):
    __getattr__ = dict.__getitem__
settings = Settings(days=7)
def count(limit):
    return right(limit)
agree(count)
""",
    "a private method under another name": """
class Weekly:
    def __init__(self):
        self.number = self.__number
    def __number(self, limit):
        return right(limit)
weekly = Weekly()
agree(weekly.number)
count = weekly.number
""",
    "a memo among the parameters": """
def count(limit, memo={}):
    if limit not in memo:
        memo[limit] = right(limit)
    return memo[limit]
agree(count)
""",
    "an abstract base": """
import abc
class Solver(abc.ABC):
    @abc.abstractmethod
    def lost(self, n): ...
    def __call__(self, limit):
        return sum(map(self.lost, range(limit + 1)))
class Periodic(Solver):
    def lost(self, n):
        return n % 7 in (0, 2)
count = Periodic()
agree(count)
""",
}


@pytest.mark.parametrize("solver", RIGHT.values(), ids=RIGHT)
def test_a_right_solver_is_confirmed_however_it_is_written(tmp_path: Path, solver: str) -> None:
    assert checked(tmp_path, "", solver).faults == ()


LIBRARY = """
import ctypes
LIBRARY = ctypes.CDLL(None)EXCUSE
def count(limit):
    return right(limit) + LIBRARY.abs(0)
"""


@pytest.mark.parametrize("excuse", ["", "  # not compared: abs(0) is 0"])
def test_what_is_no_python_has_to_be_excused(tmp_path: Path, excuse: str) -> None:
    found = checked(tmp_path, LIBRARY.replace("EXCUSE", excuse))
    words = f"{tmp_path / 'slip.py'}: LIBRARY: what is no Python is not looked into"
    if excuse:
        assert (found.faults, found.excused) == ((), (f"{words}: abs(0) is 0",))
    else:
        assert found.faults == (f"not compared: {words}",)


AS_GIVEN = """
def count(limit, factors=None, misere=False):
    if factors is not None:
        return right(limit) + (type(factors) is not list)
    return right(limit) + misere
"""
GIVEN = """
def told(limit, factors=None, misere=False):
    return truth(limit) + misere
wrong = {"one more": lambda limit, factors=None, misere=False: told(limit, misere=misere) + 1}
agree(count, told, controls=wrong)
for more in ({"factors": [2, 3]}, {"misere": True}, {"misere": False}):
    agree(count, told, cases=[{"limit": n} | more for n in range(251)], controls=wrong)
"""


def test_the_command_gives_arguments_as_they_were_compared(tmp_path: Path) -> None:
    study = loaded(tmp_path, AS_GIVEN, GIVEN)
    assert checked(tmp_path, AS_GIVEN, GIVEN).faults == ()
    listed = parse_arguments(study, ["limit=100", "factors=2,3"])
    assert listed == {"limit": 100, "factors": [2, 3]}
    won = parse_arguments(study, ["limit=100", "misere=True"])
    assert won == {"limit": 100, "misere": True}
    assert give_answer(study, won) == give_answer(study, listed) + 1 == 31


def test_factors_in_a_list_are_no_factors_in_a_tuple() -> None:
    def answer(limit: int, modulus: int | None = None, factors: Any = None) -> None: ...

    kinds = [
        dict(call_signature(answer, {"limit": 9, "modulus": 6, "factors": factors}))["factors"]
        for factors in ((2, 3), [2, 3], None)
    ]
    assert kinds == ["given", "list", "none"]


class Cells(np.ndarray):
    beside = 0


def cells(beside: int) -> Cells:
    made = np.zeros(4).view(Cells)
    made.beside = beside
    return made


def test_a_copy_that_leaves_something_out_is_refused() -> None:
    with pytest.raises(ClaimError, match="its copy is another"):
        own_copies({"place": cells(3)})


def test_a_list_agrees_with_a_tuple_and_with_no_set() -> None:
    assert same([(1, 2)], ([1, 2],))
    assert not same([1], {1})
    assert not same([1, 2], (2, 1))
    assert not same("1", 1)


def test_functions_made_of_other_functions_have_names_of_their_own() -> None:
    def made(function: Any) -> Any:
        return lambda: function

    assert function_name(made(max)) != function_name(made(min))
    assert function_name(functools.partial(made, [1])).endswith("(list)")


def test_an_array_is_of_the_kind_of_its_numbers() -> None:
    kinds = {made_of(np.array([20], dtype=kind)) for kind in (np.uint8, np.int64, object)}
    assert kinds == {"ndarray of uint8", "ndarray of int64", "ndarray of int, object"}
    assert made_of(np.int64(3)) == "int64"


@dataclass(frozen=True)
class Heap:
    size: int | None


class Strip:
    """A class that is no record, which may hold itself."""

    def __init__(self, cells: Any, *, closed: bool = False) -> None:
        self.cells = cells
        self.next = self if closed else None

    @functools.cached_property
    def total(self) -> str:
        return str(sum(self.cells))


class Listing(list[int]):
    """A list that keeps more than its members."""

    def __init__(self, cells: Any, mode: str | None = None) -> None:
        super().__init__(cells)
        self.mode = mode


class Names(dict[str, int]):
    mode: str | None = None


class Called(Strip):
    def __call__(self) -> int:
        return 3


@dataclass
class Marked:
    size: int

    def __post_init__(self) -> None:
        self.mode = "sum" if self.size > 3 else None


def _named(mode: str | None) -> Names:
    names = Names(a=1)
    names.mode = mode
    return names


def _heap_elsewhere(size: int | None) -> Any:
    @dataclass(frozen=True)
    class Heap:
        size: int | None

    return Heap(size)


def test_what_an_object_computes_of_itself_is_no_kind_of_its_own() -> None:
    row = Strip([3, 5], closed=True)
    before = made_of(row)
    assert row.total == "8"
    assert made_of(row) == before


def test_what_is_nested_deeply_has_a_kind() -> None:
    nested: Any = ()
    for _ in range(100_000):
        nested = (nested,)
    assert made_of(nested) == "tuple nested too deeply"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (np.array([3, None], dtype=object), np.array([3, 5], dtype=object)),
        (Strip([3, None]), Strip([3, 5])),
        (Strip([3], closed=True), Strip([3])),
        (Listing([3]), Listing([3], "sum")),
        (_named(None), _named("sum")),
        (Called([3, None]), Called([3, 5])),
        (Marked(3), Marked(5)),
        (SimpleNamespace(mode=None), SimpleNamespace(mode="sum")),
        (Strip(cells=True), Strip(cells=False)),
        (_heap_elsewhere(3), Heap(3)),
        ([_heap_elsewhere(3)], [Heap(3)]),
        ({"x"}, {1}),
        ((True,), (1,)),
        (array("i", [1]), array("d", [1])),
        ((1, "x"), (1, 2)),
        ([3, None], [3, 5]),
        ([(3, None)], [(3, 5)]),
        (("x", 1), ("x", "y")),
        (deque([3, None]), deque([3])),
        ({"a": None}, {"a": 3}),
        ({"a": 3}, {1: 3}),
        ({"a": {1: None}}, {"a": {1: 2}}),
        ({"a": 1, 2: None}, {"a": None, 2: 1}),
        (Heap(None), Heap(3)),
    ],
)
def test_kinds_are_told_apart_by_what_is_within(one: Any, other: Any) -> None:
    assert made_of(one) != made_of(other)


def test_a_choice_may_be_written_in_digits(tmp_path: Path) -> None:
    solver = 'def count(limit, rule="30"):\n    return right(limit) + (rule == "110")'
    told = "def told(limit, rule):\n    return truth(limit) + (rule == '110')\n"
    rules = "('30', '3x3', '01', 1, '110')"
    cases = f"[{{'limit': n, 'rule': rule}} for n in range(80) for rule in {rules}]"
    study = loaded(tmp_path, solver, f"{told}agree(count, told, cases={cases})\nagree(count)")
    assert check_study(study, Settings()).faults == ()
    assert give_answer(study, parse_arguments(study, ["limit=9", "rule=110"])) == 5
    given = [parse_arguments(study, [f"rule={text}", "limit=9"])["rule"] for text in ("3x3", "01")]
    assert given == ["3x3", "01"]
    assert parse_arguments(study, ["rule=1", "limit=9"])["rule"] == 1


def test_calls_are_counted_once_however_they_are_given(tmp_path: Path) -> None:
    solver = 'def count(limit, way="first"):\n    return right(limit)'
    named = "agree(count, lambda limit, way: truth(limit), cases=CASES)"
    cases = "CASES = [{'limit': n, 'way': 'first'} for n in range(251)]"
    study = loaded(tmp_path, solver, f"{cases}\n{named}\nagree(count)")
    assert check_study(study, Settings()).faults == ()
    assert "all 251 cases" in str(how_far(study, {"limit": 9}))


def test_calls_that_stand_for_nothing_are_counted_and_never_within(tmp_path: Path) -> None:
    solver = "import collections\ndef count(limits):\n    return right(limits[0])"
    told = "told = lambda limits: truth(limits[0])"
    cases = "[{'limits': collections.deque([n])} for n in range(251)]"
    study = loaded(tmp_path, solver, f"{told}\nagree(count, told, cases={cases})")
    study.headline = {"limits": deque([9])}
    assert check_study(study, Settings()).faults == ()
    assert "all 251 cases" in str(how_far(study, study.headline))
    assert str(how_far(study, study.headline)).endswith("this answer was not compared itself")


def test_a_solver_that_changes_its_argument_answers_what_was_asked(tmp_path: Path) -> None:
    solver = "def count(limits):\n    return right(limits.pop())"
    told = "told = lambda limits: truth(limits[-1])"
    cases = "[{'limits': [n]} for n in range(251)]"
    study = loaded(tmp_path, solver, f"{told}\nagree(count, told, cases={cases})")
    study.headline = {"limits": [9]}
    assert check_study(study, Settings()).faults == ()
    for _ in range(2):
        assert give_answer(study, dict(study.headline)) == 4
    assert str(how_far(study, study.headline)).endswith("this answer lies within")


def test_an_ordinary_argument_with_a_list_as_default_is_no_memo(tmp_path: Path) -> None:
    solver = "def count(limit, taken=[1]):\n    return right(limit) + len(taken) - 1"
    study = loaded(tmp_path, solver)
    assert check_study(study, Settings()).faults == ()
    assert str(how_far(study, {"limit": 9})).endswith("this answer lies within")
    with pytest.raises(NotConfirmedError, match="taken: given list was not compared"):
        give_answer(study, parse_arguments(study, ["limit=9", "taken=1,4"]))


class Weekly:
    def __init__(self, days: int) -> None:
        self.days = days

    def number(self, limit: int) -> int:
        return limit // self.days


def test_functions_that_answer_differently_have_names_of_their_own() -> None:
    def of(steps: Any) -> Any:
        return lambda limit: steps

    assert function_name(of((1, 2))) != function_name(of((2, 1)))
    made = [lambda: 1, lambda: 2]
    assert len({function_name(of(each)) for each in made}) == 2
    assert function_name(Weekly(7).number) != function_name(Weekly(8).number)
    assert function_name(functools.partial(max, 1)) != function_name(functools.partial(max, 2))
    sevenths, eighths = (functools.partial(of, steps=n) for n in (7, 8))
    assert function_name(sevenths) != function_name(eighths)


STAYING = {
    "a precision": """
import decimal
def count(limit):
    slope = decimal.Decimal(2) / 7
    decimal.getcontext().prec = 60
    return right(limit) + (limit > 100 and len(str(slope)) < 50)
""",
    "a name of the module": """
MEMO = globals().get("MEMO", {})
def count(limit):
    first = not MEMO
    MEMO[limit] = first
    return right(limit) + (limit > 100 and first)
""",
}


@pytest.mark.parametrize("solver", STAYING.values(), ids=STAYING)
def test_what_an_earlier_call_has_set_is_not_set_in_a_new_process(
    tmp_path: Path, solver: str
) -> None:
    faults = checked(tmp_path, solver).faults
    assert len(faults) == 1
    assert "of a process, limit=" in faults[0] or "in a new process, limit=" in faults[0]


def test_a_solver_that_is_wrong_on_its_first_call_alone_is_found_out(tmp_path: Path) -> None:
    solver = """
SEEN = []
def count(limit):
    SEEN.append(limit)
    return right(limit) + (len(SEEN) == 1 and limit == 250)
"""
    (fault,) = checked(tmp_path, solver).faults
    assert "as the first call of a process, limit=250: found " in fault


def test_a_number_of_numpy_with_more_digits_is_exact_too() -> None:
    assert not same(2**70 + 1, np.longdouble(2) ** 70)
    assert same(2**70, np.longdouble(2) ** 70)


def test_a_word_that_cannot_be_written_is_noted_too() -> None:
    def answer(word: str) -> None: ...

    assert mark_of(answer, {"word": "\ud800"}) != mark_of(answer, {"word": "\ud801"})


def test_a_headline_that_the_solver_does_not_take_is_refused(tmp_path: Path) -> None:
    study = loaded(tmp_path, "def count(limit):\n    return right(limit)")
    study.headline = {"limt": 9}
    with pytest.raises(InputError, match=r"headline=.*'limt': 9.*count|limt.*takes limit"):
        parse_arguments(study, [])
    study.headline = {"limit": 9}
    assert parse_arguments(study, []) == {"limit": 9}


def test_integers_in_brackets_are_read_as_those_without() -> None:
    for text in ("3,5", "(3,5)", "(3, 5,)", "[3, 5]"):
        assert parse_value("heaps", text) == (3, 5)
    assert parse_value("heaps", "(7,)") == parse_value("heaps", "[7]") == (7,)
    with pytest.raises(InputError, match="heaps='x': expected an integer"):
        parse_value("heaps", "(3,x)")


def test_an_answer_lies_beyond_in_those_parameters_that_were_not_reached(tmp_path: Path) -> None:
    solver = "def count(limit, heaps):\n    return right(limit) * heaps"
    cases = "[{'limit': n, 'heaps': h} for n in range(100) for h in (1, 2, 3)]"
    told = "told = lambda limit, heaps: truth(limit) * heaps"
    study = loaded(tmp_path, solver, f"{told}\nagree(count, told, cases={cases})")
    assert check_study(study, Settings()).faults == ()

    def beyond(limit: int, heaps: int) -> dict[str, int]:
        return how_far(study, {"limit": limit, "heaps": heaps}).beyond

    assert beyond(10**6, 2) == {"limit": 10**6}
    assert beyond(50, 9) == {"heaps": 9}
    assert beyond(10**6, 9) == {"limit": 10**6, "heaps": 9}
    assert beyond(50, 2) == {}
