"""What the solution in Chinese says of the game: pairs of coins, and the proof of the criterion.

Its statements are translated. It treats an odd number C = 2f + 1 of coins. It numbers squares and
coins from 1, and so do the statements; the code numbers from 0. The coins x_{2i} and x_{2i+1} are a
pair, of which the gap is the heap y_i; x_0 is a virtual coin at the edge.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import add, sub
from typing import TYPE_CHECKING

from fast import silver_dollar as solver
from research.checks.equality import Equation, equal
from research.claims.agreeing import by_all
from research.claims.cases import Call, Listed
from research.claims.claim import definition, theorem
from research.studies.silver_dollar import derivations, truth
from research.studies.silver_dollar.derivations import decided, on_strips, relations
from research.studies.silver_dollar.truth import BY_RULES, POSITIONS, Coins, positions, study

if TYPE_CHECKING:
    from research.checks.derivations import Lines

Pair = tuple[Callable[[int, int], int], Callable[[int, int], int]]  # of the left and right coin
BY_NUMBERS = "any number of coins, a strip as a number"
ODD = "For odd $C$ and the silver dollar not leftmost"
NOT_LEFTMOST, LATER_COINS = range(1, truth.BOUND), range(2, truth.BOUND)

study.section("Silver dollar game", source=truth.SECOND)
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


def heaps(squares: Coins, silver: int, *, edge: int | None = None) -> Coins:
    """y_i = x_{2i+1} − x_{2i} − 1 for i ≤ f: x_0 is 0 in case 1 and −1 in case 2, or as given."""
    x_0 = edge if edge is not None else 0 if silver == 1 else -1
    x = (x_0, *(square + 1 for square in squares))
    return tuple(right - left - 1 for left, right in zip(x[::2], x[1::2], strict=True))


study.section("银币是从左数第 2 枚 (the silver dollar is second)", source=truth.SECOND)


def pocketing_exposes(squares: Coins, silver: int) -> bool:
    """Whether after pocketing the leftmost coin the silver dollar can be pocketed next."""
    return truth.pocketed(*truth.pocketed(squares, silver))[1] is None


study.claim(
    "pocketing-exposes-the-second",
    "If the silver dollar is second, pocketing the leftmost coin exposes it: the opponent pockets "
    "it and wins, so the special move is no way to profit from $Y = 0$. If it is third or further "
    "right, pocketing does not expose it.",
    believed=1,
    controls={"the third": 2},
).holds(
    lambda rank, **position: equal(
        pocketing_exposes(**position) and not truth.graph.is_p_position(truth.pocketed(**position)),
        position["silver"] == rank,
    ),
    positions("; two coins or more", ranks=NOT_LEFTMOST),
)
study.section("在上述定义下 (the criterion)", source=truth.SECOND)
edges = decided("""
    Of the first coin, on the square x counted from 1, the heap y in case 1 is its gap g
        Ag,x,y (x = g + 1) => ({y = x - f(1) - 1} <=> y = g)
    and in case 2 one more
        Ag,x,y (x = g + 1) => ({y = x - f(2) - 1} <=> y = g + 1)
""")
study.claim(
    "criterion-in-heaps",
    "For odd $C$, let $x_0 = 0$ in case 1, where the silver dollar is second, and $x_0 = -1$ in "
    "case 2, where it is further right. With $y_i = x_{2i+1} - x_{2i} - 1$ the second player wins "
    r"if and only if $Y = \bigoplus_{i=0}^f y_i = 0$, provided that the silver dollar is not "
    "leftmost. In the summary and in the definitions of $L_2$ and $L_{≥2}$ the source leaves out "
    "“$= 0$”.",
    believed=lambda case: 1 - case,
    controls={"x_0 = 0 always": lambda _: 0, "x_0 = −1 always": lambda _: -1},
    rests_on=["criterion"],
).holds(
    lambda edge, squares, silver: equal(
        truth.loses(squares, silver),
        truth.nim_sum(heaps(squares, silver, edge=edge(min(silver, 2)))) == 0,
    ),
    positions("; odd C", parity=1, ranks=NOT_LEFTMOST),
).derive("the $y_i$ are the active gaps, $y_0$ one more in case 2", edges)

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
        for position in positions(parity=1, ranks=NOT_LEFTMOST).cases()
        for after in truth.regular_moves(**position)
    ]


def moves(more: str, parity: int | None = None, *, from_zero: bool = False) -> Listed:
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


def becomes(changed: Pair, squares: Coins, silver: int, after: Coins) -> Equation:
    """What moving a coin by d makes of the heaps: that of its pair changes as believed."""
    coin, distance = moved(squares, after)
    expected = list(heaps(squares, silver))
    expected[coin // 2] = changed[coin % 2](expected[coin // 2], distance)
    return equal(heaps(after, silver), tuple(expected))


left_coin = on_strips("""
    Induction on the number of coins to the right shows that the right coins are every second one:
    the last coin is one
        As,b ($coin(s,b) & s < 2*b) => $right(s,b)
    and of two coins in a row exactly one is
        As,a,b ($coin(s,a) & $coin(s,b) & $next(s,a,b)) => ($right(s,a) <=> ~$right(s,b))
    Every coin is the left or the right coin of a pair, and not both
        As,p $coin(s,p) => ((Ea $pair(s,a,p)) <=> ~(Eb $pair(s,p,b)))
    The left coin l of a pair l, r moves to l − d: what becomes of the gap y between them
        Al,r,d,y,z (1 <= d & d <= l & r = l + y + 1) =>
        ((r + d = l + z + 1) <=> ({z = f(y, d)}))
    When the left coin p of a pair p, b moves to q, then q, b is a pair and all other pairs are
    those from before
        As,p,q,t,b,c,d ($moved(s,p,q,t) & $pair(s,p,b)) =>
        ($pair(t,c,d) <=> ((c = q & d = b) | ($pair(s,c,d) & c != p)))
