"""Compounds: several games played together.

A position of a compound is the tuple of its components, one position of each game. In her turn a
player moves

- in one component: the *disjunctive* sum;
- in every component, and play ends as soon as one component has ended: the *conjunctive* sum;
- in every component that has not ended, and play ends when all have: the *continued
  conjunctive* sum;
- in any number of components, at least one: the *selective* sum;
- in the second of two, or in the first, which ends the second: the *ordinal* sum. A position whose
  second component has ended so is written with ``None`` in its place.

The games are all under normal play or all under misère play; anything else, and games that name
the winner by the final position, are refused with :class:`~oracles.errors.RulesError`.

Compounds are games themselves, so what theory says of them can be checked on their explicit
graphs: the Grundy value of a disjunctive sum is the xor of the Grundy values, the remoteness of
a conjunctive sum is the least remoteness, the suspense of a continued one the greatest suspense,
a selective sum is a P-position just if all components are.

References: J. H. Conway, *On Numbers and Games*, 2nd ed., ch. 14; E. R. Berlekamp, J. H. Conway
and R. K. Guy, *Winning Ways for your Mathematical Plays*, 2nd ed., ch. 9.

>>> from oracles.heaps import octal, subtraction
>>> both = DisjunctiveSum(octal("0.77"), subtraction(1))
>>> list(both.options(((2,), (3,))))
[((1,), (3,)), ((), (3,)), ((2,), (2,))]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product
from math import prod
from typing import Any

from oracles.errors import RulesError
from oracles.rules import Game, PartizanGame, Player, Rules

Position = tuple[Any, ...]  # ((2,), (3,)): one position of each game


class _Together(Rules[Position]):
    """What impartial and partizan games that are played together have in common."""

    kind: type[Game[Any]] | type[PartizanGame[Any]]

    def __init__(self, *games: Any) -> None:
        if not games:
            raise RulesError("games=(): a compound needs at least one game")
        for game in games:
            if not isinstance(game, self.kind):
                raise RulesError(f"game {game!r}: expected a {self.kind.__name__}")
            if game.names_winner_by_position():
                raise RulesError(
                    f"game {game!r} names its winner by the final position; compounds are of games "
                    "in which the player who cannot move loses, or wins"
                )
            if game.misere != games[0].misere:
                raise RulesError(
                    f"game {game!r} ends otherwise than {games[0]!r}; play all under normal play "
                    "or all under misère play"
                )
        self.games = games
        self.misere = games[0].misere
        self.loopy = any(game.loopy for game in games)

    def start(self, size: int) -> Iterable[Position]:
        """Every choice of a starting position of each game."""
        return product(*(game.start(size) for game in self.games))

    def number_of_positions(self, size: int) -> int | None:
        """As many as the product of the games' numbers, where these are known."""
        if type(self) in {ConjunctiveSum, ContinuedConjunctiveSum, OrdinalSum}:
            return None  # components move in step, or one ends with the other
        numbers = [game.number_of_positions(size) for game in self.games]
        return None if None in numbers else prod(number or 0 for number in numbers)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.games))})"


def _in_one(position: Position, choices: list[list[Any]]) -> Iterator[Position]:
    for place, options in enumerate(choices):
        for option in options:
            yield (*position[:place], option, *position[place + 1 :])


class Compound(_Together, Game[Position]):
    """Impartial games played together; one subclass for each way to do so."""

    kind = Game

    def options(self, position: Position) -> Iterable[Position]:
        """Move as the kind of the compound allows."""
        each = zip(self.games, position, strict=True)
        return self.together(
            position, [[] if at is None else list(game.options(at)) for game, at in each]
        )

    def together(self, position: Position, choices: list[list[Any]]) -> Iterable[Position]:
        """Return the options, ``choices`` being those in each component."""
        return _in_one(position, choices)


class DisjunctiveSum(Compound):
    """Move in one component."""


class ConjunctiveSum(Compound):
    """Move in every component; play ends with the first component that ends."""

    def together(self, position: Position, choices: list[list[Any]]) -> Iterable[Position]:  # noqa: ARG002
        """Move in every component."""
        return product(*choices)


class ContinuedConjunctiveSum(Compound):
    """Move in every component that has not ended; play ends with the last."""

    def together(self, position: Position, choices: list[list[Any]]) -> Iterable[Position]:
        """Move in every component that has not ended."""
        each = zip(position, choices, strict=True)
        return product(*(options or [at] for at, options in each)) if any(choices) else ()


class SelectiveSum(Compound):
    """Move in any number of components, at least one."""

    def together(self, position: Position, choices: list[list[Any]]) -> Iterable[Position]:
        """Move or stay in each component; the first of the product stays in all."""
        each = zip(position, choices, strict=True)
        return islice(product(*([at, *options] for at, options in each)), 1, None)


class OrdinalSum(Compound):
    """Move in the second of two components, or in the first, which ends the second."""

    def __init__(self, first: Game[Any], second: Game[Any]) -> None:
        super().__init__(first, second)

    def together(self, position: Position, choices: list[list[Any]]) -> Iterable[Position]:
        """Move in the first, which ends the second, or in the second."""
        yield from ((option, None) for option in choices[0])
        yield from ((position[0], option) for option in choices[1])


class PartizanSum(_Together, PartizanGame[Position]):
    """The disjunctive sum of partizan games: move in one component."""

    kind = PartizanGame

    def left_options(self, position: Position) -> Iterable[Position]:
        """Move in one component as Left."""
        return self._options(position, "Left")

    def right_options(self, position: Position) -> Iterable[Position]:
        """Move in one component as Right."""
        return self._options(position, "Right")

    def _options(self, position: Position, player: Player) -> Iterable[Position]:
        each = zip(self.games, position, strict=True)
        return _in_one(position, [list(game.options_for(at, player)) for game, at in each])
