"""What stands for a call in a certificate: the same for the same arguments, and for no others.

A certificate notes each call that was compared, so that an answer can say whether it was one of
them. What tells calls apart is what their arguments hold, all the way down: how a value is written
may leave something out, and two arguments of one text may be two positions.
"""

from __future__ import annotations

import base64
import enum
import functools
import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from fast.kinds import TABLES, attribute_of, parameters_of

UNMARKED = ""  # stands for no call

_PLAIN = (bool, int, str, float, complex, bytes, bytearray, type(None), type(...), range)
_NAMED = (type, FunctionType, BuiltinFunctionType, ModuleType)
_LONG = 64  # letters; longer texts are known by their digest
_PROTOCOL = 4  # of what an object says of itself when it is copied


def mark_of(function: Callable[..., Any], arguments: Mapping[str, Any]) -> str:
    """Return eight characters that stand for a call: the same for the same arguments.

    An argument that is left out is its default; the order of the entries of a tuple counts.

    Parameters
    ----------
    function
        What is called.
    arguments
        The arguments that are given, by name.

    Returns
    -------
    The mark, or ``UNMARKED`` where an argument is nested more deeply than Python's stack.

    Examples
    --------
    >>> def answer(position, *, what="sum"): ...
    >>> mark = mark_of(answer, {"position": (3, 5)})
    >>> mark == mark_of(answer, {"position": [3, 5], "what": "sum"})
    True
    >>> mark == mark_of(answer, {"position": (5, 3)})
    False
    """
    own = {n: v for n, v in parameters_of(function).items() if not isinstance(v, TABLES)}
    call = {**own, **arguments}
    try:
        text = ", ".join(f"{name}={what_it_holds(call[name])}" for name in sorted(call))
    except RecursionError:
        return UNMARKED
    return base64.b64encode(_digest(text)[:6]).decode()


def what_it_holds(value: object) -> str:
    """Write a value with all that it holds, at any depth; long texts as their digest.

    Raises
    ------
    RecursionError
        If it is nested more deeply than Python's stack.

    Examples
    --------
    >>> what_it_holds([3, {5: "x"}]), what_it_holds(complex)
    ("(0x3, {0x5: 'x'})", 'builtins.complex')
    """
    return _Writer().text(value)


def all_within(value: object) -> Iterator[object]:
    """Yield a value and all that it holds, at any depth."""
    waiting, seen = [value], {id(value): value}
    while waiting:
        yield (here := waiting.pop())
        inside: list[object] = []
        if isinstance(here, tuple | list | set | frozenset | deque):
            inside += here
        elif isinstance(here, dict):
            inside += [*here, *here.values()]
        elif hasattr(type(here), "dtype") and here.dtype.hasobject:  # type: ignore[attr-defined]
            inside += here.ravel().tolist()  # type: ignore[attr-defined]
        if not isinstance(here, (*_PLAIN, *_NAMED)):
            inside += kept_in(here).values()
        for each in inside:
            if id(each) not in seen:
                seen[id(each)] = each  # so that its number stays its own
                waiting.append(each)


def kept_in(value: object) -> dict[str, Any]:
    """Return the attributes that an object keeps, in slots too; not what it remembers of them."""
    kept = {
        name: each
        for name, each in attribute_of(value, "__dict__", {}).items()
        if not isinstance(getattr(type(value), name, None), functools.cached_property)
    }
    missing = object()
    for kind in type(value).__mro__:
        slots = vars(kind).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            private = name.startswith("__") and not name.endswith("__")
            full = f"_{kind.__name__.lstrip('_')}{name}" if private else name
            if (found := attribute_of(value, full, missing)) is not missing:
                kept[full] = found
    return kept


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _says_what_it_is(kind: type) -> bool:
    """Whether a class says how its objects are made anew; what they remember besides is no part."""
    ways = ("__reduce_ex__", "__reduce__")
    return any(getattr(kind, way) is not getattr(object, way) for way in ways)


class _Writer:
    """Writes values with all that they hold; each object once, however often it is met."""

    def __init__(self) -> None:
        self._written: dict[int, tuple[Any, str]] = {}  # with the object, which keeps its number
        self._around: dict[int, int] = {}  # objects that are being written, and how far out

    def text(self, value: Any) -> str:
        """Write a value."""
        if type(value) is int:
            return f"0x{value:x}"  # of any length, unlike repr
        if type(value) in _PLAIN:
            return repr(value)
        if isinstance(value, _NAMED):
            own = getattr(value, "__qualname__", value.__name__)
            # Many may have one such name; their address holds while the process does.
            return repr(value) if "<" in own else f"{getattr(value, '__module__', '')}.{own}"
        if id(value) in self._around:
            return f"^{len(self._around) - self._around[id(value)]}"
        if id(value) not in self._written:
            self._around[id(value)] = len(self._around)
            text = self._object(value)
            del self._around[id(value)]
            short = text if len(text) <= _LONG else _digest(text).hex()
            self._written[id(value)] = value, short
        return self._written[id(value)][1]

    def _object(self, value: Any) -> str:
        if isinstance(value, enum.Enum):
            return f"{type(value).__qualname__}.{value.name}"
        if hasattr(type(value), "dtype") and hasattr(type(value), "tobytes"):  # an array
            data = self._row(value.tolist()) if value.dtype.hasobject else value.tobytes().hex()
            own = self._table(kept_in(value).items())  # of a class of it
            return f"{value.dtype}{value.shape}{data}{own}"
        members = self._members(value)
        if members is None and _says_what_it_is(type(value)):
            return self._as_copied(value)
        kept = kept_in(value)
        own = f"{type(value).__qualname__}{self._table(kept.items())}" if kept else ""
        return f"{own}{members or ''}" or repr(value)

    def _members(self, value: Any) -> str | None:
        """Write what an object is besides its attributes, if it is anything."""
        if isinstance(value, tuple | list):
            return self._row(value)
        if isinstance(value, set | frozenset):
            return f"{{{', '.join(sorted(map(self.text, value)))}}}"
        if isinstance(value, dict):
            return self._table(value.items())
        for kind in _PLAIN:
            if isinstance(value, kind):
                written: Any = kind.__repr__  # not that of a class of it
                return f"{kind.__name__} {written(value)}"
        return None

    def _as_copied(self, value: Any) -> str:
        """Write what an object says of itself when it is copied."""
        try:
            made, arguments, *more = value.__reduce_ex__(_PROTOCOL)
        except RecursionError:
            raise
        except Exception:  # whatever its class raises, or the name of a single object
            return repr(value)
        parts = [arguments, *(list(part) if hasattr(part, "__next__") else part for part in more)]
        return f"{self.text(made)}{self._row(parts)}"

    def _row(self, members: Any) -> str:
        if not isinstance(members, list | tuple):  # an array of no dimension
            return self.text(members)
        return f"({', '.join(map(self.text, members))})"

    def _table(self, items: Iterable[tuple[Any, Any]]) -> str:
        pairs = [f"{self.text(key)}: {self.text(value)}" for key, value in items]
        return f"{{{', '.join(sorted(pairs))}}}"
