"""Checks of a claim about all positions: exhaust the small cases, then look beyond them.

Beyond them all positions to a larger size are tried, where the rules can be had in arrays; else
Hypothesis draws from some. The two checks make the same comparison, on different positions. The
controls are for the first, which decides whether the comparison can fail; the second only looks
further.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from research.checks.check import Check, Claimed
from research.checks.check_types import judging
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
    from hypothesis.strategies import SearchStrategy

    from research.checks.deeper import DeeperCases
    from research.checks.domains import Layer, SmallCases

SMALLER = ": it fails, and at a smaller one too"
LARGER = ", on a compact graph or table"

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
    value
        The one quantity that is asked of each position, from the truth and the position, where it
        is one: many more positions can then be asked.
    """

    small: Callable[[], SmallCases]
    holds: HoldsAt
    among: Among | None = None
    value: Quantity | None = None

    kind = Kind.EXHAUSTION
    looks_at_the_game = True

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Stop at the first failure, which is made sure to be a least counterexample."""
        small = self.small()
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
        return _least(failures, lambda failing: small.least(layer, failing))


@dataclass(frozen=True)
class PositionsBeyond(Check):
    """Try every position beyond the small ones to a larger size, where the rules have arrays.

    Else, or where that size has no such quantity, let Hypothesis draw from positions beyond, each
    solved alone. Of a claim that names its size they are more than it asks for: where they take too
    long, it is said that they were not reached.
    """

    of: SmallPositions

    kind = Kind.SEARCH
    looks_at_the_game = True
    leaves_controls = True  # to the exhaustion, which makes the same comparison

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:
        """Stop at the first failure, or after the number of examples; say if it is the least."""
        deeper = self._deeper()
        if deeper is not None:
            return self._tried(claim, deeper, believed)
        pool = self.positions()
        if not pool:
            return self._none("none within the budget")
        from research.checks.hypothesis_search import hunt  # hypothesis is slow to import

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
        failure, is_small = self._confirmed(claim, believed, position)
        words = self.words() + SMALLER * is_small
        return Evidence(Level.REFUTED, Kind.SEARCH, words, hunted.distinct, failure)

    def given_up(self, why: str) -> Evidence | None:
        """Say that the larger sizes were not reached, if the claim names its own."""
        small = self.of.small()
        if "beyond" in vars(small) or not small.given:  # it is what is believed that takes long
            return None
        return replace(self._none("not reached"), by=f"larger sizes were not reached ({why})")

    def _none(self, why: str) -> Evidence:
        words = f"positions beyond size {self.of.small().size}: {why}"
        return Evidence(Level.UNTESTED, Kind.SEARCH, words, 0)

    def _tried(self, claim: Claimed, deeper: DeeperCases, believed: Any) -> Evidence:
        """Try all positions that are deeper."""
        tried, failure, below = 0, None, ""
        failure_in = judging(claim, lambda b, p: self.of.holds(b, p, deeper.truth), believed)
        for position in self._spoken_of(deeper):
            tried += 1
            if failure_in(position) is not None:
                failure = self._among_small(claim, believed, self.of.small())
                below = SMALLER if failure is not None else ""
                if failure is None:
                    found = {p: failure_in(p) for p in self._spoken_of(deeper)}
                    failure = _least({p: f for p, f in found.items() if f}, deeper.least)
                if failure is None:
                    raise _only_once(claim, position)
                break
        if tried == 0:
            where = f"{deeper.words()}: none that it speaks of"
            return Evidence(Level.UNTESTED, Kind.SEARCH, where, 0)
        words = deeper.words() + " that it speaks of" * (self.of.among is not None) + below
        level = Level.EXHAUSTED if failure is None else Level.REFUTED
        return Evidence(
            level, Kind.EXHAUSTION, words, tried, failure, truth=TruthFrom.GRAPH, where=LARGER
        )

    def _spoken_of(self, positions: Iterable[Any]) -> Iterator[Any]:
        return (p for p in positions if self.of.among is None or self.of.among(p))

    def _deeper(self) -> DeeperCases | None:
        """Return the deeper cases, if the quantity is known there: tables have no genera."""
        from oracles.errors import SearchLimitError

        deeper = self.of.small().deeper if self.of.value is not None else None
        if deeper is None or self.of.value is None:
            return None
        try:
            self.of.value(deeper.truth, next(iter(deeper)))
        except SearchLimitError:
            return None
        return deeper

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

    def _confirmed(
        self, claim: Claimed, believed: Any, position: Any
    ) -> tuple[Counterexample, bool]:
        """Exhaust everything smaller, with a larger budget; else say the smallest found.

        Returns
        -------
        What fails, and whether it is one of the small cases already.
        """
        from oracles.errors import SearchLimitError
        from research.checks.domains import WIDER, SmallCases

        small = self.of.small()
        failure = self._among_small(claim, believed, small)  # mostly it fails there already
        if failure is not None:
            return failure, True
        size = small.beyond[position][0]
        try:
            wider = SmallCases(small.game, size, widened=WIDER)
        except SearchLimitError:
            failure = judging(claim, self.holds, believed)(position)
        else:
            failure = self._among_small(claim, believed, wider)
        if failure is None:
            raise _only_once(claim, position)
        return failure, False

    def _among_small(
        self, claim: Claimed, believed: Any, cases: SmallCases
    ) -> Counterexample | None:
        exhaustion = replace(self.of, small=lambda: cases)
        return exhaustion.run(claim, believed, Settings()).counterexample


def _least(
    failures: Mapping[Any, Counterexample], least: Callable[[Collection[Any]], Any]
) -> Counterexample | None:
    """Return the failure at a least position; None where there is none."""
    return replace(failures[least(failures)], least=True) if failures else None


def _only_once(claim: Claimed, position: Any) -> ClaimError:
    return ClaimError(
        f"{claim.name}: it fails at {position!r}, but not when that is looked at again; "
        "let what is believed depend on the position alone"
    )
