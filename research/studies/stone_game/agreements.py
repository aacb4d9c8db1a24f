"""The stone game's solvers against the truth.

The packed solver works on words of 64 bits, so cases of several words are among those that it is
compared on. Its tables end at powers of two, and the ranges that it takes end where they are
lowered to here, within the graph.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any

from fast import stone_game as solver
from fast.errors import NoWinningOptionError
from oracles.games.stone_game import Piles, ordered
from research.claims.agreeing import refused
from research.claims.cases import (
    Drawn,
    Listed,
    each_with,
    evenly,
    every,
    in_some_order,
    integers,
    moduli_of_every_kind,
    of_every_size,
    reduced,
    st,
    unfit_moduli,
    with_another_modulus,
)
from research.studies.stone_game.truth import (
    BOUND,
    HEADLINE,
    MARKED,
    TABLES,
    by_marking,
    by_tables,
    graph,
    listed,
    on_graph,
    positions,
    study,
)

PACKED, BY_TABLES = {"algorithm": "packed"}, {"algorithm": "tables"}
EACH = [PACKED, BY_TABLES, {}]
BOTH = ("sum", "count")
# Below, above and far above the sums.
MODULI = [*every(modulus=range(1, 13)), *moduli_of_every_kind(), {"modulus": 2**100_000 - 1}]
ENDS = (HEADLINE, 1023, 1024, 1025, 1500, 2047, TABLES)
LARGEST = 20  # to which ranges are lowered: between two powers of two, within the graph
answer, p_positions = solver.answer, solver.p_positions
criterion, option = solver.criterion, solver.winning_option

# The answer.


def limits(most: int) -> Listed:
    """Every limit up to one, with each of the answers asked for, and with neither."""
    return Listed(
        f"limit ≤ {most}, the sum and the number",
        lambda: each_with(every(limit=range(most + 1)), [{}, *every(what=BOTH)]),
    )


WITH_MODULI = Listed(
    f"limit ≤ {BOUND} and {MARKED}, modulo up to 12, numbers below and above the sums, about and "
    "above 2^32, 2^63 and 2^64, with and without factors",
    lambda: each_with(every(limit=(*range(BOUND + 1), MARKED), what=BOTH), MODULI),
)
BEYOND_THE_MARKING = Drawn(
    f"limits from {MARKED} to {HEADLINE}, sum and count",
    lambda: evenly(2 * MARKED, 2 * HEADLINE + 1).map(
        lambda drawn: {"limit": drawn // 2, "what": BOTH[drawn % 2]}
    ),
)
ENDS_OF_WORDS = Listed(
    f"{HEADLINE} and limits about powers of two to {TABLES}, exact and modulo numbers from 2^29 to "
    "2^30 that are below the sum",
    lambda: [
        *every(limit=ENDS, what=BOTH),
        *every(limit=[TABLES], modulus=(10**9 + 7, 2**30 - 35, 2**30)),
        {"limit": TABLES, "modulus": 2**30 - 35, "factors": (2**30 - 35,)},
    ],
)


def answer_to(change: Any) -> Any:
    """A control: the solver's answer to another limit."""
    return lambda limit, **more: answer.ungated(change(limit), **more)


BELOW = {"piles below the limit only": answer_to(lambda limit: max(limit - 1, 0))}
TWO_WORDS = {"piles of two words only": answer_to(lambda limit: min(limit, 128))}
MODULO = {"another modulus": with_another_modulus(answer)}
IN_30_BITS = {
    "sums of 30 bits": reduced(lambda limit, what="sum": by_tables.answer(limit, what) % 2**30)
}
marked, tables = reduced(by_marking.answer), reduced(by_tables.answer)
by_packed = partial(study.agree, answer, tables, fixed=PACKED, by=by_tables.by)

study.agree(answer, on_graph.answer, over=limits(BOUND), fixed=EACH, controls=BELOW)
study.agree(answer, marked, over=WITH_MODULI, fixed=EACH, controls=MODULO)
study.agree(answer, marked, over=limits(MARKED), fixed=EACH, controls=TWO_WORDS)
by_packed(over=BEYOND_THE_MARKING, controls=TWO_WORDS)
by_packed(over=ENDS_OF_WORDS, controls={**IN_30_BITS, **MODULO})
for algorithm, end in ((PACKED, "LARGEST_LIMIT"), (BY_TABLES, "LARGEST_LIMIT_OF_TABLES")):
    study.agree(
        answer,
        on_graph.answer,
        over=limits(BOUND),
        fixed=algorithm,
        lowered={f"fast.stone_game.{end}": LARGEST},
        answered=lambda limit, **_: limit <= LARGEST,
    )

