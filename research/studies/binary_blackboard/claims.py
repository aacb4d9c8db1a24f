"""What the source says of the binary blackboard, and what this study finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import Any

from oracles.games.binary_blackboard import Board
from research.checks.equality import equal
from research.claims.cases import Listed, every, integers
from research.claims.claim import OURS
from research.proving.claiming import claim_stated
from research.studies.binary_blackboard import derivations, truth
from research.studies.binary_blackboard.derivations import THEOREM, of_losing_sets, predicates
from research.studies.binary_blackboard.truth import (
    POSITIONS,
    layer,
    number_and_sum,
    offsets,
    on_graph,
    parity,
    study,
    sum_to_power,
)
from research.studies.decided import INDUCTION, automaton

LAYERS = integers(k=6)  # the layers
STEPS = integers(k=5)  # each layer with the next one
TO_14 = integers(n=14)
BY_RECURRENCE = "the minimax recurrence"
BY_THEOREM = "decided of the losing sets, for every r at once"

study.section("The losing sets", source=OURS, kind="result")
claim_stated(
    study,
    THEOREM,
    "For every $r$, Oscar, to move with flag $q$ when $r$ remains, loses exactly if $q = t(r)$ and "
    "$r + 1$ is a power of two or a sum of distinct powers of four.",
    derivations.losing_theorem(),
    source=OURS,
).holds(
    lambda criterion, r, q: equal(
        r in truth.losing_sets()[q],
        automaton(criterion[f"O{q}"], derivations.relations).accepts(r=r),
    ),
    Listed("r ≤ 4096, both flags", lambda: every(r=range(4097), q=(0, 1))),
    by=BY_RECURRENCE,
)

study.section("Step 3: Split the Number Line into Base-4 Layers", kind="result")
study.claim(
    "odd-layers",
    "For every $k \\ge 0$, $I_k^{\\mathrm{odd}} \\cap L = \\lbrace 4^{k+1} - 1 \\rbrace$.",
    believed=lambda power: 4 * power - 1,
    controls={"one less": lambda power: 4 * power - 2},
    rests_on=[THEOREM],
).holds(
    lambda last, k: equal(layer(2 * 4**k, 4 ** (k + 1)), [last(4**k)]), LAYERS, by=BY_RECURRENCE
).derive(
    BY_THEOREM,
    of_losing_sets("""
        With $p = 4^k$, of the r from 2p to 4p − 1 exactly the believed one is in L
            Ap,r ($four(p) & 2*p <= r & r < 4*p) => ($member(r) <=> {r = f(p)})
    """),
)

study.section("Step 4: Derive the Offset Recurrence", kind="result")
# The x of the next layer: those of E_k, the copy 4^k further without its last one, and a new end.
SURVIVING, NEW_END = "(x < p & $member(p + x))", "x + 1 = 4*p"
SHIFTED = "(Ee e < p & $member(p + e) & e + 1 != p & x = p + e)"
WHOLE = "(Ee e < p & $member(p + e) & x = p + e)"


def next_offsets(recurrence: str, k: int) -> set[int]:
    """The x below 4^(k+1) of which a formula holds, with p = 4^k."""
    holds = automaton(recurrence, predicates)
    return {x for x in range(4 ** (k + 1)) if holds.accepts(p=4**k, x=x)}


study.claim(
    "offset-recurrence",
    "For every $k \\ge 0$, $E_{k+1} = E_k \\cup (4^k + (E_k \\setminus \\lbrace 4^k - 1 \\rbrace)) "
    "\\cup \\lbrace 4^{k+1} - 1 \\rbrace$.",
    believed=f"{SURVIVING} | {SHIFTED} | {NEW_END}",
    controls={
        "the shifted copy is whole": f"{SURVIVING} | {WHOLE} | {NEW_END}",
        "the new end is missing": f"{SURVIVING} | {SHIFTED}",
    },
    rests_on=[THEOREM],
).holds(
    lambda formula, k: equal(set(offsets(k + 1)), next_offsets(formula, k)),
    STEPS,
    by=BY_RECURRENCE,
).derive(
    BY_THEOREM,
    of_losing_sets("""
        Let $p = 4^k$. An e < p is in $E_k$ if p + e is in L, x in $E_{k+1}$ if 4p + x is: which x
        are in $E_{k+1}$
            Ap,x ($four(p) & x < 4*p) => ($member(4*p + x) <=> ({f}))
    """),
)

study.section("Step 5, and How the Code Works", kind="result")
State = tuple[Any, Any, Any, Any]  # N_k, T_k, 4^k and the sum so far


def step(odd: int, state: State, used: int) -> State:
    """What a layer makes of the numbers, with N_k taken so often for the next T_k."""
    number, total, power, result = state
    if odd:
        return number, total, 4 * power, result + (4 * power - 1)
    following = 2 * total + (used * number + 2) * power
    return 2 * number, following, power, result + (number * power + total)


def program(exponent: int, used: int, endpoint: int) -> int:
    """The implementations' loop, as described, with the endpoint added so often."""
    state: State = 1, 0, 1, 0
    for each in range(exponent):
        state = step(each % 2, state, used)
    return int(state[3] + (0 if exponent % 2 else endpoint * 2**exponent))


