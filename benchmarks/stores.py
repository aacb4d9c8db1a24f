"""What is promised of stores: a million positions, and a run that is killed half-way.

Seconds are those of the clock, as work is done by other processes. It takes some minutes: it is a
row of ``benchmarks.run`` with ``--long``.
"""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from functools import cache
from pathlib import Path

from benchmarks.measure import Promise, Timed
from oracles.store.making import solve_store
from oracles.vectors import VectorGame

PILE = 6  # in each of 7 piles: 823 543 positions
WORKERS = 2
MOST = 2.0  # times as long, with a run killed
GAME = VectorGame(
    [(1, 1, 1, 0, 0, 0, 0), (0, 0, 1, 1, 1, 0, 0), (0, 0, 0, 0, 1, 1, 1)], ordered=True
)


def _solve(pile: int, path: str) -> None:
    solve_store(GAME, pile, path, workers=WORKERS)


def made(pile: int, after: float | None = None) -> tuple[float, dict[str, int]]:
    """Make a store; return the seconds, and how many positions have each outcome.

    Parameters
    ----------
    pile
        The largest pile.
    after
        Kill the run when so many seconds have passed, and begin it again.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "store")
        begun = time.perf_counter()
        if after is not None:
            run = multiprocessing.get_context("spawn").Process(target=_solve, args=(pile, path))
            run.start()
            run.join(after)
            run.kill()
            run.join()
        store = solve_store(GAME, pile, path, workers=WORKERS)
        seconds = time.perf_counter() - begun
        assert len(store) == (pile + 1) ** 7
        return seconds, dict(store.outcomes())


@cache
def _usual() -> Timed:
    return Timed(*made(PILE))


def _killed() -> Timed:
    return Timed(*made(PILE, _usual().seconds / 2))


PROMISES = [
    Promise(
        "store of 800 thousand positions, two workers, killed half-way, beside undisturbed",
        fast=_killed,
        plain=_usual,
        at_least_ratio=1 / MOST,
        long=True,
    )
]
