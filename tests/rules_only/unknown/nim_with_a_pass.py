"""Nim with three heaps and a pass, which one player may use once, while a heap is left."""

from itertools import combinations_with_replacement

from grundwork import Game, Study


class NimWithAPass(Game):
    def start(self, size):
        return [("pass", heaps) for heaps in combinations_with_replacement(range(size + 1), 3)]

    def options(self, position):
        word, heaps = position
        if word == "pass" and any(heaps):
            yield "used", heaps
        for i in range(3):
            for left in range(heaps[i]):
                yield word, tuple(sorted(heaps[:i] + (left,) + heaps[i + 1 :]))


source = "R. E. Morrison, E. J. Friedman, A. S. Landsberg, Combinatorial games with a pass"
study = Study("nim-with-a-pass", NimWithAPass(), source=source)
