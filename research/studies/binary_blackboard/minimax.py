"""Claims about the four states of the binary blackboard and its two losing sets.

Source: 003_ba7b94ce0150d325.txt, "Problem Summary" to "Step 2".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from typing import Any

from oracles.games.binary_blackboard import Board
from research.checks.equality import Equation, equal
from research.checks.grounds import Complete, Graph
from research.studies.binary_blackboard import derivations
from research.studies.binary_blackboard.agreements import (
    BOUND,
    POSITIONS,
    SOURCE,
    oscar_wins,
    parity,
    study,
    true_in_losing_set,
    true_oscar_loses,
)
from research.studies.binary_blackboard.losing import THEOREM

STEP_1 = SOURCE.at("Step 1: Encode the Game with Four Minimax States")
BY_THEOREM = "decided of the losing sets, for every r at once"
STEP_2 = SOURCE.at("Step 2: Reduce the Four States to Two Losing Sets")


def remainders_and_flags(least: int = 0, bound: int = BOUND) -> Iterator[tuple[int, int]]:
    """All r from the least to the bound with each flag, smallest first."""
    return product(range(least, bound + 1), (0, 1))


study.claim(
    "terminal-values",
    "At $r = 0$ no move is possible, so the terminal outcome is determined only by the flag: "
    "$O_0(0) = E_0(0) = 0$, $O_1(0) = E_1(0) = 1$.",
    source=STEP_1,
    believed=lambda flag, turn: flag,  # noqa: ARG005  # whose turn it is does not matter
    controls={
        "the flag's opposite": lambda flag, turn: 1 - flag,  # noqa: ARG005
        "the player to move wins": lambda flag, turn: turn == "Oscar",  # noqa: ARG005
    },
).exhaust(
    Graph("the four positions with r = 0"),
    lambda: product((0, 1), ("Oscar", "Eric")),
    lambda believed, c: equal(int(oscar_wins(0, *c)), int(believed(*c))),
)
study.claim(
    "legal-moves",
    "For $r > 0$ every legal move chooses some $x \\in [1, r]$, changes the flag by $t(x)$ and "
    "leaves remainder $r - x$, where $t(x) = \\mathrm{popcount}(x) \\bmod 2$.",
    source=STEP_1,
    believed=lambda r, q: {(r - x, q ^ parity(x)) for x in range(1, r + 1)},
    controls={
        "x below r": lambda r, q: {(r - x, q ^ parity(x)) for x in range(1, r)},
        "the flag turns with x": lambda r, q: {(r - x, q ^ x % 2) for x in range(1, r + 1)},
    },
).exhaust(
    Graph(POSITIONS),
    lambda: remainders_and_flags(1),
    lambda believed, c: equal(
        {(o[0], o[1]) for o in study.truth(BOUND).options((*c, "Oscar"))}, believed(*c)
    ),
)
Choice = Callable[[Iterable[bool]], bool]


@cache
def by_recurrences(oscar: Choice, eric: Choice) -> dict[Board, bool]:
    """O_q(r) and E_q(r) to the bound by both recurrences from r = 0 on; the graph is not asked."""
    wins: dict[Board, bool] = {}
    for turn in ("Oscar", "Eric"):
        wins |= {(0, flag, turn): flag == 1 for flag in (0, 1)}
    for r, flag in remainders_and_flags(1):
        after = [(r - x, flag ^ parity(x)) for x in range(1, r + 1)]
        wins[r, flag, "Oscar"] = oscar(wins[*option, "Eric"] for option in after)
        wins[r, flag, "Eric"] = eric(wins[*option, "Oscar"] for option in after)
    return wins


study.claim(
    "oscars-recurrence",
    "Oscar uses existential choice: $O_q(r) = \\bigvee_{x=1}^{r} E_{q \\oplus t(x)}(r - x)$.",
    source=STEP_1,
    believed=any,
    controls={"universal choice": all},
).exhaust(
    Graph(f"{POSITIONS}, beside both recurrences run from $r = 0$"),
    lambda: remainders_and_flags(1),
    lambda believed, c: equal(oscar_wins(*c), by_recurrences(believed, all)[*c, "Oscar"]),
)
study.claim(
    "erics-recurrence",
    "Eric uses universal choice: $E_q(r) = \\bigwedge_{x=1}^{r} O_{q \\oplus t(x)}(r - x)$.",
    source=STEP_1,
    believed=all,
    controls={"existential choice": any},
).exhaust(
    Graph(f"{POSITIONS}, beside both recurrences run from $r = 0$"),
    lambda: remainders_and_flags(1),
    lambda believed, c: equal(
        oscar_wins(c[0], c[1], "Eric"), by_recurrences(any, believed)[*c, "Eric"]
    ),
)


@cache
def oscar_loses_on_the_board(number: int) -> bool:
    """Whether Oscar loses from a number on the board, every line of play followed."""
    return not oscar_wins_with((number,), number, 0)


EVERY_LINE = "every line of play followed with all numbers on the board kept"


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
    source=STEP_1,
    believed=parity,
    controls={"flag 0": lambda r: 0, "flag 1": lambda r: 1},  # noqa: ARG005
).exhaust(
    Complete("r ≤ 16", by=EVERY_LINE),
    lambda: range(1, 17),
    lambda believed, r: equal(not oscar_loses_on_the_board(r), oscar_wins(r, believed(r))),
)
study.claim(
    "four-states-collapse",
    "$E_0(r) = 1 - O_1(r)$ and $E_1(r) = 1 - O_0(r)$.",
    source=STEP_2,
    believed=lambda q: 1 - q,
    controls={"the same flag": lambda q: q},
    rests_on=[THEOREM],
).exhaust(
    Graph(POSITIONS),
    remainders_and_flags,
    lambda believed, c: equal(oscar_wins(c[0], c[1], "Eric"), not oscar_wins(c[0], believed(c[1]))),
).derive(BY_THEOREM, derivations.duality)
study.claim(
    "answer-is-the-sum-over-l",
    "With $L_q = \\lbrace r \\ge 0 : O_q(r) = 0 \\rbrace$, the final answer is the sum over "
    "$L = \\lbrace r \\ge 1 : r \\in L_{t(r)} \\rbrace$ up to $2^n$.",
    source=STEP_2,
    believed=parity,
    controls={
        "the other flag": lambda r: 1 - parity(r),
        "L_0 alone": lambda r: 0,  # noqa: ARG005
    },
).exhaust(
    Complete("n ≤ 4", by=EVERY_LINE),
    lambda: range(5),
    lambda believed, n: equal(
        sum(r for r in range(1, 2**n + 1) if oscar_loses_on_the_board(r)),
        sum(r for r in range(1, 2**n + 1) if true_in_losing_set(r, believed(r))),
    ),
)


@cache
def fates_by(key: Any) -> dict[Any, set[bool]]:
    """Which fates of r ≥ 1 occur with each key of (r in L_0, r in L_1)."""
    found: dict[Any, set[bool]] = {}
    for r in range(1, BOUND + 1):
        states = (true_in_losing_set(r, 0), true_in_losing_set(r, 1))
        found.setdefault(key(states), set()).add(true_oscar_loses(r))
    return found


study.claim(
    "losing-depends-on-which-state-fails",
    "The actual losing positions depend only on which of the two parity-indexed Oscar states "
    "fails: whether $r \\ge 1$ is in $L$ depends only on whether $r \\in L_0$ and whether $r \\in "
    "L_1$. [By its definition it could depend on $t(r)$ as well; it does not, because $L_q$ holds "
    "only numbers of parity $q$.]",
    source=STEP_2,
    believed=lambda states: states,
    controls={"only whether in L_0": lambda states: states[0]},
).exhaust(
    Graph(POSITIONS),
    lambda: range(1, BOUND + 1),
    lambda believed, r: (
        len(fates_by(believed)[believed((true_in_losing_set(r, 0), true_in_losing_set(r, 1)))]) == 1
    ),
)


def only_own_parity(believed: Any, case: tuple[int, int]) -> Equation | bool:
    """A number of L_q has the parity that is believed; with another parity writing r wins."""
    r, q = case
    if r > 0 and parity(r) != believed(q):
        return (0, 1, "Eric") in study.truth(BOUND).winning_options((r, q, "Oscar"))
    return not true_in_losing_set(r, q) or equal(parity(r), believed(q))


study.claim(
    "losing-sets-by-parity",
    "$L_q$ holds only numbers $r$ with $t(r) = q$: with $t(r) \\ne q$ Oscar wins by writing all "
    "of $r$.",
    source="beyond the source",
    believed=lambda q: q,
    controls={"the other parity": lambda q: 1 - q},
).exhaust(Graph(POSITIONS), remainders_and_flags, only_own_parity)
study.remark(
    "This already matches the brute-force tables. [The tables of the implementations are not in "
    "the source; the explicit graph takes their place.]",
    source=STEP_2,
)
