"""Whether an answer took from its surroundings only what was there when it was compared.

What the code of a researcher's files opens, lists and reads in the environment is noted as it runs
(:mod:`fast.watching`), in the check as in the answer. A file that the check did not meet, because
it did not exist, or lay where nobody looked for it, was not confirmed by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fast.loaded import shown
from fast.making import is_written_here
from fast.records import Record
from fast.watching import ROOT, is_foreign, traces_of

ROOMS = ("fast/", "oracles/", "research/", "grundwork/")


@dataclass(frozen=True)
class Surroundings:
    """What the files of a record may take from their surroundings.

    Attributes
    ----------
    files
        The digest of every file that took part; None for one that would have and was not there.
    code
        Those of them that are Python of a researcher's own.
    folders
        The folders whose names took part.
    environment
        The environment variables that took part, with their values.
    kept
        Folders that are Grundwork's own: what lies there decides nothing.
    """

    files: Mapping[str, str | None] = field(default_factory=dict)
    code: tuple[Path, ...] = ()
    folders: frozenset[str] = frozenset()
    environment: Mapping[str, str | None] = field(default_factory=dict)
    kept: tuple[Path, ...] = ()

    @classmethod
    def of(cls, record: Record, kept: tuple[Path, ...]) -> Surroundings:
        """Return the surroundings of what was compared."""
        names = [file for file in record.files if file.endswith(".py")]
        return cls(
            {str(ROOT / file): digest for file, digest in record.files.items()},
            tuple(ROOT / file for file in names if not file.startswith(ROOMS)),
            frozenset(record.folders),
            record.environment,
            kept,
        )

    def exceeded(self) -> str:
        """Say what this process took that took no part in the check; empty if nothing."""
        for path in self.code:
            traces = traces_of(path)
            for name in self._elsewhere(traces.opened - self.files.keys()):
                if not (is_written_here(name) or is_foreign(name)):
                    return f"{shown(name)} took no part when it was confirmed"
            for name in self._elsewhere(traces.absent - self.files.keys()):
                if not is_written_here(name):
                    return f"{shown(name)} is not there, and took no part when it was confirmed"
            for name in self._elsewhere(traces.listed - self.folders):
                return f"the names in {shown(name)} took no part when it was confirmed"
            for name in sorted(traces.variables - self.environment.keys()):
                if not name.startswith("GRUNDWORK_"):
                    return f"{name} was not read from the environment when it was confirmed"
            for words in sorted(traces.unfollowed):
                return f"{shown(str(path))} {words}"
        return ""

    def _elsewhere(self, names: Iterable[str]) -> list[str]:
        return sorted(
            name for name in names if not any(Path(name).is_relative_to(own) for own in self.kept)
        )
