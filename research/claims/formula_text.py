"""Linear comparisons of sympy as text for the decision procedure.

Over the natural numbers, there are sums on both sides in place of differences, and whole multiples
in place of fractions.
"""

from __future__ import annotations

from typing import Any


def compared(left: Any, comparator: str, right: Any) -> str:
    """Write a comparison, one of ``= != < <= > >=``, of linear expressions or integers.

    ``ValueError`` is raised if their difference is not linear, with rational coefficients.

    >>> import sympy
    >>> q, c = sympy.symbols("q c")
    >>> compared(c, "=", (q - 1) / 2)
    '2*c + 1 = q'
    >>> compared(c, "<", c)
    '0 < 0'
    """
    import sympy

    difference = sympy.together(sympy.sympify(left) - sympy.sympify(right))
    terms = sympy.Add.make_args(sympy.expand(sympy.fraction(difference)[0]))
    parts = [term.as_coeff_Mul() for term in terms]
    if not all(weight.is_Integer and (of == 1 or of.is_Symbol) for weight, of in parts):
        raise ValueError(f"{left} {comparator} {right}: expected linear expressions")
    more, fewer = (
        sympy.Add(*[sign * weight * of for weight, of in parts if sign * weight > 0])
        for sign in (1, -1)
    )
    return f"{more} {comparator} {fewer}"
