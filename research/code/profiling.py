"""Noting every call of a Python function, in whichever thread it is made.

A profile function belongs to one thread. A thread that starts while a watch is on gets one that
asks all watches which are on, so that it is seen by later ones as well; from Python 3.12 on so do
threads that ran before.

Calling Python with each event takes most of the time of what is watched. Who needs to know only
which code was called, and not from where, has it from Python's own profiler in half the time.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from cProfile import Profile
from types import CodeType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType

Noted = Callable[["FrameType", str, object], None]

_on: list[Noted] = []  # the watches that are on, the last one begun last


# From Python 3.12 on, to begin and to pause takes longer than what is called in between.
CAN_PAUSE = sys.version_info < (3, 12)


class Called:
    """The code that is called in this thread, as Python's own profiler counts it."""

    def __init__(self) -> None:
        self._profile = Profile()

    def pause(self) -> bool:
        """Count no more; return whether it counted."""
        current: object = sys.getprofile()
        counts = current is self._profile
        if counts:
            self._profile.disable()
        return counts

    def go_on(self) -> None:
        """Count from now on."""
        self._profile.enable(subcalls=False, builtins=False)

    def codes(self) -> list[CodeType]:
        """Return what was called."""
        return [each.code for each in self._profile.getstats() if isinstance(each.code, CodeType)]


@contextmanager
def profiled(noted: Noted, called: Called | None = None) -> Iterator[None]:
    """Call ``noted`` with every event of a profile, of this thread and of others.

    What was called before, by a watch that this one stands within, is called all the same.

    Parameters
    ----------
    noted
        Called with the frame, the event and its value.
    called
        Counts what is called in this thread, and ``noted`` is not told of it; but where another
        watch is on as well, ``noted`` is told instead.

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
    if isinstance(before, Profile):
        before.disable()
    if called is not None and before is None and len(_on) == 1:
        called.go_on()
    else:
        sys.setprofile(noted if len(_on) == 1 else _in_threads)  # those that are on go on seeing
    try:
        yield
    finally:
        if sys.version_info >= (3, 12):
            threading.setprofile_all_threads(before_in_threads)
        else:
            threading.setprofile(before_in_threads)
        if called is not None:
            called.pause()
        sys.setprofile(None if isinstance(before, Profile) else before)
        if isinstance(before, Profile):
            before.enable(subcalls=False, builtins=False)
        _on.remove(noted)


def _in_threads(frame: FrameType, event: str, value: object) -> None:
    for noted in tuple(_on):
        noted(frame, event, value)
