"""Periods of heap games, proved for every heap by a finite check.

The Grundy values G(0), G(1), ... of a code have *preperiod* n0, *period* p and *saltus* s if
**G(n + p) = G(n) + s for every n >= n0**; n0 and p are the least such numbers, and heap 0, with
G(0) = 0, counts. (So Kayles has preperiod 71: its last exceptional heap is 70.) With s = 0 the
values are periodic, else arithmetic periodic. That a period was seen to a bound proves nothing by
itself; a theorem is needed, which says how far to look. ``docs/theorems.md`` states them with
their proofs:

- Theorem 1, octal periodicity: a finite code that leaves at most k heaps, which need not differ;
- Theorem 2, finite subtraction sets: each digit is 0 or 3;
- Theorem 3, all but a finite set: each digit is 3, but finitely many are 0;
- Theorem 4, three heaps, which need not differ: :mod:`research.proving.arithmetic_periods`.

Other codes are refused, with the reason: no theorem here covers them.

References: R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos.
Soc. 52 (1956) 514-526; *Winning Ways*, vol. 1, chapter 4; A. N. Siegel, *Combinatorial Game
Theory* (2013), section IV.2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fast.errors import require_integer
from fast.heap_codes import HeapCode, parse_code
from fast.heap_games import LARGEST_HEAP, Progress, grundy_values
from research.proving.seen_periods import SeenPeriod, find_period

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Values = NDArray[np.int64]
    # The largest heap that the finite check used, or why the values prove nothing.
    PeriodCheck = Callable[[HeapCode, Values, SeenPeriod], int | str]

_FIRST_SIZE = 256
_SHOWN_SIZE = 4096  # where no theorem applies, so many heaps are enough to show what is seen


@dataclass(frozen=True)
class PeriodProof:
    """A period that holds for every heap.

    Attributes
    ----------
    code
        The rules.
    preperiod, period, saltus
        The least preperiod and period, and what each period adds.
    checked
        The largest heap whose value the finite check used.
    theorem
        Why the finite check is enough, by the theorem's name in this module.
    table
        The values of the heaps 0, ..., preperiod + period - 1.
    """

    code: HeapCode
    preperiod: int
    period: int
    saltus: int
    checked: int
    theorem: str
    table: tuple[int, ...] = field(repr=False)

    def value(self, heap: int) -> int:
        """Return the Grundy value of one heap of any size; cost of one division.

        Examples
        --------
        >>> prove_period("0.77").value(10**100)  # 10**100 mod 12 = 4
        1
        """
        require_integer("heap", heap, least=0)
        if heap < len(self.table):
            return self.table[heap]
        periods, rest = divmod(heap - self.preperiod, self.period)
        return self.table[self.preperiod + rest] + periods * self.saltus

    def statement(self) -> str:
        """Return the theorem in words, with what it rests on."""
        added = f" + {self.saltus}" if self.saltus else ""
        return (
            f"In {self.code.text}, G(n + {self.period}) = G(n){added} for every heap "
            f"n >= {self.preperiod}, and for no smaller period or preperiod. Proved by the "
            f"{self.theorem} from the values of the heaps 0 to {self.checked}."
        )


@dataclass(frozen=True)
class NoProof:
    """No period was proved; this does not say that there is none.

    Attributes
    ----------
    code
        The rules.
    reason
        Why not: no theorem applies, no period seen, or the check failed or did not fit the limit.
    checked
        The largest heap whose value was computed.
    candidate
        The period that the values show so far, if any.
    """

    code: HeapCode
    reason: str
    checked: int
    candidate: SeenPeriod | None = None

    def statement(self) -> str:
        """Return in words what is not proved, and how far was looked."""
        seen = ""
        if self.candidate is not None:
            c = self.candidate
            seen = (
                f" The values show period {c.period}, saltus {c.saltus} and preperiod "
                f"{c.preperiod} so far."
            )
        return (
            f"No period of {self.code.text} is proved: {self.reason}. "
            f"Heaps 0 to {self.checked} were computed.{seen}"
        )


def check_period(
    code: HeapCode | str, values: ArrayLike, candidate: SeenPeriod
) -> PeriodProof | NoProof:
    """Prove a period from values, or say why they do not prove it.

    Parameters
    ----------
    code
        The rules.
    values
        G(0), G(1), ...: the code's Grundy values, which is not checked here.
    candidate
        The period to be proved; its preperiod need not be the least.

    Returns
    -------
    PeriodProof or NoProof
        A proof has the least preperiod and the least period.
    """
    import numpy as np

    code = parse_code(code) if isinstance(code, str) else code
    sequence = np.asarray(values, np.int64)
    theorem = _theorem(code, candidate.saltus)
    if isinstance(theorem, str):
        return NoProof(code, theorem, len(sequence) - 1, candidate)
    name, check = theorem
    outcome = check(code, sequence, candidate)
    if isinstance(outcome, str):
        return NoProof(code, outcome, len(sequence) - 1, candidate)
    return _least(code, sequence[: outcome + 1], candidate, name)


def prove_period(
    code: HeapCode | str,
    *,
    limit: int = 100_000,
    progress: Progress | None = None,
    known: NDArray[np.int32] | None = None,
) -> PeriodProof | NoProof:
    """Compute Grundy values until they prove a period, or up to a limit.

    Parameters
    ----------
    code
        The rules, as a code or its text.
    limit
        The largest heap to compute, from 1 to ``LARGEST_HEAP``. 0.16 needs 509 620.
    progress
        As for :func:`fast.heap_games.grundy_values`.
    known
        Values of the first heaps, from an earlier call of that function or from
        the error that an interruption raised.

    Raises
    ------
    CodeError, InputError
        If the code or the limit makes no sense, or the values need too much memory.
    GrundyValuesInterruptedError
        If interrupted, with the values so far.

    Examples
    --------
    >>> print(prove_period("0.77").statement())
    In 0.77, G(n + 12) = G(n) for every heap n >= 71, and for no smaller period or preperiod. Proved by the octal periodicity theorem (at most 2 heaps) from the values of the heaps 0 to 166.
    >>> print(prove_period("4!.0", limit=5000).reason)
    no theorem applies: moves that must leave different heaps ('!') are not covered
    """  # noqa: E501
    code = parse_code(code) if isinstance(code, str) else code
    require_integer("limit", limit, least=1, most=LARGEST_HEAP)
    refused = _theorem(code, 0)
    if isinstance(refused, str):
        limit = min(limit, _SHOWN_SIZE)
    size = min(limit, limit if isinstance(refused, str) else _FIRST_SIZE)
    while True:
        known = grundy_values(code, size, progress=progress, known=known)
        candidate = find_period(known)
        if candidate is None:
            reason = refused if isinstance(refused, str) else "no period is seen"
            result: PeriodProof | NoProof = NoProof(code, reason, size)
        else:
            result = check_period(code, known, candidate)
        if isinstance(result, PeriodProof) or size == limit:
            return result
        needed = 0 if candidate is None else _heap_needed(code, candidate)
        size = min(limit, needed if size < needed < 2 * size else 2 * size)


def _theorem(code: HeapCode, saltus: int) -> tuple[str, PeriodCheck] | str:  # noqa: PLR0911
    """Return the name and the check of the theorem that applies, or why there is none."""
    from research.proving.arithmetic_periods import check_three_heaps

    if code.distinct:
        return "no theorem applies: moves that must leave different heaps ('!') are not covered"
    if code.repeat and code.is_subtraction and set(code.digits[-code.repeat :]) == {3}:
        return "finite state theorem for all-but-finite subtraction sets", _check_cofinite
    if code.repeat:
        return "no theorem applies: the code is not finite"
    heaps = max(code.most_heaps, 1)
    if saltus and heaps != 3:
        return f"no theorem applies to a saltus where at most {heaps} heaps are left"
    if saltus:
        return "arithmetic periodicity theorem for three heaps", check_three_heaps
    if code.is_subtraction:
        return "finite state theorem for subtraction sets", _check_periodic
    plural = "s" * (heaps > 1)
    return f"octal periodicity theorem (at most {heaps} heap{plural})", _check_periodic


def _heap_needed(code: HeapCode, candidate: SeenPeriod) -> int:
    """Return the largest heap whose value Theorem 1 or 2 looks at."""
    n0, p, t = candidate.preperiod, candidate.period, len(code.digits) - 1
    if code.is_subtraction:
        return n0 + p + t - 1
    return max(code.most_heaps, 1) * (max(n0, 1) + p - 1) + t


def _check_periodic(code: HeapCode, values: Values, candidate: SeenPeriod) -> int | str:
    """Theorems 1 and 2: return the largest heap used, or why the values prove nothing."""
    import numpy as np

    n0, p = candidate.preperiod, candidate.period
    last = max(_heap_needed(code, candidate), n0 + p - 1)
    if last >= len(values):
        return f"the finite check needs the values of the heaps 0 to {last}"
    broken = np.flatnonzero(values[n0 + p : last + 1] != values[n0 : last + 1 - p])
    if len(broken):
        return f"the period breaks at heap {n0 + p + int(broken[0])}"
    return last


def _check_cofinite(code: HeapCode, values: Values, candidate: SeenPeriod) -> int | str:
    """Theorem 3: return the largest heap used, or why the values prove nothing."""
    import numpy as np

    n0, p, s = candidate.preperiod, candidate.period, candidate.saltus
    e = max((i for i, digit in enumerate(code.digits) if i and not digit), default=0)
    heaps = len(values)
    if heaps < n0 + p + e:
        return f"the finite check needs the values of the heaps 0 to {n0 + p + e - 1} at least"
    shifted = values[n0 + p :] == values[n0 : heaps - p] + s
    broken = np.flatnonzero(~shifted)
    if len(broken):
        return f"the period breaks at heap {n0 + p + int(broken[0])}"
    unused = np.concatenate([[0], np.maximum.accumulate(values) + 1])  # u(0), ..., u(heaps)
    first = np.concatenate([[0], np.cumsum(np.diff(unused) > 0)])
    places = np.arange(n0 + e, heaps + 1 - p)
    live = first[e:] - first[: heaps + 1 - e]  # live[n - e] = l(n)
    same = (unused[places + p] == unused[places] + s) & (live[places + p - e] == live[places - e])
    found = np.flatnonzero(same)
    if not len(found):
        return f"the state does not come back below heap {heaps}"
    return int(places[found[0]]) + p - 1


def _least(code: HeapCode, values: Values, candidate: SeenPeriod, name: str) -> PeriodProof:
    """Return the proof with the least period and preperiod; ``candidate`` is proved.

    A proved period is a multiple of the least one, and what is periodic from the preperiod on is
    known from the values to one period after it.
    """
    import numpy as np

    n0, p, s = candidate.preperiod, candidate.period, candidate.saltus
    window = np.diff(np.append(values[n0 : n0 + p], values[n0] + s))
    for divisor in (d for d in range(1, p + 1) if p % d == 0):
        if np.array_equal(window, np.roll(window, divisor)):
            s, p = s * divisor // p, divisor
            break
    while n0 > 0 and values[n0 - 1 + p] == values[n0 - 1] + s:
        n0 -= 1
    table = tuple(values[: n0 + p].tolist())
    return PeriodProof(code, n0, p, s, len(values) - 1, name, table)
