"""What is promised of the command from the shell, start-up included."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.measure import Promise

SCRIPT = "import sys; sys.argv[0] = 'grundwork'; from grundwork.entrance import main; main()"


def _run(*words: str) -> int:
    done = subprocess.run([sys.executable, "-c", SCRIPT, *words], check=False, capture_output=True)
    return done.returncode


PROMISES = [
    Promise("grundwork --help", lambda: _run("--help"), expected=0, at_most_seconds=0.5),
    Promise("grundwork list", lambda: _run("list"), expected=0, at_most_seconds=0.5),
    Promise(
        "grundwork explore octal:0.77",
        lambda: _run("explore", "octal:0.77"),
        expected=0,
        at_most_seconds=3,
    ),
]
