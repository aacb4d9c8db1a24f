"""The binary blackboard's solvers against the truth.

Small exponents are compared on the graph and on rows of bits, larger ones with the numbers of the
criterion, listed, and exponents of any size with the source's recurrences as powers of a matrix.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from fast import binary_blackboard as solver
from fast.errors import LimitError, NoWinningOptionError
from research.claims.agreeing import refused
from research.claims.cases import (
    Drawn,
    Listed,
    calls,
    each_with,
    every,
    integers,
    moduli_of_every_kind,
    of_every_size,
    reduced,
    unfit_moduli,
    with_another_modulus,
)
from research.studies.binary_blackboard.truth import (
    BOUND,
    after,
    by_criterion,
    graph,
    in_losing_set,
    in_rows,
    matrix_answer,
    on_graph,
    oscar_loses,
    parity,
    study,
)

CLOSED, WALK = {"algorithm": "closed"}, {"algorithm": "layers"}
EACH = [CLOSED, WALK, {}]
BY_MATRIX = "powers of a matrix"
MATRIX = "; the source's recurrences as powers of a matrix"
# The solver divides by 6.
MODULI = [
    *every(modulus=(*range(1, 41), 257)),
    *moduli_of_every_kind(),
    {"modulus": 2 * (2**89 - 1), "factors": [2, 2**89 - 1]},
    {"modulus": 2**100_000 - 1},
]


# The answer.


def exponents(most: int, more: str = "") -> Listed:
    """Every exponent up to one."""
    return Listed(f"exponent ≤ {most}, exact{more}", lambda: every(exponent=range(most + 1)))


def about_powers_of_two(least: int, most: int) -> list[int]:
    """Numbers about each power of two from one exponent to another, and some between."""
    about = {2**k + step for k in range(least, most + 1) for step in (-1, 0, 1)}
    return sorted(about | {2**k * 10 // 7 for k in range(least, most)})


def long_and_exact(most: int, *longest: int) -> Listed:
    """Exponents from 2^8 to a power of two, and a few that are longer."""
    return Listed(
        f"exponents about powers of two from 2^8 on, exact, the largest {longest[-1]}{MATRIX}",
        lambda: every(exponent=(*about_powers_of_two(8, most), *longest)),
    )


def long_with_moduli(most: int, *longest: int, more: Any = ()) -> Listed:
    """Exponents whose exact sums are above all of the moduli, with each of these; and longer ones.

    The longest are modulo some of them only, for each step of the layers takes its time.
    """
    some = (7, 97, 10**9 + 7, 2**32, 2**61 - 1, 2**64 + 13, 6**30)
    return Listed(
        "exponents of sums above every modulus, modulo up to 40 and of every kind, with and "
        f"without factors; and longer ones{MATRIX}",
        lambda: [
            *each_with(every(exponent=(300, 301, 4095, 4096)), MODULI),
            *every(exponent=(*about_powers_of_two(8, most), *longest), modulus=some),
            *more,
        ],
    )


WITH_MODULI = Listed(
    "exponent ≤ 14, modulo up to 40 and numbers about 2^32, 2^63, 2^64 and of 100 000 bits, with "
    "and without factors; by the minimax recurrence on rows of bits",
    lambda: each_with(every(exponent=range(15)), [{}, *MODULI]),
)
LISTED = exponents(32, "; the numbers of the criterion that an automaton proves, listed")
LONGEST = [
    {"exponent": 70_000, "modulus": 2**100_000 - 1},  # a sum above the longest modulus
    {"exponent": 2**100_000 - 1, "modulus": 97},
]
LONG = (
    (
        CLOSED,
        long_and_exact(20, 2**21, 2**21 + 1),
        long_with_moduli(64, 2**255, 2**999 + 1, more=LONGEST),
    ),
    (
        WALK,
        long_and_exact(13, 2**15, 2**16 + 1),
        long_with_moduli(12, 2**15 + 1, 2**16, 2**18 - 1),
    ),
)
OF_EVERY_SIZE = Drawn(
    f"exponents of every size to 10^18, modulo numbers of every size to 2^300{MATRIX}",
    lambda: calls(exponent=of_every_size(0, 10**18), modulus=of_every_size(1, 2**300)),
)


answer, rows = solver.answer, reduced(in_rows.answer)
WITHOUT = {
    "without the last number": lambda exponent, **more: (
        answer.ungated(exponent, **more) - (2**exponent if exponent % 2 == 0 else 0)
    )
}
BITS = {"exponents of 12 bits": lambda exponent, **more: answer.ungated(exponent % 2**12, **more)}
ANOTHER = {"another modulus": with_another_modulus(answer)}
WORD = {"sums of 64 bits": lambda exponent, modulus, **_: matrix_answer(exponent, 2**64) % modulus}

study.agree(answer, on_graph.answer, over=exponents(8), fixed=EACH, controls=WITHOUT)
study.agree(answer, rows, over=WITH_MODULI, fixed=EACH, controls=ANOTHER)
study.agree(answer, by_criterion.answer, over=LISTED, fixed=EACH, controls=WITHOUT)

by_matrix = partial(study.agree, answer, matrix_answer, by=BY_MATRIX)
by_matrix(over=exponents(300, MATRIX), fixed=EACH, controls=WITHOUT)
for algorithm, exact, with_moduli in LONG:
    by_matrix(over=exact, fixed=algorithm, controls=BITS)
    by_matrix(over=with_moduli, fixed=algorithm, controls={**ANOTHER, **BITS, **WORD})
by_matrix(over=OF_EVERY_SIZE, fixed=CLOSED, controls=ANOTHER)

# The limits on work: just there the solver refuses what would take minutes.

ABOUT_LIMITS = Listed(
    "exponent ≤ 14, exact and modulo numbers of every kind",
    lambda: each_with(every(exponent=range(15)), [{}, *MODULI[:-1]]),
)


def bits(number: int | None) -> int:
    """The number of binary digits; an exact answer has no modulus."""
    return len(f"{number:b}") if number else 0


def meets(allows: Any, exponent: int, modulus: int | None = None, **_: Any) -> bool:
    """Whether a condition on exponent and modulus holds."""
    return bool(allows(exponent, modulus))


LIMITS: list[tuple[dict[str, str], str, int, Any]] = [
    # An exact number is three halves of the exponent long.
    (CLOSED, "EXACT_BITS", 12, lambda n, modulus: modulus or 3 * n <= 2 * 12),
    (CLOSED, "EXPONENT_BITS", 2, lambda n, _: bits(n) <= 2),
    (CLOSED, "MODULAR_WORK", 400, lambda n, modulus: bits(n) * bits(modulus) ** 2 <= 400),
    # Over the words of 64 bits of the modulus, and one to spare.
    (WALK, "EXPONENT_OF_LAYERS", 9, lambda n, m: m is None or n <= 9 // (bits(m) // 64 + 1)),
    (WALK, "EXACT_EXPONENT_OF_LAYERS", 7, lambda n, modulus: modulus or n <= 7),
]
for algorithm, limit, lowest, allows in LIMITS:
    study.agree(
        answer,
        rows,
        over=ABOUT_LIMITS,
        fixed=algorithm,
        lowered={f"fast.binary_blackboard.LARGEST_{limit}": lowest},
        answered=partial(meets, allows),
        refusal=LimitError,
    )

# Positions.

FLAGS = every(remaining=range(BOUND + 1), flag=(0, 1))
EITHER = {"either flag": lambda remaining, **_: solver.in_losing_set(remaining, parity(remaining))}
WRONG = {"the wrong flag": lambda number: solver.in_losing_set(number, 1 - parity(number))}
AS_OSCAR = {"Eric's flag as Oscar's": lambda position: solver.in_losing_set(*position[:2])}
ALL = {"writes all that remains": lambda position: after(position, 0)}
sets, loses, criterion, option = (
    solver.in_losing_set,
    solver.oscar_loses,
    solver.criterion,
    solver.winning_option,
)
each, none = graph.positions(order=tuple), NoWinningOptionError

study.agree(
    sets,
    in_losing_set,
    over=Listed(f"r ≤ {BOUND} with each flag", lambda: FLAGS),
    by=graph.by,
    controls=EITHER,
)
study.agree(loses, oscar_loses, over=integers(1, r=BOUND), by=graph.by, controls=WRONG)
study.agree(criterion, graph.is_p_position, over=each, controls=AS_OSCAR)
study.agree(option, graph.winning_options, over=each, refusal=none, controls=ALL)

# Layers and offsets.

LESS = {"without the largest offset": lambda count: [(n, t - n) for n, t in solver.layers(count)]}
BEFORE = {"of the layer before": lambda layer: solver.offsets(max(layer - 1, 0))}
FAR = Listed(
    "the first 12 layers and the last one, layer 20; listed by the proved criterion",
    lambda: (*range(12), 20),
)
layers, offsets = solver.layers, solver.offsets

study.agree(layers, on_graph.layers, over=integers(count=4), controls=LESS)
study.agree(offsets, on_graph.offsets, over=integers(layer=3), controls=BEFORE)
study.agree(layers, in_rows.layers, over=integers(count=7), controls=LESS)
study.agree(offsets, in_rows.offsets, over=integers(layer=6), controls=BEFORE)
study.agree(offsets, by_criterion.offsets, over=FAR, controls=BEFORE)

# What is refused.

NOT_A_NUMBER = (-1, 2.0, "5", True, None)
TOO_LONG: list[dict[str, Any]] = [
    {"exponent": 6_666_667},  # exact numbers
    {"exponent": 6_666_667, "algorithm": "closed"},
    {"exponent": 2**100_000, "modulus": 7},
    {"exponent": 2**99_999, "modulus": 2**99_999},
    {"exponent": 100_001, "algorithm": "layers"},
    {"exponent": 20_000_001, "algorithm": "layers", "modulus": 7},
    {"exponent": 10_000_000, "algorithm": "layers", "modulus": 2**255 - 19},
]
UNFIT = each_with([{"exponent": 9}], [{"algorithm": "best"}, *unfit_moduli()])
NO_SETS = [
    *every(remaining=NOT_A_NUMBER, flag=[0]),
    *every(remaining=[3], flag=(*NOT_A_NUMBER, 2)),
]
NO_POSITIONS = [
    *((r, 0, "Oscar") for r in NOT_A_NUMBER),
    *((3, q, "Eric") for q in (*NOT_A_NUMBER, 2)),
    *((3, 0, turn) for turn in ("Olga", 0, None)),
    *((), (3, 0), (3, 0, "Eric", 1), 3, "30E"),
]

study.agree(
    answer, "refusal", over=refused(lambda: [*every(exponent=NOT_A_NUMBER), *TOO_LONG, *UNFIT])
)
study.agree(sets, "refusal", over=refused(lambda: NO_SETS))
study.agree(loses, "refusal", over=refused(lambda: (0, *NOT_A_NUMBER)))
study.agree(layers, "refusal", over=refused(lambda: (*NOT_A_NUMBER, 50_001)))
study.agree(offsets, "refusal", over=refused(lambda: (*NOT_A_NUMBER, 21)))
study.agree(criterion, "refusal", over=refused(lambda: NO_POSITIONS))
study.agree(option, "refusal", over=refused(lambda: NO_POSITIONS))
