"""An interrupt is answered within a second, whatever is running; and nothing runs on alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running import PYTHON

ROOT = Path(__file__).parent.parent.parent
LINE = "grundwork: interrupted; "
GAME = """\
import {modules}
from oracles.rules import Game
from research.claims.study import Study

class Countdown(Game):
    def start(self, size):
        {start}
        return range(size + 1)

    def options(self, position):
        {options}
        return [position - 1] if position else []

study = Study("countdown", Countdown())
study.p_positions("", believed=lambda n: n % 2 == 0, controls={{"all": lambda n: True}})
{after}
"""
STARTED = "open('started', 'w').close()"


@pytest.fixture(autouse=True)
def hangups_end_processes() -> Iterator[None]:
    """As at a terminal; under nohup they are ignored, by what is begun there too."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


def begin(folder: Path, *words: str, **lines: str) -> subprocess.Popen[str]:
    """Begin a command in a process group of its own; wait until the file says that it is there."""
    parts = {"modules": "gc, time", "start": "pass", "options": "pass", "after": ""} | lines
    (folder / "countdown.py").write_text(GAME.format(**parts))
    run = subprocess.Popen(
        [*PYTHON, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "GRUNDWORK_HOME": str(folder / "home")},
    )
    deadline = time.monotonic() + 60
    while not (folder / "started").exists() and run.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return run


def interrupt(run: subprocess.Popen[str]) -> tuple[int, str, float]:
    """Interrupt a command as Ctrl-C does; return its status, what it said, and the seconds."""
    before = time.monotonic()
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate(timeout=60)
    return run.returncode, said, time.monotonic() - before


def members(session: int) -> list[str]:
    """Return the commands of the processes of a session that are still running."""
    shown = subprocess.run(
        ["ps", "-s", str(session), "-o", "stat=,args="], capture_output=True, text=True, check=False
    )
    return [line for line in shown.stdout.splitlines() if not line.startswith("Z")]


def left_of(session: int) -> list[str]:
    """Return what of a session runs on, after ten seconds for what is ending still."""
    deadline = time.monotonic() + 10
    while members(session) and time.monotonic() < deadline:
        time.sleep(0.05)
    return members(session)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="supervision needs processes that fork")
@pytest.mark.parametrize(
    "lines",
    [
        {"options": f"{STARTED}\n        while True: pass"},
        {"options": f"{STARTED}; time.sleep(100)"},
        # A step of compiled code, in which Python never looks for an interrupt.
        {"options": f"{STARTED}; sum(range(10**11))"},
        {"after": f"{STARTED}; sum(range(10**11))"},
        # A callback of the garbage collector, from which nothing can be raised.
        {
            "after": "gc.callbacks.append(lambda *_: time.sleep(0.02))",
            "options": f"{STARTED}\n        while True: gc.collect()",
        },
        # Code that takes every error for its own.
        {
            "options": f"{STARTED}\n        while True:\n            try:\n"
            "                while True: pass\n            except BaseException: pass"
        },
    ],
    ids=["a loop", "sleep", "compiled code", "an import", "the collector", "taking every error"],
)
def test_an_interrupt_is_answered_within_a_second_in_one_line(
    tmp_path: Path, lines: dict[str, str]
) -> None:
    status, said, seconds = interrupt(begin(tmp_path, "check", "countdown.py", **lines))
    assert status == 130
    assert said.startswith(LINE)
    assert said.count("\n") == 1
    assert seconds < 2  # one, and the load of this machine


ENDLESS = (
    'study.claim("endless", "It ends.", believed=[0], controls={"no": [1]}).each('
    'lambda _: (open("started", "w").close(), time.sleep(100)), "one thing")'
)
RESTING = (
    'study.claims[0].rests_on = ("endless",); study.claims[0].statement = "Odd ones."\n' + ENDLESS
)


