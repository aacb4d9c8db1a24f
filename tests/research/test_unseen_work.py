"""What a check does past the watch on it counts against it, and honest work does not."""

from __future__ import annotations

import _thread
import asyncio
import cProfile
import functools
import importlib.util
import multiprocessing
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import resource_tracker
from pathlib import Path
from types import FunctionType
from typing import Any

import networkx
import pytest

from oracles.rules import Game
from oracles.vectors import VectorGame
from research.checks.evidence import Level, Settings
from research.claims.cases import integers
from research.claims.study import Study
from research.verdicts.checking import check_claim

pytestmark = pytest.mark.every_python

SETTINGS = Settings(examples=20, seed=0)
BELOW_20 = integers(n=19)
SINCE_3_12 = sys.version_info >= (3, 12)


def squared(n: int) -> int:
    """A solver."""
    return n * n


def counted(n: int) -> int:
    """The truth about it."""
    return sum(2 * k + 1 for k in range(n))


def same(n: int) -> int:
    """The solver, by a name that no look at the code resolves."""
    return int(vars(sys.modules[__name__])["squar" + "ed"](n))


def found(truth: Callable[[int], Any], believed: Callable[[int], Any] = counted) -> tuple[Any, str]:
    """Return the level of a claim whose truth is listed, and its domain in words."""
    study = Study("words", VectorGame([(1, 0), (0, 1)]), source="a test")
    study.agree(squared, counted)
    claim = study.claim("s", "", believed=believed, controls={"one more": lambda n: n * n + 1})
    claim.equals(truth, BELOW_20, by="listed")
    (evidence,) = check_claim(claim, SETTINGS).evidence
    return evidence.level, evidence.domain


# Who takes the watch off.


def no_profiler(n: int) -> int:
    """Nothing is called from here on."""
    sys.setprofile(None)
    return same(n)


def another_profiler(n: int) -> int:
    """The function is called for each event, and puts back what was there."""
    before = sys.getprofile()
    sys.setprofile(lambda *_: None)
    answer = same(n)
    if isinstance(before, cProfile.Profile):
        before.enable(subcalls=False, builtins=False)
    else:
        sys.setprofile(before)
    return answer


def cleared(n: int) -> int:
    """What was counted is gone."""
    answer = same(n)
    counts: object = sys.getprofile()
    if isinstance(counts, cProfile.Profile):
        counts.clear()
    return answer


def no_profiler_in_threads(n: int) -> int:
    """The thread has none, nor has any that comes later."""
    threading.setprofile(None)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(same, n).result()


@pytest.mark.parametrize("truth", [no_profiler, another_profiler, no_profiler_in_threads, cleared])
def test_a_check_that_takes_its_watch_off_is_not_exhausted(truth: Callable[[int], int]) -> None:
    try:
        level, domain = found(truth)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]  # none, as at the start
    assert level == Level.TESTED
    assert "another profiler was set" in domain or "with the solvers' squared" in domain


def test_what_is_believed_does_not_take_the_watch_off_either() -> None:
    def believed(n: int) -> int:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]  # as above
        return n * n

    try:
        level, domain = found(counted, believed)
    finally:
        sys.setprofile(None)
    assert (level, "another profiler was set" in domain) == (Level.TESTED, True)


@pytest.mark.skipif(not SINCE_3_12, reason="before, Python tells nobody of such a thread")
def test_a_thread_that_begins_past_the_watch_takes_it_off() -> None:
    def truth(n: int) -> int:
        answers: list[int] = []
        _thread.start_new_thread(lambda: answers.append(same(n)), ())
        while not answers:
            time.sleep(0.001)
        return answers[0]

    assert found(truth)[0] == Level.TESTED


# Work that is done elsewhere.


