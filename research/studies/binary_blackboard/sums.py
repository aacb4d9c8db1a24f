"""What the source says of the sum, the program, its cost and the numbers, from its Step 5 on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import add, mul, sub
from typing import Any, NamedTuple

from fast import binary_blackboard as solver
from research.checks.equality import Equation, equal
from research.claims.agreeing import by_all
from research.claims.cases import Drawn, Listed, evenly, integers
from research.claims.claim import Source, definition
from research.studies.binary_blackboard import derivations
from research.studies.binary_blackboard.losing_sets import (
    BY_MATRIX,
    BY_ROWS,
    BY_THEOREM,
    IN_GRAPH,
    IN_ROWS,
    RECURRENCES,
    intervals,
)
from research.studies.binary_blackboard.offsets import (
    even_answer,
    number_of_offsets,
    odd_answer,
    sum_of_offsets,
)
from research.studies.binary_blackboard.theorem import IS_ANSWER, THEOREM
from research.studies.binary_blackboard.truth import (
    MODULUS,
    LosingNumbers,
    graph,
    in_rows,
    on_graph,
    study,
)

TO_8, TO_14 = integers(n=8), integers(n=14)  # on the graph, and on the rows of bits

study.section("Step 5: Turn the Structure into a Sum Formula")


def even_sum(way: LosingNumbers, from_offsets: Any, k: int) -> Equation:
    """The sum of an even layer, from number and sum of its offsets and 4^k."""
    return equal(sum(way.even_layer(k)), from_offsets(way.number(k), way.total(k), 4**k))


study.claim(
    "sum-of-an-even-layer",
    "The total contribution of $I_k^{\\mathrm{even}}$ is $\\sum_{e \\in E_k} (4^k + e) = "
    "N_k 4^k + T_k$.",
    believed=lambda number, total, power: number * power + total,
    controls={
        "4^k once": lambda number, total, power: power + total + number - 1,
        "2·4^k each": lambda number, total, power: 2 * number * power + total,
    },
    rests_on=[definition("the even layer $k$ consists of $4^k + e$ for each of its offsets $e$")],
).holds(partial(even_sum, on_graph), IN_GRAPH).holds(
    partial(even_sum, in_rows), IN_ROWS, by=BY_ROWS
).derive("a sum of $N_k$ terms", derivations.even_layer_sum)
study.claim(
    "sum-of-an-odd-layer",
    "The total contribution of $I_k^{\\mathrm{odd}}$ is simply $4^{k+1} - 1$.",
    believed=lambda k: 4 ** (k + 1) - 1,
    controls={"4^k − 1": lambda k: 4**k - 1},
    rests_on=[THEOREM, RECURRENCES],
).equals(lambda k: sum(on_graph.odd_layer(k)), IN_GRAPH).equals(
    lambda k: sum(in_rows.odd_layer(k)), IN_ROWS, by=BY_ROWS
).derive(BY_MATRIX, derivations.odd_layer_sum)
study.claim(
    "endpoint",
    "If $n$ is even, the endpoint $2^n = 4^{n/2}$ belongs to the next even layer and must be "
    "added, so the final formula has a last $2^n$ correction exactly when $n$ is even. [For odd "
    "$n$ the endpoint is not in $L$.]",
    believed=lambda n: n % 2 == 0,
    controls={"for odd n": lambda n: n % 2 == 1, "always": lambda _: True},
    rests_on=[THEOREM],
).holds(
    lambda belongs, n: equal(
        (2**n == intervals(n // 2)[0][0], 2**n in on_graph.up_to(2**n)), (belongs(n),) * 2
    ),
    TO_8,
).equals(lambda n: 2**n in in_rows.up_to(2**n), TO_14, by=BY_ROWS).equals(
    lambda n: solver.oscar_loses(2**n),
    Drawn("n ≤ 4000 by the solver's criterion", lambda: evenly(0, 4000)),
).derive(BY_THEOREM, derivations.endpoint)

study.section("Worked Example: n=6")
EXAMPLE = [1, 3, 4, 7, 15, 16, 19, 20, 31, 63, 64]
LAYERS = [{1}, {3}, {4, 7}, {15}, {16, 19, 20, 31}, {63}, {64}]


def part_to_64(i: int) -> set[int]:
    """The losing numbers up to 64 in each layer in turn: even, odd, even, ..."""
    low, high = intervals(i // 2)[i % 2]
    return {r for r in on_graph.up_to(64) if low <= r <= high}


study.claim(
    "example-layers",
    "For $n = 6$ the odd layers contribute $3, 15, 63$; the even layers $1 + E_0 = \\lbrace 1 "
    "\\rbrace$, $4 + E_1 = \\lbrace 4, 7 \\rbrace$, $16 + E_2 = \\lbrace 16, 19, 20, 31 "
    "\\rbrace$; and the endpoint is $64$.",
    believed=LAYERS,
    controls={"28 in place of 31": [*LAYERS[:4], {16, 19, 20, 28}, *LAYERS[5:]]},
    kind="number",
).holds(
    lambda layers, i: equal(part_to_64(i), layers[i]),
    Listed("the six layers and the endpoint", lambda: range(7)),
)
study.numbers(
    "example-numbers",
    "The losing positions in $[1, 64]$ are $1, 3, 4, 7, 15, 16, 19, 20, 31, 63, 64$.",
    {64: EXAMPLE},
    on_graph.up_to,
    over=graph.words,
    controls={"without the endpoint": EXAMPLE[:-1]},
)
study.numbers(
    "example-sum",
    "Their sum is $243$. This matches the brute-force dynamic program.",
    {6: 243},
    on_graph.answer,
    over=graph.words,
)

study.section("How the Code Works", kind="result")


State = tuple[Any, Any, Any, Any]  # N_k, T_k, 4^k and the sum so far


def even_layer(state: State, *, updated_first: bool = False) -> State:
    """What the program does at an even layer."""
    offsets, total, power, result = state
    following = 2 * offsets
    more = ((following if updated_first else offsets) + 2) * power
    return following, 2 * total + more, power, result + (offsets * power + total)


def odd_layer(state: State) -> State:
    """What the program does at an odd layer."""
    offsets, total, power, result = state
    power = 4 * power
    return offsets, total, power, result + (power - 1)


class Program(NamedTuple):
    """The implementations' walk, as described: what it does at each layer, and at the end."""

    even: Callable[[State], State] = even_layer
    odd: Callable[[State], State] = odd_layer
    endpoint: int = 1  # how often it is added


