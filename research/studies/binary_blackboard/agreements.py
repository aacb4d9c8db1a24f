"""The binary blackboard's study: the oracle in the solvers' signatures, and their agreements.

Source: 003_ba7b94ce0150d325.txt. The explicit graph has the four positions of every remainder up
to 256, which are four layers of either kind and the first number of the next.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from fast import binary_blackboard as solver
from fast.errors import NoWinningOptionError
from oracles.games.binary_blackboard import BinaryBlackboard, Board
from research.claims import Source
from research.studies.binary_blackboard.pictures import PICTURES
from research.study import Study

SOURCE = Source("003_ba7b94ce0150d325.txt")
BEYOND = Source("beyond the source")
BOUND = 256
LAYERS = 4  # whole layers of each kind within the bound
GRAPH = f"the explicit graph of all positions with r ≤ {BOUND}"
MODULUS = 10**9 + 7
GAME = BinaryBlackboard()

study = Study(
    "binary-blackboard",
    GAME,
    title="Binary blackboard",
    about="""
A number $r$ stands on the blackboard. Oscar and Eric in turn, Oscar first, write further numbers
from $1$ up to what remains of $r$, which each number written lowers by itself. When nothing
remains, Oscar has won if the binary digits of all numbers on the blackboard hold an odd number of
ones, else Eric. With $t(x)$ the parity of the ones of $x$, a position is what remains, the flag
(the parity of all ones so far, $t(r)$ at first) and whose turn it is. The question is the sum of
all $r \\le 2^n$ with which Oscar loses.
""",
    source=SOURCE.at("Problem Summary"),
    answer=solver.answer,
    headline={"exponent": 12345678, "modulus": MODULUS},
    pictures=PICTURES,
    label=lambda position: "{}, {}\n{}".format(*position),
)


# What the oracle gives, in the solvers' signatures.


def parity(number: int) -> int:
    """t(x): 1 if the binary digits hold an odd number of ones, counted digit by digit."""
    return f"{number:b}".count("1") % 2


def oscar_wins(remaining: int, flag: int, turn: str = "Oscar") -> bool:
    """Whether Oscar wins, from the graph: O_q(r), or E_q(r) when it is Eric's turn."""
    outcome = study.truth(BOUND).outcome((remaining, flag, turn))
    return outcome == ("N" if turn == "Oscar" else "P")


def true_in_losing_set(remaining: int, flag: int) -> bool:
    """Whether r is in L_q, from the graph."""
    return study.truth(BOUND).outcome((remaining, flag, "Oscar")) == "P"


def true_oscar_loses(number: int) -> bool:
    """Whether Oscar loses the game that begins with a number, from the graph."""
    return study.truth(BOUND).outcome(GAME.opening(number)) == "P"


def true_criterion(position: Board) -> bool:
    """Whether the graph says that the player to move loses."""
    return study.truth(BOUND).outcome(position) == "P"


def true_winning_options(position: Board) -> list[Board]:
    """The graph's winning options of a position."""
    return study.truth(BOUND).winning_options(position)


@cache
def true_losing_numbers() -> list[int]:
    """L up to the bound, from the graph."""
    return [r for r in range(1, BOUND + 1) if true_oscar_loses(r)]


def true_answer(exponent: int, modulus: int | None = None) -> int:
    """The sum of the numbers up to a power of 2 with which Oscar loses, from the graph."""
    total = sum(r for r in true_losing_numbers() if r <= 2**exponent)
    return total if modulus is None else total % modulus


def true_offsets(layer: int) -> list[int]:
    """E_k: the losing numbers from 4^k to 2·4^k − 1, less 4^k, from the graph."""
    return [r - 4**layer for r in true_losing_numbers() if 4**layer <= r < 2 * 4**layer]


def true_layers(count: int) -> list[tuple[int, int]]:
    """N_k and T_k, from the graph."""
    return [(len(true_offsets(k)), sum(true_offsets(k))) for k in range(count)]