@pytest.mark.parametrize(
    ("after", "shown"), [(ENDLESS, True), (RESTING, False)], ids=["settled", "to be lowered"]
)
def test_an_interrupted_check_shows_what_is_settled_and_how_to_go_on(
    tmp_path: Path,
    after: str,
    shown: bool,  # noqa: FBT001
) -> None:
    run = begin(tmp_path, "check", "countdown.py", "--examples", "7", after=after)
    os.killpg(run.pid, signal.SIGINT)
    found, said = run.communicate(timeout=60)
    assert run.returncode == 130
    assert ("p-positions" in found) == shown
    assert "endless" not in found
    assert said == (
        f"{LINE}not finished, not kept: countdown (1 of 2 claims); "
        "to go on: grundwork check countdown.py --examples 7\n"
    )
    assert not list((tmp_path / "home").rglob("*.json"))


@pytest.mark.expensive
def test_an_interrupted_check_of_several_keeps_those_that_are_finished(tmp_path: Path) -> None:
    (tmp_path / "started").touch()
    run = begin(tmp_path, "check", "silver-dollar", "bachets-game")
    deadline = time.monotonic() + 120
    while not list((tmp_path / "home").rglob("bachets-game.json")):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    time.sleep(2)
    os.killpg(run.pid, signal.SIGINT)
    found, said = run.communicate(timeout=60)
    assert run.returncode == 130
    assert found.startswith("bachets-game\n")
    assert said.startswith(
        f"{LINE}kept: bachets-game (1 claim); not finished, not kept: silver-dollar (0 of 8"
    )
    assert said.endswith("; to go on: grundwork check silver-dollar\n")


@pytest.mark.expensive
@pytest.mark.parametrize(
    "words",
    [
        "check stone-game divisor-nim",
        "explore stone-game",
        "prove silver-dollar",
        "report stone-game --out out",
        "export stone-game --what graph --format dot --size 12",
        "play stone-game",
        "solve cram --position 5x6",
        "list --variants",
    ],
)
@pytest.mark.parametrize("delay", [0.1, 0.4, 2.5])
def test_every_command_can_be_interrupted(tmp_path: Path, words: str, delay: float) -> None:
    (tmp_path / "started").touch()
    run = begin(tmp_path, *words.split())
    time.sleep(delay)
    status, said, seconds = interrupt(run)
    assert status in (130, 0)  # 0 where it was done
    assert "Traceback" not in said
    assert len(said.splitlines()) == (status == 130)
    assert seconds < 2
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.mark.expensive
def test_a_killed_command_leaves_no_process(tmp_path: Path) -> None:
    (tmp_path / "started").touch()
    run = begin(tmp_path, "check", "stone-game", "divisor-nim", "silver-dollar")
    time.sleep(4)
    assert len(members(run.pid)) > 2  # it, the one that works, and workers
    run.kill()
    run.communicate(timeout=60)
    assert left_of(run.pid) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says who began what")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_what_a_file_has_begun_ends_with_the_command(
    tmp_path: Path, number: signal.Signals
) -> None:
    begins = (
        "import os, subprocess; p = subprocess.Popen(['sleep', '1000'], start_new_session=True); "
        "open('number', 'w').write(str(p.pid)); os.rename('number', 'started'); time.sleep(100)"
    )
    run = begin(tmp_path, "check", "countdown.py", after=begins)
    run.send_signal(number)
    run.communicate(timeout=60)
    assert left_of(int((tmp_path / "started").read_text())) == []


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ("import os; os._exit(0)", "made to end early, with status 0"),
        ("import os; os.abort()", "crashed (signal 6"),
        ("import os; os.kill(os.getpid(), 9)", "the system ended it (signal 9)"),
    ],
)
def test_code_that_ends_the_process_is_said_to(tmp_path: Path, ends: str, said: str) -> None:
    (tmp_path / "started").touch()
    run = begin(tmp_path, "check", "countdown.py", after=ends)
    _, line = run.communicate(timeout=60)
    assert run.returncode not in (0, None)
    assert said in line
    assert len(line.splitlines()) == 1
