"""P-positions learned from values: the tables, the domain, and that nothing false is proved."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from grundwork import Game, MoveGame, VectorGame
from oracles.truth import Truth
from research.conjectures import learning
from research.conjectures.found_domain import with_found_domain
from research.conjectures.learning import learn
from research.conjectures.tabulating import OUTSIDE, UNKNOWN, N, P, Tabulated
from research.logic.kernel import Place
from research.logic.numeration import KINDS
from research.proving.formula_model import small_cases
from research.proving.results import Limits
from research.proving.rules_equal_formula import game_formulas

GAMES = {
    "wythoff": VectorGame([(1, 0), (0, 1), (1, 1)]),
    "misere": VectorGame([(1, 0), (0, 1), (1, 1)], misere=True),
    "near the diagonal": MoveGame("""
        position play(a, b)
        move play -> play(a - n, b) for n where 1 <= n & n <= a
        move play -> play(a, b - n) for n where 1 <= n & n <= b
        move play -> play(a - n, b - m) for n, m
            where 1 <= n & n <= a & 1 <= m & m <= b & n < m + 3 & m < n + 3
    """),
    "states": MoveGame("""
        position free(x)
        position bound(x, last) where last <= x + 3
        won free where x = 7
        move free -> bound(x - n, n) for n where 1 <= n & n <= x & n <= 3
        move bound -> free(x - 1) where 1 <= x & last != 1
        move bound -> bound(x - n, n) for n where n <= x & n <= 3 & n != last & 1 <= n
        measure free: 2*x
        measure bound: 2*x + 1
    """),
    "quantified": MoveGame("""
        position play(a, b) where a <= 2*b + 1
        move play -> play(k, b) for k where k < a & ~(Ej j <= a & a = k + 2*j)
        move play -> play(a, k) for k where k < b & a <= 2*k + 1 & (Aj j <= 1 => b != k + 3*j)
        move play -> play(a/2, b - 1) where 1 <= b & 1 <= a & a/2 <= 2*b - 1
    """),
    "nim in ascending order": MoveGame("""
        position play(a, b, c)
        unordered
        move play -> play(a, b, c - n) for n where 1 <= n & n <= c
    """),
}


class TwoRows(Game):
    """Chomp with two rows, of which the first is not empty; they say nothing of other vectors."""

    def start(self, size):
        return [(a, b) for a in range(1, size + 1) for b in range(a + 1)]

    def options(self, position):
        a, b = position
        return [(a, k) for k in range(b)] + [(k, min(k, b)) for k in range(1, a)]


THREE_PILES = VectorGame([vector for vector in product((0, 1), repeat=3) if any(vector)])
THREE_NUMBERS = MoveGame("""
    position play(a, b, c) where 1 <= a & 1 <= b & 1 <= c
    unordered
    move play -> play(a - b, b, c) where b < a
    move play -> play(a - 2*b, b, c) where 2*b < a
