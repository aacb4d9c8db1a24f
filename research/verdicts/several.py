"""Checking several studies, Grundwork's own at once, each in a process of its own.

Studies share nothing but files, and each keeps what it found when it is finished, so the findings
are those of checking one after another, and an interrupted check loses no finished study. All
certificates are withdrawn before the first process starts: a process that dies confirms nothing.

A part of a study, some of its claims or the small cases only, is looked at in the same way. Of a
part nothing is kept and no certificate is written, and what an earlier check left stands.
"""

from __future__ import annotations

import copy
import multiprocessing
import os
import shlex
import signal
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import NamedTuple

from fast.errors import InputError
from fast.inputs import GAMES
from research.checks.check_types import TheoremCheck
from research.checks.evidence import Settings
from research.claims.claim import Claim
from research.claims.error_location import errors_located_in
from research.claims.study import Study
from research.resolving.loading import load_study
from research.system.forked import end_with_parent
from research.system.progress import waiting
from research.verdicts.checking import check_study, findings_of
from research.verdicts.findings import Findings, Verdict, certifies, supported, withdraw


class Part(NamedTuple):
    """Which part of a study is looked at: claims whose name contains a word, small cases only."""

    named: str = ""
    quick: bool = False

    def in_words(self) -> str:
        """Say what is looked at, and that it confirms nothing; empty for all of it."""
        named = [f"claims named {self.named!r} only"] * bool(self.named)
        words = ", ".join(named + ["small cases only"] * self.quick)
        return words and f"{words}: nothing is kept, no certificate written"

    def of(self, studies: Sequence[Study]) -> list[Study]:
        """Return the parts of studies that are looked at, or raise ``InputError`` for none."""
        parts = [_part_of(study, self) for study in studies] if any(self) else list(studies)
        found = [part for part in parts if part.claims or part.agreements]
        if self.named and not found:
            names = [each.name for study in studies for each in study.claims]
            names += [each.name for study in studies for each in study.agreements]
            there = ", ".join(names) or "none"
            raise InputError(f"-k {self.named}: no claim has such a name; there are: {there}")
        return found or parts


WHOLE = Part()


def _part_of(study: Study, part: Part) -> Study:
    """Return a study with the chosen claims, and with those that these rest on as they are.

    With ``quick`` a claim has its small checks: no larger sizes, no theorems, no solvers.
    """
    chosen, claims = copy.copy(study), {claim.name: claim for claim in study.claims}
    chosen.agreements = [each for each in study.agreements if part.named in each.name]
    looked_at = {name: claim for name, claim in claims.items() if part.named in name}
    if part.quick:
        chosen.agreements = []
        looked_at = {name: _small(claim) for name, claim in looked_at.items()}
        looked_at = {name: claim for name, claim in looked_at.items() if claim.checks}
    below = [each for claim in looked_at.values() for each in claim.rests_on]
    for name in below:  # grows
        if name in claims and name not in looked_at:
            looked_at[name] = claims[name]
            below += claims[name].rests_on
    chosen.claims = [looked_at[name] for name in claims if name in looked_at]
    return chosen


def _small(claim: Claim) -> Claim:
    small = copy.copy(claim)
    checks = [] if claim.gating else claim.checks
    small.checks = [check for check in checks if not isinstance(check, TheoremCheck)]
    return small


