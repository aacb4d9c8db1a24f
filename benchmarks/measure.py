"""A promise, and how it is measured.

Times are processor seconds of this process and its children. Everything measured runs in one
thread, so on a quiet machine they are the seconds that pass; on a busy one they still tell what
the work costs.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

RUNS = 5
SHORTEST_RUN = 0.01  # seconds; a quicker call is repeated until a run takes this long


@dataclass(frozen=True)
class Promise:
    """One row: what is computed, by what, against what, and what it must reach."""

    what: str
    fast: Callable[[], Any]
    plain: Callable[[], Any] | None = None  # None where the source's algorithm cannot go
    expected: Any = None  # a published value, where there is one
    at_most_seconds: float | None = None
    at_least_ratio: float | None = None
    at_most_mebibytes: float | None = None


@dataclass(frozen=True)
class Measurement:
    """What came of a promise."""

    promise: Promise
    seconds: float
    plain_seconds: float | None
    mebibytes: float
    agree: bool

    @property
    def ratio(self) -> float | None:
        return None if self.plain_seconds is None else self.plain_seconds / self.seconds

    @property
    def kept(self) -> bool:
        promise = self.promise
        return (
            self.agree
            and (promise.at_most_seconds is None or self.seconds <= promise.at_most_seconds)
            and (promise.at_least_ratio is None or (self.ratio or 0) >= promise.at_least_ratio)
            and (promise.at_most_mebibytes is None or self.mebibytes <= promise.at_most_mebibytes)
        )


def measure(promise: Promise) -> Measurement:
    """Run both sides in this process, warm, and take medians."""
    value = promise.fast()  # compiles, imports and fills caches
    agree = promise.plain is None or promise.plain() == value
    agree = agree and promise.expected in (None, value)
    return Measurement(
        promise=promise,
        seconds=median_seconds(promise.fast),
        plain_seconds=None if promise.plain is None else median_seconds(promise.plain),
        mebibytes=peak_mebibytes(),
        agree=agree,
    )


def median_seconds(function: Callable[[], Any]) -> float:
    """Return the median time of one call over several runs (one run when a call takes seconds)."""
    calls, spent = 1, _seconds(function, 1)
    if spent > 2:
        return spent
    while spent < SHORTEST_RUN:
        calls *= 4
        spent = _seconds(function, calls)
    return statistics.median(_seconds(function, calls) / calls for _ in range(RUNS))


def peak_mebibytes() -> float:
    """Return the most memory this process has held so far: an upper bound for the row."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


def _seconds(function: Callable[[], Any], calls: int) -> float:
    start = _processor_seconds()
    for _ in range(calls):
        function()
    return _processor_seconds() - start


def _processor_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
