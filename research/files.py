"""Writing files whole or not at all.

A file is written to a temporary one beside it and then renamed, so a reader never meets half of
it. Several files are first all written to temporary ones; only when that has gone well are they
renamed, so a full disk or a folder without permission leaves what was there.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path


class OutputError(OSError):
    """A folder or file cannot be written."""


def write_whole(path: Path, text: str) -> None:
    """Write one file whole or not at all, making its folder if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = _temporary(path, text)
    try:
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_all(out: Path, texts: Mapping[str, str]) -> list[Path]:
    """Write several files below the folder ``out``.

    Parameters
    ----------
    out
        The folder; it is made if need be.
    texts
        The text of each file by its name relative to ``out``, with ``/`` between folders.

    Returns
    -------
    list of Path
        The files written, in the order given.

    Raises
    ------
    OutputError
        If ``out`` or a file in it cannot be written. Then no file has changed.
    """
    paths = [out / name for name in texts]
    waiting: list[tuple[Path, Path]] = []
    made: list[Path] = []
    try:
        for path, text in zip(paths, texts.values(), strict=True):
            made += _make_folder(path.parent)
            if path.is_dir():
                raise IsADirectoryError(f"{path.name} is a folder")
            waiting.append((_temporary(path, text), path))
        while waiting:
            waiting[0][0].replace(waiting[0][1])
            del waiting[0]
        made = []
    except OSError as error:
        raise _cannot_write(out, error) from error
    finally:
        for temporary, _ in waiting:
            temporary.unlink(missing_ok=True)
        for folder in reversed(made):
            _remove_if_empty(folder)
    return paths


def require_writable(out: Path) -> None:
    """Raise :class:`OutputError` unless a file can be written in ``out``; leave no trace."""
    made: list[Path] = []
    try:
        made = _make_folder(out)
        _temporary(out / "probe", "").unlink()
    except OSError as error:
        raise _cannot_write(out, error) from error
    finally:
        for folder in reversed(made):
            _remove_if_empty(folder)


def _cannot_write(out: Path, error: OSError) -> OutputError:
    reason = error.strerror or str(error)
    return OutputError(
        f"out={str(out)!r}: cannot be written ({reason}); name another folder with --out"
    )


def _make_folder(folder: Path) -> list[Path]:
    """Make a folder and those above it; return the ones that were not there."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for each in reversed(missing):
        each.mkdir(exist_ok=True)
    return missing[::-1]


def _remove_if_empty(folder: Path) -> None:
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def _temporary(path: Path, text: str) -> Path:
    """Write a temporary file beside ``path``."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        temporary.chmod(0o644)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary
