"""Writing files whole or not at all.

A file is written to a temporary one beside it and then renamed, so a reader never meets half of
it. Several files are first all written to temporary ones; only when that has gone well are they
renamed, so a full disk or a folder without permission leaves what was there.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

_ANOTHER = "name another folder with --out"


class OutputError(OSError):
    """A folder or file cannot be written."""


def write_whole(path: Path, text: str | bytes) -> None:
    """Write one file whole or not at all, making its folder if need be.

    What a symbolic link leads to is written. What is no regular file, such as a terminal or a
    pipe, cannot be replaced and is written to as it is.
    """
    if _is_no_file(path):
        path.write_bytes(_as_bytes(text))
        return
    place = path.resolve()
    place.parent.mkdir(parents=True, exist_ok=True)
    _rename({_temporary(place, text): place})


def write_named(path: Path, text: str | bytes, name: str = "out") -> None:
    """Write one file, which the option ``name`` gave; an :class:`OutputError` says what to do."""
    try:
        write_whole(path, text)
    except OSError as error:
        raise _cannot_write(path, error, name, f"name another file with --{name}") from error


def write_all(out: Path, texts: Mapping[str, str]) -> list[Path]:
    """Write several files below the folder ``out``, given by their names relative to it.

    Raises
    ------
    OutputError
        If ``out`` or a file in it cannot be written. Then no file has changed.
    """
    temporary: dict[Path, Path] = {}
    try:
        for path, text in ((out / name, text) for name, text in texts.items()):
            path.parent.mkdir(parents=True, exist_ok=True)
            if _is_no_file(path):
                raise OSError(f"{path.name} is no regular file")
            temporary[_temporary(path, text)] = path.resolve()
    except OSError as error:
        for each in temporary:
            each.unlink()
        raise _cannot_write(out, error) from error
    _rename(temporary)
    return [out / name for name in texts]


def require_writable(out: Path, name: str = "out", instead: str = _ANOTHER) -> None:
    """Raise :class:`OutputError` unless files can be written in ``out``, which need not be there.

    What gives the folder its name, and what to do instead, is said if it is no ``--out``.
    """
    there = next(folder for folder in (out.absolute(), *out.absolute().parents) if folder.exists())
    if not there.is_dir():
        raise _cannot_write(out, NotADirectoryError(f"{there} is no folder"), name, instead)
    if not os.access(there, os.W_OK | os.X_OK):
        raise _cannot_write(out, PermissionError("Permission denied"), name, instead)


def require_file(path: Path, name: str) -> None:
    """Raise :class:`OutputError` unless a file that the option ``name`` gave can be written."""
    instead = f"name another file with --{name}"
    if path.is_dir():
        raise _cannot_write(path, OSError("it is a folder"), name, instead)
    if not _is_no_file(path):
        require_writable(path.parent, name, instead)


def _cannot_write(
    out: Path, error: OSError, name: str = "out", instead: str = _ANOTHER
) -> OutputError:
    reason = error.strerror or str(error)
    return OutputError(f"{name}={str(out)!r}: cannot be written ({reason}); {instead}")


def _is_no_file(path: Path) -> bool:
    return path.exists() and not path.is_file()


def _as_bytes(text: str | bytes) -> bytes:
    r"""Return what is written; a lone surrogate, which no encoding has, as ``\udcff``."""
    return text if isinstance(text, bytes) else text.encode(errors="backslashreplace")


def _rename(temporary: Mapping[Path, Path]) -> None:
    """Rename temporary files to what they are to be; remove those that are left."""
    try:
        for one, path in temporary.items():
            one.replace(path)
    finally:
        for one in temporary:
            one.unlink(missing_ok=True)


def _temporary(path: Path, text: str | bytes) -> Path:
    """Write a temporary file beside ``path``."""
    temporary = path.with_name(f".{path.name[:40]}.{os.getpid()}")  # names have a greatest length
    try:
        temporary.write_bytes(_as_bytes(text))
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary
