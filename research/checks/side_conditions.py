"""What a line of computer algebra takes for granted: no denominator is 0, no range less than empty.

sympy cancels a factor without asking where it is 0, adds up 1 from 3 to n to n - 2 for n = 0 too,
and writes a binomial coefficient in factorials where these have no value. Nobody can try all
values, and a few tell nothing of the others. So a line is verified for all values of its symbols
only if what it takes for granted is shown for all of them: from what is assumed of the symbols,
with each integer symbol written as its least value and a natural number more, and the index of a
sum as its first value and a natural number more, or as its last and one less.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import sympy

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
SPECIAL = "has no special cases"

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
    """
    for words in (words for side in sides for words in _open_in(sympy.sympify(side), ())):
        advice = (
            "verify it by induction"
            if words.endswith(SPECIAL)
            else "write a symbol as its least value and one that is nonnegative, or give the "
            "symbols assumptions that say so"
        )
        return f"nothing says that {words}: {advice}"
    return ""


def _open_in(part: Any, bound: Bound) -> Iterator[str]:
    """Yield in words what is not shown."""
    if isinstance(part, sympy.Sum | sympy.Product):
        yield from _open_in_sum(part, bound)
    elif isinstance(part, sympy.Subs):
        for name, point in zip(part.variables, part.point, strict=True):
            yield from _open_in(point, bound)
            yield from _not_as_assumed(name, point, bound)
        put = tuple(zip(part.variables, ((point,) for point in part.point), strict=True))
        yield from _open_in(part.expr, (*bound, *put))
    else:
        yield from _open_here(part, bound)
        for inner in part.args:
            yield from _open_in(inner, bound)


def _open_here(part: Any, bound: Bound) -> Iterator[str]:
    """Yield what the outermost operation takes for granted."""
    if isinstance(part, sympy.Pow | sympy.Mod):
        natural = isinstance(part, sympy.Pow) and _shown(part.exp, "nonnegative", bound)
        never_zero = part.base if isinstance(part, sympy.Pow) else part.args[1]
        if not natural and not _shown(never_zero, "nonzero", bound):
            yield f"{never_zero} is not 0"
    elif isinstance(part, sympy.factorial | sympy.binomial):
        if not _shown(part.args[0], "nonnegative", bound):
            yield f"{part.args[0]} is not negative"
    elif not isinstance(part, WELL_DEFINED):
        yield f"{part.func.__name__} has a value everywhere"


def _open_in_sum(part: Any, bound: Bound) -> Iterator[str]:
    for index, *ends in reversed(part.limits):  # the last one is the outermost
        for end in ends:
            yield from _open_in(end, bound)
            if not _shown(end, "integer", bound):
                yield f"{end}, the end of a range, is an integer"
        low, high = ends
        if not _shown(high - low + 1, "nonnegative", bound):
            yield f"{high - low + 1}, the length of a range, is not negative"
        yield from _not_as_assumed(index, low, bound)
        bound = (*bound, (index, (low + _more(), high - _more())))
        nodes = sympy.preorder_traversal(part.function)
        if not all(_is_plain(node) for node in nodes if node.has(index)):
            yield f"the sum of {part.function} over {index} {SPECIAL}"
    yield from _open_in(part.function, bound)


def _is_plain(node: Any) -> bool:
    polynomial = isinstance(node, sympy.binomial) and node.args[1].is_Integer
    return polynomial or isinstance(node, IN_THE_INDEX)


def _not_as_assumed(name: Any, least: Any, bound: Bound) -> Iterator[str]:
    """Yield what is assumed of a name, beside that it is an integer, and not shown of the least."""
    natural = [
        fact
        for fact in ("nonnegative", "positive")
        if name.assumptions0 == _assumed(integer=True, **{fact: True})
    ]
    if natural and _shown(least, natural[0], bound):
        return
    if name.assumptions0 not in (_assumed(), _assumed(integer=True)):
        yield f"what is assumed of {name} holds of {least} and more"


def _assumed(**facts: bool) -> Any:
    return sympy.Symbol("k", **facts).assumptions0


def _shown(expression: Any, fact: str, bound: Bound) -> bool:
    """Whether a fact follows from what is assumed, in one of the ways to write the expression."""
    outermost_last = bound[::-1]
    for chosen in itertools.product(*(ways for _, ways in outermost_last)):
        written = expression
        for (name, _), way in zip(outermost_last, chosen, strict=True):
            written = written.subs(name, way)
        if any(getattr(form, f"is_{fact}") is True for form in _forms(written)):
            return True
    return False


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
