"""The pictures of an exploration, in the style of the reports' pictures.

In a partizan game Left's moves are blue and solid, Right's vermilion and dashed; outcomes are told
apart by colour and by letter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from research.explore.labels import brief
from research.system.pictures import (
    BLUE,
    GROUND,
    INK,
    PALE,
    VERMILION,
    axes,
    borders,
    draw_arrow,
    draw_graph,
    figure,
    figure_of,
    layout,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from research.explore.explored import Explored
    from research.explore.grid import Grid

FILL: Mapping[str, str] = {
    "P": BLUE,
    "N": "#FBE3B0",
    "L": "#8CC5E8",
    "R": VERMILION,
    "D": "#BDBDBD",
}
INK_ON: Mapping[str, str] = {"P": GROUND, "R": GROUND}
NAMES = {"P": "P-position", "N": "N-position", "L": "Left wins", "R": "Right wins", "D": "draw"}
MOST_CELLS = 101  # each way


def draw_values(found: Sequence[int], periodic_from: int | None) -> Figure:
    """Draw Grundy values against heaps, the heaps before the period on a shaded ground."""
    ax = axes(9, 3.6, margins=(0.75, 0.65, 0.15, 0.15))
    if periodic_from and periodic_from < len(found):
        ax.axvspan(-0.5, periodic_from - 0.5, color=PALE, zorder=0)
    size = 14 if len(found) <= 250 else 5
    ax.scatter(range(len(found)), found, s=size, color=BLUE, zorder=2, linewidths=0)
    ax.set_xlim(-0.5 - len(found) / 100, len(found) * 1.01)
    ax.set_ylim(-0.5, max(found) + 0.7)
    ax.set_xlabel("heap n")
    ax.set_ylabel("Grundy value G(n)")
    _whole_numbers(ax)
    return figure_of(ax)


def draw_growth(rows: Sequence[Sequence[int]], letters: str) -> Figure:
    """Draw how many positions there are of each outcome, by size, stacked."""
    ax = axes(9, 3.6, margins=(0.95, 0.65, 0.15, 0.45))
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
    _whole_numbers(ax)
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(letters))
    return figure_of(ax)


def draw_grids(grids: Sequence[Grid]) -> Figure:
    """Draw outcomes, or numbers, in a plane; several beside each other."""
    from matplotlib.ticker import MaxNLocator

    columns = len(grids[0].columns[:MOST_CELLS])
    rows = len(grids[0].rows[:MOST_CELLS])
    numbers = any(isinstance(value, int) for grid in grids for value in grid.cells.values())
    across = 1 if rows == 1 else min(len(grids), 2)
    down = -(-len(grids) // across)
    width = 9.0
    each = (width - 0.3) / across
    wide = min((each - 0.85 - 0.9 * numbers) / columns, 5.4 / rows, 0.42)
    high = 0.3 if rows == 1 else wide
    margins = 0.95 + 0.35 * bool(grids[0].title)
    height = down * (rows * high + margins) + 0.55
    drawn = figure(width, height)
    for number, grid in enumerate(grids):
        left = (number % across) * each + max(0.75, (each - columns * wide) / 2)
        bottom = height - (1 + number // across) * (rows * high + margins) + 0.6
        place = (left / width, bottom / height, columns * wide / width, rows * high / height)
        ax = drawn.add_axes(place)
        _draw_grid(ax, grid)
        if numbers:
            beside = (left + columns * wide + 0.15) / width
            bar = drawn.add_axes((beside, place[1], 0.15 / width, place[3]))
            drawn.colorbar(ax.collections[0], cax=bar, label="least third coordinate")
            bar.yaxis.set_major_locator(MaxNLocator(integer=True))
    letters = {value for grid in grids for value in grid.cells.values() if isinstance(value, str)}
    _explain(drawn, [letter for letter in "LRPND" if letter in letters])
    return drawn


def _draw_grid(ax: Axes, grid: Grid) -> None:
    columns, rows = list(grid.columns[:MOST_CELLS]), list(grid.rows[:MOST_CELLS])
    if any(isinstance(value, int) for value in grid.cells.values()):
        _draw_numbers(ax, grid, columns, rows)
    else:
        _draw_runs(ax, grid, columns, rows)
    ax.set_xlim(-0.5, len(columns) - 0.5)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    for axis, ticks in ((ax.xaxis, columns), (ax.yaxis, rows)):
        step = next(s for s in (1, 2, 5, 10, 20, 50, 100) if len(ticks) / s <= 12)
        places = [place for place, tick in enumerate(ticks) if tick % step == 0]
        axis.set_ticks(places, [str(ticks[place]) for place in places])
    ax.spines[:].set_visible(False)
    ax.set_xlabel(grid.across)
    ax.set_ylabel(grid.down)
    if not grid.down:
        ax.set_yticks([])
    if grid.title:
        ax.set_title(grid.title, fontsize=12, loc="left")


def _draw_numbers(ax: Axes, grid: Grid, columns: Sequence[int], rows: Sequence[int]) -> None:
    import numpy as np

    image = np.full((len(rows), len(columns)), np.nan)
    for y, row in enumerate(rows):
        for x, column in enumerate(columns):
            image[y, x] = grid.cells.get((column, row), np.nan)
    edges = (np.arange(len(columns) + 1) - 0.5, np.arange(len(rows) + 1) - 0.5)
    ax.pcolormesh(*edges, image, cmap="viridis")


def _draw_runs(ax: Axes, grid: Grid, columns: Sequence[int], rows: Sequence[int]) -> None:
    """Fill the cells, one shape for each outcome, so that the file stays small."""
    from itertools import groupby

    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    corners: dict[str, list[tuple[float, float]]] = {}
    for y, row in enumerate(rows):
        x = 0
        for value, run in groupby(grid.cells.get((column, row)) for column in columns):
            end = x + len(list(run))
            if value is not None:
                left, right, top, bottom = x - 0.5, end - 0.5, y - 0.5, y + 0.5
                square = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
                corners.setdefault(str(value), []).extend(square)
            x = end
    for letter in sorted(corners):
        points = corners[letter]
        codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY] * (len(points) // 5)
        ax.add_patch(PathPatch(Path(points, codes), facecolor=FILL[letter], linewidth=0))
    across, down = len(columns), len(rows)
    ax.vlines([x + 0.5 for x in range(across)], -0.5, down - 0.5, color=GROUND, linewidth=0.5)
    ax.hlines([y + 0.5 for y in range(down)], -0.5, across - 0.5, color=GROUND, linewidth=0.5)


def draw_small(small: Explored) -> Figure:
    """Draw a small game graph with its outcomes."""
    if not small.partizan:
        return draw_graph(small.impartial, brief)
    return _draw_partizan(small)


def _draw_partizan(small: Explored) -> Figure:
    """Draw positions with their outcomes, and the moves of both players."""
    import networkx as nx

    graph: Any = nx.DiGraph()
    graph.add_nodes_from(small.positions)
    graph.add_edges_from((p, o) for p in small.positions for o in small.options_of[p])
    places = layout(graph)
    levels = 1 + max(y for _, y in places.values())
    columns = 1 + max(abs(x) for x, _ in places.values()) * 2
    letters = max(len(brief(position)) for position in places) + 2
    width = min(max(max(1.15, 0.4 + 0.125 * letters) * columns + 0.8, 9.2), 11)
    ax = axes(width, 0.95 * levels + 0.75, margins=(0.1, 0.6, 0.1, 0.15))
    ax.set_axis_off()
    ax.set_xlim(-columns / 2, columns / 2)
    ax.set_ylim(-0.5, levels - 0.5)
    texts = {}
    for position, (x, y) in places.items():
        outcome = small.outcomes[position]
        box = {"boxstyle": "round,pad=0.35", "facecolor": FILL[outcome], "edgecolor": INK}
        texts[position] = ax.text(
            x, y, f"{brief(position)}  {outcome}", ha="center", va="center", zorder=3,
            color=INK_ON.get(outcome, INK), bbox=box,
        )  # fmt: skip
    around = borders(ax, texts)
    for position in places:
        for player, colour, line, bend in (
            ("Left", BLUE, "-", 0.12),
            ("Right", VERMILION, (0, (4, 2)), -0.12),
        ):
            for option, _ in small.impartial.options((position, player)):
                draw_arrow(ax, around[position], around[option], bend=bend, mutation_scale=11,
                           linewidth=1.4, linestyle=line, color=colour, zorder=1)  # fmt: skip
    _explain(figure_of(ax), [letter for letter in "LRPND" if letter in small.counts], moves=True)
    return figure_of(ax)


def _explain(drawn: Figure, letters: Sequence[str], *, moves: bool = False) -> None:
    """Write below a drawing what the colours and lines mean."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Any] = [
        Patch(facecolor=FILL[letter], edgecolor=INK, label=NAMES[letter]) for letter in letters
    ]
    if moves:
        handles += [
            Line2D([], [], color=BLUE, linewidth=1.4, label="Left's move"),
            Line2D([], [], color=VERMILION, linewidth=1.4, linestyle="--", label="Right's move"),
        ]
    if handles:
        drawn.legend(
            handles=handles, loc="lower center", ncols=len(handles), fontsize=11,
            handletextpad=0.4, columnspacing=1.1, borderpad=0.2,
        )  # fmt: skip


def _whole_numbers(ax: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
