"""Values as checks compare them: are two the same, is a case a new one, is a value computed."""

from __future__ import annotations

import dis
import functools
import inspect
import pickle
import re
from collections import Counter, OrderedDict
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
from dataclasses import fields
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import partial
from itertools import product
from numbers import Number
from types import BuiltinMethodType, FunctionType, MethodWrapperType
from typing import Any, TypeGuard

from fast.marks import UnwrittenError, what_it_holds
from fast.objects import kept_in
from research.checks.exact_values import PLAIN, exact, require_exact, with_fractions

_ROW = (Sequence, ValuesView)  # of these a text is none
_MAY_BE_NONE = (*_ROW, Number, Set, Mapping)
_OWN = (  # kinds that call equal only what is the same
    *(int, float, complex, Fraction, Decimal, str, bytes, bytearray, type(None)),
    *(list, tuple, range, dict, set, frozenset),
)
_EXACT = {"mpz", "mpq", "fmpz", "fmpq"}  # integers and fractions of libraries
_TRUTH_VALUES = {"BooleanTrue", "BooleanFalse"}  # of sympy
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
        neither these nor a number, None against an empty list, a number against its digits, a
        table against its entries. So it is too with members of sets and with keys of tables.

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
    formulas = [_is_formula(each) for each in (found, believed)]
    if any(formulas):
        for each, is_formula in zip((found, believed), formulas, strict=True):
            if not (is_formula or _equals_the_same_alone(each)):
                raise _of_two_kinds(found, believed)
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
        return _tables_are_same(found, believed) or None
    if isinstance(found, Set) or isinstance(believed, Set):
        first, second = _members(found), _members(believed)
        if first is not None and second is not None:
            return _all_hold(_members_meet(first, second))
    elif _is_row(found) and _is_row(believed):
        if len(found) == len(believed):
            return _all_same(zip(found, believed, strict=True))
    elif found == believed:
        if type(found) is type(believed) or all(map(_equals_the_same_alone, (found, believed))):
            return True
        raise _of_two_kinds(found, believed)
    return None


def _of_two_kinds(found: object, believed: object) -> OneOfTwoKindsError:
    """A class may call more equal than is the same, as one of residues does."""
    return OneOfTwoKindsError(
        f"{_with_type('found', found)}, {_with_type('believed', believed)}: expected both to be of "
        "one kind, as what their classes call equal may not be the same"
    )


def _equals_the_same_alone(value: object) -> bool:
    """Whether the class of a value calls equal only what is the same, as Python's own do."""
    kind = type(value)
    return kind.__name__ in _EXACT or any(kind.__eq__ is each.__eq__ for each in _OWN)


def _written_plainly(value: Any) -> Any:
    if isinstance(value, Counter):  # what is counted 0 times is not there
        return {each: number for each, number in value.items() if number}
    if _is_formula(value) and type(value).__name__ in _TRUTH_VALUES:
        return bool(value)  # which sympy takes for no number
    return value


def _is_formula(value: Any) -> bool:
    return type(value).__module__.startswith("sympy.") and hasattr(value, "free_symbols")


def _are_equal(found: Any, believed: Any) -> bool:
    """Whether two values of computer algebra are equal, however they are written."""
    import sympy

    try:
        first, second = map(_plain_formula, map(sympy.sympify, (found, believed)))
        if isinstance(first, sympy.Expr) or isinstance(second, sympy.Expr):
            first, second = map(_as_number, (first, second))
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


def _as_number(formula: Any) -> Any:
    """Return 1 or 0 for True or False, which stand for them beside numbers."""
    import sympy

    return sympy.Integer(bool(formula)) if formula in (sympy.true, sympy.false) else formula


def _plain_formula(formula: Any) -> Any:
    """Write a polynomial as a sum, without floating point.

    sympy compares no polynomials of different kinds of numbers.
    """
    import sympy

    if isinstance(formula, sympy.Poly):
        if formula.domain.characteristic():
            return formula
        formula = formula.as_expr()
    return with_fractions(formula)


def is_set(value: object) -> bool:
    """Whether a value is a set, or a view of a table that is like one."""
    return isinstance(value, Set)


def _is_row(value: Any) -> TypeGuard[Collection[Any]]:
    return isinstance(value, _ROW) and not isinstance(value, str | bytes | bytearray)


def _all_same(pairs: Iterable[tuple[Any, Any]]) -> bool:
    return _all_hold(partial(_same, found, believed) for found, believed in pairs)


def _all_hold(comparisons: Iterable[Callable[[], bool]]) -> bool:
    """Whether all comparisons hold; one that does not decides, whatever types others have."""
    error = None
    for holds in comparisons:
        try:
            if not holds():
                return False
        except TypeError as raised:
            error = raised
    if error is not None:
        raise error
    return True


def _any_same(pairs: Iterable[tuple[Any, Any]]) -> bool:
    """Whether some pair is the same; if none is, one of which only the types differ may be."""
    error = None
    for found, believed in pairs:
        try:
            if _same(found, believed):
                return True
        except TypeError as raised:
            error = raised
    if error is not None:
        raise error
    return False


def _tables_are_same(found: Mapping[Any, Any], believed: Mapping[Any, Any]) -> bool:
    """Compare what is under equal keys, and the entries under all others as members of a set."""
    first, second = ({key: (key, table[key]) for key in table} for table in (found, believed))
    return _all_hold(_members_meet(first, second))


