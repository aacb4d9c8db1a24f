"""Natural numbers that are not known: what Python's integers do, done to symbols.

A :class:`Symbol` is a sum of variables with integer coefficients and a constant; the variables
stand for natural numbers. Sums, differences, multiples, quotients and remainders by constants,
shifts, and the bitwise operations of symbols are symbols again. How a comparison comes out, a path
decides (:mod:`research.proving.symbolic_execution`). What has no formula here, such as a product of
two symbols, a hash, or a text, :class:`NotOnSymbolsError` refuses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Any

from research.logic.errors import AutomataError
from research.logic.formula import Constant, Difference, Multiple, Sum, Term, Variable

MOST_INDICES = 32  # values that an index can have


class NotOnSymbolsError(AutomataError):
    """A function is not read, or does something to a symbol that has no formula."""


class NotReadError(NotOnSymbolsError):
    """Something is not read, or cannot be run on symbols, at a line that is named."""


def as_term(value: Symbol | int) -> Term:
    """Return what a path gives as a term, which has no value where it is negative."""
    if not isinstance(value, Symbol):
        return Constant(value) if value >= 0 else Difference(Constant(0), Constant(-value))
    more, less = value.sides()
    return more if less == Constant(0) else Difference(more, less)


class Symbol:
    """A sum of variables with integer coefficients, and a constant, on a path.

    Examples
    --------
    >>> from research.proving.symbolic_execution import Path
    >>> x, y = Path(("x", "y")).symbols()
    >>> (3 * x - y + 2 - x).key()
    ((('x', 2), ('y', -1)), 2)
    >>> x * y
    Traceback (most recent call last):
    research.proving.symbols.NotOnSymbolsError: a product of two symbols has no formula
    """

    __slots__ = ("coefficients", "constant", "path")
    __hash__ = None  # type: ignore[assignment]  # it is not known which number it is

    def __init__(self, path: Any, coefficients: Mapping[str, int], constant: int) -> None:
        self.path = path
        self.coefficients = {name: c for name, c in coefficients.items() if c}
        self.constant = constant

    def key(self) -> tuple[tuple[tuple[str, int], ...], int]:
        """Return what tells it from other sums."""
        return tuple(sorted(self.coefficients.items())), self.constant

    def sides(self) -> tuple[Term, Term]:
        """Return the positive part of the sum, and the negative one without its sign."""
        parts: dict[bool, list[Term]] = {True: [], False: []}
        for name, c in sorted(self.coefficients.items()):
            variable = Variable(name)
            parts[c > 0].append(variable if abs(c) == 1 else Multiple(abs(c), variable))
        if self.constant:
            parts[self.constant > 0].append(Constant(abs(self.constant)))
        more, less = (reduce(Sum, side) if side else Constant(0) for side in parts.values())
        return more, less

    def _other(self, other: object) -> Symbol:
        if not isinstance(other, Symbol | int):
            raise NotOnSymbolsError(f"a symbol meets {type(other).__name__}, not an integer")
        return other if isinstance(other, Symbol) else Symbol(self.path, {}, int(other))

    def _known(self, other: object, what: str) -> int:
        number = self._other(other)
        if number.coefficients:
            raise NotOnSymbolsError(f"a {what} by a symbol has no formula")
        return number.constant

    def __add__(self, other: object) -> Symbol:
        more = self._other(other)
        names = self.coefficients.keys() | more.coefficients.keys()
        parts = {n: self.coefficients.get(n, 0) + more.coefficients.get(n, 0) for n in names}
        return Symbol(self.path, parts, self.constant + more.constant)

    __radd__ = __add__

    def __neg__(self) -> Symbol:
        return self * -1

    def __sub__(self, other: object) -> Symbol:
        return self + -self._other(other)

    def __rsub__(self, other: object) -> Symbol:
        return -self + other

    def __mul__(self, other: object) -> Symbol:
        factor = self._other(other)
        if factor.coefficients and self.coefficients:
            raise NotOnSymbolsError("a product of two symbols has no formula")
        one, many = (self, factor) if factor.coefficients else (factor, self)
        parts = {name: one.constant * c for name, c in many.coefficients.items()}
        return Symbol(self.path, parts, one.constant * many.constant)

    __rmul__ = __mul__

    def __floordiv__(self, other: object) -> Symbol:
        divisor = self._known(other, "quotient")
        if not divisor:
            raise ZeroDivisionError("integer division or modulo by zero")
        quotient: Symbol = self.path.quotient(self if divisor > 0 else -self, abs(divisor))
        return quotient

    def __mod__(self, other: object) -> Symbol:
        return self - (self // other) * other

    def __divmod__(self, other: object) -> tuple[Symbol, Symbol]:
        return self // other, self % other

    def __rshift__(self, other: object) -> Symbol:
        return self // (1 << self._known(other, "shift"))

    def __xor__(self, other: object) -> Symbol:
        nim_sum: Symbol = self.path.nim_sum(self, self._other(other))
        return nim_sum

    __rxor__ = __xor__

    def __and__(self, other: object) -> Symbol:
        more = self._other(other)
        if not more.coefficients and more.constant & (more.constant + 1) == 0 <= more.constant:
            return self % (more.constant + 1)  # the last digits
        both: Symbol = self + more - (self ^ more)
        return both // 2

    __rand__ = __and__

    def __abs__(self) -> Symbol:
        return -self if self < 0 else self

    def __le__(self, other: object) -> bool:
        return bool(self.path.decide("<=", self - other))

    def __lt__(self, other: object) -> bool:
        return bool(self.path.decide("<=", self - other + 1))

    def __ge__(self, other: object) -> bool:
        return bool(self.path.decide("<=", self._other(other) - self))

    def __gt__(self, other: object) -> bool:
        return bool(self.path.decide("<=", self._other(other) - self + 1))

    def __eq__(self, other: object) -> bool:
        if other is None or isinstance(other, str | tuple | list):
            return False
        return bool(self.path.decide("=", self - other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self != 0

    def __index__(self) -> int:
        """Return which number it is, as this path takes it, where there are few that it can be."""
        for number in range(MOST_INDICES):
            if self == number:
                return number
        raise NotOnSymbolsError("a number without a bound is used as an index")


class SymbolicRange:
    """A ``range`` of which bounds are symbols; going through it gives any one of its numbers."""

    def __init__(self, *bounds: Any) -> None:
        first, last, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
        if isinstance(step, Symbol) or not step:
            raise NotOnSymbolsError(f"a range with {'an unknown step' if step else 'step 0'}")
        path = next(bound.path for bound in bounds if isinstance(bound, Symbol))
        self.step, self.path = step, path
        self.first, self.last = (Symbol(path, {}, 0) + bound for bound in (first, last))

    def __iter__(self) -> Iterator[Symbol]:
        """Give one number of the range, if there is any, of which nothing else is known."""
        if self.first < self.last if self.step > 0 else self.first > self.last:
            yield self.path.some(self.first, self.step, self.last)
