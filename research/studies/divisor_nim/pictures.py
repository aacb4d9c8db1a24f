"""Pictures of divisor nim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracles.games.divisor_nim import DivisorNim
from research.claims.study import Picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LARGEST = 64


def grundy_values() -> Figure:
    """Grundy value of each heap up to 64, as the height of a bar."""
    from oracles.solve import solve
    from research.system.pictures import BLUE, axes, figure_of

    truth = solve(DivisorNim(heaps=1), LARGEST)
    heaps = range(1, LARGEST + 1)
    # Play ends, so every Grundy value is a number.
    values = [value for heap in heaps if isinstance(value := truth.grundy((heap,)), int)]
    ax = axes(9.0, 3.4, margins=(0.7, 0.65, 0.15, 0.1))
    # The value 0 gets a thin bar below the line: it is a value, not a gap.
    ax.bar(
        heaps,
        [value + 0.12 for value in values],
        bottom=-0.12,
        width=0.7,
        color=BLUE,
    )
    for heap, value in zip(heaps, values, strict=True):
        if value >= 3:
            ax.text(heap, value + 0.1, str(heap), ha="center", va="bottom", fontsize=11)
    ax.set_xlim(0, LARGEST + 1)
    ax.set_ylim(-0.12, max(values) + 0.8)
    ax.set_xticks([1, *range(8, LARGEST + 1, 8)])
    ax.set_yticks(range(max(values) + 1))
    ax.set_xlabel("heap n")
    ax.set_ylabel("Grundy value g(n)")
    return figure_of(ax)


PICTURES = [
    Picture(
        "grundy-values",
        f"""Grundy values of the heaps from 1 to {LARGEST}, from the explicit graph. They are the
        marks of a ruler: odd heaps have 0, every second even heap has 1, and so on; a value $k$
        stands first at $2^k$ and then at every odd multiple of it, as $g(n) = v_2(n)$ says.
        Heaps with a value of 3 or more are numbered.""",
        grundy_values,
    )
]
