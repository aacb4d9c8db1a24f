"""What this study finds of the silver dollar game: what the proof in Chinese leaves out, full size.

Where no graph gets, the local check speaks for the solver's criterion. The count is done by both
algorithms, and once more as EulerSolve prints it, with no code of theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from math import prod
from typing import Any

from fast import silver_dollar as solver
from fast.errors import NoWinningOptionError
from oracles.games.silver_dollar import Strip
from research.claims import cases
from research.claims.cases import Drawn, Listed, each_with, every, of_every_size, reduced, st
from research.claims.claim import OURS, theorem
from research.studies.silver_dollar import derivations, formulas, truth
from research.studies.silver_dollar.derivations import on_bits, on_strips
from research.studies.silver_dollar.proof import (
    BY_BOTH,
    LATER_COINS,
    NOT_LEFTMOST,
    W,
    heaps,
    heaps_whose_decrease_wins,
    moved_by,
)
from research.studies.silver_dollar.truth import Coins, active_gaps, study

study.section("what the proof in Chinese leaves out", source=OURS)
study.claim(
    "nonzero-has-a-reply",
    "The proof in Chinese treats $Y = 0$ only. It does not show that from $Y ≠ 0$ there is a move "
    "to $Y = 0$. There is, for odd $C$ and the silver dollar not leftmost: some heap has "
    r"$y_i \oplus Y < y_i$. Lowering it to $y_i \oplus Y$, the one value that makes the nim sum 0, "
    "is a move that wins, and no decrease of another heap wins. If the silver dollar is third or "
    "further right, lowering $y_0$ to 0 is pocketing.",
    believed=(
        lambda found: {k for k, y in enumerate(found) if y ^ truth.nim_sum(found) < y} or {-1},
        "Ev $nimsum(y,Y,v) & v < y",
    ),
    controls={
        "the largest heap": (lambda found: {found.index(max(found))}, "y = Y"),
        "heaps of an odd size": (
            lambda found: {k for k, y in enumerate(found) if y % 2},
            "$coin(y,1)",
        ),
    },
    rests_on=[
        *("criterion-in-heaps", "one-heap-changes", "lowering-is-legal", "special-move-in-case-2"),
        theorem(derivations.HEAP_BY_HEAP),
    ],
).holds(
    lambda lowered, squares, silver: (
        heaps_whose_decrease_wins(silver, squares) == lowered[0](heaps(squares, silver))
    ),
    truth.positions(
        "; odd numbers of coins, silver dollar not leftmost, nim sum not 0",
        parity=1,
        ranks=NOT_LEFTMOST,
        among=lambda squares, silver: truth.nim_sum(heaps(squares, silver)) != 0,
    ),
).derive(
    "the highest bit of the nim sum",
    on_bits("""
        A bit p of the nim sum Y of u and y is a bit of one of them; so it is a bit of some heap
            Au,y,Y,p ($nimsum(u,y,Y) & $coin(Y,p)) => ($coin(u,p) | $coin(y,p))
        A heap y with the highest bit p of Y is as believed
            Ay,Y,p ($coin(Y,p) & Y < 2*p & $coin(y,p)) => ({f})
        With u the nim sum of the other heaps, that is the one value with nim sum 0
            Au,y,Y,v,w ($nimsum(u,y,Y) & $nimsum(y,Y,v)) => ($nimsum(u,w,0) <=> w = v)
    """),
)


def numbers(squares: Coins, silver: int) -> tuple[int, list[int]]:
    """The sum of 2^x over the squares x of the coins, before a move and after each."""
    after = [coins for coins, _ in truth.options_of(squares, silver)]
    return sum(2**x for x in squares), [sum(2**x for x in coins) for coins in after]


def becomes_smaller(smaller: Any, squares: Coins, silver: int) -> bool:
    """Every move makes the number of a position smaller, as is believed."""
    before, after = numbers(squares, silver)
    return all(smaller[0](number, before) for number in after)


study.claim(
    "play-ends",
    r"Neither source shows that play ends. It does: every move makes $\sum 2^{x_i}$ smaller, the "
    "sum over all coins.",
    believed=(lambda after, before: after < before, "t < s"),
    controls={"by half or more": (lambda after, before: 2 * after <= before, "2*t <= s")},
    rests_on=["same-game-in-binary"],
).holds(becomes_smaller, truth.positions(), by=truth.BY_RULES).derive(
    "the game in binary",
    on_strips("""
        A regular move of the coin p to q makes t out of s
            As,p,q,t $moved(s,p,q,t) => ({f})
        The special move takes the coin p off the strip
            As,p,t ($coin(s,p) & s = t + p) => ({f})
    """),
)


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
    "2 follows. Moving the new leftmost coin back by as much restores all heaps; where that leads "
    "off the strip, pocketing it does. If the silver dollar is second, pocketing exposes it.",
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

study.section("beyond the graph", source=OURS)
NEVER_SHIFTED = {
    "rank 2 as rank 1": lambda squares, silver: solver.criterion(squares, min(silver, 1))
}


def placed(gaps: list[int], silver: int) -> Strip:
    """A position with these gaps before its coins."""
    return tuple(square - 1 for square in accumulate(gap + 1 for gap in gaps)), silver


def near_positions() -> Any:
    """Strategy: 2 to 12 coins with gaps up to 40, of every size, so that all options are tried."""
    gaps = st.lists(of_every_size(0, 40), min_size=2, max_size=12)
    return st.tuples(gaps, st.integers(0, 11)).map(lambda p: placed(p[0], p[1] % len(p[0])))


def is_local_kernel(by: tuple[Any, Any], position: Strip) -> bool:
    """A claimed P-position has no winning option; any other has the one that is claimed."""
    is_p, option_of = by
    options = truth.AnyCoins().options

    def loses(position: Strip) -> bool:
        wins = any(silver is None or is_p(squares, silver) for squares, silver in options(position))
        return is_p(*position) and not wins

    if is_p(*position):
        return loses(position)
    try:
        option = option_of(*position)
    except NoWinningOptionError:
        return False
    return option in options(position) and (option[1] is None or loses(option))


study.claim(
    "local-check",
    "No option of a position that the solver's criterion calls P is one that it calls P, and none "
    "pockets the silver dollar. Of every other position the solver's winning option is an option "
    "that it calls P, or that pockets the silver dollar.",
    gating=True,
    believed=(solver.criterion, solver.winning_option),
    controls={
        "rank 2 as rank 1": (*NEVER_SHIFTED.values(), solver.winning_option),
        "everything is P": (lambda _, silver: silver > 0, solver.winning_option),
        "always pockets": (solver.criterion, truth.pocketed),
        "moves nothing": (solver.criterion, lambda *position: position),
    },
).holds(
    is_local_kernel,
    Drawn("positions of 2 to 12 coins with gaps up to 40, all options tried", near_positions),
)

# The answer, counted in several ways.


def on_which_all_agree(squares: int, coins: int) -> int | str:
    """The answer modulo M on which both counts and the DP as printed agree, or all answers."""
    both = W(squares, coins, modulus=truth.MODULUS, factors=truth.FACTORS)
    third = formulas.winning(squares, coins) % truth.MODULUS
    return third if both == third else f"{both} and {third}"


study.numbers(
    "headline",
    r"$W(10^6, 100) \equiv {} \pmod{1000036000099}$. Project Euler asks for it, and neither source "
    "gives it.",
    {(): 65579304332},
    lambda: on_which_all_agree(10**6, 100),
    solvers=f"{BY_BOTH}, and EulerSolve's DP as it is printed",
)

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
        "12 ≤ n ≤ 3000 of every size, c ≤ 80, exact and modulo primes of every size",
        lambda: cases.calls(
            squares=of_every_size(12, 3_000),
            coins=of_every_size(0, 80),
            modulus=st.sampled_from([None, 1, *PRIMES]),
        ),
    ),
)


study.claim(
    "printed-count-agrees",
    "EulerSolve's DP as it is printed, with tables of carries in place of the solver's products of "
    "polynomials, gives the same $W(n, c)$.",
    gating=True,
    believed=answer,
    controls=NOT_THE_ANSWER,
).equals(
    reduced(formulas.winning),
    Drawn(
        "12 ≤ n ≤ 10^18 of every size, c ≤ 60, exact and modulo products of primes of every size",
        lambda: st.builds(
            lambda size, primes: (
                size | ({"modulus": prod(primes), "factors": primes} if primes else {})
            ),
            cases.calls(squares=of_every_size(12, 10**18), coins=of_every_size(0, 60)),
            st.sets(st.sampled_from(PRIMES), max_size=3).map(lambda p: tuple(sorted(p))),
        ),
    ),
)


@reduced
def few_coins(squares: int, coins: int) -> int:
    """Winning configurations of one coin, or of two: of n(n - 1) the n - 1 that touch lose."""
    return squares if coins == 0 else max(squares - 1, 0) ** 2


LENGTHS = [2**k + step for k in (*range(72), 127, 1000, 6665) for step in (-1, 0, 1)]
study.claim(
    "one-and-two-coins",
    "$W(n, 0) = n$ and $W(n, 1) = (n - 1)^2$ for $n \\ge 1$: one coin is pocketed, and of two the "
    "right one is silver and touches the other where the mover loses.",
    gating=True,
    believed=few_coins,
    controls={"(n - 2)^2": lambda squares, **more: few_coins(max(squares - 1, 0), **more)},
).equals(
    answer,
    Listed(
        "strips of every length about a power of two to 2^6665, and the longest ones",
        lambda: [
            *each_with(every(coins=(0, 1), squares=LENGTHS), [{}, *every(modulus=(7, 2**64 + 13))]),
            {"squares": 2**20_000 - 1, "coins": 0},
            {"squares": 2**2_000_000 - 1, "coins": 0, "modulus": 7},
            {"squares": 2**100_000 - 1, "coins": 1, "modulus": 7},
        ],
    ),
    solvers="the carry DP",
)
