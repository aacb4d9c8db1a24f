"""The vectors of natural numbers to a size, without those of a smaller one.

Each is made and none thrown away, so that going from size to size costs what is new.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

Vector = tuple[int, ...]


def ordered_vectors(largest: Sequence[int], after: int = -1) -> Iterator[Vector]:
    """Yield the vectors with an entry above ``after``, in lexicographic order.

    Parameters
    ----------
    largest
        The largest value of each entry.
    after
        Vectors whose entries are all at most this are left out; none if it is below 0.

    Examples
    --------
    >>> list(ordered_vectors((2, 1), 1))
    [(2, 0), (2, 1)]
    """
    if after < 0:
        yield from product(*(range(most + 1) for most in largest))
    elif largest:
        most, rest = largest[0], largest[1:]
        if max(rest, default=0) > after:
            for value in range(min(most, after) + 1):
                yield from ((value, *others) for others in ordered_vectors(rest, after))
        for value in range(after + 1, most + 1):
            yield from ((value, *others) for others in ordered_vectors(rest))


def unordered_vectors(largest: int, dimension: int, after: int = -1) -> Iterator[Vector]:
    """Yield those whose entries do not fall, with the last of them above ``after``.

    >>> list(unordered_vectors(2, 2, 1))
    [(0, 2), (1, 2), (2, 2)]
    """
    if not dimension:
        yield from () if after >= 0 else ((),)
        return
    for before in combinations_with_replacement(range(largest + 1), dimension - 1):
        least = max(after + 1, *before[-1:], 0)
        yield from ((*before, last) for last in range(least, largest + 1))
