"""The store of a census: one DuckDB file, a row for each member that was looked at.

Each finding is written by a transaction of its own as soon as it is there, so that whatever ends
the process loses at most the members in work. One process writes a store at a time; another is
refused, and nothing is harmed. A row says what it was made by: a digest of the bounds and of all
code that took part. Rows of other code, or of other bounds, are never read as if they were these;
what took too much is looked at again where more is allowed, and what crashed in each census. A row
of a file's member counts as long as all that it was made from is as it was
(:mod:`research.families.taken`).
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from research.families.known import Known
from research.families.looks import FAULTY, LOOKED, ClaimFound, Look
from research.families.running import CRASHED, Bounds
from research.families.taken import is_still_so, what_changed

if TYPE_CHECKING:
    import duckdb

PATIENCE = 5.0  # seconds for a process to end that has just been killed
AGAIN = 0.1
_LOCKED = "set lock on file"  # in DuckDB's words
# Each finding goes into the file at once, and no log lies beside it: rules may list the folder.
_CONFIGURATION: dict[str, str | bool | int | float | list[str]] = {
    "threads": 1,
    "checkpoint_threshold": "0KB",
}
_BEFORE_MAGIC, _MAGIC = 8, b"DUCK"  # how a database of DuckDB begins
FINAL = (LOOKED, FAULTY)  # more time or memory changes nothing

_FIRST = """
create table if not exists looks (
    member varchar, made_by varchar, state varchar, allowed double[], fault varchar, level varchar,
    terms varchar, first_terms bigint[], bound bigint, preperiod bigint, period bigint,
    saltus bigint, states bigint, theorem varchar, sentence varchar, claims varchar,
    proposals varchar[], taken varchar, primary key (member, made_by));
create table if not exists taken (mark varchar primary key, what varchar)
"""
_ADDED = (  # a store that has not these yet gets them; its rows are of other code, and never read
    *("reason varchar", "digest varchar", "defined bigint", "checked bigint"),
    *("largest_value bigint", "numeration varchar", "formula varchar", "p_positions bigint"),
    "first_p_positions varchar[]",
)
_OF_LOOK = ("state", "fault", "level", "terms")
_OF_KNOWN = tuple(field.name for field in fields(Known))
_COLUMNS = ("member", "made_by", "allowed", "claims", "proposals", "taken", *_OF_LOOK, *_OF_KNOWN)


class StoreError(InputError):
    """A store cannot be read or written, or another process writes it."""


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
    file
        That of the family, if it is one of a file.

    Raises
    ------
    StoreError
        If the file is no store, cannot be written, or is written by another process.
    """

    def __init__(self, path: Path, made_by: str, bounds: Bounds, file: Path | None = None) -> None:
        self.path, self.bounds, self.file = path, bounds, file
        self.made_by = f"{made_by} to {bounds.to}"
        self.connection = _opened(path)
        self._errors = _errors()
        self._counted: set[str] = set()  # in this census, to its end

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
        allowed = [self.bounds.seconds, self.bounds.memory]
        row: dict[str, Any] = {"member": member, "made_by": self.made_by, "allowed": allowed}
        row |= {name: getattr(look, name) for name in _OF_LOOK}
        row |= {name: getattr(look.known, name) for name in _OF_KNOWN}
        row["claims"] = json.dumps([asdict(claim) for claim in look.claims])
        row["proposals"] = look.proposals
        row["taken"] = hashlib.sha256(look.taken.encode()).hexdigest() if look.taken else ""
        marks = ", ".join("?" for _ in _COLUMNS)
        values = [member, *(_in_print(row[name]) for name in _COLUMNS[1:])]
        try:
            self.connection.begin()
            if look.taken:
                of_taken = [row["taken"], look.taken]
                self.connection.execute("insert or ignore into taken values (?, ?)", of_taken)
            self.connection.execute(
                f"insert or replace into looks ({', '.join(_COLUMNS)}) values ({marks})", values
            )
            self.connection.commit()
        except self._errors as error:
            raise StoreError(
                f"store={str(self.path)!r}: a finding cannot be written ({_first_line(error)}); "
                "what was found before is kept; make room, and give the same command again"
            ) from error
        self._counted.add(member)

    def changed(self) -> dict[str, str]:
        """Return what is another now of what members read that count in this census, by member.

        What cannot be followed is not among it: that counts in this census alone.
        """
        rows = self._rows(
            "select member, what from looks join taken on looks.taken = taken.mark "
            "where made_by = ? order by member",
            [self.made_by],
        )
        own = [(member, what) for member, what in rows if member in self._counted]
        changes = {what: self.file and what_changed(what, self.file) for _, what in own}
        return {member: change for member, what in own if (change := changes[what])}

    def read(self, members: Sequence[str]) -> dict[str, Look]:
        """Return what is kept of members, in their order; those that are not there are left out.

        What was given once counts to the end of the census; see :meth:`changed`.
        """
        question = f"select {', '.join(_COLUMNS)} from looks where made_by = ?"
        found = self._rows(question, [self.made_by])
        rows = {row[0]: dict(zip(_COLUMNS, row, strict=True)) for row in found}
        taken = {"": "", **dict(self._rows("select mark, what from taken"))}
        used = {row["taken"] for row in rows.values() if row["member"] not in self._counted}
        same = {mark for mark in used if not mark or self._is_still_so(taken[mark])}
        standing = {
            name for name, row in rows.items() if row["taken"] in same and self._stands(row)
        }
        self._counted |= standing.intersection(members)
        return {
            member: _as_look(rows[member], taken) for member in members if member in self._counted
        }

    def _rows(self, question: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        try:
            return list(self.connection.execute(question, list(values)).fetchall())
        except self._errors as error:
            raise StoreError(_why_not(self.path, error, locked=False)) from error

    def _is_still_so(self, taken: str) -> bool:
        return self.file is not None and is_still_so(taken, self.file)

    def _stands(self, row: Mapping[str, Any]) -> bool:
        """Whether a row is final, or was given as much time and memory as is given now."""
        if row["state"] == CRASHED:  # perhaps by what has passed
            return False
        now = (self.bounds.seconds, self.bounds.memory)
        return row["state"] in FINAL or all(
            before >= allowed for before, allowed in zip(row["allowed"], now, strict=True)
        )


def _as_look(row: Mapping[str, Any], taken: Mapping[str, str]) -> Look:
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
        taken[row["taken"]],
    )


