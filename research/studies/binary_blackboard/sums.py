"""Claims about the sum over the layers, the program, its cost, and the numbers of the source.

Source: 003_ba7b94ce0150d325.txt, "Step 5" to "Complexity Analysis".
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from fast import binary_blackboard as solver
from research.checks.equality import equal
from research.checks.grounds import Complete, Graph, Solvers
from research.claims.claim import Source, definition, theorem
from research.studies.binary_blackboard import derivations
from research.studies.binary_blackboard.agreements import (
    BOUND,
    MODULUS,
    POSITIONS,
    SOURCE,
    study,
    true_answer,
    true_losing_numbers,
)
from research.studies.binary_blackboard.layers import (
    BY_MATRIX,
    BY_ROWS,
    IN_GRAPH,
    IN_ROWS,
    ROWS_LAYERS,
    graph_offsets,
    in_graph,
    in_rows,
    intervals,
    odd_layer,
    rows_offsets,
)
from research.studies.binary_blackboard.losing import RECURRENCES, THEOREM
from research.studies.binary_blackboard.minimax import BY_THEOREM
from research.studies.binary_blackboard.rows import losing_numbers

STEP_5 = SOURCE.at("Step 5: Turn the Structure into a Sum Formula")
EXAMPLE = SOURCE.at("Worked Example: n=6")
CODE = SOURCE.at("How the Code Works")
COMPLEXITY = SOURCE.at("Complexity Analysis")
GRAPH_EXPONENT = 8
ROWS_EXPONENT = 2 * ROWS_LAYERS
EXPONENTS_IN_GRAPH = Graph(f"n ≤ {GRAPH_EXPONENT}")
EXPONENTS_IN_ROWS = Complete(f"n ≤ {ROWS_EXPONENT}", by=BY_ROWS)


def rows_answer(exponent: int) -> int:
    """The sum of the losing numbers up to a power of 2, from the rows of bits."""
    return sum(r for r in losing_numbers() if r <= 2**exponent)


def graph_exponents() -> range:
    """Exponents within the graph."""
    return range(GRAPH_EXPONENT + 1)


def rows_exponents() -> range:
    """Exponents within the rows of bits."""
    return range(ROWS_EXPONENT + 1)


def even_layer(numbers: list[int], k: int) -> list[int]:
    """The losing numbers of an even layer."""
    return [r for r in numbers if 4**k <= r < 2 * 4**k]


# Layer sums.

study.claim(
    "sum-of-an-even-layer",
    "The total contribution of $I_k^{\\mathrm{even}}$ is $\\sum_{e \\in E_k} (4^k + e) = "
    "N_k 4^k + T_k$.",
    source=STEP_5,
    believed=lambda number, total, power: number * power + total,
    controls={
        "4^k once": lambda number, total, power: power + total + number - 1,
        "2·4^k each": lambda number, total, power: 2 * number * power + total,
    },
    rests_on=[definition("the even layer $k$ consists of $4^k + e$ for each of its offsets $e$")],
).exhaust(
    IN_GRAPH,
    in_graph,
    lambda believed, k: equal(
        sum(even_layer(true_losing_numbers(), k)),
        believed(len(graph_offsets(k)), sum(graph_offsets(k)), 4**k),
    ),
).exhaust(
    IN_ROWS,
    in_rows,
    lambda believed, k: equal(
        sum(even_layer(losing_numbers(), k)),
        believed(len(rows_offsets(k)), sum(rows_offsets(k)), 4**k),
    ),
).derive("a sum of $N_k$ terms", derivations.even_layer_sum)
study.claim(
    "sum-of-an-odd-layer",
    "The total contribution of $I_k^{\\mathrm{odd}}$ is simply $4^{k+1} - 1$.",
    source=STEP_5,
    believed=lambda k: 4 ** (k + 1) - 1,
    controls={"4^k − 1": lambda k: 4**k - 1},
    rests_on=[THEOREM, theorem(RECURRENCES)],
).exhaust(
    IN_GRAPH,
    in_graph,
    lambda believed, k: equal(sum(odd_layer(true_losing_numbers(), k)), believed(k)),
).exhaust(
    IN_ROWS, in_rows, lambda believed, k: equal(sum(odd_layer(losing_numbers(), k)), believed(k))
).derive(BY_MATRIX, derivations.odd_layer_sum)
study.claim(
    "endpoint",
    "If $n$ is even, the endpoint $2^n = 4^{n/2}$ belongs to the next even layer and must be "
    "added; for odd $n$ it is not in $L$.",
    source=STEP_5,
    believed=lambda n: n % 2 == 0,
    controls={"for odd n": lambda n: n % 2 == 1, "always": lambda n: True},  # noqa: ARG005
    rests_on=[THEOREM],
).exhaust(
    EXPONENTS_IN_GRAPH,
    graph_exponents,
    lambda believed, n: equal(
        (2**n == intervals(n // 2)[0][0], 2**n in true_losing_numbers()), (believed(n),) * 2
    ),
).search(
    "n ≤ 4000 by the solver's criterion",
    lambda: _integers(0, 4000),
    lambda believed, n: equal(solver.oscar_loses(2**n), believed(n)),
).derive(BY_THEOREM, derivations.endpoint)


def _integers(least: int, most: int) -> Any:
    from hypothesis import strategies as st

    return st.integers(least, most)


def complete_layers(exponent: int) -> int:
    """The sum of the losing numbers in the layers that end below 2^n, from the rows of bits."""
    return sum(r for r in losing_numbers() if r < 2**exponent)


study.claim(
    "last-correction",
    "The layers are scanned from left to right, and the final formula has a last $2^n$ correction "
    "exactly when $n$ is even.",
    source=STEP_5,
    believed=lambda n: 2**n if n % 2 == 0 else 0,
    controls={
        "when n is odd": lambda n: 2**n if n % 2 else 0,
        "never": lambda n: 0,  # noqa: ARG005
    },
).exhaust(
    EXPONENTS_IN_ROWS,
    rows_exponents,
    lambda believed, n: equal(rows_answer(n) - complete_layers(n), believed(n)),
)


# The worked example.


def up_to_64(low: int, high: int) -> set[int]:
    """The losing numbers of an interval, from the graph."""
    return {r for r in true_losing_numbers() if low <= r <= min(high, 64)}


study.claim(
    "example-layers",
    "For $n = 6$ the odd layers contribute $3, 15, 63$; the even layers $1 + E_0 = \\lbrace 1 "
    "\\rbrace$, $4 + E_1 = \\lbrace 4, 7 \\rbrace$, $16 + E_2 = \\lbrace 16, 19, 20, 31 "
    "\\rbrace$; and the endpoint is $64$.",
    source=EXAMPLE,
    believed=[{1}, {3}, {4, 7}, {15}, {16, 19, 20, 31}, {63}, {64}],
    controls={"28 in place of 31": [{1}, {3}, {4, 7}, {15}, {16, 19, 20, 28}, {63}, {64}]},
).exhaust(
    Graph("the six layers and the endpoint"),
    lambda: range(7),
    lambda believed, i: equal(up_to_64(*intervals(i // 2)[i % 2]), believed[i]),
)
study.value(
    "example-numbers",
    "The losing positions in $[1, 64]$ are $1, 3, 4, 7, 15, 16, 19, 20, 31, 63, 64$.",
    believed=[1, 3, 4, 7, 15, 16, 19, 20, 31, 63, 64],
    controls={"without the endpoint": [1, 3, 4, 7, 15, 16, 19, 20, 31, 63]},
    computed=lambda: sorted(up_to_64(1, 64)),
    by=Graph(POSITIONS),
    source=EXAMPLE,
)
study.value(
    "example-sum",
    "Their sum is $243$. This matches the brute-force dynamic program.",
    believed=243,
    computed=lambda: true_answer(6),
    by=Graph(POSITIONS),
    source=EXAMPLE,
)


# The program.

Number = Callable[[int], Any]


def printed_program(exponent: int, number: Number = int) -> Any:
    """The implementations' walk, as described, on numbers of any kind."""
    offsets, total, power, result = number(1), number(0), number(1), number(0)
    for layer in range(exponent):
        if layer % 2 == 0:
            result = result + (offsets * power + total)
            offsets, total = 2 * offsets, 2 * total + (offsets + 2) * power
        else:
            power = 4 * power
            result = result + (power - 1)
    return result + number(2**exponent) if exponent % 2 == 0 else result


