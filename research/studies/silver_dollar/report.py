"""What the silver dollar's report has beside claims: abstract, symbols, values, a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from research.claims.study import Picture, SmallValues
from research.studies.silver_dollar.truth import BOUND, all_positions, loses, study, winning
from research.system.pictures import BLUE, VERMILION, axes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COUNTED = range(6)  # worthless coins, in the table

study.abstract = """
In this form of de Bruijn's silver dollar game a player moves a coin to the left or pockets the
leftmost coin; the player who pockets the silver dollar wins. Both sources state that the nim sum of
every second gap decides who wins, [1] for an odd number of coins only. By this criterion they count
the positions that the player to move wins. Here criterion and count are proved for every number of
coins and every strip. [2] gives no proof of the criterion. The proof in [1] has a wrong index in
its reply to a decrease. It treats only positions with nim sum 0, does not show that play ends, and
omits that an even number of coins remains after pocketing. For the silver dollar alone, a case
hardly intended, the formula of [2] for odd $m$ and the sum of [1] for $L_2$ give wrong numbers.
"""

study.notation = {
    "n": "the number of squares, numbered from 0 from the left",
    "c": "the number of worthless coins",
    "m = C = c + 1": "the number of all coins ($m$ in [2], $C$ in [1])",
    "j": "the rank of the silver dollar among the coins, from 0 from the left",
    "g_0, …, g_m": "the gaps: the numbers of empty squares before, between and after the coins",
    "N = n - m": "the number of empty squares, which is the sum of the gaps ($S$ in [1])",
    "k, r": "the numbers of active and passive gaps, $k = \\lceil m/2 \\rceil$ and $r = m + 1 - k$",
    "T, L, W": "the numbers of all configurations, of the lost and of the won ones",
    "\\mathrm{Count}(S; \\mathrm{ways}_k)": (
        "the number of tuples of $k$ active and $r$ passive gaps with sum $S$ and nim sum 0 of the "
        "active ones, 0 for $S < 0$; $r$ is that of $m$ also in $\\mathrm{ways}_{k-1}$"
    ),
    "\\mathrm{ways}(s)": (
        "the number of bit columns of the gaps with $s$ ones, an even number of them in active gaps"
    ),
    "\\beta_b, v": "the bit $b$ of $S$ and the carry into it, which [2] calls $c$",
    "f": "$C = 2f + 1$, in [1], which treats odd $C$ only",
    "X_1, …, X_C": "the squares of the coins counted from 1, $X_i = x_{i-1} + 1$ ($x_i$ in [1])",
    "X_0": (
        "a virtual coin at the edge, with $X_0 = 0$ in case 1, where the silver dollar is second, "
        "and $X_0 = -1$ in case 2, where it is third or further right ($x_0$ in [1])"
    ),
    "y_i, Y": (
        "the heaps $y_i = X_{2i+1} - X_{2i} - 1$ of [1], and their nim sum: the active gaps, but "
        "$y_0 = g_0 + 1$ in case 2"
    ),
    "D_t(K)": "the number of tuples of $t$ heaps with nim sum 0 and sum $K$",
    "L_2, L_{≥2}": (
        "in [1], for odd $C ≥ 3$: the numbers of lost configurations with the silver dollar "
        "second, and with it on one given later rank"
    ),
    "\\oplus": "the nim sum",
}
study.small_values = [
    SmallValues(
        "small-values",
        "The numbers $W(n, c)$ of N-positions with $c$ worthless coins on $n$ squares, from "
        "the explicit graph.",
        ("n", *(f"W(n, {c})" for c in COUNTED)),
        lambda: [(n, *(winning(n, c + 1) for c in COUNTED)) for n in range(1, BOUND + 1)],
    )
]


def p_positions() -> Figure:
    """The gaps g_0 and g_2 of the P-positions of three coins."""
    figure, ax = axes(5.2, 3.85)
    for silver, name, colour, sign in ((1, "second", BLUE, "o"), (2, "third", VERMILION, "s")):
        lost = [squares for squares, rank in all_positions()
                if len(squares) == 3 and rank == silver and loses(squares, rank)]  # fmt: skip
        first, last = [x for x, _, _ in lost], [z - y - 1 for _, y, z in lost]
        ax.scatter(first, last, color=colour, marker=sign, label=f"silver dollar {name}")
    ax.set(xticks=range(5), xlabel="gap g₀ before the first coin")
    ax.set(yticks=range(5), ylabel="gap g₂ before the last coin")
    ax.legend()
    return figure


study.pictures = [
    Picture(
        "p-positions",
        f"""The P-positions of 2 worthless coins and the silver dollar on {BOUND} squares, by their
        active gaps, from the explicit graph; $g_1$ may be anything. Where the silver dollar is
        second, the leftmost coin may not be pocketed, because that would leave the silver dollar
        to the opponent: the gaps are equal. Where it is third, $g_0$ counts one more.""",
        p_positions,
    )
]
