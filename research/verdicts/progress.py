"""How far checking some studies has come: for whoever waits for it, and for whoever ends it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from fast.certificate import certificate_path
from research.checks.evidence import Settings
from research.claims.claim import Claim
from research.claims.study import Study
from research.verdicts.checking import Notify
from research.verdicts.claim_dependencies import supported
from research.verdicts.findings import Findings, Verdict

WAITING = -(10**6)  # its check has not begun


class Progress:
    """How far the checks of some studies have come.

    Attributes
    ----------
    studies
        What is checked, in the order in which it was asked for.
    begun
        Of each study how many claims have been begun, one more than there are where its check is
        over; before the first, how many comparisons, below 0. Processes may share it.
    found
        What the checks gave that are over, by place.
    verdicts
        Of each study those that it has so far, where it is checked in this process.

    Examples
    --------
    >>> from research.variants.nim import study
    >>> progress = Progress([study])
    >>> progress.told(0)("nim: grundy-values")
    >>> str(progress), progress.in_short(0)
    ('1 of 5 claims; nim: grundy-values', 'nim (1 of 5 claims)')
    """

    def __init__(self, studies: Sequence[Study]) -> None:
        self.studies = studies
        self.begun: Any = [WAITING] * len(studies)
        self.found: dict[int, Findings] = {}
        self.verdicts: list[list[Verdict]] = [[] for _ in studies]
        self._now = ""

    def told(self, place: int) -> Notify:
        """Return what the check of one of the studies tells what it does."""
        count = counting(self.studies[place], self.begun, place)

        def told(what: str) -> None:
            self._now = what
            count(what)

        return told

    def finish(self, place: int, findings: Findings) -> None:
        """Take what a check gave that ran to its end."""
        self.found[place] = findings
        self.begun[place] = len(self.studies[place].claims) + 1

    def done(self, place: int) -> int:
        """How many claims of a study are checked."""
        return max(0, int(self.begun[place]) - 1)

    def __str__(self) -> str:
        """Say how many claims are checked of how many, and what is looked at now."""
        total = sum(len(study.claims) for study in self.studies)
        done = sum(map(self.done, range(len(self.studies))))
        return f"{done} of {total} claims; {self._now or self._at_once()}"

    def _at_once(self) -> str:
        """Say what is looked at by several processes."""
        now = []
        for study, begun in zip(self.studies, self.begun, strict=True):
            if WAITING < begun <= 0:
                of = len(study.agreements)
                now.append(
                    f"{study.name}: agreement {min(-begun, of)} of {of}" if of else study.name
                )
            elif 0 < begun <= len(study.claims):
                now.append(f"{study.name}: {study.claims[begun - 1].name}")
        return ", ".join(now) or "starting"

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
            "not finished, not kept": [
                place for place in places if place not in over and self.begun[place] != WAITING
            ],
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


def counting(study: Study, begun: Any, place: int) -> Notify:
    """Return what is told what a check begins, and counts that at a place."""
    numbers = {f"{study.name}: {claim.name}": n for n, claim in enumerate(study.claims, 1)}
    begun[place] = 0

    def told(what: str) -> None:
        begun[place] = numbers.get(what, begun[place] - (begun[place] <= 0))

    return told


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
