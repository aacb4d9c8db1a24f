"""A criterion of P-positions, by the Kernel theorem (:mod:`research.logic.kernel`).

A kernel proof is about formulas. What makes it a theorem about the game is said line by line: the
theorem, the engine's decisions, and that the rules are the formula.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from oracles.errors import ResourceLimitError
from research.checks.equality import show
from research.checks.evidence import Counterexample, Level
from research.logic.formula import exists, text
from research.logic.formula_rules import DefinableGame
from research.logic.kernel import KernelProof, Place, outcomes_by, prove_kernel
from research.proving.comparing import ProofContext, context_of, least_difference
from research.proving.errors import RulesDisagreementError
from research.proving.formula_model import FormulaModel
from research.proving.results import EVERY_SIZE, KERNEL, ProofResult
from research.proving.theorem import Limits

if TYPE_CHECKING:
    from oracles.rules import Game
    from research.proving.theorem import Theorem, Written

LARGEST_CONFIRMED = 200_000  # positions of the graph on which the oracle confirms a counterexample
MOST_NEAR = 10_000  # options of a position that are looked at
SHOWN_MOVES = 8


def prove_theorem(
    theorem: Theorem,
    subject: str,
    criterion: Written | None = None,
    *,
    limits: Limits | None = None,
) -> ProofResult:
    """Prove or refute a criterion, that of the theorem unless another is given.

    Raises
    ------
    RulesDisagreementError
        If formula and rules are not the same game.
    """
    limits = limits or Limits()
    of = context_of(subject, theorem.formulas, limits)
    chosen = theorem.parsed(theorem.criterion if criterion is None else criterion)
    given = of.model.rules, chosen, theorem.system, theorem.relations(), limits.states
    # A criterion that is wrong on the graph needs no proof to be refuted.
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


def proved_result(
    of: ProofContext,
    proof: KernelProof,
    words: str,
    *,
    shown: Sequence[str] = (),
    criterion: str = "",
) -> ProofResult:
    """Return the conclusion of a proof in which every statement is true.

    Parameters
    ----------
    of
        What it is proved of.
    proof
        What is proved.
    words
        The theorem.
    shown
        The control states whose automata are shown; all if none is named.
    criterion
        The criterion as a formula, where it is known as one.

    Raises
    ------
    RulesDisagreementError
        If the oracle's outcome differs from the criterion anywhere on the graph.
    """
    if not proof.proved:
        raise ValueError(f"{of.subject}: {len(proof.failures)} statements of the proof are false")
    model, seen = of.model, of.agreement.seen
    looked = proof.rules == model.rules  # no sum with a nim heap
    different = least_difference(model, seen, proof.outcome) if looked else None
    if different is not None:
        at = different[0]
        raise RulesDisagreementError(
            Counterexample(at.case, f"{at.believed} by the formula", f"{at.found}")
        )
    largest = max(check.decision.largest for check in proof.checks)
    rests_on = [
        f"the Kernel theorem: no option of a position in P is in P, every other position has one, "
        f"and play ends ({len(proof.checks)} statements)",
        f"the engine, which decided each of them true; the largest automaton had {largest} states",
        of.justification,
    ]
    return ProofResult(
        of.subject,
        Level.PROVED,
        words,
        KERNEL,
        EVERY_SIZE,
        len(proof.checks),
        formulas=formula_texts(proof.rules, proof, shown, criterion),
        automata={name: proof.criterion[name] for name in shown or proof.criterion},
        system=proof.system,
        rests_on=tuple(rests_on),
        proof=proof,
        model=model,
    )


def failed_result(of: ProofContext, proof: KernelProof) -> ProofResult:
    """Return what a proof with a false statement comes to: refuted by the oracle, or untested.

    Refuted is said only with a position at which the oracle's outcome is another than the criterion
    says. Otherwise nothing is known of the criterion beyond the graph, and it is said what is
    missing.
    """
    model, seen = of.model, of.agreement.seen
    different = least_difference(model, seen, proof.outcome)
    found = None if different is None else different[0]
    beyond = ""
    if found is None:
        found = confirmed_counterexample(model, proof)
        beyond = "" if found is None else f", though on {seen.words} it holds"
    missing = _missing(proof)
    if found is None:
        return ProofResult(
            of.subject,
            Level.UNTESTED,
            f"nothing is known of the criterion for every size: {missing}; on {seen.words} the "
            "criterion holds.",
            KERNEL,
            EVERY_SIZE,
            len(proof.checks),
            reason=missing,
            proof=proof,
            model=model,
        )
    refuted = refuted_result(of, found, f"{beyond}: {missing}")
    return replace(refuted, cases=len(proof.checks), proof=proof)


def refuted_result(of: ProofContext, found: Counterexample, more: str = "") -> ProofResult:
    """Return that a criterion is wrong, as the oracle's outcome of a position is another."""
    return ProofResult(
        of.subject,
        Level.REFUTED,
        f"The criterion is wrong at {found.case}{more}.",
        KERNEL,
        EVERY_SIZE,
        0,
        counterexample=found,
        model=of.model,
    )


