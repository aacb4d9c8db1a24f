"""P-positions of games on vectors, from their values to a proof.

Values are taken from explicit graphs of growing size. Automata are conjectured from the smaller
half of them and tested on the other half. Those that pass go to the Kernel theorem, which proves or
refutes them; a refuted one may come back, better informed, on the next size.
"""

from __future__ import annotations

from dataclasses import replace

from research.checks.domains import SmallCases
from research.checks.evidence import Level
from research.conjectures.automata import conjecture_automata
from research.conjectures.conjecture import Conjecture
from research.logic.automaton import Automaton
from research.logic.errors import AutomataError
from research.logic.formula import Formula, TruthValue, parse
from research.logic.kernel import KernelProof, prove_kernel
from research.logic.numeration import system
from research.proving.conclusions import conclusion, confirmed_counterexample, failing_condition
from research.proving.formula_from_automaton import Recognised, recognised
from research.proving.formula_model import FormulaModel, context_of
from research.proving.outcome_table import OutcomeTable, observe
from research.proving.results import EVERY_SIZE, SIZES, Limits, NotProvable, ProofResult

LEAST_SIDE = 4  # of a box of vectors, for a conjecture


def prove_formulas(model: FormulaModel, subject: str, limits: Limits) -> ProofResult:
    """Prove the P-positions of a game with formulas, from automata that its values suggest.

    Parameters
    ----------
    model
        The game with its formulas.
    subject, limits
        As for :func:`~research.conjectures.prove.prove_rules`.

    Raises
    ------
    RulesDisagreementError
        If formula and rules are not the same game.
    """
    of = context_of(subject, model, limits)
    tried: dict[str, Conjecture] = {}
    reason = "no automaton was proposed that the Kernel theorem confirms"
    for size in sorted({*(size for size in SIZES if size < of.seen.size), of.seen.size}):
        seen = observe(model, of.seen, size)
        try:
            proof = proved_from(seen, limits, tried)
        except NotProvable as error:
            reason = error.reason or reason
            continue
        words, formula = described(model, proof, subject, seen)
        result = conclusion(of, words, proof, criterion=formula)
        break
    else:
        result = exhausted(subject, reason, of.seen)
    return replace(result, conjectures=tuple(tried.values()))


def proved_from(seen: OutcomeTable, limits: Limits, tried: dict[str, Conjecture]) -> KernelProof:
    """Prove the P-positions by the first conjectured automata that the theorem confirms.

    Parameters
    ----------
    seen
        The values.
    limits
        The most states of an automaton.
    tried
        The conjectures so far, by what they say; those made here are added.

    Raises
    ------
    NotProvable
        With the reason why a proof that was begun stopped; empty if none was.
    """
    model, reason = seen.model, ""
    coordinates = model.rules.coordinates
    places = [state for state, names in coordinates.items() if names]
    for numeration, conjectures in _conjecture_criteria(seen).items():
        tried |= {conjecture.statement: conjecture for conjecture in conjectures}
        if len(conjectures) < len(places) or any(p.refuted for p in conjectures):
            continue
        criterion: dict[str, Automaton | Formula] = {
            state: TruthValue(value=bool(seen.members[state]))
            for state in coordinates
            if state not in places
        }
        found = zip(places, conjectures, strict=True)
        criterion |= {state: conjecture.found.automaton for state, conjecture in found}
        try:
            proof = prove_kernel(model.rules, criterion, numeration, limit=limits.states)
        except AutomataError as error:
            reason = f"the proof in {numeration} stopped: {error}"
            continue
        if proof.proved:
            return _in_base_2(proof, seen, limits) or proof
        confirmed = confirmed_counterexample(model, proof)
        failure = failing_condition(proof)
        failure += "" if confirmed is None else f" (the oracle: {confirmed})"
        tried |= {p.statement: replace(p, counterexample=failure) for p in conjectures}
    raise NotProvable(reason)


def _conjecture_criteria(seen: OutcomeTable) -> dict[str, list[Conjecture]]:
    """Return the automata conjectured for each control state, by numeration system."""
    by_system: dict[str, list[Conjecture]] = {}
    for state, members in seen.members.items():
        what = "the set of P-positions" + (f" in state {state}" if len(seen.sides) > 1 else "")
        if not members.ndim:
            continue
        if members.shape[0] < LEAST_SIDE:
            return {}
        for conjecture in conjecture_automata(members, seen.model.rules.coordinates[state], what):
            by_system.setdefault(conjecture.found.system, []).append(conjecture)
    return by_system


def _in_base_2(proof: KernelProof, seen: OutcomeTable, limits: Limits) -> KernelProof | None:
    """Prove a recognised criterion as a formula in base 2; None if not.

    Then the proof says that the automaton is the formula, whatever the system it was found in.
    """
    known = {state: _recognised(proof, state, seen) for state in proof.rules.coordinates}
    criterion = {state: parse(each.formula).formula for state, each in known.items() if each}
    if len(criterion) < len(known):
        return None
    try:
        again = prove_kernel(proof.rules, criterion, limit=limits.states)
    except AutomataError:
        return None
    return again if again.proved else None


def _recognised(proof: KernelProof, state: str, seen: OutcomeTable) -> Recognised | None:
    names, valid = proof.rules.coordinates[state], proof.rules.valid.get(state)
    return recognised(proof.criterion[state], names, proof.system, seen.members[state], valid)


def described(
    model: FormulaModel, proof: KernelProof, subject: str, seen: OutcomeTable
) -> tuple[str, str]:
    """Return the theorem in words, and the criterion as a formula where one is recognised.

    A formula is recognised if its automaton is the same one, so it is as proved as that is.
    """
    words, formulas = [], []
    for state, names in model.rules.coordinates.items():
        automaton = proof.criterion[state]
        found = _recognised(proof, state, seen)
        vector = names[0] if len(names) == 1 else f"({', '.join(names)})"
        place = f" in state {state}" if len(seen.sides) > 1 else ""
        if found is None:
            condition = (
                f"the automaton of {automaton.states} states accepts the digits of {vector} in "
                f"{system(proof.system).words}, the least significant first"
            )
        else:
            condition = found.words
            formulas.append(f"{state}: {found.formula}")
        words.append(f"{vector}{place} is a P-position of {subject} exactly if {condition}")
    domain = "all natural numbers" if model.domain == EVERY_SIZE else model.domain
    return f"{'; '.join(words)}. For {domain}.", "; ".join(formulas)


def exhausted(subject: str, reason: str, seen: SmallCases) -> ProofResult:
    """Return how far the outcomes of a game are known, and why nothing is proved beyond."""
    outcomes = list(seen.truth.outcomes.values())
    return ProofResult(
        subject,
        Level.EXHAUSTED,
        f"the outcome of every position to size {seen.size} is known, and no theorem beyond: "
        f"{outcomes.count('P')} of the {len(outcomes)} positions are P-positions.",
        "exhaustion",
        f"the {len(outcomes)} positions to size {seen.size}",
        len(outcomes),
        reason=reason,
    )
