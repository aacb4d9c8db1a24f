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
    assert measure.measure(promise).keeps(promise)


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
    promise = measure.Promise("broken", lambda: 7, **named)
    assert not measure.measure(promise).keeps(promise)


def test_what_times_itself_is_run_once_and_taken_at_its_word(measure):
    runs = []

    def returned(seconds):
        runs.append(seconds)
        return measure.Timed(seconds, 7)

    promise = measure.Promise("timed", lambda: returned(2.0), lambda: returned(6.0), expected=7)
    assert measure.measure(promise).ratio == 3
    assert runs == [2.0, 6.0]


def test_a_row_holds_memory_of_its_own_and_its_crash_is_caught(measure):
    small = measure.Promise("small", lambda: 7)
    large = measure.Promise("large", lambda: len(300 * 2**20 * b"x"))
    crash = measure.Promise("crash", lambda: os._exit(1))
    held = measure.measure_apart(small)
    assert measure.measure_apart(large).mebibytes > held.mebibytes + 250
    assert held.keeps(small)
    assert not measure.measure_apart(crash).keeps(crash)


def test_the_plain_algorithms_give_the_solvers_values(measure):
    from benchmarks.solvers import PROMISES

    for promise in PROMISES:
        assert promise.plain is None or promise.plain() == promise.fast(), promise.what
