"""``grundwork check``: the verdicts on claims, the comparisons, the certificates."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from fast.errors import InputError
from fast.watching import ROOT
from grundwork.commands.mutants import count_mutants
from grundwork.commands.targets import AsJson, Targets, Variants, load_studies

if TYPE_CHECKING:
    from research.checks.evidence import Settings
    from research.claims.study import Study
    from research.verdicts.findings import Findings


MOST_SECONDS = 10**6


def check(  # noqa: PLR0917
    targets: Targets = None,
    variants: Variants = False,  # noqa: FBT002
    examples: Annotated[int, typer.Option(help="Random examples a search, 1 or more.")] = 200,
    seed: Annotated[int, typer.Option(help="Where random examples start from.")] = 0,
    seconds: Annotated[
        float, typer.Option(help="How long proving one claim may take; 0: try no proofs.")
    ] = 10.0,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 for refuted claims.")] = False,  # noqa: FBT002
    mutants: Annotated[
        str | None,
        typer.Option(
            metavar="[N]",
            help="Instead of checking, make wrong solvers and count how many of them "
            "the checks notice: all, or a sample of N.",
        ),
    ] = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Check claims and agreements, and print the verdicts."""
    from research.checks.evidence import Settings
    from research.reporting.terminal import findings_as_json, print_findings
    from research.verdicts.keeping import certifies, require_home, withdraw_of
    from research.verdicts.mutants.sample import number_of

    if examples < 1:
        raise InputError(f"--examples={examples}: expected an integer of at least 1")
    if not 0 <= seconds <= MOST_SECONDS:
        raise InputError(f"--seconds={seconds:g}: expected a number from 0 to {MOST_SECONDS}")
    if mutants is not None:
        names = targets or [study.name for study in load_studies(targets, variants=variants)]
        if not count_mutants(names, number_of(mutants), as_json=as_json):
            raise typer.Exit(1)
        return
    require_home()
    settings = Settings(examples, seed, seconds)
    for target in targets or () if certifies(settings) else ():
        withdraw_of(target)
    studies = load_studies(targets, variants=variants)
    found = check_all(studies, settings)
    if as_json:
        print(json.dumps([findings_as_json(findings) for findings in found], indent=1))
    else:
        print_findings(found)
    for study in studies:
        if not (study.claims or study.agreements):
            print(f"grundwork: {_how_to_claim(study)}", file=sys.stderr)
    if seed != Settings().seed:
        line = f"--seed={seed}: looked, but only a check with the default seed confirms"
        print(f"grundwork: {line}", file=sys.stderr)
    if not all(findings.sound for findings in found):
        raise typer.Exit(1)
    if strict and any(findings.refuted for findings in found):
        raise typer.Exit(1)


def _how_to_claim(study: Study) -> str:
    """Say that nothing is claimed of a game, and how to claim something."""
    return (
        f"{study.word}: nothing is claimed, so there is nothing to check; claim for example: "
        f'study = Study("{study.name}", game); study.p_positions("What they are.", '
        "believed=lambda position: ..., controls={'what is wrong': lambda position: ...})"
    )


def check_all(studies: list[Study], settings: Settings) -> list[Findings]:
    """Check studies; several built-in ones at once, a researcher's own in this process."""
    from research.system.progress import waiting
    from research.verdicts.parallel import UnfinishedCheckError, check_together

    # By file, as a researcher's own study may have the name of a built-in one.
    folders = [ROOT / "research" / folder for folder in ("studies", "variants")]
    named = {
        study.file: study.name
        for study in studies
        if any(study.file.is_relative_to(folder) for folder in folders)
    }
    if len(named) < 2:
        return [_check(study, settings) for study in studies]
    try:
        with waiting("starting") as notify:
            checked = check_together(list(named.values()), settings, notify)
    except UnfinishedCheckError as error:
        print(f"grundwork: {error}", file=sys.stderr)
        raise typer.Exit(1) from error
    found = dict(zip(named, checked, strict=True))
    return [found.get(study.file) or _check(study, settings) for study in studies]


def _check(study: Study, settings: Settings) -> Findings:
    from research.claims.blame import blamed_on
    from research.system.progress import waiting
    from research.verdicts.checking import check_study

    with blamed_on(study), waiting("starting") as notify:
        return check_study(study, settings, notify)
