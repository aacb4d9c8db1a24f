"""A promise, and how it is measured.

Times are processor seconds of this process and its children. Everything measured runs in one
thread unless a row says otherwise, so on a quiet machine they are the seconds that pass; on a busy
one they still tell what the work costs. Each row is measured in a process that is forked for it:
its memory is its own.
"""

from __future__ import annotations

import math
import multiprocessing
import resource
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
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
    at_most_seconds: float = math.inf
    at_least_ratio: float = 0
    at_most_mebibytes: float = math.inf
    long: bool = False  # whether it takes minutes, and is measured only when asked for


@dataclass(frozen=True)
class Timed:
    """What a row returns that says itself how long it took; it is then run once."""

    seconds: float
    value: Any


@dataclass(frozen=True)
class Measurement:
    """What came of a promise; seconds that are not a number where it was not measured."""

    seconds: float = math.nan
    plain_seconds: float = math.nan
    mebibytes: float = math.nan
    agree: bool = False

    @property
    def ratio(self) -> float:
        return self.plain_seconds / self.seconds

    def keeps(self, promise: Promise) -> bool:
        """Whether the values agree and every bound is met."""
        return (
            self.agree
            and self.seconds <= promise.at_most_seconds
            and (not promise.at_least_ratio or self.ratio >= promise.at_least_ratio)
            and self.mebibytes <= promise.at_most_mebibytes
        )


def measure_apart(promise: Promise) -> Measurement:
    """Measure in a process of its own; a row that raises an error or crashes is not kept."""
    context = multiprocessing.get_context("fork")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(promise, sending))
    process.start()
    sending.close()
    try:
        measured: Measurement = receiving.recv()
    except EOFError:
        measured = Measurement()
    process.join()
    return measured


def _send(promise: Promise, sending: Connection) -> None:
    sending.send(measure(promise))


def measure(promise: Promise) -> Measurement:
    """Run both sides in this process, warm, and take medians."""
    plain_seconds, agree = math.nan, True
    value = promise.fast()  # compiles, imports and fills caches
    if promise.plain is not None:
        other = promise.plain()
        plain_seconds, agree = _seconds_of(promise.plain, other), _value(other) == _value(value)
    return Measurement(
        seconds=_seconds_of(promise.fast, value),
        plain_seconds=plain_seconds,
        mebibytes=peak_mebibytes(),
        agree=agree and promise.expected in (None, _value(value)),
    )


def _value(returned: Any) -> Any:
    return returned.value if isinstance(returned, Timed) else returned


def _seconds_of(function: Callable[[], Any], returned: Any) -> float:
    return returned.seconds if isinstance(returned, Timed) else median_seconds(function)


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
    """Return the most memory that this process, or one that it waited for, has held so far."""
    peak = max(
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


def _seconds(function: Callable[[], Any], calls: int) -> float:
    start = processor_seconds()
    for _ in range(calls):
        function()
    return processor_seconds() - start


def processor_seconds() -> float:
    """Return what this process has computed, with the processes that it waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
