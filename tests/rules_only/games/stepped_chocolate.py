"""Chocolate with steps, whose height is at most half of its length, and three ways to cut."""

from grundwork import Game, Study


class SteppedChocolate(Game):
    def start(self, size):
        for z in range(size + 1):
            for y in range(z // 2 + 1):
                yield from ((x, y, z) for x in range(size + 1))

    def options(self, position):
        x, y, z = position
        for shorter in range(x):
            yield shorter, y, z
        for lower in range(y):
            yield x, lower, z
        for shorter in range(z):
            yield x, min(y, shorter // 2), shorter


source = "S. Nakamura and R. Miyadera, Integers 15 (2015) #G4"
study = Study("stepped-chocolate", SteppedChocolate(), source=source)
