"""The stone game's solvers against the truth.

The packed solver works on words of 64 bits, so cases of several words are among those that it is
compared on. Its tables end at powers of two.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from fast import stone_game as solver
from fast.errors import NoWinningOptionError
from oracles.games.stone_game import Piles, ordered
from research.claims import cases
from research.claims.cases import NO_NUMBERS, Drawn, Listed, each_with, every, integers, reduced, st
from research.studies.stone_game import truth
from research.studies.stone_game.truth import (
    BOUND,
    MARKED,
    TABLES,
    by_marking,
    graph,
    on_graph,
    positions,
    study,
)

answer, p_positions = solver.answer, solver.p_positions
criterion, option = solver.criterion, solver.winning_option
EACH = [PACKED := {"algorithm": "packed"}, {"algorithm": "tables"}]
BOTH = ("sum", "count")
# Below, above and far above the sums.
MODULI = [*every(modulus=range(1, 13)), *cases.moduli(), {"modulus": 2**100_000 - 1}]

# The answer and the list.

TO_THE_GRAPH = Listed(
    f"limit ≤ {BOUND}, the sum and the number",
    lambda: each_with(every(limit=range(BOUND + 1)), [{}, *every(what=BOTH)]),
)
TO_THE_MARKING = Listed(
    f"limit ≤ {MARKED}, the sum and the number; to 12 and of {MARKED} also modulo up to 12 and of "
    "every kind, below and above the sums",
    lambda: [
        *each_with(every(limit=range(MARKED + 1)), [{}, *every(what=BOTH)]),
        *each_with(every(limit=(*range(13), MARKED), what=BOTH), MODULI),
    ],
)
THE_PROBLEM = Listed("the instance of the problem", lambda: [study.headline])
FAR = Listed(
    f"limits to 1000 in steps of 50, and about powers of two to {TABLES}, exact and modulo numbers "
    "below the sum",
    lambda: [
        *every(limit=(*range(MARKED, 1001, 50), 1023, 1024, 1025, TABLES), what=BOTH),
        *every(limit=[TABLES], modulus=(10**9 + 7, 2**30 - 35, 2**30)),
        {"limit": TABLES, "modulus": 2**30 - 35, "factors": (2**30 - 35,)},
    ],
)


def answer_to(change: Any) -> Any:
    """A control: the solver's answer to another limit."""
    return lambda limit, **more: answer.ungated(change(limit), **more)


BELOW = {"piles below the limit only": answer_to(lambda limit: max(limit - 1, 0))}
WRONG = {
    "piles of two words only": answer_to(lambda limit: min(limit, 128)),
    "another modulus": cases.with_another_modulus(answer),
}
IN_30_BITS = {
    "sums of 30 bits": reduced(lambda limit, what="sum": truth.by_tables(limit, what) % 2**30)
}
NOT_ALL = {
    "the table for 64": lambda limit: p_positions.ungated(min(limit, 64)),
    "without the last": lambda limit: p_positions.ungated(limit)[:-1],
}
marked, tables = reduced(by_marking.answer), reduced(truth.by_tables)

in_three_ways = partial(study.agree, answer, fixed=EACH)

in_three_ways(on_graph.answer, over=TO_THE_GRAPH, by=on_graph.by, controls=BELOW)
in_three_ways(marked, over=TO_THE_MARKING, by=by_marking.by, controls=WRONG)
in_three_ways(truth.sum_by_marking, over=THE_PROBLEM, by="marking by the rules", controls=BELOW)
study.agree(
    answer, tables, over=FAR, fixed=PACKED, by="the tables", controls={**WRONG, **IN_30_BITS}
)
study.agree(p_positions, by_marking.up_to, over=integers(limit=MARKED), controls=NOT_ALL)

# Positions.

IN_SOME_ORDER = Listed(
    f"all positions with piles ≤ {BOUND}, each in one of its orders",
    lambda: cases.in_some_order(positions(BOUND).cases()),
)


def near_p_positions() -> Any:
    """Strategy: P-positions or a step from one, and numbers of every size, in any order."""

    def moved(position: Piles, steps: list[int], places: list[int]) -> Piles:
        piles = [min(max(p + s, 0), MARKED) for p, s in zip(position, steps, strict=True)]
        return tuple(piles[place] for place in places)

    anywhere = st.tuples(*[cases.of_every_size(0, MARKED)] * 3)
    near = st.sampled_from(by_marking.found())
    steps = st.lists(st.sampled_from([0, 0, 0, 1, -1]), min_size=3, max_size=3)
    return st.builds(moved, near | anywhere, steps, st.permutations(range(3)))


NEAR_P_POSITIONS = Drawn(
    f"positions with piles ≤ {MARKED} in any order, half of them near P-positions",
    near_p_positions,
)
EQUAL = {"equal piles": lambda p: len(set(p)) == 1}
ONE_MORE = {"a stone more on the first pile": lambda p: by_marking.criterion((p[0] + 1, *p[1:]))}
EMPTIED = {"empties the largest pile": lambda p: ordered((*sorted(p)[:2], 0))}
wins = partial(study.agree, option, refusal=NoWinningOptionError, controls=EMPTIED)

study.agree(criterion, graph.is_p_position, over=IN_SOME_ORDER, controls=EQUAL)
study.agree(criterion, by_marking.criterion, over=NEAR_P_POSITIONS, controls=ONE_MORE)
wins(graph.winning_options, over=IN_SOME_ORDER)
wins(by_marking.winning_options, over=NEAR_P_POSITIONS)

# What is refused.

NO_ANSWER = cases.unfit({"limit": 9}, limit=[20_001], what=["mean"], algorithm=["best"])
study.agree(answer, "refusal", over=[*NO_ANSWER, {"limit": 2_001, "algorithm": "tables"}])
study.agree(p_positions, "refusal", over=[*NO_NUMBERS, 3_001])
for function in (criterion, option):
    no_piles = [(0, pile, 2) for pile in (*NO_NUMBERS, 10_001)]
    study.agree(function, "refusal", over=[*no_piles, (0, 1), (0, 1, 2, 3), 7, "012"])
