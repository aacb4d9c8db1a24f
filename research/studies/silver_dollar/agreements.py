"""The silver dollar game: study, oracle in the signatures of the solvers, solver against oracle."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

from fast import silver_dollar as solver
from fast.errors import NoWinningOptionError
from oracles.games.silver_dollar import Strip
from research.studies.silver_dollar import strip
from research.studies.silver_dollar.pictures import PICTURES
from research.studies.silver_dollar.strip import (
    BOUND,
    FACTORS,
    LISTED,
    MODULUS,
    SECOND,
    AnyCoins,
)
from research.study import Study


def drawn(position: Strip) -> str:
    """A position as it lies on the strip: coins, the silver dollar, empty squares."""
    squares, silver = position
    coins = {square: "$" if rank == silver else "○" for rank, square in enumerate(squares)}
    return " ".join(coins.get(i, "·") for i in range(max(coins) + 1)) if coins else "no coin"


study = Study(
    "silver-dollar",
    AnyCoins(),
    title="Silver dollar game",
    about="""
Coins lie on a strip of $n$ squares, at most one on a square: one silver dollar and $c$ worthless
coins. In her turn a player moves one coin any number of squares to the left, neither onto nor
over another coin nor off the strip, or pockets the leftmost coin. Who pockets the silver dollar
wins. The question is the number $W(n, c)$ of winning configurations: placements of the coins, one
of them the silver dollar, in which the player to move wins. With $m = c + 1$ coins, squares and the
ranks of coins are numbered from 0 from the left; the second coin has rank $j = 1$.
""",
    source=SECOND.at("Silver dollar game"),
    answer=solver.answer,
    pictures=PICTURES,
    headline={"squares": 10**6, "coins": 100, "modulus": MODULUS, "factors": FACTORS},
    label=drawn,
)


# What the oracle gives, in the solvers' signatures.


def true_criterion(squares: tuple[int, ...], silver: int) -> bool:
    """Whether the graph says that a position is a P-position."""
    return strip.loses((squares, silver))


def true_winning_options(squares: tuple[int, ...], silver: int) -> list[Strip]:
    """The graph's winning options of a position."""
    return strip.truth().winning_options((squares, silver))


def true_losing_count(squares: int, coins: int) -> int:
    """The number of losing configurations, from the graph."""
    return strip.losing(squares, coins + 1)


def true_answer(
    squares: int,
    coins: int,
    modulus: int | None = None,
    factors: object = None,  # noqa: ARG001
) -> int:
    """The number of winning configurations, listed and looked up in the graph."""
    wins = strip.configurations(squares, coins + 1) - strip.losing(squares, coins + 1)
    return wins if modulus is None else wins % modulus


def true_count(total: int, active: int, passive: int) -> int:
    """The number of tuples with this sum and nim sum 0 of the active ones, listed one by one."""
    return strip.listed(total, active, passive)


def true_heaps_with_sum(heaps: int, total: int) -> int:
    """The number of tuples of heaps with this sum and nim sum 0, listed one by one."""
    return strip.listed(total, heaps, 0)


# Agreements.


def is_winning(found: Strip | None, options: list[Strip]) -> bool:
    """Whether an option is one of the winning ones, or rightly refused."""
    return found in options if found else not options


def any_position() -> Any:
    """Strategy: a position of the graph with the silver dollar on the strip."""
    from hypothesis import strategies as st

    def place(occupied: list[bool], choice: int) -> dict[str, Any]:
        squares = (*(square for square, coin in enumerate(occupied) if coin), len(occupied))
        return {"squares": squares, "silver": choice % len(squares)}

    before_the_last = st.lists(st.booleans(), max_size=BOUND - 1)
    return st.builds(place, before_the_last, st.integers(0, BOUND - 1))


def any_size() -> Any:
    """Strategy: a length of the strip within the graph, and a number of worthless coins."""
    from hypothesis import strategies as st

    return st.fixed_dictionaries(
        {"squares": st.integers(0, BOUND), "coins": st.integers(0, BOUND + 1)}
    )


def every_size() -> list[dict[str, int]]:
    """Every length within the graph with every number of coins, also too many."""
    return [{"squares": n, "coins": c} for n in range(BOUND + 1) for c in range(BOUND + 2)]


