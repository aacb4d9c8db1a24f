"""What code takes from its surroundings while Python runs: files, folders, the environment.

A certificate speaks of the code that ran, not of what lies on disk afterwards, so each file is
hashed when it is first opened. Who opened it is the nearest function on the stack that is neither
of Python itself nor of an installed package; that is how a data file or a module that was imported
by a computed name is known to belong to a solver.

Databases and libraries that are opened by their path are files like any other; of a folder the
names in it are what was read; a database that another one attaches in SQL is not seen. What cannot
be followed, another program, the network or a device, is noted in words. An answer may take no more
from its surroundings than was there when it was compared.

The watch is an audit hook (PEP 578), and a class of ``os.environ`` that notes who reads what. Both
are set once, when :mod:`fast.confirmed` is imported. The hook costs well under a microsecond for
an event that is none of ours.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import linecache
import os
import shutil
import stat
import sys
import sysconfig
import threading
import urllib.parse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from fast.making import (
    is_written_here,
    note_changed,
    note_linked,
    note_listed,
    note_made,
    note_moved,
    note_read,
    note_removed,
    note_written,
)

ROOT = Path(__file__).resolve().parent.parent
OURS = tuple(str(ROOT / room) + os.sep for room in ("fast", "oracles", "research", "grundwork"))
GAMES = tuple(str(ROOT / "research" / rules) + os.sep for rules in ("studies", "variants"))
_WRITING = os.O_WRONLY | os.O_RDWR

_IMPORTLIB = str(Path(importlib.__file__).parent) + os.sep
_OF_THE_SYSTEM = ("/proc/", "/sys/")  # what it says of itself, and keeps on no disk


@dataclass
class Traces:
    """What the code of one file took from its surroundings.

    Attributes
    ----------
    opened
        The files that it opened to read, modules included.
    listed
        The folders whose names it read.
    variables
        The environment variables that it read.
    absent
        The files that it would have read, and that were not there.
    unfollowed
        What it did that cannot be followed, in words.
    """

    opened: set[str] = field(default_factory=set)
    listed: set[str] = field(default_factory=set)
    variables: set[str] = field(default_factory=set)
    absent: set[str] = field(default_factory=set)
    unfollowed: set[str] = field(default_factory=set)


_when_read: dict[str, str | None] = {}  # absolute path -> digest when it was first opened
_traces: dict[str, Traces] = {}  # by the file of the code
_names_when_listed: dict[str, str | None] = {}  # absolute path of a folder -> digest of its names
_installed = False


class _Busy(threading.local):
    """What the hook does itself is not watched, in the thread in which it does it."""

    now = False


_busy = _Busy()

# What a check that is watched may not do outside of what is believed, in the words for it.
FILE_READ = "a file was read"
MADE_READ = "a module was imported that had just been written"
FOLDER_READ = "the names in a folder were read"
ENVIRONMENT_READ = "the environment was read"
PROCESS_RAN = "another process ran"
NETWORK_ASKED = "the network was asked"

told_of_doing: list[Callable[[FrameType, str, object], None]] = []  # who did it, which, with what
told_of_profilers: list[Callable[[FrameType, str], None]] = []  # who sets one or starts a thread
watchers: set[str] = set()  # files that set them often, of which nobody is told


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
    for environment in (os.environ, getattr(os, "environb", None)):
        if type(environment) is _WatchedEnvironment.__base__:
            environment.__class__ = _WatchedEnvironment


def digest(path: str | Path) -> str | None:
    """Return the SHA-256 digest of a file, ``None`` where it is gone, or is no regular file."""
    try:
        if not Path(path).is_file():
            return None
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):  # a name that no file can have
        return None


def digest_of_names(folder: str | Path) -> str | None:
    """Return the digest of the names in a folder, ``None`` where it is gone."""
    try:
        names = sorted(path.name for path in Path(folder).iterdir())
    except OSError:
        return None
    return hashlib.sha256("\0".join(names).encode(errors="surrogateescape")).hexdigest()


def names_when_listed(folder: str) -> str | None:
    """Return the digest of the names in a folder when this process first listed it."""
    return _names_when_listed.get(folder)


def digest_when_read(path: Path) -> str | None:
    """Return the digest that a file had when this process first read it, ``None`` if it did not."""
    return _when_read.get(str(path))


def changed_since_read(path: Path) -> bool:
    """Whether somebody else has changed a file since this process first read it."""
    name = str(path)
    by_others = path.suffix == ".py" or not is_written_here(name)
    return name in _when_read and by_others and digest(path) != _when_read[name]


def traces_of(path: Path) -> Traces:
    """Return what code of the file ``path`` took from its surroundings so far."""
    return _traces.get(str(path), Traces())


def opened_by(path: Path) -> set[Path]:
    """Return the files that code of the file ``path`` opened to read, modules included."""
    return {Path(name) for name in traces_of(path).opened}


def is_ours(file: str | Path) -> bool:
    """Whether a file lies in one of the four rooms; a researcher's in the checkout does not."""
    return str(file).startswith(OURS)


