"""Euclid: take a multiple of the smaller number from the larger; both stay above 0."""

from oracles.rules import Game
from research.claims.study import Study


class Euclid(Game):
    """A position is both numbers, the smaller one first."""

    def start(self, size):
        return [(a, b) for b in range(1, size + 1) for a in range(1, b + 1)]

    def contains(self, position):
        less, more = position
        return 0 < less <= more

    def options(self, position):
        less, more = position
        return [tuple(sorted((less, rest))) for rest in range(more - less, 0, -less)]


study = Study("euclid", Euclid(), source="G. Nivasch, Discrete Math. 306 (2006) 2798-2800")

study.grundy_values(
    r"$g(x, y) = \lfloor |y/x - x/y| \rfloor$.",
    believed=lambda pair: (pair[1] ** 2 - pair[0] ** 2) // (pair[0] * pair[1]),
    controls={"quotient less one": lambda pair: pair[1] // pair[0] - 1},
)
