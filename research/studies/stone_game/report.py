"""What the report on the stone game has beside claims: abstract, symbols, values, a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fast import stone_game as solver
from research.claims.study import Picture, SmallValues
from research.studies.stone_game.truth import BOUND, HEADLINE, on_graph, study
from research.system.pictures import GREY, INK, axes, colour_bar, ordered

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GOLDEN = (1 + 5**0.5) / 2
LIMIT = 100  # largest pile in the picture

study.abstract = """
The stone game is played on three piles; a move takes the same positive number of stones from one,
two or three of them. The source claims that a sieve by three tables of keys lists the P-positions;
it argues by induction, and reads the sum of the P-positions with piles up to 1000 off the list.
Here the sieve is proved right for every bound, by a decision procedure and not by the source's
argument, and the sum is found by marking all positions by the rules. No closed form of the
P-positions is known to the source or found here. With one empty pile the game is Wythoff's.
"""
study.notation = {
    "x ≤ y ≤ z": "the numbers of stones in the piles, in order",
    "N": "a bound on the piles; in a rule, the number of stones taken from each chosen pile",
    "S(N)": "the sum of $x + y + z$ over the P-positions with $z ≤ N$",
    "P(N)": "the number of these positions",
}
study.headline_from = [f"sum-to-{HEADLINE}"]
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
    x, y, z = zip(*solver.p_positions(LIMIT), strict=True)
    figure, ax = axes(5.4, 4.8)
    ax.axline((0, 0), slope=GOLDEN, color=INK, label=f"slope {GOLDEN:.3f}, the golden ratio")
    ax.axline((0, 0), slope=1, color=GREY, label="slope 1")
    scale = ordered(0, LIMIT // 2)
    ax.scatter(y, z, c=x, cmap=scale.cmap, vmin=0, vmax=LIMIT // 2, s=16)
    ax.set(xlim=(-2, LIMIT + 2), xlabel="middle pile y")
    ax.set(ylim=(-2, LIMIT + 2), ylabel="largest pile z")
    ax.legend(loc="lower right")
    colour_bar(ax, scale, "smallest pile x", extend="max")
    return figure


study.pictures = [
    Picture(
        "p-positions",
        f"""Every P-position with piles $x ≤ y ≤ z ≤ {LIMIT}$, at its middle and largest pile and in
        the colour of its smallest; by the solver, which is confirmed on the explicit graph. No two
        points with the same smallest pile share a column or a row, as two piles determine the
        third. Those with $x = 0$, which are of the darkest colour, are the P-positions of Wythoff's
        game, near the line of slope 1.618. With growing $x$ the points
        spread to both sides of that line.""",
        p_positions,
    )
]
