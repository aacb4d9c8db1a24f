"""A new variant file runs at once, whatever the form of its rules."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fast.errors import InputError
from grundwork.commands.new import FORMS, new_text, write_new
from research.checks.evidence import Level, Settings
from research.resolving.loading import load_file
from research.verdicts.checking import check_study


@pytest.fixture(autouse=True)
def own_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test finds what another has written."""
    monkeypatch.setattr(sys, "path", [*sys.path])


@pytest.mark.parametrize("form", FORMS)
def test_a_new_file_is_confirmed_and_its_claim_exhausted_or_proved(
    form: str, tmp_path: Path
) -> None:
    study = load_file(write_new("twin-piles", form, tmp_path))
    assert study.name == "twin-piles"
    findings = check_study(study, Settings(examples=20))
    assert findings.sound
    of_formulas = form in ("heap", "anything", "moves")  # the others believe what has no formula
    level = Level.PROVED if of_formulas else Level.EXHAUSTED
    assert [verdict.level for verdict in findings.verdicts] == [level]
    assert study.answer is not None
    assert study.answer(**study.headline) in (True, False, *range(4))


@pytest.mark.parametrize("form", FORMS)
def test_a_new_file_has_at_most_40_short_lines(form: str) -> None:
    lines = new_text("a-rather-long-name", form).splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 100


def test_a_file_that_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("x = 1\n")
    with pytest.raises(InputError, match="already"):
        write_new("mine", "heap", tmp_path)
    assert (tmp_path / "mine.py").read_text() == "x = 1\n"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("2-piles", "expected letters"),
        ("../piles", "expected letters"),
        ("class", "expected letters"),
        ("random", "shadow the module random"),
        ("oracles", "shadow the module oracles"),
        ("kayles", "a study of this name"),
    ],
)
def test_a_name_that_would_make_trouble_is_refused(name: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=problem):
        write_new(name, "heap", tmp_path)
    assert list(tmp_path.iterdir()) == []
