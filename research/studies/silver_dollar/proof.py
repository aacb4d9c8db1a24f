"""What the solution in Chinese says of the game: pairs of coins, and its proof line by line.

Its statements are translated. It treats an odd number C = 2f + 1 of coins. It numbers squares and
coins from 1: X_i is the square of its i-th coin. The code numbers from 0. The coins X_{2i} and
X_{2i+1} are a pair, of which the gap is the heap y_i; X_0 is a virtual coin at the edge.
"""

from __future__ import annotations

from collections.abc import Callable

from research.checks.equality import Equation, equal
from research.claims.cases import Call, Listed
from research.claims.claim import OURS
from research.studies.decided import INDUCTION
from research.studies.silver_dollar import truth
from research.studies.silver_dollar.criterion import on_strips
from research.studies.silver_dollar.truth import POSITIONS, Coins, positions, study


def heaps(squares: Coins, silver: int) -> Coins:
    """y_i = X_{2i+1} − X_{2i} − 1 for i ≤ f, with X_0 = 0 in case 1 and X_0 = −1 in case 2."""
    x = (1 - min(silver, 2), *(square + 1 for square in squares))
    return tuple(right - left - 1 for left, right in zip(x[::2], x[1::2], strict=True))


study.section("证明思路 (the proof)", source=truth.SECOND)
study.claim(
    "one-heap-changes",
    "For odd $C$ and the silver dollar not leftmost, a regular move changes exactly one heap. "
    "Moving the left coin $X_{2i}$ of a pair to the left by $d$ makes $y_i$ into $y_i + d$, and "
    "moving the right coin $X_{2i+1}$ makes it into $y_i - d$. Lowering $y_i$ to any $y_i' < y_i$, "
    "except $y_0' = 0$ in case 2, is moving $X_{2i+1}$ by $y_i - y_i'$ squares, which does not "
    "pass $X_{2i}$, so it is legal. So the opponent can undo an increase of $y_i$ by $d$ with the "
    "right coin of the pair and the same $d$. The source writes $0 ≤ d ≤ y_i$ for the right coin. "
    "But $d = 0$ is no move, and in case 2 moving the first coin by $d = y_0$ leads off the strip.",
    believed=lambda right, y, d: y - d if right else y + d,
    controls={
        "the left coin less": lambda _, y, d: y - d,
        "the right coin more": lambda _, y, d: y + d,
        "by one": lambda right, y, _: y - 1 if right else y + 1,
    },
    rests_on=["same-game-in-binary", "criterion"],
).derive(
    "any number of coins, a strip as a number",
    on_strips("""
        The right coins are the last one and every second one before it, as in the proof of the
        criterion. Every coin is the left or the right coin of a pair, and not both
            As,p $coin(s,p) => ((Ea $pair(s,a,p)) <=> ~(Eb $pair(s,p,b)))
        The left coin l of a pair l, r moves to l − d: what becomes of the gap y between them
            Al,r,d,y,z (1 <= d & d <= l & r = l + y + 1) =>
            ((r + d = l + z + 1) <=> ({z = f(0, y, d)}))
        When the left coin p of a pair p, b moves to q, then q, b is a pair and all other pairs are
        those from before
            As,p,q,t,b,c,d ($moved(s,p,q,t) & $pair(s,p,b)) =>
            ($pair(t,c,d) <=> ((c = q & d = b) | ($pair(s,c,d) & c != p)))
        The right coin r of a pair l, r may move to r − d for d from 1 to the gap y between them,
        and makes it z
            Al,r,d,y,z (r = l + y + 1 & 1 <= d) =>
            ((l + d < r & r = l + d + z + 1) <=> (d <= y & {z = f(1, y, d)}))
        and so in case 2, where the heap y of the first coin r is its square, counted from 1
            Ar,d,y,z (r = y & 1 <= d) => ((d < r & r = d + z) <=> (d < y & {z = f(1, y, d)}))
        When the right coin p of a pair a, p moves to q, then a, q is a pair and all other pairs are
        those from before
            As,p,q,t,a,c,d ($moved(s,p,q,t) & $pair(s,a,p)) =>
            ($pair(t,c,d) <=> ((c = a & d = q) | ($pair(s,c,d) & d != p)))
    """),
)


def decreases() -> list[Call]:
    """Every move to a lower heap from positions with nim sum 0, the silver dollar not leftmost."""
    return [
        position | {"after": after}
        for position in positions(odd=True, least=1).cases()
        if truth.nim_sum(heaps(**position)) == 0
        for after in truth.regular_moves(**position)
        if sum(heaps(after, position["silver"])) < sum(heaps(**position))
    ]


def reply(
    lowered: Callable[[int, Coins], set[int]], squares: Coins, silver: int, after: Coins
) -> Equation:
    """The heaps that winning replies to a decrease of heap k lower; pocketing takes y_0 to 0."""
    now = heaps(after, silver)
    (k,) = (k for k, y in enumerate(heaps(squares, silver)) if now[k] < y)
    replies = [coins for coins, _ in truth.graph.truth.winning_options((after, silver))]
    then = [heaps(r, silver) if len(r) == len(after) else (0, *now[1:]) for r in replies]
    found = {h for each in then for h, y in enumerate(each) if y < now[h]}
    return equal(found, lowered(k, now))


