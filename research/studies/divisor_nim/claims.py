"""What the source says of divisor nim, section by section. A heap is n = 2^k m with m odd."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

from fast import divisor_nim as solver
from research.checks.equality import equal
from research.claims.agreeing import by_all
from research.claims.cases import Drawn, Listed, evenly, every, st, values_by_key
from research.claims.claim import definition, theorem
from research.studies.divisor_nim import derivations
from research.studies.divisor_nim.truth import (
    BOUNDS,
    HEADLINE,
    MODULUS,
    counts,
    exactly,
    on_graph,
    one_heap,
    split,
    study,
    three,
    valuation,
)

if TYPE_CHECKING:
    from research.logic.automaton import Automaton

MOST = BOUNDS[1]  # the largest single heap of a graph
FEW = 512  # where every k is looked at with each limit
ONE = one_heap().words
V_2 = definition("$v_2(2^k m) = k$ for odd $m$")

KERNEL_THEOREM = theorem(
    "the Kernel theorem: a set is that of the P-positions if play ends, no option of a position in "
    "it is in it, and every other position has an option in it"
)
BY_KERNEL = "decided for all values of three heaps"
NIM_SUM_0, EVEN_SUM = "Ex $nimsum(a,b,x) & $nimsum(x,c,0)", "Ex a + b + c = 2*x"
MEX = definition("$g(n)$ is the mex of the values of the options of $n$")
THREE_PILES = definition(
    "a position is three piles, and a move in it is one in one of them; each takes counters away, "
    "so play ends"
)
VALUES: dict[str, Callable[[int], int]] = {"v_2": valuation, "n": int}  # of a heap n

THREE_HEAPS = three.positions(order=sum)
TO_THREE_HEAPS = Listed(three.words, lambda: range(1, BOUNDS[3] + 1))


@cache
def automaton(formula: str) -> Automaton:
    """The numbers of which a formula holds: the very formula of which the derivations decide."""
    from research.logic.decide import evaluate

    return evaluate(formula, "lsd_2", {"either": derivations.either()})


@cache
def meets(formula: str, names: str, *numbers: int) -> bool:
    """Whether a formula holds of numbers."""
    return automaton(formula).accepts(**dict(zip(names, numbers, strict=True)))


def moves(more: str = "", among: Any = lambda *_: True) -> Listed:
    """All heaps n with each proper divisor d, of some valuations t of d and k of n."""
    return Listed(
        f"all proper divisors of n ≤ {MOST}{more}",
        lambda: (
            {"n": n, "d": d}
            for n in range(1, MOST + 1)
            for d in range(1, n // 2 + 1)
            if n % d == 0 and among(valuation(d), valuation(n))
        ),
    )


def large_heap(most: int = HEADLINE) -> Any:
    """Strategy: a number of the size of ``most``, often with a large power of 2 in it."""
    drawn = st.tuples(evenly((most + 1) // 2, most), st.integers(0, most.bit_length()))
    return drawn.map(lambda d: d[0] >> d[1] << d[1] or d[0])


def large_move() -> Any:
    """Strategy: a heap n of the size of the headline's limit with a proper divisor d of it."""
    bits = st.integers(1, HEADLINE.bit_length() - 1)
    quotient = bits.flatmap(lambda b: evenly(2 ** (b - 1) + 1, 2**b))
    return quotient.flatmap(lambda e: large_heap(HEADLINE // e).map(lambda d: {"n": d * e, "d": d}))


EVERY_DIVISOR = f"every n ≤ {MOST} divided by every smaller number"
LARGE_MOVES = Drawn(f"heaps n ≤ {HEADLINE} with a proper divisor, drawn as n = d·e", large_move)

study.section("Solution")


def proper_divisors(n: int) -> list[int]:
    """The quotients of a number by each of its divisors but 1."""
    return [n // e for e in range(2, n + 1) if n % e == 0]


study.claim(
    "moves",
    "A move consists of choosing a proper divisor $d \\mid n$, $d < n$, and replacing $n$ by "
    "$n - d$. [A player who cannot move loses: the source does not say so, but its Grundy values "
    "do.]",
    believed=lambda n: {n - d for d in proper_divisors(n)},
    controls={
        "d = n as well": lambda n: {n - d for d in (*proper_divisors(n), n)},
        "d > 1 only": lambda n: {n - d for d in proper_divisors(n) if d > 1},
    },
).equals(on_graph.options, one_heap(FEW))
study.claim(
    "losing-iff-nim-sum-zero",
    "For three piles, the position $(a, b, c)$ is losing iff $g(a) \\oplus g(b) \\oplus g(c) = 0$, "
    "where $\\oplus$ is bitwise XOR and $g$ the Grundy value of one pile.",
    believed=NIM_SUM_0,
    controls={"the sum is even": EVEN_SUM, "two are equal": "a = b | b = c | a = c"},
    rests_on=[KERNEL_THEOREM, THREE_PILES, MEX],
).holds(
    lambda loses, p: equal(three.is_p_position(p), meets(loses, "abc", *map(on_graph.grundy, p))),
    Listed(f"{three.words}, with $g$ from that of {ONE}", THREE_HEAPS.cases),
).derive(BY_KERNEL, derivations.nim_of_values)
study.claim(
    "reduces-to-grundy-values",
    "The entire problem reduces to understanding $g(n)$. [Read so: positions with the same three "
    "Grundy values have the same outcome.]",
    believed=lambda p: tuple(sorted(map(on_graph.grundy, p))),
    controls={"only their parities": lambda p: tuple(sorted(on_graph.grundy(n) % 2 for n in p))},
).holds(
    lambda key, p: len(values_by_key(key, three.outcome, THREE_HEAPS)[key(p)]) == 1, THREE_HEAPS
)

study.section("Step 1 and Step 2", kind="result")
study.claim(
    "grundy-value-is-valuation",
    "$g(n) = v_2(n)$, the exponent of $2$ in $n$. We prove this: $g(2^k m) = k$ for odd $m$, since "
    "a pile with valuation $k$ reaches every smaller value and never $k$.",
    believed=lambda k: k,
    controls={"one more": lambda k: k + 1, "one less": lambda k: k - 1},
    rests_on=[
        V_2,
        theorem(
            "unique factorisation: the divisors of $2^k m$ are the $2^t u$ with $t \\le k$ and $u$ "
            "a divisor of $m$"
        ),
        theorem(
            "where play ends, a function is the Grundy function if every value below that of a "
            "position is one of an option, and its own of none: mex, by induction along play"
        ),
        definition("each move takes counters away, so play ends"),
    ],
).holds(lambda g, n: equal(on_graph.grundy(n), g(valuation(n))), one_heap()).derive(
    "sympy: parity of what remains", derivations.grundy_by_induction
)

study.section("Step 2")
study.claim(
    "form-of-a-divisor",
    "Every proper divisor $d$ of $n = 2^k m$ can be written as $d = 2^t u$, where "
    "$0 \\le t \\le k$, $u \\mid m$.",
    believed=lambda k, m, t, u: 0 <= t <= k and m % u == 0,
    controls={
        "t < k": lambda k, m, t, u: t < k and m % u == 0,
        "u = m": lambda k, m, t, u: t <= k and u == m,
    },
).holds(lambda form, n, d: bool(form(*split(n), *split(d))), moves(), LARGE_MOVES, by=EVERY_DIVISOR)

study.section("Reachability of smaller Grundy values")
study.claim(
    "divisor-that-reaches-t",
    "For any $t < k$, $d = 2^t m$ is a proper divisor of $n$, $n - d = 2^t m (2^{k-t} - 1)$ and "
    "$v_2(n - d) = t$.",
    believed=lambda t, m: 2**t * m,
    controls={
        "twice as much": lambda t, m: 2 ** (t + 1) * m,
        "three times as much": lambda t, m: 3 * 2**t * m,
    },
    rests_on=[V_2],
).holds(
    lambda divisor, n, t: (
        (left := n - divisor(t, split(n)[1])) in on_graph.options(n) and valuation(left) == t
    ),
    Listed(
        f"n ≤ {MOST} and t < k",
        lambda: ({"n": n, "t": t} for n in range(1, MOST + 1) for t in range(valuation(n))),
    ),
).derive("sympy: parity of $2^{k-t}$ and $m (2^{k-t} - 1)$", derivations.chosen_divisor)
study.claim(
    "power-less-one-is-odd",
    "$2^{k-t} - 1$ is odd for $t < k$.",
    believed=lambda gap: 2**gap - 1,
    controls={"half the power": lambda gap: 2 ** (gap - 1) - 1, "plus 2": lambda gap: 2**gap + 2},
).derive("sympy: parity of powers", derivations.odd_for_positive_gap)
study.claim(
    "every-smaller-value-is-reachable",
    "From a pile with valuation $k$, every smaller valuation $0, 1, \\dots, k - 1$ is reachable.",
    believed=lambda k: set(range(k)),
    controls={"k as well": lambda k: set(range(k + 1))},
).holds(
    lambda smaller, n: smaller(valuation(n)) <= set(map(valuation, on_graph.options(n))), one_heap()
)

study.section("No move preserves valuation k")
study.claim(
    "below-k",
    "If $t < k$, then $n - d = 2^t (\\mathrm{odd})$, so the valuation is exactly $t < k$.",
    believed=lambda t: t,
    controls={"one more": lambda t: t + 1},
    rests_on=[V_2],
).holds(
    lambda left, n, d: equal(valuation(n - d), left(valuation(d))),
    moves(" with t < k", lambda t, k: t < k),
    by=EVERY_DIVISOR,
).derive("sympy: parity of the cofactor", derivations.lower_power)
study.claim(
    "at-k",
    "If $t = k$, then $u < m$, $n - d = 2^k (m - u)$, $m - u$ is even, hence "
    "$v_2(n - d) \\ge k + 1$.",
    believed=lambda k: k + 1,
    controls={"one more": lambda k: k + 2},
    rests_on=[V_2],
).holds(
    lambda least, n, d: (n - d) % 2 ** least(valuation(n)) == 0,
    moves(" with t = k", lambda t, k: t == k),
    by=EVERY_DIVISOR,
).derive("sympy: parity of the difference", derivations.equal_power)
study.claim(
    "k-is-never-reachable",
    "Valuation $k$ itself is never reachable: no option of a pile has its own valuation.",
    believed=lambda k: k,
    controls={"one more": lambda k: k + 1},
).holds(
    lambda never, n: never(valuation(n)) not in map(valuation, on_graph.options(n)), one_heap()
).holds(lambda never, n, d: valuation(n - d) != never(valuation(n)), LARGE_MOVES)
study.claim(
    "reachable-values-exactly",
    "Thus the reachable Grundy values are exactly $0, 1, \\dots, k - 1$.",
    believed=lambda k, _: set(range(k)),
    controls={"k as well": lambda k, _: set(range(k + 1))},
    correction=(
        "The reachable Grundy values are exactly $0, 1, \\dots, k - 1$ and, for every divisor "
        "$u < m$ of $m$, the value $k + v_2(m - u) > k$; so exactly $0, 1, \\dots, k - 1$ when $n$ "
        "is a power of $2$, and never otherwise. The mex is $k$ all the same.",
        lambda k, m: {*range(k), *(k + valuation(m - u) for u in range(1, m) if m % u == 0)},
    ),
).holds(
    lambda values, n: equal(set(map(on_graph.grundy, on_graph.options(n))), values(*split(n))),
    one_heap(),
)
study.claim(
    "mex-of-the-reachable-values",
    "Therefore $g(n) = \\operatorname{mex} \\lbrace 0, 1, \\dots, k - 1 \\rbrace = k$. [The mex of "
    "the values that are reachable is meant; larger ones do not change it.]",
    believed=lambda values: next(k for k in range(len(values) + 1) if k not in values),
    controls={
        "the greatest of them": lambda values: max(values, default=0),
        "one above": lambda values: len(values) + 1,
    },
).holds(lambda mex, n: equal(on_graph.grundy(n), mex(set(range(valuation(n))))), one_heap())

study.section("2. Counting losing positions, and Building the counts")
study.claim(
    "numbers-counted",
    "$c_k$ counts the $1 \\le x \\le n$ with $v_2(x) = k$: the integers divisible by $2^k$ but not "
    "by $2^{k+1}$.",
    believed=lambda x, k: x % 2**k == 0 and x % 2 ** (k + 1) != 0,
    controls={"divisible by 2^k": lambda x, k: x % 2**k == 0},
).equals(
    lambda x, k: on_graph.grundy(x) == k,
    Listed(f"{ONE}, and k ≤ 12", lambda: every(x=one_heap().cases(), k=range(13))),
)

study.section("2. Counting losing positions")
EVERY_K = Listed(
    f"n ≤ {FEW} and every k, Grundy values counted on that of {ONE}",
    lambda: ({"n": n, "k": k} for n in range(1, FEW + 1) for k in range(n.bit_length() + 1)),
)
study.claim(
    "formula-of-c-k",
    "$c_k = \\lfloor n / 2^k \\rfloor - \\lfloor n / 2^{k+1} \\rfloor$.",
    believed=exactly,
    controls={
        "the sum": lambda whole, half: whole + half,
        "one more": lambda whole, half: whole - half + 1,
    },
    rests_on=[
        definition("$c_k$ counts the $x \\le n$ with $v_2(x) = k$, that is $x = 2^k y$, $y$ odd")
    ],
).holds(
    lambda c, n, k: equal((*on_graph.counts(n), 0)[k], c(n // 2**k, n // 2 ** (k + 1))), EVERY_K
).derive("sympy: division with remainder", derivations.exact_valuation_count)
study.claim(
    "losing-iff-valuations-xor-to-zero",
    "A triple is losing iff $v_2(a) \\oplus v_2(b) \\oplus v_2(c) = 0$.",
    believed=("v_2", NIM_SUM_0),
    controls={
        "heap sizes in place of valuations": ("n", NIM_SUM_0),
        "the sum is even": ("v_2", EVEN_SUM),
    },
    rests_on=["grundy-value-is-valuation", KERNEL_THEOREM, THREE_PILES, MEX],
    kind="result",
).holds(
    lambda loses, heaps: equal(
        three.is_p_position(heaps), meets(loses[1], "abc", *map(VALUES[loses[0]], heaps))
    ),
    Listed(three.words, lambda: ({"heaps": heaps} for heaps in THREE_HEAPS.cases())),
).derive(BY_KERNEL, derivations.nim_of_valuations)

study.section("2. Counting losing positions, and Counting losing triples")


def losing_sum(n: int) -> int:
    """The source's double sum over a list that ends where the counts do."""
    c = counts(n)
    pairs = product(enumerate(c), repeat=2)
    return sum(a * b * c[x] for (i, a), (j, b) in pairs if (x := i ^ j) < len(c))


def sum_over_pairs(n: int, third: str) -> int:
    """The sum over pairs i, j, each with the k of which a formula holds."""
    triples = product(enumerate(counts(n)), repeat=3)
    return sum(a * b * c for (i, a), (j, b), (k, c) in triples if meets(third, "ijk", i, j, k))


study.claim(
    "losing-triples",
    "The number of losing triples is $L = \\sum_{i, j \\ge 0} c_i c_j c_{i \\oplus j}$.",
    believed="$nimsum(i,j,k)",
    controls={"the sum": "i + j = k", "either": "$either(i,j,k)"},
    rests_on=[
        "losing-iff-valuations-xor-to-zero",
        definition("$c_k$ counts the $x \\le n$ with $v_2(x) = k$"),
        theorem("products and sums count pairs and disjoint unions"),
    ],
    kind="result",
).holds(
    lambda third, n: equal(on_graph.losing(n), sum_over_pairs(n, third)), TO_THREE_HEAPS
).derive("decided: one third valuation for each pair", derivations.sum_over_pairs)

study.section("2. Counting losing positions, and Final result", kind="result")
study.claim(
    "winning-triples",
    "All triples: $n^3$; winning triples: $S(n) = n^3 - L$.",
    believed=lambda n, losing: n**3 - losing,
    controls={"triples without order": lambda n, losing: n * (n + 1) * (n + 2) / 6 - losing},
    rests_on=["losing-triples", definition("a triple is winning if it is not losing")],
).holds(lambda wins, n: equal(on_graph.winning(n), wins(n, losing_sum(n))), TO_THREE_HEAPS).derive(
    "sympy: all triples counted", derivations.all_but_the_losing
)

study.section("Counting losing triples")
study.claim(
    "third-valuation",
    "If $i \\oplus j \\oplus k = 0$ then $k = i \\oplus j$: for each pair $(i, j)$ the required "
    "third valuation is uniquely determined.",
    believed="$nimsum(i,j,k)",
    controls={"the difference": "i = j + k | j = i + k", "either": "$either(i,j,k)"},
).derive("decided for all natural numbers", derivations.third_valuation)


@cache
def triples_by_valuations(n: int) -> Counter[tuple[int, ...]]:
    """Triples of heaps up to n, one by one, by their Grundy values."""
    return Counter(product(map(on_graph.grundy, range(1, n + 1)), repeat=3))


study.claim(
    "triples-of-a-pair",
    "The number of triples with those valuations is $c_i c_j c_{i \\oplus j}$.",
    believed=lambda c, i, j, k: c[i] * c[j] * c[k],
    controls={"plus c_k": lambda c, i, j, k: c[i] * c[j] + c[k]},
).holds(
    lambda number, n, i, j: equal(
        triples_by_valuations(n)[i, j, i ^ j], number(counts(n), i, j, i ^ j)
    ),
    Listed(
        f"n ≤ 20 and all i, j that occur, triples counted one by one by values on that of {ONE}",
        lambda: (
            {"n": n, "i": i, "j": j}
            for n in range(1, 21)
            for i, j in product(range(n.bit_length()), repeat=2)
            if i ^ j < n.bit_length()
        ),
    ),
)

study.section("3. Python implementation and 5. Verification")


def printed_program(n: int) -> int:
    """The algorithm of the source's program, written anew."""
    return int(n**3 - losing_sum(n))


by_both = by_all(solver.answer, "direct", "transform")


def S(n: int, modulus: int | None = None) -> int | str:  # noqa: N802  # as in the source
    """The answer on which the program's algorithm and both solvers agree, or all answers."""
    printed = printed_program(n) if modulus is None else printed_program(n) % modulus
    solved = by_both(n, modulus=modulus)
    return printed if printed == solved else f"{printed} and {solved}"


BY_ALL = "the program's algorithm and both solvers, which are confirmed on the graphs"

study.numbers("answer-to-{}", "$S({}) = {}$.", {10: 692}, on_graph.winning, over=three.words)
study.numbers(
    "program-gives-{}",
    "The program reproduces $S({}) = {}$. [Its algorithm, written anew: both loops over the list "
    "of counts, with the same bounds.]",
    {10: 692},
    printed_program,
    over="n = 10",
    by="the program's algorithm, written anew",
)
study.numbers("answer-to-{}", "$S({}) = {}$.", {100: 735494}, S, solvers=BY_ALL)

study.section("Answer and 5. Verification")
study.numbers(
    "headline", "$S({}) \\bmod {} = {}$.", {(HEADLINE, MODULUS): 151725678}, S, solvers=BY_ALL
)

study.section("5. Verification")
study.remark("So the derivation is consistent. [Its steps are claims of their own.]")
