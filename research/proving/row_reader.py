"""Rules run on a position of unknown length, a tuple of components whose order says nothing.

A loop through the places of the position has one turn, at a place of which nothing is known. The
component there can be asked for; of the others nothing is known but that they stay.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from oracles.rules import Game
from research.proving.python_subset import Reader
from research.proving.python_values import Members, Unknown
from research.proving.symbols import NotOnSymbolsError, Symbol


@dataclass(frozen=True, eq=False)
class Place(Unknown):
    """The place of a loop, or the one after it."""

    what = "a place in the position"

    loop: int
    after: int = 0

    def __add__(self, steps: int) -> Place:
        return Place(self.loop, self.after + steps) if type(steps) is int else self.refuse()

    __radd__ = __add__

    def __sub__(self, steps: int) -> Place:
        return self + -steps


class Length(Unknown):
    """The number of components of the position."""

    what = "the number of entries"

    __add__ = __radd__ = __sub__ = __rsub__ = Unknown.refuse


@dataclass(frozen=True)
class Part:
    """All components before the place of a loop, or all after it."""

    loop: int
    is_after: bool


@dataclass(frozen=True)
class Whole:
    """All components, in their order or in another one."""

    in_place: bool


class Row(Unknown, Members):
    """The position, or what is made of it: components, and parts of which nothing is asked."""

    what = "the whole position"

    __len__ = __iter__ = __reversed__ = __contains__ = __mul__ = __rmul__ = Unknown.refuse
    count = index = copy = pop = remove = insert = reverse = Unknown.refuse  # of lists

    def __init__(self, reader: RowReader, parts: Sequence[Any], depth: int = -1) -> None:
        list.__init__(self, parts)
        self.reader, self.depth, self.is_open = reader, depth, False

    @property
    def parts(self) -> list[Any]:
        """The components and parts, where no component stands for many."""
        return self.refuse() if self.is_open else [*list.__iter__(self)]

    def split(self, place: Place) -> tuple[list[Any], int]:
        """Return the parts, the component at the place of a loop among them, and where it is."""
        loop, at, parts = place.loop, place.after + 1, self.parts
        if parts[:1] == [Whole(in_place=True)]:
            ends = Part(loop, is_after=False), Part(loop, is_after=True)
            parts[:1] = [ends[0], self.reader.component, ends[1]]
        known = parts[:1] == [Part(loop, is_after=False)] and at in (1, 2)
        if not known or any(isinstance(each, Part) for each in parts[1:at]):
            raise NotOnSymbolsError("a loop does not use each component, and that component alone")
        return parts, at

    def component(self, place: Place) -> tuple[list[Any], int]:
        """Return the parts and where the component at a place is, which is known."""
        parts, at = self.split(place)
        return self.refuse() if isinstance(parts[at], Part) else (parts, at)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, Place):
            parts, at = self.component(key)
            return parts[at]
        ends = [key.start, key.stop] if isinstance(key, slice) and key.step is None else [key]
        places = [each for each in ends if each is not None]
        if not places or not all(isinstance(each, Place) for each in places):
            self.refuse()
        parts, _ = self.split(places[0])
        chosen = parts[slice(*(None if each is None else self.split(each)[1] for each in ends))]
        is_known = not any(isinstance(each, Part) for each in chosen)
        return tuple(chosen) if is_known else Row(self.reader, chosen)

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, Place):
            parts, at = self.component(key)
            parts[at] = value
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
    """Runs rules on a position of unknown length, with this component at the place of a loop."""

    def __init__(self, component: Any) -> None:
        self.component, self.loops = component, 0

    def options(self, game: Game[Any]) -> list[Row]:
        """Return the options of the position."""
        found = [*self.members(self.call(game.options, Row(self, [Whole(in_place=True)])))]
        if not all(isinstance(option, Row) for option in found):
            raise NotOnSymbolsError("an option does not keep the rest of the position")
        return found

    def call(self, function: Any, *args: Any, **keys: Any) -> Any:
        """Call a function; a loop through the position has one turn."""
        row = args[0] if args and isinstance(args[0], Row) else None
        if function is range and isinstance(args[-1], Length) and args[:-1] in ((), (0,)):
            return Members([self._place()], self.depth, is_open=True)
        if row is not None and len(args) == 1:
            whole = row.parts == [Whole(in_place=True)]
            if function is len and whole:
                return Length()
            if function is enumerate and whole:
                place = self._place()
                return Members([(place, row[place])], self.depth, is_open=True)
            if function in (tuple, list):
                return Row(self, row.parts, -1 if function is tuple else self.depth)
            if function is sorted:
                return self._in_no_order(row.parts)
        return super().call(function, *args, **keys)

    def _place(self) -> Place:
        """Return the one place of a loop."""
        if self.depth:
            raise NotOnSymbolsError("a loop over the position stands within a loop")
        self.loops += 1
        return Place(self.loops)

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
        heap, parts = self.component, row.parts
        has_part = any(isinstance(each, Part) for each in parts)
        if not has_part or not isinstance(heap, Symbol) or not stays(heap.path.unknown() + 1):
            raise NotOnSymbolsError("it is not known that only empty heaps are left out")
        kept = [each for each in parts if isinstance(each, Part | Whole) or stays(each)]
        frame.names = names
        return self._in_no_order(kept)

    def _in_no_order(self, parts: list[Any]) -> Row:
        """Return a row of which no component is asked for by its place."""
        kept: list[Any] = [each for each in parts if isinstance(each, Part)]
        kept.sort(key=lambda part: not part.is_after)
        kept += [Whole(in_place=False) for each in parts if isinstance(each, Whole)]
        new = [each for each in parts if not isinstance(each, Part | Whole)]
        return Row(self, [*new, *kept], self.depth)
