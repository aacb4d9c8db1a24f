"""How many configurations win, as EulerSolve counts them: rank by rank, and by binary carries."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any

from oracles.games.silver_dollar import placements
from research.checks.equality import Equation, equal
from research.claims.cases import Listed
from research.claims.claim import definition, theorem
from research.studies.decided import KERNEL_THEOREM, SUM_AND_PRODUCT, decided, natural
from research.studies.silver_dollar import formulas, truth
from research.studies.silver_dollar.criterion import (
    COIN_BY_COIN,
    CRITERION,
    POCKET_RULE,
    Criterion,
    on_strips,
)
from research.studies.silver_dollar.truth import BOUND, LISTED, POSITIONS, calls, sizes, study

if TYPE_CHECKING:
    from research.checks.derivations import Lines

# The counts.

study.section(POCKET_RULE, source=truth.FIRST, kind="result")


def all_ranks(believed: Callable[..., Any], lines: Lines) -> None:
    """Add up the losing configurations over the ranks of the silver dollar."""
    import sympy

    j, first, later = natural("j L_0 L_1")
    u = sympy.Symbol("u", integer=True, positive=True)
    even, odd = sympy.Sum(first, (j, 1, 2 * u - 1)), first + sympy.Sum(later, (j, 2, 2 * u))
    lines.same("For $m = 2u$ the ranks from 1 on", even, believed(2 * u, first, later))
    words = "For $m = 2u + 1$ rank 1, and the ranks from 2 on"
    lines.same(words, odd, believed(2 * u + 1, first, later))
    lines.same("For $m = 1$ no rank", sympy.Sum(first, (j, 1, 0)), believed(1, first, later))


study.claim(
    "winning-count",
    r"$W(n, c) = m \binom{n}{m} - L$ with $L = (m - 1) L_0$ for even $m$, $L = L_0 + (m - 2) L_1$ "
    r"for odd $m ≥ 3$, which in [1] is $L_2 + (C - 2) L_{≥2}$, and $L = 0$ for $m = 1$, which "
    r"neither source sets apart; $L_0 = \mathrm{Count}(N; \mathrm{ways}_k)$ and $L_1 = "
    r"\mathrm{Count}(N + 1; \mathrm{ways}_k) - \mathrm{Count}(N + 1; \mathrm{ways}_{k-1})$.",
    source=truth.FIRST.at(f"{POCKET_RULE}; for odd $m$ also [1], 最终"),
    believed=formulas.losing,
    controls={
        "all ranks alike": lambda m, first, _: (m - 1) * first,
        "m = 1 not set apart": lambda m, *of: of[0] - of[1] if m == 1 else formulas.losing(m, *of),
    },
    rests_on=[
        "count-at-a-rank",
        definition(r"a configuration is a set of $m$ of $n$ squares and one of its $m$ coins"),
        "play-ends",
    ],
).holds(
    lambda losing, n, m: equal(truth.winning(n, m), formulas.winning(n, m - 1, losing)), sizes()
).derive("the ranks of the silver dollar added up", all_ranks)

at_a_rank = decided("""
    The active gaps are those with an index m − 1 − 2i of 0 or more: k = ⌈m/2⌉ of them
        Am,k (m >= 1 & (2*k = m | 2*k = m + 1)) => (Ai (2*i + 1 <= m) <=> i < k)
    and $g_0$ is one of them exactly if m is odd
        Am (m >= 1) => ((Ei 2*i + 1 = m) <=> ~(Eh m = 2*h))
    Let h be one more than the first gap g, and r the sum of all others, so that the h, r of a
    configuration have the sum that is believed
        An,m,g,h,r (n = m + g + r & h = g + 1) => {h + r = f(n, m)}
    Every h of at least 1 is that of one gap
        Ah (h >= 1) <=> ((Eg h = g + 1) & (Ag,k (h = g + 1 & h = k + 1) => g = k))
    Without the tuples with h = 0, which is a gap fewer: it changes no nim sum
        Au,h,v (h = 0) => ($nimsum(u,h,v) <=> u = v)
    and no sum
        Ah,r,t (h = 0) => (h + r = t <=> r = t)
