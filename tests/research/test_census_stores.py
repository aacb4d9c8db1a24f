"""The file of a census: what is none is refused as it is, and nothing lies beside it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import duckdb
import pytest

from research.families.known import Known
from research.families.looks import LOOKED, ClaimFound, Look
from research.families.running import Bounds
from research.families.store import PATIENCE, Store, StoreError, log_of

LOOK = Look(LOOKED, "a fault" * 99)


def refused(path: Path, said: str) -> None:
    """Hold that a store cannot be opened, at once, and why."""
    begun = time.monotonic()
    with pytest.raises(StoreError, match=f"(?s)^store=.*{said}.*; name another file with --store$"):
        Store(path, "code", Bounds())
    assert time.monotonic() - begun < PATIENCE


def test_a_damaged_store_is_called_so_and_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    with Store(path, "code", Bounds()) as store:
        for number in range(50):
            store.write(f"member {number}", LOOK)
    whole = path.read_bytes()
    damaged = whole[:12288] + b"\xff" * (len(whole) - 12288)
    path.write_bytes(damaged)
    refused(path, "cannot be opened as the store of a census")
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("name", ["text/x", "x" * 300, "dangling", "circle", "pipe"])
def test_where_no_store_can_be_is_said_and_nothing_is_taken_away(name: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    os.mkfifo(tmp_path / "pipe")
    before = sorted(tmp_path.iterdir())
    refused(tmp_path / name, "cannot be opened as the store of a census")
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ("create table measured as select 1 as x", "it holds the table measured"),
        ("create table looks(member varchar, score integer)", "a column score of INTEGER"),
        ("create schema x; create table x.looks(a integer)", "it holds the schema x, the table"),
        ("create view looks as select 1 as x", "it holds the view looks"),
        ("create sequence serial", "it holds the sequence serial"),
        ("create macro f(a) as a + 1", "it holds the macro f"),
        ("create type mood as enum ('sad')", "it holds the type mood"),
        ("create table taken(mark varchar primary key, what varchar)", "it holds the table taken"),
        ("create table looks(member varchar, made_by varchar)", "has not the key of one"),
    ],
)
def test_the_database_of_another_program_stays_as_it_is(
    made: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "theirs.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(made)
    before = path.read_bytes()
    refused(path, said)
    assert path.read_bytes() == before


KEPT = Look(
    *(LOOKED, "", "computed", "Grundy values"),
    Known((0, 1, 2), 9, digest="d"),
    (ClaimFound("c", "refuted", "It is so.", "'\udcff'"),),
    ("period: none",),
    '{"files": {}}',
)


@pytest.mark.parametrize(
    "edited",
    [
        *("claims = null", "claims = '{'", "claims = '7'", "allowed = null", "proposals = null"),
        *("first_terms = null", "first_terms = [1, null]", "state = null", "taken = 'abc'"),
        *("level = 'proved'", "period = 7", "member = 'another'", "seal = 'x'", "terms = null"),
        *("what = '{}'", "what = null", "mark = 'abc'"),
    ],
)
def test_a_row_that_is_not_as_it_was_written_is_refused(edited: str, tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    with Store(path, "code", Bounds()) as store:
        store.write("a", KEPT)
        assert store.read(["a"])["a"].claims[0].counterexample == r"'\udcff'"
    with duckdb.connect(str(path)) as connection:
        connection.execute(
            f"update {'taken' if edited[:4] in ('what', 'mark') else 'looks'} set {edited}"
        )
    with (
        Store(path, "code", Bounds()) as store,
        pytest.raises(StoreError, match=r"not the store of a census any more \(.*\); name another"),
    ):
        store.read(["a", "another"])


@pytest.mark.parametrize("then", ["gone", "another"])
def test_a_census_whose_file_is_no_longer_there_says_so(then: str, tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    with Store(path, "code", Bounds()) as store:
        store.write("a", LOOK)
        path.rename(tmp_path / "moved.duckdb")
        if then == "another":
            Store(path, "code", Bounds()).connection.close()
        for go_on in (lambda: store.write("b", LOOK), lambda: store.read(["a"])):
            with pytest.raises(StoreError, match="moved, removed or replaced meanwhile"):
                go_on()


def test_room_is_asked_for_only_where_there_is_none(tmp_path: Path) -> None:
    with Store(tmp_path / "s.duckdb", "code", Bounds()) as store:
        store.connection.execute("drop table looks")
        with pytest.raises(StoreError, match="cannot be written") as raised:
            store.write("a", LOOK)
    assert "make room" not in str(raised.value)


def test_a_file_of_the_name_of_its_log_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    log_of(path).write_text("mine")
    refused(path, "s.duckdb.wal is there")
    assert log_of(path).read_text() == "mine"
    assert not path.exists()
    log_of(path).unlink()
    os.mkfifo(log_of(path))
    refused(path, "s.duckdb.wal is not a file of its own")


def test_a_store_is_one_file_from_its_beginning_to_its_end(tmp_path: Path) -> None:
    """Rules may list the folder; what a killed process left in a log is taken in."""
    path, link = tmp_path / "s.duckdb", tmp_path / "link"
    Store(path, "code", Bounds()).connection.close()
    link.symlink_to(path)
    for member in ("a", "b"):
        with Store(link, "code", Bounds()) as store:
            assert sorted(tmp_path.iterdir()) == [link, path]
            store.write(member, LOOK)
            assert sorted(tmp_path.iterdir()) == [link, path]
    with duckdb.connect(str(path)) as connection:
        connection.execute("set checkpoint_threshold = '1GB'")
        connection.execute("pragma disable_checkpoint_on_shutdown")
        connection.execute("delete from looks where member = 'a'")
    assert log_of(link).exists()
    with Store(link, "code", Bounds()) as store:
        assert sorted(tmp_path.iterdir()) == [link, path]
        assert list(store.read(["a", "b"])) == ["b"]
