"""Which files an answer depends on: solvers, oracle, agreements, and the code that judges.

Starting from a study's file and from the code that compares, files are followed in two ways, and
whatever either finds counts. Imports are read as they are written in the source, so that an import
inside a function that has not run yet counts too: absolute and relative ones, packages with their
``__init__``, and ``importlib.import_module`` of a written name. And what code of these files has
opened in this process counts (:mod:`fast.watching`): data files, and modules imported by a name
that was computed; and so do folders that they listed and environment variables that they read.
Third-party packages are not followed: they count by version.

Pictures, reports and what the terminal shows decide nothing and are left out.
"""

from __future__ import annotations

import ast
import functools
import os
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from fast.certificate import home
from fast.making import is_written_here
from fast.watching import (
    GAMES,
    ROOT,
    digest,
    is_foreign,
    is_ours,
    names_when_listed,
    opened_by,
    traces_of,
)

MODULE = "the module "  # before the name of one that belongs to no package


def kept_folders() -> tuple[Path, ...]:
    """Return the folders that are Grundwork's own in its home, which may hold other files too."""
    return tuple((home() / each).resolve() for each in ("examples", "hypothesis", "records"))


PACKAGES = ("oracles", "fast", "research", "grundwork")
COMPUTING = (
    "python",
    "networkx",
    "numpy",
    "numba",
    "llvmlite",
    "python-flint",
    "sympy",
    "hypothesis",
)
GATE = frozenset(
    ROOT / "fast" / f"{name}.py"
    for name in (
        *("certificate", "compiling", "errors", "gate", "holding", "inputs", "loaded", "making"),
        *("marks", "objects", "reaching", "signature", "watching"),
    )
)
"""What stands in ``fast/`` and answers nothing: the gate, what keeps kernels, the refusals."""

FACE = ROOT / "grundwork" / "__init__.py"  # names of other rooms, for researchers
JUDGE = ROOT / "research" / "verdicts" / "checking.py"
_SHOWING = tuple(
    ROOT / "research" / name
    for name in ("drawing", "reporting", "looking", "proposals", "system/progress.py")
)


def source_files(start: Path) -> list[Path]:
    """Return every file that a study depends on, its own and those that judge it included.

    Parameters
    ----------
    start
        The file of a study, or a researcher's variant.

    Returns
    -------
    list of Path
        Absolute paths in alphabetical order.
    """
    found: set[Path] = set()
    waiting = [start.resolve(), JUDGE]
    folder = start.resolve().parent
    modules = Modules()
    while waiting:
        path = waiting.pop()
        if path in found or _only_shows(path) or is_kept(path):
            continue
        found.add(path)
        if path.suffix == ".py" or path == start:
            waiting += modules.written_imports(path, folder)
        if not is_machinery(path):
            made = {Path(name) for name in traces_of(path).absent if is_written_here(name)}
            waiting += [file for file in opened_by(path) | made if file.is_file()]
    return sorted(found)


def packages_of(files: list[Path]) -> list[str]:
    """Return the packages whose versions count: those that compute, and those that are imported.

    Of a researcher's files; a module that is imported and belongs to no package counts as one that
    is there or not.
    """
    own = [path for path in answering_files(files) if not is_ours(path)]
    local = {part for path in own for part in (path.stem, path.parent.name)}
    names = {module.partition(".")[0] for path in own for module in imported_modules(path)}
    names -= {*sys.stdlib_module_names, *PACKAGES, *local, ""}
    packages = _installed(_places()) if names else {}
    found = {each for name in names for each in packages.get(name, [MODULE + name])}
    return [*COMPUTING, *sorted(found - set(COMPUTING))]


def _places() -> tuple[tuple[str, int], ...]:
    """Return where packages are looked for, with when something was put there last."""
    folders = [Path(name) for name in sys.path]
    return tuple((str(each), each.stat().st_mtime_ns) for each in folders if each.is_dir())


@functools.lru_cache(maxsize=8)
def _installed(_: tuple[tuple[str, int], ...]) -> Mapping[str, list[str]]:
    """Return the packages to which modules belong; it takes as long as a small check."""
    from importlib.metadata import packages_distributions

    return packages_distributions()