def any_modular_size() -> Any:
    """Strategy: a size, and a squarefree modulus with its prime factors."""
    from hypothesis import strategies as st

    # With 2^89 − 1 the modulus has more than 64 bits, for which polynomials are of another kind.
    primes = st.sets(st.sampled_from([2, 3, 5, 7, 11, 13, 1000003, 2**89 - 1]), max_size=3)
    moduli = primes.map(lambda s: {"modulus": prod(s), "factors": tuple(sorted(s))})
    return st.builds(lambda size, modulus: {**size, **modulus}, any_size(), moduli)


def shorter(squares: int, coins: int, **more: Any) -> int:
    """A wrong twin of the answer: one square is left out."""
    return solver.answer.ungated(max(squares - 1, 0), coins, **more)


def formula_of_000(squares: int, coins: int, **more: Any) -> int:
    """A wrong twin: one coin is counted by the formula for odd m."""
    wins = solver.answer.ungated(squares, coins, **more)
    return wins - 1 if coins == 0 and squares else wins


study.agree(
    solver.criterion,
    true_criterion,
    domain=f"positions on {BOUND} squares with any number of coins and any silver dollar",
    arguments=any_position,
    controls={
        "rank 2 as rank 1": lambda squares, silver: solver.criterion(squares, min(silver, 1)),
        "rank 1 as rank 2": lambda squares, silver: solver.criterion(
            squares, 2 if silver == 1 and len(squares) > 2 else silver
        ),
    },
)
study.agree(
    solver.winning_option,
    true_winning_options,
    domain=f"positions on {BOUND} squares with any number of coins, refusals included",
    arguments=any_position,
    agree=is_winning,
    refusal=NoWinningOptionError,
    controls={
        "always pockets": lambda squares, silver: (squares[1:], silver - 1 if silver else None),
        "never refuses": lambda squares, silver: (
            (squares[1:], silver - 1 if silver else None)
            if solver.criterion(squares, silver)
            else solver.winning_option(squares, silver)
        ),
    },
)
for algorithm in ("carry", "summation"):
    study.agree(
        solver.losing_count,
        true_losing_count,
        domain=f"n ≤ {BOUND}, c ≤ {BOUND + 1}",
        arguments=any_size,
        whole=every_size,
        fixed={"algorithm": algorithm},
        controls={
            "a coin too many": lambda squares, coins, algorithm: solver.losing_count(
                squares, coins + 1, algorithm=algorithm
            )
        },
    )
    study.agree(
        solver.answer,
        true_answer,
        domain=f"n ≤ {BOUND}, c ≤ {BOUND + 1}, exact",
        arguments=any_size,
        whole=every_size,
        fixed={"algorithm": algorithm},
        controls={"one square left out": shorter, "one coin as other odd numbers": formula_of_000},
    )
    study.agree(
        solver.answer,
        true_answer,
        domain=f"n ≤ {BOUND}, c ≤ {BOUND + 1}, modulo products of up to 3 different primes",
        arguments=any_modular_size,
        fixed={"algorithm": algorithm},
        controls={"one square left out": shorter},
    )
study.agree(
    solver.count,
    true_count,
    domain=f"total ≤ 8, active ≤ 4, passive ≤ 3; {LISTED}",
    arguments=lambda: _integers(total=8, active=4, passive=3),
    whole=lambda: _every(total=8, active=4, passive=3),
    controls={
        "one active gap passive": lambda total, active, passive: solver.count(
            total, max(active - 1, 0), passive + 1
        )
    },
)
study.agree(
    solver.heaps_with_sum,
    true_heaps_with_sum,
    domain=f"heaps ≤ 4, total ≤ 12; {LISTED}",
    arguments=lambda: _integers(heaps=4, total=12),
    whole=lambda: _every(heaps=4, total=12),
    controls={"one heap more": lambda heaps, total: solver.heaps_with_sum(heaps + 1, total)},
)


def _integers(**most: int) -> Any:
    from hypothesis import strategies as st

    return st.fixed_dictionaries({name: st.integers(0, top) for name, top in most.items()})


def _every(**most: int) -> list[dict[str, int]]:
    ranges = [range(top + 1) for top in most.values()]
    return [dict(zip(most, values, strict=True)) for values in product(*ranges)]
