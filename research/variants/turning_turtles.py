"""Turning turtles: turn a head to tails and, if you like, any one coin to its left."""

from functools import reduce
from operator import xor

from oracles.rules import Game
from research.claims.study import Study


class TurningTurtles(Game):
    """A position is the set of the places of heads, from 1 on."""

    first = 1

    def start(self, size):
        return [frozenset(range(self.first, self.first + size))]

    def contains(self, position):
        return isinstance(position, frozenset) and min(position, default=1) >= self.first

    def drawn(self, position):
        return "".join("TH"[n in position] for n in range(self.first, max(position, default=0) + 1))

    def options(self, position):
        for place in position:
            for other in (None, *range(1, place)):
                yield position ^ {place} ^ ({other} if other else set())


study = Study("turning-turtles", TurningTurtles(), source="Winning Ways, 2nd ed., ch. 14")

study.grundy_values(
    "A head at place n has the Grundy value n.",
    believed=lambda heads: reduce(xor, heads, 0),
    controls={"of n - 1": lambda heads: reduce(xor, (n - 1 for n in heads), 0)},
)
