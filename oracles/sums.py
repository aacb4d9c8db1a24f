"""Disjunctive sums: several games played together, a move being made in exactly one of them.

A position of a sum is the tuple of its components, one position of each game. The games are all
under normal play or all under misère play; anything else, and games that name the winner by the
final position, are refused with :class:`~oracles.errors.RulesError`. Sums are games themselves, so
what theory says of them can be checked on their explicit graphs. A game whose own positions are
sums declares their components (:mod:`oracles.declarations`).

References: J. H. Conway, *On Numbers and Games*, 2nd ed., ch. 14; E. R. Berlekamp, J. H. Conway
and R. K. Guy, *Winning Ways for your Mathematical Plays*, 2nd ed., ch. 3.

>>> from oracles.heaps import octal, subtraction
>>> both = DisjunctiveSum(octal("0.77"), subtraction(1))
>>> list(both.options(((2,), (3,))))
[((1,), (3,)), ((), (3,)), ((2,), (2,))]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import product
from typing import Any, TypeVar

from oracles.errors import RulesError, brief
from oracles.rules import Game, PartizanGame, Player, Rules, moves_of

Position = tuple[Any, ...]  # ((2,), (3,)): one position of each game
Vertex = TypeVar("Vertex", bound=Hashable)


class _Sum(Rules[Position]):
    """What sums of impartial and of partizan games have in common."""

    def __init__(self, *games: Any) -> None:
        for game in games:
            if isinstance(game, PartizanGame) and isinstance(self, Game):
                raise RulesError(f"game {brief(game)} is partizan; take PartizanSum")
            if game.names_winner_by_position() or game.misere != games[0].misere:
                raise RulesError(
                    f"game {brief(game)}: components of a sum all end by normal play, or all by "
                    "misère play"
                )
        self.games = games
        self.misere = games[0].misere
        self.loopy = any(game.loopy for game in games)

    def start(self, size: int) -> Iterable[Position]:
        """Every choice of a starting position of each game."""
        return product(*(game.start(size) for game in self.games))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.games))})"

    def _in_one(self, position: Position, player: Player) -> Iterator[Position]:
        """Give the options of a player in each game, in the place of its component."""
        for place, (game, at) in enumerate(zip(self.games, position, strict=True)):
            for option in moves_of(game, player, at):
                yield (*position[:place], option, *position[place + 1 :])


class DisjunctiveSum(_Sum, Game[Position]):
    """The sum of impartial games: move in one component."""

    def options(self, position: Position) -> Iterable[Position]:
        """Move in one component."""
        return self._in_one(position, "")


class PartizanSum(_Sum, PartizanGame[Position]):
    """The sum of games of which some are partizan: move in one component."""

    def left_options(self, position: Position) -> Iterable[Position]:
        """Move in one component as Left."""
        return self._in_one(position, "Left")

    def right_options(self, position: Position) -> Iterable[Position]:
        """Move in one component as Right."""
        return self._in_one(position, "Right")


def connected_components(
    vertices: Iterable[Vertex], neighbours: Callable[[Vertex], Iterable[Vertex]]
) -> list[frozenset[Vertex]]:
    """Return the connected components of a graph or a board.

    ``vertices`` are all that there are, such as the free cells of a board; ``neighbours`` leads
    from a vertex to those beside it, of which those that are not there are passed over.

    >>> row = connected_components({1, 2, 5, 7, 6}, lambda n: (n - 1, n + 1))
    >>> sorted(map(sorted, row))
    [[1, 2], [5, 6, 7]]
    """
    left = dict.fromkeys(vertices)
    found = []
    while left:
        reached = [left.popitem()[0]]
        for vertex in reached:  # grows while it is walked
            for other in neighbours(vertex):
                if other in left:
                    del left[other]
                    reached.append(other)
        found.append(frozenset(reached))
    return found
