"""What the solution in Chinese says of the game: pairs of coins, and the proof of the criterion.

Its statements are translated. It treats an odd number C = 2f + 1 of coins. It numbers squares and
coins from 1: X_i is the square of its i-th coin. The code numbers from 0. The coins X_{2i} and
X_{2i+1} are a pair, of which the gap is the heap y_i; X_0 is a virtual coin at the edge.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import add, sub
from typing import TYPE_CHECKING

from research.checks.equality import Equation, equal
from research.claims.cases import Call, Listed
from research.claims.claim import OURS, definition
from research.studies.silver_dollar import truth
from research.studies.silver_dollar.strips import (
    COIN_BY_COIN,
    HEAP_BY_HEAP,
    decided,
    on_strips,
)
from research.studies.silver_dollar.truth import BOUND, BY_RULES, POSITIONS, Coins, positions, study

if TYPE_CHECKING:
    from research.checks.derivations import Lines

Pair = tuple[Callable[[int, int], int], Callable[[int, int], int]]  # of the left and right coin
ODD = "For odd $C$ and the silver dollar not leftmost"


def edge_of(case: int) -> int:
    """X_0 in case 1 and in case 2."""
    return 1 - case


def heaps(squares: Coins, silver: int, edge: Callable[[int], int] = edge_of) -> Coins:
    """y_i = X_{2i+1} − X_{2i} − 1 for i ≤ f."""
    x = (edge(min(silver, 2)), *(square + 1 for square in squares))
    return tuple(right - left - 1 for left, right in zip(x[::2], x[1::2], strict=True))


def active_gaps(squares: Coins, more: int) -> Coins:
    """g_0, g_2, …, g_{2f}, with so much more for the first."""
    first, *others = truth.gaps(squares, BOUND)[:-1:2]
    return first + more, *others


study.section("在上述定义下 (the criterion)", source=truth.SECOND)
study.claim(
    "criterion-in-heaps",
    "For odd $C$ and $y_i = X_{2i+1} - X_{2i} - 1$, where $X_0 = 0$ in case 1 and $X_0 = -1$ in "
    "case 2, $y_i = g_{2i}$, but $y_0 = g_0 + 1$ in case 2; and if the silver dollar is not "
    r"leftmost, the second player wins if and only if $Y = \bigoplus_{i=0}^f y_i = 0$. In its "
    "summary and in the definitions of $L_2$ and $L_{≥2}$ the source leaves out “$= 0$”.",
    believed=edge_of,
    controls={"X_0 = 0 always": lambda _: 0, "X_0 = −1 always": lambda _: -1},
    rests_on=["criterion"],
).holds(
    lambda edge, squares, silver: equal(
        (truth.loses(squares, silver), active_gaps(squares, more=int(silver >= 2))),
        (truth.nim_sum(y := heaps(squares, silver, edge)) == 0, y),
    ),
    positions("; odd C, silver dollar not leftmost", odd=True, least=1),
).derive(
    "the $y_i$ are the active gaps, $y_0$ one more in case 2",
    decided("""
        Of the first coin, on the square x counted from 1, the heap y in case 1 is its gap g
            Ag,x,y (x = g + 1) => ({y = x - f(1) - 1} <=> y = g)
        and in case 2 one more
            Ag,x,y (x = g + 1) => ({y = x - f(2) - 1} <=> y = g + 1)
        The other heaps are gaps between coins, on squares counted from 0 or from 1
            Ag,a,x (a < x) => (x = a + 1 + g <=> x + 1 = a + 1 + 1 + g)
    """),
)
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
    positions("; two coins or more", least=1),
)

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
        for position in positions(odd=True, least=1).cases()
        for after in truth.regular_moves(**position)
    ]


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
    "moved",
    "pair",
)


def one_heap(believed: Pair, lines: Lines) -> None:
    """A move of either coin of a pair changes its gap as believed, and no other."""
    left_coin(believed[0], lines)
    right_coin(believed[1], lines)


study.claim(
    "one-heap-changes",
    f"{ODD}, a regular move changes exactly one heap. Moving the left coin $X_{{2i}}$ of a pair to "
    "the left by $d$ makes $y_i$ into $y_i + d$, and moving the right coin $X_{2i+1}$ makes it "
    "into $y_i - d$.",
    believed=(add, sub),
    controls={
        "the left coin less": (sub, sub),
        "the right coin more": (add, add),
        "by one": (lambda y, _: y + 1, lambda y, _: y - 1),
    },
    rests_on=["same-game-in-binary", COIN_BY_COIN],
).holds(becomes, Listed(f"{POSITIONS}; odd C, all regular moves", all_moves), by=BY_RULES).derive(
    "any number of coins, a strip as a number", one_heap
)
study.remark(
    "For the right coin the source writes $0 ≤ d ≤ y_i$. But $d = 0$ is no move, and in case 2 "
    "moving the first coin by $d = y_0$ leads off the strip."
)


study.claim(
    "lowering-is-legal",
    f"{ODD}, lowering $y_i$ to any $y_i' < y_i$, except $y_0' = 0$ in case 2, is moving "
    "$X_{2i+1}$ by $y_i - y_i'$ squares, which does not pass $X_{2i}$, so it is legal. In case 2 "
    "lowering $y_0$ to 0 is pocketing. So the opponent can undo an increase of $y_i$ by $d$, which "
    "moves $X_{2i}$, with the right coin of the same pair and the same $d$.",
    believed=sub,
    controls={"one square further": lambda y, target: y - target + 1},
    rests_on=[
        "one-heap-changes",
        definition("a regular move takes a coin to the left, past no coin, on the strip"),
    ],
).derive(
    "the two coins of a pair",
    decided("""
        The right coin r of a pair l, r with gap y moves by the distance d that is believed for the
        target v: by one square or more, to the right of l, and the gap is v
            Al,r,y,v,d (r = l + y + 1 & v < y & {d = f(y, v)}) =>
            (1 <= d & l + d < r & r = l + d + v + 1)
        and so in case 2, where the heap y of the first coin r is its square, counted from 1
            Ar,y,v,d (r = y & 1 <= v & v < y & {d = f(y, v)}) => (1 <= d & 1 + d <= r & r = d + v)
        After the left coin has moved by e, the gap was y and is y + e: the distance back is e
            Ay,e,d ({d = f(y + e, y)}) => d = e
    """),
)


def heaps_whose_decrease_wins(silver: int, after: Coins) -> set[int]:
    """The heaps that are lower after a winning reply; pocketing takes y_0 to 0."""
    now = heaps(after, silver)
    return {
        k
        for reply, _ in truth.graph.winning_options((after, silver)).values
        for k, y in enumerate(heaps(reply, silver) if len(reply) == len(after) else (0, *now[1:]))
        if y < now[k]
    }


def that_can_be_lowered(now: Coins) -> set[int]:
    """The heaps y of which y ⊕ Y, with the nim sum Y of all, is less."""
    return {k for k, y in enumerate(now) if y ^ truth.nim_sum(now) < y} or {-1}


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
        r"\oplus Y'$ is the old, larger $y_i$. The heap need not be unique. In the counterexample "
        "$y_1$ was decreased from 1 to 0, and only lowering $y_0$ wins, by pocketing.",
        lambda k, now: that_can_be_lowered(now) - {k},
    ),
).holds(
    lambda lowered, squares, silver, after: equal(
        heaps_whose_decrease_wins(silver, after),
        lowered(moved(squares, after)[0] // 2, heaps(after, silver)),
    ),
    Listed(
        f"{POSITIONS}; odd C, Y = 0, all moves of right coins",
        lambda: [
            move
            for move in all_moves()
            if moved(move["squares"], move["after"])[0] % 2
            and truth.nim_sum(heaps(move["squares"], move["silver"])) == 0
        ],
    ),
)

study.section("special move 也被这套判据正确处理 (the special move)", source=truth.SECOND)


def of_pocketing(squares: Coins, silver: int) -> tuple[Coins, bool]:
    """The heaps after the special move, and whether it wins."""
    option = truth.pocketed(squares, silver)
    return truth.gaps(option[0], BOUND)[1::2], truth.graph.is_p_position(option)


study.claim(
    "special-move-in-case-2",
    "For odd $C$, in case 2, $y_0 = g_0 + 1 > 0$. Pocketing $X_1$ keeps $y_1, …, y_f$ and is the "
    r"nim move of $y_0$ to 0: the mover then wins if and only if $y_1 \oplus … \oplus y_f = 0$. "
    "The source leaves out that the number of coins is even then.",
    believed=(lambda before: before[1:], "($pair(s,c,d) & d != p)"),
    controls={
        "y_0 kept": (lambda before: before, "$pair(s,c,d)"),
        "y_0 to 1": (lambda before: (1, *before[1:]), "($pair(s,c,d) | (c = 0 & d = p))"),
    },
    rests_on=["criterion", "one-heap-changes"],
).holds(
    lambda kept, squares, silver: equal(
        of_pocketing(squares, silver),
        (after := kept[0](heaps(squares, silver)), truth.nim_sum(after) == 0),
    ),
    positions("; odd C, silver dollar third or further right", odd=True, least=2),
).derive(
    "the pairs of an even number of coins",
    on_strips("""
        When the first coin p is pocketed, and it was the right coin of a pair without a left coin,
        the other pairs stay as they are
            As,p,t,c,d ($pair(s,0,p) & s = t + p) => ($pair(t,c,d) <=> {f})
        and after that the first coin is no right coin, so the number of coins is even
            As,p,t,d ($pair(s,0,p) & s = t + p) => ~$pair(t,0,d)
        A silver dollar with two coins to its left is then not leftmost
            As,p,t,d,b,c ($coin(s,p) & $free(s,1,p) & s = t + p & $coin(s,b) & $coin(s,c) & b < c &
            c < d) => (Ee e < d & $coin(t,e))
    """),
)

study.section("what the proof in Chinese leaves out", source=OURS)
study.claim(
    "nonzero-has-a-reply",
    "The proof in Chinese treats $Y = 0$ only, and says that after a move from there the second "
    "player can return to $Y = 0$. It does not show that from every $Y ≠ 0$ there is a move to "
    "$Y = 0$. There is, for odd $C$ and the silver dollar not leftmost: some heap has "
    r"$y_i \oplus Y < y_i$. Lowering it to $y_i \oplus Y$, the one value that makes the nim sum 0, "
    "is a move that wins, and no decrease of another heap wins. If the silver dollar is third or "
    "further right, lowering $y_0$ to 0 is pocketing.",
    believed=(that_can_be_lowered, "Ev $nimsum(y,Y,v) & v < y"),
    controls={
        "the largest heap": (lambda now: {now.index(max(now))}, "y = Y"),
        "heaps of an odd size": (lambda now: {k for k, y in enumerate(now) if y % 2}, "$coin(y,1)"),
    },
    rests_on=["criterion-in-heaps", "lowering-is-legal", "special-move-in-case-2", HEAP_BY_HEAP],
).holds(
    lambda lowered, squares, silver: (
        heaps_whose_decrease_wins(silver, squares) == lowered[0](heaps(squares, silver))
    ),
    positions(
        "; odd numbers of coins, silver dollar not leftmost, nim sum not 0",
        odd=True,
        least=1,
        among=lambda **position: truth.nim_sum(heaps(**position)) != 0,
    ),
).derive(
    "the highest bit of the nim sum",
    decided(
        """
        A bit p of the nim sum Y of u and y is a bit of one of them; so it is a bit of some heap
            Au,y,Y,p ($nimsum(u,y,Y) & $coin(Y,p)) => ($coin(u,p) | $coin(y,p))
        A heap y with the highest bit p of Y is as believed
            Ay,Y,p ($coin(Y,p) & Y < 2*p & $coin(y,p)) => ({f})
        With u the nim sum of the other heaps, that is the one value with nim sum 0
            Au,y,Y,v,w ($nimsum(u,y,Y) & $nimsum(y,Y,v)) => ($nimsum(u,w,0) <=> w = v)
        """,
        "coin",
    ),
)
