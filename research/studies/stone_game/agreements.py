"""The stone game's study: the oracle in the solvers' signatures, and their agreements.

Source: 004_de23a664e416c5f6.txt. The explicit graph has every position without a pile of more
than 24 stones. Up to 300 the P-positions are also found by plain marking: a position from which
no move to a P-position was marked is one, and marks all positions that a move leads from to it.
The packed solver works on words of 64 bits, so cases of several words are among those that it is
compared on. Up to 2000 the two solvers, which share no code, are compared with each other; from
there on the packed one alone answers, and its table is held to the local check.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, combinations_with_replacement, permutations, product
from typing import Any

from fast import stone_game as solver
from fast.errors import NoWinningOptionError
from oracles.games.stone_game import CHOICES, Piles, StoneGame, ordered
from research.claims import Source
from research.finite import agree_on_all, refuse_all
from research.moduli import of_every_kind, unfit
from research.strategies import of_every_size
from research.studies.stone_game.pictures import PICTURES
from research.study import Study

SOURCE = Source("004_de23a664e416c5f6.txt")
BOUND = 24
MARKED = 300
TABLES = 1000  # the headline's own limit
ENDS = (TABLES, 1023, 1024, 1025, 1500, 2047, 2048, 3000)  # the last has a sum above 2^32
BEYOND = Source("this study", "beyond the graph")


# Below, above and far above the sums.
MODULI: list[dict[str, Any]] = [
    *({"modulus": modulus} for modulus in range(1, 13)),
    *of_every_kind(),
    {"modulus": 2**100_000 - 1},
]

study = Study(
    "stone-game",
    StoneGame(),
    title="Stone game",
    about="""
There are three piles of stones. A player chooses some $N > 0$ and takes $N$ stones from any one
pile, or $N$ from each of any two, or $N$ from each of the three. Who takes the last stone wins.
The question is the sum $S(N)$ of $x + y + z$ over all P-positions with $x ≤ y ≤ z ≤ N$.
""",
    source=SOURCE.at("Problem 260. (Stone Game)"),
    answer=solver.answer,
    headline={"limit": 1000},
    pictures=PICTURES,
    label=lambda piles: " ".join(map(str, piles)),
)


# What the oracle gives, in the solvers' signatures.


def positions(limit: int) -> Iterator[Piles]:
    """All positions with piles up to ``limit``, smallest first."""
    return iter(sorted(combinations_with_replacement(range(limit + 1), 3), key=sum))


def true_p_positions(limit: int) -> list[Piles]:
    """P-positions with piles up to ``limit``, from the graph."""
    return sorted(p for p in study.truth(BOUND).p_positions if p[2] <= limit)


def true_answer(limit: int, what: str = "sum") -> int:
    """Sum or number of the P-positions with piles up to ``limit``, from the graph."""
    found = true_p_positions(limit)
    return sum(map(sum, found)) if what == "sum" else len(found)


def true_criterion(position: Piles) -> bool:
    """Whether the graph says that a position is a P-position; piles in any order."""
    return study.truth(BOUND).outcome(ordered(position)) == "P"


def true_winning_options(position: Piles) -> list[Piles]:
    """The graph's winning options of a position."""
    return study.truth(BOUND).winning_options(ordered(position))


# What plain marking gives, beyond the graph.


def marked(limit: int, choices: Sequence[tuple[int, ...]] = tuple(CHOICES)) -> list[Piles]:
    """P-positions up to a limit, in order, by marking what can move to one.

    A cube has a mark for each three piles in each order: that some option of theirs is a
    P-position. Moves only lower piles, so all options are done with before a position's turn.
    """
    import numpy as np

    side = limit + 1
    marks = np.zeros((side, side, side), np.bool_)
    line = marks.reshape(-1)
    losing = []
    for position in combinations_with_replacement(range(side), 3):
        if marks[position]:
            continue
        losing.append(position)
        for x, y, z in set(permutations(position)):
            for a, b, c in choices:
                room = limit - max(p for p, taken in ((x, a), (y, b), (z, c)) if taken)
                here, step = (x * side + y) * side + z, (a * side + b) * side + c
                line[here + step : here + step * room + 1 : step] = True
    return losing


