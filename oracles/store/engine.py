"""Where work is done: this process, others on this machine, or the workers of a Dask scheduler.

Dask runs again what a lost worker was doing. Every worker must have the same Grundwork, and see a
file of rules under the same path.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

from oracles.errors import OracleError

LONGEST_WAIT = 10  # seconds for a scheduler to answer
LOOK = 0.5  # seconds between two looks at whether it is still there
AHEAD = 4  # times as many calls as there are workers are given out at once


class EngineError(OracleError):
    """Dask cannot be imported, or a scheduler, its workers or a process cannot be had."""


@dataclass(frozen=True)
class Engine:
    """What calls functions in other processes; in this one if there is no executor."""

    executor: Executor | None = None
    workers: int = 1
    alive: Callable[[], bool] = lambda: True

    def completed(
        self, work: Callable[..., Any], calls: Iterable[tuple[Any, ...]]
    ) -> Iterator[Any]:
        """Yield what a function gives for each of some arguments, as each is done."""
        if self.executor is None:
            yield from (work(*call) for call in calls)
            return
        rest, waiting = iter(calls), set[Future[Any]]()
        while True:
            more = islice(rest, AHEAD * self.workers - len(waiting))
            waiting |= {self.executor.submit(work, *call) for call in more}
            if not waiting:
                return
            done, waiting = wait(waiting, LOOK, FIRST_COMPLETED)
            yield from (each.result() for each in done)
            if not done and not self.alive():
                raise ConnectionError("the scheduler was lost")


@contextmanager
def engine_of(workers: int | None, scheduler: str | None = None) -> Iterator[Engine]:
    """Give the engine that some processes are, or a Dask scheduler.

    Parameters
    ----------
    workers
        How many processes on this machine; one a processor if None, and this one alone if 0.
    scheduler
        The address of a Dask scheduler, such as ``tcp://10.0.0.1:8786``, in place of them.

    Raises
    ------
    EngineError
        If Dask cannot be imported, no scheduler answers there, it has no workers, or it or a
        process is lost while it works.
    """
    if scheduler:
        with _dask(scheduler) as engine:
            yield engine
    elif workers == 0:
        yield Engine()
    else:
        number = workers or os.cpu_count() or 1
        context = multiprocessing.get_context("spawn")
        # Ctrl-C reaches the workers of a terminal too, and we end them.
        pool = ProcessPoolExecutor(number, context, signal.signal, (signal.SIGINT, signal.SIG_IGN))
        try:
            yield Engine(pool, number)
        except BrokenProcessPool as error:
            raise EngineError(
                f"workers={workers}: a worker was lost, perhaps for want of memory; run it again: "
                "it goes on where it was. In a script call this under if __name__ == '__main__'"
            ) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _dask(scheduler: str) -> Iterator[Engine]:
    at = f"scheduler={scheduler!r}:"
    try:
        from distributed import Client, KilledWorker

        for name in list(logging.root.manager.loggerDict):
            if name.startswith(("distributed", "tornado", "asyncio")):  # they print tracebacks
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        client = Client(scheduler, timeout=LONGEST_WAIT)
    except ImportError as error:
        raise EngineError(
            f"{at} this needs distributed, which is not installed; pip install 'grundwork[large]' "
            f"({error})"
        ) from error
    except (OSError, ValueError) as error:
        raise EngineError(
            f"{at} no Dask scheduler answers there ({error or 'no reason'}); begin one with dask "
            "scheduler, which says its address, such as tcp://10.0.0.1:8786"
        ) from error
    with client:
        if not (threads := sum(client.nthreads().values())):
            raise EngineError(f"{at} it has no workers; begin some with: dask worker {scheduler}")
        executor = client.get_executor(pure=False)
        try:
            yield Engine(executor, threads, lambda: client.status not in ("closing", "closed"))
        except Exception as error:
            if client.status == "running" and not isinstance(error, KilledWorker | ImportError):
                raise
            raise EngineError(  # whatever was raised, it comes of this
                f"{at} it or a worker was lost ({error}); what is finished is kept: begin one "
                "again, and run the same line"
            ) from error
