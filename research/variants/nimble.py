"""Nimble: move a coin any number of squares to the left; squares hold any number of coins."""

from functools import reduce
from operator import xor

from oracles.rules import Game
from research.claims.study import Study


class Nimble(Game):
    """A position is the squares of three coins, in order, from 0 on."""

    def start(self, size):
        return [(a, b, c) for c in range(size + 1) for b in range(c + 1) for a in range(b + 1)]

    def contains(self, position):
        return min(position) >= 0

    def drawn(self, position):
        return "".join(".123"[position.count(square)] for square in range(position[-1] + 1))

    def options(self, position):
        for coin, square in enumerate(position):
            for new in range(square):
                yield tuple(sorted((*position[:coin], new, *position[coin + 1 :])))

    def components(self, position):
        return [(0, 0, square) for square in position if square]


study = Study("nimble", Nimble(), source="T. S. Ferguson, Game Theory, part I, section 2.6")

study.grundy_values(
    "A coin on square n has the Grundy value n.",
    believed=lambda coins: reduce(xor, coins),
    controls={"of n + 1": lambda coins: reduce(xor, (square + 1 for square in coins))},
)
