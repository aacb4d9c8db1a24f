"""What a function can call: followed through globals, imports, closures, tables and classes.

The gate needs it twice. An answer is given only if every function that it can reach is still the
one that its source file defines; and a comparison has crossed a solver only if every branch of
these functions was taken.

Names are resolved in the running modules, so a function that somebody put in the place of another
is found, as what is called. A method counts where its class is reached and its name is used.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from fast.holding import attributes, held, is_grundworks
from fast.objects import file_of
from fast.watching import GAMES, OURS, is_foreign, opened_by

_NOTES = (list, set, dict, WeakSet, WeakKeyDictionary)
_LOADS = ("LOAD_GLOBAL", "LOAD_NAME")
_IMPORTS = ("IMPORT_NAME", "IMPORT_FROM")
_read: dict[int, tuple[CodeType, tuple[tuple[str, str], ...]]] = {}  # the code is kept with its id


@dataclass
class Reach:
    """What was found.

    Attributes
    ----------
    functions
        Plain functions with their code, by the identity of the code: a code object is no key, as
        what numba notes in it makes it unequal to its like.
    bound
        What names stand for: the namespace, the name, the object.
    classes
        The classes whose methods may be called, by identity.
    names, used
        The names in the code of the functions; those in code that is not Grundwork's own, and its
        words, which may be names of attributes.
    files
        As given.
    opened
        All objects that are held by others or bound to names, by identity, each once.
    own
        Those of them that are Grundwork's own.
    """

    functions: dict[int, tuple[CodeType, FunctionType]] = field(default_factory=dict)
    bound: list[tuple[dict[str, Any], str, Any]] = field(default_factory=list)
    classes: dict[int, type] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    files: frozenset[str] = frozenset()
    opened: dict[int, Any] = field(default_factory=dict)
    own: list[Any] = field(default_factory=list)


def reach(
    function: Callable[..., Any], files: Collection[str] = (), apart: Collection[str] = ()
) -> Reach:
    """Return what a function can call, itself included; foreign packages are not entered.

    Parameters
    ----------
    function
        Where to begin.
    files
        Researchers' files whose modules it may have imported by a name that it computed.
    apart
        Files whose functions are not entered.
    """
    found = Reach(files=frozenset(files))
    waiting: list[Any] = [function, *_parts(function, found)]
    seen: dict[int, Any] = {}  # the objects are kept, so that no id comes twice
    while waiting or (waiting := [each for each in _by_name(found) if id(each) not in seen]):
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen[id(thing)] = thing
        if isinstance(thing, type) and not _is_foreign_module(thing.__module__):
            found.classes[id(thing)] = thing
            waiting += (*thing.__mro__, type(thing))
        for plain in plain_functions(thing):
            code = plain.__code__
            outside = is_foreign(code.co_filename) or code.co_filename in apart
            if id(code) not in found.functions and not outside:
                found.functions[id(code)] = (code, plain)
                for namespace, name, value in _used(plain, found):
                    found.bound.append((namespace, name, value))
                    if not _is_noted(namespace, name, value):
                        waiting += _parts(value, found)
    return found


def _is_noted(namespace: dict[str, Any], name: str, value: object) -> bool:
    """Whether a name stands for what Grundwork's own code noted as it ran, of whatever it met.

    What functions are called from there is written with capitals.
    """
    file = str(namespace.get("__file__"))
    of_machinery = file.startswith(OURS) and not file.startswith(GAMES)
    return of_machinery and name.islower() and isinstance(value, _NOTES)


def plain_functions(thing: object) -> Iterator[FunctionType]:
    """Yield the Python functions behind gates, caches, compiled kernels, partials, properties."""
    for _ in range(20):  # wrappers in wrappers
        if isinstance(thing, FunctionType):
            yield thing
        names = ("ungated", "__wrapped__", "py_func", "func", "__func__", "fget")
        inner = next((n for n in names if _attribute(thing, n) is not None), None)
        if isinstance(thing, type | ModuleType):
            return
        if inner is None:
            call = next(
                (vars(k)["__call__"] for k in type(thing).__mro__ if "__call__" in vars(k)), 0
            )
            if isinstance(call, FunctionType) and not is_foreign(call.__code__.co_filename):
                yield call  # of an object that can be called
            return
        thing = _attribute(thing, inner)


def _attribute(thing: object, name: str) -> Any:
    found = getattr(thing, name, None)
    return found if callable(found) else None


def _used(function: FunctionType, found: Reach) -> Iterator[tuple[dict[str, Any], str, Any]]:
    """Yield what the names in a function's code stand for."""
    space = function.__globals__
    for cell, name in zip(function.__closure__ or (), function.__code__.co_freevars, strict=True):
        try:
            yield {}, name, cell.cell_contents
        except ValueError:  # not bound yet
            continue
    for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
        yield {}, "", default
    for code in codes_in(function.__code__):
        found.names.update(code.co_names)
        if not code.co_filename.startswith(OURS):
            found.used.update(code.co_names, (c for c in code.co_consts if isinstance(c, str)))
        yield from _resolved(code, space, found.files)


