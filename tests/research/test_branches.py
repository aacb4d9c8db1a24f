"""Which branches count as taken, as refusals, or as excused; and what a new process finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.checks.evidence import Settings
from research.resolving.loading import load_study
from research.verdicts.checking import check_study
from research.verdicts.findings import Findings

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
    "a case": (
        "    match n // 1000:\n        case 0:\n            return n + 1\n"
        "        case _:\n            return 0\n",
        "case 0:",
    ),
}


@pytest.mark.every_python
@pytest.mark.parametrize("arm", NOT_TAKEN)
def test_a_branch_that_no_comparison_took_is_named_and_confirms_nothing(
    tmp_path: Path, arm: str
) -> None:
    body, named = NOT_TAKEN[arm]
    found = agreed(tmp_path, SOLVER + body)
    assert any(fault.endswith(named) for fault in found.faults), found.faults


@pytest.mark.every_python
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


def test_a_function_on_one_line_has_no_branch(tmp_path: Path) -> None:
    body = "def more(n): return n + 1\n" + SOLVER + "    return more(n)\n"
    assert agreed(tmp_path, body).faults == ()


def test_a_solver_may_call_itself_behind_its_gate_and_is_told_how(tmp_path: Path) -> None:
    body = "    return 1 if n == 0 else 1 + count.ungated(n - 1)\n"
    assert agreed(tmp_path, SOLVER + body).faults == ()
    (compared,) = agreed(tmp_path, SOLVER + body.replace(".ungated", "")).comparisons
    assert "call the plain function, as in solver.ungated(...)" in str(compared.disagreement)


def test_an_answer_that_only_earlier_calls_make_right_confirms_nothing(tmp_path: Path) -> None:
    solver = "TABLE = []\n" + SOLVER + "    return n + 1 if TABLE else 0\n"
    warm = TAIL.replace("lambda n: n + 1", "lambda n: TABLE.append(n) or n + 1")
    (tmp_path / "arms.py").write_text(HEAD + solver + warm)
    (fault,) = check_study(load_study(str(tmp_path / "arms.py")), Settings()).faults
    assert fault.startswith("state between calls: count(n=")
    assert " is 0 in a new process" in fault
