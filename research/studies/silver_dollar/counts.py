"""How many configurations win, as EulerSolve counts them: rank by rank, and by binary carries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from itertools import combinations
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any

from fast.lazy import sympy
from oracles.games.silver_dollar import placements
from research.checks.equality import Equation, equal
from research.claims.cases import Listed
from research.claims.claim import theorem
from research.studies.decided import INDUCTION, SUM_AND_PRODUCT, decided, natural
from research.studies.silver_dollar import truth
from research.studies.silver_dollar.criterion import CRITERION, POCKET_RULE, heaps_are_gaps
from research.studies.silver_dollar.truth import BOUND, LISTED, POSITIONS, calls, sizes, study

if TYPE_CHECKING:
    from research.checks.derivations import Lines

SUBSETS = theorem(
    "the number of subsets of m of n elements",
    "R. P. Stanley, Enumerative Combinatorics, volume 1, section 1.2",
)

# The formulas, as the source states them. Once they are proved, numbers are computed by them.


def gap_numbers(m: Any) -> tuple[Any, Any]:
    """The numbers k = ⌈m/2⌉ of active and r = m − k + 1 of passive gaps."""
    k = (m + 1) // 2
    return k, m - k + 1


def ways(k: int, r: int, *, step: int = 2) -> list[int]:
    """For each column sum s the number of columns: Σ over even x of C(k, x)·C(r, s − x)."""
    return [
        sum(comb(k, x) * comb(r, s - x) for x in range(0, min(k, s) + 1, step))
        for s in range(k + r + 1)
    ]


def next_carry(q: Any, bit: Any) -> Any:
    """What a column with a carry, q in all, leaves to the next one."""
    return (q - bit) / 2


Columns = tuple[Callable[[int, int], Any], Callable[[int, int], list[int]]]


@cache
def count(total: int, active: int, passive: int, columns: Columns = (next_carry, ways)) -> int:
    """Count(S; ways) by the carry DP, a table by carry; no tuple has a sum below 0."""
    step, numbers = columns
    table, column = {0: 1}, numbers(active, passive)
    for place in range(total.bit_length()):
        bit, sums, after = total >> place & 1, Counter[int](), Counter[int]()
        for carry, number in table.items():
            for s in range((bit - carry) % 2, len(column), 2):
                sums[s + carry] += number * column[s]
        for q, number in sums.items():
            after[int(step(q, bit))] += number
        table = +after
    return table.get(0, 0) if total >= 0 else 0


def at_second_coin(n: int, m: int) -> int:
    """L_0 = Count(N; ways_k)."""
    return count(n - m, *gap_numbers(m))


def at_later_coin(n: int, m: int, more: int = 1) -> int:
    """L_1 = Count(N + 1; ways_k) − Count(N + 1; ways_{k−1}), with the same r in both."""
    (k, r), total = gap_numbers(m), n - m + more
    return count(total, k, r) - count(total, k - 1, r)


def losing(m: Any, first: Any, later: Any) -> Any:
    """L from L_0 and L_1: every rank but the first, those from the third on apart for odd m."""
    if m == 1:
        return 0
    return (m - 1) * first if m % 2 == 0 else first + (m - 2) * later


def winning(squares: int, coins: int, losing: Callable[..., Any] = losing) -> int:
    """W(n, c) = T − L, with L = 0 for the silver dollar alone."""
    n, m = squares, coins + 1
    lost: int = losing(m, at_second_coin(n, m), at_later_coin(n, m))
    return m * comb(n, m) - lost


# The counts.

study.section(POCKET_RULE, source=truth.FIRST, kind="result")


def all_ranks(believed: Callable[..., Any], lines: Lines) -> None:
    """Add up the losing configurations over the ranks of the silver dollar."""
    j, first, later = natural("j L_0 L_1")
    u = sympy.Symbol("u", integer=True, positive=True)
    even, odd = sympy.Sum(first, (j, 1, 2 * u - 1)), first + sympy.Sum(later, (j, 2, 2 * u))
    words = "For $m = 2u$, $L_0$ are lost at each rank from 1 on"
    lines.same(words, even, believed(2 * u, first, later))
    words = "For $m = 2u + 1$, $L_0$ are lost at rank 1, and $L_1$ at each rank from 2 on"
    lines.same(words, odd, believed(2 * u + 1, first, later))
    lines.same(
        "For $m = 1$ there is no rank from 1 on",
        sympy.Sum(first, (j, 1, 0)),
        believed(1, first, later),
    )


study.claim(
    "winning-count",
    r"$W(n, c) = m \binom{n}{m} - L$ with $L = (m - 1) L_0$ for even $m$, $L = L_0 + (m - 2) L_1$ "
    r"for odd $m ≥ 3$, which in [1] is $L_2 + (C - 2) L_{≥2}$, and $L = 0$ for $m = 1$, which "
    r"neither source sets apart; $L_0 = \mathrm{Count}(N; \mathrm{ways}_k)$ and $L_1 = "
    r"\mathrm{Count}(N + 1; \mathrm{ways}_k) - \mathrm{Count}(N + 1; \mathrm{ways}_{k-1})$.",
    source=truth.FIRST.at(f"{POCKET_RULE}; for odd $m$ also [1], 最终"),
    believed=losing,
    controls={
        "all ranks alike": lambda m, first, _: (m - 1) * first,
        "m = 1 not set apart": lambda m, *of: of[0] - of[1] if m == 1 else losing(m, *of),
    },
    rests_on=["count-at-a-rank", "play-ends", SUBSETS, SUM_AND_PRODUCT],
).holds(
    lambda losing, n, m: equal(truth.winning(n, m), winning(n, m - 1, losing)),
    sizes(),
    by="the graph",
).derive("the ranks of the silver dollar added up", all_ranks)

at_a_rank = decided("""
    The active gaps are those with an index m − 1 − 2i of 0 or more: k = ⌈m/2⌉ of them
        Am,k (m >= 1 & (2*k = m | 2*k = m + 1)) => (Ai (2*i + 1 <= m) <=> i < k)
    and $g_0$ is one of them exactly if m is odd
        Am (m >= 1) => ((Ei 2*i + 1 = m) <=> ~(Eh m = 2*h))
    Let h be one more than the first gap g, and r the sum of all others. In a configuration h and r
    have the sum N + 1
        An,m,g,h,r (n = m + g + r & h = g + 1) => {h + r = f(n, m)}
    Exactly the h of at least 1 are those of a gap, each of one. So the tuples with h = 0 are left
    out, which are the tuples without h, as 0 changes neither sum nor nim sum
        Ah (h >= 1) <=> ((Eg h = g + 1) & (Ag,k (h = g + 1 & h = k + 1) => g = k))
