"""Values as checks compare them: are two the same, is a case a new one, is a value computed."""

from __future__ import annotations

import dis
import functools
import inspect
import pickle
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
from types import BuiltinMethodType, FunctionType, MappingProxyType, MethodWrapperType
from typing import Any, TypeGuard

from fast.marks import UnwrittenError, all_within, what_it_holds

_PLAIN = (int, bool, str, bytes, float, type(None))
_TABLES = (dict, defaultdict, OrderedDict, Counter, MappingProxyType)
_MADE_OF: dict[type, Callable[[Iterable[Any]], Any]] = {
    **{kind: kind for kind in (list, set, frozenset, deque)},
    type({}.keys()): frozenset,
    type({}.items()): frozenset,
    type({}.values()): tuple,
}
_ROW = (Sequence, ValuesView)  # of these a text is none
_MAY_BE_NONE = (*_ROW, Number, Set, Mapping)
_NUMBER = re.compile(r"[-+]?\d+(\.\d*|/\d+)?")
# What a function does that gives nothing but what was written down before.
_GIVES_BACK = (
    *("RESUME", "NOP", "CACHE", "NOT_TAKEN", "EXTENDED_ARG", "COPY_FREE_VARS"),
    *("LOAD_CONST", "LOAD_SMALL_INT", "LOAD_FAST", "LOAD_GLOBAL", "LOAD_DEREF", "STORE_FAST"),
    *("BUILD_", "LIST_EXTEND", "SET_UPDATE", "RETURN_"),
)
_LOOKS_UP = "BINARY_SUBSCR"
_WRITTEN = (dict, list, tuple)  # another table may compute what it is asked for


_ATOMS = frozenset({int, str, bool, type(None)})
_TOLD_BY_MEMBERS: dict[type, type[tuple[Any, ...]] | type[frozenset[Any]]] = {
    **dict.fromkeys((list, tuple), tuple),
    **dict.fromkeys((set, frozenset), frozenset),
}
_TOLD_BY_EQUALITY = frozenset({int, str, type(None)})  # among themselves


class OneOfTwoKindsError(TypeError):
    """Nothing but their types tells two values apart, or may do so."""


def same_value(found: object, believed: object) -> bool:
    """Return whether two values are the same, whatever types they are written in.

    A list is the same as a tuple or a range of the same members; where one of two is a set, both
    are compared as sets. A number of numpy is the same as Python's.

    Raises
    ------
    OneOfTwoKindsError
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
    research.checks.compared_values.OneOfTwoKindsError: found '1' (str), believed 1 (int): expected\
 both to be of one kind, as their types alone are no difference
    """
    if _is_plain(found) and _is_plain(believed):
        return found == believed or _same(found, believed)
    found, believed = exact(found), exact(believed)
    require_exact(found, believed)
    return _same(found, believed)


def _is_plain(value: Any) -> bool:
    """Whether a value is made of Python's own whole numbers, texts and rows or sets of these.

    Two such values that Python calls equal are the same, and nothing in them is rounded.
    """
    kind = type(value)
    return kind in _ATOMS or (kind in _TOLD_BY_MEMBERS and all(map(_is_plain, value)))


def _same(found: Any, believed: Any) -> bool:
    """Compare values that are exact all the way down."""
    if type(found) is type(believed) and type(found) in _ATOMS and found == believed:
        return True
    found, believed = _written_plainly(found), _written_plainly(believed)
    if _is_formula(found) or _is_formula(believed):
        return _are_equal(found, believed)
    compared = _members_compared(found, believed)
    if compared is not None:
        return compared
    if _differ_in_type_alone(found, believed) or _differ_in_type_alone(believed, found):
        wanted = "expected both to be of one kind, as their types alone are no difference"
        if isinstance(found, bool) or isinstance(believed, bool):
            wanted = "expected both to be True or False, or both numbers"
        raise OneOfTwoKindsError(
            f"{_with_type('found', found)}, {_with_type('believed', believed)}: {wanted}"
        )
    return False


