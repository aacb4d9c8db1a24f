"""Claims about positions and moves of the stone game.

Source: 004_de23a664e416c5f6.txt, "Problem 260" and "Key Insights".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, cast

from oracles.games.stone_game import CHOICES, Piles, StoneGame, ordered
from research.claims import equal
from research.studies.stone_game.agreements import (
    BOUND,
    GRAPH,
    SOURCE,
    positions,
    study,
)

if TYPE_CHECKING:
    from oracles.solve import Truth


study.claim(
    "winning-examples",
    "$(0, 0, 13)$, $(0, 11, 11)$ and $(5, 5, 5)$ are winning configurations because the first "
    "player can immediately remove all stones.",
    believed=[(0, 0, 13), (0, 11, 11), (5, 5, 5)],
    controls={"a losing one among them": [(0, 0, 13), (1, 3, 3)]},
).exhaust(
    "the three positions",
    lambda: range(3),
    lambda believed, i: (
        i >= len(believed) or (0, 0, 0) in study.truth(BOUND).winning_options(believed[i])
    ),
)
study.claim(
    "losing-examples",
    "$(0, 1, 2)$ and $(1, 3, 3)$ are losing configurations: any legal move leaves a winning "
    "configuration for the opponent.",
    believed=[(0, 1, 2), (1, 3, 3)],
    controls={"a winning one among them": [(0, 1, 2), (1, 3, 4)]},
).exhaust(
    "the two positions and all their options",
    lambda: range(2),
    lambda believed, i: all(
        study.truth(BOUND).outcome(option) == "N" for option in StoneGame().options(believed[i])
    ),
)


study.claim(
    "order-of-piles",
    "We impose $x ≤ y ≤ z$ to avoid symmetry redundancies: the outcome does not depend on the "
    "order of the piles.",
    source=SOURCE.at("Key Insights, 1"),
    believed=ordered,
    controls={"the last two piles exchanged only": lambda p: (p[0], *sorted(p[1:]))},
).exhaust(
    "positions with piles ≤ 8 in every order, on a graph that keeps the order",
    lambda: sorted(product(range(9), repeat=3), key=sum),
    lambda believed, p: (
        equal(in_given_order().outcome(p), in_given_order().outcome(believed(p)))
        and believed(p) == believed(p[::-1])
    ),
)
study.claim(
    "terminal-position",
    "$(0, 0, 0)$ is a terminal losing position: no moves can be made.",
    source=SOURCE.at("Key Insights, 2"),
    believed=(0, 0, 0),
    controls={"one stone left": (0, 0, 1)},
).exhaust(
    "the position",
    lambda: [()],
    lambda believed, _: (
        not StoneGame().options(believed) and study.truth(BOUND).outcome(believed) == "P"
    ),
)
study.claim(
    "lemma-1",
    "A position is an N-position exactly when some legal move reaches a P-position; from a "
    "P-position all moves go to N-positions.",
    source=SOURCE.at("Lemma 1"),
    believed="P",
    controls={"moves to N-positions win": "N"},
).exhaust(
    GRAPH,
    lambda: positions(BOUND),
    lambda believed, p: equal(
        study.truth(BOUND).outcome(p),
        "N"
        if any(study.truth(BOUND).outcome(o) == believed for o in StoneGame().options(p))
        else "P",
    ),
)
study.claim(
    "legality-and-differences",
    "The legality of moves depends only on differences between coordinates.",
    source=SOURCE.at("Key Insights, 4"),
    believed=lambda p: (p[1] - p[0], p[2] - p[1]),
    controls={"on the largest pile only": lambda p: p[2]},
    correction=("It depends on the coordinates; what a move keeps are the keys.", lambda p: p),
).exhaust(
    "positions with piles ≤ 8, each against the smallest with the same differences",
    lambda: positions(8),
    lambda believed, p: equal(legal_moves(p), legal_moves(first_alike(believed, p))),
)


def in_given_order() -> Truth:
    """The truth on a graph whose positions keep the order of the piles."""
    from oracles.solve import solve

    return _in_given_order(solve)


@cache
def _in_given_order(solve: Any) -> Truth:
    return cast("Truth", solve(UnorderedStoneGame(), 8))


class UnorderedStoneGame(StoneGame):
    """The stone game with piles that keep their places."""

    def start(self, size: int) -> Iterator[Piles]:
        """All positions, in every order of the piles."""
        pile = range(size + 1)
        return ((x, y, z) for x, y, z in product(pile, pile, pile))

    def options(self, position: Piles) -> list[Piles]:
        """As in the game, each pile in its place."""
        return [
            (position[0] - n * a, position[1] - n * b, position[2] - n * c)
            for a, b, c in CHOICES
            for n in range(1, max(position) + 1)
            if a * n <= position[0] and b * n <= position[1] and c * n <= position[2]
        ]


def legal_moves(position: Piles) -> frozenset[tuple[tuple[int, ...], int]]:
    """The moves from a position: which piles, and how many stones from each."""
    return frozenset(
        (choice, n)
        for choice in CHOICES
        for n in range(1, max(position) + 1)
        if all(pile >= n for pile, chosen in zip(position, choice, strict=True) if chosen)
    )


def first_alike(believed: Any, position: Piles) -> Piles:
    """The smallest position of which the believed quantity is the same."""
    return next(p for p in positions(8) if believed(p) == believed(position))
