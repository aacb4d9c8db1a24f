"""Rules of games as formulas: moves between control states with vectors of coordinates.

A move is ``x -> image(x, n)`` for all parameters n with ``guard(x, n)``. A general relation
``options(x, y)`` is the move with parameters y, guard ``options`` and image y. A text in the
language of moves is read into such rules; they are enumerated here, and decided in
:mod:`research.logic`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from oracles.errors import RulesTextError
from oracles.moves.formulas import Formula, Term


@dataclass(frozen=True)
class Move:
    """A family of options from one control state to another.

    Parameters
    ----------
    source, target
        Control states.
    parameters
        The names of the parameters, which are natural numbers.
    guard
        Which parameters give an option: a formula over the source's coordinates and the parameters.
    image
        The coordinates of the option, in the order of the target's coordinates.
    """

    source: str
    target: str
    parameters: tuple[str, ...]
    guard: Formula
    image: tuple[Term, ...]


@dataclass(frozen=True)
class DefinableGame:
    """The rules of a game on vectors with control states.

    Parameters
    ----------
    coordinates
        The coordinates' names of each control state.
    moves
        All moves.
    measure
        A term over the coordinates of each control state that decreases along every move
        which stays on its level.
    level
        The level of each control state; 0 where it is missing. No move goes to a higher one.
    valid
        Which vectors are positions, where not all are.
    won
        In which positions the player to move has won, or wins at once, where there are any.
    """

    coordinates: Mapping[str, tuple[str, ...]]
    moves: tuple[Move, ...]
    measure: Mapping[str, Term]
    level: Mapping[str, int] = field(default_factory=dict)
    valid: Mapping[str, Formula] = field(default_factory=dict)
    won: Mapping[str, Formula] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for move in self.moves:
            names = (*self.coordinates[move.source], *move.parameters)
            if len(set(names)) < len(names):
                raise RulesTextError(
                    f"move {move.source} -> {move.target}: the names {names!r} must differ"
                )
