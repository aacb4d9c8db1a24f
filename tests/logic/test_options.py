"""The formulas of the games give the options that the rules give."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from research.logic.decide import evaluate
from research.logic.errors import AutomataError
from research.logic.evaluator import Evaluator
from research.logic.formula import Variable
from research.logic.kernel import FormulaRules, Move, Place
from research.logic.members import members
from research.logic.numeration import system
from research.logic.options import options
from research.logic.parser import parse, parse_term
from research.logic.vector_rules import ray_rules

EVALUATOR = Evaluator("lsd_2")


@given(st.sets(st.integers(0, 12), min_size=1, max_size=4).map(sorted), st.data())
@settings(deadline=None, max_examples=50)
def test_silver_dollar(games, coins, data):
    """Moves on the strip itself, then gaps; pocketing the silver dollar ends the game."""
    count = len(coins)
    rank = data.draw(st.integers(0, count - 1))

    def position(squares, place):
        gaps = [b - a - 1 for a, b in zip((-1, *squares), squares, strict=False)]
        return Place(f"m{len(squares)}r{place}", tuple(gaps))

    expected = {
        position([*coins[:i], to, *coins[i + 1 :]], rank)
        for i, square in enumerate(coins)
        for to in range(coins[i - 1] + 1 if i else 0, square)
    }
    if rank:
        expected.add(position(coins[1:], rank - 1))
    assert options(games.silver_dollar_rules(4), position(coins, rank), EVALUATOR) == expected


@given(st.tuples(st.integers(0, 9), st.integers(0, 9)))
@settings(deadline=None)
def test_wythoff_in_zeckendorf(games, position):
    rules = ray_rules(2, [(1, 0), (0, 1), (1, 1)])
    found = options(rules, Place("play", position), Evaluator("msd_fib"))
    assert {option.values for option in found} == set(games.wythoff_options(position))


def test_a_formula_that_forgets_a_rule_gives_other_options():
    move = Move("play", "play", ("n",), parse("n >= 1 & n < x1").formula, (parse_term("x1-n"),))
    wrong = FormulaRules({"play": ("x1",)}, (move,), {"play": Variable("x1")})
    position = Place("play", (4,))
    right = ray_rules(1, [(1,)])
    missing = options(right, position, EVALUATOR) - options(wrong, position, EVALUATOR)
    assert missing == {Place("play", (0,))}


def test_infinite_relations_and_unknown_positions_are_refused():
    with pytest.raises(AutomataError, match="infinitely many"):
        members(evaluate("$power(x)", "lsd_2"), system("lsd_2"), ["x"])
    with pytest.raises(AutomataError, match="most=50"):
        members(evaluate("x < 100", "msd_2"), system("msd_2"), ["x"], most=50)
    with pytest.raises(AutomataError, match="no such control state"):
        options(ray_rules(1, [(1,)]), Place("end", (1,)), EVALUATOR)


@given(st.sampled_from(["lsd_2", "msd_3", "msd_fib", "lsd_fib"]), st.integers(0, 40))
@settings(deadline=None)
def test_members_of_finite_sets(name, bound):
    automaton = evaluate(f"x + 2*y <= {bound}", name)
    expected = {(y, x) for y in range(bound + 1) for x in range(bound - 2 * y + 1)}
    assert set(members(automaton, system(name), ["y", "x"])) == expected
