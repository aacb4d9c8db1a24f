"""Periods and recurrences of sequences, and pairs of complementary Beatty sequences.

**Recurrences.** The shortest recurrence of the first half is found exactly over the rationals
(Berlekamp 1968, Massey 1969) and conjectured if it has at most a third as many terms as it was made
from; the other half tests it.

**Beatty pairs.** If the P-positions of two heaps in order are complementary sequences whose n-th
difference is d n, with d >= 1, then they are (floor(n alpha), floor(n beta)), where alpha is the
positive root of alpha^2 + (d - 2) alpha - d = 0 and beta = alpha + d, for 1/alpha + 1/beta = 1
(Beatty 1926; Fraenkel 1982, doi:10.1080/00029890.1982.11995454). So d is read off the first half,
and the pairs of the second are compared with floor((2 - d + sqrt(d^2 + 4)) n / 2), in integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt

from research.conjectures.conjecture import Conjecture
from research.logic.linear import shortest_recurrence
from research.proving.period_theorems import find_period

LEAST_VALUES, LEAST_TERMS, LEAST_PAIRS = 12, 10, 6


def _tested(
    kind: str, statement: str, known: Sequence[object], expected: Sequence[object], found: object
) -> list[Conjecture]:
    """Compare the second half with what is expected; ``{}`` in the kind's name is the place."""
    half, name = len(known) // 2, _NAMES[kind]
    for place in range(half, len(known)):
        if known[place] != expected[place]:
            wrong = f"{name.format(place)} is {known[place]}, not {expected[place]}"
            return [Conjecture(kind, statement, half, place - half + 1, wrong, found)]
    return [Conjecture(kind, statement, half, len(known) - half, found=found)]


_NAMES = {"period": "G({})", "recurrence": "u({})", "Beatty pair": "pair {}"}


def conjecture_period(values: Sequence[int]) -> list[Conjecture]:
    """Conjecture the period, arithmetic or not, that the first half shows.

    Parameters
    ----------
    values
        The value of 0, 1, 2, ...

    Examples
    --------
    >>> for conjecture in conjecture_period([0, 1, 2] * 8):
    ...     print(conjecture)
    period: G(n + 3) = G(n) for every n >= 0 [made on 12 values, tested on 12 others: passed]
    >>> conjecture_period([0, 1, 2] * 4 + [5] * 12)[0].counterexample
    'G(12) is 5, not 0'
    """
    half = len(values) // 2
    found = find_period(values[:half]) if len(values) >= LEAST_VALUES else None
    if found is None:
        return []
    expected = [int(value) for value in values[:half]]
    for place in range(half, len(values)):
        expected.append(expected[place - found.period] + found.saltus)
    statement = f"{found.law} for every n >= {found.preperiod}"
    return _tested("period", statement, values, expected, found)


def conjecture_recurrence(terms: Sequence[int], of: str = "") -> list[Conjecture]:
    """Conjecture the shortest recurrence.

    Parameters
    ----------
    terms
        u(0), u(1), ...
    of
        What u(n) is, said once before the recurrence.

    Examples
    --------
    >>> print(conjecture_recurrence([n * n for n in range(20)])[0])
    recurrence: u(n) = 3 u(n-1) - 3 u(n-2) + u(n-3) for n >= 3 [made on 10 values, tested on 10 others: passed]
    """  # noqa: E501
    half = len(terms) // 2
    recurrence = shortest_recurrence(terms[:half]) if len(terms) >= LEAST_TERMS else []
    order = len(recurrence)
    if not order or 3 * order > half:
        return []
    expected = [
        sum(a * terms[place - 1 - k] for k, a in enumerate(recurrence)) if place >= half else 0
        for place in range(len(terms))
    ]
    words = " + ".join(
        f"{a} u(n-{back})".removeprefix("1 ") for back, a in enumerate(recurrence, 1) if a
    )
    words = words.replace("+ -", "- ").replace("- 1 u", "- u") or "0"
    statement = f"{f'{of}: ' if of else ''}u(n) = {words} for n >= {order}"
    return _tested("recurrence", statement, terms, expected, recurrence)


def conjecture_beatty_pairs(positions: Iterable[tuple[int, ...]]) -> list[Conjecture]:
    """Conjecture that P-positions of two heaps are the pairs of two complementary Beatty sequences.

    Parameters
    ----------
    positions
        The P-positions with both entries below some bound, in any order.

    Examples
    --------
    >>> pairs = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18)]  # Wythoff
    >>> conjecture_beatty_pairs(pairs)[0].statement
    'P-positions are the pairs floor(n alpha), floor(n alpha) + n with alpha = (1 + sqrt(5))/2'
    """
    pairs = sorted({(min(pair), max(pair)) for pair in positions if len(pair) == 2})
    half = len(pairs) // 2
    if len(pairs) < LEAST_PAIRS or pairs[0] != (0, 0):
        return []
    difference = pairs[1][1] - pairs[1][0]
    expected = [beatty_pair(n, difference) for n in range(len(pairs))]
    if difference < 1 or pairs[:half] != expected[:half]:
        return []
    times = f"{difference} n" if difference > 1 else "n"
    statement = (
        f"P-positions are the pairs floor(n alpha), floor(n alpha) + {times} with alpha = "
        f"{root_of_pairs(difference)}"
    )
    return _tested("Beatty pair", statement, pairs, expected, difference)


def root_of_pairs(difference: int) -> str:
    """Return alpha in words.

    >>> root_of_pairs(1), root_of_pairs(2)
    ('(1 + sqrt(5))/2', 'sqrt(2)')
    """
    half, odd = divmod(difference, 2)
    if odd:
        return f"({2 - difference} + sqrt({difference**2 + 4}))/2"
    root = f"sqrt({half * half + 1})"
    return root if half == 1 else f"{root} - {half - 1}"


def beatty_pair(n: int, difference: int) -> tuple[int, int]:
    """Return the n-th pair, exactly: floor(n sqrt(D)) is the integer square root of n^2 D.

    >>> [beatty_pair(n, 2) for n in range(4)]
    [(0, 0), (1, 3), (2, 6), (4, 10)]
    """
    root = isqrt(n * n * (difference * difference + 4))
    first = ((2 - difference) * n + root) // 2
    return first, first + difference * n
