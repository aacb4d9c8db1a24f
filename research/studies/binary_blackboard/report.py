"""What the blackboard's report has beside claims: abstract, symbols, small values, a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from research.claims.study import Picture, SmallValues
from research.studies.binary_blackboard.truth import BOUND, on_graph, study
from research.system.pictures import BLUE, ORANGE, PALE, axes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LAYERS = 4  # in the picture

study.abstract = """
Two players write numbers whose sum is a given number $r$; the parity of the binary ones of all
numbers written decides who wins. The source reads from tables for which numbers $r$ the first
player, Oscar, loses: a pattern of layers, which it does not prove. From the pattern it derives how
many of these numbers lie in a layer, and their sum. Here one line describes these numbers, proved
for every $r$: Oscar loses exactly if $r + 1$ is a power of two or a sum of distinct powers of four.
The source's pattern follows, and its sum has a closed form.
"""
study.notation = {
    "r": "the number on the blackboard, or what remains of it",
    "t(x)": "the parity of the ones among the binary digits of $x$",
    "q": "the flag: the parity of all ones so far, $t(r)$ at first",
    "O_q(r), E_q(r)": "1 if Oscar wins when $r$ remains, the flag is $q$, and Oscar moves "
    "($O_q$) or Eric ($E_q$), otherwise 0",
    "L_q": "the $r ≥ 0$ such that Oscar, to move with flag $q$ when $r$ remains, loses",
    "L": "the $r ≥ 1$ in $L_{t(r)}$: the numbers with which Oscar loses",
    "I_k^{\\mathrm{even}}": "the even layer: the numbers from $4^k$ to $2 \\cdot 4^k - 1$",
    "I_k^{\\mathrm{odd}}": "the odd layer: the numbers from $2 \\cdot 4^k$ to $4^{k+1} - 1$",
    "E_k": "the offsets: the $e$ with $4^k + e$ in $L$ and in the even layer",
    "N_k, T_k": "the number and the sum of the offsets in $E_k$",
    "S(n)": "the sum of the $r ≤ 2^n$ in $L$",
}
study.headline_from = ["closed-form", "sum-to-12345678"]
study.small_values = [
    SmallValues(
        "small-values",
        "The number $P(n)$ of the $r ≤ 2^n$ in $L$, and their sum, from the explicit graph.",
        ("n", "P(n)", "S(n)"),
        lambda: [
            (n, len(losing := on_graph(2**n)), sum(losing)) for n in range(BOUND.bit_length())
        ],
    )
]


def losing_set() -> Figure:
    """The numbers with which Oscar loses, one row for each base-4 layer."""
    figure, ax = axes(5.3, 2.65)
    for k in range(LAYERS):
        losing = [r / 4**k for r in on_graph(4 ** (k + 1) - 1) if r >= 4**k]
        colours = [BLUE if left < 2 else ORANGE for left in losing]
        ax.barh(k, 3, left=1, height=0.6, color=PALE)
        ax.barh([k] * len(losing), 4**-k, left=losing, height=0.6, color=colours)
    names = [f"k = {k}:  {4**k} to {4 ** (k + 1) - 1}" for k in range(LAYERS)]
    ax.set_yticks(range(LAYERS), names)
    ax.set_xticks([1, 2, 3, 4], ["4ᵏ", "2·4ᵏ", "3·4ᵏ", "4ᵏ⁺¹"])
    ax.set(xlim=(1, 4), ylim=(LAYERS - 0.6, -0.4))
    ax.set_xlabel("number r on the blackboard, each layer on its own scale")
    return figure


study.pictures = [
    Picture(
        "losing-set",
        f"""The numbers below $4^{LAYERS}$ with which Oscar loses, from the explicit graph: one row
        for each base-4 layer from $4^k$ to $4^{{k+1}} - 1$, all drawn to the same width. In the
        even layer, the first third, there are $2^k$ of them (blue): the offsets of the row above,
        and the same $4^{{k-1}}$ further on, except that the last one lies at the end of the layer.
        In the odd layer there is only its last number, $4^{{k+1}} - 1$ (orange).""",
        losing_set,
    )
]
