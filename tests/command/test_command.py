"""The command as a person meets it: output, exit status, what is kept."""

from __future__ import annotations

import json
import re
import subprocess
from collections import deque
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grundwork.commands.answer import _plain
from tests.running import grundwork

if TYPE_CHECKING:
    from research.verdicts.findings import Findings

Run = Callable[..., subprocess.CompletedProcess[str]]
TWO_CLAIMS = """
from grundwork import Study, nim

study = Study("two-heaps", nim(2), source="a test")
study.p_positions(
    "Equal heaps lose.",
    believed=lambda piles: piles[0] == piles[1],
    controls={"one is empty": lambda piles: 0 in piles},
)
study.grundy_values(
    "The value is the sum.", believed=sum, controls={"the larger": max},
)
"""


@pytest.fixture
def confirmed_home(checked: Callable[[str], Findings], own_home: Path) -> Path:
    """A home in which the stone game has been checked."""
    checked("stone-game")
    return own_home


def test_an_unconfirmed_answer_is_refused_with_status_3_and_what_to_run(
    own_home: Path, at_once: Run
) -> None:
    done = at_once("answer", "stone-game", home=own_home)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.splitlines() == [
        "grundwork: stone-game is not confirmed: it has no certificate; "
        "run: grundwork check stone-game"
    ]


@pytest.mark.expensive
@pytest.mark.end_to_end
def test_a_confirmed_answer_is_printed_alone_and_how_far_it_was_compared_beside(
    confirmed_home: Path, at_once: Run
) -> None:
    # Project Euler 260 gives 173 895; 167 542 057 is its answer
    for words, expected in (
        ((), "167542057"),
        (("limit=100",), "173895"),
        (("limit=100", "modulus=1000"), "895"),
        (("limit=100", "algorithm=tables"), "173895"),
        (("limit=0",), "0"),
    ):
        done = at_once("answer", "stone-game", *words, home=confirmed_home)
        assert (done.returncode, done.stdout) == (0, expected + "\n")
        line = " ".join(done.stderr.split())
        assert re.match(r"grundwork: compared with .*, .*\d+ cases .*limit \d+", line)
        assert max(map(len, done.stderr.splitlines())) <= 80
    for word, named in (
        ("limit=-1", "limit=-1"),
        ("limit=10^9", "limit=1000000000"),
        ("algorithm=magic", "magic"),
    ):
        done = at_once("answer", "stone-game", "limit=9", word, home=confirmed_home)
        assert (done.returncode, done.stdout) == (2, "")
        assert named in done.stderr or "given twice" in done.stderr
    facts = json.loads(
        at_once("answer", "stone-game", "limit=100", "--json", home=confirmed_home).stdout
    )
    compared = facts.pop("compared")
    assert facts == {"study": "stone-game", "arguments": {"limit": 100}, "answer": 173895}
    assert compared["with"][0]["reached"] == {"limit": 24}


def test_a_refuted_claim_fails_only_a_strict_check(own_home: Path, tmp_path: Path) -> None:
    (tmp_path / "two.py").write_text(TWO_CLAIMS)
    for words, status in (((), 0), (("--strict",), 1)):
        done = grundwork("check", "two.py", *words, folder=tmp_path)
        assert done.returncode == status
        assert "found 0, believed 2" in done.stdout
        assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "levels", "said"),
    [
        (("-k", "grundy"), {"grundy-values": "refuted"}, "claims named 'grundy' only"),
        (
            ("--quick",),
            {"p-positions": "exhausted", "grundy-values": "refuted"},
            "small cases only",
        ),
        (("--size", "5"), {"p-positions": "proved", "grundy-values": "refuted"}, "size 5"),
        (("--limit", "9"), {"p-positions": "proved", "grundy-values": "refuted"}, "9 positions"),
    ],
)
def test_a_part_of_a_study_is_checked_and_nothing_is_kept(
    words: tuple[str, ...],
    levels: dict[str, str],
    said: str,
    tmp_path: Path,
    at_once: Run,
) -> None:
    home = tmp_path / "home"
    (tmp_path / "two.py").write_text(TWO_CLAIMS)
    done = at_once("check", str(tmp_path / "two.py"), *words, "--json", home=home)
    (facts,) = json.loads(done.stdout)
    assert {each["name"]: each["level"] for each in facts["verdicts"]} == levels
    assert said in facts["only"]
    shown = at_once("check", str(tmp_path / "two.py"), *words, home=home).stdout
    assert shown.splitlines()[-1].endswith(f"{said}: nothing is kept, no certificate written")
    assert not list(home.rglob("*.json"))


@pytest.mark.parametrize(
    ("words", "domain"),
    [
        (("--size", "5"), "every position to size 5"),
        (("--size", "5", "--limit", "9"), "every position to size 2, as size 3 has more than 9"),
        (("--limit", "9"), "every position to size 2, as size 3 has more than 9"),
    ],
)
def test_size_and_limit_bound_the_positions_that_claims_are_tried_on(
    words: tuple[str, ...], domain: str, tmp_path: Path, at_once: Run
) -> None:
    (tmp_path / "two.py").write_text(TWO_CLAIMS)
    done = at_once("check", str(tmp_path / "two.py"), "--no-proofs", *words, "--json")
    (facts,) = json.loads(done.stdout)
    (evidence,) = facts["verdicts"][0]["evidence"]
    assert evidence["domain"].startswith(domain)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"P": None, "N": [True]}, {"P": None, "N": [True]}),
        (deque([9, 1, 7]), [9, 1, 7]),
        (np.array([3, 1]), [3, 1]),
        ({(2, 1): {5, 4}}, {"(2, 1)": [4, 5]}),
        ([Fraction(20, 3)], ["20/3"]),
    ],
)
def test_json_keeps_rows_in_their_order_and_writes_other_values_as_printed(
    value: Any, written: Any
) -> None:
    assert json.loads(json.dumps(_plain(value))) == written


def test_the_report_of_a_study_is_not_written_over_that_of_another_file(
    refusal: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one.py", "other.py"):
        Path(name).write_text(TWO_CLAIMS)
    assert "'two-heaps': one.py and other.py both have this name" in refusal(
        "report", "one.py", "other.py", "--out", "out"
    )
    assert not Path("out").exists()
    Path("out").mkdir()
    Path("out/two-heaps.md").write_text('<!-- grundwork: {"target": "one.py"} -->\n')
    assert "one.py and other.py both" in refusal("report", "other.py", "--out", "out")
