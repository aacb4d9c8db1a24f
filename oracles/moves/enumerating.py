"""A text in the language of moves as functions that enumerate: what a game asks.

The images that a move gives are a Python comprehension, which reads as the definition does: for all
values of the parameters up to their bounds for which the guard holds. Positions to a size are those
of a move whose parameters are the coordinates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import pairwise, permutations
from types import MappingProxyType
from typing import Any

from oracles.errors import RulesError, RulesTextError
from oracles.moves.expressions import (
    NUMBERS,
    Scope,
    Tries,
    compiled,
    scope,
    values_to,
    written,
    written_images,
    written_or_absent,
)
from oracles.moves.formulas import FALSE, TRUE, Binary, Comparison, DefinableGame, Move, Variable
from oracles.moves.reading import read_text

Vector = tuple[int, ...]
Option = tuple[str, Vector]  # a control state and its coordinates

_TEXTS_KEPT = 256


def functions_of(
    rules: DefinableGame,
    said: Mapping[tuple[str, int | str], str] = MappingProxyType({}),
    called: Mapping[str, Any] = NUMBERS,
    images: Callable[[Move, Scope], str] = written_images,
) -> dict[tuple[str, int | str], Callable[..., Any]]:
    """Return rules as functions of the values to be tried and the coordinates.

    They are "position", "won" and "measure" of each control state, and each "move" by its number,
    whose images ``images`` writes; errors as of :class:`Enumeration`, which name what is ``said``.
    """
    found: dict[tuple[str, int | str], Callable[..., Any]] = {}

    def add(kind: str, key: int | str, state: str, write: Callable[[Scope], str]) -> None:
        names = scope(rules.coordinates[state])
        try:
            found[kind, key] = compiled(["tries", *names.values()], write(names), called)
        except RulesError as error:
            raise RulesTextError(f"{said.get((kind, key), kind)!r}: {error}") from None

    for state, measure in rules.measure.items():
        where, won = rules.valid.get(state, TRUE), rules.won.get(state, FALSE)
        add("position", state, state, partial(written, where))
        add("won", state, state, partial(written, won))
        add("measure", state, state, partial(written_or_absent, measure))
    for number, move in enumerate(rules.moves):
        add("move", number, move.source, partial(images, move))
    return found


class Enumeration:
    """The options of each position, by trying all values of the parameters.

    Parameters
    ----------
    source
        The text, without what indents all lines alike.

    Raises
    ------
    RulesTextError
        If it is not well formed, or a parameter has no bound.
    """

    def __init__(self, source: str) -> None:
        self.text = read_text(source)
        self.rules = self.text.rules
        self._asked = functions_of(self.rules, self.text.said)

    def holds(self, state: str, vector: Vector, tries: Tries | None = None) -> bool:
        """Whether a vector is a position of its state."""
        if self.text.unordered and list(vector) != sorted(vector):
            return False
        return bool(self._asked["position", state](tries or Tries(), *vector))

    def won(self, state: str, vector: Vector) -> bool:
        """Whether play has ended and the player to move has won."""
        return bool(self._asked["won", state](Tries(), *vector))

    def tells(self, state: str, vector: Vector) -> list[Any]:
        """Return what a text tells of a vector, which may be in any order: where, won, measure."""
        return [
            self._asked[kind, state](Tries(), *vector) for kind in ("position", "won", "measure")
        ]

    def vectors(self, state: str, size: int) -> Iterator[Vector]:
        """Yield the positions of a state to a size, in order."""
        names = self.rules.coordinates[state]
        guard = self.rules.valid.get(state, TRUE)
        for name in names:
            guard = Binary("&", Comparison("<=", Variable(name), Variable("size to")), guard)
        if self.text.unordered:
            for one, other in pairwise(names):
                guard = Binary("&", Comparison("<=", Variable(one), Variable(other)), guard)
        move = Move(state, state, names, guard, tuple(map(Variable, names)))
        made = compiled(["tries", "size"], written_images(move, {"size to": "size"}))
        found: Iterator[Vector] = made(values_to, size)
        return found

    def options(self, state: str, vector: Vector, tries: Tries | None = None) -> list[Option]:
        """Return the options, in the order of the text, each once.

        Without names of the coordinates, moves are made from every order of them.

        Raises
        ------
        RulesTextError
            If an image is no position or does not decrease.
        SearchLimitError
            If there are too many values to be tried.
        """
        tries, unordered = tries or Tries(), self.text.unordered
        if self.won(state, vector):
            return []
        found: dict[Option, None] = {}
        for order in dict.fromkeys(permutations(vector)) if unordered else (vector,):
            for number, move in enumerate(self.rules.moves):
                if move.source != state:
                    continue
                for image in self._asked["move", number](tries, *order):
                    if unordered and None not in image:
                        image = tuple(sorted(image))  # noqa: PLW2901
                    if (move.target, image) not in found:
                        self._require_option(number, order, image, tries)
                        found[move.target, image] = None
        return list(found)

    def _require_option(self, number: int, vector: Vector, image: Vector, tries: Tries) -> None:
        """Raise the error that says why an image is no option."""
        move, level = self.rules.moves[number], self.rules.level
        here, there = level.get(move.source, 0), level.get(move.target, 0)
        problem = ""
        if None in image:
            problem = "a coordinate would be below zero; forbid it by the move's `where`"
        elif not self._asked["position", move.target](tries, *image):
            problem = f"{move.target}{_shown(image)} is no position: `where` is false of it"
        elif there >= here:
            before = self._asked["measure", move.source](None, *vector)
            after = self._asked["measure", move.target](None, *image)
            if there > here or before is None or after is None or after >= before:
                problem = (
                    f"play need not end: the measure {before} of level {here} becomes {after} of "
                    f"level {there} at {move.target}{_shown(image)}; say by `measure` what every "
                    "move lowers"
                )
        if problem:
            said = self.text.said["move", number]
            raise RulesTextError(f"{said!r}: from {move.source}{_shown(vector)}: {problem}")


def _shown(vector: Vector) -> str:
    return f"({', '.join(map(str, vector))})"


@lru_cache(_TEXTS_KEPT)
def enumeration(text: str) -> Enumeration:
    """Return what a dedented text says, ready to enumerate; read once for each text."""
    return Enumeration(text)
