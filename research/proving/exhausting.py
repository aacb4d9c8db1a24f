"""How far outcomes are known where nothing is proved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from oracles.heaps import HeapGame, heap_values
from oracles.rules import Game
from research.checks.evidence import Counterexample, Evidence, Kind, Level, TruthFrom
from research.proving.results import ProofResult
from research.theorems.theorem import LARGEST_BY_DEFINITION, Limits

if TYPE_CHECKING:
    from research.theorems.comparing import Largest

BY_DEFINITION = "the mex of the values of the options, heap by heap"


def exhausted(
    game: Game[Any], subject: str, limits: Limits, reason: str, seen: Largest | None = None
) -> ProofResult:
    """Return how far the outcomes of a game are known, and why nothing is proved beyond.

    What was ``seen`` within the limits is not looked at again.

    Raises
    ------
    InputError
        If there is no position within the limits.
    """
    from research.theorems.comparing import largest_graph

    seen = seen or largest_graph(game, limits)
    if seen is None:
        raise InputError(
            f"{subject}: even size 0 has more than {limits.positions} positions or {limits.arcs} "
            "arcs, or none at all; raise --limit"
        )
    outcomes = list(seen.truth.outcomes.values())
    return ProofResult(
        subject,
        Level.EXHAUSTED,
        f"the outcome of every position to size {seen.size} is known, and no theorem beyond: "
        f"{outcomes.count('P')} of the {len(outcomes)} positions are P-positions.",
        "exhaustion",
        seen.words,
        len(outcomes),
        reason=reason,
    )


def exhausted_period(game: HeapGame, believed: tuple[int, int, int], reason: str) -> Evidence:
    """Return how far values by definition have a period, where none is proved.

    Parameters
    ----------
    game
        A heap game in normal play.
    believed
        Preperiod, period and saltus, each the least.
    reason
        Why nothing is proved.
    """
    preperiod, period, saltus = believed
    last = max(LARGEST_BY_DEFINITION // 2, preperiod + 2 * period)
    values = heap_values(game, last)

    def first_wrong(start: int, period: int, saltus: int) -> int | None:
        rest = range(start, last + 1 - period)
        return next((h for h in rest if values[h + period] != values[h] + saltus), None)

    wrong = first_wrong(preperiod, period, saltus)
    if wrong is not None:
        shown = str(values[wrong + period]), str(values[wrong] + saltus)
        return _to(last, reason, Counterexample(f"heap {wrong + period}", *shown))
    saltuses = {p: values[preperiod + p] - values[preperiod] for p in range(1, period)}
    smaller = [p for p, each in saltuses.items() if first_wrong(preperiod, p, each) is None]
    if smaller:
        shown = f"period {smaller[0]}", f"period {period}"
        return _to(last, reason, Counterexample(f"the heaps 0 to {last}", *shown))
    if preperiod and first_wrong(preperiod - 1, period, saltus) is None:
        shown = f"preperiod {preperiod - 1} or less", f"preperiod {preperiod}"
        return _to(last, reason, Counterexample(f"the heaps 0 to {last}", *shown))
    return _to(last, reason)


def exhausted_heaps(game: HeapGame, value: int, heaps: Sequence[int], reason: str) -> Evidence:
    """Return how far a value occurs at these heaps alone, where no period is proved."""
    last = max(LARGEST_BY_DEFINITION // 2, *heaps)
    known = [h for h, found in enumerate(heap_values(game, last)) if found == value]
    if known == list(heaps):
        return _to(last, reason)
    return _to(last, reason, Counterexample(f"value {value}", str(known), str(list(heaps))))


def _to(last: int, reason: str, wrong: Counterexample | None = None) -> Evidence:
    bound = f"the heaps 0 to {last}" + ("" if wrong else f"; not proved: {reason}")
    level = Level.REFUTED if wrong else Level.EXHAUSTED
    return Evidence(
        level, Kind.EXHAUSTION, bound, last + 1, wrong, by=BY_DEFINITION, truth=TruthFrom.COMPLETE
    )
