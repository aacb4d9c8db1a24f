"""The commands that look into a game: ``explore``, ``play`` and ``export``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from research.looking.exploring import Exploration

TARGET = "STUDY, FILE.py or CODE"
Target = Annotated[
    str,
    typer.Argument(
        metavar=TARGET,
        help="A study's name, a file, or a code: octal:0.77, hexadecimal:0.8f, subtraction:1,3,4.",
    ),
]
Size = Annotated[int | None, typer.Option(help="The size to look at, 0 or more.")]


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    app.command()(explore)
    app.command()(play)
    app.command()(export)


def explore(
    target: Target,
    size: Size = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write markdown and SVG into this folder.")
    ] = None,
    oeis: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A b-file or OEIS stripped.gz, to name sequences by."),
    ] = None,
) -> None:
    """Look into a game: positions, values, P-positions, a small graph, symmetries, growth."""
    from rich.console import Console

    from research.looking.content import show
    from research.looking.exploring import Exploration
    from research.resolving.loading import load_study
    from research.system.files import require_writable
    from research.system.progress import waiting

    if out is not None:
        require_writable(out)  # rather than find out after the work
    exploration = Exploration(load_study(target), size, oeis)
    early = bool(exploration.interrupted)
    if early:
        _say_interrupted(exploration)
    console = Console(highlight=False, markup=False)
    console.print(exploration.study.title, style="bold")
    for section in exploration.stages():
        show(section, console)
    if exploration.interrupted and not early:
        _say_interrupted(exploration)
    if out is not None:
        with waiting("drawing"):
            written = exploration.write(out)
        print(f"\nwritten: {written[0]} and {len(written) - 1} pictures")
    if exploration.interrupted:
        sys.stdout.flush()
        raise SystemExit(130)


def _say_interrupted(exploration: Exploration) -> None:
    """Answer an interrupt at once; what was finished is shown and written after that."""
    from research.system.interrupts import heard

    heard()
    what = f"grundwork: interrupted while {exploration.interrupted}; what was finished is shown"
    print(what, file=sys.stderr)


def play(
    target: Target,
    size: Size = None,
    position: Annotated[
        str | None,
        typer.Option(metavar="POSITION", help="Where to begin, such as 3,5; else one you can win."),
    ] = None,
    first: Annotated[str, typer.Option(metavar="me|oracle", help="Who moves first.")] = "me",
    side: Annotated[
        str, typer.Option(metavar="Left|Right", help="Your side in a partizan game.")
    ] = "Left",
) -> None:
    """Play against the oracle, which says of each of your moves whether it was a winning one."""
    from research.looking import play as playing
    from research.looking.facts import how_play_ends
    from research.resolving.loading import load_study
    from research.system.progress import waiting

    study = load_study(target)
    with waiting(f"solving {study.title}"):
        match = playing.start_match(
            study.game,
            size=size,
            position=position,
            first=first,  # type: ignore[arg-type]  # checked there
            side=side.capitalize(),
        )
    print(f"{study.title}: {how_play_ends(study.game)}.")
    playing.play(match, _ask, print)


def _ask(prompt: str) -> str:
    """Ask on the terminal; where input is piped in, show it as if it had been typed."""
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise EOFError
    print(line.strip())
    return line


def export(
    target: Target,
    what: Annotated[
        str, typer.Option(metavar="values|outcomes|counts|graph", help="What to take.")
    ],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="bfile|csv|json|latex|graphml|dot|svg",
            help="The format; not every one goes with everything.",
        ),
    ],
    size: Size = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write; else standard output.")
    ] = None,
) -> None:
    """Write values, outcomes, counts or the graph in a format that others read."""
    from research.looking.export import export as exported
    from research.system.files import OutputError, write_whole

    text = exported(target, what, form, size=size)
    if out is None:
        sys.stdout.write(text)
        return
    try:
        write_whole(out, text)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OutputError(
            f"out={str(out)!r}: cannot be written ({reason}); name another file with --out"
        ) from error
