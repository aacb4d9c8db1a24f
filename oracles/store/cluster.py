"""A Dask scheduler, which is named by its address, and packages that may be absent.

Dask runs again what a lost worker was doing. Every worker must have the same Grundwork, and see a
file of rules under the same path.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from oracles.errors import OracleError

LONGEST_WAIT = 10  # seconds for a scheduler to answer
_LOOK_AGAIN = 0.1  # seconds
PRINTING = ("distributed", "tornado", "asyncio")


class EngineError(OracleError):
    """Dask, DuckDB or PyArrow cannot be imported, or a scheduler or its workers cannot be had."""


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
        if not client.nthreads():  # asked anew: what it has noted lacks some now and then
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


def require(*names: str) -> None:
    """Import what larger games need.

    Raises
    ------
    EngineError
        If a package cannot be imported.
    """
    for name in names:
        try:
            import_module(name)
        except ImportError as error:
            raise EngineError(
                f"this needs {name}, which is not installed; pip install 'grundwork[large]' "
                f"({error})"
            ) from error
