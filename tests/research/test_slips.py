"""Ordinary slips in a solver or in its comparison: none of them is confirmed, or answers.

Each file below is one that a researcher might write in a hurry. The game takes 1, 3 or 4 tokens;
its P-positions are the heaps that leave 0 or 2 modulo 7 (Winning Ways, chapter 4). Arguments of
each kind are compared, given and answered as what they are.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from fast.errors import InputError
from fast.gate import NotConfirmedError
from research.checks.evidence import Settings
from research.claims.answers import ConfirmedAnswer
from research.claims.study import Study
from research.resolving.loading import load_study
from research.verdicts.checking import check_study
from research.verdicts.findings import Findings

FILE = """
import numpy as np
from fast.gate import gated
from oracles.heaps import subtraction
from research.claims.cases import Listed
from research.claims.study import Study

study = Study("slip", subtraction(1, 3, 4))

def truth(limit, *, modulus=None):
    lost = study.truth(max(limit, 250)).p_positions  # one graph for nearly all
    number = sum(sum(heaps) <= limit for heaps in lost)
    return number if modulus is None else number % modulus

def right(limit):
    return 2 * (limit // 7) + 1 + (limit % 7 >= 2)

SOLVER

def agree(fast, oracle=truth, limits=range(251), cases=None, **more):
    cases = cases or [{"limit": limit} for limit in limits]
    study.agree(
        fast, oracle, over=Listed("what is listed", lambda: cases), by="the graph",
        **{"controls": {"one more": lambda **case: oracle(**case) + 1}} | more,
    )

AGREEMENTS
study.answer, study.headline = count, {"limit": 9}
"""


def loaded(folder: Path, solver: str, agreements: str = "agree(count)") -> Study:
    path = folder / "slip.py"
    path.write_text(FILE.replace("SOLVER", solver).replace("AGREEMENTS", agreements))
    return load_study(str(path))


def checked(folder: Path, solver: str, agreements: str = "agree(count)") -> Findings:
    return check_study(loaded(folder, solver, agreements), Settings())


BLOCKS = """

@gated("slip")
def count(limit, block=10**6):
    "The last heap of each block is forgotten."
    return sum(
        n % 7 in (0, 2)
        for start in range(0, limit + 1, block)
        for n in range(start, min(start + block - 1, limit + 1))
    )
"""


def test_a_threshold_that_is_an_argument_is_compared_where_small_cases_cross_it(
    tmp_path: Path,
) -> None:
    found = checked(tmp_path, BLOCKS, 'agree(count, fixed={"block": 4})').comparisons
    assert [str(each.disagreement) for each in found] == ["limit=7: found 2, believed 3"]


HEAP = """
import functools
class Heap:
    def __init__(self, days):
        self.days = days
    def number(self, limit):
        return 2 * (limit // self.days) + 1 + (limit % self.days >= 2)
    @staticmethod
    @functools.cache
    def count(limit):
        return right(0) if limit <= 0 else Heap.count(limit - 1) + (limit % 7 in (0, 2))
def less(by, limit):
    return right(limit) - by
count = """


@pytest.mark.parametrize("solver", ["Heap(7).number", "Heap.count", "functools.partial(less, 0)"])
def test_a_right_solver_is_confirmed_whatever_kind_of_callable_it_is(
    tmp_path: Path, solver: str
) -> None:
    assert checked(tmp_path, HEAP + solver).faults == ()


RIGHT = "@gated('slip')\ndef count(limit):\n    return right(limit)"


def test_an_argument_of_another_type_than_was_compared_is_refused(tmp_path: Path) -> None:
    import numpy as np

    study = loaded(tmp_path, RIGHT)
    assert check_study(study, Settings()).sound
    answer = ConfirmedAnswer(study)
    assert answer({"limit": 100}).value == 30
    with pytest.raises(NotConfirmedError, match="limit: uint8 was not compared"):
        answer({"limit": np.uint8(100)})


def test_how_far_an_answer_was_compared_is_said_of_its_own_path(tmp_path: Path) -> None:
    solver = (
        "@gated('slip')\ndef count(limit: int, *, algorithm: str = 'quick') -> int:\n"
        "    return right(limit)"
    )
    agreements = """
def told(limit, algorithm="quick"):
    return truth(limit)

wrong = {"one more": lambda limit, algorithm="quick": truth(limit) + 1}
agree(count, told, controls=wrong)
agree(count, told, limits=range(50), fixed={"algorithm": "slow"}, controls=wrong)
"""
    study = loaded(tmp_path, solver, agreements)
    assert check_study(study, Settings()).sound
    slow = ConfirmedAnswer(study)({"limit": 100, "algorithm": "slow"}).words
    assert slow == (
        "compared with the graph, all 50 cases to limit 49; "
        "limit=100 lies beyond the cases compared"
    )
    assert ConfirmedAnswer(study)({"limit": 100}).words.endswith("is among the cases compared")
    assert ConfirmedAnswer(study)({"limit": -3}).words.endswith(
        "limit=-3 lies beyond the cases compared"
    )


AS_GIVEN = """
def count(limit, factors=None, misere=False):
    return right(limit) + (factors is not None and type(factors) is not list) + misere
"""
GIVEN = """
def told(limit, factors=None, misere=False):
    return truth(limit) + misere
for more in ({}, {"factors": [2, 3]}, {"misere": True}, {"misere": False}):
    agree(count, told, cases=[{"limit": n} | more for n in range(251)])
"""


def test_the_command_gives_arguments_as_they_were_compared(tmp_path: Path) -> None:
    study = loaded(tmp_path, AS_GIVEN, GIVEN)
    assert check_study(study, Settings()).faults == ()
    answer = ConfirmedAnswer(study)
    listed = answer.arguments(["limit=100", "factors=2,3"])
    assert listed == {"limit": 100, "factors": [2, 3]}
    won = answer.arguments(["limit=100", "misere=True"])
    assert won == {"limit": 100, "misere": True}
    assert answer(won).value == answer(listed).value + 1 == 31


def test_a_solver_that_changes_its_argument_answers_what_was_asked(tmp_path: Path) -> None:
    solver = "def count(limits):\n    return right(limits.pop())"
    told = "told = lambda limits: truth(limits[-1])"
    cases = "[{'limits': [n]} for n in range(251)]"
    study = loaded(tmp_path, solver, f"{told}\nagree(count, told, cases={cases})")
    study.headline = {"limits": [9]}
    assert check_study(study, Settings()).faults == ()
    for _ in range(2):
        answer = ConfirmedAnswer(study)(study.headline)
        assert answer.value == 4
        assert answer.words.endswith("is among the cases compared")


def test_one_call_that_was_compared_is_not_all_calls_to_its_limit(tmp_path: Path) -> None:
    twice = "agree(count)\nagree(count, cases=[{'limit': 300}])"
    study = loaded(tmp_path, "def count(limit):\n    return right(limit)", twice)
    assert check_study(study, Settings()).faults == ()
    assert ConfirmedAnswer(study)({"limit": 300}).words == (
        "compared with the graph, all 251 cases to limit 250, with the graph, 1 case up to "
        "limit 300; limit=300 is among the cases compared"
    )


def test_a_headline_that_the_solver_does_not_take_is_refused(tmp_path: Path) -> None:
    study = loaded(tmp_path, "def count(limit):\n    return right(limit)")
    assert ConfirmedAnswer(study).arguments([]) == {"limit": 9}
    study.headline = {"limt": 9}
    with pytest.raises(InputError, match=r"headline=.*'limt': 9.*count|limt.*takes limit"):
        ConfirmedAnswer(study).arguments([])
