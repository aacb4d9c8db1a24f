"""``--misere`` and ``grundwork verify`` as a person meets them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_a_proof_is_exported_and_verified(
    at_once: Run, refusal: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = at_once("prove", "octal:0.75", "--misere", "--export", "proof")
    said = " ".join(done.stdout.split())
    assert (done.returncode, done.stderr) == (
        0,
        "1 file; begin with proof/misere-quotient.json\n",
    )
    assert "has order 8" in said
    assert "genus of the heaps 1 to 10: 1^031, 2^20," in said
    assert "Check again: grundwork prove octal:0.75 --misere" in said
    file = Path("proof", "misere-quotient.json")
    assert at_once("verify", str(file)).returncode == 0
    record = json.loads(file.read_text(encoding="utf-8"))
    record["pretending"][9] = record["pretending"][8]
    file.write_text(json.dumps(record), encoding="utf-8")
    done = at_once("verify", str(file))
    assert (done.returncode, done.stdout.count("\n")) == (1, 1)
    assert "'none.json': no such file" in refusal("verify", "none.json")


@pytest.mark.parametrize("command", ["prove", "explore", "census"])
def test_rules_that_are_no_sums_of_heaps_are_refused(
    command: str, refusal: Callable[..., str]
) -> None:
    word = "vectors:(0,1)(1,0)" if command == "census" else "domineering"
    assert f"{word}: --misere: expected a heap game" in refusal(command, word, "--misere")


def test_a_census_of_misere_quotients_is_a_table_and_the_same_facts(
    at_once: Run, refusal: Callable[..., str]
) -> None:
    words = ("census", "octal:0.2?", "--misere", "--to", "20")
    lines = at_once(*words).stdout.splitlines()
    assert lines[0].split()[:3] == ["member", "order", "P"]
    assert lines[3].split() == ["octal:0.22", "6", "2", "1", "3"]
    assert lines[-1] == "8 members: 6 proved, 2 open"
    assert json.loads(at_once(*words, "--json").stdout)[2]["order"] == 6
    assert "--misere: takes --to and --json" in refusal(*words, "--csv", "t.csv")


@pytest.mark.expensive
def test_misere_play_is_explored_with_its_quotient(at_once: Run) -> None:
    said = at_once("explore", "octal:0.31", "--misere", "--size", "6").stdout
    assert "impartial; misère play" in said
    assert "The quotient is <a, b | a^2 = 1, b^3 = b>. Its P-portion is a, b^2." in said
    assert "grundwork prove octal:0.31 --misere looks further" in " ".join(said.split())
