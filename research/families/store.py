"""The store of a census: one DuckDB file, a row for each member that was looked at.

Each finding is written by a transaction of its own as soon as it is there, so that whatever ends
the process loses at most the members in work. One process writes a store at a time. A row says
what it was made by: a digest of the bounds and of the code, and of a member of a file the digest
of each file that took part (:mod:`fast.inputs`). Rows of other code, or of other bounds, are never
read as if they were these; what took too much is looked at again where more is allowed, and what
crashed in each census.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from fast.inputs import changes
from research.families.known import Known
from research.families.looks import FAULTY, LOOKED, ClaimFound, Look
from research.families.running import CRASHED, Bounds
from research.families.tables import NUMBERS

if TYPE_CHECKING:
    import duckdb

PATIENCE = 5.0  # seconds for a process to end that has just been killed
AGAIN = 0.1
_LOCKED = "set lock on file"  # in DuckDB's words
_BEFORE_MAGIC, _MAGIC = 8, b"DUCK"  # how a database of DuckDB begins
FINAL = (LOOKED, FAULTY)  # more time or memory changes nothing

_OF_LOOK = ("state", "fault", "level", "terms")
_OF_KNOWN = tuple(field.name for field in fields(Known))
_COLUMNS = ("member", "made_by", "allowed", "claims", "proposals", "files", *_OF_LOOK, *_OF_KNOWN)
_KINDS = (
    dict.fromkeys(_COLUMNS, "VARCHAR")
    | dict.fromkeys(NUMBERS, "BIGINT")
    | {"allowed": "DOUBLE[]", "first_terms": "BIGINT[]"}
    | dict.fromkeys(("proposals", "first_p_positions"), "VARCHAR[]")
)


class Store:
    """An open store.

    Parameters
    ----------
    path
        The file; it is made if need be.
    made_by
        The digest of the code that takes part.
    bounds
        What each look may take.

    Raises
    ------
    InputError
        If the file is no store, cannot be written, or is written by another process.
    """

    def __init__(self, path: Path, made_by: str, bounds: Bounds) -> None:
        self.path, self.bounds = path, bounds
        self.made_by = f"{made_by} to {bounds.to}"
        self.connection = _opened(path)
        self._written: set[str] = set()  # in this census; they count to its end

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.connection.close()

    def write(self, member: str, look: Look) -> None:
        """Write what was found of a member, in a transaction of its own."""
        import duckdb

        row: dict[str, Any] = {name: getattr(look, name) for name in _OF_LOOK}
        row |= {name: getattr(look.known, name) for name in _OF_KNOWN}
        row |= {"member": member, "made_by": self.made_by, "proposals": look.proposals}
        row["allowed"] = [float(self.bounds.seconds), float(self.bounds.memory)]
        row["claims"] = json.dumps([asdict(claim) for claim in look.claims])
        row["files"] = json.dumps(dict(look.files))
        values = [
            list(value) if isinstance(value := row[name], tuple) else value for name in _COLUMNS
        ]
        marks = ", ".join("?" for _ in values)
        try:
            self.connection.execute(
                f"insert or replace into looks ({', '.join(_COLUMNS)}) values ({marks})", values
            )
        except duckdb.Error as error:
            raise InputError(
                f"store={str(self.path)!r}: a finding cannot be written ({_first_line(error)}); "
                "what was found before is kept; make room if there is none, and give the same "
                "command again, or name another file with --store"
            ) from error
        self._written.add(member)

    def read(self, members: Sequence[str]) -> dict[str, Look]:
        """Return what is kept of members, in their order; those that are not there are left out."""
        question = f"select {', '.join(_COLUMNS)} from looks where made_by = ?"
        found = self.connection.execute(question, [self.made_by]).fetchall()
        rows = {values[0]: dict(zip(_COLUMNS, values, strict=True)) for values in found}
        unchanged: dict[str, bool] = {}
        for row in rows.values():
            if row["files"] not in unchanged:
                unchanged[row["files"]] = not changes(json.loads(row["files"]))
        return {
            member: _as_look(row)
            for member in members
            if (row := rows.get(member, {}))
            and unchanged[row["files"]]
            and (member in self._written or self._stands(row))
        }

    def _stands(self, row: Mapping[str, Any]) -> bool:
        """Whether a row is final, or was given as much time and memory as is given now."""
        if row["state"] == CRASHED:  # perhaps by what has passed
            return False
        now = (self.bounds.seconds, self.bounds.memory)
        return row["state"] in FINAL or all(
            before >= allowed for before, allowed in zip(row["allowed"], now, strict=True)
        )


def _as_look(row: Mapping[str, Any]) -> Look:
    known: dict[str, Any] = {
        name: tuple(row[name]) if isinstance(row[name], list) else row[name] for name in _OF_KNOWN
    }
    return Look(
        row["state"],
        row["fault"],
        row["level"],
        row["terms"],
        Known(**known),
        tuple(ClaimFound(**claim) for claim in json.loads(row["claims"])),
        tuple(row["proposals"]),
        json.loads(row["files"]),
    )


def log_of(path: Path) -> Path:
    """Return where DuckDB keeps the log of a file: what is not yet written into it."""
    return Path(f"{os.path.realpath(path)}.wal")


def _opened(path: Path) -> duckdb.DuckDBPyConnection:
    """Open the file; wait a little for a process that has just ended."""
    import duckdb

    begun = time.monotonic()
    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _require_form(path)
            # A whole path: DuckDB takes a name such as ":memory:" or "md:" for another thing.
            connection = duckdb.connect(os.path.realpath(path), config={"threads": 1})
            columns = ", ".join(f"{name} {kind}" for name, kind in _KINDS.items())
            connection.execute(
                f"create table if not exists looks ({columns}, primary key (member, made_by))"
            )
            connection.execute(f"select {', '.join(_COLUMNS)} from looks limit 0")
        except (OSError, duckdb.Error) as error:
            locked = _LOCKED in str(error)
            if locked and time.monotonic() - begun < PATIENCE:
                time.sleep(AGAIN)
                continue
            raise _not_opened(path, error, locked=locked) from error
        return connection


def _require_form(path: Path) -> None:
    """Refuse a file of another form; DuckDB would read tables of some, and keep nothing."""
    if path.is_dir():
        raise OSError("it is a folder")
    if path.exists():
        with path.open("rb") as file:
            head = file.read(len(_MAGIC) + _BEFORE_MAGIC)
        if head and not head.startswith(_MAGIC, _BEFORE_MAGIC):
            raise OSError("it is a file of another form")


def _not_opened(path: Path, error: Exception, *, locked: bool) -> InputError:
    if locked:
        return InputError(
            f"store={str(path)!r}: another process is writing it; wait until it has ended, or name "
            "another file with --store"
        )
    return InputError(
        f"store={str(path)!r}: cannot be opened as the store of a census, or is one of another "
        f"version ({_first_line(error)}); name another file with --store, or remove this one"
    )


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]
