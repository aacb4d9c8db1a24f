"""A line of computer algebra: tried at the smallest values, and what it takes for granted.

Computer algebra simplifies for a symbol in general: it cancels a factor without asking where it is
0, adds up 1 from 3 to n to n - 2 for n = 0 too, and takes the alternating sum of binomials for 0,
which is 1 for n = 0. So a line is held against the values at which such rules mostly fail, the
smallest that the assumptions of its symbols allow (:func:`first_failure`). Sums and products are
added and multiplied term by term (an empty sum is 0), and an expression has no value as soon as a
part of it has none.

A few values tell nothing of the others. So a line is verified for all values of its symbols only if
what it takes for granted is shown for all of them (:func:`left_open`): from what is assumed of the
symbols, with each integer symbol written as its least value and a natural number more, and the
index of a sum as its first value and a natural number more, or as its last and one less.

A derivation calls a belief in Python on symbols. A comparison such as ``n == 5`` is false of a
symbol, so that the formula is that of one branch, and a branch for other integers is not seen:
:class:`FormulaOfBelief` compares the two at integers.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice, product
from typing import Any

import sympy

from research.checks.evidence import Counterexample

POINTS = 200  # values tried of every line
RANGE = range(-3, 9)
LONGEST = 300  # terms of a sum that are added up one by one
ONE, SEVERAL, MOST = 101, 200, 40  # values of one symbol; points of several, and to what
NO_VALUE = "no value"
NO_NUMBERS = (sympy.zoo, sympy.nan, sympy.oo, -sympy.oo)

Point = dict[Any, Any]
WELL_DEFINED = (  # for all integers, or wherever their operands have values
    *(sympy.Add, sympy.Mul, sympy.floor, sympy.ceiling, sympy.Min, sympy.Max, sympy.Abs),
    *(sympy.Piecewise, sympy.functions.elementary.piecewise.ExprCondPair, sympy.Tuple),
    *(sympy.logic.boolalg.Boolean, sympy.Indexed, sympy.IndexedBase, sympy.KroneckerDelta),
    *(sympy.fibonacci, sympy.lucas, sympy.core.function.AppliedUndef, sympy.Atom),
)
IN_THE_INDEX = (  # sympy adds up what is made so in one way for all values
    *(sympy.Sum, sympy.Tuple, sympy.Add, sympy.Mul, sympy.Pow),
    *(sympy.Indexed, sympy.IndexedBase, sympy.Atom),
)
# What is put in the place of symbols: in each way the innermost index first.
Ways = list[tuple[tuple[Any, Any], ...]]


class NoValueError(ArithmeticError):
    """An expression has no value at a point, such as a division by zero."""


def first_failure(
    sides: Sequence[Any], fails: Callable[..., tuple[Any, Any] | None]
) -> tuple[Counterexample | None, str]:
    """Try a line at the smallest values of its symbols.

    Parameters
    ----------
    sides
        sympy expressions.
    fails
        Given the value of each side, ``"no value"`` where it has none, returns what was found and
        what is believed where these differ, else None.

    Returns
    -------
    Counterexample or None, str
        The first values at which the line fails; and why it was tried at none, or has no value.

    Examples
    --------
    >>> n = sympy.Symbol("n", integer=True, nonnegative=True)
    >>> differ = lambda one, other: None if one == other else (one, other)
    >>> str(first_failure([n**2, n], differ)[0])
    'n=2: found 4, believed 2'
    >>> str(first_failure([n + 1, (n**2 - 1) / (n - 1)], differ)[0])
    'n=1: found 2, believed no value'
    """
    symbols = _symbols(sides)
    missing = [symbol.name for symbol in symbols if not _small(symbol)]
    why = f"no small value of {', '.join(missing)} to try" if missing else ""
    tried, all_before = False, True
    for point in _points(symbols):
        values = [_value(side, point) for side in sides]
        if any(value is None for value in values):
            all_before = False
            continue
        if (failure := fails(*values)) is not None:
            found, believed = map(str, failure)
            return Counterexample(_in_words(point), found, believed, least=all_before), ""
        if not why and all(value is NO_VALUE for value in values):
            without = _in_words(point)
            why = f"no side has a value at {without}; give symbols assumptions that leave it out"
        tried = True
    return None, why or ("" if tried else "none of the small values could be worked out")


def allows(symbol: Any, value: int) -> bool:
    """Tell whether the assumptions of a symbol allow a value.

    >>> allows(sympy.Symbol("n", positive=True), 0), allows(sympy.Symbol("n"), 0)
    (False, True)
    """
    number = sympy.Integer(value)
    facts = {name: fact for name, fact in symbol.assumptions0.items() if fact is not None}
    return all(getattr(number, f"is_{name}", None) in (fact, None) for name, fact in facts.items())


def value_at(expression: Any, point: Mapping[Any, Any]) -> Any:
    """Return the exact value of an expression where its symbols have the values of ``point``.

    Raises
    ------
    NoValueError
        If a part of it has no value there.
    NotImplementedError
        If a sum has too many terms to be added up.

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
    if isinstance(expression, sympy.Piecewise):  # the cases that do not apply need no value
        for value, condition in expression.args:
            if value_at(condition, point) == sympy.true:
                return value_at(value, point)
        raise NoValueError(str(expression))
    if expression in point:
        return point[expression]
    value = expression
    if expression.args and not isinstance(expression, sympy.IndexedBase):
        value = expression.func(*[value_at(part, point) for part in expression.args])
    if isinstance(value, sympy.Expr) and value.has(*NO_NUMBERS):
        raise NoValueError(str(expression))
    return value


