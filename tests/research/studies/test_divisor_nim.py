"""What checking divisor nim finds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fast import divisor_nim as solver
from research.checks.evidence import Level, Settings
from research.resolving.loading import load_study
from research.studies.divisor_nim import claims
from research.verdicts.findings import Findings
from tests.contracts.levels import assert_no_level_is_mixed_up

# A pile of 3 has one move, to 2; from 2 there is one move, to 1; from 1 there is none. So the
# values of 1, 2, 3 are 0, 1, 0, and the values reachable from 3 = 2^0·3 are {1}, not the empty set.
REFUTED = {"reachable-values-exactly": "n=3: found {1}, believed {}"}

# Derived for all values.
PROVED = {
    "grundy-value-is-valuation",
    "losing-iff-nim-sum-zero",
    "winning-triples",
    "divisor-that-reaches-t",
    "no-move-preserves-the-valuation",
    "formula-of-c-k",
}


@pytest.mark.expensive
@pytest.mark.end_to_end
def test_the_source_is_right_but_for_the_values_that_are_reachable(
    checked: Callable[[str], Findings],
) -> None:
    findings = checked("divisor-nim")
    assert findings.sound, [c for c in findings.comparisons if not c.holds] + [
        (v.name, v.missed_controls) for v in findings.verdicts if v.missed_controls
    ]
    assert_no_level_is_mixed_up(findings)
    assert {v.name: str(v.counterexample) for v in findings.refuted} == REFUTED
    assert all(verdict.correction for verdict in findings.refuted)
    levels = {verdict.name: verdict.level for verdict in findings.verdicts}
    assert Level.UNTESTED not in levels.values()
    assert {name for name, level in levels.items() if level == Level.PROVED} == PROVED
    # The gate is open; 735494 is the value that Project Euler 509 gives for S(100).
    assert solver.answer(100) == 735494


@pytest.mark.parametrize(
    ("name", "late"),
    [
        ("losing-iff-nim-sum-zero", f"({claims.NIM_SUM_0}) & a < 40"),
        ("winning-triples", (lambda n, losing: n**3 - losing, "$nimsum(i,j,k) & i < 40")),
    ],
)
def test_what_is_compared_with_the_graph_is_what_is_decided(name: str, late: object) -> None:
    # No heap of the graphs has a value of 40; the formula is wrong from there on.
    claim = next(each for each in load_study("divisor-nim").claims if each.name == name)
    levels = [check.run(claim, late, Settings()).level for check in claim.checks]
    assert levels == [Level.EXHAUSTED, Level.REFUTED]


def test_proofs_along_play_name_the_theorem_and_that_play_ends() -> None:
    rests_on = {each.name: each.rests_on for each in load_study("divisor-nim").claims}
    of_three = rests_on["losing-iff-nim-sum-zero"]
    assert {claims.KERNEL_THEOREM, claims.THREE_PILES} <= set(of_three)
    assert claims.PLAY_ENDS in rests_on["grundy-value-is-valuation"]
