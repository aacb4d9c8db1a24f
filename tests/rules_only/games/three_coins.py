"""The silver dollar game without the dollar: three coins on a strip move left, and none jumps."""

from itertools import combinations

from grundwork import Game, Study


class ThreeCoins(Game):
    def start(self, size):
        return combinations(range(size + 3), 3)

    def options(self, position):
        free = 0
        for i, coin in enumerate(position):
            for square in range(free, coin):
                yield position[:i] + (square,) + position[i + 1 :]
            free = coin + 1


study = Study("three-coins", ThreeCoins(), source="Winning Ways, 2nd ed., ch. 15")
