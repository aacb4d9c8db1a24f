"""Welter's game: move a coin to any free square on its left; three coins."""

from itertools import combinations

from grundwork import Game, Study


class WeltersGame(Game):
    def start(self, size):
        return combinations(range(size + 3), 3)

    def options(self, position):
        for coin in position:
            for square in set(range(coin)) - set(position):
                yield tuple(sorted({*position, square} - {coin}))


def welter(coins):
    """Mate the two that agree in the most last digits; the third is left over."""
    a, b = max(combinations(coins, 2), key=lambda two: (two[0] ^ two[1]) & -(two[0] ^ two[1]))
    return sum(coins) - a - b ^ ((a ^ b) - 1)


study = Study("welters-game", WeltersGame(), source="On Numbers and Games, 2nd ed., ch. 13")

study.grundy_values(
    "The Grundy value is Welter's function.",
    believed=welter,
    controls={"the nim sum": lambda coins: coins[0] ^ coins[1] ^ coins[2]},
)
