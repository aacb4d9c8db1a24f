"""Tested, exhausted and proved are never mixed up: no word says more than was verified."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fast.gate import Gated
from fast.modular import binomial_modulo
from oracles.rules import Game
from oracles.vectors import VectorGame, nim
from research.checks.equality import equal
from research.checks.evidence import ClaimError, Level, Settings, truth_source
from research.claims.cases import Listed, integers
from research.claims.claim import Premise, assumption, theorem
from research.claims.study import Study
from research.logic.errors import StateLimitError
from research.proving.claiming import claim_theorem
from research.reporting.derived import derivations
from research.reporting.parts import claims
from research.reporting.terminal import findings_as_json
from research.verdicts.checking import check_claim, check_study
from research.verdicts.findings import Findings, Verdict
from research.verdicts.several import Part
from tests.contracts.levels import assert_fits


class Heavy(Game[int]):
    """One or two are taken; from a heap of 100 on only one is."""

    def start(self, size: int) -> Iterable[int]:
        return range(size + 1)

    def options(self, position: int) -> list[int]:
        return [position - n for n in ((1, 2) if position < 100 else (1,)) if n <= position]


def _of_heaps(**more: Any) -> Verdict:
    """A claim that is derived of another game."""

    def lines_of_formulas(period: int, lines: Any) -> None:
        lines.decided(
            "No option is one",
            f"Ax,n (n >= 1 & n <= 2 & Ek x = {period}*k) => ~(Ek x = {period}*k + n)",
        )
        lines.decided("Every other has one", f"Ax Ek,n n <= 2 & x = {period}*k + n")

    study = Study("heavy", Heavy(), source="a test")
    claim = study.claim("threes", "Threes.", believed=3, controls={"fives": 5}, **more)
    claim.holds(
        lambda period, n: equal(study.truth(50).outcome(n) == "P", n % period == 0),
        Listed("heaps to 50", lambda: range(51)),
    ).derive("kernel theorem", lines_of_formulas)
    return check_claim(claim, Settings())


def test_a_derivation_that_nothing_ties_to_the_game_does_not_raise_what_was_compared() -> None:
    verdict = _of_heaps()
    assert verdict.level == Level.EXHAUSTED
    assert "derived from its formulas alone" in verdict.evidence[1].method
    assert_fits(verdict)
    for words in (theorem("the Kernel theorem", "a book"), assumption("one or two are taken")):
        assert _of_heaps(rests_on=[words]).level == Level.EXHAUSTED
    assert _of_heaps(rests_on=["rules"]).level == Level.PROVED  # as far as that claim is


@pytest.mark.parametrize(
    ("by", "premises", "level"),
    [
        (None, [theorem("the Kernel theorem", "a book")], Level.UNTESTED),
        ("the graph", [theorem("the Kernel theorem", "a book")], Level.EXHAUSTED),
        ("all pairs listed", [], Level.EXHAUSTED),
        ("all pairs listed", [theorem("induction", "a book")], Level.PROVED),
    ],
)
def test_a_named_theorem_alone_proves_nothing_of_a_game(
    by: str | None, premises: list[Premise], level: Level
) -> None:
    claim = squares(study(), rests_on=premises)
    if by:
        claim.equals(square, BELOW_20, by=by)
    claim.derive(
        "sympy",
        lambda f, lines: lines.same("", (symbol() + 1) ** 2, f(symbol()) + 2 * symbol() + 1),
    )
    assert check_claim(claim, SETTINGS).level == level


def test_what_rests_on_a_claim_with_an_assumption_repeats_it_once() -> None:
    whole = study()
    squares(whole, "last", rests_on=["lemma", assumption("few are odd")])
    squares(whole, "lemma", rests_on=["base", assumption("many are even")])
    squares(whole, "base", rests_on=[assumption("few are odd"), assumption("one is 0")])
    last, lemma, base = check_study(whole, SETTINGS).verdicts
    few, many, zero = (f"Suppose that {w}. " for w in ("few are odd", "many are even", "one is 0"))
    assert base.statement == few + zero + "the squares"
    assert lemma.statement == few + zero + many + "the squares"
    assert last.statement == zero + many + few + "the squares"


SETTINGS = Settings(examples=20, seed=0)
BELOW_20 = integers(n=19)


def study() -> Study:
    """A study of Wythoff's game, without claims."""
    return Study("words", VectorGame([(1, 0), (0, 1), (1, 1)]), source="a test")


def square(n: int) -> int:
    return n**2


def squares(in_study: Study, name: str = "squares", **more: Any) -> Any:
    """A claim that a function gives the squares."""
    controls = {"doubled": lambda n: 2 * n + 1}
    return in_study.claim(name, "the squares", believed=square, controls=controls, **more)


