"""Ruler: turn neighbouring coins, the rightmost from heads to tails."""

from functools import reduce
from operator import xor

from research.claims.study import Study
from research.variants.turning_turtles import TurningTurtles


class Ruler(TurningTurtles):
    """A position is the set of the places of heads, from 1 on."""

    def options(self, position):
        for place in position:
            for first in range(1, place + 1):
                yield position ^ set(range(first, place + 1))


study = Study("ruler", Ruler(), source="Winning Ways, 2nd ed., ch. 14")

study.grundy_values(
    "A head at place n has the greatest power of 2 that divides n as its Grundy value.",
    believed=lambda heads: reduce(xor, (n & -n for n in heads), 0),
    controls={"of n": lambda heads: reduce(xor, heads, 0)},
)
