"""Grundy values of single heaps, learned as P-positions beside a nim heap.

The Grundy value of a position is the heap beside which it is a P-position, so what holds of
P-positions (:mod:`.p_positions`) is proved of values in the same way, with one coordinate more.
"""

from __future__ import annotations

from dataclasses import replace

from oracles.errors import RulesError
from research.checks.equality import show
from research.checks.evidence import Counterexample
from research.conjectures.learning import SIDES, learn
from research.conjectures.p_positions import domain_in_words, known_formulas, proved_as_formulas
from research.logic.errors import AutomataError
from research.logic.formula_rules import names_of, with_heap
from research.logic.kernel import Place
from research.proving.conclusions import conclusion
from research.proving.formula_model import FormulaModel, context_of
from research.proving.results import Limits, NotProvable, ProofResult, RulesDisagreementError


def prove_values(model: FormulaModel, subject: str, limits: Limits) -> ProofResult:
    """Prove the Grundy values of the single heaps of a game, where small ones suggest a formula.

    Raises
    ------
    NotProvable
        If the game has no Grundy values, or nothing is found that a person reads.
    """
    ((state, (name,)),) = model.rules.coordinates.items()
    if model.game.misere:
        raise NotProvable("Grundy values are defined only for normal play")
    heap = names_of(model.rules).fresh("g")
    beside = replace(model, rules=with_heap(model.rules, heap))
    try:
        learned = learn(beside.rules, limits.states, SIDES[:1])
    except (RulesError, AutomataError) as error:
        raise NotProvable(str(error)) from None
    if learned.proof is None:
        raise NotProvable(learned.in_words())
    known = known_formulas(learned, beside, limits)
    said = known[state]
    if said is None or not said.formula:
        raise NotProvable("no formula of the values was found")
    of = context_of(subject, model, limits)
    proof = proved_as_formulas(learned.proof, known, limits)
    values = of.seen.truth.grundy_values
    for position, place in of.places:
        here = Place(place.state, (*place.values, int(str(values[position]))))
        if proof.outcome(here) != "P":
            case = Counterexample(show(position), str(values[position]), "another value")
            raise RulesDisagreementError(case)
    words = f"in {subject} the Grundy value of {name} is {heap} exactly if {said.words}. For "
    words += f"{domain_in_words(model)}."
    criterion, of = f"{state}: {said.formula}", replace(of, model=beside)
    return conclusion(of, words, proof, criterion=criterion, compare=False)
