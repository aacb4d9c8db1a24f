"""Periods of heap games, from their rules to a proof.

The period is proved by :mod:`research.proving.periods` from values of :mod:`fast.heap_games`. So
that the proof does not rest on one algorithm, each value in the window that the theorem needs is
computed a second time: those of the first heaps from the oracle's rules, by definition, and those
beyond by another of its algorithms. Where that is too slow, the evidence says from which heap on
the values were computed once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING

from oracles.heaps import HeapGame, heap_values
from research.checks.evidence import Counterexample, Level
from research.proving.code_of_rules import decided_code
from research.proving.errors import RulesDisagreementError
from research.proving.limits import LARGEST_BY_DEFINITION, Limits
from research.proving.results import PERIODICITY, ProofResult
from research.system.progress import waiting

if TYPE_CHECKING:
    from fast.heap_codes import HeapCode
    from fast.heap_games import Algorithm

MOST_STEPS = 6_000_000_000  # of the second algorithm, some seconds


def prove_heap_game(
    game: HeapGame, subject: str, limits: Limits | None = None
) -> ProofResult | str:
    """Prove the period of a heap game as :func:`prove_code`, or say why no theorem covers it."""
    if game.misere:
        return "the periodicity theorems are about normal play"
    code = decided_code(game)
    if isinstance(code, str):
        return f"no theorem covers it: {code}"
    return prove_code(game, subject, code, limits or Limits())


def prove_code(game: HeapGame, subject: str, code: HeapCode, limits: Limits) -> ProofResult:
    """Prove the period of a heap game with a code.

    Parameters
    ----------
    game, subject
        The rules, and what to call them.
    code
        The same rules as the fast solver reads them (:mod:`research.proving.code_of_rules`).
    limits
        The largest heap to compute.

    Raises
    ------
    RulesDisagreementError
        If code and rules give different values.
    """
    from fast.heap_games import grundy_values
    from research.proving.periods import NoProof, prove_period

    with waiting("Grundy values"):
        result = prove_period(code, limit=limits.heaps)
    by_rules = heap_values(game, min(result.checked, LARGEST_BY_DEFINITION))
    values = grundy_values(code, result.checked).tolist()
    _require_equal(values, by_rules, "by the rules")
    defined = len(by_rules) - 1
    compared = (
        f"The Grundy values of the heaps 0 to {result.checked}, computed from the code; those of "
        f"the heaps 0 to {defined} are also computed from the rules by definition"
    )
    if isinstance(result, NoProof):
        return ProofResult(
            subject,
            Level.EXHAUSTED,
            f"the Grundy value of every heap to {defined} is known by definition, and no period "
            f"is proved. {result.statement()}",
            "exhaustion",
            f"the heaps 0 to {defined}",
            len(by_rules),
            rests_on=(f"{compared}.",),
            reason=result.reason,
        )
    return ProofResult(
        subject,
        Level.PROVED,
        f"{result.statement()} In normal play a position is a P-position exactly if the nim sum of "
        "its heaps' values is 0.",
        f"{PERIODICITY}: {result.theorem}",
        "heaps of every size",
        result.checked + 1,
        counted="values, each computed",
        formulas={
            "period": f"{result.law} for n >= {result.preperiod}",
            "finite check": f"the heaps 0 to {result.checked}",
        },
        rests_on=(
            f"The {result.theorem}, with its stopping bound (docs/theorems.md).",
            f"{compared}{_computed_again(code, values, defined)}.",
            "The theorem of Sprague and Grundy, for the sum of heaps.",
        ),
        proof=result,
    )


def _computed_again(code: HeapCode, values: Sequence[int], defined: int) -> str:
    """Compute the values that no definition gives by a second algorithm; say which it computed."""
    from fast.heap_games import grundy_values, quickest

    first, said = quickest(code), ""
    second: Algorithm = "plain" if first == "rows" else "rows"
    steps = 2 * (-(-(2 * max(values) + 1) // 64) + 1)  # words of bit sets
    if second == "plain":
        steps = max(1, sum(1 for digit in code.digits if digit & 4))
    known = min(len(values) - 1, isqrt(MOST_STEPS // steps))
    if known <= defined or (second == "plain" and code.most_heaps > 2):
        known = defined
    else:
        again = grundy_values(code, known, algorithm=second).tolist()
        _require_equal(values, again, f"by the algorithm {second!r}")
        said = f", and those to {known} by two algorithms, {first!r} and {second!r}"
    if known < len(values) - 1:
        said += f"; those from {known + 1} on are computed once, by {first!r}"
    return said


def _require_equal(values: Sequence[int], others: Sequence[int], by: str) -> None:
    for heap, (fast, other) in enumerate(zip(values, others, strict=False)):
        if fast != other:
            difference = Counterexample(f"heap {heap}", f"{fast} by the code", f"{other} {by}")
            raise RulesDisagreementError(difference)
