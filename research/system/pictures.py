"""Pictures for the reports: how they look, how they become SVG, and the drawing of a game graph.

Every picture has a white ground, text at a size that stays legible when the picture is shown at
80 % of a page's width, and colours that colour-blind readers can tell apart (M. Okabe and
K. Ito, *Color universal design*, 2008); what a colour says, a shape, a label or a place says too.

A picture's SVG depends on what it shows and on nothing else: no date, no random ids. Text stays
text, so it can be searched and read aloud.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, cast

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import FancyBboxPatch, Patch
    from matplotlib.text import Text

    from oracles.graph import GameGraph
    from oracles.rules import Game
    from oracles.truth import Truth

BLUE, ORANGE, VERMILION = "#0072B2", "#E69F00", "#D55E00"
INK, GREY, PALE, GROUND = "#222222", "#B0B0B0", "#F1F1F1", "#FFFFFF"
# For each outcome: the fill, the ink on it, and the shape.
OUTCOMES: Mapping[str, tuple[str, str, str]] = {
    "P": (BLUE, GROUND, "round,pad=0.35,rounding_size=0.9"),
    "N": ("#FBE3B0", INK, "square,pad=0.35"),
    "D": ("#E4E4E4", INK, "sawtooth,pad=0.3"),
}
_APART = 1.0  # points between an arrow's head and the middle of a border's line
MOST_DRAWN = 14  # positions in the drawing of a small graph, unless a study says otherwise

_STYLE = {
    "svg.hashsalt": "grundwork",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 12,
    "axes.labelsize": 12,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "text.color": INK,
    "figure.facecolor": GROUND,
    "savefig.facecolor": GROUND,
    "legend.frameon": False,
    "path.simplify": False,
}


_TAG = re.compile(r"<[^!?>][^>]*>")
_LONG_NUMBER = re.compile(r"(?<=\.)([0-9]{2})[0-9]+")


def _with_short_numbers(tag: re.Match[str]) -> str:
    """Cut the numbers inside a tag to hundredths of a point; what is written stays as it is."""
    return _LONG_NUMBER.sub(r"\1", tag[0])


class Border(NamedTuple):
    """The middle of a box, and its border."""

    middle: tuple[float, float]
    outline: Patch


@contextmanager
def styled() -> Iterator[None]:
    """Draw in Grundwork's style within the context, whatever the user's own is."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        yield


def svg(draw: Callable[[], Figure]) -> str:
    """Draw a picture and return it as SVG.

    Parameters
    ----------
    draw
        Returns a matplotlib figure; called in Grundwork's style, whatever the user's own is.

    Returns
    -------
    str
        The same text every time for the same picture.
    """
    with styled():
        text = _TAG.sub(_with_short_numbers, figure_as_svg(draw()))
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def figure_as_svg(drawn: Figure) -> str:
    """Return a figure as SVG without dates, in the style that it was made in."""
    import matplotlib as mpl

    file = io.StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with mpl.rc_context({name: _STYLE[name] for name in ("svg.hashsalt", "svg.fonttype")}):
        drawn.savefig(file, format="svg", metadata=nothing)
    return file.getvalue()


