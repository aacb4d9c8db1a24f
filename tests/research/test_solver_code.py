"""What a solver runs: branches that nothing took, and oracles that ask what they should judge."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oracles.rules import Game
from research.checks.evidence import ClaimError, Settings
from research.claims.agreement import Agreement, compare
from research.claims.cases import Listed
from research.resolving.loading import load_study
from research.verdicts.checking import check_study
from research.verdicts.findings import Findings

pytestmark = pytest.mark.every_python

OTHER = "another algorithm of the solver"


def total(limit: int, *, way: str = "formula") -> int:
    """The sum of the numbers to a limit."""
    return _by_formula(limit) if way == "formula" else _by_adding(limit)


def _by_formula(limit: int) -> int:
    return limit * (limit + 1) // 2


def _by_adding(limit: int) -> int:
    return sum(range(limit + 1))


@functools.cache
def kept(limit: int) -> int:
    """The same, kept for later."""
    return total(limit)


def independent(limit: int) -> int:
    """The same, by itself."""
    return sum(range(limit + 1))


def agreement(oracle: Any, fast: Any = total, game: Any = None) -> Agreement:
    """The agreement with an oracle that its author calls the graph."""
    cases = [{"limit": n} for n in range(300)]
    return Agreement(fast, oracle, Listed("limits", lambda: cases), truth="the graph", game=game)


@pytest.mark.parametrize(
    "oracle",
    [
        total,
        functools.partial(total),
        kept,
        lambda limit: total(limit) if limit > 150 else independent(limit),
    ],
)
def test_an_oracle_that_calls_what_it_should_judge_is_refused(oracle: Callable[..., Any]) -> None:
    with pytest.raises(ClaimError, match="its oracle calls what it should judge, total"):
        compare(agreement(oracle), Settings())


@pytest.mark.parametrize(
    ("oracle", "truth"),
    [
        (lambda limit: total(limit, way="adding"), OTHER),
        (_by_formula, OTHER),
        (independent, "the graph"),
    ],
)
def test_an_oracle_that_calls_other_code_of_the_solver_is_named_by_that(
    oracle: Callable[..., Any], truth: str
) -> None:
    found = compare(agreement(oracle), Settings())
    assert (found.agrees, found.truth) == (True, truth)


def takes(heap: int) -> list[int]:
    """The rules, which the game and a solver read."""
    return [heap - n for n in (1, 2) if n <= heap]


class Take(Game[int]):
    """Take one or two."""

    def start(self, size: int) -> range:
        return range(size + 1)

    def options(self, position: int) -> list[int]:
        return takes(position)


@functools.cache
def wins(limit: int) -> bool:
    """Whether the player to move wins."""
    return not all(wins(option) for option in takes(limit))


def test_rules_that_the_solver_reads_too_are_no_part_of_it() -> None:
    game = Take()

    def won(limit: int) -> bool:
        found: list[bool] = []
        for heap in range(limit + 1):
            found.append(any(not found[option] for option in game.options(heap)))
        return found[limit]

    assert compare(agreement(won, wins, game), Settings()).truth == "the graph"


HEAD = """
import contextlib
from grundwork import Study, gated, integers, subtraction
BYTES = bytes(range(1, 251))
"""
TAIL = """
study = Study('arms', subtraction(1, 2), source='a test', answer=count)
study.agree(count, lambda n: n + 1, over=integers(n=200), controls={'0': lambda n: 0})
"""
SOLVER = "@gated('arms')\ndef count(n):\n"


def agreed(folder: Path, solver: str) -> Findings:
    """What is found of a solver that must count 0, ..., n, compared to n = 200."""
    file = folder / "arms.py"
    file.write_text(HEAD + solver + TAIL)
    return check_study(load_study(str(file)), Settings())


NOT_TAKEN = {
    "a branch": ("    if n > 1000:\n        return 0\n    return n + 1\n", "if n > 1000:"),
    "a handler": (
        "    try:\n        return BYTES[n]\n    except IndexError:\n        return 0\n",
        "never run: except IndexError:",
    ),
    "after a block that an error leaves": (
        "    with contextlib.suppress(IndexError):\n        return BYTES[n]\n    return 0\n",
        "never run: return 0",
    ),
}


@pytest.mark.parametrize("arm", NOT_TAKEN)
def test_a_branch_that_no_comparison_took_is_named_and_confirms_nothing(
    tmp_path: Path, arm: str
) -> None:
    body, named = NOT_TAKEN[arm]
    found = agreed(tmp_path, SOLVER + body)
    assert any(fault.endswith(named) for fault in found.faults), found.faults


def test_refusals_are_exempt_and_a_reason_excuses_a_branch(tmp_path: Path) -> None:
    body = (
        "    assert n < 10**9, 'large'\n"
        "    if n < 0:\n        why = 'negative'\n        raise ValueError(why)\n"
        "    if n > 1000:  # pragma: no cover: the list is never that long\n        return 0\n"
        "    return n + 1\n"
    )
    found = agreed(tmp_path, SOLVER + body)
    assert found.faults == ()
    assert found.excused[0].endswith("if n > 1000: the list is never that long")
    without = body.replace(": the list is never that long", "")
    assert agreed(tmp_path, SOLVER + without).faults


def test_a_solver_may_call_itself_behind_its_gate_and_is_told_how(tmp_path: Path) -> None:
    # a function on one line has no branch
    body = "    return 1 if n == 0 else less(n) + 1\ndef less(n): return count.ungated(n - 1)\n"
    assert agreed(tmp_path, SOLVER + body).faults == ()
    (compared,) = agreed(tmp_path, SOLVER + body.replace(".ungated", "")).comparisons
    assert "write NAME.ungated" in str(compared.disagreement)


def test_an_answer_that_only_earlier_calls_make_right_confirms_nothing(tmp_path: Path) -> None:
    solver = "TABLE = []\n" + SOLVER + "    return n + 1 if TABLE else 0\n"
    warm = TAIL.replace("lambda n: n + 1", "lambda n: TABLE.append(n) or n + 1")
    (tmp_path / "arms.py").write_text(HEAD + solver + warm)
    (fault,) = check_study(load_study(str(tmp_path / "arms.py")), Settings()).faults
    assert fault.startswith("state between calls: count(n=")
    assert " is 0 in a new process" in fault