def updated_in_turn(exponent: int) -> int:
    """A wrong twin: N_k is updated before T_k uses it."""
    offsets, total, power, result = 1, 0, 1, 0
    for layer in range(exponent):
        if layer % 2 == 0:
            result += offsets * power + total
            offsets *= 2
            total = 2 * total + (offsets + 2) * power
        else:
            power *= 4
            result += power - 1
    return result + 2**exponent if exponent % 2 == 0 else result


study.claim(
    "program",
    "The implementations iterate once over the layer index, keep $N_k$, $T_k$ and $4^k$, add "
    "$N_k 4^k + T_k$ for an even layer or $4^{k+1} - 1$ for an odd one, update "
    "$N_{k+1} = 2 N_k$, $T_{k+1} = 2 T_k + (N_k + 2) 4^k$ after every even layer, and at the end "
    "add $2^n$ if $n$ is even. [Written from this description; the implementations themselves are "
    "not in the source.]",
    source=CODE,
    believed=printed_program,
    controls={
        "N_k is updated first": updated_in_turn,
        "no endpoint": lambda n: printed_program(n) - (2**n if n % 2 == 0 else 0),
    },
).exhaust(
    EXPONENTS_IN_GRAPH, graph_exponents, lambda believed, n: equal(true_answer(n), believed(n))
).exhaust(EXPONENTS_IN_ROWS, rows_exponents, lambda believed, n: equal(rows_answer(n), believed(n)))


