"""Positions as coordinates, and the permutations of them that leave the outcome unchanged.

A position that is a tuple, nested or not, has its entries as coordinates. Where all positions
have the same nesting these are the entries at the bottom; otherwise, where all are tuples of one
length, the entries at the top. A strip has its cells as coordinates, and the permutation that is
tried is the reversal. A permutation is a *symmetry* of what was explored if it takes every position
to one that was explored too, of the same outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
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


def rebuilt(nesting: Any, entries: Iterable[Any]) -> Any:
    """Put entries into a nesting; the reverse of :func:`flattened`.

    >>> rebuilt(((None, None), None), (0, 2, 1))
    ((0, 2), 1)
    """
    supply = iter(entries)

    def fill(part: Any) -> Any:
        return tuple(map(fill, part)) if isinstance(part, tuple) else next(supply)

    return fill(nesting)


@dataclass(frozen=True)
class Reading:
    """How positions are read as coordinates.

    Attributes
    ----------
    number
        How many coordinates there are.
    read
        From a position to its coordinates.
    write
        Back again.
    """

    number: int
    read: Callable[[Any], Coordinates]
    write: Callable[[Coordinates], Any]


def reading_of(positions: Sequence[Any]) -> Reading | None:
    """Return how to read all of ``positions`` as equally many coordinates, if that can be done."""
    nesting = shape(positions[0])
    if all(shape(position) == nesting for position in positions):
        number = len(flattened(positions[0]))
        return Reading(number, flattened, lambda entries: rebuilt(nesting, entries))
    first = positions[0]
    if isinstance(first, tuple) and all(
        isinstance(position, tuple) and len(position) == len(first) for position in positions
    ):
        return Reading(len(first), tuple, tuple)
    return None


@dataclass(frozen=True)
class Symmetries:
    """What permuting the coordinates does to the outcomes.

    Attributes
    ----------
    words
        What was found, in a sentence.
    permutations
        The symmetries other than the identity: place i gets coordinate ``permutation[i]``.
    positions
        On how many positions they were tested; 0 where there is nothing to permute.
    """

    words: str
    permutations: tuple[tuple[int, ...], ...]
    positions: int


def symmetries(outcomes: Mapping[Any, str]) -> Symmetries:
    """Find the permutations of the coordinates that leave every outcome unchanged.

    Parameters
    ----------
    outcomes
        Outcome of every position; each permutation is tested on all of them.

    Examples
    --------
    >>> squares = {(x, y): "P" if x == y else "N" for x in range(3) for y in range(3)}
    >>> print(symmetries(squares).words)
    all 2 permutations of the 2 coordinates
    >>> print(symmetries(squares | {(0, 1): "P"}).words)
    none: every other permutation of the 2 coordinates changes an outcome or leads outside
    """
    positions = list(outcomes)
    if all(isinstance(p, str) for p in positions) and any(len(p) > 1 for p in positions):
        return _reversal(outcomes)
    reading = reading_of(positions)
    if written_in_order(positions):
        why = "the rules write the coordinates in order, so all permutations are built in"
        if reading is None:
            why = "the rules write the entries of a position in order, so they have no places"
        return Symmetries(why, (), len(positions))
    if reading is None or reading.number == 1:
        return Symmetries(f"nothing to permute: positions {_why_nothing(positions)}", (), 0)
    number = reading.number
    if number > MOST_COORDINATES:
        why = f"not tried: {number} coordinates have {factorial(number)} permutations"
        return Symmetries(why, (), 0)
    read = {position: reading.read(position) for position in positions}
    found = tuple(
        permutation
        for permutation in permutations(range(number))
        if permutation != tuple(range(number))
        and all(
            outcomes.get(reading.write(tuple(entries[i] for i in permutation)))
            == outcomes[position]
            for position, entries in read.items()
        )
    )
    return Symmetries(_in_words(found, number), found, len(positions))


def _why_nothing(positions: Sequence[Any]) -> str:
    if all(isinstance(position, frozenset) for position in positions):
        return "are sets, whose entries have no places"
    alike = reading_of(positions) is not None
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


def _reversal(outcomes: Mapping[Hashable, str]) -> Symmetries:
    strips: list[Any] = list(outcomes)
    if all(strip == strip[::-1] for strip in strips):
        return Symmetries("every strip reads the same backwards", (), len(strips))
    kept = all(outcomes.get(strip[::-1]) == outcomes[strip] for strip in strips)
    words = (
        "reversing the strip"
        if kept
        else "none: reversing the strip changes an outcome or leads outside"
    )
    longest = max(map(len, strips))
    return Symmetries(words, (tuple(range(longest))[::-1],) if kept else (), len(strips))
