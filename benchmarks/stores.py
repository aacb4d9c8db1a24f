"""What is promised of stores: ten million positions, and a worker that is killed half-way.

Seconds are those of the clock, as the work is done by other processes. It takes some minutes: it
is a row of ``benchmarks.run`` with ``--long``, and ``python -m benchmarks.stores`` measures it
alone; a smaller one with the largest pile behind it.
"""

from __future__ import annotations

import hashlib
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from benchmarks.measure import Promise, Timed
from oracles.store.solving import solve_store
from oracles.vectors import VectorGame
from research.system.processes import children_of

PILE = 9  # in each of 7 piles: 10^7 positions
WORKERS = 2
MOST = 2.0  # times as long, with a worker killed
GAME = VectorGame(
    [(1, 1, 1, 0, 0, 0, 0), (0, 0, 1, 1, 1, 0, 0), (0, 0, 0, 0, 1, 1, 1)], ordered=True
)


def digests(folder: Path) -> dict[str, str]:
    """Return the digest of every file of a store."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


def kill_a_worker() -> None:
    """Kill one of the processes that this one has begun and that can work."""
    for child in sorted(children_of(os.getpid())):
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
            os.kill(child, signal.SIGKILL)
            return
    raise RuntimeError("no worker was there to be killed")


def made(
    pile: int, after: float | None = None, kill: Callable[[], None] = kill_a_worker
) -> tuple[float, dict[str, str], list[str]]:
    """Make a store; return the seconds, the digests of its files, and what was told.

    Parameters
    ----------
    pile
        The largest pile.
    after
        Kill a worker when so many seconds have passed.
    kill
        What kills it.
    """
    told: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        if after is not None:
            timer = threading.Timer(after, kill)
            timer.start()
        store = solve_store(GAME, pile, folder, workers=WORKERS, tell=told.append)
        seconds = time.perf_counter() - begun
        assert len(store) == (pile + 1) ** 7
        return seconds, digests(Path(folder)), told


@cache
def _usual() -> Timed:
    seconds, files, _ = made(PILE)
    return Timed(seconds, files)


def _with_one_killed() -> Timed:
    seconds, files, told = made(PILE, _usual().seconds / 2)
    return Timed(seconds, files if told else "no worker was missed")


PROMISES = [
    Promise(
        "store of 10 million positions, two workers, one killed half-way, beside undisturbed",
        fast=_with_one_killed,
        plain=_usual,
        at_least_ratio=1 / MOST,
        long=True,
    )
]


def main() -> int:
    """Measure; say what came of it."""
    pile = int(sys.argv[1]) if sys.argv[1:] else PILE
    usual, files, _ = made(pile)
    print(f"{(pile + 1) ** 7} positions, {WORKERS} workers: {usual:.0f} s", flush=True)
    seconds, others, told = made(pile, usual / 2)
    kept = files == others and told != [] and seconds <= MOST * usual
    print(f"one killed half-way: {seconds:.0f} s, {seconds / usual:.2f} times as long; {told}")
    print("the same files" if files == others else "other files", "kept" if kept else "NOT KEPT")
    return not kept


if __name__ == "__main__":
    sys.exit(main())
