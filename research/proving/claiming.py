"""Theorems as claims of a study: proved for every size, each with wrong criteria to be refuted.

A study's theorem stands in its own file, beside its other claims; ``grundwork prove`` proves it,
and ``check`` counts it among the claims. MONA is not asked here, so that a report is the same
wherever it is made; the tests ask it.

By the heap theorem and the key theorem (:mod:`research.proving.nim_reduction`,
:mod:`research.proving.greedy_sieve`) a claim is refuted with a position at which the oracle's
outcome is another, and is *untested* where its conditions fail and there is none.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any

from oracles.moves import MoveGame
from research.checks.evidence import ClaimError, Evidence, Level
from research.claims.claim import Claim, Source
from research.logic.errors import AutomataError
from research.proving.errors import RulesDisagreementError
from research.proving.results import EVERY_SIZE, HEAPS, KERNEL, KEYS, ProofResult
from research.proving.theorem import Limits, Theorem, member_of

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.logic.kernel import Place
    from research.proving.comparing import ProofContext
    from research.proving.greedy_sieve import GreedySieve, SieveProof
    from research.proving.nim_reduction import HeapProof, Heaps
    from research.proving.theorem import Relations, Written

    Map = Callable[[], Mapping[str, Heaps]]
    Decided = HeapProof | SieveProof
    Outcome = Callable[[Place], str]

SAYS = {
    HEAPS: "the heap theorem: one heap changes, every decrease is there, and play ends",
    KEYS: "the key theorem: a common key is a move, and options come earlier in the walk",
}


def claim_theorem(
    study: Study,
    statement: str,
    *,
    criterion: Written,
    controls: Mapping[str, Written],
    name: str = "criterion-for-every-size",
    system: str = "lsd_2",
    relations: Callable[[], Relations] = dict,
    source: Source | str | None = None,
) -> Claim:
    """Claim which positions are the P-positions, for every size, and prove it by automata.

    Parameters
    ----------
    study
        The study, of whose game the theorem is.
    statement
        What is claimed, in words.
    criterion
        The P-positions: a formula in the syntax of ``prove`` such as ``"x1 = x2"``, an automaton, a
        mapping from control states to either, or a function that makes one when it is checked.
    controls
        Wrong criteria by what is wrong with them, at least one; each must be refuted.
    name
        The claim's name.
    system
        The numeration system.
    relations
        Makes the predicates that the criterion uses, by name.
    source
        Who says so; the study's source unless given.

    Raises
    ------
    ClaimError
        If there are no controls, or the study has a claim of that name.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> from research.claims.study import Study
    >>> study = Study("two-heaps", nim(2), source="an example")
    >>> claim = claim_theorem(study, "The heaps are equal.", criterion="x1 = x2",
    ...                       controls={"one is larger": "x1 < x2"})
    >>> claim.name, study.theorems[0]().words
    ('criterion-for-every-size', 'The heaps are equal.')
    """
    game: Any = study.game
    theorem = Theorem(game, statement, criterion, dict(controls), system, relations)
    return claim_made_theorem(study, name, statement, lambda: theorem, source=source)


def claim_made_theorem(
    study: Study,
    name: str,
    statement: str,
    make: Callable[..., Theorem],
    *,
    source: Source | str | None = None,
    **members: Any,
) -> Claim:
    """Claim a theorem about a member of the family that a study's game stands for.

    Parameters
    ----------
    study, name, statement, source
        As of :func:`claim_theorem`.
    make
        Makes the theorem; its parameters say about which member, and have defaults.
    members
        The arguments with which it is claimed.

    Raises
    ------
    ClaimError
        As of :func:`claim_theorem`.
    """
    theorem = make(**members)
    if not theorem.controls:
        raise ClaimError(f"claim {name!r}: controls are needed, at least one wrong criterion")
    options = "".join(f" --{option} {value}" for option, value in members.items())
    prove = partial(_prove, study, name, lru_cache(maxsize=1)(lambda: theorem), options)
    study.theorems.append(make)
    return study.claim(
        name,
        statement,
        believed=theorem.criterion,
        controls=theorem.controls,
        source=source,
    ).prove(KERNEL, prove)


def _prove(
    study: Study, name: str, made: Callable[[], Theorem], options: str, believed: Written
) -> Evidence:
    from research.proving.criterion import prove_theorem

    theorem = made()
    other = member_of(study, f"claim {name!r}: the theorem", theorem.game)
    word = study.word_without_folders  # reports have no paths
    again = f"grundwork prove {shlex.quote(word)}{options}" if word else ""
    return _evidence(
        name, other, lambda: replace(prove_theorem(theorem, study.name, believed), again=again)
    )


def _evidence(name: str, other: str, prove: Callable[[], ProofResult]) -> Evidence:
    """Return what proving came to, of another member of the family if it is one."""
    try:
        found = prove().evidence()
    except (AutomataError, RulesDisagreementError) as error:
        raise ClaimError(f"claim {name!r}: {error}") from error
    return replace(found, bound=f"{found.bound} of {other}", of=other) if other else found


def claim_heaps(
    study: Study,
    name: str,
    statement: str,
    *,
    heaps: Map,
    controls: Mapping[str, Map],
    game: MoveGame | None = None,
    system: str = "msd_2",
    relations: Callable[[], Relations] = dict,
    limits: Limits | None = None,
    source: Source | str | None = None,
) -> Claim:
    """Claim that positions are won by the nim sum of heaps, and prove it by the heap theorem.

    Parameters
    ----------
    study
        The study.
    name, statement, source
        As of any claim.
    heaps
        Makes the formulas by which heaps are read, by control state.
    controls
        Wrong ones by what is wrong with them, at least one; each must be refuted.
    game
        The game, in the language of moves; the study's own, or of its family.
    system, relations
        The numeration system, and what makes the predicates of the formulas.
    limits
        How far formula and rules, and the outcomes, are compared.

    Raises
    ------
    ClaimError
        If there are no controls, or the game is another one.

    Examples
    --------
    >>> from oracles.moves import MoveGame
    >>> from research.claims.study import Study
    >>> from research.checks.evidence import Settings
    >>> from research.proving.nim_reduction import Heaps
    >>> nim = MoveGame('''
    ... position play(x, y)
    ... move play -> play(x - n, y) for n where 1 <= n & n <= x
    ... move play -> play(x, y - n) for n where 1 <= n & n <= y
    ... ''')
    >>> study = Study("two-heaps", nim, source="an example")
    >>> claim = claim_heaps(study, "nim", "The nim sum decides.",
    ...     heaps=lambda: {"play": Heaps("(h = 1 & e < x) | (h = 2 & e < y)")},
    ...     controls={"one heap": lambda: {"play": Heaps("h = 1 & e < x")}},
    ...     limits=Limits(positions=500, arcs=5000))
    >>> str(claim.checks[0].run(claim, claim.believed, Settings()).level)
    'proved'
    """
    if not controls:
        raise ClaimError(f"claim {name!r}: controls are needed, at least one wrong map to heaps")
    chosen: Any = study.game if game is None else game

    def decide(of: ProofContext, believed: Map) -> tuple[HeapProof, Outcome]:
        from research.proving.nim_reduction import prove_heaps

        proof = prove_heaps(of.model.rules, believed(), system, relations())
        return proof, proof.outcome

    claim = study.claim(name, statement, believed=heaps, controls=controls, source=source)
    return _proved_by(claim, study, HEAPS, decide, game=chosen, limits=limits)


def prove_by_keys(
    claim: Claim, study: Study, sieve: Callable[[Any], GreedySieve], *, limits: Limits | None = None
) -> Claim:
    """Prove a claim by the key theorem: that a sieve by keys finds the P-positions of the study.

    Parameters
    ----------
    claim
        The claim.
    study
        Its study, whose game is on vectors.
    sieve
        Makes keys, order and bound from what is believed.
    limits
        How far formula and rules, and the outcomes, are compared.
    """

    def decide(of: ProofContext, believed: Any) -> tuple[SieveProof, Outcome]:
        from research.proving.greedy_sieve import prove_sieve

        game: Any = study.game
        proof = prove_sieve(of.model.rules, sieve(believed), unordered=not game.ordered)
        taken = set(proof.taken(of.model.read(p).values for p in of.agreement.seen.met))
        return proof, lambda place: "P" if place.values in taken else "N"

    return _proved_by(claim, study, KEYS, decide, game=study.game, limits=limits)


def _proved_by(
    claim: Claim,
    study: Study,
    method: str,
    decide: Callable[[ProofContext, Any], tuple[Decided, Outcome]],
    *,
    game: Any,
    limits: Limits | None,
) -> Claim:
    """Give a claim the check that decides the conditions of a theorem of what is believed."""
    other = member_of(study, f"claim {claim.name!r}: the theorem", game)

    @cache
    def compared() -> ProofContext:
        from research.proving.comparing import context_of
        from research.proving.rules_equal_formula import game_formulas

        model = game_formulas(game)
        if isinstance(model, str):
            raise AutomataError(f"the game has no formulas: {model}")
        return context_of(study.name, model, limits or Limits())

    def result(believed: Any) -> ProofResult:
        of = compared()
        return result_of(of, *decide(of, believed), claim.statement, method)

    return claim.prove(
        method, lambda believed: _evidence(claim.name, other, lambda: result(believed))
    )


def result_of(
    of: ProofContext, proof: Decided, outcome: Outcome, words: str, method: str
) -> ProofResult:
    """Return what the conditions of the theorem come to: proved, refuted, or not known.

    Raises
    ------
    RulesDisagreementError
        If the conditions hold and the oracle's outcome differs from the theorem.
    """
    from research.checks.evidence import Counterexample
    from research.proving.comparing import least_difference

    model, seen = of.model, of.agreement.seen
    different = least_difference(model, seen, outcome)
    if not proof.proved:
        return _failed(of, proof, None if different is None else different[0], method)
    if different is not None:
        at = different[0]
        words = f"{at.believed} by the theorem"
        raise RulesDisagreementError(Counterexample(at.case, words, at.found))
    largest = max(check.decision.largest for check in proof.checks)
    return ProofResult(
        of.subject,
        Level.PROVED,
        words,
        method,
        EVERY_SIZE,
        len(proof.checks),
        formulas=_texts(proof),
        rests_on=(
            f"{SAYS[method]} ({len(proof.checks)} statements)",
            f"the engine, which decided each of them true; the largest automaton had {largest} "
            "states",
            of.justification,
        ),
        proof=proof,
        model=model,
    )


def _failed(of: ProofContext, proof: Decided, found: Any, method: str) -> ProofResult:
    """Refuted where the oracle's outcome is another than what is believed, else not known."""
    check = proof.failures[0]
    missing = f"{check.role!r} fails for {check.state}"
    if check.decision.example:
        values = ", ".join(f"{name} = {value}" for name, value in check.decision.example.items())
        missing += f" at {values}"
    level, words = Level.UNTESTED, f"nothing is known for every size: {missing}."
    if found is not None:
        level, words = Level.REFUTED, f"What is believed is wrong at {found.case}: {missing}."
    return ProofResult(
        of.subject,
        level,
        words,
        method,
        EVERY_SIZE,
        len(proof.checks),
        reason="" if found is not None else missing,
        counterexample=found,
        proof=proof,
        model=of.model,
    )


def _texts(proof: Decided) -> dict[str, str]:
    """Return the predicates that are formulas, and all statements, numbered."""
    from research.logic.automaton import Automaton
    from research.logic.formula import text

    texts = {}
    for name, relation in proof.relations.items():
        if isinstance(relation, Automaton) or isinstance(relation.definition, Automaton):
            continue
        texts[f"${name}({', '.join(relation.parameters)})"] = text(relation.definition)
    for number, check in enumerate(proof.checks, 1):
        texts[f"({number}) {check.role} ({check.state})"] = text(check.decision.statement)
    return texts
