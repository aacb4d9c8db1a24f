"""What claims rest on: other claims, definitions, theorems; and what follows for their verdicts.

A claim's verdict is at most the weakest verdict of the claims that it rests on; one of these
that is refuted leaves it *untested*, because nothing has been found against the claim itself.
Definitions and theorems of the literature are named, and not checked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter

from research.checks.evidence import ClaimError, Level
from research.claims.claim import Claim, Given
from research.verdicts.findings import Support, Verdict


def require_grounded(claims: Sequence[Claim]) -> None:
    """Refuse claims that rest on unknown claims or, in the end, on themselves.

    Raises
    ------
    ClaimError
        It names the claim and what is wrong.
    """
    below = {claim.name: _claims_below(claim) for claim in claims}
    for name, premises in below.items():
        for premise in premises:
            if premise not in below:
                raise ClaimError(
                    f"claim {name!r}: rests_on={premise!r}: the study has no claim of that name; "
                    "a definition or a theorem is given as definition(...) or theorem(...)"
                )
    _order(below)


def supported(claims: Sequence[Claim], verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Lower each verdict to the weakest of the claims that it rests on, and name what these are."""
    below = {claim.name: _claims_below(claim) for claim in claims}
    given = {claim.name: claim.rests_on for claim in claims}
    found = {verdict.name: verdict for verdict in verdicts}
    for name in _order(below):
        verdict = found[name]
        supports = tuple(_support(each, found) for each in given[name])
        found[name] = replace(verdict, level=at_most(verdict.level, supports), rests_on=supports)
    return [found[verdict.name] for verdict in verdicts]


def at_most(level: Level, supports: Iterable[Support]) -> Level:
    """Return what is left of a level by what it rests on.

    >>> str(at_most(Level.PROVED, [Support("claim", "a lemma", Level.EXHAUSTED)]))
    'exhausted'
    >>> str(at_most(Level.PROVED, [Support("claim", "a lemma", Level.REFUTED)]))
    'untested'
    """
    if level == Level.REFUTED:
        return level
    weakest = min((each.level for each in supports if each.level is not None), default=level)
    return min(level, max(weakest, Level.UNTESTED))


def _support(each: str | Given, found: Mapping[str, Verdict]) -> Support:
    if isinstance(each, Given):
        return Support(each.kind, each.words)
    return Support("claim", each, found[each].level)


def _claims_below(claim: Claim) -> list[str]:
    return [each for each in claim.rests_on if isinstance(each, str)]


def _order(below: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the names, each after those that it rests on."""
    try:
        return list(TopologicalSorter(below).static_order())
    except CycleError as error:
        circle = error.args[1][::-1]
        raise ClaimError(
            f"claim {circle[0]!r}: rests_on: in a circle: {' rests on '.join(circle)}"
        ) from None