@cache
def marked_list() -> list[Piles]:
    """The P-positions up to the bound of the marking."""
    return marked(MARKED)


@cache
def marked_set() -> frozenset[Piles]:
    """The same, to look a position up."""
    return frozenset(marked_list())


def marked_p_positions(limit: int) -> list[Piles]:
    """P-positions with piles up to ``limit``, from the marking."""
    return [p for p in marked_list() if p[2] <= limit]


@cache
def marked_sum_and_number(limit: int) -> tuple[int, int]:
    """Sum and number of these."""
    found = marked_p_positions(limit)
    return sum(map(sum, found)), len(found)


def marked_answer(
    limit: int,
    what: str = "sum",
    modulus: int | None = None,
    factors: object = None,  # noqa: ARG001
) -> int:
    """Sum or number of the P-positions with piles up to ``limit``, from the marking."""
    total, number = marked_sum_and_number(limit)
    value = total if what == "sum" else number
    return value if modulus is None else value % modulus


def marked_criterion(position: Piles) -> bool:
    """Whether the marking says that a position is a P-position; piles in any order."""
    return ordered(position) in marked_set()


def marked_winning_options(position: Piles) -> list[Piles]:
    """The options, by the rules, that the marking calls P-positions."""
    return [o for o in StoneGame().options(ordered(position)) if o in marked_set()]


# What the other algorithm gives, beyond the marking.


