"""Domains: the part of a game that is exhausted, and positions beyond it.

The *size of a position* is the least s such that it is reached from ``start(s)``. The *small
cases* of a game are all positions up to the largest size at which there are not too many of them
to build their graph; what is too many is a number of positions and arcs, so that the bound is
the same on every machine. Positions come in the order of their sizes, so the first of them in
which a claim fails is a least counterexample.

Beyond the small cases some starts of two larger sizes are solved, each on the graph of what is
reached from it alone, where that is small enough: a sample.

Sizes are taken up one by one to 200 and in steps of one per cent from there on. What the sizes
within a step start from is looked up, as it may be in no larger one, unless ``start`` is marked as
one that gives it again; small cases end where that is too much to list. A position that fails
within a step is looked at again, size by size.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from oracles.errors import brief
from oracles.limits import Watch

if TYPE_CHECKING:
    from oracles.graph import GameGraph
    from oracles.partizan import PartizanTruth
    from oracles.rules import Game, PartizanGame
    from oracles.truth import Truth

    AnyGame = Game[Any] | PartizanGame[Any]
    AnyTruth = Truth | PartizanTruth

POSITIONS, ARCS = 20_000, 200_000  # of the small cases
GIVEN = 10  # how many times as many may be built at a size that a claim names
ALONE_POSITIONS, ALONE_ARCS = 30_000, 70_000  # of the graph of one start beyond
LISTED_WITHIN = 3_000_000  # starts of sizes within steps
SINGLE_STEPS = 200  # up to which size every size is taken up
IDLE = 100  # sizes without a new position after which a game is taken to have no more
FEW = 200
STARTS, TRIED_STARTS = 50_000, 4  # of a size beyond


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
        The largest size; if None, the largest one whose graph keeps within the budget.
    widened
        How many times the budget; for a given ``size``, ``GIVEN`` times unless given.

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
    ResourceLimitError
        If it takes too much time or memory. That never makes the size smaller.

    Examples
    --------
    >>> from oracles.heaps import octal
    >>> kayles = SmallCases(octal("0.77"), 5)
    >>> len(kayles), kayles.truth.grundy((5,)), kayles.words()
    (11, 4, 'every position to size 5')
    """

    def __init__(self, game: AnyGame, size: int | None = None, *, widened: float = 0) -> None:
        from oracles.graph import Builder

        times = widened or (1 if size is None else GIVEN)
        self.game = game
        self._builder = Builder(game, limit=int(POSITIONS * times), arc_limit=int(ARCS * times))
        self._listed = 0
        self.ended = ""
        self.graph: GameGraph = self._builder.graph
        self.layers: list[Layer] = []
        with Watch(self._doing, shown=self._how_far):
            self.size = self._grow(size)

    def _doing(self) -> str:
        return f"small cases of {brief(self.game)}"

    def _how_far(self) -> str:
        reached = f" to size {self.layers[-1].size}" if self.layers else ""
        return f"small cases{reached}: {len(self.graph)} positions"

    def __len__(self) -> int:
        return len(self.graph)

    def __contains__(self, position: Hashable) -> bool:
        return position in self.graph

    @cached_property
    def truth(self) -> AnyTruth:
        """The truth on all the positions."""
        return _truth(self.game, self.graph)

    @cached_property
    def beyond(self) -> dict[Any, tuple[int, AnyTruth]]:
        """Positions beyond, each with a size at which it is met and the truth about it."""
        with Watch(lambda: f"positions of {brief(self.game)} beyond size {self.size}"):
            return _positions_beyond(self)

    def words(self) -> str:
        """Return the domain in words."""
        words = f"every position to size {self.largest}"
        return f"{words}, as {self.ended}" if self.ended and len(self) < FEW else words

    @property
    def is_trivial(self) -> bool:
        """Whether no size with a move could be built."""
        return bool(self.ended) and not self.graph.number_of_edges()

    @cached_property
    def largest(self) -> int:
        """The largest size of a position: a game may have none of the last sizes."""
        if not self.layers:
            return self.size
        layer = self.layers[-1]
        among = set(layer.positions)
        waiting = set(among)
        for size in range(layer.after + 1, layer.size):
            waiting.difference_update(self._reached(size, among))
            if not waiting:
                return size
        return layer.size

    def least(self, layer: Layer, failing: Iterable[Any]) -> Any:
        """Return a position of the least size among ``failing``, which are of one layer."""
        waiting = dict.fromkeys(failing)
        for size in range(layer.after + 1, layer.size):
            for position in self._reached(size, set(layer.positions)):
                if position in waiting:
                    return position
        return next(iter(waiting))

    def _grow(self, last: int | None) -> int:
        from oracles.errors import SearchLimitError
        from oracles.rule_contracts import starting_positions

        if last is not None:  # say at once if it is too large
            starting_positions(self.game, last, self._builder.limit)
        size, step, smaller_steps = -1, 1, False
        productive = 0
        while last is None or size < last:
            step = step if last is None else min(step, last - size)
            if last is None and self._listed > LISTED_WITHIN:
                break
            try:
                new = self._add(size, size + step)
            except SearchLimitError:
                if last is not None or size < 0:
                    raise
                if step == 1:
                    self.ended = (
                        f"size {size + 1} has more than {self._builder.limit} positions or "
                        f"{self._builder.arc_limit} arcs"
                    )
                    break
                step, smaller_steps = step // 2, True
                continue
            if new:
                self.layers.append(Layer(size, size + step, new))
                productive = size + step
            size += step
            if last is None and size - productive >= IDLE:
                return productive
            if not smaller_steps:
                step = max(1, size // SINGLE_STEPS * 2)
        return size

    def _add(self, after: int, size: int) -> list[Any]:
        """Add what is reached from the starts of a size, and of those after another one."""
        from oracles.rule_contracts import starting_positions
        from oracles.rules import has_smaller_again

        known = self.graph.options_of
        limit = self._builder.limit
        starts = starting_positions(self._builder.game, size, limit, known=known, after=after)
        passed_over = range(after + 1, size)
        if passed_over and not has_smaller_again(self.game):
            largest = self._builder.game.start(size)
            for between in passed_over:
                own = self._builder.game.start(between)
                if not _is_within(own, largest):
                    before = len(starts)
                    starts += own
                    self._listed += len(starts) - before
        return self._builder.add(starts)

    def _reached(self, size: int, among: set[Any]) -> list[Any]:
        """Return the positions of one layer that are reached from ``start(size)``."""
        from oracles.rule_contracts import starting_positions

        reached = dict.fromkeys(p for p in starting_positions(self.game, size) if p in among)
        found = list(reached)
        for position in found:  # grows while it is walked
            for option in self.graph.options_of[position]:
                if option in among and option not in reached:
                    reached[option] = None
                    found.append(option)
        return found


def _is_within(some: object, others: object) -> bool:
    """Whether two things are ranges, the first of which has nothing that the other has not."""
    if not (isinstance(some, range) and isinstance(others, range)):
        return False
    ends = {*some[:1], *some[-1:]}
    return not some or (some.step % others.step == 0 and all(end in others for end in ends))


def _positions_beyond(small: SmallCases) -> dict[Any, tuple[int, AnyTruth]]:
    """Return all that is reached from some larger starts, each with the graph of its own."""
    from oracles.errors import SearchLimitError
    from oracles.graph import build_from

    found: dict[Any, tuple[int, AnyTruth]] = {}
    chance = random.Random(0)  # the same positions every time
    for size in (small.size + 1, small.size + max(2, small.size // 8)):
        before = len(found)
        new = [start for start in _starts(small.game, size) if start not in small]
        for start in chance.sample(new, min(len(new), TRIED_STARTS)):
            try:
                graph = build_from(small.game, [start], limit=ALONE_POSITIONS, arc_limit=ALONE_ARCS)
            except SearchLimitError:
                continue
            truth = _truth(small.game, graph)
            for position in reversed(list(graph)):  # those met last tend to be the smallest
                if position not in small:
                    found.setdefault(position, (size, truth))
        if len(found) == before:
            break
    return found


def _starts(game: AnyGame, size: int) -> list[Any]:
    """Return the starting positions of a size, as far as they are listed; none if too many."""
    from oracles.errors import SearchLimitError
    from oracles.rule_contracts import POSITION_LIMIT, refuse_known

    try:
        refuse_known(game, size, POSITION_LIMIT)
    except SearchLimitError:
        return []
    return list(islice(game.start(size), STARTS))


def _truth(game: AnyGame, graph: GameGraph) -> AnyTruth:
    """Return the truth on a graph of the moves, of both players if these differ."""
    from oracles.partizan import PartizanTruth
    from oracles.rules import PartizanGame
    from oracles.truth import Truth

    if isinstance(game, PartizanGame):
        return PartizanTruth(game, graph)
    return Truth(game, graph)
