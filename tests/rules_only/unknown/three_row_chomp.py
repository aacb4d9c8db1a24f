"""Chomp with three rows: bite a square, with all above and to the right of it."""

from grundwork import Game, Study


class ThreeRowChomp(Game):
    def start(self, size):
        for a in range(1, size + 2):
            for b in range(a + 1):
                for c in range(b + 1):
                    yield a, b, c

    def options(self, position):
        a, b, c = position
        for left in range(1, a):
            yield left, min(left, b), min(left, c)
        for left in range(b):
            yield a, left, min(left, c)
        for left in range(c):
            yield a, b, left


source = "D. Zeilberger, Adv. Appl. Math. 26 (2001) 168-179"
study = Study("three-row-chomp", ThreeRowChomp(), source=source)
