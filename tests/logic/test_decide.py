"""Statements decided: against direct evaluation, and against published theorems."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from moves_texts import formulas

from oracles.moves import MoveGame
from research.logic.automaton import Automaton
from research.logic.decide import decide, evaluate, members
from research.logic.errors import AutomataError, StateLimitError
from research.logic.numeration import Relation, system


def box(text: str, names: str, most: int) -> list[Any]:
    """The positions of a box of which the oracle finds that a formula holds, by trying."""
    return list(MoveGame(f"position play({names}) where {text}").start(most))


@given(formulas(["x", "y"], 1))
@settings(max_examples=50, deadline=None)
def test_automata_agree_with_direct_evaluation(text):
    expected = box(text, "x, y", 7)
    for name in ("lsd_2", "msd_2"):
        try:
            automaton = evaluate(f"({text}) & x <= 7 & y <= 7", name, limit=3000)
        except StateLimitError:
            return  # too large to look at
        assert sorted(members(automaton, system(name), ["x", "y"])) == expected


@given(formulas(["x"], 1).filter(lambda text: "$" not in text and "T[" not in text))
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_zeckendorf_agrees_with_direct_evaluation(text):
    try:
        automaton = evaluate(f"({text}) & x <= 24", "msd_fib", limit=3000)
    except StateLimitError:
        return
    found = members(automaton, system("msd_fib"), ["x"])
    assert sorted(x for (x,) in found) == box(text, "x", 24)


@pytest.mark.expensive
@given(formulas(["x"]), st.sampled_from("AE"))
@settings(max_examples=200, deadline=None)
def test_decisions_and_counterexamples_agree_with_direct_evaluation(text, quantifier):
    wanted = text if quantifier == "E" else f"~({text})"
    found = box(wanted, "x", 39)
    for name in ("lsd_2", "msd_2"):
        statement = f"{quantifier}x x >= 0 {'&' if wanted == text else '=>'} ({text})"
        try:
            decision = decide(statement, name, limit=3000)
        except StateLimitError:
            return
        assert (decision.example is None) == (decision.truth == (quantifier == "A"))
        if found:
            assert decision.example == {"x": found[0]}
        elif decision.example is not None:  # beyond the numbers tried: it must still be one
            assert decision.example["x"] >= 40
            assert MoveGame(f"position play(x) where {wanted}").contains(decision.example["x"])


THEOREMS = {
    # Thue 1912: the Thue-Morse word has no overlap; it has squares.
    "?msd_2 Ei,n n >= 1 & (At t <= n => T[i+t] = T[i+n+t])": False,
    "?msd_2 Ei,n n >= 1 & (At t < n => T[i+t] = T[i+n+t])": True,
    # Each factor of length 5 contains two equal neighbours; 010 is a factor of length 3.
    "?lsd_2 Ai Ej j >= i & j <= i+3 & T[j] = T[j+1]": True,
    "?lsd_2 Ai Ej j >= i & j <= i+1 & T[j] = T[j+1]": False,
    # The word is recurrent: every factor comes again.
    "?msd_2 Ai,n Ej j > i & (At t < n => T[i+t] = T[j+t])": True,
    # Every number is even or odd and not both; Frobenius number of 3 and 5 is 7.
    "?msd_3 Ax (Ey x = 2*y) ^ (Ey x = 2*y + 1)": True,
    "?lsd_10 Ax x > 7 => (Ea,b x = 3*a + 5*b)": True,
    "?lsd_10 Ea,b 7 = 3*a + 5*b": False,
    "?msd_fib Ax x > 7 => (Ea,b x = 3*a + 5*b)": True,
    "?lsd_fib Ax x >= 7 => (Ea,b x = 3*a + 5*b)": False,
    # A difference that does not exist makes its atom false, and the negation true.
    "?msd_2 Ax,y x - y <= x": False,
    "?msd_2 Ax,y ~(x - y > x)": True,
    "?msd_2 Ax,y (x - y) + y = x | x < y": True,
}


@pytest.mark.parametrize("statement", THEOREMS)
def test_known_theorems(statement):
    assert decide(statement).truth == THEOREMS[statement]


def test_orders_of_squares_in_thue_morse_are_2_to_the_k_and_3_times_2_to_the_k():
    """Pansiot 1981, Brlek 1989."""
    squares = evaluate("?lsd_2 n >= 1 & (Ei At t < n => T[i+t] = T[i+n+t])")
    assert squares == evaluate("?lsd_2 $power(n) | (Em $power(m) & n = 3*m)")
    assert [n for n in range(1, 50) if squares.accepts(n=n)] == [
        *(1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48)
    ]


LARGE = {  # by arithmetic
    f"?msd_fib Ex,y {2**62}*x + {2**62}*y + {2**63} = 0": False,
    f"?msd_fib Ex,y {2**62}*x + {2**62}*y = {2**63} & x = y": True,
    f"?lsd_2 Ex {2**63}*x = 4": False,
}


@pytest.mark.parametrize("statement", LARGE)
def test_numbers_of_more_than_64_bits_are_exact(statement):
    assert decide(statement).truth == LARGE[statement]


EXAMPLES = {
    "?lsd_10 Ax,y x + y < 15": {"x": 6, "y": 9},
    "?lsd_10 Ay,x x + y < 15": {"y": 6, "x": 9},
    "?lsd_2 Ex,y x + y = 15": {"x": 0, "y": 15},
    "?msd_2 Ex,y x > 2*y & y > 2": {"x": 7, "y": 3},
    # They name the variables of the first quantifier. The pair (0, 2) has two digits, (1, 0) has
    # one; alone, x = 0 is smaller than x = 1.
    "?msd_2 Ex,u u <= 2 & x != u/2": {"x": 1, "u": 0},
    "?msd_2 Ex Eu u <= 2 & x != u/2": {"x": 0},
    "?lsd_10 Ax Ay x + y > 0 | y = 1": {"x": 0},
}


@pytest.mark.parametrize("statement", EXAMPLES)
def test_examples_are_smallest_by_digits_then_by_value(statement):
    assert decide(statement).example == EXAMPLES[statement]


def test_user_predicates_by_formula_and_by_automaton():
    even = Relation.of("x", "Ey x = 2*y")
    smaller = Relation.of("b,a", "b < a")
    assert decide("Ax $even(x) ^ $even(x+1)", "lsd_2", {"even": even}).truth
    assert decide("Ax $smaller(x, x+1)", "lsd_2", {"smaller": smaller}).truth
    assert not decide("Ex $smaller(x+1, x)", "lsd_2", {"smaller": smaller}).truth
    made = evaluate("Ey x = 2*y", "lsd_2")
    assert decide("Ax $even(2*x) & ~$even(2*x+1)", "lsd_2", {"even": made}).truth
    with pytest.raises(AutomataError, match=r"predicate \$even"):
        decide("Ax $even(2*x)", "msd_2", {"even": made})


@pytest.mark.parametrize(
    ("statement", "numeration", "message"),
    [
        ("Ax $odd(x)", "lsd_2", r"'Ax .*': predicate \$odd is not known"),
        ("Ax RS[x] = @1", "lsd_2", "'Ax .*': sequence RS is not known in lsd_2"),
        ("Ax T[x] = @1", "msd_fib", "T is not known in msd_fib"),
        ("Ax $nimsum(x,x)", "lsd_2", "takes 3 terms, not 2"),
        ("Ax x < y + z", "lsd_2", "free variables y, z"),
        ("?msd_3 Ax x = x", "msd_2", "names 'msd_3'"),
        ("Ax Ey y = 1000000*x", "lsd_2", "linear constraint with coefficients"),
        ("Ex 9223372036854775807*x + 2 = 0", "lsd_3", r"coefficients \(9223372036854775807,\)"),
        (f"Ex x = {'9' * 31}", "lsd_2", "column 8 .*a number of at most 30 digits, found '9{31}'"),
    ],
)
def test_bad_statements_are_refused_with_one_clear_line(statement, numeration, message):
    with pytest.raises(AutomataError, match=message):
        decide(statement, numeration)


@pytest.mark.parametrize(("order", "zero"), [("lsd", 0), ("msd", 2)])
def test_an_automaton_of_one_word_alone_is_no_predicate_of_numbers(order, zero):
    """It accepts 1, and no 1 with zeros; whether the least digit comes first or last."""
    table = [[zero, 1], [2, 2], [2, 2]]
    one = Automaton.build(2, order, ["x"], table, [False, True, False])
    with pytest.raises(AutomataError, match=r"\$one: its automaton changes its answer when zeros"):
        decide("Ex $one(x)", f"{order}_2", {"one": one})


def test_state_limit_says_where_it_grew():
    statement = "Ax (Ey x = 97*y) => (Ey x = 89*y)"
    with pytest.raises(StateLimitError, match=r"subformula .*\(a (product|quantifier)\)") as caught:
        decide(statement, "lsd_2", limit=500)
    assert caught.value.limit == 500
    assert caught.value.states > 500
    assert not decide(statement, "lsd_2").truth
