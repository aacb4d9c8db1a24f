"""Take n from one of three piles, from two of them, or from all three."""

from itertools import combinations_with_replacement, product

from grundwork import Game, Study


class StoneGame(Game):
    def start(self, size):
        return combinations_with_replacement(range(size + 1), 3)

    def options(self, position):
        for chosen in product((0, 1), repeat=3):
            n = 1
            while any(chosen):
                rest = [pile - n * c for pile, c in zip(position, chosen, strict=True)]
                if min(rest) < 0:
                    break
                yield tuple(sorted(rest))
                n += 1


study = Study("three-piles", StoneGame(), source="Project Euler, problem 260")
