"""The oracle's values of a game on vectors, laid out as an array."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from research.logic.kernel import Place

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from oracles.truth import Truth
    from research.proving.comparing import Largest
    from research.proving.formula_model import FormulaModel


MOST_SIDE = 4096  # of a box; beyond it only vectors that are no positions would be added
MOST_VECTORS = 300_000  # in a box


@dataclass(frozen=True)
class OutcomeTable:
    """What is true on the largest box of vectors that an explicit graph holds.

    Attributes
    ----------
    model
        The game with its formulas.
    truth
        The truth on the graph.
    size
        The graph's size, as the rules count it.
    sides
        For each control state: the box holds the vectors with all coordinates below this. Of a
        state without coordinates it holds the one position, or with 0 nothing.
    """

    model: FormulaModel
    truth: Truth
    size: int
    sides: Mapping[str, int]

    @cached_property
    def members(self) -> dict[str, NDArray[np.bool_]]:
        """Whether each vector of the boxes is a P-position, by control state.

        Vectors that are no positions are not.
        """
        outcomes = self.truth.outcomes
        return {state: self._box(state, outcomes) == "P" for state in self.sides}

    def values(self, state: str) -> NDArray[np.int64]:
        """Return the Grundy value of each vector of a box.

        Raises
        ------
        RulesError
            If the game has no Grundy values.
        """
        import numpy as np

        box = self._box(state, self.truth.grundy_values)
        finite = [value if isinstance(value, int) else -1 for value in box.flat]  # or infinite
        return np.array(finite, np.int64).reshape(box.shape)

    def _box(self, state: str, known: Mapping[Any, Any]) -> NDArray[Any]:
        """Lay out what is known of positions; None for vectors that are no positions."""
        import numpy as np

        model = self.model
        box = np.full((self.sides[state],) * len(model.rules.coordinates[state]), None, object)
        for vector in np.ndindex(box.shape):
            position = Place(state, vector)
            if model.formulas.is_valid(position):
                box[vector] = known[model.written(position)]
        return box


def observe(model: FormulaModel, seen: Largest, size: int) -> OutcomeTable:
    """Return the values of what is reached at one size and the smaller ones, in a larger graph."""

    def reached(position: Place) -> bool:
        written = model.written(position)
        return written in seen.met and seen.met[written] <= size

    sides = {
        state: _side(model, reached, state, len(names))
        for state, names in model.rules.coordinates.items()
    }
    return OutcomeTable(model, seen.truth, size, sides)


def _side(model: FormulaModel, reached: Callable[[Place], bool], state: str, dimension: int) -> int:
    """Return the side of the largest box whose positions are all reached."""

    def holds(vector: tuple[int, ...]) -> bool:
        position = Place(state, vector)
        return not model.formulas.is_valid(position) or reached(position)

    if not dimension:
        return int(holds(()))
    side = 0
    while (
        side < MOST_SIDE
        and (side + 1) ** dimension <= MOST_VECTORS
        and all(map(holds, _outermost(side, dimension)))
    ):
        side += 1
    return side


def _outermost(side: int, dimension: int) -> Iterator[tuple[int, ...]]:
    """Yield the vectors whose largest coordinate is this one, each once.

    >>> list(_outermost(1, 2))
    [(1, 0), (1, 1), (0, 1)]
    """
    for place in range(dimension):
        below, to = [range(side)] * place, [range(side + 1)] * (dimension - place - 1)
        yield from product(*below, [side], *to)
