"""Checking several studies at once, each in a process of its own.

Studies share nothing but files, and each keeps what it found when it is finished, so the findings
are those of checking one after another, and an interrupted check loses no finished study. All
certificates are withdrawn before the first process starts: a process that dies confirms nothing.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import resource_tracker

from research.checks.evidence import Settings
from research.resolving.loading import load_study
from research.system.processes import end_with_parent
from research.verdicts.checking import Notify, check_study
from research.verdicts.findings import Findings
from research.verdicts.keeping import certifies, withdraw


class UnfinishedCheckError(RuntimeError):
    """A process that checked ended before its check did."""


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

    Raises
    ------
    UnfinishedCheckError
        If a process ends before its check does.
    """
    if certifies(settings):  # else each certificate may be put back by its own check
        for name in names:
            withdraw(load_study(name).name)
    found: list[Findings] = []
    workers = min(len(names), os.cpu_count() or 1)
    # A fresh interpreter for each: compiled code and threads do not survive a fork.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(
        workers, mp_context=context, initializer=_begin, initargs=(os.getpid(),)
    )
    try:
        with _interrupts_held_back():  # the processes start as the first study is handed out
            waiting = [pool.submit(_check_one, name, settings) for name in names]
        notify(f"checking {', '.join(names)}")
        for name, future in zip(names, waiting, strict=True):
            try:
                found.append(future.result())
            except BrokenProcessPool:
                raise UnfinishedCheckError(
                    f"a process that checked ended at once, {name} or one beside it; "
                    "what it had not finished is not confirmed"
                ) from None
            notify(f"{len(found)} of {len(names)} studies checked, last {name}")
    except BaseException:
        _end(pool)
        raise
    pool.shutdown()
    return found


def _end(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool at once; what they finished is kept."""
    processes = list((pool._processes or {}).values())  # noqa: SLF001  # public from Python 3.14
    for process in processes:
        process.terminate()
    pool.shutdown(wait=False, cancel_futures=True)


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
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _begin(parent: int) -> None:
    """Begin as a worker, which ends when its parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent(parent)