study.claim(
    "program",
    "The implementations “iterate once over the layer index” and keep $N_k$, $T_k$ and $4^k$, at "
    "first $1$, $0$ and $1$. They add $N_k 4^k + T_k$ for an even layer and $4^{k+1} - 1$ for an "
    "odd one. After an even layer they replace $N_k$ and $T_k$ by $2 N_k$ and "
    "$2 T_k + (N_k + 2) 4^k$. If $n$ is even, they add $2^n$. After $n$ layers the result is "
    "$S(n)$.",
    believed=(1, 1),
    controls={"N_k is updated first": (2, 1), "no endpoint": (1, 0)},
    rests_on=[
        *("sum-of-an-even-layer", "odd-layers", "number-and-sum-recurrences", "endpoint"),
        "closed-forms-of-offsets",
        INDUCTION,
    ],
).holds(lambda used, n: equal(sum_to_power(n), program(n, *used)), TO_14, by=BY_RECURRENCE).derive(
    "induction on the layers", partial(derivations.program, step)
)

study.section("Step 1: Encode the Game with Four Minimax States")
Choice = Callable[[Iterable[bool]], bool]


def by_recurrence(position: Board, oscar: Choice, eric: Choice, winning: int) -> bool:
    """O_q(r) or E_q(r) from those of the options of a position."""
    remaining, flag, turn = position
    if remaining == 0:
        return flag == winning
    choice = oscar if turn == "Oscar" else eric
    return choice(truth.oscar_wins(*truth.after(position, left)) for left in range(remaining))


study.claim(
    "four-states",
    "$O_q(0) = E_q(0) = q$, and for $r > 0$, $O_q(r) = \\bigvee_{x=1}^{r} E_{q \\oplus t(x)}(r - "
    "x)$ and $E_q(r) = \\bigwedge_{x=1}^{r} O_{q \\oplus t(x)}(r - x)$.",
    believed=(any, all, 1),
    controls={"Eric helps Oscar": (any, any, 1), "Oscar wins with flag 0": (any, all, 0)},
).holds(
    lambda rules, position: equal(truth.oscar_wins(*position), by_recurrence(position, *rules)),
    POSITIONS,
    by="the graph",
)

study.section("Step 2: Reduce the Four States to Two Losing Sets")
study.claim(
    "four-states-collapse",
    "$E_0(r) = 1 - O_1(r)$ and $E_1(r) = 1 - O_0(r)$.",
    believed=lambda q: 1 - q,
    controls={"the same flag": lambda q: q},
    rests_on=[THEOREM],
).holds(
    lambda other, r, q: equal(truth.oscar_wins(r, q, "Eric"), not truth.oscar_wins(r, other(q))),
    Listed(POSITIONS.words, lambda: every(r=range(truth.BOUND + 1), q=(0, 1))),
    by="the graph",
).derive(
    BY_THEOREM,
    of_losing_sets("""
        Eric, to move with flag 0, loses exactly where Oscar, with the believed flag, loses
            Ar $losesE0(r) <=> (({0 = f(0)} & $losesO0(r)) | ({1 = f(0)} & $losesO1(r)))
        and so with flag 1
            Ar $losesE1(r) <=> (({0 = f(1)} & $losesO0(r)) | ({1 = f(1)} & $losesO1(r)))
    """),
)


