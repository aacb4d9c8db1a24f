"""The silver dollar game beyond the graph: local checks at full size, both counts, the answer."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from math import prod
from typing import Any

from fast import silver_dollar as solver
from oracles.games.silver_dollar import Strip
from research.checks.equality import equal
from research.checks.grounds import Complete, Solvers
from research.claims.strategies import of_every_size
from research.studies.silver_dollar.agreements import formula_of_000, shorter, study
from research.studies.silver_dollar.cases import ends
from research.studies.silver_dollar.enumerating import winning
from research.studies.silver_dollar.strip import (
    BEYOND,
    FACTORS,
    MODULUS,
    SECOND,
    AnyCoins,
    configurations,
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


def near_positions() -> Any:
    """Strategy: 2 to 12 coins with gaps up to 40, of every size, so that all options are tried."""
    from hypothesis import strategies as st

    def place(gaps: list[int], silver: int) -> Strip:
        squares = tuple(accumulate(gap + 1 for gap in gaps))
        return tuple(square - 1 for square in squares), silver % len(gaps)

    gaps = st.lists(of_every_size(0, 40), min_size=2, max_size=12)
    return st.builds(place, gaps, st.integers(0, 11))


def is_local_kernel(believed: Any, position: Strip) -> bool:
    """Some option is claimed to be P, or ends play, exactly where the position is not claimed."""
    for given in (position, p_position_near(position)):
        options = AnyCoins().options(given)
        wins = any(option[1] is None or believed(*option) for option in options)
        if wins == bool(believed(*given)):
            return False
    return True


FAR = "positions of 101 coins on 10^6 squares (and of 100 after pocketing)"

study.claim(
    "local-check-of-p-positions",
    "No option of a position that the criterion calls P is one that it calls P, and none pockets "
    "the silver dollar.",
    source=BEYOND,
    gating=True,
    believed=solver.criterion,
    controls={
        "rank 2 as rank 1": lambda squares, silver: solver.criterion(squares, min(silver, 1)),
        "nothing is P": lambda *_: False,
        "everything is P": lambda _, silver: silver > 0,
    },
).search(
    "positions of 2 to 12 coins with gaps up to 40 and a P-position by each, all options tried",
    near_positions,
    is_local_kernel,
).search(f"{FAR}; of the options pocketing and up to 3 moves", far_positions, no_option_is_p)
study.claim(
    "local-check-of-n-positions",
    "Every position that the criterion calls N has a legal option that it calls P, or one that "
    "pockets the silver dollar: the solver's winning option.",
    source=BEYOND,
    gating=True,
    believed=solver.winning_option,
    controls={
        "always pockets": lambda squares, silver: (squares[1:], silver - 1 if silver else None),
        "moves nothing": lambda squares, silver: (squares, silver),
    },
).search(FAR, far_positions, some_option_is_p)


def larger_sizes() -> Any:
    """Strategy: lengths up to 3000 with up to 80 worthless coins, and a modulus or none."""
    from hypothesis import strategies as st

    return st.fixed_dictionaries(
        {
            "squares": of_every_size(12, 3_000),
            "coins": of_every_size(0, 80),
            "modulus": st.sampled_from([None, *MODULI_OF_EVERY_SIZE]),
        }
    )


# Primes below and above the lengths, and about 64 bits, where polynomials change their kind.
MODULI_OF_EVERY_SIZE = (1, 2, 3, 5, 7, 31, 257, 10**9 + 7, 2**61 - 1, 2**64 - 59, 2**64 + 13)


def summed(case: dict[str, Any]) -> int:
    """The answer by the sum over D_t(K)."""
    return solver.answer.ungated(**case, algorithm="summation")


study.claim(
    "both-counts-agree",
    "The carry DP of 000 and the sum over $D_t(K)$ of 001, extended to even $m$, give the same "
    "$W(n, c)$.",
    source=BEYOND,
    gating=True,
    believed=solver.answer.ungated,
    controls={"one square left out": shorter, "one coin as other odd numbers": formula_of_000},
).search(
    "12 ≤ n ≤ 3000 of every size, c ≤ 80, exact and modulo primes of every size",
    larger_sizes,
    lambda believed, case: equal(summed(case), believed(**case)),
)


def sizes_to_the_end() -> Any:
    """Strategy: lengths of every size to 10^18 with up to 60 worthless coins, modulus or none."""
    from hypothesis import strategies as st

    sizes = {"squares": of_every_size(12, 10**18), "coins": of_every_size(0, 60)}
    primes = st.sets(st.sampled_from(MODULI_OF_EVERY_SIZE[1:]), max_size=3).map(sorted)
    moduli = primes.map(lambda p: {"modulus": prod(p), "factors": tuple(p)})
    return st.builds(
        lambda size, modulus: size | modulus,
        st.fixed_dictionaries(sizes),
        st.one_of(st.just({}), moduli),
    )


def by_digits(case: dict[str, Any]) -> int:
    """The answer by the count digit by digit that shares no code with the solver."""
    wins = winning(case["squares"], case["coins"] + 1, tables=False)
    return wins % case["modulus"] if "modulus" in case else wins


study.claim(
    "digits-agree",
    "A count by binary digits with the standard library's binomials, rank by rank, gives the same "
    "$W(n, c)$.",
    source=BEYOND,
    gating=True,
    believed=solver.answer.ungated,
    controls={"one square left out": shorter, "one coin as other odd numbers": formula_of_000},
).search(
    "12 ≤ n ≤ 10^18 of every size, c ≤ 60, exact and modulo products of primes of every size; "
    "with more coins than that the carry DP alone answers",
    sizes_to_the_end,
    lambda believed, case: equal(by_digits(case), believed(**case)),
)


def few_coins(squares: int, coins: int, modulus: int | None = None) -> int:
    """Winning configurations of one coin, which is pocketed, or of two, which must touch to lose.

    With two coins the left one silver wins; else the gap is the one heap, and of the n(n - 1)
    configurations the n - 1 lose in which it is empty.
    """
    wins = squares if coins == 0 else max(squares - 1, 0) ** 2
    return wins if modulus is None else wins % modulus


study.claim(
    "one-and-two-coins",
    "$W(n, 0) = n$ and $W(n, 1) = (n - 1)^2$ for $n \\ge 1$: one coin is pocketed, and of two the "
    "right one is silver and touches the other where the mover loses.",
    source=BEYOND,
    gating=True,
    believed=few_coins,
    controls={
        "(n - 2)^2": lambda squares, coins, **more: few_coins(
            max(squares - coins, 0), coins, **more
        )
    },
).exhaust(
    Solvers("strips of every length about a power of two to 2^6665, and the longest ones"),
    lambda: range(len(ends())),
    lambda believed, i: solver.answer.ungated(**ends()[i]) == believed(**ends()[i]),
)
study.claim(
    "no-configuration",
    "On fewer than $c + 1$ squares there is no configuration: $W(n, c) = 0$.",
    source=BEYOND,
    believed=lambda *_: 0,
    controls={"one for the empty strip": lambda squares, _: int(squares == 0)},
).exhaust(
    Complete("n ≤ c ≤ 10", by="the starting positions of the rules listed"),
    lambda: ((n, c) for c in range(11) for n in range(c + 1)),
    lambda believed, case: equal(configurations(case[0], case[1] + 1), believed(*case)),
).exhaust(
    Solvers("n ≤ c ≤ 40, by both counts"),
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
    """The answer on which both counts and the count by digits agree, or all answers."""
    found = [headline("carry"), headline("summation")]
    found.append(by_digits({"squares": 10**6, "coins": 100, "modulus": MODULUS}))
    return found[0] if len(set(found)) == 1 else " and ".join(map(str, found))


study.value(
    "headline",
    r"$W(10^6, 100) \equiv 65579304332 \pmod{1000036000099}$. [001 asks for it; neither "
    "source gives it.]",
    believed=65579304332,
    computed=both_headlines,
    by=Solvers("both counts, each confirmed on the graph, and the count by digits"),
    source=SECOND.at("Silver dollar game"),
)
