"""Small directed graphs in layers: where boxes and arrows go, so that nothing meets.

Vertices stand in layers, arrows lead from layer to layer (K. Sugiyama, S. Tagawa and M. Toda,
*Methods for visual understanding of hierarchical system structures*, 1981). A label is a vertex of
its own on its arrow, and an arrow over several layers has a vertex in each of them: so the layout
gives everything a place to itself, and no line runs through a box. Which order has few crossings is
found by igraph. Its places are for vertices of one size; here boxes differ, so the places are moved
in that order until lines are as straight as the room allows.

The result depends on the graph alone.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from itertools import accumulate, pairwise
from math import hypot
from typing import Any, NamedTuple

LETTER, LINE = 7.3, 15.0  # width and height of a letter of 12 pixels, all being equally wide
LOOP = 26.0  # how far a loop stands above its box
_ROOM = 12.0  # between boxes of a layer
_SWEEPS = 40  # forth and back through the layers
_HEAD = 8.0  # the length of an arrow's head
_APART = 30.0  # between layers, where arrows bend
_STRAIGHT = 10.0  # on both sides of a box, for the heads
_PORTS = 13.0  # how far from the middle of a box's side an arrow may begin


@dataclass(frozen=True)
class Arrow:
    """An arrow between two boxes, given by their numbers, with the lines of its label."""

    source: int
    target: int
    label: tuple[str, ...] = ()


Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle: its middle and its size."""

    x: float
    y: float
    width: float
    height: float


class Route(NamedTuple):
    """The way of an arrow in one piece, or in two with the label's box between them.

    Between the first point of a piece and the second it goes straight, then it bends to the
    third, and so on by turns; the last is where the arrow's head is. A loop bends at once.
    """

    pieces: tuple[tuple[Point, ...], ...]
    label: Box | None

    def head(self) -> str:
        """Return the path of the arrow's head."""
        came_from, (x, y) = self.pieces[-1][-2:]
        along, across = x - came_from[0], y - came_from[1]
        length = hypot(along, across)
        along, across = _HEAD * along / length, _HEAD * across / length
        corners = [(x - along + t * across, y - across - t * along) for t in (0.4, -0.4)]
        return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in ((x, y), *corners)) + "z"


class Layout(NamedTuple):
    """Boxes, the way of each arrow, and the size of the whole."""

    boxes: tuple[Box, ...]
    routes: tuple[Route, ...]
    width: float
    height: float


def text_size(lines: Sequence[str]) -> tuple[float, float]:
    """Return width and height of lines of text."""
    return LETTER * max(map(len, lines), default=0), LINE * len(lines)


def layers(
    sizes: Sequence[tuple[float, float]], arrows: Sequence[Arrow], *, down: bool = False
) -> Layout:
    """Lay out a graph in layers from left to right, or down.

    Parameters
    ----------
    sizes
        Width and height of each box. An arrow to an earlier box is one that leads back; the
        first box stands in the first layer.
    arrows
        The arrows, at most one from a box to another.
    down
        Whether layers are rows, a box standing as high as ways from it are long; else they are
        columns, a box standing as far right as ways to it are long. Loops are for columns.

    Examples
    --------
    >>> found = layers([(36, 36)] * 2, [Arrow(0, 1, ("01",)), Arrow(1, 1, ("**",))])
    >>> [box.x < found.routes[0].label.x for box in found.boxes]
    [True, False]
    """
    return _Layers(sizes, arrows, down=down).layout()


def path_of(points: Sequence[Point], *, down: bool = False, loop: bool = False) -> str:
    """Return the path of a piece of a way."""
    texts = [f"{x:.1f} {y:.1f}" for x, y in points]
    if loop:
        return f"M{texts[0]}C{texts[1]} {texts[2]} {texts[3]}"
    path = f"M{texts[0]}"
    for place in range(1, len(points)):
        if place % 2:
            path += f"L{texts[place]}"
            continue
        (x0, y0), (x1, y1) = points[place - 1], points[place]
        middle = (y0 + y1) / 2 if down else (x0 + x1) / 2
        bends = [(x, middle) if down else (middle, y) for x, y in ((x0, y0), (x1, y1))]
        path += "C" + " ".join(f"{x:.1f} {y:.1f}" for x, y in bends) + f" {texts[place]}"
    return path


