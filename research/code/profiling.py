"""Noting every call of a Python function, in whichever thread it is made.

A profile function belongs to one thread. A thread that starts while a watch is on gets one that
asks all watches which are on, so that it is seen by later ones as well; from Python 3.12 on so do
threads that ran before.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType

Noted = Callable[["FrameType", str, object], None]

_on: list[Noted] = []  # the watches that are on, the last one begun last


@contextmanager
def profiled(noted: Noted) -> Iterator[None]:
    """Call ``noted`` with every event of a profile, of this thread and of others.

    What was called before, by a watch that this one stands within, is called all the same.

    Examples
    --------
    >>> seen = set()
    >>> def inside():
    ...     pass
    >>> with profiled(lambda frame, event, _: seen.add(frame.f_code.co_name)):
    ...     thread = threading.Thread(target=inside)
    ...     thread.start()
    ...     thread.join()
    >>> "inside" in seen
    True
    """
    before, before_in_threads = sys.getprofile(), threading.getprofile()
    _on.append(noted)
    if sys.version_info >= (3, 12):
        threading.setprofile_all_threads(_in_threads)
    else:
        threading.setprofile(_in_threads)
    sys.setprofile(noted if len(_on) == 1 else _in_threads)  # those that are on go on seeing
    try:
        yield
    finally:
        if sys.version_info >= (3, 12):
            threading.setprofile_all_threads(before_in_threads)
        else:
            threading.setprofile(before_in_threads)
        sys.setprofile(before)
        _on.remove(noted)


def _in_threads(frame: FrameType, event: str, value: object) -> None:
    for noted in tuple(_on):
        noted(frame, event, value)
