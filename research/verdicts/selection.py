"""A part of a study, to be looked at quickly: some of its claims, or the small cases only.

Of a part nothing is kept and no certificate is written, and what an earlier check left stands.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

from fast.errors import InputError
from research.checks.check_types import TheoremCheck
from research.checks.positional import PositionsBeyond
from research.claims.claim import Claim
from research.claims.study import Study


def selected(studies: Sequence[Study], name: str, *, quick: bool) -> list[Study]:
    """Return the parts of studies that are looked at.

    Parameters
    ----------
    studies
        The whole studies.
    name
        What the name of a claim or an agreement contains; the claims that it rests on are looked
        at too. Empty for all.
    quick
        Whether to look at the small cases only: no larger sizes, no proofs, no solvers.

    Raises
    ------
    InputError
        If no claim and no agreement has the name.
    """
    parts = [_part(study, name, quick=quick) for study in studies]
    found = [part for part in parts if part.claims or part.agreements]
    if name and not found:
        claims = [claim.name for study in studies for claim in study.claims]
        agreements = [each.name for study in studies for each in study.agreements]
        names = ", ".join([*claims, *agreements]) or "none"
        raise InputError(f"-k {name}: no claim has such a name; there are: {names}")
    return found or parts


def in_words(name: str, *, quick: bool) -> str:
    """Say what is looked at, and that it confirms nothing."""
    named = f"claims named {name!r} only" if name else ""
    small = "small cases only" if quick else ""
    return f"{', '.join(filter(None, (named, small)))}: nothing is kept, no certificate written"


def _part(study: Study, name: str, *, quick: bool) -> Study:
    part = copy.copy(study)
    part.agreements = [each for each in study.agreements if not quick and name in each.name]
    wanted = {claim.name for claim in study.claims if name in claim.name}
    for claim in reversed(study.claims):
        if claim.name in wanted:
            wanted.update(each for each in claim.rests_on if isinstance(each, str))
    claims = [claim for claim in study.claims if claim.name in wanted]
    part.claims = [each for each in map(_small, claims) if each.checks] if quick else claims
    return part


def _small(claim: Claim) -> Claim:
    """Return a claim with its small checks; with none, where only solvers or theorems look."""
    part = copy.copy(claim)
    beyond = (PositionsBeyond, TheoremCheck)
    part.checks = [check for check in claim.checks if not isinstance(check, beyond)]
    part.checks = [] if claim.gating else part.checks
    return part