def _resolved(
    code: CodeType, space: dict[str, Any], files: frozenset[str]
) -> Iterator[tuple[dict[str, Any], str, Any]]:
    modules = _modules_of(code.co_filename, files)
    imported: ModuleType | None = None
    for step, name in _steps_of(code):
        if step in _LOADS and name in space:
            if isinstance(space[name], ModuleType):
                modules.append(space[name])
            yield space, name, space[name]
        elif step == "IMPORT_NAME":
            imported = sys.modules.get(_absolute(name, space))
            modules += [imported] if imported is not None else []
        elif step == "IMPORT_FROM" and imported is not None:
            value = getattr(imported, name, sys.modules.get(f"{imported.__name__}.{name}"))
            if isinstance(value, ModuleType):
                modules.append(value)
            elif value is not None:
                yield vars(imported), name, value
    while modules:
        module = modules.pop()
        if _is_foreign_module(module.__name__):
            continue
        for name in code.co_names:
            value = vars(module).get(name)
            if isinstance(value, ModuleType) and value.__name__.startswith(module.__name__):
                modules.append(value)
            elif value is not None:
                yield vars(module), name, value


def _steps_of(code: CodeType) -> tuple[tuple[str, str], ...]:
    """Return the steps of code that take a name from outside, and the names; read but once."""
    if id(code) not in _read:
        steps = tuple(
            (each.opname, each.argval)
            for each in dis.get_instructions(code)
            if each.opname in (*_LOADS, *_IMPORTS)
        )
        _read[id(code)] = code, steps
    return _read[id(code)][1]


def _modules_of(file: str, files: frozenset[str]) -> list[ModuleType]:
    """Return the modules that code of a researcher's file imported, by whatever name."""
    if file.startswith(OURS):
        return []
    opened = files | {str(path) for path in opened_by(Path(file).resolve())}
    loaded = [module for module in list(sys.modules.values()) if isinstance(module, ModuleType)]
    return [m for m in loaded if opened and getattr(m, "__file__", None) in opened]


def _absolute(name: str, space: dict[str, Any]) -> str:
    """Return the module that is imported; a relative name stands for itself in its package."""
    if name in sys.modules:
        return name
    return f"{space.get('__package__') or ''}.{name}".strip(".")


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and all that are nested in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_in(constant)


def _parts(value: Any, found: Reach) -> Iterator[Any]:
    """Yield what may be called of a value: itself, its class, what it holds, what that holds."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if id(each) in found.opened:
            continue
        found.opened[id(each)] = each
        if is_grundworks(each):
            found.own.append(each)
        if callable(each):
            yield each
        if not isinstance(each, type | ModuleType | FunctionType):
            yield type(each)
        waiting += held(each)


def _by_name(found: Reach) -> Iterator[Any]:
    """Yield what is reached by its name alone: of classes, and of Grundwork's own objects."""
    for member in list(_methods(found)):
        yield member
        yield from _parts(member, found)
    for each in tuple(found.own):
        for _, kept in attributes(each, found.used):
            yield from _parts(kept, found)


def _methods(found: Reach) -> Iterator[Any]:
    """Yield the methods of the classes reached whose names are used, and the special ones."""
    for each in list(found.classes.values()):
        for name, member in vars(each).items():
            if name in found.names or (name.startswith("__") and name.endswith("__")):
                yield member
                if isinstance(member, property):
                    yield from (each for each in (member.fset, member.fdel) if each is not None)


def _is_foreign_module(name: str) -> bool:
    file = file_of(name)
    return file is None or is_foreign(file)