""")


def losing_at_each_rank(total: Callable[[int, int], int], n: int, m: int) -> Equation:
    """What is believed of each rank, with L_1 for a sum that may be a wrong one."""
    first = at_second_coin(n, m)
    later = at_later_coin(n, m, total(n, m) - n + m)
    numbers = [0] + [later if m % 2 and rank >= 2 else first for rank in range(1, m)]
    return equal([truth.losing_at(n, m, rank) for rank in range(m)], numbers)


study.claim(
    "count-at-a-rank",
    r"At rank $j = 0$ no configuration is lost. For even $m$ and each $1 ≤ j ≤ m - 1$, and for odd "
    r"$m ≥ 3$ and $j = 1$, $L_0 = \mathrm{Count}(N; \mathrm{ways}_k)$ configurations are lost. For "
    r"odd $m$ and each $2 ≤ j ≤ m - 1$, $L_1 = \mathrm{Count}(N + 1; \mathrm{ways}_k) - "
    r"\mathrm{Count}(N + 1; \mathrm{ways}_{k-1})$ are lost.",
    believed=lambda n, m: n - m + 1,
    controls={"the sum N": lambda n, m: n - m},
    rests_on=["criterion", "gap-vectors", SUM_AND_PRODUCT],
).holds(losing_at_each_rank, sizes(), by="the graph").derive("the first gap, one more", at_a_rank)

study.section("Ordinary Silver Dollar Positions as Nim Heaps", source=truth.FIRST, kind="result")


study.claim(
    "ordinary-criterion",
    "In the ordinary game, with the regular moves only and the player without a move losing, a "
    "position is lost precisely when the nim sum of the active gaps is 0.",
    believed=CRITERION._replace(least=0, pocket=BOUND),
    controls={
        "the passive gaps decide": CRITERION._replace(least=0, pocket=BOUND, behind=1),
        "the first gap one more": CRITERION._replace(least=0, pocket=0),
    },
    rests_on=["ordinary-criterion-in-binary", "same-game-in-binary", INDUCTION],
).holds(
    lambda criterion, squares: equal(
        truth.ordinary.is_p_position(squares), criterion.loses(squares, 0)
    ),
    Listed(
        f"all placements on {BOUND} squares, regular moves only, any number of coins",
        lambda: [{"squares": squares} for squares, silver in truth.all_positions() if silver == 0],
    ),
    by="the graph",
).derive("the heaps of the game in binary are the active gaps", heaps_are_gaps)

study.section("Gap Model", source=truth.FIRST)
study.claim(
    "gap-vectors",
    "Every placement corresponds to exactly one vector of natural numbers $(g_0, …, g_m)$ "
    "with $g_0 + … + g_m = n - m = N$, and every such vector to exactly one placement.",
    believed=lambda n, m: n - m,
    controls={"one square more": lambda n, m: n - m + 1},
    rests_on=[INDUCTION],
).holds(
    lambda total, n, m: (
        sorted(truth.gaps(squares, n) for squares in combinations(range(n), m))
        == sorted(truth.tuples(total(n, m), m + 1))
    ),
    sizes(f"n ≤ {BOUND}"),
    by="all placements and all vectors listed",
).derive(
    "each coin from the one before",
    decided("""
        The first gap is the square of the first coin. A coin on y stands further right than one on
        x exactly if there is a gap g, and only one, with
            Ax,y (x < y) <=> ((Eg y = x + g + 1) & (Ag,h (y = x + g + 1 & y = x + h + 1) => g = h))
        Let p be the sum of the first i + 1 gaps. Induction on i shows that the coin $x_i$ stands on
        the square x = p + i. The base: $x_0 = g_0$. The step: the next gap g is added to both
            Ap,i,x,y,g (x = p + i & y = x + g + 1) => y = (p + g) + (i + 1)
        With p the sum of all gaps but the last, the last coin lies on the strip exactly if there is
        a last gap that makes the sum N
            An,m,p,x (1 <= m & m <= n & x + 1 = p + m) => ((x < n) <=> (Eg {p + g = f(n, m)}))
    """),
)

# By binary carries.

study.section(
    "Counting the Xor-Zero Gap Tuples, and Binary Carry Dynamic Programming", source=truth.FIRST
)


def carry_dp(believed: Columns, lines: Lines) -> None:
    """The DP counts tuples of numbers of b bits by the carry that their sum leaves."""
    p = sympy.Symbol("p", integer=True, positive=True)
    rest, v, s, bit = natural("R v s \\beta_b")
    decided("""
        Let $p = 2^b$ and R = S mod p. Induction on b shows that $dp_b(v)$ is the number of tuples
        of numbers below p with nim sum 0 of the active ones and sum R + pv. The base: only 0 is
        below p = 1, and the one tuple of zeros has v = 0
            Ay,v,R (y < 1 & R < 1) => (y = 0 & (R + v = 0 <=> v = 0))
        The step: every number below 2p is y + c with y < p and c = 0 or c = p
            Ap,z (z < 2*p) <=> (Ey,c y < p & (c = 0 | c = p) & z = y + c)
        in one way only
            Ap,y,c,x,d (y < p & x < p & (c = 0 | c = p) & (d = 0 | d = p) & y + c = x + d) =>
            (y = x & c = d)
        Let U and C be the nim sums of the y and of the c of some active gaps. Induction on their
        number shows that the gaps have the nim sum U + C. The base: of no gaps all three are 0. The
        step: with one gap y + c more the nim sums are V, D and V + D
            Ap,U,C,y,c,V,D ($power(p) & U < p & y < p & (C = 0 | C = p) & (c = 0 | c = p) &
            $nimsum(U,y,V) & $nimsum(C,c,D)) =>
            ($nimsum(U+C,y+c,V+D) & V < p & (D = 0 | D = p))
        A one in the column, c = p, makes C = 0 into p, and p into 0. So U + C is 0 exactly if U is
        0 and the column has an even number of ones in the active gaps
            Ap,C,D ($power(p) & (C = 0 | C = p)) => ($nimsum(C,p,D) <=> C + D = p)
        A column with q − v ones is valid exactly if its carry $v'$ is a natural number
            Aq,b (b <= 1) => ((Eu q = 2*u + b) <=> (Ew {w = f(q, b)}))
    """)(believed[0], lines)
    sums = rest + p * v + p * s, (rest + p * bit) + 2 * p * believed[0](s + v, bit)
    words = (
        "Each of the ways(s) columns with s ones adds $ps$ to $R + pv$. That is the sum for the "
        "carry $v'$: $R + \\beta_b p$, which is S mod 2p, and $2p v'$"
    )
    lines.same(words, *sums)
    decided("""
        The end: when p is larger than S, R is S, and $dp_b(0)$ counts the tuples with sum S.
        Every tuple with that sum is among them: each of its gaps y, with r for the others together,
        is below p
            Ap,S,y,r (S < p & y + r = S) => y < p
    """)(believed[0], lines)


study.claim(
    "carry-dp-counts",
    r"A column with $s$ ones and incoming carry $v$ is valid exactly when $s + v \equiv "
    r"\beta_b \pmod 2$, with the bit $\beta_b$ of $S$, and the outgoing carry is $v' = (s + v - "
    r"\beta_b)/2$. The DP $dp_{b+1}(v') \mathrel{+}= dp_b(v) \cdot \mathrm{ways}(s)$ over the bits "
    r"of $S$, from the lowest one and $dp_0(0) = 1$ on, ends with $\mathrm{Count}(S; "
    r"\mathrm{ways}_k)$ at carry 0. Here $\mathrm{ways}(s) = \sum_{0 ≤ x ≤ k,\ x \text{ even}} "
    r"\binom{k}{x} \binom{r}{s-x}$ is the number of valid bit columns with $s$ ones.",
    believed=(next_carry, ways),
    controls={
        "the bit added": (lambda q, bit: (q + bit) / 2, ways),
        "odd x in the columns too": (next_carry, partial(ways, step=1)),
    },
    rests_on=[SUBSETS, SUM_AND_PRODUCT, INDUCTION],
    kind="result",
).holds(
    lambda columns, **case: equal(truth.listed(**case), count(**case, columns=columns)),
    calls("S ≤ 10, k ≤ 4, r ≤ 3", total=range(11), active=range(5), passive=range(4)),
    by=LISTED,
).derive("column by column", carry_dp)

study.section("Worked Example: W(10,2)=324", source=truth.FIRST)
study.numbers(
    "worked-example",
    r"For $n = 10$ and $c = 2$ ($m = 3$, $N = 7$): $T = 360$, $L_0 = 20$, $L_1 = 16$, $L = 36$ and "
    "$W(10, 2) = 324$, which [1] gives too.",
    {(): (360, 20, 16, 36, 324)},
    lambda: (
        len(list(placements(10, 3))),
        *(truth.losing_at(10, 3, rank) for rank in (1, 2)),
        truth.losing(10, 3),
        truth.winning(10, 3),
    ),
    over=POSITIONS,
    by="the graph",
    controls={"the third coin as the second": (360, 20, 20, 40, 320)},
)

study.section("How the Code Works", source=truth.FIRST)


study.numbers(
    "modulus-factors",
    r"The modulus is $M = 1000036000099 = 1000003 \cdot 1000033$, and both factors are prime.",
    {(): [1000003, 1000033]},
    lambda: [d for d in range(2, 10**6 + 100) if truth.MODULUS % d == 0],
    over="the modulus",
    by="its divisors from 2 to 10^6 + 99 listed",
    controls={"another second factor": [1000003, 1000031]},
)


def by_factorials(m: int, k: int, primes: tuple[int, ...]) -> int:
    """C(m + k, m) from factorials and their inverses modulo each prime, merged."""
    from sympy.ntheory.modular import crt

    found = [factorial(m + k) * pow(factorial(m) * factorial(k), -1, p) for p in primes]
    return int(crt(primes, found)[0])


study.claim(
    "binomials-by-tables",
    "For $n$ below each prime, the binomial coefficients modulo each prime from tables of "
    "factorials and inverse factorials, merged by the Chinese remainder theorem, are those modulo "
    "the product.",
    believed=by_factorials,
    controls={"n one more": lambda m, k, primes: by_factorials(m, k + 1, primes)},
).equals(
    lambda m, k, primes: comb(m + k, m) % prod(primes),
    calls(
        "binom(m + k, m) for m, k ≤ 7, modulo two of the primes 17, 19, 23",
        m=range(8),
        k=range(8),
        primes=list(combinations((17, 19, 23), 2)),
    ),
    by="exact binomials",
)
