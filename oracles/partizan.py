"""A partizan game as an impartial one: its positions with the player to move.

As the players move in turn, outcomes and remoteness of a partizan game are those of an impartial
game whose positions are pairs of a position and the player to move. This is the definition.
Searches go by it, and tests compare :class:`oracles.truth.Truth` with it.

Reference: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, section I.1 (outcomes).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Generic

from oracles.rules import (
    OPPONENT,
    PLAYERS,
    Game,
    Outcome,
    PartizanGame,
    Player,
    Position,
    moves_of,
)

Turn = tuple[Position, Player]  # ((3, 1), "Left")


@dataclass(frozen=True)
class PlayerToMoveGame(Game[Turn[Position]], Generic[Position]):
    """A partizan game as an impartial one: positions with the player to move."""

    game: PartizanGame[Position]

    def __post_init__(self) -> None:
        object.__setattr__(self, "misere", self.game.misere)
        object.__setattr__(self, "loopy", self.game.loopy)

    def start(self, size: int) -> Iterator[Turn[Position]]:
        """Give every starting position of the game, with either player to move."""
        return product(self.game.start(size), PLAYERS)

    def options(self, position: Turn[Position]) -> Iterator[Turn[Position]]:
        """Give the options of the player to move, with the other player to move."""
        place, player = position
        return ((option, OPPONENT[player]) for option in moves_of(self.game, player, place))

    def final_outcome(self, position: Turn[Position]) -> Outcome:
        """Outcome for the player to move."""
        return self.game.final_outcome(*position)

    def contains(self, position: Turn[Position]) -> bool:
        """Whether the position is one of the game."""
        return self.game.contains(position[0])

    def canonical(self, position: Turn[Position]) -> Turn[Position]:
        """Give the canonical form, of the negative with Left to move if Right is to move.

        Without a negative the player to move stays the same.
        """
        place, player = position
        negative = self.game.negative(place) if player == "Right" else None
        if negative is not None:
            place, player = negative, "Left"
        return self.game.canonical(place), player
