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
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.inputs import ROOT, file_name
from fast.signature import ungated
from research.code.dependencies import GATE, Modules
from research.verdicts.mutants.operators import Mutant, mutants_of

if TYPE_CHECKING:
    from research.claims.study import Study

FAST = ROOT / "fast"
_VARIANTS = ROOT / "research" / "variants"

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Unit:
    """A function, a method, or an assignment of a module or a class.

    Attributes
    ----------
    file
        Where it stands.
    name
        Such as ``_Work.plain``.
    names
        The names by which it is reached.
    node
        Its syntax.
    """

    file: Path
    name: str
    names: frozenset[str]
    node: ast.AST


def compared_functions(study: Study) -> list[Callable[..., Any]]:
    """Return the functions that the agreements compare, and the answer, each once and plain."""
    given = [agreement.fast for agreement in study.agreements]
    given += [study.answer] if study.answer is not None else []
    plain = [ungated(function) for function in given]
    return list({id(function): function for function in plain}.values())


def solver_files(study: Study) -> list[Path]:
    """Return the files whose code can answer, in alphabetical order."""
    found: set[Path] = set()
    modules = Modules()
    for function in compared_functions(study):
        start = Path(function.__code__.co_filename).resolve()
        waiting, seen = [start], set()
        while waiting:
            path = waiting.pop()
            if path not in seen and (path == start or _is_solver(path, start)):
                seen.add(path)
                waiting += modules.written_imports(path, path.parent)
        found |= {path for path in seen if _is_solver(path, start)}
    return sorted(found)


def _is_solver(path: Path, start: Path) -> bool:
    """Whether a file is solver's code, where the compared function stands in ``start``."""
    if any(start.is_relative_to(room) for room in (FAST, ROOT / "research")) and _VARIANTS not in (
        start.parents
    ):
        return path.parent == FAST and path not in GATE
    rooms = (FAST, ROOT / "oracles", ROOT / "research", ROOT / "grundwork")
    return path == start or not any(path.is_relative_to(room) for room in rooms)


def answering_units(study: Study) -> list[Unit]:
    """Return what can be reached from the compared functions, file by file, in order."""
    return reached_units(compared_functions(study), units_of(study))


def units_of(study: Study) -> list[Unit]:
    """Return all that stands in the solvers' files, file by file, in order."""
    return [unit for file in solver_files(study) for unit in _units(file)]


def reached_units(functions: Iterable[Callable[..., Any]], units: Sequence[Unit]) -> list[Unit]:
    """Return which of some units can be reached from some functions, in order."""
    return _following(_seeds(functions), units)


def called_units(lines: Iterable[tuple[str, int]], units: Sequence[Unit]) -> list[Unit]:
    """Return the units that ran, where some functions were called; what cannot be told is in it.

    Parameters
    ----------
    lines
        The files and first lines of the functions that were called.
    units
        Those that are asked about. Assignments run on import. Calls of compiled functions do not
        show, so what a caller names in a file with such functions counts as called.
    """
    found = set(lines)
    ran = [unit for unit in units if not _is_function(unit) or _held(unit) & found]
    compiled = [unit for unit in units if has_compiled_loops(unit.file)]
    names = set().union(*(mentioned(unit.node) for unit in ran))
    return [*ran, *_following(names, compiled)]


def has_compiled_loops(file: Path) -> bool:
    """Whether a file speaks of numba."""
    return "numba" in file.read_text(encoding="utf-8")


def _following(names: set[str], units: Sequence[Unit]) -> list[Unit]:
    """Return the units that names lead to, and the names in those, and so on."""
    reached: set[int] = set()
    names, fresh = set(), set(names)
    while fresh:
        names |= fresh
        fresh = set()
        for number, unit in enumerate(units):
            if number not in reached and unit.names & names:
                reached.add(number)
                fresh |= mentioned(unit.node)
        fresh -= names
    return [unit for number, unit in enumerate(units) if number in reached]


def _is_function(unit: Unit) -> bool:
    return isinstance(unit.node, ast.FunctionDef | ast.AsyncFunctionDef)


def _held(unit: Unit) -> set[tuple[str, int]]:
    """Return the file and each line of a unit, decorators included."""
    decorators: list[ast.expr] = getattr(unit.node, "decorator_list", [])
    first = min(_place(node)[0] for node in (unit.node, *decorators))
    last = getattr(unit.node, "end_lineno", None) or first
    return {(str(unit.file), line) for line in range(first, last + 1)}


def answering_lines(study: Study) -> dict[str, set[int]]:
    """Return the lines of the answering code, decorators included, by the name of the file."""
    found: dict[str, set[int]] = {}
    for unit in answering_units(study):
        for file, line in _held(unit):
            found.setdefault(file, set()).add(line)
    return found


def mutants_of_study(study: Study) -> list[Mutant]:
    """Return all mutants of a study's answering code, in the order of files and lines."""
    units = answering_units(study)
    found: list[Mutant] = []
    for file in sorted({unit.file for unit in units}):
        source = file.read_text(encoding="utf-8")
        tree = ast.parse(source)
        # A tree of its own, so that the places of its nodes count from its first node.
        reached = {(unit.name, _place(unit.node)) for unit in units if unit.file == file}
        here = [u for u in _units(file, tree) if (u.name, _place(u.node)) in reached]
        named = [(unit.name, unit.node) for unit in here]
        found += mutants_of(source, tree, file_name(file), named)
    return found


def mentioned(tree: ast.AST) -> set[str]:
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


def _seeds(functions: Iterable[Callable[..., Any]]) -> set[str]:
    """Return the names of some functions, and those that stand in them."""
    found: set[str] = set()
    for function in functions:
        code = function.__code__
        found.add(function.__name__)
        tree = ast.parse(Path(code.co_filename).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, Definition | ast.Lambda) and _begins(node, code.co_firstlineno):
                found |= mentioned(node)
    return found


def _begins(node: Definition | ast.Lambda, line: int) -> bool:
    """Whether Python says that a definition begins at a line: at its first decorator."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return line == min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _units(file: Path, tree: ast.Module | None = None) -> Iterator[Unit]:
    tree = tree or ast.parse(file.read_text(encoding="utf-8"))
    yield from _units_in(file, tree.body, "")


def _units_in(file: Path, body: Iterable[ast.stmt], inside: str) -> Iterator[Unit]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _units_in(file, node.body, node.name)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            reached_by = {node.name}
            if inside and node.name.startswith("__"):
                reached_by = {inside}  # Python calls it
            yield Unit(file, _joined(inside, node.name), frozenset(reached_by), node)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            assigned = {
                n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)
            }
            if assigned:
                yield Unit(file, _joined(inside, min(assigned)), frozenset(assigned), node)


def _joined(inside: str, name: str) -> str:
    return f"{inside}.{name}" if inside else name


def _place(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
