"""Watches on what runs: one within another takes nothing from it."""

from __future__ import annotations

import pytest

from research.code.profiling import CAN_PAUSE, Called, profiled

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


@pytest.mark.skipif(not CAN_PAUSE, reason="there each call is looked at as it is made")
def test_counting_goes_on_after_a_watch_within_and_sees_what_that_one_saw():
    outer, inner, called = set(), set(), Called()

    def run_after():
        """What only the counting sees."""

    with profiled(lambda frame, event, _: outer.add(frame.f_code.co_name), called):
        with profiled(lambda frame, event, _: inner.add(frame.f_code.co_name)):
            run_inside()
        run_after()
        assert called.pause()
        test_a_watch_within_another_hides_nothing_from_it()
        called.go_on()
    counted = {code.co_name for code in called.codes()}
    assert "run_after" in counted
    assert "run_after" not in inner | outer
    assert "run_inside" in inner & outer
    assert "run_inside" not in counted
