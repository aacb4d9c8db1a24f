"""Which branches count as taken, as refusals, or as nothing to take."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.checks.evidence import Settings
from research.code.branches import Branches
from research.resolving.loading import load_study
from research.verdicts.checking import check_study
from research.verdicts.findings import Findings

pytestmark = pytest.mark.every_python

ABSTRACT = "import abc\nclass A:\n    @abc.abstractmethod\n    def f(self):\n        {}\nf = A.f\n"


def not_taken(
    folder: Path, text: str, executed: list[int], missing: list[list[int]]
) -> list[tuple[str, str]]:
    file = folder / "module.py"
    file.write_text(text, encoding="utf-8")
    space: dict[str, object] = {}
    exec(compile(text, str(file), "exec"), space)
    function = space["f"]
    seen = {"executed_lines": executed, "missing_branches": missing, "missing_lines": []}
    return list(Branches(file).not_taken([(function.__code__, function)], seen))  # type: ignore


@pytest.mark.parametrize(
    ("text", "executed", "missing", "number"),
    [
        (ABSTRACT.format("..."), [], [], 0),
        (ABSTRACT.format("'what it is'\n        pass"), [], [], 0),
        (ABSTRACT.format("print(1)"), [], [], 1),
        (ABSTRACT.format("return 1"), [], [], 1),
        ("def f(x):\n    pass\n", [], [], 1),
        ("def f(x):\n    raise ValueError\n", [], [], 0),
        ("def f(x):\n    raise KeyError\n", [], [], 1),
        ("def f(x):\n    if x:\n        return 2\n    raise ValueError\n", [], [], 1),
        (
            "def f(x):\n    if x > 1:\n        if x > 5:\n            return 2\n"
            "        raise ValueError\n    return 1\n",
            [2, 6],
            [[2, 3]],
            1,
        ),
    ],
)
def test_what_is_not_taken_counts_unless_it_refuses_or_does_nothing(
    tmp_path: Path, text: str, executed: list[int], missing: list[list[int]], number: int
) -> None:
    assert len(not_taken(tmp_path, text, executed, missing)) == number


BYTES = "BYTES = bytes(range(1, 251))\n"
HIDDEN_ARMS = {
    "a handler": "    try:\n        return BYTES[n]\n    except IndexError:\n        return 0",
    "a handler in a line": "    try: return BYTES[n]\n    except IndexError: return 0",
    "after a block that an error has left":
        "    with contextlib.suppress(IndexError):\n        return BYTES[n]\n    return 0",
    "one side of an expression": "    return n + 1 if n < 1000 else 0",
    "an operand": "    return n < 1000 and n + 1 or 0",
    "an operand of a default": "    return (n + 1) or 5",
    "a body in the line of its if": "    if n > 1000: return 0\n    return n + 1",
    "an outcome of a filter": "    return sum(1 for k in range(n + 1) if k < 1000)",
    "a function within": "    def big():\n        return 0\n    return (n + 1, big)[0]",
    "a function within, in a line": "    def big(): return 0\n    return (n + 1, big)[0]",
    "a function without a name": "    return (lambda: n + 1, lambda: 0)[n // 1000]()",
    "a case in a line":
        "    match n // 1000:\n        case 0: return n + 1\n        case _: return 0",
}  # fmt: skip
REFUSING = "    if n < 0: raise ValueError('negative' if n > -9 else 'far below')\n"


@pytest.mark.parametrize(
    ("arm", "excuse"),
    [(arm, "") for arm in HIDDEN_ARMS] + [("an operand", "  # not compared: a list is enough")],
)
def test_an_arm_that_no_comparison_took_confirms_nothing_unless_it_is_excused(
    tmp_path: Path, arm: str, excuse: str
) -> None:
    body = f"def count(n):{excuse}\n{REFUSING}{HIDDEN_ARMS[arm]}"
    found = agreed(tmp_path, f"import contextlib\n{BYTES}@gated('arms')\n{body}\n")
    assert bool(found.faults) == (not excuse)
    assert all(": never " in fault or " -> " in fault for fault in found.faults)


def test_arms_of_which_each_was_taken_are_confirmed(tmp_path: Path) -> None:
    body = (
        f"{REFUSING}    kept = [k for k in range(n + 1) if k != 3]\n    return len(kept) + (n > 2)"
    )
    twice = f"{body} if n < 100 else (lambda: n + 1)()"
    assert agreed(tmp_path, f"@gated('arms')\ndef count(n):\n{twice}\n").faults == ()


def agreed(folder: Path, solver: str) -> Findings:
    """What is found of a solver that must count 0, ..., n, compared to n = 200."""
    file = folder / "arms.py"
    head = "from grundwork import Study, gated, integers, subtraction\n"
    study = (
        "study = Study('arms', subtraction(1, 2), source='a test', answer=count)\n"
        "study.agree(count, lambda n: n + 1, over=integers(n=200), controls={'0': lambda n: 0})\n"
    )
    file.write_text(head + solver + study)
    return check_study(load_study(str(file)), Settings())


@pytest.mark.parametrize("line", ["import ctypes as c", "from ctypes import c", "c = (\n  1)"])
def test_a_name_is_excused_on_the_line_that_binds_it(tmp_path: Path, line: str) -> None:
    file = tmp_path / "module.py"
    file.write_text(f"b = 1  # not compared: another\n{line}  # not compared: why\n")
    assert Branches(file).excuse_of("c") == "why"
    assert Branches(file).excuse_of("d") == ""
