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
_APART, _BESIDE, _LOOP, _MARGIN, _SWEEPS = 30.0, 12.0, 30.0, 8.0, 12

Point = tuple[float, float]


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


class _Places:
    """Where everything is: boxes first, then the points of arrows between rows, and labels."""

    def __init__(self, nodes: Sequence[Node], arrows: Sequence[Arrow], *, upwards: bool) -> None:
        loops = {a.source: _LOOP + LETTER * max(map(len, a.label), default=0)
                 for a in arrows if a.source == a.target}  # fmt: skip
        self.boxes = [node.width for node in nodes]
        self.sizes = [(node.width + 2 * loops.get(n, 0), HIGH) for n, node in enumerate(nodes)]
        self.rows_of = self._rows_of(arrows)
        if upwards:
            self.rows_of = [max(self.rows_of, default=0) - row for row in self.rows_of]
        self.paths = [self._path(arrow) for arrow in arrows]
        self.near: list[list[int]] = [[] for _ in self.sizes]
        for one, other in (pair for path in self.paths for pair in pairwise(path)):
            self.near[one].append(other)
            self.near[other].append(one)
        self.across = self._across()
        self.high = max((high for _, high in self.sizes), default=HIGH)  # of every row
        self.down = [self.high / 2 + (self.high + _APART) * row for row in self.rows_of]

    def _rows_of(self, arrows: Sequence[Arrow]) -> list[int]:
        """Return the row of each box: the length of the longest path to it by rising numbers."""
        step = 1 + any(arrow.label for arrow in arrows)
        rows = [0] * len(self.sizes)
        for low, high in sorted({(min(a[:2]), max(a[:2])) for a in arrows}):
            if low != high:
                rows[high] = max(rows[high], rows[low] + step)
        return rows

    def _path(self, arrow: Arrow) -> list[int]:
        """Add the points that an arrow passes, the first with its label; return them and ends."""
        if arrow.source == arrow.target:
            return []
        path, first, end = [arrow.source], self.rows_of[arrow.source], self.rows_of[arrow.target]
        way = 1 if end > first else -1
        for row in range(first + way, end, way):
            shown = arrow.label if row == first + way else ()
            path.append(len(self.sizes))
            self.sizes.append((LETTER * max(map(len, shown), default=0), LINE * len(shown)))
            self.rows_of.append(row)
        return [*path, arrow.target]

    def _across(self) -> list[float]:
        """Return how far right everything is: near its neighbours, and beside each other."""
        rows: list[list[int]] = [[] for _ in range(max(self.rows_of, default=-1) + 1)]
        for one, row in enumerate(self.rows_of):
            rows[row].append(one)
        across = [float(rows[row].index(one)) for one, row in enumerate(self.rows_of)]
        for sweep in range(_SWEEPS):  # down and up in turn
            side = 1 if sweep % 2 else -1
            for together in rows[::-side]:
                wanted = {}
                for one in together:
                    near = self.near[one]
                    if sweep < _SWEEPS - 2:  # the last ones make lines straight both ways
                        near = [n for n in near if (self.rows_of[n] - self.rows_of[one]) * side > 0]
                    wanted[one] = fmean(across[n] for n in near) if near else across[one]
                together.sort(key=wanted.__getitem__)
                self._set_apart(together, wanted, across)
        left = min((across[n] - wide / 2 for n, (wide, _) in enumerate(self.sizes)), default=0)
        return [each - left for each in across]

    def _set_apart(self, row: list[int], wanted: dict[int, float], across: list[float]) -> None:
        """Place a row in its order, each where it is wanted or right of the one before it."""
        for place, one in enumerate(row):
            across[one] = wanted[one]
            if place:
                before = row[place - 1]
                gap = (self.sizes[before][0] + self.sizes[one][0]) / 2 + _BESIDE
                across[one] = max(across[one], across[before] + gap)
        shift = fmean(wanted[one] - across[one] for one in row)
        for one in row:
            across[one] += shift

    def points(self, path: Sequence[int]) -> list[Point]:
        """Return where an arrow begins, enters and leaves each row between, and ends."""
        way = 1 if self.rows_of[path[-1]] > self.rows_of[path[0]] else -1
        points = [self._port(path[0], path[1], way)]
        for one in path[1:-1]:
            half = way * self.high / 2
            points += [(self.across[one], self.down[one] + each) for each in (-half, half)]
        return [*points, self._port(path[-1], path[-2], -way)]

    def _port(self, box: int, neighbour: int, way: int) -> Point:
        """Return where an arrow leaves a box: on the side of the neighbour."""
        room = max(0.0, self.boxes[box] / 2 - 8)
        lean = (self.across[neighbour] - self.across[box]) / 4
        x = self.across[box] + min(room, max(-room, lean))
        return x, self.down[box] + way * HIGH / 2


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
    for number, node in enumerate(nodes):
        parts += _node(node, found.across[number], found.down[number])
    wide = max((x + size[0] / 2 for x, size in zip(found.across, found.sizes, strict=True)),
               default=0)  # fmt: skip
    high = max(found.down, default=0) + found.high / 2
    for line in legend:
        high += LINE + 4
        parts += text(0, high, [line], anchor="start")
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


