"""Theorems by which finitely many Grundy values prove a period of a heap game.

The values G(0), G(1), ... of a code have *preperiod* n0, *period* p and *saltus* s if
**G(n + p) = G(n) + s for every n >= n0**. With s = 0 they are periodic, else arithmetic periodic.
``docs/theorems.md`` states the theorems with their proofs and references:

- Theorem 1, octal periodicity: a finite code that leaves at most k heaps, which need not differ;
- Theorem 2, finite subtraction sets: each digit is 0 or 3;
- Theorem 3, all but a finite set: each digit is 3, but finitely many are 0;
- Theorem 4, arithmetic periods: a finite code that leaves three heaps, which need not differ.

Of other codes that leave at most two heaps the recurrence is decided (:mod:`.decided_values`).
``NotProvable`` says why a code is refused, or why some values do not prove a period.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
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
_FACTORS = (1, 2, 4)
_MOST_ROWS = 200_000  # vector operations of condition (4.1), some seconds
_MOST_STEPS = 10_000_000  # steps of condition (4.2)


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
    if code.repeat:
        if code.is_subtraction and set(code.digits[-code.repeat :]) == {3}:
            return "finite state theorem for all-but-finite subtraction sets", _check_cofinite
        return DECIDED, _check_decided
    if saltus and heaps == 3:
        return "arithmetic periodicity theorem for three heaps", check_three_heaps
    if saltus:
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


def _check_cofinite(code: HeapCode, values: GrundyValues, candidate: SeenPeriod) -> int:
    """Return the largest heap that Theorem 3 used."""
    n0, p, s = candidate.preperiod, candidate.period, candidate.saltus
    e = max((i for i, digit in enumerate(code.digits) if i and not digit), default=0)
    heaps = len(values)
    if heaps < n0 + p + e:
        last = n0 + p + e - 1
        raise NotProvable(f"the finite check needs the values of the heaps 0 to {last} at least")
    require_unbroken(values, candidate)
    unused = np.concatenate([[0], np.maximum.accumulate(values) + 1])  # u(0), ..., u(heaps)
    first = np.concatenate([[0], np.cumsum(np.diff(unused) > 0)])
    places = np.arange(n0 + e, heaps + 1 - p)
    live = first[e:] - first[: heaps + 1 - e]  # live[n - e] = l(n)
    same = (unused[places + p] == unused[places] + s) & (live[places + p - e] == live[places - e])
    found = np.flatnonzero(same)
    if not len(found):
        raise NotProvable(f"the state does not come back below heap {heaps}")
    return int(places[found[0]]) + p - 1


def check_three_heaps(code: HeapCode, values: GrundyValues, candidate: SeenPeriod) -> int:
    """Return the largest heap that Theorem 4 used.

    Where it fails for a period it is tried on the double and the fourfold: the same law has then a
    larger mu, and more can be told apart.

    >>> from fast.heap_codes import parse_code
    >>> from fast.heap_games import grundy_values
    >>> code = parse_code("0.8")
    >>> check_three_heaps(code, grundy_values(code, 40).astype(int), SeenPeriod(1, 3, 1))
    10
    """
    n0, p, s = candidate.preperiod, candidate.period, candidate.saltus
    if s <= 0:
        raise NotProvable("the values fall")
    failures = []
    for k in _FACTORS:
        try:
            return _check_once(code, values, SeenPeriod(n0, k * p, k * s))
        except NotProvable as error:
            failures.append(error)
    raise failures[0]


def _check_once(code: HeapCode, values: GrundyValues, candidate: SeenPeriod) -> int:
    """Return the largest heap that Theorem 4 used for this period alone."""
    p, s, m = candidate.period, candidate.saltus, max(candidate.preperiod, 1)
    first = m + len(code.digits) - 1 + 2 * (m + p - 1)  # M of the theorem
    last = first + p - 1
    if last >= len(values):
        raise NotProvable(f"the finite check needs the values of the heaps 0 to {last}")
    if s * (m + p) > _MOST_STEPS or p * len(code.digits) * (m + p) > _MOST_ROWS:
        raise NotProvable("the finite check is too long: preperiod or period is too large")
    require_unbroken(values[: last + 1], candidate)
    _ThreeHeaps(code, values, candidate).require(range(first, last + 1))
    return last


class _ThreeHeaps:
    """The quantities of Theorem 4, under its names."""

    def __init__(self, code: HeapCode, values: GrundyValues, candidate: SeenPeriod) -> None:
        self.code, self.values = code, values
        self.p, self.s = candidate.period, candidate.saltus
        self.m = max(candidate.preperiod, 1)
        self.mu = self.s & -self.s
        self.base = range(self.m, self.m + self.p)
        self.threes = [i for i, digit in enumerate(code.digits) if digit & 8]
        self.one_parity = all((i - k) % 2 == 0 for i, k in pairwise(self.threes))
        self.reach = self._reaching_heaps()

    def require(self, window: range) -> None:
        """Refuse values for which a condition fails in the window."""
        fails = "no theorem applies: condition ({}) fails{}"
        if not all(self.reach.values()):
            raise NotProvable(fails.format("4.2", ", some values have no heap"))
        for n in window:
            if self.may_reach_its_own_value(n):
                raise NotProvable(fails.format("4.1", f" at heap {n}"))
            if missing := self.uncertain_values(n):
                raise NotProvable(fails.format("4.3", f" at heap {n}, value {missing[0]}"))

    def _canonical(
        self, n: int, most: int
    ) -> Iterator[tuple[GrundyValues, GrundyValues, GrundyValues]]:
        """Yield the heaps a, b, c of canonical options of ``n``, b and c to ``most``, 0 for none.

        The heap a is at least m.
        """
        none = np.zeros(1, np.int64)
        for i, digit in enumerate(self.code.digits):
            left = n - i
            if digit & 2 and i:
                yield none + left, none, none
            if digit & 4:
                b = np.arange(1, min(most, left - self.m) + 1)
                yield left - b, b, 0 * b
            for second in range(1, min(most, left - self.m) + 1) if digit & 8 else ():
                c = np.arange(second, min(most, left - self.m - second) + 1)
                yield left - second - c, 0 * c + second, c

    def may_reach_its_own_value(self, n: int) -> bool:
        """Whether condition (4.1) fails at ``n``."""
        q, r = self.values // self.mu, self.values % self.mu
        for a, b, c in self._canonical(n, self.m + self.p - 1):
            excess = q[a] + q[b] + q[c] - q[n]
            same = (r[a] ^ r[b] ^ r[c]) == r[n]
            if (same & (excess >= 0) & (excess % 2 == 0)).any():
                return True
        return False

    def uncertain_values(self, n: int) -> list[int]:
        """Return the values below G(n) for which condition (4.3) fails."""
        sure: set[int] = set()  # by (4.3a)
        for a, b, c in self._canonical(n, n):
            others = self.values[b] ^ self.values[c]
            sure.update((self.values[a] ^ others)[others < self.mu].tolist())
        return [v for v in range(int(self.values[n])) if v not in sure and not self._paired(n, v)]

    def _paired(self, n: int, v: int) -> bool:
        """Whether (4.3b) gives ``v``."""
        steps = v // self.s
        i = min(self.threes) if self.one_parity else max(self.threes)
        parity = (n - i - steps * self.p) % 2 if self.one_parity else None
        return any(
            h + (steps - self._steps(h)) * self.p <= n - i - 2
            for h in self.reach[v % self.s, parity]
        )

    def _steps(self, heap: int) -> int:
        return int(self.values[heap]) // self.s  # how often the saltus is in its value

    def _reaching_heaps(self) -> dict[tuple[int, int | None], list[int]]:
        """Return the heaps h of condition (4.2) for each residue and parity (None: any)."""
        empty_counts = all(self.code.digits[i] & 4 for i in self.threes)
        heaps = range(0 if empty_counts else 1, self.m + self.p)
        parity_of = {h: (h - self._steps(h) * self.p) % 2 for h in heaps}
        has = {(int(self.values[h]), q) for h in heaps for q in (None, parity_of[h])}
        parities: list[int | None] = [0, 1] if self.one_parity else [None]
        return {
            (c, parity): [
                h
                for h in self.base
                if int(self.values[h]) % self.s == c
                and parity in (None, parity_of[h])
                and all((c + k * self.s, parity) in has for k in range(self._steps(h)))
            ]
            for c in range(self.s)
            for parity in parities
        }
