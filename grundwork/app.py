"""The commands of ``grundwork``, a file each in ``grundwork/commands``; help lists them so."""

from __future__ import annotations

import typer

from grundwork.commands.answer import answer
from grundwork.commands.check import check
from grundwork.commands.explore import explore
from grundwork.commands.export import export
from grundwork.commands.list import list_
from grundwork.commands.new import new
from grundwork.commands.play import play
from grundwork.commands.prove import prove
from grundwork.commands.report import report

app = typer.Typer(
    name="grundwork",
    help="Property-based verification and research harness for combinatorial games.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def command(context: typer.Context) -> None:
    """Property-based verification and research harness for combinatorial games."""
    if context.invoked_subcommand is None:
        print(context.get_help())


app.command("list")(list_)
for function in (check, answer, report, new, explore, play, export, prove):
    app.command()(function)
