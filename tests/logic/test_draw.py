"""Pictures: well-formed, complete, and the same bytes each time."""

from __future__ import annotations

from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_automaton import automata

from research.logic.automaton import Automaton
from research.logic.decide import evaluate
from research.logic.draw import LARGEST_DRAWN, _cover, _label, svg
from research.logic.errors import AutomataError

SPACE = "{http://www.w3.org/2000/svg}"


@given(automata())
@settings(deadline=None, max_examples=25)
def test_every_live_state_and_arrow_is_drawn(automaton):
    picture = svg(automaton)
    root = ElementTree.fromstring(picture)
    live = [
        s
        for s in range(automaton.states)
        if automaton.accepting[s] or any(t != s for t in automaton.table[s])
    ]
    rings = sum(1 + bool(automaton.accepting[s]) for s in live)
    assert len(root.findall(f".//{SPACE}ellipse")) == rings
    arrows = {(s, int(t)) for s in live for t in automaton.table[s] if t in live}
    assert len(root.findall(f".//{SPACE}g[@class='edge']")) == len(arrows) + (0 in live)


@given(st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1))
def test_patterns_stand_for_every_letter_once(letters):
    covered = [letter for pattern in _cover(letters) for letter in product(*pattern)]
    assert sorted(covered) == sorted(letters)


def test_labels_are_merged():
    xor = evaluate("x + y = z", "msd_2")
    assert _label(xor, 0, 0) == ("000, 011, 101",)
    any_letter = evaluate("x < y", "msd_2")
    assert _label(any_letter, 2, 2) == ("**",)
    small = Automaton.build(10, "msd", ["x"], [[0] * 5 + [1] * 5, [1] * 10], [True, False])
    assert _label(small, 0, 0) == ("0-4",)
    most = Automaton.build(10, "msd", ["x", "y"], [[1, *[0] * 98, 1], [1] * 100], [True, False])
    assert _label(most, 0, 0) == ("not 00, 99",)


def test_titles_are_escaped_and_bytes_repeat():
    automaton = evaluate("x < y", "msd_2")
    picture = svg(automaton, 'x < y & "more"')
    root = ElementTree.fromstring(picture)
    assert root.find(f"{SPACE}title").text == root.get("aria-label") == 'x < y & "more"'
    assert picture == svg(evaluate("y > x", "msd_2"), 'x < y & "more"')


def test_large_automata_are_not_drawn():
    large = evaluate("Ek x = 23*k", "msd_2")
    assert large.states > LARGEST_DRAWN
    with pytest.raises(AutomataError, match="23 states"):
        svg(large)
