"""A census: each member of a family looked at, and what was found kept in a store.

The store is written as members are looked at (:mod:`research.families.store`), so that a census
that was killed goes on where it was. What it gives is read from the store alone.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from fast.certificate import home
from fast.errors import InputError
from oracles.store.cluster import require
from research.explore.exploration import file_stem
from research.families.looks import Look
from research.families.members import Family
from research.families.running import Bounds, run_here, run_on_scheduler, warm
from research.families.store import Store
from research.system.progress import waiting


def usual_store(family: Family) -> Path:
    """Return the file in Grundwork's home that keeps a family unless another is named."""
    place = str(family.file or "")
    mark = hashlib.sha256(f"{place} {family.word}".encode()).hexdigest()[:8]
    stem = file_stem(family.file.name if family.file else family.word.partition(":")[0])
    return home() / "census" / f"{stem}-{mark}.duckdb"


def take_census(
    family: Family, store: Path, bounds: Bounds, *, jobs: int | None = None, scheduler: str = ""
) -> dict[str, Look]:
    """Look at the members of a family that a store does not have, and return what it has of all.

    Parameters
    ----------
    family
        The family.
    store
        The file in which findings are kept; it is made if need be.
    bounds
        What each look may take.
    jobs
        How many members at once on this machine; one a processor unless given.
    scheduler
        The address of a Dask scheduler, to look on its workers instead.

    Returns
    -------
    dict of str to Look
        What was found by the name of the member, in the order of the family.

    Raises
    ------
    InputError
        If the store cannot be read or written, another process writes it, or the file of the family
        changes meanwhile.
    """
    require("duckdb")
    digest = family.digest()
    with Store(store, digest, bounds) as kept:
        for member, look in _rest(family, kept, bounds, jobs or os.cpu_count() or 1, scheduler):
            if family.digest() != digest:
                raise InputError(
                    f"family={family.word!r}: its file changed meanwhile; what was found before is "
                    "kept; begin again, and all members are looked at by one code"
                )
            kept.write(member, look)
        return kept.read([member.name for member in family.members])


def _rest(
    family: Family, store: Store, bounds: Bounds, jobs: int, scheduler: str
) -> Iterator[tuple[str, Look]]:
    """Look at the members that the store does not have; yield each with what was found."""
    there = store.read([member.name for member in family.members])
    rest = [member for member in family.members if member.name not in there]
    if there and rest:
        print(f"grundwork: {len(there)} of {len(family.members)} members are kept", file=sys.stderr)
    if not rest:
        return
    pace = _Pace(len(rest))
    with waiting(pace):
        if scheduler:
            done = run_on_scheduler(rest, bounds, scheduler)
        else:
            warm(rest)
            pace.begin()
            done = run_here(rest, bounds, jobs)
        for place, look in done:
            yield rest[place].name, look
            pace.done += 1


class _Pace:
    """How far a census is, how quick, and how long it will take; shown as progress."""

    def __init__(self, number: int) -> None:
        self.number, self.done = number, 0
        self.begin()

    def begin(self) -> None:
        """Count the time from now on."""
        self.begun = time.monotonic()

    def __str__(self) -> str:
        taken = time.monotonic() - self.begun
        if not self.done or not taken:
            return f"0 of {self.number} members"
        minutes, seconds = divmod(round((self.number - self.done) * taken / self.done), 60)
        rate = self.done / taken
        paced = f"{rate:.1f} a second" if rate >= 1 else f"{60 * rate:.1f} a minute"
        return f"{self.done} of {self.number} members, {paced}, {minutes}:{seconds:02} left"
