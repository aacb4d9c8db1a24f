"""Counts and recurrences against listing the members."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from research.logic.decide import evaluate
from research.logic.errors import AutomataError
from research.logic.linear import counts, shortest_recurrence
from research.logic.numeration import system

SETS = [
    ("Ek x = 3*k + 1", "lsd_2"),
    ("$power(x)", "msd_3"),
    ("T[x] = @1 & x > 5", "msd_2"),
    ("Ek x = 7*k", "lsd_10"),
    ("x < 0", "lsd_2"),
    ("Ek x = 2*k", "msd_fib"),
    ("$power(x)", "lsd_fib"),
]


@pytest.mark.parametrize(("formula", "name"), SETS)
def test_terms_count_the_members_with_so_many_digits(formula, name):
    automaton = evaluate(formula, name).widened(["x"])
    _, found = counts(automaton, name)
    for length, count in enumerate(islice(found, 3 if name == "lsd_10" else 6)):
        bound = system(name).value([1] + [0] * length)
        members = [x for x in range(bound) if system(name).accepts(automaton, {"x": x})]
        assert count == len(members)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=4), st.lists(st.integers(-5, 5)))
@settings(deadline=None)
def test_the_shortest_recurrence_reproduces_the_terms(recurrence, start):
    terms = [*start[: len(recurrence)], *[0] * (len(recurrence) - len(start))]
    order = len(recurrence)
    for n in range(order, 3 * order + 4):
        terms.append(sum(a * terms[n - 1 - i] for i, a in enumerate(recurrence)))
    found = shortest_recurrence(terms)
    assert len(found) <= order
    for n in range(len(found), len(terms)):
        assert terms[n] == sum(a * terms[n - 1 - i] for i, a in enumerate(found))


def test_wrong_input_is_refused():
    with pytest.raises(AutomataError, match="exactly one"):
        counts(evaluate("x < y", "msd_2"), "msd_2")
    with pytest.raises(AutomataError, match="does not read"):
        counts(evaluate("Ek x = 3*k", "msd_2"), "lsd_2")
