"""The store of a census: one DuckDB file, a row for each member that was looked at.

Each record is written by a transaction of its own as soon as it is there, so that whatever ends
the process loses at most the members in work. One process writes a store at a time. A row says
what it was made by: a digest of the bounds and of the code, and of a member of a file the digest
of each file that took part (:mod:`fast.gate.inputs`). Rows of other code, or of other bounds, are
never read as if they were these; what crashed or took too much is looked at again where more
is allowed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.gate.inputs import changes
from oracles.store.store import connected, database_errors
from research.families.record import FAULTY, LOOKED, WRONG, Record
from research.families.running import Bounds
from research.system.files import require_writable

if TYPE_CHECKING:
    import duckdb

_KINDS = {
    "str": "VARCHAR",
    "int": "BIGINT",
    "int | None": "BIGINT",
    "tuple[int, ...]": "BIGINT[]",
    "tuple[str, ...]": "VARCHAR[]",
}
KINDS = {field.name: _KINDS[str(field.type)] for field in fields(Record)}  # of the columns
_MADE_BY = {"member": "VARCHAR", "made_by": "VARCHAR", "seconds": "DOUBLE", "memory": "DOUBLE"}


class CensusStore:
    """An open store; :func:`open_census_store` opens one."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, made_by: str, bounds: Bounds) -> None:
        self.connection, self.bounds = connection, bounds
        self.made_by = f"{made_by} to {bounds.to}"

    def write(self, member: str, record: Record) -> None:
        """Write what was found of a member, in a transaction of its own."""
        row = (member, self.made_by, self.bounds.seconds, self.bounds.memory, *astuple(record))
        values = [list(value) if isinstance(value, tuple) else value for value in row]
        marks = ", ".join("?" * len(values))
        self.connection.execute(f"insert or replace into record values ({marks})", values)

    def read(self, members: Sequence[str]) -> dict[str, Record]:
        """Return what is kept of members, in their order; those that are not there are left out."""
        question = f"select member, seconds, memory, {', '.join(KINDS)} from record "
        rows = self.connection.execute(f"{question} where made_by = ?", [self.made_by]).fetchall()
        unchanged = cache(lambda files: not changes(json.loads(files)))
        kept: dict[str, Record] = {}
        for member, seconds, memory, *row in rows:
            values: list[Any] = [tuple(v) if isinstance(v, list) else v for v in row]
            record = Record(*values)
            more = self.bounds.seconds > seconds or self.bounds.memory > memory
            final = record.state in (LOOKED, FAULTY, WRONG)  # more of both changes nothing
            if (final or not more) and unchanged(record.files):
                kept[member] = record
        return {member: kept[member] for member in members if member in kept}


@contextmanager
def open_census_store(path: Path, made_by: str, bounds: Bounds) -> Iterator[CensusStore]:
    """Open a store, made if need be, of findings by code of the digest ``made_by``.

    Raises
    ------
    OutputError, StoreError
        If the file is no store, cannot be written, or is written by another process.
    """
    require_writable(path, "store", file=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    with database_errors(path), connected(path, "record", threads=1) as connection:
        columns = ", ".join(f"{name} {kind}" for name, kind in (_MADE_BY | KINDS).items())
        connection.execute(
            f"create table if not exists record ({columns}, primary key (member, made_by))"
        )
        connection.execute(f"select {', '.join(_MADE_BY | KINDS)} from record limit 0")
        yield CensusStore(connection, made_by, bounds)
