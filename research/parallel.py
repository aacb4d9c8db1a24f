"""Checking several studies at once, each in a process of its own.

Studies share nothing but files, and each keeps what it found when it is finished, so the findings
are those of checking one after another, and an interrupted check loses no finished study.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing import resource_tracker

from research.checking import Findings, Notify, check_study
from research.claims import Settings
from research.interrupts import end_with_parent
from research.loading import load_study


def check_together(
    names: Sequence[str], settings: Settings, notify: Notify = lambda _: None
) -> list[Findings]:
    """Check studies by name on all processors; the findings come in the order of the names.

    Parameters
    ----------
    names
        Names of built-in studies or variants.
    settings
        How hard to look.
    notify
        Told how many studies are finished.
    """
    from multiprocessing import get_context

    found = []
    workers = min(len(names), os.cpu_count() or 1)
    # A fresh interpreter for each: compiled code and threads do not survive a fork.
    with (
        _interrupts_held_back(),
        get_context("spawn").Pool(workers, initializer=_begin, initargs=(os.getpid(),)) as pool,
    ):
        _let_interrupts_in()
        notify(f"checking {', '.join(names)}")
        for findings in pool.imap(partial(_check_one, settings=settings), names, chunksize=1):
            found.append(findings)
            notify(f"{len(found)} of {len(names)} studies checked, last {findings.study}")
    return found


def _check_one(name: str, settings: Settings) -> Findings:
    return check_study(load_study(name), settings)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Let workers begin without interrupts: theirs go to the parent, from their first moment."""
    # This unblocks interrupts when it begins to run, so it must run before.
    resource_tracker.ensure_running()
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        _let_interrupts_in()


def _let_interrupts_in() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _begin(parent: int) -> None:
    """Begin as a worker, which ends when its parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent(parent)
