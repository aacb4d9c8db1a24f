"""Counts of an automatic set, by powers of one integer matrix, and recurrences.

Let a set of natural numbers be given by an automaton with n states that reads the greatest digit
first, ``M_d`` its 0-1 matrix for the digit d. The row vector of the numbers of words of length l
that lead to each state goes to its product with ``M_0 + ... + M_(k-1)`` when a digit is read. So
the count of the members with at most l digits is a start row by the l-th power of a matrix by a
final column (Allouche and Shallit 2003, chapter 16; Berstel and Reutenauer 2011), and by Cayley and
Hamilton the counts have a recurrence of order n.

Members with at most l digits are those below ``k^l``, in Zeckendorf's system below ``F(l+2)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from research.logic.automaton import Automaton
from research.logic.errors import AutomataError
from research.logic.numeration import system


def counts(automaton: Automaton, numeration: str) -> tuple[int, Iterator[int]]:
    """Return the order of the matrix, and the counts of members with at most 0, 1, ... digits.

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

    Examples
    --------
    >>> from itertools import islice
    >>> from research.logic.decide import evaluate
    >>> order, found = counts(evaluate("Ek x = 3*k", "msd_2"), "msd_2")
    >>> order, list(islice(found, 8))
    (3, [1, 1, 2, 3, 6, 11, 22, 43])
    """
    target = system(numeration)
    if len(automaton.tracks) != 1:
        raise AutomataError(f"tracks={list(automaton.tracks)!r}: expected exactly one")
    if (automaton.digits, automaton.order) != (target.digits, target.order):
        raise AutomataError(f"system={numeration!r}: {automaton!r} does not read it")
    valid = automaton & target.valid(automaton.tracks)
    greatest = valid if valid.order == "msd" else valid.mirrored()
    return greatest.states, _counts(greatest)


def _counts(automaton: Automaton) -> Iterator[int]:
    """Yield how many words of each length are accepted, from length 0 on."""
    row = [1] + [0] * (automaton.states - 1)
    steps = automaton.table[:, automaton.letter_class].tolist()
    while True:
        yield sum(count for count, accepts in zip(row, automaton.accepting, strict=True) if accepts)
        moved = [0] * len(row)
        for count, targets in zip(row, steps, strict=True):
            for target in targets:
                moved[target] += count
        row = moved


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
