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
    Call,
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
# The solver divides by 6.
MODULI = [
    *every(modulus=(*range(1, 41), 257)),
    *moduli_of_every_kind(),
    {"modulus": 2 * (2**89 - 1), "factors": [2, 2**89 - 1]},
    {"modulus": 2**100_000 - 1},
]
SOME_MODULI = (7, 97, 10**9 + 7, 2**32, 2**61 - 1, 2**64 + 13, 6**30)

# The answer.


def exponents(most: int) -> Listed:
    """Every exponent up to one."""
    return Listed(f"exponent ≤ {most}, exact", lambda: every(exponent=range(most + 1)))


def about_powers_of_two(most: int, *more: int) -> list[int]:
    """Numbers about each power of two from 2^8 on, some between, and more."""
    about = {2**k + step for k in range(8, most + 1) for step in (-1, 0, 1)}
    return sorted(about | {2**k * 10 // 7 for k in range(8, most)} | set(more))


def long(exact: list[int], modular: list[int], *more: Call) -> Listed:
    """Long exponents: exact, with all moduli where the sum is above each, and with some moduli."""
    return Listed(
        f"exponents about powers of two from 2^8 to {exact[-1]}, exact; of sums above every "
        "modulus, modulo up to 40 and of every kind, with and without factors; and longer ones",
        lambda: [
            *every(exponent=exact),
            *each_with(every(exponent=(300, 301, 4095, 4096)), MODULI),
            *every(exponent=modular, modulus=SOME_MODULI),
            *more,
        ],
    )


WITH_MODULI = Listed(
    "exponent ≤ 14, exact and modulo up to 40 and numbers about 2^32, 2^63, 2^64 and of 100 000 "
    "bits, with and without factors",
    lambda: each_with(every(exponent=range(15)), [{}, *MODULI]),
)
LONGEST = (
    {"exponent": 70_000, "modulus": 2**100_000 - 1},  # a sum above the longest modulus
    {"exponent": 2**100_000 - 1, "modulus": 97},
)
LONG_CLOSED = long(about_powers_of_two(21), about_powers_of_two(64, 2**255, 2**999 + 1), *LONGEST)
LONG_WALK = long(  # each step over a layer takes its time
    about_powers_of_two(13, 2**15, 2**16 + 1), about_powers_of_two(12, 2**15 + 1, 2**16, 2**18 - 1)
)
OF_EVERY_SIZE = Drawn(
    "exponents of every size to 10^18, modulo numbers of every size to 2^300",
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
LONGER = {
    "sums of 64 bits": lambda exponent, modulus=None, **_: (
        matrix_answer(exponent, 2**64) % modulus if modulus else matrix_answer(exponent)
    ),
    **BITS,
    **ANOTHER,
}

study.agree(answer, on_graph.answer, over=exponents(8), fixed=EACH, controls=WITHOUT)
study.agree(answer, rows, over=WITH_MODULI, fixed=EACH, controls=ANOTHER)
study.agree(answer, by_criterion.answer, over=exponents(32), fixed=EACH, controls=WITHOUT)

by_matrix = partial(study.agree, answer, matrix_answer, by="powers of a matrix")
by_matrix(over=exponents(300), fixed=EACH, controls=WITHOUT)
by_matrix(over=LONG_CLOSED, fixed=CLOSED, controls=LONGER)
by_matrix(over=LONG_WALK, fixed=WALK, controls=LONGER)
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

sets, loses = solver.in_losing_set, solver.oscar_loses
criterion, option = solver.criterion, solver.winning_option
FLAGS = Listed(
    f"r ≤ {BOUND} with each flag", lambda: every(remaining=range(BOUND + 1), flag=(0, 1))
)
EITHER = {"either flag": lambda remaining, **_: sets(remaining, parity(remaining))}
WRONG = {"the wrong flag": lambda number: sets(number, 1 - parity(number))}
AS_OSCAR = {"Eric's flag as Oscar's": lambda position: sets(*position[:2])}
ALL = {"writes all that remains": lambda position: after(position, 0)}
each, none = graph.positions(order=tuple), NoWinningOptionError

study.agree(sets, in_losing_set, over=FLAGS, by=graph.by, controls=EITHER)
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

for function, arguments in (
    (answer, refused(lambda: [*every(exponent=NOT_A_NUMBER), *TOO_LONG, *UNFIT])),
    (sets, refused(lambda: NO_SETS)),
    (loses, refused(lambda: (0, *NOT_A_NUMBER))),
    (layers, refused(lambda: (*NOT_A_NUMBER, 50_001))),
    (offsets, refused(lambda: (*NOT_A_NUMBER, 21))),
    (criterion, refused(lambda: NO_POSITIONS)),
    (option, refused(lambda: NO_POSITIONS)),
):
    study.agree(function, "refusal", over=arguments)
