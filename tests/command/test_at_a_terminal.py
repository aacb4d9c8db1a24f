"""What a person sees at a terminal, and what is left of it in a pipe."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from research.resolving.loading import load_study
from tests.running import PYTHON, ROOT, grundwork, python

MARK = """\
\"\"\"Mark: replace n by n - 1 or by half of n, rounded down.\"\"\"
from grundwork import Game, Study

class Mark(Game):
    def start(self, size):
        return range(size + 1)

    def options(self, position):
        return [position - 1, position // 2] if position else []

study = Study("mark", Mark(), source="a source")
study.p_positions(
    "$2k$ is P for every $k \\\\ne 1$, which this line of words says at some length indeed.",
    believed=lambda n: n % 2 == 0, controls={"odd numbers": lambda n: n % 2 == 1},
)
"""


def at_a_terminal(folder: Path, *words: str, begin: list[str] = PYTHON, **more: str) -> str:
    """Run the command on a terminal of 80 columns; return all that is shown."""
    ours, theirs = pty.openpty()
    surroundings = {**os.environ, "COLUMNS": "80", "TERM": "xterm-256color", **more}
    surroundings |= {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [*begin, *words], stdout=theirs, stderr=theirs, cwd=folder, env=surroundings
    ):
        os.close(theirs)
        shown = b""
        while True:
            try:
                shown += os.read(ours, 65_536)
            except OSError:  # the other side is closed
                return shown.decode().replace("\r\n", "\n")


def coloured(text: str) -> list[str]:
    """The codes of colours in a text, not those of bold and dim."""
    return [code for code in re.findall(r"\x1b\[([0-9;]*)m", text) if re.search("3[0-7]", code)]


def test_a_check_shows_statement_verdict_in_colour_and_the_next_command(tmp_path: Path) -> None:
    (tmp_path / "mark.py").write_text(MARK)
    shown = at_a_terminal(tmp_path, "check", "mark.py")
    assert coloured(shown)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    lines = plain.splitlines()
    assert "  refuted    p-positions" in lines
    assert "2k is P for every k ≠ 1, which" in plain
    assert lines[-1] == "next, to see what holds: grundwork explore mark.py"
    without = at_a_terminal(tmp_path, "check", "mark.py", NO_COLOR="1")
    assert not coloured(without)
    piped = grundwork("check", "mark.py", folder=tmp_path)
    assert piped.stderr == ""
    assert "\x1b" not in piped.stdout
    result = piped.stdout.splitlines()
    assert result == lines[-2 - len(result) : -2]
    assert max(map(len, result)) <= 80


@pytest.mark.expensive
def test_progress_counts_the_claims_of_all_studies(tmp_path: Path) -> None:
    names = ("bachets-game", "nim", "ruler")
    claims = sum(len(load_study(name).claims) for name in names)
    shown = at_a_terminal(tmp_path, "check", *names, "--no-proofs")
    counts = re.findall(rf"\d:\d\d (\d) of {claims} claims; ", shown)
    assert counts == sorted(counts)
    assert len(set(counts)) > 1
    assert "next, to read it with pictures: grundwork report bachets-game nim ruler" in shown


def test_list_says_how_each_game_is_played_and_what_is_claimed(tmp_path: Path) -> None:
    (tmp_path / "mark.py").write_text(MARK)
    home = tmp_path / "home"
    listed = grundwork("list", "mark.py", "wythoff", folder=tmp_path, home=home).stdout
    assert max(map(len, listed.splitlines())) <= 80
    words = " ".join(listed.split())
    assert "mark Mark: replace n by n - 1 or by half of n, rounded down." in words
    assert "claimed: 2k is P for every k ≠ 1" in words
    assert "claimed with a proof: In Wythoff's game the player to move loses exactly if" in words
    grundwork("check", "mark.py", folder=tmp_path, home=home)
    listed = grundwork("list", "mark.py", folder=tmp_path, home=home).stdout
    assert "refuted: 2k is P" in listed


def test_an_error_breaks_at_spaces_at_a_terminal_and_is_one_line_in_a_pipe(tmp_path: Path) -> None:
    shown = at_a_terminal(tmp_path, "answer", "stone-game")
    assert shown.splitlines() == [
        "grundwork: stone-game is not confirmed: it has no certificate; run: grundwork",
        "  check stone-game",
    ]
    piped = grundwork("answer", "stone-game", folder=tmp_path).stderr
    assert piped.splitlines() == [" ".join(shown.split())]


def test_progress_is_shown_to_a_person_after_a_second(tmp_path: Path) -> None:
    script = (
        "import time; from research.system.progress import waiting\n"
        "with waiting('quick'): pass\n"
        "from oracles.limits import showing\n"
        "with waiting('slow') as tell, showing(lambda: '7 of 9'):\n"
        "    tell('half done'); time.sleep(1.6)\n"
    )
    piped = python("-c", script)
    assert (piped.returncode, piped.stdout, piped.stderr) == (0, "", "")
    shown = at_a_terminal(tmp_path, begin=[sys.executable, "-c", script])
    assert "half done: 7 of 9" in shown
    assert "quick" not in shown


def test_without_a_terminal_progress_is_a_line_now_and_then() -> None:
    script = (
        "import time; from research.system import progress\n"
        "from oracles.limits import showing\n"
        "progress.BETWEEN_LINES = 0.2\n"
        "with progress.waiting('slow'), showing(lambda: '7 of 9'): time.sleep(0.7)\n"
    )
    words = [sys.executable, "-c", script]
    piped = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    assert piped.stdout == ""
    assert set(piped.stderr.splitlines()) == {"0:00 slow: 7 of 9"}
