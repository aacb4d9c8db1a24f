"""Writing files whole or not at all.

A file is written to a temporary one beside it and then renamed, so a reader never meets half of
it. Several files are first all written to temporary ones; only when that has gone well are they
renamed, so a full disk or a folder without permission leaves what was there.
"""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
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
    terminal or a pipe, cannot be replaced and is written to as it is; a pipe only if it is read.
    """
    with _named(path):
        place = _place(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        if _is_special(place) or _is_output(place) is not None:
            _write_through(place, text)
            return
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


def write_once(path: Path, text: str) -> None:
    """Write a file that is not there yet, whole or not at all.

    Raises
    ------
    FileExistsError
        If there is something of that name, even a link that leads nowhere.
    """
    with _named(path):
        temporary = _temporary(path, text)
    try:
        os.link(temporary, path)  # unlike a renaming this replaces nothing
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists() or path.is_symlink():
            raise FileExistsError(f"{path.name} is there already") from None
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


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
            place = _place(path)
            made += _make_folder(place.parent)
            if place.is_dir():
                raise IsADirectoryError(f"{path.name} is a folder")
            if _is_special(place) or _is_output(place) is not None:
                raise OSError(f"{path.name} is no regular file")
            waiting.append((_temporary(place, text), place))
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


def require_writable(out: Path, name: str = "out", instead: str = "") -> None:
    """Raise :class:`OutputError` unless a file can be written in ``out``; leave no trace.

    What gives the folder its name, and what to do instead, is said if it is no ``--out``.
    """
    try:
        _try_to_write(out)
    except OSError as error:
        raise _cannot_write(out, error, name, instead) from error


def _try_to_write(folder: Path) -> None:
    made: list[Path] = []
    try:
        made = _make_folder(folder)
        _temporary(folder / "probe", "").unlink()
    finally:
        for each in reversed(made):
            _remove_if_empty(each)


def require_file(path: Path, name: str) -> None:
    """Raise :class:`OutputError` unless a file that the option ``name`` gave can be written."""
    instead = f"name another file with --{name}"
    try:
        place = _place(path)
        with suppress(FileNotFoundError):
            place.lstat()  # which says what is wrong with a name
        if place.is_dir():
            raise OSError("it is a folder")
        if path.is_symlink() and not place.exists():
            raise OSError("it is a link that leads nowhere")
        if not _is_special(place):
            _try_to_write(place.parent)
    except OSError as error:
        raise _cannot_write(path, error, name, instead) from error


def _cannot_write(out: Path, error: OSError, name: str = "out", instead: str = "") -> OutputError:
    reason = error.strerror or str(error)
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


def _remove_if_empty(folder: Path) -> None:
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def _place(path: Path) -> Path:
    """Return where a path leads, over symbolic links."""
    try:
        place = path.resolve()
        if path.exists() and not place.exists():  # a pipe without a name, as /dev/fd/63
            return path
    except RuntimeError:  # links in a circle
        place = path
    except ValueError as error:  # a null character
        raise OSError(f"{str(path)!r}: {error}") from error
    if place.is_symlink():  # since Python 3.13 such a path is resolved as far as it goes
        raise OSError(f"{path.name}: the symbolic links go in a circle")
    return place


def _is_special(place: Path) -> bool:
    """Whether something is there that is neither a regular file nor a folder."""
    return place.exists() and not place.is_file() and not place.is_dir()


def _is_output(place: Path) -> int | None:
    """Return 1 or 2 if a file is what standard output or standard error go to, as /dev/stdout."""
    for number in (1, 2):
        with suppress(OSError):
            if os.path.samestat(place.stat(), os.fstat(number)):
                return number
    return None


def _write_through(place: Path, text: str | bytes) -> None:
    output = _is_output(place)
    for stream in (sys.stdout, sys.stderr):
        if output is not None and stream is not None:
            stream.flush()
    descriptor = _opened(place) if output is None else os.dup(output)
    with os.fdopen(descriptor, "wb") as file:
        file.write(_as_bytes(text))


def _opened(place: Path) -> int:
    """Open what is no regular file; of a pipe that nobody reads the system would wait for ever."""
    try:
        descriptor = os.open(place, os.O_WRONLY | os.O_NONBLOCK)
    except OSError as error:
        if error.errno == errno.ENXIO and place.is_fifo():
            raise OSError(error.errno, "it is a pipe that nobody reads") from error
        raise
    os.set_blocking(descriptor, True)
    return descriptor


def _as_bytes(text: str | bytes) -> bytes:
    r"""Return what is written; a lone surrogate, which no encoding has, as ``\udcff``."""
    return text if isinstance(text, bytes) else text.encode(errors="backslashreplace")


def _require_inside(out: Path, name: str) -> None:
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\0" in name:
        raise OutputError(f"out={str(out)!r}: the name {name!r} leads out of it")


def _temporary(path: Path, text: str | bytes) -> Path:
    """Write a temporary file beside ``path``, with the permissions that ``path`` has."""
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
