"""Running a search that goes deep without a deep stack of calls.

A search is written as a generator: where it would call itself it yields what it would call, and
goes on when that has run to its end. Play of 10^5 moves is no deeper for Python than a single one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Steps = Iterator[Any]  # each step is again Steps


def run(search: Steps) -> None:
    """Run a search to its end.

    >>> def down(n):
    ...     if n:
    ...         yield down(n - 1)
    ...     else:
    ...         print("at the end")
    >>> run(down(10**5))
    at the end
    """
    waiting = [search]
    while waiting:
        deeper = next(waiting[-1], None)
        if deeper is None:
            waiting.pop()
        else:
            waiting.append(deeper)
