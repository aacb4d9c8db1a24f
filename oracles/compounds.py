"""Compounds: several games played together.

A position of a compound is the tuple of its components' positions. In her turn a player moves

- in one component: the *disjunctive* sum;
- in every component, and play ends as soon as one component has ended: the *conjunctive* sum;
- in every component that has not ended, and play ends when all have: the *continued
  conjunctive* sum;
- in any number of components, at least one: the *selective* sum;
- in the second of two, or in the first, whereupon the second is no more: the *ordinal* sum. A
  position whose second component is gone is written with ``None`` in its place.

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
from itertools import product
from math import prod
from typing import Any

from oracles.errors import RulesError
from oracles.rules import Game, PartizanGame, Player, Rules

Parts = tuple[Any, ...]  # ((2,), (3,)): one position of each component
Choices = list[list[Any]]  # the options in each component
Kind = type[Game[Any]] | type[PartizanGame[Any]]


def one_moves(parts: Parts, choices: Choices) -> Iterator[Parts]:
    """Move in one component."""
    for place, options in enumerate(choices):
        for option in options:
            yield (*parts[:place], option, *parts[place + 1 :])


def all_move(parts: Parts, choices: Choices) -> Iterator[Parts]:  # noqa: ARG001
    """Move in every component."""
    return product(*choices)


def all_that_can_move(parts: Parts, choices: Choices) -> Iterator[Parts]:
    """Move in every component that has not ended."""
    if any(choices):
        each = zip(parts, choices, strict=True)
        yield from product(*(options or [part] for part, options in each))


def any_move(parts: Parts, choices: Choices) -> Iterator[Parts]:
    """Move in any number of components, at least one."""
    each = zip(parts, choices, strict=True)
    moves = product(*([part, *options] for part, options in each))
    stay = True  # the first of the product leaves all components as they are
    for move in moves:
        if not stay:
            yield move
        stay = False


def first_ends_second(parts: Parts, choices: Choices) -> Iterator[Parts]:
    """Move in the second component, or in the first, whereupon the second is no more."""
    for option in choices[0]:
        yield option, None
    for option in choices[1]:
        yield parts[0], option


class _Together(Rules[Parts]):
    """What impartial and partizan games that are played together have in common."""

    components: tuple[Rules[Any], ...]

    def _set(self, components: tuple[Any, ...], kind: Kind) -> None:
        _check(components, kind)
        self.components = components
        self.misere = components[0].misere
        self.loopy = any(component.loopy for component in components)

    def start(self, size: int) -> Iterable[Parts]:
        """Every choice of a starting position of each component."""
        return product(*(component.start(size) for component in self.components))

    def number_of_positions(self, size: int) -> int | None:
        """As many as the product of the components' numbers, where these are known."""
        numbers = [component.number_of_positions(size) for component in self.components]
        return None if None in numbers else prod(number or 0 for number in numbers)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.components))})"


class Compound(_Together, Game[Parts]):
    """Impartial games played together; one subclass for each way to do so.

    Parameters
    ----------
    *components
        The games, all under normal play or all under misère play.

    Raises
    ------
    RulesError
        If there is no component, or one is partizan, or names its winner by the final
        position, or ends otherwise than the others.
    """

    components: tuple[Game[Any], ...]
    together = staticmethod(one_moves)

    def __init__(self, *components: Game[Any]) -> None:
        self._set(components, Game)

    def options(self, position: Parts) -> Iterable[Parts]:
        """Move as the kind of the compound allows."""
        each = zip(self.components, position, strict=True)
        choices = [[] if part is None else list(game.options(part)) for game, part in each]
        return self.together(position, choices)


class DisjunctiveSum(Compound):
    """Move in one component."""


class ConjunctiveSum(Compound):
    """Move in every component; play ends with the first component that ends."""

    together = staticmethod(all_move)

    def number_of_positions(self, size: int) -> int | None:  # noqa: ARG002
        """Not known: the components move in step."""
        return None


class ContinuedConjunctiveSum(ConjunctiveSum):
    """Move in every component that has not ended; play ends with the last."""

    together = staticmethod(all_that_can_move)


class SelectiveSum(Compound):
    """Move in any number of components, at least one."""

    together = staticmethod(any_move)


class OrdinalSum(Compound):
    """Move in the second of two components, or in the first, which ends the second."""

    together = staticmethod(first_ends_second)

    def __init__(self, first: Game[Any], second: Game[Any]) -> None:
        super().__init__(first, second)

    def number_of_positions(self, size: int) -> int | None:  # noqa: ARG002
        """Not known: which positions of the first come without the second is not."""
        return None


class PartizanSum(_Together, PartizanGame[Parts]):
    """The disjunctive sum of partizan games: move in one component.

    Parameters and errors as for :class:`Compound`.
    """

    components: tuple[PartizanGame[Any], ...]

    def __init__(self, *components: PartizanGame[Any]) -> None:
        self._set(components, PartizanGame)

    def left_options(self, position: Parts) -> Iterable[Parts]:
        """Move in one component as Left."""
        return one_moves(position, self._choices(position, "Left"))

    def right_options(self, position: Parts) -> Iterable[Parts]:
        """Move in one component as Right."""
        return one_moves(position, self._choices(position, "Right"))

    def _choices(self, position: Parts, player: Player) -> Choices:
        each = zip(self.components, position, strict=True)
        return [list(game.options_for(part, player)) for game, part in each]


def _check(components: tuple[Any, ...], kind: Kind) -> None:
    if not components:
        raise RulesError("components=(): a compound needs at least one game")
    for component in components:
        if not isinstance(component, kind):
            raise RulesError(f"component {component!r}: expected a {kind.__name__}")
        if component.names_winner_by_position():
            raise RulesError(
                f"component {component!r} names its winner by the final position; compounds are "
                "of games in which the player who cannot move loses, or wins"
            )
        if component.misere != components[0].misere:
            raise RulesError(
                f"component {component!r} ends otherwise than {components[0]!r}; "
                "play all under normal play or all under misère play"
            )
