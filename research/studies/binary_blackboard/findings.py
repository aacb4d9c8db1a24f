"""What this study finds of the binary blackboard: closed forms, and its solver at full size."""

from __future__ import annotations

from functools import partial
from typing import Any

from fast import binary_blackboard as solver
from fast.errors import NoWinningOptionError
from oracles.games.binary_blackboard import Board
from research.checks.equality import equal
from research.claims.cases import Drawn, evenly, integers, st
from research.claims.claim import OURS
from research.studies.binary_blackboard import derivations
from research.studies.binary_blackboard.claims import (
    BOTH_FLAGS,
    BY_ROWS,
    IN_ROWS,
    TO_14,
    number_of_offsets,
    sum_of_offsets,
    sum_to,
)
from research.studies.binary_blackboard.theorem import THEOREM, predicates
from research.studies.binary_blackboard.truth import (
    BOUND,
    after,
    in_rows,
    losing_in_rows,
    losing_sets,
    on_graph,
    parity,
    study,
)

study.section("closed forms", source=OURS)
study.claim(
    "sum-of-offsets",
    "$T_k = (8^k + 6 \\cdot 4^k - 7 \\cdot 2^k) / 6$.",
    believed=sum_of_offsets,
    controls={
        "without the last term": lambda k: sum_of_offsets(k) + 2**k,
        "one more": lambda k: sum_of_offsets(k) + 1,
    },
    rests_on=["number-and-sum-recurrences", THEOREM],
).equals(in_rows.total, IN_ROWS, by=BY_ROWS).derive(
    "induction on k", partial(derivations.closed_forms, number_of_offsets)
)
study.claim(
    "closed-form",
    "With $m = \\lceil n/2 \\rceil$, $S(n) = (2^m + 4)(4^m - 1)/6 - 2^m + 1 - m$ for odd $n$, and "
    "$2^{n+1} - 1$ more for even $n$.",
    believed=sum_to,
    controls={
        "2^n in place of 2^(n+1)": lambda m, even: sum_to(m, even) - even * 4**m,
        "one more": lambda m, even: sum_to(m, even) + 1,
    },
    rests_on=[
        "odd-layers",
        "sum-of-an-even-layer",
        "number-of-offsets",
        "sum-of-offsets",
        "endpoint",
    ],
).holds(
    lambda formula, n: equal(in_rows.answer(n), formula((n + 1) // 2, 1 - n % 2)),
    TO_14,
    by=BY_ROWS,
).derive(
    "the sums of the layers, by induction",
    partial(derivations.sum_of_layers, number_of_offsets, sum_of_offsets),
)

study.section("beyond the graph", source=OURS)
study.claim(
    "rows-of-bits",
    "The minimax recurrence computed on rows of bits gives the same $L$ as the explicit graph.",
    believed=losing_in_rows,
    controls={"one number too many": lambda: sorted({*losing_in_rows(), 200})},
).holds(lambda losing, r: equal(r in on_graph.up_to(r), r in losing()), integers(1, r=BOUND))

DIGITS = 2000  # in base 4


def large_losing_number() -> Any:
    """Strategy: r with r + 1 a sum of distinct powers of 4, or a power of 2, near 2^4000."""
    spread = evenly(1, 2**DIGITS - 1).map(lambda bits: int(f"{bits:b}", 4) - 1)
    return spread | st.integers(0, 2 * DIGITS).map(lambda exponent: 2**exponent - 1)


def large_positions() -> Any:
    """Strategy: what remains, near 2^4000, the flag and whose turn it is."""
    near = st.tuples(large_losing_number(), st.integers(-20, 20)).map(lambda d: abs(sum(d)))
    remaining = large_losing_number() | near | evenly(0, 4**DIGITS)
    return st.tuples(remaining, st.integers(0, 1), st.sampled_from(("Oscar", "Eric")))


LARGE = Drawn(
    "r near 2^4000, many of them with $r + 1$ a sum of distinct powers of 4 or a power of 2",
    large_positions,
)
study.claim(
    "criterion-of-the-solver",
    "The solver's losing sets are those of the claim losing-sets-for-every-number.",
    gating=True,
    believed=solver.in_losing_set,
    controls={"with either flag": lambda r, q: solver.in_losing_set(r, parity(r) | q & 0)},
).holds(
    lambda solved, r, q: equal(r in losing_sets()[q], solved(r, q)), BOTH_FLAGS, by=BY_ROWS
).holds(
    lambda solved, p: equal(predicates()[f"losesO{p[1]}"].accepts(r=p[0]), solved(*p[:2])), LARGE
)


def leaves_a_p_position(winning_option: Any, position: Board) -> bool:
    """An N-position's option is legal and P; a P-position and the end are refused."""
    lost = position[0] == 0 or solver.criterion(position)
    try:
        option = winning_option(position)
    except NoWinningOptionError:
        return lost
    legal = 0 <= option[0] < position[0] and option == after(position, option[0])
    return not lost and legal and solver.criterion(option)


study.claim(
    "every-n-position-has-a-p-position-as-option",
    "Near $2^{4000}$, the solver's winning option of an N-position is a legal move and leaves a "
    "P-position; in a P-position, and when nothing remains, it refuses.",
    gating=True,
    believed=solver.winning_option,
    controls={"writes all that remains": lambda position: after(position, 0)},
).holds(leaves_a_p_position, LARGE)
