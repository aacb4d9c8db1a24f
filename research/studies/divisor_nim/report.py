"""What divisor nim's report has beside claims: abstract, symbols, small values, a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from research.claims.study import Picture, SmallValues
from research.studies.divisor_nim import truth
from research.studies.divisor_nim.truth import study
from research.system.pictures import BLUE, axes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SMALL = 24  # in the table
LARGEST = 64  # in the picture

study.abstract = """
In divisor nim a move takes from a heap of $n$ counters a proper divisor of $n$. The source shows
that the Grundy value of a heap is the exponent of 2 in $n$, and counts the triples of heaps up to
$n$ that the player to move wins. Here both are proved again, line by line, and a solver counts the
tuples of any number of heaps.
"""
study.notation = {
    "v_2(n)": "the exponent of 2 in $n$",
    "k, m": "of a heap $n$: $n = 2^k m$ with odd $m$, so $k = v_2(n)$",
    "g(n)": "the Grundy value of a heap of $n$ counters",
    "c_k": "the number of $x$ from 1 to $n$ with $v_2(x) = k$",
    "L, L(n)": "the number of triples of heaps from 1 to $n$, in order, that are P-positions",
    "S(n)": "the number of those that are N-positions",
    "\\oplus": "the nim sum",
}
study.headline_from = ["winning-triples", "headline"]
study.small_values = [
    SmallValues(
        "small-values",
        "Grundy values, and triples that the player to move loses and wins, from the explicit "
        "graphs of one and of three heaps.",
        ("n", "g(n)", "L(n)", "S(n)"),
        lambda: [
            (n, truth.grundy(n), truth.losing(n), truth.winning(n)) for n in range(1, SMALL + 1)
        ],
    )
]


def grundy_values() -> Figure:
    """Grundy value of each heap up to 64, as the height of a bar."""
    heaps = range(1, LARGEST + 1)
    values = [truth.grundy(heap) for heap in heaps]
    figure, ax = axes(6.7, 2.65)
    # The value 0 gets a thin bar below the line: it is a value, not a gap.
    ax.bar(heaps, [value + 0.12 for value in values], bottom=-0.12, width=0.7, color=BLUE)
    ax.set(xlim=(0, LARGEST + 1), xticks=[1, *range(8, LARGEST + 1, 8)], xlabel="heap n")
    ax.set(ylim=(-0.12, max(values) + 0.4), ylabel="Grundy value g(n)")
    return figure


study.pictures = [
    Picture(
        "grundy-values",
        f"""Grundy values of the heaps from 1 to {LARGEST}, from the explicit graph. They are the
        marks of a ruler: odd heaps have 0, every second even heap has 1, and so on; a value $k$
        stands first at $2^k$ and then at every odd multiple of it, as $g(n) = v_2(n)$ says.""",
        grundy_values,
    )
]
