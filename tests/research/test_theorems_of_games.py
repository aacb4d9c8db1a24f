"""A theorem is claimed and proved as one of the game that it is about."""

from __future__ import annotations

from typing import Any

import pytest

from oracles.moves import MoveGame
from research.checks.evidence import ClaimError, Level, Settings
from research.claims.study import Study
from research.conjectures.prove import prove_study
from research.proving.claiming import claim_heaps, claim_theorem
from research.proving.nim_reduction import Heaps
from research.reporting.terminal import in_short
from research.verdicts.checking import check_claim

SETTINGS = Settings(examples=50)
TAKE = MoveGame("""
    position play(x) where x <= 60
    move play -> play(x - n) for n where 1 <= n & n <= 2 & n <= x
""")
RIGHT: Any = {"criterion": "Ek x = 3*k", "controls": {"all": "x >= 0"}}


def claimed(**more: Any) -> Any:
    study = Study("threes", TAKE, source="a test")
    claim_theorem(study, "multiples of 3", name="c", **RIGHT | more)
    return study


def test_a_theorem_is_proved_and_its_words_are_those_of_the_file() -> None:
    assert check_claim(claimed().claims[0], SETTINGS).level == Level.PROVED
    (found,) = prove_study(claimed(), author="a.py")
    assert found.proved
    assert "the criterion below is the set of P-positions" in found.statement
    assert "in the words of a.py: multiples of 3" in found.statement


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"criterion": "Ek x = "}, "claim 'c': column 7 .*: expected a term"),
        ({"controls": {"all": "x >= y"}}, "claim 'c': .*'y'"),
        ({"criterion": {"pla": "Ek x = 3*k"}}, "claim 'c': .*'pla': expected one of .'play'."),
        ({"controls": {"all": {"play": "x >= 0", "end": "x = 0"}}}, "claim 'c': .*state 'end'"),
    ],
)
def test_a_text_that_makes_no_sense_is_put_down_to_its_claim(wrong: Any, said: str) -> None:
    with pytest.raises(ClaimError, match=said):
        check_claim(claimed(**wrong).claims[0], SETTINGS)


class OneHeap(MoveGame):
    def __init__(self) -> None:
        super().__init__("position play(x)\nmove play -> play(x - n) for n where 1 <= n & n <= x")


@pytest.mark.expensive
def test_a_theorem_of_another_game_names_it() -> None:
    heap = {"play": Heaps("h = 1 & e < x")}
    no = {"play": Heaps("0 = 1")}
    study = Study("threes", TAKE, source="a test")
    claim_heaps(
        study, "c", "s", heaps=lambda: heap, controls={"no heap": lambda: no}, game=OneHeap()
    )
    proved = check_claim(study.claims[0], SETTINGS)
    assert proved.level == Level.PROVED
    assert in_short(proved).endswith(", of OneHeap")
