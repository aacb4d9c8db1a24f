"""The oracle's values of a game on vectors, laid out as an array."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from fast.lazy import np
from research.logic.kernel import Place

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from research.checks.domains import SmallCases
    from research.proving.formula_model import FormulaModel

MOST_SIDE = 4096  # of a box; beyond it only vectors that are no positions would be added
MOST_VECTORS = 300_000  # in a box


@dataclass(frozen=True)
class OutcomeTable:
    """What is true on the largest box of vectors that an explicit graph holds.

    For each control state the box holds the vectors with all coordinates below a *side*. Of a state
    without coordinates it holds the one position, or with 0 nothing.
    """

    model: FormulaModel
    truth: Any  # on the graph
    size: int  # of the graph, as the rules count it
    sides: Mapping[str, int]

    @cached_property
    def members(self) -> dict[str, NDArray[np.bool_]]:
        """Whether each vector of the boxes is a position, and a P-position, by control state."""
        outcomes = self.truth.outcomes
        return {state: self._box(state, outcomes) == "P" for state in self.sides}

    def values(self, state: str) -> NDArray[np.int64]:
        """Return the Grundy value of each vector of a box; RulesError if there are none."""
        box = self._box(state, self.truth.grundy_values)
        finite = [value if isinstance(value, int) else -1 for value in box.flat]  # or infinite
        return np.array(finite, np.int64).reshape(box.shape)

    def _box(self, state: str, known: Mapping[Any, Any]) -> NDArray[Any]:
        """Lay out what is known of positions; None for vectors that are no positions."""
        model = self.model
        box = np.full((self.sides[state],) * len(model.rules.coordinates[state]), None, object)
        for vector in np.ndindex(box.shape):
            if model.is_valid(Place(state, vector)):
                box[vector] = known[model.written(Place(state, vector))]
        return box


def observe(model: FormulaModel, seen: SmallCases, size: int) -> OutcomeTable:
    """Return the values of what is reached at one size and the smaller ones, in a larger graph."""

    def is_reached(place: Place) -> bool:
        return not model.is_valid(place) or seen.sizes.get(model.written(place), size + 1) <= size

    def side_of(state: str, dimension: int) -> int:
        """Return the side of the largest box whose positions are all reached."""
        if not dimension:
            return int(is_reached(Place(state, ())))
        side = 0
        while side < MOST_SIDE and (side + 1) ** dimension <= MOST_VECTORS:
            # the vectors whose largest coordinate is this one, each once
            outermost = (
                vector
                for first in range(dimension)
                for vector in product(
                    *[range(side)] * first, [side], *[range(side + 1)] * (dimension - first - 1)
                )
            )
            if not all(is_reached(Place(state, vector)) for vector in outermost):
                break
            side += 1
        return side

    coordinates = model.rules.coordinates
    sides = {state: side_of(state, len(names)) for state, names in coordinates.items()}
    return OutcomeTable(model, seen.truth, size, sides)
