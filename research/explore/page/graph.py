"""The small game graph of the page, as SVG whose colours the page chooses, light or dark.

A position stands as high as the number of moves that play from it can still take, where no loop
leads back. An arrow to a winning option is bold; in a partizan game arrows say whose move it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from research.explore.explored import Explored
from research.explore.labels import brief
from research.system.layers import LETTER, Arrow, Box, Layout, Route, layers, path_of
from research.system.pictures import levels

_HIGH = 26.0  # a box
_MARGIN = 6.0


def graph_svg(small: Explored, numbers: dict[Any, int]) -> str:
    """Draw a small game graph.

    Parameters
    ----------
    small
        A few dozen positions at the most.
    numbers
        The numbers of positions on the page; those that have one can be chosen there.
    """
    import networkx as nx

    graph: Any = nx.DiGraph()
    graph.add_nodes_from(small.positions)
    graph.add_edges_from((p, o) for p in small.positions for o in small.options_of[p] if p != o)
    level = levels(graph)
    positions = sorted(small.positions, key=lambda p: -level[p])  # what is equal keeps its order
    place = {position: at for at, position in enumerate(positions)}
    arrows = [Arrow(place[p], place[o]) for p, o in graph.edges]
    sizes = [(LETTER * len(_text(small, p)) + 16, _HIGH) for p in positions]
    found = layers(sizes, arrows, down=True)
    parts = [
        _arrow(route, _kinds(small, positions[arrow.source], positions[arrow.target]))
        for arrow, route in zip(arrows, found.routes, strict=True)
    ]
    parts += [
        _position(box, _text(small, p), small.outcomes[p], numbers.get(p))
        for p, box in zip(positions, found.boxes, strict=True)
    ]
    return _framed(parts, found)


def _text(small: Explored, position: Any) -> str:
    """Write a position; in a partizan game its outcome too, which has no shape of its own."""
    return brief(position) + (f"  {small.outcomes[position]}" if small.partizan else "")


def _kinds(small: Explored, position: Any, option: Any) -> str:
    """Return what an arrow is: a move to win, or whose it is."""
    if not small.partizan:
        return "winning" if small.outcomes[option] == "P" else ""
    truth = small.impartial
    return " ".join(
        player.lower()
        for player in ("Left", "Right")
        if option in (place for place, _ in truth.options((position, player)))
    )


def _arrow(route: Route, kinds: str) -> str:
    lines = "".join(f'<path d="{path_of(piece, down=True)}"/>' for piece in route.pieces)
    return f'<g class="arrow {kinds}">{lines}<path class="head" d="{route.head()}"/></g>'


def _position(box: Box, text: str, outcome: str, number: int | None) -> str:
    """Return a box: round for a P-position, so that colour is not needed to know it."""
    chosen = "" if number is None else f' data-position="{number}" tabindex="0" role="button"'
    corner = box.height / 2 if outcome == "P" else 3
    return (
        f'<g class="position {outcome}"{chosen}><rect x="{box.x - box.width / 2:.1f}" '
        f'y="{box.y - box.height / 2:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" '
        f'rx="{corner:.1f}"/><text x="{box.x:.1f}" y="{box.y + 4:.1f}" text-anchor="middle" '
        f'xml:space="preserve" textLength="{LETTER * len(text):.1f}">{escape(text)}</text></g>'
    )


def _framed(parts: Iterator[str] | list[str], found: Layout) -> str:
    wide, high = round(found.width + 2 * _MARGIN), round(found.height + 2 * _MARGIN)
    return (
        f'<svg viewBox="{-_MARGIN} {-_MARGIN} {wide} {high}" width="{wide}" role="group" '
        f'aria-label="A small game graph">{"".join(parts)}</svg>'
    )
