"""A text in the language of moves as functions that enumerate: what a game asks.

Each move becomes a Python list comprehension, which reads as the definition does: the images, for
all values of the parameters up to their bounds, for which the guard holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, combinations_with_replacement, permutations, product
from typing import Any, NoReturn

from oracles.errors import PositionError
from oracles.moves.bounds import bounds
from oracles.moves.expressions import NUMBERS, Scope, Tries, compiled, scope
from oracles.moves.formulas import Comparison, Constant, Formula, Term, Word, operands
from oracles.moves.reading import Move, State, Text, expression, fits, read_text

Vector = tuple[int, ...]

_TEXTS_KEPT = 256


class Enumeration:
    """The options of each position, by trying all values of the parameters.

    Parameters
    ----------
    text
        What the text says.
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        states = text.states.values()
        self._where = {state.name: _condition(state, state.where) for state in states}
        self._won = {
            name: _condition(text.states[name], formula) for name, formula in text.won.items()
        }
        self._measure = {
            state.name: _term(text.measures[state.name].term, scope(state.coordinates), state.word)
            for state in states
        }
        self._written = {
            state.name: _function(state, expression(state.template, scope(state.coordinates)))
            for state in states
        }
        self._options = {state.name: self._options_from(state) for state in states}

    def _options_from(self, state: State) -> Callable[..., list[Any]]:
        """Return the function of the measure and the coordinates that gives written options."""
        images = [
            f"*{self._images(number, move)}"
            for number, move in enumerate(self.text.moves)
            if move.source.text == state.name
        ]
        arguments = ["tries", "here", *scope(state.coordinates).values()]
        known = {"wrong": self._refuse}
        return compiled(arguments, f"[{', '.join(images)}]", state.word, known)

    def _images(self, number: int, move: Move) -> str:
        """Return the Python list of the written options that a move gives.

        Of an image that does not exist, is no position or does not decrease the error is raised.
        """
        target = self.text.states[move.target.text]
        known = self.text.states[move.source.text].coordinates
        own = [word.text for word in move.parameters]
        inner = scope([*known, *own])
        after = {name: f"w_{name}" for name in target.coordinates}
        loops = NUMBERS.loops(own, bounds(own, move.guard, known, move.parameters), inner)
        guard = NUMBERS.formula(move.guard, inner)
        image = [NUMBERS.term(term, inner) for term in move.image]
        conditions = NUMBERS.image_conditions(self.text, move, inner, after)
        written = expression(target.template, after)
        at = f"{number}, ({''.join(f'{name}, ' for name in inner.values())})"
        if self.text.unordered and len(image) > 1:
            named = f"for {', '.join(after.values())} in [sorted(({', '.join(image)}))]"
        else:
            named = " ".join(
                f"for {name} in [{said}]" for name, said in zip(after.values(), image, strict=True)
            )
        return (
            f"[{written} if {NUMBERS.all_of(conditions)} else wrong({at}) "
            f"{loops or 'for _ in [0]'} if {guard} {named}]"
        )

    def _refuse(self, number: int, values: Vector) -> NoReturn:
        """Raise the error that says why the image that a move gives is no option."""
        move = self.text.moves[number]
        known = self.text.states[move.source.text].coordinates
        names = scope([*known, *(word.text for word in move.parameters)])
        image = tuple(_term(each, names, move.source)(*values) for each in move.image)
        vector, own = values[: len(known)], zip(move.parameters, values[len(known) :], strict=True)
        given = [f"{word.text} = {value}" for word, value in own]
        where = ", ".join([f"{move.source.text}{_shown(vector)}", *given])
        move.source.fault(f"at {where}: {self._problem(move, vector, image)}")

    def _problem(self, move: Move, vector: Vector, image: tuple[Any, ...]) -> str:
        """Say why an image is no option."""
        if None in image:
            return "a coordinate of the option would be below zero; forbid it by the move's `where`"
        if self.text.unordered:
            image = tuple(sorted(image))
        source, target = move.source.text, move.target.text
        if not self.holds(target, image):
            return f"{target}{_shown(image)} is no position: `where` is false of it"
        before, after = self._measure[source](*vector), self._measure[target](*image)
        if before is None or after is None:
            return f"the measure does not exist here or at {target}{_shown(image)}"
        levels = [self.text.measures[name].level for name in (source, target)]
        here, there = (f"level {level}, " if level else "" for level in levels)
        return (
            f"play need not end: the measure goes from {here}{before} to {there}{after} at "
            f"{target}{_shown(image)}; say by `measure` what every move lowers"
        )

    def read(self, position: object) -> tuple[str, Vector]:
        """Return the control state and the coordinates of a position.

        Raises
        ------
        PositionError
            If it is no position.
        """
        for name, state in self.text.states.items():
            found: dict[str, int] = {}
            if fits(state.template, position, found):
                vector = tuple(found[each] for each in state.coordinates)
                if self.holds(name, vector):
                    return name, vector
        raise PositionError(f"{position!r} is no position of this game")

    def holds(self, state: str, vector: Vector, tries: Tries | None = None) -> bool:
        """Whether a vector is a position of its state."""
        if self.text.unordered and list(vector) != sorted(vector):
            return False
        return self._where[state](tries or Tries(), *vector)

    def positions(self, state: str, size: int, after: int = -1) -> Iterator[Any]:
        """Yield the positions of a state to a size, without those of the size ``after``.

        They are written in Python. For ordered coordinates no vector is tried beyond a number that
        ``where`` names.
        """
        where, written = self._where[state], self._written[state]
        for vector in self._vectors(state, size, after):
            if where(Tries(), *vector):
                yield written(None, *vector)

    def _vectors(self, state: str, size: int, after: int) -> Iterable[Vector]:
        """Give, in order, the vectors to a size with a coordinate above ``after``."""
        most = self.largest(state, size)
        if self.text.unordered:
            vectors = combinations_with_replacement(range(size + 1), len(most))
            return (vector for vector in vectors if max(vector, default=0) > after)
        if after < 0:
            return product(*(range(each + 1) for each in most))
        # The first coordinate above it may be any of them.
        boxes = (
            product(
                *(range(min(each, after) + 1) for each in most[:place]),
                range(after + 1, most[place] + 1),
                *(range(each + 1) for each in most[place + 1 :]),
            )
            for place in range(len(most))
        )
        return sorted(chain.from_iterable(boxes))

    def largest(self, state: str, size: int) -> list[int]:
        """Return the largest value of each coordinate at a size, as far as ``where`` names one."""
        known = self.text.states[state]
        if self.text.unordered:
            return [size] * len(known.coordinates)
        return [min([size, *_named_bounds(name, known.where)]) for name in known.coordinates]

    def won(self, state: str, vector: Vector) -> bool:
        """Whether play has ended and the player to move has won."""
        return state in self._won and self._won[state](Tries(), *vector)

    def level(self, state: str, vector: Vector) -> int | None:
        """Return what every move lowers; None where that is first of all the control state.

        Where the measure does not exist no move leads to or from.
        """
        if len({measure.level for measure in self.text.measures.values()}) > 1:
            return None
        return self._measure[state](*vector) or 0

    def written(self, state: str, vector: Vector) -> Any:
        """Return the position as it is written in Python."""
        return self._written[state](None, *vector)

    def options(self, state: str, vector: Vector, tries: Tries | None = None) -> list[Any]:
        """Return the options, in the order of the text, each once.

        Without names of the coordinates, moves are made from every order of them.

        Raises
        ------
        RulesTextError
            If an image is no position or does not decrease.
        SearchLimitError
            If there are too many values to be tried.
        """
        tries = tries or Tries()
        if self.won(state, vector):
            return []
        orders = dict.fromkeys(permutations(vector)) if self.text.unordered else [vector]
        found: dict[Any, None] = {}
        for order in orders:
            here = self._measure[state](*order)
            options = self._options[state](tries, -1 if here is None else here, *order)
            found.update(dict.fromkeys(options))
        return list(found)

    def in_order(self, state: str, vector: Vector) -> Vector:
        """Return a vector of nameless coordinates in order; the text must not tell the two apart.

        Raises
        ------
        RulesTextError
            If it does.
        """
        if not self.text.unordered:
            return vector
        both = (vector, tuple(sorted(vector)))
        said: dict[str, set[Any]] = {
            "where": {self._where[state](Tries(), *each) for each in both},
            "won": {self.won(state, each) for each in both},
            "the measure": {self._measure[state](*each) for each in both},
        }
        for what, found in said.items():
            if len(found) > 1:
                self.text.states[state].word.fault(
                    f"{what} of {state!r} is not the same for every order of {vector!r}; the "
                    "coordinates are unordered"
                )
        return both[1]


def _function(state: State, said: str) -> Callable[..., Any]:
    return compiled(["tries", *scope(state.coordinates).values()], said, state.word)


def _condition(state: State, formula: Formula) -> Callable[..., bool]:
    return _function(state, NUMBERS.formula(formula, scope(state.coordinates)))


def _term(term: Term, names: Scope, word: Word) -> Callable[..., int | None]:
    return compiled(names.values(), NUMBERS.term_or_nothing(term, names), word)


def _named_bounds(name: str, where: Formula) -> list[int]:
    """Return the numbers that a variable is at most, by what a conjunction says of it alone."""
    return [
        part.right.value
        for part in operands(where, "&")
        if isinstance(part, Comparison) and isinstance(part.right, Constant)
        if part.comparator in ("<=", "<", "=") and getattr(part.left, "name", None) == name
    ]


def _shown(vector: Vector) -> str:
    return f"({', '.join(map(str, vector))})"


@lru_cache(_TEXTS_KEPT)
def enumeration(text: str) -> Enumeration:
    """Return what a dedented text says, ready to enumerate; read once for each text."""
    return Enumeration(read_text(text))
