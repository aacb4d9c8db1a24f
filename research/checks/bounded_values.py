"""Values of expressions of computer algebra, worked out only as long as they stay small.

A power of a power, or a factorial of one, has more digits than fit anywhere. sympy works each out
as soon as it is written, so the operands are looked at before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy

LARGEST = 20_000  # bits of a power; and the operand of a function that grows as fast as one
GROW_SLOWLY = (
    *(sympy.Add, sympy.Mul, sympy.Mod, sympy.floor, sympy.ceiling, sympy.Min, sympy.Max),
    *(sympy.Abs, sympy.sign, sympy.log, sympy.re, sympy.im, sympy.KroneckerDelta),
    *(sympy.Heaviside, sympy.logic.boolalg.Boolean, sympy.Tuple, sympy.Indexed),
)


class TooLargeError(ArithmeticError):
    """A value has more digits than are worked out."""


def applied(expression: Any, parts: list[Any]) -> Any:
    """Return an expression made again of the values of its parts.

    Raises
    ------
    TooLargeError
        If it would have too many digits.

    Examples
    --------
    >>> applied(sympy.Symbol("x") ** 2, [sympy.Integer(3), sympy.Integer(4)])
    81
    >>> applied(sympy.Symbol("x") ** 2, [sympy.Integer(3), sympy.Integer(4) ** 40])
    Traceback (most recent call last):
        ...
    research.checks.bounded_values.TooLargeError: Pow
    """
    kind = expression.func
    if issubclass(kind, sympy.Pow):
        base, power = parts
        bits = max(base.p.bit_length(), base.q.bit_length()) if base.is_Rational else LARGEST // 300
        if power.is_Rational and bits > 1 and abs(power) * bits > LARGEST:
            raise TooLargeError(kind.__name__)
    elif not issubclass(kind, GROW_SLOWLY):
        limit = LARGEST // 10
        if any(
            part.is_Rational and abs(part) > limit for part in parts if hasattr(part, "is_Rational")
        ):
            raise TooLargeError(kind.__name__)
    return kind(*parts)


def bounded_value(expression: Any, point: Mapping[Any, Any]) -> Any:
    """Return the value of an expression at a point; see :func:`applied`."""
    if expression in point:
        return point[expression]
    if not expression.args:
        return expression
    return applied(expression, [bounded_value(part, point) for part in expression.args])
