"""Periods are proved exactly where a theorem applies and its finite check passes."""

from __future__ import annotations

import itertools
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fast.errors import InputError
from fast.heap_codes import parse_code
from fast.heap_games import grundy_values
from oracles.heaps import HeapGame, heap_values, octal
from research.conjectures.prove import prove_rules
from research.proving import period_theorems, periods
from research.proving.period_theorems import SeenPeriod, find_period
from research.proving.periods import (
    NoProof,
    PeriodProof,
    check_period,
    heap_code,
    prove_heap_game,
    prove_period,
)
from research.proving.results import NotProvable, RulesDisagreementError

# Code, period, last exceptional heap, source. The preperiod is one more; heap 0 counts, as heap n
# is exceptional when G(n + period) is not G(n).
PUBLISHED = [
    ("0.77", 12, 70, "Kayles: Guy and Smith 1956; Winning Ways, 2nd ed., vol. 1, chapter 4"),
    ("0.137", 34, 51, "Dawson's Chess: OEIS A002187"),
    ("0.07", 34, 52, "Dawson's Kayles: OEIS A002187, .07 has a(n - 1)"),
    ("0.7777", 24, 141, "Double Kayles: OEIS A071074"),
    ("0.1377", 24, 140, "OEIS A071434"),
    ("0.45", 20, 497, "OEIS A071435, .45 has a(n - 1)"),
    ("0.156", 349, 3478, "Kenyon 1967; T. Czajka's table of solved octal games"),
    ("0.165", 1550, 5180, "Austin 1976; T. Czajka's table"),
    ("0.127", 4, 46577, "Gangolli and Plambeck 1989; OEIS A071464"),
    ("0.16", 149459, 105350, "Gangolli and Plambeck 1989; T. Czajka's table"),
    # OEIS A071436 gives 326637 as the last exception; T. Czajka's table has preperiod 326640.
    ("0.56", 144, 326639, "Gangolli and Plambeck 1989; T. Czajka's table"),
]


@pytest.mark.parametrize(("text", "period", "last", "source"), PUBLISHED)
def test_published_periods_are_proved(text, period, last, source):
    proof = prove_period(text, limit=1_100_000)
    assert isinstance(proof, PeriodProof), source
    assert (proof.period, proof.preperiod, proof.saltus) == (period, last + 1, 0), source
    assert proof.theorem == "octal periodicity theorem (at most 2 heaps)"
    # Theorem 1 for two heaps: 2(m + p - 1) + t.
    t = len(parse_code(text).digits) - 1
    assert proof.checked == 2 * (last + 1 + period - 1) + t


@pytest.mark.parametrize(
    ("text", "period", "saltus", "preperiod", "source"),
    [
        ("subtraction:1,2,3", 4, 0, 0, "remove one to k: G(n) = n mod (k + 1), Bachet 1612"),
        ("subtraction:2", 4, 0, 0, "one number s: period 2s"),
        ("subtraction:1,2,4", 3, 0, 0, "powers of two: G(n) = n mod 3"),
        ("0.[3]", 1, 1, 0, "nim: G(n) = n, Bouton 1901"),
        ("all-but:1", 2, 1, 0, "remove two or more: G(n) = floor(n / 2)"),
    ],
)
def test_subtraction_sets_have_their_known_periods(text, period, saltus, preperiod, source):
    proof = prove_period(text)
    assert isinstance(proof, PeriodProof), source
    assert (proof.period, proof.saltus, proof.preperiod) == (period, saltus, preperiod), source


def check(text, values, candidate):
    return check_period(parse_code(text), values, candidate)


