"""Help: what a person asks before anything else."""

from __future__ import annotations

import shlex

import pytest

from grundwork.command_line import EXAMPLES, Exit, command_named, parser_of, run_command

LINES = [(name, line) for name, lines in EXAMPLES.items() for line in lines]


@pytest.mark.parametrize(("name", "line"), LINES)
def test_an_example_of_help_is_a_line_that_the_command_takes(name: str, line: str) -> None:
    parser = parser_of(command_named(name), name)
    given, unknown = parser.parse_known_intermixed_args(shlex.split(line))
    assert unknown == []
    assert vars(given)


@pytest.mark.parametrize("asked", ["-h", "--help"])
def test_help_fits_80_columns_and_cuts_no_summary(
    asked: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    run_command([asked])
    said = capsys.readouterr().out
    assert all(f"\n  {name} " in said for name in EXAMPLES)
    assert max(map(len, said.splitlines())) <= 80
    for name, line in LINES:
        with pytest.raises(Exit):
            run_command([name, asked])
        assert f"  grundwork {name} {line}".rstrip() in capsys.readouterr().out
