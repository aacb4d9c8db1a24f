"""What this study finds of the silver dollar game: what the sources leave out, and full size.

At the headline's size, where no graph gets, the local check speaks for the criterion: no option of
a claimed P-position is one, and every other position has an option that is. The count is done by
both algorithms, and digit by digit with no code of theirs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import accumulate, product
from math import prod
from typing import Any

from fast import silver_dollar as solver
from oracles.games.silver_dollar import Strip
from research.checks.equality import equal
from research.claims import cases
from research.claims.cases import Call, Drawn, Listed, each_with, every, of_every_size, reduced
from research.claims.claim import OURS
from research.studies.silver_dollar import derivations, formulas, truth
from research.studies.silver_dollar.counting import by_digits
from research.studies.silver_dollar.gaps import is_option, pockets
from research.studies.silver_dollar.pairs import LATER_COINS, heaps
from research.studies.silver_dollar.proof import moved_by
from research.studies.silver_dollar.truth import Coins, active_gaps, study

study.section("what the proof leaves out", source=OURS)


def increase_is_undone(by: Callable[[int, int], int], squares: Coins, silver: int) -> bool:
    """Pocketing increases the first heap by this; moving the next coin back by as much wins."""
    after, rank = truth.pocketed(squares, silver)
    increase = by(squares[0], silver - 1)
    back = moved_by(after, 0, increase)
    reply = (back, rank) if back[0] >= 0 else truth.pocketed(after, rank)
    first, *others = active_gaps(squares)
    wins = reply in truth.winning_options(after, silver - 1).values
    return heaps(after, silver - 1) == (first + increase, *others) and wins


study.claim(
    "special-move-of-an-even-number",
    "After pocketing in case 2 the number of coins is even; the proof in Chinese leaves this out. "
    "There pocketing only increases the first heap, by $g_0 + 1$, or by $g_0 + 2$ where case "
    "2 follows; moving the new leftmost coin back by as much (pocketing it, where that leads "
    "off the strip) restores all heaps. If the silver dollar is second, pocketing exposes it.",
    believed=lambda first_gap, rank: first_gap + (1 if rank == 1 else 2),
    controls={
        "g_0 + 1 always": lambda first_gap, _: first_gap + 1,
        "g_0 + 2 always": lambda first_gap, _: first_gap + 2,
    },
).holds(
    increase_is_undone,
    truth.positions(
        "; even numbers of coins, third or further right, nim sum 0",
        parity=0,
        ranks=LATER_COINS,
        among=lambda squares, **_: truth.nim_sum(active_gaps(squares)) == 0,
    ),
)

study.section("both sources together", source=OURS)


def sums_of_powers(bits: int) -> list[int]:
    """How many sets of distinct powers of 2 below 2^B have each sum to 2^B."""
    found = Counter(sum(chosen) for chosen in product(*((0, 2**b) for b in range(bits))))
    return [found[s] for s in range(2**bits + 1)]


study.claim(
    "factors-of-a-passive-gap",
    r"A passive gap takes every value once: $\prod_{b<B} (1 + z^{2^b}) = "
    r"\frac{1 - z^{2^B}}{1 - z}$. [The step from EulerSolve's columns to the binomials of the "
    "solution in Chinese; neither source says so.]",
    believed=lambda bits, z: (1 - z ** (2**bits)) / (1 - z),
    controls={
        "2B": lambda bits, z: (1 - z ** (2 * bits)) / (1 - z),
        "one factor more": lambda bits, z: (1 - z ** (2 ** (bits + 1))) / (1 - z),
    },
).holds(
    lambda series, bits: equal(
        sums_of_powers(bits), derivations.coefficients(series, 2**bits, bits)
    ),
    Listed("B ≤ 7", lambda: range(8)),
    by="all sums of distinct powers of 2 below $2^B$ listed",
).derive("induction on B", derivations.passive_factors)
study.claim(
    "both-sources-count-the-same",
    r"EulerSolve's carry DP and the sums over $D_t(K)$ give the same: $L_0 = L_2$ and $L_1 = "
    r"L_{≥2}$. [Neither source says so.]",
    believed=(formulas.first_count, formulas.second_count),
    controls={
        "the same for each coin": (formulas.first_count, formulas.first_count),
        "on a square more": (lambda n, m: formulas.first_count(n + 1, m), formulas.second_count),
    },
).holds(
    lambda carried, n, m: equal(
        (formulas.second_coin_sum(n, m // 2), formulas.later_coin_sum(n, m // 2)),
        tuple(count(n, m) for count in carried),
    ),
    Listed(
        "n ≤ 60, odd m from 3 to 11",
        lambda: [{"n": n, "m": m} for n in range(61) for m in range(3, 12, 2) if m <= n + 2],
    ),
    by="both counts carried out as printed",
)

study.section("beyond the graph", source=OURS)
NEVER_SHIFTED = {
    "rank 2 as rank 1": lambda squares, silver: solver.criterion(squares, min(silver, 1))
}
Choices = list[tuple[int, int]]  # of a coin and a distance each


def placed(gaps: list[int], silver: int) -> Strip:
    """A position with these gaps before its coins."""
    return tuple(square - 1 for square in accumulate(gap + 1 for gap in gaps)), silver


def near_positions() -> Any:
    """Strategy: 2 to 12 coins with gaps up to 40, of every size, so that all options are tried."""
    from hypothesis import strategies as st

    gaps = st.lists(of_every_size(0, 40), min_size=2, max_size=12)
    return st.tuples(gaps, st.integers(0, 11)).map(lambda p: placed(p[0], p[1] % len(p[0])))


def far_positions() -> Any:
    """Strategy: 101 coins on 10^6 squares, gaps of every order of magnitude, and a choice.

    Returns a position and a list of choices, by which options are picked.
    """
    from hypothesis import strategies as st

    coins = 101

    def place(data: bytes, spare: int, wide: int, silver: int) -> Strip:
        drawn = [256 * high + low for high, low in zip(data[::2], data[1::2], strict=True)]
        gaps = [(value >> 4) >> (value % 13) for value in drawn]
        gaps[wide] += spare
        return placed(gaps, silver)

    data, coin = st.binary(min_size=2 * coins, max_size=2 * coins), st.integers(0, coins - 1)
    return cases.calls(
        position=st.builds(place, data, st.integers(0, 10**6 - coins * 4096), coin, coin),
        choices=st.lists(st.tuples(coin, st.integers(0, 10**6)), min_size=1, max_size=3),
    )


def sampled_options(position: Strip, choices: Choices) -> list[Strip]:
    """Pocketing, and for each choice of a coin a move of it by a chosen distance."""
    squares, silver = position
    gap = truth.gaps(squares, squares[-1] + 1)
    chosen = [(choice % len(squares), distance) for choice, distance in choices]
    moves = [moved_by(squares, i, 1 + distance % gap[i]) for i, distance in chosen if gap[i]]
    return [pockets(squares, silver), *((after, silver) for after in moves)]


def p_position_near(position: Strip) -> Strip:
    """The position itself or its winning option, with the silver dollar not leftmost."""
    squares, silver = position[0], max(position[1] or 0, 1)
    if solver.criterion(squares, silver):
        return squares, silver
    return solver.winning_option(squares, silver)


def wins_by(is_p: Callable[..., bool], options: list[Strip]) -> bool:
    """Whether one of the options is claimed to be a P-position, or ends play."""
    return any(silver is None or is_p(squares, silver) for squares, silver in options)


def is_local_kernel(is_p: Callable[..., bool], position: Strip) -> bool:
    """Some option wins exactly where the position is not claimed; so with a P-position near it."""
    return all(
        wins_by(is_p, truth.AnyCoins().options(each)) != bool(is_p(*each))
        for each in (position, p_position_near(position))
    )


def no_option_is_p(is_p: Callable[..., bool], position: Strip, choices: Choices) -> bool:
    """A claimed P-position has no sampled option that wins."""
    p_position = p_position_near(position)
    return is_p(*p_position) and not wins_by(is_p, sampled_options(p_position, choices))


def some_option_is_p(option_of: Callable[..., Strip], position: Strip, choices: Choices) -> bool:
    """Every position claimed N has a legal option that is claimed P, or that ends play."""
    positions = [position, *sampled_options(p_position_near(position), choices)]
    return all(
        is_option((squares, silver), option) and wins_by(solver.criterion, [option])
        for squares, silver in positions
        if silver is not None and not solver.criterion(squares, silver)
        for option in [option_of(squares, silver)]
    )


FAR = "positions of 101 coins on 10^6 squares (and of 100 after pocketing)"
study.claim(
    "local-check-of-p-positions",
    "No option of a position that the criterion calls P is one that it calls P, and none pockets "
    "the silver dollar.",
    gating=True,
    believed=solver.criterion,
    controls={
        **NEVER_SHIFTED,
        "nothing is P": lambda *_: False,
        "everything is P": lambda _, silver: silver > 0,
    },
).holds(
    is_local_kernel,
    Drawn(
        "positions of 2 to 12 coins with gaps up to 40 and a P-position by each, all options tried",
        near_positions,
    ),
).holds(no_option_is_p, Drawn(f"{FAR}; of the options pocketing and up to 3 moves", far_positions))
study.claim(
    "local-check-of-n-positions",
    "Every position that the criterion calls N has a legal option that it calls P, or one that "
    "pockets the silver dollar: the solver's winning option.",
    gating=True,
    believed=solver.winning_option,
    controls={
        "always pockets": pockets,
        "moves nothing": lambda squares, silver: (squares, silver),
    },
).holds(some_option_is_p, Drawn(FAR, far_positions))

# The answer, counted in several ways.

answer = solver.answer.ungated


def formula_of_the_sources(squares: int, coins: int, **more: Any) -> int:
    """The answer with one coin counted by the formula for odd m."""
    return answer(squares, coins, **more) - (coins == 0 and squares > 0)


ONE_LEFT_OUT = {
    "one square left out": lambda squares, **more: answer(max(squares - 1, 0), **more),
}
NOT_THE_ANSWER = ONE_LEFT_OUT | {"one coin as other odd numbers": formula_of_the_sources}
# Primes below and above the lengths, and about 64 bits, where polynomials change their kind.
PRIMES = (2, 3, 5, 7, 31, 257, 10**9 + 7, 2**61 - 1, 2**64 - 59, 2**64 + 13)


def larger_sizes() -> Any:
    """Strategy: lengths up to 3000 with up to 80 worthless coins, and a modulus or none."""
    from hypothesis import strategies as st

    moduli = st.sampled_from([None, 1, *PRIMES])
    return cases.calls(squares=of_every_size(12, 3_000), coins=of_every_size(0, 80), modulus=moduli)


study.claim(
    "both-counts-agree",
    "The carry DP of EulerSolve and the sum over $D_t(K)$ of the solution in Chinese, extended to "
    "even $m$, give the same $W(n, c)$.",
    gating=True,
    believed=answer,
    controls=NOT_THE_ANSWER,
).equals(
    lambda **case: answer(**case, algorithm="summation"),
    Drawn(
        "12 ≤ n ≤ 3000 of every size, c ≤ 80, exact and modulo primes of every size", larger_sizes
    ),
)


def sizes_to_the_end() -> Any:
    """Strategy: lengths of every size to 10^18 with up to 60 worthless coins, modulus or none."""
    from hypothesis import strategies as st

    sizes = cases.calls(squares=of_every_size(12, 10**18), coins=of_every_size(0, 60))
    primes = st.sets(st.sampled_from(PRIMES), max_size=3).map(sorted)
    moduli = primes.map(lambda p: {"modulus": prod(p), "factors": tuple(p)})
    return st.builds(lambda size, modulus: size | modulus, sizes, st.just({}) | moduli)


study.claim(
    "digits-agree",
    "A count by binary digits with the standard library's binomials, rank by rank, gives the same "
    "$W(n, c)$.",
    gating=True,
    believed=answer,
    controls=NOT_THE_ANSWER,
).equals(
    reduced(by_digits.answer),
    Drawn(
        "12 ≤ n ≤ 10^18 of every size, c ≤ 60, exact and modulo products of primes of every size; "
        "with more coins than that the carry DP alone answers",
        sizes_to_the_end,
    ),
)


@reduced
def few_coins(squares: int, coins: int) -> int:
    """Winning configurations of one coin, which is pocketed, or of two, which must touch to lose.

    With two coins the left one silver wins; else the gap is the one heap, and of the n(n - 1)
    configurations the n - 1 lose in which it is empty.
    """
    return squares if coins == 0 else max(squares - 1, 0) ** 2


def strips_to_the_end() -> list[Call]:
    """Strips of every number of binary digits to the longest, with no or one worthless coin."""
    lengths = [2**k + step for k in (*range(72), 127, 1000, 6665) for step in (-1, 0, 1)]
    return [
        *each_with(every(coins=(0, 1), squares=lengths), [{}, *every(modulus=(7, 2**64 + 13))]),
        {"squares": 2**20_000 - 1, "coins": 0},
        {"squares": 2**2_000_000 - 1, "coins": 0, "modulus": 7},
        {"squares": 2**100_000 - 1, "coins": 1, "modulus": 7},
    ]


study.claim(
    "one-and-two-coins",
    "$W(n, 0) = n$ and $W(n, 1) = (n - 1)^2$ for $n \\ge 1$: one coin is pocketed, and of two the "
    "right one is silver and touches the other where the mover loses.",
    gating=True,
    believed=few_coins,
    controls={
        "(n - 2)^2": lambda squares, coins, **more: few_coins(
            max(squares - coins, 0), coins, **more
        )
    },
).equals(
    answer,
    Listed(
        "strips of every length about a power of two to 2^6665, and the longest ones",
        strips_to_the_end,
    ),
    solvers="the carry DP",
)


def fewer_squares(most: int) -> Listed:
    """Strips on which there is no room for all coins."""
    return Listed(
        f"n ≤ c ≤ {most}",
        lambda: [{"n": n, "c": c} for c in range(most + 1) for n in range(c + 1)],
    )


study.claim(
    "no-configuration",
    "On fewer than $c + 1$ squares there is no configuration: $W(n, c) = 0$.",
    believed=lambda **_: 0,
    controls={"one for the empty strip": lambda n, **_: int(n == 0)},
).equals(
    lambda n, c: truth.configurations(n, c + 1),
    fewer_squares(10),
    by="the starting positions of the rules listed",
).holds(
    lambda zero, n, c: equal(
        [answer(n, c, algorithm=name) for name in ("carry", "summation")], [zero(n=n, c=c)] * 2
    ),
    fewer_squares(40),
    solvers="both counts",
)
