"""``--misere`` and ``grundwork verify`` as a person meets them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_an_exported_proof_is_verified_and_a_changed_one_is_not(
    at_once: Run, refusal: Callable[..., str], tmp_path: Path
) -> None:
    at_once("prove", "octal:0.75", "--misere", "--export", str(tmp_path))
    file = tmp_path / "octal-0-75.proof.json"
    record = json.loads(file.read_text(encoding="utf-8"))
    other = tmp_path / "other.proof.json"
    for change in ({}, record | {"preperiod": 7}):
        other.write_text(json.dumps(change), encoding="utf-8")
        done = at_once("verify", str(file), str(other))
        right, wrong = done.stdout.splitlines()
        assert "checked: the misère quotient of the code 0.75 has 8 elements, 2 of them" in right
        assert (done.returncode, ": refused: " in wrong) == (1, True)
    assert at_once("verify", str(file)).returncode == 0
    assert "'none.json': no such file" in refusal("verify", "none.json")


@pytest.mark.parametrize("command", ["prove", "explore", "census"])
def test_rules_that_are_no_sums_of_heaps_are_refused(
    command: str, refusal: Callable[..., str]
) -> None:
    word = "vectors:(0,1)(1,0)" if command == "census" else "domineering"
    assert f"{word}: --misere: expected a heap game" in refusal(command, word, "--misere")


def test_a_census_of_misere_quotients_prints_its_facts_and_writes_no_table(
    at_once: Run, refusal: Callable[..., str]
) -> None:
    words = ("census", "octal:0.2?", "--misere", "--to", "20")
    assert json.loads(at_once(*words, "--json").stdout)[2]["order"] == 6
    assert "--misere: takes --to and --json" in refusal(*words, "--csv", "t.csv")
