"""Chomp with two rows: bite a square, with all above and to the right; the corner is poison."""

from grundwork import Game, Study


class TwoRowChomp(Game):
    def start(self, size):
        for below in range(1, size + 2):
            for above in range(below + 1):
                yield below, above

    def options(self, position):
        below, above = position
        for left in range(1, below):
            yield left, min(left, above)
        for left in range(above):
            yield below, left


study = Study(
    "two-row-chomp", TwoRowChomp(), source="D. Gale, Amer. Math. Monthly 81 (1974) 876-879"
)
