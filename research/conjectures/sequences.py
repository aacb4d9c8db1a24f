"""Periods and recurrences of sequences.

The shortest recurrence of the first half is found exactly over the rationals
(Berlekamp 1968, Massey 1969) and conjectured if it has at most a third as many terms as it was made
from; the other half tests it.
"""

from __future__ import annotations

from collections.abc import Sequence

from research.conjectures.conjecture import Conjecture
from research.logic.linear import shortest_recurrence
from research.proving.period_theorems import find_period

LEAST_VALUES, LEAST_TERMS = 12, 10


def _tested(
    kind: str, statement: str, known: Sequence[object], expected: Sequence[object], found: object
) -> list[Conjecture]:
    """Compare the second half with what is expected."""
    half, name = len(known) // 2, "G" if kind == "period" else "u"
    for place in range(half, len(known)):
        if known[place] != expected[place]:
            wrong = f"{name}({place}) is {known[place]}, not {expected[place]}"
            return [Conjecture(kind, statement, half, place - half + 1, wrong, found)]
    return [Conjecture(kind, statement, half, len(known) - half, found=found)]


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