def refused(text, values, candidate):
    with pytest.raises(NotProvable) as error:
        check(text, values, candidate)
    return error.value.reason


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("0.77", 400),
        ("4.7", 40),
        ("0.f3", 60),
        ("subtraction:2,4,7", 60),
    ],
)
def test_the_bound_is_sharp_in_what_it_looks_at(text, size):
    """Values that keep the period until the check's last heap and break there prove nothing."""
    values = grundy_values(text, size).astype(np.int64)
    candidate = find_period(values)
    last = check(text, values, candidate).checked
    refused(text, values[:last], candidate)  # one value short
    broken = values.copy()
    broken[last:] += 1
    refused(text, broken[: last + 1], candidate)
    # Control: exactly the values of the check are enough, and the next heap is not looked at.
    assert check(text, values[: last + 1], candidate).checked == last
    broken[last] -= 1
    assert isinstance(check(text, broken[: last + 2], candidate), PeriodProof)


def test_a_bound_that_is_too_small_gives_false_proofs(monkeypatch):
    """Control: the bound for taking games, used for all codes, is refuted by later heaps."""

    def too_small(code, candidate):
        return max(candidate.preperiod, 1) + candidate.period + len(code.digits) - 2

    for module in (periods, period_theorems):
        monkeypatch.setattr(module, "heap_needed", too_small)
    refuted = []
    for text in (f"{z}.{a}{b}" for z in "04" for a in "01234567" for b in "01234567"):
        values = grundy_values(text, 250).astype(np.int64)
        for n0, p in itertools.product(range(8), range(1, 8)):
            with suppress(NotProvable):
                check(text, values, SeenPeriod(n0, p, 0))
                refuted.append(np.any(values[n0 + p :] != values[n0:-p]))
    assert any(refuted)


def test_all_proofs_of_random_codes_hold_much_further():
    """Whatever the theorem, its statement is compared with values to four times its check."""
    hexadecimal = [f"{z}.{a:x}{b:x}" for z in "048" for a in range(0, 16, 3) for b in range(16)]
    by_theorem = {}
    for text in [*hexadecimal, "all-but:1,2", "all-but:2,3,7", "subtraction:2,5,6", "0.0000f"]:
        proof = prove_period(text, limit=150)
        if isinstance(proof, PeriodProof):
            by_theorem[proof.theorem] = by_theorem.get(proof.theorem, 0) + 1
            size = 4 * proof.checked + 20
            expected = grundy_values(text, size).tolist()
            assert [proof.value(heap) for heap in range(size + 1)] == expected, text
    assert by_theorem[period_theorems.DECIDED] > 30
    assert by_theorem["octal periodicity theorem (at most 3 heaps)"] > 10
    assert len(by_theorem) >= 5


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4!.0", "no theorem applies: moves that must leave different heaps"),  # Grundy's game
        ("0.007", "no period is seen"),  # not known to be periodic
        ("0.106", "no period is seen"),  # period 328226140474 (Flammenkamp's table)
    ],
)
def test_what_no_theorem_covers_is_not_proved(text, reason):
    result = prove_period(text, limit=3000)
    assert isinstance(result, NoProof)
    assert result.reason.startswith(reason)
    assert result.checked == 3000
    assert f"No period of {text} is proved" in result.statement()


def test_values_of_codes_that_no_periodicity_theorem_covers_are_decided():
    # Lasker's nim: 4k + 3 and 4k + 4 change places (Winning Ways, 2nd ed., ch. 4).
    lasker = prove_period("4.[3]")
    assert [lasker.value(n) for n in range(9)] == [0, 1, 2, 4, 3, 5, 6, 8, 7]
    assert lasker.value(4 * 10**50 + 3) == 4 * 10**50 + 4
    assert prove_period("0.[7]").value(10**50) == 10**50
    assert prove_period("0.[8]").value(10**50) == (10**50 - 1) // 3  # leave three heaps


