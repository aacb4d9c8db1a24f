"""Checks of a claim about all positions, sizes or terms: exhaust the small cases of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from research.checks.check_types import Check, Claimed, Exhaustion, judging, named
from research.checks.evidence import ClaimError, Evidence, Kind, Level, Settings, TruthFrom
from research.checks.search import search_listed

if TYPE_CHECKING:
    from research.checks.domains import SmallCases
    from research.checks.equality import Equation

Quantity = Callable[[Any, Any], Any]  # (truth, position) -> value
HoldsAt = Callable[[Any, Any, Any], "bool | Equation"]  # (believed, position, truth) -> holds?
Among = Callable[[Any], bool]


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
        Gives the least of the small cases, which are tried first, as most errors show there; None
        where they are not fewer, or the condition asks about more than the position.
    """

    small: Callable[[], SmallCases]
    holds: HoldsAt
    among: Among | None = None
    few: Callable[[], SmallCases | None] = lambda: None

    kind = Kind.EXHAUSTION
    looks_at_the_game = True

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Stop at the first failure, which is made sure to be a least counterexample."""
        if (few := self.few()) is not None:
            found = self._tried(claim, believed, few)
            if found.level == Level.REFUTED:
                return found
        small = self.small()
        found = self._tried(claim, believed, small)
        if not found.cases:
            raise ClaimError(f"{claim.name}: it speaks of no position to size {small.size}")
        return unless_trivial(found, small)

    def _tried(self, claim: Claimed, believed: Any, small: SmallCases) -> Evidence:
        of, truth = named(claim, believed), small.truth
        failure_in = judging(of, lambda b, p: self.holds(b, p, truth), believed)
        positions = [p for p in small.positions if self.among is None or self.among(p)]
        found = search_listed(positions, failure_in, key=of)
        words, failure = small.words(), found.failure
        if self.among is not None:
            words += f" that it speaks of ({len(small)} in all)"
        if failure is not None:
            spoken_of = set(positions)
            fails = lambda p: p in spoken_of and failure_in(p) is not None  # noqa: E731
            failure = replace(failure_in(small.least(found.case, fails)) or failure, least=True)
        level = Level.EXHAUSTED if failure is None else Level.REFUTED
        return Evidence(level, self.kind, words, found.distinct, failure, truth=TruthFrom.GRAPH)


@dataclass(frozen=True)
class AlongSizes(Exhaustion):
    """Try every size, or every index of a sequence, as far as the small cases give its value.

    Attributes
    ----------
    small
        Gives the small cases when the check runs.
    given
        How many the claim speaks of; 0 where they are all sizes.
    """

    small: Callable[[], SmallCases]
    given: int = 0

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
    why = f"only final positions were looked at: {small.ended}"
    return Evidence(Level.UNTESTED, Kind.SEARCH, found.domain, 0, by=why)
