"""Maundy cake: cut a cake into equal pieces, Left by vertical cuts, Right by horizontal ones."""

from research.claims.study import Study
from research.variants.cutcake import Cutcake


class MaundyCake(Cutcake):
    """A position is the cakes that there are, each (height, width), with whole sides."""

    def start(self, size):
        return [((height, size),) for height in range(1, size + 1)]

    def left_options(self, position):
        return self.cut(position, lambda h, w: [((h, w // n),) * n for n in parts(w)])

    def right_options(self, position):
        return self.cut(position, lambda h, w: [((h // n, w),) * n for n in parts(h)])


def parts(side):
    return [n for n in range(2, side + 1) if side % n == 0]


def moves(side, other):
    """Divide both by their least prime numbers until one is 1; add what is gone through then."""
    total = 0
    while side > 1:
        side //= parts(side)[0]
        total += side if other == 1 else 0
        other //= parts(other)[0] if other > 1 else 1
    return total


study = Study("maundy-cake", MaundyCake(), source="Winning Ways, 2nd ed., ch. 2")

study.value_table(
    "Divide both sides by their least prime factors, again and again, until one is 1. If the other "
    "then goes on to a, b, ..., 1, the cake is worth a + b + ... + 1 to the player who cuts it.",
    {((h, w),): moves(w, h) - moves(h, w) for h in range(1, 13) for w in (*range(1, 13), 18)},
    case="cake",
)
