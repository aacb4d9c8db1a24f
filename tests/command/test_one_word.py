"""The same word or file is the same game to every command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.running import grundwork
from tests.texts import LINE

pytestmark = pytest.mark.expensive

STUDY = 'other = nim(2)\nstudy = Study("line", Line(), source="a test")\n'
COMMANDS = {
    "check": (),
    "prove": (),
    "explore": ("--size", "3"),
    "play": ("--position", "3"),
    "export": ("--what", "values", "--format", "bfile", "--size", "6"),
}
EQUAL = """\
from grundwork import Game, Study, VectorGame, claim_theorem

study = Study("equal", VectorGame([(1, 0), (0, 1)]), source="a test")
claim_theorem(study, "Equal heaps.", criterion="x1 = x2", controls={"less": "x1 < x2"})
"""


def write(folder: Path, text: str, name: str = "line.py") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return name


def test_a_file_is_one_game_to_every_command(tmp_path: Path) -> None:
    file = write(tmp_path, f"from grundwork import Game, Study, nim\n\n\n{LINE}\n\n{STUDY}")
    done = {c: grundwork(c, file, *more, folder=tmp_path) for c, more in COMMANDS.items()}
    assert {c: run.returncode for c, run in done.items()} == dict.fromkeys(COMMANDS, 0)
    assert done["check"].stdout == "line\n"
    assert done["prove"].stdout.startswith("Proved: ")
    assert done["explore"].stdout.startswith("Line\n")
    assert done["play"].stdout.startswith("Line: ")
    assert done["export"].stdout.split()[1::2] == ["0", "1", "2", "0", "1", "2", "0"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'a = Study("a", nim(2))\nb = Study("b", nim(3))\n',
            "line.py:5: defines a and b: expected one Study",
        ),
        (
            "game = nim(2)\n",
            "line.py:1: defines no Study: expected one Study, for example study = Study(",
        ),
        (
            'study = Study("kayles", nim(2))\n',
            "line.py:4: Study('kayles'): Grundwork has a study of that name; choose another",
        ),
    ],
    ids=["two studies", "a game and no study", "a name that is taken"],
)
def test_every_command_refuses_a_file_with_the_same_line(
    text: str, said: str, tmp_path: Path
) -> None:
    file = write(tmp_path, f"from grundwork import Study, nim\n\n\n{text}")
    lines = set()
    for command, more in {**COMMANDS, "answer": (), "list": (), "report": ()}.items():
        done = grundwork(command, file, *more, folder=tmp_path)
        assert (done.returncode, done.stdout) == (2, ""), command
        lines.add(done.stderr)
    (line,) = lines
    assert line.startswith(f"grundwork: {said}")
    assert line.count("\n") == 1


def test_a_study_without_claims_is_checked_and_confirms_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRUNDWORK_HOME", str(tmp_path / "home"))
    file = write(tmp_path, "from grundwork import Study, nim\n\nstudy = Study('line', nim(2))\n")
    done = grundwork("check", file, folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "line\n")
    assert done.stderr.startswith("grundwork: line.py: nothing is claimed, so there is nothing to")
    assert 'study = Study("line", game); study.p_positions(' in done.stderr
    (listed,) = json.loads(grundwork("list", file, "--json", folder=tmp_path).stdout)
    assert (listed["study"], listed["claims"], listed["confirmed"][:2]) == ("line", 0, "no")


def test_a_file_with_a_theorem_is_proved_by_it_and_checked_with_it(tmp_path: Path) -> None:
    file = write(tmp_path, EQUAL, "equal.py")
    proved = " ".join(grundwork("prove", file, folder=tmp_path).stdout.split())
    assert proved.startswith(
        "Proved: the criterion below is the set of P-positions, for every size"
    )
    assert "in the words of equal.py: Equal heaps." in proved
    assert "Check again: grundwork prove equal.py" in proved
    checked = grundwork("check", file, folder=tmp_path)
    assert "proved     criterion-for-every-size" in checked.stdout
