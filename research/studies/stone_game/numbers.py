"""The stone game's sums, and its solvers beyond the reach of the graph.

Source: 004_de23a664e416c5f6.txt, "Results".
"""

from __future__ import annotations

from functools import cache
from typing import Any

from fast import stone_game as solver
from oracles.games.stone_game import CHOICES, Piles, StoneGame, ordered
from research.checks.equality import Equation, equal
from research.checks.grounds import Complete, Graph, Solvers
from research.claims.strategies import evenly, of_every_size
from research.studies.stone_game.agreements import (
    BEYOND,
    BOUND,
    MARKED,
    SOURCE,
    marked,
    marked_answer,
    study,
    true_answer,
    true_p_positions,
)

# The sums.


@cache
def both(**arguments: Any) -> int | str:
    """The answer on which both solvers agree, or both answers."""
    packed, tables = (
        solver.answer.ungated(**arguments, algorithm=name) for name in ("packed", "tables")
    )
    return packed if packed == tables else f"{packed} and {tables}"


study.value(
    "sum-to-10",
    "$S(10) = 360$.",
    believed=360,
    computed=lambda: true_answer(10),
    by=Graph(f"all positions with piles ≤ {BOUND}"),
    source=SOURCE.at("Results"),
).correction = ("$S(10) = 213$.", 213)
study.claim(
    "marking",
    "Going through the positions in order, calling a position P if it is not marked, and then "
    "marking all positions that a move leads from to it, gives the P-positions of the explicit "
    "graph. [So this study finds them where the graph would be too large.]",
    source=BEYOND,
    believed=marked,
    controls={
        "moves on one or two piles only": lambda limit: marked(limit, tuple(CHOICES[:-1])),
        "moves on one or three piles only": lambda limit: marked(
            limit, tuple(choice for choice in CHOICES if sum(choice) != 2)
        ),
    },
).exhaust(
    Graph(f"N ≤ {BOUND}"),
    lambda: range(BOUND + 1),
    lambda believed, n: equal(true_p_positions(n), believed(n)),
)
study.value(
    "sum-to-100",
    "$S(100) = 173895$.",
    believed=173895,
    computed=lambda: marked_answer(100),
    by=Complete(f"all positions with piles ≤ {MARKED}", by="marking by the rules"),
    source=SOURCE.at("Problem 260 and Results"),
)
study.value(
    "sum-to-1000",
    "$S(1000) = 167542057$.",
    believed=167542057,
    computed=lambda: both(limit=1000),
    by=Solvers("both solvers, each confirmed on the graph"),
    source=SOURCE.at("Results"),
)


# Beyond the graph: the local check near the headline's size, and solver against solver.


def near_a_thousand() -> Any:
    """Strategy: positions with piles up to 1000."""
    from hypothesis import strategies as st

    pile = st.integers(0, 1000)
    return st.tuples(pile, pile, pile).map(ordered)


def p_position_near_a_thousand() -> Any:
    """Strategy: P-positions that the solver claims, up to 1000."""
    from hypothesis import strategies as st

    return st.sampled_from(sorted(claimed_to_1000()))


@cache
def claimed_to_1000() -> frozenset[Piles]:
    """The table of P-positions up to 1000 that the solver claims."""
    return frozenset(solver.p_positions.ungated(1000))


def local_check(believed: Any, position: Piles) -> bool:
    """Some option is a claimed P-position exactly where the position is not claimed to be one."""
    options_claimed = any(believed(option) for option in StoneGame().options(position))
    return options_claimed != bool(believed(position))


study.claim(
    "kernel-to-1000",
    "The solver's P-positions up to 1000 are those of a kernel: no option of one is one, and "
    "every other position has an option that is.",
    source=BEYOND,
    gating=True,
    believed=lambda position: position in claimed_to_1000(),
    controls={
        "a stone more on the largest pile": lambda p: (p[0], p[1], p[2] - 1) in claimed_to_1000(),
        "without those of equal smaller piles": lambda p: p in claimed_to_1000() and p[0] != p[1],
    },
).search("positions with piles ≤ 1000, all options tried", near_a_thousand, local_check).search(
    "P-positions with piles ≤ 1000, all options tried", p_position_near_a_thousand, local_check
)


def is_legal_and_claimed(believed: Any, position: Piles) -> bool:
    """The winning option is an option by the rules, and a claimed P-position."""
    if solver.criterion(position):
        return True
    option = ordered(believed(position))
    return option in set(StoneGame().options(position)) and solver.criterion(option)


study.claim(
    "winning-option-beyond-the-graph",
    "Near the headline's size, the winning option of each N-position is one of its options by the "
    "rules, and a claimed P-position.",
    source=BEYOND,
    gating=True,
    believed=solver.winning_option,
    controls={
        "empties all piles": lambda _: (0, 0, 0),
        "one stone from the largest pile": lambda p: (p[0], p[1], p[2] - 1),
    },
).search("positions with piles ≤ 1000", near_a_thousand, is_legal_and_claimed)


