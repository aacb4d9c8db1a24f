"""Work in forked processes, each with a limit on its time.

What a forked process knows is what the one that forks knows; what it imports, changes and spoils
is gone with it. A limit is counted in seconds of the processor, and is the last resort against what
does not end; on the clock a process may take four times as long.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

from fast.errors import InputError

WAITS = 4  # times as long as it may compute it may take, on a machine that others use too
LOOK = 0.5  # seconds between two looks at the clock
SECONDS = 600.0  # that one process alone may compute

Work = Callable[[], Any]


@dataclass(frozen=True)
class Ended:
    """How a process ended.

    Attributes
    ----------
    value
        What the work gave.
    raised
        What it raised instead, in a line.
    signal
        The name of the signal that ended it; "exit" if it ended without one, and said nothing.
    too_long
        Whether it took longer than it may.
    """

    value: Any = None
    raised: str = ""
    signal: str = ""
    too_long: bool = False


def run_each(works: Iterable[Work], *, jobs: int, seconds: float) -> Iterator[tuple[int, Ended]]:
    """Do each work in a process of its own, several at once; yield its place and how it ended.

    Parameters
    ----------
    works
        What is done; what it gives is sent by ``pickle``.
    jobs
        How many at once.
    seconds
        Of the processor, that each may take.
    """
    waiting = deque(enumerate(works))
    running: dict[Connection, tuple[int, _Child]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                place, work = waiting.popleft()
                child = _Child(work, seconds)
                running[child.pipe] = place, child
            ready = wait(list(running), LOOK)
            for pipe, (place, child) in list(running.items()):
                if pipe in ready or time.monotonic() - child.begun > WAITS * seconds:
                    del running[pipe]
                    yield place, child.ended(sent=pipe in ready)
    finally:
        for _, child in running.values():
            child.ended(sent=False)


class _Child:
    """A forked process that does one work."""

    def __init__(self, work: Work, seconds: float) -> None:
        self.begun = time.monotonic()
        self.pipe, sending = Pipe(duplex=False)
        parent = os.getpid()
        with warnings.catch_warnings():
            # A progress display has a thread; the child touches nothing of it.
            warnings.simplefilter("ignore", DeprecationWarning)
            self.process = os.fork()
        if self.process == 0:
            _work_and_leave(parent, work, sending, seconds)
        sending.close()

    def ended(self, *, sent: bool) -> Ended:
        """End it, and what it has begun; return how it ended, or that it took too long."""
        found: Ended | None = None
        if sent:
            with suppress(EOFError, OSError):  # it ended without a word
                found = self.pipe.recv()
        else:
            found = Ended(too_long=True)
        for end in (os.killpg, os.kill):  # it may not have a group of its own yet
            with suppress(ProcessLookupError, PermissionError):
                end(self.process, signal.SIGKILL)
        _, status = os.waitpid(self.process, 0)
        self.pipe.close()
        if found is not None:
            return found
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        if number == signal.SIGXCPU:
            return Ended(too_long=True)
        return Ended(signal=signal.Signals(number).name if number else "exit")


def _work_and_leave(parent: int, work: Work, sending: Connection, seconds: float) -> None:
    """Work as a forked process: quiet, within its limit, and gone at the end."""
    try:
        os.setpgid(0, 0)
        end_with_parent(parent)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        sending.send(Ended(work()))
    except InputError as error:  # one line for a person
        sending.send(Ended(raised=str(error)[:400]))
    except BaseException as error:  # sys.exit in a researcher's code included
        sending.send(Ended(raised=f"{type(error).__name__}: {error}"[:400]))
    finally:
        os._exit(0)


def alone(work: Work, seconds: float = SECONDS) -> Any:
    """Return what one work gives in a process of its own, so that this one stays as it is.

    Raises
    ------
    InputError
        If it gives nothing: it raises, ends, or takes too long.
    """
    ((_, ended),) = run_each([work], jobs=1, seconds=seconds)
    if ended.too_long:
        raise InputError(f"it took more than {seconds:.0f} s")
    if ended.raised or ended.signal:
        raise InputError(ended.raised or f"it was ended by {ended.signal}")
    return ended.value


def end_with_parent(parent: int) -> None:
    """Let this process be ended when its parent is, however that ends.

    Parameters
    ----------
    parent
        The parent's number, as the parent knows it.
    """
    if sys.platform == "linux":
        import ctypes

        signal_on_parents_death = 1
        ctypes.CDLL(None).prctl(signal_on_parents_death, signal.SIGKILL)
        if os.getppid() != parent:  # it has ended already
            os._exit(1)
        return
    threading.Thread(target=_watch_parent, args=(parent,), daemon=True).start()


def _watch_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(1)
