"""How many configurations win, as the solution in Chinese counts them: by sums over D_t(K).

Its statements are translated. It treats an odd number C = 2f + 1 of coins. D_t(K) is the number of
t-tuples of heaps with nim sum 0 and sum K.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from math import comb
from typing import Any

from research.checks.equality import equal
from research.claims.cases import Listed
from research.claims.claim import OURS, theorem
from research.studies.decided import INDUCTION, SUM_AND_PRODUCT, decided
from research.studies.silver_dollar import counts, truth
from research.studies.silver_dollar.counts import SUBSETS
from research.studies.silver_dollar.truth import LISTED, POSITIONS, calls, sizes, study


def sum_of_heaps(s: Any, e: Any) -> Any:
    """The sum of heaps whose halves, rounded down, have sum s and of which e are odd."""
    return 2 * s + e


@cache
def heaps_with_sum(heaps: int, total: int, sum_of: Callable[..., Any] = sum_of_heaps) -> int:
    """D_t(K) by the recurrence that the transition means."""
    if total == 0:
        return 1
    halves = ((e, s) for e in range(0, heaps + 1, 2) for s in range(total) if sum_of(s, e) == total)
    return sum(comb(heaps, e) * heaps_with_sum(heaps, s, sum_of) for e, s in halves)


def last_k(n: int, m: int, later: int) -> int:
    """The last K of the sum for L_2 (later = 0) or L_{≥2} (later = 1)."""
    return n - m + later


def sums_over_k(n: int, m: int, last: Callable[[int, int, int], int] = last_k) -> list[int]:
    """L_2 and L_{≥2} of m = 2f + 1 coins as the source sums them over K."""
    f = m // 2
    return [
        sum(
            (heaps_with_sum(f + 1, k) - later * heaps_with_sum(f, k))
            * comb(n - m + later - k + f, f)
            for k in range(last(n, m, later) + 1)
        )
        for later in (0, 1)
    ]


study.section("情况 1, 情况 2 (the sums over K)", source=truth.SECOND, kind="result")


study.claim(
    "sums-over-K",
    r"For $f ≥ 1$ and $C ≤ n$, $L_2 = \sum_{K=0}^{N} D_{f+1}(K) \binom{N-K+f}{f}$ and "
    r"$L_{≥2} = \sum_{K=0}^{N+1} (D_{f+1}(K) - D_f(K)) \binom{N-K+f+1}{f}$. If $R$ empty squares "
    r"are left to the $f + 1$ unimportant gaps, these have $\binom{R + f}{f}$ choices.",
    believed=last_k,
    controls={
        "without the last K": lambda n, m, later: n - m + later - 1,
        "N in both": lambda n, m, _: n - m,
    },
    rests_on=[
        "count-at-a-rank",
        theorem(
            "stars and bars, the number of weak compositions",
            "R. P. Stanley, Enumerative Combinatorics, volume 1, section 1.2",
        ),
        SUM_AND_PRODUCT,
    ],
).holds(
    lambda last, n, m: equal(
        [truth.losing_at(n, m, rank) for rank in (1, 2)], sums_over_k(n, m, last)
    ),
    sizes(f"{POSITIONS}; f ≥ 1", odd=True, least=3),
    by="the graph",
).derive(
    "the sum over K",
    decided("""
        Let h be 1 if the silver dollar is third or further right, where the first heap is one more
        than its gap, and otherwise 0. The heaps of a lost configuration of C = m coins have nim sum
        0 and some sum K. If h is 1, the tuples with first heap 0 are left out, which are those of
        the f other heaps. R empty squares are left to the other gaps: K is at most N + h
            An,m,K,h (m <= n & h <= K & h <= 1) => ((ER n + h = m + K + R) <=> ({K <= f(n, m, h)}))
        and R is N − K + h
            An,m,K,R,N,h (n = m + N) => (n + h = m + K + R <=> K + R = N + h)
    """),
)

study.section("核心观察 (the lowest bits)", source=truth.SECOND)
study.claim(
    "halving",
    r"With $y_i = 2 z_i + b_i$, $b_i \in \{0, 1\}$: the nim sum of the $y_i$ is 0 if and only if "
    r"$\sum b_i$ is even and the nim sum of the $z_i$ is 0; and $\sum y_i = 2 \sum z_i + "
    r"\sum b_i$.",
    believed=sum_of_heaps,
    controls={"s + e": lambda s, e: s + e},
    rests_on=[INDUCTION],
).holds(
    lambda sum_of, heaps: equal(
        (truth.nim_sum(heaps) == 0, sum(heaps)),
        (
            truth.nim_sum(y // 2 for y in heaps) == sum(y % 2 for y in heaps) % 2 == 0,
            sum_of(sum(y // 2 for y in heaps), sum(y % 2 for y in heaps)),
        ),
    ),
    Listed(
        "up to 4 heaps ≤ 5",
        lambda: [{"heaps": y} for t in range(5) for y in product(range(6), repeat=t)],
    ),
    by=LISTED,
).derive(
    "one heap after another",
    decided("""
        Of some heaps let S be the sum and Y the nim sum, s and e the sums of their $z_i$ and $b_i$,
        Z and B the nim sums of the $z_i$ and $b_i$. Induction on the number of heaps shows that
        S = 2s + e, that Y = 2Z + B, and that B is the parity of e. The base: of no heaps all these
        numbers are 0
            AS,s,e (s = 0 & e = 0) => ({S = f(s, e)} <=> S = 0)
        The step: with one heap more, y = 2z + b, again Y = 2Z + B
            AY,Z,B,z,b,u,w,c (Y = 2*Z + B & B <= 1 & b <= 1 & $nimsum(Z,z,w) & $nimsum(B,b,c) &
            $nimsum(Y,2*z+b,u)) => (u = 2*w + c & c <= 1)
        B is the parity of e again
            Ae,B,b,c,k (e = 2*k + B & B <= 1 & b <= 1 & $nimsum(B,b,c)) => (Eh e + b = 2*h + c)
        and the sum S of all heaps grows by the new one
            AS,y,s,z,e,b ({S = f(s, e)} & y = 2*z + b) => ({S + y = f(s + z, e + b)})
        So the nim sum Y is 0 exactly if Z is 0 and e is even, as then B is 0
            AY,Z,B,e,k (Y = 2*Z + B & B <= 1 & e = 2*k + B) =>
            (Y = 0 <=> (Z = 0 & (Eh e = 2*h)))
    """),
)

study.section("转移过程 (the transition)", source=truth.SECOND)
study.claim(
    "recurrence-of-D",
    r"$D_t(0) = 1$. For $K ≥ 1$, $D_t(K)$ is the sum of $\binom{t}{e} D_t(s)$ over all even $e$ "
    r"and all $s$ with $2s + e = K$. The source writes $D_t(2s + e) \leftarrow D_t(s) "
    r"\binom{t}{e}$, which means that contributions are added.",
    believed=sum_of_heaps,
    controls={"s + e": lambda s, e: s + e},
    rests_on=["halving", SUBSETS, SUM_AND_PRODUCT],
    kind="result",
).holds(
    lambda sum_of, t, total: equal(truth.listed(total, t), heaps_with_sum(t, total, sum_of)),
    calls("t ≤ 4, K ≤ 14", t=range(5), total=range(15)),
    by=LISTED,
).derive(
    "halving",
    decided("""
        Only zeros have the sum 0
            As,e ({f(s, e) = 0}) <=> (s = 0 & e = 0)
        By the claim halving the other tuples are those of the halves z, with sum s and nim sum 0,
        and of an even number e of odd heaps: s is smaller than K
            AK,s,e (K >= 1 & {K = f(s, e)}) => s < K
    """),
)

# The answer.

BY_FORMULA: dict[str, Any] = {
    "over": "this number",
    "by": "the formula for W(n, c), with each Count by the DP, in exact integers",
    "rests_on": ["winning-count", "carry-dp-counts"],
}

study.section("Silver dollar game", source=truth.SECOND)
SMALL = "W-{squares}-{coins}", "$W({squares}, {coins}) = {value}$."
study.numbers(*SMALL, {(100, 10): 1514704946113500}, counts.winning, **BY_FORMULA)

study.section("beyond the graph", source=OURS)
study.numbers(
    "headline",
    r"$W(10^6, 100) \equiv {value} \pmod{1000036000099}$. Project Euler asks for it, and neither "
    "source gives it.",
    {(): 65579304332},
    lambda: counts.winning(10**6, 100) % truth.MODULUS,
    **BY_FORMULA,
)