@cache
def sums_by_tables(most: int) -> list[tuple[int, int]]:
    """Sum and number of the P-positions up to each limit to a largest, from the source's tables."""
    import numpy as np

    from fast import stone_kernels

    room = stone_kernels.empty_keys((most + 1) * (most + 2) // 2)
    number, _, _ = stone_kernels.tables(most, room)
    mask = (1 << stone_kernels.PILE_BITS) - 1
    piles = [room[:number] >> shift * stone_kernels.PILE_BITS & mask for shift in (2, 1, 0)]
    sums, counts = np.zeros(most + 1, np.int64), np.zeros(most + 1, np.int64)
    np.add.at(sums, piles[2], sum(piles))
    np.add.at(counts, piles[2], 1)
    return list(zip(accumulate(sums.tolist()), accumulate(counts.tolist()), strict=True))


def tables_answer(
    limit: int,
    what: str = "sum",
    modulus: int | None = None,
    factors: object = None,  # noqa: ARG001
) -> int:
    """The answer by the source's tables, which know nothing of words of 64 bits."""
    total, number = sums_by_tables(TABLES if limit <= TABLES else ENDS[-1])[limit]
    value = total if what == "sum" else number
    return value if modulus is None else value % modulus


# Cases.


def positions_in_every_order() -> list[dict[str, Any]]:
    """Every position within the graph, its piles in every order, the smallest first."""
    piles = product(range(BOUND + 1), repeat=3)
    return [{"position": position} for position in sorted(piles, key=sum)]


def positions_in_some_order() -> list[dict[str, Any]]:
    """Every position within the graph, its piles in one of their orders, which take turns."""
    return [
        {"position": list(permutations(position))[i % 6]}
        for i, position in enumerate(positions(BOUND))
    ]


def p_positions_about_the_tables() -> list[dict[str, Any]]:
    """P-positions and their neighbours where the solver's tables, for powers of two, end."""
    ends = {2**k + step for k in range(9) for step in (-1, 0, 1)}
    found = [p for p in marked_list() if p[2] in ends]
    near = [(x, y, z - 1) for x, y, z in found if y < z]
    return [{"position": position} for position in (*found, *near)]


def near_a_p_position() -> Any:
    """Strategy: positions within the marking, most of them P-positions or near one."""
    from hypothesis import strategies as st

    def moved(drawn: tuple[Piles, Piles, list[int]]) -> dict[str, Piles]:
        position, change, order = drawn
        piles = [min(max(p + c, 0), MARKED) for p, c in zip(position, change, strict=True)]
        return {"position": (piles[order[0]], piles[order[1]], piles[order[2]])}

    pile, step = of_every_size(0, MARKED), st.sampled_from([0, 0, 0, 1, -1])
    position = st.one_of(st.sampled_from(marked_list()), st.tuples(pile, pile, pile))
    change = st.tuples(step, step, step)
    return st.tuples(position, change, st.permutations([0, 1, 2])).map(moved)


def limits_beyond_the_marking() -> Any:
    """Strategy: a limit of several words of 64 bits, and which of the answers to give."""
    from hypothesis import strategies as st

    what = st.sampled_from(["sum", "count"])
    return st.fixed_dictionaries({"limit": st.integers(MARKED, TABLES), "what": what})


def limits(most: int) -> list[dict[str, Any]]:
    """Every limit up to one, with each of the answers asked for, and with neither."""
    whats: list[dict[str, Any]] = [{}, {"what": "sum"}, {"what": "count"}]
    return [{"limit": n} | what for n in range(most + 1) for what in whats]


def limits_and_moduli() -> list[dict[str, Any]]:
    """Every limit within the graph, and some to the end of the marking, with each of the moduli.

    The sums go to about 2^22, so that the later ones are above many a modulus.
    """
    later = (
        {"limit": n, "what": what}
        for n in (63, 64, 65, 100, 128, 200, 256, MARKED)
        for what in ("sum", "count")
    )
    cases = [case for case in limits(BOUND) if "what" in case]
    return [case | modulus for case in (*cases, *later) for modulus in MODULI]


def ends_of_words() -> list[dict[str, Any]]:
    """The headline's limit and others about powers of two, and a large sum modulo large numbers."""
    large = (10**9 + 7, 2**32 - 5, 2**32)
    return [
        *({"limit": n, "what": what} for n in ENDS for what in ("sum", "count")),
        *({"limit": ENDS[-1], "modulus": modulus} for modulus in large),
        {"limit": ENDS[-1], "modulus": 2**32 - 5, "factors": (2**32 - 5,)},
    ]


# Agreements, the quickest first.


def is_winning(found: Piles | None, options: list[Piles]) -> bool:
    """Whether an option is one of the winning ones, or rightly refused."""
    return ordered(found) in options if found else not options


def below(limit: int, **more: Any) -> int:
    """A wrong twin of the answer: piles below the limit only."""
    return solver.answer.ungated(max(limit - 1, 0), **more)


def up_to_two_words(limit: int, **more: Any) -> int:
    """A wrong twin of the answer: piles up to 128 only."""
    return solver.answer.ungated(min(limit, 128), **more)


def of_32_bits(limit: int, modulus: int | None = None, **more: Any) -> int:
    """A wrong twin of the answer: its value is held in 32 bits."""
    value = tables_answer(limit, more.get("what", "sum")) & (2**32 - 1)
    return value if modulus is None else value % modulus


def next_to_a_modulus(limit: int, modulus: int | None = None, **more: Any) -> int:
    """A wrong twin of the answer: right where it is exact."""
    value = tables_answer(limit, more.get("what", "sum"))
    return value if modulus is None else value % (modulus + 1)


def next_modulus(modulus: int, factors: object = None, **more: Any) -> int:  # noqa: ARG001
    """A wrong twin of the answer: modulo the next number, or the last one before the longest."""
    return solver.answer.ungated(modulus=modulus + (-1 if modulus > 2**999 else 1), **more)


for algorithm in ({"algorithm": "packed"}, {"algorithm": "tables"}, {}):
    agree_on_all(
        study,
        solver.answer,
        true_answer,
        f"limit ≤ {BOUND}, the sum and the number",
        lambda: limits(BOUND),
        fixed=algorithm,
        truth="the graph",
        controls={"piles below the limit only": below},
    )
    agree_on_all(
        study,
        solver.answer,
        marked_answer,
        f"limit ≤ {BOUND} and some to {MARKED}, modulo up to 12, numbers below and above the sums, "
        "about and above 2^32, 2^63 and 2^64, with and without factors; by marking",
        limits_and_moduli,
        fixed=algorithm,
        truth="marking",
        controls={"another modulus": next_modulus},
    )
    agree_on_all(
        study,
        solver.answer,
        marked_answer,
        f"limit ≤ {MARKED}, the sum and the number; by marking",
        lambda: limits(MARKED),
        fixed=algorithm,
        truth="marking",
        controls={"piles of two words only": up_to_two_words},
    )
study.agree(
    solver.answer,
    tables_answer,
    domain=f"limits from {MARKED} to {TABLES}, sum and count; with the source's tables, which are "
    "compared above and know nothing of words",
    arguments=limits_beyond_the_marking,
    fixed={"algorithm": "packed"},
    truth="the tables",
    controls={"piles of two words only": up_to_two_words},
)
agree_on_all(
    study,
    solver.answer,
    tables_answer,
    f"{TABLES} and limits about powers of two to {ENDS[-1]}, exact and modulo numbers from 2^29 to "
    "2^32 that are below the sum; with the source's tables",
    ends_of_words,
    fixed={"algorithm": "packed"},
    truth="the tables",
    controls={"sums of 32 bits": of_32_bits, "another modulus": next_to_a_modulus},
)

agree_on_all(
    study,
    solver.p_positions,
    true_p_positions,
    f"limit ≤ {BOUND}",
    lambda: [{"limit": n} for n in range(BOUND + 1)],
    truth="the graph",
    controls={"without the last": lambda limit: solver.p_positions.ungated(limit)[:-1]},
)
agree_on_all(
    study,
    solver.p_positions,
    marked_p_positions,
    f"limit ≤ {MARKED}, by marking",
    lambda: [{"limit": n} for n in range(MARKED + 1)],
    truth="marking",
    controls={
        "all from the table for 64": lambda limit: solver.p_positions.ungated(min(limit, 64))
    },
)
agree_on_all(
    study,
    solver.criterion,
    true_criterion,
    f"all positions with piles ≤ {BOUND} in every order",
    positions_in_every_order,
    truth="the graph",
    controls={"equal piles": lambda position: len(set(position)) == 1},
)
agree_on_all(
    study,
    solver.criterion,
    marked_criterion,
    "the P-positions whose largest pile is a power of two, one more or less, up to 257, and the "
    "positions with a stone less on it; by marking",
    p_positions_about_the_tables,
    truth="marking",
    controls={
        "none where a table ends": lambda position: (
            max(position).bit_count() > 1 and solver.criterion(position)
        )
    },
)
study.agree(
    solver.criterion,
    marked_criterion,
    domain=f"positions with piles ≤ {MARKED} in any order, half of them near P-positions; by "
    "marking",
    arguments=near_a_p_position,
    truth="marking",
    controls={
        "a stone more on the first pile": lambda position: marked_criterion(
            (position[0] + 1, *position[1:])
        )
    },
)
agree_on_all(
    study,
    solver.winning_option,
    true_winning_options,
    f"all positions with piles ≤ {BOUND}, each in one of its orders, refusals included",
    positions_in_some_order,
    agree=is_winning,
    refusal=NoWinningOptionError,
    truth="the graph",
    controls={"empties the largest pile": lambda position: ordered((*sorted(position)[:2], 0))},
)
study.agree(
    solver.winning_option,
    marked_winning_options,
    domain=f"positions with piles ≤ {MARKED} in any order, half of them near P-positions, refusals "
    "included; by marking",
    arguments=near_a_p_position,
    agree=is_winning,
    refusal=NoWinningOptionError,
    truth="marking",
    controls={
        "one stone from the largest pile": lambda position: ordered(
            (*sorted(position)[:2], max(max(position) - 1, 0))
        )
    },
)

NOT_A_LIMIT = (-1, 10_001, 2.0, "5", True, None)
refuse_all(
    study,
    solver.answer,
    lambda: [
        *({"limit": limit} for limit in NOT_A_LIMIT),
        {"limit": 2_001, "algorithm": "tables"},
        {"limit": 9, "what": "mean"},
        {"limit": 9, "algorithm": "best"},
        *({"limit": 9} | modulus for modulus in unfit()),
    ],
)
refuse_all(
    study,
    solver.p_positions,
    lambda: [{"limit": limit} for limit in (*NOT_A_LIMIT, 3_001)],
)
for function in (solver.criterion, solver.winning_option):
    refuse_all(
        study,
        function,
        lambda: [
            *({"position": (0, pile, 2)} for pile in NOT_A_LIMIT),
            *({"position": position} for position in ((0, 1), (0, 1, 2, 3), (), 7, "012")),
        ],
    )
