"""Processes that do not outlive the one that began them.

What ends without a word of its own (killed, or made to end by the code that it runs) leaves behind
what it has begun; that becomes the child of the next ancestor that adopts orphans, which ends it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

LOOK = 0.5  # seconds between two looks at a parent


def end_with_parent(parent: int) -> None:
    """Let this process be ended when its parent is, however that ends.

    Parameters
    ----------
    parent
        The parent's number, as the parent knows it.
    """
    if sys.platform == "linux":
        import ctypes

        signal_on_parents_death = 1
        ctypes.CDLL(None).prctl(signal_on_parents_death, signal.SIGKILL)
        if os.getppid() != parent:  # it has ended already
            os._exit(1)
        return
    threading.Thread(target=_watch_parent, args=(parent,), daemon=True).start()


def adopt_orphans() -> None:
    """Become the parent of what a child has begun and not ended, when that child ends."""
    if sys.platform == "linux":
        import ctypes

        be_a_subreaper = 36
        ctypes.CDLL(None).prctl(be_a_subreaper, 1)


def end_begun(process: int) -> None:
    """End all that a process has begun, and what these have, and so on."""
    for each in begun_by(process):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(each, signal.SIGKILL)


def children_of(process: int) -> set[int]:
    """Return the processes that another one has begun, where the system says so."""
    found: set[int] = set()
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            found |= set(map(int, (thread / "children").read_text(encoding="ascii").split()))
    return found


def begun_by(process: int) -> list[int]:
    """Return all that a process has begun, and what these have, and so on."""
    return [each for child in children_of(process) for each in (child, *begun_by(child))]


def _watch_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(1)
