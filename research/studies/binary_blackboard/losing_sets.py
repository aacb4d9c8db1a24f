"""What the source says of which numbers lose, to its Step 3: four states, two sets, layers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import product
from typing import Any

from oracles.games.binary_blackboard import Board
from research.checks.equality import equal
from research.claims.cases import Drawn, Listed, calls, evenly, every, integers, st, values_by_key
from research.claims.claim import OURS
from research.claims.claim import theorem as known_theorem
from research.proving.claiming import claim_made_theorem
from research.studies.binary_blackboard import derivations
from research.studies.binary_blackboard.theorem import THEOREM, numbers_of, theorem
from research.studies.binary_blackboard.truth import (
    BOUND,
    PLAYERS,
    ROWS,
    graph,
    in_losing_set,
    in_rows,
    losing_sets,
    on_graph,
    oscar_loses,
    oscar_wins,
    parity,
    states,
    study,
)

NUMBERS = integers(1, r=BOUND)
BESIDE_BOTH = states(", beside both recurrences run from $r = 0$", least=1)
IN_GRAPH, IN_ROWS = integers(k=3), integers(k=6)  # the layers
BOTH_FLAGS_IN_ROWS = Listed(f"r ≤ {ROWS}", lambda: every(r=range(ROWS + 1), q=(0, 1)))
BY_LINES = "every line of play followed with all numbers on the board kept"
BY_ROWS = "the minimax recurrence on rows of bits"
BY_COUNTING = "the ones of the binary digits counted"
BY_THEOREM = "decided of the losing sets, for every r at once"
BY_MATRIX = "the automaton of L, counted by powers of its matrix"
RECURRENCES = known_theorem(
    "Cayley and Hamilton: what is read off the powers of a matrix of size d has a recurrence of "
    "order d, and two sequences with recurrences of order d are one if 2d terms are"
)

study.section("Step 1: Encode the Game with Four Minimax States")
study.claim(
    "terminal-values",
    "At $r = 0$ no move is possible, so the terminal outcome is determined only by the flag: "
    "$O_0(0) = E_0(0) = 0$, $O_1(0) = E_1(0) = 1$.",
    believed=lambda flag, **_: flag == 1,
    controls={
        "the flag's opposite": lambda flag, **_: flag == 0,
        "the player to move wins": lambda turn, **_: turn == "Oscar",
    },
).equals(
    lambda flag, turn: oscar_wins(0, flag, turn),
    Listed("the four positions with r = 0", lambda: every(flag=(0, 1), turn=PLAYERS)),
)


def after_each(r: int, q: int) -> list[tuple[int, int]]:
    """What remains and the flag after each number x from 1 to r."""
    return [(r - x, q ^ parity(x)) for x in range(1, r + 1)]


study.claim(
    "legal-moves",
    "For $r > 0$ every legal move chooses some $x \\in [1, r]$, changes the flag by $t(x)$ and "
    "leaves remainder $r - x$, where $t(x) = \\mathrm{popcount}(x) \\bmod 2$.",
    believed=lambda r, q: set(after_each(r, q)),
    controls={
        "x below r": lambda r, q: set(after_each(r, q)[:-1]),
        "the flag turns with x": lambda r, q: {(r - x, q ^ x % 2) for x in range(1, r + 1)},
    },
).equals(lambda r, q: {option[:2] for option in graph.options((r, q, "Oscar"))}, states(least=1))

Choice = Callable[[Iterable[bool]], bool]


@cache
def by_recurrences(oscar: Choice, eric: Choice) -> dict[Board, bool]:
    """O_q(r) and E_q(r) to the bound by both recurrences from r = 0 on; the graph is not asked."""
    wins: dict[Board, bool] = {(0, q, turn): q == 1 for q in (0, 1) for turn in ("Oscar", "Eric")}
    for r, q in product(range(1, BOUND + 1), (0, 1)):
        wins[r, q, "Oscar"] = oscar(wins[*left, "Eric"] for left in after_each(r, q))
        wins[r, q, "Eric"] = eric(wins[*left, "Oscar"] for left in after_each(r, q))
    return wins


study.claim(
    "oscars-recurrence",
    "Oscar uses existential choice: $O_q(r) = \\bigvee_{x=1}^{r} E_{q \\oplus t(x)}(r - x)$.",
    believed=any,
    controls={"universal choice": all},
).holds(
    lambda oscar, r, q: equal(oscar_wins(r, q), by_recurrences(oscar, all)[r, q, "Oscar"]),
    BESIDE_BOTH,
)
study.claim(
    "erics-recurrence",
    "Eric uses universal choice: $E_q(r) = \\bigwedge_{x=1}^{r} O_{q \\oplus t(x)}(r - x)$.",
    believed=all,
    controls={"existential choice": any},
).holds(
    lambda eric, r, q: equal(oscar_wins(r, q, "Eric"), by_recurrences(any, eric)[r, q, "Eric"]),
    BESIDE_BOTH,
)


@cache
def oscar_loses_on_the_board(number: int) -> bool:
    """Whether Oscar loses from a number on the board, every line of play followed."""
    return not oscar_wins_with((number,), number)


def oscar_wins_with(written: tuple[int, ...], remaining: int, choice: Choice = any) -> bool:
    """Whether Oscar wins with these numbers on the board; he chooses by any, Eric by all."""
    if remaining == 0:
        return sum(f"{number:b}".count("1") for number in written) % 2 == 1
    other = all if choice is any else any
    return choice(
        oscar_wins_with((*written, x), remaining - x, other) for x in range(1, remaining + 1)
    )


study.claim(
    "starting-position",
    "The starting position for a given number $r$ is $O_{t(r)}(r)$; therefore $r$ contributes to "
    "the required sum exactly when $O_{t(r)}(r) = 0$.",
    believed=parity,
    controls={"flag 0": lambda _: 0, "flag 1": lambda _: 1},
).holds(
    lambda flag, r: equal(not oscar_loses_on_the_board(r), oscar_wins(r, flag(r))),
    integers(1, r=16),
    by=BY_LINES,
)

study.section("Step 2: Reduce the Four States to Two Losing Sets")
study.claim(
    "four-states-collapse",
    "$E_0(r) = 1 - O_1(r)$ and $E_1(r) = 1 - O_0(r)$.",
    believed=lambda q: 1 - q,
    controls={"the same flag": lambda q: q},
    rests_on=[THEOREM],
).holds(
    lambda other, r, q: equal(oscar_wins(r, q, "Eric"), not oscar_wins(r, other(q))), states()
).derive(BY_THEOREM, derivations.duality)
study.claim(
    "answer-is-the-sum-over-l",
    "With $L_q = \\lbrace r \\ge 0 : O_q(r) = 0 \\rbrace$, the final answer is the sum over "
    "$L = \\lbrace r \\ge 1 : r \\in L_{t(r)} \\rbrace$ up to $2^n$.",
    believed=parity,
    controls={"the other flag": lambda r: 1 - parity(r), "L_0 alone": lambda _: 0},
).holds(
    lambda flag, n: equal(
        sum(r for r in range(1, 2**n + 1) if oscar_loses_on_the_board(r)),
        sum(r for r in range(1, 2**n + 1) if in_losing_set(r, flag(r))),
    ),
    integers(n=4),
    by=BY_LINES,
)
study.claim(
    "losing-depends-on-which-state-fails",
    "The actual losing positions depend only on which of the two parity-indexed Oscar states "
    "fails: whether $r \\ge 1$ is in $L$ depends only on whether $r \\in L_0$ and whether $r \\in "
    "L_1$. [By its definition it could depend on $t(r)$ as well; it does not, because $L_q$ holds "
    "only numbers of parity $q$.]",
    believed=lambda r: (in_losing_set(r, 0), in_losing_set(r, 1)),
    controls={"only whether in L_0": lambda r: in_losing_set(r, 0)},
).holds(lambda key, r: len(values_by_key(key, oscar_loses, NUMBERS)[key(r)]) == 1, NUMBERS)
study.remark(
    "This already matches the brute-force tables. [The tables of the implementations are not in "
    "the source; the explicit graph takes their place.]"
)

study.section("Step 3: Split the Number Line into Base-4 Layers")
X = integers(x=4095), Drawn("x ≤ 2^400", lambda: evenly(0, 2**400))
study.claim(
    "thue-morse",
    "The parity sequence $t(x)$ is the Thue–Morse sequence: $t(0) = 0$, $t(2x) = t(x)$, "
    "$t(2x + 1) = 1 \\oplus t(x)$.",
    believed=lambda before, digit: before ^ digit,
    controls={"the last digit alone": lambda _, digit: digit},
).holds(lambda after, x: equal(parity(x), after(parity(x // 2), x % 2)), *X, by=BY_COUNTING)
study.claim(
    "base-four-digits",
    "Digits $1$ and $2$ in base $4$ contribute odd popcount parity, while digits $0$ and $3$ "
    "contribute even parity.",
    believed={1, 2},
    controls={"1 and 3": {1, 3}, "2 and 3": {2, 3}},
).holds(
    lambda odd, x: equal(
        parity(x), sum(x >> i & 3 in odd for i in range(0, x.bit_length(), 2)) % 2
    ),
    *X,
    by=BY_COUNTING,
)
study.claim(
    "thue-morse-identities",
    "$t(4^k + y) = 1 \\oplus t(y)$, $t(2 \\cdot 4^k + y) = 1 \\oplus t(y)$, "
    "$t(3 \\cdot 4^k + y) = t(y)$. [Printed without a domain for $y$, and taken here for every "
    "$y \\ge 0$. The offsets that it is used for later all have $y < 4^k$.]",
    believed=lambda *_: True,
    controls={"y ≤ 4^k": lambda k, y: y <= 4**k, "y < 2·4^k": lambda k, y: y < 2 * 4**k},
    strict_reading="every $y$, where no domain is printed",
    correction=("The three identities hold for $0 \\le y < 4^k$.", lambda k, y: y < 4**k),
).holds(
    lambda domain, k, y: (
        not domain(k, y)
        or equal(
            tuple(parity(d * 4**k + y) for d in (1, 2, 3)),
            (1 ^ parity(y), 1 ^ parity(y), parity(y)),
        )
    ),
    integers(k=4, y=300),
    Drawn(  # the digit of y at 4^k is often not 0
        "k ≤ 200 and y ≤ 4^(k+1)",
        lambda: st.integers(0, 200).flatmap(
            lambda k: calls(k=st.just(k), y=evenly(0, 4 ** (k + 1)))
        ),
    ),
    by=BY_COUNTING,
)
study.remark(
    "Powers of $4$ are the natural scale because of these identities; this is why the losing "
    "pattern repeats blockwise. [A reason; the first identity holds at powers of $2$ as well. What "
    "repeats is the offset recurrence.]"
)


def intervals(k: Any, odd: int = 2, last: int = -1) -> Any:
    """The even and the odd layer of scale 4^k, both ends included."""
    return (4**k, 2 * 4**k - 1), (odd * 4**k, 4 ** (k + 1) + last)


study.claim(
    "layers-partition",
    "$I_k^{\\mathrm{even}} = [4^k, 2 \\cdot 4^k - 1]$ and $I_k^{\\mathrm{odd}} = [2 \\cdot 4^k, "
    "4^{k+1} - 1]$ alternate and partition the positive integers.",
    believed=intervals,
    controls={
        "odd layers one longer": partial(intervals, last=0),
        "odd layers from 3·4^k": partial(intervals, odd=3),
    },
).holds(
    lambda layers, r: sum(low <= r <= high for k in range(8) for low, high in layers(k)) == 1,
    integers(1, r=4096),
    by="all layers of k < 8 listed",
).derive("decided for every r at once", derivations.partition)

study.section("Step 3: Split the Number Line into Base-4 Layers", kind="result")
claim_made_theorem(
    study,
    THEOREM,
    "For every $r$, Oscar, to move with flag $q$ when $r$ remains, loses ($r \\in L_q$) exactly if "
    "$q = t(r)$, the parity of the ones of $r$, and $r + 1$ is a power of two or a sum of distinct "
    "powers of four. [Not in the source, which reads layers and offsets off tables.]",
    theorem,
    source=OURS,
).holds(
    lambda criterion, r, q: equal(
        r in losing_sets()[q], numbers_of(criterion[f"O{q}"]).accepts(r=r)
    ),
    BOTH_FLAGS_IN_ROWS,
    by=BY_ROWS,
)
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
study.claim(
    "extreme-offsets",
    "For the even layers there is an offset set $E_k \\subseteq [0, 4^k - 1]$ with "
    "$I_k^{\\mathrm{even}} \\cap L = \\lbrace 4^k + e : e \\in E_k \\rbrace$. [A definition. "
    "What is checked is what Step 4 takes for granted: its extreme points are $0$ and $4^k - 1$.]",
    believed=lambda k: (0, 4**k - 1),
    controls={"ends one early": lambda k: (0, 4**k - 2), "begins at 1": lambda k: (1, 4**k - 1)},
    rests_on=[THEOREM],
    kind="step",
).equals(on_graph.ends, IN_GRAPH).equals(in_rows.ends, IN_ROWS, by=BY_ROWS).derive(
    BY_THEOREM, derivations.ends_of_offsets
)
study.claim(
    "first-offset-sets",
    "$E_0 = \\lbrace 0 \\rbrace$, $E_1 = \\lbrace 0, 3 \\rbrace$, "
    "$E_2 = \\lbrace 0, 3, 4, 15 \\rbrace$, "
    "$E_3 = \\lbrace 0, 3, 4, 15, 16, 19, 20, 63 \\rbrace$.",
    believed=[[0], [0, 3], [0, 3, 4, 15], [0, 3, 4, 15, 16, 19, 20, 63]],
    controls={"15 missing from E_3": [[0], [0, 3], [0, 3, 4, 15], [0, 3, 4, 16, 19, 20, 63]]},
    kind="number",
).holds(lambda sets, k: equal(on_graph.offsets(k), sets[k]), IN_GRAPH)
