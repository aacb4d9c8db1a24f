"""Which functions of some files run while something is called: coverage.py, asked for lines.

Coverage is slow to import, so that is done only when something is run under it.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coverage import Coverage

Lines = Mapping[str, frozenset[int]]  # those that ran, by file
Function = tuple[str, str]  # a file and the qualified name of a function in it


def covering(files: Collection[str]) -> Coverage:
    """Return a coverage of some files, by branches, that reads and keeps no file of its own."""
    import coverage

    cover = coverage.Coverage(
        branch=True,
        include=sorted(files),
        data_file=None,
        config_file=False,
        messages=False,
    )
    cover.set_option("run:disable_warnings", ["no-data-collected"])
    return cover


def run_covered(call: Callable[[], Any], cover: Coverage) -> Any:
    """Call something and return what it gives; the coverage adds what it ran to what ran before.

    Cost: the first call under a coverage takes some ten milliseconds, each later one next to none.
    """
    cover.start()
    try:
        return call()
    finally:
        cover.stop()


def lines_run(cover: Coverage) -> Lines:
    """Return which lines of the covered files have run."""
    data = cover.get_data()
    return {file: frozenset(data.lines(file) or ()) for file in data.measured_files()}


def functions_of(lines: Lines) -> dict[Function, frozenset[int]]:
    """Return the functions to which lines belong, each with its lines."""
    found: dict[Function, set[int]] = {}
    for file, numbers in lines.items():
        owners = owners_of(file)
        for line in numbers & owners.keys():
            found.setdefault((file, owners[line]), set()).add(line)
    return {function: frozenset(numbers) for function, numbers in found.items()}


@functools.lru_cache(maxsize=256)
def owners_of(file: str) -> Mapping[int, str]:
    """Return the innermost function to whose body each line of a file belongs."""
    tree = ast.parse(Path(file).read_bytes())
    owners: dict[int, str] = {}
    for name, node in _functions(tree, ""):  # the outer ones come first
        last = node.end_lineno or node.lineno
        owners |= dict.fromkeys(range(node.body[0].lineno, last + 1), name)
    return owners


def _functions(
    node: ast.AST, within: str
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for child in ast.iter_child_nodes(node):
        inner = within
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{within}.{child.name}" if within else child.name
            if not isinstance(child, ast.ClassDef):
                yield inner, child
        yield from _functions(child, inner)