def figure(width: float, height: float) -> Figure:
    """Return an empty figure of a size in inches, outside matplotlib's global state."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height))


def axes(width: float, height: float, *, margins: tuple[float, float, float, float]) -> Axes:
    """Return axes that fill a new figure but for margins in inches: left, bottom, right, top.

    Margins are given rather than computed from the text, so that a picture looks the same
    whatever fonts are there.
    """
    left, bottom, right, top = margins
    place = (
        left / width,
        bottom / height,
        (width - left - right) / width,
        (height - bottom - top) / height,
    )
    return figure(width, height).add_axes(place)


def small_truth(game: Game[Any], size: int | None = None) -> tuple[int, Truth]:
    """Return the truth on a graph that is small enough to be drawn, and its size.

    Parameters
    ----------
    game
        The rules.
    size
        The size to take; else the largest one up to 14 whose graph has at most 14 positions,
        sizes being tried upwards to the first graph that is too large.

    Examples
    --------
    >>> from oracles.games.stone_game import StoneGame
    >>> size, truth = small_truth(StoneGame())
    >>> size, len(truth.graph)
    (2, 10)
    """
    from oracles.errors import SearchLimitError
    from oracles.solve import solve

    if size is not None:
        return size, solve(game, size)
    truth = solve(game, 0)
    for larger in range(1, MOST_DRAWN + 1):
        try:
            truth = solve(game, larger, limit=MOST_DRAWN)
        except SearchLimitError:
            return larger - 1, truth
    return MOST_DRAWN, truth


def draw_graph(truth: Truth, label: Callable[[Any], str]) -> Figure:
    """Draw a small game graph: P-positions as blue discs, N-positions as yellow squares.

    A position lies as high as the number of moves that play from it can still take. Winning
    options have bold arrows, so every N-position has one and no P-position has any.

    Parameters
    ----------
    truth
        What is true on the graph; a few dozen positions at the most.
    label
        Writes a position briefly.
    """
    places = layout(truth.graph)
    levels = 1 + max(y for _, y in places.values())
    columns = 1 + max(abs(x) for x, _ in places.values()) * 2
    labels = {position: label(position) for position in places}
    letters = max(len(line) for text in labels.values() for line in text.splitlines())
    lines = max(len(text.splitlines()) for text in labels.values())
    apart, up = max(1.15, 0.35 + 0.125 * letters), 0.85 + 0.2 * (lines - 1)
    width = min(max(apart * columns + 0.8, 6.6), 11)
    ax = axes(width, up * levels + 0.75, margins=(0.1, 0.6, 0.1, 0.15))
    ax.set_axis_off()
    ax.set_xlim(-columns / 2, columns / 2)
    ax.set_ylim(-0.5, levels - 0.5)

    texts = {}
    for position, (x, y) in places.items():
        fill, ink, shape = OUTCOMES[truth.outcome(position)]
        texts[position] = ax.text(
            x,
            y,
            labels[position],
            ha="center",
            va="center",
            color=ink,
            zorder=3,
            bbox={"boxstyle": shape, "facecolor": fill, "edgecolor": INK, "linewidth": 1},
        )
    around = borders(ax, texts)
    for position, options in truth.graph.adj.items():
        for option in options:
            wins = truth.outcome(option) == "P"
            (x, y), (to_x, to_y) = places[position], places[option]
            bend = 0.0 if y - to_y <= 1 else 0.3 if x == to_x else 0.12 + 0.03 * (y - to_y)
            if y == to_y:  # in a loop: there and back on different sides
                bend = 0.2
            draw_arrow(
                ax,
                around[position],
                around[option],
                bend=bend if x >= to_x or y == to_y else -bend,
                mutation_scale=14 if wins else 9,
                linewidth=2.0 if wins else 0.8,
                color=BLUE if wins else GREY,
                zorder=2 if wins else 1,
            )
    _explain_outcomes(ax, {truth.outcome(position) for position in places})
    return figure_of(ax)


def borders(ax: Axes, texts: Mapping[Hashable, Text]) -> dict[Hashable, Border]:
    """Return the middle and the border of the box about each text, for arrows to end at.

    The borders are as the boxes are drawn, and so they wait for all limits of the axes to be set.
    """
    from matplotlib.patches import PathPatch

    figure_of(ax).draw_without_rendering()  # only then a box knows how large it is
    found: dict[Hashable, Border] = {}
    for key, text in texts.items():
        box = cast("FancyBboxPatch", text.get_bbox_patch())
        path = (box.get_transform() - ax.transData).transform_path(box.get_path())
        outline = PathPatch(path, transform=ax.transData, linewidth=0)
        found[key] = Border(text.get_position(), outline)
    return found


def draw_arrow(ax: Axes, source: Border, target: Border, *, bend: float, **style: Any) -> None:
    """Draw an arrow from the border of a box to that of another, its head touching it."""
    from matplotlib.patches import FancyArrowPatch

    ax.add_patch(
        FancyArrowPatch(
            source.middle,
            target.middle,
            arrowstyle="-|>",
            patchA=source.outline,
            patchB=target.outline,
            shrinkA=0,
            shrinkB=_APART,
            connectionstyle=f"arc3,rad={bend}",
            **style,
        )
    )


def layout(graph: GameGraph) -> dict[Hashable, tuple[float, int]]:
    """Place the positions of a graph: each level in a row about the middle x = 0.

    The level of a position is the number of moves that play from it can still take, so every
    arrow points down. Positions of a level stand in the order of the mean place of their
    options (a usual way to have few crossings), and in the graph's order where that is equal.
    """
    level = levels(graph)
    rows: list[list[Hashable]] = [[] for _ in range(1 + max(level.values()))]
    for position in graph:
        rows[level[position]].append(position)
    places: dict[Hashable, tuple[float, int]] = {}
    for y, row in enumerate(rows):

        def mean_place(position: Hashable) -> float:
            below = [places[o][0] for o in graph.adj[position] if o in places]
            return sum(below) / len(below) if below else 0.0

        row.sort(key=mean_place)  # sorting keeps the order of what is equal
        # A position alone on its level stands aside, so that arrows past it stay visible.
        aside = (-0.5 if y % 2 else 0.5) if len(row) == 1 and 0 < y < len(rows) - 1 else 0.0
        for x, position in enumerate(row):
            places[position] = (x - (len(row) - 1) / 2 + aside, y)
    return places


def levels(graph: GameGraph) -> dict[Hashable, int]:
    """How many moves play from each position can take; in a loop, counted without it."""
    import networkx as nx

    condensed = nx.condensation(graph)
    height: dict[int, int] = {}
    for part in reversed(list(nx.topological_sort(condensed))):
        height[part] = max((1 + height[below] for below in condensed.adj[part]), default=0)
    return {position: height[condensed.graph["mapping"][position]] for position in graph}


def _explain_outcomes(ax: Axes, present: set[str]) -> None:
    """Write below the drawing what the shapes and arrows mean."""
    from matplotlib.lines import Line2D

    handles: list[Any] = []
    for outcome, words in (("P", "P-position"), ("N", "N-position"), ("D", "draw")):
        if outcome in present:
            fill, _, shape = OUTCOMES[outcome]
            marker = {"r": "o", "s": "s"}[shape[0]] if outcome != "D" else "D"
            handles.append(
                Line2D(
                    [],
                    [],
                    marker=marker,
                    linestyle="",
                    markersize=12,
                    markerfacecolor=fill,
                    markeredgecolor=INK,
                    label=words,
                )
            )
    handles.append(Line2D([], [], color=BLUE, linewidth=2.0, label="winning option"))
    handles.append(Line2D([], [], color=GREY, linewidth=0.8, label="other option"))
    figure_of(ax).legend(
        handles=handles,
        loc="lower center",
        ncols=len(handles),
        fontsize=11,
        handletextpad=0.4,
        columnspacing=1.1,
        borderpad=0.2,
    )


def figure_of(ax: Axes) -> Figure:
    """Return the figure that axes belong to."""
    return cast("Figure", ax.get_figure())
