"""The drawing of a small game graph, as SVG.

A position stands as high as the number of moves that play from it can still take, loops not
counted. P-positions are round; an arrow to a winning option is bold. In a partizan game an arrow
says whose move it is, and a position's outcome stands beside it. Colours are attributes, which the
style of a page may replace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from research.system.layers import LETTER, Arrow, Box, Route, layers, straight
from research.system.pictures import BLUE, FILL, GREY, INK, INK_ON, NAMES, VERMILION
from research.system.svg import arrow, framed, text

if TYPE_CHECKING:
    from oracles.partizan import PartizanTruth
    from oracles.rules import Rules
    from oracles.truth import Truth

MOST_DRAWN = 14  # positions, unless a size is given
FEW, MOST_OF_FEW = 4, 45  # where the size before has fewer than that, so many
_HIGH = 26.0  # a box
_MARGIN = 6.0
_LEGEND = 24.0  # a line of the legend
_LEAST_WIDE = 560.0
# For each kind of arrow: colour, width, dashes, words.
_ARROWS: Mapping[str, tuple[str, float, str, str]] = {
    "winning": (BLUE, 2, "", "winning move"),
    "": (GREY, 1, "", "other move"),
    "left": (BLUE, 1.5, "", "Left's move"),
    "right": (VERMILION, 1.5, "5 3", "Right's move"),
    "left right": (INK, 1.5, "", "move of either player"),
}


def small_truth(game: Rules[Any], size: int | None = None) -> tuple[int, Any]:
    """Return the truth on a graph that is small enough to be drawn, and its size.

    Parameters
    ----------
    game
        The rules.
    size
        The size to take; else the largest one up to 14 whose graph has at most 14 positions,
        sizes being tried upwards to the first graph that is too large; up to 45 where the size
        before has fewer than 4.

    Examples
    --------
    >>> from oracles.games.stone_game import StoneGame
    >>> size, truth = small_truth(StoneGame())
    >>> size, len(truth.graph)
    (2, 10)
    """
    from oracles.errors import SearchLimitError
    from oracles.partizan import solve_partizan
    from oracles.rules import PartizanGame
    from oracles.solve import solve

    solved: Callable[..., Any] = solve_partizan if isinstance(game, PartizanGame) else solve
    if size is not None:
        return size, solved(game, size)
    truth = solved(game, 0)
    for larger in range(1, MOST_DRAWN + 1):
        try:
            most = MOST_DRAWN if len(truth.positions) >= FEW else MOST_OF_FEW
            truth = solved(game, larger, limit=most)
        except SearchLimitError:
            return larger - 1, truth
    return MOST_DRAWN, truth


def graph_svg(
    truth: Truth | PartizanTruth,
    label: Callable[[Any], str],
    numbers: Mapping[Any, int] | None = None,
) -> str:
    """Draw a small game graph; the same text every time.

    Parameters
    ----------
    truth
        What is true on the graph; a few dozen positions at the most.
    label
        Writes a position briefly.
    numbers
        On a page, the numbers of positions that can be chosen there, and the page has the ground
        and the words; else the picture has a white ground and a legend.
    """
    moves = _moves(truth)
    outcomes: Mapping[Any, str] = truth.outcomes
    height = heights(truth.positions, moves)
    positions = sorted(truth.positions, key=lambda p: -height[p])  # what is equal keeps its order
    place = {position: at for at, position in enumerate(positions)}
    lettered = hasattr(truth, "turns") or "D" in outcomes.values()
    texts = [label(p) + f"  {outcomes[p]}" * lettered for p in positions]
    drawn = {(p, o): kind for (p, o), kind in moves.items() if p != o}
    found = layers(
        [(LETTER * len(words) + 16, _HIGH) for words in texts],
        [Arrow(place[p], place[o]) for p, o in drawn],
        down=True,
    )
    parts = [_arrow(route, kind) for route, kind in zip(found.routes, drawn.values(), strict=True)]
    parts += [
        _position(box, words, outcomes[p], None if numbers is None else numbers.get(p))
        for box, words, p in zip(found.boxes, texts, positions, strict=True)
    ]
    width, high = found.width, found.height
    if numbers is None:
        present = [letter for letter in FILL if letter in outcomes.values()]
        kinds = [kind for kind in _ARROWS if kind in drawn.values()]
        legend, wide, high = _legend(present, kinds, width, high)
        parts = [f'<g transform="translate({(wide - width) / 2:.1f})">', *parts, "</g>", *legend]
        width = wide
    return framed(parts, "A small game graph", width, high, margin=_MARGIN, alone=numbers is None)


def heights(positions: Iterable[Any], moves: Iterable[tuple[Any, Any]]) -> dict[Any, int]:
    """How many moves play from each position can take; in a loop, counted without it."""
    import networkx as nx

    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_nodes_from(positions)
    graph.add_edges_from(moves)
    condensed = nx.condensation(graph)
    height: dict[int, int] = {}
    for part in reversed(list(nx.topological_sort(condensed))):
        height[part] = max((1 + height[below] for below in condensed.adj[part]), default=0)
    return {position: height[condensed.graph["mapping"][position]] for position in graph}


def _moves(truth: Any) -> dict[tuple[Any, Any], str]:
    """Return the kind of each arrow: whether it wins, or whose move it is."""
    if not hasattr(truth, "turns"):
        return {
            (position, option): "winning" if truth.outcome(option) == "P" else ""
            for position in truth.positions
            for option in truth.options(position)
        }
    found: dict[tuple[Any, Any], str] = {}
    for position in truth.positions:
        for player in ("Left", "Right"):
            for option, _ in truth.turns.options((position, player)):
                before = found.get((position, option), "")
                if player.lower() not in before:
                    found[position, option] = f"{before} {player.lower()}".strip()
    return found


def _arrow(route: Route, kind: str) -> str:
    return f'<g class="{f"arrow {kind}".strip()}">{arrow(route, *_ARROWS[kind][:3])}</g>'


def _position(box: Box, words: str, outcome: str, number: int | None) -> str:
    """Return a box: round for a P-position, so that colour is not needed to know it."""
    chosen = "" if number is None else f' data-position="{number}" tabindex="0" role="button"'
    corner = box.height / 2 if outcome == "P" else 3
    return (
        f'<g class="position {outcome}"{chosen}><rect x="{box.x - box.width / 2:.1f}" '
        f'y="{box.y - box.height / 2:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" '
        f'rx="{corner:.1f}" fill="{FILL[outcome]}" stroke="{INK}"/>'
        f"{text(box.x, box.y + 4, words, ink=INK_ON.get(outcome, INK))}</g>"
    )


def _legend(
    outcomes: list[str], kinds: list[str], width: float, high: float
) -> tuple[list[str], float, float]:
    """Return what the shapes and arrows mean, below the graph, and the size of both together."""
    items = [(NAMES[letter], partial(_sample_position, letter)) for letter in outcomes]
    items += [(_ARROWS[kind][3], partial(_sample_arrow, kind)) for kind in kinds]
    limit, right, x, y = max(width, _LEAST_WIDE), width, 0.0, high + _LEGEND
    parts = []
    for words, draw in items:
        wide = 36 + LETTER * len(words)
        if x and x + wide > limit:
            x, y = 0.0, y + _LEGEND
        parts += [draw(x, y), text(x + 36, y + 4, words, anchor="start")]
        x, right = x + wide + 22, max(right, x + wide)
    return parts, right, y + _LEGEND / 2


def _sample_position(outcome: str, x: float, y: float) -> str:
    return _position(Box(x + 14, y, 28, 16), "", outcome, None)


def _sample_arrow(kind: str, x: float, y: float) -> str:
    return _arrow(straight((x, y), (x + 28, y)), kind)
