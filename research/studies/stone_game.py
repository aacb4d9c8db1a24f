"""The stone game: what its source states, checked.

Source: 004_de23a664e416c5f6.txt. The explicit graph has every position without a pile of more
than 24 stones; larger cases are computed by the two solvers, which share no code.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from fast import stone_game as solver
from fast.errors import NoWinningOptionError
from oracles.games.stone_game import Piles, StoneGame, ordered
from research.claims import Equation, Source, equal
from research.studies.pictures.stone_game import PICTURES
from research.study import Study

if TYPE_CHECKING:
    from research.symbolic import Lines

SOURCE = Source("004_de23a664e416c5f6.txt")
BOUND = 24
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


# Claims about single positions.

study.claim(
    "winning-examples",
    "$(0, 0, 13)$, $(0, 11, 11)$ and $(5, 5, 5)$ are winning configurations because the first "
    "player can immediately remove all stones.",
    believed=[(0, 0, 13), (0, 11, 11), (5, 5, 5)],
    controls={"a losing one among them": [(0, 0, 13), (1, 3, 3)]},
).exhaust(
    "the three positions",
    lambda: range(3),
    lambda believed, i: (
        i >= len(believed) or (0, 0, 0) in study.truth(BOUND).winning_options(believed[i])
    ),
)
study.claim(
    "losing-examples",
    "$(0, 1, 2)$ and $(1, 3, 3)$ are losing configurations: any legal move leaves a winning "
    "configuration for the opponent.",
    believed=[(0, 1, 2), (1, 3, 3)],
    controls={"a winning one among them": [(0, 1, 2), (1, 3, 4)]},
).exhaust(
    "the two positions and all their options",
    lambda: range(2),
    lambda believed, i: all(
        study.truth(BOUND).outcome(option) == "N" for option in StoneGame().options(believed[i])
    ),
)


# Numbers.


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


# The tables One, Two and All: a move keeps a key, and a key determines the line of the move.

Key = tuple[str, int, int]


def keys(position: Piles) -> set[Key]:
    """The seven keys of a position, as the algorithm's step 2 looks them up."""
    x, y, z = position
    return {
        ("One", x, y),
        ("One", x, z),
        ("One", y, z),
        ("Two", y - x, z),
        ("Two", z - y, x),
        ("Two", z - x, y),
        ("All", y - x, z - x),
    }


def keys_without_all(position: Piles) -> set[Key]:
    """A wrong twin: the table All is missing."""
    return {key for key in keys(position) if key[0] != "All"}


@cache
def earlier_keys(keys_of: Any, bound: int) -> dict[Piles, bool]:
    """Whether each position, in the loop's order, shares a key with an earlier P-position."""
    truth = study.truth(bound)
    marked: set[Key] = set()
    shares = {}
    for position in combinations_with_replacement(range(bound + 1), 3):
        own = keys_of(position)
        shares[position] = not own.isdisjoint(marked)
        if truth.outcome(position) == "P":
            marked |= own
    return shares


def step_two_decides(believed: Any, position: Piles) -> Equation:
    """Step 2 says N exactly where the graph says N."""
    said = "N" if earlier_keys(believed, BOUND)[position] else "P"
    return equal(study.truth(BOUND).outcome(position), said)


study.claim(
    "algorithm-step-2",
    "In the loop's order, $(x, y, z)$ is an N-position exactly when one of its three keys in One, "
    "three in Two or one in All is already taken by a P-position.",
    source=SOURCE.at("Algorithm Description and Lemma 1"),
    believed=keys,
    controls={"the table All is missing": keys_without_all},
).exhaust(GRAPH, lambda: positions(BOUND), step_two_decides)


def directions_and_keys(believed: Any, lines: Lines) -> None:
    """Each of the seven directions keeps one key, and a key determines the line."""
    import sympy

    x, y, z = piles = sympy.symbols("x y z", integer=True, nonnegative=True)
    number, other = sympy.symbols("N M", integer=True, positive=True)
    for direction, (table, key) in believed(x, y, z).items():
        moved = [p - number * d for p, d in zip(piles, direction, strict=True)]
        kept = [
            entry.subs(dict(zip(piles, moved, strict=True)), simultaneous=True) for entry in key
        ]
        # What the derivation shows on the left: N taken from each pile, before it cancels.
        taken = [
            sympy.Symbol(f"({p} - N)") if d else p for p, d in zip(piles, direction, strict=True)
        ]
        for before, after in zip(key, kept, strict=True):
            lines.same(
                f"Taking N along {direction} keeps the key in {table}",
                after,
                before,
                shown=sympy.latex(before.subs(dict(zip(piles, taken, strict=True)))),
            )
        # Positions with the same key: solve for those with x', y', z' in place of x, y, z.
        primed = sympy.symbols("x' y' z'", integer=True, nonnegative=True)
        renamed = [
            entry.subs(dict(zip(piles, primed, strict=True)), simultaneous=True) for entry in key
        ]
        equations = [a - b for a, b in zip(renamed, key, strict=True)]
        moving = next(i for i, d in enumerate(direction) if d)
        line = [p - other * d for p, d in zip(piles, direction, strict=True)]
        solved = sympy.solve([*equations, primed[moving] - line[moving]], primed, dict=True)
        for p, expected in zip(primed, line, strict=True):
            lines.same(
                f"A position x', y', z' with the same key in {table} is on the line of {direction}",
                solved[0].get(p, p),
                expected,
                shown=sympy.latex(p),
            )


def key_of_direction(x: Any, y: Any, z: Any) -> dict[tuple[int, int, int], tuple[str, Any]]:
    """The table and key that belong to each direction of moves."""
    return {
        (0, 0, 1): ("One", (x, y)),
        (0, 1, 0): ("One", (x, z)),
        (1, 0, 0): ("One", (y, z)),
        (1, 1, 0): ("Two", (y - x, z)),
        (0, 1, 1): ("Two", (z - y, x)),
        (1, 0, 1): ("Two", (z - x, y)),
        (1, 1, 1): ("All", (y - x, z - x)),
    }


study.claim(
    "one-p-position-a-key",
    "Each of the seven directions of moves keeps one key, and the key determines the line of that "
    "direction; so of two positions with the same key one is an option of the other, and each "
    "table holds at most one P-position a key.",
    source=SOURCE.at("Key Insights, 4"),
    believed=key_of_direction,
    controls={
        "two piles keyed by their sum": lambda x, y, z: {(1, 1, 0): ("Two", (y + x, z))},
        "all three keyed by one difference": lambda x, y, _: {(1, 1, 1): ("All", (y - x, y - x))},
    },
).derive("sympy: substitution along each direction", directions_and_keys)