def run(program: Program, exponent: int, number: Callable[[int], Any] = int) -> Any:
    """Run a program on numbers of any kind."""
    state: State = number(1), number(0), number(1), number(0)
    for layer in range(exponent):
        state = (program.odd if layer % 2 else program.even)(state)
    return state[3] + number(program.endpoint * 2**exponent) if exponent % 2 == 0 else state[3]


study.claim(
    "program",
    "The implementations iterate once over the layer index, keep $N_k$, $T_k$ and $4^k$, add "
    "$N_k 4^k + T_k$ for an even layer or $4^{k+1} - 1$ for an odd one, update "
    "$N_{k+1} = 2 N_k$, $T_{k+1} = 2 T_k + (N_k + 2) 4^k$ after every even layer, and at the end "
    "add $2^n$ if $n$ is even. [So they give the sum over $L$ up to $2^n$ for every $n$. The "
    "algorithm is written anew from this description; the implementations themselves are not in "
    f"the source. {IS_ANSWER[1:]}",
    believed=Program(),
    controls={
        "N_k is updated first": Program(even=partial(even_layer, updated_first=True)),
        "no endpoint": Program(endpoint=0),
    },
    rests_on=[
        definition(
            "a program as what n layers, an even and an odd one in turn, make of its numbers 1, 0, "
            "1 and 0, and as what it adds for even n"
        ),
        "closed-form-even",
        "closed-form-odd",
    ],
).holds(lambda program, n: equal(on_graph.answer(n), run(program, n)), TO_8).holds(
    lambda program, n: equal(in_rows.answer(n), run(program, n)), TO_14, by=BY_ROWS
).derive(
    "induction on the layers",
    partial(
        derivations.program,
        (number_of_offsets, sum_of_offsets, lambda k: 4**k),
        (even_answer, odd_answer),
    ),
)
study.remark(
    "The C++, Python and Java implementations all use the same recurrence; the C++ version has a "
    "brute-force verifier. [They are not in the source, so nothing can be run.]"
)

