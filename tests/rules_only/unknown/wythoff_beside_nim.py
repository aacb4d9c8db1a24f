"""A queen that goes to the corner, and a nim heap beside it: the values of Wythoff's game."""

from grundwork import Game, Study


class WythoffBesideNim(Game):
    def start(self, size):
        sizes = range(size + 1)
        return [(x, y, heap) for y in sizes for x in range(y + 1) for heap in sizes]

    def options(self, position):
        x, y, heap = position
        moves = {(x, y, left) for left in range(heap)}
        moves |= {(min(k, y), max(k, y), heap) for k in range(x)}
        moves |= {(min(x, k), max(x, k), heap) for k in range(y)}
        moves |= {(x - k, y - k, heap) for k in range(1, x + 1)}
        return moves


source = "G. Nivasch, in Games of No Chance 3, MSRI Publ. 56 (2009) 377-410"
study = Study("wythoff-beside-nim", WythoffBesideNim(), source=source)
