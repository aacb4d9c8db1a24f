"""Coins on a strip: move a coin to the left, without passing or landing on another."""

from itertools import combinations

from oracles.rules import Game
from research.proofs.study_claims import add_claims
from research.study import Study


class CoinsOnAStrip(Game):
    """A position is the squares of four coins, from 0 on."""

    def start(self, size):
        return combinations(range(size + 4), 4)

    def options(self, position):
        for coin, square in enumerate(position):
            least = position[coin - 1] + 1 if coin else 0
            for new in range(least, square):
                yield (*position[:coin], new, *position[coin + 1 :])


study = Study(
    "coins-on-a-strip",
    CoinsOnAStrip(),
    source="J. H. Conway, On Numbers and Games, 2nd ed., ch. 11 (silver dollar game)",
)

study.p_positions(
    "It is nim with every other gap, beginning with the one before the last coin.",
    believed=lambda coins: (coins[3] - coins[2] - 1) ^ (coins[1] - coins[0] - 1) == 0,
    controls={"the other gaps": lambda coins: (coins[2] - coins[1] - 1) ^ coins[0] == 0},
)
add_claims(study)
