"""The files of a store: written whole or not at all, with the digest of what was written.

A Parquet file is written under a name of its own, brought to the disk and then renamed. What was
written is kept in a record beside the work: number of rows, digest, and what else is known of it.
A file counts as finished when there is a record of this store's and the digest is that of the file.
What is written is of one store: of its rules, its size and all else that its header begins with.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oracles.errors import DisagreementError, OracleError, brief

if TYPE_CHECKING:
    import pyarrow as pa

LEVELS, WORK, HEADER, LOCK = "levels", "work", "store.json", "lock"
FORMAT = 2
BEGUN = ".begun-"  # what a name begins with that is not whole yet
DONE = f"{WORK}/done"  # where the records of the work are

ROW_GROUP = 1 << 15  # rows that are written, and may be passed over, together

Record = dict[str, Any]  # {"name": "levels/000003/00-00.parquet", "rows": 12, "sha256": "..."}


# The form of the header of a store, of one that is finished, and of what it says of a file.
_BEGUN = {"game": str, "size": int, "rules": str, "surroundings": dict, "finished": bool}
_FINISHED = _BEGUN | {"positions": int, "levels": str, "held_to": str, "files": list}
_FILE = {"name": str, "rows": int, "sha256": str}
_NAME = re.compile(rf"{LEVELS}/-?[0-9]+/[0-9-]+\.parquet")


class StoreError(OracleError):
    """A store is in use, of other rules, not finished or not what was written."""


def write_parquet(path: Path, schema: pa.Schema, tables: Iterable[pa.Table]) -> int:
    """Write tables as one Parquet file, whole or not at all; return the number of rows.

    The same tables give the same bytes.
    """
    import pyarrow.parquet as pq

    rows = 0
    with (
        _replacing(path) as begun,
        pq.ParquetWriter(begun, schema, compression="zstd", store_schema=False) as writer,
    ):
        for table in tables:
            rows += table.num_rows
            writer.write_table(table, row_group_size=ROW_GROUP)
    return rows


def write_json(path: Path, facts: Record, *, to_disk: bool = True) -> None:
    """Write facts as JSON, whole or not at all; at once ``to_disk``, or when the system does."""
    with _replacing(path, to_disk=to_disk) as begun:
        text = json.dumps(facts, indent=1, sort_keys=True, ensure_ascii=True)
        begun.write_text(text + "\n", encoding="ascii")


def read_json(path: Path) -> Record | None:
    """Return the facts of a file; None if there is none, or not whole."""
    try:
        found = json.loads(path.read_bytes()) if path.is_file() else None
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def write_header(folder: Path, facts: Record) -> None:
    """Write what a store says of itself, with the digest of that."""
    with told(folder):
        write_json(folder / HEADER, sealed(facts))


def read_header(folder: Path) -> Record | None:
    """Return what a store says of itself; None if there is nothing that can be read.

    Raises
    ------
    StoreError
        If it is not what was written, or the files have not as many rows as there are positions.
    """
    _require_own(folder, HEADER)
    found = read_json(folder / HEADER)
    if found is None or found.get("format") != FORMAT:
        return None
    facts = _unsealed(found)
    differs = "is not what was written (its digest differs)"
    problem = differs if facts is None else _what_is_wrong_with_form(facts)
    if problem:
        raise StoreError(
            f"store={str(folder)!r}: {HEADER} {problem}; nothing is answered from it: remove the "
            "folder and make the store anew"
        )
    return facts


def _what_is_wrong_with_form(facts: Record) -> str:
    problem = _unlike(facts, _FINISHED if facts.get("finished") else _BEGUN)
    if not problem and facts["finished"]:
        problem = _unlike_files(facts["files"], facts["positions"])
    return f"is not of the form of a store ({problem})" if problem else ""


def _unlike_files(files: list[Record], positions: int) -> str:
    for file in files:
        if problem := _unlike(file, _FILE):
            return problem
        if not _NAME.fullmatch(file["name"]):
            return f"name={brief(file['name'])}"
    return "" if sum(file["rows"] for file in files) == positions else f"positions={positions}"


def _unlike(facts: object, form: dict[str, type]) -> str:
    if not isinstance(facts, dict):
        return brief(facts)
    wrong = (name for name, kind in form.items() if type(facts.get(name)) is not kind)
    return next((f"{name}={brief(facts.get(name))}" for name in wrong), "")


def sealed(facts: Record, of: str = "") -> Record:
    """Return facts with the digest of them, and of what they are of (:func:`mark_of`)."""
    return facts | {"sealed": _seal(facts, of)}


def mark_of(facts: Record) -> str:
    """Return what stands for a store: another one if it is of other rules, or of another size."""
    return _seal({name: facts[name] for name in (*_BEGUN, "format") if name != "finished"})


def _unsealed(facts: Record, of: str = "") -> Record | None:
    """Return facts without their digest; None if they are not what was written."""
    rest = {name: value for name, value in facts.items() if name != "sealed"}
    return rest if facts.get("sealed") == _seal(rest, of) else None


def _seal(facts: Record, of: str = "") -> str:
    return hashlib.sha256(f"{of}{json.dumps(facts, sort_keys=True)}".encode()).hexdigest()


def _require_own(folder: Path, name: str) -> None:
    """Refuse what is no regular file, such as a pipe, of which the reading would not end."""
    try:
        problem = (folder / name).exists() and not (folder / name).is_file()
        reason = f"{name} is not a file of its own" if problem else ""
    except OSError as error:  # of a name that cannot be
        reason = f"cannot be read ({error.strerror})"
    if reason:
        raise StoreError(f"store={str(folder)!r}: {reason}; name another folder")


@contextmanager
def _replacing(path: Path, *, to_disk: bool = True) -> Iterator[Path]:
    """Give a name to write under; rename what was written when all of it is on the disk."""
    begun = path.with_name(f"{BEGUN}{uuid.uuid4().hex}")
    try:
        yield begun
        if to_disk:
            _to_disk(begun)
        begun.replace(path)
        if to_disk:
            _to_disk(path.parent)
    finally:
        begun.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def digest(path: Path) -> str:
    """Return the SHA-256 of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def what_is_wrong_with(folder: Path, record: Record) -> str:
    """Say what is wrong with a file that was finished; nothing if it is what was written."""
    path = folder / record["name"]
    if path.exists() and not path.is_file():
        return f"{record['name']} is not a file of its own"
    try:
        same = digest(path) == record["sha256"]
    except OSError as error:
        return f"{record['name']} cannot be read ({error.strerror})"
    return "" if same else f"{record['name']} is not what was written (its digest differs)"


