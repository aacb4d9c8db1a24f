"""Deeper cases: all positions beyond the small ones, to a larger size, without an explicit graph.

Where rules have options in arrays (:func:`oracles.compact.vectorized_options`) or a table
(:mod:`oracles.vector_table`), :data:`TIMES` times as many positions take about as long as the
explicit graph of the small ones. They are solved so, with spot checks
(:mod:`oracles.spot_checks`), and what they show says where it is from. Rules in Python gain nothing
from it, as most of the time is theirs; for them single positions are drawn instead.

How large they are is a number of positions and arcs, as for the small cases, so the bound is the
same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from oracles.errors import SearchLimitError, brief
from oracles.limits import STAGE, Watch

if TYPE_CHECKING:
    from oracles.compact import CompactGraph
    from oracles.graph import GameGraph
    from oracles.position_index import VectorizedOptions
    from oracles.rules import Game
    from oracles.truth import Truth
    from oracles.vector_table import Board

LISTED_WITHIN = 3_000_000  # starts of sizes within steps
TIMES = 5  # as many positions as small cases
ARCS = 2_000_000
SHOWING = 64  # positions whose options show how long they take
TRIES = 4  # at sizes that turn out too large, each a quarter less far beyond than the one before

Graphs = Callable[[int], "CompactGraph | Board"]  # of all that is reached to a size


class Small(Protocol):
    """The small cases of a game, as :class:`research.checks.domains.SmallCases` has them."""

    game: Any
    size: int
    layers: list[Any]
    graph: GameGraph

    @property
    def largest(self) -> int:
        """The largest size of a position."""

    def __len__(self) -> int:
        """How many there are."""

    def __contains__(self, position: Hashable) -> bool:
        """Whether a position is one of them."""


class DeeperCases:
    """All positions of a game beyond its small cases, to a larger size, and the truth on them.

    Attributes
    ----------
    size
        The largest size of a position.
    truth
        The truth, on a graph of what is reached from the larger sizes.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> from research.checks.domains import SmallCases
    >>> deeper = deeper_than(SmallCases(nim(2)))
    >>> deeper.words(), sum(1 for _ in deeper), deeper.truth.outcome((120, 120))
    ('every position beyond size 73 to size 165', 11086, 'P')
    """

    def __init__(self, small: Small, size: int, truth: Truth, graphs: Graphs) -> None:
        self.small, self.truth, self._graphs = small, truth, graphs
        self.size = self._first(size, lambda graph: len(graph) == len(truth.graph))

    def __iter__(self) -> Iterator[Any]:
        return (position for position in self.truth.graph if position not in self.small)

    def words(self) -> str:
        """Return the domain in words."""
        return f"every position beyond size {self.small.largest} to size {self.size}"

    def least(self, failing: Collection[Any]) -> Any:
        """Return a position of the least size among ``failing``, which are of these."""
        size = self._first(self.size, lambda graph: any(each in graph for each in failing))
        among = set(failing)
        return next(position for position in self._graphs(size) if position in among)

    def _first(self, last: int, holds: Callable[[CompactGraph | Board], bool]) -> int:
        """The first size beyond the small cases whose graph has what that of ``last`` has."""
        before = self.small.size
        while last - before > 1:
            middle = last - 1 if before == self.small.size else (before + last) // 2
            if holds(self._graphs(middle)):
                last = middle
            else:
                before = middle
        return last


def deeper_than(small: Small) -> DeeperCases | None:
    """Solve what is beyond the small cases of a game in a larger way; None where there is none.

    Raises
    ------
    DisagreementError
        If spot checks of the larger way fail.
    ResourceLimitError
        If it takes too much time or memory.
    """
    game = small.game
    if not _may_have_arrays(game):
        return None
    from oracles.vector_table import has_table  # numba is slow to import

    solved = _in_a_table if has_table(game) else _on_rows
    with Watch(
        lambda: f"positions of {brief(game)} beyond size {small.size}, in arrays",
        in_all=STAGE,
    ):
        found = solved(small)
        return None if found is None else DeeperCases(small, *found)


def _may_have_arrays(game: Any) -> bool:
    """Whether a game is of a form that may have options in arrays, without numba."""
    from oracles.heaps import HeapGame
    from oracles.moves import MoveGame
    from oracles.strips import StripGame
    from oracles.vectors import VectorGame

    return isinstance(game, HeapGame | MoveGame | StripGame | VectorGame)


def _in_a_table(small: Small) -> tuple[int, Truth, Graphs] | None:
    from oracles.vector_table import Board, TableTruth

    game = small.game
    size = small.size
    while len(Board(game, size + 1)) <= TIMES * len(small):
        size += 1
    if size == small.size:
        return None
    return size, TableTruth(game, size), lambda size: Board(game, size)


def _on_rows(small: Small) -> tuple[int, Truth, Graphs] | None:
    from oracles.compact import build_compact, vectorized_options
    from oracles.compact_truth import CompactTruth
    from oracles.promises import starting_positions

    game = small.game
    rules = vectorized_options(game, starting_positions(game, small.size))
    if rules is None or _is_slow(rules, small):
        return None

    def graph(size: int) -> CompactGraph:
        starts = _starts(game, small.size, size, TIMES * len(small))
        return build_compact(game, starts, limit=TIMES * len(small), arc_limit=ARCS)

    ahead = _expected_size(small) - small.size
    for _ in range(TRIES):
        if not ahead:
            break
        size = small.size + ahead
        try:
            found = graph(size)
        except SearchLimitError:
            ahead -= max(1, ahead // 4)
            continue
        if len(found) <= len(small):  # it has no more
            break
        found.keep_numbers()
        return size, CompactTruth(game, found), graph
    return None


def _is_slow(rules: VectorizedOptions, small: Small) -> bool:
    """Whether options in arrays take long too, as the largest of the small cases show."""
    from oracles.position_index import DoesNotFitError

    try:
        rules.options(rules.rows(list(small.graph)[-SHOWING:]))
    except DoesNotFitError:
        return True
    return rules.is_slow


def _starts(game: Game[Any], after: int, size: int, limit: int) -> Collection[Hashable]:
    """Return what play starts from at a size, and at those after another one.

    Where each size may give starts of its own, each is asked, and as many are listed as in steps
    of the small cases: sizes that give those of smaller ones again are else a square of them.

    Raises
    ------
    SearchLimitError
        If they are more than the limit, or more than that are listed.
    """
    from oracles.promises import starting_positions
    from oracles.rules import has_smaller_again
    from oracles.solve import starts

    if has_smaller_again(game):
        return starts(game, size, limit)
    found: dict[Hashable, None] = {}
    listed = 0
    for between in range(size, after, -1):
        own = starting_positions(game, between, limit)
        listed += len(own)
        found.update(dict.fromkeys(own))
        if len(found) > limit or listed > LISTED_WITHIN:
            most = f"more than {limit} positions to start from, or {LISTED_WITHIN} listed"
            raise SearchLimitError(f"size={size}: {most}")
    return list(found)


def _expected_size(small: Small) -> int:
    """The largest size to be expected within the limits, if numbers grow as they did so far.

    From half the size to all of it they grew as a power of the size, which is taken to be the next
    whole number of eighths.
    """
    half = [layer for layer in small.layers if layer.size <= small.size // 2]
    options = small.graph.options_of
    positions = sum(len(layer.positions) for layer in half)
    arcs = sum(len(options[position]) for layer in half for position in layer.positions)
    grown = [
        (positions, len(small), TIMES * len(small)),
        (arcs, small.graph.number_of_edges(), ARCS),
    ]
    last = TIMES * (small.size + 1)  # where they hardly grow
    for before, now, limit in grown:
        eighths = max(1, (-(-(now**8) // max(1, before) ** 8) - 1).bit_length())
        size = small.size
        while size < last and now**8 * (size + 1) ** eighths <= limit**8 * small.size**eighths:
            size += 1
        last = size
    return last
