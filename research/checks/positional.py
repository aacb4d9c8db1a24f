"""Checks of a claim about all positions: exhaust the small cases, then look beyond them.

Beyond the small cases some positions are drawn. The two checks make the same comparison, on
different positions. The controls are for the first, which decides whether the comparison can fail.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from research.checks.check_types import Check, Claimed, Exhaustion, judging
from research.checks.domains import Layer, SmallCases
from research.checks.equality import Equation
from research.checks.evidence import (
    ClaimError,
    Counterexample,
    Evidence,
    Kind,
    Level,
    Settings,
    TruthFrom,
)

if TYPE_CHECKING:
    pass

WIDER = 10  # how many times as many may be built to show that a counterexample is the least

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
        few = self.few()
        if few is not None:
            found = self.tried(claim, believed, few)
            if found.level == Level.REFUTED:
                return found
        small = self.small()
        found = self.tried(claim, believed, small)
        if not found.cases:
            raise ClaimError(f"{claim.name}: it speaks of no position to size {small.size}")
        return unless_trivial(found, small)

    def tried(self, claim: Claimed, believed: Any, small: SmallCases) -> Evidence:
        """Try small cases."""
        tried, truth, failure = 0, small.truth, None
        failure_in = judging(claim, lambda b, p: self.holds(b, p, truth), believed)
        for layer in small.layers:
            for position in self._of(layer):
                tried += 1
                if failure_in(position) is not None:
                    failure = self._least(failure_in, small, layer)
                    if failure is None:
                        raise _only_once(claim, position)
                    break
            if failure is not None:
                break
        words = small.words()
        if self.among is not None:
            words += f" that it speaks of ({len(small)} in all)"
        level = Level.EXHAUSTED if failure is None else Level.REFUTED
        return Evidence(level, Kind.EXHAUSTION, words, tried, failure, truth=TruthFrom.GRAPH)

    def _of(self, layer: Layer) -> Iterator[Any]:
        return (p for p in layer.positions if self.among is None or self.among(p))

    def _least(
        self, failure_in: Callable[[Any], Counterexample | None], small: SmallCases, layer: Layer
    ) -> Counterexample | None:
        failures = {}
        for position in self._of(layer):
            failure = failure_in(position)
            if failure is not None:
                failures[position] = failure
                if layer.size - layer.after == 1:
                    break
        return replace(failures[small.least(layer, failures)], least=True) if failures else None


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
    return Evidence(Level.UNTESTED, Kind.SEARCH, found.bound, 0, by=why)


@dataclass(frozen=True)
class PositionsBeyond(Check):
    """Draw from positions beyond the small ones, each solved alone."""

    of: SmallPositions

    kind = Kind.SEARCH
    looks_at_the_game = True
    leaves_controls = True  # to the exhaustion, which makes the same comparison

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:
        """Stop at the first failure, or after the number of examples."""
        pool = self.positions()
        if not pool:
            words = f"positions beyond size {self.of.small().size}: none within the budget"
            return Evidence(Level.UNTESTED, Kind.SEARCH, words, 0)
        failure_in = judging(claim, self.holds, believed)
        number = min(settings.examples, len(pool))
        places = sorted(random.Random(settings.seed).sample(range(len(pool)), number))
        for tried, place in enumerate(places, 1):
            if failure_in(pool[place]) is not None:
                least = next(p for p in pool if failure_in(p) is not None)
                failure = self._confirmed(claim, believed, least)
                return Evidence(Level.REFUTED, Kind.SEARCH, self.words(), tried, failure)
        return Evidence(Level.TESTED, Kind.SEARCH, self.words(), number)

    def positions(self) -> list[Any]:
        """Return the positions that can be drawn, smallest first."""
        among = self.of.among
        return [p for p in self.of.small().beyond if among is None or among(p)]

    def holds(self, believed: Any, position: Any) -> bool | Equation:
        """Compare at one position."""
        return self.of.holds(believed, position, self.of.small().beyond[position][1])

    def words(self) -> str:
        """Return the domain in words."""
        small = self.of.small()
        largest = max(size for size, _ in small.beyond.values())
        return f"positions beyond size {small.size}, met from sizes to {largest}, each solved alone"

    def _confirmed(self, claim: Claimed, believed: Any, position: Any) -> Counterexample:
        """Exhaust everything smaller, with a larger budget; else say the smallest found."""
        from oracles.errors import SearchLimitError

        small = self.of.small()
        failure = self.of.tried(claim, believed, small).counterexample
        if failure is not None:
            return failure
        try:
            wider = SmallCases(small.game, small.beyond[position][0], widened=WIDER)
        except SearchLimitError:
            failure = judging(claim, self.holds, believed)(position)
        else:
            failure = self.of.tried(claim, believed, wider).counterexample
        if failure is None:
            raise _only_once(claim, position)
        return failure


def _only_once(claim: Claimed, position: Any) -> ClaimError:
    return ClaimError(
        f"{claim.name}: it fails at {position!r}, but not when that is looked at again; "
        "let what is believed depend on the position alone"
    )
