"""The code of solvers while they are compared: their constants, and whether the oracle runs it.

Some calls of the oracle, and of the solver on the same cases, are run under coverage.py, on the
solver's files alone. An oracle that calls the very function that it should judge is refused. Where
it runs other code of the solver, another algorithm or a part of it, that is what the function was
compared with, and the author's words for the truth are put aside.

The rules are no solver: what runs when they are asked for options is left out. Looked at are the
first cases, and each that is twice as large as these.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from fast.inputs import ROOT, is_installed, is_ours
from fast.signature import largest_integers, ungated
from research.checks.evidence import ClaimError
from research.claims.cases import own_copies

if TYPE_CHECKING:
    from coverage import Coverage

Lines = Mapping[str, frozenset[int]]  # those that ran, by file
Function = tuple[str, str]  # a file and the qualified name of a function in it
Run = dict[Function, frozenset[int]]  # the functions that ran, and which of their lines
FIRST = 5
SMALL = 4  # sizes to which the rules are asked for options
OTHER = "another algorithm of the solver"
# On one line, as a reason is needed to excuse one.
EXCUSE = r"# *pragma: *no cover\b[^\w\n]*(\w.*)"
_GATE = ("certificate", "compiling", "errors", "gate", "inputs", "signature")


@contextmanager
def overridden(constants: Mapping[str, Any]) -> Iterator[None]:
    """Give module constants other values while the context lasts, so that small cases cross them.

    A solver that changes its way at some size names the size in a module constant. A comparison
    with the oracle lowers it, and so reaches both sides at sizes that the oracle reaches. What the
    modules cached is forgotten on both sides.

    Parameters
    ----------
    constants
        Values by full name, such as ``{"fast.heap_games._SPARSE_FROM": 8}``.

    Raises
    ------
    AttributeError
        If a module has no such constant.
    """
    known = [(*_constant(name), value) for name, value in constants.items()]
    before = [getattr(module, name) for module, name, _ in known]
    try:
        for module, name, value in known:
            setattr(module, name, value)
            forget_cached(module)
        yield
    finally:
        for (module, name, _), value in zip(known, before, strict=True):
            setattr(module, name, value)
            forget_cached(module)


def forget_cached(module: ModuleType | None) -> None:
    """Empty the caches that functions of a module, if any, keep (those of ``functools``)."""
    for clear in _clears(module):
        clear()


@functools.cache  # it is asked at each call with an override
def _clears(module: ModuleType | None) -> list[Callable[[], None]]:
    if module is None:
        return []
    own = [v for v in vars(module).values() if not isinstance(v, type)]
    kept = [v for v in own if getattr(v, "__module__", None) == module.__name__]
    return [v.cache_clear for v in kept if callable(getattr(v, "cache_clear", None))]


def _constant(name: str) -> tuple[ModuleType, str]:
    module, _, constant = name.rpartition(".")
    found = sys.modules.get(module) or importlib.import_module(module)
    if not hasattr(found, constant):
        raise AttributeError(f"lowered={name!r}: {module} has no constant of that name")
    return found, constant


def solver_files() -> list[str]:
    """Return the files in which a solver may lie: those of ``fast/``, and project modules."""
    found = {str(path) for path in (ROOT / "fast").glob("*.py") if path.stem not in _GATE}
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and file.endswith(".py") and not is_installed(file):
            found |= set() if is_ours(file) else {file}
    return sorted(found)


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
    cover.set_option("report:exclude_lines", [EXCUSE])
    cover.set_option("report:partial_branches", ["(?!)"])
    return cover


def lines_run(cover: Coverage) -> Lines:
    """Return which lines of the covered files have run."""
    data = cover.get_data()
    return {file: frozenset(data.lines(file) or ()) for file in data.measured_files()}


def functions_of(lines: Lines) -> Run:
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


class CoveredOracle:
    """The oracle of an agreement, which notes what code of the solver runs as it answers.

    Parameters
    ----------
    agreement
        A :class:`research.claims.agreement.Agreement`.
    """

    def __init__(self, agreement: Any) -> None:
        self._agreement, self._files = agreement, solver_files()
        self._cover = covering(self._files)
        self._looked_at: list[Mapping[str, Any]] = []
        self._largest = 0
        solver = sys.modules.get(getattr(agreement.plain, "__module__", None) or "")
        # Caches of a module that only adapts a solver are the oracle's too.
        own = getattr(solver, "__file__", None) in self._files
        self._caching = solver if own else None

    def __call__(self, **arguments: Any) -> Any:
        """Ask the oracle."""
        size = max(largest_integers(arguments, self._agreement.modulo).values(), default=0)
        if len(self._looked_at) >= FIRST and size <= 2 * self._largest:
            return self._agreement.oracle(**arguments)
        self._largest = max(size, self._largest)
        self._looked_at.append(own_copies(arguments))
        forget_cached(self._caching)
        with self._cover.collect():
            return self._agreement.oracle(**arguments)

    def truth(self) -> str:
        """Return what the truth is: the author's words, unless solver code takes part in it.

        Raises
        ------
        ClaimError
            If the oracle runs all of the function that it should judge.
        """
        agreement, asked = self._agreement, functions_of(lines_run(self._cover))
        if not asked:
            return str(agreement.truth)
        with overridden(agreement.lowered):
            solved = self._run_by(agreement.plain, self._looked_at, agreement.fixed)
        own = inspect.unwrap(agreement.plain)
        name = _file_of(own), getattr(own, "__qualname__", "").replace("<locals>.", "")
        same = all(lines <= asked.get(each, frozenset()) for each, lines in solved.items())
        if name in solved and name in asked and same and not agreement.lowered:
            raise ClaimError(
                f"{agreement.name}: its oracle calls what it should judge, {name[1]}; "
                "compare with the rules, or with another algorithm"
            )
        both = ungated(inspect.unwrap(agreement.oracle)), type(agreement.game)
        files = {file for file, _ in solved} - {_file_of(each) for each in both}
        of_solver = asked.keys() - self._run_by(partial(_ask_rules, agreement.game), [{}]).keys()
        shared = any(each in solved or each[0] in files for each in of_solver)
        return OTHER if shared else str(agreement.truth)

    def _run_by(
        self,
        function: Callable[..., Any],
        calls: Iterable[Mapping[str, Any]],
        fixed: Mapping[str, Any] = MappingProxyType({}),
    ) -> Run:
        """Return the functions that run as calls are made."""
        cover = covering(self._files)
        with cover.collect():
            for arguments in calls:
                forget_cached(self._caching)
                with suppress(Exception):  # such as a refusal
                    function(**own_copies({**arguments, **fixed}))
        return functions_of(lines_run(cover))


def _ask_rules(game: Any) -> None:
    """Ask rules for the options of small positions."""
    ways = [getattr(game, way, None) for way in ("options", "left_options", "right_options")]
    for position in (p for size in range(SMALL) for p in game.start(size)):
        for way in filter(None, ways):
            list(way(position))


def _file_of(value: Any) -> str:
    """Return the file in which a function or a class is written."""
    code = getattr(value, "__code__", None)
    if code is not None:
        return str(code.co_filename)
    return str(getattr(sys.modules.get(getattr(value, "__module__", "")), "__file__", ""))
