"""Divisor nim: the lemmas on valuations, the criterion, the counts.

Each derivation takes what is believed and writes lines that are verified for all values of the
symbols, by sympy or by the decision procedure. A heap is n = 2^k m with m odd, a proper divisor of
it is d = 2^t u with t ≤ k and u a divisor of m; where t < k, j is k − t.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from research.claims.formula_text import compared
from research.system.lazy import LazyModule

if TYPE_CHECKING:
    import sympy

    from research.checks.derivations import Lines
else:
    sympy = LazyModule("sympy")

Formula = Callable[..., Any]


def natural(names: str) -> Any:
    """Symbols for natural numbers."""
    return sympy.symbols(names, integer=True, nonnegative=True)


def positive(names: str, **more: bool) -> Any:
    """Symbols for positive integers."""
    return sympy.symbols(names, integer=True, positive=True, **more)


def chosen_divisor(believed: Formula, lines: Lines) -> None:
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


def valuation_left(believed: tuple[Formula, Formula], lines: Lines) -> None:
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


def grundy_by_induction(believed: Formula, lines: Lines) -> None:
    """Every value below that of n = 2^k m is an option's, and its own is none's."""
    k, g = sympy.symbols("k g")
    value = compared(g, "=", believed(k))
    lines.define(
        "Let $g$ be the believed value of $n = 2^k m$ with odd $m$, and suppose that smaller heaps "
        "have the values $v_2$. The options of $n$ have every value $t < k$, and otherwise values "
        "from $k + 1$ on"
    )
    lines.decided("Every value below g is that of an option", f"Ak,g,t ({value} & t < g) => t < k")
    lines.decided("and g is not", f"Ak,g ({value}) => ~(g < k | g >= k + 1)")


def nim_of_values(believed: str, lines: Lines) -> None:
    """The conditions of the Kernel theorem, in the values of three heaps: a move changes one."""
    from research.logic.numeration import Relation

    lines.define(
        "A heap with value a has options with every smaller value and none with a; let "
        f"`$loses(a,b,c)` stand for `{believed}`"
    )
    decided = partial(lines.decided, relations={"loses": Relation.of("a,b,c", believed)})
    decided(
        "A move gives one heap another value, and then the position does not lose if it did before",
        "Aa,b,c,x $loses(a,b,c) => (((x != a) => ~$loses(x,b,c)) & ((x != b) => ~$loses(a,x,c)) & "
        "((x != c) => ~$loses(a,b,x)))",
    )
    decided(
        "In a position that does not lose some heap can be given a smaller value so that it does",
        "Aa,b,c (~$loses(a,b,c)) => ((Ex x < a & $loses(x,b,c)) | (Ex x < b & $loses(a,x,c)) | "
        "(Ex x < c & $loses(a,b,x)))",
    )


def exact_valuation_count(believed: Formula, lines: Lines) -> None:
    """c_k, the number of odd cofactors y of the x = 2^k y ≤ n."""
    w, q, i = natural("w q i")
    lines.define(
        "With $w = \\lfloor n / 2^k \\rfloor$ and $q = \\lfloor w / 2 \\rfloor = "
        "\\lfloor n / 2^{k+1} \\rfloor$, count the odd $y \\le w$"
    )
    lines.decided(
        "They are $y = 2i - 1$ for i from 1 to the believed number",
        "Aw,q,y,i ((w = 2*q | w = 2*q + 1) & y + 1 = 2*i) => "
        f"((1 <= y & y <= w) <=> (1 <= i & {compared(i, '<=', believed(w, q))}))",
    )


def sum_over_pairs(believed: str, lines: Lines) -> None:
    """For each pair of valuations there is one third valuation with which the triple loses."""
    lines.define(
        "For valuations i and j of the first two heaps, and k of the third, there are $c_i c_j "
        "c_k$ triples"
    )
    lines.decided(
        "A triple with these loses for one k only, the one that the sum takes",
        f"Ai,j,k (Ex $nimsum(i,j,x) & $nimsum(x,k,0)) <=> ({believed})",
    )
