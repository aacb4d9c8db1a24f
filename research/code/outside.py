"""What code of a researcher's does that no watch on calls sees: reading, and work done elsewhere.

What is read back was written down before, and what another process, a thread or a server computes
runs no function here. Python tells an audit hook as it is begun (:mod:`fast.watching`); what was
begun before a watch, and still runs, is asked for.
"""

from __future__ import annotations

import _collections_abc
import os
import socket
import sys
import traceback
import warnings
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakSet

from fast.watching import (
    ENVIRONMENT_READ,
    MADE_READ,
    NETWORK_ASKED,
    OURS,
    PROCESS_RAN,
    is_foreign,
    told_of_doing,
)
from research.code.profiling import unseen_threads

if TYPE_CHECKING:
    from threading import Thread
    from types import FrameType

THREAD_RAN = "a thread ran that had begun before"
IMPORTING = "<frozen importlib"
ENVIRON = {os.__file__, _collections_abc.__file__, "<frozen os>", "<frozen _collections_abc>"}
SHOWING = (warnings.__file__, traceback.__file__)  # they read sources to show them
POOLS = (str(Path("concurrent", "futures", "thread.py")), str(Path("multiprocessing", "pool.py")))

_begun = False  # whether code of a researcher's has started a process so far
_connected: WeakSet[socket.socket] = WeakSet()  # what it has connected


def by_researcher(frame: FrameType | None, done: str) -> bool:
    """Whether a researcher's code does something, by itself or through a library.

    What a library reads of the environment is how it is set up, and no truth.
    """
    if done == ENVIRONMENT_READ:
        while frame is not None and frame.f_code.co_filename in ENVIRON:
            frame = frame.f_back
        file = "" if frame is None else frame.f_code.co_filename
        return bool(file) and not (file.startswith(OURS) or is_foreign(file))
    while done == MADE_READ and frame is not None and _imports(frame):
        frame = frame.f_back
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(OURS) or file in SHOWING or _imports(frame) or _is_of_numba(file):
            return False
        if not is_foreign(file):
            return True
        frame = frame.f_back
    return False


def still_running() -> set[str]:
    """Say what a researcher's code began before that may work for it now, unseen."""
    found = set()
    if _begun and _has_children():
        found.add(PROCESS_RAN)
    if any(each.fileno() >= 0 for each in tuple(_connected)):
        found.add(NETWORK_ASKED)
    if any(map(_runs_for_a_researcher, unseen_threads())):
        found.add(THREAD_RAN)
    return found


def _imports(frame: FrameType) -> bool:
    return frame.f_code.co_filename.startswith(IMPORTING)


@lru_cache(maxsize=4096)
def _is_of_numba(file: str) -> bool:
    """Whether it is numba, which keeps compiled code in files."""
    return is_foreign(file) and "numba" in Path(file).parts


def _has_children() -> bool:
    """Whether a process runs that was begun here, but for those that multiprocessing keeps.

    One that has ended does not run, although it is listed until somebody waits for it. Where the
    system keeps no list of them, only that there are some can be asked.
    """
    lists = list(Path("/proc/self/task").glob("*/children"))
    if lists:
        with suppress(OSError):  # of a thread that has ended meanwhile
            begun = {int(pid) for each in lists for pid in each.read_text().split()}
            return any(map(_runs, begun - _kept()))
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except (AttributeError, OSError):  # there are none, or they cannot be asked for
        return False
    return not _kept()


def _runs(pid: int) -> bool:
    """Whether a process that this one has begun has not ended yet."""
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
    except ChildProcessError:  # somebody has waited for it
        return False


def _kept() -> set[int]:
    """Return the processes that multiprocessing keeps for itself, whoever uses it."""
    held = [
        ("multiprocessing.resource_tracker", "_resource_tracker", "_pid"),
        ("multiprocessing.forkserver", "_forkserver", "_forkserver_pid"),
    ]
    found = (
        getattr(getattr(sys.modules.get(module), name, None), pid, None)
        for module, name, pid in held
    )
    return {pid for pid in found if pid is not None}


def _runs_for_a_researcher(thread: Thread) -> bool:
    """Whether a thread runs a researcher's function, or whatever a pool is given."""
    run = getattr(type(thread).run, "__code__", None)
    target = getattr(getattr(thread, "_target", None), "__code__", None)
    files = [code.co_filename for code in (run, target) if code is not None]
    if any(not is_foreign(file) and not file.startswith(OURS) for file in files):
        return True
    return any(file.endswith(POOLS) for file in files) and not _runs_for_dask(thread)


def _runs_for_dask(thread: Thread) -> bool:
    """Whether it is of the pool in which Dask packs what it sends, and nothing else."""
    pool = getattr(sys.modules.get("distributed.utils"), "_offload_executor", None)
    return thread in getattr(pool, "_threads", ())


def _note(frame: FrameType, done: str, what: object) -> None:
    global _begun  # noqa: PLW0603  # of the process, as its children are
    if done in (PROCESS_RAN, NETWORK_ASKED) and by_researcher(frame, done):
        _begun = _begun or done == PROCESS_RAN
        if isinstance(what, socket.socket):
            _connected.add(what)


told_of_doing.append(_note)
