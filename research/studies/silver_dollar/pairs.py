"""What the solution in Chinese says of the game: gaps, pairs of coins, and who wins.

Its statements are translated. It treats an odd number C = 2f + 1 of coins. It numbers squares and
coins from 1, and so do the statements; the code numbers from 0. The coins x_{2i} and x_{2i+1} are a
pair, of which the gap is the heap y_i; x_0 is a virtual coin at the edge.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

from fast import silver_dollar as solver
from research.checks.equality import equal
from research.claims.agreeing import by_all
from research.claims.cases import Listed
from research.claims.claim import definition, theorem
from research.studies.silver_dollar import derivations, strips_as_numbers, truth
from research.studies.silver_dollar.counting import by_digits
from research.studies.silver_dollar.truth import BY_RULES, POSITIONS, Coins, positions, study

BY_NUMBERS = "any number of coins, a strip as a number"
A_STRIP = definition("a strip as a number, with its moves and pairs, as the derivation writes them")
NOT_LEFTMOST, SECOND_COIN, LATER_COINS = range(1, truth.BOUND), range(1, 2), range(2, truth.BOUND)

study.section("Silver dollar game", source=truth.SECOND)
study.claim(
    "forced-pocketing",
    "If no regular moves are possible, the player is forced to pocket the leftmost coin: then, "
    "and only then, there is one option. [No regular move is possible exactly when the coins "
    "fill the first squares.]",
    believed=(lambda squares: squares[-1] == len(squares) - 1, "Ep $power(p) & s + 1 = p"),
    controls={"when the first square is taken": (lambda squares: squares[0] == 0, "$coin(s,1)")},
    rests_on=[A_STRIP],
).holds(
    lambda filled, squares, silver: equal(
        (
            not truth.regular_moves(squares, silver),
            len(truth.graph.options((squares, silver))) == 1,
        ),
        (filled[0](squares),) * 2,
    ),
    positions(),
).derive(BY_NUMBERS, strips_as_numbers.stuck)

W = by_all(solver.answer, "carry", "summation")
BY_BOTH = "both counts, each confirmed on the graph"

study.numbers(
    "W-{}-{}",
    "$W({}, {}) = {}$.",
    {(10, 2): 324},
    lambda n, c: truth.winning(n, c + 1),
    over=POSITIONS,
)
study.numbers("W-{}-{}", "$W({}, {}) = {}$.", {(100, 10): 1514704946113500}, W, solvers=BY_BOTH)


def on_which_all_agree(squares: int, coins: int) -> int | str:
    """The answer modulo M on which both counts and the count by digits agree, or all answers."""
    both = W(squares, coins, modulus=truth.MODULUS, factors=truth.FACTORS)
    third = by_digits.answer(squares, coins) % truth.MODULUS
    return third if both == third else f"{both} and {third}"


study.numbers(
    "headline",
    r"$W(10^6, 100) \equiv {} \pmod{1000036000099}$. [The source asks for it; neither source "
    "gives it.]",
    {(): 65579304332},
    lambda: on_which_all_agree(10**6, 100),
    solvers=f"{BY_BOTH}, and the count by digits",
)

study.section("解决方案 (solution), gaps", source=truth.SECOND)
COINS = (*["worthless"] * 100, "silver dollar")
study.remark("The whole Grundy value need not be computed, only who wins.")
study.numbers(
    "odd-number-of-coins",
    "$c = 100$ is even, so $C = 101 = 2f + 1$ is odd with $f = c/2 = 50$.",
    {(): (101, 50)},
    lambda: (len(COINS), sum(1 for _ in zip(COINS[1::2], COINS[2::2], strict=True))),
    over="100 worthless coins and one more",
    by="they and their pairs counted",
    controls={"f one more": (101, 51)},
)
study.claim(
    "gaps-add-up",
    r"$g_i ≥ 0$ and $\sum_{i=0}^{2f+1} g_i = n - (2f + 1) = n - C$.",
    believed=lambda n, coins: n - coins,
    controls={"one more": lambda n, coins: n - coins + 1},
    rests_on=[theorem(derivations.COIN_BY_COIN)],
).holds(
    lambda total, n, m: all(
        min(gap) >= 0 and sum(gap) == total(n, m)
        for gap in (truth.gaps(squares, n) for squares in combinations(range(n), m))
    ),
    truth.sizes(f"n ≤ {truth.BOUND}, odd C ≤ n", parity=1, more=0),
    by="all placements listed",
).derive("the sum of the gaps telescopes", derivations.sum_of_gaps)


def kinds_of_gaps(f: int) -> tuple[int, int]:
    """How many gaps of an odd number of coins decide, and how many do not."""
    important = len(truth.deciding_gaps(2 * f + 1))
    return important, 2 * f + 2 - important


study.claim(
    "two-kinds-of-gaps",
    "There are $f + 1$ important gaps $g_0, g_2, …, g_{2f}$ and $f + 1$ unimportant ones $g_1, "
    "g_3, …, g_{2f+1}$, and no others.",
    believed=lambda f: (f + 1, f + 1),
    controls={"f unimportant ones": lambda f: (f + 1, f)},
    rests_on=[definition("important gaps have an even index, unimportant ones an odd one")],
).equals(
    kinds_of_gaps,
    Listed(f"f ≤ 2, the gaps that change who wins: {truth.REGULAR}", lambda: range(3)),
).derive("the indices of either parity", derivations.two_kinds)


def heaps(squares: Coins, silver: int, *, edge: int | None = None) -> Coins:
    """y_i = x_{2i+1} − x_{2i} − 1 for i ≤ f: x_0 is 0 in case 1 and −1 in case 2, or as given."""
    x_0 = edge if edge is not None else 0 if silver == 1 else -1
    x = (x_0, *(square + 1 for square in squares))
    return tuple(right - left - 1 for left, right in zip(x[::2], x[1::2], strict=True))


@cache
def outcomes_by(key: Callable[..., Any]) -> dict[Any, set[bool]]:
    """Of the positions with the same key, which outcomes there are."""
    found: dict[Any, set[bool]] = {}
    for position in positions(parity=1).cases():
        found.setdefault(key(**position), set()).add(truth.loses(**position))
    return found


study.claim(
    "unimportant-gaps-do-not-matter",
    "The important gaps decide who wins; the unimportant ones matter only for counting. [For "
    "the silver dollar first, second, or further right, each.]",
    believed=lambda squares, silver: (heaps(squares, 1), min(silver, 2)),
    controls={
        "without the first": lambda squares, silver: (heaps(squares, 1)[1:], min(silver, 2)),
        "wherever the silver dollar": lambda squares, silver: heaps(squares, 1),  # noqa: ARG005
    },
).holds(
    lambda key, **position: len(outcomes_by(key)[key(**position)]) == 1,
    positions("; odd C", parity=1),
)

study.section("银币是从左数第 2 枚 (the silver dollar is second)", source=truth.SECOND)


def pocketing_exposes(squares: Coins, silver: int) -> bool:
    """Whether after pocketing the leftmost coin the silver dollar can be pocketed next."""
    return truth.pocketed(*truth.pocketed(squares, silver))[1] is None


study.claim(
    "pocketing-exposes-the-second",
    "If the silver dollar is second, pocketing the leftmost coin exposes it, and the opponent "
    "pockets it in the next move: the same as suicide. [And only if it is second.]",
    believed=1,
    controls={"the third": 2},
).holds(
    lambda rank, **position: equal(
        pocketing_exposes(**position) and not truth.graph.is_p_position(truth.pocketed(**position)),
        position["silver"] == rank,
    ),
    positions("; two coins or more", ranks=NOT_LEFTMOST),
)
study.claim(
    "forced-pocketing-is-consistent",
    "A player who is forced to pocket the coin before the silver dollar loses, as the "
    "criterion says: then $Y = 0$.",
    believed=0,
    controls={"one": 1},
).holds(
    lambda y, squares, silver: (
        truth.loses(squares, silver) and truth.nim_sum(heaps(squares, 1)) == y
    ),
    positions(
        "; odd C, silver dollar second, no regular move",
        parity=1,
        ranks=SECOND_COIN,
        among=lambda squares, silver: not truth.regular_moves(squares, silver),
    ),
)

ODD_PLACEMENTS = truth.coins_alone(f"{POSITIONS}; odd C", parity=1)

study.claim(
    "heaps-of-case-1",
    "With $x_0 = 0$ and $y_i = x_{2i+1} - x_{2i} - 1$ one has $y_0 = g_0$ and $y_i = g_{2i}$: "
    "the $y$ are the important gaps.",
    believed=lambda squares: heaps(squares, 1),
    controls={"x_0 = −1": lambda squares: heaps(squares, 2)},
).equals(truth.active_gaps, ODD_PLACEMENTS, by=BY_RULES)

study.section("银币是从左数第 3 枚或更靠右 (third or further right)", source=truth.SECOND)
study.claim(
    "heaps-of-case-2",
    "With $x_0 = -1$ one has $y_0 = x_1 = g_0 + 1$ and $y_i = g_{2i}$ for $i ≥ 1$.",
    believed=lambda squares: heaps(squares, 2),
    controls={"x_0 = 0": lambda squares: heaps(squares, 1)},
).equals(
    lambda squares: (squares[0] + 1, *truth.active_gaps(squares)[1:]), ODD_PLACEMENTS, by=BY_RULES
)
study.claim(
    "pocketing-does-not-lose-at-once",
    "If the silver dollar is third or further right, pocketing does not lose at once: the "
    "opponent cannot pocket it in the next move.",
    believed=2,
    controls={"second or further right": 1},
).holds(
    lambda least, **position: equal(not pocketing_exposes(**position), position["silver"] >= least),
    positions(ranks=NOT_LEFTMOST),
    by=BY_RULES,
)

study.section("在上述定义下 (the criterion)", source=truth.SECOND, kind="result")


def criterion(squares: Coins, silver: int, *, edge: int | None = None) -> bool:
    """The second player wins: the silver dollar is not leftmost, and the nim sum is 0."""
    return silver > 0 and truth.nim_sum(heaps(squares, silver, edge=edge)) == 0


study.claim(
    "criterion",
    r"If the silver dollar is not the leftmost coin, the second player wins if and only if "
    r"$\bigoplus_{i=0}^f y_i = 0$. [In the summary and in the definitions of $L_2$ and "
    r"$L_{≥2}$ the “$= 0$” is missing in print; it is read in.]",
    believed=criterion,
    controls={
        "x_0 = 0 always": lambda squares, silver: criterion(squares, silver, edge=0),
        "x_0 = −1 always": lambda squares, silver: criterion(squares, silver, edge=-1),
    },
).equals(truth.loses, positions("; odd C", parity=1, ranks=NOT_LEFTMOST))

study.section("解决方案 (solution), bogus Nim", source=truth.SECOND)


def moves_in_heaps(squares: Coins, silver: int) -> list[Coins]:
    """The heaps after each move; pocketing takes y_0 to 0, and is left out where it is suicide."""
    emptied = [(0, *heaps(squares, silver)[1:])] if silver >= 2 else []
    return [heaps(after, silver) for after in truth.regular_moves(squares, silver)] + emptied


def nim_moves(before: Coins) -> set[Coins]:
    """One heap lowered to any smaller size."""
    return {
        (*before[:i], size, *before[i + 1 :]) for i, y in enumerate(before) for size in range(y)
    }


def are_nim_moves(lowered: Callable[[Coins], set[Coins]], squares: Coins, silver: int) -> Any:
    """Whether each move changes one heap, and those that lower one are as believed."""
    before, found = heaps(squares, silver), moves_in_heaps(squares, silver)
    lower = {after for after in found if sum(after) < sum(before)}
    one = all(sum(a != b for a, b in zip(before, after, strict=True)) == 1 for after in found)
    return one and equal(lower, lowered(before))


study.claim(
    "bogus-nim",
    "As $C$ is odd, the criterion turns into that of bogus nim. [In the heaps $y_i$ the moves are "
    "those of nim, each of them, and others by which one heap grows. That such a move can be "
    "undone is the claim increase-is-undone, and that the nim sum then decides is proved in "
    "criterion-for-any-number-of-coins.]",
    believed=nim_moves,
    controls={
        "to no empty heap": lambda before: {y for y in nim_moves(before) if 0 not in y},
        "by one counter": lambda before: {
            y for y in nim_moves(before) if sum(before) - sum(y) == 1
        },
    },
).holds(are_nim_moves, positions("; odd C", parity=1, ranks=NOT_LEFTMOST), by=BY_RULES)
