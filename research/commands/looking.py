"""The commands that look into a game: ``explore``, ``play`` and ``export``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

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

    from research.content import show
    from research.explore import Exploration
    from research.files import require_writable
    from research.subject import subject_of

    if out is not None:
        require_writable(out)  # rather than find out after the work
    exploration = Exploration(subject_of(target), size, oeis)
    console = Console(highlight=False, markup=False)
    console.print(exploration.subject.title, style="bold")
    for section in exploration.stages():
        show(section, console)
    if out is not None:
        written = exploration.write(out)
        console.print(f"\nwritten: {written[0]} and {len(written) - 1} pictures")
    if exploration.interrupted:
        print(
            f"grundwork: interrupted during {exploration.interrupted}; the above is what was "
            "finished",
            file=sys.stderr,
        )
        raise typer.Exit(130)
