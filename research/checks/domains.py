"""Domains: the part of a game that is exhausted, and the checks that exhaust it.

The *size of a position* is the least s such that it is reached from ``start(s)``. The *small
cases* of a game are all positions up to the largest size at which there are not too many of them
to build their graph; what is too many is a number of positions and arcs, so that the bound is
the same on every machine. Positions come in the order of their sizes, so the first of them in
which a claim fails is a least counterexample.

Of a heap game, whose positions are sums of heaps, every sum of ``COUNTERS`` counters or fewer is
such a start, and every single heap beyond.

Sizes are taken up one by one to 200 and in steps of one per cent from there on. What the sizes
within a step start from is added too, unless ``start`` is marked as one that gives it again. Of a
step in which a position fails the sizes are told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from oracles.errors import SearchLimitError
from oracles.heaps import COUNTERS, HeapGame, SumsOfHeaps, is_sum_of_heaps
from oracles.limits import showing
from oracles.rule_contracts import starting_positions
from oracles.rules import Rules
from oracles.sums import DisjunctiveSum
from research.checks.check_types import Check, Claimed, Exhaustion, judging, named
from research.checks.evidence import ClaimError, Evidence, Kind, Level, Settings, TruthFrom
from research.checks.search import search_listed

if TYPE_CHECKING:
    from oracles.graph import GameGraph
    from oracles.truth import Truth
    from research.checks.equality import Equation

Quantity = Callable[[Any, Any], Any]  # (truth, position) -> value
HoldsAt = Callable[[Any, Any, Any], "bool | Equation"]  # (believed, position, truth) -> holds?
Among = Callable[[Any], bool]
POSITIONS, ARCS = 20_000, 200_000  # of the small cases
FIRST = 40  # how many times fewer are the least positions, which are tried before the others
GIVEN = 10  # how many times as many may be built at a size that a claim names
LISTED_WITHIN = 3_000_000  # starts of sizes within steps
SINGLE_STEPS = 200  # up to which size every size is taken up
IDLE = 100  # sizes without a new position after which a game is taken to have no more
FEW = 200


def with_sums(game: Rules[Any]) -> Rules[Any]:
    """Return a game whose small cases have sums: of heap games it is another one, else the same."""
    if isinstance(game, DisjunctiveSum):
        return DisjunctiveSum(*map(with_sums, game.games))
    if is_sum_of_heaps(game) and type(game).start is HeapGame.start:
        return SumsOfHeaps(game.rule, game.misere, game.loopy)
    return game


@dataclass(frozen=True)
class Layer:
    """The positions whose size is above ``after`` and at most ``size``."""

    after: int
    size: int
    positions: list[Any]


class SmallCases:
    """All positions of a game up to a size, smallest first, and the truth on them.

    Parameters
    ----------
    game
        The rules, impartial or partizan.
    size
        The largest size; if None, the largest one whose graph keeps within the limits.
    positions, arcs
        The limits; for a given ``size``, ``GIVEN`` times as many.
    largest
        A size not to go beyond, to which every size is taken up; none unless given.

    Attributes
    ----------
    size
        The largest size.
    layers
        The positions by their sizes.
    graph
        The graph of the moves, of both players if these differ.
    ended
        That the next size was too large, in words; empty where there was no more, or the size was
        given.

    Raises
    ------
    SearchLimitError
        If even the least size has too many positions, or the given one has.

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
        positions: int = POSITIONS,
        arcs: int = ARCS,
        largest: int | None = None,
    ) -> None:
        from oracles.graph import Builder

        times = 1 if size is None else GIVEN
        self.game, self._largest = game, largest
        self._builder = Builder(game, limit=positions * times, arc_limit=arcs * times)
        self._listed = 0
        self.ended = ""
        self.graph: GameGraph = self._builder.graph
        self.layers: list[Layer] = []
        with showing(lambda: f"small cases: {len(self.graph)} positions"):
            self.size = self._grow(size)

    @classmethod
    def first(cls, game: Rules[Any]) -> SmallCases | None:
        """Return the least, in which most errors show; None where even the least are many."""
        with suppress(SearchLimitError):
            return cls(game, positions=POSITIONS // FIRST, arcs=ARCS // FIRST)
        return None

    def __len__(self) -> int:
        return len(self.graph)

    def __contains__(self, position: Hashable) -> bool:
        return position in self.graph

    @property
    def positions(self) -> list[Any]:
        """All of them, the smallest first."""
        return [position for layer in self.layers for position in layer.positions]

    @cached_property
    def sizes(self) -> Mapping[Any, int]:
        """The size of each position, where every size was taken up."""
        return {position: layer.size for layer in self.layers for position in layer.positions}

    @cached_property
    def truth(self) -> Truth:
        """The truth on all the positions."""
        from oracles.truth import Truth

        return Truth(self.game, self.graph)

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

    def _grow(self, last: int | None) -> int:
        """Add one size after another, or some at once; return the largest."""
        if last is not None:  # say at once if it is too large
            starting_positions(self.game, last, self._builder.limit)
        size, step, widens, productive = -1, 1, self._largest is None, 0
        while size not in (last, self._largest) and (
            last is not None or self._listed <= LISTED_WITHIN
        ):
            step = step if last is None else min(step, last - size)
            try:
                new = self._add(size, size + step)
            except SearchLimitError:
                if last is not None or size < 0:
                    raise
                if step == 1:
                    limits = f"{self._builder.limit} positions or {self._builder.arc_limit} arcs"
                    self.ended = f"size {size + 1} has more than {limits}"
                    break
                step, widens = step // 2, False
                continue
            size += step
            if new:
                self.layers.append(Layer(size - step, size, new))
                productive = size
            elif last is None and size - productive >= IDLE:
                return productive
            if widens:
                step = max(1, size // SINGLE_STEPS * 2)
        return size

    def _add(self, after: int, size: int) -> list[Any]:
        """Add what is reached from the starts of a size, and of those after another one."""
        game, limit = self.game, self._builder.limit
        starts = starting_positions(game, size, limit, known=self.graph.index.known)
        if not getattr(game.start, "gives_smaller_again", False):
            largest = game.start(size)
            for own in map(game.start, range(after + 1, size)):
                if not _is_within(own, largest):
                    before = len(starts)
                    starts += own
                    self._listed += len(starts) - before
        return self._builder.add(starts)


def _is_within(some: object, others: object) -> bool:
    """Whether a range has nothing that another one has not."""
    if not (isinstance(some, range) and isinstance(others, range) and some.step == others.step):
        return False
    return all(end in others for end in (*some[:1], *some[-1:]))


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
            raise ClaimError(f"{claim.name}: it speaks of no position to size {small.size}")
        return unless_trivial(found, small)

    def _tried(self, claim: Claimed, believed: Any, small: SmallCases) -> Evidence:
        """Try the positions among some small cases; a failure is one of the least size."""
        of, truth = named(claim, believed), small.truth
        failure_in = judging(of, lambda b, p: self.holds(b, p, truth), believed)
        positions = [p for p in small.positions if self.among is None or self.among(p)]
        found = search_listed(positions, failure_in)
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
    why = f"only final positions were looked at: {small.ended}"
    return Evidence(Level.UNTESTED, Kind.SEARCH, found.domain, 0, by=why)
