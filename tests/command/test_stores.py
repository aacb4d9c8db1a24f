"""``grundwork solve --store`` as a person meets it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

pytest.importorskip("distributed")

from oracles.store.making import solve_store
from research.resolving.loading import digest_of, load_study, sent
from tests.running import PYTHON, grundwork, python

RULES = """
from grundwork import Game, Study

class Heap(Game):
    def start(self, size):
        return range(size + 1)
    def options(self, heap):
        return [heap - take for take in (1, 2) if take <= heap]
    def rank(self, heap):
        return heap

study = Study("heap", Heap())
"""


@pytest.fixture
def stored(tmp_path):
    """A store of the file's rules, made without workers."""
    file = tmp_path / "heap.py"
    file.write_text(RULES)
    study = load_study(str(file))
    rules, digest = sent(study), digest_of(study)
    solve_store(rules(), 5, tmp_path / "s", workers=0, rules=rules, digest=digest)
    return file


def test_a_finished_store_is_asked(stored, at_once, tmp_path) -> None:
    store = ("--store", str(tmp_path / "s"))
    one = at_once("solve", str(stored), *store, "--position", "4")
    assert one.returncode == 0, one.stderr
    assert one.stdout.splitlines()[0] == "heap, size 5: 6 positions, 6 ranks"
    assert one.stdout.splitlines()[-1] == "4: outcome N, Grundy value 1"
    asked = ("--count", "--p-positions", "9", "--json")
    more = json.loads(at_once("solve", str(stored), *store, *asked).stdout)
    assert more["outcomes"] == {"P": 2, "N": 4}
    assert more["values"] == {"0": 2, "1": 2, "2": 2}
    assert more["p_positions"] == ["0", "3"]


def test_what_cannot_be_is_said_in_a_line(stored, refusal, tmp_path) -> None:
    store, heap = ("--store", str(tmp_path / "s")), str(stored)
    for words, said in [
        ((heap,), "nothing to solve: write --position POSITION for a search, or"),
        ((heap, "--size", "4"), "--size goes with --store FILE; for one position write"),
        ((heap, *store, "--position", "4", "--grundy"), "--grundy goes without --store"),
        ((heap, *store), "size=None: expected --size N"),
        ((heap, *store, "--position", "1.0"), "position='1.0': not a position of the game"),
        ((heap, *store, "--position", "[" * 3000), "[…: not a position of the game"),
        ((heap, "--position", "[" * 3000), "[…: not a position of the game"),
        ((heap, *store, "--size", "5", "--workers", "0"), "workers=0: expected an integer from 1"),
        ((heap, *store, "--count", "--p-positions", "0"), "p-positions=0: expected"),
        ((heap, "--store", str(tmp_path / "t"), "--count"), "no finished store is there"),
        ((heap, "--store", "", "--size", "5"), "argument --store: '': expected the name of a"),
        (("domineering", "--size", "4", *store), "use grundwork explore or solve()"),
    ]:
        assert said in refusal("solve", *words)


def test_a_store_of_rules_that_have_changed_is_refused(stored, refusal, tmp_path) -> None:
    stored.write_text(RULES.replace("(1, 2)", "(1, 2, 3)"))
    store = ("--store", str(tmp_path / "s"), "--count")
    assert "made by other rules" in refusal("solve", str(stored), *store)


@pytest.mark.expensive
def test_rules_that_are_a_lambda_are_the_same_on_a_worker_and_the_next_time(tmp_path) -> None:
    file = tmp_path / "plain.py"
    file.write_text(
        "from grundwork import HeapGame, Study\n"
        "game = HeapGame(lambda heap: [(heap - n,) for n in (1, 2) if n <= heap])\n"
        "study = Study('plain', game, source='a test')\n"
    )
    store = ("--store", str(tmp_path / "s"), "--p-positions", "3")
    made = grundwork("solve", str(file), "--size", "6", *store, "--workers", "1", home=tmp_path)
    assert made.returncode == 0, made.stderr
    again = grundwork("solve", str(file), *store, home=tmp_path)
    assert (again.returncode, again.stdout) == (0, made.stdout), again.stderr


