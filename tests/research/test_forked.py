"""A forked process is gone at the end with what it has begun, and is told apart by its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fast.errors import InputError
from research.system.forked import alone, run_each

pytestmark = pytest.mark.every_python


def test_works_are_done_several_at_once_and_named_by_their_places() -> None:
    works = [lambda n=n: (n, os.getpid()) for n in range(5)]
    found = {place: ended.value for place, ended in run_each(works, jobs=2, seconds=9)}
    assert [found[place][0] for place in range(5)] == [0, 1, 2, 3, 4]
    assert len({process for _, process in found.values()} | {os.getpid()}) == 6


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says who is there")
def test_a_program_that_it_began_ends_with_it() -> None:
    process = alone(lambda: subprocess.Popen(["sleep", "1000"]).pid, 9)
    until = time.monotonic() + 5
    while Path(f"/proc/{process}/cmdline").exists() and time.monotonic() < until:
        if not Path(f"/proc/{process}/cmdline").read_text():  # it waits to be forgotten
            break
        time.sleep(0.01)
    else:
        assert not Path(f"/proc/{process}").exists()


def raising(error: BaseException) -> None:
    raise error


def busy() -> None:
    while True:
        pass


@pytest.mark.parametrize(
    ("work", "why"),
    [
        (lambda: raising(KeyError("here")), "KeyError: 'here'"),
        (lambda: raising(InputError("one line")), "^one line$"),
        (lambda: raising(SystemExit(3)), "SystemExit: 3"),
        (lambda: os._exit(0), "it made its process end"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "ended by SIGKILL"),
        (busy, "it took more than 1 s"),
        (lambda: time.sleep(1000), "it took more than 1 s"),
    ],
)
def test_why_nothing_came_is_said(work: Callable[[], object], why: str) -> None:
    with pytest.raises(InputError, match=why):
        alone(work, 1)


def test_it_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    alone(lambda: os.write(1, b"printed") + os.write(2, b"printed"), 9)
    assert capfd.readouterr() == ("", "")
