"""Eventual periods, arithmetic or not, of a sequence of values."""

from __future__ import annotations

from collections.abc import Sequence

from research.conjectures.conjecture import Conjecture
from research.proving.period_theorems import find_period

LEAST_VALUES = 12


def conjecture_period(values: Sequence[int]) -> list[Conjecture]:
    """Conjecture the period that the first half shows, and test it on the second.

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
    if len(values) < LEAST_VALUES:
        return []
    found = find_period(values[:half])
    if found is None:
        return []
    added = f" + {found.saltus}" if found.saltus else ""
    statement = f"G(n + {found.period}) = G(n){added} for every n >= {found.preperiod}"
    predicted = [int(value) for value in values[:half]]
    for place in range(half, len(values)):
        predicted.append(predicted[place - found.period] + found.saltus)
        if values[place] != predicted[place]:
            wrong = f"G({place}) is {values[place]}, not {predicted[place]}"
            return [Conjecture("period", statement, half, place - half + 1, wrong, found)]
    return [Conjecture("period", statement, half, len(values) - half, found=found)]
