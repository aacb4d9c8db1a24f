"""The stone game.

There are three piles of stones and two players. In her turn a player chooses some N > 0 and
takes N stones from any one pile, or N from each of any two, or N from each of the three. Who
takes the last stone wins.

The piles have no names, so a position is written with the smallest pile first. A move lowers the
piles along one of the seven vectors of zeros and ones, so this is a vector game
(:mod:`oracles.vectors`).

Source: A. Bhimalingam, Project Euler 260, "Problem 260. (Stone Game)".

>>> game = StoneGame()
>>> sorted(set(game.options((0, 1, 2))))
[(0, 0, 1), (0, 0, 2), (0, 1, 1)]
>>> game.options((0, 0, 0))
[]
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from oracles.vectors import VectorGame

Piles = tuple[int, ...]  # (1, 3, 3)

CHOICES = [choice for choice in product((0, 1), repeat=3) if any(choice)]


def ordered(piles: Iterable[int]) -> Piles:
    """Write a position with its smallest pile first."""
    return tuple(sorted(piles))


class StoneGame(VectorGame):
    """Three piles; the same number of stones from one, two or all three of them."""

    def __init__(self) -> None:
        super().__init__(CHOICES)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"
