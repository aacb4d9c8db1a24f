"""What checking the binary blackboard finds, and that a broken solver is caught."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import pytest
import sympy

from fast import binary_blackboard as solver
from fast.gate import NotConfirmedError, is_confirmed
from research.checks.check_types import Derivation
from research.checks.derivations import Lines, derive
from research.checks.evidence import Level, Settings
from research.logic.automaton import Automaton
from research.logic.decide import evaluate
from research.proving.theorem import Theorem
from research.resolving.loading import load_study
from research.studies.binary_blackboard import (
    derivations,
    findings,
    offsets,
    sums,
    theorem,
    truth,
)
from research.verdicts.checking import check_study
from research.verdicts.findings import Findings
from tests.contracts.levels import assert_no_level_is_mixed_up

SETTINGS = Settings(examples=200, seed=0)

# At k = 0, y = 1 the numbers are 2, 3 and 4, with 1, 2 and 1 ones: t is 1, 0, 1. The right sides
# are 1 ⊕ t(1) = 0 twice and t(1) = 1.
REFUTED = {"thue-morse-identities": "k=0, y=1: found (1, 0, 1), believed (0, 0, 1)"}

# Derived for all values, of any numbers or of the rules.
PROVED = {
    "layers-partition",
    "sum-of-an-even-layer",
    "states-of-brute-force",
    "moves-of-brute-force",
}

# Derived of the losing sets, so as strong as the theorem that ties these to the rules.
OF_THE_LOSING_SETS = {
    "four-states-collapse",
    "odd-layers",
    "extreme-offsets",
    "offset-recurrence",
    "recurrence-of-numbers",
    "program",
    "recurrence-of-sums",
    "number-of-offsets",
    "sum-of-offsets",
    "sum-of-an-odd-layer",
    "endpoint",
    "closed-form-even",
    "closed-form-odd",
    "closed-form-of-the-solver",
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
    assert {name for name in PROVED if levels[name] != Level.PROVED} == set()
    assert levels[theorem.THEOREM] == Level.PROVED
    assert {name for name in OF_THE_LOSING_SETS if levels[name] != Level.PROVED} == set()
    derived = {
        verdict.name
        for verdict in findings.verdicts
        if any(evidence.level == Level.PROVED for evidence in verdict.evidence)
    }
    assert derived - {theorem.THEOREM} == PROVED | OF_THE_LOSING_SETS
    # The gate is open; the source's worked example for n = 6 sums to 243.
    assert solver.answer(6) == 243


CLOSED = solver._closed  # as it is before a test puts another in its place


def sum_without_an_end(exponent: int, modulus: int | None) -> int:
    """The closed form without the number 2^n of an even n."""
    found = CLOSED(exponent, modulus)
    found -= pow(2, exponent, modulus) if exponent % 2 == 0 else 0
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


@pytest.mark.expensive
@pytest.mark.parametrize(("name", "mutant", "counterexample"), MUTANTS)
def test_a_changed_solver_is_caught_and_leaves_no_certificate(
    name: str, mutant: Any, counterexample: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, name, mutant)
    study = load_study("binary-blackboard")
    concerned = [
        each for each in study.agreements if each.fast in (solver.answer, solver.winning_option)
    ]
    monkeypatch.setattr(study, "agreements", concerned)
    findings = check_study(study, SETTINGS)
    assert not findings.sound
    disagreements = [str(c.disagreement) for c in findings.comparisons if c.disagreement]
    assert any(found.startswith(counterexample) for found in disagreements), disagreements
    assert not is_confirmed("binary-blackboard")
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
    assert list(map(set, truth.losing_sets(150))) == losing_by_definition(150)


def test_the_criterion_holds_of_sums_of_powers_of_four_and_powers_of_two() -> None:
    sums = {sum(4**i for i in range(6) if bits >> i & 1) - 1 for bits in range(1, 64)}
    powers = {2**i - 1 for i in range(12)}
    holding = {r for r in range(4**6 - 1) if findings.loses(r, truth.parity(r))}
    assert holding == sums | powers


def test_the_criterion_is_listed_one_by_one() -> None:
    holding = [r for r in range(1, 5000) if findings.loses(r, truth.parity(r))]
    assert truth.listed(4999) == holding
    assert truth.listed(holding[-1]) == holding


def test_a_power_of_the_matrix_is_the_walk_over_the_layers() -> None:
    for exponent in range(40):
        walk = solver._sum_of_layers(exponent, None)
        assert truth.matrix_answer(exponent) == walk
        assert truth.matrix_answer(exponent, 97) == walk % 97


# Wrong automata.


def with_either_flag() -> Automaton:
    """L with 0, which Oscar loses too if it is what remains."""
    return evaluate("$losesO0(r) | $losesO1(r)", "lsd_2", theorem.predicates())


def automata() -> Iterator[Automaton]:
    """That of the criterion with one arrow or one state's accepting changed."""
    right = with_either_flag()
    table, accepting = right.table[:, right.letter_class].tolist(), right.accepting.tolist()
    for state, digit, target in product(range(right.states), range(2), range(right.states)):
        arrows = [list(row) for row in table]
        arrows[state][digit] = target
        yield Automaton.build(2, "lsd", ["r"], arrows, accepting)
    for state in range(right.states):
        others = [accepts != (i == state) for i, accepts in enumerate(accepting)]
        yield Automaton.build(2, "lsd", ["r"], table, others)


