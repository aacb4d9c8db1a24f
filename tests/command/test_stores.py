"""``grundwork solve --store`` as a person meets it."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("distributed")
pytest.importorskip("duckdb")

from fast.inputs import ROOT
from oracles.levels.files import read_header, write_header
from oracles.levels.solving import solve_store
from oracles.vectors import nim
from research.resolving.loading import load_study
from research.resolving.sending import Taken, sent
from research.system.processes import children_of
from tests.running import PYTHON, grundwork

RULES = """
from grundwork import Game

class Heap(Game):
    def start(self, size):
        return range(size + 1)
    def options(self, heap):
        return [heap - take for take in (1, 2) if take <= heap]
    def level(self, heap):
        return heap
"""


@pytest.fixture
def stored(tmp_path):
    """A store of the file's rules, made without workers."""
    file = tmp_path / "heap.py"
    file.write_text(RULES)
    rules = sent(load_study(str(file)))
    solve_store(rules(), 5, tmp_path / "s", workers=0, rules=rules, digest=rules.digest)
    return file


def test_a_finished_store_is_asked(stored, at_once, tmp_path) -> None:
    store = ("--store", str(tmp_path / "s"))
    one = at_once("solve", str(stored), *store, "--position", "4", home=tmp_path)
    assert one.returncode == 0, one.stderr
    assert one.stdout.splitlines()[0] == "heap, size 5: 6 positions, 6 levels"
    assert one.stdout.splitlines()[-1] == "4: outcome N, Grundy value 1"
    asked = ("--count", "--p-positions", "9", "--json")
    more = json.loads(at_once("solve", str(stored), *store, *asked, home=tmp_path).stdout)
    assert more["outcomes"] == {"P": 2, "N": 4}
    assert more["values"] == {"0": 2, "1": 2, "2": 2}
    assert more["p_positions"] == ["0", "3"]


def test_what_cannot_be_is_said_in_a_line(stored, at_once, tmp_path) -> None:
    store = ("--store", str(tmp_path / "s"))
    for words, said in [
        ((), "position=None: expected --position POSITION for a search, or --store FOLDER"),
        (("--size", "4"), "size=4: nothing to --position; expected it with --store FOLDER"),
        ((*store, "--position", "4", "--grundy"), "grundy=True: nothing to --store"),
        (store, "size=None: expected --size N"),
        (
            (*store, "--position", "99"),
            "99 is not in the store of Heap, size 5; ask for another position; a larger",
        ),
        ((*store, "--position", "1.0"), "position='1.0': not a position of the game"),
        ((*store, "--position", "True"), "position='True': not a position of the game"),
        ((*store, "--position", ""), "position='': not a position of the game"),
        ((*store, "--position", "[" * 3000), "[…: not a position of the game"),
        (("--position", "[" * 3000), "[…: not a position of the game"),
        ((*store, "--size", "4"), "it is of size 5, not 4"),
        (
            (*store, "--size", "5", "--workers", "0"),
            "workers=0: expected an integer from 1 to 1000",
        ),
        ((*store, "--size", "5", "--workers", "9999"), "workers=9999: expected"),
        ((*store, "--count", "--p-positions", "0"), "p-positions=0: expected"),
        (("--store", str(tmp_path), "--count"), "no store is there"),
        (("--store", "x" * 300, "--count"), "store='xxx"),
        (("--store", f"{stored}/x", "--count"), "no store is there"),
        (("--store", "x" * 300, "--size", "3"), "x': cannot be read (File name too long)"),
        (("--store", f"{stored}/x", "--size", "3"), "x': cannot be written (Not a directory)"),
    ]:
        done = at_once("solve", str(stored), *words, home=tmp_path)
        assert (done.returncode, done.stdout) == (2, ""), words
        assert said in done.stderr
        assert done.stderr.count("\n") == 1


ORDERED = """
from grundwork import Game, Study

class Pair(Game):
    def start(self, size):
        return [(size - 1, size)]
    def options(self, place):
        a, b = place
        yield from ((c, b) for c in range(a) if c != b)
        yield from ((a, c) for c in range(max(0, b - 2), b) if c != a)
    def level(self, place):
        return sum(place)

study = Study("pair", Pair(), source="x")
"""


