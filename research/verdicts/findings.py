"""What checking a study gave: verdicts, what they rest on, and what was compared.

A claim's verdict is at most the weakest verdict of the claims that it rests on; one of these
that is refuted leaves it *untested*, because nothing has been found against the claim itself.
Theorems of the literature are named, and not checked here. What is derived under an assumption
adds nothing to what was compared.

Findings are kept in the study's certificate. A check withdraws it before it does anything, and
writes a new one as the last thing it does. Whatever ends it in between leaves none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from graphlib import CycleError, TopologicalSorter
from typing import Any

import msgspec

from fast.errors import NotConfirmedError
from fast.gate.certificate import (
    Certificate,
    Certified,
    certificate_path,
    home,
    read_certificate,
    written,
)
from fast.gate.inputs import file_name, versions
from research.checks.evidence import (
    ClaimError,
    Counterexample,
    Evidence,
    Level,
    Settings,
    require,
)
from research.claims.agreement import ComparisonResult
from research.claims.claim import KINDS, Claim, Premise
from research.claims.study import Study
from research.system.files import require_writable, write_whole

UNBOUNDED = ("", "all values", "positions of every size", "heaps of every size")  # domains
CORRECTION_FAILS = "the correction does not pass either"


@dataclass(frozen=True)
class Support:
    """One thing that a claim rests on: a claim or a theorem by its name, or an assumption."""

    kind: str  # ``claim``, ``theorem`` or ``assumption``
    words: str
    level: Level | None = None  # the verdict of the claim; None for what is not checked here
    reference: str = ""
    domain: str = ""  # of which positions, or how far, the claim is known

    def __str__(self) -> str:
        known = self.reference if self.level is None else str(self.level)
        return f"{self.words} ({known}{self.domain and f' {self.domain}'})"


@dataclass(frozen=True)
class Verdict:
    """What is known of a claim after checking it."""

    name: str
    statement: str
    source: str
    level: Level  # the strongest evidence, or refuted if any check found a counterexample
    evidence: tuple[Evidence, ...]  # what each check gave
    controls: tuple[str, ...]
    missed_controls: tuple[str, ...] = ()  # that no check refuted: a defect of the checks
    correction: str = ""  # the right statement, where the claim is refuted, if one is known
    rests_on: tuple[Support, ...] = ()
    gating: bool = False
    kind: str = "result"  # or step, number, finding

    @property
    def refuted(self) -> bool:
        """Whether a check found a counterexample."""
        return self.level == Level.REFUTED

    @property
    def supports(self) -> str:
        """The claims and theorems that it rests on, in words; its statement has assumptions."""
        *first, last = [str(each) for each in self.rests_on if each.kind != "assumption"] or [""]
        return f"{', '.join(first)} and {last}" if first else last

    @property
    def bound(self) -> str:
        """Of which positions, or how far, it is known, in words; empty where of all."""
        levels = (e for e in self.evidence if e.level == self.level and not e.of)
        domain = next((each.domain for each in levels), "")
        if domain in UNBOUNDED or self.level <= Level.UNTESTED:
            return ""
        return f"for {domain}" if self.level == Level.PROVED else f"on {domain}"

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

    ``faults`` say why the study is not confirmed although its solvers agree with the oracle where
    they were compared: branches that were not, claims about its answers that are refuted, code that
    changed meanwhile. ``excused`` are branches that were not compared, with their author's reason.
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
            all(c.agrees for c in self.comparisons)
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


def in_order(claims: Sequence[Claim]) -> list[Claim]:
    """Return claims, each after those that it rests on.

    A ``ClaimError`` names one that rests on an unknown claim, or on itself.
    """
    named = {claim.name: claim for claim in claims}
    below = {n: [each for each in c.rests_on if isinstance(each, str)] for n, c in named.items()}
    for claim in claims:
        for each in claim.rests_on:
            own = isinstance(each, Premise) and each.kind == "theorem" and each.words in named
            allowed = f"rests_on=[{getattr(each, 'words', '')!r}], as it is a claim of this study"
            require(not own, f"claim {claim.name!r}: rests_on", each, allowed)
    for name, premises in below.items():
        for premise in premises:
            if premise not in below:
                raise ClaimError(
                    f"claim {name!r}: rests_on={premise!r}: the study has no claim of that name; "
                    "give theorem(name, reference) or assumption(words) for what is not a claim"
                )
    try:
        return [named[name] for name in TopologicalSorter(below).static_order()]
    except CycleError as error:
        circle = error.args[1][::-1]
        raise ClaimError(
            f"claim {circle[0]!r}: rests_on: in a circle: {' rests on '.join(circle)}"
        ) from None


def supported(claims: Sequence[Claim], verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Lower each verdict to the weakest of the claims that it rests on, and name what these are.

    Its statement repeats what those claims assume.

    The verdicts are those of all claims, or of the first as :func:`in_order` gives them; they are
    returned in the order of the claims.
    """
    found = {verdict.name: verdict for verdict in verdicts}
    assumed: dict[str, list[str]] = {}
    for claim in (each for each in in_order(claims) if each.name in found):
        supports = tuple(
            Support(each.kind, each.words, reference=each.reference)
            if isinstance(each, Premise)
            else Support("claim", each, found[each].level, domain=found[each].bound)
            for each in claim.rests_on
        )
        before = found[claim.name]
        lower = [each for s in supports if s.kind == "claim" for each in assumed[s.words]]
        more = [each for each in dict.fromkeys(lower) if each not in claim.assumed]
        assumed[claim.name] = more + claim.assumed
        said = "".join(f"Suppose that {words}. " for words in more) + before.statement
        level = at_most(before.level, supports)
        found[claim.name] = replace(before, statement=said, level=level, rests_on=supports)
    return [found[claim.name] for claim in claims if claim.name in found]


