"""Writing files whole or not at all.

A file is written to a temporary one beside it and then renamed, so a reader never meets half of
it. Several files are first all written to temporary ones; only when that has gone well are they
renamed, so a full disk or a folder without permission leaves what was there.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


class OutputError(OSError):
    """A folder or file cannot be written; ``name`` is what gave it, such as an option."""

    def __init__(self, name: str, path: Path, reason: object) -> None:
        super().__init__(f"{name}={str(path)!r}: cannot be written ({reason}); name another")


def write_whole(path: Path, text: str | bytes) -> None:
    """Write one file whole or not at all, making its folder if need be.

    What a symbolic link leads to is written. What is no regular file, such as a terminal or a
    pipe, cannot be replaced and is written to as it is.
    """
    if _is_no_file(path):
        path.write_bytes(_as_bytes(text))
    else:
        _write({path.resolve(): text})


def write_all(out: Path, texts: Mapping[str, str], name: str = "out") -> list[Path]:
    """Write several files below the folder ``out``, given by their names relative to it.

    Raises
    ------
    OutputError
        If ``out`` or a file in it cannot be written. Then no file has changed.
    """
    paths = [out / file for file in texts]
    if odd := [path.name for path in paths if _is_no_file(path)]:
        raise OutputError(name, out, f"{odd[0]} is not a regular file")
    try:
        _write({path.resolve(): text for path, text in zip(paths, texts.values(), strict=True)})
    except OSError as error:
        raise OutputError(name, out, error.strerror or error) from error
    return paths


def require_writable(path: Path, name: str = "out", *, file: bool = False) -> None:
    """Raise :class:`OutputError` unless a folder or a file, there or not, can be written."""
    if file and path.is_dir():
        raise OutputError(name, path, "it is a folder")
    if file and _is_no_file(path):
        return
    above = (path.absolute(), *path.absolute().parents)[file:]
    there = next(folder for folder in above if folder.exists())
    if not there.is_dir():
        raise OutputError(name, path, f"{there} is not a folder")
    if not os.access(there, os.W_OK | os.X_OK):
        raise OutputError(name, path, "Permission denied")


def _is_no_file(path: Path) -> bool:
    return path.exists() and not path.is_file()


def _as_bytes(text: str | bytes) -> bytes:
    r"""Return what is written; a lone surrogate, which no encoding has, as ``\udcff``."""
    return text if isinstance(text, bytes) else text.encode(errors="backslashreplace")


def _write(texts: Mapping[Path, str | bytes]) -> None:
    """Write temporary files, then rename them to what they are to be."""
    temporary = {  # names have a greatest length
        place: place.with_name(f".{place.name[:40]}.{os.getpid()}") for place in texts
    }
    try:
        for place, one in temporary.items():
            place.parent.mkdir(parents=True, exist_ok=True)
            one.write_bytes(_as_bytes(texts[place]))
        for place, one in temporary.items():
            one.replace(place)
    finally:
        for one in temporary.values():
            with suppress(OSError):
                one.unlink()
