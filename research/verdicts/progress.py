"""How far checking some studies has come: for whoever waits for it, and for whoever ends it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from fast.certificate import certificate_path
from research.checks.evidence import Settings
from research.claims.claim import Claim
from research.claims.study import Study
from research.verdicts.findings import Findings, Verdict, supported


class Progress:
    """How far the checks of some studies have come.

    Attributes
    ----------
    studies
        What is checked, in the order in which it was asked for.
    found
        What the checks gave that are over, by place.
    verdicts
        Of each study those that it has so far, where it is checked in this process.

    Examples
    --------
    >>> from research.variants.nim import study
    >>> progress = Progress([study])
    >>> progress.tell("nim: grundy-values")
    >>> str(progress), progress.in_short(0)
    ('0 of 5 claims; nim: grundy-values', 'nim (0 of 5 claims)')
    """

    def __init__(self, studies: Sequence[Study]) -> None:
        self.studies = studies
        self.found: dict[int, Findings] = {}
        self.verdicts: list[list[Verdict]] = [[] for _ in studies]
        self._now = "starting"

    def tell(self, what: str) -> None:
        """Take what is being looked at now."""
        self._now = what

    def done(self, place: int) -> int:
        """How many claims of a study are known to be checked."""
        return len(self.studies[place].claims if place in self.found else self.verdicts[place])

    def __str__(self) -> str:
        """Say how many claims are checked of how many, and what is looked at now."""
        total = sum(len(study.claims) for study in self.studies)
        return f"{sum(map(self.done, range(len(self.studies))))} of {total} claims; {self._now}"

    def in_short(self, place: int) -> str:
        """Name a study with how many of its claims are checked."""
        study = self.studies[place]
        number = len(study.claims)
        of = "" if place in self.found else f"{self.done(place)} of "
        return f"{study.called} ({of}{number} claim{'' if number == 1 else 's'})"

    def so_far(self, settings: Settings) -> list[Findings]:
        """Return what was found before an end: whole studies, and claims that are settled."""
        found = []
        for place, study in enumerate(self.studies):
            settled = _settled(study.claims, self.verdicts[place])
            if place in self.found:
                found.append(self.found[place])
            elif settled:
                found.append(Findings(study.name, (), tuple(settled), settings))
        return found

    def interrupted(self, again: str) -> str:
        """Say in a line what is done, what is not, and what to type to go on.

        Parameters
        ----------
        again
            The options with which the check was begun.
        """
        places = range(len(self.studies))
        over = [place for place in places if place in self.found]
        kept = [place for place in over if certificate_path(self.studies[place].name).exists()]
        ways = {
            "kept": kept,
            "finished": [place for place in over if place not in kept],
            "not finished, not kept": [place for place in places if place not in over],
        }
        parts = [
            f"{words}: {', '.join(map(self.in_short, there))}"
            for words, there in ways.items()
            if there
        ]
        left = [
            study.word or study.name
            for place, study in enumerate(self.studies)
            if place not in over
        ]
        parts += [f"to go on: grundwork check {shlex.join(left)}{again}"] * bool(left)
        return "; ".join(["interrupted", *parts])


def _settled(claims: Sequence[Claim], verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts that no claim still to be checked can lower."""
    found = {verdict.name for verdict in verdicts}
    while True:
        rests = [claim for claim in claims if claim.name in found]
        open_ = {
            claim.name
            for claim in rests
            if any(isinstance(each, str) and each not in found for each in claim.rests_on)
        }
        if not open_:
            return supported(rests, [each for each in verdicts if each.name in found])
        found -= open_
