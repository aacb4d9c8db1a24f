"""The store of a census: one DuckDB file, a row for each member that was looked at.

Each finding is written by a transaction of its own as soon as it is there, so that whatever ends
the process loses at most the members in work. One process writes a store at a time; another is
refused, and nothing is harmed. A row says what it was made by: a digest of the bounds and of all
code that took part. Rows of other code, or of other bounds, are never read as if they were these;
what took too much is looked at again where more is allowed, and what crashed in each census. A row
of a file's member counts as long as all that it was made from is as it was
(:mod:`research.families.taken`). Each row has a digest of what it holds, its seal, and is refused
if that is of something else.
"""

from __future__ import annotations

import errno
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

_NUMBERS = (
    *("bound", "preperiod", "period", "saltus", "states", "defined", "checked", "largest_value"),
    *("p_positions", "digested"),
)
_OF_LOOK = ("state", "fault", "level", "terms")
_OF_KNOWN = tuple(field.name for field in fields(Known))
_COLUMNS = ("member", "made_by", "allowed", "claims", "proposals", "taken", *_OF_LOOK, *_OF_KNOWN)
_KINDS = (
    dict.fromkeys((*_COLUMNS, "seal"), "VARCHAR")
    | dict.fromkeys(_NUMBERS, "BIGINT")
    | {"allowed": "DOUBLE[]", "first_terms": "BIGINT[]"}
    | dict.fromkeys(("proposals", "first_p_positions"), "VARCHAR[]")
)
_TABLES = {  # of what columns, and by which of them a row is found
    "looks": (_KINDS, ["member", "made_by"]),
    "taken": ({"mark": "VARCHAR", "what": "VARCHAR"}, ["mark"]),
}
_THINGS = """
select schema_name, 'table', table_name from duckdb_tables() where {ours}
union all select schema_name, 'view', view_name from duckdb_views() where {ours}
union all select schema_name, 'schema', schema_name from duckdb_schemas() where {ours}
union all select schema_name, 'macro', function_name from duckdb_functions() where {ours}
union all select schema_name, 'type', type_name from duckdb_types() where {ours}
union all select schema_name, 'sequence', sequence_name from duckdb_sequences()
union all select schema_name, 'index', index_name from duckdb_indexes()
""".format(ours="database_name = current_database() and not internal")
_NO_ROOM = tuple(map(os.strerror, (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)))


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
        self._is = _identity(path)
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
        allowed = [float(self.bounds.seconds), float(self.bounds.memory)]
        row: dict[str, Any] = {"member": member, "made_by": self.made_by, "allowed": allowed}
        row |= {name: getattr(look, name) for name in _OF_LOOK}
        row |= {name: getattr(look.known, name) for name in _OF_KNOWN}
        claims = ({n: _in_print(v) for n, v in asdict(claim).items()} for claim in look.claims)
        row["claims"] = json.dumps(list(claims))
        row["proposals"] = look.proposals
        row["taken"] = hashlib.sha256(look.taken.encode()).hexdigest() if look.taken else ""
        values = [member, *(_in_print(row[name]) for name in _COLUMNS[1:])]
        values.append(_seal(values))
        marks = ", ".join("?" for _ in values)
        try:
            self.connection.begin()
            if look.taken:
                of_taken = [row["taken"], look.taken]
                self.connection.execute("insert or ignore into taken values (?, ?)", of_taken)
            self.connection.execute(
                f"insert or replace into looks ({', '.join(_COLUMNS)}, seal) values ({marks})",
                values,
            )
            self.connection.commit()
        except self._errors as error:
            room = "make room, and " if any(each in str(error) for each in _NO_ROOM) else ""
            raise StoreError(
                f"store={str(self.path)!r}: a finding cannot be written ({_first_line(error)}); "
                f"what was found before is kept; {room}give the same command again, or name "
                "another file with --store"
            ) from error
        self._require_there()
        self._counted.add(member)

    def _require_there(self) -> None:
        """Refuse to go on where the file has another name now, or another is in its place."""
        if _identity(self.path) != self._is:
            raise StoreError(
                f"store={str(self.path)!r}: the file was moved, removed or replaced meanwhile, and "
                "what was found is not kept there; give the same command again"
            )

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
        self._require_there()
        rows, taken = self._sealed_rows(), self._taken()
        used = {row["taken"] for row in rows.values() if row["member"] not in self._counted}
        if lost := used - taken.keys():
            raise _changed(self.path, f"what is taken as {min(lost)}, which is not there,")
        same = {mark for mark in used if not mark or self._is_still_so(taken[mark])}
        standing = {
            name for name, row in rows.items() if row["taken"] in same and self._stands(row)
        }
        self._counted |= standing.intersection(members)
        return {
            member: _as_look(rows[member], taken) for member in members if member in self._counted
        }

    def _sealed_rows(self) -> dict[str, dict[str, Any]]:
        """Return the rows of this code, each as it was written; one of an earlier form is left."""
        columns = ", ".join(_COLUMNS)
        question = f"select {columns}, seal from looks where made_by = ? and seal is not null"
        rows = {}
        for *values, seal in self._rows(question, [self.made_by]):
            if seal != _seal(values):
                raise _changed(self.path, f"the row of {values[0]}")
            rows[values[0]] = dict(zip(_COLUMNS, values, strict=True))
        return rows

    def _taken(self) -> dict[str, str]:
        """Return what members took, by its digest, which is in their rows."""
        taken = {"": ""}
        for mark, what in self._rows("select mark, what from taken"):
            if what is None or mark != hashlib.sha256(what.encode()).hexdigest():
                raise _changed(self.path, f"what is taken as {mark}")
            taken[mark] = what
        return taken

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
            raise OSError(f"{each.name or each} is not a file of its own")
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
    """Make the tables, or add the columns that they have not; what is no store stays as it is.

    A store of an earlier version gets its columns; its rows are of other code, and never read.
    """
    there = set(connection.execute(_THINGS).fetchall())
    others = sorted(there - {("main", "table", name) for name in _TABLES})
    if others or (there and ("main", "table", "looks") not in there):
        names = ", ".join(f"the {kind} {name}" for _, kind, name in (others or sorted(there))[:3])
        raise OSError(f"it holds {names} and is none")
    connection.begin()
    for table, (kinds, key) in _TABLES.items():
        columns = ", ".join(f"{name} {kind}" for name, kind in kinds.items())
        connection.execute(
            f"create table if not exists {table} ({columns}, primary key ({', '.join(key)}))"
        )
        _require_form(connection, table)
    connection.commit()
    connection.execute("checkpoint")  # so that no log is there, as of a process that was killed


