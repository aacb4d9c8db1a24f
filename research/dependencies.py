"""Which source files an answer depends on.

Starting from a study's file, imports are followed as they are written in the source (so that an
import inside a function counts too) through Grundwork's own packages, and through the folder of
a researcher's own file. Third-party packages are not followed: they count by version.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from fast.confirmed import ROOT

PACKAGES = ("oracles", "fast", "research")
COMPUTING = ("python", "networkx", "numpy", "numba", "python-flint", "sympy", "hypothesis")


def source_files(start: Path) -> list[Path]:
    """Return every source file that the file ``start`` depends on, itself included.

    Parameters
    ----------
    start
        A Python file: a study, or a researcher's variant.

    Returns
    -------
    list of Path
        Absolute paths in alphabetical order.
    """
    found: set[Path] = set()
    waiting = [start.resolve()]
    folder = start.resolve().parent
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        for module in imported_modules(path):
            waiting += [file for file in files_of(module, folder) if file not in found]
    return sorted(found)


def imported_modules(path: Path) -> Iterator[str]:
    """Yield the name of each module that a file imports, and of each name taken from one."""
    for node in ast.walk(ast.parse(path.read_bytes(), str(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module
            # ``from package import module`` names a module too
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def files_of(module: str, folder: Path) -> list[Path]:
    """Return the source files of a module of ours or of the researcher's folder.

    The ``__init__`` files of the packages around it count: importing it runs them.
    """
    parts = module.split(".")
    base = ROOT if parts[0] in PACKAGES else folder
    files = []
    for length in range(1, len(parts) + 1):
        stem = base.joinpath(*parts[:length])
        files += [
            file for file in (stem / "__init__.py", stem.with_suffix(".py")) if file.is_file()
        ]
    return files
