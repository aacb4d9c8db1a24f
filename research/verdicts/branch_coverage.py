"""Which branches of the code that answers no comparison took: coverage.py's own report.

While compared calls are made once more (:mod:`research.verdicts.fresh_process`), coverage.py notes
lines and branches in a researcher's own files, or in those of ``fast/`` for a study of Grundwork's.
What is missing in a function that ran is named: an answer could take a way there that no comparison
took. A function that never ran is called on a line that never ran. The solver of heap games is left
out: of its branches a single code takes few, and the tests compare it on many codes.

Exempt is what only refuses, a block that ends in raising an error; and whatever its author excuses
by coverage's own comment, with a reason: ``# pragma: no cover: the table is never that long``.
"""

from __future__ import annotations

import ast
import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fast.inputs import file_name, is_ours
from oracles.heaps import is_heap_code
from research.claims.oracle_independence import solver_files
from research.system.covered import covering

EXCUSE = re.compile(r"# *pragma: *no cover\b[^\w\n]*(\w.*)")  # on one line: a reason is needed


@dataclass(frozen=True)
class Report:
    """What no comparison took, by file and line, and what of it the authors excuse."""

    missed: tuple[str, ...] = ()
    excused: tuple[str, ...] = ()


def answering_files(word: str) -> list[str]:
    """Return the files of the code that answers for a study; none for the code of a heap game."""
    if is_heap_code(word):
        return []
    files = solver_files()
    return [file for file in files if not is_ours(file)] or files


class BranchCoverage:
    """The branches that calls take in some files."""

    def __init__(self, files: Sequence[str]) -> None:
        self._files = files
        self._cover = covering(files)
        self._cover.set_option("report:exclude_lines", [EXCUSE.pattern])
        self._cover.set_option("report:partial_branches", ["(?!)"])

    @contextmanager
    def on(self) -> Iterator[None]:
        """Note what runs in this context."""
        if self._files:
            self._cover.start()
        try:
            yield
        finally:
            if self._files:
                self._cover.stop()

    def report(self) -> Report:
        """Return what was not taken so far."""
        import coverage

        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "report.json"
            try:
                self._cover.json_report(outfile=str(out))
            except coverage.exceptions.NoDataError:
                return Report()
            files = json.loads(out.read_text(encoding="utf-8"))["files"]
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
