"""What the report on the binary blackboard has beside claims: abstract, symbols, small values."""

from __future__ import annotations

from research.claims.study import SmallValues

ABSTRACT = """
Two players write numbers that together come to a given number $r$; who wins depends on the parity
of the binary ones of all numbers written. The source reads from tables in which layers the numbers
lie with which the first player, Oscar, loses, and sums them; it proves nothing of this. Here these
numbers have a description in one line, proved for every $r$: Oscar loses exactly if $r + 1$ is a
power of two or a sum of distinct powers of four. The layers, the recurrences and the sum follow.
"""

NOTATION = {
    "r": "the number on the blackboard, or what remains of it",
    "t(x)": "the parity of the ones among the binary digits of $x$",
    "q": "the flag: the parity of all ones so far, $t(r)$ at first",
    "L_q": "the $r ≥ 0$ such that Oscar, to move with flag $q$ when $r$ remains, loses",
    "L": "the $r ≥ 1$ in $L_{t(r)}$: the numbers with which Oscar loses",
    "I_k^{\\mathrm{even}}": "the even layer: the numbers from $4^k$ to $2 \\cdot 4^k - 1$",
    "I_k^{\\mathrm{odd}}": "the odd layer: the numbers from $2 \\cdot 4^k$ to $4^{k+1} - 1$",
    "E_k": "the offsets: the $e$ with $4^k + e$ in $L$ and in the even layer",
    "N_k, T_k": "the number and the sum of the offsets in $E_k$",
    "S(n)": "the sum of the $r ≤ 2^n$ in $L$",
}


def _rows() -> list[tuple[int, int, int]]:
    from research.studies.binary_blackboard.truth import BOUND, on_graph

    exponents = range(BOUND.bit_length())
    return [(n, len(on_graph.up_to(2**n)), on_graph.answer(n)) for n in exponents]


SMALL_VALUES = [
    SmallValues(
        "small-values",
        "The number $P(n)$ of the $r ≤ 2^n$ in $L$, and their sum, from the explicit graph.",
        ("n", "P(n)", "S(n)"),
        _rows,
    )
]
