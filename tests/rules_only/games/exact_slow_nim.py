"""Exact slow nim: take one counter from each of exactly two of three heaps."""

from itertools import combinations, combinations_with_replacement

from grundwork import Game, Study


class ExactSlowNim(Game):
    def start(self, size):
        return combinations_with_replacement(range(size + 1), 3)

    def options(self, position):
        for chosen in combinations(range(3), 2):
            heaps = list(position)
            for i in chosen:
                heaps[i] -= 1
            if min(heaps) >= 0:
                yield tuple(sorted(heaps))


source = "V. Gurvich, S. Heubach, N. B. Ho, N. Chikin, Integers 20 (2020) #G3"
study = Study("exact-slow-nim", ExactSlowNim(), source=source)
