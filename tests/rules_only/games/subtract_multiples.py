"""Euclid: subtract a multiple of the smaller number from the larger."""

from grundwork import Game, Study


class Euclid(Game):
    def start(self, size):
        return [(a, b) for b in range(1, size + 2) for a in range(1, b + 1)]

    def options(self, position):
        small, large = position
        if small == 0:
            return
        rest = large
        while rest >= small:
            rest -= small
            yield min(small, rest), max(small, rest)


source = "A. J. Cole and A. J. T. Davie, Math. Gazette 53 (1969) 354-357"
study = Study("subtract_multiples", Euclid(), source=source)
