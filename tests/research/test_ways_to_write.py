"""Arguments of each kind are compared, given and answered as what they are.

The game takes 1, 3 or 4 tokens; its P-positions are the heaps that leave 0 or 2 modulo 7
(Winning Ways, chapter 4). Each solver counts them to a limit.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any

import pytest

from fast.errors import InputError
from fast.gate import NotConfirmedError
from fast.signature import made_of
from research.checks.evidence import Settings
from research.claims.answers import give_answer, how_far, parse_arguments
from research.verdicts.checking import check_study
from tests.research.test_slips import checked, loaded

AS_GIVEN = """
def count(limit, factors=None, misere=False):
    if factors is not None:
        return right(limit) + (type(factors) is not list)
    return right(limit) + misere
"""
GIVEN = """
def told(limit, factors=None, misere=False):
    return truth(limit) + misere
wrong = {"one more": lambda limit, factors=None, misere=False: told(limit, misere=misere) + 1}
agree(count, told, controls=wrong)
for more in ({"factors": [2, 3]}, {"misere": True}, {"misere": False}):
    agree(count, told, cases=[{"limit": n} | more for n in range(251)], controls=wrong)
"""


def test_the_command_gives_arguments_as_they_were_compared(tmp_path: Path) -> None:
    study = loaded(tmp_path, AS_GIVEN, GIVEN)
    assert checked(tmp_path, AS_GIVEN, GIVEN).faults == ()
    listed = parse_arguments(study, ["limit=100", "factors=2,3"])
    assert listed == {"limit": 100, "factors": [2, 3]}
    won = parse_arguments(study, ["limit=100", "misere=True"])
    assert won == {"limit": 100, "misere": True}
    assert give_answer(study, won) == give_answer(study, listed) + 1 == 31


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([1, 2], (1, 2)),
        (5, "5"),
        ({"x"}, {1}),
        ((True,), (1,)),
        ([(3, None)], [(3, 5)]),
        (deque([3, None]), deque([3])),
        ({"a": {1: None}}, {"a": {1: 2}}),
    ],
)
def test_kinds_are_told_apart_by_what_is_within(one: Any, other: Any) -> None:
    assert made_of(one) != made_of(other)


def test_a_choice_may_be_written_in_digits(tmp_path: Path) -> None:
    solver = 'def count(limit, rule="30"):\n    return right(limit) + (rule == "110")'
    told = "def told(limit, rule):\n    return truth(limit) + (rule == '110')\n"
    rules = "('30', '3x3', '01', 1, '110')"
    cases = f"[{{'limit': n, 'rule': rule}} for n in range(80) for rule in {rules}]"
    study = loaded(tmp_path, solver, f"{told}agree(count, told, cases={cases})\nagree(count)")
    assert check_study(study, Settings()).faults == ()
    assert give_answer(study, parse_arguments(study, ["limit=9", "rule=110"])) == 5
    given = [parse_arguments(study, [f"rule={text}", "limit=9"])["rule"] for text in ("3x3", "01")]
    assert given == ["3x3", "01"]
    assert parse_arguments(study, ["rule=1", "limit=9"])["rule"] == 1


def test_a_solver_that_changes_its_argument_answers_what_was_asked(tmp_path: Path) -> None:
    solver = "def count(limits):\n    return right(limits.pop())"
    told = "told = lambda limits: truth(limits[-1])"
    cases = "[{'limits': [n]} for n in range(251)]"
    study = loaded(tmp_path, solver, f"{told}\nagree(count, told, cases={cases})")
    study.headline = {"limits": [9]}
    assert check_study(study, Settings()).faults == ()
    for _ in range(2):
        assert give_answer(study, dict(study.headline)) == 4
    assert str(how_far(study, study.headline)).endswith("this answer lies within")


def test_an_ordinary_argument_with_a_list_as_default_is_no_memo(tmp_path: Path) -> None:
    solver = "def count(limit, taken=[1]):\n    return right(limit) + len(taken) - 1"
    study = loaded(tmp_path, solver)
    assert check_study(study, Settings()).faults == ()
    assert str(how_far(study, {"limit": 9})).endswith("this answer lies within")
    with pytest.raises(NotConfirmedError, match="taken: tuple was not compared"):
        give_answer(study, parse_arguments(study, ["limit=9", "taken=1,4"]))


def test_a_headline_that_the_solver_does_not_take_is_refused(tmp_path: Path) -> None:
    study = loaded(tmp_path, "def count(limit):\n    return right(limit)")
    study.headline = {"limt": 9}
    with pytest.raises(InputError, match=r"headline=.*'limt': 9.*count|limt.*takes limit"):
        parse_arguments(study, [])
    study.headline = {"limit": 9}
    assert parse_arguments(study, []) == {"limit": 9}
