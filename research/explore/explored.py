"""The truth at one size, with what is counted of it.

Without a size, the largest one is taken that is whole within a budget (:mod:`oracles.growing`):
sizes are tried upwards, in steps that grow, to the first whose graph is above the budget.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from oracles.errors import RulesError, brief
from oracles.growing import EXPLORE, Budget, EachSize
from oracles.rules import Game, PartizanGame, Player, Rules

if TYPE_CHECKING:
    from oracles.truth import Truth

SIZES = (*range(13), 14, 16, 18, 20, 25, 30, 40, 50, 60, 80, 100)


class Explored:
    """What is true of a game at one size.

    ``sizes`` gives the graphs of other sizes. A game is ``partizan`` if Left and Right have options
    of their own.

    >>> from oracles.vectors import nim
    >>> explored = explored_at(nim(2), 3)
    >>> len(explored.positions), explored.arcs, dict(explored.counts)
    (10, 24, {'P': 4, 'N': 6})
    """

    def __init__(self, sizes: EachSize, size: int, truth: Truth) -> None:
        self.sizes, self.game, self.size, self.truth = sizes, sizes.game, size, truth
        self.partizan = len(truth.players) > 1

    @cached_property
    def positions(self) -> list[Any]:
        """All positions, in the order in which they were met."""
        return list(self.truth.positions)

    @cached_property
    def outcomes(self) -> Mapping[Hashable, str]:
        """Outcome of every position, each being at hand."""
        return dict(self.truth.outcomes)

    @cached_property
    def counts(self) -> Counter[str]:
        """How many positions have each outcome that occurs, in the order of ``letters``."""
        return self.in_order(Counter(self.outcomes.values()))

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The outcomes that such a game can have: letters, and pairs such as R/D."""
        kinds: tuple[str, ...] = ("L", "R", "N", "P") if self.partizan else ("P", "N")
        if self.game.loopy or any("D" in outcome for outcome in self.outcomes.values()):
            kinds += ("D", "L/D", "D/L", "R/D", "D/R") if self.partizan else ("D",)
        return kinds

    @property
    def arcs(self) -> int:
        """Number of arcs; in a partizan game, Left's and Right's together."""
        return self.truth.graph.number_of_edges()

    def moves(self, position: Any) -> Iterator[tuple[Player, Any]]:
        """Yield each move from a position: whose it is, empty in an impartial game, and its end."""
        for player in self.truth.players:
            yield from ((player, option) for option in self.truth.moves(player, position))

    def growth(self) -> Iterator[tuple[int, int, int, Counter[str]]]:
        """Yield size, positions, arcs and outcome counts, for the sizes from 0 up to this one.

        A size that does not start from all positions of the size before and from positions of this
        graph is solved by itself.
        """
        from oracles.truth import Truth

        arcs, counts = 0, Counter[str]()
        starts: dict[Any, None] = {}
        seen: set[Hashable] = set()
        for size in range(self.size + 1):
            before, starts = starts.keys(), dict.fromkeys(self.sizes.starts(size))
            if not before <= starts.keys() <= self.outcomes.keys():
                graph = self.sizes.graph(size)
                other = Explored(self.sizes, size, Truth(self.game, graph))
                yield size, len(other.positions), other.arcs, other.counts
                starts, seen, arcs, counts = {}, set(), 0, Counter()
                continue
            waiting = [start for start in starts if start not in seen]
            seen.update(waiting)
            for position in waiting:  # grows while it is walked
                counts[self.outcomes[position]] += 1
                for _, option in self.moves(position):
                    arcs += 1
                    if option not in seen:
                        seen.add(option)
                        waiting.append(option)
            yield size, len(seen), arcs, self.in_order(counts)

    def in_order(self, counts: Counter[str]) -> Counter[str]:
        """Return the counts above 0 in the order of ``letters``."""
        return Counter({letter: counts[letter] for letter in self.letters if counts[letter]})


def explored_at(game: Rules[Any], size: int, **limits: Any) -> Explored:
    """Return what is true of ``game`` at ``size``.

    Limits and errors as in :func:`oracles.solve.solve`, and :class:`RulesError` if there is no
    position at that size.
    """
    return _at(EachSize(_required(game)), size, **limits)


def explored_within_budget(
    game: Rules[Any], *, most: int = SIZES[-1], budget: Budget = EXPLORE
) -> Explored:
    """Return what is true at the largest size within a budget of positions and arcs.

    Where larger sizes have no more positions, the least of them is taken, of those up to ``most``;
    where even the least size is above the budget, that one.
    """
    from oracles.truth import Truth

    sizes = EachSize(_required(game))
    found = sizes.largest(budget, (size for size in SIZES if size <= most))
    if found is None:
        return _at(sizes, sizes.least)
    size, graph = found
    return Explored(sizes, size, Truth(game, graph))


def _required(game: Rules[Any]) -> Rules[Any]:
    if not isinstance(game, Game | PartizanGame):
        raise RulesError(f"game={game!r}: expected a Game or a PartizanGame")
    return game


def _at(sizes: EachSize, size: int, **limits: Any) -> Explored:
    from oracles.solve import solve

    explored = Explored(sizes, size, solve(sizes.game, size, **limits))
    if not explored.positions:
        words = f"{brief(sizes.game)} has no positions there; take a larger size"
        raise RulesError(f"size={size}: {words}")
    return explored
