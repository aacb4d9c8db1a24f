"""What checking the stone game finds, and that changed solvers are caught."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement

import pytest

from fast import stone_game as solver
from fast import stone_kernels
from fast.gate import NotConfirmedError, is_confirmed
from research.checks.evidence import Level, Settings
from research.claims.agreement import compare
from research.resolving.loading import load_study
from research.verdicts.checking import check_study
from research.verdicts.findings import Findings
from tests.contracts.levels import assert_no_level_is_mixed_up

SETTINGS = Settings(examples=200, seed=0)

# From (1, 1, 1) there are seven moves of one stone; from (0, 0, 0), with the same differences,
# none. The sum to 10 is found below from nothing but the rules.
REFUTED = {"legality-and-differences", "sum-to-10"}
PROVED = {"theorem-1", "number-of-triples"}


def sum_by_the_rules(limit: int) -> int:
    """The sum over all P-positions: those from which no move leads to one found before."""
    found: set[tuple[int, ...]] = set()
    for position in combinations_with_replacement(range(limit + 1), 3):
        options = (
            tuple(sorted(pile - n * (choice >> i & 1) for i, pile in enumerate(position)))
            for choice in range(1, 8)
            for n in range(1, position[2] + 1)
        )
        if not any(option[0] >= 0 and option in found for option in options):
            found.add(position)
    return sum(map(sum, found))


@pytest.mark.expensive
@pytest.mark.end_to_end
def test_the_source_is_right_but_for_two_statements(
    checked: Callable[[str], Findings],
) -> None:
    findings = checked("stone-game")
    assert findings.sound
    assert_no_level_is_mixed_up(findings)
    refuted = {verdict.name: verdict.counterexample for verdict in findings.refuted}
    assert refuted.keys() == REFUTED
    assert str(refuted["sum-to-10"]) == f"found {sum_by_the_rules(10)}, believed 360"
    assert refuted["legality-and-differences"] is not None
    assert refuted["legality-and-differences"].case == "(1, 1, 1)"
    levels = {verdict.name: verdict.level for verdict in findings.verdicts}
    assert Level.UNTESTED not in levels.values()
    assert {name for name, level in levels.items() if level == Level.PROVED} == PROVED
    # The gate is open; 173895 is the value that Project Euler 260 gives for S(100).
    assert solver.answer(100) == 173895


def wrong_beyond_one_word(limit: int, keys: object) -> tuple[int, int, int]:
    """The packed rows, but with nothing found where a pile does not fit in 64 bits."""
    return RIGHT(min(limit, 63), keys)


def one_too_many(limit: int, keys: object) -> tuple[int, int, int]:
    """The packed rows with a stone too many."""
    count, sum_of_xy, sum_of_z = RIGHT(limit, keys)
    return count, sum_of_xy, sum_of_z + 1


RIGHT = stone_kernels.packed


@pytest.mark.expensive
@pytest.mark.parametrize(
    ("mutant", "least_limit"), [(one_too_many, 0), (wrong_beyond_one_word, 64)]
)
def test_a_changed_solver_is_caught(
    mutant: Callable[..., object], least_limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stone_kernels, "packed", mutant)
    study = load_study("stone-game")
    agreements = [
        agreement
        for agreement in study.agreements
        if agreement.fast is solver.answer
        and agreement.fixed.get("algorithm") == "packed"
        and agreement.truth != "the tables"
    ]
    disagreements = [
        comparison.disagreement
        for comparison in (compare(agreement, SETTINGS) for agreement in agreements)
        if comparison.disagreement
    ]
    assert disagreements
    # (63, 64, 64) or the like need not be a P-position: the sum may differ a little later.
    limits = [int(d.case.split("limit=")[1].split(",")[0]) for d in disagreements]
    assert least_limit <= min(limits) <= least_limit + 2


@pytest.mark.expensive
@pytest.mark.end_to_end
def test_a_study_that_disagrees_has_no_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stone_kernels, "packed", one_too_many)
    study = load_study("stone-game")
    first = next(each for each in study.agreements if each.fast is solver.answer)
    monkeypatch.setattr(study, "agreements", [first])
    findings = check_study(study, SETTINGS)
    assert not findings.sound
    assert not is_confirmed("stone-game")
    with pytest.raises(NotConfirmedError):
        solver.answer(10)
