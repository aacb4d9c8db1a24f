"""Equality of values: numpy's as Python's, lists as tuples of their members, and then ``==``."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, cast

from oracles.values.value import Value

PLAIN = frozenset({int, str, bool, type(None)})


def plain(value: Any) -> Any:
    """Write numbers and arrays of numpy as Python's, and lists and ranges as tuples, all through.

    >>> plain([1, [2, 3]]), plain(range(3)), plain({"x": [1]}) == {"x": (1,)}
    ((1, (2, 3)), (0, 1, 2), True)
    """
    if type(value) in PLAIN:
        return value
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple | range):
        if PLAIN.issuperset(map(type, value)):  # most, quickly
            return tuple(value)
        return tuple(map(plain, value))
    if isinstance(value, set | frozenset):
        return frozenset(map(plain, value))
    if isinstance(value, dict):
        return {plain(key): plain(member) for key, member in value.items()}
    return value


def same_value(found: object, believed: object) -> bool:
    """Return whether two values are equal: as Python compares them, once they are plain.

    >>> same_value((0, (1, 2)), [0, [1, 2]]), same_value(1, True), same_value({1}, [1])
    (True, True, False)
    """
    if type(found) is type(believed) and _is_plain(found) and _is_plain(believed):
        return found == believed  # most, quickly
    return bool(plain(found) == plain(believed))


def _is_plain(value: Any) -> bool:
    """Whether a value is plain as it stands: of Python's, or a list or tuple of such, or of these.

    >>> _is_plain([(1, 2), (3, "x")]), _is_plain([(1, 2), 3])
    (True, False)
    """
    if type(value) in PLAIN:
        return True
    if type(value) is not tuple and type(value) is not list:
        return False
    kinds = set(map(type, value))
    return kinds <= PLAIN or (
        kinds == {tuple} and PLAIN.issuperset(map(type, chain.from_iterable(value)))
    )


def case_key(case: Any) -> Hashable:
    """Return what is equal for equal cases, so that each is counted once.

    >>> case_key([3]) == case_key((3,)), case_key({"x": [1]}) == case_key({"x": (1,)})
    (True, True)
    """
    if type(case) is dict and PLAIN.issuperset(map(type, case.values())):  # most, quickly
        return frozenset(case.items())
    return _hashable(plain(case))


def _hashable(value: Any) -> Hashable:
    """Return a plain value itself if it has a hash, else what stands for it; equal for equals."""
    try:
        hash(value)  # most, quickly
    except TypeError:
        if isinstance(value, dict):
            return frozenset((key, _hashable(member)) for key, member in value.items())
        if isinstance(value, tuple):
            return tuple(map(_hashable, value))
        return repr(value)
    return cast("Hashable", value)


@dataclass(frozen=True)
class Equation:
    """What was found beside what was believed; true when they are the same value."""

    found: object
    believed: object

    def __bool__(self) -> bool:
        return same_value(self.found, self.believed)


def equal(found: object, believed: object) -> Equation:
    """State that what was found is what was believed, keeping both to be shown.

    >>> bool(equal(2, 2)), equal(2, 3)
    (True, Equation(found=2, believed=3))
    """
    return Equation(found, believed)


LONGEST_IN_DIGITS = 10_000  # bits; still in full, so that what is shown tells values apart
_AS_OTHERS_ARE_SHOWN = re.compile(  # numbers, words of Python's, brackets, calls, entries
    r"""[-+]?(\d|inf\b|nan\b).*|(True|False|None|Ellipsis)\b.*|b?['"].*|[(\[{<].*"""
    r"""|\w[\w.]*\(.*|\w+=.*|\s.*|.*\s|""",
    re.DOTALL,
)


def show(value: object) -> str:
    """Write a value for a report: as Python writes it, and sets in order; values of games as text.

    Texts are without their quotes where they look like nothing else.

    >>> show({3, 1}), show(frozenset()), show({"limit": 3}), show("T.F"), show("")
    ('{1, 3}', '{}', 'limit=3', 'T.F', "''")
    >>> show(4), show("4"), show((3, 5)), show("(3, 5)")
    ('4', "'4'", '(3, 5)', "'(3, 5)'")
    """
    if isinstance(value, set | frozenset):
        try:
            members = sorted(value)
        except TypeError:
            members = sorted(value, key=repr)
        return "{" + ", ".join(map(show, members)) + "}"
    if isinstance(value, dict):
        return ", ".join(f"{name}={show(entry)}" for name, entry in value.items())
    if isinstance(value, Fraction | Value):
        return str(value)
    if isinstance(value, int) and value.bit_length() > LONGEST_IN_DIGITS:
        return hex(value)  # Python writes no longer ones in decimal digits
    bare = isinstance(value, str) and value.isprintable()
    return str(value) if bare and not _AS_OTHERS_ARE_SHOWN.fullmatch(str(value)) else repr(value)


def side_by_side(found: Any, true: Any) -> tuple[str, str]:
    """Write two values that differ, in few words: of long lists and of sets what differs.

    >>> side_by_side([0] * 99 + [1], [0] * 99 + [2])
    ('1 at place 99', '2 at place 99')
    >>> side_by_side({1, 2, 3}, {1, 2})
    ('3 too', 'not these')
    """
    if isinstance(found, set | frozenset) and isinstance(true, set | frozenset):
        more, fewer = (show(each)[1:-1] for each in (found - true, true - found))
        one, other = (f"{each} too" if each else "not these" for each in (more, fewer))
        return _short(one), _short(other)
    lists = isinstance(found, list | tuple) and isinstance(true, list | tuple)
    if lists and len(show(found)) > SHORT:
        pairs = enumerate(zip(found, true, strict=False))
        place = next((n for n, (one, other) in pairs if one != other), None)
        if place is None:
            return f"{len(found)} entries", f"{len(true)} entries"
        both = side_by_side(found[place], true[place])
        return f"{both[0]} at place {place}", f"{both[1]} at place {place}"
    first, second = show(found), show(true)
    if first == second:
        first, second = (f"{show(each)} ({type(each).__name__})" for each in (found, true))
    return _short(first), _short(second)


SHORT = 60  # characters of a value in a disagreement


def _short(text: str) -> str:
    return text if len(text) <= 2 * SHORT else f"{text[:SHORT]}... ({len(text)} characters)"
