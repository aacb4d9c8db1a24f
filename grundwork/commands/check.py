"""``grundwork check``: the verdicts on claims, the comparisons, the certificates."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NoReturn

from fast.errors import require_integer
from grundwork.command_line import (
    AsJson,
    Exit,
    Option,
    Targets,
    Variants,
    load_studies,
    print_facts,
    say,
    say_next,
)

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.verdicts.findings import Findings
    from research.verdicts.several import Checks


def check(  # noqa: PLR0917
    targets: Targets = None,
    variants: Variants = False,  # noqa: FBT002
    examples: Annotated[int, Option(help="Try N random examples in each search.")] = 200,
    seed: Annotated[int, Option(help="Draw random examples from the seed N.")] = 0,
    proofs: Annotated[bool, Option(help="Try no proofs.")] = True,  # noqa: FBT002
    named: Annotated[
        str, Option("-k", metavar="NAME", help="Check only claims whose names contain NAME.")
    ] = "",
    quick: Annotated[bool, Option(help="Check the small cases only.")] = False,  # noqa: FBT002
    size: Annotated[
        int | None, Option(help="Try claims to size N at most (default: as the claim says).")
    ] = None,
    limit: Annotated[
        int | None,
        Option(
            help="Try claims on at most N positions (default: 20000, or 200000 where the claim "
            "names a size)."
        ),
    ] = None,
    strict: Annotated[bool, Option("--strict", help="Exit with 1 if a claim is refuted.")] = False,  # noqa: FBT002
    mutants: Annotated[
        str | None,
        Option(
            metavar="N",
            help="Instead of checking, make wrong solvers and count how many of them "
            "the checks notice: a sample of N, or all of them if N is left out.",
        ),
    ] = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Check claims and agreements, and print the verdicts."""
    from research.checks.evidence import Settings
    from research.reporting.terminal import findings_as_json, print_findings
    from research.resolving.loading import study_names, variant_names
    from research.verdicts.findings import notes_on, require_home
    from research.verdicts.several import Checks, Part

    require_integer("--examples", examples, least=1)
    if mutants is not None:
        names = targets or [*study_names(), *(variant_names() if variants else ())]
        _run_mutants(names, mutants, as_json=as_json)
        return
    studies = load_studies(targets, variants=variants)
    settings = Settings(examples, seed, proofs and not quick)
    part = Part(named, quick, size, limit)
    if part == Part():
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
        for note in dict.fromkeys(note for study in studies for note in notes_on(study, settings)):
            say(note)
    elif not as_json:
        print(only)
    if not all(findings.sound for findings in found):
        raise Exit(1)
    if not as_json and not only:
        _name_next(studies, found)
    if strict and any(findings.refuted for findings in found):
        raise Exit(1)


def _end_early(checks: Checks, error: BaseException, *, as_json: bool) -> NoReturn:
    """Print what was found before an error, which goes on, or before an interrupt."""
    from research.reporting.terminal import print_findings

    found = checks.so_far()
    if found and not as_json:  # else whoever reads it would take it for all
        print_findings(found)
    sys.stdout.flush()
    if not isinstance(error, KeyboardInterrupt):
        raise error
    say(checks.interrupted(error))
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
