"""Checking a study: its agreements, its claims, and the controls of both.

The agreements come first, because claims about large cases are checked with the solvers. A
study whose solvers disagree with the oracle loses its certificate.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fast.confirmed import digests, file_name, home, versions
from oracles.limits import STAGE, Watch
from research.agreement import Comparison, compare, withdraw_certificate, write_certificate
from research.claims import Check, Claim, Counterexample, Evidence, Level, Settings, Step
from research.dependencies import COMPUTING, source_files
from research.files import write_whole
from research.resting import Support, require_grounded, supported
from research.study import Study

Notify = Callable[[str], None]


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
        Wrong twins that the checks did not refute: a defect of the checks.
    rests_on
        What the claim rests on, with the verdicts of the claims among it.
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

    @property
    def counterexample(self) -> Counterexample | None:
        """The counterexample of a refuted claim."""
        return next((e.counterexample for e in self.evidence if e.counterexample), None)


@dataclass(frozen=True)
class Findings:
    """What checking a study gave."""

    study: str
    comparisons: tuple[Comparison, ...]
    verdicts: tuple[Verdict, ...]
    settings: Settings

    @property
    def sound(self) -> bool:
        """Whether every agreement holds and every control was caught."""
        return all(c.holds for c in self.comparisons) and not any(
            verdict.missed_controls for verdict in self.verdicts
        )

    @property
    def refuted(self) -> list[Verdict]:
        """The verdicts of refuted claims."""
        return [verdict for verdict in self.verdicts if verdict.level == Level.REFUTED]


def check_claim(claim: Claim, settings: Settings) -> Verdict:
    """Run a claim's checks, its controls and its correction."""
    evidence = tuple(_run(check, claim, claim.believed, settings) for check in claim.checks)
    level = _level(evidence)
    missed = missed_controls_of(claim, settings, level)
    correction = ""
    if claim.correction is not None:
        correction, right = claim.correction
        results = [_run(check, claim, right, settings) for check in claim.checks]
        if _level(tuple(results)) <= Level.UNTESTED:
            missed.append("the correction does not pass either")
    return Verdict(
        claim.name,
        claim.statement,
        str(claim.source),
        level,
        evidence,
        tuple(claim.controls),
        tuple(missed),
        correction if level == Level.REFUTED else "",
    )


def check_study(study: Study, settings: Settings, notify: Notify = lambda _: None) -> Findings:
    """Check a study, write or withdraw its certificate, and keep the findings.

    Parameters
    ----------
    study
        What to check.
    settings
        How hard to look.
    notify
        Told what is being checked, for a progress display.
    """
    require_grounded(study.claims)
    comparisons = []
    for agreement in study.agreements:
        notify(f"{study.name}: {agreement.name}")
        comparisons.append(compare(agreement, settings))
    agreed = bool(comparisons) and all(comparison.holds for comparison in comparisons)
    if agreed:
        write_certificate(study.name, study.file, comparisons, settings)
    else:
        withdraw_certificate(study.name)
    verdicts = []
    if agreed or not comparisons:
        for claim in study.claims:
            notify(f"{study.name}: {claim.name}")
            verdicts.append(check_claim(claim, settings))
        verdicts = supported(study.claims, verdicts)
    findings = Findings(study.name, tuple(comparisons), tuple(verdicts), settings)
    _keep(study, findings)
    return findings


