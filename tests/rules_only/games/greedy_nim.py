"""Greedy nim: take from a largest heap; three heaps."""

from grundwork import Game, Study


class GreedyNim(Game):
    def start(self, size):
        for c in range(size + 1):
            for b in range(c + 1):
                for a in range(b + 1):
                    yield a, b, c

    def options(self, position):
        *others, largest = position
        for left in range(largest):
            yield tuple(sorted([*others, left]))


source = "M. H. Albert and R. J. Nowakowski, Integers 4 (2004) #G01"
study = Study("greedy-nim", GreedyNim(), source=source)