@contextmanager
def told(folder: Path) -> Iterator[None]:
    """Say in a line what of a store cannot be read or written, as where it was moved.

    Raises
    ------
    StoreError
        In place of the error of the system, or of DuckDB.
    """
    import duckdb

    try:
        yield
    except (OSError, duckdb.IOException) as error:
        raise StoreError(
            f"store={str(folder)!r}: cannot be read or written ({str(error).splitlines()[0]}); "
            "leave it where it was begun and make room if there is none, and run it again: it goes "
            "on where it was"
        ) from error


def make_folders(folder: Path, name: str) -> None:
    """Make the folders for a file of a store; the store's own, which may have been moved, never."""
    for parent in reversed(Path(name).parents[:-1]):
        (folder / parent).mkdir(exist_ok=True)


def finished(folder: Path, name: str, make: Callable[[Path], Record], of: str = "") -> Record:
    """Return the record of a file: of the one that is there if it is whole, else of one made now.

    Parameters
    ----------
    folder, name
        The store, and the file's name in it.
    make
        Writes the file to a path and returns what is known of it.
    of
        What stands for the store; a record of another one counts as none.

    Returns
    -------
    dict
        The record; with ``remade`` in it, a reason, if a file had to be made again.

    Raises
    ------
    DisagreementError
        If what is made again is something else than it was.
    StoreError
        If it cannot be read or written.
    """
    with told(folder):
        return _finished(folder, name, make, of)


def _finished(folder: Path, name: str, make: Callable[[Path], Record], of: str) -> Record:
    beside = folder / DONE / f"{name}.json"
    before = _unsealed(read_json(beside) or {}, of)
    if before is not None and before["name"] != name:
        before = None
    problem = what_is_wrong_with(folder, before) if before is not None else ""
    if before is not None and not problem:
        return before
    for each in (name, f"{DONE}/{name}"):
        make_folders(folder, each)
    facts = make(folder / name)
    record = {"name": name, "sha256": digest(folder / name), **facts}
    if before is not None and before["sha256"] != record["sha256"]:
        raise DisagreementError(
            f"{problem}, and made anew it is another file than before: the rules do not give the "
            "same options each time, or a library has changed; remove the folder and begin anew"
        )
    write_json(beside, sealed(record, of), to_disk=False)  # if it is lost, the file is made again
    return record | ({"remade": problem} if problem else {})


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a store alone; the lock ends with the process, however that ends.

    Raises
    ------
    StoreError
        If another process holds it, or the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _require_own(folder, LOCK)
        file = (folder / LOCK).open("a")
    except OSError as error:
        raise StoreError(
            f"store={str(folder)!r}: cannot be written ({error.strerror}); name another folder"
        ) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise StoreError(
                f"store={str(folder)!r}: another run works on it; wait for it to end, or name "
                "another folder"
            ) from error
        yield


def forget_begun(folder: Path) -> None:
    """Remove what a killed run has begun and not finished."""
    for begun in list(folder.rglob(f"{BEGUN}*")):
        if begun.is_dir() and not begun.is_symlink():
            shutil.rmtree(begun)
        else:
            begun.unlink(missing_ok=True)
