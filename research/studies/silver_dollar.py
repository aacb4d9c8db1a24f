"""The silver dollar game: what its two sources state, checked.

Sources: 000_d369330adcb5c61a.txt and 001_7be4931def4a5fff.txt (the second in Chinese). The
explicit graph has every position on 11 squares, with any number of coins; larger cases are
checked locally and computed by the two counts, which share no method. The claims are in
``research/studies/parts``, by source and section.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import prod
from typing import Any

from fast import silver_dollar as solver
from fast.errors import NoWinningOptionError
from oracles.games.silver_dollar import Strip
from research.claims import Equation, equal
from research.studies.parts import (
    silver_000_counts,
    silver_000_game,
    silver_001_counts,
    silver_001_game,
    silver_001_proof,
    silver_strip,
)
from research.studies.parts.silver_strip import (
    BEYOND,
    BOUND,
    FACTORS,
    LISTED,
    MODULUS,
    SECOND,
    AnyCoins,
    is_option,
)
from research.study import Study

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
    headline={"squares": 10**6, "coins": 100, "modulus": MODULUS, "factors": FACTORS},
)


# What the oracle gives, in the solvers' signatures.


def true_criterion(squares: tuple[int, ...], silver: int) -> bool:
    """Whether the graph says that a position is a P-position."""
    return silver_strip.loses((squares, silver))


def true_winning_options(squares: tuple[int, ...], silver: int) -> list[Strip]:
    """The graph's winning options of a position."""
    return silver_strip.truth().winning_options((squares, silver))


def true_losing_count(squares: int, coins: int) -> int:
    """The number of losing configurations, from the graph."""
    return silver_strip.losing(squares, coins + 1)


def true_answer(
    squares: int,
    coins: int,
    modulus: int | None = None,
    factors: object = None,  # noqa: ARG001
) -> int:
    """The number of winning configurations, listed and looked up in the graph."""
    wins = silver_strip.configurations(squares, coins + 1) - silver_strip.losing(squares, coins + 1)
    return wins if modulus is None else wins % modulus


def true_count(total: int, active: int, passive: int) -> int:
    """The number of tuples with this sum and nim sum 0 of the active ones, listed one by one."""
    return silver_strip.listed(total, active, passive)


def true_heaps_with_sum(heaps: int, total: int) -> int:
    """The number of tuples of heaps with this sum and nim sum 0, listed one by one."""
    return silver_strip.listed(total, heaps, 0)


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

    primes = st.sets(st.sampled_from([2, 3, 5, 7, 11, 13, 1000003]), max_size=3)
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


# The statements of both sources.

silver_000_game.add_claims(study)
silver_000_counts.add_claims(study)
silver_001_game.add_claims(study)
silver_001_proof.add_claims(study)
silver_001_counts.add_claims(study)


# Beyond the sources and beyond the graph.


def far_positions() -> Any:
    """Strategy: 101 coins on 10^6 squares, gaps of every order of magnitude, and a choice.

    Returns pairs of a position and a list of choices, by which options are picked.
    """
    from hypothesis import strategies as st

    def place(data: bytes, spare: int, wide: int, silver: int) -> Strip:
        drawn = [int.from_bytes(data[i : i + 2], "big") for i in range(0, len(data), 2)]
        gaps = [(value >> 4) >> (value % 13) for value in drawn]
        gaps[wide] += spare
        squares, last = [], -1
        for gap in gaps:
            last += gap + 1
            squares.append(last)
        return tuple(squares), silver

    coins = 101
    position = st.builds(
        place,
        st.binary(min_size=2 * coins, max_size=2 * coins),
        st.integers(0, 10**6 - coins * 4096),
        st.integers(0, coins - 1),
        st.integers(0, coins - 1),
    )
    choice = st.tuples(st.integers(0, coins - 1), st.integers(0, 10**6))
    return st.tuples(position, st.lists(choice, min_size=1, max_size=3))


def sampled_options(position: Strip, choices: list[tuple[int, int]]) -> list[Strip]:
    """Pocketing, and for each choice of a coin a move of it by a chosen distance."""
    squares, silver = position
    options: list[Strip] = [(squares[1:], silver - 1 if silver else None)]
    for choice, distance in choices:
        coin = choice % len(squares)
        gap = squares[coin] - (squares[coin - 1] if coin else -1) - 1
        if gap:
            target = squares[coin] - 1 - distance % gap
            options.append(((*squares[:coin], target, *squares[coin + 1 :]), silver))
    return options


