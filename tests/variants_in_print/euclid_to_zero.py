"""Euclid to zero: take a multiple of the smaller number from the larger, down to 0."""

from grundwork import Game, Study


class EuclidToZero(Game):
    def start(self, size):
        return [(a, b) for b in range(1, size + 1) for a in range(1, b + 1)]

    def options(self, position):
        less, more = position
        return [tuple(sorted((less, m))) for m in range(more - less, -1, -less)] if less else []


study = Study(
    "euclid-to-zero", EuclidToZero(), source="A. J. Cole and A. J. T. Davie, Math. Gaz. 53 (1969)"
)

study.p_positions(
    r"P-positions: the quotient is between 1 and the golden ratio, $a < b < a\varphi$, or a is 0.",
    believed=lambda pair: (
        pair[0] == 0 or (pair[0] < pair[1] and pair[1] ** 2 < pair[0] ** 2 + pair[0] * pair[1])
    ),
    controls={"below 3/2": lambda pair: pair[0] == 0 or 2 * pair[0] < 2 * pair[1] < 3 * pair[0]},
)