def oscar_wins_with(written: tuple[int, ...], remaining: int, choice: Choice = any) -> bool:
    """Whether Oscar wins with these numbers on the board; he chooses by any, Eric by all."""
    if remaining == 0:
        return sum(map(parity, written)) % 2 == 1
    other = all if choice is any else any
    return choice(
        oscar_wins_with((*written, x), remaining - x, other) for x in range(1, remaining + 1)
    )


study.claim(
    "answer-is-the-sum-over-l",
    "“The final answer is the sum over” $L$: the first player, Oscar, loses with the number $r$ on "
    "the blackboard exactly if $r \\in L_{t(r)}$.",
    believed=parity,
    controls={"the other flag": lambda r: 1 - parity(r), "L_0 alone": lambda _: 0},
).holds(
    lambda flag, r: equal(not oscar_wins_with((r,), r), truth.in_losing_set(r, flag(r))),
    integers(1, r=16),
    by="every line of play followed with all numbers on the board kept",
)

study.section("Step 3: Split the Number Line into Base-4 Layers")
study.claim(
    "thue-morse-identities",
    "“Digits $1$ and $2$ in base $4$ contribute odd popcount parity, while digits $0$ and $3$ "
    "contribute even parity”: $t(4^k + y) = 1 \\oplus t(y)$, $t(2 \\cdot 4^k + y) = 1 \\oplus "
    "t(y)$ and $t(3 \\cdot 4^k + y) = t(y)$, for $y < 4^k$, which the source does not print.",
    believed={1, 2},
    controls={"1 and 3": {1, 3}, "2 and 3": {2, 3}},
).holds(
    lambda odd, k, y: equal(
        [parity(digit * 4**k + y) for digit in range(4)],
        [(digit in odd) ^ parity(y) for digit in range(4)],
    ),
    Listed("k ≤ 4, y < 4^k", lambda: [{"k": k, "y": y} for k in range(5) for y in range(4**k)]),
    by="the ones of the binary digits counted",
)
study.claim(
    "first-offset-sets",
    "$E_0 = \\lbrace 0 \\rbrace$, $E_1 = \\lbrace 0, 3 \\rbrace$, "
    "$E_2 = \\lbrace 0, 3, 4, 15 \\rbrace$, "
    "$E_3 = \\lbrace 0, 3, 4, 15, 16, 19, 20, 63 \\rbrace$.",
    believed=[[0], [0, 3], [0, 3, 4, 15], [0, 3, 4, 15, 16, 19, 20, 63]],
    controls={"15 missing from E_3": [[0], [0, 3], [0, 3, 4, 15], [0, 3, 4, 16, 19, 20, 63]]},
    kind="number",
).holds(
    lambda sets, k: equal([r - 4**k for r in on_graph(2 * 4**k - 1) if r >= 4**k], sets[k]),
    integers(k=3),
    by="the graph",
)

study.section("Step 4: Derive the Offset Recurrence")


def next_number_and_sum(number: Any, total: Any, power: Any) -> tuple[Any, Any]:
    """N_{k+1} and T_{k+1}, from N_k, T_k and 4^k."""
    return 2 * number, 2 * total + (number + 2) * power


study.claim(
    "number-and-sum-recurrences",
    "In the source “the set recurrence gives” $N_{k+1} = 2 N_k$ and $T_{k+1} = T_k + "
    "((N_k - 1) 4^k + T_k - (4^k - 1)) + (4^{k+1} - 1) = 2 T_k + (N_k + 2) 4^k$.",
    believed=next_number_and_sum,
    controls={"N_k in place of N_k + 2": lambda n, total, p: (2 * n, 2 * total + n * p)},
    rests_on=["offset-recurrence", THEOREM],
).holds(
    lambda following, k: equal(number_and_sum(k + 1), following(*number_and_sum(k), 4**k)),
    STEPS,
    by=BY_RECURRENCE,
).derive(
    "the three parts of the set recurrence, counted and added",
    partial(derivations.next_number_and_sum, (SURVIVING, SHIFTED, NEW_END)),
)


