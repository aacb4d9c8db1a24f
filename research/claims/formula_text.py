"""Linear comparisons of sympy as text for the decision procedure.

A derivation is given what is believed as a function, so it can be called with symbols. The linear
expression that it gives is written here as the decision procedure reads it: over the natural
numbers, with sums on both sides in place of differences, and whole multiples in place of fractions.
"""

from __future__ import annotations

from typing import Any


def compared(left: Any, comparator: str, right: Any) -> str:
    """Write a comparison of two linear expressions with rational coefficients.

    Parameters
    ----------
    left, right
        sympy expressions or integers.
    comparator
        One of ``= != < <= > >=``.

    Raises
    ------
    ValueError
        If their difference is not linear.

    Examples
    --------
    >>> import sympy
    >>> q, c = sympy.symbols("q c")
    >>> compared(c, "=", (q - 1) / 2)
    '2*c + 1 = q'
    >>> compared(c, "<", c)
    '0 < 0'
    """
    import sympy

    difference = sympy.expand(sympy.sympify(left) - sympy.sympify(right))
    names = sorted(difference.free_symbols, key=lambda symbol: str(symbol.name))
    constant = difference.subs(dict.fromkeys(names, 0))
    weights = [(difference.coeff(name), str(name)) for name in names]
    linear = constant + sum(weight * name for (weight, _), name in zip(weights, names, strict=True))
    if sympy.expand(difference - linear) != 0 or not all(
        weight.is_Rational for weight in (constant, *(weight for weight, _ in weights))
    ):
        raise ValueError(f"{left} {comparator} {right}: expected linear expressions")
    scale = sympy.ilcm(1, *(weight.q for weight, _ in weights), constant.q)
    parts = [(int(weight * scale), name) for weight, name in [*weights, (constant, "")]]
    sides = [
        " + ".join(_multiple(sign * weight, name) for weight, name in parts if sign * weight > 0)
        for sign in (1, -1)
    ]
    return f"{sides[0] or 0} {comparator} {sides[1] or 0}"


def _multiple(weight: int, name: str) -> str:
    if not name:
        return str(weight)
    return name if weight == 1 else f"{weight}*{name}"
