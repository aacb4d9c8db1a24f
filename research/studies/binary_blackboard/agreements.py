"""The binary blackboard's solvers against the truth.

Small exponents are compared on the graph, and exponents of any size with the source's recurrences
as powers of a matrix. Large positions are compared with the proved criterion.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from fast import binary_blackboard as solver
from fast.errors import NoWinningOptionError
from oracles.games.binary_blackboard import Board
from research.claims import cases
from research.claims.cases import NO_NUMBERS, Drawn, Listed, each_with, every, integers, reduced, st
from research.studies.binary_blackboard import truth
from research.studies.binary_blackboard.derivations import predicates
from research.studies.binary_blackboard.findings import LARGE, sum_modulo
from research.studies.binary_blackboard.truth import BOUND, after, graph, matrix_answer, study

answer, sets, loses = solver.answer, solver.in_losing_set, solver.oscar_loses
criterion, option = solver.criterion, solver.winning_option
CLOSED, LAYERS = {"algorithm": "closed"}, {"algorithm": "layers"}
EACH = [CLOSED, LAYERS]
# The solver divides by 6.
MODULI = [*every(modulus=(*range(1, 41), 257)), *cases.moduli(), {"modulus": 2**100_000 - 1}]
ABOVE = {"exponent": 70_000, "modulus": 2**100_000 - 1}  # the sum
SOME_MODULI = (7, 97, 10**9 + 7, 2**32, 2**61 - 1, 2**64 + 13, 6**30)

# The answer.


def about_powers_of_two(most: int) -> list[int]:
    """Numbers about each power of two from 2^8 on, and some between."""
    about = {2**k + step for k in range(8, most + 1) for step in (-1, 0, 1)}
    return sorted(about | {2**k * 10 // 7 for k in range(8, most)})


def long(exact: int, modular: int, *more: Any) -> Listed:
    """Long exponents: exact, with all moduli where the sum is above each, and with some moduli."""
    return Listed(
        f"exponents about powers of two from 2^8 to 2^{exact}, exact; of sums above every "
        f"modulus, modulo up to 40 and of every kind, with and without factors; to 2^{modular}, "
        "modulo some numbers",
        lambda: [
            *every(exponent=about_powers_of_two(exact)),
            *each_with(every(exponent=(300, 301, 4095, 4096)), MODULI),
            *every(exponent=about_powers_of_two(modular), modulus=SOME_MODULI),
            *more,
        ],
    )


ON_THE_GRAPH = Listed(
    "exponent ≤ 8, exact and modulo up to 40 and numbers about 2^32, 2^63, 2^64 and of 100 000 "
    "bits, with and without factors",
    lambda: each_with(every(exponent=range(9)), [{}, *MODULI]),
)
TO_300 = Listed("exponent ≤ 300, exact", lambda: every(exponent=range(301)))
OF_EVERY_SIZE = Drawn(
    "exponents of every size to 10^18, modulo numbers of every size to 2^300",
    lambda: st.fixed_dictionaries(
        {"exponent": cases.of_every_size(0, 10**18), "modulus": cases.of_every_size(1, 2**300)}
    ),
)
THE_PROBLEM = Listed("the instance of the problem", lambda: [study.headline])
WITHOUT = {
    "without the last number": lambda exponent, **more: (
        answer.ungated(exponent, **more) - (2**exponent if exponent % 2 == 0 else 0)
    )
}
ANOTHER = {"another modulus": cases.with_another_modulus(answer)}
LONGER = {
    "sums of 64 bits": lambda exponent, modulus=None, **_: (
        matrix_answer(exponent, 2**64) % modulus if modulus else matrix_answer(exponent)
    ),
    "exponents of 12 bits": lambda exponent, **more: answer.ungated(exponent % 2**12, **more),
    **ANOTHER,
}


sum_on_graph = reduced(lambda exponent: sum(truth.on_graph(2**exponent)))
agree_on_graph = partial(study.agree, by=graph.by)
by_matrix = partial(study.agree, answer, matrix_answer, by="powers of a matrix")

agree_on_graph(answer, sum_on_graph, over=ON_THE_GRAPH, fixed=EACH, controls={**WITHOUT, **ANOTHER})
by_matrix(over=TO_300, fixed=EACH, controls=WITHOUT)
by_matrix(over=long(20, 63, ABOVE), fixed=CLOSED, controls=LONGER)
by_matrix(over=long(13, 15), fixed=LAYERS, controls=LONGER)  # each step over a layer takes time
by_matrix(over=OF_EVERY_SIZE, fixed=CLOSED, controls=ANOTHER)
study.agree(
    answer,
    sum_modulo,
    over=THE_PROBLEM,
    fixed=CLOSED,
    by="the closed form that is proved",
    controls=ANOTHER,
)

# Positions.


def loses_by_criterion(position: Board) -> bool:
    """Whether the player to move loses, by the criterion that is proved for every number."""
    remaining, flag, turn = position
    return predicates()[f"loses{turn[0]}{flag}"].accepts(r=remaining)


FLAGS = Listed(
    f"r ≤ {BOUND} with each flag", lambda: every(remaining=range(BOUND + 1), flag=(0, 1))
)
EITHER = {"either flag": lambda remaining, **_: sets(remaining, truth.parity(remaining))}
WRONG = {"the wrong flag": lambda number: sets(number, 1 - truth.parity(number))}
AS_OSCAR = {"Eric's flag as Oscar's": lambda position: sets(*position[:2])}
ALL = {"writes all that remains": lambda position: after(position, 0)}
each, none = truth.POSITIONS, NoWinningOptionError

agree_on_graph(sets, truth.in_losing_set, over=FLAGS, controls=EITHER)
agree_on_graph(loses, truth.oscar_loses, over=integers(1, r=BOUND), controls=WRONG)
study.agree(criterion, graph.is_p_position, over=each, controls=AS_OSCAR)
study.agree(criterion, loses_by_criterion, over=LARGE, by="the proved set", controls=AS_OSCAR)
study.agree(option, graph.winning_options, over=each, refusal=none, controls=ALL)

# What is refused.

NO_ANSWER = [
    *cases.unfit({"exponent": 9}, algorithm=["best"]),
    {"exponent": 6_666_667},  # exact numbers
    {"exponent": 2**100_000, "modulus": 7},
    {"exponent": 2**99_999, "modulus": 2**99_999},
    {"exponent": 100_001, "algorithm": "layers"},
    {"exponent": 20_000_001, "algorithm": "layers", "modulus": 7},
    {"exponent": 10_000_000, "algorithm": "layers", "modulus": 2**255 - 19},
]
NO_SETS = [*every(remaining=NO_NUMBERS, flag=[0]), *every(remaining=[3], flag=(*NO_NUMBERS, 2))]
NO_ENTRIES = [*((r, 0, "Oscar") for r in NO_NUMBERS), *((3, q, "Eric") for q in (*NO_NUMBERS, 2))]
study.agree(answer, "refusal", over=NO_ANSWER)
study.agree(sets, "refusal", over=NO_SETS)
study.agree(loses, "refusal", over=[0, *NO_NUMBERS])
for function in (criterion, option):
    study.agree(
        function, "refusal", over=[*NO_ENTRIES, (3, 0, "Olga"), (3, 0, 0), (3, 0), 3, "30E"]
    )
