"""Theorems by which finitely many Grundy values prove a period of a heap game.

The values G(0), G(1), ... of a code have *preperiod* n0, *period* p and *saltus* s if
**G(n + p) = G(n) + s for every n >= n0**. With s = 0 they are periodic, else arithmetic periodic.
``docs/theorems.md`` states the theorems with their proofs and references:

- Theorem 1, octal periodicity: a finite code that leaves at most k heaps, which need not differ;
- Theorem 2, finite subtraction sets: each digit is 0 or 3.

Of other codes, and with a saltus, the recurrence is decided (:mod:`.decided_values`).
``NotProvable`` says why a code is refused, or why some values do not prove a period.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fast.lazy import np
from research.proving.results import NotProvable

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fast.heap_codes import HeapCode

    GrundyValues = NDArray[np.int64]
    # Gives the largest heap that the finite check used.
    PeriodCheck = Callable[[HeapCode, GrundyValues, "SeenPeriod"], int]

DECIDED = "recurrence of Sprague and Grundy, decided by automata"


@dataclass(frozen=True)
class SeenPeriod:
    """A period that the first values show, from the preperiod on. It is not proved."""

    preperiod: int
    period: int
    saltus: int

    @property
    def law(self) -> str:
        """What holds from the preperiod on, as an equation."""
        added = f" + {self.saltus}" if self.saltus else ""
        return f"G(n + {self.period}) = G(n){added}"


def find_period(values: ArrayLike) -> SeenPeriod | None:
    """Return the period, arithmetic or not, that a sequence of integers shows, if it does.

    The differences of successive values must be periodic over the second half of the sequence at
    least, and through at least two periods; of all such ends of the sequence the longest is taken,
    with its least period. O(length), by the borders of the reversed differences.

    Examples
    --------
    >>> find_period([0, 5, 1, 2, 1, 2, 1, 2])
    SeenPeriod(preperiod=2, period=2, saltus=0)
    >>> find_period([0, 0, 1, 1, 2, 2, 3, 3])
    SeenPeriod(preperiod=0, period=2, saltus=1)
    >>> find_period([0, 1, 0, 2, 1, 3, 0, 1]) is None
    True
    """
    from fast.heap_kernels import longest_borders

    sequence = np.asarray(values, np.int64)
    if len(sequence) < 3:
        return None
    backwards = np.ascontiguousarray(np.diff(sequence)[::-1])
    lengths = np.arange(len(backwards) + 1)
    periods = lengths - longest_borders(backwards)
    seen = np.flatnonzero((2 * periods <= lengths) & (2 * lengths >= len(backwards)))
    if not len(seen):
        return None
    period = int(periods[seen[-1]])
    saltus = int(sequence[-1] - sequence[-1 - period])
    return SeenPeriod(len(backwards) - int(seen[-1]), period, saltus)


def theorem_for(code: HeapCode, saltus: int) -> tuple[str, PeriodCheck]:
    """Return the name and the check of the theorem that applies."""
    heaps = max(code.most_heaps, 1)
    if code.distinct:
        raise NotProvable(
            "no theorem applies: moves that must leave different heaps ('!') are not covered"
        )
    if code.repeat or saltus:
        return DECIDED, _check_decided
    name = f"octal periodicity theorem (at most {heaps} heap{'s' * (heaps > 1)})"
    of_set = "finite state theorem for subtraction sets"
    return of_set if code.is_subtraction else name, _check_periodic


def _check_decided(code: HeapCode, values: GrundyValues, candidate: SeenPeriod) -> int:
    """Decide by automata that all values are what the period says; return the last that it uses."""
    from research.proving.decided_values import require_decided

    n0, p = candidate.preperiod, candidate.period
    require_decided(code, values.tolist(), n0, p, candidate.saltus)
    return n0 + p - 1


def heap_needed(code: HeapCode, candidate: SeenPeriod) -> int:
    """Return the largest heap whose value Theorem 1 or 2 looks at."""
    n0, p, t = candidate.preperiod, candidate.period, len(code.digits) - 1
    if code.is_subtraction:
        return n0 + p + t - 1
    return max(code.most_heaps, 1) * (max(n0, 1) + p - 1) + t


def require_unbroken(values: GrundyValues, candidate: SeenPeriod) -> None:
    """Refuse values that break the period at some heap."""
    n0, p = candidate.preperiod, candidate.period
    broken = np.flatnonzero(values[n0 + p :] != values[n0 : len(values) - p] + candidate.saltus)
    if len(broken):
        raise NotProvable(f"the period breaks at heap {n0 + p + int(broken[0])}")


def _check_periodic(code: HeapCode, values: GrundyValues, candidate: SeenPeriod) -> int:
    """Return the largest heap that Theorem 1 or 2 used."""
    n0, p = candidate.preperiod, candidate.period
    last = max(heap_needed(code, candidate), n0 + p - 1)
    if last >= len(values):
        raise NotProvable(f"the finite check needs the values of the heaps 0 to {last}")
    require_unbroken(values[: last + 1], candidate)
    return last
