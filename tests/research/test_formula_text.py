"""Linear comparisons of sympy as statements of the decision procedure."""

from __future__ import annotations

import pytest
import sympy

from research.claims.formula_text import compared
from research.logic.decide import decide

X, Y = sympy.symbols("x y")


def test_the_text_is_decided_as_the_comparison_is_meant() -> None:
    # x - 1 = 2y: x is odd, and x = 0 has no y although 0 - 1 = 2 * (-1/2).
    assert decide(f"?lsd_2 Ax (Ey {compared(X - 1, '=', 2 * Y)}) <=> (Ek x = 2*k + 1)").truth


@pytest.mark.parametrize("expression", [X * Y, X**2, 2**X, sympy.sqrt(2) * X])
def test_what_is_not_linear_is_refused(expression: object) -> None:
    with pytest.raises(ValueError, match="expected linear expressions"):
        compared(expression, "=", Y)
