"""The stone game.

There are three piles of stones and two players. In her turn a player chooses some N > 0 and
takes N stones from any one pile, or N from each of any two, or N from each of the three. Who
takes the last stone wins.

The piles have no names, so a position is written with the smallest pile first.

Source: A. Bhimalingam, Project Euler 260, "Problem 260. (Stone Game)".

>>> game = StoneGame()
>>> sorted(set(game.options((0, 1, 2))))
[(0, 0, 1), (0, 0, 2), (0, 1, 1)]
>>> game.options((0, 0, 0))
[]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import comb

from oracles.rules import Game

Piles = tuple[int, int, int]  # (1, 3, 3)

CHOICES = [choice for choice in product((0, 1), repeat=3) if any(choice)]


def ordered(piles: Iterable[int]) -> Piles:
    """Write a position with its smallest pile first."""
    first, second, third = sorted(piles)
    return first, second, third


@dataclass(frozen=True)
class StoneGame(Game[Piles]):
    """Three piles; the same number of stones from one, two or all three of them."""

    def start(self, size: int) -> Iterable[Piles]:
        """All positions without a pile of more than ``size`` stones."""
        return combinations_with_replacement(range(size + 1), 3)

    def number_of_positions(self, size: int) -> int:
        """Count the multisets of three piles."""
        return comb(size + 3, 3)

    def options(self, position: Piles) -> list[Piles]:
        """Take N stones from each chosen pile, for every choice of piles and every N."""
        return [
            ordered(pile - n * chosen for pile, chosen in zip(position, choice, strict=True))
            for choice in CHOICES
            for n in range(1, 1 + min(p for p, c in zip(position, choice, strict=True) if c))
        ]
