"""What the source says of its algorithm for the stone game: why it is right, its cost, the sums."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any

from fast import stone_game as solver
from oracles.games.stone_game import Piles, StoneGame
from research.checks.equality import equal
from research.claims.agreeing import by_all
from research.claims.cases import Listed, integers
from research.claims.claim import definition
from research.proving.claiming import prove_by_keys
from research.proving.theorem import Limits
from research.studies.stone_game import derivations
from research.studies.stone_game.insights import IN_ORDER, Key, key_of_direction, keys
from research.studies.stone_game.truth import (
    BOUND,
    MARKED,
    by_marking,
    graph,
    on_graph,
    positions,
    study,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FEW_STONES = 5  # to which all strategies are tried

study.section("Algorithm Description and Lemma 1")


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
    lambda key_of, n: equal(on_graph.up_to(n), algorithm(key_of, n)),
    integers(n=BOUND),
)
prove_by_keys(theorem_1, study, derivations.sieve, limits=Limits(positions=2_000))

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


@cache
def lookups(limit: int) -> int:
    """Table entries that step 2 looks up, each triple's until one is taken, counted."""
    taken: set[Key] = set()
    looked_up = 0
    for position in combinations_with_replacement(range(limit + 1), 3):
        own = [(table, *key) for table, key in key_of_direction(*position).values()]
        found = next((place for place, key in enumerate(own) if key in taken), None)
        looked_up += len(own) if found is None else found + 1
        taken.update(own if found is None else ())
    return looked_up


study.claim(
    "total-cost",
    "Thus the overall runtime is $O(N^3)$: at most seven lookups for each of the $(N + 1)(N + "
    "2)(N + 3)/6$ triples. [Lookups are counted, and no time.]",
    believed=lambda n: 7 * (n + 1) * (n + 2) * (n + 3) // 6,
    controls={
        "one for each triple": lambda n: (n + 1) * (n + 2) * (n + 3) // 6,
        "seven for each pair": lambda n: 7 * (n + 1) * (n + 2) // 2,
    },
).holds(
    lambda most, n: lookups(n) <= most(n), integers(N=BOUND), by="the lookups of step 2 counted"
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
