"""No word says more than was compared: where the truth comes from, and what claims rest on."""

from __future__ import annotations

from typing import Any

import pytest

from oracles.vectors import VectorGame
from research.checks.evidence import ClaimError, Level, Settings
from research.claims.cases import Listed, integers
from research.claims.claim import definition, theorem
from research.claims.study import Study
from research.reporting.parts import claims
from research.reporting.terminal import findings_as_json
from research.verdicts.checking import check_claim, check_study
from research.verdicts.selection import Part

SETTINGS = Settings(examples=20, seed=0)
BELOW_20 = integers(n=19)


def study() -> Study:
    """A study of Wythoff's game, without claims."""
    return Study("words", VectorGame([(1, 0), (0, 1), (1, 1)]), source="a test")


def square(n: int) -> int:
    """The truth about squares."""
    return n**2


def squares(in_study: Study, name: str = "squares", **more: Any) -> Any:
    """A claim that a function gives the squares."""
    return in_study.claim(
        name,
        "the squares",
        believed=lambda n: n * n,
        controls={"doubled": lambda n: 2 * n + 1},
        **more,
    )


@pytest.mark.parametrize(
    ("source", "level", "domain"),
    [
        ({}, Level.EXHAUSTED, "n ≤ 19, on the explicit graph"),
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


@pytest.mark.parametrize("case", [3, [3], {"n": [3]}])
def test_a_case_that_is_given_again_is_not_counted_again(case: Any) -> None:
    again = Listed("one case", lambda: [case] * 1001)
    claim = squares(study()).holds(lambda f, n: f(3) == 9, again, by="listed")
    assert check_claim(claim, SETTINGS).evidence[0].cases == 1


# What a claim rests on.


def checked(in_study: Study) -> dict[str, Any]:
    """The verdicts of a study by name."""
    return {verdict.name: verdict for verdict in check_study(in_study, SETTINGS).verdicts}


def test_a_verdict_is_at_most_the_weakest_that_the_claim_rests_on() -> None:
    chain = study()
    squares(chain, "last", rests_on=["middle", definition("a square")]).equals(
        square, BELOW_20, by="listed"
    )
    squares(chain, "middle", rests_on=["first", theorem("of Pythagoras")]).equals(
        square, BELOW_20, by="listed"
    )
    squares(chain, "first").equals(square, BELOW_20, solvers="a table")
    verdicts = checked(chain)
    assert {name: verdict.level for name, verdict in verdicts.items()} == dict.fromkeys(
        ["last", "middle", "first"], Level.TESTED
    )
    assert [str(s) for s in verdicts["middle"].rests_on] == [
        "first (tested)",
        "of Pythagoras (theorem)",
    ]
    findings = check_study(chain, SETTINGS)
    shown = findings_as_json(findings)["verdicts"][0]["rests_on"]
    assert shown[0] == {"kind": "claim", "words": "middle", "level": "tested"}
    assert "rests on first (tested), of Pythagoras (theorem)" in claims(findings)


def test_what_rests_on_a_refuted_claim_is_untested() -> None:
    chain = study()
    squares(chain, "on-sand", rests_on=["false"]).equals(square, BELOW_20, by="listed")
    squares(chain, "false").equals(lambda n: n**3, BELOW_20, by="listed")
    verdicts = checked(chain)
    assert verdicts["false"].level == Level.REFUTED
    assert verdicts["on-sand"].level == Level.UNTESTED


def never(*_: object) -> bool:
    """Fails the test if a check runs."""
    pytest.fail("a check ran before the study was refused")


@pytest.mark.parametrize(
    ("rests_on", "message"),
    [
        ({"one": ["two"], "two": ["one"]}, "in a circle: one rests on two rests on one"),
        ({"one": ["one"], "two": []}, "in a circle: one rests on one"),
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
        squares(whole, name).prove("a theorem", never)
    squares(whole, "last", rests_on=["lemma"]).equals(square, BELOW_20, by="listed")
    (part,) = Part(quick=True).of([whole])
    assert [claim.name for claim in part.claims] == ["lemma", "last"]
