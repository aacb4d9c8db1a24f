"""Checks of a claim about all positions: exhaust the small cases, then search beyond them.

The two checks make the same comparison, on different positions. The controls are for the first,
which decides whether the comparison can fail; the second only looks further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from research.checks.check import Check, Claimed
from research.checks.check_watch import watched
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
from research.checks.ways import judging

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from research.checks.domains import Layer, SmallCases

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
    """

    small: Callable[[], SmallCases]
    holds: HoldsAt
    among: Among | None = None

    kind = Kind.EXHAUSTION
    looks_at_the_game = True

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Stop at the first failure, which is made sure to be a least counterexample."""
        small = self.small()  # built outside the watch, which sees whether the check reads it
        _ = small.truth, small.largest
        return watched(self, claim, believed, lambda seen: self._tried(claim, small, seen))

    def _tried(self, claim: Claimed, small: SmallCases, believed: Any) -> Evidence:
        tried, truth = 0, small.truth
        failure_in = judging(claim, lambda b, p: self.holds(b, p, truth), believed)
        for layer in small.layers:
            for position in self._of(layer):
                tried += 1
                if failure_in(position) is not None:
                    failure = self._least(failure_in, small, layer)
                    if failure is None:
                        raise _only_once(claim, position)
                    return self._evidence(small, Level.REFUTED, tried, failure)
        if tried == 0:
            raise ClaimError(f"{claim.name}: it speaks of no position to size {small.size}")
        return self._evidence(small, Level.EXHAUSTED, tried)

    def _evidence(
        self,
        small: SmallCases,
        level: Level,
        tried: int,
        failure: Counterexample | None = None,
    ) -> Evidence:
        words = self._words(small)
        return Evidence(level, Kind.EXHAUSTION, words, tried, failure, truth=TruthFrom.GRAPH)

    def _words(self, small: SmallCases) -> str:
        if self.among is None:
            return small.words()
        return f"{small.words()} that it speaks of ({len(small)} in all)"

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
        if not failures:
            return None
        least = failures[small.least(layer, failures)]
        return Counterexample(least.case, least.found, least.believed, least=True)


@dataclass(frozen=True)
class PositionsBeyond(Check):
    """Let Hypothesis draw from positions beyond the small ones, each solved alone."""

    of: SmallPositions

    kind = Kind.SEARCH
    looks_at_the_game = True
    leaves_controls = True  # to the exhaustion, which makes the same comparison

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:
        """Stop after the number of examples asked for; show whether a failure is the least."""
        pool = self.positions()
        if not pool:
            where = f"positions beyond size {self.of.small().size}: none within the budget"
            return Evidence(Level.UNTESTED, Kind.SEARCH, where, 0)
        from research.checks.hunting import hunt  # hypothesis is slow to import

        failure_in = judging(claim, self.holds, believed)
        hunted = hunt(
            self.strategy(),
            failure_in,
            settings,
            key=f"{claim.name}/beyond",
        )
        if hunted.failure is None:
            return Evidence(Level.TESTED, Kind.SEARCH, self.words(), hunted.distinct)
        position = next(p for p in pool if failure_in(p) is not None)
        failure = self._confirmed(claim, believed, position)
        return Evidence(Level.REFUTED, Kind.SEARCH, self.words(), hunted.distinct, failure)

    def positions(self) -> list[Any]:
        """Return the positions that can be drawn, smallest first."""
        beyond = self.of.small().beyond
        return [p for p in beyond if self.of.among is None or self.of.among(p)]

    def strategy(self) -> SearchStrategy[Any]:
        """Draw one of the positions."""
        from hypothesis import strategies as st

        return st.sampled_from(self.positions())

    def prepare(self) -> bool:
        """Solve all the positions, so that looking at one takes no time; say if there are any."""
        if not self.positions():
            return False
        for truth in {id(truth): truth for _, truth in self.of.small().beyond.values()}.values():
            _ = truth.outcomes
        return True

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
        from research.checks.domains import WIDER, SmallCases

        def least_to(cases: SmallCases) -> Counterexample | None:
            exhaustion = SmallPositions(lambda: cases, self.of.holds, self.of.among)
            return exhaustion.run(claim, believed, Settings()).counterexample

        small = self.of.small()
        failure = least_to(small)  # mostly it fails there already
        if failure is not None:
            return failure
        size = small.beyond[position][0]
        try:
            wider = SmallCases(small.game, size, widened=WIDER)
        except SearchLimitError:
            failure = judging(claim, self.holds, believed)(position)
        else:
            failure = least_to(wider)
        if failure is None:
            raise _only_once(claim, position)
        return failure


def _only_once(claim: Claimed, position: Any) -> ClaimError:
    return ClaimError(
        f"{claim.name}: it fails at {position!r}, but not when that is looked at again; "
        "let what is believed depend on the position alone"
    )
