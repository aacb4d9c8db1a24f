"""Formulas evaluated at numbers, by their definition.

This is the other reading of a formula: no automata, only Python integers. It serves to compare a
formula with rules written in Python, so it knows formulas without quantifiers only. As in the
engine, a difference that would be negative does not exist, and an atom that holds one is false.

>>> from research.automata.parser import parse
>>> holds(parse("n >= 1 & n <= x & T[n] = @1").formula, {"n": 7, "x": 9})
True
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from research.automata.errors import AutomataError
from research.automata.formula import (
    Binary,
    Comparison,
    Constant,
    Difference,
    Element,
    ElementComparison,
    Formula,
    Letter,
    Multiple,
    Not,
    Predicate,
    Quotient,
    Sum,
    Term,
    Truth,
    Variable,
    text,
)

_COMPARATORS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_CONNECTIVES: dict[str, Callable[[bool, bool], bool]] = {
    "&": lambda a, b: a and b,
    "|": lambda a, b: a or b,
    "^": lambda a, b: a != b,
    "=>": lambda a, b: not a or b,
    "<=>": lambda a, b: a == b,
}
_SEQUENCES: dict[str, Callable[[int], int]] = {"T": lambda index: index.bit_count() % 2}
_PREDICATES: dict[str, Callable[..., bool]] = {"nimsum": lambda x, y, z: x ^ y == z}


def value(term: Term, values: Mapping[str, int]) -> int | None:  # noqa: PLR0911  # one a node
    """Return the value of a term, or None where a difference in it does not exist.

    Examples
    --------
    >>> from research.automata.parser import parse_term
    >>> value(parse_term("2*x - y"), {"x": 3, "y": 1}), value(parse_term("x - y"), {"x": 0, "y": 1})
    (5, None)
    """
    match term:
        case Variable(name):
            return values[name]
        case Constant(number):
            return number
        case Multiple(factor, inner):
            inside = value(inner, values)
            return None if inside is None else factor * inside
        case Quotient(inner, divisor):
            inside = value(inner, values)
            return None if inside is None else inside // divisor
        case Sum(left, right):
            both = value(left, values), value(right, values)
            return None if both[0] is None or both[1] is None else both[0] + both[1]
        case Difference(left, right):
            both = value(left, values), value(right, values)
            if both[0] is None or both[1] is None or both[1] > both[0]:
                return None
            return both[0] - both[1]


def holds(formula: Formula, values: Mapping[str, int]) -> bool:
    """Return whether a formula without quantifiers holds at these values.

    Parameters
    ----------
    formula
        Its sequences must be built in; so must its predicates.
    values
        A natural number for each of its variables.

    Raises
    ------
    AutomataError
        If the formula has a quantifier, or a name that is not known here.
    """
    match formula:
        case Truth(truth):
            return truth
        case Not(body):
            return not holds(body, values)
        case Binary(connective, left, right):
            return _CONNECTIVES[connective](holds(left, values), holds(right, values))
        case Comparison(comparator, left, right):
            a, b = value(left, values), value(right, values)
            return a is not None and b is not None and _COMPARATORS[comparator](a, b)
        case ElementComparison(comparator, left, right):
            a, b = _letter(left, values), _letter(right, values)
            return a is not None and b is not None and _COMPARATORS[comparator](a, b)
        case Predicate(name, arguments) if name in _PREDICATES:
            numbers = [value(argument, values) for argument in arguments]
            return None not in numbers and _PREDICATES[name](*numbers)
    raise AutomataError(
        f"formula {text(formula)!r}: it is compared with the rules number by number, which "
        f"allows no quantifiers and only the predicates {', '.join(_PREDICATES)}"
    )


def _letter(side: Element | Letter, values: Mapping[str, int]) -> int | None:
    if isinstance(side, Letter):
        return side.value
    if side.sequence not in _SEQUENCES:
        raise AutomataError(
            f"sequence {side.sequence!r}: number by number only {', '.join(_SEQUENCES)} is known"
        )
    index = value(side.index, values)
    return None if index is None else _SEQUENCES[side.sequence](index)
