"""Positions of any length that are sums of components: what is proved of them, and what is not."""

from __future__ import annotations

import re
from itertools import product
from runpy import run_path

import pytest

from grundwork import Game, VectorGame
from oracles.heaps import heap_values, octal
from research.conjectures.component_values import prove_sum
from research.proving.components import sum_of_components
from research.proving.results import Limits, NotProvable

LIMITS = Limits(positions=2_000, arcs=20_000)


class Rows(Game):
    """Kayles, with rows as a sorted tuple of those that are not empty."""

    def start(self, size):
        return [(size,), (1, size)]

    def options(self, rows):
        for i in range(len(rows)):
            rest = rows[:i] + rows[i + 1 :]
            for taken in (1, 2):
                for left in range(rows[i] - taken + 1):
                    new = [*rest, left, rows[i] - taken - left]
                    yield tuple(sorted(row for row in new if row > 0))


class Boxes(Game):
    """Cut a box in two; the names of its sides are such as formulas of nim sums may take."""

    def start(self, size):
        sides = range(1, size + 1)
        return [((a, b, c),) for a in sides for b in sides for c in sides]

    def options(self, boxes):
        for i, (w_0, s_0, c) in enumerate(boxes):
            others = boxes[:i] + boxes[i + 1 :]
            for k in range(1, w_0):
                yield tuple(sorted([*others, (k, s_0, c), (w_0 - k, s_0, c)]))
            for k in range(1, s_0):
                yield tuple(sorted([*others, (w_0, k, c), (w_0, s_0 - k, c)]))
            for k in range(1, c):
                yield tuple(sorted([*others, (w_0, s_0, k), (w_0, s_0, c - k)]))


def of_code(code):
    values = heap_values(octal(code), 80)
    return lambda heap: values[heap]


class OneOrAll(Game):
    """Take one counter or all of a heap; empty heaps go."""

    def start(self, size):
        return [(size,), (1, size)]

    def options(self, heaps):
        for i, heap in enumerate(heaps):
            for left in (heap - 1, 0):
                if heap:
                    yield tuple(h for h in (*heaps[:i], left, *heaps[i + 1 :]) if h)


PROVED = {
    Rows: of_code("0.77"),
    OneOrAll: lambda heap: 2 - heap % 2 if heap else 0,
    Boxes: lambda box: (box[0] * box[1] * box[2] - 1) % 2,  # each cut makes one box more
}


@pytest.mark.parametrize("kind", PROVED)
def test_the_values_of_components_are_proved(kind):
    found = prove_sum(sum_of_components(kind()), "it", LIMITS)
    assert found.proved
    assert "exactly if the nim sum of the Grundy values of its" in found.statement
    assert ("those of Kayles (0.77)" in found.statement) == (kind is Rows)
    sides = range(1, 7)
    components = product(sides, repeat=3) if kind is Boxes else range(80)
    for component in components:
        assert found.proof.value(component) == PROVED[kind](component)


HEAPS = """
class Heaps(Game):
    def start(self, size):
        return [(size,), (1, size), (1, 2, size)]
    def options(self, heaps):
        for i in range(len(heaps)):
            heap = heaps[i]
            for left in range(heap):
                yield heaps[:i] + (left,) + heaps[i + 1:]
"""

OTHERS = [  # what is changed in the rules above, and the reason why they are not proved then
    ("(left,)", "(left,) * 2 if i == 0 else (left,)", "of a place in the position"),
    ("range(heap)", "range(heap if len(heaps) > 1 else 0)", "of the number of entries"),
    ("range(heap)", "range(min(heap, heaps[i - 1]))", "a loop does not use each component"),
    ("= heaps[i]", "= min(heaps[i], sorted(heaps)[i])", "a loop does not use each component"),
    ("range(heap)", "range(heap if heap == max(heaps) else 0)", "of the whole position"),
    ("range(heap)", "range(heap if heap in heaps[:i] else 0)", "of the whole position"),
    ("range(heap)", "range(heap if heaps.count(1) < 99 else 0)", "of the whole position"),
    ("range(heap)", "range(heap if heaps[:i].count(0) < 9 else 0)", "of the whole position"),
    ("len(heaps)", "len(heaps) - 1", "of the number of entries"),
    ("heaps[i + 1:]", "heaps[i + 2:]", "a loop does not use each component"),
    ("heaps[:i] + (left,)", "(left, left) + heaps", "the rest of the position"),
    (
        "= heaps[i]",
        "= heaps[i]; yield heaps[:i] + heaps[i + 1:]",
        "an empty heap has options",
    ),
    ("(left,)", "(*range(left), left)", "of the whole position"),
    ("(left,)", "(left, left + 1)", "is a Python function, not the code"),
]


@pytest.mark.parametrize(("text", "instead", "reason"), OTHERS)
def test_rules_that_look_like_a_sum_are_not_proved(tmp_path, text, instead, reason):
    file = tmp_path / "rules.py"
    file.write_text("from grundwork import Game\n" + HEAPS.replace(text, instead, 1))
    game = run_path(str(file))["Heaps"]()
    with pytest.raises(NotProvable, match=re.escape(reason)):
        prove_sum(sum_of_components(game), "it", LIMITS)


def test_misere_play_is_no_sum():
    kayles = Rows()
    kayles.misere = True
    with pytest.raises(NotProvable, match="normal play"):
        sum_of_components(kayles)


def test_positions_of_one_length_are_read_otherwise():
    assert sum_of_components(VectorGame([(1, 0), (0, 1)])) is None
