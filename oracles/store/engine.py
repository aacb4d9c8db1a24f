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
from concurrent import futures
from contextlib import contextmanager
from functools import partial
from itertools import islice, starmap
from typing import Any, TypeAlias

from oracles.errors import OracleError
from oracles.limits import interrupts_later

LONGEST_WAIT = 10  # seconds for a scheduler to answer
AHEAD = 4  # times as many calls as there are workers are given out at once

Calls: TypeAlias = Iterable[tuple[Any, ...]]
Engine: TypeAlias = Callable[[Callable[..., Any], Calls], Iterable[Any]]  # as starmap


def _completed(
    executor: futures.Executor, workers: int, work: Callable[..., Any], calls: Calls
) -> Iterator[Any]:
    """Yield what a function gives for each of some arguments, as each is done."""
    rest, waiting = iter(calls), set[futures.Future[Any]]()
    while True:
        more = islice(rest, AHEAD * workers - len(waiting))
        with interrupts_later():  # the first calls begin processes
            waiting |= {executor.submit(work, *call) for call in more}
        if not waiting:
            return
        done, waiting = futures.wait(waiting, return_when=futures.FIRST_COMPLETED)
        yield from (each.result() for each in done)


def _as_worker() -> None:
    """Leave interrupts to the parent, which ends this process, and results: rules may print."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)


@contextmanager
def engine_of(workers: int | None, scheduler: str | None = None) -> Iterator[Engine]:
    """Give what calls a function with many arguments, in some processes or on a Dask scheduler.

    Parameters
    ----------
    workers
        How many processes on this machine; one a processor if None, and this one alone if 0.
    scheduler
        The address of a Dask scheduler, such as ``tcp://10.0.0.1:8786``, in place of them.

    Raises
    ------
    OracleError
        If Dask cannot be imported, no scheduler answers there, it has no workers, or it or a
        process is lost while it works.
    """
    if scheduler:
        with _dask(scheduler) as engine:
            yield engine
    elif workers == 0:
        yield starmap
    else:
        number = workers or os.cpu_count() or 1
        context = multiprocessing.get_context("spawn")
        pool = futures.ProcessPoolExecutor(number, context, _as_worker)
        try:
            yield partial(_completed, pool, number)
        except futures.BrokenExecutor as error:
            raise OracleError(
                f"workers={workers}: a worker was lost, perhaps for want of memory; run it again: "
                "it goes on where it was. In a script call this under if __name__ == '__main__'"
            ) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _dask(scheduler: str) -> Iterator[Engine]:
    try:
        from distributed import Client, KilledWorker

        logging.getLogger("distributed.client").setLevel(logging.CRITICAL + 1)  # no tracebacks
        client = Client(scheduler, timeout=LONGEST_WAIT)
        client.wait_for_workers(1, timeout=LONGEST_WAIT)
    except (ImportError, OSError, ValueError) as error:
        raise OracleError(
            f"scheduler={scheduler!r}: {error!r}; this needs pip install 'grundwork[large]', a "
            "Dask scheduler at that address and a worker: dask scheduler, dask worker ADDRESS"
        ) from error
    with client:
        try:
            executor = client.get_executor(pure=False)
            yield partial(_completed, executor, sum(client.nthreads().values()))
        except (futures.CancelledError, KilledWorker, ImportError) as error:
            raise OracleError(
                f"scheduler={scheduler!r}: it or a worker was lost ({error!r}); what is finished "
                "is kept: begin one again, and run the same line"
            ) from error
