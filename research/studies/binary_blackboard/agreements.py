"""The binary blackboard's study: the oracle in the solvers' signatures, and their agreements.

Source: 003_ba7b94ce0150d325.txt. The explicit graph has the four positions of every remainder up
to 256, which are four layers of either kind and the first number of the next.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from fast import binary_blackboard as solver
from fast.errors import NoWinningOptionError
from oracles.games.binary_blackboard import BinaryBlackboard, Board
from research.claims.cases import Drawn
from research.claims.claim import Source
from research.claims.finite import agree_on_all, refuse_all
from research.claims.moduli import unfit
from research.claims.strategies import of_every_size
from research.claims.study import Study
from research.studies.binary_blackboard.far import (
    MODULI,
    long_exponents,
    long_exponents_and_moduli,
    matrix_answer,
)
from research.studies.binary_blackboard.pictures import PICTURES
from research.studies.binary_blackboard.rows import LIMIT, losing_numbers

SOURCE = Source("003_ba7b94ce0150d325.txt")
BEYOND = Source("beyond the source")
BOUND = 256
LAYERS = 4  # whole layers of each kind within the bound
POSITIONS = f"all positions with r ≤ {BOUND}"
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


def true_answer(exponent: int) -> int:
    """The sum of the numbers up to a power of 2 with which Oscar loses, from the graph."""
    return sum(r for r in true_losing_numbers() if r <= 2**exponent)


def true_offsets(layer: int) -> list[int]:
    """E_k: the losing numbers from 4^k to 2·4^k − 1, less 4^k, from the graph."""
    return [r - 4**layer for r in true_losing_numbers() if 4**layer <= r < 2 * 4**layer]


def true_layers(count: int) -> list[tuple[int, int]]:
    """N_k and T_k, from the graph."""
    return [(len(true_offsets(k)), sum(true_offsets(k))) for k in range(count)]


# What the rows of bits give, by the minimax recurrence, beyond the graph.


@cache
def sums_of_rows() -> list[int]:
    """The sum of the losing numbers up to each power of 2 within the rows."""
    return [sum(r for r in losing_numbers() if r <= 2**n) for n in range(LIMIT.bit_length())]


def answer_of_rows(
    exponent: int,
    modulus: int | None = None,
    factors: object = None,  # noqa: ARG001
) -> int:
    """The sum of the numbers up to a power of 2 with which Oscar loses, from the rows."""
    total = sums_of_rows()[exponent]
    return total if modulus is None else total % modulus


def offsets_of_rows(layer: int) -> list[int]:
    """E_k from the rows."""
    return [r - 4**layer for r in losing_numbers() if 4**layer <= r < 2 * 4**layer]


def layers_of_rows(count: int) -> list[tuple[int, int]]:
    """N_k and T_k, from the rows."""
    return [(len(offsets_of_rows(k)), sum(offsets_of_rows(k))) for k in range(count)]


# What the criterion gives, which an automaton proves for every number, listed one by one.


@cache
def sums_of_powers(length: int) -> list[int]:
    """All sums of distinct powers of 4 below 4^length, in increasing order."""
    if length == 0:
        return [0]
    lower = sums_of_powers(length - 1)
    return [*lower, *(4 ** (length - 1) + r for r in lower)]


def listed_answer(exponent: int) -> int:
    """The sum of the r up to 2^exponent with r + 1 such a sum or twice a power of 4."""
    most = 2**exponent + 1
    sums = sums_of_powers(exponent // 2 + 1)
    twice = [2 * 4**k for k in range(exponent + 1) if 2 * 4**k <= most]
    return sum(successor - 1 for successor in (*sums, *twice) if 2 <= successor <= most)


def listed_offsets(layer: int) -> list[int]:
    """E_k by the criterion: below 4^k the successors are sums; the last is twice a power of 4."""
    return [*(successor - 1 for successor in sums_of_powers(layer)[1:]), 4**layer - 1]


# Agreements.


def is_winning(found: Board | None, options: list[Board]) -> bool:
    """Whether an option is one of the winning ones, or rightly refused."""
    return found in options if found else not options


def exponents(most: int) -> list[dict[str, Any]]:
    """Every exponent up to one."""
    return [{"exponent": n} for n in range(most + 1)]


def exponents_of_every_size() -> Any:
    """Strategy: an exponent of every size to 10^18 and a modulus of every size to 2^300."""
    from hypothesis import strategies as st

    return st.fixed_dictionaries(
        {"exponent": of_every_size(0, 10**18), "modulus": of_every_size(1, 2**300)}
    )


def without_the_last(exponent: int, **more: Any) -> int:
    """A wrong twin of the answer: an even exponent's last number is missing."""
    return solver.answer.ungated(exponent, **more) - (2**exponent if exponent % 2 == 0 else 0)


