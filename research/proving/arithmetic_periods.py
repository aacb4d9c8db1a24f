"""Arithmetic periods of codes that leave three heaps, proved by a finite check.

Preperiod n0, period p, saltus s >= 1: G(n + p) = G(n) + s for all n >= n0. R. Austin (thesis,
Calgary 1976) and S. Howse and R. J. Nowakowski (Theoret. Comput. Sci. 313 (2004) 463-472,
doi:10.1016/j.tcs.2003.08.013) gave conditions under which finitely many values prove this; ours
is a theorem of the same kind. Where it fails for a period it is tried on the double and the
fourfold.

**Theorem 4** speaks of a finite code with at most three heaps left, which need not differ (no
``!``), of which some digit has bit 3.
It asks (4.1) that no option of a window of heaps has the value that the law forbids, (4.2) that
there are heaps near the beginning of every residue and parity, and (4.3) that in the window all
smaller values are values of options, in one of two ways, (4.3a) and (4.3b). ``docs/theorems.md``
states it with its proof. Here m = max(n0, 1), t is the index of the code's last digit,
M = m + t + 2(m + p - 1), the window is W = {M, ..., M + p - 1}, and mu is the largest power of two
that divides s. A value is G = mu q + r with 0 <= r < mu.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fast.heap_codes import HeapCode
    from research.proving.seen_periods import SeenPeriod

    Values = NDArray[np.int64]

_FACTORS = (1, 2, 4)
_MOST_ROWS = 200_000  # vector operations of condition (4.1), some seconds
_MOST_STEPS = 10_000_000  # steps of condition (4.2)


def check_three_heaps(code: HeapCode, values: Values, candidate: SeenPeriod) -> int | str:
    """Return the largest heap that Theorem 4 used, or why the values prove nothing.

    Parameters
    ----------
    code
        A finite code without ``!`` that leaves at most three heaps, and three by some digit.
    values
        Its Grundy values.
    candidate
        The period to prove.

    Examples
    --------
    >>> from research.proving.periods import prove_period
    >>> print(prove_period("0.8").statement())
    In 0.8, G(n + 3) = G(n) + 1 for every heap n >= 1, and for no smaller period or preperiod. Proved by the arithmetic periodicity theorem for three heaps from the values of the heaps 0 to 10.
    """  # noqa: E501
    outcome: int | str = "the values fall"
    for factor in _FACTORS if candidate.saltus > 0 else ():
        # The same law read with a multiple of the period has a larger mu: more can be told apart.
        multiple = replace(
            candidate, period=factor * candidate.period, saltus=factor * candidate.saltus
        )
        attempt = _check(code, values, multiple)
        if isinstance(attempt, int):
            return attempt
        outcome = attempt if factor == 1 else outcome
    return outcome


def _check(code: HeapCode, values: Values, candidate: SeenPeriod) -> int | str:
    p, s, m = candidate.period, candidate.saltus, max(candidate.preperiod, 1)
    first = m + len(code.digits) - 1 + 2 * (m + p - 1)
    last = first + p - 1
    if last >= len(values):
        return f"the finite check needs the values of the heaps 0 to {last}"
    if s * (m + p) > _MOST_STEPS or p * len(code.digits) * (m + p) > _MOST_ROWS:
        return "the finite check is too long: preperiod or period is too large"
    problem = _first_break(values[: last + 1], candidate) or _failed_condition(
        _ThreeHeaps(code, values, candidate), range(first, last + 1)
    )
    return problem or last


def _first_break(values: Values, candidate: SeenPeriod) -> str | None:
    import numpy as np

    n0, p = candidate.preperiod, candidate.period
    broken = np.flatnonzero(values[n0 + p :] != values[n0 : len(values) - p] + candidate.saltus)
    return f"the period breaks at heap {n0 + p + int(broken[0])}" if len(broken) else None


def _failed_condition(work: _ThreeHeaps, window: range) -> str | None:
    if not all(work.reach.values()):
        return "no theorem applies: condition (4.2) fails, some values have no heap to reach them"
    for n in window:
        if work.may_reach_its_own_value(n):
            return f"no theorem applies: condition (4.1) fails at heap {n}"
        missing = work.uncertain_values(n)
        if missing:
            return f"no theorem applies: condition (4.3) fails at heap {n}, value {missing[0]}"
    return None


class _ThreeHeaps:
    """The quantities of Theorem 4, under its names."""

    def __init__(self, code: HeapCode, values: Values, candidate: SeenPeriod) -> None:
        self.code, self.values = code, values
        self.p, self.s = candidate.period, candidate.saltus
        self.m = max(candidate.preperiod, 1)
        self.mu = self.s & -self.s
        self.base = range(self.m, self.m + self.p)
        self.threes = [i for i, digit in enumerate(code.digits) if digit & 8]
        self.one_parity = all((i - k) % 2 == 0 for i, k in pairwise(self.threes))
        self.reach = self._reaching_heaps()

    def level(self, heap: int) -> int:
        return int(self.values[heap]) // self.s

    def may_reach_its_own_value(self, n: int) -> bool:
        """Whether condition (4.1) fails at ``n``."""
        import numpy as np

        q, r = self.values // self.mu, self.values % self.mu
        end = self.m + self.p
        for i, digit in enumerate(self.code.digits):
            left = n - i
            if digit & 2 and i and self._suspicious(n, q[left], r[left]):
                return True
            if digit & 4:
                b = np.arange(1, end)
                if np.any(self._suspicious(n, q[left - b] + q[b], r[left - b] ^ r[b])):
                    return True
            for second in range(1, end) if digit & 8 else ():
                third = np.arange(second, end)
                a = left - second - third
                sums, xors = q[a] + q[second] + q[third], r[a] ^ r[second] ^ r[third]
                if np.any(self._suspicious(n, sums, xors)):
                    return True
        return False

    def _suspicious(self, n: int, sums: Values, xors: Values) -> NDArray[np.bool_]:
        excess = sums - self.values[n] // self.mu
        return (xors == self.values[n] % self.mu) & (excess >= 0) & (excess % 2 == 0)  # type: ignore[no-any-return]

    def uncertain_values(self, n: int) -> list[int]:
        """Return the values below G(n) for which condition (4.3) fails."""
        sure = self._raised_values(n)
        return [v for v in range(int(self.values[n])) if v not in sure and not self._paired(n, v)]

    def _raised_values(self, n: int) -> set[int]:
        """Return the values that (4.3a) gives: one heap of m or more, the others' xor below mu."""
        import numpy as np

        values, found = self.values, set()
        for i, digit in enumerate(self.code.digits):
            left = n - i
            if digit & 2 and i:
                found.add(int(values[left]))
            if digit & 4:
                a = np.arange(self.m, left)
                other = values[left - a]
                found.update((values[a] ^ other)[other < self.mu].tolist())
            for b in range(1, left - self.m) if digit & 8 else ():
                a = np.arange(self.m, left - b)
                other = values[left - b - a] ^ values[b]
                found.update((values[a] ^ other)[other < self.mu].tolist())
        return found

    def _paired(self, n: int, v: int) -> bool:
        """Whether (4.3b) gives ``v``."""
        level = v // self.s
        i = min(self.threes) if self.one_parity else max(self.threes)
        parity = (n - i - level * self.p) % 2 if self.one_parity else None
        return any(
            h + (level - self.level(h)) * self.p <= n - i - 2
            for h in self.reach[v % self.s, parity]
        )

    def _reaching_heaps(self) -> dict[tuple[int, int | None], list[int]]:
        """Return the heaps h of condition (4.2) for each residue and parity (None: any)."""
        empty_counts = all(self.code.digits[i] & 4 for i in self.threes)
        heaps = range(0 if empty_counts else 1, self.m + self.p)
        parity_of = {h: (h - self.level(h) * self.p) % 2 for h in heaps}
        has = {(int(self.values[h]), q) for h in heaps for q in (None, parity_of[h])}
        parities: list[int | None] = [0, 1] if self.one_parity else [None]
        return {
            (c, parity): [
                h
                for h in self.base
                if int(self.values[h]) % self.s == c
                and parity in (None, parity_of[h])
                and all((c + k * self.s, parity) in has for k in range(self.level(h)))
            ]
            for c in range(self.s)
            for parity in parities
        }