@pytest.fixture
def dask() -> Iterator[str]:
    """Where a scheduler is, with one worker, which know nothing of this process."""
    quiet = ["--no-dashboard"]
    begin = [sys.executable, "-m", "dask"]
    scheduler = subprocess.Popen(
        [*begin, "scheduler", "--port", "0", *quiet], stderr=subprocess.PIPE, text=True
    )
    worker = None
    try:
        assert scheduler.stderr is not None
        address = next(line.split()[-1] for line in scheduler.stderr if "Scheduler at" in line)
        worker = subprocess.Popen(
            [*begin, "worker", address, *quiet], stderr=subprocess.PIPE, text=True
        )
        assert worker.stderr is not None
        assert any("Registered to" in line for line in worker.stderr)  # it has begun
        yield address
    finally:
        for process in (worker, scheduler):
            if process is not None:
                process.kill()
                process.wait()


@pytest.mark.expensive
def test_a_store_is_made_on_a_scheduler(dask, tmp_path) -> None:
    file = tmp_path / "heap.py"
    file.write_text(RULES.replace("range(size + 1)", "range(1_000)"))
    words = ["solve", file, "--size", "6", "--store", tmp_path / "s", "--position", "7"]
    done = grundwork(*words, "--scheduler", dask)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "7: outcome N, Grundy value 1"


@pytest.mark.expensive
@pytest.mark.usefixtures("interrupts_are_heard")
def test_an_interrupt_that_workers_get_too_is_said_in_a_line_and_the_run_goes_on(tmp_path) -> None:
    words = ["solve", "nim", "--size", "30", "--store", str(tmp_path / "s"), "--workers", "1"]
    run = subprocess.Popen(
        [*PYTHON, *words], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while run.poll() is None and not (tmp_path / "s.making").exists():
        time.sleep(0.01)
    os.killpg(run.pid, signal.SIGINT)  # as Ctrl-C does
    _, said = run.communicate(timeout=60)
    assert (run.returncode, said) == (130, "grundwork: interrupted; nothing is half-written\n")
    again = grundwork(*words)
    assert again.returncode == 0, again.stderr


def test_what_a_file_prints_is_no_part_of_its_facts(at_once, tmp_path) -> None:
    file = tmp_path / "loud heap.py"
    printing = "    def options(self, heap):\n        print('asked')\n"
    file.write_text(RULES.replace("    def options(self, heap):\n", printing) + "print('read')\n")
    words = [("list",), ("prove",), ("solve", "--position", "4")]
    words += [("solve", "--store", str(tmp_path / "s"), *more) for more in (("--size", "5"), ())]
    words[-1] += ("--count",)
    for command, *more in words:
        done = at_once(command, str(file), *more, "--json")
        assert done.returncode == 0, done.stderr
        json.loads(done.stdout)
        assert "read\n" in done.stderr


def test_what_a_process_of_a_file_prints_is_no_part_of_its_facts(tmp_path) -> None:
    loud = f"import subprocess\nsubprocess.run(['echo', 'loud'])\n{RULES}"
    (tmp_path / "loud.py").write_text(loud)
    done = python(*PYTHON[1:], "check", "loud.py", "--json", folder=tmp_path)
    assert json.loads(done.stdout)[0]["verdicts"] == []
    assert "loud" in done.stderr


@pytest.mark.usefixtures("stored")
def test_a_store_of_positions_and_one_of_a_census_are_not_taken_for_each_other(
    at_once, refusal, tmp_path
) -> None:
    census = str(tmp_path / "census")
    assert at_once("census", "octal:0.1", "--to", "9", "--store", census).returncode == 0
    assert "holds no table position, but record" in refusal(
        "solve", "kayles", "--size", "3", "--store", census
    )
    assert "holds no table record, but" in refusal(
        "census", "octal:0.1", "--store", str(tmp_path / "s")
    )
