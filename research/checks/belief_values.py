"""Whether a formula that a belief gave for symbols is what the belief says of integers.

A derivation calls a belief in Python on symbols. A comparison such as ``n == 5`` is false of a
symbol, so that the formula is that of one branch, and a branch for other integers is not seen.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from typing import Any

import sympy

from research.checks.small_values import NoValueError, TooLongError, allows, value_at

ONE, SEVERAL, LARGE = range(301), 200, 40  # values of one symbol; points of several, and to what


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
            for values in _points(symbols):
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


def _points(symbols: list[Any]) -> Iterator[tuple[int, ...]]:
    """Yield values that the assumptions of symbols allow, the same ones each time."""
    if len(symbols) == 1:
        yield from ((value,) for value in ONE if allows(symbols[0], value))
        return
    chance = random.Random(0)
    for _ in range(SEVERAL):
        point = tuple(chance.randrange(LARGE) for _ in symbols)
        if all(map(allows, symbols, point)):
            yield point
