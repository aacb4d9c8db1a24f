"""Rules run on a position of unknown length, a collection of components or a word.

A loop through the places of the position has one turn, at a place of which nothing is known. The
entries from that place on can be asked for, one by one; of those before the place, and of those
after all that were asked for, nothing is known but that they stay.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from oracles.rules import Game
from research.proving.python_subset import Reader
from research.proving.python_values import Members, Unknown
from research.proving.symbols import NotOnSymbolsError, Symbol

BEFORE = -1
BEYOND = object()  # the end of a word, where it has no letter


@dataclass(frozen=True, eq=False)
class Place(Unknown):
    """A place so many entries after that of a loop."""

    what = "a place in the position"

    loop: int
    after: int

    def __add__(self, steps: int) -> Place:
        return Place(self.loop, self.after + steps) if type(steps) is int else self.refuse()

    __radd__ = __add__

    def __sub__(self, steps: int) -> Place:
        return self + -steps


@dataclass(frozen=True, eq=False)
class Length(Unknown):
    """The number of entries of the position, and so many more."""

    what = "the number of entries"

    more: int

    def __add__(self, more: int) -> Length:
        return Length(self.more + more)

    def __sub__(self, less: int) -> Length:
        return self + -less


@dataclass(frozen=True)
class Part:
    """All entries before the place of a loop, or all from so many after it on."""

    loop: int
    after: int


WHOLE = Part(0, 0)


class Row(Unknown, Members):
    """The position, or what is made of it: entries, and parts of which nothing is asked."""

    what = "the whole position"

    __len__ = __iter__ = __reversed__ = __contains__ = __mul__ = __rmul__ = Unknown.refuse
    count = index = copy = pop = remove = insert = reverse = Unknown.refuse  # of lists

    def __init__(self, reader: RowReader, parts: Sequence[Any], depth: int = -1) -> None:
        list.__init__(self, parts)
        self.reader, self.depth, self.is_open = reader, depth, False

    @property
    def parts(self) -> list[Any]:
        """The entries and parts, where no entry stands for many."""
        return self.refuse() if self.is_open else [*list.__iter__(self)]

    def until(self, place: Place) -> list[Any]:
        """Return the parts; the entries before this place, from that of its loop on, are known."""
        loop, parts = place.loop, self.parts
        if parts[0] is WHOLE:
            parts = [Part(loop, BEFORE), Part(loop, 0), *parts[1:]]
        if place.after < 0 or parts[0] != Part(loop, BEFORE):
            raise NotOnSymbolsError("an entry before that of a loop is asked for")
        for at in range(1, place.after + 1):
            if isinstance(parts[at], Part):
                entry = self.reader.entry(Place(loop, parts[at].after))
                parts[at : at + 1] = [entry, Part(loop, parts[at].after + 1)]
        return parts

    def known(self, place: Place) -> list[Any]:
        """Return the parts; the entries to this place are known, and it is one."""
        self.until(place)  # which is not before that of its loop
        return self.until(place + 1)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, Place):
            entry = self.known(key)[key.after + 1]
            return self.refuse() if entry is BEYOND else entry
        ends = [key.start, key.stop] if isinstance(key, slice) and key.step is None else [key]
        if not all(isinstance(each, Place | None) for each in ends):
            self.refuse()
        parts = max((self.until(each) for each in ends if each is not None), key=len)
        start, stop = (None if each is None else each.after + 1 for each in ends)
        chosen = parts[start:stop]
        if any(isinstance(each, Part) for each in chosen):
            return Row(self.reader, chosen)
        entries = [each for each in chosen if each is not BEYOND]
        return "".join(entries) if self.reader.is_word else tuple(entries)

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, Place):
            parts = self.known(key)
            parts[key.after + 1] = value
            list.__setitem__(self, slice(None), parts)
        elif key == slice(None) and isinstance(value, Row):  # as they are sorted
            list.__setitem__(self, key, value.parts)
        else:
            self.refuse()

    def __add__(self, other: Any) -> Row:
        return Row(self.reader, [*self.parts, *_parts(other)])

    def __radd__(self, other: Any) -> Row:
        return Row(self.reader, [*_parts(other), *self.parts])


def _parts(value: Any) -> list[Any]:
    return value.parts if isinstance(value, Row) else [*value]


class RowReader(Reader):
    """Runs rules on a position of unknown length.

    ``entry`` gives an entry that is asked for, where so many after the place of a loop are there.
    The position is a word, or a tuple whose order says nothing.
    """

    def __init__(self, entry: Callable[[Place, int], Any], *, is_word: bool = False) -> None:
        self._entry, self.is_word = entry, is_word
        self.inside = [0]  # how far after its place each loop has entries, at least

    def options(self, game: Game[Any]) -> list[Row]:
        """Return the options of the position."""
        found = [*self.members(self.call(game.options, Row(self, [WHOLE])))]
        if not all(isinstance(option, Row) for option in found):
            raise NotOnSymbolsError("an option does not keep the rest of the position")
        return found

    def entry(self, place: Place) -> Any:
        """Return an entry that a loop asks for."""
        if place.after < 0:
            raise NotOnSymbolsError("an entry before that of a loop is asked for")
        return self._entry(place, self.inside[place.loop])

    def call(self, function: Any, *args: Any, **keys: Any) -> Any:
        """Call a function; a loop through the position has one turn."""
        row = args[0] if args and isinstance(args[0], Row) else None
        if function is range and isinstance(args[-1], Length) and len(args) < 3:
            first = args[0] if len(args) == 2 else 0
            if isinstance(first, int) and first >= 0:
                return Members([self._place(first, args[-1])], self.depth, is_open=True)
        elif row is not None and len(args) == 1:
            whole = len(row.parts) == 1 and row.parts[0] is WHOLE
            if function is len and whole:
                return Length(0)
            if function is enumerate and whole:
                place = self._place(0, Length(0))
                return Members([(place, row[place])], self.depth, is_open=True)
            if function in (tuple, list):
                return Row(self, row.parts, -1 if function is tuple else self.depth)
            if function is sorted and not self.is_word:
                return self._in_no_order(row.parts)
        return super().call(function, *args, **keys)

    def _place(self, first: int, end: Length) -> Place:
        """Return the one place of a loop, of those from the first on to an end."""
        if self.depth:
            raise NotOnSymbolsError("the position is gone through within a loop")
        self.inside.append(first - end.more)
        return Place(len(self.inside) - 1, first)

    def some_of(self, frame: Any, node: Any) -> Row | None:
        """Return a row of heaps without the empty ones, if a comprehension leaves these out."""
        clause = node.generators[0]
        name = getattr(clause.target, "id", "")
        if [name] != [getattr(node.elt, "id", None)] or len(node.generators) > 1:
            return None
        row = frame.value(clause.iter)
        if not isinstance(row, Row) or isinstance(node, ast.SetComp):
            return None

        def stays(entry: Any) -> bool:
            frame.names[name] = entry
            return all(frame.fixed(test) for test in clause.ifs)

        names, frame.names = frame.names, {**frame.names}
        loops = [part.loop for part in row.parts if isinstance(part, Part) and part != WHOLE]
        heap = self.entry(Place(loops[0], 0)) if loops else None
        if not isinstance(heap, Symbol) or not stays(heap.path.unknown() + 1):
            raise NotOnSymbolsError("it is not known that empty heaps alone are left out")
        kept = [each for each in row.parts if isinstance(each, Part) or stays(each)]
        frame.names = names
        return self._in_no_order(kept)

    def _in_no_order(self, parts: list[Any]) -> Row:
        """Return a row of which no entry is asked for by its place."""
        kept = [replace(each) for each in parts if isinstance(each, Part)]
        entries = [each for each in parts if not isinstance(each, Part)]
        return Row(self, [*entries, *sorted(kept, key=lambda part: -part.after)], self.depth)
