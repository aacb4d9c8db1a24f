"""Games whose rules are a text in the language of moves.

When a game is made of a text, it is tried on small positions and a few large ones: every option
must exist, be a position and decrease. On the positions that are tried here a mistake shows at
once; on all others, when their options are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice, pairwise, permutations, product
from random import Random
from textwrap import dedent
from typing import Any

from oracles.errors import PositionError, RulesError, RulesTextError
from oracles.moves.expressions import (
    MOST_TRIED,
    Tries,
    compiled,
    functions_of,
    values_to,
    written_images,
)
from oracles.moves.formulas import TRUE, Asked, Binary, Comparison, Move, Variable
from oracles.moves.reading import Text, read_text
from oracles.rules import Game, Outcome, gives_smaller_again, keeps_rules_of

Vector = tuple[int, ...]
Option = tuple[str, Vector]  # a control state and its coordinates

_KEPT = 256  # texts
_POSITIONS = 2_500  # of all control states together, at most about
_VALUES_TRIED = 100_000  # of parameters and quantified variables, in all options together
_LARGE = (3, 9, 17, 64, 255)
_SOUND = set[str]()  # texts that were tried


@lru_cache(_KEPT)
def _read(text: str) -> tuple[Text, Mapping[Asked, Callable[..., Any]]]:
    """Return what a dedented text says, and its functions."""
    said = read_text(text)
    return said, functions_of(said.rules, said.statements)


class MoveGame(Game[Any]):
    """A game in the language of moves: coordinates, moves and where they may be made.

    A subclass may override ``start``, and how positions are written in Python: ``written`` and
    ``state_of`` together. If it overrides anything else, its rules are no longer what the text says
    (:meth:`is_plain`). Options cost the number of values of the parameters up to their bounds; more
    than some million are refused.

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
        self.misere = self._said.misere
        if self.text not in _SOUND:
            self._require_sound()
            _SOUND.add(self.text)

    @property
    def _said(self) -> Text:
        """What the text says."""
        return _read(self.text)[0]

    @property
    def states(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the coordinates of each control state."""
        return self._said.rules.coordinates

    @gives_smaller_again
    def start(self, size: int) -> Iterable[Any]:
        """All positions whose coordinates are at most ``size``."""
        for state in self.states:
            for vector in self._vectors(state, size):
                yield self.written(state, vector)

    def start_after(self, smaller: int, size: int) -> Iterable[Any]:
        """Those of ``start(size)`` whose largest coordinate is above ``smaller``."""
        if smaller < 0 or type(self).start is not MoveGame.start:
            yield from self.start(size)
            return
        for state, names in self.states.items():
            largest = names[-1:] if self._said.unordered else names
            found = {
                vector
                for top in range(smaller + 1, size + 1)
                for name in largest
                for vector in self._vectors(state, top, name)
            }
            for vector in sorted(found):
                yield self.written(state, vector)

    def _vectors(self, state: str, size: int, largest: str = "") -> Iterable[Vector]:
        """Return the coordinates to ``size`` of a state, ``largest`` being ``size`` if given."""
        names = self.states[state]
        bounds = [
            Comparison("=" if name == largest else "<=", Variable(name), Variable("size to"))
            for name in names
        ]
        if self._said.unordered:
            bounds += [Comparison("<=", *map(Variable, both)) for both in pairwise(names)]
        guard = self._said.rules.valid.get(state, TRUE)
        for bound in bounds:
            guard = Binary("&", bound, guard)
        move = Move(state, state, names, guard, tuple(map(Variable, names)))
        vectors = compiled(["tries", "size"], written_images(move, {"size to": "size"}))
        found: Iterable[Vector] = vectors(values_to, size)
        return found

    def contains(self, position: Any) -> bool:
        """Whether ``position`` is written like one and is one."""
        try:
            state, vector = self.state_of(position)
            numbers = all(type(number) is int and number >= 0 for number in vector)
            alike = type(vector) is tuple and len(vector) == len(self.states[state])
            written = numbers and alike and self.written(state, vector) == position
            return bool(written and self._ask("position", state, vector))
        except (TypeError, ValueError, KeyError):
            return False

    def options(self, position: Any) -> list[Any]:
        """What each move gives, for all values of its parameters, in the order of the text."""
        return [self.written(*option) for option in self._options(*self.read(position), Tries())]

    def final_outcome(self, position: Any) -> Outcome:
        """N where the text says that the game is won; else as in normal or misère play."""
        return "N" if self._ask("won", *self.read(position)) else super().final_outcome(position)

    def names_winner_by_position(self) -> bool:
        """Whether the text says of some positions that they are won."""
        return bool(self._said.rules.won)

    def read(self, position: Any) -> Option:
        """Return the control state and the coordinates of a position.

        Raises
        ------
        PositionError
            If it is no position.
        """
        if self.contains(position):
            return self.state_of(position)
        raise PositionError(f"{position!r} is not a position of this game")

    def state_of(self, position: Any) -> Option:
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
        if self._said.unordered:
            vector = tuple(sorted(vector))
        if len(self.states) > 1:
            return (state, *vector)
        return vector[0] if len(vector) == 1 else vector

    def is_plain(self) -> bool:
        """Whether the rules are what the text says: nothing else is overridden."""
        return keeps_rules_of(self, MoveGame) and self.misere == self._said.misere

    def __repr__(self) -> str:
        first = next(line for line in self.text.split("\n") if line.strip())
        return f"{type(self).__name__}({first + ' ...'!r})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((type(self), self.text))

    def _ask(self, kind: str, key: int | str, vector: Vector, tries: Tries | None = None) -> Any:
        """Return what the text says of a vector: position, won, measure or a move's images."""
        return _read(self.text)[1][kind, key](tries or Tries(), *vector)

    def _options(self, state: str, vector: Vector, tries: Tries) -> list[Option]:
        """Return the options, in the order of the text; without names, from every order of them."""
        said, asked = _read(self.text)
        unordered, found = said.unordered, dict[Option, None]()
        if self._ask("won", state, vector):
            return []
        for order in dict.fromkeys(permutations(vector)) if unordered else (vector,):
            for number, move in enumerate(said.rules.moves):
                if move.source != state:
                    continue
                for image in asked["move", number](tries, *order):
                    if unordered and None not in image:
                        image = tuple(sorted(image))  # noqa: PLW2901
                    if (move.target, image) not in found:
                        self._require_option(number, vector, image, tries)
                        found[move.target, image] = None
        return list(found)

    def _require_option(self, number: int, vector: Vector, image: Vector, tries: Tries) -> None:
        """Raise the error that says why an image is no option."""
        said, asked = _read(self.text)
        move, level = said.rules.moves[number], said.rules.level
        here, there = level.get(move.source, 0), level.get(move.target, 0)
        problem = ""
        if None in image:
            problem = "a coordinate would be below zero; forbid it by the move's `where`"
        elif not asked["position", move.target](tries, *image):
            problem = f"{move.target}{_shown(image)} is not a position: `where` is false of it"
        elif there >= here:
            before = asked["measure", move.source](tries, *vector)
            after = asked["measure", move.target](tries, *image)
            if there > here or before is None or after is None or after >= before:
                becomes = f"{after} of level {there} at {move.target}{_shown(image)}"
                problem = f"play need not end: the measure {before} of level {here} becomes "
                problem += f"{becomes}; say by `measure` what every move lowers"
        if problem:
            text = said.statements["move", number]
            raise RulesTextError(f"{text!r}: from {move.source}{_shown(vector)}: {problem}")

    def _require_sound(self) -> None:
        """Ask for the options of small and of some large positions."""
        tries = Tries()
        for state, names in self.states.items():
            for given in _vectors(len(names), max(40, _POSITIONS // len(self.states))):
                if tries.left < MOST_TRIED - _VALUES_TRIED:
                    return
                vector = tuple(sorted(given)) if self._said.unordered else given
                if self._ask("position", state, vector, tries):
                    self._options(state, vector, tries)


def _shown(vector: Vector) -> str:
    return f"({', '.join(map(str, vector))})"


def _vectors(dimension: int, number: int) -> Iterator[Vector]:
    """Yield about ``number`` vectors: a box, then large ones, in order and not."""
    largest = max(1, int((number // 2) ** (1 / max(1, dimension))) - 1)
    yield from islice(product(range(largest + 1), repeat=dimension), number // 2)
    random = Random(dimension)
    for round_ in range(number // 6):
        top = _LARGE[round_ % 5]
        vector = [random.randint(0, top) if random.random() < 0.6 else 0 for _ in range(dimension)]
        ascending = sorted(vector)
        yield from map(tuple, (vector, ascending, ascending[::-1]))