@functools.lru_cache(maxsize=4096)
def is_foreign(file: str) -> bool:
    """Whether a file belongs to Python or an installed package."""
    if file.startswith("<"):  # code that lies in no file
        return True
    name = str(Path(file).resolve())
    return not name.startswith(OURS) and f"{name}{os.sep}".startswith(_foreign_folders())


@functools.lru_cache(maxsize=1)
def _foreign_folders() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    folders = {paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    folders |= {entry for entry in sys.path if entry.endswith(("site-packages", "dist-packages"))}
    zipped = "python{}{}.zip".format(*sys.version_info)  # on the search path, be it there or not
    folders.add(str(Path(paths["stdlib"]).with_name(zipped)))
    folders |= {str(Path(folder).resolve()) for folder in folders}
    return tuple(folder + os.sep for folder in folders)


@functools.lru_cache(maxsize=4096)
def _reads_for_itself(file: str) -> bool:
    path = Path(file)
    packages = {"hypothesis", "coverage", "numba", "_pytest"}
    readers = {"inspect.py", "traceback.py"}
    return is_foreign(file) and (path.name in readers or not packages.isdisjoint(path.parts))


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    noted = _NOTED.get(event)
    if noted is None:
        return
    frame = sys._getframe(1)  # noqa: SLF001
    if (noted is _profile and frame.f_code.co_filename in watchers) or _busy.now:
        return
    _busy.now = True
    try:
        noted(frame, event, *arguments)
    except Exception:  # a watch never gets in the way of what it watches
        return
    finally:
        _busy.now = False


def _tell(frame: FrameType, done: str, what: object = None) -> None:
    for told in tuple(told_of_doing):
        told(frame, done, what)


def _profile(frame: FrameType, event: str, *_: object) -> None:
    for told in told_of_profilers:
        told(frame, event)


def _open(frame: FrameType, _: str, path: object, mode: object, flags: object = 0) -> None:
    _tell(frame, FILE_READ)
    if not isinstance(path, str | bytes | os.PathLike):
        if isinstance(path, int) and path == 0:  # others are open already, and were seen then
            _ask(frame)
        return
    name = _source(os.fsdecode(path))
    if name is None or is_foreign(name):
        return
    given, name = name, str(Path(name).resolve())
    bits = flags if isinstance(flags, int) else 0
    letters = set(mode) if isinstance(mode, str) else set()
    writes = bool(bits & _WRITING or letters & set("wax+"))
    only_writes = bits & (os.O_WRONLY | os.O_TRUNC | os.O_EXCL) or letters & set("wx")
    if not (writes and only_writes):
        note_read(given, name)
        if is_written_here(name):
            _tell(frame, MADE_READ, name)
        _read(frame, name)
        if not (writes or os.path.lexists(name)):
            _miss(frame, name)
    if writes or bits & os.O_CREAT:
        note_written(name)


def _noting(note: Callable[..., None], *places: int) -> Callable[..., None]:
    """Return what notes of an event the paths at some places of its arguments."""
    return lambda _, __, *paths: note(*(paths[place] for place in places))


def _miss(frame: FrameType, name: str) -> None:
    opener = _opener(frame)
    of_the_system = name.startswith(_OF_THE_SYSTEM)  # noted as what cannot be followed
    if opener is not None and not is_written_here(name) and not of_the_system:
        _traces.setdefault(opener, Traces()).absent.add(name)


def _read(frame: FrameType, name: str) -> None:
    if not _is_on_disk(frame, name):
        return
    if frame.f_code.co_filename.startswith("<frozen importlib"):
        _forget_read_by(name)  # it is loaded now, perhaps once more
    opener = _opener(frame)
    if opener is not None and opener != name:
        _traces.setdefault(opener, Traces()).opened.add(name)
    if name not in _when_read and (opener is not None or name.endswith(".py")):
        _when_read[name] = digest(name)


def _is_on_disk(frame: FrameType, name: str) -> bool:
    """Whether what is opened is a file with a digest to be known by; note what is none.

    Of a file that is read by way of an open folder the hook is told its name in that folder, but
    not the folder. Who takes a folder away opens it too, and reads nothing. Grundwork itself asks
    the system how much memory is left.
    """
    try:
        kind = 0 if name.startswith(_OF_THE_SYSTEM) else Path(name).stat().st_mode
    except OSError:
        return False
    if stat.S_ISDIR(kind):
        if frame.f_code.co_filename != shutil.__file__:
            _unfollowed(frame, f"reads by way of an open folder ({name})")
    elif not (stat.S_ISREG(kind) or name == os.devnull or (_owner(frame) or "").startswith(OURS)):
        _unfollowed(frame, f"reads what is no file on a disk ({name})")
    return stat.S_ISREG(kind)


def _import(frame: FrameType, _: str, __: object, file: object, *___: object) -> None:
    if isinstance(file, str) and not is_foreign(file):  # compiled; sources are opened
        _read(frame, str(Path(file).resolve()))


def _connect(frame: FrameType, _: str, database: object) -> None:
    if isinstance(database, str | bytes | os.PathLike):
        name = os.fsdecode(database)
        if name and ":memory:" not in name and "mode=memory" not in name:
            _tell(frame, FILE_READ)
        if name.startswith("file:"):
            name = urllib.parse.unquote(urllib.parse.urlsplit(name).path)
        for file in (name, f"{name}-wal"):  # what was written last may still lie there
            _read(frame, str(Path(file).resolve()))


def _load(frame: FrameType, _: str, library: object) -> None:
    owner = _owner(frame)
    if owner is not None and isinstance(library, str | bytes | os.PathLike):
        name = os.fsdecode(library)
        _traces.setdefault(owner, Traces()).variables.add("LD_LIBRARY_PATH")
        if os.sep in name and not is_foreign(name):
            _read(frame, str(Path(name).resolve()))


def _list(frame: FrameType, _: str, folder: Any) -> None:
    lister = frame.f_code.co_filename
    if lister.startswith(("<frozen importlib", _IMPORTLIB)):
        return
    known = isinstance(folder, str | bytes | os.PathLike | None)
    name = os.path.realpath(os.fsdecode(folder or ".")) if known else ""
    note_listed(name)
    _tell(frame, FOLDER_READ, name)
    opener = _opener(frame)
    if known and opener is not None and not is_foreign(name + os.sep):
        _traces.setdefault(opener, Traces()).listed.add(name)
        if name not in _names_when_listed:
            _names_when_listed[name] = digest_of_names(name)


def _start(frame: FrameType, _: str, program: object, arguments: object = (), *__: object) -> None:
    _tell(frame, PROCESS_RAN)
    words = [program, *arguments] if isinstance(arguments, list | tuple) else [program, arguments]
    named = [os.fsdecode(w) for w in words if isinstance(w, str | bytes | os.PathLike) and w]
    first = Path(named[0].split()[0]).name if named and named[0].split() else "unknown"
    _unfollowed(frame, f"starts another program ({first})")


def _fork(frame: FrameType, *_: object) -> None:
    _tell(frame, PROCESS_RAN)
    _unfollowed(frame, "goes on in another process")


def _ask(frame: FrameType, *_: object) -> None:
    _unfollowed(frame, "reads its standard input")


def _call(frame: FrameType, _: str, called: object = None, *__: object) -> None:
    _tell(frame, NETWORK_ASKED, called)
    _unfollowed(frame, "asks the network")


_NOTED: dict[str, Callable[..., None]] = {
    "open": _open,
    "import": _import,
    "sqlite3.connect": _connect,
    "ctypes.dlopen": _load,
    "os.listdir": _list,
    "os.scandir": _list,
    "os.mkdir": _noting(note_made, 0),
    "os.symlink": _noting(note_linked, 1),
    "os.truncate": _noting(note_changed, 0),
    **dict.fromkeys(("os.rename", "os.link"), _noting(note_moved, 0, 1)),
    **dict.fromkeys(("os.remove", "os.rmdir"), _noting(note_removed, 0)),
    **dict.fromkeys(("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"), _start),
    "builtins.input": _ask,
    **dict.fromkeys(("os.fork", "os.forkpty"), _fork),
    **dict.fromkeys(("socket.connect", "socket.sendto", "socket.getaddrinfo"), _call),
    "sys.setprofile": _profile,
    **dict.fromkeys(("_thread.start_new_thread", "_thread.start_joinable_thread"), _profile),
}


def _unfollowed(frame: FrameType, words: str) -> None:
    owner = _owner(frame)
    if owner is not None:
        _traces.setdefault(owner, Traces()).unfollowed.add(words)


class _WatchedEnvironment(type(os.environ)):  # type: ignore[misc]  # its class has no public name
    """The environment, which notes who reads what."""

    def __getitem__(self, name: Any) -> Any:
        frame = sys._getframe(1)  # noqa: SLF001
        owner = _owner(frame)
        if owner is not None and isinstance(name, str | bytes):
            _tell(frame, ENVIRONMENT_READ)
            _traces.setdefault(owner, Traces()).variables.add(os.fsdecode(name))
        return super().__getitem__(name)

    def __iter__(self) -> Iterator[Any]:
        frame = sys._getframe(1)  # noqa: SLF001
        if _owner(frame) is not None:
            _tell(frame, ENVIRONMENT_READ)
        _unfollowed(frame, "goes through the whole environment")
        return iter(super().__iter__())


def _forget_read_by(name: str) -> None:
    """Forget what a file was, and what it took from its surroundings, as it is run anew."""
    _when_read.pop(name, None)
    traces = _traces.pop(name, Traces())
    for other in traces.opened:
        if not other.endswith(".py"):
            _when_read.pop(other, None)
    for folder in traces.listed:
        _names_when_listed.pop(folder, None)


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
    opened; ``linecache`` shows where another module of Python's own asks it.
    """
    shows = False
    while frame is not None:
        file = frame.f_code.co_filename
        if file == linecache.__file__:
            shows, frame = True, frame.f_back
            continue
        if shows and is_foreign(file):
            return None
        if _reads_for_itself(file):
            return None
        if not is_foreign(file) and file != __file__:
            return _resolved(file)
        frame = frame.f_back
    return None


@functools.lru_cache(maxsize=4096)
def _resolved(file: str) -> str:
    return str(Path(file).resolve())


def _owner(frame: FrameType | None) -> str | None:
    """Return the file that asked, by itself or through the standard library; else nothing.

    What an installed package does for itself counts with its version.
    """
    while frame is not None:
        file = frame.f_code.co_filename
        if not is_foreign(file):
            return None if file == __file__ else _resolved(file)
        if file.startswith("<frozen importlib") or file.endswith(_FOR_THEMSELVES):
            return None  # a module of Python's own that is imported
        if _is_installed(file):
            return None
        frame = frame.f_back
    return None


_FOR_THEMSELVES = ("/ctypes/util.py", "/platform.py", "/tempfile.py", "/locale.py")


@functools.lru_cache(maxsize=4096)
def _is_installed(file: str) -> bool:
    return any(part in ("site-packages", "dist-packages") for part in Path(file).parts)