def kept_findings(study: Study, settings: Settings) -> Findings | None:
    """Return the findings of an earlier check, if nothing they depend on has changed."""
    path = home() / "findings" / f"{study.name}.json"
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["depends"] != _depends(study) or kept["settings"] != dataclasses.asdict(settings):
            return None
        return _findings(kept)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def missed_controls_of(claim: Claim, settings: Settings, level: Level | None = None) -> list[str]:
    """Name the wrong twins that no check refutes, and the checks that refute no twin.

    A twin that no check refutes may be the truth itself where the claim is refuted. Then the
    claim's spare twins are tried too, and it is no defect as long as some twin is caught.

    Parameters
    ----------
    claim
        The claim, its checks and its wrong twins.
    settings
        How hard to look.
    level
        What the checks said of the claim itself; they are run if it is not given.
    """
    if not claim.checks:
        return []
    caught = _caught(claim, claim.controls, settings)
    missed = [name for name in claim.controls if not any(name in names for names in caught)]
    if missed and level is None:
        level = _level(tuple(each.run(claim, claim.believed, settings) for each in claim.checks))
    if missed and level == Level.REFUTED:
        spare = _caught(claim, claim.spare_controls, settings)
        caught = [names | more for names, more in zip(caught, spare, strict=True)]
        missed = [] if any(caught) else missed
    toothless = [
        f"check {number} refutes no control"
        for number, (check, names) in enumerate(zip(claim.checks, caught, strict=True), 1)
        if not names and not _leaves_controls(check)
    ]
    return missed + toothless


def _caught(claim: Claim, twins: Mapping[str, Any], settings: Settings) -> list[set[str]]:
    """For each check the names of the twins that it refutes; undecided is not refuted."""
    return [
        {
            name
            for name, twin in twins.items()
            if not _leaves_controls(check)
            and _run(check, claim, twin, settings).level == Level.REFUTED
        }
        for check in claim.checks
    ]


def _run(check: Check, claim: Claim, believed: Any, settings: Settings) -> Evidence:
    """Run a check; one that does not come to an end is an error."""
    name = type(check).__name__.lower()
    with Watch(lambda: f"{name} of claim {claim.name!r}", seconds=STAGE, in_all=STAGE):
        return check.run(claim, believed, settings)


def _leaves_controls(check: Check) -> bool:
    """Whether a check leaves the controls to another that makes the same comparison."""
    return getattr(check, "controls_stand_elsewhere", False)


def _level(evidence: tuple[Evidence, ...]) -> Level:
    levels = [piece.level for piece in evidence]
    if Level.REFUTED in levels:
        return Level.REFUTED
    return max(levels, default=Level.UNTESTED)


def _depends(study: Study) -> dict[str, Any]:
    return {
        "files": digests(file_name(path) for path in source_files(study.file)),
        "versions": versions(COMPUTING),
    }


def _keep(study: Study, findings: Findings) -> None:
    kept = dataclasses.asdict(findings) | {"depends": _depends(study)}
    text = json.dumps(kept, indent=1, ensure_ascii=False) + "\n"
    write_whole(home() / "findings" / f"{study.name}.json", text)


def _findings(kept: dict[str, Any]) -> Findings:
    return Findings(
        kept["study"],
        tuple(
            Comparison(
                **{
                    **c,
                    "disagreement": _counterexample(c["disagreement"]),
                    "missed_controls": tuple(c["missed_controls"]),
                }
            )
            for c in kept["comparisons"]
        ),
        tuple(
            Verdict(
                **{
                    **v,
                    "level": Level(v["level"]),
                    "evidence": tuple(_evidence(e) for e in v["evidence"]),
                    "controls": tuple(v["controls"]),
                    "missed_controls": tuple(v["missed_controls"]),
                    "rests_on": tuple(_support(each) for each in v["rests_on"]),
                }
            )
            for v in kept["verdicts"]
        ),
        Settings(**kept["settings"]),
    )


def _evidence(kept: dict[str, Any]) -> Evidence:
    return Evidence(
        **{
            **kept,
            "level": Level(kept["level"]),
            "counterexample": _counterexample(kept["counterexample"]),
            "steps": tuple(Step(**step) for step in kept["steps"]),
            "drawings": tuple((title, picture) for title, picture in kept["drawings"]),
        }
    )


def _support(kept: dict[str, Any]) -> Support:
    level = kept["level"]
    return Support(**{**kept, "level": None if level is None else Level(level)})


def _counterexample(kept: dict[str, Any] | None) -> Counterexample | None:
    return None if kept is None else Counterexample(**kept)
