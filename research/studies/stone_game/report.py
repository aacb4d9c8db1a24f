"""What the report on the stone game has beside claims: abstract, symbols, small values."""

from __future__ import annotations

from research.claims.study import SmallValues

ABSTRACT = """
The stone game is played on three piles; a move takes the same positive number of stones from one,
two or three of them. The source claims that a sieve by three tables of keys lists the P-positions;
it proves this by induction, and reads the sum of the P-positions with piles up to 1000 off it. Here
the sieve is proved right for every bound, by a decision procedure and not by the source's proof,
and the sum is computed by two algorithms. No closed form of the P-positions is known to the source
or found here. With one empty pile the game is Wythoff's.
"""

NOTATION = {
    "x ≤ y ≤ z": "the numbers of stones in the piles, in order",
    "N": "a bound on the piles",
    "S(N)": "the sum of $x + y + z$ over the P-positions with $z ≤ N$",
    "P(N)": "the number of these positions",
}


def _rows() -> list[tuple[int, int, int]]:
    from research.studies.stone_game.truth import BOUND, on_graph

    return [(n, on_graph.answer(n, "number"), on_graph.answer(n)) for n in range(BOUND + 1)]


SMALL_VALUES = [
    SmallValues(
        "small-values",
        "The number and the sum of the P-positions with piles up to $N$, from the explicit graph.",
        ("N", "P(N)", "S(N)"),
        _rows,
    )
]
