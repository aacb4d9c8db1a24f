"""The binary blackboard for every number: a criterion, its proof, the solvers at full size."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fast import binary_blackboard as solver
from fast.errors import NoWinningOptionError
from oracles.games.binary_blackboard import Board
from research.checks.equality import equal
from research.checks.grounds import Complete
from research.claims.strategies import evenly, of_every_size
from research.studies.binary_blackboard import automata, derivations
from research.studies.binary_blackboard.agreements import BEYOND, parity, study
from research.studies.binary_blackboard.layers import BY_ROWS
from research.studies.binary_blackboard.losing import THEOREM
from research.studies.binary_blackboard.minimax import BY_THEOREM
from research.studies.binary_blackboard.rows import LIMIT, losing_sets

ROWS = Complete(f"r ≤ {LIMIT}", by=BY_ROWS)
WITHOUT_TWOS = replace(automata.LOSING, accepting=frozenset({"ones"}))
TWOS_ANYWHERE = replace(
    automata.LOSING, moves={**automata.LOSING.moves, "two": ("two", "two", automata.DEAD, "dead")}
)


def in_rows(number: int) -> bool:
    """Whether r is in L_t(r), from the rows of bits; 0 is."""
    return number in losing_sets()[number.bit_count() % 2]


study.claim(
    "criterion-for-every-number",
    "$r \\in L_q$ exactly if $q = t(r)$ and $r + 1$ is a sum of distinct powers of $4$ or twice a "
    "power of $4$; so for every $k$ the pattern of Step 3 is proved, which the source takes from "
    "tables.",
    source=BEYOND,
    believed=automata.LOSING,
    controls={
        "sums of distinct powers of 4 only": WITHOUT_TWOS,
        "ones above a two": TWOS_ANYWHERE,
    },
    rests_on=[THEOREM],
).exhaust(
    ROWS,
    lambda: range(LIMIT + 1),
    lambda believed, r: equal(in_rows(r), believed.accepts(r)),
).derive(BY_THEOREM, derivations.kernel)

BITS = 2000  # base-4 digits of the large numbers


def large_losing_number() -> Any:
    """Strategy: r with r + 1 a sum of distinct powers of 4, or a power of 2, near 2^4000."""
    from hypothesis import strategies as st

    spread = evenly(1, 2**BITS - 1).map(lambda bits: int(f"{bits:b}", 4) - 1)
    power = st.integers(0, 2 * BITS).map(lambda exponent: 2**exponent - 1)
    return st.one_of(spread, power)


def large_positions() -> Any:
    """Strategy: what remains, near 2^4000, the flag and whose turn it is."""
    from hypothesis import strategies as st

    near = st.tuples(large_losing_number(), st.integers(-20, 20)).map(lambda d: abs(d[0] + d[1]))
    remaining = st.one_of(large_losing_number(), near, evenly(0, 4**BITS))
    return st.tuples(remaining, st.integers(0, 1), st.sampled_from(["Oscar", "Eric"]))


study.claim(
    "criterion-of-the-solver",
    "The solver's losing sets are the ones of this criterion, with each flag.",
    source=BEYOND,
    gating=True,
    believed=solver.in_losing_set,
    controls={"with either flag": lambda r, flag: solver.in_losing_set(r, parity(r) | flag & 0)},
).exhaust(
    ROWS,
    lambda: ((r, q) for r in range(LIMIT + 1) for q in (0, 1)),
    lambda believed, c: equal(c[0] in losing_sets()[c[1]], believed(*c)),
).search(
    "r near 2^4000, many of them with $r + 1$ a sum of distinct powers of 4 or a power of 2",
    large_positions,
    lambda believed, c: equal(
        parity(c[0]) == c[1] and automata.LOSING.accepts(c[0]), believed(c[0], c[1])
    ),
)


def large_moves() -> Any:
    """Strategy: a losing number near 2^4000, whose turn, and what a move leaves of it."""
    from hypothesis import strategies as st

    def with_move(number: int) -> Any:
        left = st.one_of(
            large_losing_number().map(lambda other: other % number),
            evenly(0, number - 1),
            st.integers(0, number.bit_length() - 1).map(lambda i: 2**i - 1),
        )
        return st.tuples(st.just(number), left, st.sampled_from(["Oscar", "Eric"]))

    return large_losing_number().filter(bool).flatmap(with_move)


def other(turn: str) -> str:
    """The other player."""
    return "Eric" if turn == "Oscar" else "Oscar"


def no_option_is_lost(believed: Any, case: tuple[int, int, str]) -> bool:
    """No option of a P-position is a P-position."""
    remaining, left, turn = case
    for flag in (0, 1):
        option = (left, flag ^ parity(remaining - left), other(turn))
        if believed((remaining, flag, turn)) and believed(option):
            return False
    return True


study.claim(
    "no-option-of-a-p-position-is-one",
    "Near $2^{4000}$, no option of a position that the solver's criterion calls P is called P.",
    source=BEYOND,
    gating=True,
    believed=solver.criterion,
    controls={
        "the flag is ignored": lambda position: automata.LOSING.accepts(position[0]),
    },
).search(
    "$r + 1 \\le 4^{2000}$ a sum of distinct powers of 4 or a power of 2, each flag, and a move, "
    "often to another such number; a position has too many options to list",
    large_moves,
    no_option_is_lost,
)


def winning_option_is_right(believed: Any, position: Board) -> bool:
    """An N-position's option is legal and P; a P-position and the end are refused."""
    remaining, flag, turn = position
    try:
        left, new_flag, new_turn = option = believed(position)
    except NoWinningOptionError:
        return remaining == 0 or solver.criterion(position)
    return (
        not solver.criterion(position)
        and 0 <= left < remaining
        and new_flag == flag ^ parity(remaining - left)
        and new_turn == other(turn)
        and solver.criterion(option)
    )


study.claim(
    "every-n-position-has-a-p-position-as-option",
    "Near $2^{4000}$, the solver's winning option of an N-position is a legal move and leaves a "
    "P-position; in a P-position, and when nothing remains, it refuses.",
    source=BEYOND,
    gating=True,
    believed=solver.winning_option,
    controls={
        "writes all that remains": lambda p: (0, p[1] ^ parity(p[0]), other(p[2])),
    },
).search(
    "r near 2^4000: many with $r + 1$ a sum of distinct powers of 4 or a power of 2, or near one",
    large_positions,
    winning_option_is_right,
)


def large_exponents() -> Any:
    """Strategy: an exponent of every size to 20 000, and a modulus of every size to 2^300."""
    from hypothesis import strategies as st

    return st.tuples(of_every_size(9, 20_000), of_every_size(1, 2**300))


study.claim(
    "algorithms-agree",
    "The closed form and the walk over the layers give the same answer, exactly and modulo any "
    "number.",
    source=BEYOND,
    gating=True,
    believed=lambda n, modulus: solver.answer.ungated(n, modulus=modulus),
    controls={
        "the next exponent": lambda n, modulus: solver.answer.ungated(n + 1, modulus=modulus)
    },
).search(
    "9 ≤ n ≤ 20 000 of every size, moduli of every size to 2^300",
    large_exponents,
    lambda believed, c: equal(
        solver.answer.ungated(c[0], algorithm="layers", modulus=c[1]), believed(*c)
    ),
).search(
    "9 ≤ n ≤ 2000, exact",
    lambda: large_exponents().map(lambda drawn: (9 + drawn[0] % 1992, None)),
    lambda believed, c: equal(solver.answer.ungated(c[0], algorithm="layers"), believed(*c)),
)
