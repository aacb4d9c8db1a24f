"""Files are written whole or not at all, and where they were asked for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from research.system.files import (
    OutputError,
    require_writable,
    write_all,
    write_whole,
)


def test_a_symbolic_link_stays_one_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "elsewhere" / "target"
    target.parent.mkdir()
    link.symlink_to(target)
    write_whole(link, "one")
    assert link.is_symlink()
    assert target.read_text() == "one"
    write_all(tmp_path, {"link": "two"})
    assert link.is_symlink()
    assert target.read_text() == "two"


def test_a_letter_that_no_encoding_has_is_escaped(tmp_path: Path) -> None:
    write_whole(tmp_path / "f", "é\udcff")
    assert (tmp_path / "f").read_bytes() == "é".encode() + rb"\udcff"


def test_what_is_no_regular_file_is_written_through_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with os.fdopen(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), encoding="utf-8") as reader:
        require_writable(pipe, "csv", file=True)
        write_whole(pipe, "text")
        write_whole(pipe, b"bytes")
        assert reader.read() == "textbytes"
    with pytest.raises(OutputError, match="not a regular file"):
        write_all(tmp_path, {"other": "", "pipe": ""})
    assert [path for path in tmp_path.iterdir() if not path.is_fifo()] == []


def test_what_no_file_can_be_written_to_is_refused_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("")
    for name in ("text/x", "."):
        with pytest.raises(OutputError, match=r"(?s)^csv=.*name another$"):
            require_writable(tmp_path / name, "csv", file=True)
    assert {path.name for path in tmp_path.iterdir()} == {"text"}


def test_when_one_file_cannot_be_written_none_changes(tmp_path: Path) -> None:
    (tmp_path / "b.md").mkdir()
    (tmp_path / "a.md").write_text("old")
    with pytest.raises(OutputError, match=r"b\.md is not a regular file"):
        write_all(tmp_path, {"a.md": "new", "sub/c.md": "new", "b.md": "new"})
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / "a.md"]
    assert (tmp_path / "a.md").read_text() == "old"


def test_asking_whether_a_folder_can_be_written_leaves_no_trace(tmp_path: Path) -> None:
    require_writable(tmp_path / "a" / "b")
    require_writable(tmp_path)
    assert not list(tmp_path.iterdir())
    (tmp_path / "a").write_text("in the way")
    with pytest.raises(OutputError, match="cannot be written"):
        require_writable(tmp_path / "a" / "b")


def test_when_writing_stops_halfway_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: Any, **more: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OutputError, match="No space left on device"):
        write_all(tmp_path / "out", {"a.md": "new"})
    assert list((tmp_path / "out").iterdir()) == []
