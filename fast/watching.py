"""What is read while Python runs: source files, data files, and what they were when they were read.

A certificate speaks of the code that ran, not of what lies on disk afterwards, so each file is
hashed when it is first opened. Who opened it is the nearest function on the stack that is neither
of Python itself nor of an installed package; that is how a data file or a module that was imported
by a computed name is known to belong to a solver.

The watch is an audit hook (PEP 578). It is set once, when :mod:`fast.confirmed` is imported, and
costs well under a microsecond for an event that is none of ours.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import stat
import sys
import sysconfig
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
OURS = tuple(str(ROOT / room) + os.sep for room in ("fast", "oracles", "research"))
_WRITING = os.O_WRONLY | os.O_RDWR

_when_read: dict[str, str | None] = {}  # absolute path -> digest when it was first opened
_opened_by: dict[str, set[str]] = {}  # opener's file -> absolute paths
_written: set[str] = set()  # paths that this process itself opened to write
_busy = False
_installed = False


def watch() -> None:
    """Begin to watch; what is loaded by then is hashed as it lies there."""
    global _installed  # noqa: PLW0603  # an audit hook cannot be taken back, so there is one
    if _installed:
        return
    _installed = True
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and not is_foreign(file):
            _when_read.setdefault(str(Path(file).resolve()), digest(file))
    sys.addaudithook(_hook)


def digest(path: str | Path) -> str | None:
    """Return the SHA-256 digest of a file, ``None`` where it is gone."""
    try:
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def digest_when_read(path: Path) -> str | None:
    """Return the digest that a file had when this process first read it, ``None`` if it did not."""
    return _when_read.get(str(path))


def changed_since_read(path: Path) -> bool:
    """Whether somebody else has changed a file since this process first read it."""
    name = str(path)
    by_others = path.suffix == ".py" or name not in _written
    return name in _when_read and by_others and digest(path) != _when_read[name]


def opened_by(path: Path) -> set[Path]:
    """Return the files that code of the file ``path`` opened to read, modules included."""
    return {Path(name) for name in _opened_by.get(str(path), ())}


@functools.lru_cache(maxsize=4096)
def is_foreign(file: str) -> bool:
    """Whether a file belongs to Python, an installed package or the system."""
    if file.startswith("<"):  # code that lies in no file
        return True
    name = str(Path(file).resolve())
    return not name.startswith(OURS) and name.startswith(_foreign_folders())


@functools.lru_cache(maxsize=1)
def _foreign_folders() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    folders = {paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    folders |= {entry for entry in sys.path if entry.endswith(("site-packages", "dist-packages"))}
    folders |= {str(Path(folder).resolve()) for folder in folders}
    return ("/proc/", "/sys/", "/dev/", "/etc/", *(folder + os.sep for folder in folders))


@functools.lru_cache(maxsize=4096)
def _reads_for_itself(file: str) -> bool:
    path = Path(file)
    packages = {"hypothesis", "coverage", "numba", "_pytest"}
    readers = {"linecache.py", "inspect.py", "traceback.py"}
    return is_foreign(file) and (path.name in readers or not packages.isdisjoint(path.parts))


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    global _busy  # noqa: PLW0603  # what the hook does itself is not watched
    if event != "open" or _busy:
        return
    _busy = True
    try:
        _record(*arguments)
    except Exception:  # a watch never gets in the way of what it watches
        return
    finally:
        _busy = False


def _record(path: object, mode: object, flags: object = 0) -> None:
    if not isinstance(path, str | bytes | os.PathLike):
        return  # a file that is open already
    name = _source(os.fsdecode(path))
    if name is None or is_foreign(name):
        return
    name = str(Path(name).resolve())
    if (isinstance(flags, int) and flags & _WRITING) or (
        isinstance(mode, str) and set(mode) & set("wax+")
    ):
        _written.add(name)
        return
    try:
        if not stat.S_ISREG(Path(name).stat().st_mode):
            return
    except OSError:
        return
    frame = sys._getframe(2)  # noqa: SLF001
    if frame.f_code.co_filename.startswith("<frozen importlib"):
        _forget_read_by(name)  # it is loaded now, perhaps once more
    opener = _opener(frame)
    if opener is not None and opener != name:
        _opened_by.setdefault(opener, set()).add(name)
    if name not in _when_read and (opener is not None or name.endswith(".py")):
        _when_read[name] = digest(name)


def _forget_read_by(name: str) -> None:
    """Forget what a file was, and the data that it read, as it is run anew."""
    _when_read.pop(name, None)
    for other in _opened_by.pop(name, ()):
        if not other.endswith(".py"):
            _when_read.pop(other, None)


def _source(name: str) -> str | None:
    """Return the source of a compiled module; nothing for other caches."""
    if "__pycache__" not in name:
        return name
    try:
        return importlib.util.source_from_cache(name)
    except ValueError:
        return None


def _opener(frame: FrameType | None) -> str | None:
    """Return the file of the nearest function that is ours or a researcher's.

    What Hypothesis keeps for itself, and sources that are read to be shown or measured, nobody
    opened.
    """
    while frame is not None:
        file = frame.f_code.co_filename
        if _reads_for_itself(file):
            return None
        if not is_foreign(file) and file != __file__:
            return str(Path(file).resolve())
        frame = frame.f_back
    return None
