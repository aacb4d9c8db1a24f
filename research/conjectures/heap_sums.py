"""A game whose outcome is the nim sum of one value for each of its heaps.

Let every heap i of size x carry an unknown vector h_i(x) over GF(2), such that a position is a
P-position exactly if the sum of its heaps' vectors is 0. Each P-position seen is a linear equation;
the most general solution is the quotient by the space that these equations span. So the conjecture
holds on the data exactly if no N-position lies in the span of the P-positions. With two heaps it
always does, for every heap has one partner at most, so the one-heap values are taken instead: those
that the oracle gives to the position with the other heaps empty (Sprague and Grundy).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from research.conjectures.automata import smaller_side
from research.conjectures.conjecture import Conjecture, least_wrong

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KIND = "sum of heaps"
MOST_VECTORS = 30_000


def conjecture_heap_sum(members: NDArray[np.bool_], values: NDArray[np.int64]) -> list[Conjecture]:
    """Conjecture that a position is lost exactly if the xor of its one-heap Grundy values is 0.

    Parameters
    ----------
    members
        Whether each vector of a box with equal sides is a P-position.
    values
        The Grundy value of each vector of the box.

    Examples
    --------
    >>> import numpy as np
    >>> values = np.arange(8)[:, None] ^ np.arange(8)
    >>> str(conjecture_heap_sum(values == 0, values)[0]).partition(": ")[2][:60]
    'P-positions are those whose one-heap values have nim sum 0 ['
    """
    import numpy as np

    if members.ndim < 2:
        return []
    side, dimension = members.shape[0], members.ndim
    total = np.zeros(members.shape, np.int64)
    for axis in range(dimension):
        alone = values[tuple(slice(None) if a == axis else slice(0, 1) for a in range(dimension))]
        total = total ^ alone
    half = smaller_side(side, dimension)
    wrong = (total == 0) != members
    if wrong[(slice(0, half),) * dimension].any():
        return []
    statement = "P-positions are those whose one-heap values have nim sum 0"
    number = members.size - half**dimension
    return [Conjecture(KIND, statement, half**dimension, number, least_wrong(wrong, members))]


def conjecture_gf2_labelling(members: NDArray[np.bool_]) -> list[Conjecture]:
    """Conjecture that some vectors over GF(2), one for each heap, sum to 0 exactly in P-positions.

    Parameters
    ----------
    members
        Whether each vector of a box with equal sides and three or more axes is a P-position.
    """
    import numpy as np

    side, dimension = members.shape[0], members.ndim
    if dimension < 3 or members.size > MOST_VECTORS:
        return []
    half = smaller_side(side, dimension)
    basis: dict[int, int] = {}
    vectors = [tuple(v) for v in np.argwhere(np.ones_like(members)).tolist()]
    vectors.sort(key=lambda vector: (max(vector), vector))
    inside = [vector for vector in vectors if max(vector) < half]
    outside = [vector for vector in vectors if max(vector) >= half]
    for vector in inside:
        if members[vector]:
            _add(basis, _incidence(vector, side))
    if any(not members[v] and not _reduced(basis, _incidence(v, side)) for v in inside):
        return []
    for vector in outside:
        if members[vector]:
            _add(basis, _incidence(vector, side))
    counterexample = next(
        (
            f"{v} is an N-position, though a sum of P-positions over GF(2)"
            for v in (*inside, *outside)
            if not members[v] and not _reduced(basis, _incidence(v, side))
        ),
        "",
    )
    rank = dimension * side - len(basis)
    statement = (
        f"P-positions are those in which vectors over GF(2), one for each heap and size, sum to 0; "
        f"at most {rank} bits"
    )
    return [Conjecture(KIND, statement, len(inside), len(outside), counterexample)]


def _incidence(vector: tuple[int, ...], side: int) -> int:
    """Return the equation of a vector: one bit for each heap with its size."""
    return sum(1 << (place * side + size) for place, size in enumerate(vector))


def _reduced(basis: dict[int, int], row: int) -> int:
    while row:
        lead = row.bit_length()
        if lead not in basis:
            return row
        row ^= basis[lead]
    return 0


def _add(basis: dict[int, int], row: int) -> None:
    rest = _reduced(basis, row)
    if rest:
        basis[rest.bit_length()] = rest
