"""The silver dollar game: what 001_7be4931def4a5fff.txt claims of counting.

The source is in Chinese; its statements are translated. It treats an odd number C = 2f + 1 of
coins, and counts with D_t(K), the number of t-tuples of heaps with nim sum 0 and sum K.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from math import comb
from typing import Any

from fast import silver_dollar as solver
from research.checks.equality import Equation, equal
from research.checks.grounds import Complete, Graph, Solvers
from research.claims.claim import theorem
from research.claims.study import Study
from research.studies.silver_dollar import decided, derivations, strip
from research.studies.silver_dollar.formulas_000 import first_count, second_count
from research.studies.silver_dollar.strip import LISTED, POSITIONS, SECOND, Coins

RULES = SECOND.at("Silver dollar game")
COUNT = SECOND.at("计算方案总数 (the total number)")
CASES = SECOND.at("情况 1, 情况 2 (the sums over K)")
HALVING = SECOND.at("核心观察 (the lowest bits)")
TRANSITION = SECOND.at("转移过程 (the transition)")


# What the source states.


@cache
def heaps_with_sum(t: int, total: int) -> int:
    """D_t(K) by the recurrence that the transition means: a sum over e even, 2s + e = K."""
    if total == 0:
        return 1
    return sum(
        comb(t, e) * heaps_with_sum(t, (total - e) // 2)
        for e in range(0, min(t, total) + 1, 2)
        if (total - e) % 2 == 0
    )


def with_odd_bits(t: int, total: int) -> int:
    """A wrong twin: e may be odd as well."""
    if total == 0:
        return 1
    return sum(
        comb(t, e) * with_odd_bits(t, (total - e) // 2)
        for e in range(min(t, total) + 1)
        if (total - e) % 2 == 0
    )


def binomial(n: Any, k: Any) -> Any:
    """C(n, k), of integers or of symbols."""
    if isinstance(n, int) and isinstance(k, int):
        return comb(n, k)
    import sympy

    return sympy.binomial(n, k)


def by_assignment(t: int, most: int) -> list[int]:
    """Run the transition as printed: ← assigns, from each s that is there, smallest first."""
    table = {0: 1}
    for s in range(most + 1):
        if s in table:
            for e in range(0, t + 1, 2):
                table[2 * s + e] = table[s] * comb(t, e)
    return [table.get(total, 0) for total in range(most + 1)]


def by_addition(t: int, most: int) -> list[int]:
    """Run it with each contribution added, and without s = e = 0."""
    table = {0: 1}
    for s in range(most + 1):
        if s in table:
            for e in range(0, t + 1, 2):
                if s or e:
                    table[2 * s + e] = table.get(2 * s + e, 0) + table[s] * comb(t, e)
    return [table.get(total, 0) for total in range(most + 1)]


def second_coin_sum(n: int, f: int) -> int:
    """L_2 as the source sums it."""
    free = n - (2 * f + 1)
    return sum(heaps_with_sum(f + 1, k) * comb(free - k + f, f) for k in range(free + 1))


def later_coin_sum(n: int, f: int) -> int:
    """L_{≥2} as the source sums it."""
    free = n - (2 * f + 1)
    return sum(
        (heaps_with_sum(f + 1, k) - heaps_with_sum(f, k)) * comb(free - k + f + 1, f)
        for k in range(free + 2)
    )


def winning_by_sums(n: int, c: int) -> int:
    """W(n, c) = T − L_2 − (C − 2)·L_{≥2}, with both sums."""
    coins, f = c + 1, c // 2
    return coins * comb(n, coins) - second_coin_sum(n, f) - (coins - 2) * later_coin_sum(n, f)


# The claims.


def add_claims(study: Study) -> None:
    """Add the claims of every section about counting."""
    published(study)
    totals(study)
    sums(study)
    halving(study)
    transition(study)
    series(study)


def published(study: Study) -> None:
    """What the problem gives."""
    study.value(
        "W-10-2",
        "$W(10, 2) = 324$.",
        believed=324,
        computed=lambda: strip.winning(10, 3),
        by=Graph(POSITIONS),
        source=RULES,
    )

    def both() -> int | str:
        carry, summation = (
            solver.answer.ungated(100, 10, algorithm=name) for name in ("carry", "summation")
        )
        return carry if carry == summation else f"{carry} and {summation}"

    study.value(
        "W-100-10",
        "$W(100, 10) = 1514704946113500$.",
        believed=1514704946113500,
        computed=both,
        by=Solvers("both counts, each confirmed on the graph"),
        source=RULES,
    )

    study.remark(
        "The source's program. [Of it the source document has only the first line, “from typing "
        "import List”.]",
        source=SECOND.at("代码 (code)"),
    )


def totals(study: Study) -> None:
    """T, the two classes of losing configurations, and W from the sums."""
    study.claim(
        "total",
        r"The number of all configurations is $T = C \binom{n}{C}$.",
        source=COUNT,
        believed=lambda n, coins: coins * comb(n, coins),
        controls={"the silver dollar not chosen": comb},
    ).exhaust(
        Complete("odd C ≤ n + 2, n ≤ 11", by="all configurations listed"),
        lambda: strip.sizes(1),
        lambda believed, case: equal(strip.configurations(*case), believed(*case)),
    )

    def two_classes(believed: Any, case: tuple[int, int]) -> Equation:
        n, coins = case
        second, third = strip.losing_at(n, coins, 1), strip.losing_at(n, coins, 2)
        return equal(
            strip.winning(n, coins),
            believed(strip.configurations(n, coins), second, third, coins),
        )

    study.claim(
        "winning-by-classes",
        r"$W(n, c) = T - L_2 - (C - 2) L_{≥2}$, with $L_2$ the losing configurations whose silver "
        r"dollar is second, and $L_{≥2}$ those in which it is one given coin further right.",
        source=COUNT,
        believed=lambda total, second, third, coins: total - second - (coins - 2) * third,
        controls={
            "one rank more": lambda total, second, third, coins: (
                total - second - (coins - 1) * third
            )
        },
    ).exhaust(Graph(f"{POSITIONS}; odd C ≤ n + 2"), lambda: strip.sizes(1), two_classes)
    study.claim(
        "winning-by-sums",
        "With $f = c/2$ and the sums over $K$ for $L_2$ and $L_{≥2}$, $W(n, c) = T - L_2 - (C - "
        "2) L_{≥2}$ for even $c$.",
        source=SECOND.at("最终, and the last paragraph"),
        believed=winning_by_sums,
        controls={"one rank more": lambda n, c: winning_by_sums(n, c) - later_coin_sum(n, c // 2)},
        correction=(
            "For even $c ≥ 2$; for $c = 0$ the sum for $L_2$ is 1 where there is no second coin, "
            "and $W(n, 0) = n$.",
            lambda n, c: winning_by_sums(n, c) if c else n,
        ),
    ).exhaust(
        Graph(f"{POSITIONS}; even c ≤ n + 1"),
        lambda: ({"n": n, "c": coins - 1} for n, coins in strip.sizes(1)),
        lambda believed, case: equal(strip.winning(case["n"], case["c"] + 1), believed(**case)),
    )


def sums(study: Study) -> None:
    """The sums over K."""
    sizes = [(n, (coins - 1) // 2) for n, coins in strip.sizes(1, 3)]

    def spread(believed: Any, case: tuple[int, int]) -> Equation:
        rest, f = case
        return equal(sum(1 for _ in strip.tuples(rest, f + 1)), believed(rest, f))

    study.claim(
        "unimportant-gaps-spread",
        "If the important gaps take $K$ of the $S$ empty squares, the $f + 1$ unimportant ones "
        r"have $\binom{S-K+f}{f}$ choices (case 1); in case 2 they take $K - 1$, so "
        r"$\binom{S-K+f+1}{f}$. [With the number of squares that is left.]",
        source=CASES,
        believed=lambda rest, f: binomial(rest + f, f),
        controls={"f gaps": lambda rest, f: binomial(rest + f - 1, f - 1) if f else 1},
        rests_on=[
            theorem("induction on f and on the sum: the first ones and the step are verified")
        ],
    ).exhaust(
        Complete("S − K ≤ 10, f ≤ 4", by=LISTED), lambda: product(range(11), range(5)), spread
    ).derive("a last number is 0, or can be lowered", derivations.spread)
    study.claim(
        "second-coin-sum",
        r"$L_2 = \sum_{K=0}^{S} D_{f+1}(K) \binom{S-K+f}{f}$, $S = n - C$. [There is a second coin "
        r"for $f ≥ 1$ only.]",
        source=CASES,
        believed=second_coin_sum,
        controls={
            "without the last K": lambda n, f: (
                second_coin_sum(n, f) - (heaps_with_sum(f + 1, n - 2 * f - 1) if n > 2 * f else 0)
            )
        },
    ).exhaust(
        Graph(f"{POSITIONS}; f ≥ 1, C ≤ n + 2"),
        lambda: sizes,
        lambda believed, case: equal(strip.losing_at(case[0], 2 * case[1] + 1, 1), believed(*case)),
    )
    study.claim(
        "first-heap-not-empty",
        "The tuples with $y_0 ≥ 1$, nim sum 0 and sum $K$ number $D_{f+1}(K) - D_f(K)$; those "
        "with $y_0 = 0$ number $D_f(K)$.",
        source=CASES,
        believed=lambda f, total: heaps_with_sum(f + 1, total) - heaps_with_sum(f, total),
        controls={"nothing subtracted": lambda f, total: heaps_with_sum(f + 1, total)},
    ).exhaust(
        Complete("f ≤ 3, K ≤ 12", by=LISTED),
        lambda: product(range(4), range(13)),
        lambda believed, case: equal(
            sum(1 for y in strip.tuples(case[1], case[0] + 1) if y[0] and not strip.nim_sum(y)),
            believed(*case),
        ),
    )
    study.claim(
        "later-coin-sum",
        r"$L_{≥2} = \sum_{K=0}^{S+1} (D_{f+1}(K) - D_f(K)) \binom{S-K+f+1}{f}$. [There is a third "
        r"coin for $f ≥ 1$ only.]",
        source=CASES,
        believed=later_coin_sum,
        controls={
            "without K = S + 1": lambda n, f: (
                later_coin_sum(n, f)
                - (heaps_with_sum(f + 1, n - 2 * f) - heaps_with_sum(f, n - 2 * f)) * (n >= 2 * f)
            )
        },
    ).exhaust(
        Graph(f"{POSITIONS}; f ≥ 1, C ≤ n + 2"),
        lambda: sizes,
        lambda believed, case: equal(strip.losing_at(case[0], 2 * case[1] + 1, 2), believed(*case)),
    )


def halving(study: Study) -> None:
    """The lowest bits."""

    def small_heaps() -> Any:
        return (y for t in range(1, 5) for y in product(range(8), repeat=t))

    study.claim(
        "even-number-of-odd-heaps",
        "If the nim sum is 0, the number of odd heaps is even.",
        source=HALVING,
        believed=0,
        controls={"odd": 1},
    ).exhaust(
        Complete("up to 4 heaps ≤ 7 with nim sum 0", by=LISTED),
        lambda: (y for y in small_heaps() if strip.nim_sum(y) == 0),
        lambda believed, y: equal(sum(h % 2 for h in y) % 2, believed),
    )

    def halves(believed: Any, y: Coins) -> bool:
        z, bits = tuple(h // 2 for h in y), tuple(h % 2 for h in y)
        same_condition = (strip.nim_sum(y) == 0) == (sum(bits) % 2 == 0 and strip.nim_sum(z) == 0)
        return same_condition and sum(y) == believed(sum(z), sum(bits))

    study.claim(
        "halving",
        r"With $y_i = 2 z_i + b_i$: the nim sum of the $y_i$ is 0 if and only if $\sum b_i$ is "
        r"even and the nim sum of the $z_i$ is 0; and $\sum y_i = 2 \sum z_i + \sum b_i$.",
        source=HALVING,
        believed=lambda s, e: 2 * s + e,
        controls={"s + e": lambda s, e: s + e},
        rests_on=[theorem(decided.HEAP_BY_HEAP)],
    ).exhaust(Complete("up to 4 heaps ≤ 7", by=LISTED), small_heaps, halves).derive(
        "one heap after another", decided.halving
    )


def larger_sums() -> Any:
    """Strategy: numbers of heaps and sums, larger than can be listed."""
    from hypothesis import strategies as st

    return st.tuples(st.integers(1, 20), st.integers(15, 300))


def transition(study: Study) -> None:
    """D_t(K) by halving."""

    def extensions(believed: Any, case: tuple[int, int, int]) -> Equation:
        t, s, e = case
        found = sum(
            1
            for y in strip.tuples(2 * s + e, t)
            if strip.nim_sum(y) == 0 and sum(h % 2 for h in y) == e
        )
        return equal(found, believed(t, e) * strip.listed(s, t, 0))

    study.claim(
        "extensions-of-a-tuple",
        r"A tuple $z$ of sum $s$ extends, with exactly $e$ of the $b_i$ equal to 1 ($e$ even), in "
        r"$\binom{t}{e}$ ways to tuples of sum $2s + e$.",
        source=HALVING,
        believed=comb,
        controls={"in order": lambda t, e: comb(t, e) * (2 if e else 1)},
    ).exhaust(
        Complete("t ≤ 4, s ≤ 4, e even", by=LISTED),
        lambda: product(range(1, 5), range(5), (0, 2, 4)),
        extensions,
    )
    study.claim(
        "recurrence-of-D",
        r"$D_t(0) = 1$ (only the tuple of zeros), and for $K ≥ 1$, $D_t(K)$ is the sum of "
        r"$\binom{t}{e} D_t(s)$ over all even $e$ and $2s + e = K$. [What the transition means.]",
        source=TRANSITION,
        believed=heaps_with_sum,
        controls={"e odd as well": with_odd_bits, "K + 1": lambda t, k: heaps_with_sum(t, k + 1)},
    ).exhaust(
        Complete("t ≤ 4, K ≤ 14", by=LISTED),
        lambda: product(range(5), range(15)),
        lambda believed, case: equal(strip.listed(case[1], case[0], 0), believed(*case)),
    ).search(
        "t ≤ 20, K ≤ 300, by the solver's products of polynomials",
        larger_sums,
        lambda believed, case: equal(solver.heaps_with_sum(*case), believed(*case)),
    )
    study.claim(
        "transition-as-printed",
        r"From $D_t(0) = 1$, for each present $s$ and even $e$: $D_t(2s + e) \leftarrow D_t(s) "
        r"\binom{t}{e}$. [Read as an assignment, in increasing order of $s$ and $e$.]",
        source=TRANSITION,
        believed=by_assignment,
        controls={"only e = 0": lambda _, most: [1] + [0] * most},
        correction=(
            r"The contributions are added, $D_t(2s + e) \mathrel{+}= D_t(s) \binom{t}{e}$, and "
            r"$s = e = 0$ is left out, as it would count $D_t(0)$ twice.",
            by_addition,
        ),
    ).exhaust(
        Complete("t ≤ 5, K ≤ 12", by=LISTED),
        lambda: ({"t": t, "K": total} for t in range(6) for total in range(13)),
        lambda believed, case: equal(
            strip.listed(case["K"], case["t"], 0), believed(case["t"], case["K"])[case["K"]]
        ),
    )


def series(study: Study) -> None:
    """Both sources count the same."""

    def subset_sums(believed: Any, bits: int) -> Equation:
        found = Counter(sum(chosen) for chosen in product(*((0, 2**b) for b in range(bits))))
        polynomial = derivations.coefficients(believed, (bits,), 2**bits)
        return equal([found[s] for s in range(2**bits + 1)], polynomial)

    study.claim(
        "factors-of-a-passive-gap",
        r"A passive gap takes every value once: $\prod_{b<B} (1 + z^{2^b}) = "
        r"\frac{1 - z^{2^B}}{1 - z}$. [The step from "
        "000's columns to 001's binomials; neither source says so.]",
        source=strip.BEYOND,
        believed=lambda bits, z: (1 - z ** (2**bits)) / (1 - z),
        controls={
            "2B": lambda bits, z: (1 - z ** (2 * bits)) / (1 - z),
            "one factor more": lambda bits, z: (1 - z ** (2 ** (bits + 1))) / (1 - z),
        },
    ).exhaust(
        Complete("B ≤ 7", by="all sums of distinct powers of 2 below $2^B$ listed"),
        lambda: range(8),
        subset_sums,
    ).derive("induction on B", derivations.passive_factors)
    study.claim(
        "both-sources-count-the-same",
        r"000's carry DP and 001's sums over $D_t(K)$ give the same: $L_0 = L_2$ and $L_1 = "
        r"L_{≥2}$. [Neither source says so.]",
        source=strip.BEYOND,
        believed=(first_count, second_count),
        controls={
            "the same for each coin": (first_count, first_count),
            "on a square more": (lambda n, m: first_count(n + 1, m), second_count),
        },
    ).exhaust(
        Complete("n ≤ 60, odd m from 3 to 11", by="both counts carried out as printed"),
        lambda: [(n, m) for n in range(61) for m in range(3, 12, 2) if m <= n + 2],
        lambda believed, case: equal(
            (second_coin_sum(case[0], case[1] // 2), later_coin_sum(case[0], case[1] // 2)),
            (believed[0](*case), believed[1](*case)),
        ),
    )
