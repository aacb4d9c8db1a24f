"""Which branches count as taken, as refusals, or as nothing to take."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.code.branches import Branches

ABSTRACT = "import abc\nclass A:\n    @abc.abstractmethod\n    def f(self):\n        {}\nf = A.f\n"


def not_taken(
    folder: Path, text: str, executed: list[int], missing: list[list[int]]
) -> list[tuple[str, str]]:
    file = folder / "module.py"
    file.write_text(text, encoding="utf-8")
    space: dict[str, object] = {}
    exec(compile(text, str(file), "exec"), space)
    function = space["f"]
    seen = {"executed_lines": executed, "missing_branches": missing}
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


@pytest.mark.parametrize("line", ["import ctypes as c", "from ctypes import c", "c = (\n  1)"])
def test_a_name_is_excused_on_the_line_that_binds_it(tmp_path: Path, line: str) -> None:
    file = tmp_path / "module.py"
    file.write_text(f"b = 1  # not compared: another\n{line}  # not compared: why\n")
    assert Branches(file).excuse_of("c") == "why"
    assert Branches(file).excuse_of("d") == ""
