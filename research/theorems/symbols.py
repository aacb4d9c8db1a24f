"""Natural numbers that are not known: what Python's integers do, done to symbols.

A :class:`Symbol` is a sum of variables with integer coefficients and a constant; the variables
stand for natural numbers. Sums, differences, multiples, quotients and remainders by constants,
shifts, and the bitwise operations of symbols are symbols again. A comparison has to be true or
false, so a :class:`Path` decides it: it takes one side and keeps what it has taken as a condition.
Running a function once for each path (:mod:`research.theorems.symbolic_execution`) gives all
that it does, for all numbers at once. (J. C. King, Symbolic execution and program testing, Comm.
ACM 19 (1976) 385-394, doi:10.1145/360248.360252.)

A quotient and a nim sum are variables of their own, each with a formula that says which number it
is. Whatever has no formula here, such as a product of two symbols, a hash, or a text,
:class:`NotOnSymbolsError` refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import product
from math import gcd
from typing import Any, Literal

from research.logic.decide import decide
from research.logic.errors import StateLimitError
from research.logic.formula import (
    Comparison,
    Constant,
    Difference,
    Formula,
    Multiple,
    Names,
    Predicate,
    Quotient,
    Sum,
    Term,
    TruthValue,
    Variable,
    conjunction,
    exists,
)
from research.theorems.direct_evaluation import predicate
from research.theorems.errors import NotOnSymbolsError

MOST_DECISIONS = 120  # on one path
MOST_UNKNOWN = 24  # numbers on one path that stand for what is made of the given ones
MOST_STATES = 5_000  # of an automaton that says whether a path can be taken
TRUE = TruthValue(value=True)
SYSTEM = "lsd_2"  # in which sums are read from their lowest digits, as they are carried
MOST_INDICES = 32  # values that an index can have
MOST_SAMPLES = 400
SAMPLES = 6  # numbers below this are tried to see which way a comparison can come out


@dataclass(frozen=True)
class Atom:
    """``form <= 0`` or ``form = 0``, with coefficients that have no common divisor."""

    relation: Literal["<=", "="]
    coefficients: tuple[tuple[str, int], ...]
    constant: int

    def formula(self, *, holds: bool = True) -> Formula:
        """Return it, or that it is false, in natural numbers: what is negative changes sides."""
        left, right = sides(self.coefficients, self.constant)
        if self.relation == "=":
            return Comparison("=" if holds else "!=", left, right)
        if self.constant == 1:  # x + 1 <= y is x < y
            left, _ = sides(self.coefficients, 0)
            return Comparison("<", left, right) if holds else Comparison("<=", right, left)
        return Comparison("<=", left, right) if holds else Comparison("<", right, left)

    def holds(self, values: Mapping[str, int]) -> bool:
        """Return whether it is true of these numbers."""
        total = self.constant + sum(c * values[name] for name, c in self.coefficients)
        return total <= 0 if self.relation == "<=" else total == 0


def sides(coefficients: Iterable[tuple[str, int]], constant: int) -> tuple[Term, Term]:
    """Return the positive part of a sum, and the negative one without its sign, as terms."""
    parts = {True: [], False: []}  # type: dict[bool, list[Term]]
    for name, coefficient in coefficients:
        many = abs(coefficient)
        variable = Variable(name)
        parts[coefficient > 0].append(variable if many == 1 else Multiple(many, variable))
    if constant:
        parts[constant > 0].append(Constant(abs(constant)))
    return _total(parts[True]), _total(parts[False])


def is_value(term: Term, value: Symbol | int) -> Formula:
    """Return: a term is equal to what a path gives, and that is not below 0."""
    more, less = sides(*value.key()) if isinstance(value, Symbol) else sides((), value)
    return Comparison("=", term if less == Constant(0) else Sum(term, less), more)


def as_term(value: Symbol | int) -> Term:
    """Return what a path gives as a term, for where it is not negative."""
    return value.term() if isinstance(value, Symbol) else Constant(value)


def _total(terms: Sequence[Term]) -> Term:
    return reduce(Sum, terms) if terms else Constant(0)


@dataclass
class Path:
    """One way through a function: which side of each comparison it took, and what that means.

    Parameters
    ----------
    names
        The variables that stand for the numbers given to the function.
    taken
        The sides to take at the first comparisons that can come out either way; from then on the
        true one is taken.
    given
        What holds of the numbers.
    """

    names: tuple[str, ...]
    taken: Sequence[bool] = ()
    given: Formula = TRUE
    conditions: list[tuple[Atom, bool]] = field(default_factory=list)
    known: dict[Atom, bool] = field(default_factory=dict)
    defined: dict[Any, Any] = field(default_factory=dict)
    definitions: list[Formula] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    chosen: list[bool] = field(default_factory=list)
    left: list[bool] = field(default_factory=list)
    samples: list[dict[str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        most = max(2, int(MOST_SAMPLES ** (1 / max(1, len(self.names)))))
        numbers = range(min(most, 8 * SAMPLES))
        holds = predicate(self.given, self.names)
        self.samples = [
            dict(zip(self.names, values, strict=True))
            for values in product(numbers, repeat=len(self.names))
            if holds(*values)
        ]

    def symbols(self) -> tuple[Symbol, ...]:
        """Return the numbers given to the function."""
        return tuple(Symbol(self, {name: 1}, 0) for name in self.names)

    def decide(self, relation: Literal["<=", "="], form: Symbol) -> bool:
        """Return whether ``form`` is at most 0, or is 0, as this path takes it."""
        known = self._by_itself(relation, form)
        if known is not None:
            return known
        atom = _atom(relation, form)
        return self.known[atom] if atom in self.known else self._take(atom)

    @staticmethod
    def _by_itself(relation: Literal["<=", "="], form: Symbol) -> bool | None:
        """Return what holds for all natural numbers, as far as signs and divisors tell."""
        factors, constant = list(form.coefficients.values()), form.constant
        if not factors:
            return constant <= 0 if relation == "<=" else constant == 0
        rising, falling = min(factors) > 0, max(factors) < 0
        if relation == "<=":
            return False if rising and constant > 0 else True if falling and constant <= 0 else None
        apart = (rising and constant > 0) or (falling and constant < 0)
        return False if apart or constant % gcd(*factors) else None

    def _take(self, atom: Atom) -> bool:
        """Take a side that is possible here; say whether the other one is left to be taken."""
        if len(self.known) >= MOST_DECISIONS:
            raise NotOnSymbolsError(f"more than {MOST_DECISIONS} comparisons on one path")
        possible = [side for side in (True, False) if self._is_possible(atom, holds=side)]
        open_ = len(possible) == 2
        if open_:
            place = len(self.chosen)
            side = self.taken[place] if place < len(self.taken) else True
            self.chosen.append(side)
            self.left.append(place >= len(self.taken))
        else:
            (side,) = possible or [True]  # a path that cannot be: its condition is false
        self.known[atom] = side
        if open_:  # else it follows from what is given and from the conditions before
            self.conditions.append((atom, side))
            self.samples = [values for values in self.samples if atom.holds(values) == side]
        return side

    def _is_possible(self, atom: Atom, *, holds: bool) -> bool:
        if any(atom.holds(values) == holds for values in self.samples):
            return True
        possible = exists(self.names, conjunction(self.given, self.when(atom.formula(holds=holds))))
        try:
            return decide(possible, SYSTEM, limit=MOST_STATES).truth
        except StateLimitError:  # as in a loop that divides: each turn asks for more
            raise NotOnSymbolsError(
                f"whether comparison {len(self.known) + 1} of a path can come out so takes an "
                f"automaton of more than {MOST_STATES} states"
            ) from None

    def when(self, *more: Formula) -> Formula:
        """Return when this path is taken, and more: a formula in the numbers that were given."""
        taken = [atom.formula(holds=holds) for atom, holds in self.conditions]
        return exists(tuple(self.own), conjunction(*self.definitions, *taken, *more))

    def quotient(self, form: Symbol, divisor: int) -> Symbol:
        """Return ``form`` divided by a constant of at least 1, rounded down."""
        if all(c % divisor == 0 for c in form.coefficients.values()):
            parts = {name: c // divisor for name, c in form.coefficients.items()}
            return Symbol(self, parts, form.constant // divisor)
        if form < 0:  # rounded down is away from 0
            return -self.quotient(divisor - 1 - form, divisor)
        return self._defined(
            ("quotient", form.key(), divisor),
            lambda name: Comparison("=", Variable(name), Quotient(form.term(), divisor)),
            lambda values: form.at(values) // divisor,
        )

    def nim_sum(self, left: Symbol, right: Symbol) -> Symbol:
        """Return the bitwise exclusive or of two numbers that are not negative."""
        for each in (left, right):
            if each < 0:
                raise NotOnSymbolsError("the digits of a number below 0 are asked for")
        first, second = sorted((left, right), key=lambda form: form.key())
        return self._defined(
            ("nim sum", first.key(), second.key()),
            lambda name: Predicate("nimsum", (first.term(), second.term(), Variable(name))),
            lambda values: first.at(values) ^ second.at(values),
        )

    def some(self, start: Symbol, step: int) -> Symbol:
        """Return ``start`` and any number of steps more: a number that is not known."""
        name = self._fresh()
        self.samples = [values | {name: steps} for values in self.samples for steps in range(4)]
        return start + Symbol(self, {name: step}, 0)

    def require(self, relation: Literal["<=", "="], form: Symbol) -> None:
        """Take for true what is said of a number that is not known."""
        if self._by_itself(relation, form) is None:
            atom = _atom(relation, form)
            self.known[atom] = True
            self.conditions.append((atom, True))
            self.samples = [values for values in self.samples if atom.holds(values)]

    def _fresh(self) -> str:
        if len(self.own) >= MOST_UNKNOWN:  # as in a loop that divides: each turn has one more
            raise NotOnSymbolsError(
                f"more than {MOST_UNKNOWN} quotients, nim-sums and unknown numbers on one path"
            )
        name = Names(*self.names, *self.own).fresh("q")
        self.own.append(name)
        return name

    def _defined(self, key: Any, says: Any, value: Any) -> Symbol:
        if key not in self.defined:
            name = self._fresh()
            self.definitions.append(says(name))
            for values in self.samples:
                values[name] = value(values)
            self.defined[key] = Symbol(self, {name: 1}, 0)
        return self.defined[key]  # type: ignore[no-any-return]


def _atom(relation: Literal["<=", "="], form: Symbol) -> Atom:
    """Return the comparison with the common divisor taken out, and one sign for both of ``=``."""
    divisor = gcd(*form.coefficients.values())
    parts = sorted((name, c // divisor) for name, c in form.coefficients.items())
    constant = -(-form.constant // divisor)  # exact for "=", as it was looked at before
    if relation == "=" and parts[0][1] < 0:
        parts, constant = [(name, -c) for name, c in parts], -constant
    return Atom(relation, tuple(parts), constant)


class Symbol:
    """A sum of variables with integer coefficients, and a constant, on a path.

    Examples
    --------
    >>> x, y = Path(("x", "y")).symbols()
    >>> (3 * x - y + 2 - x).key()
    ((('x', 2), ('y', -1)), 2)
    >>> x * y
    Traceback (most recent call last):
    research.theorems.errors.NotOnSymbolsError: a product of two symbols has no formula
    """

    __slots__ = ("coefficients", "constant", "path")
    __hash__ = None  # type: ignore[assignment]  # it is not known which number it is

    def __init__(self, path: Path, coefficients: Mapping[str, int], constant: int) -> None:
        self.path = path
        self.coefficients = {name: c for name, c in coefficients.items() if c}
        self.constant = constant

    def key(self) -> tuple[tuple[tuple[str, int], ...], int]:
        """Return what tells it from other sums."""
        return tuple(sorted(self.coefficients.items())), self.constant

    def term(self) -> Term:
        """Return it as a term, for where it is not negative."""
        left, right = sides(sorted(self.coefficients.items()), self.constant)
        return left if right == Constant(0) else Difference(left, right)

    def at(self, values: Mapping[str, int]) -> int:
        """Return its value for these numbers."""
        return self.constant + sum(c * values[name] for name, c in self.coefficients.items())

    def _other(self, other: object) -> Symbol:
        if isinstance(other, Symbol):
            return other
        if isinstance(other, int):
            return Symbol(self.path, {}, int(other))
        raise NotOnSymbolsError(f"a symbol meets {type(other).__name__}, and not an integer")

    def __add__(self, other: object) -> Symbol:
        more = self._other(other)
        names = self.coefficients.keys() | more.coefficients.keys()
        parts = {n: self.coefficients.get(n, 0) + more.coefficients.get(n, 0) for n in names}
        return Symbol(self.path, parts, self.constant + more.constant)

    __radd__ = __add__

    def __neg__(self) -> Symbol:
        return self * -1

    def __pos__(self) -> Symbol:
        return self

    def __sub__(self, other: object) -> Symbol:
        return self + -self._other(other)

    def __rsub__(self, other: object) -> Symbol:
        return -self + other

    def __mul__(self, other: object) -> Symbol:
        if isinstance(other, str | list | tuple):
            return NotImplemented  # so often as the index is
        factor = self._other(other)
        if factor.coefficients and self.coefficients:
            raise NotOnSymbolsError("a product of two symbols has no formula")
        one, many = (self, factor) if factor.coefficients else (factor, self)
        parts = {name: one.constant * c for name, c in many.coefficients.items()}
        return Symbol(self.path, parts, one.constant * many.constant)

    __rmul__ = __mul__

    def __floordiv__(self, other: object) -> Symbol:
        divisor = self._other(other)
        if divisor.coefficients:
            raise NotOnSymbolsError("a quotient by a symbol has no formula")
        if not divisor.constant:
            raise ZeroDivisionError("integer division or modulo by zero")
        sign = 1 if divisor.constant > 0 else -1
        return self.path.quotient(sign * self, abs(divisor.constant))

    def __mod__(self, other: object) -> Symbol:
        return self - (self // other) * other

    def __divmod__(self, other: object) -> tuple[Symbol, Symbol]:
        return self // other, self % other

    def __lshift__(self, other: object) -> Symbol:
        return self * (1 << self._count(other))

    def __rshift__(self, other: object) -> Symbol:
        return self // (1 << self._count(other))

    def _count(self, other: object) -> int:
        number = self._other(other)
        if number.coefficients or number.constant < 0:
            raise NotOnSymbolsError("a shift by a symbol has no formula")
        return number.constant

    def __xor__(self, other: object) -> Symbol:
        return self.path.nim_sum(self, self._other(other))

    __rxor__ = __xor__

    def __and__(self, other: object) -> Symbol:
        more = self._other(other)
        if not more.coefficients and more.constant & (more.constant + 1) == 0 <= more.constant:
            return self % (more.constant + 1)  # the last digits
        both: Symbol = self + more - (self ^ more)
        return both // 2

    __rand__ = __and__

    def __or__(self, other: object) -> Symbol:
        more = self._other(other)
        return self + more - (self & more)

    __ror__ = __or__

    def __abs__(self) -> Symbol:
        return -self if self < 0 else self

    def __le__(self, other: object) -> bool:
        return self.path.decide("<=", self - other)

    def __lt__(self, other: object) -> bool:
        return self.path.decide("<=", self - other + 1)

    def __ge__(self, other: object) -> bool:
        return self.path.decide("<=", self._other(other) - self)

    def __gt__(self, other: object) -> bool:
        return self.path.decide("<=", self._other(other) - self + 1)

    def __eq__(self, other: object) -> bool:
        if other is None or isinstance(other, str | tuple | list):
            return False
        return self.path.decide("=", self - other)

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
    """A range of which the bounds are symbols; going through it gives any one of its numbers.

    Parameters
    ----------
    bounds
        As of ``range``; the step is known.
    """

    def __init__(self, *bounds: Any) -> None:
        first, last, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
        if isinstance(step, Symbol) or not step:
            raise NotOnSymbolsError(f"a range by steps of {'a symbol' if step else 0}")
        path = next(bound.path for bound in bounds if isinstance(bound, Symbol))
        self.path, self.step = path, step
        self.first = Symbol(path, {}, 0) + first
        self.last = Symbol(path, {}, 0) + last

    def __iter__(self) -> Iterator[Symbol]:
        """Give one number of the range, if there is any, of which nothing else is known."""
        if self.first < self.last if self.step > 0 else self.first > self.last:
            number = self.path.some(self.first, self.step)
            less = number - self.last if self.step > 0 else self.last - number
            self.path.require("<=", less + 1)
            yield number