study.remark(
    "The C++, Python and Java implementations all use the same recurrence; the C++ version has a "
    "brute-force verifier. [They are not in the source, so nothing can be run.]",
    source=CODE,
)


@cache
def both(**arguments: Any) -> int | str:
    """The answer on which both solvers agree, or both answers."""
    closed, layers = (
        solver.answer.ungated(**arguments, algorithm=name) for name in ("closed", "layers")
    )
    return closed if closed == layers else f"{closed} and {layers}"


BY_BOTH = "both solvers, each confirmed on the graph"

study.value(
    "checkpoint-4",
    "$n = 4 \\mapsto 46$.",
    believed=46,
    computed=lambda: true_answer(4),
    by=Graph(POSITIONS),
    source=CODE,
)
study.claim(
    "checkpoint-12",
    "$n = 12 \\mapsto 54532$.",
    source=CODE,
    believed=54532,
    controls={"one more": 54533},
).exhaust(
    Complete("n = 12", by=BY_ROWS),
    lambda: [12],
    lambda believed, n: equal(rows_answer(n), believed),
).exhaust(
    Solvers(f"n = 12, by {BY_BOTH}"),
    lambda: [12],
    lambda believed, n: equal(both(exponent=n), believed),
)
study.value(
    "checkpoint-1234",
    "$S(1234) \\equiv 690421393 \\pmod{10^9 + 7}$.",
    believed=690421393,
    computed=lambda: both(exponent=1234, modulus=MODULUS),
    by=Solvers(BY_BOTH),
    source=Source("Project Euler, problem 711"),
)
study.value(
    "headline",
    "The sum for $n = 12345678$ is $541510990$ modulo $10^9 + 7$. [The source speaks of "
    "every $n$ and gives no value here; Project Euler 711 asks for this one.]",
    believed=541510990,
    computed=lambda: both(exponent=12345678, modulus=MODULUS),
    by=Solvers(BY_BOTH),
    source="beyond the source",
)


# The closed form.


def even_sum(m: Any) -> Any:
    """The sum for n = 2m, for an integer or a symbol."""
    numerator = 8**m + 16 * 4**m - 7 * 2**m - 6 * m - 4
    return numerator // 6 if isinstance(m, int) else numerator / 6


def odd_sum(m: Any) -> Any:
    """The sum for n = 2m + 1, for an integer or a symbol."""
    numerator = 4 * 8**m + 8 * 4**m - 7 * 2**m - 3 * m - 2
    return numerator // 3 if isinstance(m, int) else numerator / 3


study.claim(
    "closed-form-even",
    "For $n = 2m$ the answer is $(8^m + 16 \\cdot 4^m - 7 \\cdot 2^m - 6 m - 4) / 6$.",
    source="beyond the source",
    believed=even_sum,
    controls={"without the endpoint": lambda m: even_sum(m) - 4**m},
    rests_on=[THEOREM, theorem(RECURRENCES)],
).exhaust(
    EXPONENTS_IN_ROWS,
    lambda: range(ROWS_LAYERS + 1),
    lambda believed, m: equal(rows_answer(2 * m), believed(m)),
).derive(BY_MATRIX, derivations.even_closed_form)
study.claim(
    "closed-form-odd",
    "For $n = 2m + 1$ the answer is $(4 \\cdot 8^m + 8 \\cdot 4^m - 7 \\cdot 2^m - 3 m - 2) / 3$.",
    source="beyond the source",
    believed=odd_sum,
    controls={
        "with the endpoint": lambda m: odd_sum(m) + 2 * 4**m,
        "one more": lambda m: odd_sum(m) + 1,
    },
    rests_on=[THEOREM, theorem(RECURRENCES)],
).exhaust(
    EXPONENTS_IN_ROWS,
    lambda: range(ROWS_LAYERS),
    lambda believed, m: equal(rows_answer(2 * m + 1), believed(m)),
).derive(BY_MATRIX, derivations.odd_closed_form)


