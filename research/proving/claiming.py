"""Theorems as claims of a study: proved for every size, each with wrong criteria to be refuted.

A study's theorem stands in its own file, beside its other claims; ``grundwork prove`` proves it,
and ``check`` counts it among the claims.

By the heap theorem and the key theorem (:mod:`research.proving.nim_reduction`,
:mod:`research.proving.greedy_sieve`) a claim is refuted with a position at which the oracle's
outcome is another, and is *untested* where its conditions fail and there is none.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from oracles.moves import MoveGame
from research.checks.evidence import ClaimError, Evidence
from research.claims.claim import Claim, Source
from research.logic.errors import AutomataError, StateLimitError
from research.proving.errors import RulesDisagreementError
from research.proving.results import HEAPS, KERNEL, KEYS, ProofResult
from research.proving.theorem import Limits, Theorem, formulas_of_game, member_of

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.logic.kernel import Conditions, Place
    from research.proving.comparing import ProofContext
    from research.proving.greedy_sieve import GreedySieve
    from research.proving.nim_reduction import Heaps
    from research.proving.theorem import Relations, Written

    Map = Callable[[], Mapping[str, Heaps]]
    Decide = Callable[[ProofContext, Any], tuple[Conditions, Callable[[Place], str]]]


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
    _require_controls(name, theorem.controls)
    options = "".join(f" --{option} {value}" for option, value in members.items())

    def prove(believed: Written) -> ProofResult:
        from research.proving.criterion import prove_theorem

        word = study.word_without_folders  # reports have no paths
        again = f"grundwork prove {shlex.quote(word)}{options}" if word else ""
        return replace(prove_theorem(theorem, study.name, believed), again=again)

    believed, controls = theorem.criterion, theorem.controls
    claim = study.claim(name, statement, believed=believed, controls=controls, source=source)
    study.theorems.append(make)
    return _proved_by(claim, study, lambda: theorem.game, KERNEL, prove)


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
    study, name, statement, source
        As of :func:`claim_theorem`.
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
    _require_controls(name, controls)

    def decide(of: ProofContext, believed: Map) -> tuple[Conditions, Callable[[Place], str]]:
        from research.proving.nim_reduction import prove_nim_reduction

        proof = prove_nim_reduction(of.model.rules, believed(), system, relations())
        return proof, proof.outcome

    claim = study.claim(name, statement, believed=heaps, controls=controls, source=source)
    return _decided_by(claim, study, study.game if game is None else game, HEAPS, decide, limits)


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

    def decide(of: ProofContext, believed: Any) -> tuple[Conditions, Callable[[Place], str]]:
        from research.proving.greedy_sieve import prove_sieve

        game: Any = study.game
        proof = prove_sieve(of.model.rules, sieve(believed), unordered=not game.ordered)
        taken = set(proof.taken(of.model.read(p).values for p in of.seen.met))
        return proof, lambda place: "P" if place.values in taken else "N"

    return _decided_by(claim, study, study.game, KEYS, decide, limits)


def _require_controls(name: str, controls: Mapping[str, Any]) -> None:
    if not controls:
        raise ClaimError(f"claim {name!r}: controls are needed, at least one that is wrong")


def _decided_by(  # noqa: PLR0917
    claim: Claim, study: Study, game: Any, method: str, decide: Decide, limits: Limits | None
) -> Claim:
    """Give a claim the check that decides the conditions of a theorem of what is believed."""

    @cache
    def context() -> ProofContext:
        from research.proving.comparing import context_of

        return context_of(study.name, formulas_of_game(game), limits or Limits())

    def prove(believed: Any) -> ProofResult:
        from research.proving.comparing import least_difference
        from research.proving.conclusions import conclusion, texts

        of = context()
        proof, outcome = decide(of, believed)
        different = least_difference(of.model, of.seen, outcome)
        return conclusion(of, method, claim.statement, proof, different, formulas=texts(proof))

    member_of(study, f"claim {claim.name!r}: the theorem", game)
    return _proved_by(claim, study, lambda: game, method, prove)


def _proved_by(
    claim: Claim,
    study: Study,
    game: Callable[[], Any],
    method: str,
    prove: Callable[[Any], ProofResult],
) -> Claim:
    """Give a claim the check that proves what is believed, of a member of the study's family."""

    def check(believed: Any) -> Evidence:
        other = member_of(study, f"claim {claim.name!r}: the theorem", game())
        try:
            found = prove(believed).evidence()
        except StateLimitError as error:
            from research.proving.believed import not_proved

            return not_proved(str(error))
        except (AutomataError, RulesDisagreementError) as error:
            raise ClaimError(f"claim {claim.name!r}: {error}") from error
        return replace(found, domain=f"{found.domain} of {other}", of=other) if other else found

    return claim.prove(method, check)
