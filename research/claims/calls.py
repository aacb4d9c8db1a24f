"""Calls that are compared: the arguments that each side gets, their order, two results in words."""

from __future__ import annotations

import copy
import functools
import importlib
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from types import ModuleType
from typing import Any

from fast.signature import largest_integers
from research.checks.equality import show

Arguments = Mapping[str, Any]


class Refusal(Enum):
    """That a solver gives no answer, which is another thing than to answer None."""

    REFUSED = "refused"

    def __repr__(self) -> str:
        return self.value


REFUSED = Refusal.REFUSED
_PLAIN = frozenset({int, bool, str, bytes, float, complex, type(None)})


def own_copies(arguments: Arguments) -> dict[str, Any]:
    """Return arguments that may be changed, and nobody sees it: what is noted is what was given."""
    return {name: own_copy(value) for name, value in arguments.items()}


def own_copy(value: Any) -> Any:
    """Return one argument, or one case, likewise; what cannot be copied stays as it is."""
    kind = type(value)
    if kind in _PLAIN or (kind is tuple and _PLAIN.issuperset(map(type, value))):
        return value  # most, quickly
    if kind is dict:
        return {key: own_copy(member) for key, member in value.items()}
    if kind is tuple or kind is list:
        return kind(map(own_copy, value))
    try:
        return copy.deepcopy(value)
    except Exception:  # whatever the value's own class raises
        return value


@contextmanager
def overridden(constants: Mapping[str, Any]) -> Iterator[None]:
    """Give module constants other values while the context lasts, so that small cases cross them.

    A solver that changes its way at some size names the size in a module constant. A comparison
    with the oracle lowers it, and so reaches both sides at sizes that the oracle reaches. What the
    modules cached is forgotten on both sides.

    Parameters
    ----------
    constants
        Values by full name, such as ``{"fast.heap_games._SPARSE_FROM": 8}``.

    Raises
    ------
    AttributeError
        If a module has no such constant.
    """
    known = [(*_constant(name), value) for name, value in constants.items()]
    before = [getattr(module, name) for module, name, _ in known]
    try:
        for module, name, value in known:
            setattr(module, name, value)
            forget_cached(module)
        yield
    finally:
        for (module, name, _), value in zip(known, before, strict=True):
            setattr(module, name, value)
            forget_cached(module)


def forget_cached(module: ModuleType) -> None:
    """Empty the caches that functions of a module keep (those of ``functools``)."""
    for clear in _clears(module):
        clear()


@functools.cache  # it is asked at each call with an override
def _clears(module: ModuleType) -> list[Callable[[], None]]:
    own = [v for v in vars(module).values() if not isinstance(v, type)]
    kept = [v for v in own if getattr(v, "__module__", None) == module.__name__]
    return [v.cache_clear for v in kept if callable(getattr(v, "cache_clear", None))]


def _constant(name: str) -> tuple[ModuleType, str]:
    module, _, constant = name.rpartition(".")
    found = sys.modules.get(module) or importlib.import_module(module)
    if not hasattr(found, constant):
        raise AttributeError(f"lowered={name!r}: {module} has no constant of that name")
    return found, constant


def size_of(arguments: Arguments) -> tuple[int, int, str]:
    """Order cases: by their largest integer, then their sum, then as written."""
    return *magnitude_of(arguments), show(dict(arguments))


def magnitude_of(arguments: Arguments) -> tuple[int, int]:
    """Return the largest integer of a call, and the sum of the largest of each argument."""
    sizes = [abs(number) for number in largest_integers(arguments).values()]
    return max(sizes, default=0), sum(sizes)


def side_by_side(found: object, true: object) -> tuple[str, str]:
    """Write two values that differ, in few words: of lists and sets only what differs.

    >>> side_by_side([0] * 99 + [1], [0] * 99 + [2])
    ('1 at place 99', '2 at place 99')
    >>> side_by_side({1, 2, 3}, {1, 2})
    ('3 too', 'not these')
    >>> side_by_side(range(2), [0, 1])
    ('range(0, 2)', '[0, 1]')
    """
    if isinstance(found, set | frozenset) and isinstance(true, set | frozenset):
        more, fewer = show(found - true)[1:-1], show(true - found)[1:-1]
        return (
            _short(f"{more} too" if more else "not these"),
            _short(f"{fewer} too" if fewer else "not these"),
        )
    if isinstance(found, list | tuple) and isinstance(true, list | tuple) and _is_long(found):
        for place, (one, other) in enumerate(zip(found, true, strict=False)):
            if one != other:
                first, second = side_by_side(one, other)
                return f"{first} at place {place}", f"{second} at place {place}"
        if len(found) != len(true):
            return f"{len(found)} entries", f"{len(true)} entries"
    first, second = show(found), show(true)
    if first == second and type(found) is not type(true):
        first, second = (f"{show(each)} ({type(each).__name__})" for each in (found, true))
    return _short(first), _short(second)


SHORT = 60  # characters of a value in a disagreement


def _is_long(value: object) -> bool:
    return len(show(value)) > SHORT


def _short(text: str) -> str:
    return text if len(text) <= 2 * SHORT else f"{text[:SHORT]}... ({len(text)} characters)"
