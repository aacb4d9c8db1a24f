"""P-positions of games with formulas, from their values to a theorem.

Automata are learned from values at scale (:mod:`.learning`). The first that the Kernel theorem
proves is said as a person would (:mod:`.recognising`) where that is known. Where nothing is
proved of all vectors, or nothing that a person reads, it is tried on the positions that occur
(:mod:`.found_domain`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf

from oracles.errors import RulesError
from oracles.moves import MoveGame
from oracles.vectors import VectorGame
from research.checks.domains import SmallCases
from research.checks.evidence import Level
from research.conjectures.atoms import Recognised
from research.conjectures.conjecture import Conjecture
from research.conjectures.found_domain import with_found_domain
from research.conjectures.learning import Learned, Proposal, learn
from research.conjectures.recognising import criteria_in_words, known_criteria
from research.logic.errors import AutomataError, StateLimitError
from research.logic.formula import parse, text
from research.logic.kernel import KernelProof, prove_kernel
from research.proving.conclusions import conclusion
from research.proving.formula_model import FormulaModel, context_of
from research.proving.results import EVERY_SIZE, Limits, NotProvable, ProofResult

Rounds = Sequence[Mapping[int, int]] | None
MOST_CONNECTIVES = 2  # otherwise it may be plainer on the positions that occur
MOST_SHOWN = 3  # proposals that failed


def prove_formulas(
    model: FormulaModel, subject: str, limits: Limits, rounds: Rounds = None
) -> ProofResult:
    """Prove the P-positions of a game with formulas, from automata that its values suggest.

    Parameters
    ----------
    model
        The game with its formulas.
    subject, limits
        As for :func:`~research.conjectures.prove.prove_rules`.
    rounds
        The boxes, as for :func:`~research.conjectures.learning.learn`.

    Raises
    ------
    RulesDisagreementError
        If formula and rules are not the same game.
    """
    of = context_of(subject, model, limits)
    learned = _learn(model, limits, rounds)
    known = known_formulas(learned, model, limits)
    if not known or _connectives(known) > MOST_CONNECTIVES:
        narrower = with_found_domain(model, of.seen)
        if narrower is not None:
            again = _learn(narrower, limits, rounds)
            known_again = known_formulas(again, narrower, limits)
            if known_again and (not known or _connectives(known_again) < _connectives(known)):
                model, learned, known = narrower, again, known_again
    if learned.proof is None:
        result = exhausted(subject, learned.in_words(), of.seen)
    else:
        proof = proved_as_formulas(learned.proof, known, limits)
        words, formula = _described(model, proof, subject, known)
        result = conclusion(replace(of, model=model), words, proof, criterion=formula)
    failed = sorted(learned.failed, key=lambda each: each[0].states)[:MOST_SHOWN]
    return replace(result, conjectures=tuple(_refuted(*each) for each in failed))


def _connectives(known: dict[str, Recognised | None]) -> float:
    """Return how often criteria say "and" or "or"; infinity where one is an automaton only."""
    if None in known.values():
        return inf
    return sum(len(re.findall(" and | or ", said.words)) for said in known.values() if said)


def _learn(model: FormulaModel, limits: Limits, rounds: Rounds) -> Learned:
    try:
        return learn(model.rules, limits.states, rounds)
    except (RulesError, StateLimitError) as error:
        raise NotProvable(str(error)) from None


def _refuted(proposal: Proposal, why: str) -> Conjecture:
    said = f"P is accepted by an automaton of {proposal.states} states in {proposal.system}"
    return Conjecture("automaton", said, proposal.values, 0, why, proposal)


def known_formulas(
    learned: Learned, model: FormulaModel, limits: Limits
) -> dict[str, Recognised | None]:
    """Return what each state's criterion is, None where it is not known; empty if unproved."""
    proof, rules = learned.proof, model.rules
    if proof is None:
        return {}
    return known_criteria(
        rules.coordinates,
        proof.criterion,
        proof.system,
        learned.tables,
        valid=rules.valid,
        limit=limits.states,
    )


def proved_as_formulas(
    proof: KernelProof, known: Mapping[str, Recognised | None], limits: Limits
) -> KernelProof:
    """Prove a recognised criterion as a formula, in base 2 if that goes; else return the proof.

    Then the proof says that the automaton is the formula, whatever the system it was found in.
    """
    said = {
        state: parse(each.formula).formula for state, each in known.items() if each and each.formula
    }
    for numeration in ("lsd_2", proof.system) if len(said) == len(known) else ():
        try:
            again = prove_kernel(proof.rules, said, numeration, limit=limits.states)
        except AutomataError:
            continue
        if again.proved:
            return again
    return proof


def _described(
    model: FormulaModel, proof: KernelProof, subject: str, known: dict[str, Recognised | None]
) -> tuple[str, str]:
    """Return the theorem in words, and the criterion as a formula where one is recognised."""
    belongs = f"is a P-position of {subject}"
    words = criteria_in_words(
        model.rules.coordinates, proof.criterion, proof.system, known, belongs
    )
    formulas = [
        f"{state}: {text(parse(each.formula).formula)}"
        for state, each in known.items()
        if each and each.formula
    ]
    return f"{words}. For {domain_in_words(model)}.", "; ".join(formulas)


def domain_in_words(model: FormulaModel) -> str:
    """Return how a sentence names the positions of a game."""
    words = "all natural numbers" if model.domain == EVERY_SIZE else model.domain
    in_python = not isinstance(model.game, MoveGame | VectorGame)
    return f"{words} in ascending order" if model.unordered and in_python else words


def exhausted(subject: str, reason: str, seen: SmallCases) -> ProofResult:
    """Return how far the outcomes of a game are known, and why nothing is proved beyond."""
    outcomes = list(seen.truth.outcomes.values())
    return ProofResult(
        subject,
        Level.EXHAUSTED,
        f"{outcomes.count('P')} of the {len(outcomes)} positions to size {seen.size} are "
        "P-positions. No theorem was found for every size.",
        "exhaustion",
        f"the {len(outcomes)} positions to size {seen.size}",
        len(outcomes),
        reason=reason,
    )
