"""Limits on time and memory, looked at while rules and claims run.

Numbers of positions and arcs are counted where graphs are built. What cannot be counted is how
long one call of somebody's own code takes, and how much memory it asks for: a list of 10^9
options is never handed over. So four times a second the running code is interrupted, and what is
being done is looked at: a :class:`Watch` says what that is. If it has not moved on for too long,
or the process has grown too large, :class:`~oracles.errors.ResourceLimitError` is raised where it
stands. What one step of compiled code would take, the system refuses it.

These limits never decide what is found, for then it would be another on another machine: they end
the work with an error. Nothing is raised where it would be lost (a callback of the garbage
collector, a ``__del__``) or would leave an installed module half imported, or a function half
compiled; it is a moment later.
What is lost all the same, as in an ``except:``, is raised where the watch ends. In threads other
than the main one, and beside a foreign timer, nothing is looked at.

``GRUNDWORK_SECONDS`` is how long one call may take (10), and ``GRUNDWORK_MEMORY`` how many GB the
process may take (three quarters of what there is).
"""

from __future__ import annotations

import functools
import gc
import os
import signal
import sys
import sysconfig
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import get_ident
from types import FrameType, TracebackType

from oracles.errors import ResourceLimitError

try:
    import resource
except ImportError:  # not every system has it
    resource = None  # type: ignore[assignment]

CALL_SECONDS = 10.0
LARGEST = 10**12  # seconds, or GB
WAITS = 3  # how many times as long it may wait for something else than the processor
CASE = 3  # how many times as long a claim may take on one position
COMPARISON = 12  # and one case of a comparison, the first of which may compile or make tables
STAGE = 90  # how many times as long all calls of a stage may take together
TICK = 0.25  # seconds
_ASKED_ALWAYS = 64
GIGABYTE = 10**9

Words = Callable[[], str]


