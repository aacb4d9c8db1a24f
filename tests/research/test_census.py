"""A census: members that behave badly, what is kept of them, and what is compared."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from fast.errors import InputError
from research.families.census import take_census
from research.families.comparing import called_equal, compared, groups
from research.families.known import Known
from research.families.looks import (
    COUNTS,
    FAULTY,
    HEAPS,
    LOOKED,
    POSITIONS_IN_ORDER,
    ClaimFound,
    Look,
    look_at,
)
from research.families.members import Member, family_of
from research.families.page import page
from research.families.running import (
    CRASHED,
    TOO_LONG,
    TOO_MUCH_MEMORY,
    WRONG,
    Bounds,
    run_here,
)
from research.families.store import Store
from research.families.summary import Summary
from research.families.tables import COLUMNS, rows, write_csv, write_parquet
from research.families.telling import in_brief, told

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
            while kind == "loop":
                pass
            if kind == "memory":
                return [tuple([1] * 10**9)]
            if kind == "exit":
                os._exit(0)
            if kind == "raise":
                raise ValueError(f"no such heap in {object()}")
        return [(heap - n,) for n in (1, 2) if n <= heap]

    return take


def study(kind: str) -> Study:
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


def looked(file: Path, *kinds: str, bounds: Bounds, jobs: int = 2) -> dict[str, Look]:
    members = [Member(kind, f"{file} kind={kind}") for kind in kinds]
    return {kinds[place]: look for place, look in run_here(members, bounds, jobs)}


@pytest.mark.expensive
def test_members_that_crash_hang_or_need_too_much_are_recorded_and_the_rest_goes_on(
    bad: Path,
) -> None:
    kinds = ("crash", "sleep", "good", "loop", "memory", "exit", "raise")
    found = looked(bad, *kinds, bounds=Bounds(seconds=10, memory=1))
    assert {kind: look.state for kind, look in found.items()} == {
        "crash": CRASHED,
        "sleep": TOO_LONG,
        "good": LOOKED,
        "loop": TOO_LONG,
        "memory": TOO_MUCH_MEMORY,
        "exit": CRASHED,
        "raise": WRONG,
    }
    assert found["crash"].fault == "ended by SIGKILL"
    # without the folder and without an address, which would be another each time
    assert found["raise"].fault == "bad.py:23: ValueError: no such heap in <object object>"
    assert found["good"].known.first_terms[:6] == (0, 1, 2, 0, 1, 2)


def test_a_claim_is_refuted_with_its_counterexample_and_a_missed_control_is_a_fault(
    bad: Path,
) -> None:
    found = look_at(f"{bad} kind=claimed")
    assert [(claim.level, claim.counterexample) for claim in found.claims] == [
        ("refuted", "(3,): found True, believed False")
    ]
    assert look_at(f"{bad} kind=uncaught").state == FAULTY


def test_a_code_is_proved_or_computed_and_no_more_is_said() -> None:
    kayles, open_one = look_at("octal:0.77", 400), look_at("octal:0.6", 400)
    assert (kayles.level, kayles.known.preperiod, kayles.known.period) == ("proved", 71, 12)
    assert kayles.known.first_terms[:9] == (0, 1, 2, 3, 1, 4, 3, 2, 1)  # Winning Ways, chapter 4
    assert (open_one.level, open_one.known.theorem) == ("computed", "")


def look(*terms: int, period: int | None = None, state: str = LOOKED, kind: str = HEAPS) -> Look:
    theorem = "a theorem" if period else ""
    known = Known(terms, 9, 0 if period else None, period, 0 if period else None, None, theorem)
    return Look(state, "", "proved" if period else "computed", kind, known)


def test_members_are_grouped_by_all_that_was_compared() -> None:
    found = {
        "a": look(0, 1, 2),
        "b": look(0, 1, 2),
        "proved": look(0, 1, 2, period=3),
        "one more term": look(0, 1, 2, 0),
        "of other things": look(0, 1, 2, kind=COUNTS),
        "another value": look(0, 1, 1),
        "nothing": Look(CRASHED, "ended by SIGABRT"),
    }
    alone = ("one more term", "of other things", "another value")
    assert groups(found) == {**dict.fromkeys(("a", "b", "proved"), "a"), **{n: n for n in alone}}
    found["another period"] = look(0, 1, 2, period=4)  # and nobody knows which of them a has
    assert groups(found)["a"] == groups(found)["b"] == "a"
    assert {groups(found)[name] for name in ("proved", "another period")}.isdisjoint("a")


def test_sequences_are_said_to_differ_only_with_a_term_or_two_proved_periods() -> None:
    def said(*looks: Look) -> str:
        return Summary("", len(looks), {str(n): each for n, each in enumerate(looks)}).sequences

    same, proved, longer = look(0, 1, 2), look(0, 1, 2, period=3), look(0, 1, 2, 0)
    assert (said(proved), said(same)) == ("1 sequence", "1 sequence")
    assert said(proved, proved) == "1 sequence"  # its period gives every term
    assert said(same, proved) == "1 sequence to term 2"
    assert said(look(0, 1, period=3), look(0, 1, period=3)) == "1 sequence to term 1"
    assert said(same, proved, longer) == "no two sequences known to differ"
    assert said(same, look(0, 1, 1)) == said(proved, look(0, 1, 2, period=4))
    assert said(same, look(0, 1, 1)) == "2 different sequences"
    assert said(same, longer, look(0, 1, 1), proved) == "at least 2 different sequences"
    assert said(same, look(5, kind=COUNTS)) == "no two sequences known to differ"
    of_sizes = [replace(look(n, kind=POSITIONS_IN_ORDER), known=Known((n,), n)) for n in (4, 5)]
    assert said(*of_sizes) == "no two sequences known to differ"


def test_sequences_whose_digests_to_one_bound_differ_do_differ_beyond_the_terms_kept() -> None:
    """Of what was computed to another bound, nothing is said."""
    looks = {
        name: replace(look(0, 0, 1), known=Known((0, 0, 1), to, digest=digest))
        for name, to, digest in [("a", 400, "x"), ("b", 400, "y"), ("c", 400, "x"), ("d", 50, "z")]
    }
    assert groups(looks) == {"a": "a", "b": "b", "c": "a", "d": "d"}
    assert Summary("", 4, looks).sequences == "at least 2 different sequences"
    (apart, same, shorter), _ = compared(looks, {"A": ["a", "b", "c", "d"]})
    assert (apart.differ, same.differ, shorter.differ) == (True, False, False)
    assert str(apart).endswith(
        "agree on 3 terms, and differ: beyond them, as their digests to 400 do"
    )
    alone = {name: looks[name] for name in ("a", "d")}  # nothing says that they differ
    assert Summary("", 2, alone).sequences == "1 sequence to term 2"


LATE = '''\
"""Rules whose values differ from those of one another at heap k first."""

from grundwork import HeapGame, Study


def study(k: int) -> Study:
    rule = lambda heap: [(heap - n,) for n in (1, 2, 3) if n <= heap and (heap < k or n < 3)]
    return Study("late", HeapGame(rule), source="a test")
'''


def test_members_of_a_file_that_differ_beyond_the_terms_kept_are_not_one_sequence(
    tmp_path: Path,
) -> None:
    file = tmp_path / "late.py"
    file.write_text(LATE)
    looks = {k: look_at(f"{file} k={k}") for k in ("100", "200", "400", "500")}
    assert len({each.known.first_terms for each in looks.values()}) == 1
    assert groups(looks) == {"100": "100", "200": "200", "400": "400", "500": "400"}
    summary = Summary("late.py", 4, looks)
    assert summary.sequences == "at least 3 different sequences"
    assert [summary.same_to(first) for first in summary.groups] == [300]  # as far as was looked
    assert [row["same_to"] for row in rows(looks, {})] == [None, None, None, 300]
    same = {k: looks[k] for k in ("400", "500")}
    assert Summary("late.py", 2, same).sequences == "1 sequence to term 300"
    assert ">to 300</td>" in page(summary)


def test_of_two_that_a_table_calls_equal_none_differs_that_cannot_be_compared() -> None:
    found = {
        "heaps": look(0, 1, 2, 3),
        "counts": look(1, 1, 2, kind=COUNTS),
        "to 4": replace(look(3, kind=POSITIONS_IN_ORDER), known=Known((3, 2), 4)),
        "to 5": replace(look(3, kind=POSITIONS_IN_ORDER), known=Known((2, 1), 5)),
        "also to 5": replace(look(3, kind=POSITIONS_IN_ORDER), known=Known((2, 0), 5)),
    }
    called = {"A": ["heaps", "counts"], "B": ["to 4", "to 5"], "C": ["to 5", "also to 5"]}
    kinds, sizes, order = compared(found, called)[0]
    assert not kinds.differ
    assert not sizes.differ
    assert order.differ
    assert f"cannot be compared: {HEAPS}; and {COUNTS}" in str(kinds)
    assert "to size 4 and 5; give --to N" in str(sizes)
    assert "term 1 of the Grundy values of the positions, in the order of the" in str(order)
    summary = Summary("f", 5, found, {}, (kinds, sizes, order))
    assert "called equal: 3 pairs, 1 differ, 2 cannot be compared" in told(summary)
    assert page(summary).count(">cannot be compared<") == 2


def test_two_that_a_table_calls_equal_differ_first_where_they_do(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text(
        'member,called\n"s:1,2",Nim\n"s:1,2,4",Nim\ns:3,Nim\nx,Kayles\ny,Kayles\nz,q\n'
    )
    found = {
        "s:1,2": look(0, 1, 2, 0),
        "s:1,2,4": look(0, 1, 2, 0),
        "s:3": look(0, 1, 3, 0),
        "x": look(0, 1, period=2),
        "y": look(0, 1, period=4),
    }
    (same, other, ends), left = compared(found, called_equal(table))
    assert left == ["z"]
    assert (same.agree_on, same.differ) == (4, False)
    assert (other.agree_on, other.values, other.differ) == (2, (2, 3), True)
    assert ends.differ
    assert "period 2" in str(ends)


def test_a_code_in_a_table_is_the_member_however_it_is_written_and_none_is_dropped() -> None:
    found = {
        "octal:0.7": look(0, 1, 2),
        "octal:0.33": look(0, 1, 3),
        "take.py m=3": look(0, 1),
        "octal:0.07": Look(CRASHED),
    }
    called = {
        "A": ["hex:0.7", "octal:0.70", "subtraction:1,2"],
        "B": ["take.py  m=3", "octal:0.5"],
        "C": ["octal:0.07", "nothing"],
    }
    (pair,), left = compared(found, called)
    assert (pair.first, pair.second, pair.values) == ("octal:0.7", "octal:0.33", (2, 3))
    assert left == ["octal:0.70", "octal:0.5", "take.py  m=3", "octal:0.07", "nothing"]
    summary = Summary("a family", 4, found, {}, (pair,), tuple(left))
    said = " ".join(told(summary).split())
    assert "of the table 5 not compared: octal:0.70, octal:0.5, take.py m=3, octal:0.07" in said
    assert "not compared" in page(summary)


def test_of_which_members_a_claim_is_refuted_is_told_by_their_parameters() -> None:
    def claimed(*levels: str) -> Look:
        return replace(
            look(0, 1),
            claims=tuple(ClaimFound(n, v, "") for n, v in zip("ab", levels, strict=True)),
        )

    found = {
        f"take.py m={m} k={k}": claimed("refuted" if k % m == 0 else "exhausted", "exhausted")
        for m in (2, 3)
        for k in (1, 2, 3, 4)
    }
    summary = Summary("take.py m=2..3 k=1..4", 8, found)
    said = told(summary)
    assert "  claim a: 5 exhausted, 3 refuted\n    refuted of m=2 k=2,4; m=3 k=3\n" in said
    assert said.count("refuted of") == 1
    assert "m=2 k=2,4; m=3 k=3" in page(summary)


def test_members_that_fill_a_box_are_told_by_its_sides() -> None:
    def brief(*pairs: tuple[int, int]) -> str:
        return in_brief(f"f.py m={m} k={k}" for m, k in pairs)

    whole = [(m, k) for m in range(1, 21) for k in (1, 2, 3, 5, 7)]
    assert brief(*whole) == "m=1..20 k=1..3,5,7"
    assert brief(*whole[:-1]) == "m=1..19 k=1..3,5,7; m=20 k=1..3,5"
    assert brief((-1, 0), (0, 0), (1, 0), (10, 0)) == "m=-1,0,1,10 k=0"
    several = (f"f.py m={m} k={m * m % 1009}" for m in range(999))
    assert in_brief(several).endswith("; and more, which --csv writes")


def test_a_table_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text("only one word\n")
    with pytest.raises(InputError, match="line 1"):
        called_equal(table)
    with pytest.raises(InputError, match="cannot be read"):
        called_equal(tmp_path / "none.csv")
    with pytest.raises(InputError, match="not a file of its own"):
        called_equal(Path("/dev/zero"))


def test_a_store_gives_back_what_was_written_and_nothing_of_other_code(tmp_path: Path) -> None:
    file = tmp_path / "s.duckdb"
    claim = ClaimFound("a-claim", "refuted", "It's so.", "(1,)")
    known = Known((0, 1), 9, 0, 2, 0, None, "t", "s", digest="d", first_p_positions=("(0,0)",))
    whole = Look(LOOKED, "", "proved", HEAPS, known, (claim,))
    with Store(file, "code", Bounds()) as store:
        store.write("b", whole)
        store.write("a", look(0, 2))
        store.write("a", look(0, 1))
    with Store(file, "code", Bounds()) as store:
        assert store.read(["a", "b", "c"]) == {"a": look(0, 1), "b": whole}
    for made_by, bounds in (("other code", Bounds()), ("code", Bounds(to=5))):
        with Store(file, made_by, bounds) as store:
            assert store.read(["a", "b"]) == {}


def test_what_took_too_much_is_looked_at_again_where_more_is_allowed(tmp_path: Path) -> None:
    file = tmp_path / "s.duckdb"
    with Store(file, "code", Bounds(seconds=5, memory=1)) as store:
        store.write("a", Look(TOO_LONG))
    kept = {(s, m): bool(store_of(file, s, m)) for s in (4, 5, 6) for m in (1, 2)}
    assert [both for both, there in kept.items() if there] == [(4, 1), (5, 1)]


def store_of(file: Path, seconds: float, memory: float) -> dict[str, Look]:
    with Store(file, "code", Bounds(seconds=seconds, memory=memory)) as store:
        return store.read(["a"])


def test_what_crashed_is_looked_at_again_in_the_next_census_and_shown_in_this(
    tmp_path: Path,
) -> None:
    file = tmp_path / "s.duckdb"
    with Store(file, "code", Bounds()) as store:
        store.write("a", Look(CRASHED, "ended by SIGABRT"))
        store.write("b", Look(WRONG, "no rules"))
        assert set(store.read(["a", "b"])) == {"a", "b"}
    with Store(file, "code", Bounds()) as store:
        assert set(store.read(["a", "b"])) == {"b"}


FOUND = {
    "subtraction:1,2": look(0, 1, 2, 0, 1, 2, 0, 1, 2, period=3),
    "open, with a comma": look(*range(12)),
    "wrong": Look(WRONG, 'x.py:3: it says "<b>" | no', claims=()),
    "refuted": Look(
        LOOKED, "", "exhausted", HEAPS, claims=(ClaimFound("c", "refuted", "s", "(1,)"),)
    ),
}


def test_the_tables_hold_a_member_a_row_and_the_same_bytes(tmp_path: Path) -> None:
    from pyarrow import parquet

    table = rows(FOUND, {"open, with a comma": ["A000027 (12 terms)"]})
    for name in ("first", "second"):
        write_csv(tmp_path / f"{name}.csv", table)
        write_parquet(tmp_path / f"{name}.parquet", table)
    for suffix in ("csv", "parquet"):
        first, second = ((tmp_path / f"{n}.{suffix}").read_bytes() for n in ("first", "second"))
        assert first == second
    with (tmp_path / "first.csv").open(newline="") as file:
        read = list(csv.DictReader(file))
    assert [row["member"] for row in read] == list(FOUND)
    assert (read[0]["period"], read[1]["period"]) == ("3", "")
    whole = parquet.read_table(tmp_path / "first.parquet").to_pylist()
    assert list(whole[0]) == list(COLUMNS)
    assert whole[1]["first_terms"] == list(range(12))
    assert whole[3]["refuted"] == ["c: (1,)"]


def test_the_page_has_the_open_ones_first_and_escapes_what_it_shows() -> None:
    summary = Summary("a family", 5, FOUND, {})
    shown = page(summary)
    assert shown == page(Summary("a family", 5, FOUND, {}))
    places = [shown.index(f"<h2>{title}") for title in ("Open", "Refuted", "Proved", "Faults")]
    assert places == sorted(places)
    assert "<b>" not in shown
    assert summary.in_a_line().startswith("5 members: 1 proved, 2 open, 1 with a refuted claim, 1 ")
    assert "1 not looked at yet" in summary.in_a_line()


PARTIZAN = """
from grundwork import PartizanGame, Study

