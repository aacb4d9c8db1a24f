"""Games whose rules are a text in the language of moves.

When a game is made of a text, it is tried on small positions and a few large ones: every option
must exist, be a position and decrease. On the positions that are tried here a mistake shows at
once; on all others, when their options are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice, product
from random import Random
from textwrap import dedent
from typing import Any

from oracles.errors import PositionError, RulesError, RulesTextError
from oracles.moves.enumerating import Enumeration, Vector, enumeration
from oracles.moves.expressions import MOST_TRIED, Tries
from oracles.rules import Game, Outcome, gives_smaller_again, keeps_rules_of

_POSITIONS = 2_500  # of all control states together, at most about
_VALUES_TRIED = 100_000  # of parameters and quantified variables, in all options together
_LARGE = (3, 9, 17, 64, 255)


class MoveGame(Game[Any]):
    """A game in the language of moves: coordinates, moves and where they may be made.

    A subclass may override ``start``, and how positions are written in Python: ``written`` and
    ``state_of`` together. If it overrides anything else, its rules are no longer what the text says
    (:meth:`is_plain`).

    Parameters
    ----------
    text
        The rules; see :mod:`oracles.moves`.

    Attributes
    ----------
    text
        The rules, without what indents all lines alike.
    misere
        Whether the player who cannot move wins.

    Raises
    ------
    RulesTextError
        If the text is not well formed, a parameter has no bound, or an option at some small
        position is below zero, is no position, or does not bring play nearer to its end.

    Notes
    -----
    Options cost the number of values of the parameters up to their bounds; Grundwork stops at
    some million of them for one position.

    Examples
    --------
    >>> game = MoveGame('''
    ...     position play(x, y)
    ...     move play -> play(x - n, y) for n where 1 <= n & n <= x
    ...     move play -> play(x, y - n) for n where 1 <= n & n <= y
    ... ''')
    >>> game.options((1, 2))
    [(0, 2), (1, 1), (1, 0)]
    """

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise RulesError(f"text={text!r}: expected rules in the language of moves")
        self.text = dedent(text)
        require_sound(self.text)
        self.misere = self._rules.text.misere

    @property
    def _rules(self) -> Enumeration:
        return enumeration(self.text)

    @property
    def states(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the coordinates of each control state."""
        return self._rules.rules.coordinates

    @gives_smaller_again
    def start(self, size: int) -> Iterable[Any]:
        """All positions whose coordinates are at most ``size``."""
        for state in self.states:
            for vector in self._rules.vectors(state, size):
                yield self.written(state, vector)

    def contains(self, position: Any) -> bool:
        """Whether ``position`` is written like one and is one."""
        try:
            self.read(position)
        except PositionError:
            return False
        return True

    def options(self, position: Any) -> list[Any]:
        """What each move gives, for all values of its parameters, in the order of the text."""
        found = self._rules.options(*self.read(position))
        return [self.written(state, vector) for state, vector in found]

    def final_outcome(self, position: Any) -> Outcome:
        """N where the text says that the game is won; else as in normal or misère play."""
        return "N" if self._rules.won(*self.read(position)) else super().final_outcome(position)

    def names_winner_by_position(self) -> bool:
        """Whether the text says of some positions that they are won."""
        return bool(self._rules.rules.won)

    def level(self, position: Any) -> int | None:
        """Return what every move lowers by the text, where the control states do not say more."""
        levels = {self._rules.rules.level.get(state, 0) for state in self.states}
        if len(levels) > 1 or not self.is_plain():
            return None
        _, _, measure = self._rules.tells(*self.read(position))
        return measure or 0  # without it there is no move

    def read(self, position: Any) -> tuple[str, Vector]:
        """Return the control state and the coordinates of a position.

        Raises
        ------
        PositionError
            If it is no position.
        """
        try:
            state, vector = self.state_of(position)
            numbers = all(type(number) is int and number >= 0 for number in vector)
            alike = type(vector) is tuple and len(vector) == len(self.states[state])
            written = numbers and alike and self.written(state, vector) == position
            if written and self._rules.holds(state, vector):
                return state, vector
        except (TypeError, ValueError, KeyError):
            pass
        raise PositionError(f"{position!r} is no position of this game")

    def state_of(self, position: Any) -> tuple[str, Vector]:
        """Return the control state and the coordinates that ``written`` writes as a position."""
        if len(self.states) > 1:
            return position[0], position[1:]
        ((state, names),) = self.states.items()
        return state, (position,) if len(names) == 1 else position

    def written(self, state: str, vector: Vector) -> Any:
        """Return the position of a control state and coordinates, as it is written in Python.

        It is the tuple of the coordinates, or the only one, with the control state's name first
        where there are several.
        """
        if self._rules.text.unordered:
            vector = tuple(sorted(vector))
        if len(self.states) > 1:
            return (state, *vector)
        return vector[0] if len(vector) == 1 else vector

    def is_plain(self) -> bool:
        """Whether the rules are what the text says: nothing else is overridden."""
        return keeps_rules_of(self, MoveGame) and self.misere == self._rules.text.misere

    def __repr__(self) -> str:
        first = next(line for line in self.text.split("\n") if line.strip())
        return f"{type(self).__name__}({first + ' ...'!r})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((type(self), self.text))


@lru_cache(256)
def require_sound(text: str) -> None:
    """Ask for the options of small and of some large positions.

    Raises
    ------
    RulesTextError
        If an option does not exist, is no position or does not decrease, or if coordinates without
        names are not alike.
    """
    rules, tries = enumeration(text), Tries()
    each = max(40, _POSITIONS // len(rules.rules.coordinates))
    for state, names in rules.rules.coordinates.items():
        for given in _vectors(len(names), each):
            if tries.left < MOST_TRIED - _VALUES_TRIED:
                return
            vector = tuple(sorted(given)) if rules.text.unordered else given
            if vector != given and rules.tells(state, given) != rules.tells(state, vector):
                raise RulesTextError(
                    f"where, won or the measure of {state!r} is not the same for every order of "
                    f"{given!r}; the coordinates are unordered"
                )
            if rules.holds(state, vector, tries):
                rules.options(state, vector, tries)


def _vectors(dimension: int, number: int) -> Iterator[Vector]:
    """Yield about ``number`` vectors: a box, then large ones, in order and not."""
    if not dimension:
        yield ()
        return
    largest = 1
    while (largest + 2) ** dimension <= number // 2:
        largest += 1
    yield from islice(product(range(largest + 1), repeat=dimension), number // 2)
    random = Random(dimension)
    for round_ in range(number // 6):
        top = _LARGE[round_ % 5]
        vector = [random.randint(0, top) if random.random() < 0.6 else 0 for _ in range(dimension)]
        ascending = sorted(vector)
        yield from map(tuple, (vector, ascending, ascending[::-1]))
