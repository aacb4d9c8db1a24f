"""Pictures: well-formed, complete, and the same bytes each time."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from test_automaton import automata

from research.logic.decide import evaluate
from research.logic.draw import LARGEST_DRAWN, svg
from research.logic.errors import AutomataError

SPACE = "{http://www.w3.org/2000/svg}"


@given(automata())
@settings(deadline=None)
def test_every_live_state_and_arrow_is_drawn(automaton):
    root = ElementTree.fromstring(svg(automaton))
    live = [
        s
        for s in range(automaton.states)
        if automaton.accepting[s] or any(t != s for t in automaton.table[s])
    ]
    circles = root.findall(f"{SPACE}circle")
    assert len(circles) == len(live) + sum(bool(automaton.accepting[s]) for s in live)
    arrows = {(s, int(t)) for s in live for t in automaton.table[s] if t in live}
    # Two paths an arrow (line and head), two for the one into the start.
    start = 2 if 0 in live else 0
    assert len(root.findall(f"{SPACE}path")) == 2 * len(arrows) + start


def test_titles_are_escaped_and_bytes_repeat():
    automaton = evaluate("x < y", "msd_2")
    picture = svg(automaton, "x < y & more")
    assert ElementTree.fromstring(picture).find(f"{SPACE}title").text == "x < y & more"
    assert picture == svg(evaluate("y > x", "msd_2"), "x < y & more")


def test_large_automata_are_not_drawn():
    large = evaluate("Ek x = 23*k", "msd_2")
    assert large.states > LARGEST_DRAWN
    with pytest.raises(AutomataError, match="23 states"):
        svg(large)
