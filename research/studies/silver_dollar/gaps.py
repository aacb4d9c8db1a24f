"""What EulerSolve says of the game: configurations as gaps, and how many of them lose."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from research.checks.equality import Equation, equal
from research.claims.cases import Listed
from research.claims.claim import definition, theorem
from research.studies.silver_dollar import derivations, formulas, truth
from research.studies.silver_dollar.any_coins import (
    OTHER_GAPS,
    Criterion,
    heaps_are_gaps,
)
from research.studies.silver_dollar.derivations import decided, natural
from research.studies.silver_dollar.truth import BOUND, POSITIONS, REGULAR, sizes, study
from research.system.lazy import LazyModule

if TYPE_CHECKING:
    import sympy

    from research.checks.derivations import Lines
else:
    sympy = LazyModule("sympy")

EVERY_SIZE = f"n ≤ {BOUND} and m ≤ n + 2"

study.section("Problem Summary", source=truth.FIRST)
study.claim(
    "all-configurations",
    r"There are $T = m \binom{n}{m}$ configurations of $m$ coins on $n$ squares.",
    believed=lambda ranks, placements: ranks * placements,
    controls={"the silver dollar not chosen": lambda _, placements: placements},
    rests_on=[definition(r"$\binom{n}{m}$ is the number of sets of $m$ of $n$ squares")],
).holds(
    lambda of, n, m: equal(truth.configurations(n, m), of(m, comb(n, m))),
    sizes(EVERY_SIZE),
    by="all configurations listed",
).derive(
    "each rank of the silver dollar",
    lambda believed, lines: lines.same(
        r"With $b = \binom{n}{m}$, the ranks $j < m$ added up",
        sympy.Sum(natural("b"), (natural("j"), 0, natural("m") - 1)),
        believed(natural("m"), natural("b")),
    ),
)

study.section("Gap Model", source=truth.FIRST)


def gap_vectors(believed: Callable[..., Any], lines: Lines) -> None:
    """Placements and vectors of gaps with the sum that is believed are in one-to-one relation."""
    i, n = natural("i n")
    m, x = sympy.Symbol("m", integer=True, positive=True), sympy.Function("x")  # there is a coin
    lines.define(
        "The gaps", r"g_0 = x_0, \quad g_i = x_i - x_{i-1} - 1, \quad g_m = n - 1 - x_{m-1}"
    )
    lines.induction(
        "The gaps up to $g_i$ and the $i$ coins between them fill the squares before $x_i$",
        x(i) - i,
        i,
        first=x(0),
        following=lambda total: total + x(i + 1) - x(i) - 1,
        name=lambda index: f"g_0 + \\dots + g_{{{sympy.latex(index)}}}",
    )
    added = sympy.Subs(x(i) - i, i, m - 1) + n - 1 - x(m - 1)
    lines.same("Add $g_m$", added, believed(n, m), shown=r"g_0 + \dots + g_m")
    decided("""
        The next coin stands further right, so there is a gap, and one only
            Ax,y (x < y) =>
            ((Eg y = x + g + 1) & (Ag,h (y = x + g + 1 & y = x + h + 1) => g = h))
        A gap after a coin on x gives the next coin one square, further right
            Ax,g Ey y = x + g + 1 & x < y & (Az (z = x + g + 1) => z = y)
        With p the sum of all gaps but the last, the last coin lies on the strip exactly if there is
        a last gap that makes the sum what is believed
            An,m,p,x (1 <= m & m <= n & x + 1 = p + m) => ((x < n) <=> (Eg {p + g = f(n, m)}))
    """)(believed, lines)


study.claim(
    "gap-vectors",
    "Every placement corresponds to exactly one vector of natural numbers $(g_0, …, g_m)$ "
    "with $g_0 + … + g_m = n - m = N$, and every such vector to exactly one placement.",
    believed=lambda n, m: n - m,
    controls={"one square more": lambda n, m: n - m + 1},
    rests_on=[theorem(derivations.COIN_BY_COIN)],
).holds(
    lambda total, n, m: (
        sorted(truth.gaps(squares, n) for squares in combinations(range(n), m))
        == sorted(truth.tuples(total(n, m), m + 1))
    ),
    sizes(EVERY_SIZE),
    by="all placements and all vectors listed",
).derive("each coin from the one before", gap_vectors)

study.section("Ordinary Silver Dollar Positions as Nim Heaps", source=truth.FIRST)


study.claim(
    "ordinary-criterion",
    "In the ordinary game, with the regular moves only and the player without a move losing, a "
    "position is lost precisely when the nim sum of the active gaps is 0.",
    believed=Criterion(least=0),
    controls={
        "the passive gaps decide": OTHER_GAPS,
        "the first gap one more": Criterion(least=0, pocket=0),
    },
    rests_on=["regular-moves-in-binary", "same-game-in-binary", theorem(derivations.COIN_BY_COIN)],
    kind="result",
).holds(
    lambda criterion, squares: equal(
        truth.ordinary.is_p_position(squares), criterion.loses(squares, 0)
    ),
    Listed(
        f"{REGULAR}, any number of coins",
        lambda: [{"squares": p["squares"]} for p in truth.positions(ranks=range(1)).cases()],
    ),
).derive("the heaps of the game in binary are the active gaps", heaps_are_gaps)

study.section("How the Pocket Rule Changes the Losing Positions", source=truth.FIRST)
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
    first, later = formulas.at_second_coin(n, m), formulas.at_later_coin(n, m, total)
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
    rests_on=["criterion", "gap-vectors", theorem(derivations.SUM_AND_PRODUCT)],
    kind="result",
).holds(losing_at_each_rank, sizes(f"{POSITIONS}; m ≤ n + 2")).derive(
    "the first gap, one more", at_a_rank
)
study.claim(
    "odd-formula",
    r"For odd $m$, $L = L_0 + (m - 2) L_1$.",
    believed=lambda m, first, later: first + (m - 2) * later,
    controls={"one rank more": lambda m, first, later: first + (m - 1) * later},
    strict_reading="$m = 1$, where there is no second coin",
    correction=(
        "For odd $m ≥ 3$, $L = L_0 + (m - 2) L_1$; for $m = 1$ the silver dollar is the "
        "leftmost coin, so $L = 0$.",
        formulas.losing,
    ),
    kind="result",
).holds(
    lambda losing, n, m: equal(
        truth.losing(n, m),
        losing(m, formulas.at_second_coin(n, m), formulas.at_later_coin(n, m)),
    ),
    sizes(f"{POSITIONS}; odd m ≤ n + 2", parity=1),
)