class Take(PartizanGame):
    def __init__(self, left, right):
        self.left, self.right = left, right

    def start(self, size):
        return range(size + 1)

    def left_options(self, n):
        return [n - t for t in (1, self.left) if t <= n]

    def right_options(self, n):
        return [n - t for t in (1, self.right) if t <= n]

def study(left: int, right: int) -> Study:
    return Study("take", Take(left, right), source="a test")
"""


def test_games_with_as_many_p_positions_are_not_said_to_have_the_same_values(
    tmp_path: Path,
) -> None:
    """Of partizan games only the numbers are compared; these two have other outcomes."""
    file = tmp_path / "take.py"
    file.write_text(PARTIZAN)
    words = [f"{file} left=2 right=3", f"{file} left=3 right=2"]
    looks = {word: look_at(word, 20) for word in words}
    assert {look.terms for look in looks.values()} == {COUNTS}
    assert {look.level for look in looks.values()} == {"exhausted"}
    assert len(set(groups(looks).values())) == 1
    shown = page(Summary("a family", 2, looks, {}))
    assert "P-positions to size 0, 1, 2, ...</td>" in shown


def test_what_is_no_store_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    import duckdb

    table, other = tmp_path / "own.csv", tmp_path / "other.duckdb"
    table.write_text("my,data\n1,2\n")
    with duckdb.connect(str(other)) as connection:
        connection.execute("create table looks (x integer)")
    for path in (table, other, tmp_path):
        with pytest.raises(InputError, match="cannot be opened as the store of a census"):
            Store(path, "code", Bounds())
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
    assert before["helped.py m=2"].known.first_terms[:4] == (0, 1, 2, 0)
    with Store(tmp_path / "s.duckdb", family.digest(), Bounds(to=20)) as kept:
        assert len(kept.read(list(before))) == 2
        helper.write_text("def moves(m):\n    return [1, m + 1]\n")
        assert kept.read(list(before)) == {}
