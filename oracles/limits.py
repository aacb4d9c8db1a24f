"""The last limits on time and memory, for what cannot be counted.

Positions, arcs and cases are counted, and the counts decide what is found. How long one call of the
rules computes, and how much memory it takes, cannot be counted. So the work is looked at after each
quarter of a second that the process computes. If it has stood still for 30 seconds
(``GRUNDWORK_SECONDS``), or needs more memory than three quarters of what there is
(``GRUNDWORK_MEMORY``, in GB), :class:`~oracles.errors.ResourceLimitError` ends it and says what was
being done. Seconds are of the processor, and no verdict depends on them. Only the main thread is
watched.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from types import FrameType
from typing import ClassVar

from oracles.errors import ResourceLimitError

COMPARISON = 4  # how many times as long a case of a comparison may take: the first may make tables
STAGE = 30  # and what is not asked case by case
TICK = 0.25  # seconds
GIGABYTE = 10**9

Words = Callable[[], str]


class _Stop(BaseException):
    """Ends the work through each ``except Exception``; the outermost watch makes it an error."""


@dataclass(eq=False)
class Watch:
    """What is being done, for as long as a ``with`` statement runs.

    Parameters
    ----------
    doing
        Says what is being done, for the message.
    seconds
        How many times ``GRUNDWORK_SECONDS`` the work may stand still.
    shown
        Says how far the work is, for a display of progress. The work moves on when this text
        changes, and when another watch is entered or left.

    >>> with Watch(str, shown=lambda: "3 of 4"):
    ...     now_doing()
    '3 of 4'
    """

    doing: Words
    seconds: float = 1
    shown: Words = str
    open: ClassVar[list[Watch]] = []  # the innermost last
    moves: ClassVar[int] = 0  # how often any was entered or left
    seen: ClassVar[tuple[int, str]] = (0, "")  # how far the work was at the last look
    since: ClassVar[float] = 0.0  # seconds of the processor, when it was seen to move on

    def __enter__(self) -> Watch:
        """Begin to look; one watch may be entered again and again."""
        if threading.current_thread() is threading.main_thread():
            Watch.open.append(self)
            Watch.moves += 1
            if len(Watch.open) == 1:
                Watch.since = time.thread_time()
                _look_each(TICK)
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Stop looking; the outermost watch makes an error of what was raised."""
        if self not in Watch.open:  # as in another thread
            return
        Watch.open.remove(self)
        Watch.moves += 1
        if not Watch.open:
            _look_each(0)
        if isinstance(error, MemoryError):
            error = _Stop(
                f"{self.doing()}: more than {memory_limit() / GIGABYTE:.3g} GB of memory would be "
                "needed; take a smaller size, or let the rules give positions one by one (yield)"
            )
        if isinstance(error, _Stop):
            raise error if Watch.open else ResourceLimitError(str(error))


def now_doing() -> str:
    """Return how far the innermost watch that says it has come, or else what is being done."""
    watches = Watch.open[::-1]
    said = (text for watch in watches if (text := watch.shown()))
    return next(said, watches[0].doing() if watches else "")


def _look_each(seconds: float) -> None:
    """Look at the work after so many seconds each; no more for 0."""
    with suppress(AttributeError):  # not every system has it
        signal.signal(signal.SIGPROF, _look)
        signal.setitimer(signal.ITIMER_PROF, seconds, seconds)


def _look(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    """Look at how long the work has stood still."""
    if not Watch.open or (frame is not None and frame.f_code.co_filename == __file__):
        return  # a watch is entered and left as a whole
    now, watch = time.thread_time(), Watch.open[-1]
    seen, allowed = (Watch.moves, watch.shown()), watch.seconds * call_seconds()
    if seen != Watch.seen:
        Watch.seen, Watch.since = seen, now
    elif now - Watch.since > allowed:
        raise _Stop(
            f"{watch.doing()}: took longer than {allowed:g} seconds of the processor; take a "
            "smaller size, or allow more: GRUNDWORK_SECONDS is how many seconds one call may take"
        )


def call_seconds() -> float:
    """Return how many seconds of the processor one call may take."""
    return _positive("GRUNDWORK_SECONDS", 30.0)


def memory_limit() -> float:
    """Return how much memory the process may take, in bytes."""
    there_is = 2 * GIGABYTE
    with suppress(ValueError, OSError, AttributeError):  # not every system says
        there_is = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(ValueError, OSError):  # of a container
        there_is = min(there_is, int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii")))
    return _positive("GRUNDWORK_MEMORY", there_is * 3 / 4 / GIGABYTE) * GIGABYTE


def limit_memory() -> None:
    """Let the system refuse more memory than the process may take."""
    limit = min(int(memory_limit()), sys.maxsize)
    with suppress(ImportError):  # not every system has it
        import resource

        limits = resource.getrlimit(resource.RLIMIT_DATA)
        if all(each == resource.RLIM_INFINITY or each >= limit for each in limits):
            resource.setrlimit(resource.RLIMIT_DATA, (limit, limits[1]))


def _positive(name: str, default: float) -> float:
    with suppress(ValueError):
        if 0 < (value := float(os.environ.get(name, default))) < inf:
            return value
    raise ResourceLimitError(f"{name}={os.environ[name]!r}: expected a positive number")


if hasattr(os, "fork"):  # what a forked process does is its own
    os.register_at_fork(after_in_child=Watch.open.clear)