def _require_form(connection: duckdb.DuckDBPyConnection, table: str) -> None:
    """Add to a table the columns that it has not; refuse one of another form."""
    kinds, key = _TABLES[table]
    found = dict(
        connection.execute(
            "select column_name, data_type from duckdb_columns() where table_name = ?", [table]
        ).fetchall()
    )
    if other := sorted(found.items() - kinds.items()):
        name, kind = other[0]
        raise OSError(f"its table {table} has a column {name} of {kind} and is none")
    keys = connection.execute(
        "select constraint_column_names from duckdb_constraints() where table_name = ? "
        "and constraint_type = 'PRIMARY KEY'",
        [table],
    ).fetchall()
    if keys != [(key,)]:
        raise OSError(f"its table {table} has not the key of one")
    for name in (name for name in kinds if name not in found):
        connection.execute(f"alter table {table} add column {name} {kinds[name]}")


def _identity(path: Path) -> tuple[int, int] | None:
    """Return which file a path leads to; None if to none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _seal(values: Sequence[object]) -> str:
    """Return the digest of what a row holds."""
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()


def _changed(path: Path, what: str) -> StoreError:
    return StoreError(
        f"store={str(path)!r}: is not the store of a census any more ({what} is not as it was "
        "written); name another file with --store"
    )


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
