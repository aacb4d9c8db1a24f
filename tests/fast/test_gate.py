"""The gate refuses an answer without a valid certificate, and says what to run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fast import confirmed
from fast.confirmed import NotConfirmedError, certificate_path, digests, function_name, gated


@gated("doubling")
def double(number: int) -> int:
    """A solver to put behind a gate."""
    return 2 * number


@pytest.fixture
def certificate(tmp_path: Path) -> dict[str, Any]:
    """A certificate that is valid now, not yet written."""
    source = tmp_path / "rules.py"
    source.write_text("TAKE = 1\n")
    return {
        "format": confirmed.FORMAT,
        "functions": [function_name(double)],
        "files": digests([str(source)]),
        "versions": confirmed.versions(["python", "networkx"]),
    }


def write(content: dict[str, Any] | str) -> None:
    """Put a certificate where the gate looks for it."""
    path = certificate_path("doubling")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))


def test_a_valid_certificate_opens_the_gate(certificate: dict[str, Any]) -> None:
    write(certificate)
    assert double(21) == 42


def test_without_a_certificate_the_answer_is_refused_and_the_command_named() -> None:
    with pytest.raises(NotConfirmedError, match=r"no certificate; run: grundwork check"):
        double(21)
    assert double.ungated(21) == 42


def test_one_changed_character_closes_the_gate(certificate: dict[str, Any], tmp_path: Path) -> None:
    write(certificate)
    assert double(21) == 42
    (tmp_path / "rules.py").write_text("TAKE = 2\n")
    with pytest.raises(NotConfirmedError, match=r"rules\.py has changed"):
        double(21)
    (tmp_path / "rules.py").write_text("TAKE = 1\n")
    assert double(21) == 42


def test_a_removed_file_closes_the_gate(certificate: dict[str, Any], tmp_path: Path) -> None:
    write(certificate)
    (tmp_path / "rules.py").unlink()
    with pytest.raises(NotConfirmedError, match=r"rules\.py has changed"):
        double(21)


def test_another_version_of_a_package_closes_the_gate(certificate: dict[str, Any]) -> None:
    certificate["versions"]["networkx"] = "0.1"
    write(certificate)
    with pytest.raises(NotConfirmedError, match=r"networkx 0\.1"):
        double(21)


def test_a_missing_package_closes_the_gate(certificate: dict[str, Any]) -> None:
    certificate["versions"]["no-such-package"] = "1.0"
    write(certificate)
    with pytest.raises(NotConfirmedError, match="no-such-package"):
        double(21)


def test_a_function_that_was_not_compared_stays_behind_the_gate(
    certificate: dict[str, Any],
) -> None:
    certificate["functions"] = ["fast/other.py:double"]
    write(certificate)
    with pytest.raises(NotConfirmedError, match="was not compared"):
        double(21)


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "null", '"text"', '{"format": 1}', '{"format": 1, "files": 3}'],
)
def test_a_damaged_certificate_counts_as_none_and_is_named(content: str) -> None:
    write(content)
    with pytest.raises(NotConfirmedError, match="damaged"):
        double(21)


def test_a_certificate_cut_short_anywhere_counts_as_none(certificate: dict[str, Any]) -> None:
    whole = json.dumps(certificate)
    for length in range(0, len(whole), 7):
        write(whole[:length])
        with pytest.raises(NotConfirmedError):
            double(21)
