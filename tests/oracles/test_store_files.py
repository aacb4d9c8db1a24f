"""The files of a store: what is damaged, of another form or no file, and what a kill leaves."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")
pytest.importorskip("duckdb")

from oracles.levels import solving
from oracles.levels.files import (
    HEADER,
    LOCK,
    WORK,
    StoreError,
    finished,
    read_header,
    write_header,
    write_json,
)
from oracles.levels.solving import solve_store
from oracles.levels.store import open_store
from oracles.vectors import nim


@pytest.fixture
def made(tmp_path: Path) -> Path:
    solve_store(nim(2), 3, tmp_path / "s", workers=0)
    return tmp_path / "s"


def file_of(**changed: Any) -> dict[str, Any]:
    return {"files": [{"name": "levels/000000/0.parquet", "rows": 1, "sha256": "", **changed}]}


@pytest.mark.parametrize(
    "changed",
    [
        {"files": "none"},
        {"files": [3]},
        {"files": []},
        {"surroundings": "none"},
        {"size": "3"},
        {"size": None},
        {"held_to": 3},
        {"positions": "10"},
        {"finished": 1},
        file_of(),
        file_of(name=3),
        file_of(name="../../other.parquet"),
        file_of(name="levels/first/0.parquet"),
        file_of(rows="1"),
        file_of(sha256=None),
    ],
)
def test_a_header_of_another_form_is_refused(made: Path, changed: dict[str, Any]) -> None:
    header = read_header(made)
    assert header is not None
    write_header(made, header | changed)
    with pytest.raises(StoreError, match=r"store\.json is not of the form of a store"):
        open_store(made)
    for name in changed:
        write_header(made, {key: value for key, value in header.items() if key != name})
        with pytest.raises(StoreError, match=r"store\.json is not of the form of a store"):
            solve_store(nim(2), 3, made, workers=0)


def test_a_pipe_in_the_place_of_a_file_is_refused_and_not_waited_for(made: Path) -> None:
    store = open_store(made)
    name = store.facts["files"][0]["name"]
    for pipe in (name, HEADER, LOCK):
        whole = (made / pipe).read_bytes()
        (made / pipe).unlink()
        os.mkfifo(made / pipe)
        with pytest.raises(StoreError, match=f"{pipe} is not a file of its own"):
            store.check() if pipe == name else solve_store(nim(2), 3, made, workers=0)
        (made / pipe).unlink()
        (made / pipe).write_bytes(whole)
    store.check()


@pytest.mark.parametrize("record", [{}, {"name": "f"}, {"sha256": 3}, [], "text", {"rows": 1}])
def test_a_record_of_work_that_is_damaged_counts_as_none(tmp_path: Path, record: Any) -> None:
    beside = tmp_path / WORK / "done" / "f.json"

    def make(path: Path) -> dict[str, Any]:
        path.write_text("made")
        return {"rows": 1}

    def never(_: Path) -> dict[str, Any]:
        raise AssertionError

    whole = finished(tmp_path, "f", make)
    assert finished(tmp_path, "f", never) == whole
    assert finished(tmp_path, "f", make, "another store") == whole
    assert finished(tmp_path, "f", never, "another store") == whole
    beside.rename(beside.with_name("g.json"))
    assert finished(tmp_path, "g", make, "another store")["name"] == "g"
    write_json(beside, record)
    assert finished(tmp_path, "f", make) == whole
    beside.write_text(json.dumps(json.loads(beside.read_text()) | {"rows": 2}))
    assert finished(tmp_path, "f", make) == whole


def test_what_a_kill_leaves_lies_in_the_store_and_goes_as_it_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = []

    def compare(_: object, store: Any, *rest: object) -> None:
        where.append(store.folder)

    monkeypatch.setattr(solving, "compare", compare)
    solve_store(nim(2), 9, tmp_path / "first", workers=0)
    (small,) = where
    assert small.parent == tmp_path / "first"
    left = tmp_path / "s" / small.name / "levels"
    left.mkdir(parents=True)
    (left / "0.parquet").touch()
    (tmp_path / "s" / LOCK).touch()
    solve_store(nim(2), 9, tmp_path / "s", workers=0)
    assert {path.name for path in (tmp_path / "s").iterdir()} == {"levels", LOCK, HEADER}


def test_what_is_no_work_of_a_store_stays_where_somebody_keeps_it(made: Path) -> None:
    kept = [made / "levels" / "000001" / "mine.txt", made / "work" / "done" / "mine.txt"]
    made.joinpath("work", "done").mkdir(parents=True)
    link = made / ".begun-link"
    link.symlink_to(made / "levels")
    for path in kept:
        path.write_text("mine")
    solve_store(nim(2), 3, made, workers=0)
    assert [path.read_text() for path in kept] == ["mine", "mine"]
    assert not link.is_symlink()
    open_store(made).check()


@pytest.mark.parametrize("step_named", ["begin", "collect", "expand", "value", "count_once"])
def test_a_store_that_is_moved_while_it_is_made_is_said_so_and_not_begun_again(
    step_named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"

    def run(step: Any, calls: Any) -> Any:
        for call in calls:
            if step.__name__ == step_named and call[0].folder == here:
                here.rename(there)
            yield step(*call)

    with monkeypatch.context() as patch:
        patch.setattr(solving, "run_here", run)
        with pytest.raises(StoreError, match=r"here': cannot be read or written \(.*\); leave it"):
            solve_store(nim(2), 3, here, workers=0)
    assert not here.exists()
    there.rename(here)
    solve_store(nim(2), 3, here, workers=0).check()


@pytest.mark.expensive
def test_workers_leave_nothing_outside_of_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = tmp_path / "usual"
    usual.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(usual))
    solve_store(nim(2), 9, tmp_path / "s", workers=1)
    assert list(usual.iterdir()) == []
