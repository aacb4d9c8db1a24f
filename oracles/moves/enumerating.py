"""A text in the language of moves as functions that enumerate: what a game asks.

Each move becomes a Python list comprehension, which reads as the definition does: the images, for
all values of the parameters up to their bounds, for which the guard holds. Of the vectors to a size
those that a smaller size has are not made, so that going from size to size costs what is new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, groupby, permutations, product, takewhile
from operator import itemgetter
from typing import Any, NoReturn

from oracles.errors import PositionError
from oracles.moves import python
from oracles.moves.formulas import Formula
from oracles.moves.python import Tries, bounds, constant_bound
from oracles.moves.reading import Move, State, Text, expression, fitting, read_text

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
        self._where = {name: self._condition(s, s.where) for name, s in text.states.items()}
        self._most = {
            name: [constant_bound(each, s.where) for each in s.coordinates]
            for name, s in text.states.items()
        }
        self._won = {
            name: self._condition(text.states[name], formula) for name, formula in text.won.items()
        }
        self._measure = {name: self._compiled_measure(s) for name, s in text.states.items()}
        self._written = {name: self._writer(s) for name, s in text.states.items()}
        self._options = {name: self._options_from(s) for name, s in text.states.items()}
        self._read = _reader(list(text.states.values()))

    def _condition(self, state: State, formula: Formula | None) -> Callable[..., bool] | None:
        if formula is None:
            return None
        names = python.fresh_names(state.coordinates)
        said = python.formula(formula, names)
        return python.compiled(list(names.values()), said, state.word)

    def _compiled_measure(self, state: State) -> Callable[..., int | None]:
        names = python.fresh_names(state.coordinates)
        measure = self.text.measure(state.name)
        return python.compiled(
            list(names.values()), python.term_or_none(measure.term, names), measure.word
        )

    def level(self, state: str, vector: Vector) -> int | None:
        """Return what every move lowers; None where that is first of all the control state.

        Where the measure does not exist no move leads to or from.
        """
        if len({self.text.measure(name).level for name in self.text.states}) > 1:
            return None
        return self._measure[state](Tries(), *vector) or 0

    def _writer(self, state: State) -> Callable[..., Any]:
        names = python.fresh_names(state.coordinates)
        said = expression(state.template, names)
        return python.compiled(list(names.values()), said, state.word)

    def _options_from(self, state: State) -> Callable[..., list[Any]]:
        """Return the function of a vector and its measure that gives the written options."""
        names = python.fresh_names(state.coordinates)
        images = [f"*{self._images(move, names)}" for move in self._moves_from(state)]
        said = f"[{', '.join(images)}]"
        return python.compiled(["here", *names.values()], said, state.word)

    def _moves_from(self, state: State) -> list[Move]:
        return [move for move in self.text.moves if move.source.text == state.name]

    def _images(self, move: Move, names: dict[str, str]) -> str:
        """Return the Python list of the written options that a move gives.

        An ellipsis stands among them for an image that is no option: one that does not exist, is
        no position or does not decrease.
        """
        target = self.text.states[move.target.text]
        inner = names | python.fresh_names([word.text for word in move.parameters])
        after = python.fresh_names(target.coordinates)
        image = [python.term(term, inner) for term in move.image]
        conditions = [each for term in move.image for each in python.existence(term, inner)]
        if target.where is not None:
            conditions.append(python.formula(target.where, after))
        conditions += self._decreasing(move, after)
        written = expression(target.template, after)
        if conditions:
            written = f"{written} if {' and '.join(conditions)} else ..."
        loops = self._loops(move, inner)
        guard = "" if move.guard is None else f" if {python.formula(move.guard, inner)}"
        return f"[{written} {loops}{guard} {self._bound_to(image, list(after.values()))}]"

    def _loops(self, move: Move, names: dict[str, str]) -> str:
        known = self.text.states[move.source.text].coordinates
        own = [word.text for word in move.parameters]
        bounding = bounds(own, move.guard, known, move.parameters)
        return python.ranges(own, bounding, names) or "for _ in [0]"

    def _bound_to(self, image: list[str], names: list[str]) -> str:
        """Return the loops, of one round each, that name the coordinates of the image."""
        if self.text.unordered and len(image) > 1:
            return f"for {', '.join(names)} in [sorted(({', '.join(image)}))]"
        return " ".join(f"for {n} in [{said}]" for n, said in zip(names, image, strict=True))

    def _decreasing(self, move: Move, after: dict[str, str]) -> list[str]:
        """Return the conditions, on the image, for what decreases to do so."""
        here, there = self.text.measure(move.source.text), self.text.measure(move.target.text)
        if there.level < here.level:
            return []
        if there.level > here.level:
            return ["False"]
        less = f"{python.term(there.term, after)} < here"
        return [*python.existence(there.term, after), less]

    def read(self, position: object) -> tuple[str, Vector]:
        """Return the control state and the coordinates of a position.

        Raises
        ------
        PositionError
            If it is no position.
        """
        found: tuple[str, Vector] | None = self._read(None, position)
        if found is None or not self.holds(*found):
            raise PositionError(f"{position!r} is no position of this game")
        return found

    def holds(self, state: str, vector: Vector, tries: Tries | None = None) -> bool:
        """Whether a vector is a position of its state."""
        where = self._where[state]
        if self.text.unordered and list(vector) != sorted(vector):
            return False
        return where is None or where(tries or Tries(), *vector)

    def positions(self, state: str, size: int, after: int = -1) -> Iterator[Any]:
        """Yield the positions of a state to a size, without those of the size ``after``.

        They are written in Python, in the order of their vectors. Unordered coordinates stand in
        order; for ordered ones no vector is tried beyond a number that ``where`` names.
        """
        where, written = self._where[state], self._written[state]
        for vector in self._vectors(self.text.states[state], size, after):
            if where is None or where(Tries(), *vector):
                yield written(None, *vector)

    def _vectors(self, state: State, size: int, after: int) -> Iterator[Vector]:
        if self.text.unordered:
            return unordered_vectors(size, len(state.coordinates), after)
        return ordered_vectors(self.largest(state, size), after)

    def largest(self, state: State, size: int) -> list[int]:
        """Return the largest value of each coordinate at a size, as far as ``where`` names one."""
        if self.text.unordered:
            return [size] * len(state.coordinates)
        return [size if most is None else min(size, most) for most in self._most[state.name]]

    def won(self, state: str, vector: Vector) -> bool:
        """Whether play has ended and the player to move has won."""
        if state not in self._won:
            return False
        won = self._won[state]
        return won is None or won(Tries(), *vector)

    def written(self, state: str, vector: Vector) -> Any:
        """Return the position as it is written in Python."""
        return self._written[state](None, *vector)

    def options(self, state: str, vector: Vector, tries: Tries | None = None) -> list[Any]:
        """Return the options, in the order of the text, each once.

        Raises
        ------
        RulesTextError
            If an image is no position or does not decrease.
        SearchLimitError
            If there are too many values to be tried.
        """
        tries = tries or Tries()
        orders = self._orders(state, vector)
        if self.won(state, vector):
            return []
        found: dict[Any, None] = {}
        for order in orders:
            here = self._measure[state](tries, *order)
            options = self._options[state](tries, -1 if here is None else here, *order)
            if ... in options:
                self._refuse(self.text.states[state], order)
            found.update(dict.fromkeys(options))
        return list(found)

    def _orders(self, state: str, vector: Vector) -> list[Vector]:
        """Return the vectors to which the moves are applied: every order, without names."""
        if not self.text.unordered:
            return [vector]
        orders = list(dict.fromkeys(permutations(vector)))
        tries = Tries()
        for said, function in (
            ("where", self._where[state]),
            ("won", self._won.get(state)),
            ("the measure", self._measure[state]),
        ):
            if function is not None and len({function(tries, *order) for order in orders}) > 1:
                self.text.states[state].word.fault(
                    f"{said} of {state!r} is not the same for every order of {vector!r}; the "
                    "coordinates are unordered"
                )
        return orders

    def _refuse(self, state: State, vector: Vector) -> NoReturn:
        """Raise the error that says which image of which move is no option, and why."""
        for move in self._moves_from(state):
            self._require_options(move, vector)
        raise AssertionError(vector)  # one of them was refused

    def _require_options(self, move: Move, vector: Vector) -> None:
        source, target = self.text.states[move.source.text], self.text.states[move.target.text]
        names = python.fresh_names(source.coordinates)
        inner = names | python.fresh_names([word.text for word in move.parameters])
        image = [python.term(term, inner) for term in move.image]
        exist = [each for term in move.image for each in python.existence(term, inner)]
        parts = [
            f"({' '.join(f'{inner[word.text]},' for word in move.parameters)})",
            " and ".join(["True", *exist]),
            f"({' '.join(f'{each},' for each in image)})",
        ]
        guard = "" if move.guard is None else f" if {python.formula(move.guard, inner)}"
        said = f"[({', '.join(parts)}) {self._loops(move, inner)}{guard}]"
        tried = python.compiled(list(names.values()), said, move.source)(Tries(), *vector)
        for values, exists, images in tried:
            problem = self._problem(move, vector, images) if exists else _BELOW
            if problem:
                given = [
                    f"{word.text} = {value}"
                    for word, value in zip(move.parameters, values, strict=True)
                ]
                where = ", ".join([f"{source.name}{_shown(vector)}", *given])
                move.source.fault(f"at {where}: {problem.format(f'{target.name}{_shown(images)}')}")

    def _problem(self, move: Move, vector: Vector, image: Vector) -> str:
        """Say why an image that exists is no option; nothing if it is one."""
        target = move.target.text
        if self.text.unordered:
            image = tuple(sorted(image))
        if not self.holds(target, image):
            return "{} is no position: `where` is false of it"
        here, there = self.text.measure(move.source.text), self.text.measure(target)
        before = self._measure[move.source.text](Tries(), *vector)
        after = self._measure[target](Tries(), *image)
        if before is None or after is None:
            return "the measure does not exist here or at {}"
        if (there.level, after) < (here.level, before):
            return ""
        return (
            f"play need not end: the measure goes from {_level(here.level)}{before} to "
            f"{_level(there.level)}{after} at {{}}; say by `measure` what every move lowers"
        )


_BELOW = "a coordinate of the option would be below zero; forbid it by the move's `where`"


def _level(level: int) -> str:
    return f"level {level}, " if level else ""


def _shown(vector: Vector) -> str:
    return f"({', '.join(map(str, vector))})"


def _reader(states: Sequence[State]) -> Callable[..., tuple[str, Vector] | None]:
    """Return the function that gives the state and coordinates of what is written like a state."""
    ways = []
    for state in states:
        conditions, places = fitting(state.template, "position")
        vector = "".join(f"{places[name]}," for name in state.coordinates)
        ways.append([*conditions, f"({state.name!r}, ({vector}))"])
    return python.compiled(["position"], f"{_first_of(ways)} or None", states[0].word)


def _first_of(ways: Sequence[Sequence[str]]) -> str:
    """Return the first of several conjunctions that is true, what they begin with asked once."""
    said = []
    for _, group in groupby(ways, itemgetter(0)):
        alike = list(group)
        shared = [
            each[0]
            for each in takewhile(lambda each: len(set(each)) == 1, zip(*alike, strict=False))
        ]
        rest = [way[len(shared) :] for way in alike]
        said.append(" and ".join([*shared, _first_of(rest)] if all(rest) else shared))
    return f"({' or '.join(said)})"


def ordered_vectors(largest: Sequence[int], after: int = -1) -> Iterator[Vector]:
    """Yield the vectors with an entry above ``after``, in lexicographic order.

    Parameters
    ----------
    largest
        The largest value of each entry.
    after
        Vectors whose entries are all at most this are left out; none if it is below 0.

    Examples
    --------
    >>> list(ordered_vectors((2, 1), 1))
    [(2, 0), (2, 1)]
    """
    if after < 0:
        yield from product(*(range(most + 1) for most in largest))
    elif largest:
        most, rest = largest[0], largest[1:]
        if max(rest, default=0) > after:
            for value in range(min(most, after) + 1):
                yield from ((value, *others) for others in ordered_vectors(rest, after))
        for value in range(after + 1, most + 1):
            yield from ((value, *others) for others in ordered_vectors(rest))


def unordered_vectors(largest: int, dimension: int, after: int = -1) -> Iterator[Vector]:
    """Yield those whose entries do not fall, with the last of them above ``after``.

    >>> list(unordered_vectors(2, 2, 1))
    [(0, 2), (1, 2), (2, 2)]
    """
    if not dimension:
        yield from () if after >= 0 else ((),)
        return
    for before in combinations_with_replacement(range(largest + 1), dimension - 1):
        least = max(after + 1, *before[-1:], 0)
        yield from ((*before, last) for last in range(least, largest + 1))


@lru_cache(_TEXTS_KEPT)
def enumeration(text: str) -> Enumeration:
    """Return what a dedented text says, ready to enumerate; read once for each text."""
    return Enumeration(read_text(text))