""")


def losing_at_each_rank(total: Callable[[int, int], int], n: int, m: int) -> Equation:
    """What is believed of each rank, with L_1 for a sum that may be a wrong one."""
    first = formulas.at_second_coin(n, m)
    later = formulas.at_later_coin(n, m, total(n, m) - n + m)
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
).holds(losing_at_each_rank, sizes()).derive("the first gap, one more", at_a_rank)

study.section("Ordinary Silver Dollar Positions as Nim Heaps", source=truth.FIRST, kind="result")


def as_if_second(believed: Criterion, lines: Lines) -> None:
    """The ordinary game is that with the silver dollar second, where pocketing does not help."""
    lines.define(
        "A single coin on x is a heap of x. Of two coins or more let the silver dollar be the "
        "second one. A regular move leaves it second. If the nim sum is 0, then by the criterion "
        "no option is lost. Otherwise one is, and by a regular move, because pocketing the first "
        "coin exposes the silver dollar"
    )
    on_strips(f"""
        By the criterion the first gap g of an odd number of coins then counts as it is
            Ag,h (h = g + {int(believed.pocket < 2)}) => h = g
        A single coin moves to every smaller square
            Ax,y (En 1 <= n & n <= x & y + n = x) <=> (y < x)
    """)(None, lines)


study.claim(
    "ordinary-criterion",
    "In the ordinary game, with the regular moves only and the player without a move losing, a "
    "position is lost precisely when the nim sum of the active gaps is 0.",
    believed=CRITERION._replace(least=0, pocket=BOUND),
    controls={
        "the passive gaps decide": CRITERION._replace(least=0, pocket=BOUND, behind=1),
        "the first gap one more": CRITERION._replace(least=0, pocket=0),
    },
    rests_on=["criterion", "special-move", "play-ends", KERNEL_THEOREM],
).holds(
    lambda criterion, squares: equal(
        truth.ordinary.is_p_position(squares), criterion.loses(squares, 0)
    ),
    Listed(
        f"all placements on {BOUND} squares, regular moves only, any number of coins",
        lambda: [{"squares": squares} for squares, silver in truth.all_positions() if silver == 0],
    ),
).derive("the silver dollar as the second coin", as_if_second)

study.section("Gap Model", source=truth.FIRST)
study.claim(
    "gap-vectors",
    "Every placement corresponds to exactly one vector of natural numbers $(g_0, …, g_m)$ "
    "with $g_0 + … + g_m = n - m = N$, and every such vector to exactly one placement.",
    believed=lambda n, m: n - m,
    controls={"one square more": lambda n, m: n - m + 1},
    rests_on=[COIN_BY_COIN],
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
        A coin on y stands further right than one on x exactly if there is a gap, and only one, with
            Ax,y (x < y) <=> ((Eg y = x + g + 1) & (Ag,h (y = x + g + 1 & y = x + h + 1) => g = h))
        Let p be the sum of the first i + 1 gaps, and x = p + i the square of the coin $x_i$, as it
        is for i = 0. The next gap g is added to both
            Ap,i,x,y,g (x = p + i & y = x + g + 1) => y = (p + g) + (i + 1)
        With p the sum of all gaps but the last, the last coin lies on the strip exactly if there is
        a last gap that makes the sum what is believed
            An,m,p,x (1 <= m & m <= n & x + 1 = p + m) => ((x < n) <=> (Eg {p + g = f(n, m)}))
    """),
)

# By binary carries.

study.section(
    "Counting the Xor-Zero Gap Tuples, and Binary Carry Dynamic Programming", source=truth.FIRST
)
carry_step = decided("""
    Let the ones of the lowest column and the carry into it make q, the other columns r, counted in
    twos. With the lowest bit b of S = 2t + b, all is S exactly if q has the parity of this bit and
    the carry v that is believed makes the other columns t
        Aq,r,t,b (b <= 1) =>
        ((2*r + q = 2*t + b) <=> ((Eu q = 2*u + b) & (Ev ({v = f(q, b)}) & r + v = t)))
    At the end S is 0: that is the sum of one tuple, with carry 0
        Az,v (z + v = 0) <=> (z = 0 & v = 0)
""")


def carry_dp(believed: formulas.Columns, lines: Lines) -> None:
    """The DP counts tuples: its entry of a carry v is for the sum and v together."""
    lines.define(
        "Let $F(S, v)$ be the number of tuples with nim sum 0 of the active gaps whose sum and v "
        "are S together. A tuple is its lowest column and, by the claim halving, a tuple of the "
        "other columns with nim sum 0. The recurrence of the DP",
        r"F(S, v) = \sum_s \mathrm{ways}(s) F(t, v')",
    )
    carry_step(believed[0], lines)


study.claim(
    "carry-dp-counts",
    r"A column with $s$ ones and incoming carry $v$ is valid exactly when $s + v \equiv "
    r"\beta_b \pmod 2$, with the bit $\beta_b$ of $S$, and the outgoing carry is $v' = (s + v - "
    r"\beta_b)/2$. The DP $dp_{b+1}(v') \mathrel{+}= dp_b(v) \cdot \mathrm{ways}(s)$ over the bits "
    r"of $S$, from the lowest one and $dp_0(0) = 1$ on, ends with $\mathrm{Count}(S; "
    r"\mathrm{ways}_k)$ at carry 0. Here $\mathrm{ways}(s) = \sum_{0 ≤ x ≤ k,\ x \text{ even}} "
    r"\binom{k}{x} \binom{r}{s-x}$ is the number of valid bit columns with $s$ ones.",
    believed=(formulas.next_carry, formulas.ways),
    controls={
        "the bit added": (lambda q, bit: (q + bit) / 2, formulas.ways),
        "odd x in the columns too": (formulas.next_carry, partial(formulas.ways, step=1)),
    },
    rests_on=[
        "halving",
        definition(r"$\binom{k}{x}$ is the number of sets of $x$ of $k$ places of a column"),
        theorem("induction on the bits of S: none and one more are verified"),
        SUM_AND_PRODUCT,
    ],
    kind="result",
).holds(
    lambda columns, **case: equal(truth.listed(**case), formulas.count(**case, columns=columns)),
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