@pytest.mark.parametrize(
    ("source", "level", "domain"),
    [
        ({"by": "the graph"}, Level.EXHAUSTED, "n ≤ 19, on the explicit graph"),
        ({"by": "listed"}, Level.EXHAUSTED, "n ≤ 19: listed"),
        ({"solvers": "a table"}, Level.TESTED, "n ≤ 19, by a table"),
    ],
)
def test_where_the_truth_comes_from_decides_what_a_check_can_give(
    source: dict[str, str], level: Level, domain: str
) -> None:
    claim = squares(study()).equals(square, BELOW_20, **source)
    (value,) = study().numbers("n", "", {(): 4}, lambda: len(range(4)), over="n ≤ 19", **source)
    for each in (claim, value):
        (evidence,) = check_claim(each, SETTINGS).evidence
        assert (evidence.level, evidence.domain) == (level, domain)


@pytest.mark.parametrize(
    ("computed", "level", "domain"),
    [
        (square, Level.EXHAUSTED, "n ≤ 19, against the author's function square"),
        (lambda n: n * n, Level.EXHAUSTED, "n ≤ 19, against the author's function"),
        (partial(binomial_modulo, 9), Level.TESTED, "n ≤ 19, by the solver binomial_modulo"),
        (Gated(square, "words"), Level.TESTED, "n ≤ 19, by the solver square"),
    ],
)
def test_only_what_comes_from_the_graph_is_said_to(computed: Any, level: Level, domain: str):
    source = truth_source("n ≤ 19", computed=computed)
    assert (source.truth.best, source.words()) == (level, domain)


def test_a_case_that_is_given_again_is_not_counted_again() -> None:
    again = Listed("one case", lambda: [3] * 1001)
    claim = squares(study()).holds(lambda f, n: f(3) == 9, again, by="listed")
    assert check_claim(claim, SETTINGS).evidence[0].cases == 1


# What a claim rests on.


def test_a_verdict_is_at_most_the_weakest_that_the_claim_rests_on() -> None:
    chain = study()
    last = squares(chain, "last", rests_on=["middle"])
    middle = squares(
        chain, "middle", rests_on=["first", theorem("that of Pythagoras", "Euclid I.47")]
    )
    for claim in (last, middle):
        claim.equals(square, BELOW_20, by="listed")
    squares(chain, "first").equals(square, BELOW_20, solvers="a table")
    findings = check_study(chain, SETTINGS)
    assert [verdict.level for verdict in findings.verdicts] == [Level.TESTED] * 3
    below = [str(each) for each in findings.verdicts[1].rests_on]
    first, known = "first (tested on n ≤ 19, by a table)", "that of Pythagoras (Euclid I.47)"
    assert below == [first, known]
    shown = findings_as_json(findings)["verdicts"][0]["rests_on"]
    assert (shown[0]["kind"], shown[0]["words"], shown[0]["level"]) == ("claim", "middle", "tested")
    assert f"rests on {first} and {known}" in claims(findings)


def test_a_claim_is_no_theorem_by_another_name() -> None:
    chain = study()
    squares(chain, "lemma").equals(square, BELOW_20, by="listed")
    squares(chain, "main", rests_on=[theorem("lemma", "here")])
    with pytest.raises(ClaimError, match=r"expected rests_on=\['lemma'\], as it is a claim"):
        check_study(chain, SETTINGS)


def test_what_rests_on_a_refuted_claim_is_untested() -> None:
    chain = study()
    squares(chain, "on-sand", rests_on=["false"]).equals(square, BELOW_20, by="listed")
    squares(chain, "false").equals(lambda n: n**3, BELOW_20, by="listed")
    levels = {verdict.name: verdict.level for verdict in check_study(chain, SETTINGS).verdicts}
    assert levels == {"on-sand": Level.UNTESTED, "false": Level.REFUTED}


def never(*_: object) -> bool:
    """Fails the test if a check runs."""
    pytest.fail("a check ran before the study was refused")


@pytest.mark.parametrize(
    ("rests_on", "message"),
    [
        ({"one": ["two"], "two": ["one"]}, "in a circle: one rests on two rests on one"),
        ({"one": ["three"], "two": []}, "'three': the study has no claim of that name"),
    ],
)
def test_circles_and_unknown_names_are_refused_at_once(
    rests_on: dict[str, list[str]], message: str
) -> None:
    chain = study()
    for name, below in rests_on.items():
        squares(chain, name, rests_on=below).holds(never, BELOW_20, by="listed")
    with pytest.raises(ClaimError, match=message):
        check_study(chain, SETTINGS)


