"""A lowered threshold is lower in all that the compared function reads."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from research.claims.lowering import require_lowered

from oracles.heaps import subtraction
from research.checks.evidence import ClaimError
from research.checks.truth_source import in_words
from research.claims.cases import integers
from research.claims.study import Study

pytestmark = pytest.mark.every_python

NAME = "constants_of_a_test"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    sys.modules.pop(NAME, None)


def module(folder: Path, text: str) -> ModuleType:
    (folder / f"{NAME}.py").write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(NAME, folder / f"{NAME}.py")
    assert spec is not None
    assert spec.loader is not None
    made = sys.modules[NAME] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


COMPUTED = [
    *("C = 2 * B", "C: int = 2 * B", "C = 2\nC *= B", "A = 2 * B\nC = A + 1", "C, D = B, 1"),
    *("def g():\n    return 2 * B\nC = g()", "class A:\n    C = 2 * B\nC = A.C"),
    *("if True:\n    C = 2 * B", "for n in range(B):\n    C = n", "C = (A := B) + 1"),
    *("try:\n    C = B\nfinally:\n    pass", "g = lambda: B\nC = g()"),
]


@pytest.mark.parametrize("line", COMPUTED)
def test_a_constant_that_is_computed_from_it_must_be_lowered_too(folder: Path, line: str) -> None:
    made = module(folder, f"B = 9\n{line}\ndef f(n):\n    return n > B, n > C\n")
    with pytest.raises(ClaimError, match=r"lowered='B': C is computed from it"):
        require_lowered("f", made.f, {f"{NAME}.B": 1})
    require_lowered("f", made.f, {f"{NAME}.B": 1, f"{NAME}.C": 2})


def test_one_that_the_function_does_not_read_may_stay(folder: Path) -> None:
    made = module(folder, "B = 9\nC = 2 * B\ndef f(n):\n    return n > B\n")
    require_lowered("f", made.f, {f"{NAME}.B": 1})
    with pytest.raises(ClaimError, match="does not read"):
        require_lowered("f", made.f, {f"{NAME}.C": 1})


def test_a_threshold_that_is_as_it_was_is_refused_and_another_is_said_with_its_value(
    folder: Path,
) -> None:
    made = module(folder, "B = 9\ndef f(n):\n    return n > B\n")
    with pytest.raises(ClaimError, match="B is 9 already; expected another"):
        require_lowered("f", made.f, {f"{NAME}.B": 9})
    study = Study("line", subtraction(1, 2))
    for value in (4, 20):
        study.agree(made.f, lambda n: n > 9, over=integers(n=30), lowered={f"{NAME}.B": value})
    said = [in_words(agreement.domain) for agreement in study.agreements]
    assert said == ["n ≤ 30, with B = 4", "n ≤ 30, with B = 20"]
