"""Periods of heap games, from their rules to a proof.

The oracle and the fast solver read codes independently of each other; here one is translated into
the other, and the period is proved by :mod:`research.proving.periods` from the fast values. So that
the proof does not rest on one algorithm, each value that the theorem needs is computed a second
time: those of the first heaps from the oracle's rules, by definition, and those beyond by another
algorithm. Where that is too slow, the evidence says from which heap on values were computed once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any

from oracles.heaps import HeapGame, heap_values
from oracles.rules import keeps_rules_of
from research.checks.evidence import Counterexample, Level
from research.proving.results import (
    LARGEST_BY_DEFINITION,
    PERIODICITY,
    Limits,
    ProofResult,
    RulesDisagreementError,
)
from research.system.progress import waiting

if TYPE_CHECKING:
    from fast.heap_codes import HeapCode
    from fast.heap_games import Algorithm
    from oracles.rules import Rules

MOST_STEPS = 6_000_000_000  # of the second algorithm, some seconds


def heap_code(game: Rules[Any]) -> HeapCode | str:
    """Return the code of a heap game as the fast solver reads it, or why there is none.

    Examples
    --------
    >>> from oracles.heaps import HeapGame, octal
    >>> heap_code(octal("0.77")).text
    '0.77'
    >>> heap_code(HeapGame(lambda heap: [(less,) for less in range(heap)]))
    'its rule is a function and no code'
    """
    from fast.heap_codes import CodeError, parse_code
    from oracles.codes import TakeAndBreak
    from oracles.heaps import Subtraction

    if not isinstance(game, HeapGame):
        return "it is no heap game"
    rule: Any = game.rule
    if type(rule) not in (TakeAndBreak, Subtraction) or not keeps_rules_of(game, HeapGame):
        return "its rule is a function and no code"
    if isinstance(rule, Subtraction):
        text = f"subtraction:{','.join(map(str, sorted(set(rule.numbers))))}"
    else:
        text = f"heap:{rule.code}"
    try:
        return parse_code(text)
    except CodeError as error:
        return f"the fast solver does not read it ({str(error).splitlines()[0]})"


def prove_heap_game(
    game: HeapGame, subject: str, limits: Limits | None = None
) -> ProofResult | str:
    """Prove the period of a heap game, or say why no theorem covers it.

    Parameters
    ----------
    game, subject
        The rules, and what to call them.
    limits
        The largest heap to compute.

    Raises
    ------
    RulesDisagreementError
        If code and rules give different values.
    """
    from fast.heap_games import grundy_values
    from research.proving.periods import NoProof, prove_period

    code = heap_code(game)
    if game.misere:
        return "the periodicity theorems are about normal play"
    if isinstance(code, str):
        return f"no theorem covers it: {code}"
    with waiting("Grundy values"):
        found = prove_period(code, limit=(limits or Limits()).heaps)
    by_rules = heap_values(game, min(found.checked, LARGEST_BY_DEFINITION))
    values = grundy_values(code, found.checked).tolist()
    _require_equal(values, by_rules, "by the rules")
    defined = len(by_rules) - 1
    said = f"The Grundy values of the heaps 0 to {found.checked}, computed from the code; those of "
    said += f"the heaps 0 to {defined} are also computed from the rules by definition"
    if isinstance(found, NoProof):
        words = f"the Grundy value of every heap to {defined} is known by definition, and no period"
        return ProofResult(
            *(subject, Level.EXHAUSTED, f"{words} is proved. {found.statement()}", "exhaustion"),
            *(f"the heaps 0 to {defined}", len(by_rules)),
            rests_on=(f"{said}.",),
            reason=found.reason,
        )
    sums = "In normal play a position is a P-position exactly if the nim sum of its heaps' values "
    return ProofResult(
        *(subject, Level.PROVED, f"{found.statement()} {sums}is 0."),
        *(f"{PERIODICITY}: {found.theorem}", "heaps of every size", found.checked + 1),
        counted="values, each computed",
        formulas={
            "period": f"{found.law} for n >= {found.preperiod}",
            "finite check": f"the heaps 0 to {found.checked}",
        },
        rests_on=(
            f"The {found.theorem}, with its stopping bound (docs/theorems.md).",
            f"{said}{_computed_again(code, values, defined)}.",
            "The theorem of Sprague and Grundy, for the sum of heaps.",
        ),
        proof=found,
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
