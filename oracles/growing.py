"""Growing a game size by size, to the largest size that is whole within a budget.

A budget is a number of positions and of arcs, so that the largest size is the same on every
machine. There are two ways to count:

- :class:`Growing` counts all positions to a size, in the order of their sizes. The *size of a
  position* is the least s such that it is reached from ``start(s)``.
- :class:`EachSize` counts what is reached from ``start(s)`` alone.

Both keep one graph, so that the options of a position are asked for once, whatever the sizes.

A growing game takes up sizes one by one to ``SINGLE_STEPS`` and in steps of one per cent from there
on. What the sizes within a step start from is added too, unless ``start`` is marked as one that
gives it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from oracles.errors import SearchLimitError
from oracles.limits import showing
from oracles.rule_contracts import ARC_LIMIT, POSITION_LIMIT, starting_positions, too_many
from oracles.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oracles.graph import GameGraph
    from oracles.truth import Truth

LISTED_WITHIN = 3_000_000  # starts of sizes within steps
SINGLE_STEPS = 200  # up to which size every size is taken up
IDLE = 100  # sizes without a new position after which a game is taken to have no more


@dataclass(frozen=True)
class Budget:
    """The largest numbers of positions and of arcs of a graph.

    >>> Budget(4_000, 40_000).times(10)
    Budget(positions=40000, arcs=400000)
    """

    positions: int = POSITION_LIMIT
    arcs: int = ARC_LIMIT

    def times(self, number: int) -> Budget:
        """Return a budget that is so many times as large."""
        return Budget(self.positions * number, self.arcs * number)


# All positions to a size.
CHECK = Budget(20_000, 200_000)  # what claims are exhausted on: a second or two in plain Python
CHECK_FIRST = Budget(500, 5_000)  # the least positions, in which most errors show, tried before
CHECK_GIVEN = CHECK.times(10)  # at a size that a claim names
DECLARE = Budget(2_000, 20_000)  # on which declarations are compared with the moves
# One size alone, or what some positions lead to.
EXPLORE = Budget(4_000, 100_000)  # tables and pictures that a person looks through
EXPLORE_GIVEN = Budget(arcs=4_000_000)  # at a size that the user asks for; about 1 GB
CENSUS = Budget(arcs=30_000_000)  # at such a size in a census: of vector games, the piles to 255
CENSUS_PROOF = Budget(20_000, 200_000)  # an attempt at a proof in a census looks at it
CONJECTURE = Budget(4_000, 40_000)  # conjectures of an exploration are made and tested on it
PAGE = Budget(20_000, 600_000)  # about 4 MB
PLAY = Budget(2_000, 50_000)  # a match begins at once
FROM_POSITION = Budget(positions=200_000)  # a match or a counterexample begins at it
WITHOUT_ARRAYS = Budget(20_000, 200_000)  # rules are as quick as arrays of options
DRAW = Budget(positions=14)  # what can be read in a picture
DRAW_AFTER_FEW = Budget(positions=45)  # where the size before has fewer than four positions


@dataclass(frozen=True)
class Layer:
    """The positions whose size is above ``after`` and at most ``size``."""

    after: int
    size: int
    positions: list[Any]


class Growing:
    """All positions of a game up to a size, smallest first.

    Parameters
    ----------
    game
        The rules, impartial or partizan.
    budget
        The largest numbers of positions and arcs in all.
    size
        The largest size; if None, the largest one that is whole within the budget.
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
    >>> kayles = Growing(octal("0.77"), Budget(12, 100))
    >>> kayles.size, len(kayles), kayles.truth.grundy((4,)), kayles.ended
    (5, 11, 1, 'size 6 has more than 12 positions or 100 arcs')
    """

    def __init__(
        self,
        game: Rules[Any],
        budget: Budget,
        size: int | None = None,
        *,
        largest: int | None = None,
    ) -> None:
        from oracles.graph import Builder

        self.game, self._largest = game, largest
        self._builder = Builder(game, limit=budget.positions, arc_limit=budget.arcs)
        self._listed = 0
        self.ended = ""
        self.graph: GameGraph = self._builder.graph
        self.layers: list[Layer] = []
        with showing(lambda: "small cases"):
            self.size = self._grow(size)

    def __len__(self) -> int:
        return len(self.graph)

    def __contains__(self, position: object) -> bool:
        return position in self.graph

    @cached_property
    def truth(self) -> Truth:
        """The truth on all the positions."""
        from oracles.truth import Truth

        return Truth(self.game, self.graph)

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
        game, limit, known = self.game, self._builder.limit, self.graph.index.known
        again = getattr(game.start, "gives_smaller_again", False)
        starts = starting_positions(game, size, limit, known=known, after=after if again else -1)
        if not again:
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


class EachSize:
    """The graph of each size of a game alone, all taken from one graph that grows.

    >>> from oracles.vectors import nim
    >>> sizes = EachSize(nim(2))
    >>> sizes.graph(3)
    <GameGraph: 10 positions, 24 arcs>
    >>> sizes.largest(Budget(100, 1_000), range(20))
    (11, <GameGraph: 78 positions, 792 arcs>)
    """

    def __init__(self, game: Rules[Any]) -> None:
        from oracles.graph import Builder

        self.game = game
        self._builder = Builder(game)
        self._starts: dict[int, list[Any]] = {}
        self.least = 0  # no size below it is known to have positions

    def starts(self, size: int, limit: int = POSITION_LIMIT) -> list[Any]:
        """Return the starting positions of a size, each once; kept where its graph was built."""
        if size not in self._starts:
            return starting_positions(self.game, size, limit)
        if len(self._starts[size]) > limit:
            raise too_many(self.game, limit, "positions")
        return self._starts[size]

    def graph(self, size: int, budget: Budget = Budget()) -> GameGraph:
        """Return the graph of what is reached from ``start(size)``, in the order of the rules.

        Raises
        ------
        SearchLimitError
            If it is above the budget.
        RulesError
            If the rules break what they promise: the message names the position.
        """
        builder = self._builder
        starts = self._starts[size] = self.starts(size, budget.positions)
        whole = builder.graph
        builder.limit = len(whole) + budget.positions
        builder.arc_limit = whole.number_of_edges() + budget.arcs
        builder.add(starts)
        found = _part(whole, [whole.index.number_of[start] for start in starts])
        if len(found) > budget.positions:
            raise too_many(self.game, budget.positions, "positions")
        if found.number_of_edges() > budget.arcs:
            raise too_many(self.game, budget.arcs, "arcs")
        return found

    def largest(self, budget: Budget, sizes: Iterable[int]) -> tuple[int, GameGraph] | None:
        """Return the largest of some ascending sizes within a budget, and its graph.

        Where larger sizes have no more positions and arcs, the least of them is taken. None where
        no size within the budget has positions.
        """
        found: tuple[int, GameGraph] | None = None
        for size in sizes:
            try:
                graph = self.graph(size, budget)
            except SearchLimitError:
                break
            if not len(graph):
                self.least = size + 1
            elif found is None or _extent(graph) != _extent(found[1]):
                found = size, graph
        return found


def _extent(graph: GameGraph) -> tuple[int, int]:
    return len(graph), graph.number_of_edges()


def _part(graph: GameGraph, starts: Sequence[int]) -> GameGraph:
    """Return the graph of what is reached from some positions, in the order in which it is met."""
    import numpy as np

    from oracles.graph import GameGraph
    from oracles.index import Index

    first, options, players = graph.first, graph.options, len(graph.players)
    seen = np.zeros(len(graph), np.bool_)
    layers = [np.array(starts, np.int64)]
    while layers[-1].size:
        seen[layers[-1]] = True
        met, _ = _rows(first[::players], options, layers[-1])
        layers.append(np.array(list(dict.fromkeys(met[~seen[met]].tolist())), np.int64))
    numbers = np.concatenate(layers)
    of_players = (numbers[:, None] * players + np.arange(players)).ravel()
    met, ends = _rows(first, options, of_players)
    number = np.zeros(len(graph), np.int32)
    number[numbers] = np.arange(len(numbers), dtype=np.int32)
    index = Index()
    index.keys = [graph.index.keys[n] for n in numbers.tolist()]
    index.number_of = {key: n for n, key in enumerate(index.keys)}
    return GameGraph(index, ends, number[met], graph.players)


def _rows(
    first: NDArray[Any], options: NDArray[Any], rows: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the options in some rows, one row after the other, and where each row begins."""
    import numpy as np

    lengths = first[rows + 1] - first[rows]
    begins = np.append(0, np.cumsum(lengths))
    places = np.repeat(first[rows] - begins[:-1], lengths) + np.arange(begins[-1])
    return options[places], begins
