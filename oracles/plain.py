"""Plain objects: they are what their class says, with nothing overridden, replaced or hidden.

What is looked at is read as Python itself keeps it, past any property or class of classes that
answers in its place. A class of ours is the one that was loaded: its functions, and those of its
module, are held to what they were when the module had been read (:func:`remember`).

>>> from oracles.vectors import VectorGame
>>> own = {"vectors", "piles", "guard", "ordered", "misere"}
>>> is_plain(VectorGame([(1, 0), (0, 1)]), VectorGame, own)
True
>>> class Tricky(VectorGame):
...     def options(self, position):
...         return super().options(position)[:3]
>>> is_plain(Tricky([(1, 0), (0, 1)]), VectorGame, own)
False
"""

from __future__ import annotations

import sys
from functools import cached_property
from types import FunctionType, GetSetDescriptorType, ModuleType
from typing import Any

# What a subclass may say without changing the rules: where to start, what it is called, and what
# it declares of its positions, which no rules ask for.
FREE = frozenset({"start", "number_of_positions", "__init__", "__repr__", "__str__", "__doc__"}) | {
    *("canonical", "parts", "level")
}
# What Python itself, or `dataclass`, writes into a class.
RECORDS = (
    frozenset({"__module__", "__qualname__", "__weakref__", "__orig_bases__", "__parameters__"})
    | {"__abstractmethods__", "_abc_impl", "__annotations__", "__annotate__", "__annotate_func__"}
    | {"__annotations_cache__", "__annotate_cache__", "__static_attributes__", "__firstlineno__"}
    | {"__eq__", "__hash__", "__match_args__", "__dataclass_fields__", "__dataclass_params__"}
    | {"__replace__", "__slotnames__"}
)
_BOUND_LATER = frozenset(
    {"__annotations__", "__annotations_cache__", "__annotate_cache__", "__slotnames__"}
)

Record = dict[str, list[object]]
_loaded: dict[str, dict[str, Record]] = {}
_alive: list[dict[str, Any]] = []  # so that nothing new gets the identity of what was replaced


def remember(module: str) -> None:
    """Remember the names of a module, and its classes and functions as they are now."""
    _loaded.setdefault(module, _record(sys.modules[module]))
    _alive.append(dict(vars(sys.modules[module])))


def is_remembered(kind: type) -> bool:
    """Whether a class is one of a module that is remembered."""
    return any(known is kind for names in _alive for known in names.values())


def is_as_loaded() -> bool:
    """Whether the modules that are remembered still are as they were."""
    return all(_record(sys.modules[name]) == was for name, was in _loaded.items())


def order_of(kind: type) -> tuple[type, ...]:
    """Return a class and those that it inherits from, as Python looks names up in them."""
    order: tuple[type, ...] = type.__dict__["__mro__"].__get__(kind)
    return order


def names_of(kind: type) -> dict[str, Any]:
    """Return the names of a class itself."""
    return dict(type.__dict__["__dict__"].__get__(kind))


def attributes_of(thing: object) -> dict[str, Any]:
    """Return what an object keeps under names of its own."""
    for kind in reversed(order_of(type(thing))):
        keeper = names_of(kind).get("__dict__")
        if isinstance(keeper, GetSetDescriptorType):
            return dict(keeper.__get__(thing))
    return {}


def is_plain(
    thing: object,
    base: type,
    attributes: set[str],
    free: frozenset[str] = FREE,
    apart: frozenset[str] = frozenset(),
) -> bool:
    """Return whether an object is of a class with nothing of it overridden.

    What it keeps is made of Python's own integers, words and containers, as one of a class derived
    from these may answer differently where nobody has asked.

    Parameters
    ----------
    thing
        The object.
    base
        The class; its module and those that it uses are remembered.
    attributes
        What the class itself keeps on its instances.
    free
        What a subclass, or an instance, may override.
    apart
        Those of the attributes that are no such values; whoever asks looks at them himself.
    """
    order, ours = order_of(type(thing)), order_of(base)
    if base not in order or not is_as_loaded():
        return False
    added = [kind for kind in order if kind not in ours]
    if any(type(kind) is not type(base) for kind in added):
        return False  # a class of classes of its own may answer for anything
    known = {name for kind in ours for name in names_of(kind)} | attributes
    said = [(name, value) for kind in added for name, value in names_of(kind).items()]
    if any(_changes(name, value, known - free) for name, value in said):
        return False
    own = attributes_of(thing)
    if not all(_is_plain_value(own[name]) for name in attributes & own.keys() - apart):
        return False
    return not (set(own) - attributes - free) & known


def _is_plain_value(value: Any) -> bool:
    kind = type(value)
    if kind is dict:
        return all(map(_is_plain_value, (*value.keys(), *value.values())))
    if kind in (tuple, list, set, frozenset):
        return all(map(_is_plain_value, value))
    return kind in (int, bool, str, type(None))


def _changes(name: str, value: object, known: set[str]) -> bool:
    """Whether what a subclass says under a name stands before what the class says, or hides it."""
    if name == "__dict__":
        return not isinstance(value, GetSetDescriptorType)
    if name in RECORDS or name in FREE:
        return False
    return name in known or (name.startswith("__") and name.endswith("__"))


def _record(module: ModuleType) -> dict[str, Record]:
    """Return what a module has: its names by what they stand for, and its classes."""
    names = {
        name: value
        for name, value in vars(module).items()
        if not isinstance(value, ModuleType) and not name.startswith("__")
    }
    classes = {
        name: value
        for name, value in names.items()
        if isinstance(value, type) and value.__module__ == module.__name__
    }
    return {"": _recorded(names)} | {
        name: _recorded(names_of(kind) | {"type": type(kind), "order": order_of(kind)})
        for name, kind in classes.items()
    }


def _recorded(names: dict[str, Any]) -> Record:
    return {name: _same(value) for name, value in names.items() if name not in _BOUND_LATER}


def _same(value: Any) -> list[object]:
    """Return what must be the same for a value to be the one that was loaded."""
    if isinstance(value, property):
        inner = [value.fget, value.fset]
    elif isinstance(value, cached_property):
        inner = [value.func]
    else:
        inner = [value, *(getattr(value, name, None) for name in ("__func__", "__wrapped__"))]
    functions = [each for each in inner if isinstance(each, FunctionType)]
    if isinstance(value, tuple):
        return [id(each) for each in value]
    return [
        id(value),
        *((id(f), f.__code__, f.__defaults__, dict(f.__kwdefaults__ or {})) for f in functions),
    ]
