"""Integers of full size are of full size."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from research.claims.strategies import evenly

pytestmark = pytest.mark.every_python

MOST = 2**400


def lengths(strategy: st.SearchStrategy[int]) -> list[int]:
    """The bit lengths of a hundred numbers drawn from 0 to 2^400."""
    found: list[int] = []

    @settings(max_examples=100, database=None)
    @given(strategy)
    def look(number: int) -> None:
        assert 0 <= number <= MOST
        found.append(number.bit_length())

    look()
    return found


def test_most_numbers_have_nearly_the_greatest_length() -> None:
    def share(found: list[int]) -> float:
        return sum(length > 380 for length in found) / len(found)

    assert share(lengths(evenly(0, MOST))) > 0.5
    # The control: Hypothesis' own integers are mostly short.
    assert share(lengths(st.integers(0, MOST))) < 0.5


@given(st.integers(-50, 50), st.integers(0, 100), st.data())
def test_both_ends_are_kept(least: int, extent: int, data: st.DataObject) -> None:
    drawn = data.draw(evenly(least, least + extent))
    assert least <= drawn <= least + extent
