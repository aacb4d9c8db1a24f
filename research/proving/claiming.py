"""Theorems as claims of a study: proved for every size, each with wrong criteria to be refuted.

A study's theorem stands in its own file, beside its other claims; ``grundwork prove`` proves it,
and ``check`` counts it among the claims. MONA is not asked here, so that a report is the same
wherever it is made; the tests ask it.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from research.checks.evidence import ClaimError, Evidence
from research.claims.claim import Claim, Source
from research.logic.errors import AutomataError
from research.proving.results import KERNEL
from research.theorems.errors import RulesDisagreementError
from research.theorems.theorem import Theorem, member_of

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.theorems.theorem import Relations, Written


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
    from research.proving.prove import prove_theorem

    theorem = made()
    other = member_of(study, f"claim {name!r}: the theorem", theorem.game)
    word = study.word_without_folders  # reports have no paths
    again = f"grundwork prove {shlex.quote(word)}{options}" if word else ""
    try:
        found = prove_theorem(theorem, study.name, believed, again=again, ask=False).evidence()
    except (AutomataError, RulesDisagreementError) as error:
        raise ClaimError(f"claim {name!r}: {error}") from error
    return replace(found, bound=f"{found.bound} of {other}", of=other) if other else found