_MISSING = {
    "options are positions": "an option leaves the positions at {0}",
    "decreases": "play cannot be shown to end, as the measure does not decrease from {0}",
    "not won": "{0} is in P and won",
    "no option in P": "{0} is in P and has an option in P, so P is wrong at one of the two",
    "an option in P": "{0} is not in P and has no option in P, so P is wrong there or at an option",
    "is its formula": "criterion and automaton differ at {0}",
}


def _missing(proof: KernelProof) -> str:
    """Say which condition of the Kernel theorem fails, and where; conditions on the rules first."""
    check, position = min(
        ((check, proof.position(check)) for check in proof.failures),
        key=lambda pair: list(_MISSING).index(pair[0].role),
    )
    at = f"{position.state}({', '.join(map(str, position.values))})"
    return _MISSING[check.role].format(at)


def formula_texts(
    rules: DefinableGame, proof: KernelProof, shown: Sequence[str], criterion: str
) -> dict[str, str]:
    """Return moves and criterion in Walnut's syntax, for the control states shown."""
    states = list(shown or rules.coordinates)
    texts = {}
    moves = [move for move in rules.moves if move.source in states]
    for number, move in enumerate(moves[:SHOWN_MOVES], 1):
        image = ", ".join(text(term) for term in move.image)
        guard = text(exists(move.parameters, move.guard)) if move.parameters else text(move.guard)
        texts[f"move {number}"] = (
            f"{move.source}({', '.join(rules.coordinates[move.source])}) -> "
            f"{move.target}({image}) where {guard}"
        )
    if len(moves) > SHOWN_MOVES:
        texts["further moves"] = f"{len(moves) - SHOWN_MOVES}, of the same form"
    if criterion:
        texts["P"] = criterion
    wanted = ("no option in P", "an option in P")
    for role in wanted:
        check = next(c for c in proof.checks if c.role == role and c.state in states)
        texts[f"{role} ({check.state})"] = text(check.decision.statement)
    if len(proof.checks) > len(wanted):
        texts["further statements"] = f"{len(proof.checks) - len(wanted)}, which --export writes"
    return texts


def confirmed_counterexample(model: FormulaModel, proof: KernelProof) -> Counterexample | None:
    """Return where the oracle contradicts a refuted criterion: at a position or an option of it.

    The positions are those at which the conditions of the theorem fail. None if the explicit graph
    from there would be too large, or the two do not differ there, as when it is not the criterion
    that fails but a condition on the rules, or where it is not seen that play starts there: the
    theorem is of all vectors, of which a game may reach few.
    """
    from oracles.errors import OracleError
    from oracles.graph import build_from
    from oracles.truth import Truth

    for check in proof.failures:
        position = proof.position(check)
        if not model.formulas.is_valid(position):
            continue
        try:
            if not _is_met(model, position):
                continue
            options = [o for o in islice(model.formulas.options(position), MOST_NEAR) if o]
            graph = build_from(model.game, [model.written(position)], limit=LARGEST_CONFIRMED)
            outcomes = Truth(model.game, graph).outcomes
        except (OracleError, RulesDisagreementError):
            continue
        near = [position, *(Place(*option) for option in options)]
        for place in sorted(near, key=lambda p: (sum(p.values), p.state, p.values)):
            written = model.written(place)
            believed = proof.outcome(place)
            if outcomes.get(written, believed) != believed:
                return Counterexample(show(written), outcomes[written], believed)
    return None


def _is_met(model: FormulaModel, position: Place) -> bool:
    """Whether play is seen to come to a position, from the starts of its size."""
    from oracles.moves import MoveGame
    from oracles.vectors import VectorGame

    game, written = model.game, model.written(position)
    if getattr(game.start, "__func__", None) in (MoveGame.start, VectorGame.start):
        return True  # from all vectors
    sizes = sorted({max(position.values, default=0), sum(position.values)})
    try:
        return any(_reaches(game, size, written) for size in sizes if size <= LARGEST_CONFIRMED)
    except ResourceLimitError:
        raise
    except Exception:  # the author's own code, which may know no such size
        return False


def _reaches(game: Game[Any], size: int, position: object) -> bool:
    """Whether play from the starts of a size reaches a position, as far as is looked."""
    from oracles.graph import build_from

    starts = list(islice(game.start(size), LARGEST_CONFIRMED))
    return position in starts or position in build_from(game, starts, limit=LARGEST_CONFIRMED)
