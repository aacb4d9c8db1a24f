"""An oracle that asks the solver which it should judge is found out, however it does so."""

from __future__ import annotations

import contextlib
import functools
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from oracles.graph import build
from oracles.rules import Game
from research.checks.evidence import ClaimError, Settings
from research.claims.agreement import Agreement, compare
from research.claims.study import Study
from research.code.profiling import Hold
from research.code.solver_code import loading, solver_code, tables_from
from research.resolving.loading import load_study
from research.verdicts.checking import check_study

pytestmark = pytest.mark.every_python

LATE = 150


def total(limit: int, *, way: str = "formula") -> int:
    """The sum of the numbers to a limit."""
    return _by_formula(limit) if way == "formula" else _by_adding(limit)


def _by_formula(limit: int) -> int:
    return limit * (limit + 1) // 2


def _by_adding(limit: int) -> int:
    return sum(range(limit + 1))


@functools.cache
def kept(limit: int) -> int:
    """The same, kept for later."""
    return total(limit)


def helped(limit: int) -> int:
    """The same, one call further down."""
    return _ask(limit)


def _ask(limit: int) -> int:
    return kept(limit)


def independent(limit: int) -> int:
    """The same, by itself."""
    return sum(range(limit + 1))


def agreement(oracle: Callable[..., Any], fast: Callable[..., Any] = total) -> Agreement:
    """The agreement with an oracle that its author calls the graph."""
    cases = [{"limit": n} for n in range(300)]
    return Agreement(
        fast, oracle, "limits", lambda: st.sampled_from(cases), lambda: cases, truth="the graph"
    )


@pytest.mark.parametrize(
    "oracle",
    [
        total,
        functools.partial(total),
        lambda limit: total(limit, way="formula"),
        helped,
        lambda limit: total(limit) if limit > LATE else independent(limit),
    ],
)
def test_an_oracle_that_calls_what_it_should_judge_is_refused(oracle: Callable[..., Any]) -> None:
    kept(5)
    with pytest.raises(ClaimError, match="its oracle calls what it should judge, total"):
        compare(agreement(oracle), Settings())


def in_a_pool(limit: int) -> int:
    """The same, in a thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(total, limit).result()


def in_a_thread(limit: int) -> int:
    """The same, in a thread whose errors nobody sees."""
    found: list[int] = []

    def run() -> None:
        with contextlib.suppress(ClaimError):
            found.append(total(limit))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return found[0] if found else independent(limit)


@pytest.mark.parametrize("oracle", [in_a_pool, in_a_thread])
def test_an_oracle_that_calls_it_in_another_thread_is_refused(oracle: Callable[..., Any]) -> None:
    with pytest.raises(ClaimError, match="its oracle calls what it should judge, total"):
        compare(agreement(oracle), Settings())


def test_an_oracle_that_takes_the_watch_off_is_not_taken_at_its_authors_word() -> None:
    def oracle(limit: int) -> int:
        sys.setprofile(None)
        return total(limit)

    try:
        assert compare(agreement(oracle), Settings()).truth.startswith("code that was not watched")
    finally:
        sys.setprofile(None)


def test_tables_of_grundworks_own_are_none_of_the_solver() -> None:
    from oracles.heaps import subtraction

    def of_the_graph(limit: int) -> int:
        return len(build(subtraction(1, 3), limit))

    with loading():
        total(3)
    assert (
        tables_from(
            solver_code(total), [of_the_graph, Study("a", subtraction(1), source="b").truth]
        )
        == []
    )


def test_what_a_cache_kept_of_the_solver_is_asked_anew() -> None:
    for limit in range(300):
        kept(limit)
    with pytest.raises(ClaimError, match="calls what it should judge"):
        compare(agreement(kept), Settings())


@pytest.mark.parametrize(
    ("oracle", "truth"),
    [
        (lambda limit: total(limit, way="adding"), "another algorithm of the solver (total with"),
        (_by_formula, "another algorithm of the solver (_by_formula)"),
        (independent, "the graph"),
    ],
)
def test_an_oracle_that_calls_other_code_of_the_solver_is_named_by_that(
    oracle: Callable[..., Any], truth: str
) -> None:
    found = compare(agreement(oracle), Settings())
    assert found.holds
    assert found.truth.startswith(truth)


def takes(heap: int) -> list[int]:
    """The rules, which the game and a solver read."""
    return [heap - n for n in (1, 2) if n <= heap]


class Take(Game[int]):
    """Take one or two."""

    def start(self, size: int) -> range:
        return range(size + 1)

    def options(self, position: int) -> list[int]:
        return takes(position)


@functools.cache
def wins(limit: int) -> bool:
    """Whether the player to move wins."""
    return not all(wins(option) for option in takes(limit))


def test_rules_that_the_solver_reads_too_are_no_part_of_it() -> None:
    game = Take()

    def won(limit: int) -> bool:
        found: list[bool] = []
        for heap in range(limit + 1):
            found.append(any(not found[option] for option in game.options(heap)))
        return found[limit]

    assert compare(agreement(won, wins), Settings()).truth == "the graph"


TAKE = """
from oracles.rules import Game
from research.claims.cases import integers
from research.claims.study import Study

