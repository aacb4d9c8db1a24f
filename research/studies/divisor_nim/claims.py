"""What the source says of divisor nim, and what this study finds of its solver at full size.

A heap is n = 2^k m with m odd. A proper divisor of it is d = 2^t u with t ≤ k and u a divisor of m;
where t < k, j is k − t. The lemmas are derived by sympy for all values of these symbols.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import product
from typing import TYPE_CHECKING, Any

from fast import divisor_nim as solver
from fast.errors import NoWinningOptionError
from fast.lazy import sympy
from oracles.games.divisor_nim import Heaps
from research.checks.equality import equal
from research.claims.cases import Drawn, Listed, of_every_size, st
from research.claims.claim import OURS, theorem
from research.studies.decided import (
    KERNEL_THEOREM,
    SUM_AND_PRODUCT,
    automaton,
    decided,
    natural,
)
from research.studies.divisor_nim import truth
from research.studies.divisor_nim.truth import HEADLINE, THREE, counts, study, valuation

if TYPE_CHECKING:
    from research.checks.derivations import Lines

FEW = 512  # the largest heap whose divisors are all looked at
DIVIDED = f"every n ≤ {FEW} divided by every smaller number"
UNIQUE = theorem("unique factorisation", "C. F. Gauss, Disquisitiones Arithmeticae, article 16")
TO_THREE_HEAPS = Listed(THREE, lambda: range(1, truth.BOUNDS[3] + 1))


@cache
def meets(formula: str, names: str, *numbers: int) -> bool:
    """Whether a formula holds of numbers."""
    return automaton(formula).accepts(**dict(zip(names, numbers, strict=True)))


study.section("Solution, and 2. Counting losing positions", kind="result")
NIM_SUM_0 = "Ex $nimsum(a,b,x) & $nimsum(x,c,0)"


nim_of_values = decided(
    """
    No option of a heap with Grundy value a has the value a. So a move gives one heap another
    value, and then the position does not lose if it did before
        Aa,b,c,x $loses(a,b,c) => (((x != a) => ~$loses(x,b,c)) &
        ((x != b) => ~$loses(a,x,c)) & ((x != c) => ~$loses(a,b,x)))
    Every x < a is the value of an option of a heap with Grundy value a. In a position that does
    not lose some heap can be given a smaller value so that it does
        Aa,b,c (~$loses(a,b,c)) => ((Ex x < a & $loses(x,b,c)) | (Ex x < b & $loses(a,x,c)) |
        (Ex x < c & $loses(a,b,x)))
    """,
    predicates=[("loses", "a,b,c", "three heaps with Grundy values a, b, c lose", "{f}")],
)

study.claim(
    "losing-iff-nim-sum-zero",
    "“For three piles, the position $(a, b, c)$ is losing iff $g(a) \\oplus g(b) \\oplus g(c) = "
    "0$”, which is $v_2(a) \\oplus v_2(b) \\oplus v_2(c) = 0$.",
    believed=NIM_SUM_0,
    controls={"the sum is even": "Ex a + b + c = 2*x", "two are equal": "a = b | b = c | a = c"},
    rests_on=["grundy-value-is-valuation", KERNEL_THEOREM],
).holds(
    lambda loses, heaps: equal(
        truth.is_p_position(heaps), meets(loses, "abc", *map(valuation, heaps))
    ),
    Listed(THREE, lambda: ({"heaps": p} for p in sorted(truth.graphs[3].truth.positions, key=sum))),
    by="the graph",
).derive("decided for all values of three heaps", nim_of_values)


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
    value = ("value", "k,g", "each heap of valuation k has the value g", "{g = f(k)}")
    decided(
        """
        So the options of a heap of valuation k have each valuation t < k, and none has the
        valuation k. Suppose that the options have the values of the definition. A heap has a value
            Ak Eg $value(k,g)
        Every smaller value x is that of an option of a valuation t < k
            Ak,g,x ($value(k,g) & x < g) => (Et t < k & $value(t,x))
        No option, of a valuation t other than k, has the value g. So the mex is g
            Ak,g,t ($value(k,g) & t != k) => ~$value(t,g)
    """,
        predicates=[value],
    )(believed, lines)


study.section("Step 1 and Step 2", kind="result")
study.claim(
    "grundy-value-is-valuation",
    "$g(n) = v_2(n)$.",
    believed=lambda k: k,
    controls={"one more": lambda k: k + 1, "one less": lambda k: k - 1},
    rests_on=[
        "divisor-that-reaches-t",
        "no-move-preserves-the-valuation",
        theorem("the Sprague–Grundy theorem", "R. Sprague, 1935; P. M. Grundy, 1939"),
    ],
).holds(
    lambda g, n: equal(truth.grundy(n), g(valuation(n))), truth.one_heap(), by="the graph"
).derive("both lemmas, and the mex by induction", grundy_value)

study.section("2. Counting losing positions, and Final result", kind="result")


def sum_over_pairs(n: int, third: str) -> int:
    """The sum over pairs i, j, each with the k of which a formula holds."""
    triples = product(enumerate(counts(n)), repeat=3)
    return sum(a * b * c for (i, a), (j, b), (k, c) in triples if meets(third, "ijk", i, j, k))


study.claim(
    "winning-triples",
    "“So the number of losing triples is $L = \\sum_{i, j \\ge 0} c_i c_j c_{i \\oplus j}$”, and "
    "$S(n) = n^3 - L$.",
    believed="$nimsum(i,j,k)",
    controls={"the sum": "i + j = k", "the difference": "i = j + k | j = i + k"},
    rests_on=["losing-iff-nim-sum-zero", SUM_AND_PRODUCT],
).holds(
    lambda third, n: equal(
        (truth.losing(n), truth.winning(n)),
        (losing := sum_over_pairs(n, third), n**3 - losing),
    ),
    TO_THREE_HEAPS,
    by="the graph",
).derive(
    "decided: one third valuation for each pair",
    decided("""
        For valuations i and j of the first two heaps, and k of the third, there are $c_i c_j c_k$
        triples. A triple with these loses for one k only, the one that the sum takes
            Ai,j,k (Ex $nimsum(i,j,x) & $nimsum(x,k,0)) <=> ({f})
    """),
)

study.section("Solution")


def proper_divisors(n: int) -> list[int]:
    """The quotients of a number by each of its divisors but 1."""
    return [n // e for e in range(2, n + 1) if n % e == 0]


study.claim(
    "moves",
    "“A move consists of choosing a proper divisor $d \\mid n$, $d < n$, and replacing $n$ by $n - "
    "d$.” A player who cannot move loses: the source does not say so, but its Grundy values do.",
    believed=lambda n: {n - d for d in proper_divisors(n)},
    controls={
        "d = n as well": lambda n: {n - d for d in (*proper_divisors(n), n)},
        "d > 1 only": lambda n: {n - d for d in proper_divisors(n) if d > 1},
    },
).equals(truth.options, truth.one_heap(FEW), by="the graph")

study.section("Reachability of smaller Grundy values")
study.claim(
    "divisor-that-reaches-t",
    "For odd $m$ and $t < k$, $d = 2^t m$ “is a proper divisor” of $n = 2^k m$, "
    "$n - d = 2^t m (2^{k-t} - 1)$ and $v_2(n - d) = t$.",
    believed=lambda t, m: 2**t * m,
    controls={
        "twice as much": lambda t, m: 2 ** (t + 1) * m,
        "three times as much": lambda t, m: 3 * 2**t * m,
    },
    rests_on=[UNIQUE],
).holds(
    lambda d, n, t: (
        (divisor := d(t, n // 2 ** valuation(n))) in proper_divisors(n)
        and valuation(n - divisor) == t
    ),
    Listed(
        f"n ≤ {FEW} and t < k",
        lambda: ({"n": n, "t": t} for n in range(1, FEW + 1) for t in range(valuation(n))),
    ),
    by=DIVIDED,
).derive("sympy: parity of $2^{k-t}$ and $m (2^{k-t} - 1)$", chosen_divisor)

study.section("No move preserves valuation k")
study.claim(
    "no-move-preserves-the-valuation",
    "Let $m$ be odd, and $d = 2^t u$ a proper divisor of $n = 2^k m$, $t \\le k$, with $u$ a "
    "divisor of $m$. If $t < k$, then $v_2(n - d) = t$. If $t = k$, then $v_2(n - d) \\ge k + 1$.",
    believed=(lambda t: t, lambda k: k + 1),
    controls={
        "one more for t < k": (lambda t: t + 1, lambda k: k + 1),
        "one more for t = k": (lambda t: t, lambda k: k + 2),
    },
    rests_on=[UNIQUE],
).holds(
    lambda left, n, d: (
        valuation(n - d) == left[0](valuation(d))
        if valuation(d) < valuation(n)
        else (n - d) % 2 ** left[1](valuation(n)) == 0
    ),
    Listed(
        f"all proper divisors of n ≤ {FEW}",
        lambda: ({"n": n, "d": d} for n in range(1, FEW + 1) for d in proper_divisors(n)),
    ),
    by=DIVIDED,
).derive("sympy: parity of the cofactors", valuation_left)
study.claim(
    "reachable-values-exactly",
    "For $n = 2^k m$ with odd $m$: “Thus the reachable Grundy values are exactly "
    "$\\lbrace 0, 1, \\dots, k - 1 \\rbrace$.”",
    believed=lambda k, _: set(range(k)),
    controls={"k as well": lambda k, _: set(range(k + 1))},
    correction=(
        "For $n = 2^k m$ with odd $m$, the reachable Grundy values are exactly "
        "$0, 1, \\dots, k - 1$ and, for every divisor $u < m$ of $m$, the value "
        "$k + v_2(m - u) > k$. They are $0, 1, \\dots, k - 1$ alone exactly "
        "if $n$ is a power of $2$. The mex is $k$ all the same.",
        lambda k, m: {*range(k), *(k + valuation(m - u) for u in proper_divisors(m))},
    ),
).holds(
    lambda values, n: equal(
        set(map(truth.grundy, truth.options(n))),
        values(valuation(n), n // 2 ** valuation(n)),
    ),
    Listed(f"one heap n ≤ {FEW}", lambda: ({"n": n} for n in range(1, FEW + 1))),
    by="the graph",
)

study.section("2. Counting losing positions, and Building the counts")
study.claim(
    "formula-of-c-k",
    "$c_k = \\lfloor n / 2^k \\rfloor - \\lfloor n / 2^{k+1} \\rfloor$, where $c_k$ counts the $x "
    "\\le n$ with $v_2(x) = k$.",
    believed=lambda whole, half: whole - half,
    controls={"the sum": lambda whole, half: whole + half},
    rests_on=[
        "grundy-value-is-valuation",
        theorem(
            "the properties of floors",
            "R. L. Graham, D. E. Knuth and O. Patashnik, Concrete Mathematics, chapter 3",
        ),
    ],
).holds(
    lambda c, n: equal(
        truth.heaps_by_value(n), [c(n // 2**k, n // 2 ** (k + 1)) for k in range(n.bit_length())]
    ),
    Listed(f"n ≤ {FEW} and every k", lambda: range(1, FEW + 1)),
    by="the graph",
).derive(
    "the odd numbers to $n / 2^k$ counted",
    decided("""
        With $w = \\lfloor n / 2^k \\rfloor$ and $q = \\lfloor w / 2 \\rfloor = \\lfloor n / 2^{k+1}
        \\rfloor$, the odd $y \\le w$ are $y = 2i - 1$ for i from 1 to $w - q$
            Aw,q,y,i ((w = 2*q | w = 2*q + 1) & y + 1 = 2*i) =>
            ((1 <= y & y <= w) <=> (1 <= i & {i <= f(w, q)}))
    """),
)

study.section("3. Python implementation")


def printed_program(n: int, *, least: int = 0) -> int:
    """The algorithm of the source's program, written anew, with the same bounds of its loops."""
    pairs = product(enumerate(c := counts(n)), repeat=2)
    return n**3 - sum(a * b * c[x] for (i, a), (j, b) in pairs if least <= (x := i ^ j) < len(c))


