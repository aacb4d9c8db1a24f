"""Cutcake: cut a rectangle along its lines, Left vertically, Right horizontally."""

from oracles.rules import PartizanGame
from research.claims.study import Study


class Cutcake(PartizanGame):
    """A position is the rectangles that there are, each (height, width)."""

    def start(self, size):
        return [((height, size),) for height in range(1, size + 1)] + [
            ((size, width),) for width in range(1, size + 1)
        ]

    def contains(self, position):
        return all(height > 0 and width > 0 for height, width in position)

    def components(self, position):
        return [(cake,) for cake in position]

    def negative(self, position):
        return tuple(sorted((width, height) for height, width in position))

    def drawn(self, position):
        high = max((height for height, _ in position), default=0)
        rows = ([("." if row < h else " ") * w for h, w in position] for row in range(high)[::-1])
        return "\n".join(map(" ".join, rows))

    def left_options(self, position):
        return self.cut(position, lambda h, w: [((h, a), (h, w - a)) for a in range(1, w // 2 + 1)])

    def right_options(self, position):
        return self.cut(position, lambda h, w: [((a, w), (h - a, w)) for a in range(1, h // 2 + 1)])

    def cut(self, position, pieces):
        for place, (height, width) in enumerate(position):
            rest = position[:place] + position[place + 1 :]
            for cut in pieces(height, width):
                yield tuple(sorted(rest + cut))


def larger(height, width):
    return "PLR"[(width > height) - (width < height)]


study = Study("cutcake", Cutcake(), source="Winning Ways, 2nd ed., ch. 2")

study.outcomes(
    "A single cake is won by the player who cuts the side with more binary digits. If both sides "
    "have equally many, it is a P-position.",
    among=lambda cakes: len(cakes) == 1,
    believed=lambda cakes: larger(*(side.bit_length() for side in cakes[0])),
    controls={"the longer side": lambda cakes: larger(*cakes[0])},
)
study.value_table(
    "Cakes of height 8 and width 1, 2, ..., 8 are worth -7, -3, -3, -1, -1, -1, -1 and 0.",
    {((8, width + 1),): v for width, v in enumerate([-7, -3, -3, -1, -1, -1, -1, 0])},
    case="cake",
)
