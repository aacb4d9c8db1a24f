"""Short claims: what is exhausted, what is searched, and what is then said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from oracles.growing import CHECK
from oracles.heaps import octal, subtraction
from oracles.rules import Game, PartizanGame
from oracles.solve import solve
from oracles.vectors import nim
from research.checks.domains import SmallCases
from research.checks.evidence import ClaimError, Level, Settings
from research.claims.claim import Claim
from research.claims.study import Study
from research.proving.believed import Prover
from research.verdicts.checking import check_claim
from research.verdicts.findings import Verdict
from tests.contracts.levels import assert_fits

SETTINGS = Settings(examples=100)


class Line(Game[int]):
    """Take 1, 3 or 4 from a number. P-positions: 0 and 2 modulo 7 (Winning Ways, ch. 4)."""

    def start(self, size: int) -> Iterable[int]:
        return range(size + 1)

    def options(self, position: int) -> list[int]:
        return [position - take for take in (1, 3, 4) if take <= position]


def study_of(game: Any) -> Study:
    return Study("a-game", game, source="a test")


def verdict(claim: Claim) -> Verdict:
    return check_claim(claim, SETTINGS)


def true_until(bound: int) -> Any:
    """A belief about Line that is right up to a number, and wrong of every one after."""
    return lambda n: (n % 7 in (0, 2)) == (n <= bound)


CONTROL = {"multiples of 7": lambda n: n % 7 == 0}
CONTROL_OF_PILES = {"none": lambda pile: False}


# The exhaustible part.


class Ten(Line):
    """The same, with no position of more than 10."""

    def start(self, size: int) -> Iterable[int]:
        return range(min(size, 10) + 1)


def test_the_budget_or_the_game_decides_the_largest_size() -> None:
    small, whole = SmallCases(Line()), SmallCases(Ten())
    assert (small.size, len(small)) == (19_999, CHECK.positions)
    assert (whole.size, len(whole)) == (10, 11)


def test_a_position_has_the_least_size_that_leads_to_it() -> None:
    for layer in SmallCases(octal("0.77"), 8).layers:
        assert layer.after == layer.size - 1
        earlier = set(solve(octal("0.77"), layer.after).positions) if layer.size else set()
        now = set(solve(octal("0.77"), layer.size).positions)
        assert set(layer.positions) == now - earlier


class ByTwo(Game[int]):
    """Take 2 or 4 from a number; from the start of one size none of the next is reached."""

    def start(self, size: int) -> Iterable[int]:
        return [size]

    def options(self, position: int) -> list[int]:
        return [position - take for take in (2, 4) if take <= position]


@pytest.mark.parametrize("size", [600, None])
def test_no_size_within_a_step_is_passed_over(size: int | None) -> None:
    small = SmallCases(ByTwo(), size)
    listed = [position for layer in small.layers for position in layer.positions]
    assert sorted(listed) == list(range(small.size + 1))
    claim = study_of(ByTwo()).p_positions(
        "", believed=lambda n: n % 6 < 2, controls={"even": lambda n: n % 2}, size=600
    )
    (evidence,) = verdict(claim).evidence
    assert (evidence.level, evidence.cases) == (Level.EXHAUSTED, 601)
    assert evidence.domain == "every position to size 600"
    claim.believed = lambda n: n % 6 < 2 and n != 313
    assert str(verdict(claim).counterexample) == "313: found True, believed False"


# Verdicts.


def test_a_claim_about_some_positions_is_checked_on_these() -> None:
    def about(among: Any) -> Verdict:
        belief: Any = {"believed": lambda _: False, "controls": {"3": lambda piles: piles[1] == 3}}
        return verdict(study_of(nim(2)).p_positions("", among=among, size=10, **belief))

    found = about(lambda piles: piles[0] == 0 < piles[1])
    assert (found.evidence[0].cases, found.missed_controls) == (10, ())
    with pytest.raises(ClaimError, match="is about no position"):
        about(lambda piles: piles[0] < 0)


# Every kind of claim, right and wrong.


class Own(PartizanGame[tuple[int, int]]):
    """Left takes from the first pile, Right from the second: the difference decides."""

    def start(self, size: int) -> Iterable[tuple[int, int]]:
        return [(a, size - a) for a in range(size + 1)]

    def left_options(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        return [(position[0] - 1, position[1])] if position[0] else []

    def right_options(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        return [(position[0], position[1] - 1)] if position[1] else []


def winning(n: int) -> list[int]:  # a list is compared with a set as a set
    return [m for m in Line().options(n) if m % 7 in (0, 2)]


@pytest.mark.parametrize(
    ("game", "quantity", "believed", "wrong"),
    [
        (Own(), "outcome", lambda p: "PLR"[(p[0] > p[1]) - (p[0] < p[1])], lambda p: "L"),
        (Own(), "value", lambda p: str(p[0] - p[1]), lambda p: p[0]),
        (Own(), "left stop", lambda p: p[0] - p[1], lambda p: p[0]),
        (Own(), "birthday", lambda p: abs(p[0] - p[1]), sum),
        (Line(), "Grundy value", lambda n: (0, 1, 0, 1, 2, 3, 2)[n % 7], lambda n: n % 7),
        (Line(), "misère P-position", lambda n: n % 7 in (1, 3), lambda n: n % 7 == 1),
        (Line(), "winning options", winning, lambda n: set(Line().options(n))),
    ],
)
def test_quantities(game: Any, quantity: str, believed: Any, wrong: Any) -> None:
    more: Any = {"believed": believed, "controls": {"wrong": wrong}, "size": 12}
    claim = study_of(game).values_of(quantity, "", **more)
    claim.checks = claim.checks[:1]
    found = verdict(claim)
    assert (found.level, found.missed_controls) == (Level.EXHAUSTED, ())
    assert found.evidence[0].cases > 10


@pytest.mark.parametrize(
    ("quantity", "wrong"),
    [
        ("outcome", "LEFT"),
        ("P-position", "P"),
        ("misère P-position", "P"),
        ("Grundy value", "1"),
        ("value", 0.5),
        ("remoteness", "1"),
        ("suspense", None),
        ("genus", 1),
        ("winning options", "no"),
    ],
)
def test_a_belief_of_the_wrong_kind_is_an_error_and_no_finding(quantity: str, wrong: Any) -> None:
    more: Any = {"believed": lambda n: wrong, "controls": CONTROL, "size": 5}
    with pytest.raises(ClaimError, match=f"at 0: {quantity} believed={wrong!r}: expected "):
        verdict(study_of(Line()).values_of(quantity, "", **more))


@pytest.mark.parametrize(
    ("quantity", "believed"),
    [
        ("P-position", lambda heaps: sum(heaps) % 4 == 0),
        ("Grundy value", lambda heaps: sum(heap % 4 for heap in heaps)),
    ],
)
def test_a_claim_of_a_heap_game_is_tried_on_sums_of_heaps(quantity: str, believed: Any) -> None:
    """Both are right of single heaps, and wrong of two heaps of 1, by Sprague and Grundy."""
    more: Any = {"believed": believed, "controls": {"0": lambda heaps: 0}}
    found = verdict(study_of(subtraction(1, 2, 3)).values_of(quantity, "", **more))
    assert found.counterexample is not None
    assert found.counterexample.case == "(1, 1)"


def test_the_cases_of_a_heap_game_are_every_sum_of_few_counters_and_single_heaps() -> None:
    small = study_of(subtraction(1, 2, 3)).small_to(30)
    partitions = [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77, 101, 135, 176, 231, 297, 385]
    partitions += [490, 627]  # of 0 to 20, OEIS A000041
    totals = Counter(map(sum, small.positions))
    assert [totals[n] for n in range(31)] == partitions + 10 * [1]
    few = "every position reachable from sums of at most 20 counters"
    assert small.words() == f"{few}, or from single heaps of at most 30"


def test_nothing_beyond_its_size_refutes_a_claim_and_a_proof_may_go_beyond() -> None:
    def found(believed: Any) -> Verdict:
        study = study_of(nim(1))
        more: Any = {"believed": believed, "controls": CONTROL_OF_PILES, "size": 3}
        return check_claim(study.p_positions("", **more), SETTINGS, Prover(study))

    to_3 = found(lambda pile: pile[0] % 4 == 0)  # only 0 is a P-position of one pile of nim
    assert to_3.level == Level.EXHAUSTED
    assert to_3.evidence[0].domain == "every position to size 3"
    assert to_3.evidence[1].by == "not proved: beyond size 3 it fails: 4: found N, believed P"
    assert found(lambda pile: pile[0] == 0).level == Level.PROVED


def test_all_terms_that_are_given_are_tried_or_the_claim_is_tested() -> None:
    def count(truth: Any, n: int) -> int:
        return sum(p <= n for p in truth.positions)

    def checked(terms: Sequence[int]) -> Any:
        return verdict(study_of(Line()).sequence("", terms=terms, computed=count, size=26))

    found = checked(range(1, 15))
    assert (found.level, found.evidence[0].cases) == (Level.EXHAUSTED, 14)
    assert found.evidence[0].domain == "terms 0 to 13, all that are given, on the explicit graph"
    assert str(checked([*range(1, 13), 99, 99]).counterexample) == "12: found 13, believed 99"
    some = checked(range(1, 40))
    assert some.level == Level.TESTED
    assert "of 39 terms, as larger sizes are needed for the others" in some.evidence[0].domain
    assert_fits(some)


def test_the_control_of_a_sequence_is_another_last_term_of_those_that_are_computed() -> None:
    claim = study_of(Line()).sequence(
        "", terms=[0, 2, 7, 9, 14, 16], computed=lambda truth, n: truth.p_positions[n], size=5
    )
    found = verdict(claim)
    assert (found.level, found.evidence[0].cases) == (Level.TESTED, 2)
    assert (found.controls, found.missed_controls) == (("another last term",), ())
    claim.checks[0] = replace(claim.checks[0], cases=lambda: range(1))  # only the beginning
    assert "another last term" in verdict(claim).missed_controls


@pytest.mark.parametrize(
    ("game", "size", "believed", "wrong"),
    [
        (Line(), 12, lambda g, h: g ^ h, lambda g, h: g + h),
        (Own(), 2, lambda g, h: g + h, lambda g, _: g),
    ],
)
def test_sums(game: Any, size: int, believed: Any, wrong: Any) -> None:
    more: Any = {"believed": believed, "controls": {"wrong": wrong}, "size": size}
    found = verdict(study_of(game).sums("", others=[subtraction(1, 2)], **more))
    assert (found.level, found.missed_controls) == (Level.EXHAUSTED, ())
    assert found.evidence[0].cases > size**2


def test_a_believed_value_is_compared_as_a_game_and_shown_as_text() -> None:
    def about(believed: Any) -> Verdict:
        wrong: Any = {"controls": {"-1": lambda _: -1}, "size": 0}
        return verdict(study_of(Own()).values_of("value", "", believed=lambda _: believed, **wrong))

    assert str(about("{1,0|1}").counterexample) == "0,0: found 0, believed 1*"
    with pytest.raises(ClaimError, match=r"value '{1': expected "):
        about("{1")


class Endless(Game[int]):
    """From n to n + 1: infinitely many positions at every size but 0."""

    def start(self, size: int) -> Iterable[int]:
        return [size]

    def options(self, position: int) -> list[int]:
        return [position + 1] if position else []


def test_where_no_size_with_a_move_can_be_built_a_claim_is_untested_and_says_so() -> None:
    claim = study_of(Endless()).p_positions("", believed=lambda n: n == 0, controls={"n": bool})
    found = verdict(claim)
    assert found.level == Level.UNTESTED
    assert "size 1 has more than 20000 positions" in found.evidence[0].in_short()


def test_a_control_that_fails_to_run_is_said_to_be_the_control() -> None:
    claim = study_of(Line()).p_positions("", believed=true_until(10**9), controls={"first": max})
    with pytest.raises(ClaimError, match="the control 'first' of claim 'p-positions' fails"):
        verdict(claim)
