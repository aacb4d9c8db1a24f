"""Outcomes, or numbers, of positions laid out in planes by their coordinates.

Positions stand by the two coordinates with most values. Coordinates with few values (a flag, whose
turn it is) divide the picture: into rows where one other coordinate is left, else into several
planes. Of three coordinates the first two are shown, with the least third one that makes a
P-position. Positions of two coordinates that the rules write in order are shown both ways.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from research.explore.coordinates import Coordinates, coordinate_names, coordinates_of
from research.explore.explored import Explored
from research.explore.position_text import in_ascending_order

FEW = 4  # a coordinate with so few values divides the picture, if another has more
MOST_PLANES = 8
MOST_DRAWN = 101  # columns, and rows, of a picture
COLUMNS, ROWS, ROWS_OF_NUMBERS, WIDTH = 36, 24, 14, 72  # of a plane in characters


@dataclass(frozen=True)
class Plane:
    """Outcomes or numbers laid out in a plane.

    Attributes
    ----------
    title
        Which part it is; empty if there is only one.
    cells
        What is at (column, row): an outcome, or a number.
    across, down
        What the axes are; nothing is down in a single row.
    rows
        What stands beside the rows, where these are no numbers.
    number
        What the numbers in the cells are.
    """

    title: str
    cells: Mapping[Coordinates, str | int]
    across: str
    down: str = ""
    rows: Sequence[str] = ()
    number: str = ""

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
        columns, rows, cut = self.shown(
            min(COLUMNS, WIDTH // wide), ROWS if wide == 2 else ROWS_OF_NUMBERS
        )
        labels = {row: self.row_label(row) for row in rows}
        side = max(1, *map(len, labels.values()))
        step = 5 if wide == 2 else 1
        marks = (str(column) if column % step == 0 else "" for column in columns)
        written = [self.title] if self.title else []
        written.append(" " * (side + 1) + "".join(mark.rjust(wide) for mark in marks).rstrip())
        for row, label in labels.items():
            cells = (str(self.cells.get((column, row), " ")) for column in columns)
            line = "".join(("·" if cell == "N" else cell).rjust(wide) for cell in cells)
            written.append(f"{label.rjust(side)} {line}".rstrip())
        return [*written, *[cut] * bool(cut)]

    def row_label(self, row: int) -> str:
        """Return what stands beside a row."""
        return self.rows[row] if self.rows else str(row) * bool(self.down)


def planes_of(explored: Explored, what: Mapping[Any, str | int], number: str = "") -> list[Plane]:
    """Lay out what is known of positions by one or two coordinates, divided by the others.

    Parameters
    ----------
    explored
        The game at a size.
    what
        What is known of each position.
    number
        What it is, if it is a number.

    Returns
    -------
    list of Plane
        Empty where positions have other numbers of coordinates, or none.
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
    titles = [_title(names, few, part) for part in parts] if few else [""]
    if len(axes) == 1:
        row = {(x, y): v for y, each in enumerate(parts.values()) for (x,), v in each.items()}
        down = "position" if few else ""
        return [Plane("", row, names[axes[0]], down, titles if few else (), number)]
    planes = list(parts.values())
    if not few and in_ascending_order(read):
        planes = [{at: v for (x, y), v in planes[0].items() for at in ((x, y), (y, x))}]
    return [
        Plane(title, cells, names[axes[1]], names[axes[0]], (), number)
        for title, cells in zip(titles, planes, strict=True)
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


def _title(names: Sequence[str], few: Sequence[int], part: Coordinates) -> str:
    """Write positions that differ on the axes alone: ``(n, 0, Oscar)``."""
    fixed = dict(zip(few, part, strict=True))
    return f"({', '.join(str(fixed.get(place, name)) for place, name in enumerate(names))})"


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
