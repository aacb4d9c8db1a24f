"""What the solution in Chinese says of counting: sums over D_t(K).

Its statements are translated. It treats an odd number C = 2f + 1 of coins. D_t(K) is the number of
t-tuples of heaps with nim sum 0 and sum K.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import comb

from fast import silver_dollar as solver
from research.checks.equality import equal
from research.claims import cases
from research.claims.cases import Drawn, Listed, integers
from research.claims.claim import theorem
from research.studies.silver_dollar import derivations, formulas, truth
from research.studies.silver_dollar.pairs import ODD_PLACEMENTS, criterion, heaps
from research.studies.silver_dollar.truth import BOUND, LISTED, POSITIONS, calls, sizes, study

study.section("计算方案总数 (the total number)", source=truth.SECOND)
study.claim(
    "total",
    r"The number of all configurations is $T = C \binom{n}{C}$.",
    believed=formulas.configurations_in_all,
    controls={
        "the silver dollar not chosen": lambda n, m: formulas.configurations_in_all(n, m) // m
    },
).equals(
    truth.configurations,
    sizes(f"odd C ≤ n + 2, n ≤ {BOUND}", parity=1),
    by="all configurations listed",
)
study.claim(
    "losing-is-not-leftmost",
    "The player to move loses exactly when the criterion holds and the silver dollar is not "
    "leftmost; so only the losing configurations have to be counted and subtracted from $T$.",
    believed=criterion,
    controls={"leftmost too": lambda squares, silver: truth.nim_sum(heaps(squares, silver)) == 0},
    kind="result",
).equals(truth.loses, truth.positions("; odd C, every silver dollar", parity=1))
study.claim(
    "later-ranks-alike",
    "The criterion depends only on the silver dollar not being one of the first two coins: "
    "each placement of the coins has $C - 2$ such choices, and all have the same outcome.",
    believed=2,
    controls={"not the first": 1},
).holds(
    lambda least, squares: len({truth.loses(squares, j) for j in range(least, len(squares))}) <= 1,
    ODD_PLACEMENTS,
)
study.claim(
    "winning-by-classes",
    r"$W(n, c) = T - L_2 - (C - 2) L_{≥2}$, with $L_2$ the losing configurations whose silver "
    r"dollar is second, and $L_{≥2}$ those in which it is one given coin further right.",
    believed=formulas.by_classes,
    controls={
        "one rank more": lambda total, second, later, coins: formulas.by_classes(
            total, second, later, coins + 1
        )
    },
).holds(
    lambda by_classes, n, m: equal(
        truth.winning(n, m),
        by_classes(
            truth.configurations(n, m), truth.losing_at(n, m, 1), truth.losing_at(n, m, 2), m
        ),
    ),
    sizes(f"{POSITIONS}; odd C ≤ n + 2", parity=1),
)

study.section("最终, and the last paragraph", source=truth.SECOND)
study.claim(
    "winning-by-sums",
    "With $f = c/2$ and the sums over $K$ for $L_2$ and $L_{≥2}$, $W(n, c) = T - L_2 - (C - "
    "2) L_{≥2}$ for even $c$.",
    believed=formulas.winning_by_sums,
    controls={
        "one rank more": lambda n, c: (
            formulas.winning_by_sums(n, c) - formulas.later_coin_sum(n, c // 2)
        )
    },
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
    f"{POSITIONS}; f ≥ 1, C ≤ n + 2",
    lambda: [{"n": n, "f": f} for n in range(BOUND + 1) for f in range(1, (n + 1) // 2 + 1)],
)

study.claim(
    "unimportant-gaps-spread",
    "If the important gaps take $K$ of the $S$ empty squares, the $f + 1$ unimportant ones "
    r"have $\binom{S-K+f}{f}$ choices (case 1); in case 2 they take $K - 1$, so "
    r"$\binom{S-K+f+1}{f}$. [With the number of squares that is left.]",
    believed=formulas.choices,
    controls={"f gaps": lambda rest, f: formulas.choices(rest, f - 1) if f else 1},
    rests_on=[theorem("induction on f and on the sum: the first ones and the step are verified")],
).equals(
    lambda rest, f: len(truth.tuples(rest, f + 1)),
    calls("S − K ≤ 10, f ≤ 4", rest=range(11), f=range(5)),
    by=LISTED,
).derive("a last number is 0, or can be lowered", derivations.spread)
study.claim(
    "second-coin-sum",
    r"$L_2 = \sum_{K=0}^{S} D_{f+1}(K) \binom{S-K+f}{f}$, $S = n - C$. [There is a second coin "
    r"for $f ≥ 1$ only.]",
    believed=formulas.second_coin_sum,
    controls={"without the last K": partial(formulas.second_coin_sum, without=1)},
).equals(lambda n, f: truth.losing_at(n, 2 * f + 1, 1), LARGE_ENOUGH)
study.claim(
    "first-heap-not-empty",
    "The tuples with $y_0 ≥ 1$, nim sum 0 and sum $K$ number $D_{f+1}(K) - D_f(K)$; those "
    "with $y_0 = 0$ number $D_f(K)$.",
    believed=formulas.first_not_empty,
    controls={"nothing subtracted": lambda f, total: formulas.heaps_with_sum(f + 1, total)},
).equals(
    lambda f, total: sum(y[0] > 0 and truth.nim_sum(y) == 0 for y in truth.tuples(total, f + 1)),
    calls("f ≤ 3, K ≤ 12", f=range(4), total=range(13)),
    by=LISTED,
)
study.claim(
    "later-coin-sum",
    r"$L_{≥2} = \sum_{K=0}^{S+1} (D_{f+1}(K) - D_f(K)) \binom{S-K+f+1}{f}$. [There is a third "
    r"coin for $f ≥ 1$ only.]",
    believed=formulas.later_coin_sum,
    controls={"without K = S + 1": partial(formulas.later_coin_sum, without=1)},
).equals(lambda n, f: truth.losing_at(n, 2 * f + 1, 2), LARGE_ENOUGH)

study.section("核心观察 (the lowest bits)", source=truth.SECOND)
study.claim(
    "even-number-of-odd-heaps",
    "If the nim sum is 0, the number of odd heaps is even.",
    believed=0,
    controls={"odd": 1},
).holds(
    lambda parity, y: equal(sum(h % 2 for h in y) % 2, parity),
    truth.up_to_four("heaps ≤ 7 with nim sum 0", lambda y: truth.nim_sum(y) == 0),
    by=LISTED,
)


def halved(sum_of: Callable[[int, int], int], y: truth.Coins) -> bool:
    """The condition on the y is that on halves and bits, and the sum is that of theirs."""
    z, bits = tuple(h // 2 for h in y), tuple(h % 2 for h in y)
    same_condition = (truth.nim_sum(y) == 0) == (sum(bits) % 2 == 0 and truth.nim_sum(z) == 0)
    return same_condition and sum(y) == sum_of(sum(z), sum(bits))


study.claim(
    "halving",
    r"With $y_i = 2 z_i + b_i$: the nim sum of the $y_i$ is 0 if and only if $\sum b_i$ is "
    r"even and the nim sum of the $z_i$ is 0; and $\sum y_i = 2 \sum z_i + \sum b_i$.",
    believed=lambda s, e: 2 * s + e,
    controls={"s + e": lambda s, e: s + e},
    rests_on=[theorem(derivations.HEAP_BY_HEAP)],
).holds(halved, truth.up_to_four("heaps ≤ 7"), by=LISTED).derive(
    "one heap after another", derivations.halving
)


def extensions(t: int, s: int, e: int) -> int:
    """Tuples of t heaps with nim sum 0 and sum 2s + e of which e are odd."""
    return sum(
        truth.nim_sum(y) == 0 and sum(h % 2 for h in y) == e for y in truth.tuples(2 * s + e, t)
    )


study.claim(
    "extensions-of-a-tuple",
    r"A tuple $z$ of sum $s$ extends, with exactly $e$ of the $b_i$ equal to 1 ($e$ even), in "
    r"$\binom{t}{e}$ ways to tuples of sum $2s + e$.",
    believed=comb,
    controls={"in order": lambda t, e: comb(t, e) * (2 if e else 1)},
).holds(
    lambda ways, t, s, e: equal(extensions(t, s, e), ways(t, e) * truth.listed(s, t)),
    calls("t ≤ 4, s ≤ 4, e even", t=range(1, 5), s=range(5), e=(0, 2, 4)),
    by=LISTED,
)

study.section("转移过程 (the transition)", source=truth.SECOND)
study.claim(
    "recurrence-of-D",
    r"$D_t(0) = 1$ (only the tuple of zeros), and for $K ≥ 1$, $D_t(K)$ is the sum of "
    r"$\binom{t}{e} D_t(s)$ over all even $e$ and $2s + e = K$. [What the transition means.]",
    believed=formulas.heaps_with_sum,
    controls={
        "e odd as well": partial(formulas.heaps_with_sum, step=1),
        "K + 1": lambda heaps, total: formulas.heaps_with_sum(heaps, total + 1),
    },
).equals(
    lambda heaps, total: truth.listed(total, heaps),
    calls("t ≤ 4, K ≤ 14", heaps=range(5), total=range(15)),
    by=LISTED,
).equals(
    solver.heaps_with_sum,
    Drawn(
        "t ≤ 20, K ≤ 300, by the solver's products of polynomials",
        lambda: cases.calls(heaps=cases.evenly(1, 20), total=cases.evenly(15, 300)),
    ),
)
study.claim(
    "transition-as-printed",
    r"From $D_t(0) = 1$, for each present $s$ and even $e$: $D_t(2s + e) \leftarrow D_t(s) "
    r"\binom{t}{e}$. [Read as an assignment, in increasing order of $s$ and $e$.]",
    believed=formulas.transition,
    controls={"only e = 0": lambda _, most: int(most == 0)},
    strict_reading="the arrow as an assignment, where contributions are added",
    correction=(
        r"The contributions are added, $D_t(2s + e) \mathrel{+}= D_t(s) \binom{t}{e}$, and "
        r"$s = e = 0$ is left out, as it would count $D_t(0)$ twice.",
        partial(formulas.transition, added=True),
    ),
).holds(
    lambda believed, **case: equal(truth.listed(case["K"], case["t"]), believed(*case.values())),
    integers(t=5, K=12),
    by=LISTED,
)

study.section("代码 (code)", source=truth.SECOND)
study.remark(
    "The source's program. [Of it the source document has only the first line, “from typing "
    "import List”.]"
)
