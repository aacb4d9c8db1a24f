"""What checking the binary blackboard finds, and that a broken solver is caught."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fast import binary_blackboard as solver
from fast.confirmed import NotConfirmedError, certificate_path
from research.checking import check_study
from research.claims import Level, Settings
from research.levels import findings_mixed_up
from research.loading import load_study
from research.studies.binary_blackboard import automata, rows

pytestmark = pytest.mark.expensive

SETTINGS = Settings(examples=200, seed=0)

# At k = 0, y = 1 the numbers are 2, 3 and 4, with 1, 2 and 1 ones: t is 1, 0, 1. The right sides
# are 1 ⊕ t(1) = 0 twice and t(1) = 1.
REFUTED = {"thue-morse-identities": "(0, 1): found (1, 0, 1), believed (0, 0, 1)"}

# Reasons, and statements about programs and tables that the source does not hold.
UNTESTED = {
    "brute-force-tables",
    "powers-of-four-are-natural",
    "implementations",
    "no-graph-expanded",
}

# Derived for all values, by sympy or by automata.
PROVED = {
    "losing-sets-for-every-number",  # by the Kernel theorem
    "closed-sum-from-the-automaton",
    "four-states-collapse",
    "layers-partition",
    "odd-layers",
    "even-layers",
    "offset-recurrence-for-every-k",
    "recurrence-of-numbers",
    "recurrence-of-sums",
    "number-of-offsets",
    "sum-of-offsets",
    "sum-of-an-even-layer",
    "sum-of-an-odd-layer",
    "endpoint",
    "closed-form-even",
    "closed-form-odd",
    "closed-form-of-the-solver",
    "states-of-brute-force",
    "moves-of-brute-force",
    "criterion-for-every-number",
}


def test_the_source_is_right_but_for_identities_without_a_domain() -> None:
    findings = check_study(load_study("binary-blackboard"), SETTINGS)
    assert findings.sound, [c for c in findings.comparisons if not c.holds] + [
        (v.name, v.missed_controls) for v in findings.verdicts if v.missed_controls
    ]
    assert findings_mixed_up(findings) == []
    assert {v.name: str(v.counterexample) for v in findings.refuted} == REFUTED
    assert all(verdict.correction for verdict in findings.refuted)
    levels = {verdict.name: verdict.level for verdict in findings.verdicts}
    assert {name for name, level in levels.items() if level == Level.UNTESTED} == UNTESTED
    assert {name for name, level in levels.items() if level == Level.PROVED} == PROVED
    # The gate is open; the source's worked example for n = 6 sums to 243.
    assert solver.answer(6) == 243


def test_everything_behind_the_gate_is_compared() -> None:
    study = load_study("binary-blackboard")
    compared = {agreement.fast for agreement in study.agreements}
    assert {solver.answer, solver.criterion, solver.winning_option} <= compared
    algorithms = {a.fixed.get("algorithm") for a in study.agreements if a.fast is solver.answer}
    assert algorithms == {"closed", "layers", None}


def sum_without_an_end(exponent: int, modulus: int | None) -> int:
    """The closed form without the number 2^n of an even n."""
    found = solver._sum_of_layers(exponent, None) - (2**exponent if exponent % 2 == 0 else 0)
    return found if modulus is None else found % modulus


def always_half(remaining: int) -> int:
    """Leave half of what remains, whatever that loses."""
    return remaining // 2


# Without its end the sum for n = 0 lacks the number 1. The choice of what to leave matters only
# where the flag is the parity of what remains and it is not lost: 2, 5, 6, ... Of 2, leaving 1
# wins, since the other player must write 1. Of 5 = 101 with flag 0, writing 3 = 11 leaves (2, 0) to
# Eric, and writing both ones at once (2 = 10) makes the flag 1: Oscar loses.
MUTANTS = [
    ("_closed", sum_without_an_end, "exponent=0: found 0, believed 1"),
    ("_winning_remainder", always_half, "position=(5, 0, 'Oscar')"),
]


@pytest.mark.parametrize(("name", "mutant", "counterexample"), MUTANTS)
def test_a_changed_solver_is_caught_and_leaves_no_certificate(
    name: str, mutant: Any, counterexample: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, name, mutant)
    findings = check_study(load_study("binary-blackboard"), SETTINGS)
    assert not findings.sound
    disagreements = [str(c.disagreement) for c in findings.comparisons if c.disagreement]
    assert any(found.startswith(counterexample) for found in disagreements), disagreements
    assert not certificate_path("binary-blackboard").exists()
    with pytest.raises(NotConfirmedError, match="it has no certificate"):
        solver.answer(6)


# The automata.


def losing_by_definition(limit: int) -> list[set[int]]:
    """L_0 and L_1 by the source's four recurrences, without the duality of the players."""
    wins = {(0, q, oscar): q == 1 for q in (0, 1) for oscar in (True, False)}
    for r in range(1, limit + 1):
        for q in (0, 1):
            for oscar in (True, False):
                moves = (wins[r - x, q ^ x.bit_count() % 2, not oscar] for x in range(1, r + 1))
                wins[r, q, oscar] = any(moves) if oscar else all(moves)
    return [{r for r in range(limit + 1) if not wins[r, q, True]} for q in (0, 1)]


def test_the_rows_of_bits_are_the_four_recurrences() -> None:
    assert list(map(set, rows.losing_sets(150))) == losing_by_definition(150)


def test_the_automaton_reads_sums_of_powers_of_four_and_powers_of_two() -> None:
    sums = {sum(4**i for i in range(6) if bits >> i & 1) - 1 for bits in range(1, 64)}
    powers = {2**i - 1 for i in range(12)}
    assert {r for r in range(4**6 - 1) if automata.LOSING.accepts(r)} == sums | powers


def test_the_kernel_condition_fails_for_a_wrong_candidate_where_it_must() -> None:
    """Every smallest failure is a real one: the condition is false at that r and q."""
    for moves in (
        {**automata.LOSING.moves, "two": ("two", "two", "dead", "dead")},
        {**automata.LOSING.moves, "ones": ("ones", "ones", "ones", "dead")},
    ):
        wrong = replace(automata.LOSING, moves=moves)
        failure, _ = automata.kernel_failure(wrong)
        assert failure is not None
        r, q = failure
        lost = wrong.accepts(r) and r.bit_count() % 2 == q
        option = any(
            wrong.accepts(s) and (r - s).bit_count() % 2 == 1 ^ q ^ s.bit_count() % 2
            for s in range(r)
        )
        assert lost == option
    assert automata.kernel_failure(automata.LOSING)[0] is None
