r"""Which names the functions of a file set: what is read by such a name is no constant.

A rule that is run on symbols reads constants: a class attribute, a tuple at the top of its file. It
is one thing with its formula only for as long as these stay what they are. A list may be added to
under any other name, so only what never changes is a constant; and the name has to stay with it. So
whatever name a function in the same file sets is that of no constant, whoever calls the function
and whenever: the source is read for it, where the code has come from. What is done as the file is
loaded, or as an object is made, is done before.

>>> changed_in("def grow(game):\n    game.most = 3\n")
frozenset({'most'})
"""

from __future__ import annotations
import __future__

import ast
import dataclasses
import linecache
import reprlib
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FunctionType

from oracles.plain import is_remembered, names_of, order_of

ANYTHING = "*"  # among the names: something is set of which the source does not say the name
_BY_NAME = {
    *("setattr", "delattr", "globals", "locals", "vars", "exec", "modules", "import_module"),
    *("cell_contents", "f_globals", "__import__", "__dict__", "__setattr__", "__delattr__"),
    *("__setitem__", "__globals__", "__closure__", "__code__", "__defaults__", "__kwdefaults__"),
}
_FUTURE = __future__.annotations.compiler_flag  # which a prompt keeps from line to line
_MADE_AGAIN = ("__init__", "__post_init__")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """Yield a code and those of the functions and comprehensions within it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from codes_of(each)


def source_of(code: CodeType) -> str | None:
    """Return the text of the file that a code was made from; None if it is not there any more."""
    for _ in range(2):
        text = "".join(linecache.getlines(code.co_filename))
        if code in _codes_in(text, code.co_filename, code.co_flags & _FUTURE):
            return text
        linecache.checkcache(code.co_filename)  # the file may have been written, and read, again
    return None


@lru_cache(maxsize=256)
def _codes_in(text: str, filename: str, flags: int) -> frozenset[CodeType]:
    try:
        return frozenset(codes_of(compile(text, filename, "exec", flags, dont_inherit=True)))
    except (SyntaxError, ValueError):
        return frozenset()


def changed_beside(function: FunctionType) -> frozenset[str]:
    """Return the names of what functions in the same file change; anything, if it is not there."""
    text = source_of(function.__code__)
    return frozenset({ANYTHING}) if text is None else changed_in(text)


def changed_beside_class(kind: type) -> frozenset[str]:
    """Return the names of what functions in the files of a class and of its bases change.

    Those of the classes that others derive theirs from are held to what they were when they were
    loaded (:mod:`oracles.plain`).
    """
    found: set[str] = set()
    for each in order_of(kind):
        if not is_remembered(each) and each.__module__ not in ("builtins", "typing", "abc"):
            members = (getattr(one, "__func__", one) for one in names_of(each).values())
            own = [one for one in members if isinstance(one, FunctionType)]
            found.update(*(changed_beside(one) for one in own if not _is_of_a_library(one)))
    return frozenset(found)


def _is_of_a_library(function: FunctionType) -> bool:
    """Whether Python itself made a method, as for a dataclass."""
    file = function.__code__.co_filename
    return file == "<string>" or file in (dataclasses.__file__, reprlib.__file__)


@lru_cache(maxsize=256)
def changed_in(text: str) -> frozenset[str]:
    """Return the names that the functions in a text set, other than variables of their own."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return frozenset({ANYTHING})
    return frozenset(_changed(tree, None))


@dataclasses.dataclass(frozen=True)
class _Scope:
    """The function that a statement is in, and what it calls the object that it makes, if any."""

    made: str = ""


def _changed(node: ast.AST, scope: _Scope | None) -> Iterator[str]:
    """Yield what is set within functions."""
    if isinstance(node, _FUNCTIONS):
        scope = _scope(node)
    elif scope is not None:
        yield from _changed_by(node, scope)
    elif isinstance(node, ast.Name) and node.id in ("setattr", "delattr", *_MADE_AGAIN):
        yield ANYTHING  # which may be called by another name
    by_name = _set_by_name(node)
    for each in node.args if by_name else ast.iter_child_nodes(node):  # type: ignore[attr-defined]
        yield from _changed(each, scope)


def _scope(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> _Scope:
    parameters = [each.arg for each in function.args.posonlyargs + function.args.args]
    makes = getattr(function, "name", "") in _MADE_AGAIN and bool(parameters)
    return _Scope(parameters[0] if makes else "")


def _set_by_name(node: ast.AST) -> str:
    """Return what ``setattr``, or ``delattr``, is told to set where its name is written down."""
    if isinstance(node, ast.Call):
        called = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
        names = [each.value for each in node.args[:2] if isinstance(each, ast.Constant)]
        if called in ("setattr", "delattr") and names and isinstance(names[0], str):
            return names[0].rpartition(".")[2]
    return ""


def _changed_by(node: ast.AST, scope: _Scope) -> Iterator[str]:
    if isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
    elif _set_by_name(node):
        yield _set_by_name(node)
    elif isinstance(node, ast.Name) and node.id in (*_BY_NAME, *_MADE_AGAIN):
        yield ANYTHING
    elif isinstance(node, ast.Attribute):
        known = isinstance(node.value, ast.Name) and node.value.id == scope.made != ""
        if node.attr in (*_BY_NAME, *_MADE_AGAIN):
            yield from () if scope.made else (ANYTHING,)
        elif not isinstance(node.ctx, ast.Load) and not known:
            yield ANYTHING if node.attr.startswith("__") else node.attr
