"""The answering code of a study: what its compared functions can reach.

Reached is found by names as they are written, which finds too much rather than too little: from
the compared functions on, every function, method and assignment of the solvers' files whose name
stands in something reached. What only says an error in words (all that stands in a ``raise``) is
not followed, and not changed.

The solvers' files of a built-in study, and of a code, are those of ``fast/`` that its compared
functions' files import; of a file of a researcher's own, that file and what it imports from its
folder. The gate itself answers nothing, nor does what keeps compiled code.
"""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fast.inputs import ROOT, file_name, is_ours
from fast.signature import ungated
from research.verdicts.mutants.operators import Mutant, mutants_of

if TYPE_CHECKING:
    from research.claims.study import Study

FAST, VARIANTS = ROOT / "fast", ROOT / "research" / "variants"
NO_SOLVERS = {"certificate", "compiling", "errors", "gate", "inputs", "signature"}


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
    found: set[Path] = set()
    for start in compared_files(study):
        waiting, seen = [start], set()
        while waiting:
            path = waiting.pop()
            if path not in seen and (path == start or _is_solver(path, start)):
                seen.add(path)
                waiting += imported_files(path)
        found |= {path for path in seen if _is_solver(path, start)}
    return sorted(found)


def _is_solver(path: Path, start: Path) -> bool:
    """Whether a file is solver's code, where the compared function stands in ``start``."""
    if is_ours(start) and VARIANTS not in start.parents:
        return path.parent == FAST and path.stem not in NO_SOLVERS
    return path == start or (path.parent == start.parent and not is_ours(path))


def imported_files(path: Path) -> list[Path]:
    """Return the files of the modules that a file imports anywhere."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
        found += [Path(file).resolve() for name in names if (file := _file_of(name))]
    return found


def _file_of(name: str) -> str:
    """Return the Python file of a module; nothing if there is no such."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):  # what is imported may be no module
        return ""
    return spec.origin if spec and spec.origin and spec.origin.endswith(".py") else ""


def mutants_of_study(study: Study) -> list[Mutant]:
    """Return all mutants of a study's answering code, in the order of files and lines."""
    texts = {path: path.read_text(encoding="utf-8") for path in solver_files(study)}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    units = {path: list(_units(tree.body)) for path, tree in trees.items()}
    names = set().union(*compared_files(study).values())
    for path, compared in compared_files(study).items():
        known = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(known):  # a function may stand in another one
            if isinstance(node, ast.FunctionDef) and node.name in compared:
                names |= _mentioned(node)
    everything = [unit for each in units.values() for unit in each]
    reached = {id(unit) for unit in _following(names, everything)}
    return [
        mutant
        for path in units
        for mutant in mutants_of(
            texts[path],
            trees[path],
            file_name(path),
            [(unit.name, unit.node) for unit in units[path] if id(unit) in reached],
        )
    ]


def affected_by(mutant: Mutant, files: Iterable[Path]) -> set[str]:
    """Name what is changed, and every top-level definition that mentions it, and so on."""
    units = [
        unit for path in files for unit in _units(ast.parse(path.read_text(encoding="utf-8")).body)
    ]
    affected = {mutant.unit.rpartition(".")[2]}
    mentions = [(unit.names, _mentioned(unit.node)) for unit in units]
    while more := {
        name for names, said in mentions if said & affected for name in names - affected
    }:
        affected |= more
    return affected


def _following(names: set[str], units: list[Unit]) -> list[Unit]:
    """Return the units that names lead to, and the names in those, and so on."""
    reached: list[Unit] = []
    while fresh := [unit for unit in units if unit not in reached and unit.names & names]:
        reached += fresh
        names = names.union(*(_mentioned(unit.node) for unit in fresh))
    return reached


def _mentioned(tree: ast.AST) -> set[str]:
    """Return every name that stands in a tree, but for what is said in errors."""
    found: set[str] = set()
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.alias):
            found.add(node.name.rpartition(".")[2])
        if not isinstance(node, ast.Raise):
            waiting += ast.iter_child_nodes(node)
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
