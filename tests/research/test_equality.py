"""Values are compared as Python compares them, whatever library wrote them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from research.checks.equality import case_key, same_value

pytestmark = pytest.mark.every_python


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((0, (1, 2)), [0, [1, 2]]),
        (range(3), [0, 1, 2]),
        (np.int64(3), 3),
        (np.array([[1, 2], [3, 4]]), ((1, 2), (3, 4))),
        ({1: np.int64(2)}, {1: 2}),
        (True, np.bool_(True)),  # noqa: FBT003
        (Fraction(1, 2), 0.5),
    ],
)
def test_the_same_value_is_the_same_however_it_is_written(one: Any, other: Any) -> None:
    assert same_value(one, other)
    assert same_value(other, one)
    assert case_key(one) == case_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (2**60 - 1, np.exp2(60)),  # numpy calls them equal, and rounds
        (np.int64(2**53 + 1), np.float64(2**53)),
        ((1, 2), (2, 1)),
        (None, 0),
        ("3", 3),
        ({1, 2}, [1, 2]),
    ],
)
def test_values_that_differ_are_told_apart(one: Any, other: Any) -> None:
    assert not same_value(one, other)
    assert not same_value(other, one)
