"""The stone game's study: the oracle in the solvers' signatures, and their agreements.

Source: 004_de23a664e416c5f6.txt. The explicit graph has every position without a pile of more
than 24 stones. Up to 100 the P-positions are also found by plain marking: a position from which
no move to a P-position was marked is one, and marks all positions that a move leads from to it.
The packed solver works on words of 64 bits, so cases above 64 belong to what it is compared on.
Larger cases are computed by the two solvers, which share no code.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from fast import stone_game as solver
from fast.errors import NoWinningOptionError
from oracles.games.stone_game import CHOICES, Piles, StoneGame, ordered
from research.claims import Source
from research.studies.stone_game.pictures import PICTURES
from research.study import Study

SOURCE = Source("004_de23a664e416c5f6.txt")
BOUND = 24
MARKED = 100
BEYOND = Source("this study", "beyond the graph")
GRAPH = f"the explicit graph of all positions with piles ≤ {BOUND}"
MARKING = f"marking, by the rules, of all positions with piles ≤ {MARKED}"

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


def marked(limit: int, choices: Any = tuple(CHOICES)) -> list[Piles]:
    """P-positions up to a limit, in order, by marking what can move to one."""
    winning: set[Piles] = set()
    losing = []
    for position in combinations_with_replacement(range(limit + 1), 3):
        if position in winning:
            continue
        losing.append(position)
        for choice in choices:
            room = limit - max(p for p, c in zip(position, choice, strict=True) if c)
            for n in range(1, room + 1):
                x, y, z = (p + n * c for p, c in zip(position, choice, strict=True))
                winning.add(ordered((x, y, z)))
    return losing


@cache
def marked_set() -> frozenset[Piles]:
    """The P-positions up to the bound of the marking."""
    return frozenset(marked(MARKED))


def marked_p_positions(limit: int) -> list[Piles]:
    """P-positions with piles up to ``limit``, from the marking."""
    return sorted(p for p in marked_set() if p[2] <= limit)


def marked_answer(limit: int, what: str = "sum", modulus: int | None = None) -> int:
    """Sum or number of the P-positions with piles up to ``limit``, from the marking."""
    found = marked_p_positions(limit)
    value = sum(map(sum, found)) if what == "sum" else len(found)
    return value if modulus is None else value % modulus


def marked_criterion(position: Piles) -> bool:
    """Whether the marking says that a position is a P-position; piles in any order."""
    return ordered(position) in marked_set()


def marked_winning_options(position: Piles) -> list[Piles]:
    """The options, by the rules, that the marking calls P-positions."""
    return [o for o in StoneGame().options(ordered(position)) if o in marked_set()]


# Agreements.


def is_winning(found: Piles | None, options: list[Piles]) -> bool:
    """Whether an option is one of the winning ones, or rightly refused."""
    return ordered(found) in options if found else not options


def any_position() -> Any:
    """Strategy: a position within the graph, its piles in any order."""
    from hypothesis import strategies as st

    pile = st.integers(0, BOUND)
    return st.fixed_dictionaries({"position": st.tuples(pile, pile, pile)})


def any_limit() -> Any:
    """Strategy: a limit within the graph, and which of the answers to give."""
    from hypothesis import strategies as st

    what = st.sampled_from(["sum", "count"])
    return st.fixed_dictionaries({"limit": st.integers(0, BOUND), "what": what})


def any_larger_limit() -> Any:
    """Strategy: a limit within the marking, which of the answers to give, and a modulus."""
    from hypothesis import strategies as st

    modulus = st.one_of(st.none(), st.integers(1, 12), st.sampled_from([10**9 + 7, 2**64]))
    what = st.sampled_from(["sum", "count"])
    return st.fixed_dictionaries(
        {"limit": st.integers(0, MARKED), "what": what, "modulus": modulus}
    )


def tables_answer(limit: int, what: str = "sum") -> int:
    """The answer of the source's algorithm: for limits of several words of 64 bits."""
    return solver.answer.ungated(limit, what=what, algorithm="tables")


def any_limit_of_several_words() -> Any:
    """Strategy: a limit beyond the marking, and which of the answers to give."""
    from hypothesis import strategies as st

    what = st.sampled_from(["sum", "count"])
    return st.fixed_dictionaries({"limit": st.integers(MARKED, 400), "what": what})


