"""Domains: the part of a game that is exhausted, and the checks that exhaust it.

The *small cases* of a game are all positions up to the largest size within a budget of positions
and arcs (:class:`oracles.growing.Growing`), so that the bound is the same on every machine.
Positions come in the order of their sizes, so the first of them in
which a claim fails is a least counterexample.

Of a heap game, whose positions are sums of heaps, every sum of ``COUNTERS`` counters or fewer is
such a start, and every single heap beyond.

Sizes above 200 are taken up some at once (:mod:`oracles.growing`). Where a position fails in such a
step, its sizes are told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from oracles.errors import SearchLimitError
from oracles.growing import CHECK, CHECK_FIRST, CHECK_GIVEN, Budget, Growing
from oracles.heaps import COUNTERS, HeapGame, SumsOfHeaps, is_sum_of_heaps
from oracles.rule_contracts import starting_positions
from oracles.rules import Rules
from oracles.sums import DisjunctiveSum, PartizanSum
from research.checks.check_types import Check, Claimed, Exhaustion, judging, named
from research.checks.evidence import ClaimError, Evidence, Kind, Level, Settings, TruthFrom
from research.checks.search import search_listed

if TYPE_CHECKING:
    from research.checks.equality import Equation

HoldsAt = Callable[[Any, Any, Any], "bool | Equation"]  # (believed, position, truth) -> holds?
Among = Callable[[Any], bool]
FEW = 200


def with_sums(game: Rules[Any]) -> Rules[Any]:
    """Return a game whose small cases have sums: of heap games it is another one, else the same."""
    if isinstance(game, DisjunctiveSum | PartizanSum):
        return type(game)(*map(with_sums, game.games))
    if is_sum_of_heaps(game) and type(game).start is HeapGame.start:
        return SumsOfHeaps(game.rule, game.misere, game.loopy)
    return game


class SmallCases(Growing):
    """The small cases of a game, and the truth on them.

    Parameters, attributes and errors as of :class:`~oracles.growing.Growing`; the budget is that of
    a check unless another is given.

    Examples
    --------
    >>> from oracles.heaps import octal
    >>> kayles = SmallCases(octal("0.77"), 5)
    >>> len(kayles), kayles.truth.grundy((5,)), kayles.words()
    (11, 4, 'every position to size 5')
    """

    def __init__(
        self,
        game: Rules[Any],
        size: int | None = None,
        *,
        budget: Budget | None = None,
        largest: int | None = None,
    ) -> None:
        usual = CHECK if size is None else CHECK_GIVEN
        super().__init__(game, budget or usual, size, largest=largest)

    @classmethod
    def first(cls, game: Rules[Any]) -> SmallCases | None:
        """Return the least, in which most errors show; None where even the least are many."""
        with suppress(SearchLimitError):
            return cls(game, budget=CHECK_FIRST)
        return None

    @property
    def positions(self) -> list[Any]:
        """All of them, the smallest first."""
        return [position for layer in self.layers for position in layer.positions]

    @cached_property
    def sizes(self) -> Mapping[Any, int]:
        """The size of each position, where every size was taken up."""
        return {position: layer.size for layer in self.layers for position in layer.positions}

    def words(self) -> str:
        """Return the domain in words."""
        words = f"every position to size {self.size}"
        if isinstance(self.game, SumsOfHeaps):
            counters = min(self.size, COUNTERS)
            words = f"every position reachable from sums of at most {counters} counters"
            if self.size > COUNTERS:
                words += f", or from single heaps of at most {self.size}"
        return f"{words}, as {self.ended}" if self.ended and len(self) < FEW else words

    @property
    def is_trivial(self) -> bool:
        """Whether no size with a move could be built."""
        return bool(self.ended) and not self.graph.number_of_edges()

    def least(self, position: Any, fails: Callable[[Any], bool]) -> Any:
        """Return a position of the least size that fails, given the one that is met first."""
        layer = next(layer for layer in self.layers if position in layer.positions)
        for size in range(layer.after + 1, layer.size):
            for smaller in self._reached(size, set(layer.positions)):
                if fails(smaller):
                    return smaller
        return position

    def _reached(self, size: int, among: set[Any]) -> list[Any]:
        """Return the positions of one layer that are reached from ``start(size)``."""
        reached = dict.fromkeys(p for p in starting_positions(self.game, size) if p in among)
        found = list(reached)
        for position in found:  # grows while it is walked
            for option in self.graph.options_of[position]:
                if option in among and option not in reached:
                    reached[option] = None
                    found.append(option)
        return found


@dataclass(frozen=True)
class SmallPositions(Check):
    """Try every small position, smallest first.

    Attributes
    ----------
    small
        Gives the small cases when the check runs.
    holds
        Called with what is believed, a position and the truth.
    among
        Which positions the claim speaks of; None for all.
    few
        Gives the least of the small cases, which are tried first; None where there are none apart.
    """

    small: Callable[[], SmallCases]
    holds: HoldsAt
    among: Among | None = None
    few: Callable[[], SmallCases | None] = lambda: None

    kind = Kind.EXHAUSTION

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Stop at the first failure, which is made sure to be a least counterexample."""
        if (few := self.few()) is not None:
            found = self._tried(claim, believed, few)
            if found.level == Level.REFUTED:
                return found
        small = self.small()
        found = self._tried(claim, believed, small)
        if not found.cases:
            none = f"it is about no position to size {small.size}"
            raise ClaimError(f"{claim.name}: {none if small else 'start(size) gives no position'}")
        return unless_trivial(found, small)

    def _tried(self, claim: Claimed, believed: Any, small: SmallCases) -> Evidence:
        """Try the positions among some small cases; a failure is one of the least size."""
        of, truth = named(claim, believed), small.truth
        failure_in = judging(of, lambda b, p: self.holds(b, p, truth), believed)
        spoken = judging(f"among of {of}", lambda among, p: among(p), self.among)
        positions = [p for p in small.positions if self.among is None or spoken(p) is None]
        found = search_listed(positions, failure_in)
        words, failure = small.words(), found.failure
        if self.among is not None:
            ours = f"every position of the claim, among the {len(small)} positions"
            words = words.replace("every position", ours, 1)
        if failure is not None:
            spoken_of = set(positions)
            fails = lambda p: p in spoken_of and failure_in(p) is not None  # noqa: E731
            failure = replace(failure_in(small.least(found.case, fails)) or failure, least=True)
        level = Level.EXHAUSTED if failure is None else Level.REFUTED
        return Evidence(level, self.kind, words, found.distinct, failure, truth=TruthFrom.GRAPH)


@dataclass(frozen=True)
class AlongSizes(Exhaustion):
    """Try every index of a sequence, as far as the small cases give its value.

    Attributes
    ----------
    small
        Gives the small cases when the check runs.
    given
        How many the claim speaks of.
    """

    small: Callable[[], SmallCases]
    given: int

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:
        """Tested, where only some of those that the claim speaks of could be tried."""
        found = super().run(claim, believed, settings)
        if found.level == Level.EXHAUSTED and found.cases < self.given:
            found = replace(found, level=Level.TESTED, truth=TruthFrom.PART)
        return unless_trivial(found, self.small())


def unless_trivial(found: Evidence, small: SmallCases) -> Evidence:
    """Return what was found, unless it held where no size with a move could be built."""
    if found.level == Level.REFUTED or not small.is_trivial:
        return found
    why = f"only final positions were examined: {small.ended}"
    return Evidence(Level.UNTESTED, Kind.SEARCH, found.domain, 0, by=why)
