"""What stands for a call in a certificate: the same for the same arguments, and for no others.

A certificate notes each call that was compared, so that an answer can say whether it was one of
them. What tells calls apart is what their arguments hold, all the way down: how a value is written
may leave something out, and two arguments of one text may be two positions. So only values of
which everything can be seen are written: numbers, words, rows, sets and tables of Python, arrays,
formulas, and objects of classes written in Python. A call with any other stands for itself alone,
and an answer to it does not count as compared.
"""

from __future__ import annotations

import base64
import enum
import functools
import hashlib
import sys
from collections import deque
from collections.abc import (
    Callable,
    ItemsView,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    ValuesView,
)
from decimal import Decimal
from types import BuiltinFunctionType, FunctionType, MappingProxyType, ModuleType
from typing import Any

from fast.objects import attribute_of, kept_in
from fast.signature import TABLES, parameters_of

UNMARKED = ""  # stands for no call

_PLAIN = (bool, int, str, float, complex, bytes, type(None), type(...), range, Decimal)
_NAMED = (type, FunctionType, BuiltinFunctionType)
_MEMBERS = (tuple, list, set, frozenset, deque, KeysView, ValuesView, ItemsView)
_ROWS, _SETS = (tuple, list), (set, frozenset)
_HELD = (*_ROWS, *_SETS, dict, int, str, float, complex, bytes)  # what a class may be made of
_WORD = 8  # bytes of what an object keeps under one name
_SHARED = -1  # the number of an array that was met as the memory of another one
_LONG = 64  # letters; longer texts are known by their digest


class UnwrittenError(TypeError):
    """A value of which not everything can be seen."""


def mark_of(function: Callable[..., Any], arguments: Mapping[str, Any]) -> str:
    """Return eight characters that stand for a call: the same for the same arguments.

    An argument that is left out is its default. The order of rows and tables counts, and whether
    one object stands in two places.

    Parameters
    ----------
    function
        What is called.
    arguments
        The arguments that are given, by name.

    Returns
    -------
    The mark, or ``UNMARKED`` where not everything that an argument holds can be seen.

    Examples
    --------
    >>> def answer(position, *, what="sum"): ...
    >>> mark = mark_of(answer, {"position": (3, 5)})
    >>> mark == mark_of(answer, {"what": "sum", "position": (3, 5)})
    True
    >>> mark in (mark_of(answer, {"position": other}) for other in ((5, 3), [3, 5]))
    False
    """
    own = {n: v for n, v in parameters_of(function).items() if not isinstance(v, TABLES)}
    call = {**own, **arguments}
    try:
        text = what_it_holds({name: call[name] for name in sorted(call)})
    except UnwrittenError:
        return UNMARKED
    return base64.b64encode(_digest(text)[:6]).decode()


def what_it_holds(value: object) -> str:
    """Write a value with all that it holds, at any depth; long texts as their digest.

    Raises
    ------
    UnwrittenError
        If not everything can be seen: it keeps something in a class that is not written in Python,
        or that was made within a function, or is nested more deeply than Python's stack.

    Examples
    --------
    >>> what_it_holds([3, {5: "x"}]), what_it_holds(complex)
    ("list(0x3, dict{0x5: 'x'})", 'builtins.complex')
    """
    try:
        return _Writer({}).text(value)
    except (RecursionError, ValueError) as error:  # a number may have too many digits
        raise UnwrittenError(str(error)) from error


def all_within(value: object) -> Iterator[object]:
    """Yield a value and all that it holds, at any depth."""
    waiting, seen = [value], {id(value): value}
    while waiting:
        yield (here := waiting.pop())
        inside: list[object] = []
        if isinstance(here, dict | MappingProxyType):
            inside += [*here, *here.values()]
        elif isinstance(here, _MEMBERS):
            inside += here
        elif (dtype := attribute_of(here, "dtype")) is not None and getattr(
            dtype, "hasobject", False
        ):
            inside += here.ravel().tolist()  # type: ignore[attr-defined]
        if not isinstance(here, (*_PLAIN, *_NAMED)):
            inside += kept_in(here).values()
        for each in inside:
            if id(each) not in seen:
                seen[id(each)] = each  # so that its number stays its own
                waiting.append(each)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _name(kind: Any) -> str:
    """Return the name of a class or a function, where it stands under it."""
    module, own = str(kind.__module__), str(kind.__qualname__)
    found: Any = sys.modules.get(module)
    for step in own.split("."):
        found = attribute_of(found, step) if not isinstance(found, type) else vars(found).get(step)
    if getattr(found, "ungated", found) is not kind:  # many may have one such name
        raise UnwrittenError(f"{own}: stands under no name of its module")
    return f"{module}.{own}"