def exponent_of_12_bits(exponent: int, **more: Any) -> int:
    """A wrong twin of the answer: the exponent is held in 12 bits."""
    return solver.answer.ungated(exponent & (2**12 - 1), **more)


def sum_of_64_bits(exponent: int, modulus: int, **_: Any) -> int:
    """A wrong twin of the answer: the sum is held in 64 bits before it is reduced."""
    return matrix_answer(exponent, 2**64) % modulus


def next_modulus(modulus: int, factors: object = None, **more: Any) -> int:  # noqa: ARG001
    """A wrong twin of the answer: modulo the next number, or the last one before the longest."""
    return solver.answer.ungated(modulus=modulus + (-1 if modulus > 2**999 else 1), **more)


for algorithm in ({"algorithm": "closed"}, {"algorithm": "layers"}, {}):
    agree_on_all(
        study,
        solver.answer,
        true_answer,
        "exponent ≤ 8, exact",
        lambda: exponents(8),
        fixed=algorithm,
        truth="the graph",
        controls={"without the last number": without_the_last},
    )
    agree_on_all(
        study,
        solver.answer,
        answer_of_rows,
        "exponent ≤ 14, modulo up to 40 and numbers about 2^32, 2^63, 2^64 and of 100 000 bits, "
        "with and without factors; by the minimax recurrence on rows of bits",
        lambda: [case | modulus for case in exponents(14) for modulus in ({}, *MODULI)],
        fixed=algorithm,
        truth="rows of bits",
        controls={
            "another modulus": lambda modulus=None, **more: (
                next_modulus(modulus, **more) if modulus else 0
            )
        },
    )
    agree_on_all(
        study,
        solver.answer,
        listed_answer,
        "exponent ≤ 32, exact; the numbers of the criterion that an automaton proves, listed",
        lambda: exponents(32),
        fixed=algorithm,
        truth="listing by the proved criterion",
        controls={"without the last number": without_the_last},
    )
    agree_on_all(
        study,
        solver.answer,
        matrix_answer,
        "exponent ≤ 300, exact; the source's recurrences as powers of a matrix",
        lambda: exponents(300),
        fixed=algorithm,
        truth="powers of a matrix",
        controls={"without the last number": without_the_last},
    )
for word, farthest in (("closed", "6666666"), ("layers", "2^16")):
    agree_on_all(
        study,
        solver.answer,
        matrix_answer,
        f"exponents about powers of two from 2^8 on, exact, the largest {farthest}; the source's "
        "recurrences as powers of a matrix",
        partial(long_exponents, word),
        fixed={"algorithm": word},
        truth="powers of a matrix",
        controls={"exponents of 12 bits": exponent_of_12_bits},
    )
    agree_on_all(
        study,
        solver.answer,
        matrix_answer,
        "exponents of sums above every modulus, modulo up to 40 and of every kind, with and "
        "without factors; and longer ones; the source's recurrences as powers of a matrix",
        partial(long_exponents_and_moduli, word),
        fixed={"algorithm": word},
        truth="powers of a matrix",
        controls={
            "another modulus": next_modulus,
            "exponents of 12 bits": exponent_of_12_bits,
            "sums of 64 bits": sum_of_64_bits,
        },
    )
study.agree(
    solver.answer,
    matrix_answer,
    over=Drawn(
        "exponents of every size to 10^18, modulo numbers of every size to 2^300; the source's "
        "recurrences as powers of a matrix",
        exponents_of_every_size,
    ),
    fixed={"algorithm": "closed"},
    by="powers of a matrix",
    controls={"another modulus": next_modulus},
)

