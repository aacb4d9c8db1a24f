"""The pictures of an exploration, in the style of the reports' pictures."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fast.lazy import np
from research.explore.planes import MOST_DRAWN, Plane
from research.system.pictures import FILL, GROUND, INK, NAMES, VERMILION

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FLAT = 8  # rows that are higher than wide, if they are so few
_WIDE = 9.0  # inches
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
    across = min(len(planes), max(1, int(_WIDE / (side + 0.09 * columns))))
    wide = min((_WIDE / across - side - 0.8) / columns, 0.42, max(4.6 / rows, 0.05))
    high = max(wide, 0.3) if rows <= FLAT else wide
    head = 0.4 if planes[0].title else 0.1
    there = {value for plane in planes for value in plane.cells.values()}
    numbers = [value for value in there if isinstance(value, int)]
    each_wide, each_high = side + columns * wide + 0.8, rows * high + 0.7 + head
    width = max(each_wide * across, 5.2)
    height = each_high * -(-len(planes) // across) + 0.35 * (not numbers)
    drawn = Figure(figsize=(width, height))
    for number, (plane, (xs, ys)) in enumerate(zip(planes, shown, strict=True)):
        left = (width - each_wide * across) / 2 + number % across * each_wide + side
        top = height - number // across * each_high - head
        size = len(xs) * wide, len(ys) * high
        place = (left / width, (top - size[1]) / height, size[0] / width, size[1] / height)
        _draw_plane(drawn.add_axes(place), plane, (xs, ys), (wide, high), numbers)
    letters = [letter for letter in FILL if letter in there]
    if letters:
        handles = [Patch(facecolor=FILL[a], edgecolor=INK, label=NAMES[a]) for a in letters]
        drawn.legend(handles=handles, loc="lower center", ncols=len(handles), fontsize=11)
    return drawn


def _draw_plane(
    ax: Axes,
    plane: Plane,
    shown: tuple[range, range],
    size: tuple[float, float],
    numbers: Sequence[int],
) -> None:
    """Draw a plane with cells of a size; ``numbers`` are those of all planes."""
    from matplotlib.colors import ListedColormap
    from matplotlib.ticker import MaxNLocator

    (columns, rows), letters = shown, list(FILL)
    cells = {(x, y): v for (x, y), v in plane.cells.items() if x in columns and y in rows}
    image = np.full((len(rows), len(columns)), np.nan)
    for (x, y), value in cells.items():
        if isinstance(value, int) or not numbers:
            number = value if isinstance(value, int) else letters.index(value)
            image[y - rows[0], x - columns[0]] = number
    scale = (min(numbers), max(numbers)) if numbers else (0, len(letters) - 1)
    drawn = ax.imshow(
        image, extent=(columns[0] - 0.5, columns[-1] + 0.5, rows[-1] + 0.5, rows[0] - 0.5),
        cmap="viridis" if numbers else ListedColormap([*FILL.values()]),
        vmin=scale[0], vmax=scale[1], aspect="auto", interpolation="none",
    )  # fmt: skip
    ax.vlines([x + 0.5 for x in columns[:-1]], *ax.get_ylim(), color=GROUND, linewidth=0.5)
    ax.hlines([y + 0.5 for y in rows[:-1]], *ax.get_xlim(), color=GROUND, linewidth=0.5)
    if numbers and size[0] < 0.1 + 0.09 * max(len(str(value)) for value in cells.values()):
        bar = ax.figure.colorbar(drawn, cax=ax.inset_axes((1.02, 0, 0.03, 1)))
        bar.set_label(plane.number if len(rows) * size[1] > 1.5 else "")
        bar.locator = MaxNLocator(integer=True)
    elif numbers:
        _write(ax, cells, scale)
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
        dark = isinstance(value, int) and value < 0.4 * scale[0] + 0.6 * scale[1]
        ink = GROUND if dark else INK
        ax.text(x, y, str(value), ha="center", va="center", color=ink, fontsize=10)