class Take(Game[int]):
    "Take one or two."
    def start(self, size):
        return range(size + 1)
    def options(self, position):
        return [position - n for n in (1, 2) if n <= position]
"""
FILE = (
    TAKE
    + """
import sys
from concurrent.futures import ThreadPoolExecutor

def inner(heap):
    return heap % 3 == 0 and heap != 16

def fast(heap):
    return inner(heap)

BOUND = 17
MADE = [EACH for heap in range(BOUND)]
study = Study("made", Take())
study.agree(lambda heap: fast(heap), lambda heap: MADE[heap], by="the graph",
  over=integers(heap=16))
study.numbers("read", "16 is no P", {(): MADE[16]}, controls={"other": not MADE[16]},
  computed=lambda: bool(study.game.options(16)) and MADE[16], over="heaps to 16")
study.numbers("asked", "15 is P", {(): True}, controls={"other": False},
  computed=lambda: bool(study.game.options(15)) and inner(15), over="heaps to 16")
study.numbers("rules", "3", {(): 2}, lambda: len(study.game.options(BOUND)),
  over="heaps to 16")
"""
)


@pytest.mark.parametrize(
    ("made", "truth", "levels"),
    [
        ("fast(heap)", "MADE, made as the file was loaded, with the solver", "tested tested"),
        (
            "ThreadPoolExecutor(1).submit(fast, heap).result()",
            "MADE, made as the file was loaded, with the solver",
            "tested tested",
        ),
        (
            "sys.setprofile(None) or fast(heap)",
            "MADE, made as the file was loaded, with the solver",
            "tested tested",
        ),
        ("heap % 3 == 0 and heap != 16", "the graph", "exhausted tested"),
    ],
)
def test_a_table_that_the_solver_made_as_the_file_was_loaded_is_no_truth(
    tmp_path: Path, made: str, truth: str, levels: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("research.code.solver_code._loaded", Hold())
    (tmp_path / "made.py").write_text(FILE.replace("EACH", made))
    findings = check_study(load_study(str(tmp_path / "made.py")), Settings())
    assert findings.comparisons[0].truth == truth
    assert [str(v.level) for v in findings.verdicts] == [*levels.split(), "exhausted"]


READING = (
    TAKE
    + """
import os, shutil
from pathlib import Path

def fast(heap):
    return heap % 3 == 0

HERE = Path(__file__).parent / "tables"
TABLE = HERE / "table.NAME"
FIRST, LINKS, OTHER = (HERE.with_name(name) for name in ("first.py", "links", "other"))
SAID = " ".join(str(heap) for heap in range(20) if heap % 3 == 0)
WRITE
study = Study("reading", Take())
READ = {"TABLE": TABLE, "HERE": HERE, "LINKS": LINKS, "os": os, "study": study}
exec("def read(heap): return study.truth(1) and str(heap) in LOOK", READ)
for bound in (9, 16):
    study.agree(lambda heap: fast(heap), READ["read"], by="the graph", over=integers(heap=bound))
"""
)
PLAINLY = "open(TABLE).read().split()"


def truths(folder: Path, write: str, name: str = "txt", look: str = PLAINLY) -> set[str]:
    """What the agreements of a file were compared with, whose oracle's code lies in no file."""
    file = folder / "made.py"
    file.write_text(READING.replace("WRITE", write).replace("LOOK", look).replace("NAME", name))
    return {each.truth for each in check_study(load_study(str(file)), Settings()).comparisons}


