"""Checking a study: its agreements, its claims, and the controls of both.

The certificate of an earlier check is withdrawn before anything runs, and a new one written as the
last thing, so that a check which does not run to its end leaves none. The agreements come first,
because claims about large cases are checked with the solvers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from fast.gate.certificate import name_from_here
from fast.gate.inputs import begin_check, changes, data_written, edited_since_loaded, files_of
from research.checks.evidence import Evidence, Level, Settings
from research.claims.agreement import LEAST_CASES, compare
from research.claims.claim import Claim
from research.claims.study import Study, errors_located_in
from research.conjectures.learning import SIDES
from research.conjectures.p_positions import prove_formulas
from research.proving.believed import Prover
from research.verdicts.comparisons import Compared, answering, certified, faults_of
from research.verdicts.findings import (
    CORRECTION_FAILS,
    Findings,
    Verdict,
    certifies,
    in_order,
    keep,
    strongest,
    supported,
    withdraw,
)
from research.verdicts.fresh_process import asked_afresh, is_fresh_process

Notify = Callable[[str], None]
NO_FILE = (
    "the study was typed and has no file, so what agrees here confirms no solver: write it into a "
    "file and check that"
)


def check_claim(claim: Claim, settings: Settings, prover: Prover | None = None) -> Verdict:
    """Run a claim's checks, its controls and its correction; try to prove what they leave open."""
    evidence = _gathered(claim, claim.believed, settings)
    open_ = strongest(evidence) in (Level.TESTED, Level.EXHAUSTED)
    if prover is not None and settings.proofs and open_:
        found = prover.tried(claim)
        evidence += [] if found is None else [found]
    if claim.assumed:
        evidence = [_under(claim.assumed, piece) for piece in evidence]
    level = strongest(evidence)
    controls, missed = controls_of(claim, settings, level)
    correction = ""
    if claim.correction is not None:
        correction, right = claim.correction
        if strongest(_gathered(claim, right, settings)) <= Level.UNTESTED:
            missed.append(CORRECTION_FAILS)
    return Verdict(
        claim.name,
        "".join(f"Suppose that {words}. " for words in claim.assumed) + claim.statement,
        str(claim.source),
        level,
        tuple(evidence),
        tuple(controls),
        tuple(missed),
        correction if level == Level.REFUTED else "",
        gating=claim.gating,
        kind=claim.kind,
    )


def _under(assumed: Sequence[str], piece: Evidence) -> Evidence:
    """Return a proof that rests on assumptions as untested; other evidence as it is."""
    if piece.level != Level.PROVED:
        return piece
    words = f"{piece.method}, derived for {piece.domain}, assuming: {'; '.join(assumed)}"
    return replace(piece, level=Level.UNTESTED, domain="", by=words)


def controls_of(
    claim: Claim, settings: Settings, level: Level | None = None
) -> tuple[list[str], list[str]]:
    """Return the controls that count, and in words what is wrong with controls and checks.

    A control that no check refutes is a fault, and a check that refutes no control. If a check
    refutes the claim, a control that passes may be the right statement; it does not count, and is
    no fault. A check that cannot decide the claim need not refute a control. ``level`` is the
    claim's verdict; the checks are run for it where it is not given.
    """
    if not claim.checks:
        return list(claim.controls), []
    caught = _caught(claim, settings, by_each=level != Level.REFUTED)
    counted = [name for name in claim.controls if any(name in names for names in caught)]
    missed = [name for name in claim.controls if name not in counted]
    if missed and level is None:
        level = strongest(_gathered(claim, claim.believed, settings))
    if level in {Level.REFUTED, Level.UNTESTED}:
        return counted, []
    idle = [
        f"check {number} refutes no control"
        for number, (check, names) in enumerate(zip(claim.checks, caught, strict=True), 1)
        if not names and not check.leaves_controls
    ]
    return list(claim.controls), missed + idle


def _caught(claim: Claim, settings: Settings, *, by_each: bool) -> list[set[str]]:
    """Return for each check the names of the controls that it refutes.

    A control that an earlier check refuted is tried again only by a check that has refuted none so
    far, and only if ``by_each`` asks that each check refutes one.
    """
    caught: list[set[str]] = []
    for check in claim.checks:
        names: set[str] = set()
        for name, wrong in ({} if check.leaves_controls else claim.controls).items():
            if (names or not by_each) and any(name in earlier for earlier in caught):
                continue
            if check.run(claim, wrong, settings).level == Level.REFUTED:
                names.add(name)
        caught.append(names)
    return caught


