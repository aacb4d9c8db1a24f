"""The stage of an exploration that shows the P-positions as a picture.

Positions that are read as coordinates are laid out by two of them, or by one; coordinates with few
values (a flag, whose turn it is) part the picture into several. Three coordinates are shown as a
map: by the first two, the least third one that makes a P-position. Heap games are shown by two
heaps, a P-position being one whose Grundy values have the xor 0 (Sprague 1935, Grundy 1939).
Everything else is listed. Positions of two coordinates that the rules write in order are shown both
ways.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from research.explore.content import Drawing, Part, Section, Words, in_columns
from research.explore.coordinates import Coordinates, coordinates_of, written_in_order
from research.explore.explored import Explored
from research.explore.grid import Grid
from research.explore.labels import brief
from research.explore.oeis import Sequence as Terms

if TYPE_CHECKING:
    from research.explore.view import View

FACET_VALUES = 4  # a coordinate with so few values parts the picture, if another has more
MOST_FACETS = 8
MOST_LISTED = 36


def p_positions(view: View) -> Section:
    """Show the P-positions; in a partizan game, every outcome."""
    explored = view.explored
    title = "Outcomes" if explored.partizan else "P-positions"
    heaps = _heap_grid(view)
    if heaps is not None:
        return Section(title, heaps)
    read = coordinates_of(explored.positions)
    grids = [] if read is None else _grids(explored, read)
    if not grids:
        return Section(title, _listed(explored))
    number = any(isinstance(value, int) for grid in grids for value in grid.cells.values())
    if number:
        caption = (
            "Down: first coordinate; across: second; there: the least third one that makes a "
            "P-position."
        )
    else:
        caption = _caption(grids[0])
        _note_sequences(view, grids)
    key = "" if number else _key(explored)
    return Section(title, (_picture(caption, grids, key),))


def _picture(caption: str, grids: Sequence[Grid], key: str = "") -> Drawing:
    from research.explore.drawings import draw_grids

    lines = [line for grid in grids for line in [*grid.lines(), ""]]
    return Drawing("p-positions", caption, partial(draw_grids, grids), lines[:-1], key)


def _caption(grid: Grid) -> str:
    return f"Across: {grid.across}" + (f"; down: {grid.down}" if grid.down else "") + "."


def _key(explored: Explored) -> str:
    letters = ", ".join(letter for letter in explored.counts if letter != "N")
    dot = "a dot: N-position; " if "N" in explored.counts else ""
    return (f"{letters}: outcome; " if letters else "") + f"{dot}blank: no such position."


def _heap_grid(view: View) -> tuple[Part, ...] | None:
    """Return the P-positions of one and of two heaps, by the values that were found."""
    from oracles.heaps import is_sum_of_heaps
    from research.explore.values import HEAP_VALUES

    explored = view.explored
    if not is_sum_of_heaps(view.game) or () not in explored.outcomes:
        return None
    known = view.sequences.get(HEAP_VALUES)
    if known is None:
        return _one_heap(explored)
    shown = known.terms[:41]
    single = [heap for heap, value in enumerate(known.terms) if value == 0]
    view.sequences["heaps that are P-positions"] = Terms(tuple(single), 1)
    cells = {
        (a, b): "P" if shown[a] == shown[b] else "N"
        for a, b in product(range(len(shown)), repeat=2)
    }
    grid = Grid("", range(len(shown)), range(len(shown)), cells, "one heap", "the other")
    ones = ", ".join(map(str, single[:20])) + (", …" if len(single) > 20 else "")
    words = f"Single heaps to {len(known.terms) - 1} that are P-positions: {ones}."
    caption = "Two heaps: a P-position where their Grundy values are equal."
    return Words(words), _picture(caption, [grid], "A dot: N-position.")


def _one_heap(explored: Explored) -> tuple[Part, ...]:
    """Return the outcomes of single heaps, where there are no Grundy values."""
    cells: dict[tuple[int, int], str | int] = {}
    while (heap := (len(cells),) if cells else ()) in explored.outcomes:
        cells[len(cells), 0] = explored.outcomes[heap]
    grid = Grid("", range(len(cells)), [0], cells, "a single heap")
    return (_picture(_caption(grid), [grid], _key(explored)),)


def _grids(explored: Explored, coordinates: Sequence[Coordinates]) -> list[Grid]:
    """Lay positions out by the coordinates with most values, parted by those with few."""
    outcomes = (explored.outcomes[position] for position in explored.positions)
    read, number = dict(zip(coordinates, outcomes, strict=True)), len(coordinates[0])
    values = [sorted({entries[i] for entries in read}, key=repr) for i in range(number)]
    integral = [all(isinstance(value, int) for value in each) for each in values]
    most = max(map(len, values))
    few = [
        i
        for i in range(number)
        if not integral[i] or (len(values[i]) <= FACET_VALUES and most > FACET_VALUES)
    ]
    axes = [i for i in range(number) if i not in few]
    facets = list(product(*(values[i] for i in few)))
    if not axes or len(axes) > 3 or len(facets) > MOST_FACETS:
        return []
    if len(axes) == 3:
        return [] if few else [_map(read)]
    return [_grid(read, axes, few, facet) for facet in facets]


def _grid(
    read: Mapping[Any, str], axes: Sequence[int], few: Sequence[int], facet: tuple[Any, ...]
) -> Grid:
    cells: dict[tuple[int, int], str | int] = {}
    both_ways = len(axes) == 2 and not few and written_in_order(list(read))
    for entries, outcome in read.items():
        if tuple(entries[i] for i in few) == facet:
            row = entries[axes[0]] if len(axes) == 2 else 0
            cells[entries[axes[-1]], row] = outcome
            if both_ways:
                cells[row, entries[axes[-1]]] = outcome
    title = ", ".join(f"coordinate {i + 1} is {value}" for i, value in zip(few, facet, strict=True))
    columns = sorted({entries[axes[-1]] for entries in read})
    rows = sorted({entries[axes[0]] for entries in read}) if len(axes) == 2 else [0]
    if both_ways:
        columns = rows = sorted({*columns, *rows})
    down = f"coordinate {axes[0] + 1}" if len(axes) == 2 else ""
    return Grid(title, columns, rows, cells, f"coordinate {axes[-1] + 1}", down)


def _map(read: Mapping[Any, str]) -> Grid:
    """Return the least third coordinate that makes a P-position, by the first two."""
    cells: dict[tuple[int, int], str | int] = {}
    for (x, y, z), outcome in read.items():
        if outcome == "P":
            cells[y, x] = min(z, int(cells.get((y, x), z)))
    if not cells:
        return Grid("", [0], [0], {}, "coordinate 2", "coordinate 1")
    columns, rows = (sorted({pair[i] for pair in cells}) for i in (0, 1))
    return Grid("", columns, rows, cells, "coordinate 2", "coordinate 1")


def _note_sequences(view: View, grids: Sequence[Grid]) -> None:
    """Keep what may be a known sequence: the P-positions by one or by two coordinates."""
    if len(grids) != 1:
        return
    found = sorted((row, column) for (column, row), v in grids[0].cells.items() if v == "P")
    sequences = view.sequences
    if len(grids[0].rows) == 1:
        sequences["P-positions"] = Terms(tuple(column for _, column in found), 1)
        return
    pairs = [(row, column) for row, column in found if row <= column]
    size = max(grids[0].columns)
    # Beyond half the size a row's P-position may lie outside, so the list may have gaps.
    sure = [(row, column) for row, column in pairs if 2 * row <= size]
    sequences["lesser coordinates of the P-positions"] = Terms(tuple(row for row, _ in sure), 1)
    sequences["greater coordinates of the P-positions"] = Terms(tuple(c for _, c in sure), 1)


def _listed(explored: Explored) -> tuple[Part, ...]:
    """List the first P-positions, or the first of every outcome but N."""
    parts: list[Part] = []
    for letter in explored.counts if explored.partizan else "PD":
        found = [p for p in explored.positions if explored.outcomes[p] == letter]
        if not found:
            continue
        kind = "draws" if letter == "D" else f"{letter}-positions"
        most = MOST_LISTED // 2 if explored.partizan else MOST_LISTED
        some = f"the first {most} of" if len(found) > most else "all"
        lines = list(in_columns([brief(position) for position in found[:most]]))
        parts.append(Drawing(kind, f"{kind}: {some} {len(found)}.", None, lines))
    none = Words("There is no P-position.")
    return tuple(parts) or (none,)
