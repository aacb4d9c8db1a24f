"""No claim is refuted by the type of what is believed alone."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from hypothesis import strategies as st

from research.checks.compared_values import OneOfTwoKindsError, same_value
from research.checks.equality import equal, show
from research.checks.evidence import ClaimError, Counterexample, Settings
from research.checks.ways import judging
from research.claims.agreement import Agreement, compare
from research.claims.claim import Claim, Source

pytestmark = pytest.mark.every_python


class Colour(Enum):
    RED = 1
    BLUE = 2


class Other(Enum):
    RED = 1


class Residue(int):
    """An integer that calls equal what is so modulo 7."""

    def __eq__(self, other: object) -> bool:
        return (int(self) - int(other)) % 7 == 0  # type: ignore[call-overload,no-any-return]

    def __hash__(self) -> int:
        return 0


NO_COMPARISONS = [
    (None, False),
    (None, []),
    (None, set()),
    (False, []),
    (True, "yes"),
    (True, None),
    (0, "0"),
    (0, "1"),
    (0, []),
    ("N", False),
    ("PN", ["P", "N"]),
    (iter([1]), [1]),
    ((1, None), (1, False)),
    (b"PN", "PN"),
    (Colour.RED, "RED"),
    (Colour.RED, 1),
    (Colour.RED, Other.RED),
    (bytes([1, 2]), [1, 2]),
    ({1: [2]}, {1: [2]}.items()),
    ({1: 2}, [(1, 2)]),
]
# As members of rows they are compared one by one; sets and tables have no order to pair them by.
MAY_BE_MEMBERS = [
    (None, False),
    (True, "yes"),
    (0, "0"),
    (b"PN", "PN"),
    (Colour.RED, 1),
    ((None, 3), (False, 3)),
    (("a", 0), ("a", "0")),
    (frozenset({("a", 0)}), frozenset({("a", "0")})),
]
AROUND: list[Callable[[Any], Any]] = [
    lambda each: {each},
    lambda each: {each, "both"},
    lambda each: {(3, each), (4, "both")},
    lambda each: {each: 5},
    lambda each: {each: 5, "both": [6]},
    lambda each: {"both": {(each,): 5}},
    lambda each: frozenset({frozenset({each})}),
]


@pytest.mark.parametrize(("one", "other"), NO_COMPARISONS)
def test_values_of_kinds_that_cannot_be_compared_are_an_error_that_names_both(
    one: Any, other: Any
) -> None:
    for found, believed in ((one, other), (other, one)):
        with pytest.raises(
            TypeError, match=r"found .* \(\w+\), believed .* \(\w+\): expected both"
        ):
            same_value(found, believed)


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize(("one", "other"), MAY_BE_MEMBERS)
def test_members_and_keys_that_only_their_types_tell_apart_refute_nothing(
    one: Any, other: Any, around: Callable[[Any], Any]
) -> None:
    for found, believed in ((one, other), (other, one)):
        for keep in (around, lambda each: [each]):  # as in a row
            with pytest.raises(OneOfTwoKindsError, match="expected both"):
                same_value(keep(found), keep(believed))


def test_what_is_told_by_its_type_in_a_list_is_so_in_a_set_beside_one() -> None:
    with pytest.raises(OneOfTwoKindsError):
        same_value([None], [[]])
    with pytest.raises(OneOfTwoKindsError):
        same_value({None}, [[]])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({("a", 0), 5}, {("a", "0"), 6}),  # 5 is not 6, whatever else is
        ({("a", 0): 5}, {("a", "0"): 6}),
        ({"both": 1, 0: 5}, {"both": 2, "0": 5}),
        ({0}, {"0", "1"}),
        ({None: 1}, {False: 1, None: 1}),
        ({None}, {()}),  # the empty position, and that there is none
        ({(): 3}, {(None,): 3}),
        ({(1, 2): 3}, {frozenset({1, 2}): 4}),
        ({(1, 2), (2, 1)}, {frozenset({1, 2})}),
        (bytes([1, 2]), [2, 1]),
        ({1: 2}, {1: 3}.items()),
    ],
)
def test_one_member_that_differs_decides_whatever_types_others_have(one: Any, other: Any) -> None:
    assert not same_value(one, other)
    assert not same_value(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({1, 2}, [2, 1]),
        ({frozenset({0, 1}), frozenset({1, 2})}, {(0, 1), (1, 2)}),
        ({frozenset({0, 1}): [3]}, {(0, 1): (3,)}),
        (set(), []),
        ({(1, 2)}, [[1, 2]]),
        (range(3), [0, 1, 2]),
        (np.array([1, 2]), [1, 2]),
        ({1: [2]}, {1: (2,)}),
        (np.array([True])[0], True),
        (deque([1, 2]), [1, 2]),
        (Counter(x=1, y=0), Counter(x=1)),
        ((1 + sympy.sqrt(5)) ** 2, 6 + 2 * sympy.sqrt(5)),
        (sympy.Integer(3), 3),
        (sympy.true, 1),
        (True, sympy.Integer(1)),
        ({sympy.false}, [0]),
        ({"x": 1, "y": 2}.values(), (1, 2)),
        ({1: 0, 2: 0}.keys(), [2, 1]),
    ],
)
def test_the_same_members_are_the_same_value_however_they_are_kept(one: Any, other: Any) -> None:
    assert same_value(one, other)
    assert same_value(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({1, 2}, [1, 3]),
        (None, 0),
        (None, ()),  # the empty position, and that there is none
        ((1, None), (2, False)),
        ("none", 1),
        ("none of 3", 3),
        (False, 1),
        ({1: 2}, {1: 3}),
        (Colour.RED, Colour.BLUE),
        (deque([1, 2]), [2, 1]),
        ((1 + sympy.sqrt(5)) ** 2, 6 + 2 * sympy.sqrt(6)),
        (sympy.Integer(3), 4),
        (sympy.true, 0),
        (sympy.false, sympy.Integer(1)),
        (sympy.Float(2) ** 60 - 1, sympy.Integer(2**60 - 1)),  # floats: 2^60
        (2.0**60 - 1, sympy.Integer(2**60 - 1)),
        (2.0**60 * sympy.pi, (2**60 - 1) * sympy.pi),
    ],
)
def test_values_that_differ_are_told_apart(one: Any, other: Any) -> None:
    assert not same_value(one, other)
    assert not same_value(other, one)


class Listed:
    def __repr__(self) -> str:
        return "listed"


@pytest.mark.parametrize(
    ("found", "believed"), [({1}, {"1"}), ({1: 2}, {"1": 2}), (Listed(), "listed")]
)
def test_no_counterexample_shows_the_same_twice(found: Any, believed: Any) -> None:
    claim = Claim("c", "", Source("a test"), None, {})
    with pytest.raises(ClaimError, match=r"expected (values|both to be) of one kind"):
        judging(claim, lambda _b, _case: equal(found, believed), None)(0)
    differs = judging(claim, lambda _b, _case: equal({1}, {2}), None)(0)
    assert differs == Counterexample("0", "{1}", "{2}")


def test_what_sympy_cannot_compare_is_an_error() -> None:
    with pytest.raises(TypeError, match="expected numbers, or formulas"):
        same_value(sympy.Integer(3), "no formula (")


def test_cases_that_are_written_alike_are_each_looked_at() -> None:
    class Place:
        def __init__(self, hidden: int) -> None:
            self.hidden = hidden

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Place) and self.hidden == other.hidden

        def __hash__(self) -> int:
            return hash(self.hidden)

        def __repr__(self) -> str:
            return "Place()"

    cases = [{"place": Place(hidden)} for hidden in (*range(9), 0)]
    study = Agreement(
        lambda place: place.hidden == 7,
        lambda place: False,
        "all places",
        arguments=lambda: st.sampled_from(cases[:2]),
        whole=lambda: cases,
    )
    found = compare(study, Settings(examples=200, seed=0))
    assert found.disagreement is not None
    agreeing = compare(
        replace(study, oracle=lambda place: place.hidden - 7 == 0), Settings(examples=200, seed=0)
    )
    assert agreeing.cases == 9


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("number", [2, 30])
def test_a_residue_is_no_number_though_its_class_calls_it_equal(
    number: int, around: Callable[[Any], Any]
) -> None:
    residue = sympy.GF(7)(30)
    assert residue == number
    with pytest.raises(OneOfTwoKindsError):
        same_value(around(number), around(residue))
    with pytest.raises(OneOfTwoKindsError):
        same_value(around(Residue(30)), around(number))
    with pytest.raises(OneOfTwoKindsError):
        same_value(around(sympy.Integer(number)), around(residue))
    assert same_value(around(residue), around(sympy.GF(7)(2)))


@pytest.mark.parametrize(
    "value",
    [
        *(4, -4, 2**40_000, 0.5, float("inf"), float("nan"), True, None, ..., 3j, b"x", "'x'"),
        *((3, 5), [3], {3, 5}, set(), frozenset({"x"}), {"limit": 3}, Fraction(1, 2), range(3)),
        *(Colour.RED, Residue(3), deque([3]), np.int64(3), np.array([3]), len, int, "a\nb", " "),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_text_is_never_shown_as_another_value_is(value: Any) -> None:
    text = show(value)
    assert show(text) != text
    assert eval(show(text)) == text
