"""What a check depends on: the code and the data that take part, by digest, and versions.

- The study's file, and every project module that is loaded when the check ends: all of
  ``sys.modules`` but Python itself, installed packages and Grundwork. So relative imports count,
  and modules that were imported by a computed name.
- Data files below the study's folder that were opened for reading, and those that the study names
  by ``depends``.
- Grundwork itself, by one digest of the files that judge: reports and pictures void nothing.
- The versions of Python and of the packages that compute.

Taken when a check starts and compared when it ends; compared again before an answer.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
JUDGING = ("fast", "oracles", "research", "checker")
OURS = tuple(str(ROOT / room) + os.sep for room in (*JUDGING, "grundwork"))
GAMES = tuple(str(ROOT / "research" / games) + os.sep for games in ("studies", "variants"))
GRUNDWORK = "Grundwork"  # the name of its digest among those of the files
OF_FILES = "grundwork_file_"  # begins the names of modules that are a researcher's files
COMPUTING = ("networkx", "numpy", "numba", "llvmlite", "python-flint", "sympy", "hypothesis")
_SHOWING = tuple(
    str(ROOT / "research" / room) + os.sep
    for room in ("explore", "reporting", "families", "system")
)
_SHOWN = ("pictures.py", "report.py")  # of a study: what its report shows beside claims
_STANDARD = tuple(
    os.path.realpath(sysconfig.get_path(name)) + os.sep for name in ("stdlib", "platstdlib")
)
_WRITING = os.O_WRONLY | os.O_RDWR

_opened: set[str] = set()  # files that were opened for reading
_written: set[str] = set()  # and for writing, since a check began: what it keeps for itself
_loaded: dict[str, tuple[object, str | None]] = {}  # of each module its spec, and its digest then


def digest(path: str | Path) -> str | None:
    """Return the SHA-256 digest of a file, ``None`` where there is no regular file."""
    if not Path(path).is_file():
        return None
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def file_name(path: str | Path) -> str:
    """Name a source file: relative to the packages' folder where it lies in it."""
    path = Path(os.path.realpath(path))
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.as_posix()


def is_ours(file: str | Path) -> bool:
    """Whether a file is Grundwork's own."""
    return str(file).startswith(OURS)


@functools.lru_cache(maxsize=4096)
def is_installed(file: str) -> bool:
    """Whether a file is Python's own, or of an installed package, or no file at all."""
    real = os.path.realpath(file)
    installed = "site-packages" in real or "dist-packages" in real
    return installed or file.startswith("<") or real.startswith(_STANDARD)


def project_modules(study_file: Path) -> dict[str, ModuleType]:
    """Return the modules that may take part in a study, by file.

    Of Grundwork's own games only the study's counts, for a study of Grundwork's; of files that
    were run as studies only the study's own.
    """
    found = {}
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and file.endswith(".py") and _takes_part(name, file, study_file):
            found[os.path.realpath(file)] = module
    return found


def _takes_part(module: str, file: str, study_file: Path) -> bool:
    if is_ours(file):
        if shows(file) or not file.startswith(GAMES):
            return False
        return not is_ours(study_file) or _game_of(file) == _game_of(study_file)
    if module.startswith(OF_FILES):
        return os.path.realpath(file) == str(study_file)
    return not is_installed(file)


def _game_of(file: str | Path) -> str:
    """Return the name that a file of Grundwork's games has there: of its folder, or its own."""
    return Path(file).relative_to(ROOT / "research").parts[1].removesuffix(".py")


def shows(file: str) -> bool:
    """Whether a file of Grundwork's draws and reports, and decides nothing."""
    return is_ours(file) and (file.startswith(_SHOWING) or Path(file).name in _SHOWN)


def note_loaded(study_file: Path) -> None:
    """Note what each project module's file is; it was loaded just now, or was noted before."""
    for file, module in project_modules(study_file).items():
        spec = getattr(module, "__spec__", None)
        if file not in _loaded or _loaded[file][0] is not spec:
            _loaded[file] = spec, digest(file)


