"""Rules: the one interface that every game is written in.

A game is a set of positions and, for each position, its options: the positions that the
player to move can move to. A researcher writes two methods:

``start(size)``
    positions to begin from; larger sizes give more of them, or larger ones.
``options(position)``
    the options of a position. A position without options ends the play.

Under normal play the player who cannot move loses, so a final position is a P-position (the
previous player has won). Under misère play it is an N-position. A game whose winner depends on
the final position alone overrides :meth:`Game.final_outcome`.

Reference: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, section I.1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import ClassVar, Generic, Literal, TypeVar

Position = TypeVar("Position", bound=Hashable)
Outcome = Literal["P", "N", "D"]  # previous player wins, next player wins, draw


class Game(ABC, Generic[Position]):
    """The rules of an impartial game, written as they read.

    Subclass it and write ``start`` and ``options``; parameters of the rules are attributes
    (a frozen dataclass is a good form). Positions must be hashable, and ``options`` must give
    the same options each time it is asked about the same position.

    Attributes
    ----------
    misere
        The player who cannot move wins, instead of losing.
    loopy
        Play may come back to a position. Without it, a cycle in the rules is an error.

    Examples
    --------
    >>> class Subtract(Game[int]):
    ...     "Take one or two from a heap."
    ...     def start(self, size):
    ...         return range(size + 1)
    ...     def options(self, position):
    ...         return [position - take for take in (1, 2) if take <= position]
    >>> Subtract().options(5)
    [4, 3]
    >>> Subtract().final_outcome(0)
    'P'
    """

    misere: ClassVar[bool] = False
    loopy: ClassVar[bool] = False

    @abstractmethod
    def start(self, size: int) -> Iterable[Position]:
        """Positions to begin from, for every ``size >= 0``."""

    @abstractmethod
    def options(self, position: Position) -> Iterable[Position]:
        """Positions to which the player to move can move."""

    def final_outcome(self, position: Position) -> Outcome:  # noqa: ARG002
        """Outcome of a position without options."""
        return "N" if self.misere else "P"

    def names_winner_by_position(self) -> bool:
        """Whether the game has an ending of its own, neither normal nor misère play."""
        return type(self).final_outcome is not Game.final_outcome
