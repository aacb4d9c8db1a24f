"""What this study finds of the binary blackboard: closed forms, and its solvers at full size."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from fast import binary_blackboard as solver
from fast.errors import NoWinningOptionError
from oracles.games.binary_blackboard import Board
from research.checks.equality import equal
from research.claims.cases import Drawn, Listed, calls, evenly, integers, of_every_size, st
from research.claims.claim import OURS
from research.studies.binary_blackboard import derivations
from research.studies.binary_blackboard.losing_sets import (
    BOTH_FLAGS_IN_ROWS,
    BY_MATRIX,
    BY_ROWS,
    IN_ROWS,
    RECURRENCES,
)
from research.studies.binary_blackboard.offsets import even_answer, odd_answer, sum_of_offsets
from research.studies.binary_blackboard.sums import BY_BOTH, TO_14, S
from research.studies.binary_blackboard.theorem import IS_ANSWER, THEOREM, predicates
from research.studies.binary_blackboard.truth import (
    BOUND,
    MODULUS,
    PLAYERS,
    graph,
    in_losing_set,
    in_rows,
    losing_in_rows,
    losing_sets,
    on_graph,
    parity,
    states,
    study,
)

study.section("losing sets", source=OURS)
study.claim(
    "losing-sets-by-parity",
    "$L_q$ holds only numbers $r$ with $t(r) = q$: with $t(r) \\ne q$ Oscar wins by writing all "
    "of $r$.",
    believed=lambda q: q,
    controls={"the other parity": lambda q: 1 - q},
).holds(
    lambda own, r, q: (
        graph.winning_options((r, q, "Oscar")).allows((0, 1, "Eric"))
        if r > 0 and parity(r) != own(q)
        else not in_losing_set(r, q) or equal(parity(r), own(q))
    ),
    states(),
)
study.claim(
    "rows-of-bits",
    "The minimax recurrence computed on rows of bits gives the same $L$ as the explicit graph.",
    believed=losing_in_rows,
    controls={"one number too many": lambda: sorted({*losing_in_rows(), 200})},
).holds(lambda losing, r: equal(r in on_graph.up_to(r), r in losing()), integers(1, r=BOUND))

study.section("closed forms", source=OURS)
study.claim(
    "sum-of-offsets",
    "$T_k = (8^k + 6 \\cdot 4^k - 7 \\cdot 2^k) / 6$.",
    believed=sum_of_offsets,
    controls={
        "without the last term": lambda k: sum_of_offsets(k) + 2**k,
        "one more": lambda k: sum_of_offsets(k) + 1,
    },
    rests_on=[THEOREM, RECURRENCES],
).equals(in_rows.total, IN_ROWS, by=BY_ROWS).derive(BY_MATRIX, derivations.sum_of_offsets)


def one_formula(m: Any, even: Any) -> Any:
    """The solver's closed form: m = ⌈n/2⌉, and whether n is even as 1 or 0."""
    return Fraction(1, 6) * (2**m + 4) * (4**m - 1) - 2**m + 1 - m + even * (2 * 4**m - 1)


