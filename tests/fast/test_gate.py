"""The gate refuses an answer without a valid certificate, and says what to run."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fast.errors import NotConfirmedError
from fast.gate import function_name, gated, inputs
from fast.gate.certificate import (
    Certificate,
    Certified,
    ComparedWith,
    certificate_path,
    mark_of,
    read_certificate,
    written,
)
from fast.gate.signature import call_signature
from tests.running import python


@gated("doubling")
def double(number: int, *, way: str = "times") -> int:
    """A solver to put behind a gate."""
    return 2 * number if way == "times" else number + number


@pytest.fixture
def certificate(tmp_path: Path) -> dict[str, Any]:
    """A certificate that is valid now, not yet written."""
    source = tmp_path / "rules.py"
    source.write_text("TAKE = 1\n")
    signature = call_signature(double, {"number": 1})
    compared = ComparedWith(signature, "addition", {"number": 9}, 10, whole=True, marks="")
    valid = Certificate(
        study="doubling",
        file=str(source),
        functions={function_name(double): Certified(frozenset(), (), (compared,))},
        versions=inputs.versions_of(["python", "networkx"]),
        files={str(source): str(inputs.digest(source))},
        findings={"verdicts": [1, True, None, "text"]},
    )
    return dict(json.loads(written(valid)))


def write(content: dict[str, Any] | str) -> None:
    """Put a certificate where the gate looks for it."""
    path = certificate_path("doubling")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))


@pytest.mark.every_python
def test_a_valid_certificate_opens_the_gate(certificate: dict[str, Any]) -> None:
    write(certificate)
    assert double(21) == 42


def test_one_changed_character_closes_the_gate(certificate: dict[str, Any], tmp_path: Path) -> None:
    write(certificate)
    assert double(21) == 42
    (tmp_path / "rules.py").write_text("TAKE = 2\n")
    with pytest.raises(NotConfirmedError, match=r"rules\.py has changed"):
        double(21)
    (tmp_path / "rules.py").write_text("TAKE = 1\n")
    assert double(21) == 42
    (tmp_path / "rules.py").unlink()
    with pytest.raises(NotConfirmedError, match=r"rules\.py has changed"):
        double(21)


@pytest.mark.parametrize(("package", "now"), [("networkx", r"\d"), ("uninstalled", "missing")])
def test_another_version_of_a_package_or_none_closes_the_gate(
    package: str, now: str, certificate: dict[str, Any]
) -> None:
    certificate["versions"][package] = "0.1"
    write(certificate)
    with pytest.raises(NotConfirmedError, match=rf"checked with {package} 0\.1, now {now}"):
        double(21)


@pytest.mark.every_python
def test_python_without_its_asserts_is_another_python(certificate: dict[str, Any]) -> None:
    write(certificate)
    asking = "from fast.gate.certificate import read_certificate; read_certificate('doubling')"
    assert python("-c", asking).returncode == 0
    refused = python("-O", "-c", asking).stderr
    assert f"now {certificate['versions']['python']} -O" in refused


@pytest.mark.parametrize("content", ["", "{", "[]", '{"files": 3}', "[" * 10**5, "versions"])
def test_a_damaged_certificate_counts_as_none_and_is_named(
    content: str, certificate: dict[str, Any]
) -> None:
    write(
        {n: each for n, each in certificate.items() if n != content}
        if content.isalpha()
        else content
    )
    with pytest.raises(NotConfirmedError, match="damaged"):
        double(21)


@pytest.mark.parametrize("bits", [64, 100_000])
def test_an_integer_of_any_length_is_kept_exactly(certificate: dict[str, Any], bits: int) -> None:
    write(certificate)
    valid = read_certificate("doubling")
    ((name, known),) = valid.functions.items()
    reached = {"number": 2**bits + 1, "other": -(2**bits) - 1}
    far = msgspec.structs.replace(known.compared[0], reached=reached)
    functions = {name: Certified(known.texts, known.modulo, (far,))}
    write(written(msgspec.structs.replace(valid, functions=functions)))
    assert read_certificate("doubling").functions == functions


def test_the_certificate_of_another_study_or_file_does_not_open(
    certificate: dict[str, Any], tmp_path: Path
) -> None:
    write(certificate | {"study": "tripling"})
    with pytest.raises(NotConfirmedError, match="that of tripling"):
        double(21)
    write(certificate)
    with pytest.raises(NotConfirmedError, match=r"certificate is that of .*rules\.py"):
        read_certificate("doubling", tmp_path / "elsewhere.py")


def test_only_a_call_of_plain_data_has_a_mark_and_a_default_is_as_good_as_given() -> None:
    assert mark_of(double, {"number": 3}) == mark_of(double, {"number": 3, "way": "times"})
    assert mark_of(double, {"number": 3}) != mark_of(double, {"number": True})
    assert mark_of(double, {"number": (1, [2])}) != mark_of(double, {"number": (1, (2,))})
    assert mark_of(double, {"number": object()}) == ""


def test_data_that_is_read_below_the_folder_of_the_study_takes_part(tmp_path: Path) -> None:
    study = tmp_path / "study.py"
    (tmp_path / "deep").mkdir()
    read_, kept, elsewhere = (tmp_path / name for name in ("deep/a.txt", "memo.txt", "c.txt"))
    for file in (study, read_, kept, elsewhere):
        file.write_text("1")
    inputs.begin_check()
    read_.read_text()
    kept.write_text("2")
    kept.read_text()  # it is the program's own
    names = {Path(name).name for name in inputs.files_of(study)}
    assert names >= {"study.py", "a.txt", inputs.GRUNDWORK}
    assert not names & {"memo.txt", "c.txt"}
    assert "c.txt" in {Path(name).name for name in inputs.files_of(study, [elsewhere])}


@pytest.mark.every_python
def test_modules_take_part_as_they_were_loaded_and_an_edited_one_closes_the_gate(
    certificate: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    helper = tmp_path / "helper_of_a_test.py"
    helper.write_text("THREE = 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("helper_of_a_" + "test")
    before = inputs.files_of(tmp_path / "study.py")
    assert str(helper) in before
    assert inputs.edited_since_loaded(before) == inputs.changes(before) == []
    helper.write_text("THREE = 1\n")
    assert inputs.edited_since_loaded(before) == inputs.changes(before) == [str(helper)]
    certificate["files"] = inputs.files_of(tmp_path / "study.py")  # confirmed elsewhere, as edited
    write(certificate)
    with pytest.raises(NotConfirmedError, match="edited after it was loaded; start again"):
        double(21)
    importlib.reload(sys.modules["helper_of_a_test"])
    assert inputs.edited_since_loaded(inputs.files_of(tmp_path / "study.py")) == []


def test_grundwork_counts_by_the_files_that_judge_and_not_by_reports_or_pictures() -> None:
    shows = {file for file in map(str, inputs.ROOT.rglob("research/**/*.py")) if inputs.shows(file)}
    assert any("/reporting/" in file for file in shows)
    assert any(file.endswith("stone_game/report.py") for file in shows)
    assert not any(
        room in file for room in ("/verdicts/", "/claims/", "/conject") for file in shows
    )