def log_of(path: Path) -> Path:
    """Return where DuckDB keeps the log of a file: what is not yet written into it."""
    return Path(f"{os.path.realpath(path)}.wal")


def _opened(path: Path) -> duckdb.DuckDBPyConnection:
    """Open the file; wait a little for a process that has just ended."""
    import duckdb

    begun = time.monotonic()
    while True:
        is_new = False
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            is_new = _is_new(path)
            # A whole path: DuckDB takes a name such as ":memory:" or "md:" for another thing.
            connection = duckdb.connect(os.path.realpath(path), config=_CONFIGURATION)
            _made(connection)
        except (OSError, RuntimeError, duckdb.Error) as error:
            locked = isinstance(error, duckdb.IOException) and _LOCKED in str(error)
            if locked and time.monotonic() - begun < PATIENCE:
                time.sleep(AGAIN)
                continue
            if is_new and not locked:  # what was begun, such as on a full disk, is no store
                path.unlink(missing_ok=True)
                log_of(path).unlink(missing_ok=True)
            raise StoreError(_why_not(path, error, locked=locked)) from error
        return connection


def _is_new(path: Path) -> bool:
    """Whether nothing is there yet; refuse what is of another form, or of somebody else.

    DuckDB reads tables of other forms, and would keep nothing.
    """
    if path.is_symlink() and not path.exists():
        raise OSError("it is a link that leads nowhere")
    is_new, log = not path.exists(), log_of(path)
    for each in (path, log):
        if each.exists() and not each.is_file():
            raise OSError(f"{each.name} is not a file of its own")
    if is_new and log.exists():
        raise OSError(f"{log.name} is there, and would be its log")
    if is_new:
        return True
    with path.open("rb") as file:
        head = file.read(len(_MAGIC) + _BEFORE_MAGIC)
    if head and not head.startswith(_MAGIC, _BEFORE_MAGIC):
        raise OSError("it is a file of another form")
    return False


def _made(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the tables, or add the columns that they have not; what is no store stays as it is."""
    tables = connection.execute("select table_name from information_schema.tables").fetchall()
    names = sorted(name for (name,) in tables)
    if names and "looks" not in names:
        raise OSError(f"it holds other tables ({', '.join(names[:3])}) and is none")
    connection.begin()
    connection.execute(_FIRST)
    there = {name for name, *_ in connection.execute("describe looks").fetchall()}
    for column in _ADDED:
        if column.partition(" ")[0] not in there:
            connection.execute(f"alter table looks add column {column}")
    connection.execute(f"select {', '.join(_COLUMNS)} from looks limit 0")
    connection.commit()
    connection.execute("checkpoint")  # so that no log is there, as of a process that was killed


def _why_not(path: Path, error: Exception, *, locked: bool) -> str:
    if locked:
        return (
            f"store={str(path)!r}: another process is writing it; wait until it has ended, or name "
            "another file with --store"
        )
    return (
        f"store={str(path)!r}: cannot be opened as the store of a census ({_first_line(error)}); "
        "name another file with --store"
    )


def _errors() -> tuple[type[Exception], ...]:
    import duckdb

    return (OSError, duckdb.Error)


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]


def _in_print(value: Any) -> Any:
    r"""Return texts without what cannot be stored or shown: what is not printed is escaped.

    >>> _in_print(["a\x1b[31m", "\udcff", 7])
    ['a\\x1b[31m', '\\udcff', 7]
    """
    if isinstance(value, str):
        return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in value)
    return [_in_print(each) for each in value] if isinstance(value, list | tuple) else value
