"""Wythoff's game where the numbers taken from two piles may differ by one."""

from grundwork import Game, Study


class GeneralizedWythoff(Game):
    def start(self, size):
        return [(a, b) for b in range(size + 1) for a in range(b + 1)]

    def options(self, position):
        a, b = position
        found = {(k, b) for k in range(a)}
        for k in range(b):
            found.add(tuple(sorted((a, k))))
        for k in range(1, a + 1):
            for m in range(max(1, k - 1), min(b, k + 1) + 1):
                found.add(tuple(sorted((a - k, b - m))))
        return found


source = "A. S. Fraenkel, Amer. Math. Monthly 89 (1982) 353-361"
study = Study("generalized-wythoff", GeneralizedWythoff(), source=source)