def _added_up(expression: Any, point: Mapping[Any, Any]) -> Any:
    """Add or multiply the terms one by one, those of the outermost range first."""
    *inner, (index, *ends) = expression.limits
    low, high = (sympy.expand(value_at(end, point)) for end in ends)
    if not (low.is_Integer and high.is_Integer):
        raise NoValueError(str(expression))
    if high - low >= LONGEST:
        raise NotImplementedError(str(expression))
    term = expression.func(expression.function, *inner) if inner else expression.function
    terms = [value_at(term, {**point, index: sympy.Integer(i)}) for i in range(low, high + 1)]
    return (sympy.Add if isinstance(expression, sympy.Sum) else sympy.Mul)(*terms)


def _value(side: Any, point: Point) -> Any:
    """Return a value, ``NO_VALUE``, or None where it cannot be worked out."""
    try:
        return value_at(side, point)
    except (NoValueError, ZeroDivisionError):
        return NO_VALUE
    except (TypeError, ValueError, NotImplementedError):
        return None


def _in_words(point: Point) -> str:
    return ", ".join(f"{symbol}={value}" for symbol, value in point.items())


def _symbols(sides: Sequence[Any]) -> list[Any]:
    free = set().union(*(side.free_symbols for side in sides))
    bases = {each.base.label for side in sides for each in side.atoms(sympy.Indexed)}
    return sorted((each for each in free - bases if isinstance(each, sympy.Symbol)), key=str)


def _small(symbol: Any) -> list[int]:
    """Values of a symbol to try, in order of size."""
    return [value for value in sorted(RANGE, key=abs) if allows(symbol, value)]


def _points(symbols: Sequence[Any]) -> Iterator[Point]:
    """Yield the points to try, those of the smallest values first."""
    values = [[sympy.Integer(value) for value in _small(symbol)] for symbol in symbols]
    lengths = list(map(len, values))

    def places() -> Iterator[tuple[int, ...]]:
        for total in range(sum(lengths) - len(lengths) + 1):
            ranges = [range(min(length, total + 1)) for length in lengths]
            yield from (chosen for chosen in product(*ranges) if sum(chosen) == total)

    for chosen in islice(places(), POINTS):
        yield {s: v[place] for s, v, place in zip(symbols, values, chosen, strict=True)}


def left_open(*sides: Any) -> str:
    """Say what sides, sympy expressions, take for granted that is not shown; nothing if all is.

    Examples
    --------
    >>> n = sympy.Symbol("n", integer=True, nonnegative=True)
    >>> k = sympy.Symbol("k", integer=True)
    >>> left_open((n**2 - 400) / (n - 20))[:40]
    'nothing says that n - 20 is not 0: write'
    >>> left_open(1 / (2**n - 1))[:42], left_open(1 / (2 ** (n + 1) - 1))
    ('nothing says that 2**n - 1 is not 0: write', '')
    >>> left_open(sympy.Sum(k, (k, 3, n)))[:63]
    'nothing says that n - 2, the length of a range, is not negative'
    """
    open_ = (words for side in sides for words in _open_in(sympy.sympify(side), [()]))
    advice = "write a symbol as its least value and a natural number more, or use induction"
    return next((f"nothing says that {words}: {advice}" for words in open_), "")


