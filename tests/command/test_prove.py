"""``grundwork prove``: theorems from the command line, a wrong one, and what is exported."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.expensive
Run = Callable[..., subprocess.CompletedProcess[str]]

TAKE = """\
from grundwork import MoveGame, Study, claim_theorem

TAKE = MoveGame('''
    position play(x)
    move play -> play(x - n) for n where n >= 1 & n <= 3 & n <= x
''')
study = Study("take", TAKE, source="a test")
claim_theorem(
    study,
    "multiples of 4 lose",
    criterion="Ek x = 4*k",
    controls={"every position": "x >= 0"},
)
"""


@pytest.fixture(autouse=True)
def take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "take.py").write_text(TAKE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "take.py"


@pytest.mark.parametrize(
    ("words", "theorem", "rests_on"),
    [
        (("binary-blackboard",), "sum of distinct powers of four", "Kernel theorem"),
        (("octal:0.77",), "G(n + 12) = G(n) for every heap n >= 71", "octal periodicity theorem"),
    ],
)
def test_a_theorem_is_printed_with_what_it_rests_on(
    at_once: Run, words: tuple[str, ...], theorem: str, rests_on: str
) -> None:
    done = at_once("prove", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    first, _, rest = " ".join(done.stdout.split()).partition(" Method: ")
    assert first.startswith("Proved: ")
    assert theorem in first
    assert rests_on in rest.partition("Rests on:")[2]
    assert f"Check again: grundwork prove {' '.join(words)}" in done.stdout


def test_claims_that_only_theorems_check_are_named_beside_what_the_rules_give(
    at_once: Run,
) -> None:
    done = at_once("prove", "kayles")
    assert "More theorems: period. See: grundwork check kayles" in done.stdout
    assert "More theorems" not in at_once("prove", "octal:0.7").stdout


def test_members_are_proved_in_a_line_each_and_a_pattern_is_conjectured(
    take: Path, at_once: Run
) -> None:
    family = "from grundwork import Study, subtraction\ndef study(m: int):\n    return "
    take.write_text(f"{family}Study('take', subtraction(*range(1, m + 1)), source='a test')")
    said = " ".join(at_once("prove", "take.py", "m=2..6").stdout.split())
    assert "m=6: In subtraction:1,2,3,4,5,6, G(n + 7) = G(n) for every" in said
    assert "Conjecture over m = 2..6: G(n + m + 1) = G(n) for every heap n >= 0." in said
    for command in ("prove", "census"):
        facts = json.loads(at_once(command, "take.py", "m=2..6", "--json").stdout)
        law = "over m = 2..6: G(n + m + 1) = G(n) for every heap n >= 0"
        assert facts["conjectures"][0]["statement"] == law


def test_a_wrong_criterion_is_refuted_at_its_smallest_position(take: Path, at_once: Run) -> None:
    take.write_text(TAKE.replace("4*k", "5*k"), encoding="utf-8")
    done = at_once("prove", "take.py", "--json")
    facts = json.loads(done.stdout)
    assert (done.returncode, facts["level"]) == (0, "refuted")
    assert facts["counterexample"] == "4: found P, believed N"


def test_an_exported_walnut_script_has_the_criterion_and_a_line_for_each_statement(
    tmp_path: Path, at_once: Run
) -> None:
    done = at_once("prove", "take.py", "--export", "proof")
    assert done.returncode == 0, done.stderr
    walnut = tmp_path / "proof" / "walnut"
    commands = (walnut / "Command Files" / "statements.txt").read_text(encoding="utf-8")
    assert len(re.findall(r'^eval s\d+ "(.*)":$', commands, re.MULTILINE)) == commands.count("\n")
    assert [file.stem for file in (walnut / "Automata Library").iterdir()] == ["P_play"]


def test_each_theorem_of_a_study_is_exported_into_a_folder_of_its_own(
    take: Path, tmp_path: Path, at_once: Run
) -> None:
    second = TAKE[TAKE.index("claim_theorem(") :].replace("criterion=", 'name="again", criterion=')
    take.write_text(TAKE + second, encoding="utf-8")
    done = at_once("prove", "take.py", "--export", "proof")
    assert (done.returncode, done.stderr.count("\n")) == (0, 2), done.stderr
    files = [sorted(p.name for p in (tmp_path / "proof" / n).rglob("*.txt")) for n in "12"]
    assert "P_play.txt" in files[0]
    assert files[0] == files[1]


def test_nothing_is_exported_over_files_or_where_nothing_can_be_written(
    tmp_path: Path, at_once: Run
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for folder in ("full", "file", "file/below"):
        done = at_once("prove", "take.py", "--export", folder)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert f"--export='{folder}'" in done.stderr
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine.txt"]
    assert (tmp_path / "file").read_text() == "mine"


def test_a_theorem_is_written_for_rocq(at_once: Run) -> None:
    text = at_once("export", "take.py", "--what", "theorem", "--format", "rocq").stdout
    assert "P_position rules (play, [x]) <->\n    exists k : N, (x = (4 * k))" in text
    refused = at_once("export", "wythoff", "--what", "theorem", "--format", "rocq")
    assert refused.returncode == 2
    assert "not covered by Rocq: the numeration has no base" in refused.stderr


@pytest.mark.skipif(shutil.which("coqc") is None, reason="there is no coqc (Debian: coq)")
def test_what_rocq_has_checked_here_is_said_beside_the_theorem(at_once: Run) -> None:
    at_once("prove", "take.py", "--export", "proof")
    done = at_once("verify", "proof/take.proof.json", "--rocq")
    assert done.stdout.splitlines()[1].startswith("proof/take.proof.json: checked by Rocq ")
    assert "Checked by the independent checker; by Rocq " in at_once("prove", "take.py").stdout
