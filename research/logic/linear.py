"""Counts and sums of an automatic set, by powers of one integer matrix.

Let a set of natural numbers be given by an automaton with n states that reads the greatest digit
first, ``M_d`` its 0-1 matrix for the digit d. The row vector c of the numbers of words of length l
that lead to each state goes to ``c (M_0 + ... + M_(k-1))`` when a digit is read, and the row vector
s of the sums of their values to ``k s M + c (0 M_0 + 1 M_1 + ...)``. So count and sum of the
members with at most l digits are a linear representation: start row, l-th power of a matrix, final
column (Allouche and Shallit 2003, chapter 16; Berstel and Reutenauer 2011). In Zeckendorf's
system a second row carries the values moved down by one place, since ``F(i+1) = F(i) + F(i-1)``.

Members with at most l digits are those below ``k^l``, in Zeckendorf's system below ``F(l+2)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

from research.logic.automaton import Automaton
from research.logic.errors import AutomataError
from research.logic.numeration import system
from research.logic.positional import NumerationSystem

Quantity = Literal["count", "sum"]


@dataclass(frozen=True)
class LinearRepresentation:
    """Counts and sums of the members of a set; make one by :func:`linear_representation`.

    Parameters
    ----------
    numeration
        The system.
    steps
        ``steps[state][digit]`` is the next state; state 0 is the start.
    accepting
        Which states accept.

    Examples
    --------
    >>> from research.logic.decide import evaluate
    >>> threes = linear_representation(evaluate("Ek x = 3*k", "msd_2"), "msd_2")
    >>> threes.terms("count", 11)[10], threes.terms("sum", 11)[10]
    (342, 174933)
    """

    numeration: NumerationSystem
    steps: tuple[tuple[int, ...], ...]
    accepting: tuple[bool, ...]

    @cached_property
    def matrix(self) -> list[list[int]]:
        """The square matrix of one step, acting on row vectors from the right.

        The first block is the count, the next the sum of values, and in Zeckendorf's system the
        last is the sum of the values moved down by one place.
        """
        shift, weight = self.numeration.shift, self.numeration.weight
        size, blocks = len(self.steps), 1 + len(weight)
        result = [[0] * (size * blocks) for _ in range(size * blocks)]
        for state, row in enumerate(self.steps):
            for digit, target in enumerate(row):
                result[state][target] += 1
                for place in range(blocks - 1):
                    column = (1 + place) * size + target
                    result[state][column] += digit * weight[place]
                    for source in range(blocks - 1):
                        result[(1 + source) * size + state][column] += shift[place][source]
        return result

    def _final(self, quantity: Quantity) -> list[int]:
        size = len(self.steps)
        offset = {"count": 0, "sum": size}[quantity]
        final = [0] * len(self.matrix)
        for state, accepts in enumerate(self.accepting):
            final[offset + state] = int(accepts)
        return final

    def terms(self, quantity: Quantity, number: int) -> list[int]:
        """Return the count or sum of the members with at most 0, 1, ..., ``number - 1`` digits."""
        final = self._final(quantity)
        row = [1] + [0] * (len(final) - 1)
        result = []
        for _ in range(number):
            result.append(sum(a * b for a, b in zip(row, final, strict=True)))
            moved = [0] * len(final)
            for value, line in zip(row, self.matrix, strict=True):
                if value:
                    moved = [m + value * entry for m, entry in zip(moved, line, strict=True)]
            row = moved
        return result


def linear_representation(automaton: Automaton, numeration: str) -> LinearRepresentation:
    """Return the linear representation of a set of numbers.

    Parameters
    ----------
    automaton
        With exactly one track.
    numeration
        The name of its system.

    Raises
    ------
    AutomataError
        If there is another number of tracks, or digits and order do not fit the system.
    """
    target = system(numeration)
    if len(automaton.tracks) != 1:
        raise AutomataError(f"tracks={list(automaton.tracks)!r}: expected exactly one")
    if (automaton.digits, automaton.order) != (target.digits, target.order):
        raise AutomataError(f"system={numeration!r}: {automaton!r} does not read it")
    valid = automaton & target.valid(automaton.tracks)
    greatest = valid if valid.order == "msd" else valid.mirrored()
    steps = greatest.table[:, greatest.letter_class].tolist()
    accepting = tuple(bool(accepts) for accepts in greatest.accepting)
    return LinearRepresentation(target, tuple(map(tuple, steps)), accepting)


def shortest_recurrence(terms: Sequence[int]) -> list[Fraction]:
    """Return the shortest a_1, ..., a_d with ``u(n) = a_1 u(n-1) + ... + a_d u(n-d)`` for n >= d.

    If the sequence has a recurrence of order d, 2 d terms suffice to find it (Massey 1969,
    doi:10.1109/TIT.1969.1054260).

    Examples
    --------
    >>> [int(a) for a in shortest_recurrence([0, 1, 1, 2, 3, 5, 8, 13])]
    [1, 1]
    """
    current, previous = [Fraction(1)], [Fraction(1)]
    order, gap, divisor = 0, 1, Fraction(1)
    for place, term in enumerate(terms):
        missing = Fraction(term)
        for back in range(1, min(order, len(current) - 1) + 1):
            missing += current[back] * terms[place - back]
        if missing == 0:
            gap += 1
            continue
        factor = missing / divisor
        updated = current + [Fraction(0)] * (gap + len(previous) - len(current))
        for offset, value in enumerate(previous):
            updated[gap + offset] -= factor * value
        if 2 * order <= place:
            previous, divisor, gap = current, missing, 1
            order = place + 1 - order
        else:
            gap += 1
        current = updated
    current += [Fraction(0)] * (order + 1 - len(current))
    return [-value for value in current[1 : order + 1]]
