"""Progress for what takes long: nothing for a second, then a line on standard error.

A stage that is done within a second leaves no trace. Where standard error is no terminal there is
no progress at all, so logs and pipes stay clean.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

DELAY = 1.0  # seconds

Tell = Callable[[str], None]


@contextmanager
def waiting(doing: str) -> Iterator[Tell]:
    """Show what is being done, if it takes over a second and a person is looking.

    Parameters
    ----------
    doing
        What is being done; shown until the function that the context gives is called with
        something more precise.

    Examples
    --------
    >>> with waiting("counting") as tell:
    ...     tell("counting: 3 of 4")
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console

    status = Console(stderr=True, highlight=False).status(doing)
    timer = threading.Timer(DELAY, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield status.update
    finally:
        timer.cancel()
        timer.join()
        status.stop()
