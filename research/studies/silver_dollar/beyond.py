"""The silver dollar game beyond the graph: local checks at full size, both counts, the answer."""

from __future__ import annotations

from functools import cache
from typing import Any

from fast import silver_dollar as solver
from oracles.games.silver_dollar import Strip
from research.claims import Equation, equal
from research.studies.silver_dollar.agreements import formula_of_000, shorter, study
from research.studies.silver_dollar.strip import (
    BEYOND,
    FACTORS,
    MODULUS,
    SECOND,
    is_option,
)


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
