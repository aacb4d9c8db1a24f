"""``grundwork prove``: four theorems from the command line, changed rules, and wrong input."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from research.logic.decide import decide
from research.logic.numeration import Relation
from tests import running

pytestmark = pytest.mark.expensive

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
    criterion="CRITERION",
    controls={"every position": "x >= 0"},
    system="SYSTEM",
)
"""


def grundwork(*words: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder that is its home too."""
    return running.grundwork(*words, folder=home, home=home)


def take(folder: Path, criterion: str = "Ek x = 4*k", system: str = "lsd_2") -> str:
    file = folder / "take.py"
    text = TAKE.replace("CRITERION", criterion).replace("SYSTEM", system)
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("words", "theorem", "rests_on"),
    [
        (("binary-blackboard",), "sum of distinct powers of four", "Kernel theorem"),
        (("octal:0.77",), "G(n + 12) = G(n) for every heap n >= 71", "octal periodicity theorem"),
    ],
)
def test_a_theorem_is_printed_with_what_it_rests_on(
    tmp_path: Path, words: tuple[str, ...], theorem: str, rests_on: str
) -> None:
    done = grundwork("prove", *words, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    first, _, rest = " ".join(done.stdout.split()).partition(" Method: ")
    assert first.startswith("Proved: ")
    assert theorem in first
    assert rests_on in rest.partition("Rests on:")[2]
    assert f"Check again: grundwork prove {' '.join(words)}" in done.stdout


def test_claims_that_only_theorems_check_are_named_beside_what_the_rules_give(
    tmp_path: Path,
) -> None:
    done = grundwork("prove", "kayles", home=tmp_path)
    assert "By theorems too: period, heaps-of-value-6. See: grundwork check kayles" in done.stdout
    assert "By theorems too" not in grundwork("prove", "octal:0.7", home=tmp_path).stdout


def test_a_wrong_criterion_is_refuted_at_its_smallest_position(tmp_path: Path) -> None:
    done = grundwork("prove", take(tmp_path, criterion="Ek x = 5*k"), "--json", home=tmp_path)
    facts = json.loads(done.stdout)
    assert (done.returncode, facts["level"]) == (0, "refuted")
    assert facts["counterexample"] == "4: found P, believed N"


@pytest.mark.parametrize(
    ("words", "change", "named"),
    [
        ((), {"criterion": "Ek x = "}, "column"),
        ((), {"system": "lsd_11"}, "lsd_11"),
        (("no-such-study",), {}, "no-such-study"),
        (("octal:0.77", "--limit", "0"), {}, "--limit=0"),
    ],
)
def test_what_makes_no_sense_gets_one_line_and_status_2(
    tmp_path: Path, words: tuple[str, ...], change: dict[str, str], named: str
) -> None:
    done = grundwork("prove", *(words or (take(tmp_path, **change),)), home=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert named in done.stderr


def test_an_exported_walnut_script_says_what_was_decided(tmp_path: Path) -> None:
    done = grundwork("prove", take(tmp_path), "--export", "proof", home=tmp_path)
    assert done.returncode == 0, done.stderr
    walnut = tmp_path / "proof" / "walnut"
    commands = (walnut / "Command Files" / "statements.txt").read_text(encoding="utf-8")
    statements = re.findall(r'^eval s\d+ "(.*)":$', commands, re.MULTILINE)
    assert len(statements) == commands.count("\n")
    used = set(re.findall(r"\$(\w+)\(", commands))
    assert {file.stem for file in (walnut / "Automata Library").iterdir()} == used == {"P_play"}
    # the criterion is that of the file, and with another one a statement is false
    for criterion, truth in (("Ek x = 4*k", True), ("Ek x = 5*k", False)):
        relation = Relation.of("x", criterion)
        decisions = [decide(s, relations={"P_play": relation}).truth for s in statements]
        assert all(decisions) == truth


def test_nothing_is_exported_over_files_or_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for folder in ("full", "file", "file/below"):
        done = grundwork("prove", take(tmp_path), "--export", folder, home=tmp_path)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert f"--export='{folder}'" in done.stderr
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine.txt"]
    assert (tmp_path / "file").read_text() == "mine"
