"""Small directed graphs in layers: places of boxes and arrows, so that nothing overlaps.

Vertices stand in layers, and arrows lead from layer to layer (K. Sugiyama, S. Tagawa and M. Toda,
*Methods for visual understanding of hierarchical system structures*, 1981). A label is a vertex of
its own on its arrow, and an arrow over several layers has a vertex in each of them, so no line runs
through a box. The order within a layer comes from barycentres; the places are then moved in that
order until lines are as straight as the room allows.

The result depends on the graph alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import hypot
from typing import NamedTuple

LETTER, LINE = 7.3, 15.0  # width and height of a letter of 12 pixels, all being equally wide
LOOP = 26.0  # how far a loop stands above its box
_ROOM = 12.0  # between boxes of a layer
_SWEEPS = 40  # forth and back through the layers
_HEAD = 8.0  # the length of an arrow's head
_APART = 30.0  # between layers, where arrows bend
_STRAIGHT = 10.0  # on both sides of a box, for the heads
_PORTS = 13.0  # how far from the middle of a box's side an arrow may begin

Point = tuple[float, float]


@dataclass(frozen=True)
class Arrow:
    """An arrow between two boxes, given by their numbers, with the lines of its label."""

    source: int
    target: int
    label: tuple[str, ...] = ()


class Box(NamedTuple):
    """A rectangle: its middle and its size."""

    x: float
    y: float
    width: float
    height: float


class Route(NamedTuple):
    """An arrow as drawn: the paths of its line, one or two, that of its head, and its label."""

    lines: tuple[str, ...]
    head: str
    label: Box | None = None


class Layout(NamedTuple):
    """Boxes, the route of each arrow, and the size of the whole."""

    boxes: list[Box]
    routes: list[Route]
    width: float
    height: float


def layers(
    sizes: Sequence[tuple[float, float]], arrows: Sequence[Arrow], *, down: bool = False
) -> Layout:
    """Lay out a graph in layers from left to right, or down.

    Parameters
    ----------
    sizes
        Width and height of each box. An arrow to a box of a smaller number leads back.
    arrows
        The arrows, at most one from a box to another.
    down
        Whether layers are rows, a box standing as high as paths from it are long; else they are
        columns, a box standing as far right as paths to it are long. Loops are for columns.

    Examples
    --------
    >>> found = layers([(36, 36)] * 2, [Arrow(0, 1, ("01",)), Arrow(1, 1, ("**",))])
    >>> [box.x < found.routes[0].label.x for box in found.boxes]
    [True, False]
    """
    return _Layers(sizes, arrows, down=down).layout()


def _head(tail: Point, tip: Point) -> str:
    """Return the path of the head of an arrow that comes straight from a point."""
    (x0, y0), (x, y) = tail, tip
    length = hypot(x - x0, y - y0)
    along, across = _HEAD * (x - x0) / length, _HEAD * (y - y0) / length
    corners = [(x - along + t * across, y - across - t * along) for t in (0.4, -0.4)]
    return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in ((x, y), *corners)) + "z"


def straight(tail: Point, tip: Point) -> Route:
    """Return an arrow straight from a point to another."""
    (x0, y0), (x, y) = tail, tip
    return Route((f"M{x0:.1f} {y0:.1f}L{x:.1f} {y:.1f}",), _head(tail, tip))


def spaced(wanted: Sequence[float], gaps: Iterable[float]) -> list[float]:
    """Return the places nearest to those wanted, by squares, with at least the gaps between.

    Where that leaves no choice several stand as a block about the mean of what they want.

    >>> spaced([0, 0, 10], [4, 4])
    [-2.0, 2.0, 10.0]
    """
    offsets = [0.0, *accumulate(gaps)]
    blocks: list[tuple[float, int]] = []  # the sum of what is wanted, and of how many
    for place, offset in zip(wanted, offsets, strict=True):
        blocks.append((place - offset, 1))
        while len(blocks) > 1 and blocks[-2][0] * blocks[-1][1] >= blocks[-1][0] * blocks[-2][1]:
            (one, some), (other, more) = blocks[-2:]
            blocks[-2:] = [(one + other, some + more)]
    means = [total / count for total, count in blocks for _ in range(count)]
    return [mean + offset for mean, offset in zip(means, offsets, strict=True)]


class _Layers:
    """Vertices: boxes first, then labels and the points where arrows pass a layer.

    "Along" is the direction from layer to layer, "across" the direction within one. ``size`` has
    the extent of each vertex along and across.
    """

    def __init__(
        self, sizes: Sequence[tuple[float, float]], arrows: Sequence[Arrow], *, down: bool
    ) -> None:
        self.boxes, self.arrows, self.down = list(sizes), arrows, down
        self.size = [size[::-1] if down else size for size in sizes]
        for arrow in arrows:
            if arrow.source == arrow.target:  # room for the loop and its label
                width, height = _text_size(arrow.label)
                own, tall = self.size[arrow.source]
                self.size[arrow.source] = max(own, width), tall + LOOP + height
        self.level = self._levels()
        self.paths = [self._path(arrow) for arrow in arrows]
        self.near: dict[tuple[int, int], list[int]] = {}  # by vertex and side, -1 or 1
        for one, other in (pair for path in self.paths for pair in pairwise(path)):
            side = 1 if self.level[other] > self.level[one] else -1
            self.near.setdefault((one, side), []).append(other)
            self.near.setdefault((other, -side), []).append(one)
        self.across = self._straightened(self._ordered())
        self.thick = [
            max(size[0] for size, at in zip(self.size, self.level, strict=True) if at == level)
            + 2 * _STRAIGHT
            for level in range(max(self.level) + 1)
        ]
        begins = accumulate([0.0, *self.thick[:-1]], lambda a, b: a + b + _APART)
        self.along = [begin + thick / 2 for begin, thick in zip(begins, self.thick, strict=True)]

    def _levels(self) -> list[int]:
        """Return the layer of each box; labels have layers of their own between."""
        number, step = len(self.boxes), 2 if any(a.label for a in self.arrows) else 1
        ends = {(min(a.source, a.target), max(a.source, a.target)) for a in self.arrows}
        level = [0] * number
        for one, other in sorted(ends, key=lambda e: -e[0] if self.down else e[1]):
            low, high = (other, one) if self.down else (one, other)
            if low != high:
                level[high] = max(level[high], level[low] + step)
        return [max(level) - each for each in level] if self.down else level

    def _path(self, arrow: Arrow) -> list[int]:
        """Add the vertices that an arrow passes; return them with both ends."""
        if arrow.source == arrow.target:
            return []
        source, target = self.level[arrow.source], self.level[arrow.target]
        path = [arrow.source]
        for level in (
            range(source + 1, target) if source < target else range(source - 1, target, -1)
        ):
            width, height = _text_size(arrow.label)
            first = level in (source + 1, source - 1)  # where the label stands
            path.append(len(self.size))
            self.size.append((width + 8, height) if arrow.label and first else (0.0, 0.0))
            self.level.append(level)
        return [*path, arrow.target]

    def _ordered(self) -> list[list[int]]:
        """Order the vertices of each layer by barycentres; keep the order of fewest crossings."""
        rows: list[list[int]] = [[] for _ in range(max(self.level) + 1)]
        for vertex, level in enumerate(self.level):
            rows[level].append(vertex)
        best, least = rows, self._crossings(rows)
        for sweep in range(_SWEEPS):
            side = -1 if sweep % 2 == 0 else 1
            rows = [list(row) for row in rows]
            for level in range(len(rows)) if side < 0 else reversed(range(len(rows))):
                if not 0 <= level + side < len(rows):
                    continue
                place = {vertex: at for at, vertex in enumerate(rows[level + side])}
                own = {vertex: at for at, vertex in enumerate(rows[level])}
                rows[level].sort(
                    key=lambda v: _mean([place[u] for u in self.near.get((v, side), [])], own[v])
                )
            if (crossings := self._crossings(rows)) < least:
                best, least = rows, crossings
        return best

    def _crossings(self, rows: list[list[int]]) -> int:
        place = {vertex: at for row in rows for at, vertex in enumerate(row)}
        return sum(
            place[one] < place[other] and place[to] > place[too]
            for row in rows
            for one in row
            for other in row
            for to in self.near.get((one, 1), [])
            for too in self.near.get((other, 1), [])
        )

    def _straightened(self, rows: list[list[int]]) -> list[float]:
        """Return places in the order of the rows, as near to those of neighbours as fits."""
        across = [0.0] * len(self.size)
        for sweep in range(_SWEEPS):
            for row in rows if sweep % 2 else reversed(rows):
                near = [self.near.get((v, 1), []) + self.near.get((v, -1), []) for v in row]
                wanted = [
                    _mean([across[u] for u in all_], across[v])
                    for v, all_ in zip(row, near, strict=True)
                ]
                gaps = [(self.size[u][1] + self.size[v][1]) / 2 + _ROOM for u, v in pairwise(row)]
                for vertex, place in zip(row, spaced(wanted, gaps), strict=True):
                    across[vertex] = place
        least = min(a - size[1] / 2 for a, size in zip(across, self.size, strict=True))
        return [place - least for place in across]

    def layout(self) -> Layout:
        """Return what was found, the upper left corner being 0, 0."""
        boxes = [self._box(vertex) for vertex in range(len(self.boxes))]
        routes = [
            self._route(arrow, path) for arrow, path in zip(self.arrows, self.paths, strict=True)
        ]
        across = max(a + size[1] / 2 for a, size in zip(self.across, self.size, strict=True))
        along = self.along[-1] + self.thick[-1] / 2
        return Layout(boxes, routes, *self._point(along, across))

    def _point(self, along: float, across: float) -> Point:
        return (across, along) if self.down else (along, across)

    def _box(self, vertex: int) -> Box:
        """Return a box; where it has a loop it stands below that."""
        point = self._point(self.along[self.level[vertex]], self._middle(vertex))
        own = vertex < len(self.boxes)
        return Box(*point, *(self.boxes[vertex] if own else self._point(*self.size[vertex])))

    def _middle(self, vertex: int) -> float:
        """Return the place across of a vertex without its loop."""
        if vertex >= len(self.boxes) or self.down:
            return self.across[vertex]
        return self.across[vertex] + (self.size[vertex][1] - self.boxes[vertex][1]) / 2

    def _route(self, arrow: Arrow, path: list[int]) -> Route:
        if not path:
            return self._loop(arrow)
        side = 1 if self.level[path[0]] < self.level[path[-1]] else -1
        lines: list[list[Point]] = [self._port(path[0], path[1], side)]
        label = None
        for vertex in path[1:-1]:
            along, across = self.along[self.level[vertex]], self.across[vertex]
            half = side * self.thick[self.level[vertex]] / 2
            lines[-1].append(self._point(along - half, across))
            if self.size[vertex][0]:
                label = self._box(vertex)
                near = side * self.size[vertex][0] / 2
                lines[-1].append(self._point(along - near, across))
                lines.append([self._point(along + near, across)])
            lines[-1].append(self._point(along + half, across))
        lines[-1] += self._port(path[-1], path[-2], -side)[::-1]
        return Route(tuple(map(self._line, lines)), _head(*lines[-1][-2:]), label)

    def _line(self, points: Sequence[Point]) -> str:
        """Return the path of a line: straight within layers, bent between them, by turns."""
        path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
        for place, ((x0, y0), (x, y)) in enumerate(pairwise(points)):
            bend = f"C{x0:.1f} {(y0 + y) / 2:.1f} {x:.1f} {(y0 + y) / 2:.1f} "
            if not self.down:
                bend = f"C{(x0 + x) / 2:.1f} {y0:.1f} {(x0 + x) / 2:.1f} {y:.1f} "
            path += f"{bend if place % 2 else 'L'}{x:.1f} {y:.1f}"
        return path

    def _port(self, vertex: int, neighbour: int, side: int) -> list[Point]:
        """Return where an arrow leaves a box, and where it leaves the box's layer.

        Arrows on the same side of a box stand in the order of where they lead.
        """
        others = sorted({*self.near[vertex, side]}, key=lambda v: (self._middle(v), v))
        thick, wide = self.boxes[vertex][::-1] if self.down else self.boxes[vertex]
        room = max(0.0, wide / 2 - 6) if self.down else _PORTS
        step = min(7.0, 2 * room / max(1, len(others) - 1))
        shift = (others.index(neighbour) - (len(others) - 1) / 2) * step
        half = thick / 2 if self.down else (thick**2 / 4 - shift**2) ** 0.5  # columns have circles
        along, across = self.along[self.level[vertex]], self._middle(vertex) + shift
        edge = self.thick[self.level[vertex]] / 2
        return [self._point(along + side * each, across) for each in (half, edge)]

    def _loop(self, arrow: Arrow) -> Route:
        box = self._box(arrow.source)
        width, height = _text_size(arrow.label)
        x, top = box.x, box.y - box.height / 2
        low, high = top + box.height * 0.08, top - LOOP * 1.15
        path = f"M{x - 9:.1f} {low:.1f}C{x - 17:.1f} {high:.1f} {x + 17:.1f} {high:.1f} "
        label = Box(x, top - LOOP - height / 2 + 2, width, height)
        return Route((f"{path}{x + 9:.1f} {low:.1f}",), _head((x + 17, high), (x + 9, low)), label)


def _mean(values: Sequence[float], default: float) -> float:
    return sum(values) / len(values) if values else default


def _text_size(lines: Sequence[str]) -> tuple[float, float]:
    """Return width and height of lines of text."""
    return LETTER * max(map(len, lines), default=0), LINE * len(lines)
