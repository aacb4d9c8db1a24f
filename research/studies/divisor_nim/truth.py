"""Divisor nim's study, and what is true of the game.

There is an explicit graph for each number of heaps from one to five, each to its own bound. Beyond
them tuples are counted by the nim sums of their numbers of twos, heap after heap or by doubling the
heaps; that these are the Grundy values is proved.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from itertools import accumulate, product
from math import factorial, prod

from fast import divisor_nim as solver
from oracles.games.divisor_nim import DivisorNim, Heaps
from research.claims.cases import GraphOf, Listed, OneOf
from research.claims.claim import Source
from research.claims.study import Study, solve_game

BOUNDS = {1: 2048, 2: 96, 3: 48, 4: 16, 5: 8}  # largest heap in the graph of so many heaps
HEADLINE = 123456787654321
MODULUS = 1234567890

study = Study(
    "divisor-nim",
    DivisorNim(),
    title="Divisor nim",
    modulo=("modulus", "factors"),
    about="""
There are heaps of counters, three in the source. A move chooses a heap of $n$ counters and a proper
divisor $d$ of $n$, which is a divisor less than $n$, and takes $d$ counters from the heap. A heap
of one counter allows no move. The player who cannot move loses. The question is $S(n)$, the number
of triples $(a, b, c)$ of heaps from $1$ to $n$ that the player to move wins.
""",
    source=Source(
        "Project Euler 509",
        cited="“Project Euler Problem 509”, a solution without author and date. "
        "The problem: https://projecteuler.net/problem=509",
    ),
    answer=solver.answer,
    headline={"limit": HEADLINE, "heaps": 3, "modulus": MODULUS},
)


def in_order(heaps: Heaps) -> Heaps:
    """The heaps as a position has them."""
    return tuple(sorted(heaps))


graphs = {
    heaps: GraphOf(partial(solve_game, DivisorNim(heaps)), bound, in_order)
    for heaps, bound in BOUNDS.items()
}
THREE = f"three heaps ≤ {BOUNDS[3]}"


def one_heap(most: int = BOUNDS[1]) -> Listed:
    """Each single heap up to a bound."""
    return Listed(f"one heap ≤ {most}", lambda: range(1, most + 1))


# The numbers of twos, by division.


def valuation(number: int) -> int:
    """The exponent of 2 in a number."""
    return 0 if number % 2 else 1 + valuation(number // 2)


def counts(n: int) -> list[int]:
    """The list c of the numbers of x ≤ n with k twos, as the source's program builds it."""
    return [(n >> k) - (n >> k + 1) for k in range(n.bit_length())]


# The truth.


@cache
def tuples(heaps: int, outcome: str) -> list[int]:
    """Number of tuples with an outcome, up to each limit, each position with all its orders."""
    found: Counter[int] = Counter()
    for position in graphs[heaps].truth.positions:
        if graphs[heaps].truth.outcome(position) == outcome:
            repeated = Counter(position).values()
            found[position[-1]] += factorial(heaps) // prod(map(factorial, repeated))
    return list(accumulate(found[limit] for limit in range(BOUNDS[heaps] + 1)))


def grundy(heap: int) -> int:
    """The Grundy value of one heap, on its graph."""
    return int(graphs[1].truth.grundy((heap,)))


def options(heap: int) -> set[int]:
    """What the moves leave of one heap."""
    return {left for (left,) in graphs[1].truth.options((heap,))}


def heaps_by_value(limit: int) -> list[int]:
    """How many heaps up to a limit have each Grundy value."""
    found = Counter(map(grundy, range(1, limit + 1)))
    return [found[k] for k in range(max(found) + 1)]


def is_p_position(heaps: Heaps) -> bool:
    """Whether a position, with its heaps in any order, is a P-position."""
    return graphs[len(heaps)].is_p_position(heaps)


def winning_options(heaps: Heaps) -> OneOf:
    """Its winning options."""
    return graphs[len(heaps)].winning_options(heaps)


def losing(limit: int, heaps: int = 3) -> int:
    """Number of tuples that the player to move loses."""
    return tuples(heaps, "P")[limit]


def winning(limit: int, heaps: int = 3) -> int:
    """Number of tuples that the player to move wins."""
    return tuples(heaps, "N")[limit]


@cache
def by_nim_sums(
    limit: int,
    heaps: int,
    modulus: int | None = None,
    factors: object = None,  # noqa: ARG001
) -> int:
    """Number of winning tuples: all but those whose numbers of twos have nim sum 0."""

    def together(left: Counter[int], right: Counter[int]) -> Counter[int]:
        joined: Counter[int] = Counter()
        for (a, ways), (b, others) in product(left.items(), right.items()):
            joined[a ^ b] += ways * others
        return joined if modulus is None else Counter({k: n % modulus for k, n in joined.items()})

    reached, one = Counter({0: 1}), Counter(dict(enumerate(counts(limit))))
    for bit in f"{heaps:b}":
        reached = together(reached, reached)
        if bit == "1":
            reached = together(reached, one)
    wins = pow(limit, heaps, modulus) - reached[0]
    return wins if modulus is None else wins % modulus
