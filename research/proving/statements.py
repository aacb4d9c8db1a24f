"""Statements about P-positions, decided on the automata that are proved to accept them.

See :mod:`research.proving.short_theorems`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from research.checks.evidence import (
    ClaimError,
    Counterexample,
    Evidence,
    Kind,
    Level,
    Step,
    require,
)
from research.logic.errors import AutomataError
from research.proving.results import PERIODICITY

if TYPE_CHECKING:
    from research.proving.results import ProofResult

STATEMENT = "decision of a statement about proved P-positions"
COUNTING = "linear representation of a proved automaton"


@dataclass(frozen=True)
class Recurrence:
    """A sequence by its first terms and a linear recurrence with integer coefficients.

    Attributes
    ----------
    first
        Its first terms, at least as many as coefficients.
    coefficients
        a_1, ..., a_d with ``u(n) = a_1 u(n-1) + ... + a_d u(n-d)`` from ``n = len(first)`` on.

    Examples
    --------
    >>> Recurrence([1, 2], [1, 1]).terms(8)
    [1, 2, 3, 5, 8, 13, 21, 34]
    """

    first: Sequence[int]
    coefficients: Sequence[int]

    def __post_init__(self) -> None:
        whole = all(type(n) is int for n in (*self.first, *self.coefficients))
        require(whole, "recurrence", (self.first, self.coefficients), "integers")
        enough = 1 <= len(self.coefficients) <= len(self.first)
        require(enough, "recurrence: first", self.first, "at least as many as coefficients")

    def terms(self, number: int) -> list[int]:
        """Return so many terms."""
        found = list(self.first)
        while len(found) < number:
            back = reversed(found[-len(self.coefficients) :])
            found.append(sum(a * u for a, u in zip(self.coefficients, back, strict=True)))
        return found[:number]


def refuted(by: str, counterexample: Counterexample) -> Evidence:
    """Return that a theorem refutes what is believed, with a counterexample."""
    bound = f"{'heaps' if by == PERIODICITY else 'positions'} of every size"
    return Evidence(Level.REFUTED, Kind.THEOREM, bound, 1, counterexample, by=by)


def _relations(result: ProofResult) -> dict[str, Any]:
    """Return the proved automata as predicates: ``P``, and ``P_STATE`` for each control state."""
    from research.logic.numeration import Relation

    proof = result.proof
    names = proof.rules.coordinates
    known = {f"P_{s}": Relation(names[s], automaton) for s, automaton in proof.criterion.items()}
    return known | ({"P": next(iter(known.values()))} if len(known) == 1 else {})


def decided_of(name: str, found: Callable[[], ProofResult], believed: str) -> Evidence:
    """Decide a statement about the P-positions that are found, as is believed."""
    from research.logic.decide import decide

    result = found()
    if not result.proved:
        return replace(result.evidence(), by=f"not proved: {result.reason or result.statement}")
    try:
        decision = decide(believed, result.system, _relations(result))
    except AutomataError as error:
        raise ClaimError(f"claim {name!r}: {error}") from error
    if decision.truth:
        return _stands(result, STATEMENT, f"`{believed}`, decided true")
    example = decision.example or {}
    case = ", ".join(f"{variable} = {value}" for variable, value in example.items())
    return refuted(STATEMENT, Counterexample(case, "false", "true"))


def counted_by(
    name: str, formula: str, found: Callable[[], ProofResult], believed: Recurrence
) -> Evidence:
    """Compare the counts of the numbers with a property with those that are believed."""
    from research.logic.decide import evaluate
    from research.logic.linear import linear_representation

    result = found()
    if not result.proved:
        return replace(result.evidence(), by=f"not proved: {result.reason or result.statement}")
    try:
        automaton = evaluate(formula, result.system, _relations(result))
        counting = linear_representation(automaton, result.system)
    except AutomataError as error:
        raise ClaimError(f"claim {name!r}: {error}") from error
    number = len(counting.matrix) + len(believed.first)
    terms, wanted = counting.terms("count", number), believed.terms(number)
    for digits, (count, other) in enumerate(zip(terms, wanted, strict=True)):
        if count != other:
            case = f"at most {digits} digits"
            return refuted(COUNTING, Counterexample(case, str(count), str(other)))
    words = (
        f"the numbers with `{formula}` are accepted by an automaton of {automaton.states} states; "
        f"their counts for 0, 1, ... digits begin {', '.join(map(str, terms[:8]))}; those from the "
        f"one for {len(believed.first)} on have the recurrence with the coefficients "
        f"{', '.join(map(str, believed.coefficients))} for ever, as both agree on {number} terms, "
        f"{len(counting.matrix)} for the matrix and {len(believed.first)} for the first terms"
    )
    return _stands(result, COUNTING, words)


def _stands(result: ProofResult, by: str, words: str) -> Evidence:
    """Return what was decided about proved P-positions."""
    found = result.evidence()
    return replace(found, steps=(Step(words, ""), *found.steps), by=by)
