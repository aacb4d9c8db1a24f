"""The oracle's values of a game on vectors, laid out as an array."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from research.automata.kernel import Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from oracles.solve import Truth
    from research.proofs.formula_games import FormulaGame


@dataclass(frozen=True)
class Observations:
    """What is true on the largest box of vectors that an explicit graph holds.

    Attributes
    ----------
    both
        The game with its formulas.
    truth
        The truth on the graph.
    size
        The graph's size, as the rules count it.
    sides
        For each control state: the box holds the vectors with all coordinates below this.
    """

    both: FormulaGame
    truth: Truth
    size: int
    sides: Mapping[str, int]

    @cached_property
    def members(self) -> dict[str, NDArray[np.bool_]]:
        """Whether each vector of the boxes is a P-position, by control state."""
        import numpy as np

        outcomes = self.truth.outcomes
        result = {}
        for state in self.sides:
            box = np.zeros(self._shape(state), np.bool_)
            for vector in np.ndindex(box.shape):
                box[vector] = outcomes[self.both.written(Position(state, vector))] == "P"
            result[state] = box
        return result

    def values(self, state: str) -> NDArray[np.int64]:
        """Return the Grundy value of each vector of a box.

        Raises
        ------
        RulesError
            If the game has no Grundy values.
        """
        import numpy as np

        values = self.truth.grundy_values
        box = np.zeros(self._shape(state), np.int64)
        for vector in np.ndindex(box.shape):
            value = values[self.both.written(Position(state, vector))]
            box[vector] = value if isinstance(value, int) else -1  # -1 for infinite ones
        return box

    def _shape(self, state: str) -> tuple[int, ...]:
        return (self.sides[state],) * len(self.both.rules.coordinates[state])


def observe(both: FormulaGame, size: int, *, limit: int, arc_limit: int) -> Observations:
    """Return the values on the graph of one size.

    Raises
    ------
    SearchLimitError
        If the graph is larger than the limits.
    """
    from oracles.solve import solve

    truth = solve(both.game, size, limit=limit, arc_limit=arc_limit)
    sides = {
        state: _side(both, truth, state, len(names))
        for state, names in both.rules.coordinates.items()
    }
    return Observations(both, truth, size, sides)


def _side(both: FormulaGame, truth: Truth, state: str, dimension: int) -> int:
    """Return the side of the largest box whose positions are all in the graph."""
    side = 0
    while all(
        both.written(Position(state, vector)) in truth.graph
        for vector in product(range(side + 1), repeat=dimension)
        if max(vector) == side
    ):
        side += 1
    return side
