"""Divisor nim: its lemmas on parity, its counts and the closed product.

Each derivation takes what is believed (a formula as a function) and writes lines that are verified
for all values of the symbols, by sympy or by the decision procedure. A heap is n = 2^k m with m
odd, a proper divisor of it is d = 2^t u with t ≤ k and u a divisor of m; where t < k, the gap is
j = k − t.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from research.system.lazy import LazyModule

if TYPE_CHECKING:
    import sympy

    from research.checks.derivations import Lines
    from research.logic.automaton import Automaton
else:
    sympy = LazyModule("sympy")

Formula = Callable[..., Any]


def natural(names: str) -> Any:
    """Symbols for natural numbers."""
    return sympy.symbols(names, integer=True, nonnegative=True)


def positive(names: str, **more: bool) -> Any:
    """Symbols for positive integers."""
    return sympy.symbols(names, integer=True, positive=True, **more)


# The valuation of what a move leaves.


def odd_for_positive_gap(believed: Formula, lines: Lines) -> None:
    """2^(k−t) − 1 is odd for t < k."""
    lines.define("Write the gap as a positive integer", r"j = k - t > 0")
    lines.has("Then the number is odd", believed(positive("j")), "odd")


def chosen_divisor(believed: Formula, lines: Lines) -> None:
    """For t < k the chosen d is a proper divisor, and n − d has valuation t."""
    t, gap, m = natural("t"), positive("j"), positive("m", odd=True)
    heap, divisor = 2 ** (t + gap) * m, believed(t, m)
    lines.define(
        "A heap of valuation $k = t + j$, $j > 0$, with odd $m$, and the divisor",
        f"n = {sympy.latex(heap)}, \\quad d = {sympy.latex(divisor)}",
    )
    _proper(lines, heap, divisor)
    lines.same("What remains", heap - divisor, 2**t * m * (2**gap - 1), shown="n - d")
    lines.has("Its cofactor is odd, so its valuation is $t$", m * (2**gap - 1), "odd")


def _has(lines: Lines, words: str, name: str, value: Any, fact: str) -> None:
    """Write a fact about a value, which is shown with its name."""
    lines.has(words, value, fact, shown=f"{name} = {sympy.latex(value.doit())}")


def _proper(lines: Lines, heap: Any, divisor: Any) -> None:
    """The quotient is an integer greater than 1: the definition of a proper divisor."""
    quotient, name = sympy.powsimp(sympy.simplify(heap / divisor)), r"\frac{n}{d}"
    _has(lines, "The quotient is an integer, so $d$ divides $n$", name, quotient, "integer")
    _has(lines, "and greater than 1, so $d < n$", f"{name} - 1", quotient - 1, "positive")


def _odd_cofactor(lines: Lines, words: str, left: Any, power: Any) -> None:
    """What remains is a power of 2 times an odd number."""
    cofactor = sympy.powsimp(sympy.expand(left / power, power_exp=True))
    _has(lines, words, f"\\frac{{n - d}}{{{sympy.latex(power)}}}", cofactor, "odd")


def lower_power(believed: Formula, lines: Lines) -> None:
    """For t < k, n − d is 2^t times an odd number."""
    t, gap, (m, u) = natural("t"), positive("j"), positive("m u", odd=True)
    left, power = 2 ** (t + gap) * m - 2**t * u, 2 ** believed(t)
    lines.define(
        "With $k = t + j$, $j > 0$, and odd $m$ and $u$", "n = 2^{t + j} m, \\quad d = 2^{t} u"
    )
    _odd_cofactor(lines, f"What remains is ${sympy.latex(power)}$ times an odd number", left, power)


def equal_power(believed: Formula, lines: Lines) -> None:
    """For t = k, u < m and n − d is a multiple of 2^(k+1)."""
    (k, b), a = natural("k b"), sympy.Symbol("a", integer=True)
    m, u = 2 * (a + b) + 1, 2 * b + 1
    left, power = 2**k * m - 2**k * u, 2 ** believed(k)
    lines.define(
        "Both cofactors are odd",
        "n = 2^k m, \\quad d = 2^k u, \\quad u = 2 b + 1, \\quad m = u + 2 a",
    )
    lines.same("What remains", left, 2**k * (m - u), shown="n - d")
    lines.has("The sign of $m - u$ is that of $n - d > 0$, so $u < m$, as here", 2**k, "positive")
    lines.has("The difference of the cofactors is even", m - u, "even", shown="m - u")
    words = f"So what remains is a multiple of ${sympy.latex(power)}$"
    lines.has(words, left / power, "integer", shown=f"\\frac{{n - d}}{{{sympy.latex(power)}}}")


def grundy_by_induction(believed: Formula, lines: Lines) -> None:
    """Every value below that of n = 2^k m is an option's, and its own is none's."""
    (t, k), gap, (m, u) = natural("t k"), positive("j"), positive("m u", odd=True)
    more = sympy.expand(believed(k) - k)
    lines.define(
        "For $n = 2^k m$ let, and let every smaller pile have the value that its valuation gives",
        f"g = {sympy.latex(believed(k))}",
    )
    lines.define("A value $t < g$ is $t = g - j$, $j > 0$", f"k = t + {sympy.latex(gap - more)}")
    heap, divisor = 2 ** (t + gap - more) * m, 2**t * m
    lines.define("The divisor $d = 2^t m$ is to reach it", f"n = {sympy.latex(heap)}")
    _proper(lines, heap, divisor)
    words = "and what remains has valuation $t$: it is $2^t$ times"
    _odd_cofactor(lines, words, heap - divisor, 2**t)
    lines.define("The value $g$ is not reached: let $d = 2^t u$, and first $k = t + j$, $j > 0$")
    words = "What remains has valuation $t$: it is $2^t$ times"
    _odd_cofactor(lines, words, 2 ** (t + gap) * m - 2**t * u, 2**t)
    _has(lines, "which is less than $g$", "g - t", sympy.Add(gap, more, evaluate=False), "positive")
    lines.define("Then let $t = k$", "n - d = 2^k (m - u)")
    lines.has("What remains has a valuation of at least $k + 1$", m - u, "even")
    _has(lines, "which is more than $g$", "k + 1 - g", k + 1 - believed(k), "positive")


# How many numbers have a valuation.


def exact_valuation_count(believed: Formula, lines: Lines) -> None:
    """c_k by division with remainder: the odd cofactors y of x = 2^k y ≤ n are counted."""
    (q, rest), excess, index = natural("q r"), positive("e"), positive("i")
    power = rest + excess
    for bit in (0, 1):
        n, whole, half, number = 2 * power * q + power * bit + rest, 2 * q + bit, q, q + bit
        lines.define(
            "Divide by $2^{k+1}$, the quotient being $q$; let the remainder be $r$ more than "
            f"${bit} \\cdot 2^k$, where $0 \\le r < 2^k$",
            f"2^k = r + e, \\quad e > 0, \\quad n = 2 \\cdot 2^k q + {bit} \\cdot 2^k + r",
        )
        _quotient(lines, n, power, whole, "k")
        _quotient(lines, n, 2 * power, half, "k+1")
        _counted(lines, whole, number)
        lines.same(
            "The $x \\le n$ with $v_2(x) = k$ are $2^k y$ for these $y$, so their number is",
            sympy.Sum(1, (index, 1, number)),
            believed(whole, half),
            shown="c_k",
        )


def _quotient(lines: Lines, number: Any, divisor: Any, quotient: Any, power: str) -> None:
    """The quotient rounded down: the remainder lies from 0 to below the divisor."""
    shown = sympy.latex(quotient)
    times = rf"\left({shown}\right)" if quotient.is_Add else f"{shown} \\cdot"
    lines.has(
        f"$\\lfloor n / 2^{{{power}}} \\rfloor = {shown}$, as the remainder is",
        sympy.Add(number, -quotient * divisor, evaluate=False),
        "nonnegative",
        shown=f"n - {times} 2^{{{power}}}",
    )
    lines.has(
        "and less than the divisor by",
        sympy.Add((quotient + 1) * divisor, -number, evaluate=False),
        "positive",
        shown=f"\\left({sympy.latex(quotient + 1)}\\right) 2^{{{power}}} - n",
    )


def _counted(lines: Lines, last: Any, number: Any) -> None:
    """The odd numbers up to ``last`` are 2i − 1 for i up to ``number``."""
    shown, many, twice = map(sympy.latex, (last, number, 2 * number))
    lines.has(
        f"The odd $y \\le {shown}$ are $2 i - 1$ for $i = 1, \\dots, {many}$: the last is "
        "not above",
        last - (2 * number - 1),
        "nonnegative",
        shown=f"\\left({shown}\\right) - \\left({twice} - 1\\right)",
    )
    lines.has(
        "and the next one is",
        2 * number + 1 - last,
        "positive",
        shown=f"\\left({twice} + 1\\right) - \\left({shown}\\right)",
    )


def telescoping(believed: Formula, lines: Lines) -> None:
    """The first K counts leave out the multiples of 2^K; in the end there are none."""
    n, upper, excess = positive("n"), natural("K"), positive("e")
    lines.define(
        "Take for the counts",
        r"c_k = \left\lfloor n/2^k \right\rfloor - \left\lfloor n/2^{k+1} \right\rfloor",
    )
    lines.induction(
        "The sum of the first $K$ counts",
        believed(n, upper),
        upper,
        first=0,
        following=lambda total: (
            total + sympy.floor(n / 2**upper) - sympy.floor(n / 2 ** (upper + 1))
        ),
        name=lambda index: f"\\sum_{{k < {sympy.latex(sympy.sympify(index))}}} c_k",
    )
    lines.has(
        "For $2^K = n + e > n$ the last floor is 0, so all counts sum to $n$: it is that of",
        n / (n + excess),
        "nonnegative",
    )
    lines.has("which is below 1", 1 - n / (n + excess), "positive")


# Losing triples.


def nim_of_valuations(believed: tuple[str, str], lines: Lines) -> None:
    """The value of a heap is its valuation; its numbers are those that the formula speaks of."""
    value, loses = believed
    lines.define("The value of a heap, by the claim grundy-value-is-valuation", "g(n) = v_2(n)")
    lines.checked("Of this the formula speaks", [value], lambda name: name == "v_2")
    nim_of_values(loses, lines)


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


def sum_over_pairs(believed: str, lines: Lines) -> None:
    """For each pair of valuations there is one third valuation with which the triple loses."""
    lines.define(
        "For valuations i and j of the first two heaps, and k of the third, there are $c_i c_j "
        "c_k$ triples"
    )
    _deciding(lines)(
        "A triple with these loses for one k only, the one that the sum takes",
        f"Ai,j,k (Ex $nimsum(i,j,x) & $nimsum(x,k,0)) <=> ({believed})",
    )


def all_but_the_losing(believed: Formula, lines: Lines) -> None:
    """The triples from 1 to n, one for each choice of three heaps, less the losing ones."""
    n, losing = natural("n L")
    a, b, c = positive("a b c")
    lines.same(
        "All triples, one for each three heaps from 1 to n, without the losing ones",
        sympy.Sum(1, (a, 1, n), (b, 1, n), (c, 1, n)) - losing,
        believed(n, losing),
        shown="S(n)",
    )


def third_valuation(believed: str, lines: Lines) -> None:
    """The sum i ⊕ j ⊕ k = 0 exactly for the k believed in, for all natural numbers."""
    _deciding(lines)(
        "$i \\oplus j \\oplus k = 0$ if and only if $k = i \\oplus j$",
        f"Ai,j,k (Ex $nimsum(i,j,x) & $nimsum(x,k,0)) <=> ({believed})",
    )


def _deciding(lines: Lines) -> Callable[..., None]:
    """What decides statements in which ``$either(x,y,z)`` says that z = x | y."""
    return partial(lines.decided, relations={"either": either()})


def either() -> Automaton:
    """Return the automaton of z = x | y, bit by bit, the least significant first.

    >>> either().accepts(x=5, y=3, z=7), either().accepts(x=5, y=3, z=6)
    (True, False)
    """
    from research.logic.automaton import Automaton

    fits = [int(x | y != z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
    return Automaton.build(2, "lsd", ["x", "y", "z"], [fits, [1] * 8], [True, False])


def product_at_mersenne(believed: Formula, lines: Lines) -> None:
    """Losing triples at n = 2^(2^t) − 1 from i + j + (i ⊕ j) = 2 (i | j)."""
    _counts_at_mersenne(lines)
    decided = _deciding(lines)
    decided(
        "$i + j + (i \\oplus j) = 2 (i \\mid j)$",
        "Ai,j,x,o ($nimsum(i,j,x) & $either(i,j,o)) => (i + j + x = 2*o)",
    )
    width, t, before = positive("N"), natural("t"), sympy.Symbol("P_t", positive=True)
    first, second, inclusive = natural("i j' o")
    third = 2 * inclusive - first - second
    lines.same(
        "With $o = i \\mid j$ a term of the sum $\\sum c_i c_j c_{i \\oplus j}$ is",
        sympy.prod(2 ** (width - 1 - e) for e in (first, second, third)),
        8 ** (width - 1) * sympy.Rational(1, 4) ** inclusive,
        shown=r"c_i c_j c_{i \oplus j}",
    )
    decided(
        "For a power of two $N$ and $i, j < N$ also $i \\oplus j < N$, so that its count is one "
        "of the above",
        "An,i,j,x ($power(n) & i < n & j < n & $nimsum(i,j,x)) => (x < n)",
    )
    lines.define(
        "So the sum is $8^{N-1}$ times, for $N = 2^t$,",
        r"P_t = \sum_{i, j < 2^t} 4^{-(i \mid j)}, \quad P_0 = 1",
    )
    for i, j in product(("n + i", "i"), ("n + j", "j")):
        o = "o" if (i, j) == ("i", "j") else "n + o"
        decided(
            "A top bit of $i$ or $j$ is one of $i \\mid j$",
            f"An,i,j,o ($power(n) & i < n & j < n & $either(i,j,o)) => $either({i},{j},{o})",
        )
    lines.same(
        "So the $i, j < 2^{t+1}$ give, by their top bits,",
        sum(before * 4 ** (-(2**t) * (a | b)) for a, b in product((0, 1), repeat=2)),
        before * believed(4 ** (2**t)),
        shown=r"P_{t+1}",
    )
    lines.define(
        "From $P_0 = 1$ these factors make",
        r"P_t = \prod_{b < t} \left(1 + 3 \cdot 4^{-2^b}\right)",
    )


def _counts_at_mersenne(lines: Lines) -> None:
    """c_k = 2^(N − 1 − k) for n = 2^N − 1 and k < N."""
    k, j = natural("k"), positive("j")
    lines.define("Let $k < N = k + j$", "n = 2^N - 1")
    whole, half = 2**j - 1, 2 ** (j - 1) - 1
    for power, quotient in ((k, whole), (k + 1, half)):
        lines.same(
            f"Division by $2^{{{sympy.latex(power)}}}$; the remainder is below the divisor",
            2 ** (k + j) - 1,
            quotient * 2**power + 2**power - 1,
            shown="n",
        )
    lines.same("So, as the difference of the quotients", whole - half, 2 ** (j - 1), shown="c_k")
    lines.has(
        "For $k = N + i$, $i \\ge 0$, both quotients and $c_k$ are 0, as $2^k$ exceeds $n$ by",
        2 ** positive("N") * (2 ** natural("i") - 1) + 1,
        "positive",
        shown="2^{N + i} - (2^N - 1)",
    )
