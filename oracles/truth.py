"""What is true of a game, on all positions of its graph.

:class:`Truth` gives each quantity as the module of its name defines it:

- outcome, winning options, remoteness and suspense: :mod:`oracles.outcomes`;
- Grundy values, finite and loopy: :mod:`oracles.grundy`;
- misère outcome and genus: :mod:`oracles.genus`;
- partizan games: :mod:`oracles.partizan`.

They are computed in arrays (:mod:`oracles.kernels`), with spot checks (:mod:`oracles.spot_checks`).

Reference: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, sections I.1 and IV.1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from functools import cached_property
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from oracles import kernels
from oracles.errors import PositionError, RulesError, brief
from oracles.genus import Genus, cut
from oracles.graph import GameGraph
from oracles.grundy import GrundyValue, Infinite
from oracles.kernels import Numbers
from oracles.limits import Watch
from oracles.outcomes import Lengths, Outcomes, require_an_end
from oracles.position_index import Values
from oracles.rule_contracts import final_outcome_of
from oracles.rules import Game, Outcome
from oracles.spot_checks import check_values, spread

Mapped = TypeVar("Mapped", bound=Mapping[Hashable, Any])


class Truth:
    """What is true of an impartial game on all positions of its graph.

    Parameters
    ----------
    game
        The rules, for how play ends.
    graph
        Its graph, from :func:`oracles.graph.build`.

    Notes
    -----
    Each quantity is computed for all positions when it is first asked for, in time proportional to
    the number of arcs (for loopy Grundy values and genera times the number of values, which is
    small). Values of all positions are read-only mappings. Positions that the graph does not hold
    raise :class:`~oracles.errors.PositionError`; quantities that the game does not have raise
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
        return f"<{type(self).__name__} of {brief(self.game)}: {len(self.graph)} positions>"

    @property
    def positions(self) -> Collection[Any]:
        """All positions, in the order of the graph."""
        return self.graph.options_of.keys()

    @property
    def p_positions(self) -> list[Any]:
        """All P-positions, in the order of the graph."""
        _ = self.outcomes  # which are compared
        return self.graph.index.positions(np.flatnonzero(self._found[0] == kernels.P))

    @property
    def held_to(self) -> str:
        """What was compared with the rules, in words."""
        how = "made in arrays, " if self.graph.is_vectorized else ""
        return f"options {how}compared with the rules at {len(self._spread)} positions"

    def options(self, position: Hashable) -> list[Any]:
        """Options of ``position``, each once."""
        return list(self.graph.options_of[self._known(position)])

    def outcome(self, position: Hashable) -> Outcome:
        """Outcome of ``position`` under the game's own ending: P, N, or D for a draw."""
        return self.outcomes[self._known(position)]

    def winning_options(self, position: Hashable) -> list[Any]:
        """Options of ``position`` that are P-positions, in the order of the rules."""
        return [option for option in self.options(position) if self.outcome(option) == "P"]

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
        return self._lengths(winner_hurries=True)

    @cached_property
    def suspenses(self) -> Lengths:
        """Suspense of every position."""
        self._require("suspense")
        return self._lengths(winner_hurries=False)

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
        return self._misere_outcomes()

    @cached_property
    def genera(self) -> Mapping[Hashable, Genus]:
        """Genus of every position."""
        self._require("genus")
        return self._genera()

    def _outcomes(self) -> Outcomes:
        return self._mapping(self._found[0], _letter)

    def _misere_outcomes(self) -> Outcomes:
        return self._mapping(self._solved("N")[0], _letter)

    def _lengths(self, *, winner_hurries: bool) -> Lengths:
        outcomes, lengths = self._found
        if lengths is None or not winner_hurries:
            lengths = kernels.lengths_by_induction(
                self._order, self.graph.first, self.graph.options, outcomes, winner_hurries
            )
        return self._mapping(lengths, lambda length: int(length) if length >= 0 else None)

    def _grundy_values(self) -> Mapping[Hashable, GrundyValue]:
        graph, order = self.graph, self._order
        # Values may be given in any order: first where play must end, by induction.
        finite = kernels.grundy_by_induction(order, graph.first, graph.options)
        if not self._has_cycle:
            return self._mapping(finite, int)
        value = 0
        with Watch(
            lambda: f"loopy Grundy values of {brief(self.game)}, {value} next",
            moved=lambda: value,
        ):
            while value >= 0:  # one after another is given to positions that come back
                value = kernels.give_loopy_value(
                    value, finite, graph.first, graph.options, graph.predecessors
                )

        def loopy(v: int) -> GrundyValue:
            if finite[v] >= 0:
                return int(finite[v])
            beside = finite[graph.options[graph.first[v] : graph.first[v + 1]]]
            return Infinite(frozenset(beside[beside >= 0].tolist()))

        return Values(graph.index, loopy)

    def _genera(self) -> Mapping[Hashable, Genus]:
        order, arcs = self._order, (self.graph.first, self.graph.options)
        normal = kernels.grundy_by_induction(order, *arcs)
        levels: list[Numbers] = []
        stable = np.zeros(len(self.graph), np.uint8)
        since = np.full(len(self.graph), -1, np.int32)  # the n from which on the g_n alternate
        while not stable.all() or not levels:
            last = levels[-1] if levels else np.zeros(0, np.int32)
            levels.append(kernels.misere_level(order, *arcs, last, not levels))
            if len(levels) >= 3:
                kernels.note_stable(order, *arcs, levels[-1] == levels[-3], stable)
                since[(since < 0) & (stable > 0)] = len(levels) - 3

        def genus(v: int) -> Genus:
            return Genus(int(normal[v]), cut([int(g[v]) for g in levels], int(since[v])))

        return Values(self.graph.index, genus)

    @cached_property
    def _found(self) -> tuple[NDArray[np.int8], Numbers | None]:
        """Outcomes, and the remotenesses if they were found with them."""
        is_usual = not self.game.names_winner_by_position()
        return self._solved(("N" if self.game.misere else "P") if is_usual else None)

    def _solved(self, ending: Outcome | None) -> tuple[NDArray[np.int8], Numbers | None]:
        """Return outcomes, and remotenesses in a game with cycles.

        ``ending`` is the outcome of final positions; None if the rules say it of each.
        """
        order, graph = self._order, self.graph  # in this order, which says what goes round
        final = np.flatnonzero(np.diff(graph.first) == 0)
        outcomes, known = np.zeros(len(graph), np.int8), 0
        with Watch(lambda: f"final positions of {brief(self.game)}", moved=lambda: known):
            if ending is not None:
                outcomes[final] = kernels.OUTCOMES.index(ending)
            for known, position in enumerate(graph.index.positions(final) if not ending else ()):
                outcome = final_outcome_of(self.game, position)
                outcomes[final[known]] = kernels.OUTCOMES.index(outcome)
        if self._has_cycle:
            found, lengths = kernels.retrograde(graph.first, *graph.predecessors, outcomes)
            return found, lengths
        return kernels.outcomes_by_induction(order, graph.first, graph.options, outcomes), None

    @cached_property
    def _order(self) -> Numbers:
        """The backward order, by number."""
        graph = self.graph
        before, leading = graph.predecessors
        order: Numbers = kernels.backward_order(graph.first, before, leading)
        if not self.game.loopy and len(order) < len(graph):
            require_an_end(graph.options_of, graph.index.positions(order))
        return order

    @property
    def _has_cycle(self) -> bool:
        return len(self._order) < len(self.graph)

    def _mapping(self, found: NDArray[Any], value: Callable[[Any], Any]) -> Values[Any]:
        return Values(self.graph.index, lambda v: value(found[v]))

    @cached_property
    def _spread(self) -> list[Any]:
        return spread(self.graph.index, len(self.graph))

    def _compared(self, quantity: str, values: Mapped) -> Mapped:
        return check_values(self.game, self.graph.options_of, self._spread, quantity, values)

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
        if position in self.graph:
            return position
        raise PositionError(
            f"position={brief(position)}: not among the {len(self.graph)} positions of this graph; "
            "ask about a smaller one or build a larger graph"
        )


def _letter(number: int) -> Outcome:
    return cast(Outcome, kernels.OUTCOMES[number])
