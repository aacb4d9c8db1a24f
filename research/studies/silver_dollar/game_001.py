"""The silver dollar game: what 001_7be4931def4a5fff.txt claims of gaps, heaps and who wins.

The source is in Chinese; its statements are translated. It treats an odd number C = 2f + 1 of
coins. It numbers squares and coins from 1, and so do the statements; the code numbers from 0.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

from oracles.games.silver_dollar import Strip
from research.checks.equality import Equation, equal
from research.checks.grounds import Complete, Graph
from research.claims.claim import definition, theorem
from research.claims.study import Study
from research.studies.silver_dollar import decided, strip
from research.studies.silver_dollar.decided import Stated
from research.studies.silver_dollar.heaps_001 import (
    case_1_always,
    case_2_always,
    criterion,
    heaps,
)
from research.studies.silver_dollar.strip import BOUND, BY_RULES, POSITIONS, SECOND, Coins

RULES = SECOND.at("Silver dollar game")
MODEL = SECOND.at("解决方案 (solution), gaps")
CASE_1 = SECOND.at("银币是从左数第 2 枚 (the silver dollar is second)")
CASE_2 = SECOND.at("银币是从左数第 3 枚或更靠右 (third or further right)")
CRITERION = SECOND.at("在上述定义下 (the criterion)")
COUNT = SECOND.at("计算方案总数 (the total number)")


def add_claims(study: Study) -> None:
    """Add the claims of these sections."""
    rules(study)
    gaps(study)
    second_coin(study)
    later_coins(study)
    criteria(study)


def rules(study: Study) -> None:
    """What the problem states of the rules."""

    def forced(believed: Any, position: Strip) -> Equation:
        options = strip.truth().options(position)
        stuck = not strip.regular_moves(position)
        return equal((stuck, len(options) == 1), believed(position))

    study.claim(
        "forced-pocketing",
        "If no regular moves are possible, the player is forced to pocket the leftmost coin: then, "
        "and only then, there is one option. [No regular move is possible exactly when the coins "
        "fill the first squares.]",
        source=RULES,
        believed=Stated(lambda p: (p[0][-1] == len(p[0]) - 1,) * 2, "Ep $power(p) & s + 1 = p"),
        controls={
            "when the first square is taken": Stated(lambda p: (p[0][0] == 0,) * 2, "$coin(s,1)")
        },
        rests_on=[definition(decided.STRIP)],
    ).exhaust(Graph(POSITIONS), strip.positions, forced).derive(
        "any number of coins, a strip as a number", decided.stuck
    )

    study.remark(
        "The whole Grundy value need not be computed, only who wins.",
        source=MODEL,
    )


def _coins_and_pairs() -> tuple[int, int]:
    """The coins in a row, counted, and the pairs that they make after the first."""
    coins = [*["worthless"] * 100, "silver dollar"]
    return len(coins), sum(1 for _ in zip(coins[1::2], coins[2::2], strict=True))


def gaps(study: Study) -> None:
    """The gaps and their two kinds."""
    study.value(
        "odd-number-of-coins",
        "$c = 100$ is even, so $C = 101 = 2f + 1$ is odd with $f = c/2 = 50$.",
        believed=(101, 50),
        computed=_coins_and_pairs,
        by=Complete("100 worthless coins and one more", by="they and their pairs counted"),
        controls={"f one more": (101, 51)},
        source=MODEL,
    )

    def total(believed: Any, case: tuple[int, int]) -> bool:
        n, coins = case
        found = [strip.gaps(squares, n) for squares in combinations(range(n), coins)]
        return all(min(gap) >= 0 and sum(gap) == believed(n, coins) for gap in found)

    study.claim(
        "gaps-add-up",
        r"$g_i ≥ 0$ and $\sum_{i=0}^{2f+1} g_i = n - (2f + 1) = n - C$.",
        source=MODEL,
        believed=lambda n, coins: n - coins,
        controls={"one more": lambda n, coins: n - coins + 1},
        rests_on=[theorem(decided.COIN_BY_COIN)],
    ).exhaust(
        Complete(f"n ≤ {BOUND}, odd C ≤ n", by="all placements listed"),
        lambda: [(n, c) for n, c in strip.sizes(1) if c <= n],
        total,
    ).derive("the sum of the gaps telescopes", decided.sum_of_gaps)
    study.claim(
        "two-kinds-of-gaps",
        "There are $f + 1$ important gaps $g_0, g_2, …, g_{2f}$ and $f + 1$ unimportant ones $g_1, "
        "g_3, …, g_{2f+1}$, and no others.",
        source=MODEL,
        believed=lambda f: (f + 1, f + 1),
        controls={"f unimportant ones": lambda f: (f + 1, f)},
        rests_on=[definition("important gaps have an even index, unimportant ones an odd one")],
    ).exhaust(
        Graph(f"f ≤ 2, the gaps that change who wins: {strip.REGULAR}"),
        lambda: range(3),
        lambda believed, f: equal(
            (len(strip.deciding_gaps(2 * f + 1)), 2 * f + 2 - len(strip.deciding_gaps(2 * f + 1))),
            believed(f),
        ),
    ).derive("the indices of either parity", decided.two_kinds)

    @cache
    def outcomes_by(key: Any) -> dict[Any, set[bool]]:
        found: dict[Any, set[bool]] = {}
        for p in strip.odd_positions():
            found.setdefault(key(p), set()).add(strip.loses(p))
        return found

    study.claim(
        "unimportant-gaps-do-not-matter",
        "The important gaps decide who wins; the unimportant ones matter only for counting. [For "
        "the silver dollar first, second, or further right, each.]",
        source=MODEL,
        believed=lambda p: (heaps(p[0], 1), min(p[1], 2)),
        controls={
            "without the first": lambda p: (heaps(p[0], 1)[1:], min(p[1], 2)),
            "wherever the silver dollar": lambda p: heaps(p[0], 1),
        },
    ).exhaust(
        Graph(f"{POSITIONS}; odd C"),
        strip.odd_positions,
        lambda believed, p: len(outcomes_by(believed)[believed(p)]) == 1,
    )


def second_coin(study: Study) -> None:
    """Case 1: the silver dollar is the second coin."""

    def suicide(believed: Any, position: Strip) -> Equation:
        after = strip.pocketed(position)
        exposed = strip.pocketed(after)[1] is None
        return equal(exposed and not strip.loses(after), position[1] == believed)

    study.claim(
        "pocketing-exposes-the-second",
        "If the silver dollar is second, pocketing the leftmost coin exposes it, and the opponent "
        "pockets it in the next move: the same as suicide. [And only if it is second.]",
        source=CASE_1,
        believed=1,
        controls={"the third": 2},
    ).exhaust(
        Graph(f"{POSITIONS}; two coins or more"),
        lambda: [p for p in strip.positions() if p[1]],
        suicide,
    )
    study.claim(
        "forced-pocketing-is-consistent",
        "A player who is forced to pocket the coin before the silver dollar loses, as the "
        "criterion says: then $Y = 0$.",
        source=CASE_1,
        believed=0,
        controls={"one": 1},
    ).exhaust(
        Graph(f"{POSITIONS}; odd C, silver dollar second, no regular move"),
        lambda: [p for p in strip.odd_positions(1, 1) if not strip.regular_moves(p)],
        lambda believed, p: strip.loses(p) and strip.nim_sum(heaps(p[0], 1)) == believed,
    )

    def important(squares: Coins) -> Coins:
        return strip.gaps(squares, squares[-1] + 1)[:-1:2]

    study.claim(
        "heaps-of-case-1",
        "With $x_0 = 0$ and $y_i = x_{2i+1} - x_{2i} - 1$ one has $y_0 = g_0$ and $y_i = g_{2i}$: "
        "the $y$ are the important gaps.",
        source=CASE_1,
        believed=lambda squares: heaps(squares, 1),
        controls={"x_0 = −1": lambda squares: heaps(squares, 2)},
    ).exhaust(
        Complete(f"{POSITIONS}; odd C", by=BY_RULES),
        lambda: strip.odd_positions(0, 0),
        lambda believed, p: equal(important(p[0]), believed(p[0])),
    )
    study.claim(
        "heaps-of-case-2",
        "With $x_0 = -1$ one has $y_0 = x_1 = g_0 + 1$ and $y_i = g_{2i}$ for $i ≥ 1$.",
        source=CASE_2,
        believed=lambda squares: heaps(squares, 2),
        controls={"x_0 = 0": lambda squares: heaps(squares, 1)},
    ).exhaust(
        Complete(f"{POSITIONS}; odd C", by=BY_RULES),
        lambda: strip.odd_positions(0, 0),
        lambda believed, p: equal((important(p[0])[0] + 1, *important(p[0])[1:]), believed(p[0])),
    )


def later_coins(study: Study) -> None:
    """Case 2: the silver dollar is third or further right."""

    def not_lost_at_once(believed: int, position: Strip) -> Equation:
        after = strip.pocketed(position)
        exposed = strip.pocketed(after)[1] is None
        return equal(not exposed, (position[1] or 0) >= believed)

    study.claim(
        "pocketing-does-not-lose-at-once",
        "If the silver dollar is third or further right, pocketing does not lose at once: the "
        "opponent cannot pocket it in the next move.",
        source=CASE_2,
        believed=2,
        controls={"second or further right": 1},
    ).exhaust(
        Complete(POSITIONS, by=BY_RULES),
        lambda: [p for p in strip.positions() if p[1]],
        not_lost_at_once,
    )
    study.claim(
        "later-ranks-alike",
        "The criterion depends only on the silver dollar not being one of the first two coins: "
        "each placement of the coins has $C - 2$ such choices, and all have the same outcome.",
        source=COUNT,
        believed=2,
        controls={"not the first": 1},
    ).exhaust(
        Graph(f"{POSITIONS}; odd C"),
        lambda: strip.odd_positions(0, 0),
        lambda believed, p: (
            len({strip.loses((p[0], rank)) for rank in range(believed, len(p[0]))}) <= 1
        ),
    )


def criteria(study: Study) -> None:
    """Who wins."""
    study.claim(
        "criterion",
        r"If the silver dollar is not the leftmost coin, the second player wins if and only if "
        r"$\bigoplus_{i=0}^f y_i = 0$. [In the summary and in the definitions of $L_2$ and "
        r"$L_{≥2}$ the “$= 0$” is missing in print; it is read in.]",
        source=CRITERION,
        believed=criterion,
        controls={"x_0 = 0 always": case_1_always, "x_0 = −1 always": case_2_always},
    ).exhaust(
        Graph(f"{POSITIONS}; odd C"),
        lambda: strip.odd_positions(1),
        lambda believed, p: equal(strip.loses(p), believed(*p)),
    )
    study.claim(
        "losing-is-not-leftmost",
        "The player to move loses exactly when the criterion holds and the silver dollar is not "
        "leftmost; so only the losing configurations have to be counted and subtracted from $T$.",
        source=COUNT,
        believed=criterion,
        controls={
            "leftmost too": lambda squares, silver: strip.nim_sum(heaps(squares, silver)) == 0
        },
    ).exhaust(
        Graph(f"{POSITIONS}; odd C, every silver dollar"),
        strip.odd_positions,
        lambda believed, p: equal(strip.loses(p), believed(*p)),
    )
