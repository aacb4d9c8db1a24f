"""``grundwork census`` as a person meets it: families, stores, kills, wrong input."""

from __future__ import annotations

import json
import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.running import begin, grundwork

KILLS = 4
TAKE = '''\
"""Take from a heap at most m counters."""

from grundwork import HeapGame, Study


def study(m: int) -> Study:
    game = HeapGame(lambda heap: [(heap - n,) for n in range(1, min(m, heap) + 1)])
    study = Study("take", game, source="a test")
    study.p_positions(
        "A single heap loses if m + 1 divides it; but for m = 3, where 5 is said to.",
        believed=lambda heaps: sum(heaps) % (5 if m == 3 else m + 1) == 0,
        controls={"no heap loses": lambda heaps: not heaps},
        among=lambda heaps: len(heaps) <= 1,
        size=40,
    )
    return study
'''

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "take.py").write_text(TAKE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.expensive
def test_a_family_in_a_file_is_checked_member_by_member_and_kept(take: Path) -> None:
    first = grundwork("census", "take.py", "m=2..4", "--csv", "t.csv", folder=take)
    assert (first.returncode, first.stderr) == (0, "")
    assert "3 members: 3 proved, 1 with a refuted claim; 3 groups of equal values" in first.stdout
    assert "take.py m=3  p-positions  4: found True" in first.stdout
    again = grundwork("census", "take.py", "m=1..4", "--strict", "--json", folder=take)
    assert again.returncode == 1
    assert "3 of 4 members are kept" not in again.stderr  # the usual store is that of one family
    table = json.loads(again.stdout)["table"]
    assert [row["member"] for row in table] == [f"take.py m={m}" for m in (1, 2, 3, 4)]


@pytest.mark.usefixtures("take")
def test_every_command_takes_one_member(at_once: Command, refusal: Callable[..., str]) -> None:
    checked = at_once("check", "take.py m=3")
    assert "take--m-3\n  refuted    p-positions" in checked.stdout
    explored = at_once("explore", "take.py m=4", "--size", "9")
    assert "Take, m=4" in explored.stdout
    assert "m=3..4: names several members" in refusal("explore", "take.py m=3..4")
    assert "write for example 'take.py m=3', in quotes" in refusal("check", "take.py", "m=3")


@pytest.mark.expensive
def test_a_census_that_is_killed_gives_what_an_undisturbed_one_gives(tmp_path: Path) -> None:
    chance = random.Random(1)
    family = ("census", "octal:0.??", "--to", "4000", "--csv")
    killed = [*family, "killed.csv", "--store", "killed.duckdb"]
    for _ in range(KILLS):
        run = begin(*killed, folder=tmp_path)
        time.sleep(chance.uniform(1, 8))
        run.kill()
        run.communicate(timeout=200)
    assert grundwork(*killed, folder=tmp_path).returncode == 0
    undisturbed = grundwork(*family, "whole.csv", "--store", "whole.duckdb", folder=tmp_path)
    assert undisturbed.returncode == 0
    assert (tmp_path / "killed.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


@pytest.mark.expensive
def test_two_at_once_on_one_store_do_no_harm(tmp_path: Path) -> None:
    words = ("census", "octal:0.???", "--to", "4000", "--store", "one.duckdb")
    first = begin(*words, folder=tmp_path)
    while not (tmp_path / "one.duckdb").exists():
        time.sleep(0.1)
    time.sleep(2)
    second = grundwork(*words, folder=tmp_path)
    assert second.returncode == 2
    assert "store='one.duckdb': another process uses it" in second.stderr
    assert second.stderr.count("\n") == 1
    first.kill()
    first.communicate()
    small = grundwork(
        "census", "octal:0.?", "--to", "4000", "--store", "one.duckdb", folder=tmp_path
    )
    assert small.returncode == 0  # a part of the family, in the same store


@pytest.mark.expensive
def test_a_file_that_changes_meanwhile_ends_the_census(take: Path) -> None:
    changing = TAKE.replace("    game =", "    if m == 3:\n        CHANGE\n    game =").replace(
        "CHANGE", "open(__file__, 'a').write('# changed')"
    )
    (take / "take.py").write_text(changing)
    words = ("census", "take.py", "m=2..5", "--jobs", "1", "--store", "s.duckdb")
    run = grundwork(*words, folder=take)
    assert (run.returncode, run.stdout) == (2, "")
    assert "its file changed meanwhile" in run.stderr
    kept = grundwork("census", "take.py", "m=2", "--store", "s.duckdb", folder=take)
    assert (kept.returncode, kept.stderr) == (0, "")


@pytest.mark.usefixtures("take")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("octal:0.?", "--store", "x" * 300), "file name too long"),
        (("take.py", "m"), "family='take.py m': expected"),
        (("octal:0.?", "--seconds", "0"), "--seconds=0: expected a number from 0.1"),
        (("octal:0.?", "--memory", "0"), "--memory=0: expected a number of GB"),
        (("take.py", "m=2", "--csv", "./take.py"), "the same file as that of family"),
    ],
)
def test_wrong_input_is_one_line(
    refusal: Callable[..., str], words: tuple[str, ...], said: str
) -> None:
    assert said in refusal("census", *words)


def test_members_that_were_not_looked_at_to_the_end_make_the_status_1(
    take: Path, at_once: Command
) -> None:
    """A check that does not run to its end is no finding, as of ``check``."""
    ends = (
        "if m == 2: raise ValueError('no')\n"
        "    if m == 3: import os; os._exit(3)\n"
        "    while True: pass"
    )
    (take / "ends.py").write_text(TAKE.replace("    game =", f"    {ends}\n    game ="))
    words = ("census", "ends.py", "m=2..4", "--seconds", "1", "--json")
    run = at_once(*words)
    assert run.returncode == 1
    states = [row["state"] for row in json.loads(run.stdout)["table"]]
    assert states == ["its rules or claims are wrong", "it crashed", "it took too long"]
    assert run.stderr == "grundwork: 3 of 3 members with a fault\n"
