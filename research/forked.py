"""Forked processes that send what they find, with limits on their time and memory.

What a forked process knows is what the one that forks knows; what it imports, changes and spoils
is gone with it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import resource
import signal
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fast.errors import InputError
from research.interrupts import end_with_parent

MEMORY = 6 << 30  # bytes of address space beyond what the process has

SECONDS = 600.0  # that one process alone may compute

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
        self.begin = time.monotonic()
        self.reading, writing = os.pipe()
        parent = os.getpid()
        with warnings.catch_warnings():
            # A progress display has a thread; the child touches nothing of it.
            warnings.simplefilter("ignore", DeprecationWarning)
            self.process = os.fork()
        if self.process == 0:
            end_with_parent(parent)
            _work_and_leave(work, writing, limits)
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
            found.append(pickle.loads(body))  # our own process wrote it
            place += 8 + length
        return found

    def is_over(self) -> bool:
        """Whether it has ended, or sleeps for far too long."""
        # The kernel counts the time that it computes; this is for one that sleeps.
        taken = time.monotonic() - self.begin
        return self.closed or taken > 10 * sum(self.limits)

    def end(self) -> int:
        """End it, if it has not ended, and return its status."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
        os.close(self.reading)
        return os.waitpid(self.process, 0)[1]


def _work_and_leave(work: Callable[[Send], None], writing: int, limits: tuple[float, ...]) -> None:
    """Work as a forked process: quiet, with limits, and gone at the end whatever happens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    allow_seconds(limits[0])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    space = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * 4096
    resource.setrlimit(resource.RLIMIT_AS, (space + MEMORY, space + MEMORY))

    def send(kind: str, what: Any) -> None:
        body = pickle.dumps((kind, what))
        data = memoryview(len(body).to_bytes(8) + body)
        while data:
            data = data[os.write(writing, data) :]

    try:
        work(send)
    except BaseException as error:  # sys.exit in user code included
        send("caught", f"{type(error).__name__}: {error}"[:200])
    finally:
        os._exit(0)


def allow_seconds(seconds: float) -> None:
    """End this process when it has computed for so many seconds more."""
    last = int(time.process_time() + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (last, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def alone(work: Callable[[], Any]) -> Any:
    """Return what ``work`` gives in a forked process, so that this one stays as it is.

    Raises
    ------
    ChildError
        If it gives nothing: it raises, ends, or takes more than :data:`SECONDS`.
    """
    child = Child(0, lambda send: send("gave", work()), (SECONDS,))
    try:
        while not child.is_over():
            child.read()
        messages = dict(child.messages())
    finally:
        child.end()
    if "gave" not in messages:
        raise ChildError(messages.get("caught", "a forked process crashed, or took too long"))
    return messages["gave"]