""")


@pytest.fixture
def two_rows():
    return game_formulas(TwoRows())


@pytest.mark.expensive
@pytest.mark.parametrize("name", GAMES)
def test_tabulated_values_are_those_of_the_graph(name):
    model = game_formulas(GAMES[name])
    seen = small_cases(model.game, Limits(positions=2500, arcs=60_000))
    side = min(9, seen.size + 1)
    shapes = {state: (side,) * len(names) for state, names in model.rules.coordinates.items()}
    tables = Tabulated(model.rules).values(shapes)
    outcomes = Truth(model.game, seen.truth.graph).outcomes
    compared = {N: 0, P: 0, OUTSIDE: 0}
    for state, table in tables.items():
        for vector, value in np.ndenumerate(table):
            place = Place(state, vector)
            if not model.is_valid(place):
                assert value == OUTSIDE
                compared[OUTSIDE] += 1
            elif value != UNKNOWN:
                assert value == (P if outcomes[model.written(place)] == "P" else N), place
                compared[value] += 1
    assert compared[P] > 3
    assert compared[N] > 9
    assert (compared[OUTSIDE] > 0) == bool(model.rules.valid)


def test_where_an_option_leaves_the_box_a_value_is_unknown_or_right():
    """From (a, b) one moves to (a - 1, b + 1): b alone is lost exactly if it is even."""
    rules = game_formulas(
        MoveGame("""
        position play(a, b)
        move play -> play(a - 1, b + 1) where 1 <= a
        move play -> play(a, b - 1) where 1 <= b
        measure play: 2*a + b
    """)
    ).rules
    small = Tabulated(rules).values({"play": (7, 7)})["play"]
    large = Tabulated(rules).values({"play": (12, 24)})["play"][:7, :7]
    assert (small == UNKNOWN).any()
    assert not (large == UNKNOWN).any()
    assert ((small == large) | (small == UNKNOWN)).all()


def test_limited_work_leaves_values_unknown_and_none_wrong():
    tabulated = Tabulated(game_formulas(GAMES["wythoff"]).rules)
    whole = tabulated.values({"play": (40, 40)})["play"]
    part = tabulated.values({"play": (40, 40)}, work=2000)["play"]
    assert 0 < (part == UNKNOWN).sum() < part.size
    assert ((part == whole) | (part == UNKNOWN)).all()


def test_a_wrong_automaton_is_refuted_and_the_next_box_holds_the_place():
    """A small box shows the multiples of 3 alone, and 129 is won."""
    rules = game_formulas(
        MoveGame("""
        position play(x)
        won play where 129 <= x & x <= 130
        move play -> play(x - n) for n where 1 <= n & n <= x & n <= 2
    """)
    ).rules
    found = learn(rules, rounds=({1: 80}, {1: 81}))
    assert found.failed
    assert min(place.values for place in found.places) == (129,)
    assert found.tables["play"].shape > (129,)
    assert found.proof is None


def test_the_domain_found_is_closed_and_holds_all_starts(two_rows):
    """Of all vectors (0, 0) would be a P-position, and none is one with a < b."""
    narrower = with_found_domain(two_rows, small_cases(two_rows.game, Limits()))
    for size in range(12):
        for position in two_rows.game.start(size):
            assert narrower.is_valid(narrower.read(position))
    positions = [v for v in product(range(12), repeat=2) if narrower.is_valid(Place("play", v))]
    assert positions == [(a, b) for a in range(12) for b in range(12) if a >= 1 and b <= a]
    for vector in positions:
        assert all(narrower.is_valid(option) for option in narrower.options(Place("play", vector)))
    found = learn(narrower.rules)
    assert "options are positions" in {check.role for check in found.proof.checks}
    assert all(
        (found.proof.outcome(Place("play", (a, b))) == "P") == (a == b + 1) for a, b in positions
    )


@pytest.mark.parametrize(
    ("difference", "first"), [(1, "fib"), (2, "rec21"), (3, "rec31"), (4, "rec41"), (9, "2")]
)
def test_systems_of_the_slope_come_first(difference, first):
    """The least numbers that are not there yet, and what is larger by t, 2 t, 3 t, ..."""
    table, seen = np.zeros((600, 600), np.int8), set[int]()
    for n in range(200):
        a = next(number for number in range(600) if number not in seen)
        seen |= {a, a + difference * n}
        if a + difference * n < 600:
            table[a, a + difference * n] = table[a + difference * n, a] = P
    assert learning._kinds({"play": table})[0] == first
    assert set(learning._kinds({"play": table})) == set(KINDS)


@pytest.mark.expensive
@pytest.mark.parametrize("game", [THREE_PILES, THREE_NUMBERS], ids=["piles", "numbers"])
def test_nothing_is_proved_of_games_without_a_theorem(game):
    found = learn(game_formulas(game).rules)
    assert found.proof is None
    assert found.in_words()


def test_what_the_limit_stops_is_not_called_refuted(monkeypatch):
    monkeypatch.setattr(learning, "SIDES", learning.SIDES[:1])
    rules = game_formulas(GAMES["wythoff"]).rules
    monkeypatch.setattr(learning, "LARGER", 1)
    stopped = learn(rules, limit=20)
    assert stopped.proof is None
    assert [why for _, why in stopped.stopped if "more than 20 states" in why]
    assert not [why for _, why in stopped.failed if "more than" in why]
    assert "more than 20 states" in stopped.in_words()
    monkeypatch.setattr(learning, "LARGER", 50)
    again = learn(rules, limit=20)
    assert again.proof.proved
    assert again.proof.system not in {proposal.system for proposal, _ in again.stopped}
