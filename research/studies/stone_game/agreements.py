"""The stone game's study: the oracle in the solvers' signatures, and their agreements.

Source: 004_de23a664e416c5f6.txt. The explicit graph has every position without a pile of more
than 24 stones; larger cases are computed by the two solvers, which share no code.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from fast import stone_game as solver
from fast.errors import NoWinningOptionError
from oracles.games.stone_game import Piles, StoneGame, ordered
from research.claims import Source
from research.studies.stone_game.pictures import PICTURES
from research.study import Study

if TYPE_CHECKING:
    pass

SOURCE = Source("004_de23a664e416c5f6.txt")
BOUND = 24
BEYOND = Source("this study", "beyond the graph")
GRAPH = f"the explicit graph of all positions with piles ≤ {BOUND}"

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
