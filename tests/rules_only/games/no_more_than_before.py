"""Take no more than was taken before; at first, all but one at most."""

from grundwork import Game, Study


class NoMoreThanBefore(Game):
    def start(self, size):
        return ((heap, heap - 1) for heap in range(1, size + 2))

    def options(self, position):
        heap, before = position
        return [(heap - k, k) for k in range(1, before + 1) if k <= heap]


source = "A. J. Schwenk, Fibonacci Quarterly 8 (1970) 225-234"
study = Study("no-more-than-before", NoMoreThanBefore(), source=source)