study.claim(
    "program",
    "The program returns $S(n)$.",
    believed=printed_program,
    controls={"without c[0]": partial(printed_program, least=1)},
).equals(truth.winning, TO_THREE_HEAPS, by="the graph")

study.section("3. Python implementation and 5. Verification")
BY_FORMULA: dict[str, Any] = {
    "over": "this number",
    "by": "the sum over all pairs i, j in exact integers",
    "rests_on": ["winning-triples", "formula-of-c-k"],
}
study.numbers(
    "answer-to-{limit}",
    "$S({limit}) = {value}$.",
    {10: 692},
    truth.winning,
    over=THREE,
    by="the graph",
)
study.numbers("answer-to-{n}", "$S({n}) = {value}$.", {100: 735494}, printed_program, **BY_FORMULA)
study.numbers(
    "headline",
    "$S({n}) \\bmod {modulus} = {value}$.",
    {(HEADLINE, truth.MODULUS): 151725678},
    lambda n, modulus: printed_program(n) % modulus,
    **BY_FORMULA,
)

study.section("beyond the graphs", source=OURS)


def large_heap() -> Any:
    """Strategy: a heap of the size of the headline's limit, often with a large power of 2 in it."""
    drawn = st.tuples(of_every_size(HEADLINE // 2, HEADLINE), st.integers(0, HEADLINE.bit_length()))
    return drawn.map(lambda d: d[0] >> d[1] << d[1] or d[0])


def three_heaps(first: int, second: int, third: int, *, losing: bool) -> Heaps:
    """Three heaps, with nim sum 0 where it is wanted and a third heap makes it so."""
    wanted = valuation(first) ^ valuation(second)
    if losing and HEADLINE >> wanted:
        third = (2 * (third % (((HEADLINE >> wanted) + 1) // 2)) + 1) << wanted
    return first, second, third


LARGE = Drawn(
    f"three heaps ≤ {HEADLINE}, many of them P-positions",
    lambda: st.builds(three_heaps, large_heap(), large_heap(), large_heap(), losing=st.booleans()),
)


def winning_option_is_right(winning_option: Callable[[Heaps], Heaps], heaps: Heaps) -> bool:
    """An N-position's option takes a proper divisor from one heap and is P; else a refusal."""
    try:
        option = winning_option(heaps)
    except NoWinningOptionError:
        return solver.criterion(heaps)
    changed = [(n, left) for n, left in zip(heaps, option, strict=True) if n != left]
    legal = len(changed) == 1 and all(0 < left < n and n % (n - left) == 0 for n, left in changed)
    return not solver.criterion(heaps) and legal and solver.criterion(option)


study.claim(
    "every-n-position-has-a-p-position-as-option",
    "At the size of the headline, the solver's winning option of an N-position takes a proper "
    "divisor from one heap and leaves a P-position; in a P-position it refuses.",
    gating=True,
    believed=solver.winning_option,
    controls={"takes half of the first heap": lambda heaps: (heaps[0] - heaps[0] // 2, *heaps[1:])},
).holds(winning_option_is_right, LARGE)
