"""An explicit graph, built when it is first asked, and what solvers are compared with on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from oracles.rules import Game, PartizanGame
from research.checks.equality import show
from research.claims.cases import Listed

if TYPE_CHECKING:
    from oracles.truth import Truth


class OneOf:
    """What a solver may answer: any of some values, or nothing where there are none.

    ``written`` writes an answer in the form that these have, such as its piles in order.

    >>> OneOf([(0, 1)]).allows((0, 1)), OneOf([(0, 1)]).allows(None), OneOf([]).allows(None)
    (True, False, True)
    """

    def __init__(self, values: Any, written: Callable[[Any], Any] | None = None) -> None:
        self.values, self.written = values, written

    def allows(self, found: Any) -> bool:
        """Whether an answer is one of them; None says that there is none."""
        if found is None:
            return not self.values
        return (self.written(found) if self.written else found) in self.values

    def __repr__(self) -> str:
        return f"one of {show(self.values)}" if self.values else "none"


class GraphOf:
    """The truth about a game on its explicit graph to a size.

    Parameters
    ----------
    solved
        Gives the truth to a size, as :meth:`research.claims.study.Study.truth` does; or the rules
        of another game than the study's.
    words
        What its positions are; the size unless given.
    written
        Writes a position as the graph has it, where a solver takes it in other forms too.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> graph = GraphOf(nim(2), 4, written=lambda piles: tuple(sorted(piles)))
    >>> graph.is_p_position((3, 3)), graph.winning_options((4, 1))
    (True, one of [(1, 1)])
    """

    by = "the graph"

    def __init__(
        self,
        solved: Callable[[int], Truth] | Game[Any] | PartizanGame[Any],
        size: int,
        words: str = "",
        written: Callable[[Any], Any] | None = None,
    ) -> None:
        self.solved, self.size = solved, size
        self.words = words or f"every position reached at size {size}"
        self.written = written

    @cached_property
    def truth(self) -> Truth:
        """All that is known of the positions."""
        if isinstance(self.solved, Game | PartizanGame):
            return solve_game(self.solved, self.size)
        return self.solved(self.size)

    def positions(self, order: Callable[[Any], Any]) -> Listed:
        """All positions as cases, in an order by which the smallest come first."""
        return Listed(self.words, lambda: sorted(self.truth.positions, key=order))

    def outcome(self, position: Any) -> str:
        """The outcome of a position."""
        return self.truth.outcome(self._written(position))

    def is_p_position(self, position: Any) -> bool:
        """Whether a position is a P-position."""
        return self.outcome(position) == "P"

    def grundy(self, position: Any) -> Any:
        """The Grundy value of a position."""
        return self.truth.grundy(self._written(position))

    def options(self, position: Any) -> list[Any]:
        """The options of a position."""
        return self.truth.options(self._written(position))

    def winning_options(self, position: Any) -> OneOf:
        """The options that win, any of which a solver may give."""
        return OneOf(self.truth.winning_options(self._written(position)), self.written)

    def _written(self, position: Any) -> Any:
        return self.written(position) if self.written else position


def solve_game(game: Game[Any] | PartizanGame[Any], size: int) -> Truth:
    """Solve a game to a size on its explicit graph, impartial or partizan."""
    from oracles.solve import solve  # networkx is slow to import

    if isinstance(game, PartizanGame):
        from oracles.partizan import solve_partizan

        return cast("Truth", solve_partizan(game, size))  # a PartizanTruth
    return solve(game, size)
