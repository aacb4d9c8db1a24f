"""Both sides of a line at the smallest values of its symbols, worked out exactly.

Computer algebra simplifies for a symbol in general: it divides by n - 1 without a look at n = 1,
adds up an empty range to a negative number, and takes the alternating sum of binomials for 0,
which is 1 for n = 0. So a line is held against the values at which such rules mostly fail, the
smallest that the assumptions of its symbols allow. Sums and products are added and multiplied term
by term (an empty sum is 0), and an expression has no value as soon as a part of it has none.

A symbol of which nothing is assumed is an indeterminate, as of a generating function: both sides
need a value at some of its values only.

A derivation calls a belief in Python on symbols. A comparison such as ``n == 5`` is false of a
symbol, so that the formula is that of one branch, and a branch for other integers is not seen:
:class:`FormulaOfBelief` compares the two at integers.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from typing import Any

import sympy

from research.checks.evidence import Counterexample

POINTS, TRIALS = 200, 2000  # values tried of every line; of one that was not verified
ONE, SEVERAL, MOST = range(301), 200, 40  # values of one symbol; points of several, and to what
LONGEST = 300  # terms of a sum that are added up one by one
RANGE = range(-3, 9)
NO_VALUE = "no value"
LARGEST = 20_000  # bits of a power; and the operand of a function that grows as fast as one
GROW_SLOWLY = (
    *(sympy.Add, sympy.Mul, sympy.Mod, sympy.floor, sympy.ceiling, sympy.Min, sympy.Max),
    *(sympy.Abs, sympy.sign, sympy.log, sympy.re, sympy.im, sympy.KroneckerDelta),
    *(sympy.Heaviside, sympy.logic.boolalg.Boolean, sympy.Tuple, sympy.Indexed),
)

Point = dict[Any, Any]


class NoValueError(ArithmeticError):
    """An expression has no value at a point, such as a division by zero."""


class TooLongError(ArithmeticError):
    """A sum has more terms than are added up, or a value more digits than are worked out."""


def differing_values(left: Any, right: Any, *, most: int = POINTS) -> Counterexample | None:
    """Search the smallest values of the symbols at which two sides differ.

    Parameters
    ----------
    left, right
        sympy expressions.
    most
        How many values to try.

    Returns
    -------
    Counterexample or None
        The values at which the sides differ, or at which one of them alone has no value.

    Examples
    --------
    >>> n = sympy.Symbol("n", integer=True, nonnegative=True)
    >>> str(differing_values(n**2, n))
    'n=2: found 4, believed 2'
    >>> k = sympy.Symbol("k")
    >>> str(differing_values(sympy.Sum(1, (k, 3, n)), n - 2))
    'n=0: found 0, believed -2'
    >>> str(differing_values(n + 1, (n**2 - 1) / (n - 1)))
    'n=1: found 2, believed no value'
    """
    all_before = True
    for point, values in _values_of([left, right], most):
        found, believed = values
        differ = _differ(found, believed)
        if differ:
            least = all_before and all(value in RANGE for value in point.values())
            return Counterexample(_in_words(point), str(found), str(believed), least=least)
        all_before = all_before and differ is not None
    return None


def values_without(expression: Any, fact: str, *, most: int = POINTS) -> Counterexample | None:
    """Search the smallest values of the symbols at which an expression is not odd, positive, ..."""
    for point, (value,) in _values_of([expression], most):
        if value == NO_VALUE or (
            value is not None and value.is_number and getattr(value, f"is_{fact}") is False
        ):
            return Counterexample(_in_words(point), str(value), fact)
    return None


def allows(symbol: Any, value: int) -> bool:
    """Tell whether the assumptions of a symbol allow a value.

    >>> allows(sympy.Symbol("n", positive=True), 0), allows(sympy.Symbol("n"), 0)
    (False, True)
    """
    number = sympy.Integer(value)
    facts = {name: fact for name, fact in symbol.assumptions0.items() if fact is not None}
    return all(getattr(number, f"is_{name}", None) in (fact, None) for name, fact in facts.items())


def untried(*sides: Any) -> str:
    """Say why a line was held against no value at all, or has none; nothing where it was.

    >>> untried(sympy.Symbol("p", integer=True, positive=True) + 1)
    ''
    >>> untried(sympy.Symbol("p", integer=True, zero=False, even=True, prime=False) / 2)
    ''
    >>> n = sympy.Symbol("n", integer=True)
    >>> untried(2 / (n - 1), 1 / (n - 1) + 1 / (n - 1))
    'no side has a value at n=1; give the symbols assumptions that leave it out'
    """
    missing = [symbol.name for symbol in _symbols(sides) if not _small(symbol)]
    if missing:
        return f"no small value of {', '.join(missing)} to try"
    some = False
    for point, values in _values_of([*sides], POINTS):
        if all(value == NO_VALUE for value in values):
            without = _in_words(point)
            return (
                f"no side has a value at {without}; give the symbols assumptions that leave it out"
            )
        some = some or None not in values
    return "" if some else "none of the small values could be worked out"


def value_at(expression: Any, point: Mapping[Any, Any]) -> Any:
    """Return the exact value of an expression where its symbols have the values of ``point``.

    Raises
    ------
    NoValueError
        If a part of it has no value there.
    TooLongError
        If a sum has too many terms to be added up, or a value too many digits.

    Examples
    --------
    >>> n, k = sympy.symbols("n k", integer=True)
    >>> total = sympy.Sum((-1) ** k * sympy.binomial(n, k), (k, 0, n))
    >>> [value_at(total, {n: number}) for number in (-1, 0, 1, 2)]
    [0, 1, 0, 0]
    """
    if isinstance(expression, sympy.Sum | sympy.Product):
        return _added_up(expression, point)
    if isinstance(expression, sympy.Subs):
        inside = [value_at(value, point) for value in expression.point]
        inner = {**point, **dict(zip(expression.variables, inside, strict=True))}
        return value_at(expression.expr, inner)
    if isinstance(expression, sympy.Piecewise):
        return _of_the_case(expression, point)
    if expression in point:
        return point[expression]
    if isinstance(expression, sympy.Indexed):
        indices = [value_at(index, point) for index in expression.indices]
        return expression.func(expression.base, *indices)
    if not expression.args:
        value = expression
    else:
        value = _applied(expression, [value_at(part, point) for part in expression.args])
    if isinstance(value, sympy.Expr) and value.has(sympy.zoo, sympy.nan, sympy.oo, -sympy.oo):
        raise NoValueError(str(expression))
    return value


def _applied(expression: Any, parts: list[Any]) -> Any:
    """Return an expression made again of the values of its parts.

    A power of a power, or a factorial of one, has more digits than fit anywhere, and sympy works
    each out as soon as it is written: so the operands are looked at before.
    """
    kind = expression.func
    if issubclass(kind, sympy.Pow):
        base, power = parts
        bits = max(base.p.bit_length(), base.q.bit_length()) if base.is_Rational else LARGEST // 300
        if power.is_Rational and bits > 1 and abs(power) * bits > LARGEST:
            raise TooLongError(kind.__name__)
    elif not issubclass(kind, GROW_SLOWLY):
        limit = LARGEST // 10
        if any(
            part.is_Rational and abs(part) > limit for part in parts if hasattr(part, "is_Rational")
        ):
            raise TooLongError(kind.__name__)
    return kind(*parts)


def _added_up(expression: Any, point: Mapping[Any, Any]) -> Any:
    """Add or multiply the terms one by one, those of the outermost range first."""
    *inner, outer = expression.limits
    if len(outer) != 3:  # a name and both ends
        raise TooLongError(str(expression))
    if expression.has(sympy.oo, -sympy.oo):
        return _to_infinity(expression, point)
    index, low, high = outer[0], *(_end(end, point) for end in outer[1:])
    if high - low >= LONGEST:
        raise TooLongError(str(expression))
    adds = isinstance(expression, sympy.Sum)
    term = expression.func(expression.function, *inner) if inner else expression.function
    values = [value_at(term, {**point, index: sympy.Integer(i)}) for i in range(low, high + 1)]
    return sympy.Add(*values) if adds else sympy.Mul(*values)


def _to_infinity(expression: Any, point: Mapping[Any, Any]) -> Any:
    """Return what sympy gives for infinitely many terms, all of them numbers."""
    value = expression.subs(dict(point)).doit()
    if value.has(sympy.zoo, sympy.nan, sympy.oo, -sympy.oo):
        raise NoValueError(str(expression))
    if value.has(sympy.Sum, sympy.Product):
        raise TooLongError(str(expression))
    return value


def _end(end: Any, point: Mapping[Any, Any]) -> int:
    value = sympy.expand(value_at(end, point))
    if not value.is_number:
        raise TooLongError(str(end))
    if not value.is_Integer:
        raise NoValueError(str(end))
    return int(value)


def _of_the_case(expression: Any, point: Mapping[Any, Any]) -> Any:
    """Return the value of the case that applies; the others need have none."""
    for value, condition in expression.args:
        applies = value_at(condition, point)
        if applies == sympy.true:
            return value_at(value, point)
        if applies != sympy.false:
            raise TooLongError(str(condition))
    raise NoValueError(str(expression))


def _values_of(sides: list[Any], most: int) -> Iterator[tuple[Point, list[Any]]]:
    """Yield points with the values of the sides; None where that is too long to work out.

    Of indeterminates, one point at which a side has no value is yielded only where there is none
    at which all have one.
    """
    symbols = _symbols(sides)
    formal = [symbol for symbol in symbols if is_indeterminate(symbol)]
    numbers = [symbol for symbol in symbols if symbol not in formal]
    size = 1 if not formal else len(RANGE) if not numbers else 3
    for point in _points(numbers, most // size):
        without: list[tuple[Point, list[Any]]] = []
        some = False
        for more in _points(formal, size):
            both = {**point, **more}
            values = [_value(side, both) for side in sides]
            if NO_VALUE not in values:
                some = True
                yield both, values
            elif not without:
                without.append((both, values))
        if not some:
            yield from without


def _value(side: Any, point: Point) -> Any:
    try:
        return value_at(side, point)
    except NoValueError:
        return NO_VALUE
    except (TooLongError, TypeError, ValueError, NotImplementedError):
        return None
    except ZeroDivisionError:
        return NO_VALUE


def _differ(found: Any, believed: Any) -> bool | None:
    """Whether two values differ, or one alone is none; ``None`` where that is not known."""
    if found is None or believed is None or found == believed == NO_VALUE:
        return None
    if NO_VALUE in (found, believed):
        return True
    difference = sympy.expand(found - believed)
    if difference.is_Rational:
        return bool(difference != 0)
    if not difference.is_number:
        return None
    equal = difference.equals(0)
    return None if equal is None else not equal


def _symbols(sides: Any) -> list[Any]:
    free = set().union(*(side.free_symbols for side in sides))
    bases = {each.base.label for side in sides for each in side.atoms(sympy.Indexed)}
    return sorted(
        (each for each in free - bases if isinstance(each, sympy.Symbol)), key=lambda s: str(s.name)
    )


def is_indeterminate(symbol: Any) -> bool:
    """Whether nothing is assumed of a symbol."""
    return bool(symbol.assumptions0 == {"commutative": True})


def _points(symbols: list[Any], most: int) -> Iterator[Point]:
    """Yield up to ``most`` points, those of the smallest values first."""
    values = [_small(symbol) for symbol in symbols]
    for places in islice(_places([len(each) for each in values]), most):
        chosen = [each[place] for each, place in zip(values, places, strict=True)]
        yield dict(zip(symbols, map(sympy.Integer, chosen), strict=True))


def _places(lengths: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield all tuples of places, by their sum.

    >>> list(_places([2, 2]))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    for total in range(sum(lengths) - len(lengths) + 1):
        ranges = [range(min(length, total + 1)) for length in lengths]
        yield from (places for places in product(*ranges) if sum(places) == total)


def _small(symbol: Any) -> list[int]:
    """Values of a symbol to try, in order of size; an indeterminate is rarely special at 2, 3."""
    if is_indeterminate(symbol):
        return [2, 3, *(value for value in sorted(RANGE, key=abs) if value not in (2, 3))]
    return [value for value in sorted(RANGE, key=abs) if allows(symbol, value)]


def _in_words(point: Point) -> str:
    return ", ".join(f"{symbol}={value}" for symbol, value in point.items())


class FormulaOfBelief:
    """A belief that notes the formulas that it gives for symbols.

    >>> n = sympy.Symbol("n", integer=True, nonnegative=True)
    >>> belief = FormulaOfBelief(lambda n: 0 if n == 63 else 2 * n)
    >>> belief(n), belief.differs()
    (2*n, 'at n=63 the belief is 0 and the formula 126')
    """

    def __init__(self, believed: Callable[..., Any]) -> None:
        self.believed = believed
        self._noted: list[tuple[tuple[Any, ...], Any]] = []

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call the belief."""
        found = self.believed(*arguments, **named)
        plain = all(isinstance(each, sympy.Symbol | int) for each in arguments) and not named
        if plain and isinstance(found, sympy.Expr) and _is_cheap(found):
            self._noted.append((arguments, found))
        return found

    def differs(self) -> str:
        """Say where the belief and a formula differ, each with its value; empty if nowhere."""
        for arguments, formula in self._noted:
            symbols = list(dict.fromkeys(a for a in arguments if isinstance(a, sympy.Symbol)))
            for values in _integers_for(symbols):
                point = dict(zip(symbols, values, strict=True))
                try:
                    said = self.believed(*(point.get(each, each) for each in arguments))
                    found = value_at(formula, {s: sympy.Integer(n) for s, n in point.items()})
                except (ArithmeticError, NoValueError, TooLongError, ValueError, LookupError):
                    continue  # the belief says nothing there, or the formula does not
                if found.is_number and not _are_equal(found, said):
                    where = ", ".join(f"{symbol}={value}" for symbol, value in point.items())
                    return f"at {where} the belief is {said} and the formula {found}"
        return ""


def _is_cheap(formula: Any) -> bool:
    """Whether the values of a formula are small: no symbol is an exponent or in a factorial."""
    grows = formula.atoms(sympy.Function, sympy.Sum, sympy.Product) - formula.atoms(
        sympy.floor, sympy.ceiling, sympy.Mod
    )
    powers = formula.atoms(sympy.Pow)
    return not grows and not any(power.exp.free_symbols for power in powers)


def _are_equal(found: Any, said: Any) -> bool:
    """Whether a formula and a belief give one value; ``/`` of integers in Python is rounded."""
    if isinstance(said, float):
        return math.isclose(float(found), said)
    return bool(found == sympy.sympify(said))


def _integers_for(symbols: list[Any]) -> Iterator[tuple[int, ...]]:
    """Yield values that the assumptions of symbols allow, the same ones each time."""
    if len(symbols) == 1:
        yield from ((value,) for value in ONE if allows(symbols[0], value))
        return
    chance = random.Random(0)
    for _ in range(SEVERAL):
        point = tuple(chance.randrange(MOST) for _ in symbols)
        if all(map(allows, symbols, point)):
            yield point
