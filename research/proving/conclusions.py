"""From the decided conditions of a theorem to a conclusion about the game.

Theorems speak of formulas. What makes one of them a theorem about the game is said line by line:
the theorem, the decisions, and that the rules are the formula. *Refuted* is said only with a
position at which the oracle's outcome is another; where a condition fails without one, nothing is
known beyond the graph, and the conclusion says which condition fails.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from oracles.errors import OracleError
from oracles.growing import FROM_POSITION
from research.checks.equality import show
from research.checks.evidence import Counterexample, Level
from research.logic.automaton import Automaton
from research.logic.formula import exists, text
from research.logic.kernel import Condition, Conditions, KernelProof
from research.logic.numeration import Relation
from research.proving.formula_model import FormulaModel, ProofContext
from research.proving.results import (
    GREEDY_SIEVE,
    KERNEL,
    NIM_REDUCTION,
    ProofResult,
    RulesDisagreementError,
)

SAYS = {
    KERNEL: "The Kernel theorem: no option of a position in P is in P, every other position has "
    "one, and play ends",
    NIM_REDUCTION: "The nim reduction: one heap changes, every decrease is there, and play ends",
    GREEDY_SIEVE: "The greedy sieve: a common key is a move, and options come earlier",
}
SHOWN_MOVES = 8
MOST_NEAR = 10_000  # options of a position that are looked at
_FAILS = {
    "options are positions": "an option leaves the positions at {0}",
    "decreases": "play cannot be shown to end, as the measure does not decrease from {0}",
    "not won": "{0} is in P and won",
    "no option in P": "{0} is in P and has an option in P",
    "an option in P": "{0} is not in P and has no option in P",
    "is its formula": "the formula of P and its automaton differ at {0}",
}


def conclusion(
    of: ProofContext,
    words: str,
    proof: Conditions,
    *,
    method: str = KERNEL,
    criterion: str = "",
    compare: bool = True,
) -> ProofResult:
    """Return what the decided conditions of a theorem come to: proved, refuted, or not known.

    Parameters
    ----------
    of, words, proof
        What it is proved of, what is believed, and the conditions.
    method
        Which theorem, a key of :data:`SAYS`.
    criterion
        Of the Kernel theorem: the criterion as a formula, where it is known as one.
    compare
        Whether the outcomes of the theorem are still to be compared with the oracle's.

    Raises
    ------
    RulesDisagreementError
        If the conditions hold and the oracle's outcome is another.
    """
    different = of.least_difference(proof.outcome) if compare else None
    if not proof.proved:
        return _failed(of, proof, method, different)
    if different is not None:
        said = f"{different.believed} by the theorem"
        raise RulesDisagreementError(Counterexample(different.case, said, different.found))
    number = len(proof.checks)
    said = f"{SAYS[method]} ({number} statements"
    more: dict[str, Any] = {"formulas": _texts(proof)}
    if isinstance(proof, KernelProof):
        moves = len(proof.rules.moves)
        cut = f", {SHOWN_MOVES} of {moves} moves" if moves > SHOWN_MOVES else ""
        said += f"; two of them{cut} are shown"
        more = {"formulas": _kernel_texts(proof, criterion)}
    largest = max(check.decision.largest for check in proof.checks)
    decided = f"Each condition was decided by automata, the largest with {largest} states."
    more |= {"rests_on": (f"{said}).", decided, of.justification), "proof": proof}
    return ProofResult(of.subject, Level.PROVED, words, method, of.model.domain, number, **more)


def _failed(
    of: ProofContext, proof: Conditions, method: str, different: Counterexample | None
) -> ProofResult:
    """Return that what is believed is wrong, or that nothing is known beyond the graph."""
    missing, beyond = failing_condition(proof), ""
    here = f"the {len(of.seen)} positions to size {of.seen.size}"
    if different is None and isinstance(proof, KernelProof):
        different = confirmed_counterexample(of.model, proof)
        beyond = f", though on {here} it is right"
    number = len(proof.checks)
    if different is not None:
        return refuted(of, method, different, f"{beyond}: {missing}", number)
    if isinstance(proof, KernelProof):
        place = proof.position(first_failure(proof))
        if of.model.written(place) not in of.seen:
            missing += f"; {place} is not among {here}, and may not be a position of the game"
    words = f"nothing is known for every size: {missing}; on {here} the belief holds."
    return ProofResult(
        of.subject, Level.UNTESTED, words, method, of.model.domain, number, reason=missing
    )


def refuted(
    of: ProofContext, method: str, found: Counterexample, why: str = "", cases: int = 0
) -> ProofResult:
    """Return that what is believed is wrong, as the oracle's outcome of a position is another."""
    words = f"The belief is wrong at {found.case}{why}."
    return ProofResult(
        of.subject, Level.REFUTED, words, method, of.model.domain, cases, counterexample=found
    )