study.section("How the Code Works")
S = by_all(solver.answer, "closed", "layers")
BY_BOTH = "both solvers, each confirmed on the graph"
AT_12 = Listed("n = 12", lambda: [12])
study.numbers("checkpoint-{}", "$n = {} \\mapsto {}$.", {4: 46}, on_graph.answer, over=graph.words)
study.claim(
    "checkpoint-12",
    "$n = 12 \\mapsto 54532$.",
    believed=54532,
    controls={"one more": 54533},
    kind="number",
).holds(lambda value, n: equal(in_rows.answer(n), value), AT_12, by=BY_ROWS).holds(
    lambda value, n: equal(S(n), value), AT_12, solvers=BY_BOTH
)

study.section("Complexity Analysis")
RULES = definition("positions and moves are those of the formulas that the text of the rules gives")
study.claim(
    "states-of-brute-force",
    "The brute-force verifier fills game states for every $r \\le 2^n$, so its memory use is "
    "$O(2^n)$: there are $4 (2^n + 1)$ of them.",
    believed=lambda power: 4 * (power + 1),
    controls={"without r = 0": lambda power: 4 * power},
    rests_on=[RULES],
).holds(
    lambda number, n: equal(sum(p[0] <= 2**n for p in graph.truth.positions), number(2**n)), TO_8
).derive("four for each r, at most $8 \\cdot 2^n$", derivations.number_of_states)
study.claim(
    "moves-of-brute-force",
    "It scans every legal move $x \\le r$, so its running time is $O(4^n)$: there are "
    "$2 \\cdot 2^n (2^n + 1)$ moves.",
    believed=lambda power: 2 * power * (power + 1),
    controls={"x below r": lambda power: 2 * power * (power - 1)},
    rests_on=[RULES],
).holds(
    lambda number, n: equal(
        sum(len(graph.options(p)) for p in graph.truth.positions if p[0] <= 2**n), number(2**n)
    ),
    TO_8,
).derive("as many as r for each r, at most $4 \\cdot 4^n$", derivations.number_of_moves)


def noted(operation: Callable[[int, int], int]) -> Any:
    """An operation on integers modulo 10^9 + 7 that is noted when it is done."""

    def done(self: Counted, other: Counted | int) -> Counted:
        value = operation(self.value, other.value if isinstance(other, Counted) else other)
        self.made.append(value)
        return Counted(value, self.made)

    return done


class Counted:
    """An integer modulo 10^9 + 7, and the list of all that operations made."""

    def __init__(self, value: int, made: list[int]) -> None:
        self.value, self.made = value % MODULUS, made

    __add__, __sub__ = noted(add), noted(sub)
    __mul__ = __rmul__ = noted(mul)


def operations(exponent: int) -> int:
    """Additions, subtractions and multiplications of the printed program modulo 10^9 + 7."""
    made: list[int] = []
    run(Program(), exponent, lambda value: Counted(value, made))
    return len(made)


study.claim(
    "linear-solver",
    "The optimized solver performs one constant-time update per layer, so it runs in $O(n)$ time "
    "and $O(1)$ memory. [Counted modulo $10^9 + 7$: $8$ operations for an even layer, $3$ for an "
    "odd one, one for the endpoint besides its power of $2$, on four numbers below the modulus. "
    "Exact numbers would grow to about $3n/2$ bits.]",
    believed=lambda n: 8 * ((n + 1) // 2) + 3 * (n // 2) + (n % 2 == 0),
    controls={"3 for every layer": lambda n: 3 * n + (n % 2 == 0)},
).equals(operations, integers(n=300), by="the operations of the program counted as they are done")
study.remark(
    "The optimized solver never expands the position graph. [It reads no position, as the program "
    "above shows.]"
)

study.section("", source=Source("Project Euler 711"))
study.numbers(
    "checkpoint-{}",
    "$S({}) \\equiv {} \\pmod{10^9 + 7}$.",
    {1234: 690421393},
    partial(S, modulus=MODULUS),
    solvers=BY_BOTH,
)
