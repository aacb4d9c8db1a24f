"""What the source says of the layers in base 4 and the sets of offsets, in its Steps 3 and 4."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from research.checks.equality import Equation, equal
from research.claims.cases import Drawn, Listed, every, integers
from research.claims.claim import theorem as known_theorem
from research.claims.strategies import calls, evenly
from research.proving.claiming import claim_made_theorem
from research.studies.binary_blackboard import derivations
from research.studies.binary_blackboard.minimax import BY_THEOREM
from research.studies.binary_blackboard.theorem import THEOREM, theorem
from research.studies.binary_blackboard.truth import (
    LosingNumbers,
    in_rows,
    on_graph,
    parity,
    study,
)

IN_GRAPH, IN_ROWS = integers(k=3), integers(k=6)  # the layers
STEPS_IN_GRAPH, STEPS_IN_ROWS = integers(k=2), integers(k=5)  # each with the next one
BY_ROWS = "the minimax recurrence on rows of bits"
BY_COUNTING = "the ones of the binary digits counted"
BY_MATRIX = "the automaton of L, counted by powers of its matrix"
RECURRENCES = known_theorem(
    "Cayley and Hamilton: what is read off the powers of a matrix of size d has a recurrence of "
    "order d, and two sequences with recurrences of order d are one if 2d terms are"
)

study.section("Step 3: Split the Number Line into Base-4 Layers")
SMALL = integers(x=4095)
LARGE = Drawn("x ≤ 2^400", lambda: evenly(0, 2**400))


def next_parity(following: Any, x: int) -> Equation:
    """t(x) from t without the last binary digit, and that digit."""
    return equal(parity(x), following(parity(x // 2), x % 2))


study.claim(
    "thue-morse",
    "The parity sequence $t(x)$ is the Thue–Morse sequence: $t(0) = 0$, $t(2x) = t(x)$, "
    "$t(2x + 1) = 1 \\oplus t(x)$.",
    believed=lambda before, digit: before ^ digit,
    controls={"the last digit alone": lambda _, digit: digit},
).holds(next_parity, SMALL, by=BY_COUNTING).holds(next_parity, LARGE)


def by_odd_digits(odd: set[int], x: int) -> Equation:
    """t(x) from the number of base-4 digits that are odd ones."""
    digits = [x >> place & 3 for place in range(0, x.bit_length(), 2)]
    return equal(parity(x), sum(digit in odd for digit in digits) % 2)


study.claim(
    "base-four-digits",
    "Digits $1$ and $2$ in base $4$ contribute odd popcount parity, while digits $0$ and $3$ "
    "contribute even parity.",
    believed={1, 2},
    controls={"1 and 3": {1, 3}, "2 and 3": {2, 3}},
).holds(by_odd_digits, SMALL, by=BY_COUNTING).holds(by_odd_digits, LARGE)


def identities(domain: Any, k: int, y: int) -> Equation | bool:
    """The three identities at (k, y), if that is in the domain."""
    found = tuple(parity(d * 4**k + y) for d in (1, 2, 3))
    return not domain(k, y) or equal(found, (1 ^ parity(y), 1 ^ parity(y), parity(y)))


def large_pairs() -> Any:
    """Strategy: k up to 200 and y up to 4^(k+1), its digit at 4^k often not 0."""
    from hypothesis import strategies as st

    return st.integers(0, 200).flatmap(lambda k: calls(k=st.just(k), y=evenly(0, 4 ** (k + 1))))


study.claim(
    "thue-morse-identities",
    "$t(4^k + y) = 1 \\oplus t(y)$, $t(2 \\cdot 4^k + y) = 1 \\oplus t(y)$, "
    "$t(3 \\cdot 4^k + y) = t(y)$. [Printed without a domain for $y$, and taken here for every "
    "$y \\ge 0$. The offsets that it is used for later all have $y < 4^k$.]",
    believed=lambda *_: True,
    controls={"y ≤ 4^k": lambda k, y: y <= 4**k, "y < 2·4^k": lambda k, y: y < 2 * 4**k},
    correction=("The three identities hold for $0 \\le y < 4^k$.", lambda k, y: y < 4**k),
).holds(identities, integers(k=4, y=300), by=BY_COUNTING).holds(
    identities, Drawn("k ≤ 200 and y ≤ 4^(k+1)", large_pairs)
)
study.remark(
    "Powers of $4$ are the natural scale because of these identities; this is why the losing "
    "pattern repeats blockwise. [A reason; the first identity holds at powers of $2$ as well. What "
    "repeats is the offset recurrence.]"
)


def intervals(k: Any) -> Any:
    """The even and the odd layer of scale 4^k, both ends included."""
    return (4**k, 2 * 4**k - 1), (2 * 4**k, 4 ** (k + 1) - 1)


study.claim(
    "layers-partition",
    "$I_k^{\\mathrm{even}} = [4^k, 2 \\cdot 4^k - 1]$ and $I_k^{\\mathrm{odd}} = [2 \\cdot 4^k, "
    "4^{k+1} - 1]$ alternate and partition the positive integers.",
    believed=intervals,
    controls={
        "odd layers one longer": lambda k: (intervals(k)[0], (2 * 4**k, 4 ** (k + 1))),
        "odd layers from 3·4^k": lambda k: (intervals(k)[0], (3 * 4**k, 4 ** (k + 1) - 1)),
    },
).holds(
    lambda layers, r: sum(low <= r <= high for k in range(8) for low, high in layers(k)) == 1,
    integers(1, r=4096),
    by="all layers of k < 8 listed",
).derive("decided for every r at once", derivations.partition)

study.section("Step 3: Split the Number Line into Base-4 Layers", kind="result")
study.claim(
    "odd-layers",
    "$I_k^{\\mathrm{odd}} \\cap L = \\lbrace 4^{k+1} - 1 \\rbrace$.",
    believed=lambda k: {4 ** (k + 1) - 1},
    controls={
        "the first number": lambda k: {2 * 4**k},
        "one less": lambda k: {4 ** (k + 1) - 2},
    },
    rests_on=[THEOREM],
).equals(on_graph.odd_layer, IN_GRAPH).equals(in_rows.odd_layer, IN_ROWS, by=BY_ROWS).derive(
    BY_THEOREM, derivations.odd_layers
)


def ends(way: LosingNumbers, k: int) -> tuple[int, int]:
    """The least and the greatest offset of a layer."""
    return min(way.offsets(k)), max(way.offsets(k))


study.claim(
    "even-layers",
    "For the even layers there is an offset set $E_k \\subseteq [0, 4^k - 1]$ with "
    "$I_k^{\\mathrm{even}} \\cap L = \\lbrace 4^k + e : e \\in E_k \\rbrace$. [This defines "
    "$E_k$; what it adds is that no $E_k$ is empty and that $0$ and $4^k - 1$ are its ends.]",
    believed=lambda k: (0, 4**k - 1),
    controls={"ends one early": lambda k: (0, 4**k - 2), "begins at 1": lambda k: (1, 4**k - 1)},
    rests_on=[THEOREM],
).equals(partial(ends, on_graph), IN_GRAPH).equals(
    partial(ends, in_rows), IN_ROWS, by=BY_ROWS
).derive(BY_THEOREM, derivations.ends_of_offsets)

FIRST_SETS = [{0}, {0, 3}, {0, 3, 4, 15}, {0, 3, 4, 15, 16, 19, 20, 63}]

study.claim(
    "first-offset-sets",
    "$E_0 = \\lbrace 0 \\rbrace$, $E_1 = \\lbrace 0, 3 \\rbrace$, "
    "$E_2 = \\lbrace 0, 3, 4, 15 \\rbrace$, "
    "$E_3 = \\lbrace 0, 3, 4, 15, 16, 19, 20, 63 \\rbrace$.",
    believed=FIRST_SETS,
    controls={"15 missing from E_3": [*FIRST_SETS[:3], FIRST_SETS[3] - {15}]},
    kind="number",
).holds(lambda sets, k: equal(set(on_graph.offsets(k)), sets[k]), IN_GRAPH)
claim_made_theorem(
    study,
    THEOREM,
    "For every $r$ and $q$, $r$ is in $L_q$ exactly if $q$ is the parity of the ones of $r$ and "
    "$r + 1$ is a power of two or a sum of distinct powers of four. [The pattern, which the source "
    "reads off tables.]",
    theorem,
)

study.section("Step 4: Derive the Offset Recurrence", kind="result")


def next_offsets(k: int, offsets: set[int]) -> set[int]:
    """The recurrence as printed."""
    return offsets | {4**k + e for e in offsets - {4**k - 1}} | {4 ** (k + 1) - 1}


def obeys(way: LosingNumbers, following: Any, k: int) -> Equation:
    """The offsets of the next layer are those that follow from the ones of layer k."""
    return equal(set(way.offsets(k + 1)), following(k, set(way.offsets(k))))


study.claim(
    "offset-recurrence",
    "$E_{k+1} = E_k \\cup (4^k + (E_k \\setminus \\lbrace 4^k - 1 \\rbrace)) \\cup "
    "\\lbrace 4^{k+1} - 1 \\rbrace$.",
    believed=next_offsets,
    controls={
        "the shifted copy is whole": lambda k, e: next_offsets(k, e) | {4**k + x for x in e},
        "the new end is missing": lambda k, e: next_offsets(k, e) - {4 ** (k + 1) - 1},
    },
).holds(partial(obeys, on_graph), STEPS_IN_GRAPH).holds(
    partial(obeys, in_rows), STEPS_IN_ROWS, by=BY_ROWS
)


study.claim(
    "offset-recurrence-for-every-k",
    "The recurrence holds for every $k$. Digit by digit: for $y < 4^k$, $y \\in E_{k+1}$ iff "
    "$y \\in E_k$; $4^k + y \\in E_{k+1}$ iff $y \\in E_k$ and $y \\ne 4^k - 1$; "
    "$2 \\cdot 4^k + y$ never; $3 \\cdot 4^k + y$ iff $y = 4^k - 1$.",
    believed=lambda offset, largest: [offset, offset and not largest, False, largest],
    controls={
        "the shifted copy is whole": lambda offset, largest: [offset, offset, False, largest],
        "the new end is missing": lambda offset, largest: [offset, offset and not largest, 0, 0],
    },
    rests_on=[THEOREM],
).holds(
    lambda by_digit, k, digit, y: equal(
        digit * 4**k + y in in_rows.offsets(k + 1),
        bool(by_digit(y in in_rows.offsets(k), y == 4**k - 1)[digit]),
    ),
    Listed(
        "k ≤ 3", lambda: [c for k in range(4) for c in every(k=[k], digit=range(4), y=range(4**k))]
    ),
    by=BY_ROWS,
).derive(BY_THEOREM, derivations.offset_recurrence)

study.section("Step 4: Derive the Offset Recurrence")
study.claim(
    "recurrence-in-words",
    "One copy of the previous offsets survives unchanged, another copy is shifted by $4^k$, and "
    "the old extreme point $4^k - 1$ is replaced by the new odd-layer endpoint $4^{k+1} - 1$. [In "
    "the shifted copy: the first one keeps its extreme point.]",
    believed=lambda k, e: e | {4 ** (k + 1) - 1 if x == 4**k - 1 else 4**k + x for x in e},
    controls={
        "replaced in the first copy": lambda k, e: (
            (e - {4**k - 1}) | {4**k + x for x in e} | {4 ** (k + 1) - 1}
        )
    },
).holds(partial(obeys, on_graph), STEPS_IN_GRAPH)
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


study.claim(
    "recurrence-of-numbers",
    "The set recurrence gives $N_{k+1} = 2 N_k$.",
    believed=lambda number: 2 * number,
    controls={"one more": lambda number: 2 * number + 1},
    rests_on=["number-of-offsets"],
).holds(
    lambda following, k: equal(in_rows.number(k + 1), following(in_rows.number(k))),
    STEPS_IN_ROWS,
    by=BY_ROWS,
).derive("the closed forms compared", partial(derivations.number_recurrence, number_of_offsets))
study.claim(
    "recurrence-of-sums",
    "$T_{k+1} = T_k + ((N_k - 1) 4^k + T_k - (4^k - 1)) + (4^{k+1} - 1) = 2 T_k + (N_k + 2) 4^k$.",
    believed=lambda number, total, power: 2 * total + (number + 2) * power,
    controls={
        "N_k in place of N_k + 2": lambda number, total, power: 2 * total + number * power,
        "N_k + 1": lambda number, total, power: 2 * total + (number + 1) * power,
    },
    rests_on=["number-of-offsets", "sum-of-offsets"],
).holds(
    lambda following, k: equal(
        in_rows.total(k + 1), following(in_rows.number(k), in_rows.total(k), 4**k)
    ),
    STEPS_IN_ROWS,
    by=BY_ROWS,
).derive(
    "the closed forms compared",
    partial(derivations.sum_recurrence, number_of_offsets, sum_of_offsets),
)
study.claim(
    "number-of-offsets",
    "$N_k = 2^k$, which is exactly the doubling behaviour used by the linear solver.",
    believed=number_of_offsets,
    controls={"2^k + 1": lambda k: 2**k + 1, "4^k": lambda k: 4**k},
    rests_on=[THEOREM, RECURRENCES],
).equals(in_rows.number, IN_ROWS, by=BY_ROWS).derive(BY_MATRIX, derivations.number_of_offsets)