study.claim(
    "reply-to-a-decrease",
    r"For odd $C$ and the silver dollar not leftmost, as it is printed: if $Y = 0$ and the first "
    r"player decreases $y_k$, then there is a unique target value $y_k' = y_k \oplus Y'$, with the "
    "new nim sum $Y' ≠ 0$, that is less than $y_k$ and makes the nim sum 0. The source names the "
    "heap of the reply by the index of the heap that was decreased.",
    believed=lambda k, _: {k},
    controls={"every heap": lambda _, now: set(range(len(now)))},
    correction=(
        r"The index is a slip: another heap answers. The heaps whose decrease to $y_h \oplus Y'$ "
        r"wins are those with $y_h \oplus Y' < y_h$. There is at least one, and $k$ is not among "
        r"them, as $y_k \oplus Y'$ is the old, larger $y_k$. There may be several such heaps, each "
        "with one target value. In the counterexample $y_1$ was decreased from 1 to 0, and only "
        "lowering $y_0$ wins, by pocketing.",
        lambda k, now: {h for h, y in enumerate(now) if y ^ truth.nim_sum(now) < y and h != k},
    ),
).holds(
    reply, Listed(f"{POSITIONS}; odd C, Y = 0, all moves of right coins", decreases), by="the graph"
)

study.section("special move 也被这套判据正确处理 (the special move)", source=truth.SECOND)
study.claim(
    "special-move",
    "If the silver dollar is second, pocketing the leftmost coin exposes it: the opponent pockets "
    "it and wins, so the special move is no way to profit from $Y = 0$. If it is third or further "
    "right, pocketing does not expose it. For odd $C$, then, $y_0 = g_0 + 1 > 0$, pocketing $X_1$ "
    "keeps $y_1, …, y_f$ and is the nim move of $y_0$ to 0: the mover then wins if and only if "
    r"$y_1 \oplus … \oplus y_f = 0$. The source leaves out that the number of coins is even then.",
    believed="($pair(s,c,d) & d != p)",
    controls={"y_0 kept": "$pair(s,c,d)", "y_0 to 1": "($pair(s,c,d) | (c = 0 & d = p))"},
    rests_on=["criterion", "one-heap-changes"],
).derive(
    "the pairs of an even number of coins",
    on_strips("""
        When the first coin p is pocketed, the second coin d is leftmost
            As,p,t,d ($coin(s,p) & $free(s,1,p) & s = t + p & $next(s,p,d)) =>
            ~(Ee e < d & $coin(t,e))
        A coin with two coins to its left is not
            As,p,t,d,b,c ($coin(s,p) & $free(s,1,p) & s = t + p & $coin(s,b) & $coin(s,c) & b < c &
            c < d) => (Ee e < d & $coin(t,e))
        When p was the right coin of a pair without a left coin, the other pairs stay as they are
            As,p,t,c,d ($pair(s,0,p) & s = t + p) => ($pair(t,c,d) <=> {f})
        and after that the first coin is no right coin, so the number of coins is even
            As,p,t,d ($pair(s,0,p) & s = t + p) => ~$pair(t,0,d)
    """),
)

study.section("what the proof in Chinese leaves out", source=OURS)
study.claim(
    "nonzero-has-a-reply",
    "The proof in Chinese treats $Y = 0$ only, and says that after a move from there the second "
    "player can return to $Y = 0$. It does not show that from every $Y ≠ 0$ there is a move to "
    "$Y = 0$. There is, for odd $C$ and the silver dollar not leftmost: some heap has "
    r"$y_i \oplus Y < y_i$. Lowering it to $y_i \oplus Y$, the one value that makes the nim sum 0, "
    "is a move that wins, and no decrease of the heap to another value does. If the silver dollar "
    "is third or further right, lowering $y_0$ to 0 is pocketing.",
    believed="Ev $nimsum(y,Y,v) & v < y",
    controls={"the largest heap": "y = Y", "heaps of an odd size": "$coin(y,1)"},
    rests_on=["criterion", "one-heap-changes", "special-move", INDUCTION],
).derive(
    "the highest bit of the nim sum",
    on_strips("""
        Induction on the number of heaps shows that a bit of their nim sum is a bit of some heap.
        The base: the nim sum of no heaps has no bit
            ~(Ep $coin(0,p))
        The step: a bit p of the nim sum Y of u and y is a bit of u or of the heap y
            Au,y,Y,p ($nimsum(u,y,Y) & $coin(Y,p)) => ($coin(u,p) | $coin(y,p))
        A heap y with the highest bit p of Y has a nim sum with Y that is less than y
            Ay,Y,p ($coin(Y,p) & Y < 2*p & $coin(y,p)) => ({f})
        With u the nim sum of the other heaps, that is the one value with nim sum 0
            Au,y,Y,v,w ($nimsum(u,y,Y) & $nimsum(y,Y,v)) => ($nimsum(u,w,0) <=> w = v)
    """),
)
