"""A part of a study, to be looked at quickly: some of its claims, or the small cases only.

Of a part nothing is kept and no certificate is written, and what an earlier check left stands.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass

from fast.errors import InputError
from research.checks.check_types import TheoremCheck
from research.checks.positional import PositionsBeyond
from research.claims.claim import Claim
from research.claims.study import Study


@dataclass(frozen=True)
class Selection:
    """What of a study is looked at.

    Attributes
    ----------
    name
        What the name of a claim or an agreement contains; the claims that it rests on are looked
        at too. Empty for all.
    quick
        Whether to look at the small cases only: no larger sizes, no proofs, no comparisons of
        solvers.
    """

    name: str = ""
    quick: bool = False

    def __bool__(self) -> bool:
        return bool(self.name) or self.quick

    def __str__(self) -> str:
        named = f"claims named {self.name!r} only" if self.name else ""
        small = "small cases only" if self.quick else ""
        return f"{', '.join(filter(None, (named, small)))}: nothing is kept, no certificate written"

    def of(self, studies: Sequence[Study]) -> list[Study]:
        """Return what is left of studies.

        Raises
        ------
        InputError
            If no claim and no agreement has the name.
        """
        parts = [self._part(study) for study in studies]
        found = [part for part in parts if part.claims or part.agreements]
        if self.name and not found:
            claims = [claim.name for study in studies for claim in study.claims]
            agreements = [each.name for study in studies for each in study.agreements]
            names = ", ".join([*claims, *agreements]) or "none"
            raise InputError(f"-k {self.name}: no claim has such a name; there are: {names}")
        return found or parts

    def _part(self, study: Study) -> Study:
        part = copy.copy(study)
        part.agreements = [
            each for each in study.agreements if not self.quick and self.name in each.name
        ]
        wanted = {claim.name for claim in study.claims if self.name in claim.name}
        for claim in reversed(study.claims):
            if claim.name in wanted:
                wanted.update(each for each in claim.rests_on if isinstance(each, str))
        part.claims = [self._small(claim) for claim in study.claims if claim.name in wanted]
        return part

    def _small(self, claim: Claim) -> Claim:
        part = copy.copy(claim)
        if self.quick:  # a claim that only a theorem can check is left as it is
            beyond = (PositionsBeyond, TheoremCheck)
            small = [check for check in claim.checks if not isinstance(check, beyond)]
            part.checks = small or claim.checks
        return part