class _Stop(BaseException):  # it goes through every ``except Exception``
    """Raised wherever the code stands; the outermost watch makes an error of it."""


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
    in_all
        How many times ``GRUNDWORK_SECONDS`` it may take in all; unless given, for ever.
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
        in_all: float | None = None,
        shown: Words | None = None,
    ) -> None:
        self.doing, self.moved, self.shown = doing, moved, shown
        self.seconds, self.in_all = seconds, in_all
        self.spent: _Clock | None = None  # most are over before anybody looks
        self.passed = ""  # the limit that was, in words
        self._counts = False

    def __enter__(self) -> Watch:
        """Begin to look; what is entered again and again may be one watch."""
        self._counts = get_ident() == _MAIN
        if self._counts:
            _ticker.enter(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop looking; the outermost watch makes an error of what was raised."""
        if not self._counts:
            return
        _ticker.leave(self)
        if isinstance(error, MemoryError):
            message = out_of_memory(self.doing())
            raise (_Stop(message) if _ticker.open else ResourceLimitError(message)) from error
        passed, self.passed = self.passed, ""
        if passed and (error is None or isinstance(error, SystemError)):
            # What was raised has been swallowed, or compiled code has made that error of it.
            raise (_Stop(passed) if _ticker.open else ResourceLimitError(passed)) from error
        if isinstance(error, _Stop) and not _ticker.open:
            raise ResourceLimitError(str(error)) from error


def now_doing() -> str:
    """Return what the innermost watch says is being done, with how far it is; else nothing."""
    watches = list(_ticker.open)
    for watch in reversed(watches):
        if watch.shown is not None:
            return watch.shown()
    return watches[-1].doing() if watches else ""


def keep_looking() -> None:
    """Look at time and memory again, where the code that was called has put an end to that."""
    if _ticker.running and get_ident() == _MAIN:
        _ticker.go_on()


def look_anew() -> None:
    """Forget what is being watched, in a forked process that does not come back to it."""
    _ticker.stop()
    _ticker.open.clear()


def may_raise(frame: FrameType | None) -> bool:
    """Whether what is raised between two steps of a function arrives, and leaves nothing half made.

    Parameters
    ----------
    frame
        That of the function.

    Examples
    --------
    >>> may_raise(sys._getframe())
    True
    """
    callbacks = [getattr(each, "__code__", None) for each in gc.callbacks]
    while frame is not None:
        code = frame.f_code
        if code.co_name == "__del__" or code in callbacks or _COMPILING in code.co_filename:
            return False
        if code.co_filename == _IMPORTING and code.co_name == "_load_unlocked":
            origin = getattr(frame.f_locals.get("spec"), "origin", None)
            if isinstance(origin, str) and _is_installed(origin):
                return False
        frame = frame.f_back
    return True


def out_of_memory(doing: str) -> str:
    """Return the message on memory that is used up."""
    return (
        f"{doing}: more than {memory_limit() / GIGABYTE:.3g} GB of memory would be needed; take a "
        "smaller size, or let the rules give positions one by one (yield) and briefly written"
    )


def call_seconds() -> float:
    """Return how many seconds one call may take."""
    return _positive("GRUNDWORK_SECONDS", CALL_SECONDS)


def limit_memory() -> tuple[int, int] | None:
    """Let compiled code too get an error where it would take more memory than it may.

    A list of 10^9 entries is made in one step, in which nothing can be looked at.

    Returns
    -------
    tuple of int or None
        The limits of before, soft and hard; None where nothing was changed.
    """
    if resource is None:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = min(int(memory_limit()), sys.maxsize)
    if soft != resource.RLIM_INFINITY and soft <= limit:
        return None
    if hard != resource.RLIM_INFINITY and hard < limit:
        return None
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))
    return soft, hard


class _Clock:
    """Seconds of the processor, and seconds of the clock."""

    def __init__(self) -> None:
        self.computing = self.waiting = 0.0

    def add(self, computing: float, waiting: float) -> None:
        self.computing += computing
        self.waiting += waiting

    def above(self, seconds: float) -> bool:
        """Whether it computed for longer, or waited for much longer: others may compute too."""
        return self.computing > seconds or self.waiting > WAITS * seconds


class _Ticker:
    """Interrupts the main thread now and then, to look at what it is doing."""

    def __init__(self) -> None:
        self.open: list[Watch] = []
        self.entered = 0  # how often any watch was entered or left
        self.running = False
        self.still = _Clock()
        self.state: tuple[int, int] = (0, 0)
        self.before = (0.0, 0.0)
        self.raised = 0.0
        self.looking = 0.0  # since when, while it does
        self.asked = 0  # whether the timer is still ours
        self.memory: tuple[int, int] | None = None  # the limits of before

    def enter(self, watch: Watch) -> None:
        """Look at one more."""
        self.open.append(watch)
        self.entered += 1
        if self.running:
            self.go_on()
        if len(self.open) == 1:
            self.memory = limit_memory()
            self.start()

    def leave(self, watch: Watch) -> None:
        """Look at one less."""
        if self.open[-1] is watch:  # nearly always
            self.open.pop()
        else:
            self.open.remove(watch)
        self.entered += 1
        if not self.open:
            self.stop()
            if self.memory is not None:
                resource.setrlimit(resource.RLIMIT_DATA, self.memory)

    def start(self) -> None:
        """Begin, unless somebody else uses the timer."""
        free = (
            hasattr(signal, "setitimer")
            and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
            and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
        )
        if not free:
            return
        self.running, self.raised, self.still, self.asked = True, 0.0, _Clock(), 0
        self.before = (time.thread_time(), time.monotonic())
        signal.signal(signal.SIGALRM, self.look)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def go_on(self) -> None:
        """Begin again if the timer, or who is called by it, is not ours any more, or not heard."""
        self.asked += 1
        ticks = signal.getitimer(signal.ITIMER_REAL)[1] == TICK
        if ticks and self.asked > _ASKED_ALWAYS and self.asked % _ASKED_ALWAYS:
            return  # the rest takes its time
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])
        if not (ticks and signal.getsignal(signal.SIGALRM) == self.look):
            signal.signal(signal.SIGALRM, self.look)
            signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def stop(self) -> None:
        """End."""
        if self.running:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            self.running = False

    def look(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Look at how long the work has stood still, and at how much memory it has."""
        if not self.open or (frame is not None and frame.f_code.co_filename == _HERE):
            return  # a watch that is being entered or left must be so as a whole
        if self.looking:  # and an error must not come between a look and what it says
            if time.monotonic() - self.looking > call_seconds():
                raise _Stop("it takes too long to say what is being done: look at __repr__")
            return
        self.looking = time.monotonic()
        try:
            self.look_at(self.open[-1], frame)
        finally:
            self.looking = 0.0

    def look_at(self, watch: Watch, frame: FrameType | None) -> None:
        """Raise what is to be raised, if anything."""
        now = (time.thread_time(), time.monotonic())
        spent = (now[0] - self.before[0], now[1] - self.before[1])
        self.before = now
        state = (self.entered, watch.moved() if watch.moved is not None else 0)
        if state != self.state:
            self.state, self.still = state, _Clock()
        self.still.add(*spent)
        for each in self.open:
            each.spent = each.spent or _Clock()
            each.spent.add(*spent)
        if self.raised and now[1] - self.raised < 2:
            return  # it is on its way out
        where = self._limited(watch)
        if where is not None and may_raise(frame):
            self.raised = now[1]
            raise _Stop(where.passed)

    def _limited(self, watch: Watch) -> Watch | None:
        """Return the watch whose limit was passed, if one was; it knows which."""
        unit = call_seconds()
        if self.still.above(watch.seconds * unit):
            watch.passed = _too_long(watch, watch.seconds * unit)
            return watch
        for each in self.open:
            if each.in_all is not None and each.spent and each.spent.above(each.in_all * unit):
                each.passed = _too_long(each, each.in_all * unit)
                return each
        if taken_memory() > memory_limit():
            watch.passed = out_of_memory(watch.doing())
            return watch
        return None


def _too_long(watch: Watch, seconds: float) -> str:
    return (
        f"{watch.doing()}: took longer than {seconds:g} seconds; take a smaller size, or allow "
        "more time: the variable GRUNDWORK_SECONDS is how many seconds one call may take"
    )


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
    if "GRUNDWORK_MEMORY" in os.environ:
        return _positive("GRUNDWORK_MEMORY", usual / GIGABYTE) * GIGABYTE
    return usual


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


@functools.cache
def _is_installed(file: str) -> bool:
    """Whether a file belongs to Python, to an installed package or to Grundwork."""
    return file in {"built-in", "frozen"} or file.startswith(_INSTALLED)


_COMPILING = f"{os.sep}numba{os.sep}core{os.sep}"  # what is half compiled is lost for later calls
_IMPORTING = "<frozen importlib._bootstrap>"
_PATHS = {sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
_ROOMS = {str(Path(__file__).parents[1] / n) for n in ("oracles", "fast", "research", "grundwork")}
_INSTALLED = tuple(f"{path}{os.sep}" for path in _PATHS | _ROOMS)
_MAIN = threading.main_thread().ident
_HERE = Watch.__enter__.__code__.co_filename
_ticker = _Ticker()
