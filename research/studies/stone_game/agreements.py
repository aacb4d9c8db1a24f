"""The stone game's solvers against the truth.

The packed solver works on words of 64 bits, so cases of several words are among those that it is
compared on. Its tables end at powers of two.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from fast import stone_game as solver
from fast.errors import NoWinningOptionError
from oracles.games.stone_game import Piles, ordered
from research.claims import cases
from research.claims.cases import NO_NUMBERS, Drawn, Listed, each_with, every, integers, reduced, st
from research.studies.stone_game.truth import (
    BOUND,
    MARKED,
    TABLES,
    by_marking,
    by_tables,
    graph,
    on_graph,
    positions,
    study,
)

answer, p_positions = solver.answer, solver.p_positions
criterion, option = solver.criterion, solver.winning_option
PACKED, BY_TABLES = {"algorithm": "packed"}, {"algorithm": "tables"}
EACH = [PACKED, BY_TABLES, {}]
BOTH = ("sum", "count")
# Below, above and far above the sums.
MODULI = [*every(modulus=range(1, 13)), *cases.moduli(), {"modulus": 2**100_000 - 1}]

# The answer and the list.


def limits(most: int) -> Listed:
    """Every limit up to one, with each of the answers asked for, and with neither."""
    return Listed(
        f"limit ≤ {most}, the sum and the number",
        lambda: each_with(every(limit=range(most + 1)), [{}, *every(what=BOTH)]),
    )


WITH_MODULI = Listed(
    f"limit ≤ {BOUND} and {MARKED}, modulo up to 12 and of every kind, below and above the sums",
    lambda: each_with(every(limit=(*range(BOUND + 1), MARKED), what=BOTH), MODULI),
)
FAR = Listed(
    f"limits to 1000 in steps of 50, and about powers of two to {TABLES}, exact and modulo numbers "
    "below the sum",
    lambda: [
        *every(limit=(*range(MARKED, 1001, 50), 1023, 1024, 1025, 1500, 2047, TABLES), what=BOTH),
        *every(limit=[TABLES], modulus=(10**9 + 7, 2**30 - 35, 2**30)),
        {"limit": TABLES, "modulus": 2**30 - 35, "factors": (2**30 - 35,)},
    ],
)


def answer_to(change: Any) -> Any:
    """A control: the solver's answer to another limit."""
    return lambda limit, **more: answer.ungated(change(limit), **more)


BELOW = {"piles below the limit only": answer_to(lambda limit: max(limit - 1, 0))}
TWO_WORDS = {"piles of two words only": answer_to(lambda limit: min(limit, 128))}
MODULO = {"another modulus": cases.with_another_modulus(answer)}
IN_30_BITS = {
    "sums of 30 bits": reduced(lambda limit, what="sum": by_tables.answer(limit, what) % 2**30)
}
TO_64 = {"the table for 64": lambda limit: p_positions.ungated(min(limit, 64))}
NOT_ALL = {"without the last": lambda limit: p_positions.ungated(limit)[:-1]}
marked, tables = reduced(by_marking.answer), reduced(by_tables.answer)
to_the_graph, to_the_marking = integers(limit=BOUND), integers(limit=MARKED)
WORDS = {**IN_30_BITS, **TWO_WORDS, **MODULO}

study.agree(answer, on_graph.answer, over=limits(BOUND), fixed=EACH, controls=BELOW)
study.agree(answer, marked, over=WITH_MODULI, fixed=EACH, controls=MODULO)
study.agree(answer, marked, over=limits(MARKED), fixed=EACH, controls=TWO_WORDS)
study.agree(answer, tables, over=FAR, fixed=PACKED, by=by_tables.by, controls=WORDS)
study.agree(p_positions, on_graph.up_to, over=to_the_graph, controls=NOT_ALL)
study.agree(p_positions, by_marking.up_to, over=to_the_marking, controls=TO_64)

# Positions.

IN_SOME_ORDER = Listed(
    f"all positions with piles ≤ {BOUND}, each in one of its orders",
    lambda: cases.in_some_order(positions(BOUND).cases()),
)
IN_EVERY_ORDER = Listed(
    f"all positions with piles ≤ {BOUND} in every order",
    lambda: sorted(product(range(BOUND + 1), repeat=3), key=sum),
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


def about_the_ends_of_tables() -> list[Piles]:
    """P-positions and their neighbours where the solver's tables, for powers of two, end."""
    ends = {2**k + step for k in range(9) for step in (-1, 0, 1)}
    found = [p for p in by_marking.found() if p[2] in ends]
    return [*found, *((x, y, z - 1) for x, y, z in found if y < z)]


ENDS_OF_TABLES = Listed(
    "the P-positions whose largest pile is a power of two, one more or less, up to 257, and the "
    "positions with a stone less on it",
    about_the_ends_of_tables,
)
EQUAL = {"equal piles": lambda p: len(set(p)) == 1}
NONE_THERE = {"none where a table ends": lambda p: max(p).bit_count() > 1 and criterion(p)}
ONE_MORE = {"a stone more on the first pile": lambda p: by_marking.criterion((p[0] + 1, *p[1:]))}
EMPTIED = {"empties the largest pile": lambda p: ordered((*sorted(p)[:2], 0))}
is_marked, wins, none = by_marking.criterion, by_marking.winning_options, NoWinningOptionError

study.agree(criterion, graph.is_p_position, over=IN_EVERY_ORDER, controls=EQUAL)
study.agree(criterion, is_marked, over=ENDS_OF_TABLES, controls=NONE_THERE)
study.agree(criterion, is_marked, over=NEAR_P_POSITIONS, controls=ONE_MORE)
study.agree(option, graph.winning_options, over=IN_SOME_ORDER, refusal=none, controls=EMPTIED)
study.agree(option, wins, over=NEAR_P_POSITIONS, refusal=none, controls=EMPTIED)

# What is refused.

NO_ANSWER = [
    *every(limit=(*NO_NUMBERS, 20_001)),
    {"limit": 2_001, "algorithm": "tables"},
    *each_with([{"limit": 9}], [{"what": "mean"}, {"algorithm": "best"}, *cases.unfit_moduli()]),
]
NO_POSITIONS = [
    *((0, pile, 2) for pile in (*NO_NUMBERS, 10_001)),
    (0, 1),
    (0, 1, 2, 3),
    (),
    7,
    "012",
]
for function, wrong in (
    *((answer, NO_ANSWER), (p_positions, (*NO_NUMBERS, 3_001))),
    *((criterion, NO_POSITIONS), (option, NO_POSITIONS)),
):
    study.agree(function, "refusal", over=list(wrong))
