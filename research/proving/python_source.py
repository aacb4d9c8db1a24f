"""The source of a function, and the constants that it reads from outside.

A constant is what no function of its file assigns. What other files do to it is not asked, nor what
is added to a list.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from research.proving.symbols import NotOnSymbolsError

Function = ast.FunctionDef | ast.Lambda

_MAKING = {"__init__", "__post_init__", "__new__"}  # an object, whose attributes they may set
_parsed = lru_cache(maxsize=64)(ast.parse)


def place_of(function: FunctionType, line: int | None = None) -> str:
    """Return where a function, or a line of it, stands, in words."""
    code = function.__code__
    return f"{Path(code.co_filename).name}, line {line or code.co_firstlineno}"


def source_of(function: FunctionType) -> Function:
    """Return the source of a function.

    Raises
    ------
    NotOnSymbolsError
        If it is not there.
    """
    code = function.__code__
    try:
        tree = _parsed("".join(inspect.findsource(function)[0]))
        nodes = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.Lambda)]
        # of lambdas within each other the innermost is walked to last
        return next(node for node in reversed(nodes) if _is_of(node, code))
    except (OSError, SyntaxError, TypeError, StopIteration):
        name = "a lambda" if function.__name__ == "<lambda>" else function.__name__
        raise NotOnSymbolsError(f"{place_of(function)}: the source of {name} is missing") from None


def _is_of(node: Function, code: CodeType) -> bool:
    """Whether a code is that of this function: of several lambdas in a line, by their columns."""
    if isinstance(node, ast.FunctionDef):
        line = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        return (node.name, line) == (code.co_name, code.co_firstlineno)
    if (code.co_name, code.co_firstlineno) != ("<lambda>", node.lineno):
        return False
    body = node.body
    spots = [(p[0], p[2]) for p in code.co_positions() if p[0] and p[2] is not None and p[2] > 0]
    if not spots:  # from Python 3.12 on, a code that gives a constant has no place
        return any(repr(each) == ast.unparse(body) for each in code.co_consts)
    first, last = (body.lineno, body.col_offset), (body.end_lineno or 0, body.end_col_offset or 0)
    return all(first <= spot < last for spot in spots)


def require_constant(function: FunctionType, name: str) -> None:
    """Refuse a name, or a ``.attribute``, that a function of the file assigns, with the line."""
    changed = _changed(_parsed("".join(inspect.findsource(function)[0])))
    if name in changed:
        raise NotOnSymbolsError(f"{name} is changed in line {changed[name]}")


def constant_named(function: FunctionType, name: str) -> Any:
    """Return what a function reads by a name that is not its own.

    Raises
    ------
    NotOnSymbolsError
        If there is nothing, or it is no constant.
    """
    code = function.__code__
    if name in code.co_freevars and function.__closure__:
        return function.__closure__[code.co_freevars.index(name)].cell_contents
    if name in function.__globals__:
        require_constant(function, name)
        return function.__globals__[name]
    if not hasattr(builtins, name):
        raise NotOnSymbolsError(f"{name} is not there")
    return getattr(builtins, name)


@lru_cache(maxsize=64)
def _changed(tree: ast.Module) -> dict[str, int]:
    """Return the names and ``.attributes`` that functions of a file assign, with lines."""
    changed: dict[str, int] = {}
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    for node in (n for f in functions if f.name not in _MAKING for n in ast.walk(f)):
        match node:
            case ast.Global(names):
                changed |= dict.fromkeys(names, node.lineno)
            case ast.Attribute(_, name, ast.Store()):
                changed.setdefault(f".{name}", node.lineno)
    return changed
