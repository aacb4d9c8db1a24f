"""Pictures: well-formed, complete, nothing upon anything else, and the same bytes each time."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, product
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


def states_and_labels(root: ElementTree.Element) -> list[list[tuple[float, ...]]]:
    """Left, top, right and bottom of each state, and of each line of a label."""
    found: list[list[tuple[float, ...]]] = [[], []]
    for group in root.iter(f"{SPACE}g"):
        for rect in group.findall(f"{SPACE}rect")[:1]:
            x, y, wide, high = (float(rect.get(name)) for name in ("x", "y", "width", "height"))
            found[0].append((x, y, x + wide, y + high))
    for text in root.findall(f"{SPACE}text"):
        x, y, wide = (float(text.get(name)) for name in ("x", "y", "textLength"))
        found[1].append((x - wide / 2, y - 11.5, x + wide / 2, y + 3.5))
    return found


def inside(box, x: float, y: float) -> bool:
    """Whether a point is well inside a state, whose corners are round."""
    radius = (box[3] - box[1]) / 2
    across = max(0, abs((box[0] + box[2]) / 2 - x) - ((box[2] - box[0]) / 2 - radius))
    return across**2 + ((box[1] + box[3]) / 2 - y) ** 2 < (radius - 1) ** 2


def overlap(one, other, slack: float = 0.2) -> bool:
    return all(
        one[side] + slack < other[side + 2] and other[side] + slack < one[side + 2]
        for side in (0, 1)
    )


def curve_points(path: str) -> list[tuple[float, float]]:
    """Points on a path, close to one another; lines and cubic curves."""
    found: list[tuple[float, float]] = []
    for kind, text in re.findall(r"([MLC])([^MLCz]*)", path):
        numbers = [float(number) for number in text.split()]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if kind == "M":
            found.append(points[0])
            continue
        ends = [found[-1], *points]
        for step in range(1, 31):
            level, t = ends, step / 30
            while len(level) > 1:
                level = [(a + t * (c - a), b + t * (d - b)) for (a, b), (c, d) in pairwise(level)]
            found.append(level[0])
    return found


def faults(picture: str) -> list[str]:
    """What overlaps, is cut off, or is run through."""
    root = ElementTree.fromstring(picture)
    left, top, wide, high = map(float, root.get("viewBox").split())
    states, labels = states_and_labels(root)
    said = [f"{a} on {b}" for a, b in combinations([*states, *labels], 2) if overlap(a, b)]
    frame = (left, top, left + wide, top + high)
    said += [
        f"{b} cut"
        for b in (*states, *labels)
        if b[0] < left or b[1] < top or b[2] > frame[2] or b[3] > frame[3]
    ]
    for path in root.iter(f"{SPACE}path"):
        for x, y in curve_points(path.get("d")):
            if not (left <= x <= frame[2] and top <= y <= frame[3]):
                said.append(f"a line is cut at {x:.0f}, {y:.0f}")
            said += [f"a line runs through {b}" for b in states if inside(b, x, y)]
    return said


@given(automata())
@settings(deadline=None, max_examples=50)
def test_every_live_state_and_arrow_is_drawn_and_nothing_is_cut_or_overlaps(automaton):
    picture = svg(automaton)
    assert faults(picture) == []
    root = ElementTree.fromstring(picture)
    live = [
        s
        for s in range(automaton.states)
        if automaton.accepting[s] or any(t != s for t in automaton.table[s])
    ]
    rings = sum(1 + bool(automaton.accepting[s]) for s in live)
    assert len(root.findall(f"{SPACE}g/{SPACE}rect")) == rings
    arrows = {(s, int(t)) for s in live for t in automaton.table[s] if t in live}
    assert len(root.findall(f"{SPACE}g/{SPACE}path")) == 2 * (len(arrows) + (0 in live))


def test_a_fault_is_seen():
    picture = svg(evaluate("Ek x = 3*k", "msd_2"))
    assert faults(re.sub(r'(<rect x=")[0-9.]+(" y=")[0-9.]+', r"\g<1>0\g<2>0", picture))


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