def _open_in(part: Any, ways: Ways) -> Iterator[str]:
    """Yield in words what is not shown, where an index is written in one of some ways."""
    if isinstance(part, sympy.Sum | sympy.Product):
        for index, low, high in reversed(part.limits):  # the last one is the outermost
            for end in (low, high):
                yield from _open_in(end, ways)
                if not _shown(end, "integer", ways):
                    yield f"{end}, the end of a range, is an integer"
            if not _shown(high - low + 1, "nonnegative", ways):
                yield f"{high - low + 1}, the length of a range, is not negative"
            of_range = (low + _more(), high - _more())
            ways = [((index, put), *way) for way in ways for put in of_range]
            nodes = sympy.preorder_traversal(part.function)
            if not all(_is_plain(node) for node in nodes if node.has(index)):
                yield f"the sum of {part.function} over {index} has no special cases"
        yield from _open_in(part.function, ways)
        return
    if isinstance(part, sympy.Subs):
        put = tuple(zip(part.variables, part.point, strict=True))
        yield from _open_in(part.expr, [(*put, *way) for way in ways])
        yield from _open_in(sympy.Tuple(*part.point), ways)
        return
    yield from _open_here(part, ways)
    for inner in part.args:
        yield from _open_in(inner, ways)


def _open_here(part: Any, ways: Ways) -> Iterator[str]:
    """Yield what the outermost operation takes for granted."""
    if isinstance(part, sympy.Pow | sympy.Mod):
        natural = isinstance(part, sympy.Pow) and _shown(part.exp, "nonnegative", ways)
        never_zero = part.base if isinstance(part, sympy.Pow) else part.args[1]
        if not natural and not _shown(never_zero, "nonzero", ways):
            yield f"{never_zero} is not 0"
    elif isinstance(part, sympy.factorial | sympy.binomial):
        if not _shown(part.args[0], "nonnegative", ways):
            yield f"{part.args[0]} is not negative"
    elif not isinstance(part, WELL_DEFINED):
        yield f"{part.func.__name__} has a value everywhere"


def _is_plain(node: Any) -> bool:
    polynomial = isinstance(node, sympy.binomial) and node.args[1].is_Integer
    return polynomial or isinstance(node, IN_THE_INDEX)


def _shown(expression: Any, fact: str, ways: Ways) -> bool:
    """Whether a fact follows from what is assumed, in one of the ways to write the expression."""
    written = (reduce(lambda part, put: part.subs(*put), way, expression) for way in ways)
    forms = (form for each in written for form in _forms(each))
    return any(getattr(form, f"is_{fact}") is True for form in forms)


def _forms(expression: Any) -> Iterator[Any]:
    """Yield an expression as it is, and from the least value of each of its symbols."""
    yield expression
    naturals = [s for s in expression.free_symbols if s.is_integer and s.is_nonnegative]
    from_least = expression.subs({s: _more() + (1 if s.is_positive else 0) for s in naturals})
    expanded = sympy.expand(from_least)
    yield from (from_least, expanded, sympy.factor(from_least))
    # 2^m and the like are 1 and some number more
    yield sympy.expand(expanded.replace(_is_power_of_a_number, lambda _: _more() + 1))


def _more() -> Any:
    return sympy.Dummy(integer=True, nonnegative=True)


def _is_power_of_a_number(part: Any) -> bool:
    is_power = isinstance(part, sympy.Pow) and part.base.is_Integer and part.base > 1
    return bool(is_power and part.exp.is_integer and part.exp.is_nonnegative)


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
        if plain and isinstance(found, sympy.Expr) and not found.has(sympy.Sum, sympy.Product):
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
                except (ArithmeticError, ValueError, LookupError, NotImplementedError):
                    continue  # the belief says nothing there, or the formula does not
                by_division = isinstance(said, float)  # which Python rounds
                same = math.isclose(float(found), said) if by_division else found == said
                if found.is_number and not same:
                    return f"at {_in_words(point)} the belief is {said} and the formula {found}"
        return ""


def _integers_for(symbols: Sequence[Any]) -> Iterator[tuple[int, ...]]:
    """Yield values that the assumptions of symbols allow, the same ones each time."""
    chance = random.Random(0)
    drawn = (tuple(chance.randrange(MOST) for _ in symbols) for _ in range(SEVERAL))
    for point in product(range(ONE)) if len(symbols) == 1 else drawn:
        if all(map(allows, symbols, point)):
            yield point
