"""Claims about moves and Grundy values of divisor nim.

A heap is n = 2^k m with m odd. Source: 002_24a47db72139cfb1.txt, "Solution" to "Step 2".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from research.checks.equality import equal
from research.checks.grounds import Complete, Graph
from research.claims.claim import definition, theorem
from research.studies.divisor_nim import derivations
from research.studies.divisor_nim.agreements import (
    BOUNDS,
    LARGE_MOVES,
    ONE,
    SOURCE,
    THREE,
    large_moves,
    moves,
    one_heap,
    reachable_values,
    split,
    study,
    three_heaps,
    true_criterion,
    true_grundy,
    truth_of,
    valuation,
)

V_2 = definition("$v_2(2^k m) = k$ for odd $m$")
EVERY_DIVISOR = "every n ≤ 2048 divided by every smaller number"


@cache
def products(most: int) -> dict[int, set[int]]:
    """For each number up to ``most`` its proper divisors, from all products d·e with e > 1."""
    found: dict[int, set[int]] = {n: set() for n in range(1, most + 1)}
    for d in range(1, most + 1):
        for e in range(2, most // d + 1):
            found[d * e].add(d)
    return found


study.claim(
    "moves",
    "A move consists of choosing a proper divisor $d \\mid n$, $d < n$, and replacing $n$ by "
    "$n - d$. [Who cannot move loses: the source does not say so, but its Grundy values do.]",
    source=SOURCE.at("Solution"),
    believed=lambda n: {n - d for d in products(512)[n]},
    controls={
        "d = n as well": lambda n: {n - d for d in (*products(512)[n], n)},
        "d > 1 only": lambda n: {n - d for d in products(512)[n] if d > 1},
    },
).exhaust(
    Graph("one heap ≤ 512"),
    lambda: range(1, 513),
    lambda believed, n: equal({o[0] for o in truth_of(1).options((n,))}, believed(n)),
)
study.claim(
    "losing-iff-nim-sum-zero",
    "For three piles, the position $(a, b, c)$ is losing iff $g(a) \\oplus g(b) \\oplus g(c) = 0$, "
    "where $\\oplus$ is bitwise XOR and $g$ the Grundy value of one pile.",
    source=SOURCE.at("Solution"),
    believed=lambda a, b, c: a ^ b ^ c == 0,
    controls={
        "the sum is even": lambda a, b, c: (a + b + c) % 2 == 0,
        "two are equal": lambda a, b, c: len({a, b, c}) < 3,
    },
).exhaust(
    Graph(f"{THREE}, with $g$ from that of {ONE}"),
    three_heaps,
    lambda believed, p: equal(true_criterion(p), believed(*map(true_grundy, p))),
)


@cache
def outcomes_by(key: Any) -> dict[Any, set[str]]:
    """The outcomes that occur among positions of three heaps with the same key."""
    found: dict[Any, set[str]] = {}
    for position, outcome in truth_of(3).outcomes.items():
        found.setdefault(key(position), set()).add(outcome)
    return found


study.claim(
    "reduces-to-grundy-values",
    "The entire problem reduces to understanding $g(n)$: positions with the same three Grundy "
    "values have the same outcome.",
    source=SOURCE.at("Solution"),
    believed=lambda position: tuple(sorted(map(true_grundy, position))),
    controls={"only their parities": lambda p: tuple(sorted(true_grundy(n) % 2 for n in p))},
).exhaust(
    Graph(THREE), three_heaps, lambda believed, p: len(outcomes_by(believed)[believed(p)]) == 1
)


def mex(values: set[int]) -> int:
    """The least natural number that is not among the values."""
    return next(value for value in range(len(values) + 1) if value not in values)


study.claim(
    "grundy-value-is-valuation",
    "$g(n) = v_2(n)$, the exponent of $2$ in $n$. We prove this: $g(2^k m) = k$ for odd $m$, since "
    "a pile with valuation $k$ reaches every smaller value and never $k$.",
    source=SOURCE.at("Step 1 and Step 2"),
    believed=lambda k: k,
    controls={"one more": lambda k: k + 1, "one less": lambda k: k - 1},
    rests_on=[
        V_2,
        theorem(
            "unique factorisation: the divisors of $2^k m$ are the $2^t u$ with $t \\le k$ and $u$ "
            "a divisor of $m$"
        ),
        theorem(
            "a function is the Grundy function if every value below that of a position is one of "
            "an option, and its own of none: mex, by induction along play"
        ),
    ],
).exhaust(
    Graph(ONE), one_heap, lambda believed, n: equal(true_grundy(n), believed(valuation(n)))
).derive("sympy: parity of what remains", derivations.grundy_by_induction)


# Step 2, lemma by lemma. A heap is n = 2^k m with m odd.

study.claim(
    "form-of-a-divisor",
    "Every proper divisor $d$ of $n = 2^k m$ can be written as $d = 2^t u$, where "
    "$0 \\le t \\le k$, $u \\mid m$.",
    source=SOURCE.at("Step 2"),
    believed=lambda k, m, t, u: 0 <= t <= k and m % u == 0,
    controls={
        "t < k": lambda k, m, t, u: t < k and m % u == 0,
        "u = m": lambda k, m, t, u: t <= k and u == m,
    },
).exhaust(
    Complete("all proper divisors of n ≤ 2048", by=EVERY_DIVISOR),
    moves,
    lambda believed, c: believed(*split(c[0]), *split(c[1])),
).search(LARGE_MOVES, large_moves, lambda believed, c: believed(*split(c[0]), *split(c[1])))


def reachable_valuations(n: int) -> set[int]:
    """The valuations of the options of one heap in the graph."""
    return {valuation(option[0]) for option in truth_of(1).options((n,))}


def smaller_values(bound: int) -> Iterator[tuple[int, int]]:
    """Heaps n up to a bound with each t below their valuation."""
    return ((n, t) for n in range(1, bound + 1) for t in range(valuation(n)))


def reaches(believed: Any, case: tuple[int, int]) -> bool:
    """The divisor believed in is proper, and leads to the valuation t by an arc of the graph."""
    n, t = case
    _, m = split(n)
    d = believed(t, m)
    return (n - d,) in truth_of(1).options((n,)) and valuation(n - d) == t


study.claim(
    "divisor-that-reaches-t",
    "For any $t < k$, $d = 2^t m$ is a proper divisor of $n$, $n - d = 2^t m (2^{k-t} - 1)$ and "
    "$v_2(n - d) = t$.",
    source=SOURCE.at("Reachability of smaller Grundy values"),
    believed=lambda t, m: 2**t * m,
    controls={
        "twice as much": lambda t, m: 2 ** (t + 1) * m,
        "three times as much": lambda t, m: 3 * 2**t * m,
    },
    rests_on=[V_2],
).exhaust(Graph(f"n ≤ {BOUNDS[1]} and t < k"), lambda: smaller_values(BOUNDS[1]), reaches).derive(
    "sympy: parity of $2^{k-t}$ and $m (2^{k-t} - 1)$", derivations.chosen_divisor
)
study.claim(
    "power-less-one-is-odd",
    "$2^{k-t} - 1$ is odd for $t < k$.",
    source=SOURCE.at("Reachability of smaller Grundy values"),
    believed=lambda gap: 2**gap - 1,
    controls={"half the power": lambda gap: 2 ** (gap - 1) - 1, "plus 2": lambda gap: 2**gap + 2},
).derive("sympy: parity of powers", derivations.odd_for_positive_gap)
study.claim(
    "every-smaller-value-is-reachable",
    "From a pile with valuation $k$, every smaller valuation $0, 1, \\dots, k - 1$ is reachable.",
    source=SOURCE.at("Reachability of smaller Grundy values"),
    believed=lambda k: set(range(k)),
    controls={"k as well": lambda k: set(range(k + 1))},
).exhaust(
    Graph(ONE), one_heap, lambda believed, n: believed(valuation(n)) <= reachable_valuations(n)
)
study.claim(
    "below-k",
    "If $t < k$, then $n - d = 2^t (\\mathrm{odd})$, so the valuation is exactly $t < k$.",
    source=SOURCE.at("No move preserves valuation k"),
    believed=lambda t: t,
    controls={"one more": lambda t: t + 1},
    rests_on=[V_2],
).exhaust(
    Complete("all proper divisors of n ≤ 2048 with t < k", by=EVERY_DIVISOR),
    lambda: (c for c in moves() if valuation(c[1]) < valuation(c[0])),
    lambda believed, c: equal(valuation(c[0] - c[1]), believed(valuation(c[1]))),
).derive("sympy: parity of the cofactor", derivations.lower_power)
study.claim(
    "at-k",
    "If $t = k$, then $u < m$, $n - d = 2^k (m - u)$, $m - u$ is even, hence "
    "$v_2(n - d) \\ge k + 1$.",
    source=SOURCE.at("No move preserves valuation k"),
    believed=lambda k: k + 1,
    controls={"one more": lambda k: k + 2},
    rests_on=[V_2],
).exhaust(
    Complete("all proper divisors of n ≤ 2048 with t = k", by=EVERY_DIVISOR),
    lambda: (c for c in moves() if valuation(c[1]) == valuation(c[0])),
    lambda believed, c: (c[0] - c[1]) % 2 ** believed(valuation(c[0])) == 0,
).derive("sympy: parity of the difference", derivations.equal_power)
study.claim(
    "k-is-never-reachable",
    "Valuation $k$ itself is never reachable: no option of a pile has its own valuation.",
    source=SOURCE.at("No move preserves valuation k"),
    believed=lambda k: k,
    controls={"one more": lambda k: k + 1},
).exhaust(
    Graph(ONE), one_heap, lambda believed, n: believed(valuation(n)) not in reachable_valuations(n)
).search(
    LARGE_MOVES,
    large_moves,
    lambda believed, c: valuation(c[0] - c[1]) != believed(valuation(c[0])),
)


def all_reachable(n: int) -> set[int]:
    """The values below k, and k + v₂(m − u) for each divisor u < m of m."""
    k, m = split(n)
    return set(range(k)) | {k + valuation(m - u) for u in range(1, m) if m % u == 0}


study.claim(
    "reachable-values-exactly",
    "Thus the reachable Grundy values are exactly $0, 1, \\dots, k - 1$.",
    source=SOURCE.at("No move preserves valuation k"),
    believed=lambda n: set(range(valuation(n))),
    controls={"k as well": lambda n: set(range(valuation(n) + 1))},
    correction=(
        "The reachable Grundy values are exactly $0, 1, \\dots, k - 1$ and, for every divisor "
        "$u < m$ of $m$, the value $k + v_2(m - u) > k$; so exactly $0, 1, \\dots, k - 1$ when $n$ "
        "is a power of $2$, and never otherwise. The mex is $k$ all the same.",
        all_reachable,
    ),
).exhaust(Graph(ONE), one_heap, lambda believed, n: equal(reachable_values(n), believed(n)))
study.claim(
    "mex-of-the-reachable-values",
    "Therefore $g(n) = \\operatorname{mex} \\lbrace 0, 1, \\dots, k - 1 \\rbrace = k$. [The mex of "
    "the values that are reachable is meant; larger ones do not change it.]",
    source=SOURCE.at("No move preserves valuation k"),
    believed=mex,
    controls={
        "the greatest of them": lambda values: max(values, default=0),
        "one above": lambda values: len(values) + 1,
    },
).exhaust(
    Graph(ONE),
    one_heap,
    lambda believed, n: equal(true_grundy(n), believed(set(range(valuation(n))))),
)
