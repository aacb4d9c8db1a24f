"""Divisor nim: its lemmas on parity, its counts and the closed product, by sympy.

Each derivation takes what is believed (a formula as a function) and writes lines that sympy
verifies for all values of the symbols. A heap is n = 2^k m with m odd, a proper divisor of it is
d = 2^t u with t ≤ k and u a divisor of m.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from research.symbolic import Lines


def odd_for_positive_gap(believed: Callable[[Any], Any], lines: Lines) -> None:
    """2^(k−t) − 1 is odd for t < k."""
    import sympy

    gap = sympy.Symbol("j", integer=True, positive=True)
    number = believed(gap)
    lines.say("Write the gap as a positive integer", r"j = k - t > 0")
    lines.holds(
        "It is odd", sympy.ask(sympy.Q.odd(number)), shown=f"{sympy.latex(number)} \\text{{ odd}}"
    )


def chosen_divisor(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """For t < k the chosen d is a proper divisor, and n − d has valuation t."""
    import sympy

    t = sympy.Symbol("t", integer=True, nonnegative=True)
    gap = sympy.Symbol("j", integer=True, positive=True)
    m = sympy.Symbol("m", integer=True, positive=True, odd=True)
    k = t + gap
    heap, divisor = 2**k * m, believed(t, m)
    lines.say("A heap of valuation $k = t + j$, $j > 0$, with odd $m$", f"n = {sympy.latex(heap)}")
    quotient = sympy.powsimp(sympy.simplify(heap / divisor))
    lines.same("The quotient", heap / divisor, quotient, shown=r"\frac{n}{d}")
    lines.holds(
        "It is an even integer, so d divides n and d < n",
        quotient.is_even,
        shown=f"{sympy.latex(quotient)} \\text{{ even}}",
    )
    lines.same("What remains", heap - divisor, 2**t * m * (2**gap - 1), shown="n - d")
    lines.holds(
        "Its cofactor is odd, so its valuation is t",
        (m * (2**gap - 1)).is_odd,
        shown=r"m \left(2^{j} - 1\right) \text{ odd}",
    )


def lower_power(believed: Callable[[Any], Any], lines: Lines) -> None:
    """For t < k, n − d is 2^t times an odd number."""
    import sympy

    t = sympy.Symbol("t", integer=True, nonnegative=True)
    gap = sympy.Symbol("j", integer=True, positive=True)
    m, u = sympy.symbols("m u", integer=True, positive=True, odd=True)
    exponent = believed(t)
    cofactor = sympy.powsimp(sympy.expand((2 ** (t + gap) * m - 2**t * u) / 2**exponent))
    lines.same(
        "With $k = t + j$, $j > 0$",
        2 ** (t + gap) * m - 2**t * u,
        2**exponent * cofactor,
        shown="n - d",
    )
    lines.holds(
        "The cofactor is odd", cofactor.is_odd, shown=f"{sympy.latex(cofactor)} \\text{{ odd}}"
    )


def equal_power(believed: Callable[[Any], Any], lines: Lines) -> None:
    """For t = k, n − d is a multiple of 2^(k+1)."""
    import sympy

    k, a, b = sympy.symbols("k a b", integer=True, nonnegative=True)
    m, u = 2 * a + 1, 2 * b + 1
    lines.say("Both cofactors are odd", "m = 2 a + 1, \\quad u = 2 b + 1, \\quad b < a")
    lines.holds("Their difference is even", (m - u).is_even, shown=r"m - u \text{ even}")
    quotient = sympy.powsimp(sympy.expand((2**k * m - 2**k * u) / 2 ** believed(k)))
    lines.same("What remains", 2**k * m - 2**k * u, 2 ** believed(k) * quotient, shown="n - d")
    lines.holds(
        "The quotient is an integer",
        quotient.is_integer,
        shown=f"{sympy.latex(quotient)} \\text{{ integer}}",
    )


def grundy_by_induction(believed: Callable[[Any], Any], lines: Lines) -> None:
    """The value that n = 2^k m gets, if every smaller heap's value is its valuation."""
    import sympy

    t, k = sympy.symbols("t k", integer=True, nonnegative=True)
    gap = sympy.Symbol("j", integer=True, positive=True)
    m, u = sympy.symbols("m u", integer=True, positive=True, odd=True)
    more = sympy.expand(believed(k) - k)
    lines.say(
        "Induction on $n = 2^k m$: every smaller pile has its valuation as Grundy value. Let",
        f"g = {sympy.latex(believed(k))}",
    )
    lines.say("Every value $t < g$ is reached: write", f"k = t + {sympy.latex(gap - more)}")
    heap, divisor = 2 ** (t + gap - more) * m, 2**t * m
    quotient = sympy.powsimp(sympy.simplify(heap / divisor))
    lines.holds(
        "Here $d = 2^t m$ is a proper divisor, as $n / d$ is an even integer",
        quotient.is_even,
        shown=f"\\frac{{n}}{{d}} = {sympy.latex(quotient)} \\text{{ even}}",
    )
    left = sympy.expand((heap - divisor) / 2**t)
    lines.holds(
        "and what remains has valuation $t$",
        left.is_odd,
        shown=f"\\frac{{n - d}}{{2^{{t}}}} = {sympy.latex(left)} \\text{{ odd}}",
    )
    lines.say("The value $g$ is not reached: let $d = 2^t u$, and first $t < k$, $k = t + j$")
    left = sympy.expand((2 ** (t + gap) * m - 2**t * u) / 2**t)
    lines.holds(
        "What remains has valuation $t$",
        left.is_odd,
        shown=f"\\frac{{n - d}}{{2^{{t}}}} = {sympy.latex(left)} \\text{{ odd}}",
    )
    lines.holds(
        "which is less than $g$",
        (gap + more).is_positive,
        shown=f"g - t = {sympy.latex(gap + more)} > 0",
    )
    lines.say("If $t = k$, then $u < m$ and $n - d = 2^k (m - u)$")
    lines.holds(
        "so its valuation is at least $k + 1$", (m - u).is_even, shown=r"m - u \text{ even}"
    )
    lines.holds(
        "which is more than $g$",
        (1 - more).is_positive,
        shown=f"k + 1 - g = {sympy.latex(1 - more)} > 0",
    )
    lines.say("So $g$ is the least value that is not reached", r"g(n) = \operatorname{mex} = g")


