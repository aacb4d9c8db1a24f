"""What the source says of the offsets, in its Step 4: their recurrence, number and sum."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from research.checks.equality import Equation, equal
from research.claims.cases import Listed, every, integers
from research.studies.binary_blackboard import derivations
from research.studies.binary_blackboard.losing_sets import (
    BY_MATRIX,
    BY_ROWS,
    BY_THEOREM,
    IN_ROWS,
    RECURRENCES,
)
from research.studies.binary_blackboard.theorem import THEOREM
from research.studies.binary_blackboard.truth import LosingNumbers, in_rows, on_graph, study

STEPS_IN_GRAPH, STEPS_IN_ROWS = integers(k=2), integers(k=5)  # each layer with the next one
BY_PARTS = "the three parts of the set recurrence, counted and added"

study.section("Step 4: Derive the Offset Recurrence", kind="result")


def obeys(way: LosingNumbers, following: Any, k: int) -> Equation:
    """The offsets of the next layer are those that follow from the ones of layer k."""
    return equal(set(way.offsets(k + 1)), following(k, set(way.offsets(k))))


class Recurrence(NamedTuple):
    """The offsets x of the next layer: as sets with p = 4^k, and for each digit of x at 4^k."""

    as_sets: str
    by_digit: Callable[[bool, bool], list[Any]]

    def following(self, k: int, offsets: set[int]) -> set[int]:
        """Return E_(k+1) digit by digit, which is decided to be the same sets."""
        return {
            digit * 4**k + y
            for y in range(4**k)
            for digit, belongs in enumerate(self.by_digit(y in offsets, y == 4**k - 1))
            if belongs
        }


SURVIVING, NEW_END = "(x < p & $member(p + x))", "x + 1 = 4*p"
SHIFTED = "(Ee e < p & $member(p + e) & e + 1 != p & x = p + e)"


study.claim(
    "offset-recurrence",
    "$E_{k+1} = E_k \\cup (4^k + (E_k \\setminus \\lbrace 4^k - 1 \\rbrace)) \\cup "
    "\\lbrace 4^{k+1} - 1 \\rbrace$. [For every $k$. Digit by digit: for $y < 4^k$, $y \\in "
    "E_{k+1}$ iff $y \\in E_k$; $4^k + y \\in E_{k+1}$ iff $y \\in E_k$ and $y \\ne 4^k - 1$; "
    "$2 \\cdot 4^k + y$ never; $3 \\cdot 4^k + y$ iff $y = 4^k - 1$.]",
    believed=Recurrence(
        f"{SURVIVING} | {SHIFTED} | {NEW_END}",
        lambda offset, largest: [offset, offset and not largest, False, largest],
    ),
    controls={
        "the shifted copy is whole": Recurrence(
            f"{SURVIVING} | (Ee e < p & $member(p + e) & x = p + e) | {NEW_END}",
            lambda offset, largest: [offset, offset, False, largest],
        ),
        "the new end is missing": Recurrence(
            f"{SURVIVING} | {SHIFTED}",
            lambda offset, largest: [offset, offset and not largest, False, False],
        ),
    },
    rests_on=[THEOREM],
).holds(lambda believed, k: obeys(on_graph, believed.following, k), STEPS_IN_GRAPH).holds(
    lambda believed, k: obeys(in_rows, believed.following, k), STEPS_IN_ROWS, by=BY_ROWS
).holds(
    lambda believed, k, digit, y: equal(
        digit * 4**k + y in in_rows.offsets(k + 1),
        bool(believed.by_digit(y in in_rows.offsets(k), y == 4**k - 1)[digit]),
    ),
    Listed(
        "k ≤ 3", lambda: [c for k in range(4) for c in every(k=[k], digit=range(4), y=range(4**k))]
    ),
    by=BY_ROWS,
).derive(BY_THEOREM, derivations.offset_recurrence)

study.section("Step 4: Derive the Offset Recurrence")
study.remark(
    "Informally, one copy of the previous offsets survives unchanged, another copy is shifted by "
    "$4^k$, and the old extreme point $4^k - 1$ is replaced by the new odd-layer endpoint "
    "$4^{k+1} - 1$. [This is the claim offset-recurrence in words. Replaced is the end of the "
    "shifted copy; the first one keeps its own.]"
)
study.claim(
    "first-number-and-sum",
    "With $N_k = |E_k|$ and $T_k = \\sum_{e \\in E_k} e$: $N_0 = 1$, $T_0 = 0$.",
    believed=(1, 0),
    controls={"T_0 = 1": (1, 1)},
).holds(
    lambda first, k: equal((on_graph.number(k), on_graph.total(k)), first),
    Listed("the first layer", lambda: [0]),
)


def number_of_offsets(k: Any) -> Any:
    """N_k in closed form."""
    return 2**k


def sum_of_offsets(k: Any) -> Any:
    """T_k in closed form."""
    return Fraction(1, 6) * (8**k + 6 * 4**k - 7 * 2**k)


def even_answer(m: Any) -> Any:
    """The sum for n = 2m."""
    return Fraction(1, 6) * (8**m + 16 * 4**m - 7 * 2**m - 6 * m - 4)


def odd_answer(m: Any) -> Any:
    """The sum for n = 2m + 1."""
    return Fraction(1, 3) * (4 * 8**m + 8 * 4**m - 7 * 2**m - 3 * m - 2)


def next_total(number: Any, total: Any, power: Any, more: int = 2) -> Any:
    """T_(k+1) from N_k, T_k and 4^k."""
    return 2 * total + (number + more) * power


study.claim(
    "recurrence-of-numbers",
    "The set recurrence gives $N_{k+1} = 2 N_k$.",
    believed=lambda number: 2 * number,
    controls={"one more": lambda number: 2 * number + 1},
    rests_on=["offset-recurrence", "extreme-offsets"],
).holds(
    lambda following, k: equal(in_rows.number(k + 1), following(in_rows.number(k))),
    STEPS_IN_ROWS,
    by=BY_ROWS,
).derive(BY_PARTS, partial(derivations.number_recurrence, (SURVIVING, SHIFTED, NEW_END)))
study.claim(
    "recurrence-of-sums",
    "$T_{k+1} = T_k + ((N_k - 1) 4^k + T_k - (4^k - 1)) + (4^{k+1} - 1) = 2 T_k + (N_k + 2) 4^k$.",
    believed=next_total,
    controls={
        "N_k in place of N_k + 2": partial(next_total, more=0),
        "N_k + 1": partial(next_total, more=1),
    },
    rests_on=["offset-recurrence", "recurrence-of-numbers", "sum-of-an-even-layer"],
).holds(
    lambda following, k: equal(
        in_rows.total(k + 1), following(in_rows.number(k), in_rows.total(k), 4**k)
    ),
    STEPS_IN_ROWS,
    by=BY_ROWS,
).derive(BY_PARTS, derivations.sum_recurrence)
study.claim(
    "number-of-offsets",
    "$N_k = 2^k$, which is exactly the doubling behaviour used by the linear solver.",
    believed=number_of_offsets,
    controls={"2^k + 1": lambda k: 2**k + 1, "4^k": lambda k: 4**k},
    rests_on=[THEOREM, RECURRENCES],
).equals(in_rows.number, IN_ROWS, by=BY_ROWS).derive(BY_MATRIX, derivations.number_of_offsets)
