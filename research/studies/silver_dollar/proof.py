"""The proof of the criterion in the solution in Chinese, step by step.

A regular move changes one heap, and the opponent can bring the nim sum back to 0; so does the
special move. The conventions are those of :mod:`.pairs`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from operator import add, sub

from oracles.games.silver_dollar import Strip
from research.checks.equality import equal
from research.claims.cases import Call, Listed
from research.studies.silver_dollar import derivations, pairs, strips_as_numbers, truth
from research.studies.silver_dollar.pairs import A_STRIP, BY_NUMBERS, heaps
from research.studies.silver_dollar.truth import BY_RULES, POSITIONS, Coins, positions, study

study.section("证明思路 (the proof)", source=truth.SECOND)


def moved(before: Coins, after: Coins) -> tuple[int, int]:
    """The source's number of the coin that was moved, and by how many squares."""
    coin = next(i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)
    return coin + 1, before[coin] - after[coin]


@cache
def all_moves() -> list[Call]:
    """Every regular move in every position, the silver dollar not leftmost."""
    return [
        position | {"after": after}
        for position in positions(parity=1, ranks=pairs.NOT_LEFTMOST).cases()
        for after in truth.regular_moves(**position)
    ]


def moves(more: str, *, parity: int | None = None, from_zero: bool = False) -> Listed:
    """The moves as cases: of left coins x_{2i} (parity 0) or of right ones; from Y = 0 only."""
    return Listed(
        f"{POSITIONS}; odd C, {more}",
        lambda: [
            move
            for move in all_moves()
            if parity in (None, moved(move["squares"], move["after"])[0] % 2)
            and not (from_zero and truth.nim_sum(heaps(move["squares"], move["silver"])))
        ],
    )


