"""Nim with proper divisors.

There are heaps of counters. In her turn a player chooses a heap of n counters and a proper
divisor d of n, that is a divisor less than n, and takes d counters from it. So a heap of one
counter is never touched again. Who cannot move loses.

The heaps have no names, so a position is written with the smallest heap first. (The source
counts ordered triples: a position stands for as many of them as it has orders.)

Source: Project Euler 509, the statement of the problem.

>>> game = DivisorNim(heaps=2)
>>> game.options((1, 6))
[(1, 5), (1, 4), (1, 3)]
>>> game.options((1, 1))
[]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement

from oracles.rules import Game

Heaps = tuple[int, ...]  # (1, 4, 6)


@dataclass(frozen=True)
class DivisorNim(Game[Heaps]):
    """Take a proper divisor of a heap's number of counters from it."""

    heaps: int = 3

    def start(self, size: int) -> Iterable[Heaps]:
        """All positions with heaps of 1 to ``size`` counters."""
        return combinations_with_replacement(range(1, size + 1), self.heaps)

    def contains(self, position: Heaps) -> bool:
        """Whether no heap has less than no counters."""
        return min(position) >= 0

    def options(self, position: Heaps) -> list[Heaps]:
        """Take d from one heap, for every heap and every proper divisor d of it."""
        return [
            tuple(sorted((*position[:i], heap - divisor, *position[i + 1 :])))
            for i, heap in enumerate(position)
            for divisor in range(1, heap)
            if heap % divisor == 0
        ]
