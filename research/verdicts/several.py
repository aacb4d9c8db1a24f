"""Checking several studies, Grundwork's own at once, each in a process of its own.

Studies share nothing but files, and each keeps what it found when it is finished, so an interrupted
check loses no finished study. All certificates are withdrawn before the first process starts: a
process that dies confirms nothing. Of a part of a study, some of its claims or the small cases
only, nothing is kept, and what an earlier check left stands.
"""

from __future__ import annotations

import copy
import gc
import multiprocessing
import os
import signal
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import NamedTuple

from fast.errors import InputError
from fast.gate.inputs import GAMES
from oracles.errors import did_you_mean
from research.checks.check_types import TheoremCheck
from research.checks.evidence import Settings
from research.claims.study import Study, errors_located_in
from research.resolving.loading import load_study
from research.system.forked import end_with_parent
from research.system.progress import waiting
from research.verdicts.checking import check_study
from research.verdicts.findings import Findings, Verdict, certifies, supported, withdraw


class Part(NamedTuple):
    """Which part of a study is looked at: claims whose name contains a word, few positions only."""

    named: str = ""
    quick: bool = False
    size: int | None = None
    limit: int | None = None

    def in_words(self) -> str:
        """Say what is looked at, and that it confirms nothing; empty for all of it."""
        said = {
            f"claims named {self.named!r} only": self.named,
            "small cases only": self.quick,
            f"positions to size {self.size}": self.size is not None,
            f"at most {self.limit} positions": self.limit is not None,
        }
        words = ", ".join(each for each, applies in said.items() if applies)
        return words and f"{words}: nothing is kept, no certificate written"

    def of(self, studies: Sequence[Study]) -> list[Study]:
        """Return the parts of studies that are looked at, or raise ``InputError`` for none."""
        parts = [each if self == Part() else _part_of(each, self) for each in studies]
        found = [part for part in parts if part.claims or part.agreements]
        if self.named and not found:
            names = [each.name for study in studies for each in study.claims]
            names += [each.name for study in studies for each in study.agreements]
            there = (", ".join(names) or "none") + did_you_mean(self.named, names)
            raise InputError(f"-k {self.named}: no claim has such a name; there are: {there}")
        return found or parts


def _part_of(study: Study, part: Part) -> Study:
    """Return a study with the chosen claims, and with those that these rest on as they are.

    With ``quick`` a claim has its small checks: no larger sizes, no theorems, no solvers.
    """
    if (part.size, part.limit) != (None, None):
        study.bounds = part.size, part.limit
    chosen, claims = copy.copy(study), {claim.name: claim for claim in study.claims}
    chosen.agreements = [
        each for each in study.agreements if part.named in each.name and not part.quick
    ]
    looked_at = {name: claim for name, claim in claims.items() if part.named in name}
    if part.quick:
        for name, claim in list(looked_at.items()):
            checks = [] if claim.gating else claim.checks
            looked_at[name] = small = copy.copy(claim)
            small.checks = [check for check in checks if not isinstance(check, TheoremCheck)]
        looked_at = {name: claim for name, claim in looked_at.items() if claim.checks}
    below = [each for claim in looked_at.values() for each in claim.rests_on]
    for given in below:  # grows
        if isinstance(given, str) and given in claims and given not in looked_at:
            looked_at[given] = claims[given]
            below += claims[given].rests_on
    chosen.claims = [looked_at[name] for name in claims if name in looked_at]
    return chosen


class Checks:
    """The checks of some studies, or of a part of each, and how far they have come.

    >>> from research.variants.nim import study
    >>> str(Checks([study], Settings()))
    '0 of 4 claims; starting'
    """

    def __init__(self, studies: list[Study], settings: Settings, part: Part | None = None) -> None:
        self._settings, self._part = settings, part or Part()
        self._studies = self._part.of(studies)
        self._found: dict[int, Findings] = {}  # what the checks gave that are over, by place
        self._verdicts: list[list[Verdict]] = [[] for _ in self._studies]  # in this process
        self._now = "starting"

    def run(self) -> list[Findings]:
        """Check the studies and return what that gives, in their order.

        ``ChildProcessError`` says that a process ended before its check did.
        """
        places = range(len(self._studies))
        built_in = [n for n in places if str(self._studies[n].file).startswith(GAMES)]
        with waiting(self):
            if len(built_in) > 1:
                self._run_together(built_in)
            for place in (each for each in places if each not in self._found):
                study, so_far = self._studies[place], self._verdicts[place]
                whole = self._part == Part()
                with errors_located_in(study.file, study.game):
                    self._found[place] = check_study(
                        study, self._settings, self._tell, so_far, keep_it=whole
                    )
        return [self._found[place] for place in places]

    def _tell(self, what: str) -> None:
        self._now = what

    def __str__(self) -> str:
        """Say how many claims are checked of how many, and what is looked at now."""
        total = sum(len(study.claims) for study in self._studies)
        done = sum(len(findings.verdicts) for findings in self.so_far())
        return f"{done} of {total} claims; {self._now}"

    def so_far(self) -> list[Findings]:
        """Return what was found before an end: whole studies, and claims of one that is not."""
        found = []
        for place, study in enumerate(self._studies):
            if place in self._found:
                found.append(self._found[place])
            elif self._verdicts[place]:
                settled = supported(study.claims, self._verdicts[place])
                found.append(Findings(study.name, (), tuple(settled), self._settings))
        return found

    def interrupted(self, error: KeyboardInterrupt) -> str:
        """Say in a line what was tried, how far it came, and which studies are not finished."""
        left = [s.called for place, s in enumerate(self._studies) if place not in self._found]
        done = str(self).partition(";")[0]
        at = ", ".join([f"interrupted in {self._now}", *reversed(getattr(error, "__notes__", []))])
        return f"{at}; {done} finished; not kept: {', '.join(left) or 'none'}"

    def _run_together(self, places: Sequence[int]) -> None:
        """Check built-in studies on all processors."""
        names = {place: self._studies[place].name for place in places}
        if certifies(self._settings) and self._part == Part():  # else what was confirmed stands
            for name in names.values():
                withdraw(name)
        # A fresh interpreter for each: compiled code and threads do not survive a fork.
        pool = ProcessPoolExecutor(
            min(len(places), os.cpu_count() or 1),
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
            initargs=(os.getpid(), gc.get_threshold()),
        )
        checks: dict[Future[Findings], int] = {}
        usual = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the processes inherit that
        try:
            for place, name in names.items():
                checks[pool.submit(_check_one, name, self._settings, self._part)] = place
            signal.signal(signal.SIGINT, usual)
            self._tell(", ".join(names.values()))
            for check in as_completed(checks):
                self._found[checks[check]] = check.result()
                del names[checks[check]]
                self._tell(", ".join(names.values()) or "ending")
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


def _begin(parent: int, threshold: tuple[int, int, int]) -> None:
    """Begin a process that ends with its parent, and collects garbage as rarely."""
    end_with_parent(parent)
    gc.set_threshold(*threshold)


def _check_one(name: str, settings: Settings, part: Part) -> Findings:
    (study,) = part.of([load_study(name)])
    return check_study(study, settings, keep_it=part == Part())