def one_formula(m: Any, even: Any) -> Any:
    """The solver's closed form: m = ⌈n/2⌉, and whether n is even as 1 or 0."""
    product = (2**m + 4) * (4**m - 1)
    sixth = product // 6 if isinstance(m, int) else product / 6
    return sixth - 2**m + 1 - m + even * (2 * 4**m - 1)


study.claim(
    "closed-form-of-the-solver",
    "With $m = \\lceil n/2 \\rceil$ the answer is $(2^m + 4)(4^m - 1)/6 - 2^m + 1 - m$, plus "
    "$2^{n+1} - 1$ if $n$ is even.",
    source="beyond the source",
    believed=one_formula,
    controls={"2^n in place of 2^(n+1)": lambda m, even: one_formula(m, even) - even * 4**m},
    rests_on=["closed-form-even", "closed-form-odd"],
).exhaust(
    EXPONENTS_IN_ROWS,
    rows_exponents,
    lambda believed, n: equal(rows_answer(n), believed((n + 1) // 2, 1 - n % 2)),
).derive(
    "the same as both closed forms",
    lambda believed, lines: derivations.one_closed_form(believed, lines, even_sum, odd_sum),
)


# Cost.


def graph_size(exponent: int) -> tuple[int, int]:
    """Positions and arcs of the part of the graph with r up to a power of 2."""
    truth = study.truth(BOUND)
    inside = [p for p in truth.positions if p[0] <= 2**exponent]
    return len(inside), sum(len(truth.options(p)) for p in inside)


study.claim(
    "states-of-brute-force",
    "The brute-force verifier fills game states for every $r \\le 2^n$, so its memory use is "
    "$O(2^n)$: there are $4 (2^n + 1)$ of them.",
    source=COMPLEXITY,
    believed=lambda power: 4 * (power + 1),
    controls={"without r = 0": lambda power: 4 * power},
    rests_on=[THEOREM],
).exhaust(
    EXPONENTS_IN_GRAPH, graph_exponents, lambda believed, n: equal(graph_size(n)[0], believed(2**n))
).derive("four for each r, at most $8 \\cdot 2^n$", derivations.number_of_states)
study.claim(
    "moves-of-brute-force",
    "It scans every legal move $x \\le r$, so its running time is $O(4^n)$: there are "
    "$2 \\cdot 2^n (2^n + 1)$ moves.",
    source=COMPLEXITY,
    believed=lambda power: 2 * power * (power + 1),
    controls={"x below r": lambda power: 2 * power * (power - 1)},
    rests_on=[THEOREM],
).exhaust(
    EXPONENTS_IN_GRAPH, graph_exponents, lambda believed, n: equal(graph_size(n)[1], believed(2**n))
).derive("as many as r for each r, at most $4 \\cdot 4^n$", derivations.number_of_moves)


class Counted:
    """An integer modulo 10^9 + 7 that counts the operations done and the largest value kept."""

    operations = 0
    largest = 0

    def __init__(self, value: int) -> None:
        self.value = value % MODULUS
        Counted.largest = max(Counted.largest, self.value)

    def _made(self, value: int) -> Counted:
        Counted.operations += 1
        return Counted(value)

    def __add__(self, other: Counted | int) -> Counted:
        return self._made(self.value + (other.value if isinstance(other, Counted) else other))

    def __sub__(self, other: int) -> Counted:
        return self._made(self.value - other)

    def __mul__(self, other: Counted | int) -> Counted:
        return self._made(self.value * (other.value if isinstance(other, Counted) else other))

    __rmul__ = __mul__


def operations(exponent: int) -> int:
    """Additions, subtractions and multiplications of the printed program modulo 10^9 + 7."""
    Counted.operations = Counted.largest = 0
    printed_program(exponent, Counted)
    if Counted.largest >= MODULUS:
        raise ArithmeticError("a number is not reduced")
    return Counted.operations


study.claim(
    "linear-solver",
    "The optimized solver performs one constant-time update per layer, so it runs in $O(n)$ time "
    "and $O(1)$ memory. [Counted modulo $10^9 + 7$: $8$ operations for an even layer, $3$ for an "
    "odd one, one for the endpoint besides its power of $2$, on four numbers below the modulus. "
    "Exact numbers would grow to about $3n/2$ bits.]",
    source=COMPLEXITY,
    believed=lambda n: 8 * ((n + 1) // 2) + 3 * (n // 2) + (n % 2 == 0),
    controls={"3 for every layer": lambda n: 3 * n + (n % 2 == 0)},
).exhaust(
    Complete("n ≤ 300", by="the operations of the program counted as they are done"),
    lambda: range(301),
    lambda believed, n: equal(operations(n), believed(n)),
)
study.remark(
    "The optimized solver never expands the position graph. [It reads no position, as the program "
    "above shows.]",
    source=COMPLEXITY,
)