study.claim(
    "closed-form-even",
    "For $n = 2m$ the sum over $L$ up to $2^n$ is $(8^m + 16 \\cdot 4^m - 7 \\cdot 2^m - 6 m - "
    f"4) / 6$. {IS_ANSWER}",
    believed=even_answer,
    controls={"without the endpoint": lambda m: even_answer(m) - 4**m},
    rests_on=[THEOREM, RECURRENCES],
).equals(lambda m: in_rows.answer(2 * m), Listed("2m ≤ 14", lambda: range(8)), by=BY_ROWS).derive(
    BY_MATRIX, derivations.even_closed_form
)
study.claim(
    "closed-form-odd",
    "For $n = 2m + 1$ the sum over $L$ up to $2^n$ is $(4 \\cdot 8^m + 8 \\cdot 4^m - 7 \\cdot 2^m "
    f"- 3 m - 2) / 3$. {IS_ANSWER}",
    believed=odd_answer,
    controls={
        "with the endpoint": lambda m: odd_answer(m) + 2 * 4**m,
        "one more": lambda m: odd_answer(m) + 1,
    },
    rests_on=[THEOREM, RECURRENCES],
).equals(
    lambda m: in_rows.answer(2 * m + 1), Listed("2m + 1 ≤ 14", lambda: range(7)), by=BY_ROWS
).derive(BY_MATRIX, derivations.odd_closed_form)
study.claim(
    "closed-form-of-the-solver",
    "With $m = \\lceil n/2 \\rceil$ the sum over $L$ up to $2^n$ is $(2^m + 4)(4^m - 1)/6 - 2^m + "
    f"1 - m$, plus $2^{{n+1}} - 1$ if $n$ is even. {IS_ANSWER}",
    believed=one_formula,
    controls={"2^n in place of 2^(n+1)": lambda m, even: one_formula(m, even) - even * 4**m},
    rests_on=["closed-form-even", "closed-form-odd"],
).holds(
    lambda formula, n: equal(in_rows.answer(n), formula((n + 1) // 2, 1 - n % 2)),
    TO_14,
    by=BY_ROWS,
).derive(
    "the same as both closed forms", partial(derivations.one_closed_form, even_answer, odd_answer)
)
study.numbers(
    "headline",
    "The sum for $n = {}$ is ${}$ modulo $10^9 + 7$. [The source speaks of every $n$ and gives no "
    "value here; Project Euler 711 asks for this one.]",
    {12345678: 541510990},
    partial(S, modulus=MODULUS),
    solvers=BY_BOTH,
)

study.section("at full size", source=OURS)


def loses(r: int, q: int) -> bool:
    """Whether r is in L_q by the proved criterion."""
    return predicates()[f"losesO{q}"].accepts(r=r)


# r near 2^4000, and both algorithms.

DIGITS = 2000  # in base 4


def large_losing_number() -> Any:
    """Strategy: r with r + 1 a sum of distinct powers of 4, or a power of 2, near 2^4000."""
    spread = evenly(1, 2**DIGITS - 1).map(lambda bits: int(f"{bits:b}", 4) - 1)
    return spread | st.integers(0, 2 * DIGITS).map(lambda exponent: 2**exponent - 1)


def large_positions() -> Any:
    """Strategy: what remains, near 2^4000, the flag and whose turn it is."""
    near = st.tuples(large_losing_number(), st.integers(-20, 20)).map(lambda d: abs(sum(d)))
    remaining = large_losing_number() | near | evenly(0, 4**DIGITS)
    return st.tuples(remaining, st.integers(0, 1), st.sampled_from(PLAYERS))


def left_of(number: int) -> Any:
    """Strategy: what a move leaves of a number, often a losing number."""
    losing = large_losing_number().map(lambda other: other % number)
    powers = st.integers(0, number.bit_length() - 1).map(lambda i: 2**i - 1)
    return losing | evenly(0, number - 1) | powers


def large_moves() -> Any:
    """Strategy: a losing number near 2^4000, whose turn, and what a move leaves of it."""
    turn = st.sampled_from(PLAYERS)
    return (
        large_losing_number()
        .filter(bool)
        .flatmap(lambda number: calls(number=st.just(number), left=left_of(number), turn=turn))
    )


study.claim(
    "criterion-of-the-solver",
    "The solver's losing sets are those of the claim losing-sets-for-every-number.",
    gating=True,
    believed=solver.in_losing_set,
    controls={"with either flag": lambda r, q: solver.in_losing_set(r, parity(r) | q & 0)},
).holds(
    lambda solved, r, q: equal(r in losing_sets()[q], solved(r, q)),
    BOTH_FLAGS_IN_ROWS,
    by=BY_ROWS,
).holds(
    lambda solved, p: equal(loses(*p[:2]), solved(*p[:2])),
    Drawn(
        "r near 2^4000, many of them with $r + 1$ a sum of distinct powers of 4 or a power of 2",
        large_positions,
    ),
)


def after(position: Board, left: int) -> Board:
    """The position after a move that leaves so much."""
    remaining, flag, turn = position
    return left, flag ^ parity(remaining - left), "Eric" if turn == "Oscar" else "Oscar"


study.claim(
    "no-option-of-a-p-position-is-one",
    "Near $2^{4000}$, no option of a position that the solver's criterion calls P is called P.",
    gating=True,
    believed=solver.criterion,
    controls={"the flag is ignored": lambda position: loses(position[0], parity(position[0]))},
).holds(
    lambda is_p, number, left, turn: (
        not any(is_p(p) and is_p(after(p, left)) for p in ((number, 0, turn), (number, 1, turn)))
    ),
    Drawn(
        "$r + 1 \\le 4^{2000}$ a sum of distinct powers of 4 or a power of 2, each flag, and a "
        "move, often to another such number; a position has too many options to list",
        large_moves,
    ),
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
).holds(
    leaves_a_p_position,
    Drawn(
        "r near 2^4000: many with $r + 1$ a sum of distinct powers of 4 or a power of 2, or near "
        "one",
        large_positions,
    ),
)
study.claim(
    "algorithms-agree",
    "The closed form and the walk over the layers give the same answer, exactly and modulo any "
    "number.",
    gating=True,
    believed=solver.answer.ungated,
    controls={
        "the next exponent": lambda exponent, **more: solver.answer.ungated(exponent + 1, **more)
    },
).equals(
    partial(solver.answer.ungated, algorithm="layers"),
    Drawn(
        "9 ≤ n ≤ 20 000 of every size, moduli of every size to 2^300",
        lambda: calls(exponent=of_every_size(9, 20_000), modulus=of_every_size(1, 2**300)),
    ),
    Drawn("9 ≤ n ≤ 2000, exact", lambda: of_every_size(9, 2000)),
)
