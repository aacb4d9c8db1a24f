"""Partizan games: who wins when Left begins, and who when Right begins.

The players move in turn, so a partizan game is played on pairs of a position and the player to
move. That is an impartial game, :class:`PlayerToMoveGame`, solved like any other; a position's
outcome names who wins from both of its pairs:

======= =================================
L       Left, whoever begins
R       Right, whoever begins
N       the player who begins
P       the player who does not begin
D       nobody, for one of the two at least
======= =================================

Reference: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, section I.1 (outcomes).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic

from oracles.errors import PositionError, RulesError, brief
from oracles.graph import Progress
from oracles.rule_contracts import ARC_LIMIT, POSITION_LIMIT, starting_positions
from oracles.rules import (
    Game,
    Outcome,
    PartizanGame,
    PartizanOutcome,
    Player,
    Position,
)
from oracles.solve import solve_from
from oracles.truth import Truth

PLAYERS: tuple[Player, Player] = ("Left", "Right")
Turn = tuple[Position, Player]  # ((3, 1), "Left")


def opponent(player: Player) -> Player:
    """Return the other player.

    >>> opponent("Left")
    'Right'
    """
    return "Right" if player == "Left" else "Left"


@dataclass(frozen=True)
class PlayerToMoveGame(Game[Turn[Position]], Generic[Position]):
    """A partizan game as an impartial one: positions with the player to move."""

    game: PartizanGame[Position]

    def __post_init__(self) -> None:
        object.__setattr__(self, "misere", self.game.misere)
        object.__setattr__(self, "loopy", self.game.loopy)

    def start(self, size: int) -> Iterator[Turn[Position]]:
        """Give every starting position of the game, with either player to move."""
        for position in self.game.start(size):
            for player in PLAYERS:
                yield position, player

    def options(self, position: Turn[Position]) -> Iterator[Turn[Position]]:
        """Give the options of the player to move, with the other player to move."""
        place, player = position
        following = opponent(player)
        for option in self.game.options_for(place, player):
            yield option, following

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


@dataclass(frozen=True)
class AnyMove(Game[Any]):
    """The moves of both players together, to find all positions that a game can come to."""

    game: PartizanGame[Any]

    def start(self, size: int) -> Iterable[Any]:
        """Give the starting positions of the game."""
        return self.game.start(size)

    def options(self, position: Any) -> Iterator[Any]:
        """Give the options of both players."""
        yield from self.game.left_options(position)
        yield from self.game.right_options(position)

    def contains(self, position: Any) -> bool:
        """Whether the position is one of the game."""
        return self.game.contains(position)

    def number_of_positions(self, size: int) -> int | None:
        """As many as the game knows."""
        return self.game.number_of_positions(size)


class PartizanTruth:
    """What is true of a partizan game on all positions that it can come to.

    Parameters
    ----------
    game
        The rules.
    turns
        The truth on its positions with the player to move.

    Examples
    --------
    Left takes one from a heap, Right takes two.

    >>> class Take(PartizanGame[int]):
    ...     def start(self, size):
    ...         return range(size + 1)
    ...     def left_options(self, position):
    ...         return [position - 1] if position >= 1 else []
    ...     def right_options(self, position):
    ...         return [position - 2] if position >= 2 else []
    >>> truth = solve_partizan(Take(), 4)
    >>> [truth.outcome(heap) for heap in range(5)]
    ['P', 'L', 'N', 'P', 'L']
    >>> truth.winning_options(4, "Left"), truth.remoteness(4, "Left")
    ([3], 3)
    """

    def __init__(self, game: PartizanGame[Any], turns: Truth) -> None:
        self.game = game
        self.turns = turns

    def __repr__(self) -> str:
        return f"<PartizanTruth of {brief(self.game)}: {len(self.turns.positions) // 2} positions>"

    @property
    def positions(self) -> Collection[Any]:
        """All positions, in the order in which they were met."""
        return self._positions.keys()

    @cached_property
    def _positions(self) -> dict[Hashable, None]:
        turns = self.turns.positions
        return {position: None for position, player in turns if player == "Left"}

    @cached_property
    def outcomes(self) -> dict[Hashable, PartizanOutcome]:
        """Outcome of every position."""
        return {position: self.outcome(position) for position in self.positions}

    def outcome(self, position: Hashable) -> PartizanOutcome:
        """Outcome of ``position``: L, R, N, P, or D for a draw with either player to begin."""
        winners = {self.winner(position, player) for player in PLAYERS}
        if None in winners:
            return "D"
        if len(winners) == 1:
            return "L" if "Left" in winners else "R"
        return "N" if self.winner(position, "Left") == "Left" else "P"

    def winner(self, position: Hashable, player: Player) -> Player | None:
        """Who wins when ``player`` is to move; None for a draw."""
        outcome = self.turns.outcome(self._turn(position, player))
        if outcome == "D":
            return None
        return player if outcome == "N" else opponent(player)

    def winning_options(self, position: Hashable, player: Player) -> list[Any]:
        """Options of ``player`` from which that player wins."""
        return [option for option, _ in self.turns.winning_options(self._turn(position, player))]

    def remoteness(self, position: Hashable, player: Player) -> int | None:
        """Return the remoteness when ``player`` is to move; None for a draw."""
        return self.turns.remoteness(self._turn(position, player))

    def _turn(self, position: Hashable, player: Player) -> tuple[Hashable, Player]:
        if player not in PLAYERS:
            raise PositionError(f"player={player!r}: expected 'Left' or 'Right'")
        if (position, player) not in self.turns.graph:
            raise PositionError(
                f"position={position!r}: not among the {len(self.turns.graph) // 2} positions "
                "found; ask about a smaller one or solve a larger size"
            )
        return position, player


def solve_partizan(
    game: PartizanGame[Any],
    size: int,
    *,
    limit: int = POSITION_LIMIT,
    arc_limit: int = ARC_LIMIT,
    progress: Progress | None = None,
) -> PartizanTruth:
    """Find all positions of ``game`` at ``size``, by whatever moves, and the truth on them.

    Parameters and errors as in :func:`oracles.graph.build`. Positions that turns would not lead
    to are among them, for a position may be part of a sum.
    """
    if not isinstance(game, PartizanGame):
        raise RulesError(
            f"game={brief(game)}: expected a PartizanGame; for an impartial one use solve"
        )
    starts = starting_positions(game, size, limit)

    def solved(rules: Game[Any], positions: Collection[Hashable], limit: int) -> Truth:
        limits = {"limit": limit, "arc_limit": arc_limit}
        return solve_from(rules, positions, size, **limits, progress=progress)

    moves = solved(AnyMove(game), starts, limit)
    turns = PlayerToMoveGame(game)
    pairs = [(position, player) for position in moves.positions for player in PLAYERS]
    return PartizanTruth(game, solved(turns, pairs, 2 * limit))
