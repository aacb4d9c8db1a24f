"""Writing files whole or not at all.

A file is written to a temporary one beside it and then renamed, so a reader never meets half of
it. Several files are first all written to temporary ones; only when that has gone well are they
renamed, so a full disk or a folder without permission leaves what was there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath


class OutputError(OSError):
    """A folder or file cannot be written."""


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Name the file in an error of the system that names none, as that of a full disk."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise type(error)(error.errno, error.strerror, str(path)) from error


def write_whole(path: Path, text: str | bytes) -> None:
    """Write one file whole or not at all, making its folder if need be.

    A symbolic link stays one: what it leads to is written. What is no regular file, such as a
    terminal or a pipe, cannot be replaced and is written to as it is.
    """
    with _named(path):
        if _is_special(path):
            path.write_bytes(_as_bytes(text))
            return
        place = path.resolve()
        place.parent.mkdir(parents=True, exist_ok=True)
        temporary = _temporary(place, text)
        try:
            temporary.replace(place)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def write_named(path: Path, text: str | bytes, name: str = "out") -> None:
    """Write one file whole or not at all, which the option ``name`` gave.

    Raises
    ------
    OutputError
        If it cannot be written; it says what to do instead.
    """
    try:
        write_whole(path, text)
    except OSError as error:
        raise _cannot_write(path, error, name, f"name another file with --{name}") from error


def remove(path: Path) -> None:
    """Remove a file that may be there.

    Raises
    ------
    OutputError
        If it cannot be removed; a folder in its place is none of ours.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        what = "is a folder" if path.is_dir() else f"cannot be removed: {error.strerror}"
        raise OutputError(
            f"{path} {what}; remove it, a file of that name is written there"
        ) from None


def write_all(out: Path, texts: Mapping[str, str]) -> list[Path]:
    """Write several files below the folder ``out``.

    Parameters
    ----------
    out
        The folder; it is made if need be.
    texts
        The text of each file by its name relative to ``out``, with ``/`` between folders. A name
        cannot lead out of it.

    Returns
    -------
    list of Path
        The files written, in the order given.

    Raises
    ------
    OutputError
        If ``out`` or a file in it cannot be written. Then no file has changed.
    """
    for name in texts:
        _require_inside(out, name)
    paths = [out / name for name in texts]
    waiting: list[tuple[Path, Path]] = []
    made: list[Path] = []
    try:
        for path, text in zip(paths, texts.values(), strict=True):
            made += _make_folder(path.parent)
            if path.is_dir() or _is_special(path):
                raise OSError(f"{path.name} is no regular file")
            waiting.append((_temporary(path, text), path))
        while waiting:
            waiting[0][0].replace(waiting[0][1].resolve())
            del waiting[0]
        made = []
    except OSError as error:
        raise _cannot_write(out, error) from error
    finally:
        for temporary, _ in waiting:
            temporary.unlink(missing_ok=True)
        _remove_empty(made)
    return paths


def require_writable(out: Path, name: str = "out", instead: str = "") -> None:
    """Raise :class:`OutputError` unless a file can be written in ``out``; leave no trace.

    What gives the folder its name, and what to do instead, is said if it is no ``--out``.
    """
    made: list[Path] = []
    try:
        made = _make_folder(out)
        _temporary(out / "probe", "").unlink()
    except OSError as error:
        raise _cannot_write(out, error, name, instead) from error
    finally:
        _remove_empty(made)


def require_file(path: Path, name: str) -> None:
    """Raise :class:`OutputError` unless a file that the option ``name`` gave can be written."""
    instead = f"name another file with --{name}"
    if path.is_dir():
        raise _cannot_write(path, OSError("it is a folder"), name, instead)
    if not _is_special(path):
        try:
            require_writable(path.parent)
        except OutputError as error:
            raise _cannot_write(path, error.__cause__ or error, name, instead) from error


def _cannot_write(
    out: Path, error: BaseException, name: str = "out", instead: str = ""
) -> OutputError:
    reason = getattr(error, "strerror", None) or str(error)
    instead = instead or "name another folder with --out"
    return OutputError(f"{name}={str(out)!r}: cannot be written ({reason}); {instead}")


def _make_folder(folder: Path) -> list[Path]:
    """Make a folder and those above it; return the ones that were not there."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for each in reversed(missing):
        each.mkdir(exist_ok=True)
    return missing[::-1]


def _remove_empty(folders: list[Path]) -> None:
    """Remove folders that were made for nothing, the inmost first."""
    for folder in reversed(folders):
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


def _is_special(path: Path) -> bool:
    """Whether something is there that is neither a regular file nor a folder."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _as_bytes(text: str | bytes) -> bytes:
    r"""Return what is written; a lone surrogate, which no encoding has, as ``\udcff``."""
    return text if isinstance(text, bytes) else text.encode(errors="backslashreplace")


def _require_inside(out: Path, name: str) -> None:
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts:
        raise OutputError(f"out={str(out)!r}: the name {name!r} leads out of it")


def _temporary(path: Path, text: str | bytes) -> Path:
    """Write a temporary file beside ``path``, with the permissions that ``path`` has."""
    import tempfile  # listing the games writes none

    # Cut, as the names of files have a greatest length.
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(_as_bytes(text))
        temporary.chmod(path.stat().st_mode & 0o777 if path.is_file() else 0o644)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary
