"""Periods of the outcomes of a partizan subtraction game, proved for heaps of every size.

The outcome of a heap is a function of the outcomes of the m heaps before it, where m is the largest
number that may be taken. Of these windows of m outcomes there are finitely many, so one comes
again, and from there on the outcomes repeat (``docs/theorems.md``, theorem 3).

The outcomes of the first heaps are also computed from the rules by the oracle.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from fast.errors import require_integer
from oracles.partizan_subtraction import PartizanSubtraction
from oracles.solve import solve
from research.checks.evidence import Counterexample, Evidence, Level
from research.proving.results import (
    LARGEST_BY_DEFINITION,
    PERIODICITY,
    Limits,
    NotProvable,
    ProofResult,
    RulesDisagreementError,
)
from research.system.progress import waiting

OUTCOME_LETTERS = "PRLN"  # if Right alone wins by beginning, add 1; if Left does, add 2
THEOREM = "finite state theorem for partizan subtraction"
MOST_HEAPS = 100_000  # whose windows are kept


@dataclass(frozen=True)
class OutcomePeriod:
    """The outcomes of all heaps: preperiod and period are the least."""

    preperiod: int
    period: int
    checked: int  # the largest heap whose outcome was computed
    table: str = field(repr=False)  # of the heaps below preperiod + period
    game: PartizanSubtraction = field(repr=False)

    def record(self) -> dict[str, Any]:
        """Return what a catalogue keeps of it, by the names of the columns."""
        return {name: getattr(self, name) for name in ("preperiod", "period", "checked")}

    def proof_file(self) -> dict[str, Any]:
        """Return the fields of the proof file."""
        return {
            "theorem": "partizan period",
            "left": sorted({*self.game.left}),
            "right": sorted({*self.game.right}),
            "preperiod": self.preperiod,
            "period": self.period,
            "outcomes": self.table,
        }

    def outcome(self, heap: int) -> str:
        """Return the outcome of a heap of any size.

        >>> find_outcome_period(PartizanSubtraction((1, 2), (1, 3)), 99).outcome(10**100)
        'L'
        """
        require_integer("heap", heap, least=0)
        if heap >= self.preperiod:
            heap = self.preperiod + (heap - self.preperiod) % self.period
        return self.table[heap]


def find_outcome_period(game: PartizanSubtraction, limit: int) -> OutcomePeriod:
    """Compute outcomes until a window comes again; ``NotProvable`` if none does to a limit.

    >>> find_outcome_period(PartizanSubtraction((1,), (2,)), 99)
    OutcomePeriod(preperiod=0, period=3, checked=3)
    """
    window = (1 << max(*game.left, *game.right)) - 1
    takes_left, takes_right = _bits(game.left), _bits(game.right)
    # Bit k - 1 says of the heap k before the next whether Left, or Right, wins by beginning. No
    # move leads below 0: there whoever begins counts as the winner, so that it would not help.
    wins_left = wins_right = window
    outcomes = ""
    seen: dict[tuple[int, int], int] = {}
    last = min(limit, MOST_HEAPS)
    for heap in range(last + 2):
        state = wins_left, wins_right
        if state in seen:
            return _least(game, outcomes, seen[state], heap - seen[state])
        seen[state] = heap
        left = takes_left & ~wins_right != 0
        right = takes_right & ~wins_left != 0
        outcomes += OUTCOME_LETTERS[2 * left + right]
        wins_left = (wins_left << 1 | left) & window
        wins_right = (wins_right << 1 | right) & window
    raise NotProvable(f"no window of outcomes comes again to heap {last}")


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number - 1 for number in {*numbers})


def _least(game: PartizanSubtraction, outcomes: str, start: int, period: int) -> OutcomePeriod:
    """Return the least preperiod; the first window that comes again has the least period."""
    while start > 0 and outcomes[start - 1] == outcomes[start - 1 + period]:
        start -= 1
    return OutcomePeriod(start, period, len(outcomes) - 1, outcomes[: start + period], game)


def prove_outcome_period(
    game: PartizanSubtraction, subject: str, limits: Limits | None = None
) -> ProofResult:
    """Prove the period of the outcomes of single heaps.

    ``RulesDisagreementError`` if the outcomes of the first heaps are not those by the rules.
    """
    limit = (limits or Limits()).heaps
    with waiting("outcomes"):
        try:
            found = find_outcome_period(game, limit)
        except NotProvable as error:
            size = min(limit, LARGEST_BY_DEFINITION)
            solve(game, size)
            words = f"the outcome of every heap to {size} is known by definition, and no period"
            return ProofResult(
                *(subject, Level.EXHAUSTED, f"{words} is proved", "exhaustion"),
                *(f"the heaps 0 to {size}", size + 1),
                reason=error.reason,
            )
    defined = min(found.checked, LARGEST_BY_DEFINITION)
    truth = solve(game, defined)
    for heap in range(defined + 1):
        if truth.outcome(heap) != found.outcome(heap):
            both = f"{found.outcome(heap)} by windows", f"{truth.outcome(heap)} by the rules"
            raise RulesDisagreementError(Counterexample(f"heap {heap}", *both))
    first, again = found.table[: found.preperiod], found.table[found.preperiod :]
    begins = f"begin with {first}, and then {again} repeats" if first else f"repeat {again}"
    least = f"preperiod {found.preperiod} and period {found.period}, which are the least"
    return ProofResult(
        subject,
        Level.PROVED,
        f"In {subject}, the outcomes of the heaps 0, 1, 2, ... {begins} for ever: {least}. Proved "
        f"by the {THEOREM} from the outcomes of the heaps 0 to {found.checked}.",
        *(f"{PERIODICITY}: {THEOREM}", "heaps of every size", found.checked + 1),
        counted="outcomes, each computed",
        formulas={
            "period": f"o(n + {found.period}) = o(n) for n >= {found.preperiod}",
            "finite check": f"the heaps 0 to {found.checked}",
        },
        rests_on=(
            f"The {THEOREM} (docs/theorems.md).",
            f"The outcomes of the heaps 0 to {found.checked}, computed from the sets; those of the "
            f"heaps 0 to {defined} are also computed from the rules by definition.",
        ),
        proof=found,
    )


def decide_outcome_period(game: PartizanSubtraction, believed: tuple[int, int]) -> Evidence:
    """Prove, or refute, what is believed to be the least preperiod and period."""
    result = prove_outcome_period(game, "the game").required()
    known = result.proof.preperiod, result.proof.period
    if known == believed:
        return result.evidence()
    words = "preperiod {}, period {}"
    difference = Counterexample("", words.format(*known), words.format(*believed))
    return replace(result.evidence(), level=Level.REFUTED, counterexample=difference)
