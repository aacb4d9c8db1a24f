"""Claims about positions and moves of the stone game.

Source: 004_de23a664e416c5f6.txt, "Problem 260" and "Key Insights".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

from oracles.games.stone_game import CHOICES, Piles, StoneGame, ordered
from research.checks.equality import equal
from research.checks.grounds import Complete, Graph
from research.studies.stone_game.agreements import BOUND, SOURCE, positions, study

if TYPE_CHECKING:
    from oracles.solve import Truth

FEW_STONES = 5  # to which all strategies are tried
IN_ORDER = 8  # largest pile on the graph that keeps the order of the piles
Moves = frozenset[tuple[tuple[int, ...], int]]  # ((0, 1, 1), 2): two stones from both others

study.claim(
    "winning-examples",
    "$(0, 0, 13)$, $(0, 11, 11)$ and $(5, 5, 5)$ are winning configurations because the first "
    "player can immediately remove all stones.",
    believed=[(0, 0, 13), (0, 11, 11), (5, 5, 5)],
    controls={"a losing one among them": [(0, 0, 13), (0, 11, 11), (1, 3, 3)]},
).exhaust(
    Graph("the three positions"),
    lambda: range(3),
    lambda believed, i: (0, 0, 0) in study.truth(BOUND).winning_options(believed[i]),
)
study.claim(
    "losing-examples",
    "$(0, 1, 2)$ and $(1, 3, 3)$ are losing configurations: any legal move leaves a winning "
    "configuration for the opponent.",
    believed=[(0, 1, 2), (1, 3, 3)],
    controls={"a winning one among them": [(0, 1, 2), (1, 3, 4)]},
).exhaust(
    Graph("the two positions and all their options"),
    lambda: range(2),
    lambda believed, i: (
        study.truth(BOUND).outcome(believed[i]) == "P"
        and all(
            study.truth(BOUND).outcome(option) == "N" for option in StoneGame().options(believed[i])
        )
    ),
)


# The order of the piles.


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


@cache
def in_given_order() -> Truth:
    """The truth on a graph whose positions keep the order of the piles."""
    from oracles.solve import solve  # networkx is slow to import

    return solve(UnorderedStoneGame(), IN_ORDER)


def one_for_all_orders(believed: Any, position: Piles) -> bool:
    """What the position is written as is the same in every order, and has its outcome."""
    truth, written = in_given_order(), believed(position)
    return all(believed(other) == written for other in permutations(position)) and (
        truth.outcome(position) == truth.outcome(written)
    )


study.claim(
    "order-of-piles",
    "We impose $x ≤ y ≤ z$ to avoid symmetry redundancies: the outcome does not depend on the "
    "order of the piles.",
    source=SOURCE.at("Key Insights, 1"),
    believed=ordered,
    controls={
        "the last two piles exchanged only": lambda p: (p[0], *sorted(p[1:])),
        "the smallest pile for all": lambda p: (min(p),) * 3,
    },
).exhaust(
    Graph(f"positions with piles ≤ {IN_ORDER} in every order, which is kept"),
    lambda: sorted(product(range(IN_ORDER + 1), repeat=3), key=sum),
    one_for_all_orders,
)
study.claim(
    "terminal-position",
    "$(0, 0, 0)$ is a terminal losing position: no moves can be made.",
    source=SOURCE.at("Key Insights, 2"),
    believed=(0, 0, 0),
    controls={"one stone left": (0, 0, 1)},
).exhaust(
    Graph("the position"),
    lambda: [()],
    lambda believed, _: (
        not StoneGame().options(believed) and study.truth(BOUND).outcome(believed) == "P"
    ),
)


# Lemma 1. Who can force a win is found from strategies, not by the recursion that it states.


@cache
def moves_below(position: Piles) -> dict[Piles, list[Piles]]:
    """The options of every position that can be reached and has any."""
    found: dict[Piles, list[Piles]] = {}
    waiting = [position]
    while waiting:
        here = waiting.pop()
        options = sorted(set(StoneGame().options(here)))
        if options and here not in found:
            found[here] = options
            waiting += options
    return found


@cache
def can_force_a_win(position: Piles) -> bool:
    """Whether one strategy of the player to move wins against every play of the other."""
    below = moves_below(position)
    return any(
        wins(position, dict(zip(below, strategy, strict=True)))
        for strategy in product(*below.values())
    )


def wins(position: Piles, strategy: Mapping[Piles, Piles]) -> bool:
    """Whether the player to move wins by a strategy, whatever the other one replies."""
    if position not in strategy:  # no move is left
        return False
    replies = moves_below(position).get(strategy[position], [])
    return all(wins(reply, strategy) for reply in replies)


study.claim(
    "lemma-1",
    "A position is an N-position, one where the first player can force a win, exactly when some "
    "legal move reaches a P-position; from a P-position all moves go to N-positions.",
    source=SOURCE.at("Lemma 1"),
    believed=lambda outcomes: "N" if "P" in outcomes else "P",
    controls={
        "moves to N-positions win": lambda outcomes: "N" if "N" in outcomes else "P",
        "all moves must reach P-positions": lambda outcomes: (
            "N" if outcomes and set(outcomes) == {"P"} else "P"
        ),
    },
).exhaust(
    Complete(
        f"positions with at most {FEW_STONES} stones, the outcomes of their options from the "
        "explicit graph",
        by="every strategy of the first player against every play of the second",
    ),
    lambda: (p for p in positions(FEW_STONES) if sum(p) <= FEW_STONES),
    lambda believed, p: equal(
        "N" if can_force_a_win(p) else "P",
        believed([study.truth(BOUND).outcome(option) for option in StoneGame().options(p)]),
    ),
)


# Which moves are legal.


def moves_in_graph(position: Piles) -> Moves:
    """The moves from a position on the graph that keeps the order: from which piles, how many."""
    taken = [
        tuple(before - after for before, after in zip(position, option, strict=True))
        for option in in_given_order().options(position)
    ]
    return frozenset((tuple(int(t > 0) for t in each), max(each)) for each in taken)


def as_the_first_alike(quantity: Any) -> Any:
    """The moves of the smallest position of which a quantity is the same."""

    def moves(position: Piles) -> Moves:
        alike = (p for p in positions(IN_ORDER) if quantity(p) == quantity(position))
        return moves_in_graph(next(alike))

    return moves


def up_to_the_least_chosen(position: Piles) -> Moves:
    """From chosen piles any number up to the least of them."""
    return frozenset(
        (choice, n)
        for choice in CHOICES
        for n in range(1, min(p for p, c in zip(position, choice, strict=True) if c) + 1)
    )


study.claim(
    "legality-and-differences",
    "The legality of moves depends only on differences between coordinates.",
    source=SOURCE.at("Key Insights, 4"),
    believed=as_the_first_alike(lambda p: (p[1] - p[0], p[2] - p[1])),
    controls={"on the largest pile only": as_the_first_alike(lambda p: p[2])},
    correction=(
        "It depends on the coordinates: from chosen piles any number of stones up to the least of "
        "them can be taken. What a move keeps, and differences give, are the keys.",
        up_to_the_least_chosen,
    ),
).exhaust(
    Graph(
        f"positions with piles ≤ {IN_ORDER}, each against the smallest with the same differences"
    ),
    lambda: positions(IN_ORDER),
    lambda believed, p: equal(moves_in_graph(p), believed(p)),
)
