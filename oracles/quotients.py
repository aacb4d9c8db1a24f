"""Quotients: a game on the canonical forms of its positions.

Where the symmetry is one of the game (:mod:`oracles.symmetry`), the quotient is as many times
smaller as positions are the same, and what is true of a canonical form is true of every position
that has it. :func:`oracles.quotient_truth.solve_quotient` checks that, and solves the quotient.

Reference: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, section I.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oracles.declared import canonical_form
from oracles.errors import brief
from oracles.rules import Game, Outcome


class Quotient(Game[Any]):
    """A game on the canonical forms of its positions, by the rules of the game.

    Parameters
    ----------
    game
        The rules; that their ``canonical`` is a symmetry is not checked here.

    Examples
    --------
    >>> from oracles.graph import build
    >>> from oracles.vectors import VectorGame
    >>> class Nim(VectorGame):
    ...     def canonical(self, piles):
    ...         return tuple(sorted(piles))
    >>> nim = Nim([(1, 0), (0, 1)], ordered=True)
    >>> len(build(nim, 9)), len(build(Quotient(nim), 9))
    (100, 55)
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.misere, self.loopy = game, game.misere, game.loopy

    def start(self, size: int) -> Iterator[Any]:
        """Give the canonical forms of the starting positions."""
        return (self.form(position) for position in self.game.start(size))

    def options(self, position: Any) -> Iterator[Any]:
        """Give the canonical forms of the options."""
        return (self.form(option) for option in self.game.options(position))

    def form(self, position: Any) -> Any:
        """Give the canonical form of a position, with the errors that belong to it."""
        return canonical_form(self.game, position)

    def contains(self, position: Any) -> bool:
        """Whether the position is one of the game."""
        return self.game.contains(position)

    def canonical(self, position: Any) -> Any:
        """Give the canonical form in the game."""
        return self.game.canonical(position)

    def final_outcome(self, position: Any) -> Outcome:
        """Outcome of a position without options."""
        return self.game.final_outcome(position)

    def names_winner_by_position(self) -> bool:
        """Whether the game does."""
        return self.game.names_winner_by_position()

    def __repr__(self) -> str:
        return f"Quotient({brief(self.game)})"
