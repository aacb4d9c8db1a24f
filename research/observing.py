"""The oracle's values of a game on vectors, laid out as an array."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from research.automata.kernel import Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from oracles.solve import Truth
    from research.formula_games import FormulaGame


@dataclass(frozen=True)
class Observations:
    """What is true on the largest box of vectors that an explicit graph holds.

    Attributes
    ----------
    both
        The game with its formulas; it has one control state.
    truth
        The truth on the graph.
    side
        The box holds the vectors with all coordinates below it.
    """

    both: FormulaGame
    truth: Truth
    side: int

    @property
    def dimension(self) -> int:
        """The number of coordinates."""
        return len(next(iter(self.both.rules.coordinates.values())))

    @cached_property
    def members(self) -> NDArray[np.bool_]:
        """Whether each vector of the box is a P-position."""
        import numpy as np

        outcomes = self.truth.outcomes
        result = np.zeros((self.side,) * self.dimension, np.bool_)
        for vector in product(range(self.side), repeat=self.dimension):
            result[vector] = outcomes[self.position(vector)] == "P"
        return result

    @cached_property
    def values(self) -> NDArray[np.int64]:
        """The Grundy value of each vector of the box."""
        import numpy as np

        values = self.truth.grundy_values
        result = np.zeros((self.side,) * self.dimension, np.int64)
        for vector in product(range(self.side), repeat=self.dimension):
            result[vector] = values[self.position(vector)]
        return result

    def position(self, vector: tuple[int, ...]) -> Any:
        """Return the position of a vector."""
        return self.both.written(Position(next(iter(self.both.rules.coordinates)), vector))


def observe(both: FormulaGame, size: int, *, limit: int, arc_limit: int) -> Observations | None:
    """Return the values on the graph of one size; None if it holds hardly any box of vectors.

    Raises
    ------
    SearchLimitError
        If the graph is larger than the limits.
    """
    from oracles.solve import solve

    truth = solve(both.game, size, limit=limit, arc_limit=arc_limit)
    whole = Observations(both, truth, 0)
    side = 0
    while all(
        whole.position(vector) in truth.graph
        for vector in product(range(side + 1), repeat=whole.dimension)
        if max(vector) == side
    ):
        side += 1
    return Observations(both, truth, side) if side >= 4 else None
