"""Staircase nim: move coins down one of four steps; from the lowest they leave."""

from itertools import product

from grundwork import Game, Study


class StaircaseNim(Game):
    def start(self, size):
        return product(range(size + 1), repeat=4)

    def options(self, position):
        for step, coins in enumerate(position):
            for moved in range(1, coins + 1):
                steps = list(position)
                steps[step] -= moved
                if step > 0:
                    steps[step - 1] += moved
                yield tuple(steps)


study = Study("four-steps", StaircaseNim(), source="folklore")
