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
from oracles.moves.definable import Move
from oracles.moves.expressions import NUMBERS, Scope, Tries, compiled, scope
from oracles.moves.formulas import TRUE, Comparison, Constant, Formula, Term, Word, operands
from oracles.moves.reading import Text, expression, fits, read_text

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
        self.text, self.rules = text, text.rules
        names = self.rules.coordinates
        valid = {name: self.rules.valid.get(name, TRUE) for name in names}
        self._where = {name: self._condition(name, each) for name, each in valid.items()}
        self._won = {name: self._condition(name, each) for name, each in self.rules.won.items()}
        self._measure = {
            name: _term(self.rules.measure[name], scope(names[name]), word)
            for name, word in text.words.items()
        }
        self._written = {
            name: self._function(name, expression(template, scope(names[name])))
            for name, template in text.templates.items()
        }
        self._options = {name: self._options_from(name) for name in names}

    def _function(self, state: str, said: str) -> Callable[..., Any]:
        arguments = ["tries", *scope(self.rules.coordinates[state]).values()]
        return compiled(arguments, said, self.text.words[state])

    def _condition(self, state: str, formula: Formula) -> Callable[..., bool]:
        names = scope(self.rules.coordinates[state])
        return self._function(state, NUMBERS.formula(formula, names))

    def _options_from(self, state: str) -> Callable[..., list[Any]]:
        """Return the function of the measure and the coordinates that gives written options."""
        images = [
            f"*{self._images(number, move)}"
            for number, move in enumerate(self.rules.moves)
            if move.source == state
        ]
        arguments = ["tries", "here", *scope(self.rules.coordinates[state]).values()]
        known = {"wrong": self._refuse}
        return compiled(arguments, f"[{', '.join(images)}]", self.text.words[state], known)

    def _images(self, number: int, move: Move) -> str:
        """Return the Python list of the written options that a move gives.

        Of an image that does not exist, is no position or does not decrease the error is raised.
        """
        known, own = self.rules.coordinates[move.source], move.parameters
        inner = scope([*known, *own])
        after = {name: f"w_{name}" for name in self.rules.coordinates[move.target]}
        loops = NUMBERS.loops(own, bounds(own, move.guard, known, move.words[1:]), inner)
        guard = NUMBERS.formula(move.guard, inner)
        image = [NUMBERS.term(term, inner) for term in move.image]
        conditions = NUMBERS.image_conditions(self.rules, move, inner, after)
        written = expression(self.text.templates[move.target], after)
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
        move = self.rules.moves[number]
        known = self.rules.coordinates[move.source]
        names = scope([*known, *move.parameters])
        image = tuple(_term(each, names, move.words[0])(*values) for each in move.image)
        vector, own = values[: len(known)], values[len(known) :]
        given = [f"{name} = {value}" for name, value in zip(move.parameters, own, strict=True)]
        where = ", ".join([f"{move.source}{_shown(vector)}", *given])
        move.words[0].fault(f"at {where}: {self._problem(move, vector, image)}")

    def _problem(self, move: Move, vector: Vector, image: tuple[Any, ...]) -> str:
        """Say why an image is no option."""
        if None in image:
            return "a coordinate of the option would be below zero; forbid it by the move's `where`"
        if self.text.unordered:
            image = tuple(sorted(image))
        source, target = move.source, move.target
        if not self.holds(target, image):
            return f"{target}{_shown(image)} is no position: `where` is false of it"
        before, after = self._measure[source](*vector), self._measure[target](*image)
        if before is None or after is None:
            return f"the measure does not exist here or at {target}{_shown(image)}"
        levels = [self.rules.level.get(name, 0) for name in (source, target)]
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
        for name, template in self.text.templates.items():
            found: dict[str, int] = {}
            if fits(template, position, found):
                vector = tuple(found[each] for each in self.rules.coordinates[name])
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
        names, where = self.rules.coordinates[state], self.rules.valid.get(state, TRUE)
        if self.text.unordered:
            return [size] * len(names)
        return [min([size, *_named_bounds(name, where)]) for name in names]

    def won(self, state: str, vector: Vector) -> bool:
        """Whether play has ended and the player to move has won."""
        return state in self._won and self._won[state](Tries(), *vector)

    def level(self, state: str, vector: Vector) -> int | None:
        """Return what every move lowers; None where that is first of all the control state.

        Where the measure does not exist no move leads to or from.
        """
        if len({self.rules.level.get(name, 0) for name in self.rules.coordinates}) > 1:
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
                self.text.words[state].fault(
                    f"{what} of {state!r} is not the same for every order of {vector!r}; the "
                    "coordinates are unordered"
                )
        return both[1]


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
