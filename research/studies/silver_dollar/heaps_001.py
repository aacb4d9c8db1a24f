"""The silver dollar game: the heaps of 001_7be4931def4a5fff.txt, and its moves on them.

The criteria are written as the source states them and are what is believed. The source treats an
odd number C = 2f + 1 of coins, and numbers squares and coins from 1; the code numbers from 0.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from oracles.games.silver_dollar import Strip
from research.studies.silver_dollar import strip
from research.studies.silver_dollar.strip import Coins


def heaps(squares: Coins, silver: int, *, edge: int | None = None) -> Coins:
    """y_0, …, y_f for an odd number of coins: x_0 is 0 in case 1 and −1 in case 2."""
    if edge is None:
        edge = 0 if silver == 1 else -1
    x = (edge, *(square + 1 for square in squares))
    return tuple(x[2 * i + 1] - x[2 * i] - 1 for i in range((len(squares) + 1) // 2))


def kept_heaps(squares: Coins) -> Coins:
    """y_1, …, y_f as they stand after the leftmost coin was pocketed: an even number of coins."""
    return tuple(b - a - 1 for a, b in zip(squares[::2], squares[1::2], strict=True))


def criterion(squares: Coins, silver: int) -> bool:
    """The second player wins: the silver dollar is not leftmost, and the nim sum is 0."""
    return silver > 0 and strip.nim_sum(heaps(squares, silver)) == 0


def case_1_always(squares: Coins, silver: int) -> bool:
    """A wrong twin: the edge is at 0 in both cases."""
    return silver > 0 and strip.nim_sum(heaps(squares, silver, edge=0)) == 0


def case_2_always(squares: Coins, silver: int) -> bool:
    """A wrong twin: the edge is at −1 in both cases."""
    return silver > 0 and strip.nim_sum(heaps(squares, silver, edge=-1)) == 0


# Moves of an odd number of coins with the silver dollar not leftmost.


@cache
def moves() -> list[tuple[Strip, Strip]]:
    """Every regular move in every such position within the graph, smallest position first."""
    return [(p, after) for p in strip.odd_positions(1) for after in strip.regular_moves(p)]


def moved(before: Coins, after: Coins) -> tuple[int, int]:
    """The source's number of the coin that was moved, and by how many squares."""
    coin = next(i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)
    return coin + 1, before[coin] - after[coin]


def moves_of(parity: int) -> list[tuple[Strip, Strip]]:
    """The moves of left coins x_{2i} (parity 0) or of right coins x_{2i+1} (parity 1)."""
    return [(p, q) for p, q in moves() if moved(p[0], q[0])[0] % 2 == parity]


def changed(position: Strip, after: Strip) -> tuple[Coins, Coins, int, int]:
    """The heaps before and after a regular move, the number of the pair, and the distance."""
    coin, distance = moved(position[0], after[0])
    silver = position[1] or 0
    return heaps(position[0], silver), heaps(after[0], silver), coin // 2, distance


def show_move(position: Strip, after: Strip) -> dict[str, Any]:
    """A move as a case to be shown."""
    return {"squares": position[0], "silver": position[1], "after": after[0]}
