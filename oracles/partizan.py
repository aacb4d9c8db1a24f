"""Partizan games: who wins when Left begins, and who when Right begins.

The graph of a partizan game has two kinds of arcs, Left's and Right's. As the players move in turn,
outcomes and remoteness come from its graph on pairs of a position and the player to move, which is
that of an impartial game (:class:`PlayerToMoveGame`). The outcome of a position says who wins if
Left begins, and who wins if Right begins. A letter stands for five of the nine pairs:

======= =================================
L       Left wins, whoever begins
R       Right wins, whoever begins
N       the player who begins wins
P       the player who does not begin wins
D       a draw, whoever begins
======= =================================

The other four are written as pairs, Left's beginning first: L/D, D/L, R/D and D/R. In R/D Right
wins if Left begins, and it is a draw if Right begins.

Reference: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, section I.1 (outcomes).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, Generic

import numpy as np

from oracles.errors import RulesError, brief
from oracles.graph import GameGraph, Index, build_from
from oracles.rule_contracts import ARC_LIMIT, POSITION_LIMIT, starting_positions
from oracles.rules import Game, Outcome, PartizanGame, PartizanOutcome, Player, Position
from oracles.truth import Truth

PLAYERS: tuple[Player, Player] = ("Left", "Right")
OPPONENT: dict[Player, Player] = {"Left": "Right", "Right": "Left"}
# Outcomes with Left to move and with Right to move -> outcome of a partizan position.
OF_TURNS: dict[str, PartizanOutcome] = {
    "NN": "N", "PP": "P", "NP": "L", "PN": "R", "DD": "D",
    "ND": "L/D", "DP": "D/L", "PD": "R/D", "DN": "D/R",
}  # fmt: skip
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
        ask = self.game.left_options if player == "Left" else self.game.right_options
        return ((option, OPPONENT[player]) for option in ask(place))

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


class _TurnIndex(Index):
    """Positions with the player to move: Left's have even numbers."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def __len__(self) -> int:
        return 2 * len(self._index)

    def __iter__(self) -> Iterator[Turn[Any]]:
        return product(self._index, PLAYERS)

    def number(self, turn: Any) -> int:
        if not isinstance(turn, tuple) or len(turn) != 2 or turn[1] not in PLAYERS:
            return -1
        number = self._index.number(turn[0])
        return number if number < 0 else 2 * number + PLAYERS.index(turn[1])

    def positions(self, numbers: Any) -> list[Turn[Any]]:
        known = self._index.positions(np.asarray(numbers) >> 1)
        return [(p, PLAYERS[n & 1]) for p, n in zip(known, numbers, strict=True)]


class PartizanTruth:
    """What is true of a partizan game on the positions of its graph, with Left's arcs and Right's.

    ``turns`` is the truth on its positions with the player to move.

    >>> from oracles.strips import PartizanStripGame
    >>> toads = PartizanStripGame(
    ...     left=[("T.", ".T"), ("TF.", ".FT")],
    ...     right=[(".F", "F."), (".TF", "FT.")],
    ...     starts=lambda size: ["T" + "." * size + "F"],
    ... )
    >>> truth = solve_partizan(toads, 2)
    >>> truth.outcome("T..F"), truth.outcome("T.F."), truth.outcome(".TF.")
    ('P', 'L', 'P')
    >>> truth.winning_options("T.F.", "Left"), truth.remoteness("T.F.", "Left")
    (['.TF.'], 3)
    """

    def __init__(self, game: PartizanGame[Any], graph: GameGraph) -> None:
        self.game, self.graph = game, graph
        is_right = np.repeat(np.arange(2 * len(graph)) & 1, np.diff(graph.first))
        options = (2 * graph.options + 1 - is_right).astype(np.int32)
        turns = GameGraph(_TurnIndex(graph.index), graph.first, options)
        self.turns = Truth(PlayerToMoveGame(game), turns)

    def __repr__(self) -> str:
        return f"<PartizanTruth of {brief(self.game)}: {len(self.graph)} positions>"

    @property
    def positions(self) -> Collection[Any]:
        """All positions, in the order in which they were met."""
        return self.graph.options_of.keys()

    @cached_property
    def outcomes(self) -> dict[Hashable, PartizanOutcome]:
        """Outcome of every position."""
        return {position: self.outcome(position) for position in self.positions}

    def outcome(self, position: Hashable) -> PartizanOutcome:
        """Outcome of ``position``: L, R, N, P, D for a draw whoever begins, or a pair as R/D."""
        left, right = (self.turns.outcome((position, player)) for player in PLAYERS)
        return OF_TURNS[left + right]

    def winner(self, position: Hashable, player: Player) -> Player | None:
        """Who wins when ``player`` is to move; None for a draw."""
        outcome = self.turns.outcome((position, player))
        return {"N": player, "P": OPPONENT[player]}.get(outcome)

    def winning_options(self, position: Hashable, player: Player) -> list[Any]:
        """Options of ``player`` from which that player wins."""
        return [option for option, _ in self.turns.winning_options((position, player))]

    def remoteness(self, position: Hashable, player: Player) -> int | None:
        """Return the remoteness when ``player`` is to move; None for a draw."""
        return self.turns.remoteness((position, player))


def solve_partizan(
    game: PartizanGame[Any],
    size: int,
    *,
    limit: int = POSITION_LIMIT,
    arc_limit: int = ARC_LIMIT,
) -> PartizanTruth:
    """Find all positions of ``game`` at ``size``, by whatever moves, and the truth on them.

    Parameters and errors as in :func:`oracles.solve.solve`. Positions that turns would not lead
    to are among them, for a position may be part of a sum.
    """
    if not isinstance(game, PartizanGame):
        raise RulesError(
            f"game={brief(game)}: expected a PartizanGame; for an impartial one use solve"
        )
    starts = starting_positions(game, size, limit)
    return PartizanTruth(game, build_from(game, starts, limit=limit, arc_limit=arc_limit))
