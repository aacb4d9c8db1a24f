"""Claims about the layers in base 4 and the sets of offsets of the binary blackboard.

Source: 003_ba7b94ce0150d325.txt, "Step 3" and "Step 4".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

from research.checks.equality import Equation, equal
from research.checks.grounds import Complete, Graph
from research.claims.claim import theorem
from research.claims.strategies import evenly
from research.studies.binary_blackboard import derivations
from research.studies.binary_blackboard.agreements import (
    LAYERS,
    SOURCE,
    parity,
    study,
    true_losing_numbers,
    true_offsets,
)
from research.studies.binary_blackboard.losing import RECURRENCES, THEOREM
from research.studies.binary_blackboard.minimax import BY_THEOREM
from research.studies.binary_blackboard.rows import losing_numbers

STEP_3 = SOURCE.at("Step 3: Split the Number Line into Base-4 Layers")
STEP_4 = SOURCE.at("Step 4: Derive the Offset Recurrence")
ROWS_LAYERS = 7  # whole layers of each kind below the limit of the rows
BY_ROWS = "the minimax recurrence on rows of bits"
IN_GRAPH = Graph(f"k < {LAYERS}")
IN_ROWS = Complete(f"k < {ROWS_LAYERS}", by=BY_ROWS)
BY_MATRIX = "the automaton of L, counted by powers of its matrix"


def in_graph() -> range:
    """The layers that lie in the graph."""
    return range(LAYERS)


def in_rows() -> range:
    """The layers that lie below the limit of the rows."""
    return range(ROWS_LAYERS)


def graph_offsets(k: int) -> set[int]:
    """E_k from the graph."""
    return set(true_offsets(k))


def rows_offsets(k: int) -> set[int]:
    """E_k from the rows of bits."""
    return {r - 4**k for r in losing_numbers() if 4**k <= r < 2 * 4**k}


def large_number() -> Any:
    """Strategy: a number of about 400 bits."""
    return evenly(0, 2**400)


study.claim(
    "rows-of-bits",
    "The minimax recurrence computed on rows of bits gives the same $L$ as the explicit graph.",
    source="beyond the source",
    believed=losing_numbers,
    controls={"one number too many": lambda: sorted({*losing_numbers(), 200})},
).exhaust(
    Graph("all r ≤ 256"),
    lambda: range(1, 257),
    lambda believed, r: equal(r in true_losing_numbers(), r in believed()),
)


# The Thue–Morse sequence.

study.claim(
    "thue-morse",
    "The parity sequence $t(x)$ is the Thue–Morse sequence: $t(0) = 0$, $t(2x) = t(x)$, "
    "$t(2x + 1) = 1 \\oplus t(x)$.",
    source=STEP_3,
    believed=lambda before, digit: before ^ digit,
    controls={"the last digit alone": lambda before, digit: digit},  # noqa: ARG005
).exhaust(
    Complete("x < 4096", by="the ones of the binary digits counted"),
    lambda: range(4096),
    lambda believed, x: equal(parity(x), believed(parity(x // 2), x % 2)),
).search(
    "x ≤ 2^400",
    large_number,
    lambda believed, x: equal(parity(x), believed(parity(x // 2), x % 2)),
)


def base_four(number: int) -> list[int]:
    """The base-4 digits, the least first."""
    digits = []
    while number:
        digits.append(number % 4)
        number //= 4
    return digits


study.claim(
    "base-four-digits",
    "Digits $1$ and $2$ in base $4$ contribute odd popcount parity, while digits $0$ and $3$ "
    "contribute even parity.",
    source=STEP_3,
    believed={1, 2},
    controls={"1 and 3": {1, 3}, "2 and 3": {2, 3}},
).exhaust(
    Complete("x < 4096", by="the ones of the binary digits counted"),
    lambda: range(4096),
    lambda odd, x: equal(parity(x), sum(digit in odd for digit in base_four(x)) % 2),
).search(
    "x ≤ 2^400",
    large_number,
    lambda odd, x: equal(parity(x), sum(digit in odd for digit in base_four(x)) % 2),
)


def identities(believed: Any, case: tuple[int, int]) -> Equation | bool:
    """The three identities at (k, y), if y is in the domain."""
    k, y = case
    if not believed(k, y):
        return True
    found = tuple(parity(d * 4**k + y) for d in (1, 2, 3))
    return equal(found, (1 ^ parity(y), 1 ^ parity(y), parity(y)))


def small_pairs() -> list[tuple[int, int]]:
    """Pairs of k ≤ 4 and y ≤ 300, smallest first."""
    return sorted(product(range(5), range(301)), key=sum)


def large_pairs() -> Any:
    """Strategy: k up to 200 and y up to 4^(k+1), its digit at 4^k often not 0."""
    from hypothesis import strategies as st

    return st.integers(0, 200).flatmap(lambda k: st.tuples(st.just(k), evenly(0, 4 ** (k + 1))))


study.claim(
    "thue-morse-identities",
    "$t(4^k + y) = 1 \\oplus t(y)$, $t(2 \\cdot 4^k + y) = 1 \\oplus t(y)$, "
    "$t(3 \\cdot 4^k + y) = t(y)$. [Printed without a domain for $y$, and taken here for every "
    "$y \\ge 0$. The offsets that it is used for later all have $y < 4^k$.]",
    source=STEP_3,
    believed=lambda k, y: True,  # noqa: ARG005
    controls={
        "y ≤ 4^k": lambda k, y: y <= 4**k,
        "y < 2·4^k": lambda k, y: y < 2 * 4**k,
    },
    correction=("The three identities hold for $0 \\le y < 4^k$.", lambda k, y: y < 4**k),
).exhaust(
    Complete("k ≤ 4 and y ≤ 300", by="the ones of the binary digits counted"),
    small_pairs,
    identities,
).search("k ≤ 200 and y ≤ 4^(k+1)", large_pairs, identities)


study.remark(
    "Powers of $4$ are the natural scale because of these identities; this is why the losing "
    "pattern repeats blockwise. [A reason; the first identity holds at powers of $2$ as well. What "
    "repeats is the offset recurrence.]",
    source=STEP_3,
)


# Layers.

Interval = tuple[Any, Any]


def intervals(k: Any) -> tuple[Interval, Interval]:
    """The even and the odd layer of scale 4^k, both ends included."""
    return (4**k, 2 * 4**k - 1), (2 * 4**k, 4 ** (k + 1) - 1)


study.claim(
    "layers-partition",
    "$I_k^{\\mathrm{even}} = [4^k, 2 \\cdot 4^k - 1]$ and $I_k^{\\mathrm{odd}} = [2 \\cdot 4^k, "
    "4^{k+1} - 1]$ alternate and partition the positive integers.",
    source=STEP_3,
    believed=intervals,
    controls={
        "odd layers one longer": lambda k: ((4**k, 2 * 4**k - 1), (2 * 4**k, 4 ** (k + 1))),
        "odd layers from 3·4^k": lambda k: ((4**k, 2 * 4**k - 1), (3 * 4**k, 4 ** (k + 1) - 1)),
    },
).exhaust(
    Complete("1 ≤ r ≤ 4096", by="all layers of k < 8 listed"),
    lambda: range(1, 4097),
    lambda believed, r: sum(low <= r <= high for k in range(8) for low, high in believed(k)) == 1,
).derive("decided for every r at once", derivations.partition)


def odd_layer(numbers: list[int], k: int) -> set[int]:
    """The losing numbers of an odd layer."""
    return {r for r in numbers if 2 * 4**k <= r < 4 ** (k + 1)}


study.claim(
    "odd-layers",
    "$I_k^{\\mathrm{odd}} \\cap L = \\lbrace 4^{k+1} - 1 \\rbrace$.",
    source=STEP_3,
    believed=lambda k: 4 ** (k + 1) - 1,
    controls={
        "the first number": lambda k: 2 * 4**k,
        "one less": lambda k: 4 ** (k + 1) - 2,
    },
    rests_on=[THEOREM],
).exhaust(
    IN_GRAPH,
    in_graph,
    lambda believed, k: equal(odd_layer(true_losing_numbers(), k), {believed(k)}),
).exhaust(
    IN_ROWS, in_rows, lambda believed, k: equal(odd_layer(losing_numbers(), k), {believed(k)})
).derive(BY_THEOREM, derivations.odd_layers)
study.claim(
    "even-layers",
    "For the even layers there is an offset set $E_k \\subseteq [0, 4^k - 1]$ with "
    "$I_k^{\\mathrm{even}} \\cap L = \\lbrace 4^k + e : e \\in E_k \\rbrace$. [This defines "
    "$E_k$; what it adds is that no $E_k$ is empty and that $0$ and $4^k - 1$ are its ends.]",
    source=STEP_3,
    believed=lambda k: (0, 4**k - 1),
    controls={"ends one early": lambda k: (0, 4**k - 2), "begins at 1": lambda k: (1, 4**k - 1)},
    rests_on=[THEOREM],
).exhaust(
    IN_GRAPH,
    in_graph,
    lambda believed, k: equal((min(graph_offsets(k)), max(graph_offsets(k))), believed(k)),
).exhaust(
    IN_ROWS,
    in_rows,
    lambda believed, k: equal((min(rows_offsets(k)), max(rows_offsets(k))), believed(k)),
).derive(BY_THEOREM, derivations.ends_of_offsets)

FIRST_SETS = [{0}, {0, 3}, {0, 3, 4, 15}, {0, 3, 4, 15, 16, 19, 20, 63}]

study.claim(
    "first-offset-sets",
    "$E_0 = \\lbrace 0 \\rbrace$, $E_1 = \\lbrace 0, 3 \\rbrace$, "
    "$E_2 = \\lbrace 0, 3, 4, 15 \\rbrace$, "
    "$E_3 = \\lbrace 0, 3, 4, 15, 16, 19, 20, 63 \\rbrace$.",
    source=STEP_3,
    believed=FIRST_SETS,
    controls={"15 missing from E_3": [*FIRST_SETS[:3], FIRST_SETS[3] - {15}]},
).exhaust(IN_GRAPH, in_graph, lambda believed, k: equal(graph_offsets(k), believed[k]))


# The offset recurrence.


def next_offsets(k: int, offsets: set[int]) -> set[int]:
    """The recurrence as printed."""
    return offsets | {4**k + e for e in offsets - {4**k - 1}} | {4 ** (k + 1) - 1}


def keeps_largest(k: int, offsets: set[int]) -> set[int]:
    """A wrong twin: the shifted copy keeps its largest offset."""
    return offsets | {4**k + e for e in offsets} | {4 ** (k + 1) - 1}


def lacks_end(k: int, offsets: set[int]) -> set[int]:
    """A wrong twin: the new end is missing."""
    return offsets | {4**k + e for e in offsets - {4**k - 1}}


study.claim(
    "offset-recurrence",
    "$E_{k+1} = E_k \\cup (4^k + (E_k \\setminus \\lbrace 4^k - 1 \\rbrace)) \\cup "
    "\\lbrace 4^{k+1} - 1 \\rbrace$.",
    source=STEP_4,
    believed=next_offsets,
    controls={"the shifted copy is whole": keeps_largest, "the new end is missing": lacks_end},
).exhaust(
    Graph(f"k + 1 < {LAYERS}"),
    lambda: range(LAYERS - 1),
    lambda believed, k: equal(graph_offsets(k + 1), believed(k, graph_offsets(k))),
).exhaust(
    Complete(f"k + 1 < {ROWS_LAYERS}", by=BY_ROWS),
    lambda: range(ROWS_LAYERS - 1),
    lambda believed, k: equal(rows_offsets(k + 1), believed(k, rows_offsets(k))),
)


def by_digit(digit: int, *, offset: bool, largest: bool) -> bool:
    """Whether digit·4^k + y is in E_(k+1), by whether y < 4^k is in E_k and is 4^k − 1."""
    return [offset, offset and not largest, False, largest][digit]


def digits_hold(believed: Any, case: tuple[int, int, int]) -> Equation:
    """The recurrence at the offset digit·4^k + y, from the rows of bits."""
    k, digit, y = case
    said = believed(digit, offset=y in rows_offsets(k), largest=y == 4**k - 1)
    return equal(digit * 4**k + y in rows_offsets(k + 1), said)


study.claim(
    "offset-recurrence-for-every-k",
    "The recurrence holds for every $k$. Digit by digit: for $y < 4^k$, $y \\in E_{k+1}$ iff "
    "$y \\in E_k$; $4^k + y \\in E_{k+1}$ iff $y \\in E_k$ and $y \\ne 4^k - 1$; "
    "$2 \\cdot 4^k + y$ never; $3 \\cdot 4^k + y$ iff $y = 4^k - 1$.",
    source=STEP_4,
    believed=by_digit,
    controls={
        "the shifted copy is whole": lambda digit, *, offset, largest: (
            by_digit(digit, offset=offset, largest=largest) or (digit == 1 and offset)
        ),
        "the new end is missing": lambda digit, *, offset, largest: (
            digit < 3 and by_digit(digit, offset=offset, largest=largest)
        ),
    },
    rests_on=[THEOREM],
).exhaust(
    Complete("k ≤ 3", by=BY_ROWS),
    lambda: ((k, digit, y) for k in range(4) for digit in range(4) for y in range(4**k)),
    digits_hold,
).derive(BY_THEOREM, derivations.offset_recurrence)
study.claim(
    "recurrence-in-words",
    "One copy of the previous offsets survives unchanged, another copy is shifted by $4^k$, and "
    "the old extreme point $4^k - 1$ is replaced by the new odd-layer endpoint $4^{k+1} - 1$. [In "
    "the shifted copy: the first one keeps its extreme point.]",
    source=STEP_4,
    believed=lambda k, e: e | {4 ** (k + 1) - 1 if x == 4**k - 1 else 4**k + x for x in e},
    controls={
        "replaced in the first copy": lambda k, e: (
            (e - {4**k - 1}) | {4**k + x for x in e} | {4 ** (k + 1) - 1}
        )
    },
).exhaust(
    Graph(f"k + 1 < {LAYERS}"),
    lambda: range(LAYERS - 1),
    lambda believed, k: equal(graph_offsets(k + 1), believed(k, graph_offsets(k))),
)


# Their numbers and sums.

study.claim(
    "first-number-and-sum",
    "With $N_k = |E_k|$ and $T_k = \\sum_{e \\in E_k} e$: $N_0 = 1$, $T_0 = 0$.",
    source=STEP_4,
    believed=(1, 0),
    controls={"T_0 = 1": (1, 1)},
).exhaust(
    Graph("the first layer"),
    lambda: [0],
    lambda believed, k: equal((len(graph_offsets(k)), sum(graph_offsets(k))), believed),
)


def pairs_of_layers() -> Iterator[tuple[int, int]]:
    """Each layer below the limit of the rows with the next one."""
    return pairwise(range(ROWS_LAYERS))


study.claim(
    "recurrence-of-numbers",
    "The set recurrence gives $N_{k+1} = 2 N_k$.",
    source=STEP_4,
    believed=lambda number: 2 * number,
    controls={"one more": lambda number: 2 * number + 1},
    rests_on=["number-of-offsets"],
).exhaust(
    IN_ROWS,
    pairs_of_layers,
    lambda believed, c: equal(len(rows_offsets(c[1])), believed(len(rows_offsets(c[0])))),
).derive("the closed forms compared", derivations.number_recurrence)
study.claim(
    "recurrence-of-sums",
    "$T_{k+1} = T_k + ((N_k - 1) 4^k + T_k - (4^k - 1)) + (4^{k+1} - 1) = 2 T_k + (N_k + 2) 4^k$.",
    source=STEP_4,
    believed=lambda number, total, power: 2 * total + (number + 2) * power,
    controls={
        "N_k in place of N_k + 2": lambda number, total, power: 2 * total + number * power,
        "N_k + 1": lambda number, total, power: 2 * total + (number + 1) * power,
    },
    rests_on=["number-of-offsets", "sum-of-offsets"],
).exhaust(
    IN_ROWS,
    pairs_of_layers,
    lambda believed, c: equal(
        sum(rows_offsets(c[1])),
        believed(len(rows_offsets(c[0])), sum(rows_offsets(c[0])), 4 ** c[0]),
    ),
).derive("the closed forms compared", derivations.sum_recurrence)
study.claim(
    "number-of-offsets",
    "$N_k = 2^k$, which is exactly the doubling behaviour used by the linear solver.",
    source=STEP_4,
    believed=lambda k: 2**k,
    controls={"2^k + 1": lambda k: 2**k + 1, "4^k": lambda k: 4**k},
    rests_on=[THEOREM, theorem(RECURRENCES)],
).exhaust(IN_ROWS, in_rows, lambda believed, k: equal(len(rows_offsets(k)), believed(k))).derive(
    BY_MATRIX, derivations.number_of_offsets
)


def sum_of_offsets(k: Any) -> Any:
    """T_k in closed form, for an integer or a symbol."""
    numerator = 8**k + 6 * 4**k - 7 * 2**k
    return numerator // 6 if isinstance(k, int) else numerator / 6


study.claim(
    "sum-of-offsets",
    "$T_k = (8^k + 6 \\cdot 4^k - 7 \\cdot 2^k) / 6$.",
    source="beyond the source",
    believed=sum_of_offsets,
    controls={
        "without the last term": lambda k: sum_of_offsets(k) + 2**k,
        "one more": lambda k: sum_of_offsets(k) + 1,
    },
    rests_on=[THEOREM, theorem(RECURRENCES)],
).exhaust(IN_ROWS, in_rows, lambda believed, k: equal(sum(rows_offsets(k)), believed(k))).derive(
    BY_MATRIX, derivations.sum_of_offsets
)
