"""Few files of the project take part in a command: a file in which a function is called does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import grundwork

pytestmark = pytest.mark.expensive

ROOT = Path(__file__).parent.parent.parent
COUNTED = """
import os, sys
files = set()
def note(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_flags & 1 and code.co_name[0] != "<":  # no body of a class
        files.add(code.co_filename)
sys.argv[0] = "grundwork"
sys.setprofile(note)
try:
    from grundwork.running import run
    run()
finally:
    sys.setprofile(None)
    own = tuple(os.getcwd() + f"/{room}/" for room in ("grundwork", "research", "fast", "oracles"))
    print(len([file for file in files if file.startswith(own)]), file=sys.stderr)
"""


def files_of(*words: str) -> int:
    """In how many files of the project a function is called."""
    done = subprocess.run(
        [sys.executable, "-c", COUNTED, *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )
    assert done.returncode == 0, done.stderr
    return int(done.stderr.splitlines()[-1])


def test_an_answer_passes_through_at_most_25_files(own_home: Path) -> None:
    assert grundwork("check", "stone-game", home=own_home).returncode == 0
    assert files_of("answer", "stone-game", "limit=100") <= 25