def failing_condition(proof: Conditions) -> str:
    """Say which condition fails, and where; conditions on the rules first."""
    first = first_failure(proof)
    if isinstance(proof, KernelProof):
        return _FAILS[first.role].format(proof.position(first))
    example = ", ".join(f"{n} = {v}" for n, v in (first.decision.example or {}).items())
    return f"{first.role!r} fails for {first.state}{f' at {example}' if example else ''}"


def first_failure(proof: Conditions) -> Condition:
    """Return the condition that fails, of several one on the rules first."""
    order = [*_FAILS, *(check.role for check in proof.failures)]
    return min(proof.failures, key=lambda check: order.index(check.role))


def _kernel_texts(proof: KernelProof, criterion: str) -> dict[str, str]:
    """Return moves and criterion in Walnut's syntax."""
    rules = proof.rules
    texts = {}
    for number, move in enumerate(rules.moves[:SHOWN_MOVES], 1):
        image = ", ".join(text(term) for term in move.image)
        guard = text(exists(move.parameters, move.guard)) if move.parameters else text(move.guard)
        texts[f"move {number}"] = (
            f"{move.source}({', '.join(rules.coordinates[move.source])}) -> "
            f"{move.target}({image}) where {guard}"
        )
    if criterion:
        texts["P"] = criterion
    for role in ("no option in P", "an option in P"):
        check = next(c for c in proof.checks if c.role == role)
        texts[f"{role} ({check.state})"] = text(check.decision.statement)
    return texts


def _texts(proof: Conditions) -> dict[str, str]:
    """Return the predicates that are formulas, and all statements, numbered."""
    found = {
        f"${name}({', '.join(relation.parameters)})": text(relation.definition)
        for name, relation in proof.relations.items()
        if isinstance(relation, Relation) and not isinstance(relation.definition, Automaton)
    }
    for number, check in enumerate(proof.checks, 1):
        found[f"({number}) {check.role} ({check.state})"] = text(check.decision.statement)
    return found


def confirmed_counterexample(model: FormulaModel, proof: KernelProof) -> Counterexample | None:
    """Return where the oracle contradicts a refuted criterion: at a position or an option of it.

    The positions are those at which the conditions of the theorem fail. None if the explicit graph
    from there, or from the starts of its size, would be too large, or does not come there: the
    theorem is of all vectors, of which a game may reach few.
    """
    places = [place for place in map(proof.position, proof.failures) if model.is_valid(place)]
    for place in places:
        for size in sorted({max(place.values, default=0), sum(place.values)}):
            try:
                near = [place, *islice(model.options(place), MOST_NEAR)]
                outcomes = _outcomes_from(model, model.written(place), size)
            except (OracleError, RulesDisagreementError):
                continue
            for each in sorted(near, key=lambda p: (sum(p.values), p.state, p.values)):
                case, believed = model.written(each), proof.outcome(each)
                if outcomes.get(case, believed) != believed:
                    return Counterexample(show(case), outcomes[case], believed)
    return None


def _outcomes_from(model: FormulaModel, position: Any, size: int) -> Mapping[Any, str]:
    """Return the outcomes of a position and what follows, if it is reached from a size."""
    from oracles.graph import build_from
    from oracles.truth import Truth

    starts = list(islice(model.game.start(size), FROM_POSITION.positions))
    starts = [position] if position in starts else starts
    graph = build_from(model.game, starts, limit=FROM_POSITION.positions)
    return Truth(model.game, graph).outcomes if position in graph else {}
