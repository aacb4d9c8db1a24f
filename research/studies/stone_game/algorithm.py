"""Claims about the source's algorithm for the stone game: tables, proof and cost.

Source: 004_de23a664e416c5f6.txt, "Algorithm Description" to "Complexity Analysis".
"""

from __future__ import annotations

from functools import cache, partial
from itertools import combinations_with_replacement
from typing import Any

from oracles.games.stone_game import Piles, StoneGame
from research.claims import Equation, equal
from research.studies.stone_game import derivations
from research.studies.stone_game.agreements import (
    BOUND,
    GRAPH,
    SOURCE,
    positions,
    study,
    true_p_positions,
)

Key = tuple[str, int, int]
SMALL = 10  # largest pile where pairs of positions are compared


def keys(position: Piles) -> set[Key]:
    """The seven keys of a position, as the algorithm's step 2 looks them up."""
    x, y, z = position
    return {
        ("One", x, y),
        ("One", x, z),
        ("One", y, z),
        ("Two", y - x, z),
        ("Two", z - y, x),
        ("Two", z - x, y),
        ("All", y - x, z - x),
    }


def keys_without_all(position: Piles) -> set[Key]:
    """A wrong twin: the table All is missing."""
    return {key for key in keys(position) if key[0] != "All"}


@cache
def earlier_keys(keys_of: Any, bound: int) -> dict[Piles, bool]:
    """Whether each position, in the loop's order, shares a key with an earlier P-position."""
    truth = study.truth(bound)
    marked: set[Key] = set()
    shares = {}
    for position in combinations_with_replacement(range(bound + 1), 3):
        own = keys_of(position)
        shares[position] = not own.isdisjoint(marked)
        if truth.outcome(position) == "P":
            marked |= own
    return shares


def step_two_decides(believed: Any, position: Piles) -> Equation:
    """Step 2 says N exactly where the graph says N."""
    said = "N" if earlier_keys(believed, BOUND)[position] else "P"
    return equal(study.truth(BOUND).outcome(position), said)


study.claim(
    "algorithm-step-2",
    "In the loop's order, $(x, y, z)$ is an N-position exactly when one of its three keys in One, "
    "three in Two or one in All is already taken by a P-position.",
    source=SOURCE.at("Algorithm Description and Lemma 1"),
    believed=keys,
    controls={"the table All is missing": keys_without_all},
).exhaust(GRAPH, lambda: positions(BOUND), step_two_decides)


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
def positions_by_key(key_of: Any, bound: int) -> dict[Any, list[Piles]]:
    """The positions with each key, by table and key, in increasing order of their sums."""
    found: dict[Any, list[Piles]] = {}
    for position in positions(bound):
        for table_and_key in set(key_of(*position).values()):
            found.setdefault(table_and_key, []).append(position)
    return found


def same_key_same_line(believed: Any, position: Piles) -> Equation:
    """Every smaller position with a key in common is an option of this one."""
    options = set(StoneGame().options(position))
    smaller = {
        other
        for key in believed(*position).values()
        for other in positions_by_key(believed, SMALL)[key]
        if sum(other) < sum(position)
    }
    return equal(smaller - options, set())


study.claim(
    "one-p-position-a-key",
    "Each of the seven directions of moves keeps one key, and the key determines the line of that "
    "direction; so of two positions with the same key one is an option of the other, and each "
    "table holds at most one P-position a key.",
    source=SOURCE.at("Key Insights, 4"),
    believed=key_of_direction,
    controls={
        "two piles keyed by their sum": lambda x, y, z: {(1, 1, 0): ("Two", (y + x, z))},
        "all three keyed by one difference": lambda x, y, _: {(1, 1, 1): ("All", (y - x, y - x))},
    },
).derive("sympy: substitution along each direction", derivations.directions_and_keys).exhaust(
    f"positions with piles ≤ {SMALL}, each with all smaller ones that have a key in common, "
    "whichever of their piles it belongs to",
    lambda: positions(SMALL),
    same_key_same_line,
)


# The algorithm as the source describes it.


def source_algorithm(limit: int, tables: frozenset[str] = frozenset({"One", "Two", "All"})) -> Any:
    """Steps 1 to 3 as printed, with sets of keys in place of boolean arrays."""
    taken: set[Key] = set()
    found = []
    for position in combinations_with_replacement(range(limit + 1), 3):
        own = {key for key in keys(position) if key[0] in tables}
        if own.isdisjoint(taken):
            found.append(position)
            taken |= own
    return found


