"""The last limits on time and memory, for what cannot be counted.

Positions, arcs and cases are counted where they arise, and these counts decide what is found. What
cannot be counted is how long one call of somebody's own code computes, and how much memory it asks
for. So the running code is interrupted after each quarter of a second that the process computes:
if the same call has computed for longer than 30 seconds,
:class:`~oracles.errors.ResourceLimitError` ends the work with a line that says what was being done.
So it does if memory is asked for that the system refuses, since the process may have no more.
Seconds are of the processor, so that a busy machine ends nothing earlier, and no verdict depends on
them; those in which numba compiles are not counted. Nothing is looked at in other threads than the
main one.

``GRUNDWORK_SECONDS`` is how long one call may compute (30), ``GRUNDWORK_MEMORY`` how many GB the
process may take (three quarters of what there is).
"""

from __future__ import annotations

import functools
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

CALL_SECONDS = 30.0
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
        A number that changes when the work moves on; entering or leaving another watch counts as
        moving on as well.
    seconds
        How many times ``GRUNDWORK_SECONDS`` it may stand still.
    shown
        Says how far the work is, for a display of progress.

    Raises
    ------
    ResourceLimitError
        If that is passed, or the process takes too much memory.

    Examples
    --------
    >>> with Watch(lambda: "options of 7"):
    ...     now_doing()
    'options of 7'
    """

    def __init__(
        self,
        doing: Words,
        *,
        moved: Callable[[], int] | None = None,
        seconds: float = 1,
        shown: Words | None = None,
    ) -> None:
        self.doing, self.moved, self.shown, self.seconds = doing, moved, shown, seconds
        self.passed = ""  # the limit that was, in words

    def __enter__(self) -> Watch:
        """Begin to look; what is entered again and again may be one watch."""
        if threading.get_ident() == _MAIN:
            _state.open.append(self)
            _state.moves += 1
            if len(_state.open) == 1:
                _start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop looking; the outermost watch makes an error of what was raised."""
        if threading.get_ident() != _MAIN or self not in _state.open:
            return
        _state.open.remove(self)
        _state.moves += 1
        if not _state.open:
            _stop()
        said, self.passed = self.passed, ""
        if isinstance(error, MemoryError):
            said = out_of_memory(self.doing())
        elif isinstance(error, _Stop):
            said = str(error)
        if said:  # also where the code has swallowed what was raised, or made another error of it
            raise (_Stop(said) if _state.open else ResourceLimitError(said)) from error


class _State:
    """What is being watched, and how far it was at the last look."""

    def __init__(self) -> None:
        self.open: list[Watch] = []
        self.moves = 0  # how often any watch was entered or left
        self.seen: tuple[int, int] = (0, 0)
        self.since = 0.0  # seconds of the processor, when the work moved on
        self.quiet = 0.0  # until when nothing is raised: something is on its way out
        self.memory: tuple[int, int] | None = None  # the limits of before


def now_doing() -> str:
    """Return what the innermost watch says is being done, with how far it is; else nothing."""
    watches = list(_state.open)
    for watch in reversed(watches):
        if watch.shown is not None:
            return watch.shown()
    return watches[-1].doing() if watches else ""


def _start() -> None:
    """Begin to look."""
    _state.memory = limit_memory()
    _state.seen, _state.since, _state.quiet = (0, 0), time.thread_time(), 0.0
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, _look)
        signal.setitimer(signal.ITIMER_PROF, TICK, TICK)


def _stop() -> None:
    """Look no more; who is called by the signal stays, as one may be on its way."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, 0)
    if _state.memory is not None:
        resource.setrlimit(resource.RLIMIT_DATA, _state.memory)


def _look(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    """Look at how long the work has stood still."""
    if not _state.open or (frame is not None and frame.f_code.co_filename == _HERE):
        return  # a watch is entered and left as a whole
    now, watch = time.thread_time(), _state.open[-1]
    seen = (_state.moves, watch.moved() if watch.moved is not None else 0)
    if seen != _state.seen or _is_compiling(frame):
        _state.seen, _state.since = seen, now
    allowed = watch.seconds * call_seconds()
    if now >= _state.quiet and now - _state.since > allowed:
        watch.passed = (
            f"{watch.doing()}: took longer than {allowed:g} seconds of the processor; take a "
            "smaller size, or allow more: GRUNDWORK_SECONDS is how many seconds one call may take"
        )
        _state.quiet = now + 1
        raise _Stop(watch.passed)


def _is_compiling(frame: FrameType | None) -> bool:
    """Whether numba compiles, which takes time on a new machine and none later."""
    while frame is not None:
        if frame.f_globals.get("__name__") == "numba.core.compiler":
            return True
        frame = frame.f_back
    return False


def out_of_memory(doing: str) -> str:
    """Return the message on memory that is used up."""
    return (
        f"{doing}: more than {memory_limit() / GIGABYTE:.3g} GB of memory would be needed; take a "
        "smaller size, or let the rules give positions one by one (yield) and briefly written"
    )


def call_seconds() -> float:
    """Return how many seconds of the processor one call may take."""
    return _positive("GRUNDWORK_SECONDS", CALL_SECONDS)


def limit_memory() -> tuple[int, int] | None:
    """Let the system refuse more memory than the process may take.

    Returns
    -------
    tuple of int or None
        The limits of before, soft and hard; None where nothing was changed.
    """
    if resource is None:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = min(int(memory_limit()), sys.maxsize)
    if resource.RLIM_INFINITY != soft <= limit or resource.RLIM_INFINITY != hard < limit:
        return None
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))
    return soft, hard


def taken_memory() -> int:
    """Return how much memory the process takes, in bytes; 0 where that is not known."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def memory_limit() -> float:
    """Return how much memory the process may take, in bytes."""
    usual = _machine_memory() * 3 / 4
    return _positive("GRUNDWORK_MEMORY", usual / GIGABYTE) * GIGABYTE


@functools.cache  # watches are entered for single positions
def _machine_memory() -> float:
    """Return how much memory there is for this process, in bytes."""
    limits = []
    with suppress(ValueError, OSError, AttributeError):  # not every system says
        limits.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    for file in ("memory.max", "memory/memory.limit_in_bytes"):
        with suppress(ValueError, OSError):
            limits.append(int((Path("/sys/fs/cgroup") / file).read_text(encoding="ascii")))
    return min(limits, default=2 * GIGABYTE)


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


_MAIN = threading.main_thread().ident
_HERE = _positive.__code__.co_filename
_state = _State()
if hasattr(os, "fork"):  # what a forked process does is its own
    os.register_at_fork(after_in_child=_state.open.clear)
