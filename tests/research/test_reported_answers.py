"""A report shows the answer that the gate gives, of the arguments that were asked, or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.checks.evidence import Settings
from research.reporting.report import write_reports
from research.resolving.loading import load_study
from research.verdicts.checking import check_study

pytestmark = pytest.mark.expensive

EMPTIED = """
from grundwork import Listed, Study, nim

study = Study("toy", nim(1), source="a source")
FEW = range(16)

def emptied(heaps):
    found = 0
    while heaps:
        found += heaps.pop()
    return found

study.agree(
    emptied,
    lambda heaps: sum(heaps) - (heaps == {wrong}),
    over=Listed("two heaps", lambda: [{{"heaps": [a, b]}} for a in FEW for b in FEW]),
    controls={{"one more": lambda heaps: sum(heaps) + 1}},
    answer=True,
    headline={{"heaps": [9, 4]}},
)
"""


def page_of_emptied(tmp_path: Path, wrong: object) -> str:
    """The page of a study just checked, whose answer is not decorated and empties its list."""
    file = tmp_path / "toy.py"
    file.write_text(EMPTIED.format(wrong=wrong), encoding="utf-8")
    study = load_study(str(file))
    write_reports([study], [check_study(study, Settings())], tmp_path / "out")
    return (tmp_path / "out" / "toy.md").read_text(encoding="utf-8")


def test_an_answer_that_the_gate_gives_is_shown_of_the_arguments_that_were_asked(
    tmp_path: Path,
) -> None:
    text = page_of_emptied(tmp_path, wrong=None)
    assert "For `heaps=9,4`: **13**" in text
    assert "toy.py heaps=9,4`" in text
