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


def boxes(root: ElementTree.Element) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of each state, and of each line of a label."""
    found = []
    for circle in root.iter(f"{SPACE}circle"):
        x, y, r = (float(circle.get(name)) for name in ("cx", "cy", "r"))
        found.append((x - r, y - r, x + r, y + r))
    outer = [box for box in found if abs(box[2] - box[0] - 36) < 0.01]
    for text in root.iter(f"{SPACE}text"):
        x, y, wide = (float(text.get(name)) for name in ("x", "y", "textLength"))
        box = (x - wide / 2, y - 11.5, x + wide / 2, y + 3.5)
        if not any(within(box, state) for state in outer):  # but for the states' numbers
            outer.append(box)
    return outer


def within(small, large) -> bool:
    middle = (small[0] + small[2]) / 2, (small[1] + small[3]) / 2
    return large[0] < middle[0] < large[2] and large[1] < middle[1] < large[3]


def inside(box, x: float, y: float) -> bool:
    """Whether a point is well inside a state's circle, or a label."""
    across, down = (box[0] + box[2]) / 2 - x, (box[1] + box[3]) / 2 - y
    if abs(box[2] - box[0] - 36) + abs(box[3] - box[1] - 36) < 0.01:
        return across**2 + down**2 < 17**2
    return 2 * abs(across) < box[2] - box[0] and 2 * abs(down) < box[3] - box[1] - 4


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
    found = boxes(root)
    said = [f"{a} on {b}" for a, b in combinations(found, 2) if overlap(a, b)]
    frame = (left, top, left + wide, top + high)
    said += [
        f"{b} cut" for b in found if b[0] < left or b[1] < top or b[2] > frame[2] or b[3] > frame[3]
    ]
    for path in root.iter(f"{SPACE}path"):
        for x, y in curve_points(path.get("d")):
            if not (left <= x <= frame[2] and top <= y <= frame[3]):
                said.append(f"a line is cut at {x:.0f}, {y:.0f}")
            said += [f"a line runs through {b}" for b in found if inside(b, x, y)]
    return said


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
    loops = sum(source == target for source, target in arrows)
    # A line before the label, one behind it, and the head; a loop has its label aside.
    start = 2 if 0 in live else 0
    assert len(root.findall(f"{SPACE}path")) == 3 * len(arrows) - loops + start


@given(automata())
@settings(deadline=None, max_examples=25)
def test_nothing_is_cut_overlaps_or_is_run_through(automaton):
    assert faults(svg(automaton)) == []


@given(st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1))
def test_patterns_stand_for_every_letter_once(letters):
    covered = [letter for pattern in _cover(letters) for letter in product(*pattern)]
    assert sorted(covered) == sorted(letters)


def test_labels_are_merged():
    xor = evaluate("x + y = z", "msd_2")
    assert _label(xor, 0, 0) == ("000, 011, 101",)
    three = Automaton.build(
        2, "msd", ["x", "y", "z"], [[0, 1, 1, 0, 1, 0, 0, 1], [1] * 8], [True, False]
    )
    assert _label(three, 0, 0) == ("x+y+z even",)
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