def at_most(level: Level, supports: Iterable[Support]) -> Level:
    """Return what is left of a level by what it rests on.

    >>> str(at_most(Level.PROVED, [Support("claim", "a lemma", Level.EXHAUSTED)]))
    'exhausted'
    """
    if level == Level.REFUTED:
        return level
    weakest = min((each.level for each in supports if each.level is not None), default=level)
    return min(level, max(weakest, Level.UNTESTED))


def require_home() -> None:
    """Raise :class:`OutputError` unless what is found can be kept; rather before than after."""
    require_writable(home(), "GRUNDWORK_HOME")
    home().mkdir(parents=True, exist_ok=True)


def certifies(settings: Settings) -> bool:
    """Whether a check with these settings may confirm: a seed is no choice."""
    return settings.seed == Settings().seed


def notes_on(study: Study, settings: Settings) -> list[str]:
    """Say how to claim something where nothing is, and that no other seed confirms a solver."""
    if not (study.claims or study.agreements):
        example = (
            f'study = Study("{study.name}", game); study.p_positions("What they are.", '
            "believed=lambda position: ..., controls={'what is wrong': lambda position: ...})"
        )
        return [
            f"{study.word or study.name}: nothing is claimed, so there is nothing to check; "
            f"claim for example: {example}"
        ]
    if study.agreements and not certifies(settings):
        return [f"seed={settings.seed}: only a check with the default seed confirms a solver"]
    return []


def withdraw(study: str) -> None:
    """Remove the certificate of a study."""
    certificate_path(study).unlink(missing_ok=True)


def keep(
    study: Study, findings: Findings, functions: dict[str, Certified], files: Mapping[str, str]
) -> None:
    """Write the certificate of a study; its functions count where no fault was found."""
    certificate = Certificate(
        study.name,
        file_name(study.file),
        functions if findings.sound else {},
        versions(study.file),
        dict(files),
        msgspec.to_builtins(asdict(findings)),
    )
    write_whole(certificate_path(study.name), written(certificate))


def kept_findings(study: Study, settings: Settings) -> Findings | None:
    """Return what an earlier check with these settings found, if nothing it depends on changed."""
    try:
        kept = read_certificate(study.name, study.file).findings
        found = msgspec.convert(kept, Findings)
    except (NotConfirmedError, ValueError):  # whatever is wrong with it, it is made again
        return None
    return found if found.settings == settings else None