def in_a_fork(n: int) -> int:
    """The answer, by way of a pipe."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writes, str(n * n).encode())
        os._exit(0)
    os.close(writes)
    answer = int(os.read(reads, 99))
    os.close(reads)
    os.waitpid(child, 0)
    return answer


def in_a_program(n: int) -> int:
    """The answer that a program prints."""
    return int(subprocess.run(["/bin/echo", str(n * n)], capture_output=True, check=True).stdout)


def of_a_server(n: int) -> int:
    """The answer, after a server was asked in vain."""
    with socket.socket() as asked:
        asked.connect_ex(("127.0.0.1", 9))
    return n * n


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("truth", "words"),
    [
        (in_a_fork, "another process ran"),
        (in_a_program, "another process ran"),
        (of_a_server, "the network was asked"),
    ],
)
def test_work_done_elsewhere_is_its_authors_word(truth: Callable[[int], int], words: str) -> None:
    level, domain = found(truth)
    assert (level, words in domain) == (Level.TESTED, True)


@pytest.mark.parametrize("ask", [in_a_program, of_a_server])
def test_what_is_believed_may_be_computed_elsewhere(ask: Callable[[int], int]) -> None:
    assert found(counted, ask)[0] == Level.EXHAUSTED


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("at_load", [True, False])
def test_a_process_that_began_before_may_work_for_the_truth(at_load: bool) -> None:  # noqa: FBT001
    @functools.cache
    def worker() -> Any:
        return multiprocessing.get_context("fork").Pool(1)

    def believed(n: int) -> int:
        worker()
        return n * n

    try:
        if at_load:
            worker()
        level, domain = found(lambda n: worker().apply(same, (n,)), believed)
    finally:
        worker().terminate()
        worker().join()
    assert (level, "another process ran" in domain) == (Level.TESTED, True)


def test_what_multiprocessing_keeps_for_itself_does_not_work_for_the_truth() -> None:
    in_a_program(1)
    resource_tracker.ensure_running()
    assert found(counted)[0] == Level.EXHAUSTED


def test_a_process_that_has_ended_works_for_nothing_though_nobody_has_waited_for_it() -> None:
    in_a_program(1)
    with subprocess.Popen(["/bin/true"]) as ended:
        os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
        assert found(counted)[0] == Level.EXHAUSTED


def test_a_connection_that_began_before_may_answer_for_the_truth() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname()) as connection:
            level, domain = found(lambda n: n * n + connection.send(b"") * n)
        assert (level, "the network was asked" in domain) == (Level.TESTED, True)


def test_a_thread_that_began_before_is_seen_or_counts() -> None:
    with ThreadPoolExecutor(1) as pool:
        pool.submit(squared, 1).result()
        assert found(lambda n: pool.submit(same, n).result())[0] == Level.TESTED
    assert found(lambda n: counted(n) + 0)[0] == Level.EXHAUSTED  # it has ended


def test_the_thread_that_dask_keeps_for_itself_does_not_work_for_the_truth() -> None:
    utils = pytest.importorskip("distributed.utils")
    utils._offload_executor.submit(int).result()
    assert found(lambda n: counted(n) + 0)[0] == Level.EXHAUSTED


# Reading that opens nothing.


def test_reading_that_opens_no_file_is_its_authors_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANSWERS", " ".join(str(n * n) for n in range(20)))
    with sqlite3.connect(tmp_path / "answers.db") as base:
        base.execute("create table a (n, answer)")
        base.executemany("insert into a values (?, ?)", [(n, n * n) for n in range(20)])
    base.close()
    for n in range(20):
        Path(tmp_path, f"{n}-{n * n}").touch()

    def of_database(n: int) -> int:
        opened = sqlite3.connect(tmp_path / "answers.db")
        ((answer,),) = opened.execute("select answer from a where n = ?", (n,))
        opened.close()
        return int(answer)

    def named(n: int) -> int:
        names = [each.partition("-") for each in os.listdir(tmp_path)]  # noqa: PTH208
        return next(int(answer) for before, _, answer in names if before == str(n))

    for truth, words in [
        (of_database, "a file was read"),
        (named, "the names in a folder were read"),
        (lambda n: int(next(tmp_path.glob(f"{n}-*")).name.partition("-")[2]), "the names in a"),
        (lambda n: int(os.environ["ANSWERS"].split()[n]), "the environment was read"),
        (lambda n: int(str(os.getenv("ANSWERS")).split()[n]), "the environment was read"),
    ]:
        level, domain = found(truth)
        assert (level, words in domain) == (Level.TESTED, True)


def test_a_module_that_was_just_written_is_read_as_it_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "answers_of_squares", raising=False)

    def believed(n: int) -> int:
        Path(tmp_path, "answers_of_squares.py").write_text("A = [n * n for n in range(20)]")
        importlib.invalidate_caches()
        return n * n

    def truth(n: int) -> int:
        return int(importlib.import_module("answers_of_squares").A[n])

    believed(0)
    level, domain = found(truth, believed)
    sys.modules.pop("answers_of_squares", None)
    assert (level, "just been written" in domain) == (Level.TESTED, True)


@pytest.mark.parametrize("name", ["numba/reading.py", "warnings.py", "mine/traceback.py"])
def test_a_researchers_file_reads_whatever_its_name(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    data = tmp_path / "answers.txt"
    data.write_text(" ".join(str(n * n) for n in range(20)))
    source = (
        "def truth(n):\n    with open(data) as file:\n        return int(file.read().split()[n])"
    )
    space: dict[str, Any] = {"data": data}
    exec(compile(source, str(path), "exec"), space)
    level, domain = found(space["truth"])
    assert (level, "a file was read" in domain) == (Level.TESTED, True)


# What honest checks do.


@functools.cache
def kernel() -> Any:
    """A kernel that is compiled during the check."""
    import numba

    return numba.njit(lambda n: n * n)


def with_a_thread(n: int) -> int:
    """A thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(counted, n).result()


