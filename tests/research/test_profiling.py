"""Watches on what runs: one within another takes nothing from it."""

from __future__ import annotations

import pytest

from research.code.profiling import profiled

pytestmark = pytest.mark.every_python


def run_inside():
    """What the watches are to see."""


def test_a_watch_within_another_hides_nothing_from_it():
    outer, inner = set(), set()
    with (
        profiled(lambda frame, event, _: outer.add(frame.f_code.co_name)),
        profiled(lambda frame, event, _: inner.add(frame.f_code.co_name)),
    ):
        run_inside()
    assert "run_inside" in outer
    assert "run_inside" in inner
