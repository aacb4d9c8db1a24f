"""The silver dollar game.

Coins lie on a strip of squares, at most one on a square. One of them is the silver dollar; the
others are worthless. In her turn a player either moves one coin any number of squares to the
left, neither onto nor over another coin, nor off the strip; or pockets the leftmost coin. Who
pockets the silver dollar has won.

A position is the occupied squares from the left, the leftmost square of the strip being 0, and
the rank of the silver dollar among the coins: 0 if it is the leftmost. Once the silver dollar
is pocketed there is no rank and play has ended, so the player to move has lost.

Source: 001_7be4931def4a5fff.txt, "Silver dollar game".

>>> game = SilverDollar(coins=1)
>>> game.options(((0, 2), 1))  # the silver dollar lies to the right: move it, or pocket the other
[((0, 1), 1), ((2,), 0)]
>>> game.options(((2,), 0))
[((1,), 0), ((0,), 0), ((), None)]
>>> game.options(((), None))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

from oracles.rules import Game

Strip = tuple[tuple[int, ...], int | None]  # ((0, 2), 1)


@dataclass(frozen=True)
class SilverDollar(Game[Strip]):
    """One silver dollar and ``coins`` worthless coins; pocket the silver dollar."""

    coins: int = 2

    def start(self, size: int) -> Iterator[Strip]:
        """Every placement on ``size`` squares, with every coin as the silver dollar."""
        for squares in combinations(range(size), self.coins + 1):
            for silver in range(self.coins + 1):
                yield squares, silver

    def number_of_positions(self, size: int) -> int:
        """Count the placements of so many coins or fewer, with the silver dollar or just without.

        Without it, the leftmost square is free: there, or to the right of it, it lay.
        """
        if size <= self.coins:
            return 0
        return sum(k * comb(size, k) + comb(size - 1, k - 1) for k in range(1, self.coins + 2))

    def options(self, position: Strip) -> list[Strip]:
        """Move one coin to the left, or pocket the leftmost coin."""
        squares, silver = position
        if silver is None:
            return []
        walls = (-1, *squares)
        moves: list[Strip] = [
            ((*squares[:coin], target, *squares[coin + 1 :]), silver)
            for coin, square in enumerate(squares)
            for target in range(square - 1, walls[coin], -1)
        ]
        return [*moves, (squares[1:], silver - 1 if silver else None)]
