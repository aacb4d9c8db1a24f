"""What the source says of the stone game, section by section."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING, Any

from fast import stone_game as solver
from oracles.games.stone_game import CHOICES, Piles, StoneGame, ordered
from research.checks.equality import Equation, equal
from research.claims.agreeing import by_all
from research.claims.cases import Listed, integers
from research.claims.claim import definition
from research.claims.graphs import GraphOf
from research.proving.decided_theorems import prove_by_keys
from research.studies.stone_game import derivations
from research.studies.stone_game.truth import (
    BOUND,
    MARKED,
    by_marking,
    graph,
    on_graph,
    positions,
    study,
)
from research.theorems.proof_limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Key = tuple[Any, ...]  # ("One", 1, 3)
Moves = frozenset[tuple[tuple[int, ...], int]]  # ((0, 1, 1), 2): two stones from both others
FEW_STONES = 5  # to which all strategies are tried
IN_ORDER = 8  # largest pile where the order of the piles, or of the loops, is looked at
SMALL = 10  # largest pile where pairs of positions are compared

study.section("Problem 260")

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

study.section("Algorithm Description and Lemma 1")


def keys(position: Piles) -> set[Key]:
    """The seven keys of a position, as the algorithm's step 2 looks them up."""
    return {(table, *key) for table, key in key_of_direction(*position).values()}


@cache
def shares_a_key(keys_of: Any) -> dict[Piles, bool]:
    """Whether each position, in the loop's order, shares a key with an earlier P-position."""
    taken: set[Key] = set()
    shares: dict[Piles, bool] = {}
    for position in combinations_with_replacement(range(BOUND + 1), 3):
        own = keys_of(position)
        shares[position] = not own.isdisjoint(taken)
        if graph.is_p_position(position):
            taken |= own
    return shares


study.claim(
    "algorithm-step-2",
    "In the loop's order, $(x, y, z)$ is an N-position exactly when one of its three keys in One, "
    "three in Two or one in All is already taken by a P-position.",
    believed=keys,
    controls={"the table All is missing": lambda p: {key for key in keys(p) if key[0] != "All"}},
).holds(
    lambda keys_of, p: equal(graph.outcome(p), "N" if shares_a_key(keys_of)[p] else "P"),
    positions(BOUND),
)

study.section("Lemma 1")

# Who can force a win is found from strategies, not by the recursion that the lemma states.


@cache
def moves_below(position: Piles) -> dict[Piles, list[Piles]]:
    """The options of every position that can be reached and has any."""
    options = sorted(set(StoneGame().options(position)))
    found = {position: options} if options else {}
    for option in options:
        found.update(moves_below(option))
    return found


@cache
def can_force_a_win(position: Piles) -> bool:
    """Whether one strategy of the player to move wins against every play of the other."""
    below = moves_below(position)
    strategies = product(*below.values())
    return any(wins(position, dict(zip(below, each, strict=True))) for each in strategies)


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
    believed=lambda outcomes: "N" if "P" in outcomes else "P",
    controls={
        "moves to N-positions win": lambda outcomes: "N" if "N" in outcomes else "P",
        "all moves must reach P-positions": lambda outcomes: (
            "N" if outcomes and set(outcomes) == {"P"} else "P"
        ),
    },
).holds(
    lambda outcome, p: equal(
        "N" if can_force_a_win(p) else "P",
        outcome([graph.outcome(option) for option in StoneGame().options(p)]),
    ),
    Listed(
        f"positions with at most {FEW_STONES} stones, the outcomes of their options from the "
        "explicit graph",
        lambda: (p for p in positions(FEW_STONES).cases() if sum(p) <= FEW_STONES),
    ),
    by="every strategy of the first player against every play of the second",
)

study.section("Theorem 1", kind="result")


def algorithm(key_of: Any, limit: int) -> list[Piles]:
    """Steps 1 to 3 as printed, with sets of keys in place of boolean arrays."""
    taken: set[Key] = set()
    found: list[Piles] = []
    for position in combinations_with_replacement(range(limit + 1), 3):
        own = {(table, *key) for table, key in key_of(*position).values()}
        if own.isdisjoint(taken):
            found.append(position)
            taken |= own
    return found


def without(table: str) -> Callable[..., dict[derivations.Direction, tuple[str, Any]]]:
    """The keys of the other tables."""

    def key_of(*piles: Any) -> dict[derivations.Direction, tuple[str, Any]]:
        found = key_of_direction(*piles)
        return {direction: key for direction, key in found.items() if key[0] != table}

    return key_of


def two_keyed_by_sums(x: Any, y: Any, z: Any) -> dict[derivations.Direction, tuple[str, Any]]:
    """Keys of two piles by their sum, which a move does not keep."""
    sums = {(1, 1, 0): ("Two", (x + y, z)), (0, 1, 1): ("Two", (y + z, x))}
    return {**key_of_direction(x, y, z), **sums}


