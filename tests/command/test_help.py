"""Help, version and completion: what a person asks before anything else."""

from __future__ import annotations

import shlex

import pytest
import typer
from typer.testing import CliRunner

from grundwork import __version__
from grundwork.app import EXAMPLES, app
from tests.running import grundwork

LINES = [(f.__name__.rstrip("_"), line) for f, lines in EXAMPLES.items() for line in lines]


@pytest.mark.parametrize(("name", "line"), LINES)
def test_an_example_of_help_is_a_line_that_the_command_takes(name: str, line: str) -> None:
    command = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    with command.make_context(name, shlex.split(line)) as context:
        assert context.command is command


@pytest.mark.parametrize("asked", ["-h", "--help"])
def test_help_fits_80_columns_and_cuts_no_summary(
    asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    said = CliRunner().invoke(app, [asked]).output
    commands = said.partition("Commands:")[2].splitlines()
    assert len(commands) == 1 + len(EXAMPLES)
    assert not any(line.endswith("...") for line in commands)
    assert max(map(len, said.splitlines())) <= 80
    for name, line in LINES:
        assert (
            f"  grundwork {name} {line}".rstrip() in CliRunner().invoke(app, [name, asked]).output
        )


def test_the_version_is_said() -> None:
    assert CliRunner().invoke(app, ["--version"]).output == f"grundwork {__version__}\n"


def test_a_shell_completes_the_names_of_commands() -> None:
    words = {"COMP_WORDS": "grundwork ex", "COMP_CWORD": "1"}
    done = grundwork(_GRUNDWORK_COMPLETE="complete_bash", **words)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(done.stdout.split()) == ["explore", "export"]
