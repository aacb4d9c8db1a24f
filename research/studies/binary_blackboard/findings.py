"""What this study finds of the binary blackboard: the sum in closed form, and large positions."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from fast import binary_blackboard as solver
from fast.errors import NoWinningOptionError
from oracles.games.binary_blackboard import Board
from research.checks.equality import equal
from research.claims.cases import Drawn, of_every_size, st
from research.claims.claim import OURS
from research.studies.binary_blackboard import derivations
from research.studies.binary_blackboard.claims import BY_RECURRENCE, TO_14, closed_forms
from research.studies.binary_blackboard.truth import MODULUS, PROBLEM, after, study, sum_to_power

study.section("closed form", source=OURS)


def sum_to(m: Any, even: Any) -> Any:
    """S(n) in closed form, from m = ⌈n/2⌉ and whether n is even, as 1 or 0."""
    return Fraction(1, 6) * (2**m + 4) * (4**m - 1) - 2**m + 1 - m + even * (2 * 4**m - 1)


study.claim(
    "closed-form",
    "With $m = \\lceil n/2 \\rceil$, $S(n) = (2^m + 4)(4^m - 1)/6 - 2^m + 1 - m$ for odd $n$, and "
    "$2^{n+1} - 1$ more for even $n$.",
    believed=sum_to,
    controls={
        "2^n in place of 2^(n+1)": lambda m, even: sum_to(m, even) - even * 4**m,
        "one more": lambda m, even: sum_to(m, even) + 1,
    },
    rests_on=["sum-of-an-even-layer", "odd-layers", "closed-forms-of-offsets", "endpoint"],
).holds(
    lambda formula, n: equal(sum_to_power(n), formula((n + 1) // 2, 1 - n % 2)),
    TO_14,
    by=BY_RECURRENCE,
).derive("the sums of the layers, by induction", partial(derivations.sum_of_layers, closed_forms))


def sum_modulo(exponent: int, modulus: int) -> int:
    """S(n) modulo a number by the closed form: 6 S(n) modulo six times the number, by 6."""
    m = (exponent + 1) // 2
    two = pow(2, m, 6 * modulus)  # 2^m
    six_times = (two + 4) * (two**2 - 1) + 6 * (1 - two - m)
    if exponent % 2 == 0:
        six_times += 6 * (2 * two**2 - 1)
    return six_times % (6 * modulus) // 6


by_closed_form = partial(
    study.numbers,
    computed=partial(sum_modulo, modulus=MODULUS),
    over="this number",
    by="the closed form in integers modulo 6(10^9 + 7)",
    rests_on=["closed-form"],
)
MODULO = "$S({exponent}) \\equiv {value} \\pmod{10^9 + 7}$"
study.section("statement", source=PROBLEM)
by_closed_form("sum-to-{exponent}", f"{MODULO}.", {1234: 690421393})
study.section("closed form", source=OURS)
by_closed_form(
    "sum-to-{exponent}",
    f"{MODULO}, which Project Euler asks for and neither source gives.",
    {12345678: 541510990},
)

study.section("beyond the graph", source=OURS)
DIGITS = 2000  # in base 4


def large_losing_number() -> Any:
    """Strategy: r with r + 1 a sum of distinct powers of 4, or a power of 2, near 2^4000."""
    spread = of_every_size(2 ** (DIGITS - 1), 2**DIGITS - 1).map(
        lambda bits: int(f"{bits:b}", 4) - 1
    )
    return spread | st.integers(0, 2 * DIGITS).map(lambda exponent: 2**exponent - 1)


def large_positions() -> Any:
    """Strategy: what remains, near 2^4000, the flag and whose turn it is."""
    near = st.tuples(large_losing_number(), st.integers(-20, 20)).map(lambda d: abs(sum(d)))
    remaining = large_losing_number() | near | of_every_size(4**DIGITS // 2, 4**DIGITS)
    return st.tuples(remaining, st.integers(0, 1), st.sampled_from(("Oscar", "Eric")))


LARGE = Drawn(
    "r near 2^4000, many of them with $r + 1$ a sum of distinct powers of 4 or a power of 2",
    large_positions,
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
