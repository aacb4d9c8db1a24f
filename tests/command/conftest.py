"""The command in this process, for what is the same in any."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grundwork.command_line import run


@pytest.fixture
def at_once(
    own_home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the command here: a tenth of the time that a process of its own takes to begin."""
    digits = sys.get_int_max_str_digits()

    def grundwork(*words: str, home: Path = own_home) -> subprocess.CompletedProcess[str]:
        monkeypatch.setenv("GRUNDWORK_HOME", str(home))
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.setattr("research.system.progress.BETWEEN_LINES", 1e6)  # the same if slow
        monkeypatch.setattr(sys, "argv", ["grundwork", *words])
        capsys.readouterr()
        try:
            with pytest.raises(SystemExit) as ended:
                run()
        finally:
            sys.set_int_max_str_digits(digits)
        status = ended.value.code
        assert isinstance(status, int)
        return subprocess.CompletedProcess(words, status, *capsys.readouterr())

    return grundwork


@pytest.fixture
def refusal(at_once: Callable[..., subprocess.CompletedProcess[str]]) -> Callable[..., str]:
    """The one line, with status 2, that the command gives in place of a result."""

    def line_of(*words: str) -> str:
        done = at_once(*words)
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        (line,) = done.stderr.splitlines()
        assert line.startswith("grundwork: ")
        return line

    return line_of