@pytest.mark.parametrize(
    ("code", "seen", "false"),
    [
        ("4.[3]", SeenPeriod(0, 1, 1), "no option has it"),
        ("0.[7]", SeenPeriod(0, 1, 2), "every smaller one is an option's"),
        ("0.77", SeenPeriod(0, 1, 1), "every smaller one is an option's"),
        ("0.8b", SeenPeriod(0, 2, 1), "no option has it"),
        ("0.2e", SeenPeriod(1, 1, 1), "every smaller one is an option's"),
        ("0.30[3]", SeenPeriod(2, 1, 1), "every smaller one is an option's"),  # true to 4
    ],
)
def test_values_that_are_wrong_are_not_decided_to_be_right(code, seen, false):
    n0, p = seen.preperiod, seen.period
    right = grundy_values(code, 40).astype(np.int64)
    assert np.any(right[n0 + p :] != right[n0:-p] + seen.saltus)
    assert f"it is false that {false}" in refused(code, right, seen)


def test_no_theorem_is_about_heaps_that_must_differ():
    code = replace(parse_code("0.8"), distinct=frozenset({1}))
    with pytest.raises(NotProvable, match="moves that must leave different heaps"):
        check_period(code, grundy_values("0.8", 100), SeenPeriod(1, 3, 1))


def test_a_multiple_of_the_period_and_a_late_preperiod_are_reduced():
    proof = check("0.77", grundy_values("0.77", 500), SeenPeriod(80, 36, 0))
    assert (proof.preperiod, proof.period) == (71, 12)
    rising = check("all-but:1", grundy_values("all-but:1", 100), SeenPeriod(5, 8, 4))
    assert (rising.preperiod, rising.period, rising.saltus) == (0, 2, 1)


def test_a_period_of_values_that_are_not_those_by_the_rules_is_not_proved(monkeypatch):
    game = octal("0.77")
    assert prove_heap_game(game, "Kayles").proved
    right = heap_values(game, 166)
    monkeypatch.setattr(periods, "heap_values", lambda *_: [*right[:70], right[70] + 1])
    with pytest.raises(RulesDisagreementError, match=r"heap 70: .* by the code, .* by the rules"):
        prove_heap_game(game, "Kayles")


def test_value_of_a_huge_heap():
    # Winning Ways, chapter 4: from heap 72 on the values of Kayles are 4 1 2 8 1 4 7 2 1 8 2 7.
    values, proof = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7], prove_period("0.77")
    assert all(proof.value(n) == values[n % 12] for n in range(10**100, 10**100 + 12))
    assert prove_period("0.8").value(3 * 10**100 + 1) == 10**100
    with pytest.raises(InputError, match="heap="):
        proof.value(-1)


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 9), max_size=12),
    st.lists(st.integers(0, 9), min_size=1, max_size=8),
    st.integers(0, 3),
)
def test_find_period_finds_the_least_that_was_put_in(start, block, saltus):
    repeats = 4 + (2 * len(start)) // len(block)
    values = start + [v + k * saltus for k in range(repeats) for v in block]
    found = find_period(values)
    differences = np.diff(values)
    n0, p = found.preperiod, found.period
    tail = differences[n0:]
    assert (p <= len(block)) & (n0 <= len(start)) & np.array_equal(tail[p:], tail[:-p])
    assert not any(np.array_equal(tail[less:], tail[:-less]) for less in range(1, p))
    assert not n0 or differences[n0 - 1 + p] != differences[n0 - 1]


def in_one_way(heap):
    """Take one or two counters; from more than a hundred also three."""
    return [(heap - taken,) for taken in (1, 2, 3) if taken <= (3 if heap > 100 else min(heap, 2))]


def in_two_rows(row):
    for taken in (1, 2):
        for left in range(row - taken + 1):
            yield left, row - taken - left


def test_a_function_is_a_code_if_it_leaves_the_same_of_heaps_of_every_size():
    assert heap_code(HeapGame(in_two_rows)).text == "0.77"
    with pytest.raises(NotProvable, match=r"a Python function, not the code 0\.33"):
        heap_code(HeapGame(in_one_way))


def test_a_function_by_which_a_heap_may_stay_is_no_code_and_proves_nothing():
    game = HeapGame(lambda heap: [(heap,), (heap - 1,)] if heap else [], loopy=True)
    why = "no period theorem applies: the rule is a Python function, not a code"
    assert prove_rules(game).reason == why
