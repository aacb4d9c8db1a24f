"""The truth at one size in one form, for impartial and for partizan games.

Without a size, the largest one is taken that keeps within a budget of positions and arcs: sizes
are tried upwards, in steps that grow, to the first whose graph is above the budget. The budget
counts positions and not seconds, so that everyone sees the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from oracles.errors import OracleError, RulesError, SearchLimitError, brief
from oracles.rules import Game, PartizanGame, Rules

if TYPE_CHECKING:
    from oracles.partizan import PartizanTruth
    from oracles.truth import Truth

BUDGET = 4_000  # positions
ARC_BUDGET = 100_000
SIZES = (*range(13), 14, 16, 18, 20, 25, 30, 40, 50, 60, 80, 100)
GROWTH_WORK = 5_000_000  # positions looked at to count those of every size

WORDS = {
    "P": "previous player wins",
    "N": "next player wins",
    "L": "Left wins",
    "R": "Right wins",
    "D": "draw",
}


class Explored:
    """What is true of a game at one size.

    Parameters
    ----------
    game
        The rules.
    size
        The size.
    truth
        The truth on all positions at that size.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> explored = explored_at(nim(2), 3)
    >>> len(explored.positions), explored.arcs, dict(explored.counts)
    (10, 24, {'P': 4, 'N': 6})
    """

    def __init__(self, game: Rules[Any], size: int, truth: Truth | PartizanTruth) -> None:
        self.game, self.size, self.truth = game, size, truth

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
        return in_order(Counter(self.outcomes.values()), self.letters)

    @property
    def partizan(self) -> bool:
        """Whether Left and Right have options of their own."""
        return isinstance(self.game, PartizanGame)

    @cached_property
    def letters(self) -> str:
        """The outcomes that such a game can have."""
        kind = "LRNP" if self.partizan else "PN"
        return kind + ("D" if self.game.loopy or "D" in self.outcomes.values() else "")

    @property
    def arcs(self) -> int:
        """Number of arcs; in a partizan game, Left's and Right's together."""
        return self.impartial.graph.number_of_edges()

    @property
    def impartial(self) -> Truth:
        """The truth itself, or that on pairs of position and player to move."""
        return self.truth.turns if self.partizan else self.truth  # type: ignore[union-attr,return-value]

    def arcs_from(self, position: Hashable) -> int:
        """Number of arcs from a position; in a partizan game, Left's and Right's together."""
        if not self.partizan:
            return len(self.options_of[position])
        graph = self.impartial.graph.options_of
        return sum(len(graph[position, player]) for player in ("Left", "Right"))

    @cached_property
    def options_of(self) -> Mapping[Any, Collection[Any]]:
        """Options of every position, whoever moves."""
        graph: Mapping[Any, Collection[Any]] = self.impartial.graph.options_of
        if not self.partizan:
            return graph
        return {
            position: list(
                dict.fromkeys(option for p in ("Left", "Right") for option, _ in graph[position, p])
            )
            for position in self.positions
        }

    def growth(self) -> Iterator[tuple[int, int, int, Counter[str]]]:
        """Yield size, positions, arcs and outcome counts, for the sizes from 0 up to this one.

        Stops early where counting has looked at more than ``GROWTH_WORK`` positions. A size
        whose starting positions are not among those of this graph is solved by itself.
        """
        work, arcs = 0, 0
        before: set[Hashable] | None = None  # where counting goes on from the size before
        seen: set[Hashable] = set()
        counts: Counter[str] = Counter()
        for size in range(self.size + 1):
            starts = dict.fromkeys(self.game.start(size))
            if not all(start in self.outcomes for start in starts):
                other = explored_at(self.game, size)
                work, before = work + len(other.positions), None
                yield size, len(other.positions), other.arcs, other.counts
                continue
            if before is None or not before <= starts.keys():
                seen, arcs, counts = set(), 0, Counter()
            before = set(starts)
            waiting = [start for start in starts if start not in seen]
            seen.update(waiting)
            for position in waiting:  # grows while it is walked
                arcs += self.arcs_from(position)
                counts[self.outcomes[position]] += 1
                new = [each for each in self.options_of[position] if each not in seen]
                seen.update(new)
                waiting += new
            work += len(starts) + len(waiting)
            yield size, len(seen), arcs, in_order(counts, self.letters)
            if work > GROWTH_WORK:
                return


def some_positions(game: Rules[Any]) -> list[Any]:
    """Return positions of a game, by whose form others are read; nothing is solved.

    They are those of the sizes within the budgets and of the next one, of which some are taken.
    """
    options_of: dict[Hashable, list[Any]] = {}
    for size in SIZES:
        try:
            waiting = list(islice(game.start(size), BUDGET))
            for position in waiting:  # grows while it is walked
                if position not in options_of:
                    options_of[position] = list(islice(_moves(game, position), ARC_BUDGET))
                    waiting += options_of[position]
                if len(options_of) > BUDGET or len(waiting) > ARC_BUDGET:
                    return list(options_of)
        except (MemoryError, OracleError):
            raise
        except Exception as error:  # whatever the user's rules raise
            raise RulesError(
                f"positions of size {size} of {brief(game)}: {type(error).__name__}: {error}"
            ) from error
    return list(options_of)


def _moves(game: Rules[Any], position: Any) -> Iterator[Any]:
    if isinstance(game, PartizanGame):
        return chain(game.left_options(position), game.right_options(position))
    return iter(game.options(position)) if isinstance(game, Game) else iter(())


def in_order(counts: Counter[str], letters: str) -> Counter[str]:
    """Put counts of outcomes in the order of ``letters``, leaving out what does not occur."""
    return Counter({letter: counts[letter] for letter in letters if counts[letter]})


def explored_at(
    game: Rules[Any],
    size: int,
    *,
    limit: int | None = None,
    arc_limit: int | None = None,
) -> Explored:
    """Return what is true of ``game`` at ``size``.

    Parameters and errors as in :func:`oracles.graph.build`, and :class:`RulesError` if there is no
    position at that size.
    """
    explored = _solve(game, size, limit, arc_limit)
    if not explored.positions:
        raise RulesError(f"size={size}: {brief(game)} has no positions there; take a larger size")
    return explored


def explored_within_budget(
    game: Rules[Any], *, most: int | None = None, budget: int = BUDGET, arc_budget: int = ARC_BUDGET
) -> Explored:
    """Return what is true at the largest size within a budget.

    Where larger sizes have no more positions, the least of them is taken; where even the least
    size is above the budget, that one.

    Parameters
    ----------
    game
        The rules.
    most
        The largest size to take.
    budget, arc_budget
        Largest numbers of positions and arcs.
    """
    found: Explored | None = None
    least = 0
    for size in SIZES:
        if most is not None and size > most:
            break
        try:
            explored = _solve(game, size, budget, arc_budget)
        except SearchLimitError:
            break
        if not explored.positions:
            least = size + 1
        elif found is None or _extent(explored) != _extent(found):
            found = explored
    return explored_at(game, least) if found is None else found


def _extent(explored: Explored) -> tuple[int, int]:
    return len(explored.positions), explored.arcs


def _solve(
    game: Rules[Any],
    size: int,
    limit: int | None,
    arc_limit: int | None,
) -> Explored:
    from oracles.partizan import solve_partizan
    from oracles.rule_contracts import ARC_LIMIT, POSITION_LIMIT
    from oracles.solve import solve

    limits: dict[str, Any] = {
        "limit": POSITION_LIMIT if limit is None else limit,
        "arc_limit": ARC_LIMIT if arc_limit is None else arc_limit,
    }
    if isinstance(game, PartizanGame):
        return Explored(game, size, solve_partizan(game, size, **limits))
    if not isinstance(game, Game):
        raise RulesError(f"game={game!r}: expected a Game or a PartizanGame")
    return Explored(game, size, solve(game, size, **limits))
