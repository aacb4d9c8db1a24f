"""Conjectures: made on one half of the values and tested on the other; none where nothing is."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import pytest

from oracles.heaps import octal, subtraction
from oracles.moves import MoveGame
from oracles.rules import DigraphGame, Game
from oracles.vectors import VectorGame, nim
from research.conjectures.conjecturing import (
    _half,
    conjecture_period,
    conjectures_of,
    values_in_boxes,
)
from research.conjectures.prove import prove_rules
from research.conjectures.tabulating import UNKNOWN
from research.proving.position_layout import laid_out
from research.proving.results import Limits

pytestmark = pytest.mark.expensive

WYTHOFF = VectorGame([(1, 0), (0, 1), (1, 1)])
TWICE_AS_MANY = MoveGame("""
    position play(heap, most)
    move play -> play(heap - n, 2*n) for n where 1 <= n & n <= heap & n <= most
    measure play: heap
""")
IN_TURNS = MoveGame("""
    position one(x)
    position two(x)
    move one -> two(x - n) for n where 1 <= n & n <= x & n <= 2
    move two -> one(x - n) for n where 1 <= n & n <= x & n <= 3
    measure one: x
    measure two: x
""")
FEW = Limits(positions=4_000, arcs=60_000)


class EqualUntil(Game[tuple[int, int]]):
    """Two heaps, of which one is taken from; but from 40 on none may be taken from the first."""

    def start(self, size: int) -> list[tuple[int, int]]:
        return [(a, b) for a in range(size + 1) for b in range(size + 1)]

    def options(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        a, b = position
        return [(k, b) for k in range(a) if a < 40] + [(a, k) for k in range(b)]


def criteria(game: Any, limits: Limits = FEW) -> list[str]:
    found = conjectures_of(game, limits)
    return [each.statement for each in found if "P-position of the game" in each.statement]


def test_a_period_that_breaks_in_the_second_half_is_refuted_where_it_breaks() -> None:
    values = [0, 1, 2] * 20
    assert not conjecture_period(values)[0].refuted
    values[45] = 7
    found = conjecture_period(values)[0]
    assert (found.made_on, found.tested_on, found.counterexample) == (30, 16, "G(45) is 7, not 0")


@pytest.mark.parametrize(
    ("game", "kind", "statement"),
    [
        (octal("0.77"), "period", "G(n + 12) = G(n) for every n >= 71"),
        (subtraction(1, 2, 3), "period", "G(n + 4) = G(n) for every n >= 0"),
        (subtraction(1, 2, 3, misere=True), "automaton", "exactly if heap mod 4 is 1"),
        (nim(3), "automaton", "exactly if the nim sum of x1, x2, x3 is 0"),
        (nim(2), "automaton", "has Grundy value 1 exactly if |x1 - x2| = 1 and"),
        (TWICE_AS_MANY, "automaton", "is less than the least part of heap in Zeckendorf's"),
        (IN_TURNS, "automaton", "x in state one is a P-position of the game exactly if x is 0"),
    ],
)
def test_what_is_known_of_a_game_is_proposed(game: Any, kind: str, statement: str) -> None:
    found = conjectures_of(game, FEW)
    assert any(p.kind == kind and statement in p.statement and p.passed for p in found)


def test_pairs_are_proposed_where_too_few_are_seen_for_an_automaton() -> None:
    """Fraenkel 1982: heaps less by amounts that differ by less than 2."""
    near = MoveGame("""
        position play(a, b)
        unordered
        move play -> play(a - n, b) for n where 1 <= n & n <= a
        move play -> play(a - n, b - m) for n, m
            where 1 <= n & n <= a & 1 <= m & m <= b & n < m + 2 & m < n + 2
    """)
    (found,) = (each for each in conjectures_of(near, FEW) if each.kind == "complementary pairs")
    assert "(floor(n alpha), floor(n alpha) + 2 n) for some n, where alpha = sqrt(2)" in str(found)


@pytest.mark.parametrize("game", [WYTHOFF, nim(3), TWICE_AS_MANY, IN_TURNS])
def test_a_criterion_is_the_sentence_that_is_proved(game: Game[Any]) -> None:
    proved = prove_rules(game)
    assert proved.proved
    assert criteria(game) == [proved.statement.removesuffix(". For all natural numbers.")]


def test_an_automaton_is_made_on_half_of_the_values_and_tested_on_the_others() -> None:
    (found,) = (each for each in conjectures_of(WYTHOFF, FEW) if each.kind == "automaton")
    side = 1 + int((found.made_on + found.tested_on) ** 0.5 - 0.5)
    assert found.made_on + found.tested_on == side**2
    assert found.made_on == max(n**2 for n in range(side) if 2 * n**2 <= side**2)


def test_what_fails_on_the_other_half_is_not_proposed() -> None:
    seen = Limits(positions=1_500, arcs=400_000)  # heaps to 38 and fewer
    assert criteria(EqualUntil(), seen) == ["(a, b) is a P-position of the game exactly if a = b"]
    assert criteria(EqualUntil(), Limits(positions=2_500, arcs=400_000)) == []


def test_nothing_is_proposed_of_a_game_without_a_theorem() -> None:
    stone = VectorGame([vector for vector in np.ndindex(2, 2, 2) if any(vector)])
    assert criteria(stone) == []


def test_half_of_the_values_is_half_of_those_that_are_known() -> None:
    table = np.zeros((10, 10), np.int8)
    assert _half(table).shape == (7, 7)
    table[5:], table[:, 5:] = UNKNOWN, UNKNOWN
    assert _half(table).shape == (3, 3)


def test_values_are_laid_out_where_positions_are_and_nowhere_else() -> None:
    model = laid_out(VectorGame([(1, 0), (0, 1)], ordered=True))[1]
    table = values_in_boxes(model, {(0, 0): 5, (2, 1): 7, (1, -1): 9})["play"]
    assert table.tolist() == [[5, -1, -1], [-1, -1, -1], [-1, 7, -1]]
    unordered = values_in_boxes(laid_out(nim(2))[1], {(0, 1): 3, (1, 1): 4})["play"]
    assert unordered.tolist() == [[-1, 3], [3, 4]]


class Race(Game[Any]):
    """A counter that goes down by one or two, and at 0 to a word."""

    def start(self, size: int) -> list[Any]:
        return [("go", size)]

    def options(self, position: Any) -> list[Any]:
        if position == "end":
            return []
        left = position[1]
        return [("go", left - n) for n in (1, 2) if n <= left] or ["end"]


def test_positions_that_are_words_are_left_out_of_conjectures() -> None:
    words = DigraphGame(nx.DiGraph([("a", "b"), ("b", "c"), ("a", "c")]))
    assert conjectures_of(words, FEW) == []
    said = [str(each) for each in conjectures_of(Race(), FEW, "race")]
    assert said[0].startswith("automaton: x1 is a P-position of race exactly if x1 mod 3 is 1")
