"""Games whose rules are a text in the language of moves.

When a game is made of a text, it is tried on small positions and a few large ones: every option
must exist, be a position and decrease. On the positions that are tried here a mistake shows at
once; on all others, when their options are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate, islice, product
from math import comb
from random import Random
from textwrap import dedent
from typing import Any

from oracles.errors import PositionError, RulesError
from oracles.moves.enumerating import Enumeration, Vector, enumeration
from oracles.moves.expressions import Tries
from oracles.moves.formulas import Constant, Difference, Quotient, Term, Variable
from oracles.rules import Game, Outcome, gives_smaller_again, keeps_rules_of, starts_later

_POSITIONS = 2_500  # of all control states together, at most about
_VALUES_TRIED = 200_000  # of parameters, in all options together
_LARGE = (17, 64, 255)


class MoveGame(Game[Any]):
    """A game in the language of moves: coordinates, moves and where they may be made.

    A subclass may override ``start`` and ``number_of_positions``. If it overrides anything else,
    its rules are no longer what the text says (:meth:`is_plain`).

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
        return self._later_starts(-1, size)

    @starts_later(start)
    def _later_starts(self, after: int, size: int) -> Iterable[Any]:
        rules = self._rules
        return (each for name in self.states for each in rules.positions(name, size, after))

    def contains(self, position: Any) -> bool:
        """Whether ``position`` is written like one and is one."""
        try:
            self._rules.read(position)
        except PositionError:
            return False
        return True

    def options(self, position: Any) -> list[Any]:
        """What each move gives, for all values of its parameters, in the order of the text."""
        rules = self._rules
        return rules.options(*rules.read(position))

    def final_outcome(self, position: Any) -> Outcome:
        """N where the text says that the game is won; else as in normal or misère play."""
        rules = self._rules
        if rules.won(*rules.read(position)):
            return "N"
        return super().final_outcome(position)

    def names_winner_by_position(self) -> bool:
        """Whether the text says of some positions that they are won."""
        return bool(self._rules.rules.won)

    def number_of_positions(self, size: int) -> int | None:
        """Count the vectors; not known if ``where`` chooses among them or coordinates may grow."""
        said = self._rules.rules
        grows = not all(_at_most_a_coordinate(term) for move in said.moves for term in move.image)
        if said.valid or grows or type(self).start is not MoveGame.start:
            return None
        if self._rules.text.unordered:
            return sum(comb(size + len(names), len(names)) for names in self.states.values())
        return sum(int((size + 1) ** len(names)) for names in self.states.values())

    def level(self, position: Any) -> int | None:
        """Return what every move lowers by the text, where the control states do not say more.

        Nothing is known of a subclass with ``options`` of its own that does not say it.
        """
        rules = self._rules
        if type(self).options is not MoveGame.options:
            return None
        return rules.level(*rules.read(position))

    def read(self, position: Any) -> tuple[str, Vector]:
        """Return the control state and the coordinates of a position.

        Raises
        ------
        PositionError
            If it is no position.

        Examples
        --------
        >>> MoveGame("position play(x, y) as ((y, 0), x)").read(((3, 0), 5))
        ('play', (5, 3))
        """
        return self._rules.read(position)

    def written(self, state: str, vector: Vector) -> Any:
        """Return the position of a control state and coordinates, as it is written in Python."""
        rules = self._rules
        if len(self.states.get(state, (None,) * (len(vector) + 1))) != len(vector):
            raise PositionError(f"{state}{vector!r} is no position; control states: {self.states}")
        if rules.text.unordered:
            vector = tuple(sorted(vector))
        return rules.written(state, vector)

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


def _at_most_a_coordinate(term: Term) -> bool:
    """Whether a term is a coordinate or constant 0 from which something may be taken away."""
    match term:
        case Variable() | Constant(0):
            return True
        case Quotient(body, _) | Difference(body, _):
            return _at_most_a_coordinate(body)
    return False


@lru_cache(256)
def require_sound(text: str) -> None:
    """Ask for the options of small and of some large positions.

    Raises
    ------
    RulesTextError
        If an option does not exist, is no position or does not decrease.
    """
    rules = enumeration(text)
    each = max(40, _POSITIONS // len(rules.text.words))
    left = _VALUES_TRIED
    for name, names in rules.rules.coordinates.items():
        for given in _vectors(len(names), each):
            if left < 0:
                return
            vector, tries = rules.in_order(name, given), Tries()
            if rules.holds(name, vector, tries):
                left -= len(rules.options(name, vector, tries))
            left -= 1 + tries.most - tries.left


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
    for round_ in range(number // 8):
        top = (3, 9, *_LARGE)[round_ % 5]
        vector = [random.randint(0, top) if random.random() < 0.6 else 0 for _ in range(dimension)]
        yield tuple(vector)
        yield tuple(sorted(vector))
        yield tuple(sorted(vector, reverse=True))
        yield tuple(accumulate(entry % (top // dimension + 2) + 1 for entry in vector))
