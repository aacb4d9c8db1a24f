"""From rules to a theorem, or to an honest bound.

- A heap game with a code: its period, by the theorems of :mod:`research.theorems.periods`.
- A game in the language of moves, or whose positions are vectors: its formula
  (:mod:`research.theorems.vector_formulas`), automata proposed from the oracle's values, and the
  Kernel theorem (:mod:`research.logic.kernel`). The values are those of explicit graphs of
  growing size; the first proposal that is proved ends it.
- A built-in study with formulas of its own (:mod:`research.theorems`): its criterion, the same way.
- Anything else, or where nothing is proved: the size up to which outcomes were exhausted, and
  what was proposed and passed on it. That proves nothing beyond.

*Proved* is said only where rules and formula are one thing (:mod:`research.theorems.one_thing`).
For rules in Python the level is what comparing them with the formula gave, and the theorem of the
formula stands beside it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from oracles.errors import RulesError
from oracles.heaps import HeapGame
from oracles.rules import Game
from research.checks.evidence import Settings
from research.logic.kernel import prove_kernel
from research.proposals.proposing import propose
from research.proving.conclusions import Conclusion
from research.proving.heaps import heap_code, prove_heaps
from research.proving.kernel_conclusions import failed_conclusion, proved_conclusion, stage
from research.proving.p_positions import prove_formulas
from research.theorems.bounds import Limits, exhausted
from research.theorems.formula_games import FormulaGame
from research.theorems.vector_formulas import vector_formulas

if TYPE_CHECKING:
    from research.theorems.known import Criterion, KnownTheorem

__all__ = ["Limits", "prove", "prove_formulas", "prove_known", "prove_theorem"]


def prove(
    game: Game[Any],
    subject: str = "the game",
    *,
    settings: Settings | None = None,
    limits: Limits | None = None,
    again: str = "",
    ask: bool = True,
) -> Conclusion:
    """Prove what can be proved of a game from its rules alone.

    Parameters
    ----------
    game
        An impartial game.
    subject
        What to call it.
    settings
        How many positions to compare formula and rules on, and the seed.
    limits
        How far to go.
    again
        The command that does the same again.
    ask
        Whether to ask MONA, where it is installed.

    Raises
    ------
    OracleError
        If the rules break what they promise.

    Examples
    --------
    >>> from oracles.vectors import VectorGame
    >>> wythoff = prove(VectorGame([(1, 0), (0, 1), (1, 1)]), "Wythoff's game")
    >>> wythoff.proved, wythoff.automata["play"].states, wythoff.system
    (True, 7, 'lsd_fib')
    """
    settings, limits = settings or Settings(), limits or Limits()
    if not isinstance(game, Game):
        raise RulesError(f"{game!r}: only impartial games are proved; this one is partizan")
    code = heap_code(game)
    if isinstance(game, HeapGame) and not code.startswith("!"):
        return replace(prove_heaps(game, subject, code, limits), again=again)
    both = None if isinstance(game, HeapGame) else vector_formulas(game)
    if isinstance(both, FormulaGame):
        return prove_formulas(both, subject, settings=settings, limits=limits, again=again, ask=ask)
    reason = code[1:] if isinstance(game, HeapGame) else both or ""
    proposals = tuple(propose(game))
    return replace(exhausted(game, subject, limits, reason), proposals=proposals, again=again)


def prove_known(
    study: str,
    coins: int | None = None,
    *,
    settings: Settings | None = None,
    limits: Limits | None = None,
    again: str = "",
    ask: bool = True,
) -> Conclusion:
    """Prove or refute the criterion of a built-in study whose formulas are written by hand.

    Parameters
    ----------
    study
        A key of :data:`research.theorems.FORMULAS`.
    coins
        The number of coins, for the silver dollar game.
    settings, limits, again, ask
        As for :func:`prove`.

    Examples
    --------
    >>> prove_known("binary-blackboard", ask=False).has_theorem
    True
    """
    from research.theorems import known_theorem

    theorem = known_theorem(study, coins)
    return prove_theorem(theorem, study, settings=settings, limits=limits, again=again, ask=ask)


def prove_theorem(
    theorem: KnownTheorem,
    subject: str,
    criterion: Criterion | None = None,
    *,
    settings: Settings | None = None,
    limits: Limits | None = None,
    again: str = "",
    ask: bool = True,
) -> Conclusion:
    """Prove or refute a criterion, that of the theorem unless another is given.

    Raises
    ------
    RulesDisagreementError
        If formula and rules are not the same game.
    """
    from research.logic.formula import text

    settings, limits = settings or Settings(), limits or Limits()
    of = stage(subject, theorem.formulas, settings, limits, again=again, ask=ask)
    chosen = theorem.criterion if criterion is None else criterion
    proof = prove_kernel(
        of.both.rules, chosen, theorem.system, theorem.relations, limit=limits.states
    )
    if not proof.proved:
        return failed_conclusion(of, proof)
    written = [
        f"{state}: {text(part)}"
        for state, part in chosen.items()
        if state in (theorem.shown or chosen) and not hasattr(part, "tracks")
    ]
    return proved_conclusion(
        of, proof, theorem.statement, shown=theorem.shown, criterion="; ".join(written)
    )