study.claim(
    "theorem-1",
    "The algorithm correctly enumerates all P-positions with coordinates bounded by $N$.",
    source=SOURCE.at("Theorem 1"),
    believed=source_algorithm,
    controls={
        f"without the table {name}": partial(
            source_algorithm, tables=frozenset({"One", "Two", "All"} - {name})
        )
        for name in ("One", "Two", "All")
    },
).exhaust(
    f"N ≤ {BOUND}",
    lambda: range(BOUND + 1),
    lambda believed, n: equal(true_p_positions(n), believed(n)),
)
study.claim(
    "induction-of-theorem-1",
    "The induction on $x + y + z$: every option of $(x, y, z)$ has a smaller sum, and it has been "
    "classified when $(x, y, z)$ is evaluated. [That is all the proof needs. Not every position "
    "with a smaller sum comes earlier in the loops: $(0, 1, 1)$ comes after $(0, 0, 3)$.]",
    source=SOURCE.at("Theorem 1, proof"),
    believed=lambda p: set(StoneGame().options(p)),
    controls={
        "all positions with a smaller sum": lambda p: {q for q in positions(8) if sum(q) < sum(p)},
        "all positions earlier in the loops": lambda p: {q for q in positions(8) if q < p},
    },
).exhaust(
    "positions with piles ≤ 8",
    lambda: positions(8),
    lambda believed, p: equal({q for q in believed(p) if q >= p or sum(q) >= sum(p)}, set()),
)


# What it costs, as counts of what the source counts.


def triples(n: Any) -> Any:
    """Number of x ≤ y ≤ z ≤ n."""
    return (n + 1) * (n + 2) * (n + 3) / 6


study.claim(
    "number-of-triples",
    "There are $O(N^3)$ triples with $x ≤ y ≤ z$: exactly $(N + 1)(N + 2)(N + 3)/6$.",
    source=SOURCE.at("Complexity Analysis"),
    believed=triples,
    controls={"one factor too small": lambda n: (n + 1) * (n + 1) * (n + 3) / 6},
).derive("sympy: summation", derivations.number_of_triples).exhaust(
    f"the explicit graph, N ≤ {BOUND}",
    lambda: range(BOUND + 1),
    lambda believed, n: equal(6 * sum(1 for _ in positions(n)), 6 * believed(n)),
)
study.claim(
    "lookups-a-triple",
    "Each classification requires $O(1)$ checks: at most seven lookups, and seven different ones "
    "exactly when the three piles are different.",
    source=SOURCE.at("Complexity Analysis"),
    believed=lambda distinct: distinct == 3,
    controls={
        "always seven": lambda distinct: True,  # noqa: ARG005
        "two different piles are enough": lambda distinct: distinct >= 2,
    },
).exhaust(
    f"positions with piles ≤ {BOUND}",
    lambda: positions(BOUND),
    lambda believed, p: len(keys(p)) <= 7 and equal(len(keys(p)) == 7, believed(len(set(p)))),
)
study.claim(
    "memory",
    "Memory usage is $O(N^2)$: every key lies in one of three tables of $(N + 1)^2$ entries.",
    source=SOURCE.at("Complexity Analysis"),
    believed=lambda n: n + 1,
    controls={"tables of N² entries": lambda n: n},
).exhaust(
    f"N ≤ {BOUND}",
    lambda: range(BOUND + 1),
    lambda believed, n: all(
        table in ("One", "Two", "All") and 0 <= a < believed(n) and 0 <= b < believed(n)
        for position in positions(n)
        for table, a, b in keys(position)
    ),
)


@cache
def calls(position: Piles) -> int:
    """Calls that plain recursion makes from a position, one for each line of play begun."""
    return 1 + sum(calls(option) for option in StoneGame().options(position))


study.claim(
    "naive-recursion",
    "Testing every triple by plain recursion blows up exponentially: from $(n, n, n)$ to "
    "$(n + 1, n + 1, n + 1)$ the number of calls grows by a factor of 26 or more. [The factor is "
    "counted here.]",
    source=SOURCE.at("Key Insights"),
    believed=26,
    controls={"27 or more": 27},
).exhaust(
    "n ≤ 15",
    lambda: range(16),
    lambda believed, n: calls((n + 1, n + 1, n + 1)) >= believed * calls((n, n, n)),
)


study.claim(
    "remarks-without-a-check",
    "The solution exploits monotonicity; it is near-instant in compiled languages. (Neither is a "
    "statement about the game: the first names no quantity, the second is a time, which the "
    "benchmarks measure.)",
    source=SOURCE.at("Key Insights, Complexity Analysis"),
    believed=None,
    controls={},
)