theorem_1 = study.claim(
    "theorem-1",
    "The algorithm correctly enumerates all P-positions with coordinates bounded by $N$. [Proved "
    "for every $N$ of the walk that the steps describe: in the order of the loops, a position of "
    "which no key is taken is listed, and its keys are taken.]",
    believed=key_of_direction,
    controls={
        **{f"without the table {table}": without(table) for table in ("One", "Two", "All")},
        "two piles keyed by their sum": two_keyed_by_sums,
    },
).holds(
    lambda key_of, n: equal(algorithm(key_of, n), on_graph.up_to(n)),
    integers(n=BOUND),
)
prove_by_keys(theorem_1, study, derivations.walk, limits=Limits(positions=2_000))

study.section("Theorem 1, proof")


@cache
def place_in_the_loops() -> dict[Piles, int]:
    """When the loops of step 2 come to each position."""
    n = IN_ORDER + 1
    loops = ((x, y, z) for x in range(n) for y in range(x, n) for z in range(y, n))
    return {position: place for place, position in enumerate(loops)}


study.claim(
    "induction-of-theorem-1",
    "The induction on $x + y + z$: every option of $(x, y, z)$ has a smaller sum, and it has been "
    "classified when $(x, y, z)$ is evaluated. [That is all the proof needs. Not every position "
    "with a smaller sum comes earlier in the loops: $(0, 1, 1)$ comes after $(0, 0, 3)$.]",
    believed=lambda option, p: (
        sum(option) < sum(p) and place_in_the_loops()[option] < place_in_the_loops()[p]
    ),
    controls={
        "its largest pile is smaller": lambda option, p: option[2] < p[2],
        "it is the position just before": lambda option, p: (
            place_in_the_loops()[option] == place_in_the_loops()[p] - 1
        ),
    },
).holds(
    lambda comes_before, p: all(comes_before(option, p) for option in graph.options(p)),
    positions(IN_ORDER, " and all their options"),
)

study.section("Complexity Analysis")
study.claim(
    "number-of-triples",
    "There are $O(N^3)$ triples with $x ≤ y ≤ z$: exactly $(N + 1)(N + 2)(N + 3)/6$.",
    believed=lambda n: (n + 1) * (n + 2) * (n + 3) / 6,
    controls={"one factor too small": lambda n: (n + 1) * (n + 1) * (n + 3) / 6},
    rests_on=[definition("a position is a triple of natural numbers $x ≤ y ≤ z$")],
).derive("sympy: sums from the inside out", derivations.number_of_triples).holds(
    lambda triples, n: equal(sum(p[2] <= n for p in graph.truth.positions), triples(Fraction(n))),
    Listed(f"N ≤ {BOUND}, positions counted", lambda: range(BOUND + 1)),
)
study.claim(
    "lookups-a-triple",
    "Each classification requires $O(1)$ checks: at most seven lookups, and seven different ones "
    "exactly when the three piles are different.",
    believed=lambda distinct: distinct == 3,
    controls={
        "always seven": lambda distinct: True,  # noqa: ARG005
        "two different piles are enough": lambda distinct: distinct >= 2,
    },
).holds(
    lambda seven, p: len(keys(p)) <= 7 and equal(len(keys(p)) == 7, seven(len(set(p)))),
    positions(BOUND),
    by="the different keys of step 2 counted",
)


def sides_of_the_tables(n: int) -> dict[str, tuple[int, ...]]:
    """For each table how far its two indices go, one more than the largest."""
    found: dict[str, tuple[int, ...]] = {}
    for table, *key in (key for position in positions(n).cases() for key in keys(position)):
        found[table] = tuple(
            max(side, i + 1) for side, i in zip(found.get(table, (0, 0)), key, strict=True)
        )
    return found


study.claim(
    "memory",
    "Memory usage is $O(N^2)$: every key lies in one of three tables of $(N + 1)^2$ entries.",
    believed=lambda n: n + 1,
    controls={"tables of N² entries": lambda n: n, "tables of (N + 2)² entries": lambda n: n + 2},
).holds(
    lambda side, n: equal(
        sides_of_the_tables(n), dict.fromkeys(("One", "Two", "All"), (side(n), side(n)))
    ),
    integers(N=BOUND),
    by="the keys of all positions listed",
)
study.remark("It is near-instant in compiled languages. [A time, which the benchmarks measure.]")

study.section("Results")
S = by_all(solver.answer, "packed", "tables")
BY_BOTH = "both solvers, each confirmed on the graph"
study.numbers(
    "sum-to-{}",
    "$S({}) = {}$.",
    {10: 360},
    on_graph.answer,
    over=positions(BOUND),
    corrections={10: 213},
)
study.numbers("sum-to-{}", "$S({}) = {}$.", {1000: 167542057}, S, solvers=BY_BOTH)

study.section("Problem 260 and Results")
study.numbers(
    "sum-to-{}",
    "$S({}) = {}$.",
    {100: 173895},
    by_marking.answer,
    over=positions(MARKED),
    by="marking by the rules",
)
