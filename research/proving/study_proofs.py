"""What can be proved of a study: its theorems, its game, what it claims.

- Its theorems, if it has some: their criteria, by the Kernel theorem
  (:mod:`research.logic.kernel`).
- Else what its rules alone give (:mod:`research.proving.prove`).
- Where that is no formula, what it claims of all P-positions, run on symbols, by the Kernel
  theorem (:mod:`research.proving.believed`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from oracles.heaps import is_sum_of_heaps
from research.proving.believed import Prover
from research.proving.prove import prove_rules, prove_theorem
from research.proving.results import ProofResult
from research.theorems.theorem import Limits, member_of, theorems_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from research.claims.study import Study
    from research.theorems.formula_model import FormulaModel


def prove_study(
    study: Study,
    *,
    limits: Limits | None = None,
    again: str = "",
    ask: bool = True,
    author: str = "",
    formulas: Callable[[], FormulaModel | str] | None = None,
    **members: Any,
) -> list[ProofResult]:
    """Prove the theorems of a study; where it has none, what can be proved of its rules.

    Parameters
    ----------
    study
        The study.
    limits
        How far to go.
    again
        The command that does the same again.
    ask
        Whether to ask MONA, where it is installed.
    author
        The file whose words the theorems are in, where nothing ties these to the criterion.
    formulas
        Gives the game with its formulas, or why there are none, where somebody else asks too.
    members
        Which member of the family that the game stands for.

    Raises
    ------
    OracleError
        If the rules break what they promise.
    ClaimError
        If a theorem is about another game.
    RulesDisagreementError
        If formula and rules are not the same game.

    Examples
    --------
    >>> from oracles.vectors import VectorGame
    >>> from research.claims.study import Study
    >>> wythoff = Study("wythoff", VectorGame([(1, 0), (0, 1), (1, 1)]), source="an example")
    >>> (found,) = prove_study(wythoff)
    >>> found.proved, found.automata["play"].states, found.system
    (True, 7, 'lsd_fib')
    """
    more: dict[str, Any] = {"limits": limits, "again": again, "ask": ask}
    found = []
    for theorem in theorems_of(study, **members):
        other = member_of(study, "the theorem", theorem.game)
        about = f"{author}, about {other}" if other else author
        stated = theorem.in_words_of(about) if author else theorem
        found.append(prove_theorem(stated, study.called, **more))
    if not found:
        prover = Prover(study, limits or Limits(), again, ask=ask, formulas=formulas)
        result = prove_rules(study.game, study.called, formulas=prover.formulas, **more)
        if "P" not in result.formulas and not is_sum_of_heaps(study.game):
            claimed = prover.p_positions()
            if claimed is not None and claimed.level >= result.level:
                result = replace(claimed, proposals=result.proposals)
        found = [result]
    return found
