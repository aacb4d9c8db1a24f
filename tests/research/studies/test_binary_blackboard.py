"""What checking the binary blackboard finds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from fast import binary_blackboard as solver
from research.checks.derivations import derive
from research.checks.evidence import Level, Settings
from research.resolving.loading import load_study
from research.studies.binary_blackboard import claims, derivations, theorem, truth
from research.verdicts.findings import Findings
from tests.contracts.levels import assert_no_level_is_mixed_up

SETTINGS = Settings(examples=200, seed=0)

# At k = 0, y = 1 the numbers are 2, 3 and 4, with 1, 2 and 1 ones: t is 1, 0, 1. The right sides
# are 1 ⊕ t(1) = 0 twice and t(1) = 1.
REFUTED = {"thue-morse-identities": "k=0, y=1: found (1, 0, 1), believed (0, 0, 1)"}

# Derived for all values, of any numbers.
PROVED = {"sum-of-an-even-layer"}

# Derived of the losing sets, so as strong as the theorem that ties these to the rules.
OF_THE_LOSING_SETS = {
    "four-states-collapse",
    "odd-layers",
    "offset-recurrence",
    "number-and-sum-recurrences",
    "program",
    "closed-forms-of-offsets",
    "endpoint",
    "closed-form",
}


@pytest.mark.expensive
@pytest.mark.end_to_end
def test_the_source_is_right_but_for_identities_without_a_domain(
    checked: Callable[[str], Findings],
) -> None:
    findings = checked("binary-blackboard")
    assert findings.sound, [c for c in findings.comparisons if not c.holds] + [
        (v.name, v.missed_controls) for v in findings.verdicts if v.missed_controls
    ]
    assert_no_level_is_mixed_up(findings)
    assert {v.name: str(v.counterexample) for v in findings.refuted} == REFUTED
    assert all(verdict.correction for verdict in findings.refuted)
    levels = {verdict.name: verdict.level for verdict in findings.verdicts}
    assert Level.UNTESTED not in levels.values()
    proved = {name for name, level in levels.items() if level == Level.PROVED}
    assert proved == {theorem.THEOREM} | PROVED | OF_THE_LOSING_SETS
    # The gate is open; the source's worked example for n = 6 sums to 243.
    assert solver.answer(6) == 243


def test_the_criterion_holds_of_sums_of_powers_of_four_and_powers_of_two() -> None:
    sums = {sum(4**i for i in range(6) if bits >> i & 1) - 1 for bits in range(2, 64)}
    powers = {2**i - 1 for i in range(1, 12)}
    member = theorem.predicates()["member"]
    assert {r for r in range(4**6 - 1) if member.accepts(r=r)} == sums | powers
    assert truth.in_rows.up_to(4**6 - 2) == sorted(sums | powers)


def test_every_claim_that_is_proved_of_the_set_rests_on_its_tie_to_the_rules() -> None:
    study = load_study("binary-blackboard")
    below = {
        claim.name: [n for n in claim.rests_on if isinstance(n, str)] for claim in study.claims
    }

    def tied(name: str) -> bool:
        return name == theorem.THEOREM or any(map(tied, below[name]))

    assert all(map(tied, OF_THE_LOSING_SETS))
    assert not any(map(tied, PROVED))


@pytest.mark.parametrize("late", ["p < 1048576", "x < 1048576"])  # beyond all that is listed
def test_the_offset_recurrence_is_decided_for_every_layer(late: str) -> None:
    claim = next(
        each for each in load_study("binary-blackboard").claims if each.name == "offset-recurrence"
    )
    found = claim.checks[-1].run(claim, f"({claim.believed}) & {late}", SETTINGS)
    assert found.level == Level.REFUTED


def test_parts_with_a_common_member_are_not_counted() -> None:
    parts = (claims.SURVIVING, claims.SHIFTED, claims.SHIFTED)
    count = partial(derivations.next_number_and_sum, parts)
    found = derive("m", count, lambda number, total, power: (2 * number, total + power))
    assert found.level == Level.REFUTED
    # The least 4^k for which a shifted copy is not empty is 4: its E_1 = {0, 3} leaves 4 + 0.
    assert str(found.counterexample) == "p=4, x=4"
