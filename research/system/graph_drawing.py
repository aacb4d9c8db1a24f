"""Small directed graphs as SVG, the same text every time: boxes in rows, and arrows between them.

An arrow over several rows has a point of its own in each of them, and so has a label, so that no
line runs through a box (K. Sugiyama, S. Tagawa and M. Toda, *Methods for visual understanding of
hierarchical system structures*, 1981). Within a row the order is that of the neighbours' means.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

from research.system.pictures import GROUND, INK

LETTER, LINE, HIGH = 7.3, 15.0, 26.0  # a letter of 12 pixels, all being equally wide; a box
_APART, _BESIDE, _LOOP, _MARGIN, _SWEEPS = 30.0, 12.0, 30.0, 8.0, 8


class Node(NamedTuple):
    """A box with a text; of ``corner`` 13 it is round, of two ``rings`` it has a double line."""

    text: str
    fill: str = GROUND
    ink: str = INK
    corner: float = 3.0
    rings: int = 1
    attributes: str = ""

    @property
    def width(self) -> float:
        """How wide the box is."""
        return max(HIGH, LETTER * len(self.text) + 16)


class Arrow(NamedTuple):
    """An arrow between two boxes, given by their numbers, with the lines of its label."""

    source: int
    target: int
    label: Sequence[str] = ()
    colour: str = INK
    thick: float = 1.0
    dashes: str = ""
    kind: str = ""

    @property
    def size(self) -> tuple[float, float]:
        """How wide and how high the label is."""
        return LETTER * max(map(len, self.label), default=0), LINE * len(self.label)


class _Places:
    """Where everything is: boxes first, then the points of arrows between rows, and labels."""

    def __init__(self, nodes: Sequence[Node], arrows: Sequence[Arrow], *, upwards: bool) -> None:
        loops = {a.source: _LOOP + a.size[0] for a in arrows if a.source == a.target}
        self.boxes = [node.width for node in nodes]
        self.sizes = [(node.width + 2 * loops.get(n, 0), HIGH) for n, node in enumerate(nodes)]
        self.rows = [0] * len(nodes)  # the length of the longest path to a box by rising numbers
        step = 1 + any(arrow.label for arrow in arrows)
        for low, high in sorted({(min(a[:2]), max(a[:2])) for a in arrows}):
            if low != high:
                self.rows[high] = max(self.rows[high], self.rows[low] + step)
        if upwards:
            self.rows = [max(self.rows, default=0) - row for row in self.rows]
        self.paths = [self._path(arrow) for arrow in arrows]
        self.across = self._across()
        self.high = max((high for _, high in self.sizes), default=HIGH)  # of every row
        self.down = [self.high / 2 + (self.high + _APART) * row for row in self.rows]

    def _path(self, arrow: Arrow) -> list[int]:
        """Add the points that an arrow passes, the first with its label; return them and ends."""
        if arrow.source == arrow.target:
            return []
        first, end = self.rows[arrow.source], self.rows[arrow.target]
        between = range(first, end, 1 if end > first else -1)[1:]
        points = range(len(self.sizes), len(self.sizes) + len(between))
        self.rows += between
        self.sizes += [(0.0, 0.0) if place else arrow.size for place in range(len(between))]
        return [arrow.source, *points, arrow.target]

    def _across(self) -> list[float]:
        """Return how far right everything is: each row in its order, about the middle."""
        near: list[list[int]] = [[] for _ in self.sizes]
        for one, other in (pair for path in self.paths for pair in pairwise(path)):
            near[one].append(other)
            near[other].append(one)
        rows: list[list[int]] = [[] for _ in range(max(self.rows, default=-1) + 1)]
        for one, row in enumerate(self.rows):
            rows[row].append(one)
        across = [0.0] * len(self.sizes)
        for sweep in range(_SWEEPS):  # down and up in turn
            for together in rows[:: 1 if sweep % 2 else -1]:
                if sweep:
                    wanted = {n: fmean(across[m] for m in near[n] or [n]) for n in together}
                    together.sort(key=wanted.__getitem__)
                left = -sum(self.sizes[one][0] + _BESIDE for one in together) / 2
                for one in together:
                    across[one] = left + self.sizes[one][0] / 2
                    left += self.sizes[one][0] + _BESIDE
        left = min((across[n] - wide / 2 for n, (wide, _) in enumerate(self.sizes)), default=0)
        return [each - left for each in across]

    def points(self, path: Sequence[int]) -> list[tuple[float, float]]:
        """Return where an arrow begins, enters and leaves each row between, and ends."""
        half = self.high / 2 * (1 if self.rows[path[-1]] > self.rows[path[0]] else -1)
        inner = [
            (self.across[n], self.down[n] + each) for n in path[1:-1] for each in (-half, half)
        ]
        return [self._port(path[0], path[1], half), *inner, self._port(path[-1], path[-2], -half)]

    def _port(self, box: int, neighbour: int, way: float) -> tuple[float, float]:
        """Return where an arrow leaves a box: on the side of the neighbour."""
        room = max(0.0, self.boxes[box] / 2 - 8)
        lean = (self.across[neighbour] - self.across[box]) / 4
        x = self.across[box] + min(room, max(-room, lean))
        return x, self.down[box] + (HIGH if way > 0 else -HIGH) / 2


def graph_picture(
    nodes: Sequence[Node],
    arrows: Sequence[Arrow],
    name: str,
    *,
    upwards: bool = False,
    legend: Sequence[str] = (),
    on_page: bool = False,
) -> str:
    """Draw a graph as SVG, with a name that screen readers read, and a legend in lines.

    Parameters
    ----------
    nodes
        The boxes. A box stands in the row of the longest path to it by rising numbers.
    arrows
        At most one from a box to another.
    upwards
        Whether the first row is the lowest.
    on_page
        Whether it stands on a page, which has a ground and a title of its own.

    >>> graph_picture([Node("2"), Node("1")], [Arrow(0, 1)], "a move").count("<path")
    2
    """
    found = _Places(nodes, arrows, upwards=upwards)
    parts: list[str] = []
    for arrow, path in zip(arrows, found.paths, strict=True):
        parts += _arrow(arrow, path, found)
    for node, x, y in zip(nodes, found.across, found.down, strict=False):
        parts += _node(node, x, y)
    ends = (x + wide / 2 for x, (wide, _) in zip(found.across, found.sizes, strict=True))
    wide, high = max(ends, default=0), max(found.down, default=0) + found.high / 2
    for line in legend:
        high += LINE + 4
        parts += _text(0, high, [line], anchor="start")
        wide = max(wide, LETTER * len(line))
    width, height = round(wide + 2 * _MARGIN), round(high + 2 * _MARGIN)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-_MARGIN:g} {-_MARGIN:g} {width} '
        f'{height}" width="{width}" height="{height}" role="{"group" if on_page else "img"}" '
        f'aria-label="{escape(name)}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
        f'font-size="12" fill="{INK}">'
    )
    ground = [
        f"<title>{escape(name)}</title>",
        f'<rect x="{-_MARGIN:g}" y="{-_MARGIN:g}" width="100%" height="100%" fill="{GROUND}"/>',
    ]
    return "\n".join([head, *([] if on_page else ground), *parts, "</svg>", ""])


def _text(
    x: float, y: float, lines: Sequence[str], ink: str = INK, anchor: str = "middle"
) -> Iterator[str]:
    """Yield lines of text about a place, as wide as was reckoned with, whatever the font."""
    for line, at in zip(lines, range(1 - len(lines), len(lines), 2), strict=True):
        yield (
            f'<text x="{x:.1f}" y="{y + 4 + LINE * at / 2:.1f}" text-anchor="{anchor}" '
            f'fill="{ink}" xml:space="preserve" textLength="{LETTER * len(line):.1f}">'
            f"{escape(line)}</text>"
        )


def _node(node: Node, x: float, y: float) -> Iterator[str]:
    yield f"<g {node.attributes}>" if node.attributes else "<g>"
    for ring in range(node.rings):
        wide, high = node.width - 6 * ring, HIGH - 6 * ring
        yield (
            f'<rect x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}" width="{wide:.1f}" '
            f'height="{high:.1f}" rx="{max(1, node.corner - 3 * ring):.1f}" fill="{node.fill}" '
            f'stroke="{INK}"/>'
        )
    yield from _text(x, y, [node.text] if node.text else [], node.ink)
    yield "</g>"


def _arrow(arrow: Arrow, path: Sequence[int], found: _Places) -> Iterator[str]:
    wide, high = arrow.size
    if path:
        points = found.points(path)
        line = f"M{_at(*points[0])}"
        for turn, ((x0, y0), (x, y)) in enumerate(pairwise(points)):
            middle = (y0 + y) / 2  # within a row the line is straight
            line += "L" if turn % 2 else f"C{_at(x0, middle)} {_at(x, middle)} "
            line += _at(x, y)
        (x, y), back = points[-1], 8 if points[-1][1] < points[-2][1] else -8
        head = f"M{_at(x, y)}L{_at(x - 3.2, y + back)}L{_at(x + 3.2, y + back)}z"
        x, y = found.across[path[1]], found.down[path[1]]
    else:  # a loop, to the right of its box
        x, y = found.across[arrow.source], found.down[arrow.source]
        x += found.sizes[arrow.source][0] / 2 - _LOOP - wide
        line = f"M{_at(x, y - 5)}C{_at(x + 30, y - 22)} {_at(x + 30, y + 22)} {_at(x, y + 5)}"
        head = f"M{_at(x, y + 5)}L{_at(x + 9, y + 5)}L{_at(x + 6, y + 11)}z"
        x += _LOOP - 4 + wide / 2
    dashed = f' stroke-dasharray="{arrow.dashes}"' if arrow.dashes else ""
    yield f'<g class="{f"arrow {arrow.kind}".strip()}"><path d="{line}" fill="none" '
    yield f'stroke="{arrow.colour}" stroke-width="{arrow.thick}"{dashed}/>'
    yield f'<path class="head" d="{head}" fill="{arrow.colour}"/></g>'
    if path and arrow.label:
        corner = f'x="{x - wide / 2 - 2:.1f}" y="{y - high / 2:.1f}"'
        yield f'<rect {corner} width="{wide + 4:.1f}" height="{high:.1f}" fill="{GROUND}"/>'
    yield from _text(x, y, arrow.label)


def _at(x: float, y: float) -> str:
    return f"{x:.1f} {y:.1f}"
