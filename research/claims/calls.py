"""Calls that are compared: the arguments that each side gets, their order, two results in words."""

from __future__ import annotations

import copy
from collections.abc import Hashable, Mapping
from enum import Enum
from fractions import Fraction
from typing import Any

from fast.kinds import largest_integers
from fast.marks import UnwrittenError, what_it_holds
from fast.objects import kept_in
from oracles.errors import brief
from research.checks.equality import show
from research.checks.evidence import ClaimError

Arguments = Mapping[str, Any]


class Refusal(Enum):
    """That a solver gives no answer, which is another thing than to answer None."""

    REFUSED = "refused"

    def __repr__(self) -> str:
        return self.value


REFUSED = Refusal.REFUSED
_PLAIN = frozenset({int, bool, str, bytes, float, complex, type(None)})


def own_copies(arguments: Arguments) -> dict[str, Any]:
    """Return arguments that may be changed, and nobody sees it: what is noted is what was given.

    No tuple or fraction in them stands in two places, however they were made: so a solver sees the
    same call where it is compared and where it is asked, and cannot tell two that are equal apart.
    """
    memo: dict[int, Any] = {}
    return {
        name: value if type(value) in _PLAIN else _copied(value, memo)
        for name, value in arguments.items()
    }


def own_copy(value: Any) -> Any:
    """Return one argument, or one case, likewise."""
    return _copied(value, {})


def _copied(value: Any, memo: dict[int, Any]) -> Any:
    kind = type(value)
    if kind in _PLAIN or (kind is tuple and _PLAIN.issuperset(map(type, value))):
        return value if kind is not tuple else (*value,)  # most, quickly
    if id(value) in memo:
        return memo[id(value)]
    if kind is Fraction:
        return Fraction(value.numerator, value.denominator)
    if kind in (tuple, frozenset) or (issubclass(kind, tuple) and hasattr(kind, "_make")):
        members = [m if type(m) in _PLAIN else _copied(m, memo) for m in value]
        return tuple.__new__(kind, members) if issubclass(kind, tuple) else frozenset(members)
    if kind not in (list, dict, set):
        return _deeply_copied(value, memo)
    empty: Any = kind()
    memo[id(value)] = empty
    if kind is dict:
        for key, member in value.items():
            empty[key if type(key) in _PLAIN else _copied(key, memo)] = _copied(member, memo)
    else:
        members = [m if type(m) in _PLAIN else _copied(m, memo) for m in value]
        empty.extend(members) if kind is list else empty.update(members)
    return empty


def _deeply_copied(value: Any, memo: dict[int, Any]) -> Any:
    try:
        copied = copy.deepcopy(value, memo)
        if _holds_the_same(copied, value):
            return copied
        raise ClaimError("its copy is another")  # told as one that cannot be made
    except Exception as error:  # whatever the value's own class raises
        if isinstance(value, Hashable):
            return value
        raise ClaimError(
            f"{brief(value)}: a {type(value).__name__} that can be changed and not be copied "
            f"({type(error).__name__}: {error}); give it a __deepcopy__"
        ) from error


def _holds_the_same(copied: object, value: object) -> bool:
    try:
        return what_it_holds(copied) == what_it_holds(value)
    except UnwrittenError:
        return kept_in(copied).keys() == kept_in(value).keys()


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
