"""The answering code of a study: what its compared functions can reach.

Reached is found by names as they are written, which finds too much rather than too little: from
the compared functions on, every function, method and assignment of the solvers' files whose name
stands in something reached.

The solvers' files of a built-in study, and of a code, are those of ``fast/`` that its compared
functions' files import; of a file of a researcher's own, that file and what it imports of hers.
"""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from fast.inputs import file_name
from fast.signature import ungated
from research.claims.oracle_independence import solver_files as files_of_solvers
from research.verdicts.mutants.operators import Mutant, mutants_of

if TYPE_CHECKING:
    from research.claims.study import Study


@dataclass(frozen=True)
class Unit:
    """A function, a method, or an assignment of a module or a class.

    Attributes
    ----------
    name
        Such as ``_Work.plain``.
    names
        The names by which it is reached.
    node
        Its syntax.
    """

    name: str
    names: frozenset[str]
    node: ast.AST


def compared_files(study: Study) -> dict[Path, set[str]]:
    """Return the files of the functions that are compared, and of the answer, with their names."""
    found: dict[Path, set[str]] = {}
    for function in [*(each.fast for each in study.agreements), study.answer]:
        plain = ungated(function)
        code = getattr(plain, "__code__", None)
        if code is not None:
            found.setdefault(Path(code.co_filename).resolve(), set()).add(plain.__name__)
    return found


def solver_files(study: Study) -> list[Path]:
    """Return the files whose code can answer, in alphabetical order."""
    solvers = {Path(file) for file in files_of_solvers()}
    found: set[Path] = set()
    waiting = list(compared_files(study))
    while waiting:
        path = waiting.pop()
        more = {path, *_imported(path)} & solvers - found
        found |= more
        waiting += more
    return sorted(found)


def _imported(path: Path) -> Iterator[Path]:
    """Yield the files of the modules that a file imports anywhere."""
    for node in ast.walk(_tree(path)):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
        for name in names:
            try:
                spec = importlib.util.find_spec(name)
            except (ImportError, ValueError):  # what is imported may be no module
                continue
            if spec and spec.origin:
                yield Path(spec.origin).resolve()


def mutants_of_study(study: Study) -> list[Mutant]:
    """Return all mutants of a study's answering code, in the order of files and lines."""
    compared = compared_files(study)
    names = set().union(*compared.values())
    for path, functions in compared.items():
        for node in ast.walk(_tree(path)):  # a function may stand in another one
            if isinstance(node, ast.FunctionDef) and node.name in functions:
                names |= _mentioned(node)
    units = {path: list(_units(_tree(path).body)) for path in solver_files(study)}
    reached: list[Unit] = []
    everything = [unit for each in units.values() for unit in each]
    while fresh := [u for u in everything if u not in reached and u.names & names]:
        reached += fresh
        names = names.union(*(_mentioned(unit.node) for unit in fresh))
    return [
        mutant
        for path, each in units.items()
        for mutant in mutants_of(
            path.read_text(encoding="utf-8"),
            _tree(path),
            file_name(path),
            [(unit.name, unit.node) for unit in each if unit in reached],
        )
    ]


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _mentioned(tree: ast.AST) -> set[str]:
    """Return every name that stands in a tree."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.alias):
            found.add(node.name.rpartition(".")[2])
    return found


def _units(body: Iterable[ast.stmt], inside: str = "") -> Iterator[Unit]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _units(node.body, node.name)
        elif isinstance(node, ast.FunctionDef):
            special = inside and node.name.startswith("__")  # Python calls it
            names = frozenset({inside if special else node.name})
            yield Unit(f"{inside}.{node.name}".lstrip("."), names, node)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = frozenset(
                n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)
            )
            if names:
                yield Unit(f"{inside}.{min(names)}".lstrip("."), names, node)