@functools.lru_cache(maxsize=256)
def _is_open(kind: type) -> bool:
    """Whether all that objects of a class keep can be seen: no class of it takes room besides."""
    for each in kind.__mro__:
        if each in _HELD or each.__base__ is None:
            continue
        own = vars(each)
        slots = own.get("__slots__", ())
        names = {slots} if isinstance(slots, str) else set(slots)
        names = names - {"__dict__", "__weakref__"} | ({"__dict__", "__weakref__"} & own.keys())
        if each.__basicsize__ - each.__base__.__basicsize__ > _WORD * len(names):
            return False
    return True


class _Writer:
    """Writes values with all that they hold.

    One object in two places is not the same as two that are equal: a list may be changed in one of
    them, and a walk may ask whether it has seen this very tuple. So it is written where it is met
    first, and by its number from then on. The members of a set come in no order by which to number
    them, so each has a writer of its own, and what is met in one of them may be met nowhere else.
    """

    def __init__(self, met: dict[int, tuple[Any, _Writer, int]]) -> None:
        self._met = met  # with the object, which keeps its identity; of all writers of a value
        self._numbered = 0

    def text(self, value: Any) -> str:
        """Write a value."""
        kind = type(value)
        if kind is int:
            return f"0x{value:x}"  # of any length, unlike repr
        if kind in _PLAIN:
            return repr(value)
        if isinstance(value, _NAMED):
            owner = getattr(value, "__self__", None)  # of a method that is not written in Python
            is_method = isinstance(value, BuiltinFunctionType) and not isinstance(owner, ModuleType)
            return f"{self.text(owner)}.{value.__name__}" if is_method else _name(value)
        is_only_one = kind in (tuple, frozenset) and not value  # or it may be, in this Python
        if not (is_only_one or issubclass(kind, enum.Enum)):
            if id(value) in self._met:
                return self._number_of(value)
            self._met[id(value)] = value, self, self._numbered
            self._numbered += 1
        text = self._object(value, kind)
        return text if len(text) <= _LONG else _digest(text).hex()

    def _number_of(self, value: Any) -> str:
        _, writer, number = self._met[id(value)]
        if writer is not self or number == _SHARED:
            raise UnwrittenError(f"{type(value).__qualname__}: in a member of a set and elsewhere")
        return f"#{number}"

    def _object(self, value: Any, kind: type) -> str:
        if kind in (*_ROWS, *_SETS, dict):
            return self._held(value)
        if isinstance(value, enum.Enum):
            return f"{_name(kind)}:{self.text(value.value)}"
        numpy, sympy = sys.modules.get("numpy"), sys.modules.get("sympy")
        if numpy is not None and kind is numpy.ndarray:
            return self._array(value)
        if numpy is not None and isinstance(value, numpy.generic) and _is_in(kind, "numpy"):
            return f"{value.dtype!r}{value.tobytes().hex()}"
        if sympy is not None and isinstance(value, sympy.Expr) and _is_in(kind, "sympy"):
            return str(sympy.srepr(value))
        if not _is_open(kind):
            raise UnwrittenError(f"{kind.__qualname__}: not a class written in Python")
        kept = kept_in(value)
        if any(type(name) is not str for name in kept):
            raise UnwrittenError(f"{kind.__qualname__}: keeps something under no name")
        return f"{_name(kind)}{self._held(value)}{self._table(sorted(kept.items()))}"

    def _array(self, value: Any) -> str:
        """Write an array of numpy: its entries, how they lie in memory, and if they can change.

        Of two arrays on one memory nobody would see that a change of one changes the other.
        """
        owner = value if value.base is None else value.base
        if owner is not value:
            if id(owner) in self._met:
                raise UnwrittenError("ndarray: shares its memory")
            self._met[id(owner)] = owner, self, _SHARED
        data = self._row(value.ravel()) if value.dtype.hasobject else value.tobytes().hex()
        return f"{value.dtype!r}{value.shape}{value.strides}{value.flags.writeable}{data}"

    def _held(self, value: Any) -> str:
        """Write what an object is besides its attributes: a row, a number, or nothing."""
        if isinstance(value, _ROWS):
            base: Any = tuple if isinstance(value, tuple) else list
            return f"{base.__name__}{self._row(base.__iter__(value))}"
        if isinstance(value, _SETS):
            return f"set{self._set(frozenset.union(frozenset(), value))}"
        if isinstance(value, dict):
            return f"dict{self._table(dict.items(value))}"
        for kind in _HELD:
            if isinstance(value, kind):
                written: Any = kind.__repr__  # not that of a class of it
                return f"({written(value)})"
        return ""

    def _row(self, members: Iterable[Any]) -> str:
        return f"({', '.join(map(self.text, members))})"

    def _set(self, members: Iterable[Any]) -> str:
        written = sorted(_Writer(self._met).text(each) for each in members)
        return f"{{{', '.join(written)}}}"

    def _table(self, items: Iterable[tuple[Any, Any]]) -> str:
        """Write a table in its order, which may be looked at."""
        pairs = [f"{self.text(key)}: {self.text(value)}" for key, value in items]
        return f"{{{', '.join(pairs)}}}"


def _is_in(kind: type, package: str) -> bool:
    return kind.__module__.partition(".")[0] == package
