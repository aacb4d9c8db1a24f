r"""Which files of a researcher's import each other: one may set what the other reads.

>>> imported_in("import a.b\nfrom c import d")
{'a': 1, 'a.b': 1, 'c': 2, 'c.d': 2}
"""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import accumulate

from fast.watching import OURS, is_foreign


@lru_cache(maxsize=256)
def imported_in(text: str) -> Mapping[str, int]:
    """Return all that a text may import as a module, each with a line.

    What is imported from the package of the text begins with a dot for each step.

    Raises
    ------
    SyntaxError
        If it is no Python.
    """
    found: dict[str, int] = {}
    for node in ast.walk(ast.parse(text)):
        names = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            between = "." if node.module else ""
            names = [module, *(f"{module}{between}{each.name}" for each in node.names)]
        for name in names:
            for whole in accumulate(name.split("."), "{}.{}".format):
                found.setdefault(whole, node.lineno)  # type: ignore[attr-defined]
    return found


def files_around(file: str) -> tuple[str, ...]:
    """Return the other loaded files of a researcher's that import a file or that it imports.

    At any distance, and in whatever direction. Of Grundwork's own files there are none: no file of
    a researcher's sets what these read.
    """
    return () if file.startswith(OURS) else _around(file, tuple(sys.modules))


@lru_cache(maxsize=256)
def _around(file: str, modules: tuple[str, ...]) -> tuple[str, ...]:
    names = dict(_own_files(modules))
    names.setdefault(file, "")
    others = sorted(names.keys() - {file})
    near = {each: _imported_by(each, names[each]) for each in names}
    found, waiting = [], [file]
    while waiting:
        here = waiting.pop()
        met = [each for each in others if each in near[here] or here in near[each]]
        others = [each for each in others if each not in met]
        found += met
        waiting += met
    return tuple(found)


def _own_files(modules: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the loaded files of a researcher's, each with its package."""
    for name in modules:
        module = sys.modules.get(name)
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and not file.startswith(OURS) and not is_foreign(file):
            yield file, getattr(module, "__package__", None) or ""


def _imported_by(file: str, package: str) -> frozenset[str]:
    """Return the files of the modules that a file imports."""
    try:
        imported = imported_in("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError):
        return frozenset()
    files = set()
    for name in imported:
        steps = len(name) - len(name.lstrip("."))
        above = package.rsplit(".", steps - 1)[0] + "." if steps and package else ""
        files.add(getattr(sys.modules.get(above + name[steps:]), "__file__", None))
    return frozenset(each for each in files if isinstance(each, str))
