"""Coins on a strip: move a coin to the left, without passing or landing on another."""

from itertools import combinations

from oracles.moves import MoveGame
from research.claims.study import Study


class CoinsOnAStrip(MoveGame):
    """A position is the squares of four coins, from 0 on."""

    def start(self, size):
        return combinations(range(size + 4), 4)

    def drawn(self, position):
        return "".join(".o"[square in position] for square in range(position[3] + 1))


STRIP = CoinsOnAStrip("""
    position play(a, b, c, d) where a < b & b < c & c < d
    move play -> play(a - n, b, c, d) for n where 1 <= n & n <= a
    move play -> play(a, b - n, c, d) for n where 1 <= n & n <= b - a - 1
    move play -> play(a, b, c - n, d) for n where 1 <= n & n <= c - b - 1
    move play -> play(a, b, c, d - n) for n where 1 <= n & n <= d - c - 1
""")

study = Study(
    "coins-on-a-strip",
    STRIP,
    source="J. H. Conway, On Numbers and Games, 2nd ed., ch. 11 (silver dollar game)",
)

study.p_positions(
    "The outcome is that of nim with every other gap, from the one before the last coin.",
    believed=lambda coins: (coins[3] - coins[2] - 1) ^ (coins[1] - coins[0] - 1) == 0,
    controls={"the other gaps": lambda coins: (coins[2] - coins[1] - 1) ^ coins[0] == 0},
)