def edited_since_loaded(names: Iterable[str]) -> list[str]:
    """Return the files of which another version is loaded than the one that lies there now."""
    found = []
    for name in names:
        known = _loaded.get(str(ROOT / name))
        if known is not None and known[1] != digest(ROOT / name):
            found.append(name)
    return found


def files_of(study_file: Path, named: Iterable[Path] = ()) -> dict[str, str]:
    """Return the digest of every file that a study depends on now, and that of Grundwork.

    ``named`` are the files that the study names by ``depends``.
    """
    note_loaded(study_file)
    files = [study_file, *project_modules(study_file), *named, *sorted(_data_files(study_file))]
    found = {file_name(file): digest(file) for file in dict.fromkeys(map(str, files))}
    own = {name: known for name, known in found.items() if known is not None}
    return {GRUNDWORK: digest_of_grundwork(), **own}


def _data_files(study_file: Path) -> Iterator[str]:
    """Yield the files below the study's folder that were read, and not written, in this process."""
    if is_ours(study_file):
        return
    folder = str(study_file.parent) + os.sep
    for file in _opened - _written:
        hidden = any(part.startswith((".", "__pycache__")) for part in Path(file).parts)
        inside = file.startswith(folder) and not hidden and not is_installed(file)
        if inside and not file.endswith((".py", ".pyc")) and not is_ours(file):
            yield file


@functools.lru_cache(maxsize=1)
def digest_of_grundwork() -> str:
    """Return one digest of all files of Grundwork's that judge, as they were when first asked."""
    found = hashlib.sha256()
    for room in JUDGING:
        for path in sorted((ROOT / room).rglob("*.py")):
            file = str(path)
            if not file.startswith(GAMES) and not shows(file):
                found.update(file_name(file).encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def versions(study_file: Path) -> dict[str, str]:
    """Return the versions of Python, of what computes, and of what project modules import."""
    used = set(COMPUTING)
    for module in project_modules(study_file).values():
        if not is_ours(str(module.__file__)):
            used |= {_package_of(value) for value in vars(module).values()}
    return versions_of(("python", *sorted(used)))


def versions_of(packages: Iterable[str]) -> dict[str, str]:
    """Return the version of each package that is there; that of Python says how it runs."""
    found = {name: _version(name) for name in packages}
    return {name: version for name, version in found.items() if version}


@functools.cache
def _version(name: str) -> str:
    """Return the version of Python or of a package; empty where it is not installed."""
    from importlib import metadata  # slow to import

    if name == "python":  # -O leaves out every assert
        return sys.version.split()[0] + " -O" * sys.flags.optimize
    try:
        return metadata.version(name)
    except (metadata.PackageNotFoundError, ValueError):
        return str(getattr(sys.modules.get(name), "__version__", ""))


def _package_of(value: Any) -> str:
    """Return the installed package that a name in a module comes from, or an empty text."""
    module = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    name = module.partition(".")[0] if isinstance(module, str) else ""
    file = getattr(sys.modules.get(name), "__file__", None) or ""
    return name if "-packages" in file else ""


def changes(before: Mapping[str, str]) -> list[str]:
    """Return the names of files that are not what they were."""
    return [
        name
        for name, known in before.items()
        if known != (digest_of_grundwork() if name == GRUNDWORK else digest(ROOT / name))
    ]


def begin_check() -> None:
    """Forget what was written before a check: what it reads of that is data like any other."""
    _written.clear()


def data_written() -> set[str]:
    """Return the files, other than Python's, that were written since a check began."""
    return {file_name(file) for file in _written if not file.endswith(".py")}


def _note_opened(event: str, arguments: tuple[Any, ...]) -> None:
    """Note which files are opened; an audit hook (PEP 578), set once."""
    if event != "open":
        return
    path, mode, flags = arguments
    if isinstance(path, str):
        writes = any(c in mode for c in "wax+") if isinstance(mode, str) else flags & _WRITING
        (_written if writes else _opened).add(os.path.abspath(path))  # noqa: PTH100  # links stay links


sys.addaudithook(_note_opened)
