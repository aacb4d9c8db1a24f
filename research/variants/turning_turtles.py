"""Turning turtles: turn a head to tails and, if you like, any one coin to its left."""

from functools import reduce
from operator import xor

from oracles.rules import Game
from research.claims.study import Study


class TurningTurtles(Game):
    """A position is the set of the places of heads, from 1 on."""

    def start(self, size):
        return [frozenset(range(1, size + 1))]

    def contains(self, position):
        return isinstance(position, frozenset) and min(position, default=1) >= 1

    def options(self, position):
        for place in position:
            for other in (None, *range(1, place)):
                yield position ^ {place} ^ ({other} if other else set())


study = Study("turning-turtles", TurningTurtles(), source="Winning Ways, 2nd ed., ch. 14")

study.grundy_values(
    "A head at place n is a nim heap of n.",
    believed=lambda heads: reduce(xor, heads, 0),
    controls={"of n - 1": lambda heads: reduce(xor, (n - 1 for n in heads), 0)},
)