def _gathered(claim: Claim, believed: Any, settings: Settings) -> list[Evidence]:
    """Run the checks, up to the first that refutes what is believed."""
    found: list[Evidence] = []
    for check in claim.checks:
        found.append(check.run(claim, believed, settings))
        if found[-1].level == Level.REFUTED:
            break
    return found


def check_study(
    study: Study,
    settings: Settings,
    notify: Notify = lambda _: None,
    so_far: list[Verdict] | None = None,
    *,
    keep_it: bool = True,
) -> Findings:
    """Check a study and write its certificate.

    The certificate confirms the solvers if nothing is left open. A check with another seed writes
    none, and withdraws the earlier one if it finds a fault. Of a study without a file nothing is
    kept.

    Parameters
    ----------
    study
        What to check.
    settings
        How hard to look.
    notify
        Told what is being checked, for a progress display.
    so_far
        Receives the verdict of each claim as it is found, before it is held to what it rests on.
    keep_it
        Whether what was found is kept; else an earlier certificate stands.
    """
    verdicts = [] if so_far is None else so_far
    if not keep_it:
        return _look(study, settings, notify, verdicts)[0]
    if is_fresh_process():  # which loads a file that checks its own study
        return Findings(study.name, (), (), settings)
    in_order(study.claims)  # or it is refused, before a certificate is withdrawn
    if study.has_file and certifies(settings):
        withdraw(study.name)
    findings, compared, files = _look(study, settings, notify, verdicts)
    if not study.has_file or (findings.sound and not certifies(settings)):
        return findings
    withdraw(study.name)
    if findings.faults and not compared:
        return findings
    try:
        keep(study, findings, certified(compared), files)
    except OSError as error:  # such as a disk that is full; what was found is shown all the same
        words = f"not kept: {error}; let the variable GRUNDWORK_HOME name a folder that has room"
        return replace(findings, faults=(*findings.faults, words))
    return findings


def _look(
    study: Study, settings: Settings, notify: Notify, verdicts: list[Verdict]
) -> tuple[Findings, list[Compared], dict[str, str]]:
    """Run all that a check consists of; return what it gave, and the files as they are now."""
    begin_check()
    before = files_of(study.file, study.data_files)
    compared = []
    for agreement in study.agreements:
        notify(f"{agreement.name.rpartition(':')[2]} of {study.name}")
        calls: list[Any] = []
        compared.append(Compared(agreement, compare(agreement, settings, calls), calls))
    comparisons = tuple(each.comparison for each in compared)
    agreed = all(comparison.agrees for comparison in comparisons)
    faults, excused = [], list[str]()
    if compared and not study.has_file:
        faults.append(NO_FILE)
    elif agreed and compared:
        notify(f"the compared calls of {study.name} in a new process")
        faults += faults_of(study, compared)
        if answering(study, compared):
            again, excused = asked_afresh(study, compared)
            faults += again
    prover = Prover(study, from_rules=partial(prove_formulas, rounds=SIDES[:1]))
    for claim in in_order(study.claims) if agreed else ():
        notify(f"{claim.name} of {study.name}")
        # As many examples as a certificate needs, whatever is asked for.
        enough = max(settings.examples, LEAST_CASES if claim.gating else 0)
        with errors_located_in(study.file, study.game, claim.line):
            verdicts.append(check_claim(claim, replace(settings, examples=enough), prover))
    found = supported(study.claims, verdicts) if agreed else []
    closing = [verdict.name for verdict in found if verdict.closes_gate]
    faults += [f"the solver's own answers are refuted by the claim {name}" for name in closing]
    now = files_of(study.file, study.data_files)
    changed = sorted({*changes(before), *edited_since_loaded(now)} - data_written())
    faults += [
        f"{name_from_here(name)} changed since it was loaded; check again" for name in changed
    ]
    findings = Findings(
        study.name, comparisons, tuple(found), settings, tuple(faults), tuple(excused)
    )
    return findings, compared, now
