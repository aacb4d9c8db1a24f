"""Why mutants survive that were not shown wrong: reasons that a person wrote.

They stand in ``reasons.toml``: for a file and a line of its source as it stands, optionally only
for one change, why every mutant that survives there answers as it should. A reason to which no
survivor belongs any more is an error: the code changed, or the comparisons now notice it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fast.inputs import ROOT
from research.verdicts.mutants.forked_runs import Judged

FILE = Path(__file__).with_name("reasons.toml")


@dataclass(frozen=True)
class Reason:
    """Why the survivors at one line are right.

    Attributes
    ----------
    file
        The source file.
    source
        The line, without the space before it.
    why
        The reason.
    change
        The change that is meant; every one if empty.
    """

    file: str
    source: str
    why: str
    change: str = ""

    def fits(self, judged: Judged) -> bool:
        """Whether a survivor is one of those that the reason is for."""
        mutant = judged.mutant
        return (mutant.file, mutant.source) == (self.file, self.source) and (
            self.change in ("", mutant.change)
        )


def reasons(path: Path = FILE) -> list[Reason]:
    """Return the reasons that are written down."""
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    return [Reason(**entry) for entry in read.get("reason", [])]


def survived(judged: Iterable[Judged]) -> list[Judged]:
    """Return the mutants that passed every comparison and were not shown wrong."""
    return [one for one in judged if one.fate in ("equivalent", "refuses")]


def unexplained(judged: Iterable[Judged], known: Sequence[Reason]) -> list[Judged]:
    """Return the survivors that no reason is for."""
    return [one for one in survived(judged) if not any(reason.fits(one) for reason in known)]


def without_a_line(known: Sequence[Reason]) -> list[Reason]:
    """Return the reasons whose line does not stand in the file any more."""
    lines = {r.file: _lines(ROOT / r.file) for r in known}
    return [reason for reason in known if reason.source not in lines[reason.file]]


def without_a_survivor(judged: Sequence[Judged], known: Sequence[Reason]) -> list[Reason]:
    """Return the reasons that are for no survivor, where all mutants of their files were run."""
    files = {one.mutant.file for one in judged}
    left = survived(judged)
    return [r for r in known if r.file in files and not any(r.fits(one) for one in left)]


def _lines(path: Path) -> set[str]:
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return {line.strip() for line in text.splitlines()}
