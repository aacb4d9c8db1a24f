"""What stands for rules: a digest of all that a game is, taken exactly or not at all.

A game is what it keeps, in slots too, and what its classes say. Values are taken with their types:
numbers, texts, containers, and objects of classes written in Python, down to the last. A function
is its code with its constants, defaults and closure, what stands under the global names that it
uses, and the modules that it imports. Texts and annotations of classes and functions count, as
rules may read them. What is found by its name in a module counts by that name if the module is of
Python itself or of an installed package, and by the module's file too if it is one of the oracle's.
A module counts as :mod:`oracles.levels.modules` says.

What cannot be taken so, such as an array, and what may take anything, such as ``eval``, is refused
with a request for a digest.

>>> from oracles.vectors import nim
>>> rules_digest(nim(2)) == rules_digest(nim(2)), rules_digest(nim(2)) == rules_digest(nim(3))
(True, False)
"""

from __future__ import annotations

import builtins
import dis
import functools
import hashlib
import importlib
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from oracles.errors import RulesError, brief
from oracles.levels.modules import file_of, is_known, modules_from, modules_imported
from oracles.rules import Game, Rules

_PLAIN = (int, bool, float, complex, str, bytes, range, type(None), type(...), type(NotImplemented))
_BY_NAME = (
    *(FunctionType, type, BuiltinFunctionType, MethodDescriptorType, WrapperDescriptorType),
    *(GetSetDescriptorType, MemberDescriptorType),
)
# What Python itself, or `dataclass`, writes into a class.
_RECORDS = (
    frozenset({"__module__", "__qualname__", "__weakref__", "__orig_bases__", "__parameters__"})
    | {"__abstractmethods__", "_abc_impl", "__annotations__", "__annotate__", "__annotate_func__"}
    | {"__annotations_cache__", "__annotate_cache__", "__static_attributes__", "__firstlineno__"}
    | {"__eq__", "__hash__", "__match_args__", "__dataclass_fields__", "__dataclass_params__"}
    | {"__replace__", "__slotnames__"}
)
_SAYS_NOTHING = (_RECORDS - {"__eq__", "__hash__", "__replace__"}) | {"__dict__"}
_INTERFACE = {*Rules.__mro__, Game}
_WORD = tuple.__itemsize__  # bytes of a pointer
_GENERATED = {"__init__", "__eq__", "__hash__", "__lt__", "__le__", "__gt__", "__ge__"} | {
    *("__setattr__", "__delattr__")  # by `dataclass`, from the fields
}
_FLAGS = 0x3FF  # of code, without those of the compiler
_GLOBALS = {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"}
_WRAPPERS: dict[type, tuple[str, ...]] = {
    staticmethod: ("__func__",),
    classmethod: ("__func__",),
    property: ("fget", "fset", "fdel"),
    functools.cached_property: ("func",),
    functools.partial: ("func", "args", "keywords"),
    type(functools.cache(len)): ("__wrapped__",),
    MethodType: ("__func__", "__self__"),
    BuiltinFunctionType: ("__name__", "__self__"),
    MemberDescriptorType: ("__name__",),
}
# What takes something by a name that is not seen: functions, and names in code.
_UNSEEN = (
    *(globals, eval, exec, compile, __import__, importlib.import_module, sys.modules),
    *(sys._getframe, inspect.currentframe),  # noqa: SLF001
)
_UNSEEN_NAMES = {"__globals__", "f_globals", "__builtins__", "import_module", "_getframe"} | {
    *("currentframe", "sys.modules")
}
_GIVE = "give digest=, a text that is another whenever the rules are"
_TYPES = ("typing", "types", "typing_extensions")  # modules of what annotations are mostly
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def rules_digest(game: Game[Any]) -> str:
    """Return what stands for rules: the digest of all that they are.

    Raises
    ------
    RulesError
        If some of it cannot be taken exactly.
    """
    return hashlib.sha256(repr(_Taken(brief(game)).of(game, "the game")).encode()).hexdigest()


class _Taken:
    """Takes values exactly, as nested tuples of texts; each object once."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._met: dict[int, tuple[int, object]] = {}
        self._takers: dict[type, Callable[[Any, str], Any]] = {
            list: self._list,
            dict: self._dict,
            CellType: self._cell,
            CodeType: self._code,
            FunctionType: self._function,
            ModuleType: self._module,
        }

    def of(self, value: Any, where: str) -> Any:
        """Return what a value is; ``where`` it stands, in words."""
        kind = type(value)
        if kind in _PLAIN:
            return kind.__name__, repr(value)
        if kind is tuple:
            return "tuple", [self.of(each, where) for each in value]
        if kind in (set, frozenset):
            return kind.__name__, sorted(repr(self._member(each, where)) for each in value)
        if id(value) in self._met:
            return "met", self._met[id(value)][0]
        self._met[id(value)] = len(self._met), value
        return kind.__name__, self._thing(value, where)

    def _thing(self, value: Any, where: str) -> Any:
        """Return what is said of a value that may be met again."""
        if any(value is each for each in _UNSEEN):
            raise self._unseen(getattr(value, "__name__", "sys.modules"), where)
        named = _name_of(value) if isinstance(value, _BY_NAME) else ""
        if named:
            return named
        if isinstance(value, type):
            return self._class(value, where)
        take = self._takers.get(type(value))
        if take is not None:
            return take(value, where)
        parts = _WRAPPERS.get(type(value))
        if parts is not None:
            return [self.of(getattr(value, part), where) for part in parts]
        return self._object(value, where)

    def _list(self, value: list[Any], where: str) -> Any:
        return [self.of(each, where) for each in value]

    def _dict(self, value: dict[Any, Any], where: str) -> Any:
        return [(self.of(key, where), self.of(each, where)) for key, each in value.items()]

    def _cell(self, value: CellType, where: str) -> Any:
        return "empty" if value == CellType() else self.of(value.cell_contents, where)

    def _module(self, module: ModuleType, where: str) -> Any:
        if not (is_known(module) or hasattr(module, "__file__") or hasattr(module, "__path__")):
            raise self._inexact(module, where)
        return modules_from(module)

    def _object(self, value: Any, where: str) -> Any:
        """Return what an object of a class written in Python keeps."""
        kind = type(value)
        if _hides_something(kind):
            raise self._inexact(value, where)
        kept = dict(_filled(value)) | getattr(value, "__dict__", {})
        for name, said in _remembered(kind).items():
            if name in kept and (said is None or self._is_as_said(value, kept[name], said)):
                del kept[name]
        return self.of(kind, where), self._names(kept, "")

    def _is_as_said(self, value: Any, kept: Any, said: functools.cached_property[Any]) -> bool:
        """Whether what an object keeps under a cached property is what that gives."""
        where = f"the cached property {said.attrname}"
        try:
            fresh = said.func(value)
            if kept == fresh:
                return True
        except Exception as error:  # whatever it raises, or comparing
            raise self._inexact(kept, where) from error
        return repr(_Taken(self.game).of(kept, where)) == repr(_Taken(self.game).of(fresh, where))

    def _names(self, names: dict[str, Any], of: str) -> list[Any]:
        return [(name, self.of(names[name], f"{of}{name}")) for name in sorted(names)]

    def _class(self, kind: type, where: str) -> Any:
        """Return what a class says, and what those above it are."""
        names = {k: v for k, v in vars(kind).items() if k not in _SAYS_NOTHING}
        names["its annotations"] = _annotations(kind)
        for name, field in vars(kind).get("__dataclass_fields__", {}).items():
            names[f"{name} by default"] = (field.default, field.default_factory)
        if "__dataclass_fields__" in vars(kind):
            names["__doc__"] = _ADDRESS.sub("", str(names.get("__doc__")))  # has its defaults
            names = {k: v for k, v in names.items() if not (k in _GENERATED and _is_text(v))}
        above = [self.of(each, where) for each in kind.__mro__[1:] if each not in _INTERFACE]
        of = f"{kind.__qualname__}."
        return kind.__qualname__, self.of(type(kind), of), above, self._names(names, of)

    def _function(self, function: FunctionType, _: str) -> Any:
        code = function.__code__
        where = f"the function {function.__qualname__}"
        names = _globals_in(code)
        used = {name: function.__globals__[name] for name in names & function.__globals__.keys()}
        built_in = {name for name in names - used.keys() if vars(builtins).get(name) in _UNSEEN}
        for name in sorted(built_in | _names_in(code) & _UNSEEN_NAMES):
            raise self._unseen(name, where)
        return (
            self._code(code, where),
            self.of(function.__defaults__, where),
            self.of(function.__kwdefaults__, where),
            [self.of(cell, where) for cell in function.__closure__ or ()],
            self._names(used, ""),
            self._names(vars(function), ""),
            self.of([function.__doc__, _annotations(function)], where),
            modules_imported(code, function.__globals__.get("__package__") or ""),
        )

    def _code(self, code: CodeType, where: str) -> Any:
        """Return all that code does, the same in each process."""
        return (
            *(code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars),
            *(code.co_flags & _FLAGS, code.co_argcount, code.co_posonlyargcount),
            *(code.co_kwonlyargcount, code.co_exceptiontable),
            [self.of(each, where) for each in code.co_consts],
        )

    def _member(self, value: Any, where: str) -> Any:
        """Return what a member of a set is, which has no place in an order."""
        if type(value) is tuple:
            return "tuple", [self._member(each, where) for each in value]
        if type(value) is frozenset:
            return "frozenset", sorted(repr(self._member(each, where)) for each in value)
        if type(value) in _PLAIN:
            return self.of(value, where)
        raise self._inexact(value, where)

    def _inexact(self, value: Any, where: str) -> RulesError:
        return RulesError(
            f"digest=None: {where} of {self.game} has {brief(value)}, a {type(value).__name__}, "
            f"which cannot be taken exactly into what stands for the rules; {_GIVE}"
        )

    def _unseen(self, name: str, where: str) -> RulesError:
        return RulesError(
            f"digest=None: {where} of {self.game} uses {name}, by which rules may be taken from "
            f"anywhere, so that what stands for them is not known; name what is used, or {_GIVE}"
        )


def _globals_in(code: CodeType) -> set[str]:
    """Return the global names that code uses, and code in it."""
    names = {str(i.argval) for i in dis.get_instructions(code) if i.opname in _GLOBALS}
    return names.union(*(_globals_in(c) for c in code.co_consts if isinstance(c, CodeType)))


def _names_in(code: CodeType) -> set[str]:
    """Return the names that code uses, of attributes too, and code in it."""
    names = set(code.co_names)
    if {"sys", "modules"} <= names:
        names.add("sys.modules")
    return names.union(*(_names_in(c) for c in code.co_consts if isinstance(c, CodeType)))


def _annotations(thing: Any) -> dict[str, Any]:
    """Return the annotations of a class or function, types as they are written."""
    return {
        name: repr(value) if isinstance(value, type) or type(value).__module__ in _TYPES else value
        for name, value in inspect.get_annotations(thing).items()
    }


def _remembered(kind: type) -> dict[str, functools.cached_property[Any] | None]:
    """Return the attributes that a class fills in from the others, and by what if that is known."""
    found: dict[str, functools.cached_property[Any] | None] = {}
    for each in reversed(kind.__mro__):
        names = vars(each)
        found |= {
            n: said for n, said in names.items() if isinstance(said, functools.cached_property)
        }
        if _name_of(each):
            fields = names.get("__dataclass_fields__", {}).values()
            found |= dict.fromkeys(
                field.name for field in fields if not (field.init or field.compare)
            )
    return found


def _filled(value: object) -> Iterator[tuple[str, Any]]:
    """Yield what an object keeps in slots."""
    for kind in type(value).__mro__:
        for name, slot in vars(kind).items():
            if isinstance(slot, MemberDescriptorType):
                with suppress(AttributeError):
                    yield f"{kind.__qualname__}.{name}", slot.__get__(value)


def _hides_something(kind: type) -> bool:
    """Whether objects of a class keep more than attributes and slots, as those written in C do."""
    slots = [
        slot
        for each in kind.__mro__
        for slot in vars(each).values()
        if isinstance(slot, MemberDescriptorType)
    ]
    known = len(slots) + (kind.__dictoffset__ > 0) + (kind.__weakrefoffset__ > 0)
    return bool(kind.__itemsize__) or kind.__basicsize__ != object.__basicsize__ + known * _WORD


def _name_of(value: Any) -> str:
    """Return the name of what a module has under it, if that says what it is."""
    home = getattr(value, "__objclass__", value)
    module = sys.modules.get(getattr(home, "__module__", None) or "")
    if module is None or not is_known(module):
        return ""
    found: Any = module
    for part in value.__qualname__.split("."):
        found = getattr(found, part, None)
    return f"{value.__qualname__} in {file_of(module)}" if found is value else ""


def _is_text(value: Any) -> bool:
    """Whether a function was made of a text, as `dataclass` does."""
    return isinstance(value, FunctionType) and value.__code__.co_filename == "<string>"
