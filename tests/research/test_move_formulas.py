"""The language of moves as formulas: what a text means to the prover."""

from __future__ import annotations

from itertools import product

import pytest

from research.logic.errors import AutomataError
from research.logic.formula import parse, text
from research.logic.kernel import prove_kernel
from research.logic.numeration import Relation
from research.proving.formula_model import predicate
from research.proving.move_formulas import rules_of

NIM = """
    # two heaps
    position play(x, y)
    move play -> play(x - n, y)
        for n where 1 <= n & n <= x     # continued
    unordered
"""


def test_nameless_coordinates_are_moved_in_every_order_once() -> None:
    moore = rules_of("""
        position play(a, b, c, d)
        move play -> play(a - n, b - m, c, d) for n, m where n + m >= 1 & n <= a & m <= b
        unordered
    """)
    assert len(moore.moves) == 6  # the pairs among four


def test_what_is_said_of_nameless_coordinates_is_said_of_them_in_ascending_order() -> None:
    rules = rules_of("position play(x, y) where y <= 2*x\nwon play where x = 1\nunordered")
    vectors = list(product(range(9), repeat=2))
    for formula, holds in (
        (rules.valid["play"], lambda x, y: y <= 2 * x),
        (rules.won["play"], lambda x, _y: x == 1),
    ):
        asked = predicate(formula, ("x", "y"))
        assert [asked(*v) for v in vectors] == [holds(*sorted(v)) for v in vectors]


def test_under_misere_play_a_position_without_a_move_is_won() -> None:
    rules = rules_of("""
        position play(x)
        position over()
        move play -> over() where x >= 3
        won play where x = 7
        misere
    """)
    # To move to the end is to lose, for who cannot move wins.
    assert prove_kernel(rules, {"play": parse("x >= 3 & x != 7").formula}).proved
    assert not prove_kernel(rules, {"over": parse("0 = 0").formula}).proved
    assert text(rules.won["play"]) == "x = 7 | ~x >= 3"
    assert text(rules.won["over"]) == "~0 = 1"


def test_a_state_without_coordinates_takes_part_in_a_proof() -> None:
    rules = rules_of("""
        position play(x)
        position over()
        move play -> play(x - n) for n where 1 <= n & n <= x
        move play -> over() where x >= 5
        measure play: 1, x
    """)
    right = {"play": parse("x = 0").formula, "over": parse("0 = 0").formula}
    assert prove_kernel(rules, right).proved
    assert not prove_kernel(rules, right | {"over": parse("0 = 1").formula}).proved


def test_a_predicate_of_the_language_is_given_no_other_meaning() -> None:
    other = {"nimsum": Relation.of("x", "x = 1")}
    with pytest.raises(AutomataError, match="fixed meaning"):
        prove_kernel(rules_of(NIM), {"play": parse("x = y").formula}, relations=other)