def spaced(wanted: Sequence[float], gaps: Sequence[float]) -> list[float]:
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
    """The vertices: boxes first, then labels and what arrows pass, with the way of each arrow."""

    def __init__(
        self, sizes: Sequence[tuple[float, float]], arrows: Sequence[Arrow], *, down: bool
    ) -> None:
        self.arrows, self.down = arrows, down
        self.loops = {a.source: text_size(a.label) for a in arrows if a.source == a.target}
        self.size = [self._with_loop(number, size) for number, size in enumerate(sizes)]
        self.own = list(sizes)
        self.level = self._levels(len(sizes))
        self.ways: list[list[int]] = [self._way(arrow) for arrow in arrows]
        self.along, self.across = self._places()

    def _with_loop(self, number: int, size: tuple[float, float]) -> tuple[float, float]:
        if number not in self.loops:
            return size
        width, height = self.loops[number]
        return max(size[0], width), size[1] + LOOP + height

    def _levels(self, number: int) -> list[int]:
        """Return the layer of each box; labels have layers of their own between."""
        import networkx as nx

        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_nodes_from(range(number))
        graph.add_edges_from(
            (min(a.source, a.target), max(a.source, a.target))
            for a in self.arrows
            if a.source != a.target
        )
        step = 2 if any(a.label for a in self.arrows) else 1
        level = [0] * number
        walked = graph.reverse() if self.down else graph
        generations = list(nx.topological_generations(walked))
        for place, generation in enumerate(generations):
            for vertex in generation:
                level[vertex] = step * (len(generations) - 1 - place if self.down else place)
        return level

    def _way(self, arrow: Arrow) -> list[int]:
        """Add the vertices that an arrow passes; return its way with both ends."""
        if arrow.source == arrow.target:
            return []
        ends = arrow.source, arrow.target
        first, last = sorted(ends, key=lambda end: self.level[end])
        between = range(self.level[first] + 1, self.level[last])
        # The label stands next to where the arrow begins.
        labelled = between[0 if first == arrow.source else -1] if arrow.label else None
        way = [first]
        for level in between:
            way.append(len(self.size))
            width, height = text_size(arrow.label)
            self.size.append((width + 8, height) if level == labelled else (0.0, 0.0))
            self.level.append(level)
        way.append(last)
        return way if first == arrow.source else way[::-1]

    def _places(self) -> tuple[list[float], list[float]]:
        """Return the place of each vertex along the layers, and across within its layer."""
        pairs = [pair for way in self.ways for pair in pairwise(way)]
        forward = [tuple(sorted(pair, key=lambda v: self.level[v])) for pair in pairs]
        across = self._straightened([place[0] for place in _in_layers(self.level, forward)])
        along = self._columns()
        return [along[level] for level in self.level], across

    def _straightened(self, across: list[float]) -> list[float]:
        """Return places in the same order, as close as they may be and with straight lines.

        Each layer is moved to where its neighbours are, as far as least squares and the room
        between boxes allow, forth and back through the layers.
        """
        rows: list[list[int]] = [[] for _ in range(max(self.level) + 1)]
        for vertex in sorted(range(len(across)), key=lambda v: across[v]):
            rows[self.level[vertex]].append(vertex)
        near: list[list[int]] = [[] for _ in across]
        for way in self.ways:
            for one, other in pairwise(way):
                near[one].append(other)
                near[other].append(one)
        for sweep in range(_SWEEPS):
            for level in range(len(rows)) if sweep % 2 else reversed(range(len(rows))):
                row = rows[level]
                wanted = [
                    sum(across[v] for v in near[u]) / len(near[u]) if near[u] else across[u]
                    for u in row
                ]
                gaps = [(self._wide(u) + self._wide(v)) / 2 + _ROOM for u, v in pairwise(row)]
                for vertex, place in zip(row, spaced(wanted, gaps), strict=True):
                    across[vertex] = place
        return across

    def _thick(self, vertex: int) -> float:
        return self.size[vertex][1 if self.down else 0]

    def _wide(self, vertex: int) -> float:
        return self.size[vertex][0 if self.down else 1]

    def _columns(self) -> list[float]:
        """Return the middle of each layer; a layer is as thick as its thickest box."""
        thick = [2 * _STRAIGHT] * (max(self.level) + 1)
        for vertex, level in enumerate(self.level):
            thick[level] = max(thick[level], self._thick(vertex) + 2 * _STRAIGHT)
        self.thick = thick
        middles, reached = [], 0.0
        for each in thick:
            middles.append(reached + each / 2)
            reached += each + _APART
        return middles

    def layout(self) -> Layout:
        """Return what was found, the upper left corner being 0, 0."""
        least = min(a - self._wide(v) / 2 for v, a in enumerate(self.across))
        self.across = [a - least for a in self.across]
        boxes = [self._box(vertex) for vertex in range(len(self.own))]
        routes = [self._route(number) for number in range(len(self.arrows))]
        across = max(a + self._wide(v) / 2 for v, a in enumerate(self.across))
        along = max(a + self.thick[self.level[v]] / 2 for v, a in enumerate(self.along))
        width, height = (across, along) if self.down else (along, across)
        return Layout(tuple(boxes), tuple(routes), width, height)

    def _box(self, vertex: int) -> Box:
        """Return a box; where it has a loop it stands below that."""
        x, y = self._point(self.along[vertex], self.across[vertex])
        if vertex >= len(self.own):
            return Box(x, y, *self.size[vertex])
        return Box(x, y + (self.size[vertex][1] - self.own[vertex][1]) / 2, *self.own[vertex])

    def _point(self, along: float, across: float) -> tuple[float, float]:
        return (across, along) if self.down else (along, across)

    def _route(self, number: int) -> Route:
        arrow, way = self.arrows[number], self.ways[number]
        if not way:
            return self._loop(arrow)
        pieces: list[list[Point]] = [[]]
        label = None
        forward = 1 if self.level[way[0]] < self.level[way[-1]] else -1
        for place, vertex in enumerate(way):
            enter, leave = self._ends(vertex, forward)
            if place == 0:
                pieces[-1] += self._port(vertex, way[1], forward)
            elif place == len(way) - 1:
                pieces[-1] += self._port(vertex, way[-2], -forward)[::-1]
            elif self.size[vertex] == (0.0, 0.0):
                pieces[-1] += [enter, leave]
            else:
                label = self._box(vertex)
                half = forward * self._thick(vertex) / 2
                along, across = self.along[vertex], self.across[vertex]
                pieces[-1] += [enter, self._point(along - half, across)]
                pieces.append([self._point(along + half, across), leave])
        return Route(tuple(map(tuple, pieces)), label)

    def _ends(self, vertex: int, forward: int) -> tuple[Point, Point]:
        """Return where an arrow comes into the layer and where it leaves it."""
        half = forward * self.thick[self.level[vertex]] / 2
        along, across = self.along[vertex], self._middle(vertex)
        return self._point(along - half, across), self._point(along + half, across)

    def _middle(self, vertex: int) -> float:
        """Return the place across of what is drawn of a vertex."""
        box = self._box(vertex)
        return box.x if self.down else box.y

    def _port(self, vertex: int, neighbour: int, side: int) -> list[Point]:
        """Return where an arrow leaves a box, and where it leaves the box's layer.

        Arrows on the same side of a box stand in the order of where they lead.
        """
        others = sorted(
            {
                other
                for way in self.ways
                if way
                for one, other in ((way[0], way[1]), (way[-1], way[-2]))
                if one == vertex and (self.level[other] - self.level[one]) * side > 0
            },
            key=lambda other: (self._middle(other), other),
        )
        place = others.index(neighbour) - (len(others) - 1) / 2
        width, height = self.own[vertex]
        room = max(0.0, width / 2 - 6) if self.down else _PORTS
        shift = place * min(7.0, 2 * room / max(1, len(others) - 1))
        across = self._middle(vertex) + shift
        edge = self.along[vertex] + side * self.thick[self.level[vertex]] / 2
        from_middle = (height if self.down else width) / 2
        if not self.down:  # a circle
            from_middle = (from_middle**2 - shift**2) ** 0.5
        return [
            self._point(self.along[vertex] + side * from_middle, across),
            self._point(edge, across),
        ]

    def _loop(self, arrow: Arrow) -> Route:
        box = self._box(arrow.source)
        width, height = text_size(arrow.label)
        top = box.y - box.height / 2
        x, low, high = box.x, top + box.height * 0.08, top - LOOP * 1.15
        points = ((x - 9, low), (x - 17, high), (x + 17, high), (x + 9, low))
        label = Box(x, top - LOOP - height / 2 + 2, width, height)
        return Route((points,), label)


def _in_layers(level: list[int], arrows: list[tuple[int, ...]]) -> Sequence[Sequence[float]]:
    """Return igraph's places of vertices, each of a level."""
    try:  # by what Graph asks in its turn
        graph = _compiled_igraph().GraphBase(len(level), arrows, directed=True)
        places, _ = graph._layout_sugiyama(level, None, 1, 1, 1000)  # noqa: SLF001
    except (AttributeError, TypeError, ValueError):  # another version may ask otherwise
        import igraph

        graph = igraph.Graph(len(level), arrows, directed=True)
        places = graph.layout_sugiyama(layers=level, maxiter=1000).coords
    found: Sequence[Sequence[float]] = places
    return found


def _compiled_igraph() -> Any:
    """Return the compiled part of igraph, without the package around it.

    That one imports matplotlib, which takes longer than most proofs whose automata are drawn.
    """
    name = "igraph._igraph"
    if name not in sys.modules:
        package = find_spec("igraph")
        folders = None if package is None else package.submodule_search_locations
        spec = PathFinder.find_spec(name, folders)
        if spec is None or spec.loader is None:
            raise ImportError("igraph is not installed")
        sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]