def text(
    x: float, y: float, lines: Sequence[str], ink: str = INK, anchor: str = "middle"
) -> Iterator[str]:
    """Yield lines of text about a place, as wide as was reckoned with, whatever the font."""
    for number, line in enumerate(lines):
        yield (
            f'<text x="{x:.1f}" y="{y + 4 + LINE * (number - (len(lines) - 1) / 2):.1f}" '
            f'text-anchor="{anchor}" fill="{ink}" xml:space="preserve" '
            f'textLength="{LETTER * len(line):.1f}">{escape(line)}</text>'
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
    yield from text(x, y, [node.text] if node.text else [], node.ink)
    yield "</g>"


def _arrow(arrow: Arrow, path: Sequence[int], found: _Places) -> Iterator[str]:
    wide, high = LETTER * max(map(len, arrow.label), default=0), LINE * len(arrow.label)
    if path:
        points = found.points(path)
        line = f"M{_at(points[0])}"
        for turn, ((x0, y0), (x, y)) in enumerate(pairwise(points)):
            middle = (y0 + y) / 2  # within a row the line is straight
            line += "L" if turn % 2 else f"C{_at((x0, middle))} {_at((x, middle))} "
            line += _at((x, y))
        (x, y), back = points[-1], 8 if points[-1][1] < points[-2][1] else -8
        head = f"M{_at((x, y))}L{_at((x - 3.2, y + back))}L{_at((x + 3.2, y + back))}z"
        x, y = found.across[path[1]], found.down[path[1]]
    else:  # a loop, to the right of its box
        x, y = found.across[arrow.source], found.down[arrow.source]
        x += found.sizes[arrow.source][0] / 2 - _LOOP - wide
        line = (
            f"M{_at((x, y - 5))}C{_at((x + 30, y - 22))} {_at((x + 30, y + 22))} {_at((x, y + 5))}"
        )
        head = f"M{_at((x, y + 5))}L{_at((x + 9, y + 5))}L{_at((x + 6, y + 11))}z"
        x += _LOOP - 4 + wide / 2
    dashed = f' stroke-dasharray="{arrow.dashes}"' if arrow.dashes else ""
    yield f'<g class="{f"arrow {arrow.kind}".strip()}"><path d="{line}" fill="none" '
    yield f'stroke="{arrow.colour}" stroke-width="{arrow.thick}"{dashed}/>'
    yield f'<path class="head" d="{head}" fill="{arrow.colour}"/></g>'
    if path and arrow.label:
        corner = f'x="{x - wide / 2 - 2:.1f}" y="{y - high / 2:.1f}"'
        yield f'<rect {corner} width="{wide + 4:.1f}" height="{high:.1f}" fill="{GROUND}"/>'
    yield from text(x, y, arrow.label)


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
