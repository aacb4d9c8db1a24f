"""The pictures of an exploration, in the style of the reports' pictures."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from research.explore.planes import MOST_DRAWN, Plane
from research.system.pictures import (
    FILL,
    GROUND,
    INK,
    NAMES,
    VERMILION,
    axes,
    figure_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

FLAT = 8  # rows that are higher than wide, if they are so few
_WIDE = 9.0  # inches
_LABELLED = 1.5  # inches of height, from which the bar of colours has a label
_STEPS = (1, 2, 5, 10, 20, 50, 100)


def draw_strip(found: Sequence[int], width: int, exceptions: Collection[int]) -> Figure:
    """Draw Grundy values as coloured cells in rows of so many heaps; frame the exceptions."""
    cells: dict[tuple[int, int], str | int] = {
        (heap % width, heap // width): value for heap, value in enumerate(found)
    }
    rows = [str(first) for first in range(0, len(found), width)]
    drawn = draw_planes([Plane("", cells, "n = row + column", "row", rows, "G(n)")])
    for heap in exceptions:
        drawn.axes[0].add_patch(_frame(heap % width, heap // width))
    return drawn


def _frame(x: int, y: int) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((x - 0.44, y - 0.44), 0.88, 0.88, fill=False, edgecolor=VERMILION, linewidth=2)


def draw_growth(rows: Sequence[Sequence[int]], letters: str) -> Figure:
    """Draw how many positions there are of each outcome, by size, stacked."""
    ax = axes(_WIDE, 3.6, margins=(0.95, 0.65, 0.15, 0.45))
    sizes = [row[0] for row in rows]
    below = [0] * len(rows)
    for number, letter in enumerate(letters, 3):
        counts = [row[number] for row in rows]
        if any(counts):
            ax.bar(
                sizes, counts, bottom=below, width=0.85, color=FILL[letter],
                edgecolor=INK, linewidth=0.4 if len(rows) <= 40 else 0, label=NAMES[letter],
            )  # fmt: skip
        below = [b + count for b, count in zip(below, counts, strict=True)]
    ax.set_xlabel("size")
    ax.set_ylabel("positions")
    ax.xaxis.set_major_locator(_whole_numbers())
    ax.yaxis.set_major_locator(_whole_numbers())
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(letters))
    return figure_of(ax)


def draw_planes(planes: Sequence[Plane]) -> Figure:
    """Draw outcomes, or numbers, in planes of one scale; several beside each other if narrow."""
    from matplotlib.figure import Figure

    shown = [plane.shown(MOST_DRAWN, MOST_DRAWN)[:2] for plane in planes]
    columns, rows = (max(len(each[place]) for each in shown) for place in (0, 1))
    side = 0.65 + 0.1 * max(len(planes[0].row_label(row)) for row in shown[0][1])
    across = min(len(planes), max(1, int(_WIDE / (side + 0.09 * columns))))
    wide = min((_WIDE / across - side - 0.8) / columns, 0.42, max(4.6 / rows, 0.05))
    high = max(wide, 0.3) if rows <= FLAT else wide
    head = 0.4 if planes[0].title else 0.1
    each_wide, each_high = side + columns * wide + 0.8, rows * high + 0.7 + head
    down = -(-len(planes) // across)
    there = {value for plane in planes for value in plane.cells.values()}
    numbers = [value for value in there if isinstance(value, int)]
    width, height = max(each_wide * across, 5.2), each_high * down + 0.35 * (not numbers)
    drawn = Figure(figsize=(width, height))
    for number, (plane, (xs, ys)) in enumerate(zip(planes, shown, strict=True)):
        left = (width - each_wide * across) / 2 + number % across * each_wide + side
        top = height - number // across * each_high - head
        size = len(xs) * wide, len(ys) * high
        place = (left / width, (top - size[1]) / height, size[0] / width, size[1] / height)
        _draw_plane(drawn.add_axes(place), plane, (xs, ys), (wide, high), numbers)
    _explain(drawn, [letter for letter in FILL if letter in there])
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
    cells = {(x, y): v for (x, y), v in plane.cells.items() if x in columns and y in rows}
    if numbers:
        mesh = _draw_numbers(ax, cells, shown, size[0], (min(numbers), max(numbers)))
        if mesh is not None:
            place = ax.inset_axes((1.02, 0, 0.03, 1))
            label = plane.number if len(rows) * size[1] > _LABELLED else ""
            bar = figure_of(ax).colorbar(mesh, cax=place, label=label)
            bar.ax.yaxis.set_major_locator(_whole_numbers())
    else:
        _draw_outcomes(ax, cells, shown)
    ax.set_xlim(columns[0] - 0.5, columns[-1] + 0.5)
    ax.set_ylim(rows[-1] + 0.5, rows[0] - 0.5)
    across, down = (next(s for s in _STEPS if s * each >= least)
                    for each, least in zip(size, (0.4, 0.24), strict=True))  # fmt: skip
    ax.set_xticks([x for x in columns if x % across == 0])
    ticks = [y for y in rows if plane.down and (plane.rows or y % down == 0)]
    ax.set_yticks(ticks, [plane.row_label(y) for y in ticks])
    ax.spines[:].set_visible(False)
    ax.set_xlabel(plane.across)
    ax.set_ylabel(plane.down)
    ax.set_title(plane.title, fontsize=12, loc="left")


def _draw_numbers(
    ax: Axes,
    cells: Mapping[Any, Any],
    shown: tuple[range, range],
    wide: float,
    scale: tuple[int, int],
) -> Any:
    """Colour the cells by their numbers; write these into them, or return what needs a bar."""
    import numpy as np

    image = np.full((len(shown[1]), len(shown[0])), np.nan)
    for (x, y), value in cells.items():
        if isinstance(value, int):
            image[y - shown[1][0], x - shown[0][0]] = value
    edges = (np.arange(each[0], each[-1] + 2) - 0.5 for each in shown)
    mesh = ax.pcolormesh(*edges, image, cmap="viridis", vmin=scale[0], vmax=scale[1])
    if wide > 0.15:
        mesh.set(edgecolor=GROUND, linewidth=0.5)
    if wide < 0.1 + 0.09 * max(len(str(value)) for value in cells.values()):
        return mesh
    for (x, y), value in sorted(cells.items()):
        dark = isinstance(value, int) and value < 0.4 * scale[0] + 0.6 * scale[1]
        ink = GROUND if dark else INK
        ax.text(x, y, str(value), ha="center", va="center", color=ink, fontsize=10)
    return None


def _draw_outcomes(ax: Axes, cells: Mapping[Any, Any], shown: tuple[range, range]) -> None:
    """Fill the cells, one shape for each outcome, so that the file stays small."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    columns, rows = shown
    corners: dict[str, list[tuple[float, float]]] = {}
    for y in rows:
        x = columns[0]
        for value, run in groupby(cells.get((x, y)) for x in columns):
            end = x + len(list(run))
            if value is not None:
                left, right, top, bottom = x - 0.5, end - 0.5, y - 0.5, y + 0.5
                square = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
                corners.setdefault(value, []).extend(square)
            x = end
    for letter in sorted(corners):
        points = corners[letter]
        codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY] * (len(points) // 5)
        ax.add_patch(PathPatch(Path(points, codes), facecolor=FILL[letter], linewidth=0))
    xs, ys = ([n + 0.5 for n in each[:-1]] for each in (columns, rows))
    ax.vlines(xs, rows[0] - 0.5, rows[-1] + 0.5, color=GROUND, linewidth=0.5)
    ax.hlines(ys, columns[0] - 0.5, columns[-1] + 0.5, color=GROUND, linewidth=0.5)


def _explain(drawn: Figure, letters: Sequence[str]) -> None:
    """Write below a drawing what the colours mean."""
    from matplotlib.patches import Patch

    handles = [Patch(facecolor=FILL[each], edgecolor=INK, label=NAMES[each]) for each in letters]
    if handles:
        drawn.legend(
            handles=handles, loc="lower center", ncols=len(handles), fontsize=11,
            handletextpad=0.4, columnspacing=1.1, borderpad=0.2,
        )  # fmt: skip


def _whole_numbers() -> MaxNLocator:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(integer=True)
