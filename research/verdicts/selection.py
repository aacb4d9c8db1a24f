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
class Part:
    """Which part of a study is looked at; all of it unless said otherwise.

    Attributes
    ----------
    named
        What the name of a claim or an agreement contains; the claims that it rests on are looked
        at too.
    quick
        Whether to look at the small cases only: no larger sizes, no proofs, no solvers.
    """

    named: str = ""
    quick: bool = False

    def __bool__(self) -> bool:
        return bool(self.named) or self.quick

    def __str__(self) -> str:
        """Say what is looked at, and that it confirms nothing."""
        named = f"claims named {self.named!r} only" if self.named else ""
        small = "small cases only" if self.quick else ""
        only = ", ".join(filter(None, (named, small)))
        return f"{only}: nothing is kept, no certificate written"

    def of(self, studies: Sequence[Study]) -> list[Study]:
        """Return the parts of studies that are looked at.

        Raises
        ------
        InputError
            If no claim and no agreement has the name.
        """
        if not self:
            return list(studies)
        parts = [self._of(study) for study in studies]
        found = [part for part in parts if part.claims or part.agreements]
        if self.named and not found:
            claims = [claim.name for study in studies for claim in study.claims]
            agreements = [each.name for study in studies for each in study.agreements]
            names = ", ".join([*claims, *agreements]) or "none"
            raise InputError(f"-k {self.named}: no claim has such a name; there are: {names}")
        return found or parts

    def _of(self, study: Study) -> Study:
        part = copy.copy(study)
        part.agreements = [
            each for each in study.agreements if not self.quick and self.named in each.name
        ]
        named = [claim for claim in study.claims if self.named in claim.name]
        small = {claim.name: _small(claim) for claim in study.claims} if self.quick else {}
        names = [claim.name for claim in named if not self.quick or small[claim.name].checks]
        known = {claim.name: claim for claim in study.claims}
        for name in names:  # grows: what a claim rests on is looked at too, as it is
            names += [each for each in known[name].rests_on if each in known.keys() - names]
        part.claims = [
            small[name] if self.quick and small[name].checks else claim
            for name, claim in known.items()
            if name in names
        ]
        return part


WHOLE = Part()


def _small(claim: Claim) -> Claim:
    """Return a claim with its small checks; with none, where only solvers or theorems look."""
    part = copy.copy(claim)
    beyond = (PositionsBeyond, TheoremCheck)
    part.checks = [check for check in claim.checks if not isinstance(check, beyond)]
    part.checks = [] if claim.gating else part.checks
    return part
