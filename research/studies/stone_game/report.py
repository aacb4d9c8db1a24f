"""What the report on the stone game has beside claims: abstract, symbols, values, a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fast import stone_game as solver
from research.claims.study import Picture, SmallValues
from research.studies.stone_game.truth import BOUND, on_graph, study

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LIMIT = 100  # largest pile in the picture

study.abstract = """
The stone game is played on three piles; a move takes the same positive number of stones from one,
two or three of them. The source claims that a sieve by three tables of keys lists the P-positions;
it argues by induction, and reads the sum of the P-positions with piles up to 1000 off the list.
Here the sieve is proved right for every bound, by a decision procedure and not by the source's
argument, and the sum is computed by two algorithms. No closed form of the P-positions is known to
the source or found here. With one empty pile the game is Wythoff's.
"""
study.notation = {
    "x ≤ y ≤ z": "the numbers of stones in the piles, in order",
    "N": "a bound on the piles; in a rule, the number of stones taken from each chosen pile",
    "S(N)": "the sum of $x + y + z$ over the P-positions with $z ≤ N$",
    "P(N)": "the number of these positions",
}
study.headline_from = ["theorem-1"]
study.small_values = [
    SmallValues(
        "small-values",
        "The number and the sum of the P-positions with piles up to $N$, from the explicit graph.",
        ("N", "P(N)", "S(N)"),
        lambda: [(n, on_graph.answer(n, "count"), on_graph.answer(n)) for n in range(BOUND + 1)],
    )
]


def p_positions() -> Figure:
    """Every P-position x ≤ y ≤ z ≤ 100 as a point at (y, z) in the colour of x."""
    import numpy as np
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    from research.system.pictures import INK, VERMILION, axes, figure_of

    found = solver.p_positions(LIMIT)
    ax = axes(7.2, 5.6, margins=(0.75, 0.65, 1.45, 0.15))
    colours = ScalarMappable(Normalize(0, LIMIT // 2), "cividis_r")
    smallest = np.array([x for x, _, _ in found])
    ax.plot([0, LIMIT], [0, LIMIT], color=INK, linewidth=0.8)
    ax.scatter(
        [y for _, y, _ in found],
        [z for _, _, z in found],
        c=colours.to_rgba(smallest),
        s=15,
        linewidths=0,
        clip_on=False,
        zorder=3,
    )
    wythoff = [(y, z) for x, y, z in found if x == 0]
    ax.scatter(
        [y for y, _ in wythoff],
        [z for _, z in wythoff],
        s=26,
        facecolors="none",
        edgecolors=VERMILION,
        linewidths=1.3,
        zorder=4,
    )
    ax.set_xlim(-2, LIMIT + 2)
    ax.set_ylim(-2, LIMIT + 2)
    ax.set_xlabel("middle pile y")
    ax.set_ylabel("largest pile z")
    ax.text(30, 76, "x = 0:\nWythoff's game", color=VERMILION, ha="right")
    ax.text(80, 74, "y = z", rotation=45, rotation_mode="anchor", ha="center", va="center")
    figure = figure_of(ax)
    bar = figure.add_axes((6.0 / 7.2, 0.65 / 5.6, 0.2 / 7.2, 4.8 / 5.6))
    figure.colorbar(colours, cax=bar, label="smallest pile x", extend="max")
    return figure


study.pictures = [
    Picture(
        "p-positions",
        f"""Every P-position with piles $x ≤ y ≤ z ≤ {LIMIT}$, at its middle and largest pile and in
        the colour of its smallest; by the solver, which is confirmed on the explicit graph. No two
        points of one colour share a column or a row, as two piles determine the third. The ringed
        points have $x = 0$: they are the P-positions of Wythoff's game, near the line of slope
        1.618. With growing $x$ the points spread to both sides of that line.""",
        p_positions,
    )
]