EVERY_POSITION = [
    {"position": (r, q, turn)}
    for r in range(BOUND + 1)
    for q in (0, 1)
    for turn in ("Oscar", "Eric")
]
agree_on_all(
    study,
    solver.in_losing_set,
    true_in_losing_set,
    f"r ≤ {BOUND} with each flag",
    lambda: [{"remaining": r, "flag": q} for r in range(BOUND + 1) for q in (0, 1)],
    truth="the graph",
    controls={
        "either flag": lambda remaining, flag: solver.in_losing_set(
            remaining, parity(remaining) | flag & 0
        )
    },
)
agree_on_all(
    study,
    solver.oscar_loses,
    true_oscar_loses,
    f"1 ≤ r ≤ {BOUND}",
    lambda: [{"number": r} for r in range(1, BOUND + 1)],
    truth="the graph",
    controls={"the wrong flag": lambda number: solver.in_losing_set(number, 1 - parity(number))},
)
agree_on_all(
    study,
    solver.criterion,
    true_criterion,
    f"all positions with r ≤ {BOUND}",
    lambda: EVERY_POSITION,
    truth="the graph",
    controls={
        "Eric's flag as Oscar's": lambda position: solver.in_losing_set(position[0], position[1])
    },
)
agree_on_all(
    study,
    solver.winning_option,
    true_winning_options,
    f"all positions with r ≤ {BOUND}, refusals included",
    lambda: EVERY_POSITION,
    agree=is_winning,
    refusal=NoWinningOptionError,
    truth="the graph",
    controls={
        "writes all that remains": lambda position: (
            0,
            position[1] ^ parity(position[0]),
            "Eric" if position[2] == "Oscar" else "Oscar",
        )
    },
)
agree_on_all(
    study,
    solver.layers,
    true_layers,
    f"the first {LAYERS} layers",
    lambda: [{"count": count} for count in range(LAYERS + 1)],
    truth="the graph",
    controls={
        "without the largest offset": lambda count: [(n, t - n) for n, t in solver.layers(count)]
    },
)
agree_on_all(
    study,
    solver.offsets,
    true_offsets,
    f"the first {LAYERS} layers",
    lambda: [{"layer": layer} for layer in range(LAYERS)],
    truth="the graph",
    controls={"of the layer before": lambda layer: solver.offsets(max(layer - 1, 0))},
)
agree_on_all(
    study,
    solver.layers,
    layers_of_rows,
    "the first 7 layers, by the minimax recurrence on rows of bits",
    lambda: [{"count": count} for count in range(8)],
    truth="rows of bits",
    controls={
        "without the largest offset": lambda count: [(n, t - n) for n, t in solver.layers(count)]
    },
)
agree_on_all(
    study,
    solver.offsets,
    offsets_of_rows,
    "the first 7 layers, by the minimax recurrence on rows of bits",
    lambda: [{"layer": layer} for layer in range(7)],
    truth="rows of bits",
    controls={"of the layer before": lambda layer: solver.offsets(max(layer - 1, 0))},
)
agree_on_all(
    study,
    solver.offsets,
    listed_offsets,
    "the first 12 layers and the last one, layer 20; listed by the proved criterion",
    lambda: [{"layer": layer} for layer in (*range(12), 20)],
    truth="listing by the proved criterion",
    controls={"of the layer before": lambda layer: solver.offsets(max(layer - 1, 0))},
)

NOT_A_NUMBER = (-1, 2.0, "5", True, None)
refuse_all(
    study,
    solver.answer,
    lambda: [
        *({"exponent": exponent} for exponent in NOT_A_NUMBER),
        {"exponent": 6_666_667},  # exact numbers that are too long
        {"exponent": 6_666_667, "algorithm": "closed"},
        {"exponent": 2**100_000, "modulus": 7},
        {"exponent": 2**99_999, "modulus": 2**99_999},
        {"exponent": 100_001, "algorithm": "layers"},
        {"exponent": 20_000_001, "algorithm": "layers", "modulus": 7},
        {"exponent": 10_000_000, "algorithm": "layers", "modulus": 2**255 - 19},
        {"exponent": 9, "algorithm": "best"},
        *({"exponent": 9} | modulus for modulus in unfit()),
    ],
)
refuse_all(
    study,
    solver.in_losing_set,
    lambda: [
        *({"remaining": r, "flag": 0} for r in NOT_A_NUMBER),
        *({"remaining": 3, "flag": q} for q in (*NOT_A_NUMBER, 2)),
    ],
)
refuse_all(study, solver.oscar_loses, lambda: [{"number": r} for r in (0, *NOT_A_NUMBER)])
refuse_all(study, solver.layers, lambda: [{"count": c} for c in (*NOT_A_NUMBER, 50_001)])
refuse_all(study, solver.offsets, lambda: [{"layer": k} for k in (*NOT_A_NUMBER, 21)])
for of_position in (solver.criterion, solver.winning_option):
    refuse_all(
        study,
        of_position,
        lambda: [
            *({"position": (r, 0, "Oscar")} for r in NOT_A_NUMBER),
            *({"position": (3, q, "Eric")} for q in (*NOT_A_NUMBER, 2)),
            *({"position": (3, 0, turn)} for turn in ("Olga", 0, None)),
            *({"position": position} for position in ((), (3, 0), (3, 0, "Eric", 1), 3, "30E")),
        ],
    )
