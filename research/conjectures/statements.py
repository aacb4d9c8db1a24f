"""Statements about P-positions, decided on the automata that are proved to accept them.

In the syntax of ``prove``, ``$P(x1,x2)`` says that a vector is a P-position, and ``$P_STATE(...)``
says so where the game has several control states.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
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


def _proved_positions(study: Study) -> ProofResult:
    """Return what is proved of the P-positions, once for all claims of a study."""
    from research.conjectures.prove import prove_study
    from research.proving.believed import LIMITS

    known: list[ProofResult] = vars(study).setdefault("_proved_once", [])
    if not known:
        quick = prove_study(study, limits=LIMITS)[0]
        known.append(quick if quick.proved else prove_study(study)[0])
    return known[0]


def _decided(result: ProofResult, believed: str) -> Evidence:
    """Decide a statement about proved P-positions."""
    from research.logic.decide import decide
    from research.logic.formula import parse, text

    # With one control state, P is short for its criterion.
    formula, (state, *more) = text(parse(believed).formula), result.proof.criterion
    statement = parse(formula if more else formula.replace("$P(", f"$P_{state}("))
    decision = decide(statement, result.system, result.proof.relations)
    if decision.truth:
        proof = replace(result.proof, statements=(statement.formula,))
        found = replace(result, proof=proof).evidence()
        steps = (Step(f"`{believed}`, decided true"), *found.steps)
        return replace(found, by=STATEMENT, steps=steps)
    example = decision.example or {}
    case = ", ".join(f"{variable} = {value}" for variable, value in example.items())
    wrong = Counterexample(case, "false", "true")
    return Evidence(Level.REFUTED, Kind.THEOREM, result.domain, 1, wrong, by=STATEMENT)


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

    def check(believed: Any) -> Evidence:
        result = _proved_positions(study)
        if not result.proved:
            return replace(result.evidence(), by=f"not proved: {result.reason or result.statement}")
        try:
            return _decided(result, believed)
        except AutomataError as error:
            raise ClaimError(f"claim {claim.name!r}: {error}") from error

    return claim.decide(STATEMENT, check)
