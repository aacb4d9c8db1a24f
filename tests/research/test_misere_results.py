"""Misère quotients as theorems, claims and sections.

Values: T. E. Plambeck and A. N. Siegel, J. Combin. Theory Ser. A 115 (2008) 593-622.
"""

import pytest

from oracles.heaps import HeapGame, octal
from oracles.misere_quotient import misere_quotient
from oracles.solve import solve
from oracles.vectors import nim
from research.checks.evidence import ClaimError, Level, Settings
from research.claims.study import Study
from research.conjectures.prove import prove_rules
from research.explore.misere_quotients import misere_quotient_of
from research.proving.misere_results import claim_misere_quotient, is_tame, prove_misere_game
from research.verdicts.checking import check_claim

OF_075 = {"order": 8, "p_portion": 2, "period": 2, "preperiod": 8}


def verdict(code, **numbers):
    study = Study("a-game", octal(code, misere=True), source="a test")
    return check_claim(claim_misere_quotient(study, "It is.", **numbers), Settings())


def test_a_published_quotient_is_proved_and_each_other_number_refuted():
    right = verdict("0.75", **OF_075)
    assert (right.level, right.missed_controls) == (Level.PROVED, ())
    for name, number in OF_075.items():
        found = verdict("0.75", **OF_075 | {name: number + 1})
        assert found.level == Level.REFUTED
        known = "found order 8, P-portion 2, period 2, preperiod 8"
        assert known in str(found.counterexample)


def test_a_claim_that_no_theorem_covers_is_untested():
    found = verdict("4!.0", order=2, p_portion=1, period=1)
    assert (found.level, found.missed_controls) == (Level.UNTESTED, ())
    assert "no theorem on misère quotients covers" in found.evidence[-1].by


def test_an_order_that_the_quotient_of_some_heaps_exceeds_is_refuted():
    # Heaps 0 to 2 of 0.06 are told apart, so no quotient of more heaps has 4 elements.
    found = verdict("0.06", order=4, p_portion=2, period=1)
    assert found.level == Level.REFUTED
    assert "already of the heaps to" in str(found.counterexample)


def test_claims_are_of_heap_games():
    study = Study("two-piles", nim(2), source="a test")
    with pytest.raises(ClaimError, match="expected a heap game"):
        claim_misere_quotient(study, "It is.", order=2, p_portion=1, period=1)


def test_nim_is_tame_and_kayles_is_until_heap_4():
    # Winning Ways, chapter 13: in Kayles the row of 5 is the first wild one, of genus 4^146.
    of_nim = misere_quotient(lambda heap: [(less,) for less in range(heap)], 8)
    kayles = octal("0.77")
    assert is_tame(of_nim)
    assert "The quotient is tame" in prove_misere_game(octal("0.7"), "0.7").statement
    assert is_tame(misere_quotient(kayles.replacements, 4))
    assert not is_tame(misere_quotient(kayles.replacements, 5))
    assert str(solve(kayles, 5).genus((5,))) == "4^146"


@pytest.mark.expensive
def test_a_function_that_is_a_code_is_proved_under_misere_play():
    taking = HeapGame(lambda heap: [(heap - n,) for n in (1, 2) if n <= heap], misere=True)
    result = prove_rules(taking, "taking")
    assert result.proved
    assert "The rules are the code 0.33." in result.rests_on


def test_an_exploration_says_where_no_finite_quotient_is_found():
    section = misere_quotient_of(octal("0.35"))
    assert "found from heap 8 on: it would have more than 100 elements" in section.parts[2]
