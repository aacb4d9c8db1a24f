"""The command as a person meets it: output, exit status, one clear line for what is wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.expensive

ROOT = Path(__file__).parent.parent.parent
SCRIPT = "import sys; sys.argv[0] = 'grundwork'; from research.cli import main; main()"


def grundwork(*words: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "GRUNDWORK_HOME": str(home), "COLUMNS": "80"},
    )


@pytest.fixture(scope="module")
def confirmed_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which the stone game has been checked."""
    home = tmp_path_factory.mktemp("home")
    done = grundwork("check", "stone-game", home=home)
    assert done.returncode == 0, done.stderr
    return home


def test_an_unconfirmed_answer_is_refused_with_status_3_and_what_to_run(tmp_path: Path) -> None:
    done = grundwork("answer", "stone-game", home=tmp_path)
    assert done.returncode == 3
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "grundwork: stone-game is not confirmed: it has no certificate; "
        "run: grundwork check stone-game"
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [  # Project Euler 260 gives 173 895; 167 542 057 is its answer
        ((), "167542057"),
        (("limit=100",), "173895"),
        (("limit=100", "modulus=1000"), "895"),
        (("limit=100", "algorithm=tables"), "173895"),
        (("limit=0",), "0"),
    ],
)
def test_a_confirmed_answer_is_printed_alone_and_how_far_it_was_compared_beside(
    confirmed_home: Path, words: tuple[str, ...], expected: str
) -> None:
    done = grundwork("answer", "stone-game", *words, home=confirmed_home)
    assert (done.returncode, done.stdout) == (0, expected + "\n")
    line = done.stderr.splitlines()
    assert len(line) == 1
    reduced = "modulus=1000" in words  # of the graph's numbers none is
    truth = r"marking, \d+ cases up to" if reduced else r"the graph, all \d+ cases to"
    assert re.match(rf"grundwork: compared with {truth} limit \d+", line[0])
    said = {(): "was compared itself", ("limit=100", "modulus=1000"): "was not compared itself"}
    assert re.search(rf"; this answer {said.get(words, 'lies within')}$", line[0])


def test_json_gives_the_same_facts(confirmed_home: Path) -> None:
    done = grundwork("answer", "stone-game", "limit=100", "--json", home=confirmed_home)
    facts = json.loads(done.stdout)
    compared = facts.pop("compared")
    assert facts == {"study": "stone-game", "arguments": {"limit": 100}, "answer": 173895}
    assert compared["beyond"] == {}
    assert compared["with"][0]["reached"] == {"limit": 24}


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("answer", "stone-gam"), "stone-gam"),
        (("answer", "no/such/file.py"), "no/such/file.py"),
        (("answer", "stone-game", "limit"), "limit"),
        (("answer", "stone-game", "limit="), "limit="),
        (("answer", "stone-game", "limit=ten"), "'ten'"),
        (("answer", "stone-game", "limit=1.5"), "1.5"),
        (("answer", "stone-game", "limit=-1"), "limit=-1"),
        (("answer", "stone-game", "limit=10^9"), "limit=1000000000"),
        (("answer", "stone-game", "limit=3", "limit=4"), "given twice"),
        (("answer", "stone-game", "piles=3"), "piles=3"),
        (("answer", "stone-game", "modulus=7"), "limit is missing"),
        (("answer", "stone-game", "limit=9", "modulus=0"), "modulus=0"),
        (("answer", "stone-game", "limit=9", "modulus=15", "factors=3,7"), "factors"),
        (("answer", "stone-game", "limit=9", "algorithm=magic"), "magic"),
        (("check", "--examples", "0"), "--examples"),
        (("check", "--examples", "many"), "--examples"),
        (("check", "--exampels", "9"), "--exampels"),
        (("chek",), "chek"),
        (("answer",), "STUDY"),
        (("check", "nothing"), "nothing"),
    ],
)
def test_wrong_input_gets_one_line_that_names_it_and_status_2(
    confirmed_home: Path, words: tuple[str, ...], named: str
) -> None:
    done = grundwork(*words, home=confirmed_home)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert named in done.stderr


def test_a_damaged_certificate_is_said_to_be_damaged(tmp_path: Path) -> None:
    path = tmp_path / "certificates" / "stone-game.json"
    path.parent.mkdir()
    path.write_text('{"format": 1, "fi')
    done = grundwork("answer", "stone-game", home=tmp_path)
    assert done.returncode == 3
    assert "damaged" in done.stderr


def test_refuted_claims_fail_only_a_strict_check(tmp_path: Path) -> None:
    done = grundwork("check", "stone-game", "--strict", home=tmp_path)
    assert done.returncode == 1
    assert "found 213, believed 360" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_list_says_which_studies_are_confirmed(confirmed_home: Path, tmp_path: Path) -> None:
    for home, confirmed in ((confirmed_home, True), (tmp_path, False)):
        rows = json.loads(grundwork("list", "stone-game", "--json", home=home).stdout)
        assert [row["study"] for row in rows] == ["stone-game"]
        assert (rows[0]["confirmed"] == "yes") == confirmed


def test_without_a_command_the_help_is_shown(tmp_path: Path) -> None:
    done = grundwork(home=tmp_path)
    assert done.returncode == 0
    assert "check" in done.stdout
    assert "answer" in done.stdout
