"""How far a proof may look, and the largest graph within that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from oracles.errors import SearchLimitError, brief
from oracles.limits import Watch
from oracles.rules import Game

if TYPE_CHECKING:
    from oracles.truth import Truth

LARGEST_BY_DEFINITION = 400  # the heap up to which values are computed from the rules themselves
SIZES = (4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)


@dataclass(frozen=True)
class Limits:
    """How far to go.

    Attributes
    ----------
    positions, arcs
        The largest explicit graph to look at.
    heaps
        The largest heap of a code whose value is computed.
    states
        The most states of any automaton in a proof.
    """

    positions: int = 40_000
    arcs: int = 400_000
    heaps: int = 600_000
    states: int = 50_000


@dataclass(frozen=True)
class Largest:
    """Every position to the largest size within the limits.

    Attributes
    ----------
    truth
        What is true on the graph of all that ``start(0)``, ``start(1)``, ... lead to.
    size
        The largest of these sizes.
    met
        For each position the least size from which it is reached.
    """

    truth: Truth
    size: int
    met: Mapping[Any, int]

    @property
    def words(self) -> str:
        """The positions and their bound, in words."""
        return f"the {len(self.met)} positions to size {self.size}"


def largest_graph(game: Game[Any], limits: Limits) -> Largest | None:
    """Return the truth on the largest graph within the limits; None if even size 0 is larger.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> seen = largest_graph(nim(2), Limits(positions=20))
    >>> seen.size, seen.words, seen.met[(1, 3)]
    (4, 'the 15 positions to size 4', 3)
    """
    from oracles.graph import Builder
    from oracles.promises import starting_positions
    from oracles.truth import Truth

    builder = Builder(game, limit=limits.positions, arc_limit=limits.arcs)
    met: dict[Any, int] = {}
    size = 0
    with Watch(lambda: f"the graph to size {size} of {brief(game)}", moved=lambda: size):
        while size <= SIZES[-1]:
            try:
                known = builder.graph.options_of
                starts = starting_positions(
                    game, size, limits.positions, known=known, after=size - 1
                )
                added = builder.add(starts)
            except SearchLimitError:
                break
            met |= dict.fromkeys(added, size)
            size += 1
    return Largest(Truth(game, builder.graph), size - 1, met) if met else None
