"""What the report on divisor nim has beside claims: abstract, symbols, small values."""

from __future__ import annotations

from research.claims.study import SmallValues

ABSTRACT = """
In divisor nim a move takes from a heap of $n$ counters a proper divisor of $n$. The source shows
that the Grundy value of a heap is the exponent of 2 in $n$, and counts the triples of heaps up to
$n$ that the player to move wins. Here both are proved again, line by line, and the count is given
for any number of heaps.
"""

NOTATION = {
    "v_2(n)": "the exponent of 2 in $n$",
    "g(n)": "the Grundy value of a heap of $n$ counters",
    "c_k": "the number of $x$ from 1 to $n$ with $v_2(x) = k$",
    "L(n)": "the number of triples of heaps from 1 to $n$, in order, that are P-positions",
    "S(n)": "the number of those that are N-positions",
    "\\oplus": "the nim sum",
}
LARGEST = 24


def _rows() -> list[tuple[int, int, int, int]]:
    from research.studies.divisor_nim.truth import on_graph

    return [
        (n, on_graph.grundy(n), on_graph.losing(n), on_graph.winning(n))
        for n in range(1, LARGEST + 1)
    ]


SMALL_VALUES = [
    SmallValues(
        "small-values",
        "Grundy values, and triples that the player to move loses and wins, from the explicit "
        "graphs of one and of three heaps.",
        ("n", "g(n)", "L(n)", "S(n)"),
        _rows,
    )
]
