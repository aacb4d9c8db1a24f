"""From rules to a theorem, or to how far was looked.

- A study with theorems: their criteria, by the Kernel theorem (:mod:`research.logic.kernel`).
- A heap game with a code: its period (:mod:`research.proving.periods`), under misère play its
  misère quotient (:mod:`research.proving.misere_results`); of a partizan subtraction game the
  period of its outcomes (:mod:`research.proving.outcome_periods`).
- A game that is a formula (:mod:`research.proving.rules_equal_formula`): automata conjectured from
  the oracle's values, and the Kernel theorem. The values are those of explicit graphs of growing
  size; the first conjecture that is proved ends it.
- Where no formula comes of that: what the study claims of all P-positions
  (:mod:`research.proving.believed`).
- Where nothing is proved: the size up to which outcomes were exhausted, and the conjectures that
  passed on it. That proves nothing beyond.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from oracles.heaps import HeapGame, is_sum_of_heaps
from oracles.partizan_subtraction import PartizanSubtraction
from oracles.rules import Game
from research.conjectures.component_values import prove_sum
from research.conjectures.features import Features, conjecture_features
from research.conjectures.p_positions import exhausted, prove_formulas
from research.logic.errors import AutomataError
from research.proving.believed import Prover
from research.proving.components import sum_of_components
from research.proving.equal_values import with_equal_game
from research.proving.formula_model import small_cases
from research.proving.heap_functions import single_heaps
from research.proving.misere_results import prove_misere_game
from research.proving.outcome_periods import prove_outcome_period
from research.proving.periods import prove_heap_game
from research.proving.results import EVERY_SIZE, Limits, NotProvable, ProofResult
from research.proving.rules_equal_formula import formulas_of_study, game_formulas
from research.proving.symbols import NotOnSymbolsError

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.proving.formula_model import FormulaModel


def prove_study(
    study: Study,
    *,
    limits: Limits | None = None,
    again: str = "",
    author: str = "",
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
    author
        The file whose words the theorems are in, where nothing ties these to the criterion.

    Raises
    ------
    InputError
        If the game is partizan, no partizan subtraction, and no theorem is stated.
    OracleError, RulesDisagreementError
        If the rules break what they promise, or formula and rules are not the same game.

    Examples
    --------
    >>> from oracles.vectors import VectorGame
    >>> from research.claims.study import Study
    >>> wythoff = Study("wythoff", VectorGame([(1, 0), (0, 1), (1, 1)]), source="an example")
    >>> (found,) = prove_study(wythoff)
    >>> found.proved, found.automata["play"].states, found.system
    (True, 7, 'lsd_fib')
    """
    found = []
    for theorem in (claim.theorem for claim in study.claims if claim.theorem is not None):
        from research.proving.claiming import prove_theorem

        result = prove_theorem(theorem, study.called, limits=limits)
        if author and result.proved:
            size = "every size" if result.domain == EVERY_SIZE else result.domain
            words = f"the criterion below is the set of P-positions, for {size}; in the words of"
            result = replace(result, statement=f"{words} {author}: {theorem.words}")
        found.append(result)
    found = found or [_prove_rules_or_claim(study, limits)]
    return [replace(result, again=again) for result in found]


def _prove_rules_or_claim(study: Study, limits: Limits | None) -> ProofResult:
    """Prove what the rules give; where no formula comes of that, what the study claims."""
    game = study.game
    if isinstance(game, PartizanSubtraction):
        return prove_outcome_period(game, study.called, limits)
    if not isinstance(game, Game) or is_sum_of_heaps(game):
        return prove_rules(game, study.called, limits=limits)
    formulas = partial(formulas_of_study, study)
    result = prove_rules(
        game, study.called, limits=limits, formulas=formulas, features=study.features
    )
    if "P" in result.formulas:
        return result
    claimed = Prover(study, limits or Limits()).p_positions()
    if claimed is None or claimed.level < result.level:
        return result
    return replace(claimed, conjectures=result.conjectures)


def prove_rules(
    game: Any,
    subject: str = "the game",
    *,
    limits: Limits | None = None,
    formulas: Callable[[], FormulaModel] | None = None,
    features: Features | None = None,
) -> ProofResult:
    """Prove what can be proved of a game from its rules alone.

    Parameters
    ----------
    game
        An impartial game.
    subject
        What to call it.
    limits
        How far to go.
    formulas
        Gives the game with its formulas, where these may be known already.
    features
        Features of positions that the author names, for conjectures where nothing is proved.

    Raises
    ------
    InputError
        If the game is partizan.
    OracleError
        If the rules break what they promise, or even size 0 has more positions than the limit.

    Examples
    --------
    >>> from oracles.vectors import VectorGame
    >>> equal_piles = prove_rules(VectorGame([(1, 0), (0, 1), (1, 2), (2, 1)]), "equal piles")
    >>> equal_piles.statement
    '(x1, x2) is a P-position of equal piles exactly if x1 = x2. For all natural numbers.'
    """
    limits = limits or Limits()
    if not isinstance(game, Game):
        raise InputError(f"{subject}: is partizan; theorems are found for impartial games")
    try:
        if is_sum_of_heaps(game):
            prove = prove_misere_game if game.misere else prove_heap_game
            return with_equal_game(prove(game, subject, limits))
        model = game_formulas(game) if formulas is None else formulas()
        result = prove_formulas(model, subject, limits)
        if result.proved or not features:
            return result
        found = conjecture_features(small_cases(game, limits), features)
        return replace(result, conjectures=tuple(found))
    except (NotProvable, NotOnSymbolsError) as error:
        reason = str(error)
    if is_sum_of_heaps(game):
        with suppress(NotProvable, AutomataError):
            return _prove_single_heaps(game, subject, limits)
    else:
        try:
            if (components := sum_of_components(game)) is not None:
                return prove_sum(components, subject, limits)
        except NotProvable as error:
            reason = str(error)
    from research.conjectures.conjecturing import conjectures_of

    result = exhausted(subject, reason, small_cases(game, limits))
    found = conjectures_of(game, subject=subject, features=features)
    return replace(result, conjectures=tuple(found))


def _prove_single_heaps(game: HeapGame, subject: str, limits: Limits) -> ProofResult:
    """Prove what formulas of single heaps give: their values, or who wins."""
    from research.conjectures.value_learning import prove_values

    model = single_heaps(game)
    with suppress(NotProvable):
        found = prove_values(model, subject, limits)
        sums = "In normal play a position is a P-position exactly if the nim sum of its heaps' "
        return replace(found, statement=f"{found.statement} {sums}values is 0.")
    return prove_formulas(model, subject, limits).required()
