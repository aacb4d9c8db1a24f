"""The command ``grundwork``.

Results go to standard output, progress and messages to standard error. Exit status: 0 done (a
refuted claim is a finding, not a failure); 1 where an agreement or a control fails, and with
``--strict`` where a claim is refuted; 2 for wrong input; 3 for an answer that is not confirmed.
"""

from __future__ import annotations

import io
import json
import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TextIO

import typer

from fast.confirmed import NotConfirmedError
from fast.errors import InputError
from fast.watching import ROOT
from grundwork.commands import looking
from grundwork.commands import mutants as mutant_counting
from grundwork.commands.prove import prove
from oracles.errors import OracleError, ResourceLimitError
from research.system.interrupts import end_interrupted, was_interrupted

if TYPE_CHECKING:
    from research.checks.evidence import Settings
    from research.claims.study import Study
    from research.verdicts.checking import Findings

app = typer.Typer(
    name="grundwork",
    help="Property-based verification and research harness for combinatorial games.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Targets = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[STUDY, FILE.py or CODE ...]", help="The built-in studies if none is named."
    ),
]
Variants = Annotated[
    bool, typer.Option("--variants", help="Add the games from the literature in research/variants.")
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
def list_(
    targets: Targets = None,
    variants: Variants = False,  # noqa: FBT002
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """List the studies: game, parameters, claims, whether confirmed."""
    from grundwork.display import studies_table

    rows = [_summary(study) for study in _studies(targets, variants=variants)]
    print(json.dumps(rows, indent=1) if as_json else studies_table(rows))


@app.command()
def check(  # noqa: PLR0917
    targets: Targets = None,
    variants: Variants = False,  # noqa: FBT002
    examples: Annotated[int, typer.Option(help="Random examples a search, 1 or more.")] = 200,
    seed: Annotated[int, typer.Option(help="Where random examples start from.")] = 0,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 for refuted claims.")] = False,  # noqa: FBT002
    mutants: Annotated[
        str | None,
        typer.Option(
            metavar="[N]",
            help="Instead of checking, make wrong twins of the solver and count how many of them "
            "the checks notice: all, or a sample of N.",
        ),
    ] = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Check claims and agreements, write certificates, print the verdicts."""
    from grundwork.display import findings_as_json, print_findings
    from research.checks.evidence import Settings
    from research.verdicts.certifying import certifies, require_home, withdraw_of
    from research.verdicts.mutants.sample import number_of

    if examples < 1:
        raise UsageError(f"--examples={examples}: expected an integer of at least 1")
    if mutants is not None:
        names = targets or [study.name for study in _studies(targets, variants=variants)]
        if not mutant_counting.count_mutants(names, number_of(mutants), as_json=as_json):
            raise typer.Exit(1)
        return
    require_home()
    settings = Settings(examples, seed)
    for target in targets or () if certifies(settings) else ():
        withdraw_of(target)
    studies = _studies(targets, variants=variants)
    found = _check_all(studies, settings)
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


@app.command()
def answer(
    study: Annotated[
        str, typer.Argument(metavar="STUDY", help="A study's name, FILE.py or a code.")
    ],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="[name=value ...]", help="The headline instance if none is given."),
    ] = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Print the full answer, if the solver is confirmed."""
    from research.claims.answers import give_answer, how_far, parse_arguments
    from research.claims.blame import blamed_on
    from research.system.progress import waiting

    chosen = _studies([study])[0]
    given = parse_arguments(chosen, arguments or [])
    with blamed_on(chosen), waiting(f"computing the answer of {chosen.name}"):
        result = give_answer(chosen, given)
    reach = how_far(chosen, given)
    print(f"grundwork: {reach}", file=sys.stderr)
    sys.set_int_max_str_digits(0)
    facts = {"study": chosen.name, "arguments": given, "answer": result}
    print(json.dumps(facts | {"compared": reach.as_json()}, default=sorted) if as_json else result)


@app.command()
def report(
    targets: Targets = None,
    variants: Variants = False,  # noqa: FBT002
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
    from research.checks.evidence import Settings
    from research.reporting.report import write_reports
    from research.system.files import require_writable
    from research.system.progress import waiting
    from research.verdicts.certifying import require_home
    from research.verdicts.checking import kept_findings

    require_home()
    settings = Settings()
    studies = _studies(targets, variants=variants)
    out = _default_out(targets) if out is None else out
    require_writable(out)  # rather than find out after the checks
    known = {
        study.name: findings
        for study in studies
        if _confirmed(study) and (findings := kept_findings(study, settings)) is not None
    }
    checked = _check_all([study for study in studies if study.name not in known], settings)
    known |= {findings.study: findings for findings in checked}
    found = [known[study.name] for study in studies]
    with waiting("writing the reports"):
        written = write_reports(studies, found, out)
    for study in studies:
        _print_headline(study)
    print(f"reports: {written[0]}")
    if not all(findings.sound for findings in found):
        raise typer.Exit(1)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Such as twin-piles.")],
    form: Annotated[
        str, typer.Option(help="The form of the rules: heap, vector, strip, graph or anything.")
    ] = "heap",
) -> None:
    """Write a variant file that runs at once: rules, a claim, a control, a fast solver."""
    from grundwork.new import write_new

    path = write_new(name, form, Path())
    print(f"{path}: run it with: grundwork check {path}")


looking.register(app)
app.command("prove")(prove)


def main() -> None:
    """Run the command under supervision: see :mod:`grundwork.entrance`."""
    from grundwork.entrance import main as enter

    enter()


def run() -> None:
    """Run the command; turn errors into one line and the exit status that they have."""
    from research.checks.evidence import ClaimError
    from research.claims.blame import VariantError
    from research.resolving.loading import UnknownStudyError

    wrong_input = (
        InputError,
        OracleError,
        ResourceLimitError,
        UsageError,
        UnknownStudyError,
        VariantError,
        ClaimError,
        OSError,
    )
    _make_streams_write_everything()
    sys.set_int_max_str_digits(0)
    output = sys.stdout
    try:
        status = app(mutant_counting.with_number(sys.argv[1:]), standalone_mode=False) or 0
        _require_output(output)
        output.flush()
    except NotConfirmedError as error:
        _fail(error, 3)
    except BrokenPipeError:  # whoever read the output has had enough
        _write_no_more()
        sys.exit(0)
    except (KeyboardInterrupt, typer.Abort):
        end_interrupted()
    except wrong_input as error:
        _fail(error, 2)
    except MemoryError:
        _fail("there is not enough memory for this; take a smaller size", 2)
    except SystemExit as error:
        if error.code == 130 and was_interrupted():  # said already, with what is kept
            raise
        if isinstance(error.__context__, BrokenPipeError):  # what click makes of it
            _write_no_more()
            sys.exit(0)
        _fail(f"the code that was run called sys.exit({error.code!r})", 1)
    except BaseException as error:
        if was_interrupted():  # compiled code may make another error of an interrupt
            end_interrupted()
        # typer's own errors about options and commands; their class moved between versions
        message = getattr(error, "format_message", None)
        if message is None:
            _fail_unexpectedly(error, output)
        _fail(message().rstrip(".") + "; see grundwork --help", 2)
    if status == 130:  # what typer makes of an interrupt
        end_interrupted()
    sys.exit(status)


def _require_output(output: TextIO) -> None:
    """Raise :class:`UsageError` if standard output is no longer what it was."""
    if sys.stdout is not output or output.closed:
        raise UsageError(
            "the code that was run has closed or replaced sys.stdout: the result is not written"
        )


def _fail_unexpectedly(error: BaseException, output: TextIO) -> NoReturn:
    """Say in one line what nobody thought of, and where it was raised."""
    if os.environ.get("GRUNDWORK_TRACEBACK"):
        raise error
    try:
        _require_output(output)
    except UsageError as lost:
        _fail(lost, 2)
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    said = f"{type(error).__name__}: {error}".rstrip(": ")
    _fail(f"unexpected error{place}: {said}; for all of it set GRUNDWORK_TRACEBACK=1", 1)


def _make_streams_write_everything() -> None:
    """Let no character be one that the terminal cannot show, and no line have no room."""
    columns = os.environ.get("COLUMNS", "")
    if not columns.isdecimal() or int(columns) < 1:
        os.environ.pop("COLUMNS", None)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _write_no_more() -> None:
    """Leave standard output, so that what it still holds is no second error at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(error: object, status: int) -> NoReturn:
    with suppress(AttributeError, OSError, ValueError):  # it was closed, or replaced
        sys.stdout.flush()
    lines = str(error).splitlines()
    if len(lines) > 2 and lines[-1].strip() == "^":  # it points at a character of a code
        lines = lines[:-2]
    line = " ".join(" ".join(lines).split())
    place = getattr(error, "place", getattr(error, "column", None))
    if place is not None and "column" not in line:
        line += f" (character {place + 1})"
    with suppress(AttributeError, OSError, ValueError):
        print(f"grundwork: {line}", file=sys.stderr, flush=True)
    if isinstance(error, OSError):
        with suppress(AttributeError, OSError, ValueError):
            _write_no_more()
    sys.exit(status)


def _studies(targets: list[str] | None, *, variants: bool = False) -> list[Study]:
    from research.resolving.loading import load_study, study_names, variant_names

    names = targets or study_names()
    more = [name for name in variant_names() if name not in names] if variants else []
    return [load_study(name) for name in (*names, *more)]


def _how_to_claim(study: Study) -> str:
    """Say that nothing is claimed of a game, and how to claim something."""
    return (
        f"{study.word}: nothing is claimed, so there is nothing to check; claim for example: "
        f'study = Study("{study.name}", game); study.p_positions("What they are.", '
        "believed=lambda position: ..., controls={'what is wrong': lambda position: ...})"
    )


def _default_out(targets: list[str] | None) -> Path:
    """Name the folder of the reports: never one in the checkout for what is not part of it."""
    from research.resolving.loading import study_names

    built_in = set(targets or ()) <= set(study_names())
    inside = (ROOT / "pyproject.toml").is_file() and Path.cwd().is_relative_to(ROOT)
    folder = ROOT if built_in and inside else Path.cwd()
    return Path(os.path.relpath(folder / "reports"))


def _confirmed(study: Study) -> bool:
    from fast.confirmed import read_certificate

    try:
        read_certificate(study.name, study.file)
    except NotConfirmedError:
        return not study.agreements
    return True


def _print_headline(study: Study) -> None:
    from research.claims.answers import give_answer

    if study.answer is None:
        return
    sys.set_int_max_str_digits(0)
    try:
        print(f"{study.name}: {give_answer(study, dict(study.headline))}")
    except NotConfirmedError as error:
        print(f"{study.name}: not confirmed")
        print(f"grundwork: {error}", file=sys.stderr)


def _summary(study: Study) -> dict[str, Any]:
    from fast.confirmed import read_certificate

    try:
        read_certificate(study.name, study.file)
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


def _check_all(studies: list[Study], settings: Settings) -> list[Findings]:
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
        _fail(error, 1)
    found = dict(zip(named, checked, strict=True))
    return [found.get(study.file) or _check(study, settings) for study in studies]


def _check(study: Study, settings: Settings) -> Findings:
    from research.claims.blame import blamed_on
    from research.system.progress import waiting
    from research.verdicts.checking import check_study

    with blamed_on(study), waiting("starting") as notify:
        return check_study(study, settings, notify)