def _members_compared(found: Any, believed: Any) -> bool | None:
    """Compare tables, sets and rows by what is in them, all else at once; None if unlike."""
    if isinstance(found, OrderedDict) and isinstance(believed, OrderedDict):
        found, believed = tuple(found.items()), tuple(believed.items())
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
    return None


def _written_plainly(value: Any) -> Any:
    if isinstance(value, Counter):  # what is counted 0 times is not there
        return {each: number for each, number in value.items() if number}
    return value


def _is_formula(value: Any) -> bool:
    return type(value).__module__.startswith("sympy.") and hasattr(value, "free_symbols")


def _are_equal(found: Any, believed: Any) -> bool:
    """Whether two values of computer algebra are equal, however they are written."""
    import sympy

    try:
        first, second = map(_plain_formula, map(sympy.sympify, (found, believed)))
        polynomials = [isinstance(each, sympy.Poly) for each in (first, second)]
        if any(polynomials):
            return all(polynomials) and bool(first == second)
        equal = first == second or first.equals(second)
    except Exception:  # such as a word that is no formula
        equal = None
    if equal is None:
        raise TypeError(
            f"{_with_type('found', found)}, {_with_type('believed', believed)}: expected "
            "numbers, or formulas of which sympy can say whether they are equal"
        )
    return bool(equal)


def _plain_formula(formula: Any) -> Any:
    """Write a polynomial as a sum, and numbers of floating point as the fractions that they are.

    sympy compares 15 digits of these, and no polynomials of different kinds of numbers.
    """
    import sympy

    if isinstance(formula, sympy.Poly):
        if formula.domain.characteristic():
            return formula
        formula = formula.as_expr()
    return formula.xreplace({each: sympy.Rational(each) for each in formula.atoms(sympy.Float)})


def is_set(value: object) -> bool:
    """Whether a value is a set, or a view of a table that is like one."""
    return isinstance(value, Set)


def _is_row(value: Any) -> TypeGuard[Collection[Any]]:
    return isinstance(value, _ROW) and not isinstance(value, str | bytes | bytearray)


def _all_same(pairs: Iterable[tuple[Any, Any]]) -> bool:
    """Whether all pairs are the same; one that differs decides, whatever types others have."""
    error = None
    for found, believed in pairs:
        try:
            if not _same(found, believed):
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
    if type(case) is tuple and {*map(type, case)} <= _TOLD_BY_EQUALITY:  # most positions, quickly
        return tuple, case
    if isinstance(case, dict) and type(case) is dict:
        return dict, tuple((to_tell_apart(key), to_tell_apart(case[key])) for key in case)
    made = _TOLD_BY_MEMBERS.get(type(case))
    if made is not None:
        return type(case), made(map(to_tell_apart, case))  # type: ignore[call-overload]
    if type(case).__eq__ is not object.__eq__ and type(case).__hash__ is not None:
        with suppress(TypeError):  # what it is made of may have no hash
            hash(case)
            return type(case), case
    try:
        return type(case), what_it_holds(case)
    except UnwrittenError:
        return Unsure(case)


class Unsure:
    """What stands for a case of which not everything can be seen: perhaps for another one too."""

    def __init__(self, case: object) -> None:
        self._text: object = repr(case)
        with suppress(Exception):  # whatever the case's own class raises
            self._text = pickle.dumps(case)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unsure) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)


def is_known(key: Hashable, seen: Collection[Hashable]) -> bool:
    """Whether a case is surely one of those that were seen, by what tells them apart."""
    return key in seen and not _is_unsure(key)


def _is_unsure(key: object) -> bool:
    inside = key if isinstance(key, tuple | frozenset) else ()
    return isinstance(key, Unsure) or any(map(_is_unsure, inside))


