"""The benchmarks' verdicts: a promise that is not kept, or a value that differs, is caught."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def measure(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    from benchmarks import measure

    return measure


def test_a_kept_promise_is_kept(measure):
    promise = measure.Promise("kept", lambda: 7, lambda: sum([1] * 7), at_most_seconds=1)
    assert measure.measure(promise).kept


@pytest.mark.parametrize(
    "named",
    [
        {"plain": lambda: 8},
        {"at_most_seconds": 1e-12},
        {"plain": lambda: 7, "at_least_ratio": 1e9},
        {"at_least_ratio": 2},
        {"at_most_mebibytes": 0.001},
    ],
)
def test_a_broken_promise_is_caught(measure, named):
    assert not measure.measure(measure.Promise("broken", lambda: 7, **named)).kept


def test_what_times_itself_is_run_once_and_taken_at_its_word(measure):
    runs = []

    def returned(seconds):
        runs.append(seconds)
        return measure.Timed(seconds, 7)

    promise = measure.Promise("timed", lambda: returned(2.0), lambda: returned(6.0), expected=7)
    assert measure.measure(promise).ratio == 3
    assert runs == [2.0, 6.0]


def test_a_row_holds_memory_of_its_own_and_its_crash_is_caught(measure):
    large = measure.measure_apart(measure.Promise("large", lambda: len(300 * 2**20 * b"x")))
    small = measure.measure_apart(measure.Promise("small", lambda: 7))
    crash = measure.measure_apart(measure.Promise("crash", lambda: os._exit(1)))
    assert large.mebibytes > small.mebibytes + 250
    assert small.kept
    assert not crash.kept


def test_the_plain_algorithms_give_the_solvers_values(measure):
    from benchmarks import binary_blackboard, divisor_nim, silver_dollar, stone_game

    for solver in (stone_game, silver_dollar, divisor_nim, binary_blackboard):
        for promise in solver.PROMISES:
            assert promise.plain is None or promise.plain() == promise.fast(), promise.what
