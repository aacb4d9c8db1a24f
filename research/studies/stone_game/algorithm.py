"""Claims about the source's algorithm for the stone game: tables, proof and cost.

Source: 004_de23a664e416c5f6.txt, "Algorithm Description" to "Complexity Analysis".
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from itertools import combinations_with_replacement
from typing import Any

from oracles.games.stone_game import Piles, StoneGame
from research.checks.equality import Equation, equal
from research.checks.grounds import Complete, Graph
from research.claims.claim import definition
from research.studies.stone_game import derivations
from research.studies.stone_game.agreements import (
    BOUND,
    SOURCE,
    positions,
    study,
    true_p_positions,
)

Key = tuple[str, int, int]
SMALL = 10  # largest pile where pairs of positions are compared
IN_LOOPS = 8  # largest pile where the loops' order is looked at


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
).exhaust(Graph(f"all positions with piles ≤ {BOUND}"), lambda: positions(BOUND), step_two_decides)


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


def same_key_same_line(believed: Any, position: Piles) -> Equation | bool:
    """The smaller positions with a key in common are the options; a key has one P-position."""
    alike = [positions_by_key(believed, SMALL)[key] for key in believed(*position).values()]
    lost = [[p for p in same if study.truth(BOUND).outcome(p) == "P"] for same in alike]
    smaller = {p for same in alike for p in same if sum(p) < sum(position)}
    if any(len(each) > 1 for each in lost):
        return False
    return equal(set(study.truth(BOUND).options(position)), smaller)


study.claim(
    "one-p-position-a-key",
    "Each of the seven directions of moves keeps one key, and the key determines the line of that "
    "direction: two positions have the same key if and only if they are one or a move along that "
    "direction leads from one to the other. So each table holds at most one P-position a key.",
    source=SOURCE.at("Key Insights, 4"),
    believed=key_of_direction,
    controls={
        "two piles keyed by their sum": lambda x, y, z: {(1, 1, 0): ("Two", (y + x, z))},
        "all three keyed by one difference": lambda x, y, _: {(1, 1, 1): ("All", (y - x, y - x))},
    },
    rests_on=[
        definition("a move along a direction takes one number of stones from each of its piles"),
        definition("no option of a P-position is a P-position"),
    ],
).derive("decided for each two directions with one table", derivations.directions_and_keys).exhaust(
    Graph(
        f"positions with piles ≤ {SMALL}, each with all that have a key in common, whichever of "
        "their piles it belongs to"
    ),
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
    Graph(f"N ≤ {BOUND}"),
    lambda: range(BOUND + 1),
    lambda believed, n: equal(true_p_positions(n), believed(n)),
)


@cache
def place_in_the_loops() -> dict[Piles, int]:
    """When the loops of step 2 come to each position."""
    n = IN_LOOPS + 1
    triples = ((x, y, z) for x in range(n) for y in range(x, n) for z in range(y, n))
    return {position: place for place, position in enumerate(triples)}


study.claim(
    "induction-of-theorem-1",
    "The induction on $x + y + z$: every option of $(x, y, z)$ has a smaller sum, and it has been "
    "classified when $(x, y, z)$ is evaluated. [That is all the proof needs. Not every position "
    "with a smaller sum comes earlier in the loops: $(0, 1, 1)$ comes after $(0, 0, 3)$.]",
    source=SOURCE.at("Theorem 1, proof"),
    believed=lambda option, p: (
        sum(option) < sum(p) and place_in_the_loops()[option] < place_in_the_loops()[p]
    ),
    controls={
        "its largest pile is smaller": lambda option, p: option[2] < p[2],
        "it is the position just before": lambda option, p: (
            place_in_the_loops()[option] == place_in_the_loops()[p] - 1
        ),
    },
).exhaust(
    Graph(f"positions with piles ≤ {IN_LOOPS} and all their options"),
    lambda: positions(IN_LOOPS),
    lambda believed, p: all(believed(option, p) for option in study.truth(BOUND).options(p)),
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
    rests_on=[definition("a position is a triple of natural numbers $x ≤ y ≤ z$")],
).derive("sympy: sums from the inside out", derivations.number_of_triples).exhaust(
    Graph(f"N ≤ {BOUND}, positions counted"),
    lambda: range(BOUND + 1),
    lambda believed, n: equal(
        sum(p[2] <= n for p in study.truth(BOUND).positions), believed(Fraction(n))
    ),
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
    Complete(f"positions with piles ≤ {BOUND}", by="the different keys of step 2 counted"),
    lambda: positions(BOUND),
    lambda believed, p: len(keys(p)) <= 7 and equal(len(keys(p)) == 7, believed(len(set(p)))),
)


def sides_of_the_tables(n: int) -> dict[str, tuple[int, int]]:
    """For each table how far its two indices go, one more than the largest."""
    found: dict[str, tuple[int, int]] = {}
    for position in positions(n):
        for table, a, b in keys(position):
            first, second = found.get(table, (0, 0))
            found[table] = max(first, a + 1), max(second, b + 1)
    return found


study.claim(
    "memory",
    "Memory usage is $O(N^2)$: every key lies in one of three tables of $(N + 1)^2$ entries.",
    source=SOURCE.at("Complexity Analysis"),
    believed=lambda n: n + 1,
    controls={"tables of N² entries": lambda n: n, "tables of (N + 2)² entries": lambda n: n + 2},
).exhaust(
    Complete(f"N ≤ {BOUND}", by="the keys of all positions listed"),
    lambda: range(BOUND + 1),
    lambda believed, n: equal(
        sides_of_the_tables(n), dict.fromkeys(("One", "Two", "All"), (believed(n),) * 2)
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
    Complete("n ≤ 15", by="calls of the recursion over the rules counted"),
    lambda: range(16),
    lambda believed, n: calls((n + 1, n + 1, n + 1)) >= believed * calls((n, n, n)),
)


study.remark(
    "The solution exploits monotonicity. [It names no quantity that is monotone.]",
    source=SOURCE.at("Key Insights"),
)
study.remark(
    "It is near-instant in compiled languages. [A time, which the benchmarks measure.]",
    source=SOURCE.at("Complexity Analysis"),
)
