"""A theorem is claimed, proved and saved as one of the game that it is about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from oracles.moves import MoveGame
from oracles.rules import Game
from research.checks.evidence import ClaimError, Level, Settings
from research.claims.study import Study
from research.conjectures.prove import prove_study
from research.proving.claiming import claim_made_theorem, claim_theorem
from research.proving.theorem import Theorem
from research.reporting.parts import claims as claims_of_report
from research.reporting.terminal import in_short
from research.verdicts.checking import check_claim, check_study

SETTINGS = Settings(examples=50)


class Text(MoveGame):
    """Take up to so many, in the language of moves."""

    def __init__(self, most: int) -> None:
        super().__init__(f"""
            position play(x)
            move play -> play(x - n) for n where 1 <= n & n <= {most} & n <= x
        """)


class Public(Game[int]):
    """Take up to so many, in Python."""

    def __init__(self, most: int) -> None:
        self.most = most

    def start(self, size: int) -> Iterable[int]:
        return range(size + 1)

    def options(self, position: int) -> list[int]:
        return [position - n for n in range(1, self.most + 1) if n <= position]


class Whole(Public):
    family = Public


def theorem_of(game: Any) -> Theorem:
    """Return that the multiples of 3 lose where one or two are taken."""
    x = "x" if isinstance(game, MoveGame) else "x1"
    controls = {"multiples of 5": f"Ek {x} = 5*k"}
    return Theorem(game, "multiples of 3", f"Ek {x} = 3*k", controls)


def claimed(own: Any, game: Any) -> Study:
    study = Study("threes", own, source="a test")
    claim_made_theorem(study, "c", "s", lambda: theorem_of(game))
    return study


@pytest.mark.parametrize("kind", [Text, Public])
def test_a_theorem_of_one_member_is_no_theorem_of_another(kind: Any) -> None:
    other = claimed(kind(3), kind(2))
    for tried in (lambda: check_claim(other.claims[0], SETTINGS), lambda: prove_study(other)):
        with pytest.raises(ClaimError, match=r"theorem is about .*, and the study about ") as said:
            tried()
        assert " at 0x" not in str(said.value)
    study = claimed(kind(2), kind(2))
    assert check_claim(study.claims[0], SETTINGS).level == Level.PROVED
    (found,) = prove_study(study, author="a.py")
    assert found.proved
    assert "the criterion below is the set of P-positions" in found.statement
    assert "in the words of a.py: multiples of 3" in found.statement


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"criterion": "Ek x = "}, "claim 'c': column .: expected a term"),
        ({"controls": {"all": "x >= y"}}, "claim 'c': .*'y'"),
        ({"criterion": {"pla": "Ek x = 3*k"}}, "claim 'c': .*'pla': expected one of .'play'."),
        ({"controls": {"all": {"play": "x >= 0", "end": "x = 0"}}}, "claim 'c': .*state 'end'"),
    ],
)
def test_a_text_that_makes_no_sense_is_put_down_to_its_claim(wrong: Any, said: str) -> None:
    study = Study("threes", Text(2), source="a test")
    right: Any = {"criterion": "Ek x = 3*k", "controls": {"all": "x >= 0"}}
    claim = claim_theorem(study, "s", name="c", **right | wrong)
    with pytest.raises(ClaimError, match=said):
        check_claim(claim, SETTINGS)


@pytest.mark.expensive
def test_a_theorem_of_a_member_of_a_family_names_the_member() -> None:
    study = claimed(Whole(3), Public(2))
    findings = check_study(study, SETTINGS)
    assert "of Public(most=2)" in in_short(findings.verdicts[0])
    assert "of Public(most=2)" in claims_of_report(findings)
    (proof,) = prove_study(study, author="a_file.py")
    assert proof.proved
    assert "in the words of a_file.py, about Public(most=2): multiples of 3" in proof.statement