def closed_forms(k: Any) -> tuple[Any, Any]:
    """N_k and T_k."""
    return 2**k, Fraction(1, 6) * (8**k + 6 * 4**k - 7 * 2**k)


study.claim(
    "closed-forms-of-offsets",
    "$N_0 = 1$ and $T_0 = 0$. “Hence $N_k = 2^k$”; and, which the source does not say, "
    "$T_k = (8^k + 6 \\cdot 4^k - 7 \\cdot 2^k) / 6$.",
    believed=closed_forms,
    controls={
        "2^k + 1": lambda k: (2**k + 1, closed_forms(k)[1]),
        "T_k without the last term": lambda k: (2**k, closed_forms(k)[1] + 2**k),
    },
    rests_on=["number-and-sum-recurrences", THEOREM],
).holds(lambda forms, k: equal(number_and_sum(k), forms(k)), LAYERS, by=BY_RECURRENCE).derive(
    "induction on k", partial(derivations.closed_forms, next_number_and_sum)
)

study.section("Step 5: Turn the Structure into a Sum Formula")
study.claim(
    "sum-of-an-even-layer",
    "“The total contribution of the even layer $I_k^{\\mathrm{even}}$ is” $\\sum_{e \\in E_k} "
    "(4^k + e) = N_k 4^k + T_k$.",
    believed=lambda number, total, power: number * power + total,
    controls={"2·4^k each": lambda number, total, power: 2 * number * power + total},
    rests_on=[THEOREM],
).holds(
    lambda formula, k: equal(sum(layer(4**k, 2 * 4**k)), formula(*number_and_sum(k), 4**k)),
    LAYERS,
    by=BY_RECURRENCE,
).derive("a sum of $N_k$ terms", derivations.even_layer_sum)
study.claim(
    "endpoint",
    "“If $n$ is even, the endpoint $2^n = 4^{n/2}$ belongs to the next even layer and must be "
    "added separately”: $2^n \\in L$ exactly if $n$ is even.",
    believed=lambda n: (n + 1) % 2,
    controls={"always": lambda _: 1},
    rests_on=[THEOREM],
).equals(lambda n: int(2**n in truth.losing_numbers()), TO_14, by=BY_RECURRENCE).derive(
    BY_THEOREM,
    of_losing_sets("""
        Whether $p = 2^n$ is in L for even n
            Ap $four(p) => ($member(p) <=> {1 = f(0)})
        and for odd n
            Ap ($power(p) & ~$four(p)) => ($member(p) <=> {1 = f(1)})
    """),
)

study.section("Worked Example: n=6")
EXAMPLE = [1, 3, 4, 7, 15, 16, 19, 20, 31, 63, 64]
study.numbers(
    "example-numbers",
    "The losing positions in $[1, 64]$ are $1, 3, 4, 7, 15, 16, 19, 20, 31, 63, 64$.",
    {64: EXAMPLE},
    on_graph,
    over=POSITIONS.words,
    by="the graph",
    controls={"without the endpoint": EXAMPLE[:-1]},
)
study.section("Worked Example: n=6, and How the Code Works")
study.numbers(
    "sum-to-{exponent}",
    "$S({exponent}) = {value}$.",
    {4: 46, 6: 243, 12: 54532},
    sum_to_power,
    over="n ≤ 12",
    by=BY_RECURRENCE,
)

study.section("Complexity Analysis")
study.remark(
    "The brute-force verifier takes “$O(4^n)$” time and “$O(2^n)$” memory. The optimized solver "
    "“performs one constant-time update per layer, so it runs in $O(n)$ time and $O(1)$ memory”. "
    "This counts operations modulo $10^9 + 7$. The implementations are not in the source."
)