def is_written_down(compute: Callable[..., Any]) -> bool:
    """Return whether a function computes nothing: it gives back what stands there already.

    >>> is_written_down(lambda: 99), is_written_down(lambda: sum([49, 50]))
    (True, False)
    >>> is_written_down(functools.partial(lambda n: 99, 7))
    True

    Looking it up in a table is no computation either.

    >>> is_written_down(lambda n: [49, 50][n]), is_written_down({7: 99}.get)
    (True, True)
    """
    if isinstance(compute, functools.partial):
        return is_written_down(compute.func)
    if isinstance(compute, BuiltinMethodType | MethodWrapperType):
        return type(compute.__self__) in _WRITTEN and compute.__name__ in {"get", "__getitem__"}
    if not isinstance(compute, FunctionType):
        return False
    names = [each.opname for each in dis.get_instructions(compute)]
    if not all(name.startswith((*_GIVES_BACK, _LOOKS_UP)) for name in names):
        return False
    return _LOOKS_UP not in names or all(
        type(value) in (*_WRITTEN, *_PLAIN) for value in _taken_from_outside(compute)
    )


def _taken_from_outside(function: FunctionType) -> list[Any]:
    found = inspect.getclosurevars(function)
    defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    return [*found.globals.values(), *found.nonlocals.values(), *defaults]


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
    if isinstance(value, tuple) and type(value).__new__ in (tuple.__new__, _new_of_named(value)):
        members = tuple(map(exact, value))
        return members if type(value) is tuple else tuple.__new__(type(value), members)
    made = _MADE_OF.get(type(value))
    if made is not None:
        return made(map(exact, value))
    if type(value) in _TABLES:
        table = {exact(key): exact(each) for key, each in value.items()}
        return type(value)(table) if type(value) in (Counter, OrderedDict) else table
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
        If an object keeps numbers of numpy with floating point, and one of the two a number that
        these cannot tell from its neighbours.
    """
    if "numpy" not in sys.modules or (type(found) in _PLAIN and type(believed) in _PLAIN):
        return
    import numpy as np

    kept = [each for value in (found, believed) for each in all_within(value)]
    floating = {kind for each in kept if (kind := _floating_point_of(each, np)) is not None}
    for kind in sorted(floating, key=str):
        for each in kept:
            if _is_rounded_to(kind, each, np):
                raise TypeError(
                    f"{each} beside a number of {kind} that an object keeps: numpy may round when "
                    "they are compared; expected int(...), float(...) or Fraction(...)"
                )


def _floating_point_of(each: Any, np: Any) -> Any:
    if not isinstance(each, np.ndarray | np.generic):
        return None
    return each.dtype.type if each.dtype.kind in "fc" else None


def _is_rounded_to(kind: Any, each: Any, np: Any) -> bool:
    """Whether numpy takes another number for one, beside those of a type with floating point."""
    if isinstance(each, np.ndarray | np.integer):
        return bool(each.dtype.kind in "iu" and _is_long(kind, each, np))
    if isinstance(each, bool | np.generic) or not isinstance(each, Rational | float):
        return False
    try:
        return bool(Fraction(each) != Fraction(*kind(float(each)).real.as_integer_ratio()))
    except (OverflowError, ValueError):  # too large a number; or none at all, or infinite
        return isinstance(each, Rational)


def _is_long(kind: Any, each: Any, np: Any) -> bool:
    largest = max((abs(int(n)) for n in (each.max(), each.min())), default=0) if each.size else 0
    return bool(largest > 2 ** (np.finfo(kind).nmant + 1))


def _normal(value: Any) -> Any:
    """Write lists and ranges as tuples, all the way down; a table as the set of its entries."""
    if isinstance(value, Mapping):
        return frozenset((_normal(key), _normal(each)) for key, each in value.items())
    if _is_row(value):
        return tuple(map(_normal, value))
    return frozenset(map(_normal, value)) if isinstance(value, Set) else value
