"""Statements about P-positions, decided on the automata that are proved to accept them.

See :mod:`research.proving.short_theorems`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
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
from research.conjectures.prove import prove_study
from research.logic.errors import AutomataError
from research.proving.believed import LIMITS
from research.proving.results import EVERY_SIZE

if TYPE_CHECKING:
    from research.claims.claim import Claim, Source
    from research.claims.study import Study
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
    return Evidence(Level.REFUTED, Kind.THEOREM, EVERY_SIZE, 1, counterexample, by=by)


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


def _proved_once(study: Study) -> Callable[[], ProofResult]:
    """Return what proves the study's P-positions, once for all its claims."""

    def found() -> ProofResult:
        known: list[ProofResult] = vars(study).setdefault("_proved_once", [])
        if not known:
            quick = prove_study(study, limits=LIMITS)[0]
            known.append(quick if quick.proved else prove_study(study)[0])
        return known[0]

    return found


def claim_holds(
    study: Study,
    statement: str,
    formula: str,
    *,
    controls: Mapping[str, str],
    name: str = "statement",
    source: Source | str | None = None,
) -> Claim:
    """Claim a first-order statement about the P-positions, for every size.

    Parameters
    ----------
    study
        The study, whose P-positions ``prove`` finds and proves.
    statement
        What is claimed, in words and LaTeX.
    formula
        The same in the syntax of ``prove``, with ``$P(...)`` for the P-positions.
    controls
        Wrong formulas by what is wrong with them, at least one.
    name, source
        As for :func:`claim_period`.

    Raises
    ------
    ClaimError
        If there are no controls; and, when it is checked, if a formula cannot be read.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> from research.checks.evidence import Settings
    >>> from research.claims.study import Study
    >>> from research.verdicts.checking import check_claim
    >>> study = Study("two-heaps", nim(2), source="an example")
    >>> claim = claim_holds(study, "Each heap has its partner.", "Ax1 Ex2 $P(x1,x2)",
    ...                     controls={"another one": "Ax1 Ex2 $P(x1,x2) & x1 != x2"})
    >>> str(check_claim(claim, Settings()).level)
    'proved'
    """
    if not controls:
        raise ClaimError(f"claim {name!r}: controls are needed, at least one wrong formula")
    claim = study.claim(name, statement, believed=formula, controls=controls, source=source)
    return claim.prove(STATEMENT, partial(decided_of, name, _proved_once(study)))


def claim_count(
    study: Study,
    statement: str,
    formula: str,
    *,
    first: Sequence[int],
    coefficients: Sequence[int],
    controls: Mapping[str, Recurrence] | None = None,
    name: str = "count-by-digits",
    source: Source | str | None = None,
) -> Claim:
    """Claim how many numbers of at most k digits have a property of P-positions, for every k.

    Parameters
    ----------
    formula
        The property of one number, its only free variable, in the syntax of ``prove``:
        ``"$P(n,2*n,3*n)"``.
    first, coefficients
        The counts for k = 0, 1, ..., as a :class:`Recurrence`. Digits are those of the numeration
        system in which the P-positions are proved, mostly base 2.
    controls
        Wrong recurrences; one with the last of the first terms one more unless given.
    study, statement, name, source
        As for :func:`claim_holds`.

    Raises
    ------
    ClaimError
        If the recurrence is none; and, when it is checked, if the formula cannot be read or has
        another number of free variables.
    """
    believed = Recurrence(first, coefficients)
    more = {
        "one more at the end": Recurrence([*first[:-1], first[-1] + 1], coefficients),
        "another coefficient": Recurrence(first, [coefficients[0] + 1, *coefficients[1:]]),
    }
    claim = study.claim(
        name, statement, believed=believed, controls=controls or more, source=source
    )
    return claim.prove(COUNTING, partial(counted_by, name, formula, _proved_once(study)))
