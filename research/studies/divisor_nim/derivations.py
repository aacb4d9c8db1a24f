"""Divisor nim: the lemmas on valuations, derived by sympy for all values of the symbols.

A heap is n = 2^k m with m odd, a proper divisor of it is d = 2^t u with t ≤ k and u a divisor of m;
where t < k, j is k − t.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fast.lazy import sympy
from research.studies.decided import decided, natural, stated

if TYPE_CHECKING:
    from research.checks.derivations import Lines


def positive(names: str, **more: bool) -> Any:
    """Symbols for positive integers."""
    return sympy.symbols(names, integer=True, positive=True, **more)


def chosen_divisor(believed: Callable[..., Any], lines: Lines) -> None:
    """For t < k the chosen d is a proper divisor, and n − d has valuation t."""
    t, j, m = natural("t"), positive("j"), positive("m", odd=True)
    heap, divisor = 2 ** (t + j) * m, believed(t, m)
    quotient = sympy.powsimp(sympy.simplify(heap / divisor))
    n = lines.define("n", heap, "A heap of valuation $k = t + j$, $j > 0$, with odd $m$")
    d = lines.define("d", divisor, "The divisor that is taken, for $t < k$")
    lines.has("The quotient $n/d$ is an integer, so $d$ divides $n$", quotient, "integer")
    lines.has("and $n/d - 1$ is positive, so $d < n$", quotient - 1, "positive")
    lines.same("What remains", n - d, 2**t * m * (2**j - 1), shown="n - d")
    lines.has("Its cofactor is odd, so its valuation is $t$", m * (2**j - 1), "odd")


def valuation_left(believed: tuple[Callable[..., Any], Callable[..., Any]], lines: Lines) -> None:
    """The valuation of n − d is t for t < k, and at least k + 1 for t = k."""
    (t, k, b), j, a = natural("t k b"), positive("j"), sympy.Symbol("a", integer=True)
    m, u = positive("m u", odd=True)
    below, equal = believed
    n = lines.define("n", 2 ** (t + j) * m, "First let $t < k = t + j$, with odd $m$ and $u$")
    d = lines.define("d", 2**t * u, "A proper divisor")
    left = 2 ** (t + j) * m - 2**t * u
    cofactor = sympy.powsimp(sympy.expand(left / 2 ** below(t), power_exp=True))
    lines.same("What remains", n - d, 2 ** below(t) * cofactor, shown="n - d")
    words = f"Its cofactor is odd, so its valuation is ${sympy.latex(below(t))}$"
    lines.has(words, cofactor, "odd")
    odd = lines.define(
        "u", 2 * b + 1, "Now let $t = k$, and write the odd cofactor of the divisor as"
    )
    n = lines.define("n", 2**k * (odd + 2 * a), "The heap, with the odd cofactor $u + 2a$")
    d = lines.define("d", 2**k * odd, "The divisor")
    lines.same("What remains", n - d, 2 ** (k + 1) * a, shown="n - d")
    power = sympy.latex(equal(k))
    words = f"It is a multiple of $2^{{{power}}}$, so its valuation is at least ${power}$"
    quotient = 2 ** (k + 1) * a / 2 ** equal(k)
    lines.has(words, quotient, "integer", shown=f"(n - d) / 2^{{{power}}}")


def grundy_value(believed: Callable[..., Any], lines: Lines) -> None:
    """Every smaller value is that of an option, and the value itself of none."""
    taken = 2 ** natural("t") * positive("u", odd=True)
    lines.has("Each move takes counters away, so play ends", taken, "positive")
    chosen_divisor(lambda t, m: 2**t * m, lines)
    valuation_left((lambda t: t, lambda k: k + 1), lines)
    value = stated("{g = f(k)}", believed)
    lines.define_predicate("value", "k,g", value, "each heap of valuation k has the value g")
    decided("""
        So the options of a heap of valuation k have each valuation t < k, and none has the
        valuation k. Suppose that the options have the values of the definition. A heap has a value
            Ak Eg $value(k,g)
        Every smaller value x is that of an option of a valuation t < k
            Ak,g,x ($value(k,g) & x < g) => (Et t < k & $value(t,x))
        No option, of a valuation t other than k, has the value g. So the mex is g
            Ak,g,t ($value(k,g) & t != k) => ~$value(t,g)
    """)(believed, lines)