def found_by(algorithm: str, limit: int) -> tuple[int, int, list[int]]:
    """Sum, number and list of the P-positions by one of the solver's algorithms.

    The public list always comes from the packed rows, so both lists are taken from the kernels,
    which write x, y and z side by side into one integer.
    """
    from fast import stone_kernels

    room = stone_kernels.empty_keys((limit + 1) * (limit + 2) // 2)
    number, sum_of_xy, sum_of_z = getattr(stone_kernels, algorithm)(limit, room)
    return sum_of_xy + sum_of_z, number, room[:number].tolist()


def same_by_tables(believed: Any, limit: int) -> Equation | bool:
    """Sum, number and list are the same; of two lists the first difference is shown."""
    found, expected = found_by("tables", limit), believed(limit)
    if found[:2] != expected[:2]:
        return equal(found[:2], expected[:2])
    return next((equal(a, b) for a, b in zip(found[2], expected[2], strict=True) if a != b), True)


def without_the_last(limit: int) -> tuple[int, int, list[int]]:
    """A wrong twin: the sum is right, a position is missing."""
    total, number, piles = found_by("packed", limit)
    return total, number - 1, piles[:-1]


def reversed_list(limit: int) -> tuple[int, int, list[int]]:
    """A wrong twin: sum and number are right, the list is not."""
    total, number, piles = found_by("packed", limit)
    return total, number, piles[::-1]


study.claim(
    "both-solvers-agree",
    "The source's tables and the packed rows give the same sum, number and list of P-positions.",
    source=BEYOND,
    gating=True,
    believed=lambda limit: found_by("packed", limit),
    controls={"without the last one": without_the_last, "the list reversed": reversed_list},
).search("limits from 100 to 300", lambda: limits_between(100, 300), same_by_tables)
study.value(
    "sum-to-2000",
    "$S(2000) = 1333269536$, the last one that the tables reach.",
    believed=1333269536,
    computed=lambda: both(limit=solver.LARGEST_LIMIT_OF_TABLES),
    by=Solvers("both solvers, each confirmed on the graph"),
    source=BEYOND,
)


def limits_between(least: int, most: int) -> Any:
    """Strategy: a limit in a range."""
    from hypothesis import strategies as st

    return st.integers(least, most)


# At full size: the packed rows alone get there, so the local check is what speaks for them.

FULL = solver.LARGEST_PILE


@cache
def packed_to_full_size() -> tuple[Any, tuple[int, int]]:
    """The keys of all P-positions to the largest pile, and their sum and number."""
    from fast import stone_kernels

    room = stone_kernels.empty_keys((FULL + 1) * (FULL + 2) // 2)
    number, sum_of_xy, sum_of_z = stone_kernels.packed(FULL, room)
    return room[:number].copy(), (sum_of_xy + sum_of_z, number)


def are_claimed(piles: Any) -> Any:
    """Which rows of an array of piles, in any order, are P-positions that the packed rows claim."""
    import numpy as np

    from fast import stone_kernels

    x, y, z = np.sort(piles, axis=1).T
    bits = stone_kernels.PILE_BITS
    return stone_kernels.contains(packed_to_full_size()[0], (x << 2 * bits) | (y << bits) | z)


def all_options(position: Piles) -> Any:
    """All options, by the rules, as rows of an array; their piles are not put in order."""
    import numpy as np

    return np.concatenate(
        [
            np.array(position) - np.outer(np.arange(1, 1 + most), choice)
            for choice in CHOICES
            if (most := min(p for p, taken in zip(position, choice, strict=True) if taken))
        ]
        or [np.empty((0, 3), np.int64)]
    )


def local_check_of_rows(believed: Any, position: Piles) -> bool:
    """Some option is claimed exactly where the position is not."""
    import numpy as np

    return bool(believed(all_options(position)).any()) != bool(believed(np.array([position]))[0])


def position_of_full_size() -> Any:
    """Strategy: positions with piles of every size up to the largest."""
    from hypothesis import strategies as st

    pile = of_every_size(0, FULL)
    return st.tuples(pile, pile, pile).map(ordered)


def p_position_of_full_size() -> Any:
    """Strategy: P-positions that the packed rows claim, from all of their list."""
    from fast.stone_kernels import PILE_BITS

    keys, mask = packed_to_full_size()[0], (1 << PILE_BITS) - 1
    return evenly(0, len(keys) - 1).map(
        lambda i: (
            int(keys[i]) >> 2 * PILE_BITS,
            int(keys[i]) >> PILE_BITS & mask,
            int(keys[i]) & mask,
        )
    )


def sum_to_full_size() -> int | str:
    """The sum that the packed rows give, if it is that of their list; else both."""
    from fast.stone_kernels import PILE_BITS

    keys, (found, number) = packed_to_full_size()
    mask = (1 << PILE_BITS) - 1
    listed = int(((keys >> 2 * PILE_BITS) + (keys >> PILE_BITS & mask) + (keys & mask)).sum())
    return found if (found, number) == (listed, len(keys)) else f"{found}, listed {listed}"


study.claim(
    "kernel-to-10000",
    "The P-positions up to 10 000, as far as the solver goes, are those of a kernel: no option of "
    "one is one, and every other position has an option that is.",
    source=BEYOND,
    believed=are_claimed,
    controls={
        "the first pile doubled": lambda piles: are_claimed(piles * [2, 1, 1]),
        "nothing is P": lambda piles: are_claimed(piles) & False,
    },
).search(
    "positions with piles of every size ≤ 10 000, all options tried; beyond 2000 the packed rows "
    "alone compute them",
    position_of_full_size,
    local_check_of_rows,
).search(
    "P-positions with piles ≤ 10 000, all options tried",
    p_position_of_full_size,
    local_check_of_rows,
)
study.value(
    "sum-to-10000",
    "$S(10000) = 166884045736$.",
    believed=166884045736,
    computed=sum_to_full_size,
    by=Solvers(
        "the packed rows, whose list passes the local check; no second algorithm gets there"
    ),
    source=BEYOND,
)
