"""The forms in which claims and comparisons are written: what each checks, refutes and refuses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from fast.errors import InputError
from oracles.heaps import subtraction
from oracles.vectors import nim
from research.checks.evidence import ClaimError, Level, Settings
from research.claims.cases import (
    Drawn,
    GraphOf,
    Listed,
    integers,
    of_every_size,
)
from research.claims.claim import OURS, Source
from research.claims.study import Study
from research.variants.cutcake import Cutcake
from research.verdicts.checking import check_claim, check_study
from research.verdicts.findings import supported

SETTINGS = Settings(examples=50, seed=0)


def study_of_lines() -> Study:
    source = Source("A. Writer, On Lines")
    return Study("lines", subtraction(1, 3, 4), source=source, file=Path(__file__))


def is_p(heap: int) -> bool:
    return heap % 7 in (0, 2)


def verdict(claim: Any) -> Any:
    return check_claim(claim, SETTINGS)


def test_claims_stand_in_the_section_that_was_named_last_and_are_of_its_kind() -> None:
    study = study_of_lines()

    def claim(name: str, **more: Any) -> Any:
        return study.claim(name, "", believed=1, controls={"two": 2}, **more)

    assert (str(claim("a").source), claim("b").kind) == ("A. Writer, On Lines", "result")
    study.section("Lemma 2")
    assert (str(claim("c").source), claim("d").kind) == ("A. Writer, On Lines, Lemma 2", "step")
    assert claim("e", kind="result").kind == "result"
    study.remark("By hand.")
    assert str(study.remarks[0][1]) == "A. Writer, On Lines, Lemma 2"
    study.section("beyond", source=OURS)
    assert (str(claim("f").source), claim("g").kind) == ("this study, beyond", "finding")


def test_equals_computes_each_listed_case_and_shows_both_values() -> None:
    study = study_of_lines()
    graph = GraphOf(study.truth, 30, lambda heap: (heap,) if heap else ())
    right = study.claim("c", "", believed=is_p, controls={"even": lambda n: n % 2 == 0})
    found = verdict(right.equals(graph.is_p_position, integers(n=30)))
    assert (found.level, found.missed_controls) == (Level.EXHAUSTED, ())
    assert found.evidence[0].domain == "n ≤ 30, on the explicit graph"
    wrong = study.claim("w", "", believed=lambda n: n == 0, controls={"even": lambda n: n % 2 == 0})
    failure = verdict(wrong.equals(graph.is_p_position, integers(n=30))).counterexample
    assert str(failure) == "2: found True, believed False"


def test_each_of_several_domains_is_a_check_of_its_own_and_drawn_cases_are_tested() -> None:
    study = study_of_lines()
    claim = study.claim("halves", "", believed=lambda n: n // 2, controls={"n": lambda n: n})
    domains = integers(n=9), Drawn("n ≤ 10^9", lambda: of_every_size(0, 10**9))
    found = verdict(claim.equals(lambda n: n >> 1, *domains, by="a shift"))
    levels = [(e.level, e.cases) for e in found.evidence]
    assert levels == [(Level.EXHAUSTED, 10), (Level.TESTED, 50)]
    assert not found.missed_controls


PAIRS = [
    Listed("pairs to 4", lambda: [[a, b] for a in range(5) for b in range(5)]),
    Drawn("pairs to 4", lambda: st.lists(st.integers(0, 4), min_size=2, max_size=2)),
]


@pytest.mark.parametrize("pairs", PAIRS, ids=["listed", "drawn"])
def test_what_is_computed_and_believed_see_one_case_whoever_changes_it(pairs: Any) -> None:
    study = study_of_lines()

    def emptied(heaps: list[int]) -> int:
        return sum([heaps.pop() for _ in range(len(heaps))])

    def lesser(heaps: list[int]) -> int:
        heaps.sort()
        return heaps[0]

    right = study.claim("sum", "", believed=sum, controls={"less": lesser})
    assert verdict(right.equals(emptied, pairs, by="popping")).level > Level.REFUTED
    wrong = study.claim("first", "", believed=lambda heaps: heaps[0], controls={"sum": sum})
    failure = verdict(wrong.equals(lesser, pairs, by="sorting")).counterexample
    assert str(failure) == "[1, 0]: found 0, believed 1"


def test_a_counterexample_is_the_least_only_if_no_smaller_case_fails() -> None:
    def least(believed: Any, cases: Any) -> tuple[str, bool]:
        claim = study_of_lines().claim("c", "", believed=believed, controls={"7": lambda **_: 7})
        failure = verdict(claim.equals(lambda a, b: a + b, cases, by="adding")).counterexample
        return failure.case, failure.least

    def wrong_twice(a: int, b: int) -> int:
        return a + b + ((a, b) in ((0, 9), (1, 0)))

    product = [{"a": a, "b": b} for a in range(10) for b in range(10)]
    assert least(wrong_twice, integers(a=9, b=9)) == ("a=1, b=0", True)
    assert least(wrong_twice, Listed("to 9", lambda: product)) == ("a=0, b=9", False)


def test_a_table_of_numbers_is_a_claim_for_each_entry() -> None:
    study = study_of_lines()
    study.section("Table")

    def grundy(heap: int) -> Any:
        return study.truth(9).grundy((heap,) if heap else ())

    text = "$g_{3}({heap}) = {value}$"
    study.numbers("g-{heap}", text, {5: 3, 6: 3}, grundy, over=integers(n=9))
    five, six = study.claims
    assert [claim.statement for claim in study.claims] == ["$g_{3}(5) = 3$", "$g_{3}(6) = 3$"]
    assert (five.kind, verdict(five).level) == ("number", Level.EXHAUSTED)
    assert verdict(six).level == Level.REFUTED


def test_a_number_that_a_formula_gives_is_no_stronger_than_the_claim_of_the_formula() -> None:
    study = study_of_lines()
    study.claim("formula", "$n^2$", believed=None, controls={})
    (nine,) = study.numbers(
        "nine", "9", {(): 9}, lambda: 3 * 3, over="3", by="the formula", rests_on=["formula"]
    )
    assert verdict(nine).level == Level.EXHAUSTED
    found = supported(study.claims, [verdict(claim) for claim in study.claims])
    assert [each.level for each in found] == [Level.UNTESTED, Level.UNTESTED]


@pytest.mark.parametrize("words", ["There are {} with {}.", "There are {value} to {size}."])
def test_numbers_cannot_change_places_in_a_statement(words: str) -> None:
    with pytest.raises(ClaimError, match=r"expected .*\{both\}, \{value\}"):
        study_of_lines().numbers("n", words, {5: 12}, lambda both: 12)


def answer(limit: int, *, algorithm: str = "first", modulus: int | None = None) -> int:
    """Count the P-positions up to a limit of at most 100."""
    if not 0 <= limit <= 100 or algorithm not in ("first", "second"):
        raise InputError(f"limit={limit}")
    number = sum(map(is_p, range(limit + 1)))
    return number if modulus is None else number % modulus


def short(limit: int) -> int | None:
    """The same, with None for a refusal."""
    return answer(limit) if 0 <= limit <= 100 else None


def true_to(most: int) -> Any:
    """The truth, which is None where the solver has to refuse."""
    return lambda limit: sum(map(is_p, range(limit + 1))) if limit <= most else None


@pytest.mark.parametrize(
    ("fast", "most", "said"),
    [
        (answer, 90, ["limit=91: found 27, believed refused", "None"]),
        (answer, 110, ["limit=101: found refused, believed 30", "None"]),
        (short, 100, [f"limit={n}: found None, believed refused" for n in (101, -1)]),
    ],
)
def test_what_refuses_too_little_or_too_much_disagrees_and_none_is_no_refusal(
    fast: Any, most: int, said: list[str]
) -> None:
    study = study_of_lines()
    limits = Listed("limit ≤ 120", lambda: [{"limit": n} for n in range(121)])
    study.agree(fast, true_to(most), over=limits, refusal=InputError, controls={"0": lambda n: 0})
    study.agree(fast, "refusal", over=[{"limit": -1}])
    assert [str(each.disagreement) for each in check_study(study, SETTINGS).comparisons] == said


TAKES: dict[str, Any] = {"believed": lambda heaps: not heaps, "controls": {"all": lambda _: True}}
WRONG: dict[str, tuple[Callable[[Study], object], str]] = {
    "a mistyped argument": (
        lambda study: study.p_positions("P", **TAKES, amnog=all),
        "no argument is called 'amnog'; did you mean 'among'",
    ),
    "a function of two arguments": (
        lambda study: study.agree(max, "P-position", controls=TAKES["controls"]),
        "expected one argument",
    ),
    "a word for other cases": (
        lambda study: study.agree(bool, "P-position", over="games"),  # type: ignore[arg-type]
        "over='games': expected cases",
    ),
    "a bound that is no number": (
        lambda _: integers(n="9"),  # type: ignore[arg-type]
        "expected an integer from 0 on",
    ),
}


@pytest.mark.parametrize(("makes", "said"), WRONG.values(), ids=WRONG)
def test_a_wrong_argument_is_named_with_what_is_allowed(
    makes: Callable[[Study], object], said: str
) -> None:
    with pytest.raises((ClaimError, TypeError), match=said):
        makes(study_of_lines())


def test_a_number_that_is_no_integer_is_refused_in_one_line() -> None:
    study = Study("halves", nim(1), source="an example")
    for name in ("Grundy value", "remoteness", "suspense"):
        claim = study.values_of(
            name, "Half.", believed=lambda piles: piles[0] / 2, controls={"0": lambda _: 0}
        )
        with pytest.raises(ClaimError, match=f"{name} believed=0.0: expected an integer"):
            verdict(claim)
    study.grundy_values(
        "The pile.", believed=lambda piles: np.int64(piles[0]), controls={"0": lambda _: 0}
    )
    assert verdict(study.claims[-1]).level == Level.EXHAUSTED


def test_a_partizan_game_has_no_quantities_of_impartial_ones() -> None:
    study = Study("cutcake", Cutcake(), source="an example")
    claimed: Any = {"believed": lambda _: 0, "controls": {"one": lambda _: 1}}
    for name in ("remoteness", "Grundy value", "winning options"):
        with pytest.raises(ClaimError, match=f"'{name}': {name} is defined only for"):
            study.values_of(name, "It is small.", **claimed)
        with pytest.raises(ClaimError, match=f"'{name}': {name} is defined only for"):
            study.agree(lambda position: 0, name, controls=claimed["controls"])