def y_becomes(
    changed: Callable[[int, int], int], squares: Coins, silver: int, after: Coins
) -> bool:
    """Moving a coin of a pair by d makes its heap into this and leaves all others."""
    coin, distance = moved(squares, after)
    expected = list(heaps(squares, silver))
    expected[coin // 2] = changed(expected[coin // 2], distance)
    return heaps(after, silver) == tuple(expected)


study.claim(
    "left-coin-moves",
    "Moving the left coin $x_{2i}$ of a pair to the left by $d$ makes $y_i$ into $y_i + d$; no "
    "other $y_j$ changes, only unimportant gaps do. [$i ≥ 1$, as $x_0$ is not a coin.]",
    believed=add,
    controls={"less": sub, "by one": lambda y, _: y + 1},
    rests_on=[A_STRIP],
).holds(y_becomes, moves("all such moves", parity=0), by=BY_RULES).derive(
    BY_NUMBERS, strips_as_numbers.left_coin
)
study.claim(
    "right-coin-moves",
    "Moving the right coin $x_{2i+1}$ to the left by $d$ makes $y_i$ into $y_i - d$; no other "
    "$y_j$ changes, only unimportant gaps do.",
    believed=sub,
    controls={"more": add, "by one": lambda y, _: y - 1},
    rests_on=[A_STRIP],
).holds(y_becomes, moves("all such moves", parity=1), by=BY_RULES).derive(
    BY_NUMBERS, strips_as_numbers.right_coin
)


EVERY_PAIR = Listed(
    f"{POSITIONS}; odd C, every pair",
    lambda: [
        position | {"pair": pair}
        for position in positions(parity=1, ranks=pairs.NOT_LEFTMOST).cases()
        for pair in range((len(position["squares"]) + 1) // 2)
    ],
)


def distances_of(squares: Coins, silver: int, pair: int) -> set[int]:
    """How far the right coin of a pair can be moved; pocketing is to the square −1."""
    by_coin = [moved(squares, after) for after in truth.regular_moves(squares, silver)]
    pocketing = {squares[0] + 1} if silver >= 2 and pair == 0 else set()
    return {distance for coin, distance in by_coin if coin == 2 * pair + 1} | pocketing


study.claim(
    "distances-of-the-right-coin",
    r"The right coin $x_{2i+1}$ can be moved to the left by $d$ squares for $0 ≤ d ≤ y_i$. [In "
    r"case 2 $d = y_0$ is pocketing, as the source reads it.]",
    believed=lambda y: range(y + 1),
    controls={"d < y": lambda y: range(1, y)},
    strict_reading="$d = 0$, which is no move",
    correction=(
        "It can be moved for $1 ≤ d ≤ y_i$: a move is by one or more squares.",
        lambda y: range(1, y + 1),
    ),
).holds(
    lambda distances, squares, silver, pair: equal(
        distances_of(squares, silver, pair), set(distances(heaps(squares, silver)[pair]))
    ),
    EVERY_PAIR,
    by=BY_RULES,
)
study.claim(
    "one-heap-changes",
    "A regular move changes exactly one $y_k$.",
    believed=1,
    controls={"two": 2},
    rests_on=[A_STRIP],
).holds(
    lambda number, squares, silver, after: equal(
        sum(a != b for a, b in zip(heaps(squares, silver), heaps(after, silver), strict=True)),
        number,
    ),
    moves("all regular moves"),
    by=BY_RULES,
).derive(BY_NUMBERS, strips_as_numbers.changed_heaps)


def moved_by(squares: Coins, coin: int, distance: int) -> Coins:
    """The coins with one of them further left."""
    return (*squares[:coin], squares[coin] - distance, *squares[coin + 1 :])


def is_undone(by: Callable[[int], int], squares: Coins, silver: int, after: Coins) -> bool:
    """After a left coin has moved, the right one can move by this and restore all heaps."""
    coin, distance = moved(squares, after)
    back = moved_by(after, coin, by(distance))
    legal = (back, silver) in truth.graph.options((after, silver))
    return legal and heaps(back, silver) == heaps(squares, silver)


study.section("银币是从左数第 2 枚, and 证明思路 (the proof)", source=truth.SECOND)
study.claim(
    "increase-is-undone",
    "If $y_k$ is increased by $d$, by moving $x_{2k}$, the opponent can move the right coin "
    "of the same pair by the same $d$: a legal move that restores all $y_i$, so the increase "
    "is an idle gift. [The heaps come back; the coins stand further to the left.]",
    believed=lambda d: d,
    controls={"one square further": lambda d: d + 1},
    rests_on=["left-coin-moves"],
).holds(is_undone, moves("all moves of left coins", parity=0)).derive(
    "the two coins of a pair", derivations.undone
)

study.section("证明思路 (the proof)", source=truth.SECOND)


def heaps_whose_decrease_wins(silver: int, after: Coins) -> set[int]:
    """The heaps that are lower after a winning reply; pocketing takes y_0 to 0."""
    now = heaps(after, silver)
    return {
        k
        for reply, _ in truth.winning_options(after, silver).values
        for k, y in enumerate(heaps(reply, silver) if len(reply) == len(after) else (0, *now[1:]))
        if y < now[k]
    }


study.claim(
    "reply-to-a-decrease",
    r"If $Y = 0$ and the first player decreases $y_k$, then $y_k' = y_k \oplus Y'$ of the same "
    "heap, with the new nim sum $Y' ≠ 0$, is less than $y_k$ and makes the nim sum 0. "
    "[Checked: the heaps whose decrease wins.]",
    believed=lambda k, _: {k},
    controls={"every heap": lambda _, now: set(range(len(now)))},
    correction=(
        r"It is another heap: the heaps whose decrease to $y_j \oplus Y'$ wins are those with "
        r"$y_j \oplus Y' < y_j$; there is at least one, and $k$ is not among them, as $y_k "
        r"\oplus Y'$ is the old, larger $y_k$.",
        lambda k, now: (
            {j for j, y in enumerate(now) if j != k and y ^ truth.nim_sum(now) < y} or {-1}
        ),
    ),
).holds(
    lambda lowered, squares, silver, after: equal(
        heaps_whose_decrease_wins(silver, after),
        lowered(moved(squares, after)[0] // 2, heaps(after, silver)),
    ),
    moves("Y = 0, all moves of right coins", parity=1, from_zero=True),
)


def targets(values: Coins, k: int) -> list[int]:
    """The values of one heap with which the nim sum is 0."""
    return [v for v in range(16) if truth.nim_sum((*values[:k], v, *values[k + 1 :])) == 0]


study.claim(
    "target-is-unique",
    r"For a heap $y_k$ the one value that makes the nim sum 0 is $y_k \oplus Y'$.",
    believed=(lambda y, total: y ^ total, "$nimsum(y,Y,v)"),
    controls={"the nim sum": (lambda _, total: total, "v = Y")},
).holds(
    lambda target, values, k: equal(
        targets(values, k), [target[0](values[k], truth.nim_sum(values))]
    ),
    Listed(
        "up to 3 heaps ≤ 7, each of them",
        lambda: [
            {"values": values, "k": k}
            for size in (1, 2, 3)
            for values in product(range(8), repeat=size)
            for k in range(size)
        ],
    ),
    by=truth.LISTED,
).derive("decided for all numbers", derivations.target)


def lowering_is_legal(
    by: Callable[[int, int], int], squares: Coins, silver: int, pair: int, to: int
) -> bool:
    """Moving the right coin by this lowers its heap to the target; to square −1 is pocketing."""
    coin = 2 * pair
    after = moved_by(squares, coin, by(heaps(squares, silver)[pair], to))
    options = truth.graph.options((squares, silver))
    if after[coin] == -1 and silver >= 2:
        return (squares[1:], silver - 1) in options
    return (after, silver) in options and heaps(after, silver)[pair] == to


study.claim(
    "lowering-is-legal",
    "Lowering $y_k$ to any $y_k' < y_k$ is moving $x_{2k+1}$ by $y_k - y_k'$ squares, which "
    "does not pass $x_{2k}$, so it is legal. [In case 2 lowering $y_0$ to 0 is pocketing.]",
    believed=sub,
    controls={"one square further": lambda y, target: y - target + 1},
    rests_on=[A_STRIP],
).holds(
    lowering_is_legal,
    Listed(
        f"{EVERY_PAIR.words} and target",
        lambda: [
            case | {"to": lower}
            for case in EVERY_PAIR.cases()
            for lower in range(heaps(case["squares"], case["silver"])[case["pair"]])
        ],
    ),
).derive("the two coins of a pair", derivations.lowered)


def is_zero(option: Strip) -> bool:
    """The silver dollar is on the strip, not leftmost, and the nim sum is 0.

    Of an even number of coins the heaps are y_1, …, y_f, as they stand after pocketing.
    """
    squares, silver = option
    if not silver:
        return False
    kept = heaps(squares, silver) if len(squares) % 2 else truth.active_gaps(squares)
    return truth.nim_sum(kept) == 0


study.claim(
    "zero-is-restored",
    "From $Y = 0$, after any regular move the second player can bring the nim sum back to 0 "
    "within one move.",
    believed=is_zero,
    controls={
        "by pocketing": lambda option: is_zero(option) and len(option[0]) % 2 == 0,
        "by a regular move": lambda option: is_zero(option) and len(option[0]) % 2 == 1,
    },
).holds(
    lambda is_zero, silver, after, **_: any(map(is_zero, truth.graph.options((after, silver)))),
    moves("Y = 0, all regular moves", from_zero=True),
)

study.section("special move 也被这套判据正确处理 (the special move)", source=truth.SECOND)
study.claim(
    "special-move-in-case-1",
    "In case 1 the special move is as good as suicide, so it is no way to profit from $Y = "
    "0$: what it leads to is never a P-position.",
    believed=False,
    controls={"always a P-position": True},
).holds(
    lambda is_p, **position: equal(truth.graph.is_p_position(truth.pocketed(**position)), is_p),
    positions("; odd C, silver dollar second", parity=1, ranks=pairs.SECOND_COIN),
)


def pocketing_lowers_the_first(
    lowered: Callable[[Coins], Coins], squares: Coins, silver: int
) -> bool:
    """Pocketing keeps the other heaps, and wins if these have nim sum 0."""
    option, before = truth.pocketed(squares, silver), heaps(squares, silver)
    return (
        before[0] > 0
        and truth.active_gaps(option[0]) == before[1:]
        and truth.graph.is_p_position(option) == (truth.nim_sum(lowered(before)) == 0)
    )


study.section("银币是从左数第 3 枚或更靠右, and the special move", source=truth.SECOND)
study.claim(
    "special-move-in-case-2",
    "In case 2, $y_0 = g_0 + 1 > 0$; pocketing $x_1$ keeps $y_1, …, y_f$ and is the nim move "
    "of $y_0$ to 0, as if $x_1$ had moved to square 0, next to the virtual edge at $-1$: the "
    r"mover then wins if and only if $y_1 \oplus … \oplus y_f = 0$.",
    believed=lambda before: (0, *before[1:]),
    controls={"y_0 to 1": lambda before: (1, *before[1:]), "y_0 kept": lambda before: before},
).holds(
    pocketing_lowers_the_first,
    positions("; odd C, silver dollar third or further right", parity=1, ranks=pairs.LATER_COINS),
)
