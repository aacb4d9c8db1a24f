"""A census: each member of a family looked at, and what was found kept in a store.

The store is written as members are looked at (:mod:`research.families.store`), so that a census
that was killed goes on where it was. What it gives is read from the store alone.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from pathlib import Path

from fast.errors import InputError
from fast.gate.certificate import home
from research.explore.exploration import file_stem
from research.families.members import Family
from research.families.record import Record
from research.families.running import Bounds, run
from research.families.store import open_census_store
from research.system.progress import waiting


def usual_store(family: Family) -> Path:
    """Return the file in Grundwork's home that keeps a family unless another is named."""
    mark = hashlib.sha256(f"{family.file or ''} {family.word}".encode()).hexdigest()[:8]
    stem = file_stem(family.file.name if family.file else family.word.partition(":")[0])
    return home() / "census" / f"{stem}-{mark}.duckdb"


def take_census(
    family: Family, store: Path, bounds: Bounds, *, jobs: int | None = None
) -> dict[str, Record]:
    """Look at the members of a family that a store lacks; return what it has of all, in order.

    Parameters
    ----------
    family
        The family.
    store
        The file in which records are kept; it is made if need be.
    bounds
        What each member may take.
    jobs
        How many members at once; one a processor unless given.

    Raises
    ------
    StoreError
        If the store cannot be read or written, or another process writes it.
    InputError
        If the file of the family changes meanwhile.
    """
    digest, names = family.digest(), [member.name for member in family.members]
    with open_census_store(store, digest, bounds) as kept:
        there = kept.read(names)
        rest = [member for member in family.members if member.name not in there]
        if there and rest:
            print(f"grundwork: {len(there)} of {len(names)} members are kept", file=sys.stderr)
        begun = time.monotonic()
        with waiting(f"0 of {len(rest)} members") as report_progress:
            looked = run(rest, bounds, jobs or os.cpu_count() or 1) if rest else ()
            for number, (place, record) in enumerate(looked, 1):
                if family.digest() != digest:
                    raise InputError(
                        f"family={family.word!r}: its file changed meanwhile; what was found is "
                        "kept; begin again, so that one code examines all members"
                    )
                kept.write(rest[place].name, record)
                each = (time.monotonic() - begun) / number
                minutes, seconds = divmod(round((len(rest) - number) * each), 60)
                report_progress(
                    f"{number} of {len(rest)} members, {60 / each:.1f} a minute, "
                    f"{minutes}:{seconds:02} left"
                )
        return kept.read(names)
