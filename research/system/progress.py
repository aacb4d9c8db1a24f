"""Progress for what takes long: nothing for a second, then a line on standard error.

What is shown is the time that it has taken, what the code says that it does, and how far the
innermost search that is being looked at (:mod:`oracles.limits`) has come. A stage that is done
within a second leaves no trace. Where standard error is no terminal there is no progress at all, so
logs and pipes stay clean.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from oracles.limits import now_doing

DELAY = 1.0  # seconds
AGAIN = 0.2

Tell = Callable[[str], None]


_parts: list[list[str]] = []  # that are open, each with what it said last


@contextmanager
def telling(doing: str) -> Iterator[Tell]:
    """Say what a part of long work does, to whoever shows progress; nothing else is shown of it.

    Parameters
    ----------
    doing
        What is being done; the function that the context gives is called with something newer.

    Examples
    --------
    >>> with telling("comparing") as tell:
    ...     tell("comparing: 3 of 4")
    """
    said = [doing]
    _parts.append(said)
    try:
        yield said.append
    finally:
        _parts.remove(said)


@contextmanager
def waiting(doing: object) -> Iterator[Tell]:
    """Show what is being done, if it takes over a second and a person is looking.

    Parameters
    ----------
    doing
        What is being done; shown until the function that the context gives is called with
        something more precise. Its text is taken each time, so it may count.

    Examples
    --------
    >>> with waiting("counting") as tell:
    ...     tell("counting: 3 of 4")
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    said: list[object] = [doing]
    over = threading.Event()
    shower = threading.Thread(target=_show, args=(said, over), daemon=True)
    shower.start()
    try:
        yield said.append
    finally:
        over.set()
        shower.join()


def _show(said: list[object], over: threading.Event) -> None:
    """Show the last that was said, and how far it is, until it is over."""
    begun = time.monotonic()
    if over.wait(DELAY):
        return
    from rich.console import Console
    from rich.markup import escape

    console = Console(stderr=True, highlight=False, markup=False)
    with console.status("") as status:
        while True:
            inner = [each[-1] for each in _parts[-1:]] + [now_doing()]
            minutes, seconds = divmod(int(time.monotonic() - begun), 60)
            text = ": ".join([f"{minutes}:{seconds:02} {said[-1]}", *filter(None, inner)])
            status.update(escape(text[: max(20, console.width - 4)]))
            if over.wait(AGAIN):
                return
