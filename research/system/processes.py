"""Processes that do not outlive the one that began them."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

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


def _watch_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(1)
