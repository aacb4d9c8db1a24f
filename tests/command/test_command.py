"""The command as a person meets it: output, exit status, one clear line for what is wrong."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grundwork.commands.answer import _in_python, _plain
from tests.running import grundwork

if TYPE_CHECKING:
    from research.verdicts.findings import Findings

pytestmark = pytest.mark.expensive

ROOT = Path(__file__).parent.parent.parent


Run = subprocess.CompletedProcess[str]


@pytest.fixture
def confirmed_home(checked: Callable[[str], Findings], own_home: Path) -> Path:
    """A home in which the stone game has been checked."""
    checked("stone-game")
    return own_home


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
    confirmed_home: Path, words: tuple[str, ...], expected: str, at_once: Callable[..., Run]
) -> None:
    done = at_once("answer", "stone-game", *words, home=confirmed_home)
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


ROWS = """
from collections import deque
import numpy as np
from grundwork import Listed, Study, nim

study = Study("rows", nim(1), source="an example")
FEW = range(16)

def rows(queue):
    queue.rotate(1)
    return [queue, range(2, 0, -1), np.array([3, 1]), {(2, 1): {5, 4}}, {frozenset({8, 6}), "x"}]

def truth(queue):
    turned = deque([queue[-1], *list(queue)[:-1]])
    return [turned, range(2, 0, -1), np.array([3, 1]), {(2, 1): {4, 5}}, {"x", frozenset({6, 8})}]

cases = Listed("queues", lambda: [{"queue": deque([a, 7, b])} for a in FEW for b in FEW])
controls = {"not turned": lambda queue: [queue, *truth(queue)[1:]]}
study.agree(rows, truth, over=cases, controls=controls, answer=True)
study.headline = {"queue": deque([9, 1, 7])}
"""


def test_json_keeps_the_order_of_rows_of_every_kind(
    tmp_path: Path, at_once: Callable[..., Run]
) -> None:
    (tmp_path / "rows.py").write_text(ROWS, encoding="utf-8")
    done = at_once("check", str(tmp_path / "rows.py"), home=tmp_path)
    assert done.returncode == 0, done.stdout
    done = at_once("answer", str(tmp_path / "rows.py"), "--json", home=tmp_path)
    facts = json.loads(done.stdout)
    assert facts["arguments"] == {"queue": [9, 1, 7]}
    assert facts["answer"] == [[7, 9, 1], [2, 1], [3, 1], {"(2, 1)": [4, 5]}, ["x", [6, 8]]]
    assert facts["in_python"]["arguments"] == {
        "type": "dict",
        "text": "{'queue': deque([9, 1, 7])}",
    }


@pytest.mark.parametrize(
    "value", [3, -(10**30), "P", None, True, 0.5, -0.0, [1, [2]], {"1": 2}, np.int64(5)]
)
def test_json_carries_plain_values_without_a_mark(value: Any) -> None:
    assert json.loads(json.dumps(_plain(value))) == value
    assert _in_python({"answer": value}) == {}


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"1": 2, 1: 3}, [["1", 2], [1, 3]]),  # no key hides another one
        ({True: 2, "true": 3}, [[True, 2], ["true", 3]]),
        ([{(1, 2): 3, "(1, 2)": 4}], [[[[1, 2], 3], ["(1, 2)", 4]]]),
        ({1: 2}, {"1": 2}),
        (Fraction(20, 3), "20/3"),
        ([Fraction(20, 3)], ["20/3"]),
        ({3, 1}, [1, 3]),
        ((1, 2), [1, 2]),
        (float("inf"), "inf"),  # JSON has none
        ([np.float64("nan")], ["nan"]),
    ],
)
def test_json_marks_what_it_does_not_carry(value: Any, written: Any) -> None:
    read = json.loads(json.dumps(_plain(value), allow_nan=False))
    assert (read, type(read)) == (written, type(written))
    mark = {"type": type(value).__name__, "text": repr(value)}
    assert _in_python({"answer": value}) == {"in_python": {"answer": mark}}


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
    confirmed_home: Path, words: tuple[str, ...], named: str, at_once: Callable[..., Run]
) -> None:
    done = at_once(*words, home=confirmed_home)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert named in done.stderr


def test_a_damaged_certificate_is_said_to_be_damaged(
    tmp_path: Path, at_once: Callable[..., Run]
) -> None:
    path = tmp_path / "records" / "stone-game.json"
    path.parent.mkdir()
    path.write_text('{"format": 1, "fi')
    done = at_once("answer", "stone-game", home=tmp_path)
    assert done.returncode == 3
    assert "damaged" in done.stderr


def test_refuted_claims_fail_only_a_strict_check(confirmed_home: Path) -> None:
    done = grundwork("check", "stone-game", "--strict", home=confirmed_home)
    assert done.returncode == 1
    assert grundwork("check", "stone-game", home=confirmed_home).returncode == 0
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
