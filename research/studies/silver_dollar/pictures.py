"""Pictures of the silver dollar game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracles.games.silver_dollar import SilverDollar
from research.claims.study import Picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SQUARES = 10
COINS = 2
ROWS = 12


def p_positions() -> Figure:
    """Every P-position of two worthless coins and the silver dollar on ten squares."""
    from oracles.solve import solve
    from research.system.pictures import BLUE, GREY, GROUND, INK, axes, figure_of

    game = SilverDollar(coins=COINS)
    truth = solve(game, SQUARES)
    losing = sorted(
        (position for position in game.start(SQUARES) if truth.outcome(position) == "P"),
        key=lambda position: (position[1], position[0]),
    )
    columns = -(-len(losing) // ROWS)
    ax = axes(9.0, 4.6, margins=(0.05, 0.05, 0.05, 0.05))
    ax.set_axis_off()
    ax.set_aspect("equal")
    ax.set_xlim(-0.3, columns * (SQUARES + 1.5) - 1.2)
    ax.set_ylim(-(ROWS - 1) * 1.35 - 0.7, 0.7)
    silver_dollars: list[tuple[float, float]] = []
    worthless: list[tuple[float, float]] = []
    for number, (squares, silver) in enumerate(losing):
        column, row = divmod(number, ROWS)
        left, middle = column * (SQUARES + 1.5), -1.35 * row
        bottom, top, right = middle - 0.5, middle + 0.5, left + SQUARES
        ax.hlines((bottom, top), left, right, color=GREY, linewidth=0.8, zorder=1)
        lines = [left + square for square in range(SQUARES + 1)]
        ax.vlines(lines, bottom, top, color=GREY, linewidth=0.8, zorder=1)
        for coin, square in enumerate(squares):
            place = (left + square + 0.5, middle)
            (silver_dollars if coin == silver else worthless).append(place)
    written: Any = {"ha": "center", "va": "center_baseline", "fontsize": 10, "fontweight": "bold"}
    for places, size, colour in ((worthless, 150, "#D9D9D9"), (silver_dollars, 190, BLUE)):
        across, up = zip(*places, strict=True)
        ax.scatter(across, up, s=size, c=colour, edgecolors=INK, zorder=2)
    for x, y in silver_dollars:
        ax.text(x, y, "$", parse_math=False, color=GROUND, **written)
    return figure_of(ax)


PICTURES = [
    Picture(
        "p-positions",
        f"""All P-positions of {COINS} worthless coins (grey) and the silver dollar (blue, \\$) on a
        strip of {SQUARES} squares, from the explicit graph. The silver dollar is never the leftmost
        coin, which could be pocketed at once. Where it is the second coin, the leftmost may not
        be pocketed either, because that would leave it to the opponent.""",
        p_positions,
    )
]
