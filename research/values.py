"""Values as checks compare them: are two the same, is a case a new one, is a value computed."""

from __future__ import annotations

import dis
import re
import sys
from collections import Counter, OrderedDict, defaultdict, deque
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
from numbers import Number, Rational
from types import FunctionType
from typing import Any, TypeGuard

from fast.marks import all_within, what_it_holds

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
    require_exact(found, believed)
    if is_formula(found) or is_formula(believed):
        return are_equal(found, believed)
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


def is_formula(value: Any) -> bool:
    """Whether a value is one of computer algebra."""
    return type(value).__module__.startswith("sympy.") and hasattr(value, "free_symbols")


def are_equal(found: Any, believed: Any) -> bool:
    """Whether two values of computer algebra are equal, however they are written."""
    import sympy

    try:
        first, second = map(_with_exact_numbers, map(sympy.sympify, (found, believed)))
        equal = first == second or first.equals(second)
    except Exception:  # such as a word that is no formula
        equal = None
    if equal is None:
        raise TypeError(
            f"{_with_type('found', found)}, {_with_type('believed', believed)}: expected "
            "numbers, or formulas of which sympy can say whether they are equal"
        )
    return bool(equal)


def _with_exact_numbers(formula: Any) -> Any:
    """Write numbers of floating point as the fractions that they are; sympy compares 15 digits."""
    import sympy

    return formula.xreplace({each: sympy.Rational(each) for each in formula.atoms(sympy.Float)})


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
        return type(case), what_it_holds(case)
    except RecursionError:
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
    """Write numbers and arrays of numpy as Python's, in rows, sets and tables too.

    numpy rounds an integer that it compares with a number of floating point; Python does not. What
    an object keeps is its class's own to compare, and stays as it is.
    """
    if type(value) in _PLAIN or "numpy" not in sys.modules:
        return value
    import numpy as np

    if isinstance(value, np.generic) or type(value) is np.ndarray:
        return _of_python(value)
    if type(value) in (list, set, frozenset, deque):
        return type(value)(map(exact, value))
    if isinstance(value, tuple) and type(value).__new__ in (tuple.__new__, _new_of_named(value)):
        members = tuple(map(exact, value))
        return members if type(value) is tuple else tuple.__new__(type(value), members)
    if type(value) in (dict, defaultdict, OrderedDict):
        return {exact(key): exact(each) for key, each in value.items()}
    return value


def _new_of_named(value: Any) -> object:
    """Return how a named tuple is made, which adds nothing to its members."""
    return type(value).__new__ if hasattr(type(value), "_fields") else tuple.__new__


def _of_python(each: Any) -> Any:
    value = each.tolist()
    if isinstance(value, list):
        return exact(value)
    # One of more digits than Python's stays itself.
    is_longer = type(value).__module__ == "numpy" and hasattr(value, "as_integer_ratio")
    return Fraction(*map(int, value.as_integer_ratio())) if is_longer else value


def require_exact(found: object, believed: object) -> None:
    """Refuse to compare objects of which a class of numpy may round.

    Raises
    ------
    TypeError
        If an object keeps numbers of numpy with floating point, and one of the two an integer that
        these cannot tell from its neighbours, or a fraction.
    """
    if "numpy" not in sys.modules or (_is_simple(found) and _is_simple(believed)):
        return
    kept = [each for value in (found, believed) for each in all_within(value)]
    rounding = next((each for each in kept if _has_floating_point(each)), None)
    exactly = next((each for each in kept if _is_rounded(each)), None)
    if rounding is not None and exactly is not None:
        raise TypeError(
            f"{exactly} beside a {type(rounding).__name__} of floating point that an object "
            "keeps: numpy may round when they are compared; expected int(...), or Fraction(...)"
        )


def _is_simple(value: object) -> bool:
    return type(value) in _PLAIN


def _has_floating_point(each: Any) -> bool:
    import numpy as np

    if isinstance(each, np.ndarray):
        return each.dtype.kind in "fc"
    return isinstance(each, np.floating | np.complexfloating)


def _is_rounded(each: Any) -> bool:
    import numpy as np

    if isinstance(each, np.ndarray):
        return each.dtype.kind in "iu" and bool(each.size) and int(abs(each).max()) > 2**53
    if isinstance(each, int | np.integer):
        return abs(int(each)) > 2**53
    return isinstance(each, Rational)


def same_rows(found: Any, true: Any) -> bool:
    """Whether two values are rows or tables of the same members, be these lists or tuples.

    >>> same_rows([(1, 2)], ([1, 2],)), same_rows([1], {1})
    (True, False)
    """
    try:
        of_one_kind = _is_row(found) and _is_row(true)
        of_one_kind |= isinstance(found, Mapping) and isinstance(true, Mapping)
        return of_one_kind and bool(_normal(found) == _normal(true))
    except TypeError:  # a member that has no hash is in no set
        return False


def _normal(value: Any) -> Any:
    """Write lists and ranges as tuples, all the way down; a table as the set of its entries."""
    if isinstance(value, Mapping):
        return frozenset((_normal(key), _normal(each)) for key, each in value.items())
    if _is_row(value):
        return tuple(map(_normal, value))
    return frozenset(map(_normal, value)) if isinstance(value, Set) else value
