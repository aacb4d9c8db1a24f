"""Misère play of heap games: the misère quotient of all heaps, proved from finitely many of them.

Theorem (``docs/theorems.md``, "Misère quotients"; Plambeck and Siegel 2008 for two heaps): let the
code be finite, let t be the index of its last digit, let each move leave at most k >= 1 heaps, and
let m = max(n0, 1). Let Phi be the pretending function of the misère quotient of the heaps to
B + p - 1, where B = k m + (k - 1) p + t. If Phi(n + p) = Phi(n) for n0 <= n < B, then this is the
misère quotient of the heaps of all sizes, and Phi(n + p) = Phi(n) for every n >= n0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from fast.errors import require_integer
from fast.heap_codes import HeapCode
from oracles.heaps import HeapGame, heap_game
from oracles.misere_learning import QuotientLimits
from oracles.misere_quotient import (
    MisereQuotient,
    QuotientNotFoundError,
    growing_quotients,
    verify,
)
from research.proving.periods import heap_code
from research.proving.results import NotProvable

LARGEST_HEAP = 1000  # to which a period is looked for


@dataclass(frozen=True)
class MisereTheorem:
    """The misère quotient of the heaps of all sizes; preperiod and period are the least."""

    code: HeapCode  # the rules
    quotient: MisereQuotient  # of the heaps to the window
    preperiod: int
    period: int

    @property
    def window(self) -> int:
        """The largest heap whose class is used."""
        return self.quotient.heaps

    @property
    def statement(self) -> str:
        """The theorem in words, with what it rests on."""
        q = self.quotient
        return (
            f"The misère quotient of {self.code.text} has order {q.order} and a P-portion of size "
            f"{len(q.p_portion)}. Its pretending function has Phi(n + {self.period}) = Phi(n) "
            f"for every heap n >= {self.preperiod}, and for no smaller period or preperiod. "
            "Under misère play a sum of heaps is a P-position exactly if the product of their Phi "
            "is in the P-portion. Proved by the theorem on periods of misère quotients from the "
            f"heaps 0 to {self.window}."
        )

    def element(self, heap: int) -> int:
        """Return the class of one heap of any size."""
        if require_integer("heap", heap, least=0) > self.window:
            heap = self.preperiod + (heap - self.preperiod) % self.period
        return self.quotient.pretending[heap]

    def outcome(self, heaps: Iterable[int]) -> str:
        """Return the misère outcome of a sum of heaps of any size: P, or N.

        >>> prove_misere_period("0.77").outcome([10**100, 10**100])
        'P'
        """
        found = 0
        for heap in heaps:
            found = self.quotient.product(found, self.element(heap))
        return "P" if found in self.quotient.p_portion else "N"

    def proof_file(self) -> dict[str, Any]:
        """Return the fields of the proof file; ``NotProvable`` if none can hold the proof."""
        if not any(self.code.digits):
            raise NotProvable("no proof file can hold a code of no moves")
        return {
            "theorem": "misere quotient",
            "code": self.code.digits,
            "actions": self.quotient.actions,
            "p_portion": sorted(self.quotient.p_portion),
            "pretending": self.quotient.pretending,
            "preperiod": self.preperiod,
            "period": self.period,
        }


class NoMiserePeriod(NotProvable):
    """No period was proved; ``quotient`` is that of the heaps that were looked at."""

    def __init__(self, reason: str, quotient: MisereQuotient) -> None:
        self.quotient = quotient
        super().__init__(reason)


def prove_misere_period(
    code: HeapGame | str, *, heaps: int = LARGEST_HEAP, limits: QuotientLimits | None = None
) -> MisereTheorem:
    """Find the misère quotient heap by heap until its classes prove that they repeat.

    Parameters
    ----------
    code
        A heap game whose rule is a code, or the text of a code, such as ``0.77``.
    heaps
        The largest heap to look at.
    limits
        How far to look for a quotient.

    Raises
    ------
    NotProvable
        If no theorem covers the rules; :class:`NoMiserePeriod` if no finite quotient is found or no
        period is seen.

    Examples
    --------
    >>> theorem = prove_misere_period("0.31")
    >>> theorem.quotient.presentation(), theorem.preperiod, theorem.period
    ('<a, b | a^2 = 1, b^3 = b>', 3, 2)
    """
    game = heap_game(code if ":" in code else f"code:{code}") if isinstance(code, str) else code
    rules = heap_code(game)
    if rules.repeat or rules.distinct:
        mark = "a part that repeats" if rules.repeat else "moves that must leave different heaps"
        raise NotProvable(f"no theorem on misère quotients covers {mark}")
    found = MisereQuotient()
    try:
        for found in growing_quotients(game.replacements, heaps, limits):
            if seen := _proved_period(rules, found.pretending):
                verify(found, game.replacements)
                return MisereTheorem(rules, found, *seen)
    except QuotientNotFoundError as error:
        raise NoMiserePeriod(str(error), error.found) from error
    reason = (
        f"the misère quotient of the heaps to {found.heaps} has order {found.order}, and no period "
        "of its pretending function is proved by these heaps"
    )
    raise NoMiserePeriod(reason, found)


def _proved_period(code: HeapCode, pretending: Sequence[int]) -> tuple[int, int] | None:
    """Return preperiod and period that the classes of the heaps prove, the least ones."""
    last, most = len(pretending) - 1, max(code.most_heaps, 1)
    for period in range(1, last + 1):
        start = last - period + 1
        while start > 0 and pretending[start - 1] == pretending[start - 1 + period]:
            start -= 1
        end = most * max(start, 1) + (most - 1) * period + len(code.digits) - 1
        if last >= end + period - 1:
            return start, period
    return None
