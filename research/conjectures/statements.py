"""Statements about P-positions, decided on the automata that are proved to accept them.

In the syntax of ``prove``, ``$P(x1,x2)`` says that a vector is a P-position, and ``$P_STATE(...)``
says so where the game has several control states.

**Counts.** The members of a set of numbers, whose automaton has n states, with at most k digits are
counted by a sequence that has a recurrence of order N at most, the size of the matrix of its linear
representation (Cayley and Hamilton; :mod:`research.logic.linear`). What is believed is f first
terms, and from k = f on a recurrence, which reaches back to at most f terms before. The difference
of both has a recurrence of order N + f at most, so it is 0 for ever if its first N + f terms are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
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


def _on_proved_positions(
    study: Study, claim: Claim, method: str, decide: Callable[[ProofResult, Any], Evidence]
) -> Claim:
    """Give a claim the check that decides what is believed on the proved P-positions.

    These are proved once for all claims of the study.
    """

    def check(believed: Any) -> Evidence:
        from research.conjectures.prove import prove_study
        from research.proving.believed import LIMITS

        known: list[ProofResult] = vars(study).setdefault("_proved_once", [])
        if not known:
            quick = prove_study(study, limits=LIMITS)[0]
            known.append(quick if quick.proved else prove_study(study)[0])
        (result,) = known
        if not result.proved:
            return replace(result.evidence(), by=f"not proved: {result.reason or result.statement}")
        try:
            found = decide(result, believed)
        except AutomataError as error:
            raise ClaimError(f"claim {claim.name!r}: {error}") from error
        return replace(found, by=method)

    return claim.decide(method, check)


def _stands(result: ProofResult, words: str) -> Evidence:
    """Return what was decided about proved P-positions."""
    found = result.evidence()
    return replace(found, steps=(Step(words), *found.steps))


def _refuted(result: ProofResult, case: str, found: str, believed: str) -> Evidence:
    wrong = Counterexample(case, found, believed)
    return Evidence(Level.REFUTED, Kind.THEOREM, result.domain, 1, wrong)


def _relations(result: ProofResult) -> dict[str, Any]:
    """Return the proved automata as predicates: ``P``, and ``P_STATE`` for each control state."""
    from research.logic.numeration import Relation

    proof = result.proof
    names = proof.rules.coordinates
    known = {f"P_{s}": Relation(names[s], automaton) for s, automaton in proof.criterion.items()}
    return known | ({"P": next(iter(known.values()))} if len(known) == 1 else {})


def _decided(result: ProofResult, believed: str) -> Evidence:
    """Decide a statement about the P-positions."""
    from research.logic.decide import decide

    decision = decide(believed, result.system, _relations(result))
    if decision.truth:
        return _stands(result, f"`{believed}`, decided true")
    example = decision.example or {}
    case = ", ".join(f"{variable} = {value}" for variable, value in example.items())
    return _refuted(result, case, "false", "true")


def _counted(formula: str, result: ProofResult, believed: Recurrence) -> Evidence:
    """Compare the counts of the numbers with a property with those that are believed."""
    from research.logic.decide import evaluate
    from research.logic.linear import counts

    automaton = evaluate(formula, result.system, _relations(result))
    order, found = counts(automaton, result.system)
    number = order + len(believed.first)
    terms, wanted = list(islice(found, number)), believed.terms(number)
    for digits, (count, other) in enumerate(zip(terms, wanted, strict=True)):
        if count != other:
            return _refuted(result, f"at most {digits} digits", str(count), str(other))
    words = (
        f"the numbers with `{formula}` are accepted by an automaton of {automaton.states} states; "
        f"their counts for 0, 1, ... digits begin {', '.join(map(str, terms[:8]))}; those from the "
        f"one for {len(believed.first)} on have the recurrence with the coefficients "
        f"{', '.join(map(str, believed.coefficients))} for ever, as both agree on {number} terms, "
        f"{order} for the matrix and {len(believed.first)} for the first terms"
    )
    return _stands(result, words)


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
    statement, name, source
        As of :func:`~research.proving.claiming.claim_theorem`.
    formula
        The same in the syntax of ``prove``, with ``$P(...)`` for the P-positions.
    controls
        Wrong formulas by what is wrong with them, at least one.

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
    require(controls, f"claim {name!r}: controls", controls, "at least one wrong formula")
    claim = study.claim(name, statement, believed=formula, controls=controls, source=source)
    return _on_proved_positions(study, claim, STATEMENT, _decided)


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
        As for :func:`claim_holds`; so are the errors.
    """
    believed = Recurrence(first, coefficients)
    more = {
        "one more at the end": Recurrence([*first[:-1], first[-1] + 1], coefficients),
        "another coefficient": Recurrence(first, [coefficients[0] + 1, *coefficients[1:]]),
    }
    claim = study.claim(
        name, statement, believed=believed, controls=controls or more, source=source
    )
    return _on_proved_positions(study, claim, COUNTING, partial(_counted, formula))
