"""Treblecross: mark a square of a strip; the player who completes three in a row wins.

No player marks a square next to a mark or with one square between, which would lose at once.
"""

from grundwork import Game, Study


class Treblecross(Game):
    def start(self, size):
        return ["." * length for length in range(size + 1)]

    def options(self, strip):
        for i in range(len(strip)):
            near = strip[max(i - 2, 0) : i + 3]
            if "x" not in near:
                yield strip[:i] + "x" + strip[i + 1 :]


study = Study("three_in_a_row", Treblecross(), source="Winning Ways, 2nd ed., ch. 4")
