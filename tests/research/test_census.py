"""A census: members that behave badly, what is kept of them, and what is compared."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from oracles.solve import solve
from oracles.store.store import StoreError
from oracles.vectors import VectorGame
from research.families.census import take_census
from research.families.members import Member, family_of
from research.families.record import (
    COUNTS,
    CRASHED,
    FAULTY,
    HEAPS,
    LOOKED,
    TOO_LONG,
    TOO_MUCH_MEMORY,
    WRONG,
    Record,
    same_values,
)
from research.families.recording import record_of
from research.families.running import Bounds, run
from research.families.store import open_census_store
from research.families.summary import Summary, write_csv
from research.system.files import OutputError

BAD = '''\
"""Games that behave badly."""

import os
import time

from grundwork import HeapGame, Study


def rule(kind):
    def take(heap):
        if heap >= 3:
            if kind == "crash":
                os.kill(os.getpid(), 9)
            if kind == "sleep":
                time.sleep(1000)
            if kind == "memory":
                return [tuple([1] * 10**9)]
            if kind == "raise":
                raise ValueError(f"no such heap in {object()}")
        return [(heap - n,) for n in (1, 2) if n <= heap]

    return take


KINDS = "good crash sleep loop memory exit raise claimed uncaught".split()


def study(kind: int) -> Study:
    kind = KINDS[kind]
    study = Study("bad", HeapGame(rule(kind)), source="a test")
    if kind in ("claimed", "uncaught"):
        wrong = (lambda heaps: heaps == (3,)) if kind == "claimed" else (lambda heaps: False)
        study.p_positions(
            "Only no heap at all loses.",
            believed=lambda heaps: not heaps or (kind == "uncaught" and sum(heaps) % 3 == 0),
            controls={"another": wrong if kind == "claimed" else lambda h: sum(h) % 3 == 0},
            among=lambda heaps: len(heaps) <= 1,
            size=12,
        )
    return study
'''


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    file = tmp_path / "bad.py"
    file.write_text(BAD)
    return file


def word_of(file: Path, kind: str) -> str:
    names = ["good", "crash", "sleep", "loop", "memory", "exit", "raise", "claimed", "uncaught"]
    return f"{file} kind={names.index(kind)}"


def looked(file: Path, *kinds: str, bounds: Bounds, jobs: int = 2) -> dict[str, Record]:
    members = [Member(kind, word_of(file, kind)) for kind in kinds]
    return {kinds[place]: record for place, record in run(members, bounds, jobs)}


@pytest.mark.expensive
def test_members_that_crash_hang_or_need_too_much_are_recorded_and_the_rest_goes_on(
    bad: Path,
) -> None:
    kinds = ("crash", "sleep", "good", "memory", "raise")
    found = looked(bad, *kinds, bounds=Bounds(seconds=10, memory=1))
    assert {kind: record.state for kind, record in found.items()} == {
        "crash": CRASHED,
        "sleep": TOO_LONG,
        "good": LOOKED,
        "memory": TOO_MUCH_MEMORY,
        "raise": WRONG,
    }
    assert found["crash"].fault == "ended by SIGKILL"
    # without the folder and without an address, which would be another each time
    assert found["raise"].fault == "bad.py:19: ValueError: no such heap in <object object>"
    assert found["good"].first_terms[:6] == (0, 1, 2, 0, 1, 2)


def test_a_claim_is_refuted_with_its_counterexample_and_a_missed_control_is_a_fault(
    bad: Path,
) -> None:
    found = record_of(word_of(bad, "claimed"))
    assert len(found.claims) == 1
    assert found.claims[0].endswith(": refuted")
    assert found.refuted[0].endswith(": 3: found True, believed False")
    assert record_of(word_of(bad, "uncaught")).state == FAULTY


def values(*terms: int, period: int | None = None, kind: str = HEAPS, bound: int = 9) -> Record:
    start, theorem = (0, "a theorem") if period else (None, "")
    return Record(
        level="proved" if period else "computed",
        first_terms=terms,
        terms=kind,
        bound=bound,
        preperiod=start,
        period=period,
        saltus=start,
        theorem=theorem,
    )


def grouped(records: dict[str, Record]) -> list[str]:
    return ["".join(group) for group in same_values(records)]


def test_members_are_grouped_by_all_values_to_the_same_bound() -> None:
    records = {
        "a": values(0, 1, 2),
        "b": values(0, 1, 2, period=3),
        "c": values(0, 1, 2, bound=8),
        "d": values(0, 1, 2, kind=COUNTS),
        "e": values(0, 1, 1),
        "f": replace(values(0, 1, 2), digest="another, beyond the terms that are kept"),
        "g": Record(CRASHED, "ended by SIGABRT"),
    }
    assert grouped(records) == ["ab", "c", "d", "e", "f"]
    summary = Summary("", 8, records)
    assert [row["same_as"] for row in summary.table()][:2] == ["a", "a"]
    said = summary.in_a_line()
    assert said == (
        "8 members: 1 proved, 5 open, 1 with a fault, 1 not examined yet; 5 groups of equal values"
    )


def test_of_partizan_games_p_positions_are_counted() -> None:
    found = record_of("toads-and-frogs", 2)
    assert (found.terms, found.level, found.bound) == (COUNTS, "exhausted", 2)


def test_a_store_gives_back_what_was_written_and_nothing_of_other_code(tmp_path: Path) -> None:
    file = tmp_path / "s.duckdb"
    whole = replace(
        values(0, 1, period=2), claims=("a: refuted",), refuted=("a: It's (1,)",), formula="x = 1"
    )
    with open_census_store(file, "code", Bounds()) as store:
        store.write("b", whole)
        store.write("a", values(0, 2))
        store.write("a", values(0, 1))
    with open_census_store(file, "code", Bounds()) as store:
        assert store.read(["a", "b", "c"]) == {"a": values(0, 1), "b": whole}
    for made_by, bounds in (("other code", Bounds()), ("code", Bounds(to=5))):
        with open_census_store(file, made_by, bounds) as store:
            assert store.read(["a", "b"]) == {}


def test_what_took_too_much_or_crashed_is_looked_at_where_more_is_allowed(
    tmp_path: Path,
) -> None:
    def kept(seconds: float, memory: float) -> set[str]:
        bounds = Bounds(seconds=seconds, memory=memory)
        with open_census_store(tmp_path / "s.duckdb", "code", bounds) as store:
            return set(store.read(["slow", "crashed", "wrong"]))

    with open_census_store(tmp_path / "s.duckdb", "code", Bounds(seconds=5, memory=1)) as store:
        store.write("slow", Record(TOO_LONG))
        store.write("crashed", Record(CRASHED, "ended by SIGABRT"))
        store.write("wrong", Record(WRONG, "no rules"))
    for each in ("slow", "crashed"):
        assert {(s, m) for s in (4, 5, 6) for m in (1, 2) if each in kept(s, m)} == {(4, 1), (5, 1)}
    assert kept(9, 9) == {"wrong"}


FOUND = {
    "subtraction:1,2": values(0, 1, 2, 0, 1, 2, 0, 1, 2, period=3),
    "open, with a comma": values(*range(12)),
    "wrong": Record(WRONG, 'x.py:3: it says "<b>" | no'),
    "refuted": Record(level="exhausted", claims=("c: refuted",), refuted=("c: (1,)",)),
}


def test_the_table_holds_a_member_a_row_and_the_same_bytes(tmp_path: Path) -> None:
    table = Summary("a family", 4, FOUND, {"open, with a comma": ["A000027 (12 terms)"]}).table()
    for name in ("first.csv", "second.csv"):
        write_csv(tmp_path / name, table)
    assert (tmp_path / "first.csv").read_bytes() == (tmp_path / "second.csv").read_bytes()
    with (tmp_path / "first.csv").open(newline="") as file:
        read = list(csv.DictReader(file))
    assert [row["member"] for row in read] == list(FOUND)
    assert (read[0]["period"], read[1]["period"]) == ("3", "")
    assert (read[1]["first_terms"], read[1]["oeis"]) == (
        " ".join(map(str, range(12))),
        "A000027 (12 terms)",
    )
    assert read[3]["refuted"] == "c: (1,)"


def test_the_terminal_shows_what_is_open_refuted_and_wrong_and_says_how_many_more() -> None:
    some = {f"c:{n}": values(0, n) for n in range(12)}
    said = Summary("a family", 16, some | FOUND).text()
    assert "and 4 more; --csv writes all" in said
    assert "x.py:3: it says" in said
    assert "(1,)" in said
    assert "subtraction:1,2" not in said  # it is proved
    assert max(map(len, said.splitlines())) <= 100


def test_the_record_of_a_vector_game_has_its_values_and_what_is_proved() -> None:
    wythoff = record_of("vectors:(0,1)(1,0)(1,1)", 30)
    truth = solve(VectorGame([(0, 1), (1, 0), (1, 1)]), 30)
    inner = sorted(truth.positions, key=lambda p: (sum(p), p))
    assert wythoff.first_terms == tuple(map(truth.grundy, inner))[:64]
    assert wythoff.p_positions == len(truth.p_positions)
    # Silber 1976: the representations tell P from N; seven states.
    assert (wythoff.numeration, wythoff.states) == ("Zeckendorf's numeration", 7)
    assert record_of("vectors:(0,1)(1,0)", 20).formula == "x1 = x2"
    unknown = record_of("vectors:(0,2)(1,2)(2,1)", 30)
    assert (unknown.theorem, unknown.states, unknown.bound) == ("", None, 30)
    assert unknown.reason.startswith("no automaton that fits")


def test_what_is_no_store_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    import duckdb

    table, other = tmp_path / "own.csv", tmp_path / "other.duckdb"
    table.write_text("my,data\n1,2\n")
    with duckdb.connect(str(other)) as connection:
        connection.execute("create table record (x integer)")
    for path, said in [
        (table, "it is no DuckDB file"),
        (other, "name another file"),
        (tmp_path, "it is a folder"),
    ]:
        with (
            pytest.raises((StoreError, OutputError), match=said),
            open_census_store(path, "code", Bounds()),
        ):
            pass
    assert table.read_text() == "my,data\n1,2\n"


HELPED = """\
from grundwork import HeapGame, Study


def study(m: int) -> Study:
    import helper

    moves = helper.moves(m)
    return Study("helped", HeapGame(lambda heap: [(heap - n,) for n in moves if n <= heap]))
"""


def test_a_finding_counts_while_the_modules_beside_its_file_are_the_same(tmp_path: Path) -> None:
    file, helper = tmp_path / "helped.py", tmp_path / "helper.py"
    file.write_text(HELPED)
    helper.write_text("def moves(m):\n    return [1, m]\n")
    family = family_of(str(file), ["m=2..3"])
    before = take_census(family, tmp_path / "s.duckdb", Bounds(to=20), jobs=1)
    assert before["helped.py m=2"].first_terms[:4] == (0, 1, 2, 0)
    with open_census_store(tmp_path / "s.duckdb", family.digest(), Bounds(to=20)) as kept:
        assert len(kept.read(list(before))) == 2
        helper.write_text("def moves(m):\n    return [1, m + 1]\n")
        assert kept.read(list(before)) == {}
