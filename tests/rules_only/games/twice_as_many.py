"""Fibonacci nim: take at most twice what was taken before; at first, all but one at most."""

from grundwork import Game, Study


class FibonacciNim(Game):
    def start(self, size):
        return [(heap, heap - 1) for heap in range(1, size + 2)]

    def options(self, position):
        heap, most = position
        for taken in range(1, min(heap, most) + 1):
            yield heap - taken, 2 * taken


source = "M. J. Whinihan, Fibonacci Quarterly 1(4) (1963) 9-13"
study = Study("twice-as-many", FibonacciNim(), source=source)
