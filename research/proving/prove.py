"""From rules to a theorem, or to an honest bound.

- A heap game with a code: its period, by the theorems of :mod:`research.theorems.periods`.
- A game in the language of moves, or whose positions are vectors: its formula
  (:mod:`research.theorems.rules_equal_formula`), automata proposed from the oracle's values, and
  the Kernel theorem. The values are those of explicit graphs of growing size; the first proposal
  that is proved ends it.
- Anything else, or where nothing is proved: the size up to which outcomes were exhausted, and
  what was proposed and passed on it. That proves nothing beyond.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from oracles.heaps import HeapGame, is_sum_of_heaps
from oracles.rules import Game
from research.proving.heap_periods import prove_heaps
from research.proving.results import ProofResult
from research.theorems.code_of_rules import decided_code
from research.theorems.theorem import Limits

if TYPE_CHECKING:
    from fast.heap_codes import HeapCode
    from research.theorems.formula_model import FormulaModel
    from research.theorems.theorem import Theorem, Written


def prove_rules(
    game: Any,
    subject: str = "the game",
    *,
    limits: Limits | None = None,
    again: str = "",
    ask: bool = True,
    formulas: Callable[[], FormulaModel | str] | None = None,
) -> ProofResult:
    """Prove what can be proved of a game from its rules alone.

    Parameters
    ----------
    game
        An impartial game.
    subject
        What to call it.
    limits, again, ask
        As for :func:`prove_study`.
    formulas
        Gives the game with its formulas, or why there are none, where somebody else asks too.

    Raises
    ------
    InputError
        If the game is partizan.
    OracleError
        If the rules break what they promise.

    Examples
    --------
    >>> from oracles.vectors import VectorGame
    >>> equal_piles = prove_rules(VectorGame([(1, 0), (0, 1), (1, 2), (2, 1)]), "equal piles")
    >>> equal_piles.statement
    '(x1, x2) is a P-position of equal piles exactly if x1 = x2. For all natural numbers.'
    """
    limits = limits or Limits()
    if not isinstance(game, Game):
        raise InputError(f"{subject}: only impartial games are proved; this one is partizan")
    # What heaps need is little, and what the others need is slow to import.
    if is_sum_of_heaps(game):
        code = _code_with_a_theorem(game)
        if not isinstance(code, str):
            return replace(prove_heaps(game, subject, code, limits), again=again)
        reason = code
    else:
        from research.proving.p_positions import prove_formulas
        from research.theorems.rules_equal_formula import game_formulas

        model = game_formulas(game) if formulas is None else formulas()
        if not isinstance(model, str):
            return prove_formulas(model, subject, limits=limits, again=again, ask=ask)
        reason = model
    from research.conjectures.proposing import propose
    from research.proving.exhausting import exhausted

    result = exhausted(game, subject, limits, reason)
    return replace(result, proposals=tuple(propose(game)), again=again)


def _code_with_a_theorem(game: HeapGame) -> HeapCode | str:
    if game.misere:
        return "the periodicity theorems are about normal play"
    code = decided_code(game)
    return f"no theorem covers it: {code}" if isinstance(code, str) else code


def prove_theorem(
    theorem: Theorem,
    subject: str,
    criterion: Written | None = None,
    *,
    limits: Limits | None = None,
    again: str = "",
    ask: bool = True,
) -> ProofResult:
    """Prove or refute a criterion, that of the theorem unless another is given.

    Raises
    ------
    RulesDisagreementError
        If formula and rules are not the same game.
    """
    from research.logic.formula import text
    from research.logic.kernel import outcomes_by, prove_kernel
    from research.proving.kernel_results import (
        failed_result,
        proved_result,
        refuted_result,
    )
    from research.theorems.comparing import context_of, least_difference

    limits = limits or Limits()
    of = context_of(subject, theorem.formulas, limits, again=again, ask=ask)
    chosen = theorem.parsed(theorem.criterion if criterion is None else criterion)
    given = of.model.rules, chosen, theorem.system, theorem.relations(), limits.states
    if criterion not in (None, theorem.criterion):  # a wrong twin, which fails on the graph
        different = least_difference(of.model, of.agreement.seen, outcomes_by(*given))
        if different is not None:
            return refuted_result(of, different[0])
    proof = prove_kernel(*given)
    if not proof.proved:
        return failed_result(of, proof)
    written = [
        f"{state}: {text(part)}"
        for state, part in chosen.items()
        if state in (theorem.shown or chosen) and not hasattr(part, "tracks")
    ]
    return proved_result(
        of, proof, theorem.statement, shown=theorem.shown, criterion="; ".join(written)
    )
