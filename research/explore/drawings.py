"""The pictures of an exploration, in the style of the reports' pictures."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from research.explore.planes import MOST_DRAWN, Plane
from research.system import pictures
from research.system.pictures import FILL, GROUND, INK, NAMES, ON_COLOUR, PALE, VERMILION, WIDEST

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FLAT = 8  # rows that are higher than wide, if they are so few
_SMALL = 0.1  # inches; smaller cells have no lines between them
_NAMES = 5  # of outcomes, in a row of the legend
_STEPS = (1, 2, 5, 10, 20, 50, 100)


def draw_strip(found: Sequence[int], width: int, exceptions: Collection[int]) -> Figure:
    """Draw Grundy values as coloured cells in rows of so many heaps; frame the exceptions."""
    from matplotlib.patches import Rectangle

    cells: dict[tuple[int, int], str | int] = {
        (heap % width, heap // width): value for heap, value in enumerate(found)
    }
    rows = [str(first) for first in range(0, len(found), width)]
    drawn = draw_planes([Plane("", cells, "n = row + column", "row", rows, "G(n)")])
    for heap in exceptions:
        corner = heap % width - 0.44, heap // width - 0.44
        frame = Rectangle(corner, 0.88, 0.88, fill=False, edgecolor=VERMILION, linewidth=2)
        drawn.axes[0].add_patch(frame)
    return drawn


def draw_planes(planes: Sequence[Plane]) -> Figure:
    """Draw outcomes, or numbers, in planes of one scale; several beside each other if narrow."""
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    shown = [plane.shown(MOST_DRAWN, MOST_DRAWN)[:2] for plane in planes]
    columns, rows = (max(len(each[place]) for each in shown) for place in (0, 1))
    side = 0.65 + 0.1 * max(len(planes[0].row_label(row)) for row in shown[0][1])
    across = min(len(planes), max(1, int(WIDEST / (side + 0.09 * columns))))
    wide = min((WIDEST / across - side - 0.95) / columns, 0.42, max(4 / rows, 0.05))
    high = max(wide, 0.3) if rows <= FLAT else wide
    head = 0.4
    there = {value for plane in planes for value in plane.cells.values()}
    numbers = [value for value in there if isinstance(value, int)]
    each_wide, each_high = side + columns * wide + 0.95, rows * high + 0.7 + head
    width, height = each_wide * across, each_high * -(-len(planes) // across)
    drawn = Figure(figsize=(width, height))
    for number, (plane, (xs, ys)) in enumerate(zip(planes, shown, strict=True)):
        left = number % across * each_wide + side
        top = height - number // across * each_high - head
        size = len(xs) * wide, len(ys) * high
        place = (left / width, (top - size[1]) / height, size[0] / width, size[1] / height)
        _draw_plane(drawn.add_axes(place), plane, (xs, ys), (wide, high), numbers)
    letters = [letter for letter in FILL if letter in there]
    if letters:
        handles = [Patch(facecolor=FILL[a], edgecolor=INK, label=NAMES[a]) for a in letters]
        below = (side + width - 0.95) / 2 / width, 0.25 / height
        drawn.legend(handles=handles, loc="upper center", bbox_to_anchor=below, ncols=_NAMES)
    return drawn


def _draw_plane(
    ax: Axes,
    plane: Plane,
    shown: tuple[range, range],
    size: tuple[float, float],
    numbers: Sequence[int],
) -> None:
    """Draw a plane with cells of a size; ``numbers`` are those of all planes."""
    columns, rows = shown
    cells = {at: v for at, v in plane.cells.items() if at[0] in columns and at[1] in rows}
    colours: Mapping[Any, Any] = FILL
    if numbers:
        low, high = min(numbers), max(numbers)
        scale = pictures.ordered(low, high)
        colours = {n: scale.cmap((n - low + 0.5) / (high - low + 1)) for n in numbers}
    pictures.fill_cells(ax, {at: colours[v] for at, v in cells.items() if v in colours})
    ax.set(xlim=(columns[0] - 0.5, columns[-1] + 0.5), ylim=(rows[-1] + 0.5, rows[0] - 0.5))
    if min(size) >= _SMALL:
        ax.vlines([x + 0.5 for x in columns[:-1]], *ax.get_ylim(), color=PALE, linewidth=0.7)
        ax.hlines([y + 0.5 for y in rows[:-1]], *ax.get_xlim(), color=PALE, linewidth=0.7)
    if numbers and size[0] < 0.1 + 0.09 * max(len(str(value)) for value in cells.values()):
        pictures.colour_bar(ax, scale, plane.number if len(rows) * size[1] > 1.5 else "")
    elif numbers:
        _write(ax, cells, (low, high))
    across, down = (next(s for s in _STEPS if s * each >= least)
                    for each, least in zip(size, (0.4, 0.24), strict=True))  # fmt: skip
    ax.set_xticks([x for x in columns if x % across == 0])
    ticks = [y for y in rows if plane.down and (plane.rows or y % down == 0)]
    ax.set_yticks(ticks, [plane.row_label(y) for y in ticks])
    ax.spines[:].set_visible(False)
    ax.set(xlabel=plane.across, ylabel=plane.down)
    ax.set_title(plane.title, fontsize=12, loc="left")


def _write(ax: Axes, cells: Mapping[Any, Any], scale: tuple[int, int]) -> None:
    """Write the numbers into the cells."""
    for (x, y), value in sorted(cells.items()):
        ink = INK  # on no colour
        if isinstance(value, int):
            ink = GROUND if value < 0.6 * scale[0] + 0.4 * scale[1] else ON_COLOUR
        ax.text(x, y, str(value), ha="center", va="center", color=ink, fontsize=10)
