"""Noting every call of a Python function, in whichever thread it is made.

A profile function belongs to one thread. A thread that starts while a watch is on gets one that
asks all watches which are on, so that it is seen by later ones as well; from Python 3.12 on so do
threads that ran before.

Calling Python with each event takes most of the time of what is watched. Who needs to know only
which code was called, and not from where, has it from Python's own profiler in half the time.

What is watched can set another profiler, or none, or start a thread past the watch. Python tells
an audit hook of that, and the watch says that it was lost (:class:`Hold`).
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from cProfile import Profile
from dataclasses import dataclass
from types import CodeType
from typing import TYPE_CHECKING
from weakref import WeakSet

from fast.watching import told_of_profilers, watchers

if TYPE_CHECKING:
    from types import FrameType

Noted = Callable[["FrameType", str, object], None]


@dataclass
class Hold:
    """Whether a watch saw all calls as long as it was on, or lost some to who set a profiler."""

    lost: bool = False


_on: list[Noted] = []  # the watches that are on, the last one begun last
_holds: list[Hold] = []  # theirs
_seen_threads: WeakSet[threading.Thread] = WeakSet()  # that began while a watch was on

# From Python 3.12 on, to begin and to pause takes longer than what is called in between.
CAN_PAUSE = sys.version_info < (3, 12)


class Called:
    """The code that is called in this thread, as Python's own profiler counts it."""

    def __init__(self) -> None:
        self._profile = Profile()
        self._began = False

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
        if not self._began:
            self._began = True
            _begin()  # is counted, until somebody clears the profiler

    def is_cleared(self) -> bool:
        """Whether what was counted first is gone, and so may be what came after it."""
        return self._began and _begin.__code__ not in self.codes()

    def codes(self) -> list[CodeType]:
        """Return what was called."""
        return [each.code for each in self._profile.getstats() if isinstance(each.code, CodeType)]


def _begin() -> None:
    """What is counted first of all."""


@contextmanager
def profiled(noted: Noted, called: Called | None = None) -> Iterator[Hold]:
    """Call ``noted`` with every event of a profile, of this thread and of others.

    What was called before, by a watch that this one stands within, is called all the same.

    Parameters
    ----------
    noted
        Called with the frame, the event and its value.
    called
        Counts what is called in this thread, and ``noted`` is not told of it; but where another
        watch is on as well, ``noted`` is told instead.

    Yields
    ------
    Hold
        Which says in the end whether the watch was kept on.

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
    hold = Hold()
    _on.append(noted)
    _holds.append(hold)
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
        yield hold
    finally:
        hold.lost |= threading.getprofile() is not _in_threads
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
        _holds.remove(hold)
        hold.lost |= called is not None and called.is_cleared()


def _in_threads(frame: FrameType, event: str, value: object) -> None:
    for noted in tuple(_on):
        noted(frame, event, value)


def unseen_threads() -> list[threading.Thread]:
    """Return the threads that run and that no watch sees, as they began while none was on."""
    if sys.version_info >= (3, 12):  # there a watch that begins is set in all threads
        return []
    apart = {threading.current_thread(), threading.main_thread()}
    return [each for each in threading.enumerate() if each not in apart | set(_seen_threads)]


def _setting(frame: FrameType, event: str) -> None:
    """Note who sets a profiler, or starts a thread, while a watch is on."""
    by_threading = frame.f_code.co_filename == threading.__file__
    if event == "sys.setprofile" and by_threading and frame.f_code.co_name == "_bootstrap_inner":
        kept = threading.getprofile() is _in_threads
        if kept:
            _seen_threads.add(threading.current_thread())
    elif event == "sys.setprofile":  # from here it may be set in all threads
        setter = frame.f_back if by_threading else None
        kept = setter is not None and setter.f_code.co_filename == __file__
    else:  # a thread that is started by other means has no profiler
        kept = by_threading and threading.getprofile() is _in_threads
    if not kept:
        for hold in _holds:
            hold.lost = True


watchers.add(__file__)
told_of_profilers.append(_setting)
