"""The silver dollar game: each step of the proof in 001_7be4931def4a5fff.txt.

The source is in Chinese; its statements are translated. It treats an odd number C = 2f + 1 of
coins. It numbers squares and coins from 1, and so do the statements; the code numbers from 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from oracles.games.silver_dollar import Strip
from research.checks.equality import Equation, equal
from research.checks.grounds import Complete, Graph
from research.claims.claim import definition
from research.claims.study import Study
from research.studies.silver_dollar import decided, strip
from research.studies.silver_dollar.decided import Stated
from research.studies.silver_dollar.heaps_001 import (
    changed,
    heaps,
    kept_heaps,
    moved,
    moves,
    moves_of,
    show_move,
)
from research.studies.silver_dollar.strip import BEYOND, BY_RULES, LISTED, POSITIONS, SECOND, Coins

PROOF = SECOND.at("证明思路 (the proof)")
BY_NUMBERS = "any number of coins, a strip as a number"
SPECIAL = SECOND.at("special move 也被这套判据正确处理 (the special move)")


def add_claims(study: Study) -> None:
    """Add the claims of these sections."""
    steps(study)
    replies(study)
    special_moves(study)


def steps(study: Study) -> None:
    """What a regular move does to the heaps."""

    def effect(believed: Any, move: tuple[Strip, Strip]) -> bool:
        before, after, pair, distance = changed(*move)
        expected = (*before[:pair], believed(before[pair], distance), *before[pair + 1 :])
        return after == expected

    others = "no other $y_j$ changes, only unimportant gaps do"
    study.claim(
        "left-coin-moves",
        r"Moving the left coin $x_{2i}$ of a pair to the left by $d$ makes $y_i$ into $y_i + d$; "
        + others
        + ". [$i ≥ 1$, as $x_0$ is not a coin.]",
        source=PROOF,
        believed=lambda y, d: y + d,
        controls={"less": lambda y, d: y - d, "by one": lambda y, _: y + 1},
        rests_on=[definition(decided.STRIP)],
    ).exhaust(
        Complete(f"{POSITIONS}; odd C, all such moves", by=BY_RULES), lambda: moves_of(0), effect
    ).derive(BY_NUMBERS, decided.left_coin)
    study.claim(
        "right-coin-moves",
        r"Moving the right coin $x_{2i+1}$ to the left by $d$ makes $y_i$ into $y_i - d$; "
        + others
        + ".",
        source=PROOF,
        believed=lambda y, d: y - d,
        controls={"more": lambda y, d: y + d, "by one": lambda y, _: y - 1},
        rests_on=[definition(decided.STRIP)],
    ).exhaust(
        Complete(f"{POSITIONS}; odd C, all such moves", by=BY_RULES), lambda: moves_of(1), effect
    ).derive(BY_NUMBERS, decided.right_coin)

    def distances(believed: Any, case: dict[str, Any]) -> Equation:
        squares, silver, pair = case["squares"], case["silver"], case["pair"]
        position = (squares, silver)
        right = [
            q for q in strip.regular_moves(position) if moved(squares, q[0])[0] == 2 * pair + 1
        ]
        found = {moved(squares, q[0])[1] for q in right}
        if silver >= 2 and pair == 0:
            found.add(squares[0] + 1)  # the source's reading of pocketing: to the square −1
        return equal(found, set(believed(heaps(squares, silver)[pair])))

    def pairs() -> Iterator[dict[str, Any]]:
        for squares, silver in strip.odd_positions(1):
            for pair in range((len(squares) + 1) // 2):
                yield {"squares": squares, "silver": silver, "pair": pair}

    study.claim(
        "distances-of-the-right-coin",
        r"The right coin $x_{2i+1}$ can be moved to the left by $d$ squares for $0 ≤ d ≤ y_i$. [In "
        r"case 2 $d = y_0$ is pocketing, as the source reads it.]",
        source=PROOF,
        believed=lambda y: range(y + 1),
        controls={"d < y": lambda y: range(1, y)},
        correction=(
            "It can be moved for $1 ≤ d ≤ y_i$: a move is by one or more squares.",
            lambda y: range(1, y + 1),
        ),
    ).exhaust(Complete(f"{POSITIONS}; odd C, every pair", by=BY_RULES), pairs, distances)
    study.claim(
        "one-heap-changes",
        "A regular move changes exactly one $y_k$.",
        source=PROOF,
        believed=1,
        controls={"two": 2},
        rests_on=[definition(decided.STRIP)],
    ).exhaust(
        Complete(f"{POSITIONS}; odd C, all regular moves", by=BY_RULES),
        moves,
        lambda believed, move: equal(
            sum(a != b for a, b in zip(*changed(*move)[:2], strict=True)), believed
        ),
    ).derive(BY_NUMBERS, decided.changed_heaps)


def replies(study: Study) -> None:
    """How the second player answers a regular move."""

    def undone(believed: Any, move: tuple[Strip, Strip]) -> bool:
        before, _, pair, distance = changed(*move)
        squares, silver = move[1]
        coin = 2 * pair
        back = (*squares[:coin], squares[coin] - believed(distance), *squares[coin + 1 :])
        legal = (back, silver) in strip.truth().graph.adj[move[1]]
        return legal and heaps(back, silver or 0) == before

    study.claim(
        "increase-is-undone",
        "If $y_k$ is increased by $d$, by moving $x_{2k}$, the opponent can move the right coin "
        "of the same pair by the same $d$: a legal move that restores all $y_i$, so the increase "
        "is an idle gift. [The heaps come back; the coins stand further to the left.]",
        source=SECOND.at("银币是从左数第 2 枚, and 证明思路 (the proof)"),
        believed=lambda d: d,
        controls={"one square further": lambda d: d + 1},
        rests_on=["left-coin-moves"],
    ).exhaust(
        Graph(f"{POSITIONS}; odd C, all moves of left coins"), lambda: moves_of(0), undone
    ).derive("the two coins of a pair", decided.undone)

    def decreases() -> Iterator[dict[str, Any]]:
        for p, q in moves_of(1):
            if strip.nim_sum(heaps(p[0], p[1] or 0)) == 0:
                yield show_move(p, q)

    def replying_heaps(believed: Any, case: dict[str, Any]) -> Equation:
        silver, after = case["silver"], (case["after"], case["silver"])
        now = heaps(case["after"], silver)
        found = set()
        for reply in strip.truth().winning_options(after):
            if len(reply[0]) < len(case["after"]):
                found.add(0)  # pocketing takes y_0 to 0
                continue
            _, then, pair, _ = changed(after, reply)
            if then[pair] < now[pair]:
                found.add(pair)
        pair = moved(case["squares"], case["after"])[0] // 2
        return equal(found, believed(pair, now))

    study.claim(
        "reply-to-a-decrease",
        r"If $Y = 0$ and the first player decreases $y_k$, then $y_k' = y_k \oplus Y'$ of the same "
        "heap, with the new nim sum $Y' ≠ 0$, is less than $y_k$ and makes the nim sum 0. "
        "[Checked: the heaps whose decrease wins.]",
        source=PROOF,
        believed=lambda k, _: {k},
        controls={"every heap": lambda _, now: set(range(len(now)))},
        correction=(
            r"It is another heap: the heaps whose decrease to $y_j \oplus Y'$ wins are those with "
            r"$y_j \oplus Y' < y_j$; there is at least one, and $k$ is not among them, as $y_k "
            r"\oplus Y'$ is the old, larger $y_k$.",
            lambda k, now: (
                {j for j in range(len(now)) if j != k and now[j] ^ strip.nim_sum(now) < now[j]}
                or {-1}
            ),
        ),
    ).exhaust(
        Graph(f"{POSITIONS}; odd C, Y = 0, all moves of right coins"), decreases, replying_heaps
    )

    def targets(believed: Any, case: tuple[Coins, int]) -> Equation:
        values, k = case
        zero = [v for v in range(16) if strip.nim_sum((*values[:k], v, *values[k + 1 :])) == 0]
        return equal(zero, [believed(values[k], strip.nim_sum(values))])

    study.claim(
        "target-is-unique",
        r"For a heap $y_k$ the one value that makes the nim sum 0 is $y_k \oplus Y'$.",
        source=PROOF,
        believed=Stated(lambda y, nim_sum: y ^ nim_sum, "$nimsum(y,Y,v)"),
        controls={"the nim sum": Stated(lambda _, nim_sum: nim_sum, "v = Y")},
    ).exhaust(
        Complete("up to 3 heaps ≤ 7, each of them", by=LISTED),
        lambda: (
            (values, k)
            for size in (1, 2, 3)
            for values in product(range(8), repeat=size)
            for k in range(size)
        ),
        targets,
    ).derive("decided for all numbers", decided.target)

    def lowered(believed: Any, case: dict[str, Any]) -> bool:
        squares, silver, pair, target = (case[name] for name in ("squares", "silver", "pair", "to"))
        coin = 2 * pair
        square = squares[coin] - believed(heaps(squares, silver)[pair], target)
        if square == -1 and silver >= 2:  # the source's reading of pocketing
            return (squares[1:], silver - 1) in strip.truth().graph.adj[squares, silver]
        option = ((*squares[:coin], square, *squares[coin + 1 :]), silver)
        return option in strip.truth().graph.adj[squares, silver] and (
            heaps(option[0], silver)[pair] == target
        )

    def lowerings() -> Iterator[dict[str, Any]]:
        for squares, silver in strip.odd_positions(1):
            for pair, heap in enumerate(heaps(squares, silver or 0)):
                for target in range(heap):
                    yield {"squares": squares, "silver": silver, "pair": pair, "to": target}

    study.claim(
        "lowering-is-legal",
        "Lowering $y_k$ to any $y_k' < y_k$ is moving $x_{2k+1}$ by $y_k - y_k'$ squares, which "
        "does not pass $x_{2k}$, so it is legal. [In case 2 lowering $y_0$ to 0 is pocketing.]",
        source=PROOF,
        believed=lambda y, target: y - target,
        controls={"one square further": lambda y, target: y - target + 1},
        rests_on=[definition(decided.STRIP)],
    ).exhaust(Graph(f"{POSITIONS}; odd C, every pair and target"), lowerings, lowered).derive(
        "the two coins of a pair", decided.lowered
    )

    def restored(believed: Any, move: tuple[Strip, Strip]) -> bool:
        return any(believed(option) for option in strip.truth().graph.adj[move[1]])

    def zero(option: Strip) -> bool:
        squares, silver = option
        if silver is None:
            return False
        values = heaps(squares, silver) if len(squares) % 2 else kept_heaps(squares)
        return silver > 0 and strip.nim_sum(values) == 0

    study.claim(
        "zero-is-restored",
        "From $Y = 0$, after any regular move the second player can bring the nim sum back to 0 "
        "within one move.",
        source=PROOF,
        believed=zero,
        controls={
            "by pocketing": lambda option: zero(option) and len(option[0]) % 2 == 0,
            "by a regular move": lambda option: zero(option) and len(option[0]) % 2 == 1,
        },
    ).exhaust(
        Graph(f"{POSITIONS}; odd C, Y = 0, all regular moves"),
        lambda: [m for m in moves() if strip.nim_sum(heaps(m[0][0], m[0][1] or 0)) == 0],
        restored,
    )


def special_moves(study: Study) -> None:
    """The special move in the proof."""

    def case_1(believed: bool, position: Strip) -> Equation:  # noqa: FBT001
        return equal(strip.loses(strip.pocketed(position)), believed)

    study.claim(
        "special-move-in-case-1",
        "In case 1 the special move is as good as suicide, so it is no way to profit from $Y = "
        "0$: what it leads to is never a P-position.",
        source=SPECIAL,
        believed=False,
        controls={"always a P-position": True},
    ).exhaust(
        Graph(f"{POSITIONS}; odd C, silver dollar second"),
        lambda: strip.odd_positions(1, 1),
        case_1,
    )

    def case_2(believed: Any, position: Strip) -> bool:
        squares, silver = position
        after, rank = strip.pocketed(position)
        before = heaps(squares, silver or 0)
        return (
            before[0] > 0
            and kept_heaps(after) == before[1:]
            and strip.loses((after, rank)) == (strip.nim_sum(believed(before)) == 0)
        )

    study.claim(
        "special-move-in-case-2",
        "In case 2, $y_0 = g_0 + 1 > 0$; pocketing $x_1$ keeps $y_1, …, y_f$ and is the nim move "
        "of $y_0$ to 0, as if $x_1$ had moved to square 0, next to the virtual edge at $-1$: the "
        r"mover then wins if and only if $y_1 \oplus … \oplus y_f = 0$.",
        source=SECOND.at("银币是从左数第 3 枚或更靠右, and the special move"),
        believed=lambda before: (0, *before[1:]),
        controls={"y_0 to 1": lambda before: (1, *before[1:]), "y_0 kept": lambda before: before},
    ).exhaust(
        Graph(f"{POSITIONS}; odd C, silver dollar third or further right"),
        lambda: strip.odd_positions(2),
        case_2,
    )

    def even_special(believed: Any, position: Strip) -> bool:
        squares = position[0]
        after, rank = strip.pocketed(position)
        before, now = kept_heaps(squares), heaps(after, rank or 0)
        square = after[0] - believed(squares[0], rank)
        option = ((square, *after[1:]), rank)
        reply = option if square >= 0 else strip.pocketed((after, rank))
        return (
            now[0] == before[0] + believed(squares[0], rank)
            and now[1:] == before[1:]
            and reply in strip.truth().winning_options((after, rank))
        )

    study.claim(
        "special-move-of-an-even-number",
        "After pocketing in case 2 the number of coins is even; 001's proof leaves this out. "
        "There pocketing only increases the first heap, by $g_0 + 1$, or by $g_0 + 2$ where case "
        "2 follows; moving the new leftmost coin back by as much (pocketing it, where that leads "
        "off the strip) restores all heaps. If the silver dollar is second, pocketing exposes it.",
        source=BEYOND,
        believed=lambda first_gap, rank: first_gap + (1 if rank == 1 else 2),
        controls={
            "g_0 + 1 always": lambda first_gap, _: first_gap + 1,
            "g_0 + 2 always": lambda first_gap, _: first_gap + 2,
        },
    ).exhaust(
        Graph(f"{POSITIONS}; even numbers of coins, third or further right, nim sum 0"),
        lambda: [p for p in strip.even_positions(2) if strip.nim_sum(kept_heaps(p[0])) == 0],
        even_special,
    )
