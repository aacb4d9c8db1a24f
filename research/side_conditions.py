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
from collections.abc import Iterator, Mapping
from typing import Any

import sympy

from research.small_values import allows

WELL_DEFINED = (  # for all integers, or wherever their operands have values
    *(sympy.Add, sympy.Mul, sympy.floor, sympy.ceiling, sympy.Min, sympy.Max, sympy.Abs),
    *(sympy.sign, sympy.re, sympy.im, sympy.conjugate, sympy.exp, sympy.sin, sympy.cos),
    *(sympy.Piecewise, sympy.functions.elementary.piecewise.ExprCondPair, sympy.Tuple),
    *(sympy.logic.boolalg.Boolean, sympy.Indexed, sympy.IndexedBase, sympy.KroneckerDelta),
    *(sympy.fibonacci, sympy.lucas, sympy.core.function.AppliedUndef, sympy.Atom),
)
IN_THE_INDEX = (sympy.Add, sympy.Mul, sympy.Pow, sympy.Indexed, sympy.IndexedBase, sympy.Atom)

LONGEST = 60  # letters of an expression in a message

Ranges = tuple[tuple[Any, Any, Any], ...]  # of the indices, those of outer sums first


def left_open(*sides: Any, start: Mapping[Any, int] | None = None) -> str:
    """Say what sides take for granted that is not shown; nothing if all of it is.

    Parameters
    ----------
    sides
        sympy expressions.
    start
        The least value of a symbol, where it is greater than its assumptions say.

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
        for words in _open_in(sympy.sympify(side), (), start or {}):
            return (
                f"nothing says that {words}: write a symbol as its least value and one that is "
                "nonnegative, or give the symbols assumptions that say so"
            )
    return ""


def _open_in(part: Any, ranges: Ranges, start: Mapping[Any, int]) -> Iterator[str]:
    """Yield in words what is not shown."""
    if isinstance(part, sympy.Sum | sympy.Product):
        yield from _open_in_sum(part, ranges, start)
        return
    if isinstance(part, sympy.Subs):
        yield from _open_in(part.doit(), ranges, start)
        return
    if isinstance(part, sympy.Pow):
        base, power = part.args
        if not (_shown(power, "nonnegative", ranges, start) or _nonzero(base, ranges, start)):
            yield f"{_cut(base)} is not 0"
    elif isinstance(part, sympy.Mod):
        if not _nonzero(part.args[1], ranges, start):
            yield f"{_cut(part.args[1])} is not 0"
    elif isinstance(part, sympy.factorial | sympy.binomial):
        if not _shown(part.args[0], "nonnegative", ranges, start):
            yield f"{_cut(part.args[0])} is not negative"
    elif isinstance(part, sympy.log):
        if not _nonzero(part.args[0], ranges, start):
            yield f"{_cut(part.args[0])} is not 0"
    elif not isinstance(part, WELL_DEFINED):
        yield f"{part.func.__name__} has a value everywhere"
    for inner in part.args:
        yield from _open_in(inner, ranges, start)


def _open_in_sum(part: Any, ranges: Ranges, start: Mapping[Any, int]) -> Iterator[str]:
    for index, *ends in reversed(part.limits):  # the last one is the outermost
        for end in ends:
            yield from _open_in(end, ranges, start)
        if len(ends) == 2 and not part.has(sympy.oo, -sympy.oo):
            low, high = ends
            if not _shown(high - low + 1, "nonnegative", ranges, start):
                yield f"{_cut(high - low + 1)}, the length of a range, is not negative"
            ranges = (*ranges, (index, low, high))
        for node in sympy.preorder_traversal(part.function):
            if index in node.free_symbols and not _is_plain(node):
                yield f"the sum of {_cut(part.function)} over {index} has no special cases"
                break
    yield from _open_in(part.function, ranges, start)


def _cut(expression: Any) -> str:
    text = str(expression)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _is_plain(node: Any) -> bool:
    """Whether sympy adds up what is made so in one way for all values."""
    polynomial = isinstance(node, sympy.binomial) and node.args[1].is_Integer
    return polynomial or isinstance(node, IN_THE_INDEX)


def _nonzero(expression: Any, ranges: Ranges, start: Mapping[Any, int]) -> bool:
    formal = [s for s in expression.free_symbols if s.assumptions0 == {"commutative": True}]
    formal = [symbol for symbol in formal if all(symbol != index for index, *_ in ranges)]
    return any(
        _shown(expression.subs(dict.fromkeys(formal, value)), "nonzero", ranges, start)
        for value in (2, 3)
    ) or _has_no_integer_root(expression, start)


def _has_no_integer_root(expression: Any, start: Mapping[Any, int]) -> bool:
    symbols = list(expression.free_symbols)
    if len(symbols) != 1 or not symbols[0].is_integer:
        return False
    try:
        polynomial = sympy.Poly(expression, symbols[0])
    except sympy.polys.polyerrors.BasePolynomialError:
        return False
    if polynomial.is_zero or not (polynomial.domain.is_ZZ or polynomial.domain.is_QQ):
        return False
    least = start.get(symbols[0], -sympy.oo)
    roots = polynomial.ground_roots()
    return not any(
        root.is_integer and root >= least and allows(symbols[0], int(root)) for root in roots
    )


def _shown(expression: Any, fact: str, ranges: Ranges, start: Mapping[Any, int]) -> bool:
    """Whether a fact follows from what is assumed, in one of the ways to write the expression."""
    for ends in itertools.product((0, 1), repeat=len(ranges)):
        written = expression
        for (index, low, high), from_above in zip(reversed(ranges), ends, strict=True):
            more = sympy.Dummy(integer=True, nonnegative=True)
            written = written.subs(index, high - more if from_above else low + more)
        for form in _forms(written, start):
            if getattr(form, f"is_{fact}") is True:
                return True
    return False


def _forms(expression: Any, start: Mapping[Any, int]) -> Iterator[Any]:
    yield expression
    from_least = expression.subs({s: _from_least(s, start) for s in expression.free_symbols})
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


def _from_least(symbol: Any, start: Mapping[Any, int]) -> Any:
    """Write an integer symbol as its least value and a natural number more, if it has one."""
    least = start.get(symbol, 1 if symbol.is_positive else 0)
    known = symbol in start or symbol.is_nonnegative
    return least + _more() if symbol.is_integer and known else symbol
