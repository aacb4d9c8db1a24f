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
    "an operand of a chain of comparisons": "    e = 1\n    1000 < n < (e := 0)\n    return n + e",
    "the message of an assertion":
        "    try:\n        assert n < 1000, (e := 0)\n    except AssertionError:"
        "  # not compared: no\n        return e\n    return n + 1",
    "a class within": "    class A:\n        e = 1 if n < 1000 else 0\n    return n + A.e",
    "a method of a class within":
        "    class A:\n        def e(self):\n            return 1 if n < 1000 else 0\n"
        "    return n + A().e()",
    "a default": "    def e(by=1 if n < 1000 else 0):\n        return by\n    return n + e()",
    "what is given on the way to an error":
        "    def given():\n        if n > 1000:\n            yield 0\n"
        "            raise ValueError\n        yield n + 1\n    return next(given())",
    "an error that is caught at once":
        "    e = 1\n    try:\n        if n > 1000:\n            e = 0\n"
        "            raise ValueError\n        int('x')\n    except ValueError:\n        pass\n"
        "    return n + e",
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


def test_what_is_evaluated_only_to_refuse_needs_no_comparison(tmp_path: Path) -> None:
    body = (
        "    assert n >= 0, 'negative'\n    assert n < 10**9, f'{n if n % 2 else -n} is large'\n"
        "    if n == 10**8:\n        raise AssertionError('none')\n    return n + 1\n"
    )
    assert agreed(tmp_path, f"@gated('arms')\ndef count(n):\n{body}").faults == ()


def test_a_solver_may_call_itself_behind_its_gate(tmp_path: Path) -> None:
    body = "    return 1 if n == 0 else 1 + count.ungated(n - 1)\n"
    assert agreed(tmp_path, f"@gated('arms')\ndef count(n):\n{body}").faults == ()


def test_a_solver_that_calls_itself_through_its_gate_is_told_what_to_call(tmp_path: Path) -> None:
    body = "    return 1 if n == 0 else 1 + count(n - 1)\n"
    (compared,) = agreed(tmp_path, f"@gated('arms')\ndef count(n):\n{body}").comparisons
    assert "call the plain function, as in solver.ungated(...)" in str(compared.disagreement)
    assert "grundwork check" not in str(compared.disagreement)


def test_a_wrapper_above_the_gate_is_compared_as_what_it_is(tmp_path: Path) -> None:
    body = (
        "import functools\n@gated('arms')\ndef right(n):\n    return n + 1\n"
        "@functools.wraps(right)\ndef count(n):\n    return right.ungated(n) + (n == 7)\n"
    )
    (compared,) = agreed(tmp_path, body).comparisons
    assert compared.disagreement is not None
    assert (compared.disagreement.found, compared.disagreement.believed) == ("9", "8")


def test_an_arm_is_named_as_it_is_written(tmp_path: Path) -> None:
    body = "    return n + 1 if n < 1000 else len('word')\n"
    (fault,) = agreed(tmp_path, f"@gated('arms')\ndef count(n):\n{body}").faults
    assert fault.endswith(": never evaluated: \"len('word')\"")


def test_what_answers_otherwise_when_it_is_asked_again_is_not_confirmed(tmp_path: Path) -> None:
    body = (
        "LAST = [-1]\n@gated('arms')\ndef count(n):\n    again = LAST.pop() == n\n"
        "    LAST.append(n)\n    if n > 60 and again:\n        return 0\n    return n + 1\n"
    )
    (fault,) = agreed(tmp_path, body).faults
    assert fault.endswith(", and 0 when it is asked again")


OUTSIDE = {
    "an argument of a partial function": "COUNT = partial(lambda f, n: f(n), FAR)",
    "what an object keeps": "class A: pass\nA = A()\nA.f = FAR\nCOUNT = lambda n: A.f(n)",
    "a name space": "A = SimpleNamespace(f=FAR)\nCOUNT = lambda n: A.f(n)",
    "a table in tables": "A = [[[[[[FAR]]]]]]\nCOUNT = lambda n: A[0][0][0][0][0][0](n)",
    "what stands for what is missing":
        "A = defaultdict(lambda: FAR)\nCOUNT = lambda n: A[n](n)",
    "what is chosen by a type":
        "A = singledispatch(lambda n: n + 1)\nA.register(int, FAR)\nCOUNT = lambda n: A(n)",
}  # fmt: skip


@pytest.mark.parametrize("outside", OUTSIDE)
def test_a_branch_is_found_wherever_the_function_stands(tmp_path: Path, outside: str) -> None:
    far = "def FAR(n):\n    if n > 1000:\n        return 0\n    return n + 1\n"
    head = (
        "from collections import defaultdict\nfrom functools import partial, singledispatch\n"
        "from types import SimpleNamespace\n"
    )
    solver = "@gated('arms')\ndef count(n):\n    return COUNT(n)\n"
    (fault,) = agreed(tmp_path, f"{head}{far}{OUTSIDE[outside]}\n{solver}").faults
    assert fault.endswith(": if n > 1000:")


def test_a_long_sum_and_types_of_arguments_are_no_faults(tmp_path: Path) -> None:
    total = " + ".join(["n"] + ["0"] * 900 + ["1"])
    within = "    def more(k: Unknown = 0) -> Unknown:\n        return n + k\n    more()\n"
    body = f"def count(n):\n{within}    return {total}\n"
    assert (
        agreed(tmp_path, f"from __future__ import annotations\n@gated('arms')\n{body}").faults == ()
    )


def agreed(folder: Path, solver: str) -> Findings:
    """What is found of a solver that must count 0, ..., n, compared to n = 200."""
    file = folder / "arms.py"
    head = "from grundwork import Study, gated, integers, subtraction\n"
    future = "from __future__ import annotations\n"
    head = future * solver.startswith(future) + head
    solver = solver.removeprefix(future)
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
