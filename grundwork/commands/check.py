"""``grundwork check``: the verdicts on claims, the comparisons, the certificates."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NoReturn

from fast.errors import InputError
from grundwork.command_line import (
    AsJson,
    Exit,
    Option,
    Targets,
    Variants,
    load_studies,
    print_facts,
    say_next,
)

if TYPE_CHECKING:
    from research.checks.evidence import Settings
    from research.claims.study import Study
    from research.verdicts.findings import Findings
    from research.verdicts.several import Checks


def check(  # noqa: PLR0917
    targets: Targets = None,
    variants: Variants = False,  # noqa: FBT002
    examples: Annotated[int, Option(help="Random examples a search, 1 or more.")] = 200,
    seed: Annotated[int, Option(help="Where random examples start from.")] = 0,
    proofs: Annotated[bool, Option(help="Try no proofs.")] = True,  # noqa: FBT002
    named: Annotated[
        str, Option("-k", metavar="NAME", help="Check only claims whose names contain NAME.")
    ] = "",
    quick: Annotated[bool, Option(help="Check the small cases only.")] = False,  # noqa: FBT002
    strict: Annotated[bool, Option("--strict", help="Exit 1 for refuted claims.")] = False,  # noqa: FBT002
    mutants: Annotated[
        str | None,
        Option(
            metavar="N",
            help="Instead of checking, make wrong solvers and count how many of them "
            "the checks notice: all, or a sample of N.",
        ),
    ] = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Check claims and agreements, and print the verdicts."""
    from research.checks.evidence import Settings
    from research.reporting.terminal import findings_as_json, print_findings
    from research.resolving.loading import study_names, variant_names
    from research.verdicts.findings import require_home
    from research.verdicts.several import Checks, Part

    if examples < 1:
        raise InputError(f"--examples={examples}: expected an integer of at least 1")
    if mutants is not None:
        names = targets or [*study_names(), *(variant_names() if variants else ())]
        _run_mutants(names, mutants, as_json=as_json)
        return
    studies = load_studies(targets, variants=variants)
    settings = Settings(examples, seed, proofs and not quick)
    part = Part(named, quick)
    if not any(part):
        require_home()
    checks = Checks(studies, settings, part)
    try:
        found = checks.run()
    except (Exception, KeyboardInterrupt) as error:
        _end_early(checks, error, as_json=as_json)
    only = part.in_words()
    if as_json:
        facts = {"only": only} if only else {}
        print_facts([findings_as_json(findings) | facts for findings in found], indent=1)
    else:
        print_findings(found)
    if not only:
        _say_what_is_missing(studies, settings)
    elif not as_json:
        print(only)
    if not all(findings.sound for findings in found):
        raise Exit(1)
    if not as_json and not only:
        _name_next(studies, found)
    if strict and any(findings.refuted for findings in found):
        raise Exit(1)


def _say_what_is_missing(studies: list[Study], settings: Settings) -> None:
    """Say of which games nothing is claimed, and that only the default seed confirms."""
    for study in studies:
        if not (study.claims or study.agreements):
            print(f"grundwork: {_how_to_claim(study)}", file=sys.stderr)
    if settings.seed != type(settings)().seed:
        line = f"--seed={settings.seed}: looked, but only a check with the default seed confirms"
        print(f"grundwork: {line}", file=sys.stderr)


def _how_to_claim(study: Study) -> str:
    """Say that nothing is claimed of a game, and how to claim something."""
    return (
        f"{study.word}: nothing is claimed, so there is nothing to check; claim for example: "
        f'study = Study("{study.name}", game); study.p_positions("What they are.", '
        "believed=lambda position: ..., controls={'what is wrong': lambda position: ...})"
    )


def _end_early(checks: Checks, error: BaseException, *, as_json: bool) -> NoReturn:
    """Print what was found before an error, which goes on, or before an interrupt."""
    from research.reporting.terminal import print_findings

    found = checks.so_far()
    if found and not as_json:  # else whoever reads it would take it for all
        print_findings(found)
    sys.stdout.flush()
    if not isinstance(error, KeyboardInterrupt):
        raise error
    print(f"grundwork: {checks.interrupted()}", file=sys.stderr)
    raise Exit(130)


def _name_next(studies: Sequence[Study], found: Sequence[Findings]) -> None:
    """Name what is useful once claims were checked."""
    from research.claims.answers import ConfirmedAnswer

    words = [study.word for study in studies if study.claims and study.word]
    refuted = [each for findings in found for each in findings.refuted if not each.correction]
    if len(studies) == 1 and words and refuted:
        say_next("to see what holds", "explore", *words)
    elif len(studies) == 1 and words and not ConfirmedAnswer(studies[0]).refusal:
        say_next("for the full answer", "answer", *words)
    elif words:
        say_next("to read it with pictures", "report", *words)


def _run_mutants(targets: Sequence[str], mutants: str, *, as_json: bool) -> None:
    """Run mutants of studies and print what became of them; end with 1 if one was shown wrong."""
    from research.verdicts.mutants.figures import count_mutants, number_of

    number = number_of(mutants)
    found = [count_mutants(target, number, quiet=as_json) for target in targets]
    if as_json:
        print_facts(found, indent=1)
    if any(each["wrong"] for each in found):
        raise Exit(1)
