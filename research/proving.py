"""From rules to a theorem, or to an honest bound.

- A heap game with a code: its period, by the theorems of :mod:`research.periods`.
- A game whose positions are vectors: its formula (:mod:`research.vector_formulas`), automata
  proposed from the oracle's values, and the Kernel theorem (:mod:`research.automata.kernel`). The
  values are those of explicit graphs of growing size; the first proposal that is proved ends it.
- A built-in study with formulas of its own (:mod:`research.proofs`): its criterion, the same way.
- Anything else, or where nothing is proved: the size up to which outcomes were exhausted, and
  what was proposed and passed on it. That proves nothing beyond.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from oracles.errors import OracleError, RulesError, SearchLimitError
from oracles.heaps import HeapGame, Subtraction
from oracles.rules import Game
from research.automata.errors import AutomataError
from research.automata.kernel import prove_kernel
from research.claims import Counterexample, Level, Settings
from research.conclusions import KERNEL, PERIODICITY, Conclusion
from research.formula_games import FormulaGame, RulesDisagreementError, require_agreement
from research.kernel_conclusions import confirmed_counterexample, proved_conclusion
from research.observing import Observations, observe
from research.proposals.automata import propose_automata
from research.vector_formulas import STATE, vector_formulas

if TYPE_CHECKING:
    from oracles.solve import Truth
    from research.automata.kernel import KernelProof
    from research.proofs.known import Criterion, KnownTheorem
    from research.proposals.proposal import Proposal

SIZES = (4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)


@dataclass(frozen=True)
class Limits:
    """How far to go.

    Attributes
    ----------
    positions, arcs
        The largest explicit graph to look at.
    heaps
        The largest heap of a code whose value is computed.
    states
        The most states of any automaton in a proof.
    """

    positions: int = 40_000
    arcs: int = 400_000
    heaps: int = 600_000
    states: int = 50_000


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
    if not code.startswith("!"):
        return replace(_heaps(game, subject, code, settings, limits), again=again)
    both = None if isinstance(game, HeapGame) else vector_formulas(game)
    if isinstance(both, FormulaGame):
        found = _vectors(both, subject, settings, limits, ask=ask)
        return replace(found, again=again)
    reason = code[1:] if isinstance(game, HeapGame) else both or ""
    return replace(exhausted(game, subject, limits, reason), again=again)


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
    if isinstance(game.rule, TakeAndBreak):
        code = f"heap:{game.rule.code}"
    elif isinstance(game.rule, Subtraction):
        code = f"subtraction:{','.join(map(str, sorted(set(game.rule.numbers))))}"
    else:
        return "!no theorem covers a rule that is a function and not a code"
    try:
        parse_code(code)
    except CodeError as error:
        return f"!the fast nimbers do not know this code: {error}"
    return code


def _heaps(
    game: Game[Any], subject: str, code: str, settings: Settings, limits: Limits
) -> Conclusion:
    """Prove the period of a heap game with a code."""
    from fast.heap_games import nimbers
    from research.periods import PeriodProof, prove_period
    from research.proposals.periods import propose_period

    known = _heap_values(game, limits)
    values = nimbers(code, len(known) - 1).tolist()
    for heap, (fast, truth) in enumerate(zip(values, known, strict=True)):
        if fast != truth:
            difference = Counterexample(f"heap {heap}", f"{fast} by the code", f"{truth}")
            raise RulesDisagreementError(difference)
    result = prove_period(code, limit=limits.heaps)
    shown = nimbers(code, min(result.checked, 4096)).tolist()
    proposals = tuple(propose_period(shown))
    compared = (
        f"the nimbers of the heaps 0 to {result.checked} computed from the code, the first "
        f"{len(known)} of which are those of the explicit graph"
    )
    if not isinstance(result, PeriodProof):
        return Conclusion(
            subject,
            Level.EXHAUSTED,
            f"Exhausted to heap {result.checked}: the Grundy value of every heap up to there is "
            f"computed. {result.statement()}",
            "exhaustion",
            f"the heaps 0 to {result.checked}",
            result.checked + 1,
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
            f"the {result.theorem}, with the stopping bound that research/periods.py proves",
            compared,
            "the theorem of Sprague and Grundy, for the sum of heaps",
        ),
        proposals=proposals,
        proof=result,
    )


def _heap_values(game: Game[Any], limits: Limits) -> list[int]:
    """Return the Grundy values of the first heaps, from explicit graphs."""
    from oracles.solve import solve

    values: list[int] = []
    for size in (4, 8, 12, 16, 24, 32, 48, 64):
        try:
            truth = solve(game, size, limit=limits.positions // 10, arc_limit=limits.arcs // 10)
        except SearchLimitError:
            break
        values = [int(truth.grundy((heap,) if heap else ())) for heap in range(size + 1)]
    return values


def _vectors(
    both: FormulaGame, subject: str, settings: Settings, limits: Limits, *, ask: bool
) -> Conclusion:
    """Prove P-positions of a game on vectors, from automata proposed by its values."""
    try:
        agreement = require_agreement(both, settings)
    except RulesDisagreementError as error:
        if both.origin.startswith("read off"):  # a proposal that failed, not a mistake
            reason = f"no formula was found for the options ({error})"
            return exhausted(both.game, subject, limits, reason)
        raise
    tried: dict[str, Proposal] = {}
    reason = "no automaton was proposed that the Kernel theorem confirms"
    last: Observations | None = None
    for seen in observations(both, limits):
        last = seen
        names = both.rules.coordinates[STATE]
        for proposal in propose_automata(seen.members, names, "the set of P-positions"):
            tried[proposal.statement] = proposal
            if proposal.refuted:
                continue
            automaton, system = proposal.found.automaton, proposal.found.system
            try:
                proof = prove_kernel(both.rules, {STATE: automaton}, system, limit=limits.states)
            except AutomataError as error:
                reason = f"the proof in {system} stopped: {error}"
                continue
            if proof.proved:
                words, formula = described(both, proof, subject, seen)
                return proved_conclusion(
                    subject,
                    both,
                    proof,
                    agreement,
                    words,
                    proposals=list(tried.values()),
                    criterion=formula,
                    ask=ask,
                )
            refutation = proof.refutation
            where = "" if refutation is None else f"{refutation[1].values}: {refutation[0].role}"
            confirmed = confirmed_counterexample(both, proof)
            oracle = "" if confirmed is None else f" (the oracle: {confirmed})"
            tried[proposal.statement] = replace(
                proposal, counterexample=f"fails the Kernel theorem at {where}{oracle}"
            )
    conclusion = exhausted(both.game, subject, limits, reason, last.truth if last else None)
    return replace(conclusion, proposals=tuple(tried.values()))


def observations(both: FormulaGame, limits: Limits) -> Iterator[Observations]:
    """Yield the values on explicit graphs of growing size, as far as the limits allow."""
    for size in SIZES:
        try:
            seen = observe(both, size, limit=limits.positions, arc_limit=limits.arcs)
        except SearchLimitError:
            return
        if seen is not None:
            yield seen


def described(
    both: FormulaGame, proof: KernelProof, subject: str, seen: Observations
) -> tuple[str, str]:
    """Return the theorem in words, and the criterion as a formula where one is recognised.

    A formula is recognised if its automaton is the same one, so it is as proved as that is.
    """
    from research.recognising import recognised

    names = both.rules.coordinates[STATE]
    automaton = proof.criterion[STATE]
    found = recognised(automaton, names, proof.system, seen.members)
    vector = f"({', '.join(names)})" if len(names) > 1 else names[0]
    if found is not None:
        words = f"{vector} is a P-position of {subject} exactly if {found.words}"
        return f"{words}, for all natural numbers.", found.formula
    system = "in Zeckendorf's numeration" if proof.system.endswith("fib") else f"in {proof.system}"
    return (
        f"{vector} is a P-position of {subject} exactly if the automaton of {automaton.states} "
        f"states below accepts the digits of its coordinates, read together {system}, for all "
        "natural numbers.",
        "",
    )


def exhausted(
    game: Game[Any], subject: str, limits: Limits, reason: str, truth: Truth | None = None
) -> Conclusion:
    """Return how far the outcomes of a game are known, and why nothing is proved beyond."""
    from oracles.solve import solve

    size = -1
    for tried in () if truth is not None else SIZES:
        try:
            truth = solve(game, tried, limit=limits.positions, arc_limit=limits.arcs)
        except SearchLimitError:
            break
        size = tried
        if len(truth.graph) > limits.positions // 2:
            break
    if truth is None:
        raise InputError(
            f"{subject}: even size {SIZES[0]} has more than {limits.positions} positions or "
            f"{limits.arcs} arcs; raise --limit"
        )
    outcomes = list(truth.outcomes.values())
    bound = f"to size {size}" if size >= 0 else f"to {len(outcomes)} positions"
    counts = f"{outcomes.count('P')} of {len(outcomes)} positions are P-positions"
    return Conclusion(
        subject,
        Level.EXHAUSTED,
        f"Exhausted {bound}, and not proved beyond: {counts}.",
        "exhaustion",
        f"the {len(outcomes)} positions of the explicit graph",
        len(outcomes),
        reason=reason,
    )


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
        A key of :data:`research.proofs.FORMULAS`.
    coins
        The number of coins, for the silver dollar game.
    settings, limits, again, ask
        As for :func:`prove`.

    Examples
    --------
    >>> prove_known("binary-blackboard", ask=False).proved
    True
    """
    from research.proofs import known_theorem

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
    from research.automata.formula import text

    settings, limits = settings or Settings(), limits or Limits()
    both = theorem.formulas
    agreement = require_agreement(both, settings)
    chosen = theorem.criterion if criterion is None else criterion
    proof = prove_kernel(both.rules, chosen, theorem.system, theorem.relations, limit=limits.states)
    if proof.proved:
        written = [
            f"{state}: {text(part)}"
            for state, part in chosen.items()
            if state in (theorem.shown or chosen) and not hasattr(part, "tracks")
        ]
        return proved_conclusion(
            subject,
            both,
            proof,
            agreement,
            theorem.words,
            shown=theorem.shown,
            again=again,
            criterion="; ".join(written),
            ask=ask,
        )
    refutation = proof.refutation
    assert refutation is not None  # not proved
    check, position = refutation
    confirmed = confirmed_counterexample(both, proof)
    where = confirmed or Counterexample(f"{position.state}{position.values}", least=True)
    return Conclusion(
        subject,
        Level.REFUTED,
        f"The criterion is wrong: {check.role} fails at {position.state}{position.values}.",
        KERNEL,
        "positions of every size",
        len(proof.checks),
        again=again,
        counterexample=where,
        proof=proof,
        formula_game=both,
    )


__all__ = [
    "Limits",
    "OracleError",
    "exhausted",
    "heap_code",
    "prove",
    "prove_known",
    "prove_theorem",
]
