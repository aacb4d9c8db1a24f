"""Poker nim: take chips from a pile into your bag, or add some from it to a pile."""

from oracles.rules import PartizanGame
from research.claims.study import Study


class PokerNim(PartizanGame):
    """A position is two piles, Left's bag and Right's bag."""

    loopy = True

    def start(self, size):
        chips = range(size + 1)
        return [(a, b, bag, size - a - b - bag) for a in chips for b in chips for bag in chips
                if a + b + bag <= size]  # fmt: skip

    def contains(self, position):
        return len(position) == 4 and min(position) >= 0

    def left_options(self, position):
        first, second, bag, other = position
        for pile in set(range(first + bag + 1)) - {first}:
            yield pile, second, bag + first - pile, other
        for pile in set(range(second + bag + 1)) - {second}:
            yield first, pile, bag + second - pile, other

    def right_options(self, position):
        first, second, bag, other = position
        swapped = self.left_options((first, second, other, bag))
        return [(a, b, theirs, ours) for a, b, ours, theirs in swapped]


study = Study("poker-nim", PokerNim(), source="Winning Ways, 2nd ed., ch. 3")

study.outcomes(
    "The bags make no difference: the outcome is that of nim with the piles.",
    believed=lambda position: "P" if position[0] == position[1] else "N",
    controls={"bags equal": lambda position: "P" if position[2] == position[3] else "N"},
)