class Checks:
    """The checks of some studies, and how far they have come.

    Parameters
    ----------
    studies, settings
        What is checked, in the order in which it was asked for, and how hard.
    part
        Which part of each.

    Examples
    --------
    >>> from research.variants.nim import study
    >>> checks = Checks([study], Settings())
    >>> checks.tell("nim: grundy-values")
    >>> str(checks)
    '0 of 5 claims; nim: grundy-values'
    """

    def __init__(self, studies: Sequence[Study], settings: Settings, part: Part = WHOLE) -> None:
        self._studies = part.of(studies)
        self._settings, self._part = settings, part
        self._found: dict[int, Findings] = {}  # what the checks gave that are over, by place
        self._verdicts: list[list[Verdict]] = [[] for _ in self._studies]  # in this process
        self._now = "starting"

    def run(self) -> list[Findings]:
        """Check the studies and return what that gives, in their order.

        Raises
        ------
        ChildProcessError
            If a process ends before its check does.
        """
        places = range(len(self._studies))
        built_in = [n for n in places if str(self._studies[n].file).startswith(GAMES)]
        with waiting(self):
            if len(built_in) > 1:
                self._run_together(built_in)
            for place in (each for each in places if each not in self._found):
                study, so_far = self._studies[place], self._verdicts[place]
                with errors_located_in(study):
                    if any(self._part):
                        self._found[place] = findings_of(study, self._settings)
                    else:
                        self._found[place] = check_study(study, self._settings, self.tell, so_far)
        return [self._found[place] for place in places]

    def tell(self, what: str) -> None:
        """Take what is being looked at now."""
        self._now = what

    def __str__(self) -> str:
        """Say how many claims are checked of how many, and what is looked at now."""
        total = sum(len(study.claims) for study in self._studies)
        return f"{sum(map(self._done, range(len(self._studies))))} of {total} claims; {self._now}"

    def so_far(self) -> list[Findings]:
        """Return what was found before an end: whole studies, and claims that are settled."""
        found = []
        for place, study in enumerate(self._studies):
            if place in self._found:
                found.append(self._found[place])
            elif settled := _settled(study.claims, self._verdicts[place]):
                found.append(Findings(study.name, (), tuple(settled), self._settings))
        return found

    def interrupted(self) -> str:
        """Say in a line what is finished, what is not, and what to type to go on."""
        parts = ["interrupted"]
        if self._found:
            parts.append(f"finished: {', '.join(map(self._in_short, sorted(self._found)))}")
        left = [place for place in range(len(self._studies)) if place not in self._found]
        if left:
            words = [self._studies[place].word or self._studies[place].name for place in left]
            usual = vars(Settings())
            asked = {n: value for n, value in vars(self._settings).items() if value != usual[n]}
            words += [f"--{n}={value}" if value else f"--no-{n}" for n, value in asked.items()]
            words += ["-k", self._part.named] * bool(self._part.named)
            words += ["--quick"] * self._part.quick
            parts.append(f"not finished, not kept: {', '.join(map(self._in_short, left))}")
            parts.append(f"to go on: grundwork check {shlex.join(words)}")
        return "; ".join(parts)

    def _done(self, place: int) -> int:
        """How many claims of a study are known to be checked."""
        over = place in self._found
        return len(self._studies[place].claims if over else self._verdicts[place])

    def _in_short(self, place: int) -> str:
        """Name a study with how many of its claims are checked."""
        study = self._studies[place]
        number = len(study.claims)
        of = "" if place in self._found else f"{self._done(place)} of "
        return f"{study.called} ({of}{number} claim{'' if number == 1 else 's'})"

    def _run_together(self, places: Sequence[int]) -> None:
        """Check built-in studies on all processors."""
        names = {place: self._studies[place].name for place in places}
        if certifies(self._settings) and not any(self._part):  # else what was confirmed stands
            for name in names.values():
                withdraw(name)
        # A fresh interpreter for each: compiled code and threads do not survive a fork.
        pool = ProcessPoolExecutor(
            min(len(places), os.cpu_count() or 1),
            mp_context=multiprocessing.get_context("spawn"),
            initializer=end_with_parent,
            initargs=(os.getpid(),),
        )
        checks: dict[Future[Findings], int] = {}
        usual = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the processes inherit that
        try:
            for place, name in names.items():
                checks[pool.submit(_check_one, name, self._settings, self._part)] = place
            signal.signal(signal.SIGINT, usual)
            self.tell(", ".join(names.values()))
            for check in as_completed(checks):
                self._found[checks[check]] = check.result()
                del names[checks[check]]
                self.tell(", ".join(names.values()))
        except BaseException as error:
            for process in list((pool._processes or {}).values()):  # noqa: SLF001  # public from 3.14
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)
            if isinstance(error, BrokenProcessPool):
                raise ChildProcessError(
                    "a process that checked ended at once; what it had not finished is not "
                    "confirmed"
                ) from None
            raise
        pool.shutdown()


def _check_one(name: str, settings: Settings, part: Part) -> Findings:
    (study,) = part.of([load_study(name)])
    return findings_of(study, settings) if any(part) else check_study(study, settings)


def _settled(claims: Sequence[Claim], verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts that no claim still to be checked can lower."""
    found = {verdict.name for verdict in verdicts}
    for _ in verdicts:
        found -= {
            claim.name
            for claim in claims
            if any(isinstance(each, str) and each not in found for each in claim.rests_on)
        }
    rests = [claim for claim in claims if claim.name in found]
    return supported(rests, [each for each in verdicts if each.name in found])