def environment_names(files: list[Path]) -> list[str]:
    """Return the environment variables that researchers' files and the two rooms name or read."""
    names: set[str] = set()
    for path in answering_files(files):
        names |= set(_environment_in(path, digest(path))) | traces_of(path).variables
    return sorted(name for name in names if not name.startswith("GRUNDWORK_"))


def listed_folders(files: list[Path]) -> dict[str, str]:
    """Return the folders that code of some files listed, with the digests of the names in them."""
    listed = {folder for path in answering_files(files) for folder in traces_of(path).listed}
    found = {name: names_when_listed(name) for name in listed}
    return {
        name: digest
        for name, digest in sorted(found.items())
        if digest is not None and not is_kept(Path(name))
    }


def absent_files(files: list[Path]) -> set[Path]:
    """Return the files that code of some files would have read, and that were not there."""
    tried = {name for path in answering_files(files) for name in traces_of(path).absent}
    found = {Path(name) for name in tried if not is_written_here(name)}
    return {path for path in found if not is_kept(path)}


def places_of(file: Path) -> dict[str, str]:
    """Return from where what a researcher's file names is looked for."""
    return {
        "of the file": str(file.resolve().parent),
        "working directory": str(Path.cwd()),
        "modules": os.environ.get("PYTHONPATH", ""),
    }


def reads_more(file: Path, files: Iterable[Path], folders: Collection[str]) -> bool:
    """Whether of what was read something is a researcher's, and not the file itself.

    From another place the same names may be of other files.
    """
    return bool(folders) or any(path != file.resolve() and not is_ours(path) for path in files)


def unfollowed(files: list[Path]) -> list[tuple[Path, str]]:
    """Return what code of some files did that cannot be followed, in words."""
    return [
        (path, words) for path in answering_files(files) for words in traces_of(path).unfollowed
    ]


def answering_files(files: list[Path]) -> list[Path]:
    """Return the files whose code answers, or says what is true; not those that check or show."""
    python = [path for path in files if path.suffix == ".py"]
    return [path for path in python if not is_machinery(path)]


def imported_modules(path: Path) -> Iterator[str]:
    """Yield the full name of each module that a file imports, and of each name taken from one."""
    for level, module in _imported_in(path, digest(path)):
        if not level:
            yield module


def imports_in_all(start: Path, package: str) -> bool:
    """Whether a researcher's file, or another one that it imports, imports a package."""
    found: set[Path] = set()
    waiting = [start]
    modules = Modules()
    while waiting:
        path = waiting.pop()
        if path in found or any(path.is_relative_to(ROOT / room) for room in PACKAGES):
            continue
        found.add(path)
        if any(name.partition(".")[0] == package for name in imported_modules(path)):
            return True
        waiting += modules.written_imports(path, start.parent)
    return False


class Modules:
    """Where the files of modules are; the disk is asked of each once."""

    def __init__(self) -> None:
        self._files: dict[str, tuple[Path, ...]] = {}

    def written_imports(self, path: Path, folder: Path) -> set[Path]:
        """Return the files that a source file imports, as far as its text says.

        Parameters
        ----------
        path
            The source file.
        folder
            The folder of the study's file, where modules of a researcher's are found.
        """
        files: set[Path] = set()
        if path == FACE:
            return files  # what is taken from it is found where that is taken
        for level, module in _imported_in(path, digest(path)):
            if level:
                files |= self._around(path.parents[level - 1], module)
            elif module.split(".")[0] in PACKAGES:
                files |= self._around(ROOT, module)
            else:
                files |= self._around(folder, module)
                if path.parent != folder and not path.is_relative_to(ROOT / "research"):
                    files |= self._around(path.parent, module)
        return files

    def _around(self, base: Path, module: str) -> set[Path]:
        """Return the files of a module; the ``__init__`` of each package around it runs too."""
        stem = str(base)
        if not module:
            return {file for file in self._files_of(stem) if file.name == "__init__.py"}
        files: set[Path] = set()
        for part in module.split("."):
            stem += "/" + part
            files.update(self._files_of(stem))
        return files

    def _files_of(self, stem: str) -> tuple[Path, ...]:
        if stem not in self._files:
            names = (stem + "/__init__.py", stem + ".py")
            self._files[stem] = tuple(Path(n).resolve() for n in names if os.path.isfile(n))  # noqa: PTH113  # a Path for each name takes four times as long
        return self._files[stem]


