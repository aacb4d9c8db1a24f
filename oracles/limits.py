"""What cannot be counted: memory has a limit, and how far work has come is shown.

Positions, arcs and cases are counted, and the counts decide what is found. How much memory work
takes cannot be counted, so the process may take three quarters of what there is, unless
``GRUNDWORK_MEMORY`` says how many GB; beyond it Python raises :class:`MemoryError`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path

from oracles.errors import OracleError

GIGABYTE = 10**9

_shown: list[Callable[[], str]] = []  # how far work is, the innermost last


@contextmanager
def showing(text: Callable[[], str]) -> Iterator[None]:
    """Let progress and an interrupt show a text, each time anew, while a ``with`` statement runs.

    >>> with showing(lambda: "3 of 4"):
    ...     how_far()
    '3 of 4'
    """
    _shown.append(text)
    try:
        yield
    except KeyboardInterrupt as error:
        error.add_note(text())
        raise
    finally:
        _shown.remove(text)


def how_far() -> str:
    """Return how far the innermost work is that says it; empty if there is none."""
    return _shown[-1]() if _shown else ""


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Let Ctrl-C wait while a process is begun, which never hears of it: its parent ends it."""
    mask = getattr(signal, "pthread_sigmask", lambda *_: None)  # not every system has it
    mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_UNBLOCK, {signal.SIGINT})


def memory_limit() -> float:
    """Return how much memory the process may take, in bytes."""
    there_is = 2 * GIGABYTE
    with suppress(ValueError, OSError, AttributeError):  # not every system says
        there_is = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(ValueError, OSError):  # of a container
        there_is = min(there_is, int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii")))
    said = os.environ.get("GRUNDWORK_MEMORY", there_is * 3 / 4 / GIGABYTE)
    with suppress(ValueError):
        if 0 < (allowed := float(said)) < inf:
            return allowed * GIGABYTE
    raise OracleError(f"GRUNDWORK_MEMORY={said!r}: expected a positive number")


def limit_memory() -> None:
    """Let the system refuse more memory than the process may take."""
    limit = min(int(memory_limit()), sys.maxsize)
    with suppress(ImportError):  # not every system has it
        import resource

        limits = resource.getrlimit(resource.RLIMIT_DATA)
        if all(each == resource.RLIM_INFINITY or each >= limit for each in limits):
            resource.setrlimit(resource.RLIMIT_DATA, (limit, limits[1]))
