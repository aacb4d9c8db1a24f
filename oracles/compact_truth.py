"""What is true of a game on a compact graph.

The same questions as of :class:`oracles.truth.Truth`, answered from arrays, with spot checks
(:mod:`oracles.spot_checks`).
"""

from __future__ import annotations

from collections.abc import (
    Callable,
    Hashable,
    Mapping,
)
from functools import cached_property
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from oracles import kernels
from oracles.compact import CompactGraph
from oracles.errors import brief
from oracles.genus import Genus, cut
from oracles.grundy import GrundyValue, Infinite
from oracles.kernels import Numbers
from oracles.limits import Watch
from oracles.outcomes import require_an_end
from oracles.position_index import Values
from oracles.rules import Game, Outcome
from oracles.spot_checks import Single, check_values, spot_checks
from oracles.truth import Truth

Mapped = TypeVar("Mapped", bound=Mapping[Hashable, Any])
_NORMAL: Outcome = "P"
_MISERE: Outcome = "N"


class CompactTruth(Truth):
    """What is true of an impartial game on all positions of a compact graph.

    Parameters
    ----------
    game
        The rules, for how play ends.
    graph
        Its compact graph, from :func:`oracles.compact.build_compact`.

    Notes
    -----
    As :class:`~oracles.truth.Truth` has it; values of all positions are read-only mappings.
    """

    graph: CompactGraph  # type: ignore[assignment]  # with the part of the other that is used

    def __init__(self, game: Game[Any], graph: CompactGraph) -> None:
        super().__init__(game, cast(Any, graph))

    @property
    def held_to(self) -> str:
        """What was compared with the rules, in words."""
        how = "made in arrays, " if self.graph.is_vectorized else ""
        return f"options {how}compared with the rules at {len(self._single)} positions"

    @cached_property
    def _single(self) -> Single:
        return spot_checks(self.game, self.graph, len(self.graph))

    def _compared(self, quantity: str, values: Mapped) -> Mapped:
        return check_values(self.game, self._single, quantity, values)

    @property
    def p_positions(self) -> list[Any]:
        """All P-positions, in the order of the graph."""
        _ = self.outcomes  # which are compared
        return self.graph.positions(np.flatnonzero(self._found[0] == kernels.P).astype(np.int32))

    def _outcomes(self) -> Mapping[Hashable, Outcome]:
        return _outcomes(self.graph, self._found[0])

    def _remotenesses(self) -> Mapping[Hashable, int | None]:
        lengths = self._found[1]
        return self._lengths(winner_hurries=True) if lengths is None else self._numbered(lengths)

    def _suspenses(self) -> Mapping[Hashable, int | None]:
        return self._lengths(winner_hurries=False)

    def _grundy_values(self) -> Mapping[Hashable, GrundyValue]:
        graph = self.graph
        # Values may be given in any order: first where play must end, by induction.
        finite = kernels.grundy_by_induction(self._order, graph.first, graph.options)
        if not self._has_cycle:
            return Values(graph, lambda v: int(finite[v]))
        self._give_loopy_values(finite)

        def value(v: int) -> GrundyValue:
            if finite[v] >= 0:
                return int(finite[v])
            beside = finite[graph.options_by_number(v)]
            return Infinite(frozenset(beside[beside >= 0].tolist()))

        return Values(graph, value)

    def _give_loopy_values(self, values: Numbers) -> None:
        """Give values to positions from which play may go on for ever, one value after another."""
        graph, value = self.graph, 0
        with Watch(
            lambda: f"loopy Grundy values of {brief(self.game)}, {value} next",
            moved=lambda: value,
        ):
            while value >= 0:
                value = kernels.give_loopy_value(
                    value, values, graph.first, graph.options, graph.predecessors
                )

    def _misere_outcomes(self) -> Mapping[Hashable, Outcome]:
        return _outcomes(self.graph, self._outcomes_if(lambda _: _MISERE)[0])

    def _genera(self) -> Mapping[Hashable, Genus]:
        graph, order = self.graph, self._order
        normal = kernels.grundy_by_induction(order, graph.first, graph.options)
        levels = [self._misere_level(None)]
        stable = np.zeros(len(graph), np.uint8)
        since = np.full(len(graph), -1, np.int32)  # the n from which on the g_n alternate
        while not stable.all():
            levels.append(self._misere_level(levels[-1]))
            if len(levels) >= 3:
                alternates = levels[-1] == levels[-3]
                kernels.note_stable(order, graph.first, graph.options, alternates, stable)
                since[(since < 0) & (stable > 0)] = len(levels) - 3

        def genus(v: int) -> Genus:
            return Genus(int(normal[v]), cut([int(g[v]) for g in levels], int(since[v])))

        return Values(graph, genus)

    @cached_property
    def _found(self) -> tuple[NDArray[np.int8], Numbers | None]:
        """Outcomes, and the remotenesses if they were found with them."""
        return self._outcomes_if(self._final_outcome)

    def _outcomes_if(
        self, final_outcome: Callable[[Hashable], Outcome]
    ) -> tuple[NDArray[np.int8], Numbers | None]:
        """Return outcomes, and remotenesses in a game with cycles, for an ending."""
        graph, ending = self.graph, self._ending(final_outcome)
        if self._has_cycle:
            found: tuple[NDArray[np.int8], Numbers] = kernels.retrograde(
                graph.first, *graph.predecessors, ending
            )
            return found
        order = self._order
        return kernels.outcomes_by_induction(order, graph.first, graph.options, ending), None

    def _ending(self, final_outcome: Callable[[Hashable], Outcome]) -> NDArray[np.int8]:
        """Return the outcomes of the final positions, and of the others what is written over."""
        graph, known = self.graph, 0
        ending = np.zeros(len(graph), np.int8)
        final = np.flatnonzero(np.diff(graph.first) == 0).astype(np.int32)
        if final_outcome == self._final_outcome and not self.game.names_winner_by_position():
            ending[final] = kernels.OUTCOMES.index(_MISERE if self.game.misere else _NORMAL)
            return ending
        with Watch(lambda: f"final positions of {brief(self.game)}", moved=lambda: known):
            for known, position in enumerate(graph.positions(final)):
                ending[final[known]] = kernels.OUTCOMES.index(final_outcome(position))
        return ending

    def _lengths(self, *, winner_hurries: bool) -> Values[int | None]:
        graph = self.graph
        return self._numbered(
            kernels.lengths_by_induction(
                self._order, graph.first, graph.options, self._found[0], winner_hurries
            )
        )

    def _numbered(self, lengths: Numbers) -> Values[int | None]:
        return Values(self.graph, lambda v: int(lengths[v]) if lengths[v] >= 0 else None)

    def _misere_level(self, last: Numbers | None) -> Numbers:
        graph = self.graph
        before = np.zeros(0, np.int32) if last is None else last
        found: Numbers = kernels.misere_level(
            self._order, graph.first, graph.options, before, last is None
        )
        return found

    @cached_property
    def _order(self) -> Numbers:
        """The backward order, by number."""
        graph = self.graph
        order: Numbers = kernels.backward_order(graph.first, *graph.predecessors)
        if not self.game.loopy and len(order) < len(graph):
            require_an_end(cast(Any, graph), graph.positions(order))
        return order


def _outcomes(graph: CompactGraph, found: NDArray[np.int8]) -> Values[Outcome]:
    return Values(graph, lambda v: cast(Outcome, kernels.OUTCOMES[found[v]]))
