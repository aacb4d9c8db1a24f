"""Changes of the coordinates that leave the outcome as it is, and sums of single heaps.

A game is the sum of its heaps only if the outcome is the nim sum of the Grundy values that the
oracle gives to the positions with all other heaps empty (Sprague and Grundy).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING

from fast.lazy import np
from research.conjectures.automata import smaller_side
from research.conjectures.conjecture import Conjecture, least_wrong

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Members = NDArray[np.bool_]

LARGEST_SHIFT = 12
MOST_SHIFTED_COORDINATES = 4


def conjecture_heap_sum(members: Members, values: NDArray[np.int64]) -> list[Conjecture]:
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
    dimension = members.ndim
    total = np.zeros(members.shape, np.int64)
    for axis in range(dimension):
        alone = [slice(None) if each == axis else slice(0, 1) for each in range(dimension)]
        total = total ^ values[tuple(alone)]
    half = smaller_side(members.shape[0], dimension)
    wrong = (total == 0) != members
    if dimension < 2 or wrong[(slice(0, half),) * dimension].any():
        return []
    statement = "P-positions are those whose one-heap values have nim sum 0"
    made = half**dimension
    wrong_at = least_wrong(wrong, members)
    return [Conjecture("sum of heaps", statement, made, members.size - made, wrong_at)]


def conjecture_invariances(members: Members, names: Sequence[str]) -> list[Conjecture]:
    """Conjecture which changes of a position leave it a P-position, or not one, as it was.

    Parameters
    ----------
    members
        Whether each vector of a box with equal sides is a P-position.
    names
        The coordinates' names.

    Examples
    --------
    >>> import numpy as np
    >>> nim = np.eye(16, dtype=bool)
    >>> for found in conjecture_invariances(nim, ["x", "y"]):
    ...     print(found.statement)
    the outcome is the same with x and y exchanged
    the outcome is the same with x + 1, y + 1
    the outcome is the same with all coordinates doubled
    """
    half = smaller_side(members.shape[0], members.ndim)
    if half < 4:
        return []
    found = []
    for words, before, after, bounds in _changes(members, names, half):
        inside = tuple(slice(0, bound) for bound in bounds)
        if before[inside].size and (before[inside] == after[inside]).all():
            outside = np.ones(before.shape, np.bool_)
            outside[inside] = False
            wrong = least_wrong((before != after) & outside, before)
            statement = f"the outcome is the same with {words}"
            made, others = int(before[inside].size), int(outside.sum())
            found.append(Conjecture("invariance", statement, made, others, wrong))
    return found


def _changes(
    members: Members, names: Sequence[str], half: int
) -> Iterator[tuple[str, Members, Members, tuple[int, ...]]]:
    """Yield words, the members, and the members after the change, on the same box.

    The last entry bounds the vectors that lie in the smaller half before and after the change.
    """
    for first, second in combinations(range(members.ndim), 2):
        words = f"{names[first]} and {names[second]} exchanged"
        yield words, members, np.swapaxes(members, first, second), (half,) * members.ndim
    side = members.shape[0]
    if members.ndim <= MOST_SHIFTED_COORDINATES:
        for steps in _least_shifts(members, half):
            moved = ", ".join(f"{n} + {s}" for n, s in zip(names, steps, strict=True) if s)
            cut = tuple(slice(0, side - s) for s in steps)
            after = members[tuple(slice(s, side) for s in steps)]
            yield moved, members[cut], after, tuple(half - s for s in steps)
    doubled = members[(slice(None, None, 2),) * members.ndim]
    box = (slice(0, doubled.shape[0]),) * members.ndim
    yield "all coordinates doubled", members[box], doubled, ((half + 1) // 2,) * members.ndim


def _least_shifts(members: Members, half: int) -> Iterator[tuple[int, ...]]:
    """Yield for each set of coordinates the least shift that the smaller half does not refute.

    All coordinates of the set move by the same number.
    """
    for chosen in product((0, 1), repeat=members.ndim):
        for step in range(1, min(LARGEST_SHIFT, half // 2) + 1) if any(chosen) else ():
            inside = tuple(slice(0, half - step * c) for c in chosen)
            moved = tuple(slice(step * c, half) for c in chosen)
            if (members[inside] == members[moved]).all():
                yield tuple(step * c for c in chosen)
                break
