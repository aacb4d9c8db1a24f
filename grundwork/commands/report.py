"""``grundwork report``: the markdown reports, after checking what is not confirmed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from fast.errors import NotConfirmedError
from fast.gate.inputs import ROOT
from grundwork.command_line import Exit, Option, Targets, Variants, load_studies, say

if TYPE_CHECKING:
    from research.claims.study import Study

STUDIES = ROOT / "research" / "studies"


def report(
    targets: Targets = None,
    variants: Variants = False,  # noqa: FBT002
    out: Annotated[
        Path | None,
        Option(
            metavar="DIR",
            help="Write into DIR (default: reports/ of the checkout for built-in studies, when "
            "run inside it; else reports/ of the working directory).",
        ),
    ] = None,
) -> None:
    """Check what is not confirmed, and write the reports in markdown."""
    from research.checks.evidence import Settings
    from research.explore.exploration import explored_for_report
    from research.reporting.report import require_own_pages, write_reports
    from research.system.files import require_writable
    from research.system.progress import waiting
    from research.verdicts.findings import kept_findings, require_home
    from research.verdicts.several import Checks

    require_home()
    settings = Settings()
    studies = load_studies(targets, variants=variants)
    out = default_folder(targets) if out is None else out
    require_writable(out)  # rather than find out after the checks
    require_own_pages(studies, out)
    known = {
        study.name: findings
        for study in studies
        if (findings := kept_findings(study, settings)) is not None and findings.sound
    }
    checked = Checks([each for each in studies if each.name not in known], settings).run()
    known |= {findings.study: findings for findings in checked}
    found = [known[study.name] for study in studies]
    with waiting("looking into the games"):
        games = {
            study.name: explored_for_report(study)
            for study in studies
            if not study.file.is_relative_to(STUDIES)  # they have pictures of their own
        }
    with waiting("writing the reports"):
        written = write_reports(studies, found, out, games)
    for study in studies:
        _print_headline(study)
    print(f"reports: {written[0]}")
    if not all(findings.sound for findings in found):
        raise Exit(1)


def default_folder(targets: list[str] | None) -> Path:
    """Name the folder of the reports: never one in the checkout for what is not part of it."""
    from research.resolving.loading import study_names

    built_in = set(targets or ()) <= set(study_names())
    inside = (ROOT / "pyproject.toml").is_file() and Path.cwd().is_relative_to(ROOT)
    folder = ROOT if built_in and inside else Path.cwd()
    return Path(os.path.relpath(folder / "reports"))


def _print_headline(study: Study) -> None:
    from research.claims.answers import ConfirmedAnswer

    if study.answer is None:
        return
    sys.set_int_max_str_digits(0)  # the code that was run may have set it
    confirmed = ConfirmedAnswer(study)
    try:
        print(f"{study.name}: {confirmed(confirmed.arguments([])).value}")
    except NotConfirmedError as error:
        print(f"{study.name}: not confirmed")
        say(str(error))