def exact_valuation_count(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """c_k by division with remainder: the odd cofactors y of x = 2^k y ≤ n are counted."""
    import sympy

    k, q = sympy.symbols("k q", integer=True, nonnegative=True)
    for bit in (0, 1):
        rest = sympy.Symbol("r", integer=True, nonnegative=True)
        n = 2 ** (k + 1) * q + 2**k * bit + rest
        lines.say(
            "Divide by $2^{k+1}$; the remainder is below $2^k$ after its top bit",
            f"n = {sympy.latex(n)}, \\quad 0 \\le r < 2^{{k}}",
        )
        whole, half = 2 * q + bit, q
        lines.same(
            "Multiples of $2^k$: $x = 2^k y$ with $y$ up to",
            (n - rest) / 2**k,
            whole,
            shown=r"\left\lfloor n / 2^{k} \right\rfloor",
        )
        lines.same(
            "Multiples of $2^{k+1}$: as many as",
            (n - rest - 2**k * bit) / 2 ** (k + 1),
            half,
            shown=r"\left\lfloor n / 2^{k+1} \right\rfloor",
        )
        index = sympy.Symbol("i", integer=True, positive=True)
        odd_numbers = sympy.Sum(1, (index, 1, q + bit)).doit()
        lines.same(
            f"The odd $y$ are $2 i - 1$ for $i = 1, \\dots, {sympy.latex(q + bit)}$, so",
            odd_numbers,
            believed(whole, half),
            shown="c_k",
        )


def telescoping(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """The first K counts leave out the multiples of 2^K."""
    import sympy

    n = sympy.Symbol("n", integer=True, positive=True)
    upper = sympy.Symbol("K", integer=True, nonnegative=True)

    def multiples(k: Any) -> Any:
        return sympy.floor(n / 2**k)

    lines.say(
        "By definition",
        r"c_k = \left\lfloor n/2^k \right\rfloor - "
        r"\left\lfloor n/2^{k+1} \right\rfloor",
    )
    lines.induction(
        "The sum of the first $K$ counts",
        believed(n, upper),
        upper,
        first=0,
        following=lambda total: total + multiples(upper) - multiples(upper + 1),
        name=lambda index: f"\\sum_{{k < {sympy.latex(sympy.sympify(index))}}} c_k",
    )
    lines.say("For $2^K > n$ the last term is 0", r"\sum_{k \ge 0} c_k = n")


def product_at_mersenne(believed: Callable[[Any], Any], lines: Lines) -> None:
    """Losing triples at n = 2^(2^t) − 1 from i + j + (i ⊕ j) = 2 (i | j)."""
    import sympy

    alpha, beta = sympy.symbols("alpha beta", integer=True)
    t, k = sympy.symbols("t k", integer=True, nonnegative=True)
    j = sympy.Symbol("j", integer=True, positive=True)
    width = sympy.Symbol("N", integer=True, positive=True)

    lines.say(
        "Valuations at $n = 2^N - 1$, $N = k + j$, $k < N$; both remainders are below the divisor"
    )
    remainder = 2**k - 1
    lines.same(
        "Multiples of $2^k$",
        (2 ** (k + j) - 1 - remainder) / 2**k,
        2**j - 1,
        shown=r"\left\lfloor n / 2^{k} \right\rfloor",
    )
    remainder = 2 ** (k + 1) - 1
    lines.same(
        "Multiples of $2^{k+1}$",
        (2 ** (k + j) - 1 - remainder) / 2 ** (k + 1),
        2 ** (j - 1) - 1,
        shown=r"\left\lfloor n / 2^{k+1} \right\rfloor",
    )
    lines.same("So", (2**j - 1) - (2 ** (j - 1) - 1), 2 ** (j - 1), shown="c_k")

    exclusive, inclusive = alpha + beta - 2 * alpha * beta, alpha + beta - alpha * beta
    truth = [(a, b) for a in (0, 1) for b in (0, 1)]
    lines.holds(
        "Bits as polynomials, verified on the four pairs",
        all(
            exclusive.subs({alpha: a, beta: b}) == a ^ b
            and inclusive.subs({alpha: a, beta: b}) == a | b
            for a, b in truth
        ),
        shown=r"\alpha \oplus \beta = \alpha + \beta - 2 \alpha \beta, \quad "
        r"\alpha \mid \beta = \alpha + \beta - \alpha \beta",
    )
    lines.same(
        "In each bit, and so in the numbers $i + j + (i \\oplus j) = 2 (i \\mid j)$",
        alpha + beta + exclusive,
        2 * inclusive,
        shown=r"\alpha + \beta + (\alpha \oplus \beta)",
    )
    first, second, either = sympy.symbols("i j' o", integer=True, nonnegative=True)
    third = 2 * either - first - second
    term = sympy.prod(2 ** (width - 1 - e) for e in (first, second, third))
    lines.same(
        "With $o = i \\mid j$ a term of the sum is",
        term,
        8 ** (width - 1) * sympy.Rational(1, 4) ** either,
        shown=r"c_i c_j c_{i \oplus j}",
    )
    lines.say(
        "For $N = 2^t$ all of $i, j, i \\oplus j$ are below $N$. Let",
        r"P_t = \sum_{i, j < 2^t} 4^{-(i \mid j)}, \quad P_0 = 1",
    )
    before = sympy.Symbol("P_t", positive=True)
    doubled = sum(before * 4 ** (-(2**t) * inclusive.subs({alpha: a, beta: b})) for a, b in truth)
    lines.same(
        "The top bits $\\alpha, \\beta$ of $i, j < 2^{t+1}$ add $2^t (\\alpha \\mid \\beta)$ to "
        "$i \\mid j$: the sum over the four pairs",
        doubled,
        before * believed(4 ** (2**t)),
        shown=r"P_{t+1}",
    )
    lines.say(
        "So, by induction on $t$",
        r"L = 8^{2^t - 1} P_t = 8^{2^t - 1} \prod_{b < t} \left(1 + 3 \cdot 4^{-2^b}\right)",
    )
