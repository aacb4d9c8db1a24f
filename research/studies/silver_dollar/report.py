"""What the report on the silver dollar game has beside claims: abstract, symbols, small values."""

from __future__ import annotations

from collections.abc import Callable

from research.claims.study import SmallValues

ABSTRACT = """
In this form of de Bruijn's silver dollar game a player moves a coin to the left or pockets the
leftmost coin; the player who pockets the silver dollar wins. Both sources state that the nim sum of
every second gap decides who wins, and count with it the positions that the player to move wins.
Here the criterion and the count are proved for every number of coins and every strip. The first
source gives no proof of the criterion. The proof in the second answers a decrease with the wrong
heap, treats positions with nim sum 0 only, does not show that play ends, and leaves out that an
even number of coins remains after pocketing. The formulas of both for an odd number of coins fail
for the silver dollar alone.
"""

NOTATION = {
    "n": "the number of squares, numbered from 0 from the left",
    "c": "the number of worthless coins",
    "m = C = c + 1": "the number of all coins ($m$ in the first source, $C$ in the second)",
    "j": "the rank of the silver dollar among the coins, from 0 from the left",
    "g_0, …, g_m": "the gaps: the numbers of empty squares before, between and after the coins",
    "N = n - m": "the number of empty squares, which is the sum of the gaps",
    "k, r": "the numbers of active and passive gaps, $k = \\lceil m/2 \\rceil$ and $r = m + 1 - k$",
    "T, L, W": "the numbers of all configurations, of the lost and of the won ones",
    "\\mathrm{Count}(S; \\mathrm{ways}_k)": (
        "the number of tuples of $k$ active and $r$ passive gaps with sum $S$ and nim sum 0 of the "
        "active ones; $r$ is that of $m$ also in $\\mathrm{ways}_{k-1}$"
    ),
    "L_0, L_1": "the numbers of lost configurations with $j = 1$, and with one given $j ≥ 2$",
    "f, S": "$C = 2f + 1$ and $S = n - C$, in the second source, which treats odd $C$ only",
    "x_1, …, x_C": "the squares of the coins in the second source, counted from 1",
    "y_i, Y": "the heaps of the second source, which are the active gaps, and their nim sum",
    "D_t(K)": "the number of tuples of $t$ heaps with nim sum 0 and sum $K$",
    "L_2, L_{≥2}": "what the second source calls $L_0$ and $L_1$",
    "\\oplus": "the nim sum",
}
COINS = range(6)


def small_values(most: int, winning: Callable[[int, int], int]) -> list[SmallValues]:
    """The table of small values, from the number of won configurations of squares and coins."""
    return [
        SmallValues(
            "small-values",
            "The numbers $W(n, c)$ of N-positions with $c$ worthless coins on $n$ squares, from "
            "the explicit graph.",
            ("n", *(f"W(n, {c})" for c in COINS)),
            lambda: [(n, *(winning(n, c + 1) for c in COINS)) for n in range(1, most + 1)],
        )
    ]
