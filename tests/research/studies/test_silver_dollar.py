"""What checking the silver dollar game finds, and that broken solvers are caught."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fast import silver_dollar as solver
from fast.gate import NotConfirmedError
from oracles.games.silver_dollar import SilverDollar
from oracles.solve import solve
from research.checks.evidence import Level, Settings
from research.verdicts.findings import Findings
from tests.contracts.levels import assert_no_level_is_mixed_up

SETTINGS = Settings(examples=200, seed=0)

PROVED = {
    *("criterion-in-binary", "regular-moves-in-binary", "same-game-in-binary", "play-ends"),
    *("criterion", "ordinary-criterion", "winning-count", "count-at-a-rank"),
    *("all-configurations", "gap-vectors", "carry-dp-counts", "carry-states"),
    *("sums-over-K", "halving", "recurrence-of-D"),
    *("one-heap-changes", "lowering-is-legal", "special-move-in-case-2", "nonzero-has-a-reply"),
}


@pytest.fixture
def findings(checked: Callable[[str], Findings]) -> Findings:
    """The findings of one check of the whole study."""
    return checked("silver-dollar")


@pytest.mark.expensive
@pytest.mark.end_to_end
def test_agreements_hold_and_controls_are_caught(findings: Findings) -> None:
    found = findings
    assert [c.name for c in found.comparisons if not c.holds] == []
    assert {v.name: v.missed_controls for v in found.verdicts if v.missed_controls} == {}
    assert found.sound
    assert_no_level_is_mixed_up(found)
    assert all(c.cases >= 200 or c.whole_domain for c in found.comparisons)
    compared = {c.name.split(":")[1].split(" with ")[0] for c in found.comparisons}
    assert compared == {"criterion", "winning_option", "answer", "binomial_modulo"}


@pytest.mark.expensive
@pytest.mark.end_to_end
def test_the_refuted_claims_and_their_least_counterexamples(
    findings: Findings,
) -> None:
    shown = {
        verdict.name: (
            verdict.counterexample.case,
            verdict.counterexample.found,
            verdict.counterexample.believed,
        )
        for verdict in findings.refuted
        if verdict.counterexample is not None and verdict.counterexample.least
    }
    assert shown == {
        # One coin on one square is the leftmost, so it is pocketed: nothing loses. The formula
        # counts L_0 = 1 (no empty square to share out) and (1 - 2) * L_1 = 0.
        "odd-formula": ("n=1, m=1", "0", "1"),
        # The same configuration by the sums: T - L_2 - (1 - 2) * L_{>=2} = 1 - 1 + 0.
        "winning-by-sums": ("n=1, c=0", "1", "0"),
        # Heaps (1, 1); the second is emptied. Only emptying the first, by pocketing, answers.
        "reply-to-a-decrease": ("squares=(0, 1, 3), silver=2, after=(0, 1, 2)", "{0}", "{1}"),
    }
    assert all(verdict.correction for verdict in findings.refuted)


def test_after_emptying_the_second_heap_only_pocketing_wins_by_lowering() -> None:
    # (0, 1, 2) with the third coin silver: no regular move; pocketing leaves a P-position.
    truth = solve(SilverDollar(coins=2), 4)
    assert truth.winning_options(((0, 1, 2), 2)) == [((1, 2), 1)]
    assert truth.outcome(((0, 1, 3), 2)) == "P"


@pytest.mark.expensive
@pytest.mark.end_to_end
def test_what_is_proved(findings: Findings) -> None:
    by_level: dict[Level, set[str]] = {}
    for verdict in findings.verdicts:
        by_level.setdefault(verdict.level, set()).add(verdict.name)
    assert by_level[Level.PROVED] == PROVED
    assert Level.UNTESTED not in by_level


@pytest.mark.expensive
@pytest.mark.end_to_end
def test_the_gate_opens_after_the_check(checked: Callable[[str], Findings]) -> None:
    with pytest.raises(NotConfirmedError, match="grundwork check silver-dollar"):
        solver.answer(10, 2)
    checked("silver-dollar")
    assert solver.answer(10, 2) == 324  # the problem
    assert solver.answer(100, 10) == 1514704946113500  # the problem
