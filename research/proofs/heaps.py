"""Periods of heap games, from their rules to a proof.

The period is proved by :mod:`research.proofs.periods` from values that the fast nimbers give. So
that the proof does not rest on them alone, the values of the first heaps are computed a second
time from the oracle's rules, by definition.
"""

from __future__ import annotations

from typing import Any

from oracles.heaps import HeapGame, Subtraction, heap_values
from oracles.rules import Game
from research.claims import Counterexample, Level
from research.proofs.bounds import Limits
from research.proofs.conclusions import PERIODICITY, Conclusion
from research.proofs.formula_games import RulesDisagreementError
from research.proofs.one_thing import is_code

LARGEST_BY_DEFINITION = 400  # the heap up to which values are computed from the rules themselves
LARGEST_SHOWN = 1_000_000


def heap_code(game: Game[Any]) -> str:
    """Return the code of a heap game for the fast nimbers, or ``!`` and why there is none.

    >>> from oracles.heaps import octal
    >>> heap_code(octal("0.77")), heap_code(octal("0.77", misere=True))
    ('heap:0.77', '!the periodicity theorems are about normal play')
    """
    from fast.heap_codes import CodeError, parse_code
    from oracles.codes import TakeAndBreak

    if not isinstance(game, HeapGame):
        return "!not a heap game"
    if game.misere:
        return "!the periodicity theorems are about normal play"
    if not is_code(game):
        return "!no theorem covers a rule that is a function and not a code"
    if isinstance(game.rule, TakeAndBreak):
        code = f"heap:{game.rule.code}"
    else:
        assert isinstance(game.rule, Subtraction)  # what else a code is
        code = f"subtraction:{','.join(map(str, sorted(set(game.rule.numbers))))}"
    try:
        parse_code(code)
    except CodeError as error:
        return f"!the fast nimbers do not know this code: {error}"
    return code


def prove_heaps(game: HeapGame, subject: str, code: str, limits: Limits) -> Conclusion:
    """Prove the period of a heap game with a code.

    Parameters
    ----------
    game, subject
        The rules, and what to call them.
    code
        The same rules as the fast nimbers read them; see :func:`heap_code`.
    limits
        The largest heap to compute.

    Raises
    ------
    RulesDisagreementError
        If code and rules give different values.
    """
    from fast.heap_games import nimbers
    from research.proofs.periods import PeriodProof, prove_period
    from research.proposals.periods import propose_period

    result = prove_period(code, limit=limits.heaps)
    by_rules = heap_values(game, min(result.checked, LARGEST_BY_DEFINITION))
    values = nimbers(code, 2 * min(result.checked, LARGEST_SHOWN)).tolist()
    for heap, (fast, truth) in enumerate(zip(values, by_rules, strict=False)):
        if fast != truth:
            difference = Counterexample(f"heap {heap}", f"{fast} by the code", f"{truth}")
            raise RulesDisagreementError(difference)
    proposals = tuple(propose_period(values))
    compared = (
        f"the Grundy values of the heaps 0 to {result.checked}, computed from the code; those of "
        f"the heaps 0 to {len(by_rules) - 1} are also computed from the rules by definition"
    )
    if not isinstance(result, PeriodProof):
        return Conclusion(
            subject,
            Level.EXHAUSTED,
            f"the Grundy value of every heap to {len(by_rules) - 1} is known by definition, and "
            f"no period is proved. {result.statement()}",
            "exhaustion",
            f"the heaps 0 to {len(by_rules) - 1}",
            len(by_rules),
            rests_on=(compared,),
            proposals=proposals,
            reason=result.reason,
        )
    saltus = f" + {result.saltus}" if result.saltus else ""
    return Conclusion(
        subject,
        Level.PROVED,
        f"{result.statement()} A position is a P-position exactly if the nim sum of its heaps' "
        "values is 0.",
        f"{PERIODICITY}: {result.theorem}",
        "heaps of every size",
        result.checked + 1,
        formulas={
            "period": f"G(n + {result.period}) = G(n){saltus} for n >= {result.preperiod}",
            "finite check": f"the heaps 0 to {result.checked}",
        },
        rests_on=(
            f"the {result.theorem}, with its stopping bound (docs/theorems.md)",
            compared,
            "the theorem of Sprague and Grundy, for the sum of heaps",
        ),
        proposals=proposals,
        proof=result,
    )