def p_position_near(position: Strip) -> Strip:
    """The position itself or its winning option, with the silver dollar not leftmost."""
    squares, silver = position[0], max(position[1] or 0, 1)
    if solver.criterion(squares, silver):
        return squares, silver
    return solver.winning_option(squares, silver)


def no_option_is_p(believed: Any, case: tuple[Strip, list[tuple[int, int]]]) -> bool:
    """A claimed P-position has no sampled option that is one, nor one that ends play."""
    position = p_position_near(case[0])
    options = sampled_options(position, case[1])
    return believed(*position) and not any(
        option[1] is None or believed(*option) for option in options
    )


def some_option_is_p(believed: Any, case: tuple[Strip, list[tuple[int, int]]]) -> bool:
    """Every position claimed N has a legal option that is claimed P, or that ends play."""
    for position in [case[0], *sampled_options(p_position_near(case[0]), case[1])]:
        if position[1] is None or solver.criterion(position[0], position[1]):
            continue
        option = believed(*position)
        if not is_option(position, option):
            return False
        if option[1] is not None and not solver.criterion(*option):
            return False
    return True


FAR = "positions of 101 coins on 10^6 squares (and of 100 after pocketing)"

study.claim(
    "local-check-of-p-positions",
    "No option of a position that the criterion calls P is one that it calls P, and none pockets "
    "the silver dollar.",
    source=BEYOND,
    believed=solver.criterion,
    controls={
        "rank 2 as rank 1": lambda squares, silver: solver.criterion(squares, min(silver, 1)),
        "nothing is P": lambda *_: False,
        "everything is P": lambda _, silver: silver > 0,
    },
).search(f"{FAR}; of the options pocketing and up to 3 moves", far_positions, no_option_is_p)
study.claim(
    "local-check-of-n-positions",
    "Every position that the criterion calls N has a legal option that it calls P, or one that "
    "pockets the silver dollar: the solver's winning option.",
    source=BEYOND,
    believed=solver.winning_option,
    controls={
        "always pockets": lambda squares, silver: (squares[1:], silver - 1 if silver else None),
        "moves nothing": lambda squares, silver: (squares, silver),
    },
).search(FAR, far_positions, some_option_is_p)


def larger_sizes() -> Any:
    """Strategy: sizes between those of the graph and the headline's."""
    from hypothesis import strategies as st

    return st.fixed_dictionaries({"squares": st.integers(12, 400), "coins": st.integers(0, 40)})


def counts_agree(believed: Any, case: dict[str, int]) -> Equation:
    """Both counts are the same."""
    summed = solver.answer.ungated(case["squares"], case["coins"], algorithm="summation")
    return equal(summed, believed(**case))


study.claim(
    "both-counts-agree",
    "The carry DP of 000 and the sum over $D_t(K)$ of 001, extended to even $m$, give the same "
    "$W(n, c)$.",
    source=BEYOND,
    believed=solver.answer.ungated,
    controls={"one square left out": shorter, "one coin as other odd numbers": formula_of_000},
).search("12 ≤ n ≤ 400, c ≤ 40, exact", larger_sizes, counts_agree)
study.claim(
    "no-configuration",
    "On fewer than $c + 1$ squares there is no configuration: $W(n, c) = 0$.",
    source=BEYOND,
    believed=lambda *_: 0,
    controls={"one for the empty strip": lambda squares, _: int(squares == 0)},
).exhaust(
    "n ≤ c ≤ 40, both counts",
    lambda: ((n, c) for c in range(41) for n in range(c + 1)),
    lambda believed, case: equal(
        [solver.answer.ungated(*case, algorithm=name) for name in ("carry", "summation")],
        [believed(*case)] * 2,
    ),
)


@cache
def headline(algorithm: str) -> int:
    """The answer that 001 asks for."""
    return solver.answer.ungated(10**6, 100, algorithm=algorithm, modulus=MODULUS, factors=FACTORS)


def both_headlines() -> int | str:
    """The answer on which both counts agree, or both answers."""
    carry, summation = headline("carry"), headline("summation")
    return carry if carry == summation else f"{carry} and {summation}"


study.value(
    "headline",
    r"$W(10^6, 100) \equiv 65579304332 \pmod{1000036000099}$. [001 asks for it; neither "
    "source gives it.]",
    believed=65579304332,
    computed=both_headlines,
    by="both counts, each confirmed on the graph",
    exact_truth=False,
    source=SECOND.at("Silver dollar game"),
)
