"""The silver dollar game.

Coins lie on a strip of squares, at most one on a square. One of them is the silver dollar; the
others are worthless. In her turn a player either moves one coin any number of squares to the
left, neither onto nor over another coin, nor off the strip; or pockets the leftmost coin. Who
pockets the silver dollar has won.

A position is the occupied squares from the left, the leftmost square of the strip being 0, and
the rank of the silver dollar among the coins: 0 if it is the leftmost. Once the silver dollar
is pocketed there is no rank and play has ended, so the player to move has lost.

:class:`SilverDollarInBinary` is the same game as a text in the language of moves
(:mod:`oracles.moves`): the coins are the ones of a binary number.

Source: A solution in Chinese, Project Euler 344, "Silver dollar game".

>>> game = SilverDollar(coins=1)
>>> list(game.options(((0, 2), 1)))  # move the silver dollar, to the right, or pocket the other
[((0, 1), 1), ((2,), 0)]
>>> list(game.options(((2,), 0)))
[((1,), 0), ((0,), 0), ((), None)]
>>> list(game.options(((), None)))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from oracles.moves import MoveGame
from oracles.rules import Game

Strip = tuple[tuple[int, ...], int | None]  # ((0, 2), 1)


@dataclass(frozen=True)
class SilverDollar(Game[Strip]):
    """One silver dollar and so many worthless coins, or any number of them."""

    coins: int | None = None

    def start(self, size: int) -> Iterator[Strip]:
        """Every placement on ``size`` squares, with every coin as the silver dollar."""
        for coins in range(1, size + 1) if self.coins is None else [self.coins + 1]:
            yield from placements(size, coins)

    def drawn(self, position: Strip) -> str:
        """Draw the strip to the last coin, or its first square: o is a coin, $ the silver one."""
        squares, silver = position
        signs = {square: "$" if rank == silver else "o" for rank, square in enumerate(squares)}
        return "".join(signs.get(square, ".") for square in range(max(squares, default=0) + 1))

    def options(self, position: Strip) -> Iterator[Strip]:
        """Move one coin to the left, or pocket the leftmost coin."""
        squares, silver = position
        if silver is None:
            return
        for rank, square in enumerate(squares):
            end = squares[rank - 1] if rank else -1
            for left in range(square - 1, end, -1):
                yield (*squares[:rank], left, *squares[rank + 1 :]), silver
        yield squares[1:], silver - 1 if silver else None


def coin(square: str) -> str:
    """Say that a power of two is the square of a coin of the strip s."""
    return f"{square} <= s & $power({square}) & $nimsum(s, {square}, s - {square})"


def free(first: str, end: str) -> str:
    """Say that there is no coin from a square up to a coin, which is left out."""
    return f"~(Ec c < {end} & c >= {first} & {coin('c')})"


IN_BINARY = f"""
position strip(s, d) where {coin("d")}
position over(s)
move strip -> strip(s - p + q, d)
    for p, q where {coin("p")} & p != d & q < p & $power(q) & {free("q", "p")}
move strip -> strip(s - d + q, q) for q where q < d & $power(q) & {free("q", "d")}
move strip -> strip(s - p, d) for p where {coin("p")} & p < d & {free("1", "p")}
move strip -> over(s - d) where {free("1", "d")}
"""


class SilverDollarInBinary(MoveGame):
    """The game for any number of coins, a strip being the number with a one for each coin.

    A coin on square x is named by 2^x. In ``strip(s, d)`` the silver dollar is the coin d of s. The
    moves: a worthless coin p or the silver dollar moves to the left, to q; the leftmost coin is
    pocketed, a worthless one or the silver dollar.

    >>> SilverDollarInBinary().options(("strip", 0b101, 0b100))  # as ((0, 2), 1) above
    [('strip', 3, 2), ('strip', 4, 4)]
    """

    def __init__(self) -> None:
        super().__init__(IN_BINARY)

    def start(self, size: int) -> Iterator[tuple[str, int, int]]:
        """Every placement of every number of coins on ``size`` squares, each coin silver once."""
        for s in range(2**size):
            yield from (("strip", s, 2**x) for x in range(size) if s & 2**x)


def placements(size: int, coins: int) -> Iterator[Strip]:
    """Give every placement of so many coins on ``size`` squares, with each as the silver dollar."""
    for squares in combinations(range(size), coins):
        for silver in range(coins):
            yield squares, silver
