"""Values as checks compare them: are two the same, is a case a new one, is a value computed."""

from __future__ import annotations

import dis
import io
import pickle
import re
import sys
from collections import Counter
from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
    Set,
    ValuesView,
)
from contextlib import suppress
from enum import Enum
from fractions import Fraction
from numbers import Number
from types import FunctionType
from typing import Any, TypeGuard

from fast.kinds import kept_in

_PLAIN = (int, bool, str, bytes, float, type(None))
_ROW = (Sequence, ValuesView)  # of these a text is none
_MAY_BE_NONE = (*_ROW, Number, Set, Mapping)
_NUMBER = re.compile(r"[-+]?\d+(\.\d*|/\d+)?")
# What a function does that gives nothing but what was written down before.
_GIVES_BACK = (
    *("RESUME", "NOP", "CACHE", "NOT_TAKEN", "EXTENDED_ARG", "COPY_FREE_VARS"),
    *("LOAD_CONST", "LOAD_SMALL_INT", "LOAD_FAST", "LOAD_GLOBAL", "LOAD_DEREF", "STORE_FAST"),
    *("BUILD_", "LIST_EXTEND", "SET_UPDATE", "RETURN_"),
)


def same_value(found: object, believed: object) -> bool:
    """Return whether two values are the same, whatever types they are written in.

    A list is the same as a tuple or a range of the same members; where one of two is a set, both
    are compared as sets. A number of numpy is the same as Python's.

    Raises
    ------
    TypeError
        If nothing but the types tells them apart, or may do so: True or False against what is
        neither these nor a number, None against an empty list, a number against its digits.

    Examples
    --------
    >>> same_value((0, (1, 2)), [0, [1, 2]]), same_value({2, 1}, [1, 2]), same_value(1, True)
    (True, True, True)
    >>> same_value("P", "N"), same_value(None, 2), same_value("none", 1)
    (False, False, False)
    >>> same_value("1", 1)
    Traceback (most recent call last):
        ...
    TypeError: found '1' (str), believed 1 (int): expected both to be of one kind, as their types \
alone are no difference
    """
    found, believed = _written_plainly(exact(found)), _written_plainly(exact(believed))
    if _is_formula(found) or _is_formula(believed):
        return _are_equal(found, believed)
    if isinstance(found, Mapping) and isinstance(believed, Mapping):
        if found.keys() == believed.keys():
            return _all_same((found[key], believed[key]) for key in found)
    elif isinstance(found, Set) or isinstance(believed, Set):
        first, second = _members(found), _members(believed)
        if first is not None and second is not None:
            return first == second
    elif _is_row(found) and _is_row(believed):
        if len(found) == len(believed):
            return _all_same(zip(found, believed, strict=True))
    elif found == believed:
        return True
    if _differ_in_type_alone(found, believed) or _differ_in_type_alone(believed, found):
        wanted = "expected both to be of one kind, as their types alone are no difference"
        if isinstance(found, bool) or isinstance(believed, bool):
            wanted = "expected both to be True or False, or both numbers"
        raise TypeError(
            f"{_with_type('found', found)}, {_with_type('believed', believed)}: {wanted}"
        )
    return False


def _written_plainly(value: Any) -> Any:
    if isinstance(value, Counter):  # what is counted 0 times is not there
        return {each: number for each, number in value.items() if number}
    return value


def _is_formula(value: Any) -> bool:
    return type(value).__module__.startswith("sympy.") and hasattr(value, "free_symbols")


def _are_equal(found: Any, believed: Any) -> bool:
    """Whether two values of computer algebra are equal, however they are written."""
    if found == believed:
        return True
    import sympy

    try:
        equal = sympy.sympify(found).equals(sympy.sympify(believed))
    except Exception:  # such as a word that is no formula
        equal = None
    if equal is None:
        raise TypeError(
            f"{_with_type('found', found)}, {_with_type('believed', believed)}: expected "
            "numbers, or formulas of which sympy can say whether they are equal"
        )
    return bool(equal)


def _is_row(value: Any) -> TypeGuard[Collection[Any]]:
    return isinstance(value, _ROW) and not isinstance(value, str | bytes | bytearray)


def _all_same(pairs: Iterable[tuple[Any, Any]]) -> bool:
    """Whether all pairs are the same; one that differs decides, whatever types others have."""
    error = None
    for found, believed in pairs:
        try:
            if not same_value(found, believed):
                return False
        except TypeError as raised:
            error = raised
    if error is not None:
        raise error
    return True


def _differ_in_type_alone(one: Any, other: Any) -> bool:
    """Whether two values that are not equal may be the same, written in another type."""
    if isinstance(one, Enum):
        return type(one) is not type(other)  # what it stands for is its author's to say
    if isinstance(one, bool):
        return other not in (True, False)  # 0 and 1 are numbers that stand for them
    if isinstance(one, str):
        return _says_in_text(one, other)
    if isinstance(other, list | Set | Mapping | str) and not other:
        return one is None or (isinstance(one, _MAY_BE_NONE) and not one)
    if isinstance(one, Iterator) or (isinstance(one, bytes) and isinstance(other, str)):
        return True
    return type(one) is not type(other) and repr(one) == repr(other)