@functools.lru_cache(maxsize=4096)
def is_machinery(path: Path) -> bool:
    """Whether a file is part of the gate or of what checks, and opens files on behalf of others."""
    rooms = (ROOT / "grundwork", ROOT / "research")
    checks = any(map(path.is_relative_to, rooms)) and not str(path).startswith(GAMES)
    return checks or path in GATE


def is_kept(path: Path) -> bool:
    """Whether a file is one that Grundwork keeps, and not a researcher's in the same folder."""
    return any(path.is_relative_to(folder) for folder in kept_folders())


@functools.lru_cache(maxsize=4096)
def _only_shows(path: Path) -> bool:
    """Whether a file decides nothing: it shows, or it is no file of ours or the researcher's."""
    if is_foreign(str(path)) or any(path.is_relative_to(part) for part in _SHOWING):
        return True
    if path.is_relative_to(ROOT / "grundwork"):
        return path != FACE
    return path.name == "pictures.py" and path.is_relative_to(ROOT / "research" / "studies")


@functools.lru_cache(maxsize=1024)
def _imported_in(path: Path, _: str | None) -> tuple[tuple[int, str], ...]:
    """Return the imports of a file: how many dots, and the name; each name taken too."""
    found = []
    calls = _may_name(path, b"import_module", b"__import__")
    for node in ast.walk(parsed(path)) if calls else _statements(parsed(path)):
        if isinstance(node, ast.Import):
            found += [(0, alias.name) for alias in node.names]
            found += [
                (0, home) for n in node.names if n.name == "grundwork" for home in _homes("*")
            ]
        elif isinstance(node, ast.ImportFrom):
            stem = node.module or ""
            found.append((node.level, stem))
            # ``from package import module`` names a module too
            found += [(node.level, f"{stem}.{alias.name}".strip(".")) for alias in node.names]
            if stem == "grundwork":
                found += [(0, home) for alias in node.names for home in _homes(alias.name)]
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__"):
            found += [(0, argument) for argument in words_in(node)[:1]]
    return tuple(found)


def _homes(name: str) -> set[str]:
    """Return the modules from which the face takes a name, or all its names."""
    taken = [node for node in ast.walk(parsed(FACE)) if isinstance(node, ast.ImportFrom)]
    return {
        str(node.module)
        for node in taken
        if name == "*" or any(alias.name == name for alias in node.names)
    }


@functools.lru_cache(maxsize=1024)
def _environment_in(path: Path, _: str | None) -> tuple[str, ...]:
    """Return the variables that a file names beside ``os.environ`` or in ``getenv``."""
    if not _may_name(path, b"environ", b"getenv"):
        return ()
    found: list[str] = []
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Subscript) and "environ" in ast.dump(node.value):
            if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
                found.append(node.slice.value)
        elif isinstance(node, ast.Call) and (
            called(node) == "getenv" or "environ" in ast.dump(node.func)
        ):
            found += words_in(node)[:1]
        elif isinstance(node, ast.Compare) and "environ" in ast.dump(node):
            found += [
                left.value
                for left in (node.left, *node.comparators)
                if isinstance(left, ast.Constant) and isinstance(left.value, str)
            ]
    return tuple(found)


def _may_name(path: Path, *names: bytes) -> bool:
    """Whether a source may use one of some names: in other letters Python reads the same ones."""
    try:
        source = path.read_bytes()
    except OSError:
        return False
    return not source.isascii() or any(name in source for name in names)


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements of a file, also those within others; no expressions."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            inside = getattr(node, name, None)
            if isinstance(inside, list):
                waiting += inside


def called(node: ast.Call) -> str:
    """Return the name of what is called, without what it is taken from."""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def words_in(node: ast.Call) -> list[str]:
    """Return the words that are given to a call as they are written."""
    return [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]


def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a file; an empty one of what is no Python."""
    try:
        return ast.parse(path.read_bytes(), str(path))
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])
