"""What this study finds of the stone game beyond the graph: solver against solver, and alone.

Near the headline's size and at full size, the local check speaks for the solver: no option of a
claimed P-position is one, and every other position has an option that is.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from fast import stone_game as solver
from oracles.games.stone_game import CHOICES, Piles, StoneGame, ordered
from research.checks.equality import Equation, equal
from research.claims.cases import Drawn, evenly, integers, of_every_size, st
from research.claims.claim import OURS
from research.studies.stone_game.algorithm import BY_BOTH, S
from research.studies.stone_game.truth import BOUND, marked, on_graph, piles_of, run, study

study.section("beyond the graph", source=OURS)
study.claim(
    "marking",
    "Going through the positions in order, calling a position P if it is not marked, and then "
    "marking all positions that a move leads from to it, gives the P-positions of the explicit "
    "graph. [So this study finds them where the graph would be too large.]",
    believed=marked,
    controls={
        "moves on one or two piles only": lambda limit: marked(limit, CHOICES[:-1]),
        "moves on one or three piles only": lambda limit: marked(
            limit, [choice for choice in CHOICES if sum(choice) != 2]
        ),
    },
).equals(on_graph.up_to, integers(N=BOUND))


def near_a_thousand() -> Any:
    """Strategy: positions with piles up to 1000."""
    return st.tuples(*[evenly(0, 1000)] * 3).map(ordered)


@cache
def claimed_to_1000() -> frozenset[Piles]:
    """The P-positions up to 1000 that the solver claims."""
    return frozenset(solver.p_positions.ungated(1000))


def local_check(is_claimed: Any, position: Piles) -> bool:
    """Some option is a claimed P-position exactly where the position is not claimed to be one."""
    return any(map(is_claimed, StoneGame().options(position))) != bool(is_claimed(position))


study.claim(
    "kernel-to-1000",
    "The solver's P-positions up to 1000 are those of a kernel: no option of one is one, and "
    "every other position has an option that is.",
    gating=True,
    believed=lambda position: position in claimed_to_1000(),
    controls={
        "a stone more on the largest pile": lambda p: (p[0], p[1], p[2] - 1) in claimed_to_1000(),
        "without those of equal smaller piles": lambda p: p in claimed_to_1000() and p[0] != p[1],
    },
).holds(
    local_check, Drawn("positions with piles ≤ 1000, all options tried", near_a_thousand)
).holds(
    local_check,
    Drawn(
        "P-positions with piles ≤ 1000, all options tried",
        lambda: st.sampled_from(sorted(claimed_to_1000())),
    ),
)


def is_legal_and_claimed(winning_option: Any, position: Piles) -> bool:
    """The winning option is an option by the rules, and a claimed P-position."""
    if solver.criterion(position):
        return True
    option = ordered(winning_option(position))
    return option in StoneGame().options(position) and solver.criterion(option)


study.claim(
    "winning-option-beyond-the-graph",
    "Near the headline's size, the winning option of each N-position is one of its options by the "
    "rules, and a claimed P-position.",
    gating=True,
    believed=solver.winning_option,
    controls={
        "empties all piles": lambda _: (0, 0, 0),
        "one stone from the largest pile": lambda p: (p[0], p[1], p[2] - 1),
    },
).holds(is_legal_and_claimed, Drawn("positions with piles ≤ 1000", near_a_thousand))


# The public list always comes from the packed rows, so both lists are taken from the kernels.


@cache
def found_by(algorithm: str, limit: int) -> tuple[int, int, Any]:
    """Sum, number and list of the P-positions, by one algorithm of the solver."""
    from fast import stone_kernels

    listed, number, total = run(getattr(stone_kernels, algorithm), limit)
    return total, number, listed


def same_by_tables(believed: Any, limit: int) -> Equation | bool:
    """The source's tables give the same; of two lists the first difference is shown."""
    (*found, listed), (*expected, claimed) = found_by("tables", limit), believed(limit)
    if found != expected:
        return equal(found, expected)
    pairs = zip(listed.tolist(), claimed.tolist(), strict=True)
    return next((equal(a, b) for a, b in pairs if a != b), True)


def packed(limit: int) -> tuple[int, int, Any]:
    """The same by the packed rows."""
    return found_by("packed", limit)


def without_the_last(limit: int) -> tuple[int, int, Any]:
    """The sum is right, a position is missing."""
    total, number, listed = packed(limit)
    return total, number - 1, listed[:-1]