def with_a_warning(n: int) -> int:
    """A warning that is shown, with its line."""
    warnings.warn("shown", stacklevel=1)
    return counted(n)


def with_a_database_in_memory(n: int) -> int:
    """A database that lies in no file."""
    base = sqlite3.connect(":memory:")
    base.execute("create table a (n)")
    base.executemany("insert into a values (?)", [(2 * k + 1,) for k in range(n)])
    ((answer,),) = base.execute("select coalesce(sum(n), 0) from a")
    base.close()
    return int(answer)


def with_a_loop_of_events(n: int) -> int:
    """A library that asks the environment how it is set up."""

    async def answer() -> int:
        return counted(n)

    return asyncio.run(answer())


def with_a_graph(n: int) -> int:
    """A graph of networkx."""
    return int(networkx.complete_graph(n).number_of_edges()) * 2 + n


@pytest.mark.filterwarnings("always:shown")
@pytest.mark.parametrize(
    "truth",
    [
        with_a_thread,
        with_a_warning,
        with_a_database_in_memory,
        with_a_loop_of_events,
        with_a_graph,
        pytest.param(lambda n: int(kernel()(n)), id="kernel"),
    ],
)
def test_honest_work_is_exhausted(truth: Callable[[int], int]) -> None:
    assert found(truth)[0] == Level.EXHAUSTED


def test_what_is_believed_may_keep_files_and_ask_the_environment() -> None:
    def believed(n: int) -> int:
        with tempfile.TemporaryDirectory(prefix=os.environ.get("PREFIX")) as folder:
            Path(folder, "answer").write_text(str(n * n))
            (answer,) = [each.read_text() for each in Path(folder).iterdir()]
        return int(answer)

    assert found(counted, believed)[0] == Level.EXHAUSTED


# What is no graph, whatever it is called.

MOVES = {n: [n - 1] if n else [] for n in range(20)}


class Table(Game[int]):
    """Rules that only look up what is written down."""

    def start(self, size: int) -> list[int]:
        return [size]

    def options(self, position: int) -> list[int]:
        return MOVES[position]


@pytest.mark.parametrize(("game", "level"), [(Table(), Level.EXHAUSTED), (None, Level.TESTED)])
def test_a_table_counts_as_rules_only_where_it_is_the_studys_game(game: Any, level: Level) -> None:
    study = Study("words", game or VectorGame([(1, 0), (0, 1)]), source="a test")
    (claim,) = study.numbers("n", "", {(): 1}, lambda: len(Table().options(7)), over="n < 20")
    (evidence,) = check_claim(claim, SETTINGS).evidence
    assert evidence.level == level


def test_a_researchers_folder_is_no_networkx(tmp_path: Path) -> None:
    path = tmp_path / "networkx" / "classes" / "mine.py"
    space: dict[str, Any] = {}
    exec(compile("def computed():\n    return sum([3, 4])", str(path), "exec"), space)
    study = Study("words", VectorGame([(1, 0), (0, 1)]), source="a test")
    (claim,) = study.numbers("n", "", {(): 7}, space["computed"], over="n < 20")
    (evidence,) = check_claim(claim, SETTINGS).evidence
    assert (evidence.level, "no graph was built" in evidence.domain) == (Level.TESTED, True)


def twin_of_replaced() -> Callable[[int], Any]:
    """The solver's code under another name."""
    return FunctionType(squared.__code__.replace(co_name="renamed"), {})


def twin_of_file() -> Callable[[int], Any]:
    """The solver of a module that is loaded once more."""
    spec = importlib.util.spec_from_file_location("loaded_once_more", __file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.squared  # type: ignore[no-any-return]


@pytest.mark.parametrize("made", [twin_of_replaced, twin_of_file])
@pytest.mark.parametrize("to", [0, 99])
def test_a_twin_of_a_solver_is_one(made: Callable[[], Any], to: int) -> None:
    twin = made()
    level, domain = found(lambda n: counted(n) if n < to else twin(n))
    named = twin.__code__.co_name
    assert (level, domain.endswith(f"with the solvers' {named}")) == (Level.TESTED, True)
