"""Periods of heap games, proved for every heap by a finite check.

That a period was seen to a bound proves nothing by itself; a theorem is needed, which says how far
to look (:mod:`research.proving.period_theorems`). A proved preperiod n0 and period p are the least,
and heap 0, with G(0) = 0, counts. (So Kayles has preperiod 71: its last exceptional heap is 70.)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fast.errors import require_integer
from fast.heap_codes import HeapCode, parse_code
from fast.heap_games import LARGEST_HEAP, grundy_values
from research.proving.period_theorems import SeenPeriod, find_period, heap_needed, theorem_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from research.proving.period_theorems import Values

_FIRST_SIZE = 256
_SHOWN_SIZE = 4096  # where no theorem applies, so many heaps are enough to show what is seen


@dataclass(frozen=True)
class PeriodProof(SeenPeriod):
    """A period that holds for every heap; preperiod and period are the least.

    Attributes
    ----------
    code
        The rules.
    checked
        The largest heap whose value the finite check used.
    theorem
        Why the finite check is enough, by the theorem's name.
    table
        The values of the heaps 0, ..., preperiod + period - 1.
    """

    code: HeapCode
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
        return (
            f"In {self.code.text}, {self.law} for every heap n >= {self.preperiod}, and for no "
            f"smaller period or preperiod. Proved by the {self.theorem} from the values of the "
            f"heaps 0 to {self.checked}."
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
    candidate: SeenPeriod | None

    def statement(self) -> str:
        """Return in words what is not proved, and how far was looked."""
        said = f"No period of {self.code.text} is proved: {self.reason}. "
        said += f"Heaps 0 to {self.checked} were computed."
        if (c := self.candidate) is not None:
            said += f" The values show period {c.period}, saltus {c.saltus} and preperiod "
            said += f"{c.preperiod} so far."
        return said


def check_period(code: HeapCode, values: ArrayLike, candidate: SeenPeriod) -> PeriodProof | str:
    """Prove a period from values, or say why they do not prove it.

    Parameters
    ----------
    code
        The rules.
    values
        G(0), G(1), ...: the code's Grundy values, which is not checked here.
    candidate
        The period to be proved; its preperiod need not be the least.
    """
    import numpy as np

    sequence = np.asarray(values, np.int64)
    theorem = theorem_for(code, candidate.saltus)
    if isinstance(theorem, str):
        return theorem
    name, check = theorem
    last = check(code, sequence, candidate)
    return last if isinstance(last, str) else _least(code, sequence[: last + 1], candidate, name)


def prove_period(
    code: HeapCode | str, *, limit: int = 100_000, known: NDArray[np.int32] | None = None
) -> PeriodProof | NoProof:
    """Compute Grundy values until they prove a period, or up to a limit.

    Parameters
    ----------
    code
        The rules, as a code or its text.
    limit
        The largest heap to compute, from 1 to ``LARGEST_HEAP``. 0.16 needs 509 620.
    known
        Values of the first heaps, from an earlier call of :func:`fast.heap_games.grundy_values`.

    Raises
    ------
    CodeError, InputError
        If the code or the limit makes no sense, or the values need too much memory.

    Examples
    --------
    >>> print(prove_period("0.77").statement())
    In 0.77, G(n + 12) = G(n) for every heap n >= 71, and for no smaller period or preperiod. Proved by the octal periodicity theorem (at most 2 heaps) from the values of the heaps 0 to 166.
    >>> print(prove_period("4!.0", limit=5000).reason)
    no theorem applies: moves that must leave different heaps ('!') are not covered
    """  # noqa: E501
    code = parse_code(code) if isinstance(code, str) else code
    require_integer("limit", limit, least=1, most=LARGEST_HEAP)
    refused = theorem_for(code, 0)
    if isinstance(refused, str):
        limit = min(limit, _SHOWN_SIZE)
    size = limit if isinstance(refused, str) else min(limit, _FIRST_SIZE)
    while True:
        known = grundy_values(code, size, known=known)
        candidate = find_period(known)
        if candidate is not None:
            result = check_period(code, known, candidate)
        else:
            result = refused if isinstance(refused, str) else "no period is seen"
        if isinstance(result, PeriodProof):
            return result
        if size == limit:
            return NoProof(code, result, size, candidate)
        needed = 0 if candidate is None else heap_needed(code, candidate)
        size = min(limit, needed if size < needed < 2 * size else 2 * size)


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
    return PeriodProof(n0, p, s, code, len(values) - 1, name, table)
