"""Progress for what takes long: nothing for a second, then a line on standard error.

It shows the time that has passed, what the code says that it does, and how far the innermost
search (:mod:`oracles.limits`) has come. Where standard error is no terminal, it is a plain line
every ten seconds.
"""

from __future__ import annotations

import multiprocessing
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from oracles.limits import how_far

DELAY, AGAIN = 1.0, 0.2  # seconds, at a terminal
BETWEEN_LINES = 10.0  # seconds, elsewhere

_open: list[list[object]] = []  # what is being waited for, the innermost last: what it said last


@contextmanager
def waiting(doing: object) -> Iterator[Callable[[str], None]]:
    """Show what is being done, if it takes over a second, or ten where nobody is looking.

    It shows ``doing``, whose text is taken each time, so it may count, until the function that the
    context gives is called with something more precise. Within another such context it is a part,
    which is shown behind what the outermost says.

    >>> with waiting("counting") as tell:
    ...     tell("counting: 3 of 4")
    """
    said, over = [doing], threading.Event()
    shower = threading.Thread(target=_show, args=(said, over), daemon=True)
    if not _open and multiprocessing.parent_process() is None:
        shower.start()
    _open.append(said)
    try:
        yield lambda what: said.__setitem__(0, what)
    finally:
        _open[:] = [each for each in _open if each is not said]
        over.set()
        if shower.ident is not None:
            shower.join()


def _show(said: list[object], over: threading.Event) -> None:
    """Show what was said last, and how far it is, until it is over."""
    begun, at_a_terminal = time.monotonic(), sys.stderr.isatty()
    if at_a_terminal and over.wait(DELAY):
        return
    while not over.wait(AGAIN if at_a_terminal else BETWEEN_LINES):
        inner = [str(each[0]) for each in _open[1:][-1:]] + [how_far()]
        minutes, seconds = divmod(int(time.monotonic() - begun), 60)
        text = ": ".join([f"{minutes}:{seconds:02} {said[0]}", *filter(None, inner)])
        if at_a_terminal:
            width = max(20, shutil.get_terminal_size().columns - 1)
            print(f"\r\x1b[K{text[:width]}", end="", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)
    if at_a_terminal:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
