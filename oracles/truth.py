"""What is true of a game, on all positions of an explicit graph.

:class:`Truth` gives each quantity as the module of its name defines it:

- outcome, winning options, remoteness and suspense: :mod:`oracles.outcomes`;
- Grundy values, finite and loopy: :mod:`oracles.grundy`;
- misère outcome and genus: :mod:`oracles.genus`;
- partizan games: :mod:`oracles.partizan`.

Reference: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, sections I.1 and IV.1.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from oracles.errors import PositionError, RulesError, brief
from oracles.genus import Genus, genera
from oracles.graph import GameGraph
from oracles.grundy import GrundyValue, grundy_by_induction, loopy_grundy
from oracles.outcomes import (
    Lengths,
    Outcomes,
    backward_order,
    outcomes_by_induction,
    remoteness_by_induction,
    require_an_end,
    retrograde,
    suspense_by_induction,
)
from oracles.rule_contracts import final_outcome_of
from oracles.rules import Game, Outcome

Values = TypeVar("Values", bound=Mapping[Hashable, Any])


class Truth:
    """What is true of an impartial game on all positions of an explicit graph.

    Parameters
    ----------
    game
        The rules, for how play ends.
    graph
        Its explicit graph, from :func:`oracles.graph.build`.

    Notes
    -----
    Each quantity is computed for all positions when it is first asked for, in time proportional to
    the number of arcs (for loopy Grundy values and genera times the number of values, which is
    small); a subclass computes it otherwise, and compares it. Positions that the graph does not
    hold raise :class:`~oracles.errors.PositionError`; quantities that the game does not have raise
    :class:`~oracles.errors.RulesError`.

    Examples
    --------
    >>> from oracles.games.stone_game import StoneGame
    >>> from oracles.graph import build
    >>> truth = Truth(StoneGame(), build(StoneGame(), 3))
    >>> truth.outcome((1, 3, 3)), truth.winning_options((0, 0, 3)), truth.grundy((0, 0, 3))
    ('P', [(0, 0, 0)], 3)
    """

    def __init__(self, game: Game[Any], graph: GameGraph) -> None:
        self.game = game
        self.graph = graph

    def __repr__(self) -> str:
        return f"<Truth of {brief(self.game)}: {len(self.graph)} positions>"

    @property
    def positions(self) -> Collection[Any]:
        """All positions, in the order of the graph."""
        return self.graph.options_of.keys()

    @property
    def p_positions(self) -> list[Any]:
        """All P-positions, in the order of the graph."""
        outcomes = self.outcomes
        return [position for position in self.graph if outcomes[position] == "P"]

    def options(self, position: Hashable) -> list[Any]:
        """Options of ``position``, each once."""
        return list(self.graph.options_of[self._known(position)])

    def outcome(self, position: Hashable) -> Outcome:
        """Outcome of ``position`` under the game's own ending: P, N, or D for a draw."""
        return self.outcomes[self._known(position)]

    def winning_options(self, position: Hashable) -> list[Any]:
        """Options of ``position`` that are P-positions, in the order of the rules."""
        options = self.graph.options_of[self._known(position)]
        return [option for option in options if self.outcomes[option] == "P"]

    def remoteness(self, position: Hashable) -> int | None:
        """Remoteness of ``position``, a number of moves; None for a draw."""
        return self.remotenesses[self._known(position)]

    def suspense(self, position: Hashable) -> int | None:
        """Suspense of ``position``, a number of moves; only where play must end."""
        return self.suspenses[self._known(position)]

    def grundy(self, position: Hashable) -> GrundyValue:
        """Grundy value of ``position``: a natural number, or ∞ in a loopy game."""
        return self.grundy_values[self._known(position)]

    def misere_outcome(self, position: Hashable) -> Outcome:
        """Outcome of ``position`` if the player who cannot move wins."""
        return self.misere_outcomes[self._known(position)]

    def genus(self, position: Hashable) -> Genus:
        """Genus of ``position``; only where play must end."""
        return self.genera[self._known(position)]

    @cached_property
    def outcomes(self) -> Outcomes:
        """Outcome of every position."""
        return self._compared("outcomes", self._outcomes())

    @cached_property
    def remotenesses(self) -> Lengths:
        """Remoteness of every position."""
        return self._compared("remotenesses", self._remotenesses())

    @cached_property
    def suspenses(self) -> Lengths:
        """Suspense of every position."""
        self._require("suspense")
        return self._compared("suspenses", self._suspenses())

    @cached_property
    def grundy_values(self) -> Mapping[Hashable, GrundyValue]:
        """Grundy value of every position, under normal play."""
        if self.game.misere:
            raise RulesError(
                f"{brief(self.game)}: Grundy values are those of normal play; see genus"
            )
        self._require("Grundy value", or_loopy=True)
        return self._compared("grundy_values", self._grundy_values())

    @cached_property
    def misere_outcomes(self) -> Outcomes:
        """Outcome of every position under misère play."""
        self._require("misère outcome", or_loopy=True)
        return self._compared("misere_outcomes", self._misere_outcomes())

    @cached_property
    def genera(self) -> Mapping[Hashable, Genus]:
        """Genus of every position."""
        self._require("genus")
        return self._compared("genera", self._genera())

    def _outcomes(self) -> Outcomes:
        outcomes: Outcomes = self._found[0]
        return outcomes

    def _remotenesses(self) -> Lengths:
        found: Lengths | None = self._found[1]
        if found is None:
            return remoteness_by_induction(self.graph, self._order, self._found[0])
        return found

    def _suspenses(self) -> Lengths:
        return suspense_by_induction(self.graph, self._order, self.outcomes)

    def _grundy_values(self) -> Mapping[Hashable, GrundyValue]:
        if self._has_cycle:
            return loopy_grundy(self.graph)
        return grundy_by_induction(self.graph, self._order)

    def _misere_outcomes(self) -> Outcomes:
        if self._has_cycle:
            return retrograde(self.graph, _misere_end)[0]
        return outcomes_by_induction(self.graph, self._order, _misere_end)

    def _genera(self) -> Mapping[Hashable, Genus]:
        return genera(self.graph, self._order)

    @cached_property
    def _found(self) -> Any:
        """Outcomes, and the remotenesses if they were found with them."""
        if self._has_cycle:
            return retrograde(self.graph, self._final_outcome)
        return outcomes_by_induction(self.graph, self._order, self._final_outcome), None

    def _final_outcome(self, position: Hashable) -> Outcome:
        return final_outcome_of(self.game, position)

    @cached_property
    def _order(self) -> Any:
        order = backward_order(self.graph)
        if not self.game.loopy:
            require_an_end(self.graph, order)
        return order

    @property
    def _has_cycle(self) -> bool:
        return len(self._order) < len(self.graph)

    def _compared(self, quantity: str, values: Values) -> Values:  # noqa: ARG002
        """Return the values of a quantity when they have been compared with what they stand for."""
        return values

    def _require(self, quantity: str, *, or_loopy: bool = False) -> None:
        """Raise an error unless the game has the ``quantity``."""
        if self.game.names_winner_by_position() and quantity != "suspense":
            raise RulesError(
                f"{brief(self.game)}: {quantity} is defined where the player who cannot move loses "
                "or wins; this game names the winner by the final position"
            )
        if not or_loopy and self._has_cycle:
            raise RulesError(
                f"{brief(self.game)}: {quantity} is defined where play must end; this game is loopy"
            )

    def _known(self, position: Hashable) -> Hashable:
        try:
            if position in self.graph:
                return position
        except TypeError:  # it cannot be hashed
            pass
        raise PositionError(
            f"position={brief(position)}: not among the {len(self.graph)} positions of this graph; "
            "ask about a smaller one or build a larger graph"
        )


def _misere_end(position: Hashable) -> Outcome:  # noqa: ARG001
    return "N"
