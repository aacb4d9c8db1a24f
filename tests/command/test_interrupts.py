"""An interrupt ends the command in one line, and nothing runs on alone."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.running import SEED, begin, python

pytestmark = pytest.mark.usefixtures("interrupts_are_heard")

GAME = """\
import time
from grundwork import Game, Study, integers

class Countdown(Game):
    def start(self, size):
        return range(size + 1)

    def options(self, position):
        {options}
        return [position - 1] if position else []

study = Study("countdown", Countdown())
study.p_positions("", believed=lambda n: n % 2 == 0, controls={{"all": lambda n: True}})
{after}
"""
STARTED = "open('started', 'w').close()"
ENDLESS = (
    'study.claim("endless", "It ends.", believed=0, controls={"no": 1}).holds('
    f"lambda _, n: ({STARTED}, time.sleep(100)), integers(n=0))"
)


def begun(
    folder: Path, *words: str, options: str = "pass", after: str = ""
) -> subprocess.Popen[str]:
    """Begin a command; wait until the file says that it is there."""
    (folder / "countdown.py").write_text(GAME.format(options=options, after=after))
    run = begin(*words, folder=folder)
    deadline = time.monotonic() + 60
    while not (folder / "started").exists() and run.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return run


def left_of(session: int) -> list[str]:
    """The processes of a session that still run after ten seconds."""
    deadline = time.monotonic() + 10
    while True:
        words = ["ps", "-s", str(session), "-o", "stat=,args="]
        shown = subprocess.run(words, capture_output=True, text=True, check=False).stdout
        found = [line for line in shown.splitlines() if not line.startswith("Z")]
        if not found or time.monotonic() > deadline:
            return found
        time.sleep(0.05)


@pytest.mark.parametrize(
    "options",
    [f"{STARTED}\n        while True: pass", f"{STARTED}; time.sleep(100)"],
    ids=["a loop", "sleep"],
)
def test_an_interrupted_check_says_what_was_tried_and_what_is_kept(
    tmp_path: Path, options: str
) -> None:
    run = begun(tmp_path, "check", "countdown.py", options=options)
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 130
    assert " ".join(said.split()).endswith(
        "grundwork: interrupted in p-positions of countdown, small cases, "
        "1 positions, 0 arcs, options of 0; 0 of 1 claims finished; not kept: countdown"
    )
    assert not list((tmp_path / "home").rglob("*.json"))


def test_an_interrupted_check_shows_what_is_settled(tmp_path: Path) -> None:
    run = begun(tmp_path, "check", "countdown.py", after=ENDLESS)
    os.killpg(run.pid, signal.SIGINT)
    found, said = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "p-positions" in found
    assert "endless" not in found
    assert " ".join(said.split()).endswith(
        "grundwork: interrupted in endless of countdown, 0 cases, at 0; "
        "1 of 2 claims finished; not kept: countdown"
    )


@pytest.mark.expensive
def test_an_interrupted_check_of_several_keeps_those_that_are_finished(tmp_path: Path) -> None:
    (tmp_path / "started").touch()
    run = begun(tmp_path, "check", "silver-dollar", "bachets-game")
    deadline = time.monotonic() + 120
    while not list((tmp_path / "home").rglob("bachets-game.json")):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    time.sleep(2)
    os.killpg(run.pid, signal.SIGINT)
    found, said = run.communicate(timeout=60)
    assert run.returncode == 130
    assert found.startswith("bachets-game\n")
    assert " ".join(said.split()).endswith("; not kept: silver-dollar")
    assert left_of(run.pid) == []


def test_an_interrupt_after_the_last_word_changes_nothing(tmp_path: Path) -> None:
    program = "import atexit, os, sys\nfrom grundwork.entrance import main\n"
    program += "atexit.register(os.kill, os.getpid(), 2)\nsys.argv[1:] = ['--version']\nmain()"
    done = python("-c", program, folder=tmp_path, **SEED)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("grundwork ")
