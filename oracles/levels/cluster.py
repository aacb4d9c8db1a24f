"""Where the steps of a store run: in this process, or on Dask.

Dask shares the steps out, and runs those of a lost worker again; a step writes the same bytes
wherever it runs, so nothing else is to be done. By default the workers are processes of this
machine; a scheduler anywhere is named by its address, and then every worker must see the folder of
the store under the same path, and the same Grundwork.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from oracles.errors import OracleError, ResourceLimitError
from oracles.levels.files import Record
from oracles.limits import memory_limit

LONGEST_WAIT = 10  # seconds for a scheduler to answer
_LOOK_AGAIN = 0.1  # seconds
PRINTING = ("distributed", "tornado", "asyncio")
_AT_ONCE = 4  # steps that are given out for each worker
# Ctrl-C reaches the workers of a terminal too, and we end them.
_DEAF = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"

Step = Callable[..., Record]
Tell = Callable[[str], None]


class EngineError(OracleError):
    """Dask, DuckDB or PyArrow cannot be imported, or a scheduler or its workers cannot be had."""


class Runner(Protocol):
    """Runs a step for each of some arguments; gives what they return, in any order."""

    def __call__(self, step: Step, calls: Sequence[tuple[Any, ...]]) -> Iterator[Record]:
        """Run them."""


def run_here(step: Step, calls: Sequence[tuple[Any, ...]]) -> Iterator[Record]:
    """Run steps in this process, one after the other."""
    for call in calls:
        yield step(*call)


@contextmanager
def on_dask(
    scheduler: str | None, workers: int | None, tell: Tell, scratch: Path
) -> Iterator[Runner]:
    """Give what runs steps on Dask.

    Parameters
    ----------
    scheduler
        The address of a scheduler, such as ``tcp://10.0.0.1:8786``; None for one of our own, with
        workers on this machine.
    workers
        How many of these; as many as there are processors unless given.
    tell
        Told when a worker is lost.
    scratch
        The folder for what our own workers keep for themselves.

    Raises
    ------
    EngineError
        As of :func:`client_of`; or if our own workers cannot be begun.
    """
    if scheduler is not None:
        with client_of(scheduler) as client:
            yield _Dask(client, tell)
        return
    require("distributed")
    import dask
    from distributed import Client, LocalCluster

    count = workers or os.cpu_count() or 1
    with dask.config.set({"temporary-directory": str(scratch)}):
        try:
            cluster = LocalCluster(
                n_workers=count,
                threads_per_worker=1,
                memory_limit=int(memory_limit() / count),
                dashboard_address="127.0.0.1:0",  # any port that is free
                silence_logs="CRITICAL",
                preload=[_DEAF],
            )
        except RuntimeError as error:
            raise EngineError(
                f"workers={count}: they could not be begun ({error}); in a script call this under "
                "if __name__ == '__main__'"
            ) from error
        with cluster, Client(cluster) as client:
            yield _Dask(client, tell)


@contextmanager
def client_of(scheduler: str) -> Iterator[Any]:
    """Give the client of a Dask scheduler that has workers.

    Parameters
    ----------
    scheduler
        Its address, such as ``tcp://10.0.0.1:8786``.

    Raises
    ------
    EngineError
        If Dask cannot be imported, no scheduler answers there, it has no workers, or it is lost
        while it works.
    """
    require("distributed")
    from distributed import Client

    for name in list(logging.root.manager.loggerDict):
        if name.startswith(PRINTING):  # they would print tracebacks of what we say in a line
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        client = Client(scheduler, timeout=LONGEST_WAIT)
    except (OSError, ValueError) as error:
        raise EngineError(
            f"scheduler={scheduler!r}: no Dask scheduler answers there ({error or 'no reason'}); "
            "begin one with dask scheduler, which says its address, such as tcp://10.0.0.1:8786"
        ) from error
    with client:
        if not _workers_of(client):
            raise EngineError(
                f"scheduler={scheduler!r}: it has no workers; begin some with: dask worker "
                f"{scheduler}"
            )
        try:
            yield client
        except Exception as error:
            if client.status == "running":
                raise
            raise EngineError(  # whatever was raised, it comes of this
                f"scheduler={scheduler!r}: it was lost; what is finished is kept: begin one again, "
                "and run the same line"
            ) from error


def finished(client: Any, futures: Any) -> Iterator[Any]:
    """Give futures as they are completed.

    Parameters
    ----------
    client
        The client that they are of.
    futures
        Dask's ``as_completed``, to which others may be added meanwhile.

    Raises
    ------
    ConnectionError
        If the scheduler is lost, of which not all futures may be told.
    """
    while futures.count():
        if futures.has_ready():
            yield futures.next()
        elif client.status in ("closing", "closed"):
            raise ConnectionError("the scheduler was lost")
        else:
            with futures.thread_condition:
                futures.thread_condition.wait(timeout=_LOOK_AGAIN)


def _workers_of(client: Any) -> set[str]:
    """Ask which workers there are; what a client has noted of them leaves them out now and then."""
    return set(client.nthreads())


def require(*names: str) -> None:
    """Import what larger games need.

    Raises
    ------
    EngineError
        If a package is not installed, or cannot be imported.
    """
    for name in names:
        try:
            import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise _broken(name, error) from error
            raise EngineError(
                f"this needs {name}, which is not installed; pip install 'grundwork[large]'"
            ) from None
        except Exception as error:
            raise _broken(name, error) from error


def _broken(name: str, error: Exception) -> EngineError:
    return EngineError(
        f"this needs {name}, which is installed and cannot be imported "
        f"({type(error).__name__}: {error}); pip install --force-reinstall {name}"
    )


class _Dask:
    """Runs steps on the workers of a client."""

    def __init__(self, client: Any, tell: Tell) -> None:
        self.client, self.tell = client, tell
        self._workers: set[str] = set()

    def __call__(self, step: Step, calls: Sequence[tuple[Any, ...]]) -> Iterator[Record]:
        from distributed import KilledWorker, as_completed

        self._look_at_workers()
        waiting = iter(calls)
        most = _AT_ONCE * max(1, len(self._workers))
        futures = as_completed(with_results=True)
        given = [self._given(step, call) for _, call in zip(range(most), waiting, strict=False)]
        futures.update(given)
        try:
            for future, record in finished(self.client, futures):
                if future.status != "finished":  # it was cancelled, as the scheduler is lost
                    raise record
                yield record
                for call in waiting:
                    futures.add(self._given(step, call))
                    break
        except KilledWorker as error:
            raise ResourceLimitError(
                f"{step.__name__}: workers were lost again and again at the same step, most likely "
                "for want of memory; take fewer --workers, and run it again: it goes on where it "
                "was"
            ) from error
        self._look_at_workers()

    def _given(self, step: Step, call: tuple[Any, ...]) -> Any:
        return self.client.submit(step, *call, pure=False)

    def _look_at_workers(self) -> None:
        """Say which workers are gone."""
        now = _workers_of(self.client)
        for lost in sorted(self._workers - now):
            self.tell(f"worker {lost} was lost; what it was doing is done again")
        self._workers = now
