"""Numeration systems: words, constraints, and addition proved by the engine itself."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from adding import false_statements
from hypothesis import given, settings
from hypothesis import strategies as st

from research.logic.decide import evaluate
from research.logic.errors import AutomataError
from research.logic.numeration import KINDS, system
from research.logic.positional import linear_constraint
from research.logic.recurrence import LinearRecurrence

NAMES = [f"{order}_{kind}" for order in ("msd", "lsd") for kind in KINDS]
FEW = ["msd_2", "lsd_2", "lsd_3", "msd_10", "msd_fib", "lsd_fib"]


@pytest.mark.parametrize("name", NAMES)
def test_the_engine_proves_that_the_adder_adds(name):
    assert not false_statements(system(name))


@pytest.mark.parametrize("order", ["msd", "lsd"])
@pytest.mark.parametrize("coefficients", [(2, 1), (1, 1, 1), (3, 1), (2, 2)], ids=str)
def test_the_engine_proves_that_the_adder_of_a_recurrence_adds(coefficients, order):
    numeration = LinearRecurrence("other", "another numeration", coefficients, order)
    assert not false_statements(numeration)


def test_the_words_of_a_recurrence_are_the_greedy_ones():
    numeration = LinearRecurrence("pell", "an example", (2, 1), "msd")
    weights = [1, 3, 7, 17, 41, 99]  # half the numbers (1 + sqrt 2)^n + (1 - sqrt 2)^n
    valid = numeration.valid(["x"])
    greedy = set()
    for number in range(99):
        word, rest = [], number
        for weight in reversed(weights[:-1]):
            word.append(rest // weight)
            rest %= weight
        assert numeration.value(word) == number
        greedy.add(tuple(word))
    words = set(product(range(3), repeat=5))
    assert {word for word in words if valid.reads({"x": word[::-1]})} == greedy


@pytest.mark.parametrize("coefficients", [(), (1, 2), (2, 0), (0, 1), (1, 0, 1, 1)], ids=str)
def test_coefficients_without_greedy_words_are_refused(coefficients):
    with pytest.raises(AutomataError, match="lexicographically"):
        LinearRecurrence("other", "another numeration", coefficients, "msd")


@pytest.mark.parametrize("name", FEW)
def test_a_wrong_adder_fails_the_verification(name):
    numeration = system(name)
    one_off = linear_constraint(numeration, {"x": 1, "y": 1, "z": -1}, 1, "=")
    twice = linear_constraint(numeration, {"x": 1, "y": 2, "z": -1}, 0, "=")
    right = linear_constraint(numeration, {"x": 1, "y": 1, "z": -1}, 0, "=")
    too_much = right | one_off  # total, but not single valued
    too_little = right & evaluate("x != 6", name)  # single valued, but not total
    found = {}
    for wrong, adder in {
        "one off": one_off,
        "twice": twice,
        "too much": too_much,
        "too little": too_little,
    }.items():
        found[wrong] = false_statements(numeration, adder)
    assert "x + 0 = x" in found["one off"]
    assert found["twice"] == {"x + (y+1) = (x+y) + 1"}
    assert found["too much"] == {"add is single valued"}
    assert "add is total" in found["too little"]


@given(st.sampled_from(NAMES), st.integers(0, 10**40))
@settings(deadline=None)
def test_words_and_values(name, number):
    numeration = system(name)
    word = numeration.word(number)
    assert numeration.value(word) == number
    if numeration.kind == "fib":
        assert all(not (a and b) for a, b in pairwise(word))
    assert not word or word[0] != 0


@given(
    st.sampled_from(FEW),
    st.lists(st.integers(-4, 4), min_size=1, max_size=3),
    st.integers(-300, 300),
    st.sampled_from(["=", "<="]),
    st.lists(st.integers(0, 200), min_size=3, max_size=3),
)
@settings(deadline=None)
def test_constraints_are_the_arithmetic(name, coefficients, constant, comparison, values):
    numeration = system(name)
    names = ("x", "y", "z")[: len(coefficients)]
    automaton = linear_constraint(
        numeration, dict(zip(names, coefficients, strict=True)), constant, comparison
    )
    assignment = dict(zip(names, values, strict=False))
    # Also at a point where the sum is near 0, where equality can hold.
    for shift in range(-2, 3):
        assignment["x"] = max(0, values[0] + shift)
        total = constant + sum(c * assignment[n] for n, c in zip(names, coefficients, strict=True))
        expected = total == 0 if comparison == "=" else total <= 0
        assert numeration.accepts(automaton, assignment) == expected


@pytest.mark.parametrize("name", ["msd_1", "msd_11", "fib", "lsd", "msd_x", "", "lsd_2_3"])
def test_unknown_systems_are_refused(name):
    with pytest.raises(AutomataError, match="expected msd_K"):
        system(name)


def test_negative_numbers_have_no_word():
    with pytest.raises(AutomataError, match="number=-1"):
        system("msd_2").word(-1)
