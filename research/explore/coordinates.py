"""Positions as coordinates, and the permutations of them that leave the outcome unchanged.

A position that is a tuple, nested or not, has its entries as coordinates. Where all positions
have the same nesting these are the entries at the bottom; otherwise, where all are tuples of one
length, the entries at the top. A strip has its cells as coordinates, and the permutation that is
tried is the reversal. A permutation is a *symmetry* of what was explored if it takes every position
to one that was explored too, of the same outcome.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from math import factorial
from typing import Any

MOST_COORDINATES = 6  # 720 permutations

Coordinates = tuple[Any, ...]


def flattened(position: Any) -> Coordinates:
    """Return the entries at the bottom of nested tuples.

    >>> flattened(((0, 2), 1)), flattened(7)
    ((0, 2, 1), (7,))
    """
    if isinstance(position, tuple):
        return tuple(entry for part in position for entry in flattened(part))
    return (position,)


def shape(position: Any) -> Any:
    """Return the nesting of a position, with None for each entry at the bottom."""
    return tuple(map(shape, position)) if isinstance(position, tuple) else None


def coordinates_of(positions: Sequence[Any]) -> list[Coordinates] | None:
    """Return equally many coordinates of each position, if all can be read so.

    >>> coordinates_of([((0, 2), 1), ((3, 0), 0)]), coordinates_of([(1,), (1, 2)])
    ([(0, 2, 1), (3, 0, 0)], None)
    """
    nesting, first = shape(positions[0]), positions[0]
    if all(shape(position) == nesting for position in positions):
        return [flattened(position) for position in positions]
    if isinstance(first, tuple) and all(
        isinstance(position, tuple) and len(position) == len(first) for position in positions
    ):
        return list(map(tuple, positions))
    return None


def symmetries(outcomes: Mapping[Any, str]) -> tuple[str, int]:
    """Find the permutations of the coordinates that leave every outcome unchanged.

    Parameters
    ----------
    outcomes
        Outcome of every position; each permutation is tested on all of them.

    Returns
    -------
    tuple of str and int
        What was found, in a sentence, and on how many positions it was tested; on none where there
        is nothing to permute.

    Examples
    --------
    >>> squares = {(x, y): "P" if x == y else "N" for x in range(3) for y in range(3)}
    >>> symmetries(squares)
    ('all 2 permutations of the 2 coordinates', 9)
    >>> print(symmetries(squares | {(0, 1): "P"})[0])
    none: every other permutation of the 2 coordinates changes an outcome or leads outside
    """
    positions = list(outcomes)
    if all(isinstance(p, str) for p in positions) and any(len(p) > 1 for p in positions):
        return _reversal(outcomes), len(positions)
    read = coordinates_of(positions)
    if written_in_order(positions):
        why = "the rules write the coordinates in order, so all permutations are built in"
        if read is None:
            why = "the rules write the entries of a position in order, so they have no places"
        return why, len(positions)
    if read is None or len(read[0]) == 1:
        return f"nothing to permute: positions {_why_nothing(positions)}", 0
    number = len(read[0])
    if number > MOST_COORDINATES:
        return f"not tried: {number} coordinates have {factorial(number)} permutations", 0
    known = dict(zip(read, outcomes.values(), strict=True))
    found = [
        permutation
        for permutation in permutations(range(number))
        if permutation != tuple(range(number))
        and all(
            known.get(tuple(entries[i] for i in permutation)) == outcome
            for entries, outcome in known.items()
        )
    ]
    return _in_words(found, number), len(positions)


def _why_nothing(positions: Sequence[Any]) -> str:
    if all(isinstance(position, frozenset) for position in positions):
        return "are sets, whose entries have no places"
    alike = coordinates_of(positions) is not None
    return "have one coordinate" if alike else "have different numbers of coordinates"


def cycles(permutation: Sequence[int]) -> str:
    """Write a permutation by its cycles, coordinates being counted from 1.

    >>> cycles((1, 0, 2)), cycles((1, 2, 0))
    ('(1 2)', '(1 2 3)')
    """
    written = []
    left = set(range(len(permutation)))
    while left:
        place = min(left)
        cycle = []
        while place in left:
            left.remove(place)
            cycle.append(place + 1)
            place = permutation[place]
        if len(cycle) > 1:
            written.append(f"({' '.join(map(str, cycle))})")
    return "".join(written)


def _in_words(found: Sequence[tuple[int, ...]], number: int) -> str:
    if len(found) + 1 == factorial(number):
        return f"all {factorial(number)} permutations of the {number} coordinates"
    if not found:
        what = "changes an outcome or leads outside"
        return f"none: every other permutation of the {number} coordinates {what}"
    listed = ", ".join(cycles(permutation) for permutation in found)
    return f"{listed}, besides the identity ({len(found) + 1} of {factorial(number)} permutations)"


def written_in_order(positions: Sequence[Any]) -> bool:
    """Whether every position is a tuple of integers, the smallest first, some of them differing."""
    plain = all(
        isinstance(position, tuple) and all(isinstance(entry, int) for entry in position)
        for position in positions
    )
    return (
        plain
        and all(list(position) == sorted(position) for position in positions)
        and any(len(set(position)) > 1 for position in positions)
    )


def _reversal(outcomes: Mapping[Any, str]) -> str:
    if all(strip == strip[::-1] for strip in outcomes):
        return "every strip reads the same backwards"
    kept = all(outcomes.get(strip[::-1]) == outcome for strip, outcome in outcomes.items())
    what = "reversing the strip"
    return what if kept else f"none: {what} changes an outcome or leads outside"
