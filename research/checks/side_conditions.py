"""What a line of computer algebra takes for granted: no denominator is 0, no range less than empty.

sympy cancels a factor without asking where it is 0, adds up 1 from 3 to n to n - 2 for n = 0 too,
and writes a binomial coefficient in factorials where these have no value. Nobody can try all
values, and a few tell nothing of the others. So a line is verified for all values of its symbols
only if what it takes for granted is shown for all of them: from what is assumed of the symbols,
with each integer symbol written as its least value and a natural number more, and the index of a
sum as its first value and a natural number more, or as its last and one less.

An indeterminate, of which nothing is assumed, is no number: a denominator in it is not 0 if it is
not 0 at one of its values.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import sympy

from research.checks.small_values import is_indeterminate

WELL_DEFINED = (  # for all integers, or wherever their operands have values
    *(sympy.Add, sympy.Mul, sympy.floor, sympy.ceiling, sympy.Min, sympy.Max, sympy.Abs),
    *(sympy.sign, sympy.re, sympy.im, sympy.conjugate, sympy.exp, sympy.sin, sympy.cos),
    *(sympy.Piecewise, sympy.functions.elementary.piecewise.ExprCondPair, sympy.Tuple),
    *(sympy.logic.boolalg.Boolean, sympy.Indexed, sympy.IndexedBase, sympy.KroneckerDelta),
    *(sympy.fibonacci, sympy.lucas, sympy.core.function.AppliedUndef, sympy.Atom),
)
IN_THE_INDEX = (
    sympy.Sum,
    sympy.Tuple,
    sympy.Add,
    sympy.Mul,
    sympy.Pow,
    sympy.Indexed,
    sympy.IndexedBase,
    sympy.Atom,
)

SPECIAL = "has no special cases"
HIGHEST = 12  # degree of an end of a range
LONGEST = 60  # letters of an expression in a message

# How else to write an index, each way good for all of its range, those of outer sums first; and
# what is put in the place of a symbol.
Bound = tuple[tuple[Any, tuple[Any, ...]], ...]


def left_open(*sides: Any) -> str:
    """Say what sides take for granted that is not shown; nothing if all of it is.

    Parameters
    ----------
    sides
        sympy expressions.

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
    >>> left_open(sympy.Sum(sympy.Sum(1, (k, n, 20)), (n, 0, 20)))
    ''
    """
    for side in sides:
        for words in _open_in(sympy.sympify(side), ()):
            advice = (
                "verify it by induction"
                if words.endswith(SPECIAL)
                else "write a symbol as its least value and one that is nonnegative, or give the "
                "symbols assumptions that say so"
            )
            return f"nothing says that {words}: {advice}"
    return ""


def divided_by(*sides: Any) -> set[str]:
    """Name the indeterminates that stand in a denominator.

    Of these a line says nothing at the values at which it is 0.

    Examples
    --------
    >>> x, y = sympy.symbols("x y")
    >>> divided_by((x**2 - 1) / (x - 1), y + 1)
    {'x'}
    """
    quotients = {
        part
        for side in sides
        for part in sympy.preorder_traversal(sympy.sympify(side))
        if isinstance(part, sympy.Pow) and not part.exp.is_nonnegative
    }
    free = {symbol for part in quotients for symbol in part.free_symbols}
    return {symbol.name for symbol in free if is_indeterminate(symbol)}


def _open_in(part: Any, bound: Bound) -> Iterator[str]:
    """Yield in words what is not shown."""
    if isinstance(part, sympy.Sum | sympy.Product):
        yield from _open_in_sum(part, bound)
    elif isinstance(part, sympy.Subs):
        yield from _open_in_subs(part, bound)
    else:
        yield from _open_here(part, bound)
        for inner in part.args:
            yield from _open_in(inner, bound)


def _open_here(part: Any, bound: Bound) -> Iterator[str]:
    """Yield what the outermost operation takes for granted."""
    if isinstance(part, sympy.Pow):
        if _shown(part.exp, "nonnegative", bound):
            return
        never_zero = part.base
    elif isinstance(part, sympy.Mod | sympy.log):
        never_zero = part.args[-1]
    elif isinstance(part, sympy.factorial | sympy.binomial | sympy.catalan | sympy.harmonic):
        if not _shown(part.args[0], "nonnegative", bound):
            yield f"{_cut(part.args[0])} is not negative"
        return
    else:
        if not isinstance(part, WELL_DEFINED):
            yield f"{part.func.__name__} has a value everywhere"
        return
    if not _nonzero(never_zero, bound):
        yield f"{_cut(never_zero)} is not 0"


def _open_in_subs(part: Any, bound: Bound) -> Iterator[str]:
    put: Bound = ()
    for name, point in zip(part.variables, part.point, strict=True):
        yield from _open_in(point, bound)
        yield from _not_as_assumed(name, point, bound)
        put = (*put, (name, (point,)))
    yield from _open_in(part.expr, (*bound, *put))


def _open_in_sum(part: Any, bound: Bound) -> Iterator[str]:
    for index, *ends in reversed(part.limits):  # the last one is the outermost
        if len(ends) != 2:
            yield f"{index} has a range"
            return
        low, high = ends
        for end in ends:
            yield from _open_in(end, bound)
            if not _is_endless(end) and not _is_integer(end, bound):
                yield f"{_cut(end)}, the end of a range, is an integer"
        is_finite = not _is_endless(low) and not _is_endless(high)
        if is_finite and not _shown(high - low + 1, "nonnegative", bound):
            yield f"{_cut(high - low + 1)}, the length of a range, is not negative"
        yield from _not_as_assumed(index, low, bound)
        ways = [low + _more()] if not _is_endless(low) else []
        ways += [high - _more()] if not _is_endless(high) else []
        bound = (*bound, (index, tuple(ways or [sympy.Dummy(integer=True)])))
        for node in sympy.preorder_traversal(part.function):
            if index in node.free_symbols and not _is_plain(node):
                yield f"the sum of {_cut(part.function)} over {index} {SPECIAL}"
                break
    yield from _open_in(part.function, bound)


def _is_integer(end: Any, bound: Bound) -> bool:
    written = _in_every_way(end, bound)
    return _shown(end, "integer", bound) or any(map(_is_integral_polynomial, written))


def _is_integral_polynomial(end: Any) -> bool:
    """Whether a polynomial is an integer at all integers: if it is one at so many in a row."""
    symbols = sorted(end.free_symbols, key=str)
    if not symbols or not all(symbol.is_integer for symbol in symbols):
        return False
    try:
        degrees = [sympy.Poly(end, symbol).degree() for symbol in symbols]
    except sympy.polys.polyerrors.BasePolynomialError:
        return False
    points = itertools.product(*(range(degree + 1) for degree in degrees))
    return sum(degrees) <= HIGHEST and all(
        end.subs(dict(zip(symbols, point, strict=True))).is_integer for point in points
    )


def _is_endless(end: Any) -> bool:
    return end in (sympy.oo, -sympy.oo)


def _not_as_assumed(name: Any, least: Any, bound: Bound) -> Iterator[str]:
    """Yield what is assumed of a name and not shown of the least that it stands for."""
    for fact in _assumed(name):
        if fact not in ("positive", "nonnegative") or not _shown(least, fact, bound):
            yield f"{name} is {fact} wherever it stands for {_cut(least)} or more"


def _assumed(index: Any) -> list[str]:
    """Name what is assumed of an index beyond that it is an integer."""
    of_integers = sympy.Symbol("k", integer=True).assumptions0
    for fact in ("positive", "nonnegative"):
        if index.assumptions0 == sympy.Symbol("k", integer=True, **{fact: True}).assumptions0:
            return [fact]
    return [name for name, value in index.assumptions0.items() if of_integers.get(name) != value]


def _cut(expression: Any) -> str:
    text = str(expression)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _is_plain(node: Any) -> bool:
    """Whether sympy adds up what is made so in one way for all values."""
    polynomial = isinstance(node, sympy.binomial) and node.args[1].is_Integer
    return polynomial or isinstance(node, IN_THE_INDEX)


def _nonzero(expression: Any, bound: Bound) -> bool:
    names = {name for name, _ in bound}
    formal = [s for s in expression.free_symbols if is_indeterminate(s) and s not in names]
    formal = sorted(formal, key=str)
    return any(
        _shown(expression.subs(dict(zip(formal, values, strict=False))), "nonzero", bound)
        for values in ((2, 3, 5, 7, 11), (3, 7, 2, 5, 13))
    )


def _shown(expression: Any, fact: str, bound: Bound) -> bool:
    """Whether a fact follows from what is assumed, in one of the ways to write the expression."""
    return any(
        getattr(form, f"is_{fact}") is True
        for written in _in_every_way(expression, bound)
        for form in _forms(written)
    )


def _in_every_way(expression: Any, bound: Bound) -> Iterator[Any]:
    used = [(name, ways) for name, ways in reversed(bound)]
    for chosen in itertools.product(*(ways for _, ways in used)):
        written = expression
        for (name, _), way in zip(used, chosen, strict=True):
            written = written.subs(name, way)
        yield written


def _forms(expression: Any) -> Iterator[Any]:
    yield expression
    from_least = expression.subs({s: _from_least(s) for s in expression.free_symbols})
    expanded = sympy.expand(from_least)
    yield from (from_least, expanded, sympy.factor(from_least))
    # 2^m and the like are 1 and some number more
    yield sympy.expand(expanded.replace(_is_power_of_a_number, lambda _: _more() + 1))


def _more() -> Any:
    return sympy.Dummy(integer=True, nonnegative=True)


def _is_power_of_a_number(part: Any) -> bool:
    return bool(
        isinstance(part, sympy.Pow)
        and part.base.is_Integer
        and part.base > 1
        and part.exp.is_integer
        and part.exp.is_nonnegative
    )


def _from_least(symbol: Any) -> Any:
    """Write an integer symbol as its least value and a natural number more, if it has one."""
    if not (symbol.is_integer and symbol.is_nonnegative):
        return symbol
    return _more() + (1 if symbol.is_positive else 0)
