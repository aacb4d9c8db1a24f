r"""The source of a function, and which of the names that it reads are constants.

A constant is what no function of its file assigns or changes. What other files do to it is not
asked.

>>> facts = facts_of("A = 1\nB = []\ndef f(game):\n    B.append(1)\n    game.most = 3\n")
>>> facts.changed, facts.set_attributes
({'B': 4}, {'most': 5})
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, TypeGuard

from research.theorems.errors import NotOnSymbolsError

Function = ast.FunctionDef | ast.Lambda

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)
_CHANGING = {
    *("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"),
    *("add", "update", "discard", "setdefault", "popitem"),
}
_AS_IT_IS_MADE = {"__init__", "__post_init__", "__new__"}


@dataclass(frozen=True)
class FileFacts:
    """What a file says of the names in it.

    Attributes
    ----------
    tree
        The file.
    changed
        The names that a function assigns or changes in place, each with a line.
    set_attributes
        The attributes that are set anywhere but as an object is made, each with a line.
    """

    tree: ast.Module
    changed: dict[str, int]
    set_attributes: dict[str, int]


@lru_cache(maxsize=64)
def facts_of(text: str) -> FileFacts:
    """Return what the text of a file says of the names in it."""
    facts = FileFacts(ast.parse(text), {}, {})
    for function in ast.walk(facts.tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for node in ast.walk(function):
            match node:
                case ast.Global(names):
                    facts.changed.update(dict.fromkeys(names, node.lineno))
                case ast.Subscript(ast.Name(name), _, ast.Store() | ast.Del()):
                    facts.changed.setdefault(name, node.lineno)
                case ast.Call(ast.Attribute(ast.Name(name), method)) if method in _CHANGING:
                    facts.changed.setdefault(name, node.lineno)
                case ast.Attribute(_, name, ast.Store() | ast.Del()) | ast.Subscript(
                    ast.Attribute(_, name), _, ast.Store() | ast.Del()
                ) if function.name not in _AS_IT_IS_MADE:
                    facts.set_attributes.setdefault(name, node.lineno)
                case ast.Call(ast.Attribute(ast.Attribute(_, name), method)) if (
                    method in _CHANGING and function.name not in _AS_IT_IS_MADE
                ):
                    facts.set_attributes.setdefault(name, node.lineno)
    return facts


def own_nodes(node: ast.AST, but: tuple[type[ast.AST], ...] = _SCOPES) -> Iterator[ast.AST]:
    """Yield the nodes below one, without those of other functions, classes, or kinds."""
    for each in ast.iter_child_nodes(node):
        if not isinstance(each, (*_SCOPES, *but)):
            yield each
            yield from own_nodes(each, but)


@lru_cache(maxsize=256)
def yields(function: Function) -> bool:
    """Whether a function yields."""
    return any(isinstance(each, ast.Yield | ast.YieldFrom) for each in own_nodes(function))


@lru_cache(maxsize=256)
def stored_in(loop: ast.For) -> tuple[set[str], set[str]]:
    """Return the names that a loop assigns, and those that it adds to in place.

    What comprehensions bind is not among them.
    """
    in_place = [each for each in own_nodes(loop) if isinstance(each, ast.AugAssign)]
    assigned = {
        each.id
        for each in own_nodes(loop, but=(ast.AugAssign, *_COMPREHENSIONS))
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
    return assigned, {each.target.id for each in in_place if isinstance(each.target, ast.Name)}


def file_facts(function: FunctionType) -> FileFacts | None:
    """Return what the file of a function says; None if it is not there."""
    try:
        return facts_of("".join(inspect.findsource(function)[0]))
    except (OSError, SyntaxError, TypeError):
        return None


def source_of(function: FunctionType) -> Function:
    """Return the source of a function.

    Raises
    ------
    NotOnSymbolsError
        If it is not there.
    """
    code = function.__code__
    if code not in _nodes:
        facts = file_facts(function)
        found = [] if facts is None else [n for n in ast.walk(facts.tree) if _is_of(n, code)]
        if not found:
            name = "a lambda" if function.__name__ == "<lambda>" else function.__name__
            raise NotOnSymbolsError(f"{place_of(function)}: the source of {name} is missing")
        _nodes[code] = found[-1]  # of lambdas within each other the innermost is walked to last
    return _nodes[code]


_nodes: dict[CodeType, Function] = {}


def _first_line(node: Function) -> int:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return min([node.lineno, *(each.lineno for each in decorators)])


def _is_of(node: ast.AST, code: CodeType) -> TypeGuard[Function]:
    """Whether a code is that of this function: of several lambdas in a line, by their columns."""
    if not isinstance(node, ast.FunctionDef | ast.Lambda):
        return False
    name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
    if name != code.co_name or _first_line(node) != code.co_firstlineno:
        return False
    if isinstance(node, ast.FunctionDef):
        return True
    spots = [(p[0], p[2]) for p in code.co_positions() if p[0] and p[2] is not None and p[2] > 0]
    body = node.body
    if not spots:  # from Python 3.12 on, a code that gives a constant has no place
        return any(repr(each) == ast.unparse(body) for each in code.co_consts)
    first, last = (body.lineno, body.col_offset), (body.end_lineno or 0, body.end_col_offset or 0)
    return all(first <= spot < last for spot in spots)


def place_of(function: FunctionType, line: int | None = None) -> str:
    """Return where a function, or a line of it, stands, in words."""
    code = function.__code__
    return f"{Path(code.co_filename).name}, line {line or code.co_firstlineno}"


def read_name(function: FunctionType, name: str) -> Any:
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
        facts = file_facts(function)
        if facts is not None and name in facts.changed:
            raise NotOnSymbolsError(f"{name} is changed in line {facts.changed[name]}")
        return function.__globals__[name]
    if not hasattr(builtins, name):
        raise NotOnSymbolsError(f"{name} is not there")
    return getattr(builtins, name)
