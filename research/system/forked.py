"""Forked processes that send what they find, with limits on their time and memory.

What a forked process knows is what the one that forks knows; what it imports, changes and spoils
is gone with it.
"""

from __future__ import annotations

import os
import pickle
import resource
import select
import signal
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fast.errors import InputError
from oracles.limits import call_seconds
from research.system.processes import adopt_orphans, children_of, end_begun, end_with_parent

MEMORY = 6 << 30  # bytes of address space beyond what the process has

SECONDS = 600.0  # that one process alone may compute
WAITS = 4  # times as long as it may compute it may take, on a machine that others use too
IDLE = 3  # times as long as one call may take it may wait
LEAST = 0.01  # of its time that one computes which does not wait; looking at limits takes less
LOOK = 0.5  # seconds between two looks at one

Message = tuple[str, Any]
Send = Callable[[str, Any], None]


class ChildError(InputError):
    """A forked process ended before it had said what it found."""


class Child:
    """A forked process that sends messages, and is ended when it takes too long."""

    def __init__(
        self, number: int, work: Callable[[Send], None], limits: tuple[float, ...]
    ) -> None:
        self.number, self.limits = number, limits
        self.received = bytearray()
        self.closed = False
        self.begin = self.busy = time.monotonic()
        self.computed: float | None = None
        self.reading, writing = os.pipe()
        parent = os.getpid()
        with warnings.catch_warnings():
            # A progress display has a thread; the child touches nothing of it.
            warnings.simplefilter("ignore", DeprecationWarning)
            self.process = os.fork()
        if self.process == 0:
            _work_and_leave(parent, work, writing, limits)
        os.close(writing)

    def read(self) -> None:
        """Take in some of what was sent."""
        data = os.read(self.reading, 1 << 16)
        self.received += data
        self.closed = self.closed or not data

    def messages(self) -> list[Message]:
        """Return what was sent so far."""
        found, place = [], 0
        while len(self.received) >= place + 8:
            length = int.from_bytes(self.received[place : place + 8])
            body = memoryview(self.received)[place + 8 : place + 8 + length]
            if len(body) < length:
                break
            try:
                found.append(pickle.loads(body))  # our own process wrote it
            except Exception:  # or code of a researcher's, into a pipe that is not its own
                return [("caught", "it wrote into a pipe that is not its own")]
            place += 8 + length
        return found

    def is_over(self) -> bool:
        """Whether it has ended, or sleeps for far too long."""
        # The kernel counts the time that it computes; this is for one that sleeps.
        taken = time.monotonic() - self.begin
        return self.closed or taken > WAITS * sum(self.limits)

    def idles(self) -> bool:
        """Whether it has hardly computed for a while; it may wait for what never comes."""
        now, computed = time.monotonic(), _seconds_of(self.process)
        waited = now - self.busy
        if (
            computed is None
            or self.computed is None
            or abs(computed - self.computed) > LEAST * waited  # it is less when a child is gone
        ):
            self.computed, self.busy = computed, now
        return now - self.busy > IDLE * call_seconds()

    def end(self) -> int:
        """End it and what it has begun, if they have not ended, and return its status."""
        os.kill(self.process, signal.SIGSTOP)  # that it begins no more; it was not waited for yet
        end_begun(self.process)
        os.kill(self.process, signal.SIGKILL)
        os.close(self.reading)
        return os.waitpid(self.process, 0)[1]


def _work_and_leave(
    parent: int, work: Callable[[Send], None], writing: int, limits: tuple[float, ...]
) -> None:
    """Work as a forked process: quiet, with limits, and gone at the end whatever happens."""

    def send(kind: str, what: Any) -> None:
        body = pickle.dumps((kind, what))
        data = memoryview(len(body).to_bytes(8) + body)
        while data:
            data = data[os.write(writing, data) :]

    try:
        _limit(parent, limits[0])
        work(send)
    except InputError as error:  # one line for a person, also of a process that it forked itself
        send("caught", str(error)[:400])
    except BaseException as error:  # sys.exit in user code included
        send("caught", f"{type(error).__name__}: {error}"[:200])
    finally:
        end_begun(os.getpid())
        os._exit(0)


def _limit(parent: int, seconds: float) -> None:
    """Make a forked process quiet, and one that ends with its parent and within its limits."""
    end_with_parent(parent)
    adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    allow_seconds(seconds)
    _lower(resource.RLIMIT_CORE, 0)
    space = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * 4096
    _lower(resource.RLIMIT_AS, space + MEMORY)


def allow_seconds(seconds: float) -> None:
    """End this process when it has computed for so many seconds more."""
    _lower(resource.RLIMIT_CPU, int(time.process_time() + seconds) + 1)


def _lower(what: int, limit: int) -> None:
    """Set a limit of this process; one that is lower already, and cannot be raised, stays."""
    hard = resource.getrlimit(what)[1]
    resource.setrlimit(what, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def _seconds_of(process: int) -> float | None:
    """Return how long a process and its children have computed; None if that is not known."""
    try:
        words = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except (OSError, ValueError):
        return None
    children = children_of(process)
    own = sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(_seconds_of(child) or 0 for child in children)


def alone(work: Callable[[], Any], seconds: float = SECONDS) -> Any:
    """Return what ``work`` gives in a forked process, so that this one stays as it is.

    Raises
    ------
    ChildError
        If it gives nothing: it raises, ends, computes for too long, or waits.
    """
    child = Child(0, lambda send: send("gave", work()), (seconds,))
    messages: dict[str, Any] = {}
    idle = False
    try:
        while not (messages or child.is_over() or idle):
            if select.select([child.reading], [], [], LOOK)[0]:
                child.read()
                messages = dict(child.messages())
            else:
                idle = child.idles()
        too_long = not child.closed and child.is_over()
    finally:
        status = child.end()
    if "gave" not in messages:
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
            too_long = True
        why = "it waits for something" if idle else _in_words(status, seconds, too_long)
        raise ChildError(messages.get("caught", why))
    return messages["gave"]


def _in_words(status: int, seconds: float, too_long: bool) -> str:  # noqa: FBT001
    if too_long:
        return f"it took more than {seconds:.0f} s"
    if os.WIFSIGNALED(status):
        return f"it was ended by {signal.Signals(os.WTERMSIG(status)).name}"
    return "it ended without a word"