def _members_meet(
    found: Mapping[Any, Any], believed: Mapping[Any, Any]
) -> Iterator[Callable[[], bool]]:
    """Yield the comparisons that hold if each member meets a same one on the other side.

    Those that stand on one side alone have no order by which to pair them, so each is compared
    with all those of the other side.
    """
    common = [key for key in found if key in believed]
    yield partial(_all_same, [(found[key], believed[key]) for key in common])
    ours = [each for key, each in found.items() if key not in believed]
    theirs = [each for key, each in believed.items() if key not in found]
    yield lambda: len(ours) == len(theirs)
    for each in ours:
        yield partial(_any_same, product([each], theirs))
    for each in theirs:
        yield partial(_any_same, product(ours, [each]))


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
    if isinstance(one, Iterator) or _is_another_form(one, other):
        return True
    return type(one) is not type(other) and repr(one) == repr(other)


def _is_another_form(one: Any, other: Any) -> bool:
    """Whether bytes are a text or the row of their numbers, or a table all its entries."""
    if isinstance(one, bytes | bytearray):
        return isinstance(other, str) or (_is_row(other) and [*one] == [*other])
    if not isinstance(one, Mapping):
        return False
    entries, members = _members(one.items()), _members(other)
    return entries is not None and members is not None and entries.keys() == members.keys()


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


def _members(value: Any) -> dict[Hashable, Any] | None:
    """Return the members of a set or a row by how all rows are written; None of anything else."""
    if not (isinstance(value, Set) or _is_row(value)):
        return None
    try:
        return {_normal(each): each for each in value}
    except TypeError:  # a member that has no hash is in no set
        return None


def to_tell_apart(case: object) -> Hashable:
    """Return what tells a case from another one, whatever it is made of.

    Two cases are one if they are of one type and hold the same, types included, all the way down.
    What its class calls equal does not count, nor how it is written: both may leave something out.

    >>> len({to_tell_apart(case) for case in ([3], [3], [4], 3, 3, {"x": 1}, {"x": "1"}, True, 1)})
    7
    >>> len({to_tell_apart(case) for case in (0.0, -0.0, Fraction(1, 2), Fraction(2, 4))})
    3
    """
    try:
        return _told(case)
    except RecursionError:  # such as of what holds itself
        return Unsure(case)


def _told(case: object) -> Hashable:
    kind = type(case)
    if kind in _ATOMS:
        return kind, case
    if isinstance(case, tuple) and kind is tuple and _TOLD_BY_EQUALITY.issuperset(map(type, case)):
        return tuple, case  # most positions, quickly
    if isinstance(case, dict) and kind is dict:
        return dict, tuple([(_told(key), _told(member)) for key, member in case.items()])
    made = _TOLD_BY_MEMBERS.get(kind)
    if made is not None:
        return kind, made(map(_told, case))  # type: ignore[call-overload]
    try:
        record = _of_record(case)
        held = what_it_holds(case) if record is None else tuple(map(_told, record))
    except UnwrittenError:
        return Unsure(case)
    return kind, held


def _of_record(case: Any) -> Iterable[Any] | None:
    """Return what a fraction, named tuple or data class holds; None if it may hold more."""
    kind = type(case)
    if kind is Fraction:
        return case.numerator, case.denominator
    if isinstance(case, tuple):
        no_more = kind.__basicsize__ == tuple.__basicsize__ and not kind.__dictoffset__
        return tuple.__iter__(case) if no_more and hasattr(kind, "_fields") else None
    if not (_says_what_is_equal(kind) and _is_data_class(kind)):
        return None
    kept = kept_in(case)
    names = [field.name for field in fields(case)]
    return [kept[name] for name in names] if kept.keys() == {*names} else None


def _is_data_class(kind: type) -> bool:
    """Whether a class is made of data classes alone, so that its objects keep attributes only."""
    return all("__dataclass_fields__" in vars(each) for each in kind.__mro__[:-1])


def _says_what_is_equal(kind: type) -> bool:
    return vars(object)["__eq__"] is not kind.__eq__ and kind.__hash__ is not None


class Unsure:
    """What stands for a case of which not everything can be seen: perhaps for another one too.

    Such cases are counted by what their class calls equal, or by how they are written.
    """

    def __init__(self, case: object) -> None:
        self._counted = _to_count(case)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unsure) and self._counted == other._counted

    def __hash__(self) -> int:
        return hash(self._counted)


def _to_count(case: object) -> Hashable:
    with suppress(Exception):  # whatever the case's own class raises
        if _says_what_is_equal(type(case)):
            hash(case)  # what it is made of may have no hash
            return type(case), case
    for write in (pickle.dumps, repr):
        with suppress(Exception):
            return write(case)
    return object.__repr__(case)


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
        type(value) in (*_WRITTEN, *PLAIN) for value in _taken_from_outside(compute)
    )


def _taken_from_outside(function: FunctionType) -> list[Any]:
    found = inspect.getclosurevars(function)
    defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    return [*found.globals.values(), *found.nonlocals.values(), *defaults]


def _normal(value: Any) -> Any:
    """Write lists and ranges as tuples, all the way down; a table as the set of its entries."""
    if isinstance(value, Mapping):
        return frozenset((_normal(key), _normal(each)) for key, each in value.items())
    if _is_row(value):
        return tuple(map(_normal, value))
    return frozenset(map(_normal, value)) if isinstance(value, Set) else value
