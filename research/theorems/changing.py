r"""Which names the functions of a file set: what is read by such a name is no constant.

A rule that is run on symbols reads constants: a class attribute, a tuple at the top of its file. It
is one thing with its formula only for as long as these stay what they are. A list may be added to
under any other name, so only what never changes is a constant; and the name has to stay with it. So
whatever name a function in the same file, or in one that imports it or that it imports, sets is
that of no constant, whoever calls the function and whenever: the source is read for it, where the
code has come from, and where the class is. What is done as the file is loaded, or to an object as
it is made, is done before. What is set in ways that cannot be read so is found at the end of a
check (:mod:`research.theorems.constants`).

>>> changed_in("def grow(game):\n    game.most = 3\n")
{'most': 2}
"""

from __future__ import annotations
import __future__

import ast
import dataclasses
import linecache
import reprlib
import sys
from abc import ABCMeta
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from pathlib import Path
from types import CodeType, FunctionType

from fast.reaching import codes_in
from oracles.plain import is_remembered, names_of, order_of
from research.theorems.importing import files_around, imported_in

ANYTHING = "*"  # among the names: something is set of which the source does not say the name
RULES = ("start", "options", "contains", "final_outcome")  # what an impartial game says
_BY_NAME = {
    *("setattr", "delattr", "globals", "locals", "vars", "exec"),
    *("update_wrapper", "wraps", "modules", "import_module", "reload", "cell_contents"),
    *("f_globals", "f_locals", "_getframe", "currentframe", "__import__", "__dict__"),
    *("__setattr__", "__delattr__", "__setitem__", "__globals__", "__closure__", "__code__"),
    *("__defaults__", "__kwdefaults__", "attrname", "__set_name__"),
}
_FUTURE = __future__.annotations.compiler_flag  # which a prompt keeps from line to line
_MADE_AGAIN = ("__init__", "__post_init__")
_DONE_AT_ONCE = (
    *("setattr", "delattr", "__setattr__", "__delattr__", "exec", "update_wrapper"),
    *("__import__", "import_module", *_MADE_AGAIN),
)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
# Modules by which a name is set that does not stand there.
_SETTING = {"code", "copyreg", "ctypes", "gc", "marshal", "pickle", "unittest"}

Changes = Mapping[str, str]  # the names that are set, each with where


def source_of(code: CodeType) -> str | None:
    """Return the text of the file that a code was made from; None if it is not there any more."""
    for _ in range(2):
        text = "".join(linecache.getlines(code.co_filename))
        if code in _codes_in(text, code.co_filename, code.co_flags & _FUTURE):
            return text
        linecache.checkcache(code.co_filename)  # the file may have been written, and read, again
    return None


def is_of_a_generator(function: FunctionType, name: str) -> bool:
    """Whether a free name of a function may be that of a generator, which sets it as it goes on."""
    code = function.__code__
    text = source_of(code)
    if text is None:
        return True
    around = _codes_in(text, code.co_filename, code.co_flags & _FUTURE)
    goes_on = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
    return any(name in each.co_cellvars and each.co_flags & goes_on for each in around)


@lru_cache(maxsize=256)
def _codes_in(text: str, filename: str, flags: int) -> frozenset[CodeType]:
    try:
        return frozenset(codes_in(compile(text, filename, "exec", flags, dont_inherit=True)))
    except (SyntaxError, ValueError):
        return frozenset()


def why_not_constant(names: Iterable[str], changed: Changes) -> str:
    """Return why what is read by one of the names may not stay what it is; "" if it does."""
    for name in names:
        if name in changed:
            return f"{name} is changed by a function of its file ({changed[name]})"
        if ANYTHING in changed:
            why = changed[ANYTHING]
            return f"whether {name} stays what it is cannot be read in its file ({why})"
    return ""


def why_rules_change(kind: type, *more: str) -> str:
    """Return why the rules of a class, or more of its names, may change; "" if they stay."""
    return why_not_constant(("misere", *RULES, *more), changed_beside_class(kind))


def changed_beside(function: FunctionType) -> Changes:
    """Return what functions in the same file, and those around it, change; anything without it."""
    code = function.__code__
    return _changed_in_file(source_of(code), code.co_filename)


def _changed_in_file(text: str | None, file: str) -> Changes:
    if text is None:
        return {ANYTHING: f"{Path(file).name} is not there as it was loaded"}
    found: dict[str, str] = {}
    for other in files_around(file):
        found |= _with_lines("".join(linecache.getlines(other)), other)
    return found | _with_lines(text, file)


def _with_lines(text: str, file: str) -> dict[str, str]:
    return {name: f"line {line} of {Path(file).name}" for name, line in changed_in(text).items()}


def changed_beside_class(kind: type) -> Changes:
    """Return what functions in the files of a class, of its bases and of their functions change.

    Those of the classes that others derive theirs from are held to what they were when they were
    loaded (:mod:`oracles.plain`).
    """
    found: dict[str, str] = {}
    for each in order_of(kind):
        if not is_remembered(each) and not _is_pythons(each):
            for changes in _changed_around(each):
                found |= changes
    return found


def _changed_around(kind: type) -> Iterator[Changes]:
    """Yield what is changed in the file of a class itself, and in those of its functions."""
    names = names_of(kind)
    if type(kind) not in (type, ABCMeta) or "__new__" in names:
        # It may give an object that there is already, which is then made again.
        yield {ANYTHING: f"{kind.__name__} makes its objects in a way of its own"}
    members = (getattr(one, "__func__", one) for one in names.values())
    own = [one for one in members if isinstance(one, FunctionType) and not _is_of_a_library(one)]
    yield from map(changed_beside, own)
    file = getattr(sys.modules.get(kind.__module__), "__file__", None) or ""
    text = "".join(linecache.getlines(file))
    if any(code.co_qualname == kind.__qualname__ for code in _codes_in(text, file, 0)):
        yield _changed_in_file(text, file)
    elif not any(one.__code__.co_qualname == f"{kind.__qualname__}.{one.__name__}" for one in own):
        yield {ANYTHING: f"the file of {kind.__name__} is not there"}


