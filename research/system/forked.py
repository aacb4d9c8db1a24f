"""Work in forked processes, each with a limit on its time.

What a forked process knows is what the one that forks knows; what it imports, changes and spoils
is gone with it. A limit is counted in seconds of the processor; on the clock a process may take
four times as long. (Pools of the standard library end with the first process that crashes.)
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from fast.errors import InputError

WAITS = 4  # times as long as it may compute it may take, on a machine that others use too
LOOK = 0.5  # seconds between two looks at the clock
SECONDS = 600.0  # that one process alone may compute

Work = Callable[[], Any]


class Ended(NamedTuple):
    """How a process ended."""

    value: Any = None  # what the work gave
    failed: str = ""  # what it raised or what ended it instead, in a line
    too_long: bool = False


def run_each(works: Iterable[Work], *, jobs: int, seconds: float) -> Iterator[tuple[int, Ended]]:
    """Do each work in a process of its own, several at once; yield its place and how it ended.

    What a work gives is sent by ``pickle``. It may take so many ``seconds`` of the processor.
    """
    todo = list(enumerate(works))[::-1]
    running: dict[Connection, tuple[int, Any, float]] = {}
    try:
        while todo or running:
            while todo and len(running) < jobs:
                place, work = todo.pop()
                pipe, sending = multiprocessing.Pipe(duplex=False)
                process = multiprocessing.get_context("fork").Process(
                    target=_work, args=(os.getpid(), work, sending, seconds)
                )
                with warnings.catch_warnings():  # a display of progress has a thread
                    warnings.simplefilter("ignore", DeprecationWarning)
                    process.start()
                sending.close()
                running[pipe] = place, process, time.monotonic() + WAITS * seconds
            ready = wait(list(running), LOOK)
            for pipe, (place, process, until) in list(running.items()):
                if pipe in ready or time.monotonic() > until:
                    del running[pipe]
                    yield place, _ended(pipe, process, sent=pipe in ready)
    finally:
        for pipe, (_, process, _) in running.items():
            _ended(pipe, process, sent=False)


def _ended(pipe: Connection, process: Any, *, sent: bool) -> Ended:
    """End a process, and what it has begun; return how it ended, or that it took too long."""
    found = None
    with suppress(EOFError, OSError):  # it ended without a word
        found = pipe.recv() if sent else None
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()  # it may not have a group of its own yet
    process.join()
    pipe.close()
    number = max(0, -(process.exitcode or 0))
    if not sent or number == signal.SIGXCPU:
        return Ended(too_long=True)
    by = f"ended by {signal.Signals(number).name}" if number else "it made its process end"
    return found or Ended(failed=by)


def _work(parent: int, work: Work, sending: Connection, seconds: float) -> None:
    """Work as a forked process: quiet, within its limit, and gone at the end."""
    os.setpgid(0, 0)
    end_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    limit = int(time.process_time() + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    try:
        sending.send(Ended(work()))
    except BaseException as error:  # sys.exit in a researcher's code included
        kind = "" if isinstance(error, InputError) else f"{type(error).__name__}: "
        sending.send(Ended(failed=f"{kind}{error}"[:400]))
    finally:
        os._exit(0)


def alone(work: Work, seconds: float = SECONDS) -> Any:
    """Return what one work gives in a process of its own, so that this one stays as it is.

    Raises :class:`InputError` if it gives nothing: it raises, ends, or takes too long.
    """
    ((_, ended),) = run_each([work], jobs=1, seconds=seconds)
    if ended.too_long or ended.failed:
        raise InputError(ended.failed or f"it took more than {seconds:.0f} s")
    return ended.value


def end_with_parent(parent: int) -> None:
    """Let this process end when its parent has ended, whose number is given."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