def near_a_p_position() -> Any:
    """Strategy: positions within the marking, most of them P-positions or near one."""
    from hypothesis import strategies as st

    def moved(drawn: tuple[Piles, Piles, list[int]]) -> dict[str, Piles]:
        position, change, order = drawn
        piles = [min(max(p + c, 0), MARKED) for p, c in zip(position, change, strict=True)]
        return {"position": (piles[order[0]], piles[order[1]], piles[order[2]])}

    pile, step = st.integers(0, MARKED), st.sampled_from([0, 0, 0, 1, -1])
    position = st.one_of(st.sampled_from(sorted(marked_set())), st.tuples(pile, pile, pile))
    change = st.tuples(step, step, step)
    return st.tuples(position, change, st.permutations([0, 1, 2])).map(moved)


def every_limit() -> list[dict[str, Any]]:
    """Every limit within the graph."""
    return [{"limit": n, "what": w} for n in range(BOUND + 1) for w in ("sum", "count")]


for algorithm in ("packed", "tables"):
    study.agree(
        solver.answer,
        true_answer,
        domain=f"limit ≤ {BOUND}, sum and count",
        arguments=any_limit,
        whole=every_limit,
        fixed={"algorithm": algorithm},
        controls={
            "piles below the limit only": lambda limit, what, algorithm: solver.answer.ungated(
                max(limit - 1, 0), what=what, algorithm=algorithm
            ),
        },
    )

    study.agree(
        solver.answer,
        marked_answer,
        domain=f"limit ≤ {MARKED}, sum and count, exact and modulo up to 12 or a large number; "
        "by marking",
        arguments=any_larger_limit,
        fixed={"algorithm": algorithm},
        controls={
            "piles up to 64 only": lambda limit, what, algorithm, modulus: solver.answer.ungated(
                min(limit, 64), what=what, algorithm=algorithm, modulus=modulus
            ),
            "another modulus": lambda limit, what, algorithm, modulus: solver.answer.ungated(
                limit, what=what, algorithm=algorithm, modulus=modulus and modulus + 1
            ),
        },
    )

study.agree(
    solver.answer,
    tables_answer,
    domain=f"limits from {MARKED} to 400, sum and count; with algorithm=tables, which is compared "
    "above and knows nothing of words",
    arguments=any_limit_of_several_words,
    fixed={"algorithm": "packed"},
    controls={
        "piles of two words only": lambda limit, what, algorithm: solver.answer.ungated(
            min(limit, 128), what=what, algorithm=algorithm
        )
    },
)

study.agree(
    solver.p_positions,
    marked_p_positions,
    domain=f"limit ≤ {MARKED}, by marking",
    arguments=lambda: any_larger_limit().map(lambda arguments: {"limit": arguments["limit"]}),
    whole=lambda: [{"limit": n} for n in range(MARKED + 1)],
    controls={
        "all from the table for 64": lambda limit: solver.p_positions.ungated(min(limit, 64))
    },
)
study.agree(
    solver.p_positions,
    true_p_positions,
    domain=f"limit ≤ {BOUND}",
    arguments=lambda: any_limit().map(lambda arguments: {"limit": arguments["limit"]}),
    whole=lambda: [{"limit": n} for n in range(BOUND + 1)],
    controls={"without the last": lambda limit: solver.p_positions.ungated(limit)[:-1]},
)
study.agree(
    solver.criterion,
    true_criterion,
    domain=f"positions with piles ≤ {BOUND} in any order",
    arguments=any_position,
    controls={"equal piles": lambda position: len(set(position)) == 1},
)
study.agree(
    solver.winning_option,
    true_winning_options,
    domain=f"positions with piles ≤ {BOUND} in any order, refusals included",
    arguments=any_position,
    agree=is_winning,
    refusal=NoWinningOptionError,
    controls={"empties the largest pile": lambda position: ordered((*sorted(position)[:2], 0))},
)
study.agree(
    solver.criterion,
    marked_criterion,
    domain=f"positions with piles ≤ {MARKED} in any order, half of them near P-positions; by "
    "marking",
    arguments=near_a_p_position,
    controls={
        "a stone more on the first pile": lambda position: marked_criterion(
            (position[0] + 1, *position[1:])
        )
    },
)
study.agree(
    solver.winning_option,
    marked_winning_options,
    domain=f"positions with piles ≤ {MARKED} in any order, half of them near P-positions, refusals "
    "included; by marking",
    arguments=near_a_p_position,
    agree=is_winning,
    refusal=NoWinningOptionError,
    controls={
        "one stone from the largest pile": lambda position: ordered(
            (*sorted(position)[:2], max(max(position) - 1, 0))
        )
    },
)
