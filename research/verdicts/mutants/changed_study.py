"""A study with one of its solvers' files changed, in this process and in memory only.

Whatever was imported and depends on the changed file is forgotten and imported anew, so that
every module sees the mutant; the rest stays as it is. Kernels that numba compiled before, and that
do not call what is changed, are kept, for compiling takes longest. Nothing on disk changes:
certificates, findings and compiled code are neither read nor written.
"""

from __future__ import annotations

import ast
import functools
import importlib
import importlib.machinery
import os
import sys
import types
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.inputs import ROOT
from fast.objects import OF_FILES
from research.code.dependencies import PACKAGES, imported_modules
from research.verdicts.mutants.answering import mentioned
from research.verdicts.mutants.operators import Mutant, mutated

if TYPE_CHECKING:
    from research.claims.study import Study


_MUTANTS = "research.verdicts.mutants"


def open_the_gate(home: Path) -> None:
    """Let gated functions answer in this process, keep nothing, and compile with bounds checked.

    A mutant may read outside of an array; with bounds checked that is an error each time, else
    whatever lies there. To be called before anything is compiled, in a process that ends after
    its mutants.
    """
    import numba
    import numba.core.dispatcher

    from fast.gate import Gated

    os.environ["GRUNDWORK_HOME"] = str(home)
    numba.config.BOUNDSCHECK = 1
    numba.core.dispatcher.Dispatcher.enable_caching = lambda self: None  # noqa: ARG005
    Gated.__call__ = _answer_at_once  # type: ignore[method-assign, assignment]


def load_anew(target: str, files: Iterable[Path], mutant: Mutant | None) -> Study:
    """Return the study ``target`` with ``files``, and what depends on them, imported anew.

    Parameters
    ----------
    target
        As on the command line.
    files
        Those that are forgotten: the mutant's file, or all files of the solvers.
    mutant
        What is changed; nothing if None.
    """
    if mutant is not None:
        _read_changed(ROOT / mutant.file, mutant)
    kept = _forget({file.resolve() for file in files})
    if mutant is not None:
        _keep_kernels(kept, mutant)
    _open_again()
    study: Study = importlib.import_module("research.resolving.loading").load_study(target)
    return study


def _answer_at_once(gate: Any, *args: Any, **kwargs: Any) -> Any:
    """Stand in for the call of a gated function in this process."""
    return gate.ungated(*args, **kwargs)


def _open_again() -> None:
    """Open the gate of a ``fast.gate`` that was imported anew."""
    gate = importlib.import_module("fast.gate")
    gate.Gated.__call__ = _answer_at_once


def _read_changed(path: Path, mutant: Mutant) -> None:
    """Let imports of ``path`` find the mutant's code."""
    tree = mutated(path.read_text(encoding="utf-8"), mutant)
    code = compile(tree, str(path), "exec", dont_inherit=True)
    loader = importlib.machinery.SourceFileLoader
    original = loader.get_code

    def get_code(self: Any, fullname: str) -> types.CodeType | None:
        if Path(self.path).resolve() == path:
            return code
        return original(self, fullname)

    loader.get_code = get_code  # type: ignore[method-assign]


def _forget(files: set[Path]) -> dict[str, types.ModuleType]:
    """Forget the modules of ``files`` and all that depend on them; return those of the files."""
    folders = {file.parent for file in files}
    places = {name: _place(module) for name, module in sys.modules.items()}
    ours = {
        name: path
        for name, path in places.items()
        if path is not None
        and (_is_in_a_room(name) or path.parent in folders)
        and not name.startswith(_MUTANTS)  # what runs goes on running, and sends its own classes
    }
    gone = {name for name, path in ours.items() if path in files}
    found = {name: sys.modules[name] for name in gone}
    while more := {name for name in ours if name not in gone and _needed(ours[name]) & gone}:
        gone |= more
    for name in gone:
        package, _, last = name.rpartition(".")
        del sys.modules[name]
        if package in sys.modules:  # else "from package import module" finds the old one
            vars(sys.modules[package]).pop(last, None)
    return found


def _place(module: types.ModuleType) -> Path | None:
    file = getattr(module, "__file__", None)
    return Path(file).resolve() if isinstance(file, str) and file.endswith(".py") else None


def _is_in_a_room(name: str) -> bool:
    return name.split(".", maxsplit=1)[0] in PACKAGES or name.startswith(OF_FILES)


@functools.cache
def _needed(path: Path) -> frozenset[str]:
    return frozenset(imported_modules(path))


def _keep_kernels(kept: dict[str, types.ModuleType], mutant: Mutant) -> None:
    """Put compiled kernels that do not reach the change back into its module, imported anew."""
    import numba.core.dispatcher

    for name, module in kept.items():
        path = _place(module)
        kernels = {
            key: value
            for key, value in vars(module).items()
            if isinstance(value, numba.core.dispatcher.Dispatcher)
        }
        if not kernels or path is None or path != (ROOT / mutant.file).resolve():
            continue
        affected = _affected(path, mutant.unit)
        fresh = vars(importlib.import_module(name))
        fresh |= {key: value for key, value in kernels.items() if key not in affected}


def _affected(path: Path, unit: str) -> set[str]:
    """Name what is changed, and every top-level definition that mentions it, and so on."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    mentions: dict[str, set[str]] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            mentions.setdefault(node.name, set()).update(mentioned(node))
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    mentions.setdefault(target.id, set()).update(mentioned(node))
    affected = {unit}
    while more := {n for n, names in mentions.items() if n not in affected and names & affected}:
        affected |= more
    return affected
