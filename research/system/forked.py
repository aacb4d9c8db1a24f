"""Work in forked processes, each with a limit on its time.

What a forked process knows is what the one that forks knows; what it imports, changes and spoils
is gone with it. A limit is counted in seconds of the processor; on the clock a process may take
four times as long.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from fast.errors import InputError
from oracles.limits import interrupts_later

WAITS = 4  # times as long as it may compute it may take, on a machine that others use too

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
    context, todo = multiprocessing.get_context("fork"), enumerate(works)
    running = dict[Any, tuple[int, Any]]()
    try:
        while True:
            for place, work in islice(todo, jobs - len(running)):
                pipe, sending = context.Pipe(duplex=False)
                process = context.Process(target=_work, args=(os.getpid(), work, sending, seconds))
                with interrupts_later():
                    process.start()
                sending.close()
                running[pipe] = place, process
            if not running:
                return
            for ready in wait(list(running)):
                place, process = running.pop(ready)
                yield place, _ended(ready, process)
    finally:
        for _, process in running.values():
            process.kill()


def _ended(pipe: Any, process: Any) -> Ended:
    """Return how a process ended, when what it has begun is ended too."""
    found: Ended | None = None
    with pipe, suppress(EOFError):  # it may end without a word
        found = pipe.recv()
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.join()
    if found is not None:
        return found
    if process.exitcode >= 0:
        return Ended(failed="it made its process end")
    by = signal.Signals(-process.exitcode)
    late = by in (signal.SIGXCPU, signal.SIGALRM)
    return Ended(too_long=True) if late else Ended(failed=f"ended by {by.name}")


def _work(parent: int, work: Work, sending: Connection, seconds: float) -> None:
    """Work as a forked process: quiet, within its limits, and gone at the end."""
    os.setpgid(0, 0)
    end_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    signal.setitimer(signal.ITIMER_REAL, WAITS * seconds)
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    most = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, most))
    try:
        sending.send(Ended(work()))
    except BaseException as error:  # sys.exit in a researcher's code included
        kind = "" if isinstance(error, InputError) else f"{type(error).__name__}: "
        sending.send(Ended(failed=f"{kind}{error}"[:400]))
    finally:
        os._exit(0)


def alone(work: Work, seconds: float) -> Any:
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
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
