"""What checking a study gave: verdicts, and what was compared, as plain values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from research.checks.evidence import Counterexample, Evidence, Level, Settings
from research.claims.agreement import ComparisonResult
from research.claims.claim import KINDS

CORRECTION_FAILS = "the correction does not pass either"


@dataclass(frozen=True)
class Support:
    """One thing that a claim rests on.

    Attributes
    ----------
    kind
        ``claim``, ``definition`` or ``theorem``.
    words
        The claim's name, or what is defined or stated.
    level
        The verdict of the claim; None for what is not checked here.
    """

    kind: str
    words: str
    level: Level | None = None

    def __str__(self) -> str:
        return f"{self.words} ({self.level or self.kind})"


@dataclass(frozen=True)
class Verdict:
    """What is known of a claim after checking it.

    Attributes
    ----------
    level
        The strongest evidence, or refuted if any check found a counterexample.
    evidence
        What each check gave.
    correction
        The right statement, where the claim is refuted and a right one is known; it passed
        the same checks.
    missed_controls
        Controls that the checks did not refute: a defect of the checks.
    rests_on
        What the claim rests on, with the verdicts of the claims among it.
    kind
        That of the claim: ``result``, ``step``, ``number`` or ``finding``.
    strict_reading
        How the claim's words are read, where it is refuted only as they are read strictly.
    """

    name: str
    statement: str
    source: str
    level: Level
    evidence: tuple[Evidence, ...]
    controls: tuple[str, ...]
    missed_controls: tuple[str, ...] = ()
    correction: str = ""
    rests_on: tuple[Support, ...] = ()
    gating: bool = False
    kind: str = "result"
    strict_reading: str = ""

    @property
    def refuted(self) -> bool:
        """Whether a check found a counterexample."""
        return self.level == Level.REFUTED

    @property
    def closes_gate(self) -> bool:
        """Whether the solver's own answers are refuted, and not by what the source has wrong."""
        corrected = self.correction and CORRECTION_FAILS not in self.missed_controls
        return self.gating and self.refuted and not corrected

    @property
    def counterexample(self) -> Counterexample | None:
        """The counterexample of a refuted claim."""
        return next((e.counterexample for e in self.evidence if e.counterexample), None)

    def as_json(self) -> dict[str, Any]:
        """Return the same facts as plain data, with the names of the levels."""
        data = asdict(self) | {"level": str(self.level)}
        data["evidence"] = [evidence.as_json() for evidence in self.evidence]
        for support in data["rests_on"]:
            support["level"] = None if support["level"] is None else str(support["level"])
        return data


@dataclass(frozen=True)
class Findings:
    """What checking a study gave.

    Attributes
    ----------
    faults
        Why the study is not confirmed although its solvers agree with the oracle where they were
        compared: paths and branches that were not, claims about its answers that are refuted, code
        that changed meanwhile.
    excused
        Branches that were not compared, with the reason that their author gives.
    """

    study: str
    comparisons: tuple[ComparisonResult, ...]
    verdicts: tuple[Verdict, ...]
    settings: Settings
    faults: tuple[str, ...] = ()
    excused: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether every agreement holds, every control was caught and nothing is left open."""
        return (
            all(c.holds for c in self.comparisons)
            and not any(verdict.missed_controls for verdict in self.verdicts)
            and not self.faults
        )

    @property
    def by_kind(self) -> dict[str, list[Verdict]]:
        """The verdicts by the kind of their claims, results first; of each kind refuted ones."""
        groups = {kind: [each for each in self.verdicts if each.kind == kind] for kind in KINDS}
        return {
            kind: sorted(group, key=lambda verdict: not verdict.refuted)
            for kind, group in groups.items()
            if group
        }

    @property
    def refuted(self) -> list[Verdict]:
        """The verdicts of refuted claims, results first."""
        return [verdict for group in self.by_kind.values() for verdict in group if verdict.refuted]


def strongest(evidence: Iterable[Evidence]) -> Level:
    """Return the level that pieces of evidence give together; a refutation outweighs all others."""
    levels = [piece.level for piece in evidence]
    return Level.REFUTED if Level.REFUTED in levels else max(levels, default=Level.UNTESTED)
