"""What a test costs, in seconds of the processor: its own, its processes', those of commands.

Durations that pytest shows (``--durations``) are these seconds, so they are the same on a busy
machine. What numba compiles in this process does not count: it is kept for the next run. A test
that is not marked ``expensive`` fails where it costs more than :data:`LIMIT`. It should carry the
mark from two seconds on.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Generator
from contextlib import suppress
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import pytest
from numba.core import event

LIMIT = 10.0  # seconds of the processor that an unmarked test may cost
_KEY = pytest.StashKey[dict[str, float]]()


class _Compilation(event.Listener):  # type: ignore[misc]
    """Sums what numba spends on compiling, kernels within kernels once."""

    def __init__(self) -> None:
        self.depth, self.begun, self.spent = 0, 0.0, 0.0

    def on_start(self, _: Any) -> None:
        if self.depth == 0:
            self.begun = time.process_time()
        self.depth += 1

    def on_end(self, _: Any) -> None:
        self.depth -= 1
        if self.depth == 0:
            self.spent += time.process_time() - self.begun


_COMPILATION = _Compilation()
event.register("numba:compile", _COMPILATION)


def processor_seconds() -> float:
    """Return what this process has computed, with all that it and the fork server waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = time.process_time() - _COMPILATION.spent
    return own + children.ru_utime + children.ru_stime + _of_commands()


def _of_commands() -> float:
    """Return what the commands have computed that the fork server of ``running`` has begun."""
    server = forkserver._forkserver._forkserver_pid  # type: ignore[attr-defined]
    with suppress(OSError):
        words = Path(f"/proc/{server}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return sum(map(int, words[13:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _costing(item: pytest.Item, phase: str) -> Generator[None, Any, Any]:
    begun = processor_seconds()
    try:
        return (yield)
    finally:
        item.stash.setdefault(_KEY, {})[phase] = processor_seconds() - begun


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, Any, Any]:
    return (yield from _costing(item, "setup"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    return (yield from _costing(item, "call"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, Any, Any]:
    return (yield from _costing(item, "teardown"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show processor time; fail a test that costs too much and does not say so."""
    report = yield
    costs = item.stash.get(_KEY, {})
    report.duration = costs.get(call.when, report.duration)
    spent = costs.get("setup", 0.0) + costs.get("call", 0.0)
    marked = item.get_closest_marker("expensive") is not None
    if call.when == "call" and report.passed and spent > LIMIT and not marked:
        report.outcome = "failed"
        report.longrepr = (
            f"{item.nodeid} took {spent:.1f} s of the processor; an unmarked test may take "
            f"{LIMIT:g}: make it cheaper, or mark it expensive"
        )
    return report
