"""Divisor nim: the lemmas on valuations, derived by sympy for all values of the symbols.

A heap is n = 2^k m with m odd, a proper divisor of it is d = 2^t u with t ≤ k and u a divisor of m;
where t < k, j is k − t.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from research.studies.decided import natural
from research.system import LazyModule

if TYPE_CHECKING:
    import sympy

    from research.checks.derivations import Lines
else:
    sympy = LazyModule("sympy")


def positive(names: str, **more: bool) -> Any:
    """Symbols for positive integers."""
    return sympy.symbols(names, integer=True, positive=True, **more)


def chosen_divisor(believed: Callable[..., Any], lines: Lines) -> None:
    """For t < k the chosen d is a proper divisor, and n − d has valuation t."""
    t, j, m = natural("t"), positive("j"), positive("m", odd=True)
    heap, divisor = 2 ** (t + j) * m, believed(t, m)
    quotient = sympy.powsimp(sympy.simplify(heap / divisor))
    lines.define(
        "A heap of valuation $k = t + j$, $j > 0$, with odd $m$, and the divisor",
        f"n = {sympy.latex(heap)}, \\quad d = {sympy.latex(divisor)}",
    )
    lines.has("The quotient $n/d$ is an integer, so $d$ divides $n$", quotient, "integer")
    lines.has("and $n/d - 1$ is positive, so $d < n$", quotient - 1, "positive")
    lines.same("What remains", heap - divisor, 2**t * m * (2**j - 1), shown="n - d")
    lines.has("Its cofactor is odd, so its valuation is $t$", m * (2**j - 1), "odd")


def valuation_left(believed: tuple[Callable[..., Any], Callable[..., Any]], lines: Lines) -> None:
    """The valuation of n − d is t for t < k, and at least k + 1 for t = k."""
    (t, k, b), j, a = natural("t k b"), positive("j"), sympy.Symbol("a", integer=True)
    m, u = positive("m u", odd=True)
    (below, equal), left = believed, 2 ** (t + j) * m - 2**t * u
    cofactor = sympy.powsimp(sympy.expand(left / 2 ** below(t), power_exp=True))
    lines.define(
        "First $k = t + j$, $j > 0$, with odd $m$ and $u$", "n = 2^{t + j} m, \\quad d = 2^{t} u"
    )
    lines.has(
        f"What remains is $2^{{{sympy.latex(below(t))}}}$ times an odd number", cofactor, "odd"
    )
    lines.define(
        "Then $t = k$, and both cofactors are odd",
        "n = 2^k m, \\quad d = 2^k u, \\quad u = 2 b + 1, \\quad m = u + 2 a",
    )
    left = 2**k * (2 * (a + b) + 1) - 2**k * (2 * b + 1)
    lines.same("What remains", left, 2 * 2**k * a, shown="n - d")
    power = sympy.latex(equal(k))
    words = f"It is a multiple of $2^{{{power}}}$: the quotient"
    lines.has(words, left / 2 ** equal(k), "integer")
