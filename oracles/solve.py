"""Backward induction on an explicit game graph.

Definitions, each computed as it reads:

- *outcome*: P if every option is an N-position, N if some option is a P-position; final
  positions have the outcome that the rules give them (P under normal play).
- *Grundy value*: the mex (least value missing) of the options' Grundy values; only under
  normal play. A position is a P-position exactly when its Grundy value is 0 (Sprague 1935,
  Grundy 1939).
- *remoteness*: the number of moves play still takes when the winner hurries and the loser
  delays (Winning Ways, vol. 2, ch. 9): 0 at a final position; in an N-position one more than
  the least remoteness of the P-positions among the options; in a P-position one more than the
  greatest among the options.
- *winning options*: the options that are P-positions.

Reference: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, sections I.1 and IV.1.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property
from itertools import count
from typing import Any

from oracles.errors import PositionError, RulesError
from oracles.graph import POSITION_LIMIT, GameGraph, Progress, build
from oracles.rules import Game, Outcome


def mex(values: Iterable[int]) -> int:
    """Return the least natural number that is not among ``values``.

    >>> mex([0, 1, 3]), mex([])
    (2, 0)
    """
    present = set(values)
    return next(value for value in count() if value not in present)


class Truth:
    """What is true of a game on all positions of an explicit graph.

    Parameters
    ----------
    game
        The rules, for how play ends.
    graph
        Its explicit graph, from :func:`oracles.graph.build`.

    Notes
    -----
    Each quantity is computed for all positions when it is first asked for, in time
    proportional to the number of arcs.

    Examples
    --------
    >>> from oracles.games.stone_game import StoneGame
    >>> truth = solve(StoneGame(), 3)
    >>> truth.outcome((1, 3, 3)), truth.winning_options((0, 0, 3)), truth.grundy((0, 0, 3))
    ('P', [(0, 0, 0)], 3)
    """

    def __init__(self, game: Game[Any], graph: GameGraph) -> None:
        self.game = game
        self.graph = graph

    @property
    def positions(self) -> Iterator[Hashable]:
        """All positions, in the order of the graph."""
        return iter(self.graph)

    @property
    def p_positions(self) -> list[Any]:
        """All P-positions, in the order of the graph."""
        return [position for position, outcome in self.outcomes.items() if outcome == "P"]

    def outcome(self, position: Hashable) -> Outcome:
        """Outcome of ``position``: P or N."""
        return self.outcomes[self._known(position)]

    def grundy(self, position: Hashable) -> int:
        """Grundy value of ``position``, a natural number."""
        return self.grundy_values[self._known(position)]

    def remoteness(self, position: Hashable) -> int:
        """Remoteness of ``position``, a number of moves."""
        return self.remotenesses[self._known(position)]

    def winning_options(self, position: Hashable) -> list[Any]:
        """Options of ``position`` that are P-positions, in the order of the rules."""
        return [o for o in self.graph.adj[self._known(position)] if self.outcomes[o] == "P"]

    @cached_property
    def outcomes(self) -> dict[Hashable, Outcome]:
        """Outcome of every position, in the order of the graph."""
        outcomes: dict[Hashable, Outcome] = {}
        for position, options in self._options_first:
            if not options:
                outcomes[position] = self.game.final_outcome(position)
            else:
                outcomes[position] = "N" if any(outcomes[o] == "P" for o in options) else "P"
        return {position: outcomes[position] for position in self.graph}

    @cached_property
    def grundy_values(self) -> dict[Hashable, int]:
        """Grundy value of every position, under normal play."""
        if self.game.misere or self.game.names_winner_by_position():
            raise RulesError(f"{self.game!r}: Grundy values are defined under normal play only")
        values: dict[Hashable, int] = {}
        for position, options in self._options_first:
            values[position] = mex([values[option] for option in options])
        return values

    @cached_property
    def remotenesses(self) -> dict[Hashable, int]:
        """Remoteness of every position."""
        outcomes = self.outcomes
        lengths: dict[Hashable, int] = {}
        for position, options in self._options_first:
            if not options:
                lengths[position] = 0
            elif outcomes[position] == "N":
                lengths[position] = 1 + min(lengths[o] for o in options if outcomes[o] == "P")
            else:
                lengths[position] = 1 + max(lengths[o] for o in options)
        return lengths

    @cached_property
    def _options_first(self) -> list[tuple[Hashable, Iterable[Hashable]]]:
        """Every position with its options, each position after all of its options."""
        options_of, leading_to = self.graph.adj, self.graph.pred
        missing = {position: len(options) for position, options in options_of.items()}
        order = [position for position, number in missing.items() if number == 0]
        for position in order:  # grows while it is walked
            for earlier in leading_to[position]:
                missing[earlier] -= 1
                if missing[earlier] == 0:
                    order.append(earlier)
        if len(order) < len(missing):
            stuck = next(position for position, number in missing.items() if number)
            raise RulesError(
                f"play may never end from {stuck!r}: the rules lead back to a position; "
                "mend options, or declare the game loopy"
            )
        return [(position, options_of[position]) for position in order]

    def _known(self, position: Hashable) -> Hashable:
        if position not in self.graph:
            raise PositionError(
                f"position={position!r}: not among the {len(self.graph)} positions of this graph; "
                "ask about a smaller one or build a larger graph"
            )
        return position


def solve(
    game: Game[Any],
    size: int,
    *,
    limit: int = POSITION_LIMIT,
    progress: Progress | None = None,
) -> Truth:
    """Build the explicit graph of ``game`` at ``size`` and return the truth on it.

    Parameters and errors as in :func:`oracles.graph.build`.
    """
    return Truth(game, build(game, size, limit=limit, progress=progress))
