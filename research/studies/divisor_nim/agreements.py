"""Divisor nim's study: the oracle in the solvers' signatures, and their agreements.

Source: 002_24a47db72139cfb1.txt. There is an explicit graph for each number of heaps from one to
five, each to its own bound; larger cases are computed by the two solvers, which share only the
counts c_k.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from math import factorial, prod
from typing import TYPE_CHECKING, Any

from fast import divisor_nim as solver
from fast.errors import NoWinningOptionError
from oracles.games.divisor_nim import DivisorNim, Heaps
from research.claims import Source
from research.strategies import evenly
from research.studies.divisor_nim.pictures import PICTURES
from research.study import Study

if TYPE_CHECKING:
    from oracles.solve import Truth

SOURCE = Source("002_24a47db72139cfb1.txt")
BEYOND = Source("beyond the source")
BOUNDS = {1: 2048, 2: 96, 3: 48, 4: 16, 5: 8}  # largest heap in the graph of so many heaps
ONE = f"the explicit graph of one heap ≤ {BOUNDS[1]}"
THREE = f"the explicit graph of three heaps ≤ {BOUNDS[3]}"
HEADLINE = 123456787654321
MODULUS = 1234567890

study = Study(
    "divisor-nim",
    DivisorNim(),
    title="Divisor nim",
    about="""
There are heaps of counters, three in the source. A player chooses a heap of $n$ counters and a
proper divisor $d$ of $n$ ($d$ divides $n$ and $d < n$), and takes $d$ counters from it. A heap of
one counter allows no move; who cannot move loses. The question is $S(n)$, the number of triples of
heaps from $1$ to $n$, in order, in which the player to move wins.
""",
    source=SOURCE.at("Project Euler Problem 509"),
    answer=solver.answer,
    headline={"limit": HEADLINE, "heaps": 3, "modulus": MODULUS},
    pictures=PICTURES,
    label=lambda heaps: " ".join(map(str, heaps)),
)


# What the oracle gives, in the solvers' signatures.


@cache
def truth_of(heaps: int) -> Truth:
    """The truth for a number of heaps, to its bound."""
    from oracles.solve import solve  # networkx is slow to import

    return solve(DivisorNim(heaps), BOUNDS[heaps])


def true_grundy(heap: int) -> int:
    """Grundy value of one heap, from the graph."""
    value = truth_of(1).grundy((heap,))
    assert isinstance(value, int)
    return value


def reachable_values(heap: int) -> set[int]:
    """Grundy values of the options of one heap, from the graph."""
    return {true_grundy(option[0]) for option in truth_of(1).options((heap,))}


def true_criterion(heaps: Heaps) -> bool:
    """Whether the graph says that a position is a P-position; heaps in any order."""
    return truth_of(len(heaps)).outcome(tuple(sorted(heaps))) == "P"


def true_winning_options(heaps: Heaps) -> list[Heaps]:
    """The graph's winning options of a position."""
    return truth_of(len(heaps)).winning_options(tuple(sorted(heaps)))


def orders(position: Heaps) -> int:
    """Number of tuples that the position, written in order of size, stands for."""
    return factorial(len(position)) // prod(map(factorial, Counter(position).values()))


@cache
def tuples_by_outcome(heaps: int) -> dict[str, list[int]]:
    """Number of tuples up to each limit by outcome, each position with all its orders."""
    truth = truth_of(heaps)
    largest: dict[str, Counter[int]] = {"P": Counter(), "N": Counter()}
    for position in truth.positions:
        largest[truth.outcome(position)][position[-1]] += orders(position)
    return {
        outcome: list(accumulate(found[limit] for limit in range(BOUNDS[heaps] + 1)))
        for outcome, found in largest.items()
    }


def true_losing_count(limit: int, heaps: int = 3) -> int:
    """Number of tuples that the player to move loses, from the graph."""
    return tuples_by_outcome(heaps)["P"][limit]


def true_answer(limit: int, heaps: int = 3, modulus: int | None = None) -> int:
    """Number of tuples that the player to move wins, from the graph."""
    winning = tuples_by_outcome(heaps)["N"][limit]
    return winning if modulus is None else winning % modulus


def true_valuation_counts(limit: int) -> list[int]:
    """Numbers up to a limit by their Grundy value in the graph."""
    counts = Counter(map(true_grundy, range(1, limit + 1)))
    return [counts[k] for k in range(max(counts) + 1)]


def valuation(number: int) -> int:
    """The exponent of 2 in a number, by division."""
    exponent = 0
    while number % 2 == 0:
        number, exponent = number // 2, exponent + 1
    return exponent


def split(number: int) -> tuple[int, int]:
    """Return k and the odd m with number = 2^k m."""
    k = valuation(number)
    return k, number // 2**k


# Cases.


def three_heaps() -> Iterator[Heaps]:
    """All positions of the graph of three heaps, smallest first."""
    return iter(sorted(truth_of(3).positions, key=sum))


def one_heap() -> range:
    """All heaps of the graph of one heap."""
    return range(1, BOUNDS[1] + 1)


