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


_open: list[list[object]] = []  # what is being waited for, the innermost last: what it said last


@contextmanager
def waiting(doing: object) -> Iterator[Tell]:
    """Show what is being done, if it takes over a second and a person is looking.

    Parameters
    ----------
    doing
        What is being done; shown until the function that the context gives is called with
        something more precise. Its text is taken each time, so it may count. Within another such
        context it is a part, which is shown behind what the outermost says.

    Examples
    --------
    >>> with waiting("counting") as tell:
    ...     tell("counting: 3 of 4")
    """
    said, over = [doing], threading.Event()
    shower = threading.Thread(target=_show, args=(said, over), daemon=True)
    shown = not _open and sys.stderr.isatty()
    _open.append(said)
    if shown:
        shower.start()

    def tell(what: str) -> None:
        said[0] = what

    try:
        yield tell
    finally:
        _open[:] = [each for each in _open if each is not said]
        over.set()
        if shown:
            shower.join()


def _show(said: list[object], over: threading.Event) -> None:
    """Show what was said last, and how far it is, until it is over."""
    begun = time.monotonic()
    if over.wait(DELAY):
        return
    from rich.console import Console
    from rich.markup import escape

    console = Console(stderr=True, highlight=False, markup=False)
    with console.status("") as status:
        while True:
            inner = [str(each[0]) for each in _open[1:][-1:]] + [now_doing()]  # the innermost
            minutes, seconds = divmod(int(time.monotonic() - begun), 60)
            text = ": ".join([f"{minutes}:{seconds:02} {said[0]}", *filter(None, inner)])
            status.update(escape(text[: max(20, console.width - 4)]))
            if over.wait(AGAIN):
                return
