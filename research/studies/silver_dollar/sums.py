"""What the solution in Chinese says of counting: sums over D_t(K).

Its statements are translated. It treats an odd number C = 2f + 1 of coins. D_t(K) is the number of
t-tuples of heaps with nim sum 0 and sum K.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import TYPE_CHECKING, Any

from fast import silver_dollar as solver
from research.checks.equality import equal
from research.claims import cases
from research.claims.cases import Drawn, Listed
from research.claims.claim import definition, theorem
from research.studies.silver_dollar import derivations, formulas, truth
from research.studies.silver_dollar.derivations import decided, natural
from research.studies.silver_dollar.truth import BOUND, LISTED, POSITIONS, calls, study, up_to_four
from research.system.lazy import LazyModule

if TYPE_CHECKING:
    import sympy

    from research.checks.derivations import Lines
else:
    sympy = LazyModule("sympy")

study.section("最终, and the last paragraph", source=truth.SECOND)
study.claim(
    "winning-by-sums",
    "With $f = c/2$ and the sums over $K$ for $L_2$ and $L_{≥2}$, $W(n, c) = T - L_2 - (C - "
    "2) L_{≥2}$ for even $c$.",
    believed=formulas.winning_by_sums,
    controls={"one square more": lambda n, c: formulas.winning_by_sums(n + 1, c)},
    strict_reading="$c = 0$, where there is no second coin",
    correction=(
        "For even $c ≥ 2$; for $c = 0$ the sum for $L_2$ is 1 where there is no second coin, "
        "and $W(n, 0) = n$.",
        lambda n, c: formulas.winning_by_sums(n, c) if c else n,
    ),
    kind="result",
).equals(
    lambda n, c: truth.winning(n, c + 1),
    Listed(
        f"{POSITIONS}; even c ≤ n + 1",
        lambda: [{"n": n, "c": c} for n in range(BOUND + 1) for c in range(0, n + 2, 2)],
    ),
)

study.section("情况 1, 情况 2 (the sums over K)", source=truth.SECOND)
LARGE_ENOUGH = Listed(
    f"{POSITIONS}; f ≥ 1, C ≤ n",
    lambda: [{"n": n, "f": f} for n in range(BOUND + 1) for f in range(1, (n + 1) // 2)],
)


def spread(believed: Callable[..., Any], lines: Lines) -> None:
    """The tuples of f + 1 natural numbers with a given sum, counted by what the last one is."""
    f, n = natural("f n")
    lines.define(
        "Let $c_f(n)$ be the number of tuples of $f + 1$ natural numbers with sum n. One number "
        "has one choice, and a sum of 0 one tuple",
        "c_0(n) = 1, \\quad c_f(0) = 1",
    )
    lines.same("One number", sympy.Subs(believed(n, f), f, 0), 1, shown="c_0(n)")
    lines.same("A sum of 0", sympy.Subs(believed(n, f), n, 0), 1, shown="c_f(0)")
    lines.decided(
        "A last number is either 0, and the others have the whole sum, or can be lowered by 1, "
        "and it is one after exactly one smaller number",
        "Ag (g = 0) <=> ~(Eh g = h + 1 & (Ak (g = k + 1) => k = h))",
    )
    lines.same(
        "So $c_{f+1}(n + 1) = c_f(n + 1) + c_{f+1}(n)$",
        believed(n + 1, f + 1),
        believed(n + 1, f) + believed(n, f + 1),
        shown="c_{f+1}(n + 1)",
    )


def choices(rest: Any, f: Any) -> Any:
    """C(rest + f, f), of integers or of symbols."""
    both = isinstance(rest, int) and isinstance(f, int)
    return comb(rest + f, f) if both else sympy.binomial(rest + f, f)


study.claim(
    "unimportant-gaps-spread",
    "If $R$ empty squares are left to the $f + 1$ unimportant gaps, these have "
    r"$\binom{R + f}{f}$ choices: in case 1 $R = N - K$, and in case 2 $R = N - (K - 1)$.",
    believed=choices,
    controls={"f gaps": lambda rest, f: choices(rest, f - 1) if f else 1},
    rests_on=[theorem("induction on f and on the sum: the first ones and the step are verified")],
).equals(
    lambda rest, f: len(truth.tuples(rest, f + 1)),
    calls("R ≤ 10, f ≤ 4", rest=range(11), f=range(5)),
    by=LISTED,
).derive("a last number is 0, or can be lowered", spread)
study.section("情况 1, 情况 2 (the sums over K)", source=truth.SECOND, kind="result")


def over_k(later: int) -> derivations.Derivation:
    """The sum over K, of heaps the first of which is one more than its gap if ``later`` is 1."""
    first = ", the first of them one more than its gap," if later else ""
    without_empty = """
        Tuples with an empty first heap y are those without y: it changes no nim sum and no sum
            Ay,u,v (y = 0) => (($nimsum(u,y,v) <=> u = v) & (u + y = v <=> u = v))
    """
    return decided(
        f"""
        The heaps of a lost configuration of C = m coins{first} have nim sum 0 and some sum K, and R
        empty squares are left to the other gaps: K goes up to the last one that is believed
            An,m,K (m <= n & {later} <= K) =>
            ((ER n + {later} = m + K + R) <=> ({{K <= f(n, m)}}))
        and R is N − K + {later}
            An,m,K,R,N (n = m + N) => (n + {later} = m + K + R <=> K + R = N + {later})
    """
        + without_empty * later
    )


for name, later, statement in (
    ("second-coin-sum", 0, r"L_2 = \sum_{K=0}^{N} D_{f+1}(K) \binom{N-K+f}{f}"),
    (
        "later-coin-sum",
        1,
        r"L_{≥2} = \sum_{K=0}^{N+1} (D_{f+1}(K) - D_f(K)) \binom{N-K+f+1}{f}",
    ),
):
    study.claim(
        name,
        f"For $f ≥ 1$ and $C ≤ n$, ${statement}$.",
        believed=lambda n, m, later=later: n - m + later,
        controls={"without the last K": lambda n, m, later=later: n - m + later - 1},
        rests_on=[
            "count-at-a-rank",
            "unimportant-gaps-spread",
            theorem(derivations.SUM_AND_PRODUCT),
        ],
    ).holds(
        lambda last, n, f, later=later: equal(
            truth.losing_at(n, 2 * f + 1, 1 + later), formulas.sum_over_k(n, f, last, later=later)
        ),
        LARGE_ENOUGH,
    ).derive("the sum over K", over_k(later))

study.section("核心观察 (the lowest bits)", source=truth.SECOND)


def halved(sum_of: Callable[[int, int], int], y: truth.Coins) -> bool:
    """The condition on the y is that on halves and bits, and the sum is that of theirs."""
    z, bits = tuple(h // 2 for h in y), tuple(h % 2 for h in y)
    same_condition = (truth.nim_sum(y) == 0) == (sum(bits) % 2 == 0 and truth.nim_sum(z) == 0)
    return same_condition and sum(y) == sum_of(sum(z), sum(bits))


def halving(believed: Callable[..., Any], lines: Lines) -> None:
    """Halving all heaps: what becomes of the nim sum and of the sum, one heap after another."""
    s, e = natural("s e")
    lines.define(
        "Of some heaps let Y be the nim sum, s and e the sums of their $z_i$ and $b_i$, Z the nim "
        "sum of the $z_i$, and B the parity of e"
    )
    lines.same("No heaps have sum 0", sympy.Subs(believed(s, e), (s, e), (0, 0)), 0)
    decided("""
        and Y = 0 = 2Z + B is Z = 0 and B = 0
            AZ,B (2*Z + B = 0) <=> (Z = 0 & B = 0)
        With one heap more, y = 2z + b, again Y = 2Z + B
            AY,Z,B,z,b,u,w,c (Y = 2*Z + B & B <= 1 & b <= 1 & $nimsum(Z,z,w) & $nimsum(B,b,c) &
            $nimsum(Y,2*z+b,u)) => (u = 2*w + c & c <= 1)
        B is the parity of e
            Ae,B,b,c,k (e = 2*k + B & B <= 1 & b <= 1 & $nimsum(B,b,c)) => (Eh e + b = 2*h + c)
        and the sum S of all heaps grows by the new one
            AS,y,s,z,e,b ({S = f(s, e)} & y = 2*z + b) => ({S + y = f(s + z, e + b)})
    """)(believed, lines)


study.claim(
    "halving",
    r"With $y_i = 2 z_i + b_i$, $b_i \in \{0, 1\}$: the nim sum of the $y_i$ is 0 if and only if "
    r"$\sum b_i$ is even and the nim sum of the $z_i$ is 0; and $\sum y_i = 2 \sum z_i + "
    r"\sum b_i$.",
    believed=formulas.sum_of_heaps,
    controls={"s + e": lambda s, e: s + e},
    rests_on=[theorem(derivations.HEAP_BY_HEAP)],
).holds(halved, up_to_four("heaps ≤ 7"), by=LISTED).derive("one heap after another", halving)

study.section("转移过程 (the transition)", source=truth.SECOND)
study.claim(
    "recurrence-of-D",
    r"$D_t(0) = 1$. For $K ≥ 1$, $D_t(K)$ is the sum of $\binom{t}{e} D_t(s)$ over all even $e$ "
    r"and all $s$ with $2s + e = K$. The source writes $D_t(2s + e) \leftarrow D_t(s) "
    r"\binom{t}{e}$, which means that contributions are added.",
    believed=formulas.sum_of_heaps,
    controls={"s + e": lambda s, e: s + e},
    rests_on=[
        "halving",
        definition(r"$\binom{t}{e}$ is the number of sets of e of t heaps"),
        theorem(derivations.SUM_AND_PRODUCT),
    ],
    kind="result",
).holds(
    lambda sum_of, t, total: equal(
        truth.listed(total, t), formulas.heaps_with_sum(t, total, sum_of)
    ),
    calls("t ≤ 4, K ≤ 14", t=range(5), total=range(15)),
    by=LISTED,
).holds(
    lambda sum_of, t, total: equal(
        solver.heaps_with_sum(t, total), formulas.heaps_with_sum(t, total, sum_of)
    ),
    Drawn(
        "t ≤ 20, K ≤ 300, by the solver's products of polynomials",
        lambda: cases.calls(t=cases.evenly(1, 20), total=cases.evenly(15, 300)),
    ),
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