@pytest.mark.parametrize(
    ("write", "name", "look"),
    [
        ("HERE.mkdir(); TABLE.write_text(SAID)", "txt", PLAINLY),
        ("HERE.mkdir(); TABLE.write_text(SAID)", "py", PLAINLY),
        ("HERE.mkdir(); FIRST.write_text(SAID); FIRST.replace(TABLE)", "txt", PLAINLY),
        ("HERE.mkdir(); FIRST.write_text(SAID); shutil.move(FIRST, TABLE)", "txt", PLAINLY),
        ("HERE.mkdir(); FIRST.write_text(SAID); os.link(FIRST, TABLE)", "py", PLAINLY),
        ("FIRST.mkdir(); (FIRST / TABLE.name).write_text(SAID); FIRST.rename(HERE)", "t", PLAINLY),
        ("for each in SAID.split(): (HERE / each).mkdir(parents=True)", "", "os.listdir(HERE)"),
        (
            "for each in SAID.split(): (FIRST / each).mkdir(parents=True)\nFIRST.rename(HERE)",
            "",
            "os.listdir(HERE)",
        ),
    ],
)
def test_a_table_that_was_written_as_the_file_was_loaded_is_no_truth(
    tmp_path: Path, write: str, name: str, look: str
) -> None:
    said = truths(tmp_path, write, name, look)
    assert len(said) == 1
    assert said.pop().endswith(", which was written as the check ran")


def test_folders_that_were_made_as_the_file_was_loaded_and_are_looked_for_are_no_truth(
    tmp_path: Path,
) -> None:
    write = "for each in SAID.split(): (HERE / each).mkdir(parents=True)"
    said = truths(tmp_path, write, look="[str(heap)] * len(list(os.walk(HERE / str(heap))))")
    assert len(said) == 2  # each bound meets other folders
    assert all(each.endswith(", which was written as the check ran") for each in said)


@pytest.mark.parametrize(
    ("write", "look"),
    [
        ("for n in range(17): n % 3 and (HERE / str(n)).rmdir()", "os.listdir(HERE)"),
        ("for n in range(0, 17, 3): os.symlink(FIRST, LINKS / str(n))", "os.listdir(LINKS)"),
        (
            "for n in range(0, 17, 3): os.close(os.open(LINKS / str(n), os.O_CREAT))",
            "os.listdir(LINKS)",
        ),
        ("FIRST.rename(TABLE)", PLAINLY),
        ("TABLE.symlink_to(FIRST)", PLAINLY),
        ("TABLE.symlink_to(LINKS / 'a'); (LINKS / 'a').symlink_to(FIRST)", PLAINLY),
        ("HERE.rename(OTHER / 'away'); OTHER.rename(HERE)", PLAINLY),
    ],
    ids=["removed", "linked", "made", "moved", "by a link", "by two links", "in a moved folder"],
)
def test_what_lay_there_before_and_was_arranged_is_no_truth(
    tmp_path: Path, write: str, look: str
) -> None:
    for folder in (tmp_path / "links", *(tmp_path / "tables" / str(n) for n in range(17))):
        folder.mkdir(parents=True)
    (tmp_path / "other").mkdir()
    for path in (tmp_path / "first.py", tmp_path / "other" / "table.py"):
        path.write_text(" ".join(map(str, range(0, 20, 3))))
    assert truths(tmp_path, "", "py", "os.listdir(HERE)") == {"the graph"}  # it disagrees
    said = truths(tmp_path, write, "py", look)
    assert len(said) == 1
    assert said.pop().endswith(", which was written as the check ran")


def test_a_table_that_lay_there_before_is_a_truth(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    table = "0 3 6 9 12 15 18"
    subprocess.run(["/bin/sh", "-c", f"echo {table} > {tmp_path}/tables/table.txt"], check=True)
    (tmp_path / "tables" / "table.py").write_text(table)
    assert truths(tmp_path, "") == truths(tmp_path, "", "py") == {"the graph"}
    assert truths(tmp_path, "TABLE.with_name('unread').write_text(SAID)") == {"the graph"}
