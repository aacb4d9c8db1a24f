"""Values as checks compare them: are two the same, is a case a new one, is a value computed."""

from __future__ import annotations

import dis
import pickle
from collections.abc import Callable, Hashable
from types import FunctionType
from typing import Any

# What a function does that gives nothing but what was written down before.
_GIVES_BACK = (
    *("RESUME", "NOP", "CACHE", "NOT_TAKEN", "EXTENDED_ARG", "COPY_FREE_VARS"),
    *("LOAD_CONST", "LOAD_SMALL_INT", "LOAD_FAST", "LOAD_GLOBAL", "LOAD_DEREF", "STORE_FAST"),
    *("BUILD_", "LIST_EXTEND", "SET_UPDATE", "RETURN_"),
)


def same_value(found: object, believed: object) -> bool:
    """Return whether two values are the same, whatever types they are written in.

    A list is the same as a tuple of the same members, and a number of numpy the same as Python's.

    Raises
    ------
    TypeError
        If one is True or False and the other is a number that is neither.

    Examples
    --------
    >>> same_value((0, (1, 2)), [0, [1, 2]]), same_value(1, True), same_value("1", 1)
    (True, True, False)
    >>> same_value(True, 2)
    Traceback (most recent call last):
        ...
    TypeError: found True, believed 2: expected both to be True or False, or both numbers
    """
    first, second = _normal(found), _normal(believed)
    if isinstance(first, bool) != isinstance(second, bool):
        number = second if isinstance(first, bool) else first
        if isinstance(number, int) and number not in (0, 1):
            raise TypeError(
                f"found {first!r}, believed {second!r}: expected both to be True or False, or "
                "both numbers"
            )
    return bool(first == second)


def to_tell_apart(case: object) -> Hashable:
    """Return what tells a case from another one, for cases that cannot be hashed too.

    >>> len({to_tell_apart(case) for case in ([3], [3], [4], 3, 3)})
    3
    """
    try:
        hash(case)
    except TypeError:
        try:
            return type(case), pickle.dumps(case)
        except Exception:  # whatever the case's own class raises
            return type(case), repr(case)
    return case if isinstance(case, Hashable) else repr(case)


def is_written_down(compute: Callable[..., Any]) -> bool:
    """Return whether a function computes nothing: it gives back what stands there already.

    >>> is_written_down(lambda: 99), is_written_down(lambda: sum([49, 50]))
    (True, False)
    """
    if not isinstance(compute, FunctionType):
        return False
    return all(each.opname.startswith(_GIVES_BACK) for each in dis.get_instructions(compute))


def exact(value: Any) -> Any:
    """Write numbers and arrays of numpy as Python's, in lists, tuples and sets too.

    numpy rounds an integer that it compares with a number of floating point; Python does not.
    """
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        return value.tolist()
    if type(value) in (list, tuple, set, frozenset):
        return type(value)(map(exact, value))
    return value


def _normal(value: Any) -> Any:
    """Write lists as tuples and numbers of numpy as Python's, all the way down."""
    if isinstance(value, list | tuple):
        return tuple(map(_normal, value))
    return exact(value)
