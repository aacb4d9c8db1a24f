"""Conjectures: made on one half of the values and tested on the other; none where nothing is."""

from __future__ import annotations

from math import isqrt

import numpy as np
import pytest

from oracles.heaps import octal, subtraction
from oracles.solve import solve
from oracles.vectors import VectorGame, nim
from research.conjectures.automata import conjecture_automata, smaller_side
from research.conjectures.conjecturing import conjectures_of
from research.conjectures.invariances import conjecture_heap_sum, conjecture_invariances
from research.conjectures.sequences import (
    beatty_pair,
    conjecture_beatty_pairs,
    conjecture_period,
    conjecture_recurrence,
)
from research.logic.synthesis import accepted
from research.resolving.loading import load_study

pytestmark = pytest.mark.expensive

WYTHOFF = VectorGame([(1, 0), (0, 1), (1, 1)])


def box(game: VectorGame, side: int) -> tuple[np.ndarray, np.ndarray]:
    """P-positions and Grundy values of all vectors below a bound, from the explicit graph."""
    truth = solve(game, side - 1)
    members = np.zeros((side,) * game.piles, bool)
    values = np.zeros(members.shape, np.int64)
    for vector in np.ndindex(members.shape):
        position = vector if game.ordered else tuple(sorted(vector))
        members[vector] = truth.outcome(position) == "P"
        values[vector] = truth.grundy(position)
    return members, values


def test_a_period_that_breaks_in_the_second_half_is_refuted_where_it_breaks() -> None:
    values = [0, 1, 2] * 20
    assert not conjecture_period(values)[0].refuted
    values[45] = 7
    found = conjecture_period(values)[0]
    assert (found.made_on, found.tested_on, found.counterexample) == (30, 16, "G(45) is 7, not 0")


def test_an_automaton_is_made_on_half_of_the_vectors_and_tested_on_the_others() -> None:
    members, _ = box(WYTHOFF, 40)
    (found,) = [p for p in conjecture_automata(members, ["a", "b"]) if not p.refuted]
    assert found.found.system == "lsd_fib"
    side = smaller_side(40, 2)
    assert (found.made_on, found.tested_on) == (side**2, 1600 - side**2)
    again = accepted(found.found.automaton, ["a", "b"], "lsd_fib", (40, 40))
    assert (again == members).all()


def test_an_automaton_that_fails_in_the_second_half_is_kept_as_refuted() -> None:
    members = np.arange(200) % 3 == 0
    members[150] = False
    found = conjecture_automata(members, ["x"], systems=["lsd_2"])
    assert [p.counterexample for p in found] == ["x = 150 is not a member"]
    squares = np.array([isqrt(n) ** 2 == n for n in range(1000)])  # not automatic in any base
    assert [p for p in conjecture_automata(squares, ["x"]) if not p.refuted] == []


@pytest.mark.parametrize(("heaps", "side"), [(2, 16), (3, 12)])
def test_nim_is_a_sum_of_its_heaps(heaps: int, side: int) -> None:
    members, values = box(nim(heaps), side)
    assert [p.refuted for p in conjecture_heap_sum(members, values)] == [False]
    late = (side - 2,) * 2 + (0,) * (heaps - 2)
    members[late] = False
    assert conjecture_heap_sum(members, values)[0].counterexample == f"{late} is not a P-position"


def test_wythoff_and_the_stone_game_are_no_sums_of_their_heaps() -> None:
    stone = VectorGame([v for v in np.ndindex(2, 2, 2) if any(v)])
    assert conjecture_heap_sum(*box(WYTHOFF, 16)) == conjecture_heap_sum(*box(stone, 10)) == []


def test_wythoffs_pairs_and_those_of_its_generalisation_are_proposed() -> None:
    members, _ = box(WYTHOFF, 40)
    pairs = [tuple(v) for v in np.argwhere(members).tolist()]
    assert conjecture_beatty_pairs(pairs)[0].found == 1
    assert not conjecture_beatty_pairs(pairs)[0].refuted
    assert conjecture_beatty_pairs([beatty_pair(n, 3) for n in range(20)])[0].found == 3
    broken = [p for p in pairs if p[0] <= p[1]]
    broken[-1] = (broken[-1][0], broken[-1][1] + 1)
    assert conjecture_beatty_pairs(broken)[0].refuted
    # x = floor(n phi) is the only x with x^2 - n x - n^2 < 0 <= (x+1)^2 - n (x+1) - n^2
    n = 10**40  # floats are not exact here
    x, second = beatty_pair(n, 1)
    assert x**2 - n * x - n**2 < 0 <= (x + 1) ** 2 - n * (x + 1) - n**2
    assert second == x + n


def test_the_shortest_recurrence_is_proposed_and_refuted_where_it_breaks() -> None:
    terms = [2**n + 1 for n in range(24)]
    assert conjecture_recurrence(terms)[0].statement == "u(n) = 3 u(n-1) - 2 u(n-2) for n >= 2"
    (fibonacci,) = conjecture_recurrence([0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89], "counts")
    assert fibonacci.statement == "counts: u(n) = u(n-1) + u(n-2) for n >= 2"
    terms[20] = 0
    assert conjecture_recurrence(terms)[0].counterexample == "u(20) is 0, not 1048577"


def test_invariances_are_found_and_false_ones_refuted() -> None:
    members, _ = box(nim(2), 20)
    words = {p.statement for p in conjecture_invariances(members, ["a", "b"])}
    same = ("a and b exchanged", "a + 1, b + 1", "all coordinates doubled")
    assert words == {f"the outcome is the same with {each}" for each in same}
    members[3, 17] = True
    refuted = [p for p in conjecture_invariances(members, ["a", "b"]) if p.refuted]
    assert "(3, 17) is a P-position" in {p.counterexample for p in refuted}


@pytest.mark.parametrize(
    ("game", "kind", "statement"),
    [
        (octal("0.77"), "period", "G(n + 12) = G(n) for every n >= 71"),
        (subtraction(1, 2, 3), "period", "G(n + 4) = G(n) for every n >= 0"),
        (WYTHOFF, "automaton", "floor(n alpha) + n) for some n, where alpha = (1 + sqrt(5))/2"),
        (nim(3), "sum of heaps", "one-heap values have nim sum 0"),
    ],
)
def test_what_is_known_of_a_game_is_proposed(game: object, kind: str, statement: str) -> None:
    found = conjectures_of(game)  # type: ignore[arg-type]
    assert any(p.kind == kind and statement in p.statement and not p.refuted for p in found)


def test_a_game_with_control_states_is_proposed_state_by_state() -> None:
    claims = load_study("binary-blackboard").claims
    (theorem,) = (claim.theorem for claim in claims if claim.theorem is not None)
    found = conjectures_of(theorem.formulas)
    assert "state O0 is accepted by an automaton of 7 states" in "\n".join(map(str, found))
    assert all(p.tested_on > 0 for p in found)
