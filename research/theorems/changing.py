r"""What the functions of a file change, by name: what is read from outside may be no such thing.

A rule that is run on symbols reads constants: a class attribute, a list at the top of its file. It
is one thing with its formula only for as long as these stay what they are. So whatever a function
in the same file assigns, adds to or deletes from is no constant, whoever calls that function and
whenever: the source is read for it, where the code has come from. What is done as the file is
loaded, or as an object is made, is done before.

>>> changed_in("def grow():\n    TERMS.append(9)\n")
frozenset({'TERMS'})
"""

from __future__ import annotations
import __future__

import ast
import linecache
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FunctionType

from oracles.plain import is_remembered, names_of, order_of

ANYTHING = "*"  # among the names: something is set of which the source does not say the name
_CHANGING = {
    *("add", "append", "appendleft", "clear", "difference_update", "discard", "extend"),
    *("extendleft", "insert", "intersection_update", "pop", "popitem", "popleft", "remove"),
    *("reverse", "rotate", "setdefault", "sort", "symmetric_difference_update", "update"),
}
_BY_NAME = {
    *("setattr", "delattr", "globals", "locals", "vars", "exec", "modules"),
    *("import_module", "cell_contents", "__import__", "__dict__", "__setattr__", "__delattr__"),
    *("__setitem__", "__delitem__", "__globals__", "__closure__", "__code__", "__defaults__"),
    *("__kwdefaults__",),
}
_FUTURE = __future__.annotations.compiler_flag  # which a prompt keeps from line to line
_BY_A_LIBRARY = "<string>"  # the file of what `dataclass` writes
_MADE_AGAIN = ("__init__", "__post_init__")
_MAKING = (*_MADE_AGAIN, "__new__")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """Yield a code and those of the functions and comprehensions within it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from codes_of(each)


def source_of(code: CodeType) -> str | None:
    """Return the text of the file that a code was made from; None if it is not there any more."""
    text = "".join(linecache.getlines(code.co_filename))
    return text if code in _codes_in(text, code.co_filename, code.co_flags & _FUTURE) else None


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
            written = [one for one in own if one.__code__.co_filename != _BY_A_LIBRARY]
            found.update(*map(changed_beside, written))
    return frozenset(found)


@lru_cache(maxsize=256)
def changed_in(text: str) -> frozenset[str]:
    """Return the names of what the functions in a text change, other than variables of their own.

    Of an object only the last name counts: ``self.most[0] = 3`` changes ``most``.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return frozenset({ANYTHING})
    return frozenset(_changed(tree, None))


@dataclass(frozen=True)
class _Scope:
    """The function that a statement is in: whether it makes an object, and its own variables."""

    makes: bool
    own: frozenset[str]


def _changed(node: ast.AST, scope: _Scope | None) -> Iterator[str]:
    """Yield what is changed within functions."""
    if isinstance(node, _FUNCTIONS):
        scope = _Scope(getattr(node, "name", "") in _MAKING, frozenset(_own(node)))
    elif scope is not None:
        yield from _changed_by(node, scope)
    named = scope is not None and _set_by_name(node)
    for each in node.args if named else ast.iter_child_nodes(node):  # type: ignore[attr-defined]
        yield from _changed(each, scope)


def _set_by_name(node: ast.AST) -> str:
    """Return what ``setattr``, or ``delattr``, is told to set where its name is written down."""
    if isinstance(node, ast.Call):
        called = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
        names = [each.value for each in node.args[:2] if isinstance(each, ast.Constant)]
        if called in ("setattr", "delattr") and names and isinstance(names[0], str):
            return names[0].rpartition(".")[2]
    return ""


def _own(function: ast.AST) -> set[str]:
    """Return the variables of a function, and of those within it."""
    nodes = list(ast.walk(function))
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    elsewhere = (n.names for n in nodes if isinstance(n, ast.Global | ast.Nonlocal))
    return (stored | {n.arg for n in nodes if isinstance(n, ast.arg)}).difference(*elsewhere)


def _changed_by(node: ast.AST, scope: _Scope) -> Iterator[str]:
    if isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
    elif _set_by_name(node):
        yield _set_by_name(node)
    elif isinstance(node, ast.Name) and node.id in _BY_NAME:
        yield ANYTHING
    elif isinstance(node, ast.Attribute):
        if not scope.makes and node.attr in (*_BY_NAME, *_MADE_AGAIN):
            yield ANYTHING
        elif node.attr in _CHANGING:
            yield from _last_name(node.value, scope)
        elif not scope.makes and not isinstance(node.ctx, ast.Load):
            yield node.attr
    elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        yield from _last_name(node.value, scope)


def _last_name(node: ast.expr, scope: _Scope) -> Iterator[str]:
    """Yield the name that an expression ends with: of a list in a list, that of the outer one."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.Name) and node.id not in scope.own:
        yield node.id
