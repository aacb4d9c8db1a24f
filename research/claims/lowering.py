"""Whether a threshold that a comparison lowers is lower in all that the compared function does.

Its name is given another value while the function runs (:mod:`fast.thresholds`). What was computed
from it before, a compiled kernel or another constant, keeps what it had: then the comparison would
be of a solver that is none, and the other constant's own regime would be compared by nobody.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from fast.reaching import reach
from research.checks.evidence import ClaimError


def require_lowered(name: str, function: Callable[..., Any], lowered: Mapping[str, Any]) -> None:
    """Refuse to have lowered what a function, now loaded, does not read or reads elsewhere too.

    Parameters
    ----------
    name
        Of the agreement, for the message.
    function
        The compared function.
    lowered
        The lowered constants, by full name.

    Raises
    ------
    ClaimError
        If one is not read, is fixed in a compiled kernel, or another one that is read is computed
        from it.
    """
    if not lowered:
        return
    found = reach(function)
    read = {f"{space.get('__name__')}.{constant}": v for space, constant, v in found.bound}
    kernels = {id(value.py_func.__code__) for *_, value in found.bound if hasattr(value, "py_func")}
    frozen = {
        f"{plain.__module__}.{constant}"
        for code, plain in found.functions.values()
        if id(code) in kernels
        for constant in code.co_names
    }
    for full in lowered:
        module, _, constant = full.rpartition(".")
        if full in frozen:
            raise ClaimError(
                f"{name}: lowered={full!r}: a compiled kernel reads it, in which it is "
                "fixed when it is compiled; give it to the kernel as an argument"
            )
        if full not in read:
            raise ClaimError(
                f"{name}: lowered={constant!r}: the function does not read a constant of "
                f"that name in {module}; expected the full name of one that it reads"
            )
        if lowered[full] == read[full]:
            raise ClaimError(
                f"{name}: lowered={full!r}: {constant} is {read[full]} already; expected another"
            )
        for other in _computed_from(module, constant):
            if f"{module}.{other}" in read and f"{module}.{other}" not in lowered:
                raise ClaimError(
                    f"{name}: lowered={constant!r}: {other} is computed from it, and stays as it "
                    f"is; lower {other} as well"
                )


def _computed_from(module: str, constant: str) -> Iterator[str]:
    """Give the names that a module's own lines compute from one of its constants."""
    file = getattr(sys.modules[module], "__file__", None)
    if file is None:
        return
    names, functions = {constant}, set[str]()
    for line in _lines_that_run(ast.parse(Path(file).read_bytes())):
        if isinstance(line, ast.FunctionDef | ast.ClassDef):
            known = functions if isinstance(line, ast.FunctionDef) else names
            known |= {line.name} if _reads(line, names, functions) else set()
        else:
            own = _set_in(line) - names
            if own and _reads(_decides(line), names, functions):
                names |= own
                yield from sorted(own)


def _reads(part: ast.AST, names: set[str], functions: set[str]) -> bool:
    """Whether some names are read there, or some functions called: a table of these is no value."""
    calls = {node.func for node in ast.walk(part) if isinstance(node, ast.Call)}
    return bool(names & _names_in([part]) or functions & _names_in(calls))


def _decides(line: ast.AST) -> ast.AST:
    """Return the part of a line of which depends what it sets: of a branch or a loop its head."""
    parts = (getattr(line, part, None) for part in ("value", "test", "iter", "subject"))
    return next((part for part in parts if isinstance(part, ast.AST)), ast.Pass())


def _set_in(line: ast.AST) -> set[str]:
    """Return the names that a line sets, or in its targets something that belongs to them."""
    targets = [getattr(line, "target", None), *getattr(line, "targets", [])]
    found = _names_in([target for target in targets if target is not None])
    stored = (node for node in ast.walk(line) if isinstance(node, ast.Name))
    return found | {node.id for node in stored if isinstance(node.ctx, ast.Store)}


def _lines_that_run(module: ast.AST) -> Iterator[ast.AST]:
    """Give the lines of a module in their order, those within others too, not of functions."""
    for line in ast.iter_child_nodes(module):
        yield line
        if not isinstance(line, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _lines_that_run(line)


def _names_in(parts: Collection[ast.AST]) -> set[str]:
    return {node.id for part in parts for node in ast.walk(part) if isinstance(node, ast.Name)}
