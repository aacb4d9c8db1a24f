"""Periods that values show, which prove nothing by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fast.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@dataclass(frozen=True)
class SeenPeriod:
    """A period that the first values show. It is not proved.

    Attributes
    ----------
    preperiod, period, saltus
        G(n + period) = G(n) + saltus from the preperiod on, as far as was looked.
    """

    preperiod: int
    period: int
    saltus: int


def find_period(values: ArrayLike) -> SeenPeriod | None:
    """Return the period, arithmetic or not, that a sequence of values shows, if it does.

    The differences of successive values must be periodic over the second half of the sequence at
    least, and through at least two periods; of all such ends of the sequence the longest is taken,
    with its least period. O(length), by the borders of the reversed differences.

    Parameters
    ----------
    values
        G(0), G(1), ... as integers.

    Examples
    --------
    >>> find_period([0, 5, 1, 2, 1, 2, 1, 2])
    SeenPeriod(preperiod=2, period=2, saltus=0)
    >>> find_period([0, 0, 1, 1, 2, 2, 3, 3])
    SeenPeriod(preperiod=0, period=2, saltus=1)
    >>> find_period([0, 1, 0, 2, 1, 3, 0, 1]) is None
    True
    """
    import numpy as np

    from fast.heap_kernels import longest_borders

    sequence = np.asarray(values, np.int64)
    if sequence.ndim != 1:
        raise InputError(f"values: expected one sequence, got {sequence.ndim} dimensions")
    if len(sequence) < 3:
        return None
    backwards = np.ascontiguousarray(np.diff(sequence)[::-1])
    lengths = np.arange(len(backwards) + 1)
    periods = lengths - longest_borders(backwards)
    seen = np.flatnonzero((2 * periods <= lengths) & (2 * lengths >= len(backwards)))
    if not len(seen):
        return None
    length = int(seen[-1])
    period = int(periods[length])
    saltus = int(sequence[-1] - sequence[-1 - period])
    return SeenPeriod(len(backwards) - length, period, saltus)
