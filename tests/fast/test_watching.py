"""What is noted of a folder is what its owner put there."""

from pathlib import Path

import pytest

from fast.watching import digest_of_names

pytestmark = pytest.mark.every_python


def test_the_home_of_grundwork_is_none_of_the_names_in_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRUNDWORK_HOME", str(tmp_path / "home"))
    (tmp_path / "data.txt").touch()
    before = digest_of_names(tmp_path)
    (tmp_path / "home").mkdir()
    assert digest_of_names(tmp_path) == before
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRUNDWORK_HOME", "home")
    assert digest_of_names(tmp_path) == before
    monkeypatch.setenv("GRUNDWORK_HOME", str(tmp_path / "elsewhere" / "home"))
    assert digest_of_names(tmp_path) != before
    (tmp_path / "data" / "home").mkdir(parents=True)
    assert digest_of_names(tmp_path / "data") != digest_of_names(tmp_path / "home")