def _is_pythons(kind: type) -> bool:
    """Whether a class is one of those that Python derives all others from."""
    known = kind.__module__ in ("builtins", "typing", "abc")
    return known and getattr(sys.modules[kind.__module__], kind.__name__, None) is kind


def _is_of_a_library(function: FunctionType) -> bool:
    """Whether Python itself made a method, as for a dataclass."""
    file = function.__code__.co_filename
    return file == "<string>" or file in (dataclasses.__file__, reprlib.__file__)


@lru_cache(maxsize=256)
def changed_in(text: str) -> Mapping[str, int]:
    """Return the names that functions in a text set, other than their own variables, with lines."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return {ANYTHING: 1}
    found: dict[str, int] = {}
    imported = imported_in(text)
    for name in _SETTING & imported.keys():
        found.setdefault(ANYTHING, imported[name])
    for name, line in _changed(tree, None):
        found.setdefault(ANYTHING if name.startswith("__") else name, line)
    return found


def _changed(node: ast.AST, made: str | None) -> Iterator[tuple[str, int]]:
    """Yield what is set within functions, and in which line.

    Parameters
    ----------
    node
        What is read.
    made
        What the function around it calls the object that it makes; "" if it makes none, and None
        outside of functions.
    """
    if isinstance(node, _FUNCTIONS):
        made = _made_by(node)
    elif isinstance(node, ast.GeneratorExp):  # it goes on whenever it is asked to
        made = ""
        yield from (
            (each.target.id, each.lineno)
            for each in ast.walk(node)
            if isinstance(each, ast.NamedExpr)
        )
    elif made is not None:
        yield from ((name, node.lineno) for name in _changed_by(node, made))  # type: ignore[attr-defined]
    elif _is_kept_for_later(node):
        yield ANYTHING, node.lineno  # type: ignore[attr-defined]
    within = ast.iter_child_nodes(node)
    if isinstance(node, ast.Call):
        done = made is None and _named(node.func) in _DONE_AT_ONCE
        if done or _set_by_name(node) or _is_made_by(node, made):
            within = iter([*node.args, *node.keywords])
    for each in within:
        yield from _changed(each, made)


def _named(node: ast.AST) -> str:
    """Return the name of what is called, be it that of an attribute."""
    return getattr(node, "id", "") or getattr(node, "attr", "")


def _is_kept_for_later(node: ast.AST) -> bool:
    """Whether a file takes, as it is loaded, that by which a function may set any name later."""
    by_name = (*_BY_NAME, *_MADE_AGAIN)
    if isinstance(node, ast.alias):  # by another name
        return node.asname is not None and node.name.rpartition(".")[2] in by_name
    if isinstance(node, ast.Name | ast.Attribute):
        gives_meaning = isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
        return _named(node) in by_name and not gives_meaning
    written = node.value if isinstance(node, ast.Constant) else None
    return isinstance(written, str) and written.startswith("__") and written in by_name


def _made_by(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> str:
    parameters = [each.arg for each in function.args.posonlyargs + function.args.args]
    makes = getattr(function, "name", "") in _MADE_AGAIN and bool(parameters)
    return parameters[0] if makes and not _binds(function, parameters[0]) else ""


def _binds(function: ast.AST, name: str) -> bool:
    """Whether a function gives one of its parameters another meaning."""
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load):
            return True
        for field, value in ast.iter_fields(node):
            if field in ("name", "asname", "rest") and value == name:
                return True
            if field == "names" and name in value:  # what is nonlocal within
                return True
    return False


def _set_by_name(node: ast.AST) -> str:
    """Return what ``setattr``, or ``delattr``, is told to set where its name is written down."""
    if isinstance(node, ast.Call):
        called = _named(node.func)
        names = [each.value for each in node.args[:2] if isinstance(each, ast.Constant)]
        if called in ("setattr", "delattr") and names and isinstance(names[0], str):
            return names[0].rpartition(".")[2]
    return ""


def _is_made_by(call: ast.Call, made: str | None) -> bool:
    """Whether a call goes on making the object, by a method of another class."""
    if not made or not isinstance(call.func, ast.Attribute):
        return False
    of, given = call.func.value, call.args
    if isinstance(of, ast.Call) and getattr(of.func, "id", "") == "super":
        given = of.args[1:] or [ast.Name(made)]  # without arguments it is of the object itself
    own = given != [] and getattr(given[0], "id", "") == made
    return own and call.func.attr in ("__setattr__", *_MADE_AGAIN)


def _changed_by(node: ast.AST, made: str) -> Iterator[str]:
    by_name = (*_BY_NAME, *_MADE_AGAIN)
    if isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
    elif _set_by_name(node):
        yield _set_by_name(node)
    elif isinstance(node, ast.Name) and node.id in by_name:
        yield ANYTHING
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from (ANYTHING for each in by_name if each == node.value and each[:2] == "__")
    elif isinstance(node, ast.Attribute):
        pythons = node.attr.startswith("__") and node.attr.endswith("__")
        if isinstance(node.value, ast.Name) and node.value.id == made and not pythons:
            return  # it is set as the object is made
        if node.attr in by_name:
            yield ANYTHING
        elif not isinstance(node.ctx, ast.Load):
            yield node.attr