study.claim(
    "both-solvers-agree",
    "The source's tables and the packed rows give the same sum, number and list of P-positions.",
    gating=True,
    believed=packed,
    controls={
        "without the last one": without_the_last,
        "the list reversed": lambda limit: (*packed(limit)[:2], packed(limit)[2][::-1]),
    },
).holds(same_by_tables, Drawn("limits from 100 to 300", lambda: evenly(100, 300)))
study.numbers(
    "sum-to-{}",
    "$S({}) = {}$, the last one that the tables reach.",
    {solver.LARGEST_LIMIT_OF_TABLES: 1333269536},
    S,
    solvers=BY_BOTH,
)


# At full size, where the packed rows alone get.

FULL = solver.LARGEST_PILE


@cache
def to_full_size() -> tuple[Any, int, int]:
    """Keys, number and sum of all P-positions to the largest pile, by the packed rows."""
    from fast import stone_kernels

    return run(stone_kernels.packed, FULL)


@cache
def third_piles() -> tuple[Any, Any]:
    """By the smaller piles, one more than the third that the packed rows claim; keys of others.

    There are no others in a kernel, of which no two positions with the same smaller piles are. To
    look a position up here takes a hundredth of a search in the whole list.
    """
    import numpy as np

    from fast.stone_kernels import PILE_BITS

    keys = to_full_size()[0]
    smaller, thirds = keys >> PILE_BITS, piles_of(keys)[2] + 1
    found = np.zeros(FULL + 1 << PILE_BITS, np.int16)
    found[smaller] = thirds
    return found, keys[found[smaller] != thirds]


def are_claimed(piles: Any) -> Any:
    """Which rows of an array of piles, in any order, are P-positions that the packed rows claim."""
    import numpy as np

    from fast.stone_kernels import PILE_BITS, contains

    a, b, c = piles.T
    x, z = np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)
    smaller = (x << PILE_BITS) | (a + b + c - x - z)
    thirds, others = third_piles()
    claimed = thirds[smaller] == z + 1
    return claimed | contains(others, (smaller << PILE_BITS) | z) if len(others) else claimed


def all_options(position: Piles) -> Any:
    """All options, by the rules, as rows of an array; their piles are not put in order."""
    import numpy as np

    most = [min(p for p, c in zip(position, choice, strict=True) if c) for choice in CHOICES]
    taken = [np.outer(np.arange(1, n + 1), c) for n, c in zip(most, CHOICES, strict=True)]
    return np.array(position) - np.concatenate(taken)


def local_check_of_rows(are_claimed: Any, position: Piles) -> bool:
    """Some option is claimed exactly where the position is not."""
    import numpy as np

    options, alone = are_claimed(all_options(position)), are_claimed(np.array([position]))
    return bool(options.any()) != bool(alone[0])


def p_positions_of_full_size() -> Any:
    """Strategy: P-positions that the packed rows claim, from all of their list."""
    keys = to_full_size()[0]
    return evenly(0, len(keys) - 1).map(lambda i: tuple(map(int, piles_of(keys[i]))))


@cache
def listed_sum(limit: int) -> int | str:  # noqa: ARG001  # the largest there is
    """The sum that the packed rows give, if it is that of their list; else both."""
    keys, number, found = to_full_size()
    listed = sum(int(pile.sum()) for pile in piles_of(keys))
    return found if (found, number) == (listed, len(keys)) else f"{found}, listed {listed}"


study.claim(
    "kernel-to-10000",
    "The P-positions up to 10 000, as far as the solver goes, are those of a kernel: no option of "
    "one is one, and every other position has an option that is.",
    believed=are_claimed,
    controls={
        "the first pile doubled": lambda piles: are_claimed(piles * [2, 1, 1]),
        "nothing is P": lambda piles: are_claimed(piles) & False,
    },
).holds(
    local_check_of_rows,
    Drawn(
        "positions with piles of every size ≤ 10 000, all options tried; beyond 2000 the packed "
        "rows alone compute them",
        lambda: st.tuples(*[of_every_size(0, FULL)] * 3).map(ordered),
    ),
).holds(
    local_check_of_rows,
    Drawn("P-positions with piles ≤ 10 000, all options tried", p_positions_of_full_size),
)
study.numbers(
    "sum-to-{}",
    "$S({}) = {}$.",
    {FULL: 166884045736},
    listed_sum,
    solvers="the packed rows, whose list passes the local check; no second algorithm gets there",
)
