"""The words that a saved automaton is compared on tell it from every wrong one of its size."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from research.logic.numeration import system
from research.proving.telling_words import numbers_of, telling_words


def accepts(table, accepting, word):
    state = 0
    for letter in word:
        state = table[state][letter]
    return bool(accepting[state])


@st.composite
def automata(draw):
    states, letters = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    row = st.tuples(*[st.integers(0, states - 1)] * letters)
    table = draw(st.tuples(*[row] * states))
    return table, draw(st.tuples(*[st.integers(0, 1)] * states))


def differ(first, second):
    """Whether two automata differ, by the pairs of states that any word leads to."""
    pairs, waiting = {(0, 0)}, [(0, 0)]
    for one, other in waiting:
        if first[1][one] != second[1][other]:
            return True
        for following in zip(first[0][one], second[0][other], strict=True):
            if following not in pairs:
                pairs.add(following)
                waiting.append(following)
    return False


@given(automata(), st.data())
@example((((0,), (3,), (0,), (0,), (0,)), (0, 0, 0, 1, 0)), None)  # few states are reached
def test_an_automaton_wrong_in_one_place_is_told(automaton, data):
    table, accepting = automaton
    state = data.draw(st.integers(0, len(table) - 1)) if data else 0
    letter = data.draw(st.integers(0, len(table[0]) - 1)) if data else 0
    target = data.draw(st.integers(0, len(table) - 1)) if data else 1
    rows = [list(row) for row in table]
    rows[state][letter] = target
    ends = [*accepting[:state], 1 - accepting[state], *accepting[state + 1 :]]
    for wrong in ((rows, accepting), (table, ends), (rows, ends)):
        told = any(
            accepts(*automaton, word) != accepts(*wrong, word) for word in telling_words(*automaton)
        )
        assert told == differ(automaton, wrong)


@pytest.mark.parametrize("name", ["lsd_2", "msd_2", "msd_3", "lsd_fib", "msd_fib"])
def test_words_are_read_as_the_numbers_that_they_write(name):
    numeration = system(name)
    seen = set()
    for length in range(4):
        for word in product(range(numeration.digits**2), repeat=length):
            numbers = numbers_of(word, numeration, 2)
            if numbers is None:
                assert name.endswith("fib")  # two ones side by side
                continue
            seen.add(numbers)
            for track, number in enumerate(numbers):
                digits = [letter // numeration.digits**track % numeration.digits for letter in word]
                digits = digits[::-1] if name.startswith("lsd") else digits
                assert numeration.value(digits) == number
    assert {(0, 0), (1, 0), (0, 2), (3, 3)} <= seen
