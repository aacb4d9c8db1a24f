"""What a proof file says, tried on small numbers: terms, formulas, play, and the theorem itself.

Written from docs/proof-files.md by the definitions alone: a quantifier tries every number up to a
bound, an automaton reads digits, an outcome is found by playing.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import product
from typing import Any

COMPARISONS = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
Names = Mapping[str, int]


class EndlessError(Exception):
    """A position comes again in play."""


def value(term: Any, names: Names) -> int | None:
    """Return the value of a term; None if there is none."""
    if isinstance(term, str):
        return names[term]
    if isinstance(term, int):
        return term
    head, *parts = term
    left, right = (value(part, names) for part in parts)
    if left is None or right is None:
        return None
    if head == "-":
        return left - right if right <= left else None
    return {"+": operator.add, "*": operator.mul, "/": operator.floordiv}[head](left, right)


def digits(number: int) -> Iterator[int]:
    """Yield binary digits, the least first."""
    while number:
        number, digit = divmod(number, 2)
        yield digit


def accepts(automaton: Mapping[str, Any], names: Names) -> bool:
    """Return whether an automaton in base 2 accepts numbers."""
    words = [list(digits(names[track])) for track in automaton["tracks"]]
    state = 0
    for place in range(max(map(len, words), default=0)):
        letter = [word[place] if place < len(word) else 0 for word in words]
        state = automaton["rows"][state][sum(d << track for track, d in enumerate(letter))]
    return state in automaton["accepting"]


KNOWN = {
    "power": lambda x: x.bit_count() == 1,
    "power_of_two": lambda x: x.bit_count() == 1,
    "nimsum": lambda x, y, z: x ^ y == z,
    "T@0": lambda x: x.bit_count() % 2 == 0,
    "T@1": lambda x: x.bit_count() % 2 == 1,
}


@dataclass
class Small:
    """A proof file in base 2, with the numbers up to ``most`` for quantifiers and coordinates."""

    record: Mapping[str, Any]
    most: int
    known: dict[tuple[str, tuple[int, ...]], bool | None] = field(default_factory=dict)

    @property
    def definitions(self) -> dict[str, Any]:
        """The definitions by name."""
        return {each["name"]: each for each in self.record["definitions"]}

    @property
    def states(self) -> Mapping[str, Any]:
        """The states of the game."""
        states: Mapping[str, Any] = self.record["game"]["states"]
        return states

    def numbers(self, names: list[str], known: Names) -> Iterator[Names]:
        """Yield all small values of some names, beside those that are known."""
        for values in product(range(self.most + 1), repeat=len(names)):
            yield {**known, **dict(zip(names, values, strict=True))}

    def true(self, formula: Any, names: Names) -> bool:  # noqa: PLR0911
        """Return whether a formula is true."""
        if isinstance(formula, bool):
            return formula
        head, *parts = formula
        if head in ("exists", "forall"):
            tried = (self.true(parts[1], each) for each in self.numbers(parts[0], names))
            return any(tried) if head == "exists" else all(tried)
        if head in COMPARISONS or head.startswith("$"):
            values = [value(term, names) for term in parts]
            if any(each is None for each in values):
                return False
            if head in COMPARISONS:
                return bool(COMPARISONS[head](*values))
            return self.predicate(head[1:], values)
        truths = [self.true(part, names) for part in parts]
        if head in ("and", "or", "not"):
            return {"and": all(truths), "or": any(truths), "not": not truths[0]}[head]
        first, second = truths
        return {"iff": first == second, "xor": first != second}.get(head, second or not first)

    def predicate(self, name: str, values: list[Any]) -> bool:
        """Return whether a predicate is true, by its automaton if it has one."""
        if name not in self.definitions:
            return bool(KNOWN[name](*values))
        given = self.definitions[name]
        names = dict(zip(given["parameters"], values, strict=True))
        if "automaton" in given:
            return accepts(given["automaton"], names)
        return self.true(given["formula"], names)

    def at(self, state: str, position: tuple[int, ...]) -> Names:
        """Return the coordinates of a position by name."""
        return dict(zip(self.states[state]["coordinates"], position, strict=True))

    def valid(self, state: str, position: tuple[int, ...]) -> bool:
        """Return whether a vector is a position."""
        return self.true(self.states[state]["domain"], self.at(state, position))

    def won(self, state: str, position: tuple[int, ...]) -> bool:
        """Return whether the player to move has won."""
        return self.true(self.states[state]["won"], self.at(state, position))

    def options(self, state: str, position: tuple[int, ...]) -> Iterator[tuple[str, Any]]:
        """Yield the options of a position that is not won."""
        for move in self.record["game"]["moves"]:
            if move["from"] == state:
                for names in self.numbers(move["parameters"], self.at(state, position)):
                    if self.true(move["guard"], names):
                        yield move["to"], tuple(value(term, names) for term in move["image"])

    def lost(self, state: str, position: tuple[int, ...]) -> bool:
        """Return whether a position is a P-position, by play."""
        here = state, position
        if here not in self.known:
            self.known[here] = None
            won = self.won(*here)
            self.known[here] = not won and not any(self.lost(*each) for each in self.options(*here))
        if (found := self.known[here]) is None:
            raise EndlessError
        return found

    def positions(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield all small vectors of all states."""
        for state, each in self.states.items():
            for vector in product(range(self.most + 1), repeat=len(each["coordinates"])):
                yield state, vector

    def theorem_is_true(self) -> bool:
        """Return whether the theorem of the file is true of small positions."""
        said = {
            "kernel": self.said_by_kernel,
            "nim reduction": self.said_by_nim_sum,
            "greedy sieve": self.said_by_sieve,
        }[self.record["theorem"]]()
        try:
            return all(self.lost(*each) == lost for each, lost in said)
        except (EndlessError, TypeError):  # a term that does not exist has no outcome
            return False

    def said_by_kernel(self) -> Iterator[tuple[Any, bool]]:
        """Yield positions, and whether the file says that they are P-positions."""
        for state, position in self.positions():
            names = self.at(state, position)
            if self.valid(state, position):
                said = accepts(self.record["P"][state], names)
                criterion = self.record["criterion"].get(state, said)
                right = said is criterion or self.true(criterion, names) == said
                yield (state, position), said if right else not self.lost(state, position)

    def said_by_nim_sum(self) -> Iterator[tuple[Any, bool]]:
        """Yield positions, and whether the nim sum of the sizes of their heaps is 0."""
        heaps = self.record["heaps"]
        for state, position in self.positions():
            if not self.valid(state, position) or self.won(state, position):
                continue
            names = self.at(state, position)
            if state == heaps["state"] and self.true(heaps["regular"], names):
                sizes = [
                    sum(self.true(heaps["elements"], each) for each in self.numbers(["e'"], heap))
                    for heap in self.numbers(["h'"], names)
                ]
                yield (state, position), reduce(operator.xor, sizes, 0) == 0
            else:
                yield (state, position), not any(self.options(state, position))

    def said_by_sieve(self) -> Iterator[tuple[Any, bool]]:
        """Yield positions, and whether one pass through them takes them."""
        taken: list[tuple[int, ...]] = []
        for state, position in sorted(self.positions()):
            if self.record["unordered"] and list(position) != sorted(position):
                continue
            if self.valid(state, position):
                names = self.at(state, position)
                key = self.record["common_key"]
                free = not any(
                    self.true(key, {**names, **{f"{n}'": v for n, v in self.at(state, y).items()}})
                    for y in taken
                )
                taken += [position] * free
                yield (state, position), free
