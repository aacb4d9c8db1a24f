"""The last limits on time and memory, for what cannot be counted.

Positions, arcs and cases are counted where they arise, and these counts decide what is found. What
cannot be counted is how long one call of somebody's own code computes, and how much memory it asks
for. So the running code is interrupted after each quarter of a second that the process computes:
if the same call has computed for longer than 30 seconds, or if the system refuses it memory,
:class:`~oracles.errors.ResourceLimitError` ends the work with a line that says what was being done.
Seconds are of the processor, so that a busy machine ends nothing earlier, and no verdict depends on
them. Only the main thread is watched.

``GRUNDWORK_SECONDS`` is how long one call may compute (30), ``GRUNDWORK_MEMORY`` how many GB the
process may take (three quarters of what there is).
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType, TracebackType

from oracles.errors import ResourceLimitError

try:
    import resource
except ImportError:  # not every system has it
    resource = None  # type: ignore[assignment]

LARGEST = 10**12  # seconds, or GB
COMPARISON = 4  # how many times as long a case of a comparison may take: the first may make tables
STAGE = 30  # and what is not asked case by case
TICK = 0.25  # seconds
GIGABYTE = 10**9

Words = Callable[[], str]


class _Stop(BaseException):
    """Ends the work through each ``except Exception``; the outermost watch makes it an error."""


class Watch:
    """What is being done, for as long as a ``with`` statement runs.

    Parameters
    ----------
    doing
        Says what is being done, for the message.
    moved
        A number that changes when the work moves on, as it also does where another watch is entered
        or left.
    seconds
        How many times ``GRUNDWORK_SECONDS`` it may stand still. If that is passed, or the process
        takes too much memory, :class:`~oracles.errors.ResourceLimitError` is raised.
    shown
        Says how far the work is, for a display of progress.

    >>> with Watch(lambda: "options of 7"):
    ...     now_doing()
    'options of 7'
    """

    open: list[Watch] = []  # those of the process, the innermost last
    moves = 0  # how often any was entered or left
    seen = (0, 0)  # how far the work was at the last look
    since = 0.0  # seconds of the processor, when it was seen to move on

    def __init__(
        self,
        doing: Words,
        *,
        moved: Callable[[], int] = lambda: 0,
        seconds: float = 1,
        shown: Words | None = None,
    ) -> None:
        self.doing, self.moved, self.shown, self.seconds = doing, moved, shown, seconds
        self.passed = ""  # the limit that was, in words

    def __enter__(self) -> Watch:
        """Begin to look; what is entered again and again may be one watch."""
        if threading.current_thread() is threading.main_thread():
            Watch.open.append(self)
            Watch.moves += 1
            if len(Watch.open) == 1:
                Watch.since = time.thread_time()
                _look_each(TICK)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop looking; the outermost watch makes an error of what was raised."""
        if self not in Watch.open:  # as in another thread
            return
        Watch.open.remove(self)
        Watch.moves += 1
        if not Watch.open:
            _look_each(0)
        said, self.passed = self.passed, ""
        if isinstance(error, MemoryError):
            said = (
                f"{self.doing()}: more than {memory_limit() / GIGABYTE:.3g} GB of memory would be "
                "needed; take a smaller size, or let the rules give positions one by one (yield)"
            )
        elif isinstance(error, _Stop):
            said = str(error)
        if said:  # also where the code has swallowed what was raised, or made another error of it
            raise (_Stop(said) if Watch.open else ResourceLimitError(said)) from error


def now_doing() -> str:
    """Return what the innermost watch says is being done, with how far it is; else nothing."""
    watches = list(Watch.open)
    shown = [watch.shown for watch in watches if watch.shown is not None]
    return (shown or [watch.doing for watch in watches] or [str])[-1]()


def _look_each(seconds: float) -> None:
    """Look at the work after so many seconds each; no more for 0."""
    if hasattr(signal, "setitimer"):
        if seconds:
            signal.signal(signal.SIGPROF, _look)
        signal.setitimer(signal.ITIMER_PROF, seconds, seconds)


def _look(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    """Look at how long the work has stood still."""
    if not Watch.open or (frame is not None and frame.f_code.co_filename == __file__):
        return  # a watch is entered and left as a whole
    now, watch = time.thread_time(), Watch.open[-1]
    seen = (Watch.moves, watch.moved())
    allowed = watch.seconds * call_seconds()
    if seen != Watch.seen:
        Watch.seen, Watch.since = seen, now
    elif now - Watch.since > allowed:
        Watch.since = now  # what is raised is on its way out
        watch.passed = (
            f"{watch.doing()}: took longer than {allowed:g} seconds of the processor; take a "
            "smaller size, or allow more: GRUNDWORK_SECONDS is how many seconds one call may take"
        )
        raise _Stop(watch.passed)


def call_seconds() -> float:
    """Return how many seconds of the processor one call may take."""
    return _positive("GRUNDWORK_SECONDS", 30.0)


def limit_memory() -> None:
    """Let the system refuse more memory than the process may take."""
    if resource is None:
        return
    limits = resource.getrlimit(resource.RLIMIT_DATA)
    limit = min(int(memory_limit()), sys.maxsize)
    if all(each == resource.RLIM_INFINITY or each >= limit for each in limits):
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limits[1]))


def taken_memory() -> int:
    """Return how much memory the process takes, in bytes; 0 where that is not known."""
    with suppress(OSError, ValueError, IndexError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0


def memory_limit() -> float:
    """Return how much memory the process may take, in bytes."""
    there_is = [2 * GIGABYTE]
    with suppress(ValueError, OSError, AttributeError):  # not every system says
        there_is = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    for file in ("memory.max", "memory/memory.limit_in_bytes"):
        with suppress(ValueError, OSError):
            there_is.append(int((Path("/sys/fs/cgroup") / file).read_text(encoding="ascii")))
    return _positive("GRUNDWORK_MEMORY", min(there_is) * 3 / 4 / GIGABYTE) * GIGABYTE


def _positive(name: str, default: float) -> float:
    try:
        value = float(os.environ.get(name, default))
    except ValueError:
        value = 0.0
    if not 0 < value <= LARGEST:
        raise ResourceLimitError(
            f"{name}={os.environ[name]!r}: expected a positive number to {LARGEST}; unset it "
            f"for {default:g}"
        )
    return value


if hasattr(os, "fork"):  # what a forked process does is its own
    os.register_at_fork(after_in_child=Watch.open.clear)
