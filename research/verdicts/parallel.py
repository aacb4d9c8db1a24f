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
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import resource_tracker

from research.checks.evidence import Settings
from research.resolving.loading import load_study
from research.system.processes import end_with_parent
from research.verdicts.checking import check_study
from research.verdicts.findings import Findings, certifies, withdraw
from research.verdicts.progress import Progress


class UnfinishedCheckError(RuntimeError):
    """A process that checked ended before its check did."""


def check_together(progress: Progress, places: Sequence[int], settings: Settings) -> None:
    """Check built-in studies or variants on all processors.

    Parameters
    ----------
    progress
        The studies; it receives what their checks give, and is told how far they have come.
    places
        Which of them to check.
    settings
        How hard to look.

    Raises
    ------
    UnfinishedCheckError
        If a process ends before its check does.
    """
    names = [study.name for study in progress.studies]
    if certifies(settings):  # else what was confirmed stands, where no fault is found
        for place in places:
            withdraw(names[place])
    workers = min(len(places), os.cpu_count() or 1)
    # A fresh interpreter for each: compiled code and threads do not survive a fork.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(
        workers, mp_context=context, initializer=_begin, initargs=(os.getpid(),)
    )
    checks: dict[Future[Findings], int] = {}
    try:
        with _interrupts_held_back():  # the processes start as the first study is handed out
            for place in places:
                checks[pool.submit(_check_one, names[place], settings)] = place
        left = [names[place] for place in places]
        progress.tell(", ".join(left))
        for check in as_completed(checks):
            name = names[checks[check]]
            try:
                progress.found[checks[check]] = check.result()
            except BrokenProcessPool:
                raise UnfinishedCheckError(
                    f"a process that checked ended at once, {name} or one beside it; "
                    "what it had not finished is not confirmed"
                ) from None
            left.remove(name)
            progress.tell(", ".join(left))
    except BaseException:
        for check, place in checks.items():
            if check.done() and not check.cancelled() and check.exception() is None:
                progress.found[place] = check.result()
        _end(pool)
        raise
    pool.shutdown()


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
