"""Heap games of a code: their answers are compared past every switch of the solver."""

from __future__ import annotations

import numpy as np
import pytest

from fast import heap_games
from fast.gate import NotConfirmedError
from research.checks.evidence import Level, Settings
from research.resolving.codes import study_of_code
from research.verdicts.checking import check_study


@pytest.mark.parametrize(
    ("code", "name", "word"),
    [
        ("subtraction:4, 1", "subtraction-1-4", "subtraction:1,4"),
        ("octal:4!.", "octal-4-distinct-0", "octal:4!.0"),
        ("hexadecimal:0.8F", "hexadecimal-0-8f", "hexadecimal:0.8f"),
        ("code:0.[3]", "code-0-repeated-3", "code:0.[3]"),
    ],
)
def test_a_code_has_one_normal_form_and_a_name_of_it(code, name, word):
    study = study_of_code(code)
    assert (study.name, study.word, study.title) == (name, word, f"Heap game {word}")


@pytest.mark.expensive
@pytest.mark.parametrize("first", [40, 300, 4100])
def test_a_solver_wrong_from_some_heap_on_is_refused(first, monkeypatch):
    """256 is where the sparse loop takes over, 4096 beyond what the definition reaches."""
    study = study_of_code("octal:0.16")
    assert check_study(study, Settings()).sound
    assert study.answer(heap=5000) >= 0
    right = heap_games.grundy_values

    def sometimes(code, size, *, algorithm="auto", **more):
        values = np.array(right(code, size, algorithm=algorithm, **more))
        if algorithm != "plain":  # the other algorithm stays as it is
            values[first:] ^= 1
        return values

    monkeypatch.setattr(heap_games, "grundy_values", sometimes)
    assert not check_study(study_of_code("octal:0.16"), Settings()).sound
    with pytest.raises(NotConfirmedError):
        study.answer(heap=5)


@pytest.mark.expensive
@pytest.mark.parametrize(
    ("code", "least"),
    [("hexadecimal:0.8f", 160), ("code:0.[3]", 500), ("octal:4!.", 500), ("subtraction:2,5", 500)],
)
def test_where_two_heaps_are_left_at_most_each_algorithm_is_confirmed_far_past_256(code, least):
    findings = check_study(study_of_code(code), Settings())
    assert findings.sound
    assert max(c.reached["heap"] for c in findings.comparisons) > least


@pytest.mark.expensive
def test_a_check_shows_the_period_and_then_the_code_answers():
    # R. K. Guy and C. A. B. Smith, Proc. Cambridge Philos. Soc. 52 (1956) 514-526.
    study = study_of_code("octal:0.77")
    findings = check_study(study, Settings())
    assert study.answer(heap=100) == 1  # from heap 72 on: 4 1 2 8 1 4 7 2 1 8 2 7
    (period,) = findings.verdicts
    assert period.level == Level.PROVED
    assert period.evidence[0].by.startswith("G(n + 12) = G(n) for n >= 71")
