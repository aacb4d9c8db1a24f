"""What an object holds, whatever its class: asked of Python's garbage collector.

A list of the classes that can hold something is never complete: an iterator, a view, a queue, a
part of a function or a reference hold what they were given as well as a list does. The collector
must know of each what it holds. It is not asked of modules, classes, functions and frames, from
where everything can be reached, nor of caches and compiled kernels, behind which stands a function.
"""

from __future__ import annotations

import functools
import gc
import weakref
from collections.abc import Iterator
from types import CodeType, FrameType, FunctionType, ModuleType, TracebackType
from typing import Any

from fast.objects import file_of, kept_in
from fast.watching import OURS, is_foreign

ATOMS = frozenset({int, bool, float, complex, str, bytes, type(None), type(...)})
_CLOSED = (type, ModuleType, CodeType, FrameType, TracebackType)
_CACHE = functools._lru_cache_wrapper  # noqa: SLF001  # it has no public name
_HOLDERS = (dict, list, tuple, set, frozenset, functools.partial)


def held(value: Any) -> list[Any]:
    """Return what an object holds, at its first level; no numbers and no words.

    Parameters
    ----------
    value
        Any object. Of Grundwork's own nothing is returned, see :func:`is_grundworks`.

    Examples
    --------
    >>> held([print, 3]), held(iter([3, 5]))
    ([<built-in function print>], [[3, 5]])
    """
    return [each for each in _held(value) if type(each) not in ATOMS and not _is_row_of_atoms(each)]


def _held(value: Any) -> list[Any]:
    kind = type(value)
    if kind in weakref.ProxyTypes or isinstance(value, weakref.ref):
        return _behind(value)
    if isinstance(value, FunctionType):
        return [*vars(value).values(), *(bound_in(value) if _lies_apart(value) else ())]
    if isinstance(value, _CACHE):
        return list(vars(value).values())
    closed = isinstance(value, _CLOSED) or str(kind.__module__).startswith("numba.")
    if closed or is_grundworks(value):
        return []
    if any(each.__module__ == "numpy" for each in kind.__mro__) and hasattr(value, "ravel"):
        return list(value.ravel().tolist()) if value.dtype.hasobject else []  # not the collector's
    return gc.get_referents(value)


def is_grundworks(value: Any) -> bool:
    """Whether an object is of a class of Grundwork's own: it holds far more than is asked of it."""
    file = file_of(type(value).__module__)
    return file is not None and file.startswith(OURS) and not isinstance(value, _HOLDERS)


def attributes(value: Any, names: set[str]) -> Iterator[tuple[str, Any]]:
    """Yield what an object keeps under some names; all of it where its whole table is asked."""
    everything = not names.isdisjoint({"__dict__", "vars"})
    for name, kept in kept_in(value).items():
        if everything or name in names:
            yield name, kept


def bound_in(function: FunctionType) -> Iterator[Any]:
    """Yield what a function was made with: its closure's cells and its defaults."""
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # not bound yet
            continue
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()


def _lies_apart(function: FunctionType) -> bool:
    """Whether nobody reads a function's code, so that what it was made with is all to be had."""
    return is_foreign(function.__code__.co_filename)


def _behind(reference: Any) -> list[Any]:
    """Return what a weak reference stands for, and what else it keeps."""
    if isinstance(reference, weakref.ref):
        return [reference(), *gc.get_referents(reference)]
    try:
        return [reference.__init__.__self__]  # a method that is bound to what it stands for
    except ReferenceError:
        return []


def _is_row_of_atoms(value: object) -> bool:
    """Whether the collector has seen that a tuple or a table holds numbers and words alone."""
    return type(value) in (tuple, dict) and not gc.is_tracked(value)
