"""The drawing of a small game graph.

P-positions are round; an arrow to a winning option is bold. In a partizan game an arrow says whose
move it is, and a position's outcome stands beside it. Colours are attributes, which the style of a
page may replace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from research.system.graph_drawing import graph_picture, statement
from research.system.pictures import BLUE, FILL, GREY, INK, INK_ON, VERMILION

if TYPE_CHECKING:
    from oracles.partizan import PartizanTruth
    from oracles.rules import Rules
    from oracles.truth import Truth

MOST_DRAWN = 14  # positions, unless a size is given
FEW, MOST_OF_FEW = 4, 45  # where the size before has fewer than that, so many
ARROWS: Mapping[str, tuple[str, float, str]] = {  # colour, width, style
    "winning": (BLUE, 2, "solid"),
    "": (GREY, 1, "solid"),
    "left": (BLUE, 1.5, "solid"),
    "right": (VERMILION, 1.5, "dashed"),
    "left right": (INK, 1.5, "solid"),
}
IMPARTIAL = ["P-position: blue, round; N-position: yellow", "bold arrow: winning move"]
PARTIZAN = [
    "a letter: the outcome",
    "arrow of Left: blue; of Right: orange, dashed; of both: black",
]


def small_truth(game: Rules[Any], size: int | None = None) -> tuple[int, Any]:
    """Return the truth on a graph that is small enough to be drawn, and its size.

    Without a size it is the last before one with more than 14 positions, or 45 after one with fewer
    than 4.

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
    """Draw the truth on a graph of a few dozen positions at the most; the same text every time.

    Parameters
    ----------
    label
        Writes a position briefly.
    numbers
        On a page, the numbers of positions that can be chosen there; else the picture has a white
        ground and a legend.
    """
    partizan, outcomes = hasattr(truth, "turns"), truth.outcomes
    place = {position: at for at, position in enumerate(truth.positions)}
    moves = _moves(truth)
    drawn = list(_rows(place, moves))
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
                fontcolor=INK_ON.get(outcome, INK),
                id=None if number is None else f"position-{number}",
            )
        )
    for ends, kind in moves.items():
        colour, thick, style = ARROWS[kind]
        source, target = map(place.__getitem__, ends)
        drawn.append(
            statement(source, target, class_=kind, color=colour, penwidth=thick, style=style)
        )
    return graph_picture(
        drawn,
        "A small game graph",
        legend=(PARTIZAN if partizan else IMPARTIAL) if numbers is None else (),
        on_page=numbers is not None,
    )


def _rows(place: Mapping[Any, int], moves: Iterable[tuple[Any, Any]]) -> Iterator[str]:
    """Yield statements that put what is equally high in a row, if no play goes round in a loop."""
    height = heights(place, moves)
    if all(height[option] < height[position] for position, option in moves):
        for row in range(1 + max(height.values(), default=0)):
            yield f"{{rank=same {' '.join(str(place[p]) for p in place if height[p] == row)}}}"


def heights(positions: Iterable[Any], moves: Iterable[tuple[Any, Any]]) -> dict[Any, int]:
    """How many moves play from each position can take; in a loop, counted without it."""
    import networkx as nx

    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_nodes_from(positions)
    graph.add_edges_from(moves)
    parts = nx.condensation(graph)
    height: dict[int, int] = {}
    for part in reversed(list(nx.topological_sort(parts))):
        height[part] = max((1 + height[below] for below in parts.adj[part]), default=0)
    return {position: height[parts.graph["mapping"][position]] for position in graph}


def _moves(truth: Any) -> dict[tuple[Any, Any], str]:
    """Return the kind of each arrow: whether it wins, or whose move it is."""
    found: dict[tuple[Any, Any], str] = {}
    for position in truth.positions:
        if not hasattr(truth, "turns"):
            for option in truth.options(position):
                found[position, option] = "winning" if truth.outcome(option) == "P" else ""
            continue
        for player in ("left", "right"):
            for option, _ in truth.turns.options((position, player.capitalize())):
                before = found.get((position, option), "")
                if player not in before:
                    found[position, option] = f"{before} {player}".strip()
    return found
