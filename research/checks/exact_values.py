"""Values without rounding: numbers of numpy as Python's, or a refusal to compare them."""

from __future__ import annotations

import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from fractions import Fraction
from numbers import Rational
from types import MappingProxyType
from typing import Any

from fast.marks import all_within

PLAIN = (int, bool, str, bytes, float, type(None))
_TABLES = (dict, defaultdict, OrderedDict, Counter, MappingProxyType)
_MADE_OF: dict[type, Callable[[Iterable[Any]], Any]] = {
    **{kind: kind for kind in (list, set, frozenset, deque)},
    type({}.keys()): frozenset,
    type({}.items()): lambda entries: dict(entries).items(),  # a value may have no hash
    type({}.values()): tuple,
}


def exact(value: Any) -> Any:
    """Write numbers and arrays of numpy as Python's, in rows, sets and tables too.

    numpy rounds an integer that it compares with a number of floating point; Python does not. What
    an object keeps is its class's own to compare, and stays as it is.
    """
    if type(value) in PLAIN or "numpy" not in sys.modules:
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


def with_fractions(formula: Any) -> Any:
    """Write numbers of floating point in a formula as the fractions that they are.

    sympy compares 15 digits of these.
    """
    import sympy

    return formula.xreplace({each: sympy.Rational(each) for each in formula.atoms(sympy.Float)})


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
    if "numpy" not in sys.modules or (type(found) in PLAIN and type(believed) in PLAIN):
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