def test_a_quick_part_leaves_out_theorems_on_which_none_of_its_claims_rests() -> None:
    whole = study()
    for name in ("lemma", "apart"):
        squares(whole, name).decide("a theorem", never)
    squares(whole, "last", rests_on=["lemma"]).equals(square, BELOW_20, by="listed")
    (part,) = Part(quick=True).of([whole])
    assert [claim.name for claim in part.claims] == ["lemma", "last"]


def derivation(write: Callable[[Any], None]) -> Findings:
    """What is found of a derivation."""
    study = Study("words", nim(2), source="a test")
    claim = study.claim("derived", "", believed=None, controls={})
    claim.derive("sympy", lambda believed, lines: write(lines))
    return check_study(study, SETTINGS)


def derived(write: Callable[[Any], None]) -> Any:
    """The one piece of evidence of a derivation."""
    return derivation(write).verdicts[0].evidence[0]


def symbol(name: str = "n") -> Any:
    """A natural number."""
    import sympy

    return sympy.Symbol(name, integer=True, nonnegative=True)


def test_a_definition_is_put_in_the_place_of_its_symbol_and_proves_nothing() -> None:
    def write(lines: Any) -> None:
        n = symbol()
        m = lines.define("m", n + 1, "One more")
        lines.same("Its square", m**2, n**2 + 2 * n + 1)

    assert derived(lambda lines: lines.define("a", symbol())).level == Level.UNTESTED
    report = derivations(derivation(write), {})
    assert "1 line verified by sympy, 1 definition" in report
    assert "*Definition.* One more: $m = n + 1$" in report
    assert "- Its square: $m^{2} = n^{2} + 2 n + 1$" in report


def test_a_predicate_is_decided_by_the_formula_that_defines_it() -> None:
    def said(formula: str) -> Any:
        def write(lines: Any) -> None:
            lines.define_predicate("even", "x", formula, "x is even")
            lines.decided("A double is even", "Ax $even(2*x)")

        return derivation(write)

    assert said("Ey x = 3*y").verdicts[0].refuted
    assert "*Definition.* `$even(x)`, x is even: `Ey x = 2*y`" in derivations(
        said("Ey x = 2*y"), {}
    )


@pytest.mark.parametrize(
    ("write", "why"),
    [
        (lambda lines: lines.same("x", symbol(), symbol()), "same object"),
        (lambda lines: lines.same("x", symbol() + 1 - 1, symbol()), "same object"),
        (lambda lines: lines.has("x", symbol(), "integer"), "it is assumed"),
    ],
)
def test_a_step_that_cannot_fail_is_no_step(write: Callable[[Any], None], why: str) -> None:
    evidence = derived(write)
    assert evidence.level == Level.UNTESTED
    assert why in evidence.method


@pytest.mark.parametrize(
    ("write", "counterexample"),
    [
        (lambda lines: lines.has("x", symbol() ** 2 + 1, "odd"), "n=1: found 2, believed odd"),
        (lambda lines: lines.decided("x", "Ax,y (x < y) => (2*x < y)"), "x=1, y=2"),
        (lambda lines: lines.same("x", symbol() ** 2, symbol()), "n=2: found 4, believed 2"),
    ],
)
def test_a_false_line_refutes_with_a_case(
    write: Callable[[Any], None], counterexample: str
) -> None:
    evidence = derived(write)
    assert evidence.level == Level.REFUTED
    assert str(evidence.counterexample) == counterexample


def test_what_differs_beyond_the_digits_of_floating_point_is_refuted() -> None:
    n, factor = symbol(), 10**17 + 1

    def induction(lines: Any) -> None:
        lines.induction("a", 1e17 * n, n, name=str, first=0, following=lambda term: term + factor)

    assert derived(lambda lines: lines.same("a", factor * n, 1e17 * n)).level == Level.REFUTED
    assert derived(induction).level == Level.REFUTED


def test_a_theorem_too_large_for_the_engine_is_untested_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_large(*_: object) -> None:
        raise StateLimitError(501, 500, "a product")

    monkeypatch.setattr("research.proving.claiming.prove_theorem", too_large)
    study = Study("piles", nim(2), source="an example", file=tmp_path / "piles.py")
    study.file.write_text("")
    claim_theorem(study, "Equal piles lose.", criterion="x1 = x2", controls={"0": "x1 = 0"})
    (verdict,) = check_study(study, Settings()).verdicts
    assert verdict.level == Level.UNTESTED
    assert "more than 500 states: the automaton of a product" in verdict.evidence[0].by
