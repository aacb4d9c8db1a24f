"""From the decided conditions of a theorem to a conclusion about the game.

The Kernel theorem (:mod:`research.logic.kernel`), the heap theorem
(:mod:`research.proving.nim_reduction`) and the key theorem (:mod:`research.proving.greedy_sieve`)
speak of formulas. What makes one of them a theorem about the game is said line by line: the
theorem, the engine's decisions, and that the rules are the formula. *Refuted* is said only with a
position at which the oracle's outcome is another; where a condition fails without one, nothing is
known beyond the graph, and the conclusion says which condition fails.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from oracles.errors import OracleError, ResourceLimitError
from research.checks.equality import show
from research.checks.evidence import Counterexample, Level
from research.logic.automaton import Automaton
from research.logic.formula import text
from research.logic.kernel import Condition, Conditions, KernelProof, Place
from research.logic.numeration import Relation
from research.proving.comparing import ProofContext
from research.proving.errors import RulesDisagreementError
from research.proving.formula_model import FormulaModel
from research.proving.results import EVERY_SIZE, HEAPS, KERNEL, KEYS, ProofResult

SAYS = {
    KERNEL: "the Kernel theorem: no option of a position in P is in P, every other position has "
    "one, and play ends",
    HEAPS: "the heap theorem: one heap changes, every decrease is there, and play ends",
    KEYS: "the key theorem: a common key is a move, and options come earlier in the order",
}
LARGEST_CONFIRMED = 200_000  # positions of the graph on which the oracle confirms a counterexample
MOST_NEAR = 10_000  # options of a position that are looked at
_FAILS = {
    "options are positions": "an option leaves the positions at {0}",
    "decreases": "play cannot be shown to end, as the measure does not decrease from {0}",
    "not won": "{0} is in P and won",
    "no option in P": "{0} is in P and has an option in P, so P is wrong at one of the two",
    "an option in P": "{0} is not in P and has no option in P, so P is wrong there or at an option",
    "is its formula": "the formula of P and its automaton differ at {0}",
}


def conclusion(
    of: ProofContext,
    method: str,
    words: str,
    proof: Conditions,
    different: Counterexample | None = None,
    **shown: Any,
) -> ProofResult:
    """Return what the decided conditions of a theorem come to: proved, refuted, or not known.

    Parameters
    ----------
    of
        What it is proved of.
    method
        Which theorem, a key of :data:`SAYS`.
    words
        What is believed.
    proof
        The conditions.
    different
        Where on the graph the oracle's outcome is another than what is believed.
    shown
        Formulas, automata and their system, for the result.

    Raises
    ------
    RulesDisagreementError
        If the conditions hold and the oracle's outcome is another.
    """
    more: dict[str, Any] = {"proof": proof, "model": of.model}
    number = len(proof.checks)
    if proof.proved:
        if different is not None:
            at = different
            said = f"{at.believed} by the theorem"
            raise RulesDisagreementError(Counterexample(at.case, said, at.found))
        largest = max(check.decision.largest for check in proof.checks)
        rests_on = (
            f"{SAYS[method]} ({number} statements)",
            "the engine, which decided each of them true; the largest automaton had "
            f"{largest} states",
            of.justification,
        )
        more |= {"rests_on": rests_on, **shown}
        return ProofResult(of.subject, Level.PROVED, words, method, EVERY_SIZE, number, **more)
    missing = failing_condition(proof)
    beyond = ""
    if different is None and isinstance(proof, KernelProof):
        different = confirmed_counterexample(of.model, proof)
        beyond = f", though on {of.seen.words} it is right"
    if different is not None:
        return refuted(of, method, different, f"{beyond}: {missing}", number, **more)
    words = f"nothing is known for every size: {missing}; on {of.seen.words} what is believed holds"
    more["reason"] = missing
    return ProofResult(of.subject, Level.UNTESTED, f"{words}.", method, EVERY_SIZE, number, **more)


def refuted(
    of: ProofContext,
    method: str,
    found: Counterexample,
    why: str = "",
    cases: int = 0,
    **more: Any,
) -> ProofResult:
    """Return that what is believed is wrong, as the oracle's outcome of a position is another."""
    words = f"What is believed is wrong at {found.case}{why}."
    more |= {"counterexample": found}
    return ProofResult(of.subject, Level.REFUTED, words, method, EVERY_SIZE, cases, **more)


def failing_condition(proof: Conditions) -> str:
    """Say which condition fails, and where; conditions on the rules first."""
    order = list(_FAILS)
    first = min(
        proof.failures, key=lambda c: order.index(c.role) if c.role in order else len(order)
    )
    if isinstance(proof, KernelProof) and first.role in _FAILS:
        return _FAILS[first.role].format(proof.position(first))
    return f"{first.role!r} fails for {first.state}{_example(first)}"


def _example(check: Condition) -> str:
    example = (check.decision.example or {}).items()
    return f" at {', '.join(f'{name} = {value}' for name, value in example)}" if example else ""


def texts(proof: Conditions) -> dict[str, str]:
    """Return the predicates that are formulas, and all statements, numbered."""
    found = {}
    for name, relation in proof.relations.items():
        if isinstance(relation, Relation) and not isinstance(relation.definition, Automaton):
            found[f"${name}({', '.join(relation.parameters)})"] = text(relation.definition)
    for number, check in enumerate(proof.checks, 1):
        found[f"({number}) {check.role} ({check.state})"] = text(check.decision.statement)
    return found


def confirmed_counterexample(model: FormulaModel, proof: KernelProof) -> Counterexample | None:
    """Return where the oracle contradicts a refuted criterion: at a position or an option of it.

    The positions are those at which the conditions of the theorem fail. None if the explicit graph
    from there would be too large, or the two do not differ there, as when it is a condition on the
    rules that fails, or where it is not seen that play comes there: the theorem is of all vectors,
    of which a game may reach few.
    """
    from oracles.graph import build_from
    from oracles.truth import Truth

    for check in proof.failures:
        position = proof.position(check)
        if not model.formulas.is_valid(position) or not _is_met(model, position):
            continue
        try:
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
    from oracles.graph import build_from
    from oracles.moves import MoveGame
    from oracles.vectors import VectorGame

    game, written = model.game, model.written(position)
    if getattr(game.start, "__func__", None) in (MoveGame.start, VectorGame.start):
        return True  # from all vectors
    for size in sorted({max(position.values, default=0), sum(position.values)}):
        try:
            starts = list(islice(game.start(size), LARGEST_CONFIRMED))
            if written in starts or written in build_from(game, starts, limit=LARGEST_CONFIRMED):
                return True
        except ResourceLimitError:
            raise
        except Exception:  # the author's own code, which may know no such size
            continue
    return False
