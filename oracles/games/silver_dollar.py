"""The silver dollar game.

Coins lie on a strip of squares, at most one on a square. One of them is the silver dollar; the
others are worthless. In her turn a player either moves one coin any number of squares to the
left, neither onto nor over another coin, nor off the strip; or pockets the leftmost coin. Who
pockets the silver dollar has won.

A position is the occupied squares from the left, the leftmost square of the strip being 0, and
the rank of the silver dollar among the coins: 0 if it is the leftmost. Once the silver dollar
is pocketed there is no rank and play has ended, so the player to move has lost.

The rules are a text in the language of moves (:mod:`oracles.moves`), one for each number of coins.
It has a control state for every number of coins and rank, as m2r1, and for every number of coins
that may be left once the silver dollar is pocketed, as m2. :class:`SilverDollarInBinary` is the
same game for any number of coins at once: the coins are the ones of a binary number.

Source: A solution in Chinese, Project Euler 344, "Silver dollar game".

>>> game = SilverDollar(coins=1)
>>> game.options(((0, 2), 1))  # the silver dollar lies to the right: move it, or pocket the other
[((0, 1), 1), ((2,), 0)]
>>> game.options(((2,), 0))
[((1,), 0), ((0,), 0), ((), None)]
>>> game.options(((), None))
[]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from oracles.errors import RulesError
from oracles.moves import MoveGame

Strip = tuple[tuple[int, ...], int | None]  # ((0, 2), 1)


class SilverDollar(MoveGame):
    """One silver dollar and ``coins`` worthless coins; pocket the silver dollar."""

    def __init__(self, coins: int = 2) -> None:
        if not isinstance(coins, int) or coins < 0:
            raise RulesError(f"coins={coins!r}: expected a number of worthless coins, 0 or more")
        self.coins = coins
        super().__init__(rules(coins + 1))

    def start(self, size: int) -> Iterator[Strip]:
        """Every placement on ``size`` squares, with every coin as the silver dollar."""
        return placements(size, self.coins + 1)

    def written(self, state: str, vector: tuple[int, ...]) -> Strip:
        """Write the squares and the rank."""
        rank = state.partition("r")[2]
        return tuple(vector), int(rank) if rank else None

    def state_of(self, position: Strip) -> tuple[str, tuple[int, ...]]:
        """Name the number of coins and the rank."""
        squares, rank = position
        return f"m{len(squares)}" + ("" if rank is None else f"r{rank}"), squares

    def __repr__(self) -> str:
        return f"{type(self).__name__}(coins={self.coins})"


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

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def placements(size: int, coins: int) -> Iterator[Strip]:
    """Give every placement of so many coins on ``size`` squares, with each as the silver dollar."""
    for squares in combinations(range(size), coins):
        for silver in range(coins):
            yield squares, silver


def rules(coins: int) -> str:
    """Return the rules for so many coins or fewer, the silver dollar among them.

    >>> print(rules(1))
    position m0()
    position m1r0(x0)
    measure m1r0: 1, x0
    move m1r0 -> m1r0(x0 - n) for n where 1 <= n & n <= x0
    move m1r0 -> m0()
    """
    lines = []
    for number in range(coins + 1):
        squares = [f"x{coin}" for coin in range(number)]
        if number < coins:
            lines += _position(f"m{number}", squares)
        for rank in range(number):
            lines += _position(f"m{number}r{rank}", squares)
            lines += _moves(number, rank, squares)
    return "\n".join(lines)


def _position(state: str, squares: Sequence[str]) -> list[str]:
    """Declare the squares from the left, at most one coin on each."""
    where = " & ".join(f"{left} < {right}" for left, right in pairwise(squares))
    lines = [f"position {state}({', '.join(squares)}){' where ' if where else ''}{where}"]
    if squares:  # play goes on to fewer coins, or with as many to the left
        lines.append(f"measure {state}: {len(squares)}, {' + '.join(squares)}")
    return lines


def _moves(number: int, rank: int, squares: list[str]) -> list[str]:
    """Move one coin to the left, or pocket the leftmost coin."""
    state, lines = f"m{number}r{rank}", []
    for coin, square in enumerate(squares):
        free = f"{square} - {squares[coin - 1]} - 1" if coin else square
        moved = ", ".join([*squares[:coin], f"{square} - n", *squares[coin + 1 :]])
        lines.append(f"move {state} -> {state}({moved}) for n where 1 <= n & n <= {free}")
    left = f"m{number - 1}r{rank - 1}" if rank else f"m{number - 1}"
    return [*lines, f"move {state} -> {left}({', '.join(squares[1:])})"]
