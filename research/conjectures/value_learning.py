"""Grundy values learned as P-positions beside a nim heap.

The Grundy value of a position is the heap beside which it is a P-position, so what holds of
P-positions (:mod:`.p_positions`) is proved of values in the same way, with one coordinate more.
"""

from __future__ import annotations

from dataclasses import replace

from fast.lazy import np
from oracles.errors import RulesError
from research.checks.equality import show
from research.checks.evidence import Counterexample
from research.conjectures.fitting import Recognised, separating
from research.conjectures.learning import SIDES, Learned, learn
from research.conjectures.p_positions import known_formulas, proved_as_formulas
from research.conjectures.tabulating import P
from research.logic.errors import AutomataError
from research.logic.evaluator import Evaluator
from research.logic.formula import conjunction, parse
from research.logic.formula_rules import names_of, with_heap
from research.logic.kernel import Place
from research.proving.conclusions import conclusion
from research.proving.formula_model import FormulaModel, context_of
from research.proving.results import (
    EVERY_SIZE,
    Limits,
    NotProvable,
    ProofResult,
    RulesDisagreementError,
)

MOST_VALUES = 8  # of which each gets a formula


def prove_values(model: FormulaModel, subject: str, limits: Limits) -> ProofResult:
    """Prove the Grundy values of a game with formulas, where small values suggest a formula.

    Raises
    ------
    NotProvable
        If the game has no Grundy values, or nothing is found that a person reads.
    """
    game = model.game
    if game.misere or model.rules.won or game.names_winner_by_position():
        raise NotProvable("the game has no Grundy values by its formulas")
    heap = names_of(model.rules).fresh("g")
    beside = replace(model, rules=with_heap(model.rules, heap))
    try:
        learned = learn(beside.rules, limits.states, SIDES[:1])
    except (RulesError, AutomataError) as error:
        raise NotProvable(str(error)) from None
    if learned.proof is None:
        raise NotProvable(learned.in_words())
    known = known_formulas(learned, beside, limits)
    found = {state: said or _by_value(learned, beside, state) for state, said in known.items()}
    of = context_of(subject, model, limits)
    proof = proved_as_formulas(learned.proof, found, limits)
    values = of.seen.truth.grundy_values
    for position, place in of.places:
        here = Place(place.state, (*place.values, int(str(values[position]))))
        if proof.outcome(here) != "P":
            case = Counterexample(show(position), str(values[position]), "another value")
            raise RulesDisagreementError(case)
    said = [
        f"the Grundy value of {_vector(names)}{f' in state {state}' * (len(found) > 1)} is "
        f"{_words(found[state].words, heap)}"
        for state, names in model.rules.coordinates.items()
    ]
    domain = "all natural numbers" if model.domain == EVERY_SIZE else model.domain
    words = f"in {subject} {'; '.join(said)}. For {domain}."
    formulas = "; ".join(f"{state}: {each.formula}" for state, each in found.items())
    return conclusion(replace(of, model=beside), words, proof, criterion=formulas, compare=False)


def _vector(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"({', '.join(names)})"


def _words(said: str, heap: str) -> str:
    return said if said.startswith("0 ") else f"{heap} exactly if {said}"


def _by_value(learned: Learned, model: FormulaModel, state: str) -> Recognised:
    """Return a formula for each of a few values, together the automaton; else NotProvable."""
    *names, heap = model.rules.coordinates[state]
    table, proof = learned.tables[state] == P, learned.proof
    vectors = np.argwhere(table.any(axis=-1))
    values = table.argmax(axis=-1)[tuple(vectors.T)]
    assert proof is not None
    formulas, words = [], []
    for value in range(min(int(values.max(initial=0)), MOST_VALUES) + 1):
        said = next(separating(names, vectors, values == value), None)
        if said is None:
            raise NotProvable("no formula of the values was found")
        formulas.append(f"({heap} = {value} & {said.formula})")
        words.append(f"{value} exactly if {said.words}")
    formula = " | ".join(formulas)
    valid = [model.rules.valid[state]] if state in model.rules.valid else []
    made = Evaluator(proof.system).over(conjunction(parse(formula).formula, *valid), [*names, heap])
    if made != proof.criterion[state]:
        raise NotProvable("no formula of the values was found")
    return Recognised(formula, "; ".join(words))