def moves(bound: int = BOUNDS[1]) -> Iterator[tuple[int, int]]:
    """All heaps n up to a bound with each proper divisor d of n."""
    return ((n, d) for n in range(1, bound + 1) for d in range(1, n // 2 + 1) if n % d == 0)


def large_heap(most: int = HEADLINE) -> Any:
    """Strategy: a number of the size of ``most``, often with a large power of 2 in it."""
    from hypothesis import strategies as st

    def with_power(drawn: tuple[int, int]) -> int:
        number, exponent = drawn
        return number >> exponent << exponent or number

    return st.tuples(evenly((most + 1) // 2, most), st.integers(0, most.bit_length())).map(
        with_power
    )


def large_moves() -> Any:
    """Strategy: a heap n of the size of the headline's limit with a proper divisor d of it."""
    from hypothesis import strategies as st

    quotient = st.integers(1, HEADLINE.bit_length() - 1).flatmap(
        lambda bits: evenly(2 ** (bits - 1) + 1, 2**bits)
    )
    return quotient.flatmap(lambda e: large_heap(HEADLINE // e).map(lambda d: (d * e, d)))


LARGE_MOVES = "heaps n ≤ 123456787654321 with a proper divisor, drawn as n = d·e"


# Agreements.


def is_winning(found: Heaps | None, options: list[Heaps]) -> bool:
    """Whether an option is one of the winning ones, or rightly refused."""
    return tuple(sorted(found)) in options if found else not options


def any_position() -> Any:
    """Strategy: one to five heaps within the graph of so many, in any order."""
    from hypothesis import strategies as st

    def tuples_of(heaps: int) -> Any:
        return st.tuples(*[st.integers(1, BOUNDS[heaps])] * heaps)

    heaps = st.sampled_from([3, 1, 2, 4, 5]).flatmap(tuples_of)
    return st.fixed_dictionaries({"heaps": heaps})


def any_limit() -> Any:
    """Strategy: a number of heaps and a limit within the graph of so many."""
    from hypothesis import strategies as st

    return st.sampled_from(every_limit())


def any_modulus() -> Any:
    """Strategy: the same, and a modulus."""
    from hypothesis import strategies as st

    modulus = st.one_of(st.integers(1, 12), st.sampled_from([MODULUS, 10**9 + 7, 2**64]))
    return st.tuples(any_limit(), modulus).map(lambda drawn: drawn[0] | {"modulus": drawn[1]})


def every_limit() -> list[dict[str, Any]]:
    """Every limit within the graphs, those of one heap up to 64."""
    return [
        {"limit": limit, "heaps": heaps}
        for heaps, bound in BOUNDS.items()
        for limit in range(1, min(bound, 64) + 1)
    ]


LIMITS = "one or two heaps ≤ 64, three ≤ 48, four ≤ 16, five ≤ 8"

for algorithm in ("direct", "transform"):
    study.agree(
        solver.answer,
        true_answer,
        domain=LIMITS,
        arguments=any_limit,
        whole=every_limit,
        fixed={"algorithm": algorithm},
        controls={
            "counts the losing tuples": solver.losing_count,
            "one heap more": lambda limit, heaps, algorithm: solver.answer.ungated(
                limit, heaps + 1, algorithm=algorithm
            ),
        },
    )
    study.agree(
        solver.answer,
        true_answer,
        domain=f"{LIMITS}; moduli up to 12, and three large ones",
        arguments=any_modulus,
        fixed={"algorithm": algorithm},
        controls={
            "another modulus": lambda limit, heaps, algorithm, modulus: solver.answer.ungated(
                limit, heaps, algorithm=algorithm, modulus=modulus + 1
            ),
        },
    )
    study.agree(
        solver.losing_count,
        true_losing_count,
        domain=LIMITS,
        arguments=any_limit,
        whole=every_limit,
        fixed={"algorithm": algorithm},
        controls={
            "heaps below the limit only": lambda limit, heaps, algorithm: solver.losing_count(
                max(limit - 1, 1), heaps, algorithm=algorithm
            ),
        },
    )

study.agree(
    solver.grundy,
    true_grundy,
    domain=f"one heap ≤ {BOUNDS[1]}",
    arguments=lambda: _integers("heap", BOUNDS[1]),
    controls={"the largest power of 2 below": lambda heap: heap.bit_length() - 1},
)
study.agree(
    solver.valuation_counts,
    true_valuation_counts,
    domain="limit ≤ 512",
    arguments=lambda: _integers("limit", 512),
    controls={"without the last": lambda limit: solver.valuation_counts(limit)[:-1]},
)
study.agree(
    solver.criterion,
    true_criterion,
    domain="positions of one to five heaps in any order, each within its graph",
    arguments=any_position,
    controls={"an even sum": lambda heaps: sum(map(valuation, heaps)) % 2 == 0},
)
study.agree(
    solver.winning_option,
    true_winning_options,
    domain="positions of one to five heaps in any order, refusals included",
    arguments=any_position,
    agree=is_winning,
    refusal=NoWinningOptionError,
    controls={"takes one from the last heap": lambda heaps: (*heaps[:-1], max(heaps[-1] - 1, 1))},
)


def _integers(name: str, most: int) -> Any:
    from hypothesis import strategies as st

    return st.fixed_dictionaries({name: st.integers(1, most)})
