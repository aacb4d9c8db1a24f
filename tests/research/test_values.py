"""No claim is refuted by the type of what is believed alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from research.claims import Claim, ClaimError, Counterexample, Source, equal, judge
from research.values import same_value

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


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({1, 2}, [2, 1]),
        (set(), []),
        ({(1, 2)}, [[1, 2]]),
        (range(3), [0, 1, 2]),
        (np.array([1, 2]), [1, 2]),
        ({1: [2]}, {1: (2,)}),
        (np.array([True])[0], True),
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
        ({1: 2}, {1: 3}),
    ],
)
def test_values_that_differ_are_told_apart(one: Any, other: Any) -> None:
    assert not same_value(one, other)
    assert not same_value(other, one)


@pytest.mark.parametrize(("found", "believed"), [({1}, {"1"}), ({1: 2}, {"1": 2}), ([1], "[1]")])
def test_no_counterexample_shows_the_same_twice(found: Any, believed: Any) -> None:
    claim = Claim("c", "", Source("a test"), None, {})
    with pytest.raises(ClaimError, match="expected values of one kind"):
        judge(claim, lambda _b, _case: equal(found, believed), None, 0)
    differs = judge(claim, lambda _b, _case: equal({1}, {2}), None, 0)
    assert differs == Counterexample("0", "{1}", "{2}")