""")
right_coin = decided(
    """
    The right coin r of a pair l, r moves to r − d: what becomes of the gap y between them
        Al,r,d,y,z (1 <= d & l + d < r & r = l + y + 1) =>
        ((r = l + d + z + 1) <=> ({z = f(y, d)}))
    and so in case 2, where the heap y of the first coin r is its square, counted from 1
        Ar,d,y,z (1 <= d & d < r & r = y) => ((r = d + z) <=> ({z = f(y, d)}))
    When the right coin p of a pair a, p moves to q, then a, q is a pair and all other pairs are
    those from before
        As,p,q,t,a,c,d ($moved(s,p,q,t) & $pair(s,a,p)) =>
        ($pair(t,c,d) <=> ((c = a & d = q) | ($pair(s,c,d) & d != p)))
""",
    relations,
)


def one_heap(believed: Pair, lines: Lines) -> None:
    """A move of either coin of a pair changes its gap as believed, and no other."""
    left_coin(believed[0], lines)
    right_coin(believed[1], lines)


study.claim(
    "one-heap-changes",
    f"{ODD}, a regular move changes exactly one heap. Moving the left coin $x_{{2i}}$ of a pair to "
    "the left by $d$ makes $y_i$ into $y_i + d$, and moving the right coin $x_{2i+1}$ makes it "
    "into $y_i - d$.",
    believed=(add, sub),
    controls={
        "the left coin less": (sub, sub),
        "the right coin more": (add, add),
        "by one": (lambda y, _: y + 1, lambda y, _: y - 1),
    },
    rests_on=["same-game-in-binary", theorem(derivations.COIN_BY_COIN)],
).holds(becomes, moves("all regular moves"), by=BY_RULES).derive(BY_NUMBERS, one_heap)
study.remark(
    "For the right coin the source writes $0 ≤ d ≤ y_i$. But $d = 0$ is no move, and in case 2 "
    "moving the first coin by $d = y_0$ leads off the strip."
)


def moved_by(squares: Coins, coin: int, distance: int) -> Coins:
    """The coins with one of them further left."""
    return (*squares[:coin], squares[coin] - distance, *squares[coin + 1 :])


def is_undone(by: Callable[[int], int], squares: Coins, silver: int, after: Coins) -> bool:
    """After a left coin has moved, the right one can move by this and restore all heaps."""
    coin, distance = moved(squares, after)
    back = moved_by(after, coin, by(distance))
    legal = (back, silver) in truth.graph.options((after, silver))
    return legal and heaps(back, silver) == heaps(squares, silver)


undone = decided("""
    The left coin l of a pair l, r has moved to l − d. Moving r by the distance e that is believed
    is a move by one square or more, which ends to the right of l − d, and the gap y is as before
        Al,r,d,y,e (1 <= d & d <= l & r = l + y + 1 & {e = f(d)}) =>
        (1 <= e & l + e < r + d & r + d = l + e + y + 1)
