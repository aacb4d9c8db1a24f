"""The binary blackboard.

A number stands on the blackboard. Oscar and Eric in turn write further numbers, from 1 up to
what remains, which each number written lowers by itself. When nothing remains, all the ones in
the binary digits of the numbers on the blackboard are counted: Oscar has won if their number is
odd, Eric if it is even.

A position is what remains, the flag (the parity of the ones so far: 1 if odd) and whose turn it
is. The game that begins with the number r has r remaining, the parity of r's own ones as flag,
and Oscar to move.

Source: 003_ba7b94ce0150d325.txt, "Problem Summary" and Step 1.

>>> game = BinaryBlackboard()
>>> game.options((2, 0, "Oscar"))
[(1, 1, 'Eric'), (0, 1, 'Eric')]
>>> game.final_outcome((0, 1, "Eric"))  # Oscar, the previous player, has won
'P'
>>> game.opening(3)
(3, 0, 'Oscar')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from oracles.rules import Game, Outcome

Turn = Literal["Oscar", "Eric"]
Board = tuple[int, int, Turn]  # (2, 0, "Oscar")


def parity_of_ones(number: int) -> int:
    """Return 1 if the binary digits of ``number`` hold an odd number of ones, else 0."""
    return number.bit_count() % 2


@dataclass(frozen=True)
class BinaryBlackboard(Game[Board]):
    """Write numbers until nothing remains; Oscar wants an odd number of ones."""

    def start(self, size: int) -> Iterator[Board]:
        """Give the four positions of every remainder from 0 to ``size``."""
        for remaining in range(size + 1):
            for flag in (0, 1):
                yield remaining, flag, "Oscar"
                yield remaining, flag, "Eric"

    def number_of_positions(self, size: int) -> int:
        """Count four positions for every remainder."""
        return 4 * (size + 1)

    def options(self, position: Board) -> list[Board]:
        """Write any number from 1 to what remains."""
        remaining, flag, turn = position
        following: Turn = "Eric" if turn == "Oscar" else "Oscar"
        return [
            (remaining - x, flag ^ parity_of_ones(x), following) for x in range(1, remaining + 1)
        ]

    def final_outcome(self, position: Board) -> Outcome:
        """Oscar has won when the flag is 1, whoever would be to move."""
        _, flag, turn = position
        winner = "Oscar" if flag == 1 else "Eric"
        return "N" if winner == turn else "P"

    def opening(self, number: int) -> Board:
        """Return the position in which the game that begins with ``number`` starts."""
        return number, parity_of_ones(number), "Oscar"
