"""The stone game's sums, and its solvers beyond the reach of the graph.

Source: 004_de23a664e416c5f6.txt, "Results".
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from fast import stone_game as solver
from oracles.games.stone_game import Piles, StoneGame, ordered
from research.claims import equal
from research.studies.stone_game.agreements import (
    BEYOND,
    BOUND,
    GRAPH,
    SOURCE,
    study,
    true_answer,
)

if TYPE_CHECKING:
    pass

# The sums.


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
    by=GRAPH,
    exact_truth=True,
    source=SOURCE.at("Results"),
)
study.value(
    "sum-to-100",
    "$S(100) = 173895$.",
    believed=173895,
    computed=lambda: both(limit=100),
    by="both solvers, each confirmed on the graph",
    exact_truth=False,
    source=SOURCE.at("Problem 260 and Results"),
)
study.value(
    "sum-to-1000",
    "$S(1000) = 167542057$.",
    believed=167542057,
    computed=lambda: both(limit=1000),
    by="both solvers, each confirmed on the graph",
    exact_truth=False,
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
    believed=solver.winning_option,
    controls={"empties all piles": lambda _: (0, 0, 0)},
).search("positions with piles ≤ 1000", near_a_thousand, is_legal_and_claimed)

study.claim(
    "both-solvers-agree",
    "The source's tables and the packed rows give the same sum, number and list of P-positions.",
    source=BEYOND,
    believed="tables",
    controls={"no algorithm at all": None},
).search(
    f"limits from {BOUND} to 400",
    lambda: limits_between(BOUND, 400),
    lambda believed, limit: (
        believed is not None
        and equal(
            solver.answer.ungated(limit, algorithm="packed"),
            solver.answer.ungated(limit, algorithm=believed),
        )
    ),
)


def limits_between(least: int, most: int) -> Any:
    """Strategy: a limit in a range."""
    from hypothesis import strategies as st

    return st.integers(least, most)
