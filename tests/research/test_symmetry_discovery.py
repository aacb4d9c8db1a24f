"""Symmetries and components: proposed where they are right, refuted where that shows later."""

import itertools

import pytest

from oracles.games.stone_game import StoneGame
from oracles.rules import Game
from oracles.strips import StripGame, empty_strip
from oracles.vectors import VectorGame, nim
from research.conjectures.symmetry_discovery import conjecture_symmetries
from research.resolving.loading import load_study

NIM = VectorGame([(1, 0), (0, 1)], ordered=True)
WYTHOFF = VectorGame([(1, 0), (0, 1), (1, 1)], ordered=True)
LOPSIDED = VectorGame([(1, 0), (0, 2)], ordered=True)
MISERE = VectorGame([(1, 0), (0, 1)], ordered=True, misere=True)
PINS = StripGame([("ii", ".."), ("i", ".")], lambda size: ["i" * size])
TREBLECROSS = StripGame([(".", "X")], empty_strip, over=["XXX"])
SUM = "a position is the sum of"
SORTED = ("symmetry", "the order of the piles does not matter")
TURNED = ("symmetry", "a strip may be read from either end")
SHAPE = ("symmetry", "a shape may be moved, turned and reflected")
TOUCHING = ("components", f"{SUM} its cells that touch side by side or at a corner")
ALONE = ("components", f"{SUM} its piles, each in its place")


class Rooks(Game):
    """Put a rook on a board of three rows so that none attacks another."""

    rows = 3

    def start(self, size):
        return [frozenset(itertools.product(range(self.rows), range(size)))]

    def options(self, free):
        for row, column in free:
            yield frozenset((r, c) for r, c in free if r != row and c != column)


class Kings(Rooks):
    """The same with kings."""

    rows = 4

    def options(self, free):
        for row, column in free:
            yield frozenset((r, c) for r, c in free if max(abs(r - row), abs(c - column)) > 1)


def proposed(game):
    return [(p.kind, p.statement) for p in conjecture_symmetries(game) if not p.refuted]


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (NIM, [SORTED, ALONE]),
        (WYTHOFF, [SORTED]),
        (LOPSIDED, [ALONE]),
        (MISERE, [SORTED]),
        (nim(2), [("components", f"{SUM} its piles, each in the last place")]),
        (PINS, [TURNED, ("components", f"{SUM} what stands between '.'")]),
        (TREBLECROSS, [TURNED]),
        (Rooks(), [SHAPE]),
        (
            Kings(),
            [SHAPE, ("components", f"{SUM} its cells that touch side by side or at a corner")],
        ),
        (StoneGame(), []),
    ],
)
def test_what_a_game_has_is_proposed(game, expected):
    assert proposed(game) == expected


def test_what_is_declared_is_not_proposed():
    assert proposed(load_study("cram").game) == []


class LatelyDifferent(VectorGame):
    """The second of two piles may be lowered only by one, from some size on."""

    def options(self, position):
        for option in super().options(position):
            if sum(position) < 40 or position[1] - option[1] <= 1:
                yield option


def test_a_symmetry_that_ends_beyond_the_smaller_graph_is_refuted_where_it_ends():
    game = LatelyDifferent([(1, 0), (0, 1)], ordered=True)
    found = {p.statement: p for p in conjecture_symmetries(game)}
    refuted = found[SORTED[1]]
    # From (21, 19) the second pile goes down by one alone, from (19, 21) by as much as one likes.
    assert refuted.counterexample == "canonical((21, 19)) gives (19, 21)"
    # The smaller graph has the 196 positions up to (13, 13), those to (18, 18) follow with their
    # images, then (19, 0), (19, 1), ... as far as the counterexample at the latest.
    assert 19 * 19 - 196 < refuted.tested_on <= 22 * 22 - 196