def test_a_pair_in_another_order_is_another_position(at_once, tmp_path) -> None:
    """From (5, 6) no way leads to (6, 5): of two counters none is ever raised."""
    file = tmp_path / "pair.py"
    file.write_text(ORDERED)
    rules = sent(load_study(str(file)))
    solve_store(rules(), 6, tmp_path / "s", workers=0, rules=rules, digest=rules.digest)
    words = ("solve", str(file), "--store", str(tmp_path / "s"), "--position")
    assert at_once(*words, "5,6", home=tmp_path).stdout.splitlines()[-1].startswith("(5, 6): ")
    assert at_once(*words, "5,4", home=tmp_path).stdout.splitlines()[-1].startswith("(5, 4): ")
    other = at_once(*words, "6,5", home=tmp_path)
    assert (other.returncode, other.stdout) == (2, "")
    assert (
        "(6, 5) is not in the store of Pair, size 6; ask for another position; a larger"
        in other.stderr
    )


@pytest.mark.parametrize("took", [{"files": 3}, {"working": [1]}, {"environment": {"A": 1}}])
def test_what_rules_took_in_another_form_is_refused(took, stored, at_once, tmp_path) -> None:
    header = read_header(tmp_path / "s")
    write_header(tmp_path / "s", header | {"surroundings": took})
    done = at_once("solve", str(stored), "--store", str(tmp_path / "s"), "--count", home=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "what they took is not kept in the form that it has" in done.stderr


def test_a_store_of_rules_that_have_changed_is_refused(stored, at_once, tmp_path) -> None:
    stored.write_text(RULES.replace("(1, 2)", "(1, 2, 3)"))
    done = at_once("solve", str(stored), "--store", str(tmp_path / "s"), "--count", home=tmp_path)
    assert done.returncode == 2
    assert "made by other rules" in done.stderr


SURROUNDED = """
import os
from functools import cache
from pathlib import Path
from grundwork import Game, Study

@cache
def most():
    return int(Path(__file__).with_name("most.txt").read_text())

class Heap(Game):
    def start(self, size):
        return range(size + 1)
    def options(self, heap):
        most_now = most() + int(os.environ.get("MORE", "0"))
        return [heap - take for take in range(1, most_now + 1) if take <= heap]
    def level(self, heap):
        return heap

study = Study("heap", Heap(), source="x")
"""


def test_what_rules_take_from_their_surroundings_belongs_to_them(
    at_once, tmp_path, monkeypatch
) -> None:
    file, most = tmp_path / "heap.py", tmp_path / "most.txt"
    file.write_text(SURROUNDED)
    most.write_text("2")
    study = load_study(str(file))
    rules = sent(study)
    solve_store(
        study.game,
        5,
        tmp_path / "s",
        workers=0,
        rules=rules,
        digest=rules.digest,
        surroundings=Taken(study),
    )
    words = ("solve", str(file), "--store", str(tmp_path / "s"), "--position", "3")
    asked = at_once(*words, home=tmp_path)
    assert asked.stdout.splitlines()[-1] == "3: outcome P, Grundy value 0", asked.stderr
    most.write_text("3")
    for more in ((), ("--size", "5")):
        done = at_once(*words, *more, home=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "made by other rules" in done.stderr
        assert "the file most.txt is another now" in done.stderr
    most.write_text("2")
    monkeypatch.setenv("MORE", "1")
    done = at_once(*words, home=tmp_path)
    assert done.returncode == 2
    assert "the environment variable MORE was None and is '1'" in done.stderr


def test_what_lies_in_the_checkout_beside_the_rooms_belongs_to_the_rules(at_once, tmp_path) -> None:
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".mine-") as mine:
        file, helper, data = (Path(mine) / name for name in ("heap.py", "helper.py", "most.txt"))
        with_more = SURROUNDED.replace("int(os.env", "MORE + int(os.env")
        file.write_text(f"from helper import MORE\n{with_more}")
        helper.write_text("MORE = 0\n")
        data.write_text("2")
        study = load_study(str(file))
        rules = sent(study)
        made = {"rules": rules, "digest": rules.digest, "surroundings": Taken(study)}
        solve_store(study.game, 5, tmp_path / "s", workers=0, **made)
        words = ("solve", str(file), "--store", str(tmp_path / "s"), "--position", "3")
        assert at_once(*words, home=tmp_path).returncode == 0
        for path, other in ((data, "3"), (helper, "MORE = 1\n")):
            before = path.read_text()
            path.write_text(other)
            done = at_once(*words, home=tmp_path)
            assert (done.returncode, done.stdout) == (2, "")
            assert f"the file {path.name} is another now" in done.stderr
            path.write_text(before)


def test_a_store_of_rules_that_read_files_is_asked_where_they_were_run(
    at_once, tmp_path, monkeypatch
) -> None:
    monkeypatch.delenv("MORE", raising=False)
    for folder, most in (("a", 2), ("b", 3)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "most.txt").write_text(f"{most}")
    file = tmp_path / "a" / "heap.py"
    file.write_text(SURROUNDED.replace("Path(__file__).with_name", "Path"))
    monkeypatch.chdir(tmp_path / "a")
    study = load_study(str(file))
    rules = sent(study)
    made = {"rules": rules, "digest": rules.digest, "surroundings": Taken(study)}
    solve_store(study.game, 5, tmp_path / "s", workers=0, **made)
    words = ("solve", str(file), "--store", str(tmp_path / "s"), "--position", "3")
    monkeypatch.chdir(tmp_path / "b")
    done = at_once(*words, home=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"others here than in {str(tmp_path / 'a')!r}" in done.stderr
    monkeypatch.chdir(tmp_path / "a")
    assert at_once(*words, home=tmp_path).stdout.endswith("3: outcome P, Grundy value 0\n")
    (tmp_path / "a").rename(tmp_path / "c")  # moved as a whole, it stays what it was
    monkeypatch.chdir(tmp_path / "c")
    words = ("solve", str(tmp_path / "c" / "heap.py"), *words[2:])
    assert at_once(*words, home=tmp_path).stdout.endswith("3: outcome P, Grundy value 0\n")


def test_rules_that_read_what_cannot_be_followed_are_refused_a_store(at_once, tmp_path) -> None:
    file = tmp_path / "heap.py"
    for more, said in (
        ("import pyarrow.csv", "imports pyarrow, which may open files in native code"),
        ("import os\nos.system('true')", "starts another program (true)"),
    ):
        file.write_text(f"{more}\n{RULES}")
        words = ("solve", str(file), "--size", "5", "--store", str(tmp_path / "s"))
        done = at_once(*words, "--workers", "1", home=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert "digest=" in done.stderr
        assert done.stderr.count("\n") == 1
        assert not (tmp_path / "s").exists()


def test_what_was_not_followed_shows_at_the_positions(at_once, tmp_path) -> None:
    file, other = tmp_path / "heap.py", tmp_path / "other.py"
    for path, most in ((file, 2), (other, 3)):
        path.write_text(SURROUNDED.replace("most() + ", f"{most} + "))
    rules = sent(load_study(str(file)))
    digest = sent(load_study(str(other))).digest  # as if the change had not been seen
    solve_store(rules(), 5, tmp_path / "s", workers=0, rules=rules, digest=digest)
    words = ("solve", str(other), "--store", str(tmp_path / "s"), "--position", "3")
    done = at_once(*words, home=tmp_path)
    assert done.returncode == 2
    assert "3 has outcome N and Grundy value 3 by the rules, and outcome P" in done.stderr


def test_a_folder_that_is_no_store_is_left_as_it_is(at_once, tmp_path) -> None:
    (tmp_path / "lock").write_text("mine")
    words = ("nim", "--size", "3", "--store", str(tmp_path), "--workers", "1")
    done = at_once("solve", *words, home=tmp_path / "home")
    assert done.returncode == 2
    assert "lock is there and no store that can be read" in done.stderr
    assert (tmp_path / "lock").read_text() == "mine"


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


def test_a_partizan_game_is_refused_with_what_to_use(at_once, tmp_path) -> None:
    words = ("domineering", "--size", "4", "--store", str(tmp_path / "s"))
    done = at_once("solve", *words, home=tmp_path)
    assert done.returncode == 2
    assert "solve_partizan()" in done.stderr


@pytest.mark.expensive
def test_the_command_makes_a_store_on_workers(tmp_path) -> None:
    file = tmp_path / "heap.py"
    file.write_text(RULES)
    words = ("solve", file, "--size", "6", "--store", tmp_path / "s", "--workers", "2")
    done = grundwork(*words, "--position", "6")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "6: outcome P, Grundy value 0"


READS_RARELY = """
from pathlib import Path

from grundwork import Game, Study


class Rows(Game):
    def start(self, size):
        return [(row, heap) for row in range(size) for heap in range(9)]

    def options(self, position):
        row, heap = position
        asked = position == (1_501, 8)
        most = int(Path(__file__).with_name("most.txt").read_text()) if asked else 2
        return [(row, heap - n) for n in range(1, most + 1) if n <= heap]

    def level(self, position):
        return position[1]

study = Study("rows", Rows(), source="x")
"""


@pytest.mark.expensive
def test_what_a_worker_alone_has_read_belongs_to_the_rules(tmp_path) -> None:
    file, most = tmp_path / "rows.py", tmp_path / "most.txt"
    file.write_text(READS_RARELY)
    most.write_text("2")
    words = ("solve", str(file), "--store", str(tmp_path / "s"))
    made = grundwork(*words, "--size", "2000", "--workers", "1", home=tmp_path)
    assert made.returncode == 0, made.stderr
    asked = grundwork(*words, "--position", "1500,8", home=tmp_path)
    assert asked.stdout.endswith("(1500, 8): outcome N, Grundy value 2\n"), asked.stderr
    most.write_text("1")
    asked = grundwork(*words, "--position", "1500,8", home=tmp_path)
    assert (asked.returncode, asked.stdout) == (2, "")
    assert "the file most.txt is another now" in asked.stderr


@pytest.mark.expensive
def test_an_address_where_no_scheduler_is_is_said_in_a_line(tmp_path) -> None:
    words = ("--size", "3", "--store", tmp_path / "s", "--scheduler", "tcp://127.0.0.1:1")
    done = grundwork("solve", "nim", *words)
    assert done.returncode == 2
    assert "no Dask scheduler answers there" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.fixture
def dask() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A scheduler and one worker that know nothing of this process; and where it is."""
    quiet = ["--no-dashboard"]
    begin = [sys.executable, "-m", "dask"]
    scheduler = subprocess.Popen(
        [*begin, "scheduler", "--port", "0", *quiet], stderr=subprocess.PIPE, text=True
    )
    worker = None
    try:
        assert scheduler.stderr is not None
        address = next(line.split()[-1] for line in scheduler.stderr if "Scheduler at" in line)
        worker = subprocess.Popen([*begin, "worker", address, *quiet], stderr=subprocess.DEVNULL)
        yield scheduler, address
    finally:
        for process in (worker, scheduler):
            if process is not None:
                process.kill()
                process.wait()


def begun(store: Path) -> int:
    """How many steps are done."""
    return sum(len(files) for _, _, files in os.walk(store / "work" / "done"))


@pytest.mark.expensive
def test_a_lost_scheduler_is_said_in_a_line_and_the_run_goes_on_with_another(
    dask, tmp_path
) -> None:
    scheduler, address = dask
    words = ["solve", "nim", "--size", "12", "--store", str(tmp_path / "s"), "--position", "1,2,3"]
    run = subprocess.Popen(
        [*PYTHON, *words, "--scheduler", address], stderr=subprocess.PIPE, text=True
    )
    while run.poll() is None and begun(tmp_path / "s") < 9:
        time.sleep(0.01)
    scheduler.kill()
    error = run.communicate(timeout=200)[1]
    assert (run.returncode, error.count("\n")) == (2, 1), error
    assert "it was lost; what is finished is kept" in error
    done = grundwork(*words, "--workers", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "(1, 2, 3): outcome P, Grundy value 0"


@pytest.mark.expensive
def test_an_interrupt_that_workers_get_too_is_said_in_a_line_and_the_run_goes_on(tmp_path) -> None:
    words = ["solve", "nim", "--size", "12", "--store", str(tmp_path / "s"), "--workers", "1"]
    run = subprocess.Popen(
        [*PYTHON, *words], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while run.poll() is None and begun(tmp_path / "s") < 9:
        time.sleep(0.01)
    os.killpg(run.pid, signal.SIGINT)  # as Ctrl-C does
    _, said = run.communicate(timeout=60)
    assert (run.returncode, said) == (130, "grundwork: interrupted; nothing is half-written\n")
    again = grundwork(*words)
    assert again.returncode == 0, again.stderr


@pytest.mark.expensive
def test_a_lost_worker_is_named_and_changes_nothing(tmp_path, monkeypatch) -> None:
    usual = solve_store(nim(2), 12, tmp_path / "usual", workers=0)
    done, told = tmp_path / "s" / "work" / "done", []

    def kill() -> None:
        while sum(len(files) for _, _, files in os.walk(done)) < 15:
            time.sleep(0.01)
        for child in children_of(os.getpid()):
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                os.kill(child, signal.SIGKILL)
                return

    threading.Thread(target=kill, daemon=True).start()
    store = solve_store(nim(2), 12, tmp_path / "s", workers=1, tell=told.append)
    assert store.facts == usual.facts
    assert [line for line in told if "was lost; what it was doing is done again" in line]


def test_what_is_not_installed_is_named(at_once, tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)  # as if it were not there
    words = ("nim", "--size", "4", "--store", str(tmp_path / "s"))
    done = at_once("solve", *words, home=tmp_path)
    assert done.returncode == 2
    assert "pip install 'grundwork[large]'" in done.stderr
