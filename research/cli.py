"""The command ``grundwork``.

Results go to standard output, progress and messages to standard error. Exit status: 0 done (a
refuted claim is a finding, not a failure); 1 where an agreement or a control fails, and with
``--strict`` where a claim is refuted; 2 for wrong input; 3 for an answer that is not confirmed.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fast.confirmed import NotConfirmedError
from fast.errors import InputError
from oracles.errors import OracleError
from research.commands.prove import prove

if TYPE_CHECKING:
    from research.checking import Findings
    from research.study import Study

app = typer.Typer(
    name="grundwork",
    help="Property-based verification and research harness for combinatorial games.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Targets = Annotated[
    list[str] | None,
    typer.Argument(metavar="[STUDY or FILE.py ...]", help="All built-in studies if none is named."),
]
AsJson = Annotated[bool, typer.Option("--json", help="The same facts as JSON.")]


@app.callback(invoke_without_command=True)
def command(context: typer.Context) -> None:
    """Property-based verification and research harness for combinatorial games."""
    if context.invoked_subcommand is None:
        print(context.get_help())


class UsageError(ValueError):
    """The command's own words are wrong."""


@app.command("list")
def list_(targets: Targets = None, as_json: AsJson = False) -> None:  # noqa: FBT002
    """List the studies: game, parameters, claims, whether confirmed."""
    from research.display import studies_table

    rows = [_summary(study) for study in _studies(targets)]
    print(json.dumps(rows, indent=1) if as_json else studies_table(rows))


@app.command()
def check(
    targets: Targets = None,
    examples: Annotated[int, typer.Option(help="Random examples a search, 1 or more.")] = 200,
    seed: Annotated[int, typer.Option(help="Where random examples start from.")] = 0,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 for refuted claims.")] = False,  # noqa: FBT002
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Check claims and agreements, write certificates, print the verdicts."""
    from research.claims import Settings
    from research.display import findings_as_json, print_findings

    if examples < 1:
        raise UsageError(f"--examples={examples}: expected an integer of at least 1")
    settings = Settings(examples, seed)
    found = [_check(study, settings) for study in _studies(targets)]
    if as_json:
        print(json.dumps([findings_as_json(findings) for findings in found], indent=1))
    else:
        print_findings(found)
    if not all(findings.sound for findings in found):
        raise typer.Exit(1)
    if strict and any(findings.refuted for findings in found):
        raise typer.Exit(1)


@app.command()
def answer(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="A study's name or FILE.py.")],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="[name=value ...]", help="The headline instance if none is given."),
    ] = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Print the full answer, if the solver is confirmed."""
    from research.answers import give_answer, parse_arguments

    chosen = _studies([study])[0]
    given = parse_arguments(chosen, arguments or [])
    result = give_answer(chosen, given)
    sys.set_int_max_str_digits(0)
    facts = {"study": chosen.name, "arguments": given, "answer": result}
    print(json.dumps(facts) if as_json else result)


@app.command()
def report(
    targets: Targets = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Where to write; else reports/ of the checkout for built-in studies, when run "
            "inside it, and reports/ of the working directory for anything else.",
        ),
    ] = None,
) -> None:
    """Write the markdown reports, checking first what is not confirmed."""
    from research.checking import kept_findings
    from research.claims import Settings
    from research.files import require_writable
    from research.report import write_reports

    settings = Settings()
    studies = _studies(targets)
    out = _default_out(targets) if out is None else out
    require_writable(out)  # rather than find out after the checks
    found = [
        (_confirmed(study) and kept_findings(study, settings)) or _check(study, settings)
        for study in studies
    ]
    written = write_reports(studies, found, out)
    for study in studies:
        _print_headline(study)
    print(f"reports: {written[0]}")
    if not all(findings.sound for findings in found):
        raise typer.Exit(1)


app.command("prove")(prove)


def main() -> None:
    """Run the command; turn errors into one line and the exit status that they have."""
    from research.claims import ClaimError
    from research.loading import UnknownStudyError

    wrong_input = (InputError, OracleError, UsageError, UnknownStudyError, ClaimError, OSError)
    try:
        sys.exit(app(standalone_mode=False) or 0)
    except NotConfirmedError as error:
        _fail(error, 3)
    except wrong_input as error:
        _fail(error, 2)
    except (KeyboardInterrupt, typer.Abort):
        _fail("interrupted; what was finished is kept", 130)
    except Exception as error:
        # typer's own errors about options and commands; their class moved between versions
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        _fail(message().rstrip(".") + "; see grundwork --help", 2)


def _fail(error: object, status: int) -> None:
    line = " ".join(str(error).split())
    print(f"grundwork: {line}", file=sys.stderr)
    sys.exit(status)


def _studies(targets: list[str] | None) -> list[Study]:
    from research.loading import load_study, study_names

    return [load_study(name) for name in targets or study_names()]


def _default_out(targets: list[str] | None) -> Path:
    """Name the folder of the reports: never one in the checkout for what is not part of it."""
    from fast.confirmed import ROOT
    from research.loading import study_names

    built_in = set(targets or ()) <= set(study_names())
    inside = (ROOT / "pyproject.toml").is_file() and Path.cwd().is_relative_to(ROOT)
    folder = ROOT if built_in and inside else Path.cwd()
    return Path(os.path.relpath(folder / "reports"))


def _confirmed(study: Study) -> bool:
    from fast.confirmed import read_certificate

    try:
        read_certificate(study.name)
    except NotConfirmedError:
        return not study.agreements
    return True


def _print_headline(study: Study) -> None:
    if study.answer is None:
        return
    sys.set_int_max_str_digits(0)
    try:
        print(f"{study.name}: {study.answer(**study.headline)}")
    except NotConfirmedError as error:
        print(f"{study.name}: not confirmed")
        print(f"grundwork: {error}", file=sys.stderr)


def _summary(study: Study) -> dict[str, Any]:
    from fast.confirmed import read_certificate

    try:
        read_certificate(study.name)
        confirmed = "yes"
    except NotConfirmedError as error:
        confirmed = f"no: {error}"
    return {
        "study": study.name,
        "game": study.title,
        "parameters": study.parameters(),
        "claims": len(study.claims),
        "confirmed": confirmed,
    }


def _check(study: Study, settings: Any) -> Findings:
    from research.checking import check_study
    from research.display import progress

    with progress() as notify:
        return check_study(study, settings, notify)
