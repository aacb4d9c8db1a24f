"""Terms and formulas read on arrays: for many values of their variables at once.

The same reading as :mod:`oracles.moves.python`, to which it is held: a difference that would be
below zero does not exist, and a comparison in which a term does not exist is false. A *table* has a
column for each variable; a parameter or a quantified variable makes of each line as many as it has
values up to its bound. Numbers that might not fit in 64 bits are refused, and so are too many
values; then that module reads.

>>> x = Variable("x")
>>> at_least_three = Comparison(">=", Difference(x, Constant(3)), Constant(0))
>>> formula(at_least_three, Table(3, {"x": np.array([2, 3, 4])})).tolist()
[False, True, True]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles.moves.formulas import (
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
    Quantified,
    Quotient,
    Sum,
    Term,
    TruthValue,
    Variable,
    folded,
    summands,
)
from oracles.moves.python import (
    MOST_TRIED,  # as many as the other reading tries
    Bound,
    quantifier_bounds,
)
from oracles.position_index import DoesNotFitError

LARGEST = 1 << 60  # a number that fits, with room for one sum
MOST_LINES = 1 << 20  # of a table that is made at once

Numbers = NDArray[np.int64]
Truths = NDArray[np.bool_]
_COMPARED: Mapping[str, Callable[..., Truths]] = {
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


@dataclass(frozen=True)
class Table:
    """Lines of values, a column for each variable.

    Attributes
    ----------
    length
        How many lines there are, also without any variable.
    columns
        The values of each variable, naturals below ``LARGEST``.
    """

    length: int
    columns: Mapping[str, Numbers]

    def lines(self, which: Any) -> Table:
        """Return some of the lines: a mask, places or a slice."""
        length = len(np.empty(self.length, np.bool_)[which])
        return Table(length, {name: column[which] for name, column in self.columns.items()})

    @cached_property
    def largest(self) -> Mapping[str, int]:
        """The largest value of each variable."""
        return {name: int(each.max(initial=0)) for name, each in self.columns.items()}


@dataclass(frozen=True)
class Found:
    """The values of a term on the lines of a table, and on which it exists; None is all."""

    values: Numbers
    exist: Truths | None
    most: int  # no value is larger, nor any smaller than the opposite


def term(part: Term, table: Table) -> Found:
    """Return the values of a term; what they are where it does not exist is nothing.

    Raises
    ------
    DoesNotFitError
        If one may be too large.
    """
    match part:
        case Variable(name):
            return Found(table.columns[name], None, table.largest[name])
        case Constant(number):
            _require_fits(number)
            return Found(np.full(table.length, number, np.int64), None, number)
        case Multiple(factor, body):
            inner = term(body, table)
            _require_fits(max(factor, 1) * max(inner.most, 1))
            _require_fits(factor)
            return Found(factor * inner.values, inner.exist, factor * inner.most)
        case Quotient(body, divisor):
            inner = term(body, table)
            _require_fits(divisor)
            return Found(inner.values // divisor, inner.exist, inner.most + 1)
        case Sum() | Difference():
            return _total(part, table)


def _total(part: Sum | Difference, table: Table) -> Found:
    first, rest = summands(part)
    found = term(first, table)
    values, exist, most = found.values, found.exist, found.most
    for sign, each in rest:
        other = term(each, table)
        most += other.most
        _require_fits(most)
        exist = _both(exist, other.exist)
        if sign == "-":
            exist = _both(exist, other.values <= values)
            values = values - other.values
        else:
            values = values + other.values
    return Found(values, exist, most)


def _require_fits(number: int) -> None:
    if number >= LARGEST:
        raise DoesNotFitError


def _both(one: Truths | None, other: Truths | None) -> Truths | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def formula(part: Formula, table: Table) -> Truths:  # noqa: PLR0911
    """Return on which lines a formula holds; errors as of :func:`term`."""
    match part:
        case Comparison(comparator, left, right):
            return _where_they_exist([left, right], table, _COMPARED[comparator])
        case ElementComparison(comparator, former, latter):
            return _parities(comparator, former, latter, table)
        case Predicate("power_of_two", terms):
            return _where_they_exist(terms, table, lambda a: (a > 0) & (a & (a - 1) == 0))
        case Predicate(_, terms):
            return _where_they_exist(terms, table, lambda a, b, c: a ^ b == c)
        case Not(body):
            return ~formula(body, table)
        case Quantified():
            return _quantified(part, table)
        case TruthValue(value):
            return np.full(table.length, value)
        case Binary():
            first, rest = folded(part)
            found = formula(first, table)
            for operator, each in rest:
                found = _connected(operator, found, formula(each, table))
            return found


def _connected(operator: str, one: Truths, other: Truths) -> Truths:
    match operator:
        case "&":
            return one & other
        case "|":
            return one | other
        case "^":
            return one ^ other
        case "=>":
            return ~one | other
    return ~(one ^ other)


def _where_they_exist(terms: Sequence[Term], table: Table, said: Callable[..., Truths]) -> Truths:
    """Return where something is said of terms, all of which must exist."""
    found = [term(each, table) for each in terms]
    result = said(*(each.values for each in found))
    for each in found:
        if each.exist is not None:
            result = result & each.exist
    return result


def _parities(
    comparator: str, left: Element | Letter, right: Element | Letter, table: Table
) -> Truths:
    """Compare parities of ones in base two, each that of a term or a given one."""
    terms = [side.index for side in (left, right) if isinstance(side, Element)]

    def said(*values: Numbers) -> Truths:
        given = iter(values)
        sides = [
            np.full(table.length, side.value) if isinstance(side, Letter) else _parity(next(given))
            for side in (left, right)
        ]
        return _COMPARED[comparator](*sides)

    return _where_they_exist(terms, table, said)


def _parity(values: Numbers) -> Numbers:
    """Return whether the number of ones is odd; nothing is meant by that of a negative number."""
    for shift in (32, 16, 8, 4, 2, 1):
        values = values ^ (values >> shift)
    return values & 1


def _quantified(part: Quantified, table: Table) -> Truths:
    bounding = quantifier_bounds(part, table.columns)
    found = np.empty(table.length, np.bool_)
    for some in parts(part.variables, bounding, table):
        inner, parents = with_values(part.variables, bounding, table.lines(some))
        said = formula(part.body, inner)
        is_some = part.quantifier == "E"
        hit = np.zeros(some.stop - some.start, np.bool_)
        hit[parents[said if is_some else ~said]] = True
        found[some] = hit if is_some else ~hit
    return found


def parts(names: Sequence[str], bounding: list[Bound], table: Table) -> list[slice]:
    """Return parts of a table that give few enough lines if variables take all their values.

    Raises
    ------
    DoesNotFitError
        If one line alone gives too many.
    """
    waiting, found = [slice(0, table.length)], list[slice]()
    while waiting:
        some = waiting.pop()
        lines = _most_lines(names, bounding, table.lines(some))
        if lines <= MOST_LINES or (some.stop - some.start == 1 and lines <= MOST_TRIED):
            found.append(some)
        elif some.stop - some.start <= 1:
            raise DoesNotFitError
        else:
            middle = (some.start + some.stop) // 2
            waiting += [slice(middle, some.stop), slice(some.start, middle)]
    return found


def _most_lines(names: Sequence[str], bounding: list[Bound], table: Table) -> int:
    """Return how many lines there are at most when all variables have their values."""
    lines, largest = table.length, dict(table.largest)
    for name, (terms, _) in zip(names, bounding, strict=True):
        most = Table(1, {each: np.array([value]) for each, value in largest.items()})
        largest[name] = min(term(each, most).most for each in terms)
        lines *= largest[name] + 1
    return lines


def with_values(
    names: Sequence[str], bounding: list[Bound], table: Table
) -> tuple[Table, NDArray[np.intp]]:
    """Return the table in which variables take all values up to their bounds, in that order.

    And for each of its lines the line that it comes from.
    """
    parents = np.arange(table.length)
    for name, (terms, _) in zip(names, bounding, strict=True):
        last = _last(terms, table)
        ends = np.cumsum(last + 1)
        total = int(ends[-1]) if len(ends) else 0
        which = np.repeat(np.arange(table.length), last + 1)
        values = np.arange(total) - np.repeat(ends - last - 1, last + 1)
        columns = {each: column[which] for each, column in table.columns.items()}
        table = Table(total, columns | {name: values})
        parents = parents[which]
    return table, parents


def _last(terms: list[Term], table: Table) -> Numbers:
    """Return the least of some bounds; -1 where one does not exist."""
    found = [term(each, table) for each in terms]
    last = found[0].values
    for each in found[1:]:
        last = np.minimum(last, each.values)
    for each in found:
        if each.exist is not None:
            last = np.where(each.exist, last, -1)
    return last
