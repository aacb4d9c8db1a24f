"""Cyclic nimhoff: take from one of three heaps, or two counters in all from two of them."""

from itertools import combinations_with_replacement, product

from grundwork import Game, Study


class CyclicNimhoff(Game):
    def start(self, size):
        return combinations_with_replacement(range(size + 1), 3)

    def options(self, heaps):
        for i, heap in enumerate(heaps):
            for left in range(heap):
                yield tuple(sorted(heaps[:i] + (left,) + heaps[i + 1 :]))
        for taken in product(range(3), repeat=3):
            rest = [heap - t for heap, t in zip(heaps, taken, strict=True)]
            if 0 < sum(taken) < 3 and min(rest) >= 0:
                yield tuple(sorted(rest))


source = "A. S. Fraenkel and M. Lorberbom, J. Combin. Theory A 58 (1991) 1-25"
study = Study("cyclic-nimhoff", CyclicNimhoff(), source=source)