""")
study.claim(
    "increase-is-undone",
    f"{ODD}: if $y_i$ is increased by $d$, by moving $x_{{2i}}$, the opponent can move the right "
    "coin of the same pair by the same $d$: a legal move that restores all heaps.",
    believed=lambda d: d,
    controls={"one square further": lambda d: d + 1},
    rests_on=["one-heap-changes"],
).holds(is_undone, moves("all moves of left coins", parity=0)).derive(
    "the two coins of a pair", undone
)


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
    r"For odd $C$ and the silver dollar not leftmost: if $Y = 0$ and the first player decreases "
    r"$y_i$, then there is a unique target $y_i' = y_i \oplus Y'$ of the same heap, with the new "
    "nim sum $Y' ≠ 0$, that is less than $y_i$ and makes the nim sum 0.",
    believed=lambda k, _: {k},
    controls={"every heap": lambda _, now: set(range(len(now)))},
    correction=(
        r"It is another heap: the heaps whose decrease to $y_h \oplus Y'$ wins are those with "
        r"$y_h \oplus Y' < y_h$. There is at least one, and $i$ is not among them, as $y_i "
        r"\oplus Y'$ is the old, larger $y_i$. In the counterexample squares and ranks count from "
        r"0: $y_1$ was decreased from 1 to 0, and only lowering $y_0$ wins, by pocketing. The heap "
        "need not be unique: from coins on 0, 1, 3, 4, 6, 7, 9, the third one silver, moving 3 to "
        "2 leaves three such heaps.",
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


def nim_sums_of_replies(silver: int, after: Coins) -> set[int]:
    """The nim sums that a reply can make; pocketing takes y_0 to 0."""
    others = heaps(after, silver)[1:]
    return {
        truth.nim_sum(heaps(reply, silver) if len(reply) == len(after) else others)
        for reply, _ in truth.graph.options((after, silver))
    }


study.claim(
    "back-to-zero",
    "For odd $C$ and the silver dollar not leftmost: after a regular move from $Y = 0$ the second "
    "player can always return to $Y = 0$.",
    believed=0,
    controls={"to 1": 1},
).holds(
    lambda value, silver, after, **_: value in nim_sums_of_replies(silver, after),
    moves("Y = 0, all regular moves", from_zero=True),
)


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


lowered = decided("""
    The right coin r of a pair l, r with gap y moves by the distance d that is believed for the
    target v: by one square or more, to the right of l, and the gap is v
        Al,r,y,v,d (r = l + y + 1 & v < y & {d = f(y, v)}) =>
        (1 <= d & l + d < r & r = l + d + v + 1)
    and so in case 2, where the heap y of the first coin r is its square, counted from 1
        Ar,y,v,d (r = y & 1 <= v & v < y & {d = f(y, v)}) => (1 <= d & 1 + d <= r & r = d + v)
""")
study.claim(
    "lowering-is-legal",
    f"{ODD}, lowering $y_i$ to any $y_i' < y_i$, except $y_0' = 0$ in case 2, is moving "
    "$x_{2i+1}$ by $y_i - y_i'$ squares, which does not pass $x_{2i}$, so it is legal. In case 2 "
    "lowering $y_0$ to 0 is pocketing.",
    believed=sub,
    controls={"one square further": lambda y, target: y - target + 1},
    rests_on=[definition("a regular move takes a coin to the left, past no coin, on the strip")],
).holds(
    lowering_is_legal,
    Listed(
        f"{POSITIONS}; odd C, every pair and target",
        lambda: [
            position | {"pair": pair, "to": to}
            for position in positions(parity=1, ranks=NOT_LEFTMOST).cases()
            for pair, heap in enumerate(heaps(**position))
            for to in range(heap)
        ],
    ),
).derive("the two coins of a pair", lowered)


study.section("special move 也被这套判据正确处理 (the special move)", source=truth.SECOND)


def of_pocketing(squares: Coins, silver: int) -> tuple[Coins, bool]:
    """The heaps after the special move, and whether it wins."""
    option = truth.pocketed(squares, silver)
    return truth.active_gaps(option[0]), truth.graph.is_p_position(option)


pocketing = on_strips("""
    When the first coin p is pocketed, and it was the right coin of a pair without a left coin, the
    other pairs stay as they are
        As,p,t,c,d ($pair(s,0,p) & s = t + p) => ($pair(t,c,d) <=> {f})
    and after that the first coin is no right coin, so the number of coins is even
        As,p,t,d ($pair(s,0,p) & s = t + p) => ~$pair(t,0,d)
    A silver dollar with two coins to its left is then not leftmost
        As,p,t,d,b,c ($coin(s,p) & $free(s,1,p) & s = t + p & $coin(s,b) & $coin(s,c) & b < c &
        c < d) => (Ee e < d & $coin(t,e))
""")
study.claim(
    "special-move-in-case-2",
    "For odd $C$, in case 2, $y_0 = g_0 + 1 > 0$. Pocketing $x_1$ keeps $y_1, …, y_f$ and is the "
    r"nim move of $y_0$ to 0: the mover then wins if and only if $y_1 \oplus … \oplus y_f = 0$.",
    believed=(lambda before: before[1:], "($pair(s,c,d) & d != p)"),
    controls={
        "y_0 kept": (lambda before: before, "$pair(s,c,d)"),
        "y_0 to 1": (lambda before: (1, *before[1:]), "($pair(s,c,d) | (c = 0 & d = p))"),
    },
    rests_on=["criterion", "criterion-in-heaps", "one-heap-changes"],
).holds(
    lambda kept, squares, silver: equal(
        of_pocketing(squares, silver),
        (after := kept[0](heaps(squares, silver)), truth.nim_sum(after) == 0),
    ),
    positions("; odd C, silver dollar third or further right", parity=1, ranks=LATER_COINS),
).derive("the pairs of an even number of coins", pocketing)
