"""The commands of ``grundwork``, a file each in ``grundwork/commands``; help lists them so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from grundwork.commands.answer import answer
from grundwork.commands.census import census
from grundwork.commands.check import check
from grundwork.commands.explore import explore
from grundwork.commands.export import export
from grundwork.commands.list import list_
from grundwork.commands.new import new
from grundwork.commands.play import play
from grundwork.commands.prove import prove
from grundwork.commands.report import report
from grundwork.commands.solve import solve

EXAMPLES: dict[Callable[..., None], list[str]] = {
    list_: ["", "--variants", "stone-game --json"],
    check: ["stone-game", "kayles chomp", "mine.py --strict", "octal:0.77 --json"],
    answer: ["stone-game limit=100", "divisor-nim limit=100 heaps=4 --json"],
    report: ["", "mine.py --out reports"],
    new: ["twin-piles", "coins --form strip"],
    explore: ["kayles", "mine.py --size 12", "wythoff --html wythoff.html"],
    play: ["nim", "mine.py --size 5"],
    solve: ["kayles --position 9,10,12 --grundy", "nim --size 60 --store nim"],
    export: ["kayles --what values --format bfile", "mine.py --what graph --format dot"],
    prove: ["wythoff", "octal:0.77", "mine.py --save solver.py"],
    census: ["'octal:0.???' --report octal.html", "mine.py m=2..12 k=1,3 --csv table.csv"],
}


def _examples(name: str, lines: list[str]) -> str:
    """Write examples so that click does not join their lines."""
    return "\n".join(
        ["\b", "Examples:", *(f"  grundwork {name} {line}".rstrip() for line in lines)]
    )


def _version(asked: bool) -> None:  # noqa: FBT001  # as typer calls it
    if asked:
        from grundwork import __version__

        print(f"grundwork {__version__}")
        raise typer.Exit


app = typer.Typer(
    name="grundwork",
    help="Property-based verification and research harness for combinatorial games.",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def command(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001, FBT002  # what it does, it does as it is read
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which it is.")
    ] = False,
) -> None:
    """Property-based verification and research harness for combinatorial games."""
    if context.invoked_subcommand is None:
        print(context.get_help())


for function, lines in EXAMPLES.items():
    name = function.__name__.rstrip("_")
    app.command(name, epilog=_examples(name, lines))(function)
