"""What the source says of the four states of the game and its two losing sets, to its Step 2."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from oracles.games.binary_blackboard import Board
from research.checks.equality import equal
from research.claims.cases import Listed, every, integers
from research.studies.binary_blackboard import derivations
from research.studies.binary_blackboard.theorem import THEOREM
from research.studies.binary_blackboard.truth import (
    BOUND,
    PLAYERS,
    graph,
    in_losing_set,
    oscar_loses,
    oscar_wins,
    parity,
    states,
    study,
)

Choice = Callable[[Iterable[bool]], bool]

BY_THEOREM = "decided of the losing sets, for every r at once"
EVERY_LINE = "every line of play followed with all numbers on the board kept"
BESIDE_BOTH = states(", beside both recurrences run from $r = 0$", least=1)

study.section("Step 1: Encode the Game with Four Minimax States")
study.claim(
    "terminal-values",
    "At $r = 0$ no move is possible, so the terminal outcome is determined only by the flag: "
    "$O_0(0) = E_0(0) = 0$, $O_1(0) = E_1(0) = 1$.",
    believed=lambda flag, **_: flag == 1,
    controls={
        "the flag's opposite": lambda flag, **_: flag == 0,
        "the player to move wins": lambda turn, **_: turn == "Oscar",
    },
).equals(
    lambda flag, turn: oscar_wins(0, flag, turn),
    Listed("the four positions with r = 0", lambda: every(flag=(0, 1), turn=PLAYERS)),
)
study.claim(
    "legal-moves",
    "For $r > 0$ every legal move chooses some $x \\in [1, r]$, changes the flag by $t(x)$ and "
    "leaves remainder $r - x$, where $t(x) = \\mathrm{popcount}(x) \\bmod 2$.",
    believed=lambda r, q: {(r - x, q ^ parity(x)) for x in range(1, r + 1)},
    controls={
        "x below r": lambda r, q: {(r - x, q ^ parity(x)) for x in range(1, r)},
        "the flag turns with x": lambda r, q: {(r - x, q ^ x % 2) for x in range(1, r + 1)},
    },
).equals(lambda r, q: {option[:2] for option in graph.options((r, q, "Oscar"))}, states(least=1))


@cache
def by_recurrences(oscar: Choice, eric: Choice) -> dict[Board, bool]:
    """O_q(r) and E_q(r) to the bound by both recurrences from r = 0 on; the graph is not asked."""
    wins: dict[Board, bool] = {(0, q, turn): q == 1 for q in (0, 1) for turn in ("Oscar", "Eric")}
    for r in range(1, BOUND + 1):
        for q in (0, 1):
            after = [(r - x, q ^ parity(x)) for x in range(1, r + 1)]
            wins[r, q, "Oscar"] = oscar(wins[*option, "Eric"] for option in after)
            wins[r, q, "Eric"] = eric(wins[*option, "Oscar"] for option in after)
    return wins


study.claim(
    "oscars-recurrence",
    "Oscar uses existential choice: $O_q(r) = \\bigvee_{x=1}^{r} E_{q \\oplus t(x)}(r - x)$.",
    believed=any,
    controls={"universal choice": all},
).holds(
    lambda oscar, r, q: equal(oscar_wins(r, q), by_recurrences(oscar, all)[r, q, "Oscar"]),
    BESIDE_BOTH,
)
study.claim(
    "erics-recurrence",
    "Eric uses universal choice: $E_q(r) = \\bigwedge_{x=1}^{r} O_{q \\oplus t(x)}(r - x)$.",
    believed=all,
    controls={"existential choice": any},
).holds(
    lambda eric, r, q: equal(oscar_wins(r, q, "Eric"), by_recurrences(any, eric)[r, q, "Eric"]),
    BESIDE_BOTH,
)


@cache
def oscar_loses_on_the_board(number: int) -> bool:
    """Whether Oscar loses from a number on the board, every line of play followed."""
    return not oscar_wins_with((number,), number, 0)


def oscar_wins_with(written: tuple[int, ...], remaining: int, turn: int) -> bool:
    """Whether Oscar wins with these numbers on the board, every line of play followed."""
    if remaining == 0:
        return sum(f"{number:b}".count("1") for number in written) % 2 == 1
    results = (
        oscar_wins_with((*written, x), remaining - x, 1 - turn) for x in range(1, remaining + 1)
    )
    return any(results) if turn == 0 else all(results)


study.claim(
    "starting-position",
    "The starting position for a given number $r$ is $O_{t(r)}(r)$; therefore $r$ contributes to "
    "the required sum exactly when $O_{t(r)}(r) = 0$.",
    believed=parity,
    controls={"flag 0": lambda _: 0, "flag 1": lambda _: 1},
).holds(
    lambda flag, r: equal(not oscar_loses_on_the_board(r), oscar_wins(r, flag(r))),
    integers(1, r=16),
    by=EVERY_LINE,
)

study.section("Step 2: Reduce the Four States to Two Losing Sets")
study.claim(
    "four-states-collapse",
    "$E_0(r) = 1 - O_1(r)$ and $E_1(r) = 1 - O_0(r)$.",
    believed=lambda q: 1 - q,
    controls={"the same flag": lambda q: q},
    rests_on=[THEOREM],
).holds(
    lambda other, r, q: equal(oscar_wins(r, q, "Eric"), not oscar_wins(r, other(q))), states()
).derive(BY_THEOREM, derivations.duality)
study.claim(
    "answer-is-the-sum-over-l",
    "With $L_q = \\lbrace r \\ge 0 : O_q(r) = 0 \\rbrace$, the final answer is the sum over "
    "$L = \\lbrace r \\ge 1 : r \\in L_{t(r)} \\rbrace$ up to $2^n$.",
    believed=parity,
    controls={"the other flag": lambda r: 1 - parity(r), "L_0 alone": lambda _: 0},
).holds(
    lambda flag, n: equal(
        sum(r for r in range(1, 2**n + 1) if oscar_loses_on_the_board(r)),
        sum(r for r in range(1, 2**n + 1) if in_losing_set(r, flag(r))),
    ),
    integers(n=4),
    by=EVERY_LINE,
)


def sets_of(r: int) -> tuple[bool, bool]:
    """Whether r is in L_0, and in L_1."""
    return in_losing_set(r, 0), in_losing_set(r, 1)


@cache
def fates_by(key: Any) -> dict[Any, set[bool]]:
    """Which fates of r ≥ 1 occur with each key of (r in L_0, r in L_1)."""
    found: dict[Any, set[bool]] = {}
    for r in range(1, BOUND + 1):
        found.setdefault(key(sets_of(r)), set()).add(oscar_loses(r))
    return found


study.claim(
    "losing-depends-on-which-state-fails",
    "The actual losing positions depend only on which of the two parity-indexed Oscar states "
    "fails: whether $r \\ge 1$ is in $L$ depends only on whether $r \\in L_0$ and whether $r \\in "
    "L_1$. [By its definition it could depend on $t(r)$ as well; it does not, because $L_q$ holds "
    "only numbers of parity $q$.]",
    believed=lambda sets: sets,
    controls={"only whether in L_0": lambda sets: sets[0]},
).holds(
    lambda key, r: len(fates_by(key)[key(sets_of(r))]) == 1,
    integers(1, r=BOUND),
)
study.remark(
    "This already matches the brute-force tables. [The tables of the implementations are not in "
    "the source; the explicit graph takes their place.]"
)
