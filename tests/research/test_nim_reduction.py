"""The nim reduction: what it proves, and that each of its conditions is needed and asked for."""

from __future__ import annotations

from typing import Any

import pytest

from oracles.games.silver_dollar import SilverDollarInBinary
from oracles.moves import MoveGame
from research.checks.evidence import Level, Settings
from research.claims.study import Study
from research.logic.errors import AutomataError
from research.logic.kernel import Place
from research.proving.claiming import prove_by
from research.proving.move_formulas import formulas_of, rules_of
from research.proving.nim_reduction import Heaps, prove_nim_reduction
from research.proving.results import NIM_REDUCTION, Limits
from research.studies.silver_dollar import criterion

ONE = "h = 1 & e < x"
PILE = "position play(x)\nmove play -> play(x - n) for n where 1 <= n & n <= x\n"
TWO_HEAPS = "(h = 1 & e < x) | (h = 2 & e < y)"
NIM = """
position play(x, y)
move play -> play(x - n, y) for n where 1 <= n & n <= x
move play -> play(x, y - n) for n where 1 <= n & n <= y
"""


def failures(text: str, elements: str = TWO_HEAPS, regular: str = "") -> set[str]:
    proof = prove_nim_reduction(rules_of(text), Heaps(elements, regular))
    return {check.role for check in proof.failures}


def reduced(of: Any, heaps: Heaps) -> Any:
    return prove_nim_reduction(of.model.rules, heaps)


def level(game: MoveGame, heaps: Heaps) -> Level:
    study = Study("a-game", game, source="a test")
    claim = study.claim(
        "heaps", "The nim sum decides.", believed=heaps, controls={"no heap": Heaps("0 = 1")}
    )
    prove_by(NIM_REDUCTION, claim, study, reduced, limits=Limits(positions=300))
    return claim.checks[0].run(claim, claim.believed, Settings()).level


def test_heaps_that_may_be_increased_are_nim() -> None:
    # t increases by one are left to both players together.
    text = """
        position play(x, y, t)
        move play -> play(x - n, y, t) for n where 1 <= n & n <= x
        move play -> play(x, y - n, t) for n where 1 <= n & n <= y
        move play -> play(x + 1, y, t - 1) where t >= 1
        move play -> play(x, y + 1, t - 1) where t >= 1
        measure play: x + y + 2*t
    """
    assert failures(text) == set()
    assert level(MoveGame(text), Heaps(TWO_HEAPS)) == Level.PROVED


# What is wrong without each condition; the outcomes are found by hand.

SPARE = PILE.replace("(x)", "(x, t)").replace("(x - n)", "(x - n, t)")


@pytest.mark.parametrize(
    ("text", "heaps", "failing"),
    [
        # Both heaps at once: (1, 1) is an N-position with nim sum 0.
        (
            f"{NIM}move play -> play(x - n, y - n) for n where 1 <= n & n <= x & n <= y",
            [TWO_HEAPS],
            "one heap changes",
        ),
        # The name 2 loses its heap to that of 1, which counts: (1, 1) is an N-position again.
        (
            f"{NIM}move play -> play(0, x - n) for n where 1 <= n & n <= x",
            [TWO_HEAPS],
            "one heap changes",
        ),
        (f"{NIM}won play where x = 0 & y = 0", [TWO_HEAPS], "regular is not known"),
        # A move to spare: (0, 1) is an N-position with nim sum 0.
        (f"{SPARE}move play -> play(x, t - 1) where t >= 1", [ONE], "one heap changes"),
        # One or two may be taken: 3 is a P-position with nim sum 3.
        (PILE.replace("1 <= n", "1 <= n & n <= 2"), [ONE], "every decrease is there"),
        # From 1 and 0 a move ends play: 0 is an N-position with an empty heap.
        (f"{PILE}position end()\nmove play -> end()", [ONE], "regular is not known"),
        # 1 is not regular, not lost, and has no option that is lost.
        (PILE, [ONE, "x != 1"], "not regular is known"),
        # Infinite heaps have no size.
        (PILE, ["h = 1 & e >= x"], "heaps are finite"),
        # Play need not end.
        (f"{PILE}move play -> play(x + 1) where x >= 0", [ONE], "decreases"),
    ],
)
def test_what_fails_is_named(text: str, heaps: list[str], failing: str) -> None:
    assert failing in failures(text, *heaps)


@pytest.mark.expensive
def test_where_the_conditions_fail_and_the_nim_sum_is_right_nothing_is_known() -> None:
    # Heaps of twice the size: P exactly if x = 0 all the same, but odd sizes are not reached.
    assert level(MoveGame(PILE), Heaps("h = 1 & e < 2*x")) == Level.UNTESTED


def test_names_of_heaps_are_not_names_of_coordinates() -> None:
    with pytest.raises(AutomataError, match="expected distinct names"):
        failures("position play(h)\nmove play -> play(h - 1)", "h = 1")


def test_the_heaps_of_the_silver_dollar_are_gaps() -> None:
    rules = formulas_of(SilverDollarInBinary()).rules
    heaps = Heaps(*criterion.HEAPS, state="strip")
    proof = prove_nim_reduction(rules, heaps, relations=criterion.relations())
    # Squares 1, 4, 8 and 15 from 0: gaps 1, 2, 3 and 6; the second and the fourth count.
    s = 2**1 + 2**4 + 2**8 + 2**15
    sizes = proof.sizes(Place("strip", (s, 2**4)))
    assert sizes == {2**4: 2, 2**15: 6}
    # Without the last coin the first and the third; the first and one more from the third coin on.
    s -= 2**15
    assert proof.sizes(Place("strip", (s, 2**4))) == {2**1: 1, 2**8: 3}
    assert proof.sizes(Place("strip", (s, 2**8))) == {2**1: 2, 2**8: 3}
