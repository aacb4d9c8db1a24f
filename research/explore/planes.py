"""Positions by their coordinates, with the names that the rules give these, laid out in planes.

A position that is a tuple, nested or not, has its entries as coordinates. Positions stand by the
two coordinates with most values. Coordinates with few values (a flag, whose turn it is) divide the
picture: into rows where one other coordinate is left, else into several planes. Positions of two
coordinates that the rules write in order are shown both ways. Of three coordinates two are shown,
with the least third one that makes a P-position.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from textwrap import dedent
from typing import Any

from oracles.moves import MoveGame
from oracles.rules import Rules
from research.explore.explored import Explored
from research.explore.reading import in_ascending_order
from research.system.position_text import entries_of, field_names

Coordinates = tuple[Any, ...]

FEW = 4  # a coordinate with so few values divides the picture, if another has more
MOST_PLANES = 8
MOST_DRAWN = 101  # columns, and rows, of a picture
COLUMNS, ROWS, ROWS_OF_NUMBERS, WIDTH = 36, 24, 14, 72  # of a plane in characters


def coordinates_of(positions: Sequence[Any]) -> list[Coordinates] | None:
    """Return equally many coordinates of each position, if all can be read so.

    Where all positions have the same nesting these are the entries at the bottom; otherwise, where
    all are tuples of one length, the entries at the top.

    >>> coordinates_of([((0, 2), 1), ((3, 0), 0)]), coordinates_of([(1,), (1, 2)])
    ([(0, 2, 1), (3, 0, 0)], None)
    """
    nesting, number = _nesting(positions[0]), len(entries_of(positions[0]))
    if all(_nesting(position) == nesting for position in positions):
        return [tuple(_at_the_bottom(position)) for position in positions]
    if number and all(len(entries_of(position)) == number for position in positions):
        return list(map(entries_of, positions))
    return None


def _nesting(position: Any) -> Any:
    entries = entries_of(position)
    return tuple(map(_nesting, entries)) if entries or isinstance(position, tuple) else None


def _at_the_bottom(position: Any) -> list[Any]:
    if _nesting(position) is None:
        return [position]
    return [bottom for entry in entries_of(position) for bottom in _at_the_bottom(entry)]


def coordinate_names(
    game: Rules[Any], position: Any, number: int, axes: Sequence[int] = ()
) -> list[str]:
    """Return the names of so many coordinates: those of the rules, else ``x1``, ``x2`` and so on.

    Rules name them in the language of moves, by the fields of a position, or where ``options``
    takes a position apart, as in ``n, last = position``. Where they name as many as there are
    ``axes``, these are the names of those coordinates.

    >>> from oracles.vectors import nim
    >>> coordinate_names(nim(2), (0, 1), 2)
    ['x1', 'x2']
    """
    found = [f"x{place}" for place in range(1, number + 1)] if number > 1 else ["n"]
    for names in filter(None, _names_of(game, position)):
        if len(names) == number:
            return list(names)
        if len(names) == len(axes):
            for place, name in zip(axes, names, strict=True):
                found[place] = name
            break
    return found


def _names_of(game: Rules[Any], position: Any) -> Iterator[Sequence[str]]:
    if isinstance(game, MoveGame) and len({*game.states.values()}) == 1:
        yield next(iter(game.states.values()))
    yield field_names(type(position))
    for method in ("options", "left_options"):
        try:
            source = ast.parse(dedent(inspect.getsource(getattr(type(game), method))))
        except (AttributeError, OSError, TypeError, SyntaxError):
            continue
        parameters = [node.arg for node in ast.walk(source) if isinstance(node, ast.arg)]
        for node in ast.walk(source):
            match node:
                case ast.Assign([ast.Tuple(names)], ast.Name(taken)) if taken in parameters:
                    yield [ast.unparse(name) for name in names]


@dataclass(frozen=True)
class Plane:
    """Outcomes or numbers laid out in a plane."""

    title: str  # which part it is; empty if there is only one
    cells: Mapping[Coordinates, str | int]  # an outcome or a number at (column, row)
    across: str  # what the axes are
    down: str = ""  # nothing where there is a single row
    rows: Sequence[str] = ()  # what stands beside the rows, where these are no numbers
    number: str = ""  # what the numbers in the cells are

    def shown(self, columns: int, rows: int) -> tuple[range, range, str]:
        """Return so many columns and rows, the least or those about 0, and what is left out."""
        cuts, kept = [], []
        for place, most, name in ((0, columns, self.across), (1, rows, self.down)):
            numbers = [cell[place] for cell in self.cells]
            least, greatest = min(numbers), max(numbers)
            first = max(least, min(-(most // 2), greatest - most + 1)) if least < 0 else least
            last = min(greatest, first + most - 1)
            kept.append(range(first, last + 1))
            if (first, last) != (least, greatest):
                cuts.append(f"{name} {first} to {last} of {least} to {greatest}")
        return kept[0], kept[1], f"Shown: {', '.join(cuts)}." if cuts else ""

    def lines(self) -> list[str]:
        """Write it in characters: outcomes by their letters but N as a dot."""
        wide = max(2, *(len(str(value)) + 1 for value in self.cells.values()))
        most = min(COLUMNS, WIDTH // wide), ROWS if wide == 2 else ROWS_OF_NUMBERS
        columns, rows, cut = self.shown(*most)
        side = max(1, *(len(self.row_label(row)) for row in rows))
        step = 5 if wide == 2 else 1
        marks = (str(column) if column % step == 0 else "" for column in columns)
        written = [self.title] if self.title else []
        written.append(" " * (side + 1) + "".join(mark.rjust(wide) for mark in marks).rstrip())
        for row in rows:
            cells = (str(self.cells.get((column, row), " ")) for column in columns)
            line = "".join(("·" if cell == "N" else cell).rjust(wide) for cell in cells)
            written.append(f"{self.row_label(row).rjust(side)} {line}".rstrip())
        return [*written, *[cut] * bool(cut)]

    def row_label(self, row: int) -> str:
        """Return what stands beside a row."""
        return self.rows[row] if self.rows else str(row) * bool(self.down)


def planes_of(explored: Explored, what: Mapping[Any, str | int], number: str = "") -> list[Plane]:
    """Lay out what is known of positions by one or two coordinates, divided by the others.

    The list is empty where positions have other numbers of coordinates, or none. If what is known
    is a ``number``, it has a name.
    """
    read = coordinates_of(explored.positions)
    axes = [] if read is None else _axes(read)
    if read is None or not 1 <= len(axes) <= 2:
        return []
    few = [i for i in range(len(read[0])) if i not in axes]
    names = coordinate_names(explored.game, explored.positions[0], len(read[0]), axes)
    parts: dict[Coordinates, dict[Coordinates, str | int]] = {}
    for entries, position in zip(read, explored.positions, strict=True):
        part = tuple(entries[i] for i in few)
        parts.setdefault(part, {})[tuple(entries[i] for i in axes[::-1])] = what[position]
    if len(parts) > MOST_PLANES:
        return []
    titles = []
    for part in parts if few else ():
        fixed = dict(zip(few, part, strict=True))
        named = ", ".join(str(fixed.get(place, name)) for place, name in enumerate(names))
        titles.append(f"({named})")
    if len(axes) == 1:
        row = {(x, y): v for y, each in enumerate(parts.values()) for (x,), v in each.items()}
        return [Plane("", row, names[axes[0]], "position" if few else "", titles, number)]
    planes = list(parts.values())
    if not few and in_ascending_order(read):
        planes = [{at: v for (x, y), v in planes[0].items() for at in ((x, y), (y, x))}]
    return [
        Plane(title, cells, names[axes[1]], names[axes[0]], (), number)
        for title, cells in zip(titles or [""], planes, strict=True)
    ]


def _axes(read: Sequence[Coordinates]) -> list[int]:
    """Return the places of the coordinates that are integers and have not few values."""
    values = [{entries[i] for entries in read} for i in range(len(read[0]))]
    most = max(map(len, values), default=0)
    return [
        place
        for place, found in enumerate(values)
        if {*map(type, found)} == {int} and (len(found) > FEW or most <= FEW)
    ]


def least_third(explored: Explored) -> Plane | None:
    """Return the least third coordinate that makes a P-position, by the other two of three.

    Where the rules write positions in order, each of the three is the third.
    """
    read = coordinates_of(explored.positions) or [()]
    if len(read[0]) != 3 or not all(type(n) is int for entries in read for n in entries):
        return None
    names = coordinate_names(explored.game, explored.positions[0], 3)
    unordered = in_ascending_order(read)
    cells: dict[Coordinates, int] = {}
    for entries, position in zip(read, explored.positions, strict=True):
        if explored.outcomes[position] == "P":
            for x, y, z in permutations(entries) if unordered else (entries,):
                cells[y, x] = min(z, cells.get((y, x), z))
    number = f"least {names[2]} of a P-position"
    return Plane("", cells, names[1], names[0], (), number) if cells else None
