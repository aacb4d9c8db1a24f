"""What of some files runs while something is called: coverage.py, asked for lines and branches.

What is missing in a function that ran is named: an answer could take a way there that no comparison
took. A function that never ran is called on a line that never ran. Exempt is what only refuses, a
block that ends in raising an error; and whatever its author excuses by coverage's own comment, with
a reason: ``# pragma: no cover: the table is never that long``.

Coverage is slow to import, so that is done only when something is run under it.
"""

from __future__ import annotations

import ast
import functools
import io
import json
import os
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.inputs import file_name

if TYPE_CHECKING:
    from coverage import Coverage

Lines = Mapping[str, frozenset[int]]  # those that ran, by file
Function = tuple[str, str]  # a file and the qualified name of a function in it

EXCUSE = re.compile(r"# *pragma: *no cover\b[^\w\n]*(\w.*)")  # on one line: a reason is needed


@dataclass(frozen=True)
class Report:
    """What no comparison took, by file and line, and what of it the authors excuse."""

    missed: tuple[str, ...] = ()
    excused: tuple[str, ...] = ()


def covering(files: Collection[str]) -> Coverage:
    """Return a coverage of some files, by branches, that reads and keeps no file of its own."""
    import coverage

    cover = coverage.Coverage(
        branch=True,
        include=sorted(files) or [os.devnull],
        data_file=None,
        config_file=False,
        messages=False,
    )
    cover.set_option("run:disable_warnings", ["no-data-collected"])
    cover.set_option("report:exclude_lines", [EXCUSE.pattern])
    cover.set_option("report:partial_branches", ["(?!)"])
    return cover


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


def report(cover: Coverage) -> Report:
    """Return which branches were not taken so far."""
    import coverage

    with redirect_stdout(io.StringIO()) as out:
        try:
            cover.json_report(outfile="-")
        except coverage.exceptions.NoDataError:
            return Report()
    files = json.loads(out.getvalue())["files"]
    missed: list[str] = []
    excused: list[str] = []
    for name, found in sorted(files.items()):
        file = Path(name).resolve()
        functions = {n: each for n, each in found["functions"].items() if n}
        if any(each["executed_lines"] for each in functions.values()):
            missed += _missed(file, functions)
            excused += _excused(file)
    return Report(tuple(missed), tuple(excused))


def _missed(file: Path, functions: Mapping[str, Any]) -> Iterator[str]:
    """Yield the branches, and the lines that no branch leads to, of functions that ran."""
    text = file.read_text(encoding="utf-8")
    lines, tree = text.splitlines(), ast.parse(text)
    exempt = refusals(tree) | _one_line_functions(tree)
    for each in functions.values():
        if not each["executed_lines"]:
            continue
        branches = [(a, b) for a, b in each["missing_branches"] if not exempt & {a, b}]
        for start, end in branches:
            to = "the end" if end <= 0 else end
            yield f"{file_name(file)}:{start} -> {to}: {lines[start - 1].strip()}"
        never_run = sorted(set(each["missing_lines"]) - exempt)
        if never_run and not branches:
            line = never_run[0]
            yield f"{file_name(file)}:{line}: never run: {lines[line - 1].strip()}"


def _one_line_functions(tree: ast.AST) -> set[int]:
    """Return the lines of functions that are one line: what leads on from it is the file's."""
    functions = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))
    return {n.lineno for n in functions if n.body[0].lineno == n.lineno}


def _excused(file: Path) -> Iterator[str]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if excuse := EXCUSE.search(line):
            code = line[: excuse.start()].strip().removesuffix(":")
            yield f"{file_name(file)}:{number}: {code}: {excuse[1]}"


def refusals(tree: ast.AST) -> set[int]:
    r"""Return the lines of all blocks that end in raising an error and give nothing back.

    >>> sorted(refusals(ast.parse("if n < 0:\n  why = 'no'\n  raise ValueError(why)\nn += 1")))
    [2, 3]
    """
    found: set[int] = set()
    for node in ast.walk(tree):
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if not isinstance(block, list) or not block or not isinstance(block[-1], ast.Raise):
                continue
            inside = [each for statement in block for each in ast.walk(statement)]
            if not any(isinstance(each, ast.Return | ast.Yield | ast.YieldFrom) for each in inside):
                found |= {n for s in block for n in range(s.lineno, (s.end_lineno or s.lineno) + 1)}
    return found
