"""A forked process is gone at the end with all that it has begun, and is told apart by its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fast.errors import InputError
from oracles.limits import Watch
from research.system.forked import Child, ChildError, Send, alone

pytestmark = pytest.mark.every_python

SLEEP = [sys.executable, "-c", "import time; time.sleep(1000)"]


def is_there(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def begun() -> int:
    return subprocess.Popen(SLEEP).pid


def left_behind() -> int:
    """Begin a program in a process that ends, so that it has no parent any more."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.write(writing, str(begun()).encode())
        os._exit(0)
    os.wait()
    return int(os.read(reading, 20))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says who began what")
@pytest.mark.parametrize("begin", [begun, left_behind, lambda: alone(begun)])
def test_what_a_forked_process_has_begun_ends_with_it(begin: Callable[[], int]) -> None:
    other = subprocess.Popen(SLEEP)  # not of its doing
    try:
        process = alone(begin)
        until = time.monotonic() + 5
        while is_there(process) and time.monotonic() < until:
            time.sleep(0.01)
        assert not is_there(process)
        assert is_there(other.pid)
    finally:
        other.kill()
        other.wait()


def test_what_another_thread_has_begun_is_left_alone() -> None:
    done: list[int] = []
    other = threading.Thread(
        target=lambda: done.append(subprocess.run(["sleep", "0.4"], check=False).returncode)
    )
    other.start()
    for _ in range(4):
        alone(lambda: time.sleep(0.05))
    other.join()
    assert done == [0]


def test_a_signal_to_the_group_of_the_command_reaches_a_forked_process() -> None:
    assert alone(os.getpgrp) == os.getpgrp()


def raising(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize(
    ("work", "why"),
    [
        (lambda: raising(KeyError("here")), "KeyError: 'here'"),
        (lambda: raising(InputError("one line")), "^one line$"),
        (lambda: os._exit(0), "it ended without a word"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "it was ended by SIGKILL"),
        (lambda: alone(lambda: os._exit(0)), "^it ended without a word$"),
    ],
)
def test_why_nothing_came_is_said(work: Callable[[], object], why: str) -> None:
    with pytest.raises(ChildError, match=why):
        alone(work)


def test_one_that_only_waits_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDWORK_SECONDS", "0.3")
    with pytest.raises(ChildError, match="it waits for something"):
        alone(lambda: time.sleep(1000))


def test_one_that_only_looks_whether_it_waits_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def looks() -> None:
        while True:  # as a watch on its limits does, on a busy machine
            until = time.process_time() + 0.0015
            while time.process_time() < until:
                pass
            time.sleep(0.25)

    monkeypatch.setenv("GRUNDWORK_SECONDS", "1")
    with pytest.raises(ChildError, match="it waits for something"):
        alone(looks, 3)


def test_one_that_computes_for_too_long_is_ended() -> None:
    def busy() -> None:
        while True:
            pass

    with pytest.raises(ChildError, match="it took more than 1 s"):
        alone(busy, 1)


def test_one_that_begins_programs_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDWORK_SECONDS", "0.3")
    busy = "import time\nwhile time.process_time() < 2: pass"
    assert alone(lambda: subprocess.run([sys.executable, "-c", busy], check=True).returncode) == 0


def test_another_one_that_runs_is_left_alone() -> None:
    def slow(send: Send) -> None:
        time.sleep(1)
        send("gave", 7)

    other = Child(0, slow, (30,))
    assert alone(lambda: 1) == 1
    while not other.closed:
        other.read()
    assert other.messages() == [("gave", 7)]
    other.end()


def test_it_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    alone(lambda: os.write(1, b"printed") + os.write(2, b"printed"))
    assert capfd.readouterr() == ("", "")


def test_it_forgets_what_was_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDWORK_SECONDS", "0.3")

    def busy() -> None:
        with Watch(lambda: "the inner work"):
            while True:
                pass

    with (
        Watch(lambda: "the outer work", seconds=100),
        pytest.raises(ChildError, match=r"^ResourceLimitError: the inner work: took longer"),
    ):
        alone(busy)
