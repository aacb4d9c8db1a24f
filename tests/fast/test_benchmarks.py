"""The benchmarks' verdicts: a promise that is not kept, or a value that differs, is caught."""

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


def test_the_plain_algorithms_give_the_solvers_values(measure):
    from benchmarks import binary_blackboard, divisor_nim, silver_dollar, stone_game

    for solver in (stone_game, silver_dollar, divisor_nim, binary_blackboard):
        for promise in solver.PROMISES:
            assert promise.plain is None or promise.plain() == promise.fast(), promise.what
