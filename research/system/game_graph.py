"""The drawing of a small game graph.

P-positions are round; an arrow to a winning option is bold. In a partizan game an arrow says whose
move it is, and a position's outcome stands beside it. The style of a page may replace colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from fast.lazy import nx
from oracles.errors import SearchLimitError
from oracles.growing import DRAW, DRAW_AFTER_FEW, EachSize
from research.system.graph_drawing import graph_picture, statement
from research.system.pictures import BLUE, FILL, GREY, INK_ON, ON_COLOUR, VERMILION

if TYPE_CHECKING:
    from oracles.truth import Truth

MOST_DRAWN = DRAW.positions  # unless a size is given
FEW = 4
ARROWS: Mapping[str, Mapping[str, object]] = {
    "winning": {"color": BLUE, "penwidth": 2},
    "": {"color": GREY},
    "left": {"color": BLUE, "penwidth": 1.5},
    "right": {"color": VERMILION, "penwidth": 1.5, "style": "dashed"},
    "left right": {"color": GREY},
}
IMPARTIAL = ("P-position: blue, round; N-position: yellow", "bold arrow: winning move")
PARTIZAN = ("a letter: the outcome", "arrow: Left's blue, Right's dashed orange, both's grey")


def small_truth(sizes: EachSize) -> tuple[int, Truth]:
    """Return the truth on a graph that is small enough to be drawn, and its size.

    The size is the last before one with more than 14 positions, or 45 after one with fewer than 4.

    >>> from oracles.games.stone_game import StoneGame
    >>> size, truth = small_truth(EachSize(StoneGame()))
    >>> size, len(truth.graph)
    (2, 10)
    """
    from oracles.truth import Truth

    size, graph = 0, sizes.graph(0)
    with suppress(SearchLimitError):
        while size < MOST_DRAWN:
            graph = sizes.graph(size + 1, DRAW if len(graph) >= FEW else DRAW_AFTER_FEW)
            size += 1
    return size, Truth(sizes.game, graph)


def graph_svg(
    truth: Truth,
    label: Callable[[Any], str],
    numbers: Mapping[Any, int] | None = None,
) -> str:
    """Draw the truth on a graph of a few dozen positions at the most; the same text every time.

    Parameters
    ----------
    label
        Writes a position briefly.
    numbers
        On a page, the numbers of positions that can be chosen there; else the picture has a legend.
    """
    partizan, outcomes = len(truth.players) > 1, truth.outcomes
    place = {position: at for at, position in enumerate(truth.positions)}
    moves, drawn = _moves(truth), list[str]()
    for position, at in place.items():
        outcome = str(outcomes[position])
        number = (numbers or {}).get(position)
        drawn.append(
            statement(
                at,
                label=label(position) + f"  {outcome}" * (partizan or "D" in outcomes.values()),
                class_=outcome,
                style="filled,rounded" if outcome == "P" else "filled",  # not by colour alone
                fillcolor=FILL[outcome],
                fontcolor=INK_ON.get(outcome, ON_COLOUR),
                id=None if number is None else f"position-{number}",
            )
        )
    for (position, option), kind in moves.items():
        drawn.append(statement(place[position], place[option], class_=kind, **ARROWS[kind]))
    height = heights(truth.positions, moves)
    if all(height[option] < height[position] for position, option in moves):  # without a loop
        for row in set(height.values()):
            in_row = " ".join(str(place[each]) for each in place if height[each] == row)
            drawn.append(f"{{rank=same {in_row}}}")
    return graph_picture(
        drawn,
        "A small game graph",
        legend=(PARTIZAN if partizan else IMPARTIAL) if numbers is None else (),
        on_page=numbers is not None,
    )


def heights(positions: Iterable[Any], moves: Iterable[tuple[Any, Any]]) -> dict[Any, int]:
    """How many moves play from each position can take; in a loop, counted without it."""
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_nodes_from(positions)
    graph.add_edges_from(moves)
    parts = nx.condensation(graph)
    rows = enumerate(nx.topological_generations(parts.reverse()))
    height = {part: row for row, together in rows for part in together}
    return {position: height[parts.graph["mapping"][position]] for position in graph}


def _moves(truth: Truth) -> dict[tuple[Any, Any], str]:
    """Return the kind of each arrow: whether it wins, or whose move it is."""
    found: dict[tuple[Any, Any], str] = {}
    for position in truth.positions:
        for player in truth.players:
            for option in truth.moves(player, position):
                wins = not player and truth.outcome(option) == "P"
                kind = "winning" if wins else player.lower()
                found[position, option] = f"{found.get((position, option), '')} {kind}".strip()
    return found