def _says_in_text(text: str, other: Any) -> bool:
    """Whether a text says in letters what another value may be."""
    if _is_row(other):
        return text == "".join(map(str, other))
    if isinstance(other, str) or other is None:
        return False
    if isinstance(other, Number):
        return _NUMBER.fullmatch(text.strip()) is not None
    return text == repr(other)


def _with_type(name: str, value: Any) -> str:
    return f"{name} {value!r} ({type(value).__name__})"


def _members(value: Any) -> frozenset[Any] | None:
    """Return the members of a set or a row, rows among them as tuples; None of anything else."""
    if not (isinstance(value, Set) or _is_row(value)):
        return None
    try:
        return frozenset(map(_normal, value))
    except TypeError:  # a member that has no hash is in no set
        return None


def to_tell_apart(case: object) -> Hashable:
    """Return what tells a case from another one, whatever it is made of.

    Two cases are one if they are of one type and equal; where a class does not say what is equal,
    if they hold the same. How a case is written does not count, for that may leave something out.

    >>> len({to_tell_apart(case) for case in ([3], [3], [4], 3, 3, {"x": 1}, {"x": "1"}, True, 1)})
    7
    """
    if isinstance(case, dict) and type(case) is dict:
        return dict, tuple((to_tell_apart(key), to_tell_apart(case[key])) for key in case)
    if type(case) in (list, tuple):
        return type(case), tuple(map(to_tell_apart, case))  # type: ignore[call-overload]
    if type(case) in (set, frozenset):
        return type(case), frozenset(map(to_tell_apart, case))  # type: ignore[call-overload]
    if type(case).__eq__ is not object.__eq__ and type(case).__hash__ is not None:
        with suppress(TypeError):  # what it is made of may have no hash
            hash(case)
            return type(case), case
    try:
        return type(case), pickle.dumps(case)
    except Exception:  # whatever the case's own class raises
        return type(case), repr(case)


def is_written_down(compute: Callable[..., Any]) -> bool:
    """Return whether a function computes nothing: it gives back what stands there already.

    >>> is_written_down(lambda: 99), is_written_down(lambda: sum([49, 50]))
    (True, False)
    """
    if not isinstance(compute, FunctionType):
        return False
    return all(each.opname.startswith(_GIVES_BACK) for each in dis.get_instructions(compute))


def exact(value: Any) -> Any:
    """Write numbers and arrays of numpy as Python's, whatever keeps them.

    numpy rounds an integer that it compares with a number of floating point; Python does not.

    Raises
    ------
    TypeError
        If it keeps a number of numpy and cannot be copied.
    """
    if type(value) in _PLAIN or "numpy" not in sys.modules:
        return value
    written = io.BytesIO()
    writer = _ExactPickler(written)
    try:
        writer.dump(value)
        return pickle.loads(written.getvalue()) if writer.found else value
    except Exception as error:  # whatever the value's own class raises, or a class without a name
        if _keeps_numpy(value):
            raise TypeError(
                f"a {type(value).__name__} keeps a number of numpy, and cannot be copied to be "
                f"compared exactly ({type(error).__name__}: {error}); give int(...) or float(...)"
            ) from error
        return value


def _keeps_numpy(value: Any, depth: int = 20) -> bool:
    if type(value).__module__ == "numpy":
        return True
    inside = list(value) if isinstance(value, tuple | list | Set | Mapping) else []
    inside += value.values() if isinstance(value, Mapping) else []
    inside += kept_in(value).values()
    return depth > 0 and any(_keeps_numpy(each, depth - 1) for each in inside)


class _ExactPickler(pickle.Pickler):
    """Writes a value with Python's numbers and lists in the place of numpy's."""

    found = False

    def reducer_override(self, each: Any) -> Any:
        if not type(each).__module__.startswith("numpy") or not hasattr(each, "tolist"):
            return NotImplemented
        self.found = True
        return _itself, (_of_python(each),)


def _itself(value: Any) -> Any:
    return value


def _of_python(each: Any) -> Any:
    value = each.tolist()
    if type(value) is type(each) and hasattr(each, "as_integer_ratio"):  # of more digits
        return Fraction(*map(int, each.as_integer_ratio()))
    return value


def same_rows(found: Any, true: Any) -> bool:
    """Whether two values are rows of the same members, be they lists or tuples.

    >>> same_rows([(1, 2)], ([1, 2],)), same_rows([1], {1})
    (True, False)
    """
    try:
        return _is_row(found) and _is_row(true) and bool(_normal(found) == _normal(true))
    except TypeError:  # a member that has no hash is in no set
        return False


def _normal(value: Any) -> Any:
    """Write lists and ranges as tuples, all the way down."""
    if _is_row(value):
        return tuple(map(_normal, value))
    return frozenset(map(_normal, value)) if isinstance(value, Set) else value
