"""Partizan subtraction: Left takes from a heap a number of one set, Right a number of another.

A position is the size of the heap.

Reference: A. S. Fraenkel and A. Kotzig, "Partizan octal games: partizan subtraction games",
Internat. J. Game Theory 16 (1987) 145-154.

>>> PartizanSubtraction((1, 2), (1, 3)).right_options(5)
[4, 2]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from oracles.errors import RulesError
from oracles.rules import PartizanGame, gives_smaller_again


@dataclass(frozen=True)
class PartizanSubtraction(PartizanGame[int]):
    """The game of a heap from which Left takes one of ``left``, and Right one of ``right``."""

    left: tuple[int, ...]
    right: tuple[int, ...]

    def __post_init__(self) -> None:
        for name, numbers in (("left", self.left), ("right", self.right)):
            if not numbers or not all(isinstance(n, int) and n >= 1 for n in numbers):
                raise RulesError(f"{name}={numbers!r}: expected integers of at least 1")

    @gives_smaller_again
    def start(self, size: int) -> Iterable[int]:
        """Heaps of 0 to ``size`` counters."""
        return range(size + 1)

    def contains(self, position: int) -> bool:
        """Whether a position is the size of a heap."""
        return isinstance(position, int) and position >= 0

    def left_options(self, position: int) -> list[int]:
        """Take one of Left's numbers."""
        return [position - taken for taken in self.left if taken <= position]

    def right_options(self, position: int) -> list[int]:
        """Take one of Right's numbers."""
        return [position - taken for taken in self.right if taken <= position]