# The list.

TO_64 = {"the table for 64": lambda limit: p_positions.ungated(min(limit, 64))}
NOT_ALL = {"without the last": lambda limit: p_positions.ungated(limit)[:-1]}
to_the_graph = integers(limit=BOUND)

study.agree(p_positions, on_graph.up_to, over=to_the_graph, controls=NOT_ALL)
study.agree(p_positions, by_marking.up_to, over=integers(limit=MARKED), controls=TO_64)
study.agree(
    p_positions,
    on_graph.up_to,
    over=to_the_graph,
    lowered={"fast.stone_game.LARGEST_LIMIT_OF_LIST": LARGEST},
    answered=lambda limit: limit <= LARGEST,
)

# Positions.

IN_SOME_ORDER = Listed(
    f"all positions with piles ≤ {BOUND}, each in one of its orders",
    lambda: in_some_order(positions(BOUND).cases()),
)
IN_EVERY_ORDER = Listed(
    f"all positions with piles ≤ {BOUND} in every order",
    lambda: sorted(product(range(BOUND + 1), repeat=3), key=sum),
)


def near_p_positions() -> Any:
    """Strategy: P-positions or a step from one, and numbers of every size, in any order."""

    def moved(drawn: tuple[Piles, list[int], list[int]]) -> Piles:
        x, y, z = (min(max(p + s, 0), MARKED) for p, s in zip(*drawn[:2], strict=True))
        return tuple((x, y, z)[place] for place in drawn[2])

    anywhere = st.tuples(*[of_every_size(0, MARKED)] * 3)
    steps = st.lists(st.sampled_from([0, 0, 0, 1, -1]), min_size=3, max_size=3)
    places = st.permutations(range(3))
    return st.tuples(st.one_of(st.sampled_from(listed(by_marking)), anywhere), steps, places).map(
        moved
    )


NEAR_P_POSITIONS = Drawn(
    f"positions with piles ≤ {MARKED} in any order, half of them near P-positions",
    near_p_positions,
)


def about_the_ends_of_tables() -> list[Piles]:
    """P-positions and their neighbours where the solver's tables, for powers of two, end."""
    ends = {2**k + step for k in range(9) for step in (-1, 0, 1)}
    found = [p for p in listed(by_marking) if p[2] in ends]
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
ONE_LESS = {
    "one stone from the largest pile": lambda p: ordered((*sorted(p)[:2], max(max(p) - 1, 0)))
}
none = NoWinningOptionError

study.agree(criterion, graph.is_p_position, over=IN_EVERY_ORDER, controls=EQUAL)
study.agree(criterion, by_marking.criterion, over=ENDS_OF_TABLES, controls=NONE_THERE)
study.agree(criterion, by_marking.criterion, over=NEAR_P_POSITIONS, controls=ONE_MORE)
study.agree(
    criterion,
    graph.is_p_position,
    over=IN_SOME_ORDER,
    lowered={"fast.stone_game.LARGEST_PILE": LARGEST},
    answered=lambda p: max(p) <= LARGEST,
)
study.agree(option, graph.winning_options, over=IN_SOME_ORDER, refusal=none, controls=EMPTIED)
study.agree(
    option, by_marking.winning_options, over=NEAR_P_POSITIONS, refusal=none, controls=ONE_LESS
)

# What is refused.

NO_NUMBER = (-1, 2.0, "5", True, None)
UNFIT = [{"what": "mean"}, {"algorithm": "best"}, *unfit_moduli()]
NO_PILE = (*NO_NUMBER, 10_001)
NO_POSITIONS = [*((0, pile, 2) for pile in NO_PILE), (0, 1), (0, 1, 2, 3), (), 7, "012"]

NO_ANSWER = refused(
    lambda: [
        *every(limit=(*NO_NUMBER, 20_001)),
        {"limit": 2_001, "algorithm": "tables"},
        *each_with([{"limit": 9}], UNFIT),
    ]
)
for function, arguments in (
    (answer, NO_ANSWER),
    (p_positions, refused(lambda: (*NO_NUMBER, 3_001))),
    (criterion, refused(lambda: NO_POSITIONS)),
    (option, refused(lambda: NO_POSITIONS)),
):
    study.agree(function, "refusal", over=arguments)