# Agreements.


def is_winning(found: Board | None, options: list[Board]) -> bool:
    """Whether an option is one of the winning ones, or rightly refused."""
    return found in options if found else not options


def one_of(cases: list[dict[str, Any]]) -> Any:
    """Strategy: one of the cases."""
    from hypothesis import strategies as st

    return st.sampled_from(cases)


def whole_agreement(
    fast: Any, oracle: Any, domain: str, cases: list[dict[str, Any]], **more: Any
) -> None:
    """Add an agreement over every case of a small domain."""
    study.agree(
        fast, oracle, domain=domain, arguments=lambda: one_of(cases), whole=lambda: cases, **more
    )


def any_modulus() -> Any:
    """Strategy: an exponent within the graph and a modulus."""
    from hypothesis import strategies as st

    modulus = st.one_of(st.integers(1, 40), st.sampled_from([MODULUS, 2**32, 6**9]))
    return st.fixed_dictionaries({"exponent": st.integers(0, 8), "modulus": modulus})


for algorithm in ("closed", "layers"):
    whole_agreement(
        solver.answer,
        true_answer,
        "exponent ≤ 8, exact",
        [{"exponent": n} for n in range(9)],
        fixed={"algorithm": algorithm},
        controls={
            "without the last number": lambda exponent, algorithm: (
                solver.answer.ungated(exponent, algorithm=algorithm)
                - (2**exponent if exponent % 2 == 0 else 0)
            ),
        },
    )
    study.agree(
        solver.answer,
        true_answer,
        domain="exponent ≤ 8; moduli up to 40, and three large ones",
        arguments=any_modulus,
        fixed={"algorithm": algorithm},
        controls={
            "another modulus": lambda exponent, algorithm, modulus: solver.answer.ungated(
                exponent, algorithm=algorithm, modulus=modulus + 1
            ),
        },
    )

EVERY_POSITION = [
    {"position": (r, q, turn)}
    for r in range(BOUND + 1)
    for q in (0, 1)
    for turn in ("Oscar", "Eric")
]
whole_agreement(
    solver.in_losing_set,
    true_in_losing_set,
    f"r ≤ {BOUND} with each flag",
    [{"remaining": r, "flag": q} for r in range(BOUND + 1) for q in (0, 1)],
    controls={
        "either flag": lambda remaining, flag: solver.in_losing_set(
            remaining, parity(remaining) | flag & 0
        )
    },
)
whole_agreement(
    solver.oscar_loses,
    true_oscar_loses,
    f"1 ≤ r ≤ {BOUND}",
    [{"number": r} for r in range(1, BOUND + 1)],
    controls={"the wrong flag": lambda number: solver.in_losing_set(number, 1 - parity(number))},
)
whole_agreement(
    solver.criterion,
    true_criterion,
    f"all positions with r ≤ {BOUND}",
    EVERY_POSITION,
    controls={
        "Eric's flag as Oscar's": lambda position: solver.in_losing_set(position[0], position[1])
    },
)
whole_agreement(
    solver.winning_option,
    true_winning_options,
    f"all positions with r ≤ {BOUND}, refusals included",
    EVERY_POSITION,
    agree=is_winning,
    refusal=NoWinningOptionError,
    controls={
        "writes all that remains": lambda position: (
            0,
            position[1] ^ parity(position[0]),
            "Eric" if position[2] == "Oscar" else "Oscar",
        )
    },
)
whole_agreement(
    solver.layers,
    true_layers,
    f"the first {LAYERS} layers",
    [{"count": count} for count in range(LAYERS + 1)],
    controls={
        "without the largest offset": lambda count: [(n, t - n) for n, t in solver.layers(count)]
    },
)
whole_agreement(
    solver.offsets,
    true_offsets,
    f"the first {LAYERS} layers",
    [{"layer": layer} for layer in range(LAYERS)],
    controls={"of the layer before": lambda layer: solver.offsets(max(layer - 1, 0))},
)
