"""The orbit graph: one position, the canonical form, for all that are the same by symmetry.

Where the symmetry is one of the game (:mod:`oracles.declarations`), the graph of canonical forms is
as many times smaller as positions are the same, and what is true of a canonical form is true of
every position that has it. Canonical forms are made while positions get their numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from itertools import islice
from typing import Any

from oracles.declarations import Compared, canonical_form, check_symmetry, small_graph
from oracles.errors import brief
from oracles.graph import Builder, GameGraph
from oracles.rule_contracts import (
    ARC_LIMIT,
    POSITION_LIMIT,
    options_of,
    require_position,
    starting_positions,
)
from oracles.rules import Game
from oracles.truth import Truth

SPREAD = 200  # positions that are checked beyond the small graph


class OrbitTruth(Truth):
    """What is true of a game on all positions whose canonical forms an orbit graph holds.

    It is asked about any positions of the game; ``positions``, and the values of all, are of
    canonical forms.

    Attributes
    ----------
    compared
        How far the symmetry was compared with the moves.
    """

    def __init__(self, game: Game[Any], graph: GameGraph, compared: Compared) -> None:
        super().__init__(game, graph)
        self.compared = compared

    def __repr__(self) -> str:
        return (
            f"<OrbitTruth of {brief(self.game)}: {len(self.positions)} positions up to symmetry; "
            f"{self.compared}>"
        )

    def options(self, position: Hashable) -> list[Any]:
        """Options of ``position`` itself, each once."""
        self._known(position)
        return options_of(self.game, position)

    def _known(self, position: Hashable) -> Hashable:
        require_position(self.game, position)
        return super()._known(canonical_form(self.game, position))


def solve_quotient(
    game: Game[Any], size: int, *, limit: int = POSITION_LIMIT, arc_limit: int = ARC_LIMIT
) -> OrbitTruth:
    """Check the symmetry of ``game``, build its orbit graph, and return the truth on it.

    Parameters
    ----------
    game
        The rules, with ``canonical``.
    size, limit, arc_limit
        As of :func:`oracles.solve.solve`.

    Raises
    ------
    RulesError
        If ``canonical`` is no symmetry of the game, at every position that is reached from the
        sizes that are small enough, and at some beyond: 200 starting positions, and options of 200
        forms.
    SearchLimitError
        If the orbit graph is larger than the limits.

    Examples
    --------
    >>> from oracles.symmetry import least_image, strip_images
    >>> class Rows(Game[str]):
    ...     "Knock down two neighbouring pins of a row."
    ...     def start(self, size):
    ...         return ["i" * size]
    ...     def options(self, row):
    ...         for n in range(len(row)):
    ...             if row[n : n + 2] == "ii":
    ...                 yield row[:n] + ".." + row[n + 2 :]
    ...     def canonical(self, row):
    ...         return least_image(strip_images(row))
    >>> truth = solve_quotient(Rows(), 12)
    >>> len(truth.positions), str(truth.compared)
    (127, 'compared on 1596 positions, of sizes to 14')
    >>> truth.winning_options("iiii" + "." * 8)
    ['i..i........']
    """
    small, compared = small_graph(game)
    check_symmetry(game, small)
    builder = Builder(game, limit=limit, arc_limit=arc_limit, form=game.canonical)
    builder.add(starting_positions(game, size, limit))
    graph = builder.graph
    check_symmetry(game, _spread(starting_positions(game, size, limit)))
    check_symmetry(game, (p for form in _spread(list(graph)) for p in options_of(game, form)))
    return OrbitTruth(game, graph, compared)


def _spread(positions: Collection[Any]) -> Iterator[Any]:
    """Give some of the positions, spread over all of them."""
    return islice(positions, 0, None, -(-len(positions) // SPREAD) or 1)
