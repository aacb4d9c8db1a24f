"""What the source says of the stone game, to its Key Insights: the rules, moves and keys."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Any

from oracles.games.stone_game import CHOICES, Piles, StoneGame, ordered
from research.checks.equality import Equation, equal
from research.claims.cases import Listed, integers
from research.claims.claim import definition
from research.claims.graphs import GraphOf
from research.studies.stone_game import derivations
from research.studies.stone_game.truth import (
    graph,
    positions,
    study,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Key = tuple[Any, ...]  # ("One", 1, 3)
Moves = frozenset[tuple[tuple[int, ...], int]]  # ((0, 1, 1), 2): two stones from both others
IN_ORDER = 8  # largest pile where the order of the piles, or of the loops, is looked at
SMALL = 10  # largest pile where pairs of positions are compared

study.section("Problem 260")


def takes(position: Piles, most: int = 3) -> set[Piles]:
    """What is left after N > 0 stones were taken from each of some piles, up to so many of them."""
    piles = range(3)
    chosen = [each for size in range(1, most + 1) for each in combinations(piles, size)]
    numbers = product(chosen, range(1, max(position) + 1))
    left = [tuple(position[i] - n * (i in each) for i in piles) for each, n in numbers]
    return {ordered(piles) for piles in left if min(piles) >= 0}


study.claim(
    "rules",
    "The player chooses some $N > 0$ and removes $N$ stones from any single pile, from each of any "
    "two piles, or from each of the three; the winner removes the last stones. [Then no move is "
    "left to the other player, and without a move is only $(0, 0, 0)$.]",
    believed=takes,
    controls={
        "from one or two piles": lambda position: takes(position, 2),
        "from one pile": lambda position: takes(position, 1),
    },
).holds(
    lambda left, p: (
        bool(graph.options(p)) == (p != (0, 0, 0)) and equal(set(graph.options(p)), left(p))
    ),
    positions(SMALL),
)
study.claim(
    "winning-examples",
    "$(0, 0, 13)$, $(0, 11, 11)$ and $(5, 5, 5)$ are winning configurations because the first "
    "player can immediately remove all stones.",
    believed=[(0, 0, 13), (0, 11, 11), (5, 5, 5)],
    controls={"a losing one among them": [(0, 0, 13), (0, 11, 11), (1, 3, 3)]},
    kind="number",
).each(lambda p: graph.winning_options(p).allows((0, 0, 0)), "the three positions")
study.claim(
    "losing-examples",
    "$(0, 1, 2)$ and $(1, 3, 3)$ are losing configurations: any legal move leaves a winning "
    "configuration for the opponent.",
    believed=[(0, 1, 2), (1, 3, 3)],
    controls={"a winning one among them": [(0, 1, 2), (1, 3, 4)]},
    kind="number",
).each(
    lambda p: graph.is_p_position(p) and not any(map(graph.is_p_position, StoneGame().options(p))),
    "the two positions and all their options",
)

study.section("Key Insights")


@cache
def calls(position: Piles) -> int:
    """Calls that plain recursion makes from a position, one for each line of play begun."""
    return 1 + sum(calls(option) for option in StoneGame().options(position))


study.claim(
    "naive-recursion",
    "Testing every triple by plain recursion blows up exponentially: from $(n, n, n)$ to "
    "$(n + 1, n + 1, n + 1)$ the number of calls grows by a factor of 26 or more. [The factor is "
    "counted here.]",
    believed=26,
    controls={"27 or more": 27},
).holds(
    lambda factor, n: calls((n + 1, n + 1, n + 1)) >= factor * calls((n, n, n)),
    integers(n=15),
    by="calls of the recursion over the rules counted",
)
study.remark("The solution exploits monotonicity. [It names no quantity that is monotone.]")

study.section("Key Insights, 1")


def in_every_order(size: int) -> Iterator[Piles]:
    """All positions, in every order of the piles, the smallest first."""
    pile = range(size + 1)
    return iter(sorted(product(pile, pile, pile), key=sum))


class UnorderedStoneGame(StoneGame):
    """The stone game with piles that keep their places."""

    def start(self, size: int) -> Iterator[Piles]:
        """All positions."""
        return in_every_order(size)

    def options(self, position: Piles) -> list[Piles]:
        """As in the game, each pile in its place."""
        (x, y, z), numbers = position, range(1, max(position) + 1)
        left = [(x - n * a, y - n * b, z - n * c) for a, b, c in CHOICES for n in numbers]
        return [option for option in left if min(option) >= 0]


in_place = GraphOf(UnorderedStoneGame(), IN_ORDER)


def one_for_all_orders(written: Callable[[Any], Any], position: Piles) -> bool:
    """What the position is written as is the same in every order, and has its outcome."""
    one = written(position)
    return all(written(other) == one for other in permutations(position)) and (
        in_place.outcome(position) == in_place.outcome(one)
    )


study.claim(
    "order-of-piles",
    "We impose $x ≤ y ≤ z$ to avoid symmetry redundancies: the outcome does not depend on the "
    "order of the piles.",
    believed=ordered,
    controls={
        "the last two piles exchanged only": lambda p: (p[0], *sorted(p[1:])),
        "the smallest pile for all": lambda p: (min(p),) * 3,
    },
).holds(
    one_for_all_orders,
    Listed(
        f"positions with piles ≤ {IN_ORDER} in every order, which is kept",
        lambda: in_every_order(IN_ORDER),
    ),
)

study.section("Key Insights, 2")
study.claim(
    "terminal-position",
    "$(0, 0, 0)$ is a terminal losing position: no moves can be made.",
    believed=[(0, 0, 0)],
    controls={"one stone left": [(0, 0, 1)]},
).each(lambda p: not StoneGame().options(p) and graph.is_p_position(p), "the position")

study.section("Key Insights, 4")


def moves(position: Piles) -> Moves:
    """The moves from a position whose piles keep their order: from which piles, how many."""
    taken = [
        [before - after for before, after in zip(position, option, strict=True)]
        for option in in_place.options(position)
    ]
    return frozenset((tuple(int(t > 0) for t in each), max(each)) for each in taken)


def moves_of_the_first_alike(quantity: Callable[[Piles], Any]) -> Callable[[Piles], Moves]:
    """The moves of the smallest position of which a quantity is the same."""
    return lambda position: moves(
        next(p for p in positions(IN_ORDER).cases() if quantity(p) == quantity(position))
    )


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
    believed=moves_of_the_first_alike(lambda p: (p[1] - p[0], p[2] - p[1])),
    controls={"on the largest pile only": moves_of_the_first_alike(lambda p: p[2])},
    correction=(
        "It depends on the coordinates: from chosen piles any number of stones up to the least of "
        "them can be taken. What a move keeps, and differences give, are the keys.",
        up_to_the_least_chosen,
    ),
).equals(moves, positions(IN_ORDER, ", each against the smallest with the same differences"))


def key_of_direction(x: Any, y: Any, z: Any) -> dict[tuple[int, int, int], tuple[str, Any]]:
    """The table and key that belong to each direction of moves."""
    return {
        (0, 0, 1): ("One", (x, y)),
        (0, 1, 0): ("One", (x, z)),
        (1, 0, 0): ("One", (y, z)),
        (1, 1, 0): ("Two", (y - x, z)),
        (0, 1, 1): ("Two", (z - y, x)),
        (1, 0, 1): ("Two", (z - x, y)),
        (1, 1, 1): ("All", (y - x, z - x)),
    }


@cache
def positions_by_key(key_of: Any) -> dict[Any, list[Piles]]:
    """The positions with each key, by table and key, in increasing order of their sums."""
    found: dict[Any, list[Piles]] = {}
    for position in positions(SMALL).cases():
        for table_and_key in set(key_of(*position).values()):
            found.setdefault(table_and_key, []).append(position)
    return found


def same_key_same_line(key_of: Any, position: Piles) -> Equation | bool:
    """The smaller positions with a key in common are the options; a key has one P-position."""
    alike = [positions_by_key(key_of)[key] for key in key_of(*position).values()]
    if any(sum(map(graph.is_p_position, same)) > 1 for same in alike):
        return False
    smaller = {p for same in alike for p in same if sum(p) < sum(position)}
    return equal(set(graph.options(position)), smaller)


study.claim(
    "one-p-position-a-key",
    "Each of the seven directions of moves keeps one key, and the key determines the line of that "
    "direction: two positions have the same key if and only if they are one or a move along that "
    "direction leads from one to the other. So each table holds at most one P-position a key.",
    believed=key_of_direction,
    controls={
        "two piles keyed by their sum": lambda x, y, z: {(1, 1, 0): ("Two", (y + x, z))},
        "all three keyed by one difference": lambda x, y, _: {(1, 1, 1): ("All", (y - x, y - x))},
    },
    rests_on=[
        definition("a move along a direction takes one number of stones from each of its piles"),
        definition("no option of a P-position is a P-position"),
    ],
).derive("decided for each two directions with one table", derivations.directions_and_keys).holds(
    same_key_same_line,
    positions(
        SMALL, ", each with all that have a key in common, whichever of their piles it is of"
    ),
)


def keys(position: Piles) -> set[Key]:
    """The seven keys of a position, as the algorithm's step 2 looks them up."""
    return {(table, *key) for table, key in key_of_direction(*position).values()}
