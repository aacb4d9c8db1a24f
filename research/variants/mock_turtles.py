"""Mock turtles: turn one, two or three coins, the rightmost from heads to tails."""

from functools import reduce
from itertools import combinations
from operator import xor

from research.claims.study import Study
from research.variants.turning_turtles import TurningTurtles


class MockTurtles(TurningTurtles):
    """A position is the set of the places of heads, from 0 on."""

    first = 0

    def options(self, position):
        for place in position:
            for others in (0, 1, 2):
                for more in combinations(range(place), others):
                    yield position ^ {place, *more}


def odious(n):
    """Return the one of 2n and 2n + 1 that has an odd number of ones in base 2."""
    return 2 * n + (n.bit_count() % 2 == 0)


study = Study("mock-turtles", MockTurtles(), source="Winning Ways, 2nd ed., ch. 14")

study.grundy_values(
    "A head at place n has the n-th odious number as its Grundy value.",
    believed=lambda heads: reduce(xor, map(odious, heads), 0),
    controls={"of 2n + 1": lambda heads: reduce(xor, (2 * n + 1 for n in heads), 0)},
)
