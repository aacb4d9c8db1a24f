"""The binary blackboard.

A number stands on the blackboard. Oscar and Eric in turn write further numbers, from 1 up to
what remains, which each number written lowers by itself. When nothing remains, all the ones in
the binary digits of the numbers on the blackboard are counted: Oscar has won if their number is
odd, Eric if it is even.

A position is what remains, the flag (the parity of the ones so far: 1 if odd) and whose turn it
is. The game that begins with the number r has r remaining, the parity of r's own ones as flag,
and Oscar to move.

The rules are a text in the language of moves (:mod:`oracles.moves`), with a control state for every
turn and flag: O1 is Oscar's, the flag being 1. The parity of ones is the Thue-Morse sequence T.

Source: EulerSolve, Project Euler 711, "Problem Summary" and Step 1.

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
from typing import Literal

from oracles.moves import MoveGame

Turn = Literal["Oscar", "Eric"]
Board = tuple[int, int, Turn]  # (2, 0, "Oscar")

RULES = """
position O0(r)
position O1(r)
position E0(r)
position E1(r)
move O0 -> E0(r - x) for x where 1 <= x & x <= r & T[x] = @0
move O0 -> E1(r - x) for x where 1 <= x & x <= r & T[x] = @1
move O1 -> E1(r - x) for x where 1 <= x & x <= r & T[x] = @0
move O1 -> E0(r - x) for x where 1 <= x & x <= r & T[x] = @1
move E0 -> O0(r - x) for x where 1 <= x & x <= r & T[x] = @0
move E0 -> O1(r - x) for x where 1 <= x & x <= r & T[x] = @1
move E1 -> O1(r - x) for x where 1 <= x & x <= r & T[x] = @0
move E1 -> O0(r - x) for x where 1 <= x & x <= r & T[x] = @1
won O1 where r = 0  # the flag is 1: Oscar has won, whoever would be to move
won E0 where r = 0
"""


class BinaryBlackboard(MoveGame):
    """Write numbers until nothing remains; Oscar wants an odd number of ones."""

    def __init__(self) -> None:
        super().__init__(RULES)

    def start(self, size: int) -> Iterator[Board]:
        """Give the four positions of every remainder from 0 to ``size``."""
        for remaining in range(size + 1):
            for flag in (0, 1):
                yield remaining, flag, "Oscar"
                yield remaining, flag, "Eric"

    def written(self, state: str, vector: tuple[int, ...]) -> Board:
        """Write what remains, the flag and the turn."""
        return vector[0], int(state[1]), "Oscar" if state[0] == "O" else "Eric"

    def state_of(self, position: Board) -> tuple[str, tuple[int, ...]]:
        """Name the turn and the flag."""
        remaining, flag, turn = position
        return f"{turn[0]}{flag}", (remaining,)

    def opening(self, number: int) -> Board:
        """Return the position in which the game that begins with ``number`` starts."""
        return number, number.bit_count() % 2, "Oscar"
