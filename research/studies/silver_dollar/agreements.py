"""The silver dollar's solvers against the truth.

Both counts are compared on the graph, and beyond it with the tables of carries as EulerSolve prints
them, which are proved; positions are compared on the graph, and beyond it by the proved criterion.
"""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from math import prod
from typing import Any

from fast import silver_dollar as solver
from fast.errors import NoWinningOptionError
from research.claims import cases
from research.claims.cases import NO_NUMBERS, Drawn, Listed, OneOf, each_with, every, reduced, st
from research.studies.silver_dollar import counts, truth
from research.studies.silver_dollar.criterion import CRITERION
from research.studies.silver_dollar.truth import BOUND, study

answer, criterion, option = solver.answer, solver.criterion, solver.winning_option
CARRY, SUMMATION = {"algorithm": "carry"}, {"algorithm": "summation"}
EACH = [CARRY, SUMMATION]
SQUAREFREE = [
    *cases.moduli(composite=False),
    {"modulus": prod(truth.FACTORS), "factors": truth.FACTORS},
]

# The answer.


def drawn(words: str, length: int, coins: int) -> Drawn:
    """Strips and coins of every size, exact and modulo numbers of every kind."""
    sizes = {"squares": (12, length), "coins": (0, coins)}
    return Drawn(
        f"12 ≤ n ≤ {words}, c ≤ {coins}, of every size, exact and modulo numbers of every kind",
        lambda: st.builds(
            lambda size, modulo: size | modulo,
            st.fixed_dictionaries({name: cases.of_every_size(*of) for name, of in sizes.items()}),
            st.sampled_from([{}, *SQUAREFREE]),
        ),
    )


ON_THE_GRAPH = Listed(
    f"n ≤ {BOUND}, c ≤ {BOUND + 1}, exact and modulo 1, primes and products of primes, with and "
    "without factors",
    lambda: each_with(every(squares=range(BOUND + 1), coins=range(BOUND + 2)), [{}, *SQUAREFREE]),
)
WITH_CARRIES = Listed(
    "n ≤ 48, c ≤ 15, exact and modulo the primes to 53; 200 to 65535 squares, 8 to 99 coins, exact "
    "and modulo numbers of every kind",
    lambda: [
        *each_with(
            every(squares=range(49), coins=range(16)),
            [{}, *every(modulus=[p for p in range(2, 54) if all(p % d for d in range(2, p))])],
        ),
        *every(squares=(200, 256, 1000, 2**12 + 1, 2**16 - 1), coins=(8, 31, 32, 33, 99)),
        *each_with(every(squares=(200, 257, 4097), coins=(40,)), SQUAREFREE),
        SQUAREFREE[-1] | {"squares": 10_000, "coins": 100},
    ],
)


won = reduced(lambda squares, coins: truth.winning(squares, coins + 1))
counted = counts.winning
ONE_LEFT_OUT = {
    "one square left out": lambda squares, **more: answer.ungated(max(squares - 1, 0), **more)
}
CUT = {"numbers of 64 bits": reduced(lambda squares, coins: counted(squares, coins) & 2**64 - 1)}
THE_PROBLEM = Listed("the instance of the problem", lambda: [study.headline])
on_graph = partial(study.agree, by="the graph")
by_carries = partial(study.agree, answer, reduced(counted), by="tables of carries")

on_graph(answer, won, over=ON_THE_GRAPH, fixed=EACH, controls=ONE_LEFT_OUT)
by_carries(over=WITH_CARRIES, fixed=EACH, controls=ONE_LEFT_OUT | CUT)
by_carries(over=drawn("10^18", 10**18, 60), fixed=CARRY, controls=ONE_LEFT_OUT)
by_carries(over=drawn("3000", 3000, 80), fixed=SUMMATION, controls=ONE_LEFT_OUT)
by_carries(over=THE_PROBLEM, fixed=CARRY, controls=ONE_LEFT_OUT)

# Positions.

WRONG_RANK = {
    "rank 2 as rank 1": lambda squares, silver: criterion(squares, min(silver, 1)),
    "rank 1 as rank 2": lambda squares, silver: criterion(
        squares, 2 if silver == 1 and len(squares) > 2 else silver
    ),
}


def near_positions() -> Any:
    """Strategy: 2 to 12 coins with gaps up to 40, of every size."""
    gaps = st.lists(cases.of_every_size(0, 40), min_size=2, max_size=12)
    coins = gaps.map(lambda gaps: tuple(accumulate(gaps, lambda x, gap: x + gap + 1)))
    return coins.flatmap(
        lambda squares: st.fixed_dictionaries(
            {"squares": st.just(squares), "silver": st.integers(0, len(squares) - 1)}
        )
    )


def winning_options(squares: truth.Coins, silver: int) -> OneOf:
    """Those on the graph."""
    return truth.graph.winning_options((squares, silver))


def winning_by_criterion(squares: truth.Coins, silver: int) -> OneOf:
    """The options that pocket the silver dollar, or lose by the criterion that is proved."""
    options = truth.options_of(squares, silver)
    return OneOf([(left, j) for left, j in options if j is None or CRITERION.loses(left, j)])


NEAR = Drawn("positions of 2 to 12 coins with gaps up to 40", near_positions)
by_criterion = partial(study.agree, over=NEAR, by="the proved criterion")

EVERY, POCKETS = truth.positions(), {"always pockets": truth.pocketed}
none = NoWinningOptionError

on_graph(criterion, truth.loses, over=EVERY, controls=WRONG_RANK)
by_criterion(criterion, CRITERION.loses, controls=WRONG_RANK)
on_graph(option, winning_options, over=EVERY, refusal=none, controls=POCKETS)
by_criterion(option, winning_by_criterion, refusal=none, controls=POCKETS)

# What is refused.

NO_ANSWER = [
    *cases.unfit({"squares": 9, "coins": 2}, algorithm=["best"]),
    {"squares": 10**18, "coins": 333},  # exact numbers that are too long
    {"squares": 10**18, "coins": 33_333, "modulus": 7},
    {"squares": 10**18, "coins": 2_100, "modulus": 2**255 - 19},
    {"squares": 10**9, "coins": 2, "modulus": 7, "algorithm": "summation"},
    {"squares": 10**7, "coins": 30, "modulus": 7, "algorithm": "summation"},
    {"squares": 10**6, "coins": 900, "algorithm": "summation"},
    {"squares": 2**20_000, "coins": 0},
    {"squares": 2**2_000_000, "coins": 0, "modulus": 7},
    # Squarefree with known factors: an answer has to divide.
    *every(squares=[9, 1], coins=[2], modulus=[4, 6, 15, 2**64, 2**521 - 1]),
]
NO_POSITION = [
    *every(squares=[(0, square) for square in NO_NUMBERS], silver=[0]),
    *every(squares=[(0, 3)], silver=[*NO_NUMBERS, 2]),
    *every(squares=[(), (1, 1), (2, 1), (1, 2, 2), "01", 5], silver=[0]),
]
for function, wrong in ((answer, NO_ANSWER), (criterion, NO_POSITION), (option, NO_POSITION)):
    study.agree(function, "refusal", over=list(wrong))