def wrong_sets() -> list[Automaton]:
    """45 wrong automata: with a change to which zeros do nothing, and with one number wrong."""
    changed = dict.fromkeys(automaton for automaton in automata() if automaton.is_saturated())
    right = with_either_flag()
    one = [
        evaluate(f"($member(r) & r != {n}) | (~$member(r) & r = {n})", "lsd_2", {"member": right})
        for n in (1, 2, 3, 4, 5, 7, 9, 16, 21, 31, 32, 40, 62, 63, 64, 100)
    ]
    wrong = [automaton for automaton in (*changed, *one) if automaton != right]
    assert len(wrong) >= 45
    return wrong


def with_set(right: Theorem, members: Automaton) -> Theorem:
    """The theorem of the blackboard with another set in place of L."""
    sets = {
        flag: evaluate(f"$member(r) & T[r] = @{flag}", "lsd_2", {"member": members})
        for flag in (0, 1)
    }
    wrong = {f"O{flag}": sets[flag] for flag in (0, 1)}
    return replace(right, criterion=wrong | {f"E{1 - flag}": sets[flag] for flag in (0, 1)})


@pytest.mark.parametrize(
    ("members", "first"),
    # Neither changes an N_k. No number is below 2^0 from 1 on; 2 is below 2^2 and not in L.
    [("$right(r) | r = 0", 0), ("$right(r) | $power(r)", 2)],
)
def test_a_count_of_other_numbers_than_those_listed_is_refuted(
    members: str, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = theorem.predicates()
    wrong = right | {"member": evaluate(members, "lsd_2", {"right": right["member"]})}
    (claim,) = (
        each for each in load_study("binary-blackboard").claims if each.name == "number-of-offsets"
    )
    derivations.below_powers.cache_clear()
    monkeypatch.setattr(derivations, "predicates", lambda: wrong)
    found = claim.checks[-1].run(claim, claim.believed, SETTINGS)
    derivations.below_powers.cache_clear()
    assert found.level == Level.REFUTED
    assert str(found.counterexample) == str(first)


def test_the_derived_count_begins_with_the_first_member_of_l() -> None:
    count = derivations.derived("count", Lines())
    # The members up to 64 that the source lists: 1, 3, 4, 7, 15, 16, 19, 20, 31, 63, 64.
    assert [sympy.expand(count(n)) for n in range(7)] == [0, 1, 2, 4, 5, 9, 10]


def forget() -> None:
    theorem.predicates.cache_clear()
    derivations.below_powers.cache_clear()


@pytest.mark.expensive
def test_nothing_is_proved_of_the_game_from_a_wrong_automaton(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    study = load_study("binary-blackboard")
    claims = {claim.name: claim for claim in study.claims}
    tie, *_ = claims[theorem.THEOREM].checks
    right = theorem.theorem()
    about_all = {"closed-form-even", "closed-form-odd"}
    surviving = Counter[str]()
    wrong = wrong_sets()
    for members in wrong:
        wrong_theorem = with_set(right, members)
        # The theorem that ties the set to the rules falls, at a position.
        found = tie.run(claims[theorem.THEOREM], wrong_theorem.criterion, SETTINGS)
        assert found.level == Level.REFUTED
        monkeypatch.setattr(theorem, "theorem", lambda wrong_theorem=wrong_theorem: wrong_theorem)
        forget()
        for name in about_all:
            derivation = claims[name].checks[-1]
            assert isinstance(derivation, Derivation)
            found = derivation.run(claims[name], claims[name].believed, SETTINGS)
            assert found.level != Level.PROVED, name
        for name in ("odd-layers", "extreme-offsets", "endpoint", "offset-recurrence"):
            found = claims[name].checks[-1].run(claims[name], claims[name].believed, SETTINGS)
            surviving[name] += found.level == Level.PROVED
    forget()
    # Some lemmas hold of some wrong sets as well; so each claim rests on the one that falls.
    assert all(surviving.values())
    assert max(surviving.values()) < len(wrong)


def test_every_claim_that_is_proved_of_the_set_rests_on_its_tie_to_the_rules() -> None:
    study = load_study("binary-blackboard")
    below = {
        claim.name: [n for n in claim.rests_on if isinstance(n, str)] for claim in study.claims
    }

    def tied(name: str) -> bool:
        return name == theorem.THEOREM or any(map(tied, below[name]))

    assert all(map(tied, OF_THE_LOSING_SETS))
    assert not any(map(tied, PROVED))


def test_what_is_proved_of_sums_says_where_they_become_the_answer() -> None:
    # That the sum over L is the answer is exhausted only.
    claims = {claim.name: claim for claim in load_study("binary-blackboard").claims}
    of_sums = {"program", *(name for name in claims if name.startswith("closed-form"))}
    assert len(of_sums) == 4
    for name in of_sums:
        assert "sum over $L$" in claims[name].statement
        assert "the answer is $" not in claims[name].statement
        assert "is the claim answer-is-the-sum-over-l" in claims[name].statement
    assert "answer-is-the-sum-over-l" in claims


def test_every_part_of_the_offset_recurrence_is_decided() -> None:
    claim = next(
        each for each in load_study("binary-blackboard").claims if each.name == "offset-recurrence"
    )
    right = claim.believed
    for late in ("p < 1048576", "x < 1048576"):  # beyond all that is listed
        wrong = right._replace(as_sets=f"({right.as_sets}) & {late}")
        found = claim.checks[-1].run(claim, wrong, SETTINGS)
        assert found.level == Level.REFUTED
    assert right._fields == ("as_sets", "by_digit")


def test_parts_with_a_common_member_are_not_counted() -> None:
    parts = (offsets.SURVIVING, offsets.SHIFTED, offsets.SHIFTED)
    found = derive("m", partial(derivations.number_recurrence, parts), lambda number: 2 * number)
    assert found.level == Level.REFUTED
    # The least 4^k for which a shifted copy is not empty is 4: its E_1 = {0, 3} leaves 4 + 0.
    assert str(found.counterexample) == "p=4, x=4"


def test_a_program_is_what_its_layers_and_its_end_do() -> None:
    class Late(sums.Program):
        def run(self, exponent: int) -> int:
            return exponent

    # The numbers to 2^6 that the source lists add up to 243.
    assert sums.run(Late(), 6) == 243
