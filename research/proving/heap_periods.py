"""Periods of heap games, from their rules to a proof, and what is believed beside them.

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
from research.proving.results import PERIODICITY, ProofResult
from research.proving.theorem import LARGEST_BY_DEFINITION, Limits
from research.system.progress import waiting

if TYPE_CHECKING:
    from fast.heap_codes import HeapCode
    from fast.heap_games import Algorithm

SINGLE = "single heaps of every size"  # a position may be several, of which less is compared
HEAP_VALUE = "heap value"  # what a claim about these speaks of
VALUES = ("Grundy value", HEAP_VALUE)
MOST_STEPS = 6_000_000_000  # of the second algorithm, some seconds


def prove_heap_game(
    game: HeapGame, subject: str, limits: Limits | None = None
) -> ProofResult | str:
    """Prove the period of a heap game, or say why no theorem covers it.

    Parameters
    ----------
    game, subject, limits
        As for :func:`prove_heaps`.
    """
    if game.misere:
        return "the periodicity theorems are about normal play"
    code = decided_code(game)
    if isinstance(code, str):
        return f"no theorem covers it: {code}"
    return prove_heaps(game, subject, code, limits or Limits())


def prove_heaps(game: HeapGame, subject: str, code: HeapCode, limits: Limits) -> ProofResult:
    """Prove the period of a heap game with a code.

    Parameters
    ----------
    game, subject
        The rules, and what to call them.
    code
        The same rules as the fast solver reads them; see
        :func:`research.proving.code_of_rules.heap_code`.
    limits
        The largest heap to compute.

    Raises
    ------
    RulesDisagreementError
        If code and rules give different values.
    """
    from fast.heap_games import grundy_values
    from research.proving.periods import PeriodProof, prove_period

    with waiting("Grundy values") as tell:
        result = prove_period(
            code,
            limit=limits.heaps,
            progress=lambda done, _: tell(f"Grundy values of {done} heaps"),
        )
    by_rules = heap_values(game, min(result.checked, LARGEST_BY_DEFINITION))
    values = grundy_values(code, result.checked).tolist()
    _require_equal(values, by_rules, "by the rules")
    compared = (
        f"the Grundy values of the heaps 0 to {result.checked}, computed from the code; those of "
        f"the heaps 0 to {len(by_rules) - 1} are also computed from the rules by definition"
    )
    if not isinstance(result, PeriodProof):
        return ProofResult(
            subject,
            Level.EXHAUSTED,
            f"the Grundy value of every heap to {len(by_rules) - 1} is known by definition, and "
            f"no period is proved. {result.statement()}",
            "exhaustion",
            f"the heaps 0 to {len(by_rules) - 1}",
            len(by_rules),
            rests_on=(compared,),
            reason=result.reason,
        )
    compared += _computed_again(code, values, result.checked, len(by_rules) - 1)
    saltus = f" + {result.saltus}" if result.saltus else ""
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
            "period": f"G(n + {result.period}) = G(n){saltus} for n >= {result.preperiod}",
            "finite check": f"the heaps 0 to {result.checked}",
        },
        rests_on=(
            f"the {result.theorem}, with its stopping bound (docs/theorems.md)",
            compared,
            "the theorem of Sprague and Grundy, for the sum of heaps",
        ),
        proof=result,
    )


def _computed_again(code: HeapCode, values: Sequence[int], window: int, defined: int) -> str:
    """Compute the rest of the window's values by a second algorithm, and say which it computed.

    Raises
    ------
    RulesDisagreementError
        If the two algorithms give different values.
    """
    from fast.heap_games import grundy_values, quickest

    if window <= defined:
        return ""
    first = quickest(code)
    second = second_algorithm(code, first, max(values[: window + 1]))
    said, known = "", defined
    if second is not None and second[1] > defined:
        known = min(window, second[1])
        again = grundy_values(code, known, algorithm=second[0]).tolist()
        _require_equal(values, again, f"by the algorithm {second[0]!r}")
        said = f", and those to {known} by two algorithms, {first!r} and {second[0]!r}"
    if known >= window:
        return said
    return f"{said}; those from {known + 1} on are computed once, by {first!r}"


def second_algorithm(code: HeapCode, first: str, value: int) -> tuple[Algorithm, int] | None:
    """Return another algorithm than the first, and the largest heap for which it is affordable.

    Parameters
    ----------
    code
        The rules.
    first
        The algorithm that computed the values.
    value
        The largest value, on which the cost of one of them depends.

    Examples
    --------
    >>> from fast.heap_codes import parse_code
    >>> second_algorithm(parse_code("0.77"), "sparse", 9)
    ('rows', 38729)
    >>> second_algorithm(parse_code("0.777a"), "rows", 9) is None  # leaves three heaps
    True
    """
    splits = max(1, sum(1 for digit in code.digits if digit & 4))
    words = 2 * (-(-(2 * value + 1) // 64) + 1)
    if not code.distinct and first != "rows":
        return "rows", isqrt(MOST_STEPS // words)
    if code.most_heaps <= 2 and first != "plain":
        return "plain", isqrt(MOST_STEPS // splits)
    return None


def _require_equal(values: Sequence[int], others: Sequence[int], by: str) -> None:
    for heap, (fast, other) in enumerate(zip(values, others, strict=False)):
        if fast != other:
            difference = Counterexample(f"heap {heap}", f"{fast} by the code", f"{other} {by}")
            raise RulesDisagreementError(difference)
