"""A text in the language of moves as functions that enumerate: what a game asks.

The images that a move gives are a Python list comprehension, which reads as the definition does:
for all values of the parameters up to their bounds for which the guard holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import Any

from oracles.errors import RulesError, RulesTextError
from oracles.moves.definable import Move
from oracles.moves.expressions import (
    Scope,
    Tries,
    bounds,
    compiled,
    scope,
    written,
    written_loops,
    written_or,
)
from oracles.moves.formulas import FALSE, TRUE, Comparison, Constant, Term, operands
from oracles.moves.reading import read_text

Vector = tuple[int, ...]
Option = tuple[str, Vector]  # a control state and its coordinates

_TEXTS_KEPT = 256


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
        rules = self.rules = self.text.rules
        self._where: dict[str, Callable[..., bool]] = {}
        self._won: dict[str, Callable[..., bool]] = {}
        self._measure: dict[str, Callable[..., int | None]] = {}
        self._images: dict[str, list[tuple[int, Callable[..., list[Any]]]]] = {}
        for state, term in rules.measure.items():
            where, won = rules.valid.get(state, TRUE), rules.won.get(state, FALSE)
            self._where[state] = self._function(("position", state), state, written, where)
            self._won[state] = self._function(("won", state), state, written, won)
            self._measure[state] = self._function(("measure", state), state, _or_none, term)
            self._images[state] = [
                (number, self._function(("move", number), state, _images, move))
                for number, move in enumerate(rules.moves)
                if move.source == state
            ]

    def _function(
        self, said: tuple[str, int | str], state: str, write: Callable[..., str], what: Any
    ) -> Callable[..., Any]:
        """Return what a statement says of the coordinates of a state, as a function of these."""
        names = scope(self.rules.coordinates[state])
        try:
            return compiled(["tries", *names.values()], write(what, names))
        except RulesError as error:
            raise RulesTextError(f"{self.text.said[said]!r}: {error}") from None

    def holds(self, state: str, vector: Vector, tries: Tries | None = None) -> bool:
        """Whether a vector is a position of its state."""
        if self.text.unordered and list(vector) != sorted(vector):
            return False
        return self._where[state](tries or Tries(), *vector)

    def won(self, state: str, vector: Vector) -> bool:
        """Whether play has ended and the player to move has won."""
        return self._won[state](Tries(), *vector)

    def measure(self, state: str, vector: Vector) -> int | None:
        """Return what every move within a level lowers; None where the term does not exist."""
        return self._measure[state](None, *vector)

    def tells(self, state: str, vector: Vector) -> tuple[bool, bool, int | None]:
        """Return what a text tells of a vector, which may be in any order: where, won, measure."""
        where = self._where[state](Tries(), *vector)
        return where, self.won(state, vector), self.measure(state, vector)

    def vectors(self, state: str, size: int) -> Iterator[Vector]:
        """Yield the positions of a state to a size, in order.

        Of ordered coordinates no vector is tried beyond a number that ``where`` names.
        """
        where, most = self._where[state], self._largest(state, size)
        box: Iterable[Vector] = product(*(range(each + 1) for each in most))
        if self.text.unordered:
            box = combinations_with_replacement(range(size + 1), len(most))
        return (vector for vector in box if where(Tries(), *vector))

    def _largest(self, state: str, size: int) -> list[int]:
        """Return the largest value of each coordinate at a size, as far as ``where`` names one."""
        most = dict.fromkeys(self.rules.coordinates[state], size)
        for part in operands(self.rules.valid.get(state, TRUE), "&"):
            match part:
                case Comparison("<=" | "<" | "=", left, Constant(number)):
                    name = getattr(left, "name", None)
                    if name in most:
                        most[name] = min(most[name], number)
        return list(most.values())

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
            for number, images in self._images[state]:
                target = self.rules.moves[number].target
                for image in images(tries, *order):
                    if unordered and None not in image:
                        image = tuple(sorted(image))  # noqa: PLW2901
                    if (target, image) not in found:
                        self._require_option(number, order, image, tries)
                        found[target, image] = None
        return list(found)

    def _require_option(self, number: int, vector: Vector, image: Vector, tries: Tries) -> None:
        """Raise the error that says why an image is no option."""
        move, level = self.rules.moves[number], self.rules.level
        here, there = level.get(move.source, 0), level.get(move.target, 0)
        problem, at = "", f"{move.target}{_shown(image)}"
        if None in image:
            problem = "a coordinate would be below zero; forbid it by the move's `where`"
        elif not self._where[move.target](tries, *image):
            problem = f"{at} is no position: `where` is false of it"
        elif there >= here:
            before, after = self.measure(move.source, vector), self.measure(move.target, image)
            if there > here or before is None or after is None or after >= before:
                problem = (
                    f"play need not end: the measure {before} of level {here} becomes {after} of "
                    f"level {there} at {at}; say by `measure` what every move lowers"
                )
        if problem:
            said = self.text.said["move", number]
            raise RulesTextError(f"{said!r}: from {move.source}{_shown(vector)}: {problem}")


def _shown(vector: Vector) -> str:
    return f"({', '.join(map(str, vector))})"


def _or_none(term: Term, names: Scope) -> str:
    return written_or("None", [term], names)


def _images(move: Move, names: Scope) -> str:
    """Return the Python list of the images that a move gives; what does not exist is None."""
    inner = {**names, **scope(move.parameters)}
    loops = written_loops(move.parameters, bounds(move.parameters, move.guard, names), inner)
    image = "".join(f"{_or_none(term, inner)}, " for term in move.image)
    return f"[({image}) {loops or 'for _ in (0,)'} if {written(move.guard, inner)}]"


@lru_cache(_TEXTS_KEPT)
def enumeration(text: str) -> Enumeration:
    """Return what a dedented text says, ready to enumerate; read once for each text."""
    return Enumeration(text)
