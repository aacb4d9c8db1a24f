"""Divisor nim: what its source states, checked.

Source: 002_24a47db72139cfb1.txt. There is an explicit graph for each number of heaps from one to
five, each to its own bound; larger cases are computed by the two solvers, which share only the
counts c_k.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from math import comb, factorial, prod
from operator import xor
from typing import TYPE_CHECKING, Any

from fast import divisor_nim as solver
from fast.errors import NoWinningOptionError
from oracles.games.divisor_nim import DivisorNim, Heaps
from research.claims import Equation, Source, equal
from research.studies.derivations import divisor_nim as derivations
from research.study import Study

if TYPE_CHECKING:
    from oracles.solve import Truth

SOURCE = Source("002_24a47db72139cfb1.txt")
BEYOND = Source("beyond the source")
BOUNDS = {1: 2048, 2: 96, 3: 48, 4: 16, 5: 8}  # largest heap in the graph of so many heaps
ONE = f"the explicit graph of one heap ≤ {BOUNDS[1]}"
THREE = f"the explicit graph of three heaps ≤ {BOUNDS[3]}"
HEADLINE = 123456787654321
MODULUS = 1234567890

study = Study(
    "divisor-nim",
    DivisorNim(),
    title="Divisor nim",
    about="""
There are heaps of counters, three in the source. A player chooses a heap of $n$ counters and a
proper divisor $d$ of $n$ ($d$ divides $n$ and $d < n$), and takes $d$ counters from it. A heap of
one counter allows no move; who cannot move loses. The question is $S(n)$, the number of triples of
heaps from $1$ to $n$, in order, in which the player to move wins.
""",
    source=SOURCE.at("Project Euler Problem 509"),
    answer=solver.answer,
    headline={"limit": HEADLINE, "heaps": 3, "modulus": MODULUS},
)


# What the oracle gives, in the solvers' signatures.


@cache
def truth_of(heaps: int) -> Truth:
    """The truth for a number of heaps, to its bound."""
    from oracles.solve import solve  # networkx is slow to import

    return solve(DivisorNim(heaps), BOUNDS[heaps])


def true_grundy(heap: int) -> int:
    """Grundy value of one heap, from the graph."""
    value = truth_of(1).grundy((heap,))
    assert isinstance(value, int)
    return value


def reachable_values(heap: int) -> set[int]:
    """Grundy values of the options of one heap, from the graph."""
    return {true_grundy(option[0]) for option in truth_of(1).options((heap,))}


def true_criterion(heaps: Heaps) -> bool:
    """Whether the graph says that a position is a P-position; heaps in any order."""
    return truth_of(len(heaps)).outcome(tuple(sorted(heaps))) == "P"


def true_winning_options(heaps: Heaps) -> list[Heaps]:
    """The graph's winning options of a position."""
    return truth_of(len(heaps)).winning_options(tuple(sorted(heaps)))


def orders(position: Heaps) -> int:
    """Number of tuples that the position, written in order of size, stands for."""
    return factorial(len(position)) // prod(map(factorial, Counter(position).values()))


@cache
def tuples_by_outcome(heaps: int) -> dict[str, list[int]]:
    """Number of tuples up to each limit by outcome, each position with all its orders."""
    largest: dict[str, Counter[int]] = {"P": Counter(), "N": Counter()}
    for position, outcome in truth_of(heaps).outcomes.items():
        largest[outcome][position[-1]] += orders(position)
    counts: dict[str, list[int]] = {"P": [0], "N": [0]}
    for outcome, found in counts.items():
        for limit in range(1, BOUNDS[heaps] + 1):
            found.append(found[-1] + largest[outcome][limit])
    return counts


def true_losing_count(limit: int, heaps: int = 3) -> int:
    """Number of tuples that the player to move loses, from the graph."""
    return tuples_by_outcome(heaps)["P"][limit]


def true_answer(limit: int, heaps: int = 3, modulus: int | None = None) -> int:
    """Number of tuples that the player to move wins, from the graph."""
    winning = tuples_by_outcome(heaps)["N"][limit]
    return winning if modulus is None else winning % modulus


def true_valuation_counts(limit: int) -> list[int]:
    """Numbers up to a limit by their Grundy value in the graph."""
    counts = Counter(map(true_grundy, range(1, limit + 1)))
    return [counts[k] for k in range(max(counts) + 1)]


def valuation(number: int) -> int:
    """The exponent of 2 in a number, by division."""
    exponent = 0
    while number % 2 == 0:
        number, exponent = number // 2, exponent + 1
    return exponent


def split(number: int) -> tuple[int, int]:
    """k and the odd m with number = 2^k m."""
    k = valuation(number)
    return k, number // 2**k


# Agreements.


def is_winning(found: Heaps | None, options: list[Heaps]) -> bool:
    """Whether an option is one of the winning ones, or rightly refused."""
    return tuple(sorted(found)) in options if found else not options


def any_position() -> Any:
    """Strategy: one to five heaps within the graph of so many, in any order."""
    from hypothesis import strategies as st

    def tuples_of(heaps: int) -> Any:
        return st.tuples(*[st.integers(1, BOUNDS[heaps])] * heaps)

    heaps = st.sampled_from([3, 1, 2, 4, 5]).flatmap(tuples_of)
    return st.fixed_dictionaries({"heaps": heaps})


def any_limit() -> Any:
    """Strategy: a number of heaps and a limit within the graph of so many."""
    from hypothesis import strategies as st

    return st.sampled_from(every_limit())


def any_modulus() -> Any:
    """Strategy: the same, and a modulus."""
    from hypothesis import strategies as st

    modulus = st.one_of(st.integers(1, 12), st.sampled_from([MODULUS, 10**9 + 7, 2**64]))
    return st.tuples(any_limit(), modulus).map(lambda drawn: drawn[0] | {"modulus": drawn[1]})


def every_limit() -> list[dict[str, Any]]:
    """Every limit within the graphs, those of one heap up to 64."""
    return [
        {"limit": limit, "heaps": heaps}
        for heaps, bound in BOUNDS.items()
        for limit in range(1, min(bound, 64) + 1)
    ]


LIMITS = "one or two heaps ≤ 64, three ≤ 48, four ≤ 16, five ≤ 8"

for algorithm in ("direct", "transform"):
    study.agree(
        solver.answer,
        true_answer,
        domain=LIMITS,
        arguments=any_limit,
        whole=every_limit,
        fixed={"algorithm": algorithm},
        controls={
            "counts the losing tuples": solver.losing_count,
            "one heap more": lambda limit, heaps, algorithm: solver.answer.ungated(
                limit, heaps + 1, algorithm=algorithm
            ),
        },
    )
    study.agree(
        solver.answer,
        true_answer,
        domain=f"{LIMITS}; moduli up to 12, and three large ones",
        arguments=any_modulus,
        fixed={"algorithm": algorithm},
        controls={
            "not reduced": lambda limit, heaps, algorithm, modulus: solver.answer.ungated(
                limit, heaps, algorithm=algorithm
            ),
        },
    )
    study.agree(
        solver.losing_count,
        true_losing_count,
        domain=LIMITS,
        arguments=any_limit,
        whole=every_limit,
        fixed={"algorithm": algorithm},
        controls={
            "heaps below the limit only": lambda limit, heaps, algorithm: solver.losing_count(
                max(limit - 1, 1), heaps, algorithm=algorithm
            ),
        },
    )

study.agree(
    solver.grundy,
    true_grundy,
    domain=f"one heap ≤ {BOUNDS[1]}",
    arguments=lambda: _integers("heap", BOUNDS[1]),
    controls={"the largest power of 2 below": lambda heap: heap.bit_length() - 1},
)
study.agree(
    solver.valuation_counts,
    true_valuation_counts,
    domain="limit ≤ 512",
    arguments=lambda: _integers("limit", 512),
    controls={"without the last": lambda limit: solver.valuation_counts(limit)[:-1]},
)
study.agree(
    solver.criterion,
    true_criterion,
    domain="positions of one to five heaps in any order, each within its graph",
    arguments=any_position,
    controls={"an even sum": lambda heaps: sum(map(valuation, heaps)) % 2 == 0},
)
study.agree(
    solver.winning_option,
    true_winning_options,
    domain="positions of one to five heaps in any order, refusals included",
    arguments=any_position,
    agree=is_winning,
    refusal=NoWinningOptionError,
    controls={"takes one from the last heap": lambda heaps: (*heaps[:-1], max(heaps[-1] - 1, 1))},
)


def _integers(name: str, most: int) -> Any:
    from hypothesis import strategies as st

    return st.fixed_dictionaries({name: st.integers(1, most)})


# Cases.


def three_heaps() -> Iterator[Heaps]:
    """All positions of the graph of three heaps, smallest first."""
    return iter(sorted(truth_of(3).positions, key=sum))


def one_heap() -> range:
    """All heaps of the graph of one heap."""
    return range(1, BOUNDS[1] + 1)


def moves(bound: int = BOUNDS[1]) -> Iterator[tuple[int, int]]:
    """All heaps n up to a bound with each proper divisor d of n."""
    return ((n, d) for n in range(1, bound + 1) for d in range(1, n // 2 + 1) if n % d == 0)


def large_moves() -> Any:
    """Strategy: a heap n up to the headline's limit with a proper divisor d of it."""
    from hypothesis import strategies as st

    return st.integers(2, HEADLINE).flatmap(
        lambda e: st.integers(1, HEADLINE // e).map(lambda d: (d * e, d))
    )


LARGE_MOVES = "heaps n ≤ 123456787654321 with a proper divisor, drawn as n = d·e"


# The game and its Grundy values.

study.claim(
    "moves",
    "A move consists of choosing a proper divisor $d \\mid n$, $d < n$, and replacing $n$ by "
    "$n - d$. [Who cannot move loses: the source does not say so, but its Grundy values do.]",
    source=SOURCE.at("Solution"),
    believed=lambda n: {n - d for d in range(1, n) if (n // d) * d == n},
    controls={
        "d = n as well": lambda n: {n - d for d in range(1, n + 1) if n % d == 0},
        "d > 1 only": lambda n: {n - d for d in range(2, n) if n % d == 0},
    },
).exhaust(
    f"the options of one heap ≤ 512 in {ONE}",
    lambda: range(1, 513),
    lambda believed, n: equal({o[0] for o in truth_of(1).options((n,))}, believed(n)),
)
study.claim(
    "losing-iff-nim-sum-zero",
    "For three piles, the position $(a, b, c)$ is losing iff $g(a) \\oplus g(b) \\oplus g(c) = 0$, "
    "where $\\oplus$ is bitwise XOR and $g$ the Grundy value of one pile.",
    source=SOURCE.at("Solution"),
    believed=lambda a, b, c: a ^ b ^ c == 0,
    controls={
        "the sum is even": lambda a, b, c: (a + b + c) % 2 == 0,
        "two are equal": lambda a, b, c: len({a, b, c}) < 3,
    },
).exhaust(
    f"{THREE}, with $g$ from {ONE}",
    three_heaps,
    lambda believed, p: equal(true_criterion(p), believed(*map(true_grundy, p))),
)


@cache
def outcomes_by(key: Any) -> dict[Any, set[str]]:
    """The outcomes that occur among positions of three heaps with the same key."""
    found: dict[Any, set[str]] = {}
    for position, outcome in truth_of(3).outcomes.items():
        found.setdefault(key(position), set()).add(outcome)
    return found


study.claim(
    "reduces-to-grundy-values",
    "The entire problem reduces to understanding $g(n)$: positions with the same three Grundy "
    "values have the same outcome.",
    source=SOURCE.at("Solution"),
    believed=lambda position: tuple(sorted(map(true_grundy, position))),
    controls={"only their parities": lambda p: tuple(sorted(true_grundy(n) % 2 for n in p))},
).exhaust(THREE, three_heaps, lambda believed, p: len(outcomes_by(believed)[believed(p)]) == 1)


def mex(values: set[int]) -> int:
    """The least natural number that is not among the values."""
    return next(value for value in range(len(values) + 1) if value not in values)


study.claim(
    "grundy-value-is-valuation",
    "$g(n) = v_2(n)$, the exponent of $2$ in $n$.",
    source=SOURCE.at("Step 1 and Step 2"),
    believed=valuation,
    controls={
        "one more": lambda n: valuation(n) + 1,
        "the number of proper divisors that are powers of 2": lambda n: sum(
            n % 2**j == 0 for j in range(n.bit_length()) if 2**j < n
        ),
    },
).exhaust(ONE, one_heap, lambda believed, n: equal(true_grundy(n), believed(n)))


# Step 2, lemma by lemma. A heap is n = 2^k m with m odd.

study.claim(
    "form-of-a-divisor",
    "Every proper divisor $d$ of $n = 2^k m$ can be written as $d = 2^t u$, where "
    "$0 \\le t \\le k$, $u \\mid m$.",
    source=SOURCE.at("Step 2"),
    believed=lambda k, m, t, u: 0 <= t <= k and m % u == 0,
    controls={
        "t < k": lambda k, m, t, u: t < k and m % u == 0,
        "u = m": lambda k, m, t, u: t <= k and u == m,
    },
).exhaust(
    "all proper divisors of n ≤ 2048",
    moves,
    lambda believed, c: believed(*split(c[0]), *split(c[1])),
).search(LARGE_MOVES, large_moves, lambda believed, c: believed(*split(c[0]), *split(c[1])))


def smaller_values(bound: int) -> Iterator[tuple[int, int]]:
    """Heaps n up to a bound with each t below their valuation."""
    return ((n, t) for n in range(1, bound + 1) for t in range(valuation(n)))


def reaches(believed: Any, case: tuple[int, int]) -> bool:
    """The divisor believed in is proper and leads to the Grundy value t in the graph."""
    n, t = case
    k, m = split(n)
    d = believed(k, t, m)
    return (n - d,) in truth_of(1).options((n,)) and true_grundy(n - d) == t


study.claim(
    "divisor-that-reaches-t",
    "For any $t < k$, $d = 2^t m$ is a proper divisor of $n$, $n - d = 2^t m (2^{k-t} - 1)$ and "
    "$v_2(n - d) = t$.",
    source=SOURCE.at("Reachability of smaller Grundy values"),
    believed=lambda k, t, m: 2**t * m,
    controls={
        "twice as much": lambda k, t, m: 2 ** (t + 1) * m,
        "the other power": lambda k, t, m: 2 ** (k - t) * m,
    },
).exhaust(
    f"n ≤ {BOUNDS[1]} and t < k, in {ONE}", lambda: smaller_values(BOUNDS[1]), reaches
).derive("sympy: parity of $2^{k-t}$ and $m (2^{k-t} - 1)$", derivations.chosen_divisor)
study.claim(
    "power-less-one-is-odd",
    "$2^{k-t} - 1$ is odd for $t < k$.",
    source=SOURCE.at("Reachability of smaller Grundy values"),
    believed=lambda gap: 2**gap - 1,
    controls={"half the power": lambda gap: 2 ** (gap - 1) - 1, "plus 2": lambda gap: 2**gap + 2},
).derive("sympy: assumptions", derivations.odd_for_positive_gap)
study.claim(
    "every-smaller-value-is-reachable",
    "From a pile with valuation $k$, every smaller valuation $0, 1, \\dots, k - 1$ is reachable.",
    source=SOURCE.at("Reachability of smaller Grundy values"),
    believed=lambda k: set(range(k)),
    controls={"k as well": lambda k: set(range(k + 1))},
).exhaust(ONE, one_heap, lambda believed, n: believed(valuation(n)) <= reachable_values(n))
study.claim(
    "below-k",
    "If $t < k$, then $n - d = 2^t (\\mathrm{odd})$, so the valuation is exactly $t < k$.",
    source=SOURCE.at("No move preserves valuation k"),
    believed=lambda t: t,
    controls={"one more": lambda t: t + 1},
).exhaust(
    "all proper divisors of n ≤ 2048",
    moves,
    lambda believed, c: (
        valuation(c[1]) == valuation(c[0])
        or equal(valuation(c[0] - c[1]), believed(valuation(c[1])))
    ),
).derive("sympy: assumptions", derivations.lower_power)
study.claim(
    "at-k",
    "If $t = k$, then $u < m$, $n - d = 2^k (m - u)$, $m - u$ is even, hence "
    "$v_2(n - d) \\ge k + 1$.",
    source=SOURCE.at("No move preserves valuation k"),
    believed=lambda k: k + 1,
    controls={"one more": lambda k: k + 2},
).exhaust(
    "all proper divisors of n ≤ 2048",
    moves,
    lambda believed, c: (
        valuation(c[1]) < valuation(c[0]) or (c[0] - c[1]) % 2 ** believed(valuation(c[0])) == 0
    ),
).derive("sympy: assumptions", derivations.equal_power)
study.claim(
    "k-is-never-reachable",
    "Valuation $k$ itself is never reachable: no option of a pile has its own valuation.",
    source=SOURCE.at("No move preserves valuation k"),
    believed=lambda k: k,
    controls={"one more": lambda k: k + 1},
).exhaust(
    ONE, one_heap, lambda believed, n: believed(valuation(n)) not in reachable_values(n)
).search(
    LARGE_MOVES,
    large_moves,
    lambda believed, c: valuation(c[0] - c[1]) != believed(valuation(c[0])),
)


def all_reachable(n: int) -> set[int]:
    """The values below k, and k + v₂(m − u) for each divisor u < m of m."""
    k, m = split(n)
    return set(range(k)) | {k + valuation(m - u) for u in range(1, m) if m % u == 0}


study.claim(
    "reachable-values-exactly",
    "Thus the reachable Grundy values are exactly $0, 1, \\dots, k - 1$.",
    source=SOURCE.at("No move preserves valuation k"),
    believed=lambda n: set(range(valuation(n))),
    controls={"k as well": lambda n: set(range(valuation(n) + 1))},
    correction=(
        "The reachable Grundy values are exactly $0, 1, \\dots, k - 1$ and, for every divisor "
        "$u < m$ of $m$, the value $k + v_2(m - u) > k$; so exactly $0, 1, \\dots, k - 1$ when $n$ "
        "is a power of $2$, and never otherwise. The mex is $k$ all the same.",
        all_reachable,
    ),
).exhaust(ONE, one_heap, lambda believed, n: equal(reachable_values(n), believed(n)))
study.claim(
    "mex-of-the-reachable-values",
    "Therefore $g(n) = \\operatorname{mex} \\lbrace 0, 1, \\dots, k - 1 \\rbrace = k$. [The mex of "
    "the values that are reachable is meant; larger ones do not change it.]",
    source=SOURCE.at("No move preserves valuation k"),
    believed=valuation,
    controls={"one less": lambda n: valuation(n) - 1},
).exhaust(
    ONE,
    one_heap,
    lambda believed, n: (
        mex(reachable_values(n)) == mex(set(range(valuation(n)))) == believed(n) == true_grundy(n)
    ),
)


# Counting.


def limits_and_valuations() -> Iterator[tuple[int, int]]:
    """Limits up to 512 with every k up to one more than occurs."""
    return ((n, k) for n in range(1, 513) for k in range(n.bit_length() + 1))


study.claim(
    "numbers-counted",
    "$c_k$ counts the $1 \\le x \\le n$ with $v_2(x) = k$: the integers divisible by $2^k$ but not "
    "by $2^{k+1}$.",
    source=SOURCE.at("2. Counting losing positions, and Building the counts"),
    believed=lambda x, k: x % 2**k == 0 and x % 2 ** (k + 1) != 0,
    controls={"divisible by 2^k": lambda x, k: x % 2**k == 0},
).exhaust(
    f"x and k with x in {ONE} and k ≤ 12",
    lambda: product(one_heap(), range(13)),
    lambda believed, c: equal(true_grundy(c[0]) == c[1], believed(*c)),
)
study.claim(
    "formula-of-c-k",
    "$c_k = \\lfloor n / 2^k \\rfloor - \\lfloor n / 2^{k+1} \\rfloor$.",
    source=SOURCE.at("2. Counting losing positions"),
    believed=lambda whole, half: whole - half,
    controls={
        "the first term only": lambda whole, half: whole,
        "one more": lambda whole, half: whole - half + 1,
    },
).exhaust(
    f"n ≤ 512 and every k, with Grundy values from {ONE}",
    limits_and_valuations,
    lambda believed, c: equal(
        (*true_valuation_counts(c[0]), 0)[c[1]],
        believed(c[0] // 2 ** c[1], c[0] // 2 ** (c[1] + 1)),
    ),
).derive("sympy: division with remainder", derivations.exact_valuation_count)
study.claim(
    "counts-telescope",
    "The first $K$ counts sum to $n - \\lfloor n / 2^K \\rfloor$, all of them to $n$.",
    source=BEYOND,
    believed=lambda n, upper: n - n // 2**upper,
    controls={"one further": lambda n, upper: n - n // 2 ** (upper + 1)},
).exhaust(
    f"n ≤ 512 and every K, with Grundy values from {ONE}",
    limits_and_valuations,
    lambda believed, c: equal(sum(true_valuation_counts(c[0])[: c[1]]), believed(*c)),
).derive("sympy: induction on K", derivations.telescoping)


def counts(n: int) -> list[int]:
    """The source's list c."""
    found: list[int] = []
    while (power := 1 << len(found)) <= n:
        found.append(n // power - n // (2 * power))
    return found


def losing_sum(n: int, third: Any) -> int:
    """The source's double sum over a list that ends where the counts do."""
    c = dict(enumerate(counts(n)))
    return sum(a * b * c.get(third(i, j), 0) for i, a in c.items() for j, b in c.items())


study.claim(
    "losing-iff-valuations-xor-to-zero",
    "A triple is losing iff $v_2(a) \\oplus v_2(b) \\oplus v_2(c) = 0$.",
    source=SOURCE.at("2. Counting losing positions"),
    believed=lambda heaps: reduce(xor, map(valuation, heaps)) == 0,
    controls={
        "heap sizes in place of valuations": lambda heaps: reduce(xor, heaps) == 0,
        "the sum is even": lambda heaps: sum(map(valuation, heaps)) % 2 == 0,
    },
).exhaust(THREE, three_heaps, lambda believed, p: equal(true_criterion(p), believed(p)))
study.claim(
    "third-valuation",
    "If $i \\oplus j \\oplus k = 0$ then $k = i \\oplus j$: for each pair $(i, j)$ the required "
    "third valuation is uniquely determined.",
    source=SOURCE.at("Counting losing triples"),
    believed=lambda i, j: i ^ j,
    controls={"the difference": lambda i, j: abs(i - j), "either": lambda i, j: i | j},
).exhaust(
    "i, j, k < 24",
    lambda: sorted(product(range(24), repeat=3), key=sum),
    lambda believed, c: (c[0] ^ c[1] ^ c[2] == 0) == (c[2] == believed(*c[:2])),
)


@cache
def triples_by_valuations(n: int) -> Counter[tuple[int, ...]]:
    """Triples of heaps up to n, one by one, by their Grundy values."""
    values = [true_grundy(heap) for heap in range(1, n + 1)]
    return Counter(product(values, repeat=3))


study.claim(
    "triples-of-a-pair",
    "The number of triples with those valuations is $c_i c_j c_{i \\oplus j}$.",
    source=SOURCE.at("Counting losing triples"),
    believed=lambda c, i, j, k: c[i] * c[j] * c[k],
    controls={"c_i twice": lambda c, i, j, k: c[i] * c[i] * c[k]},
).exhaust(
    "n ≤ 20 and all i, j that occur, triples counted one by one",
    lambda: (
        (n, i, j)
        for n in range(1, 21)
        for i, j in product(range(n.bit_length()), repeat=2)
        if i ^ j < n.bit_length()
    ),
    lambda believed, c: equal(
        triples_by_valuations(c[0])[c[1], c[2], c[1] ^ c[2]],
        believed(counts(c[0]), c[1], c[2], c[1] ^ c[2]),
    ),
)
study.claim(
    "losing-triples",
    "$L = \\sum_{i, j \\ge 0} c_i c_j c_{i \\oplus j}$ gives all losing positions.",
    source=SOURCE.at("2. Counting losing positions, and Counting losing triples"),
    believed=lambda i, j: i ^ j,
    controls={"the sum": lambda i, j: i + j, "either": lambda i, j: i | j},
).exhaust(
    THREE,
    lambda: range(1, BOUNDS[3] + 1),
    lambda believed, n: equal(true_losing_count(n), losing_sum(n, believed)),
)
study.claim(
    "winning-triples",
    "All triples: $n^3$; winning triples: $S(n) = n^3 - L$.",
    source=SOURCE.at("2. Counting losing positions, and Final result"),
    believed=lambda n, losing: n**3 - losing,
    controls={"triples without order": lambda n, losing: comb(n + 2, 3) - losing},
).exhaust(
    THREE,
    lambda: range(1, BOUNDS[3] + 1),
    lambda believed, n: equal(true_answer(n), believed(n, true_losing_count(n))),
)
study.claim(
    "end-of-the-list",
    "In the program, `while (1 << k) <= n` builds every count that is not zero, and "
    "`if x < len(c)` skips only terms that are zero.",
    source=SOURCE.at("3. Python implementation"),
    believed=int.bit_length,
    controls={"one less": lambda n: n.bit_length() - 1, "one more": lambda n: n.bit_length() + 1},
).exhaust(
    f"n ≤ {BOUNDS[1]}, every c_k with k ≤ 24",
    one_heap,
    lambda believed, n: all(
        (n // 2**k - n // 2 ** (k + 1) > 0) == (k < believed(n)) for k in range(25)
    ),
)


# Numbers.


def printed_program(n: int) -> int:
    """The source's program: its list, its double loop, its result."""
    return n**3 - losing_sum(n, xor)


def all_agree(n: int, modulus: int | None = None) -> int | str:
    """The answer on which the printed program and both solvers agree, or all answers."""
    printed = printed_program(n) if modulus is None else printed_program(n) % modulus
    found = [printed] + [
        solver.answer.ungated(n, algorithm=name, modulus=modulus)
        for name in ("direct", "transform")
    ]
    return printed if len(set(found)) == 1 else " and ".join(map(str, found))


BY_ALL = "the printed program and both solvers, which are confirmed on the graphs"

study.value(
    "answer-to-10",
    "$S(10) = 692$.",
    believed=692,
    computed=lambda: true_answer(10),
    by=THREE,
    exact_truth=True,
    source=SOURCE.at("3. Python implementation and 5. Verification"),
)
study.value(
    "program-gives-10",
    "The program reproduces $S(10) = 692$.",
    believed=692,
    computed=lambda: all_agree(10),
    by=BY_ALL,
    exact_truth=False,
    source=SOURCE.at("3. Python implementation and 5. Verification"),
)
study.value(
    "answer-to-100",
    "$S(100) = 735494$.",
    believed=735494,
    computed=lambda: all_agree(100),
    by=BY_ALL,
    exact_truth=False,
    source=SOURCE.at("3. Python implementation and 5. Verification"),
)
study.value(
    "headline",
    "$S(123456787654321) \\bmod 1234567890 = 151725678$.",
    believed=151725678,
    computed=lambda: all_agree(HEADLINE, MODULUS),
    by=BY_ALL,
    exact_truth=False,
    source=SOURCE.at("Answer and 5. Verification"),
)
study.claim(
    "derivation-is-consistent",
    "So the derivation is consistent. [A remark: two values that agree support it, but nothing more "
    "can be checked than the steps above.]",
    source=SOURCE.at("5. Verification"),
    believed=None,
    controls={},
)


# Beyond the oracle's reach.


def large_position() -> Any:
    """Strategy: three heaps near the headline's limit, half of them P-positions, and a move."""
    from hypothesis import strategies as st

    def with_third(drawn: tuple[tuple[int, int], int, int, bool]) -> tuple[Heaps, int]:
        (n, d), second, third, losing = drawn
        if losing:  # give the third heap the valuation that makes the nim sum zero
            wanted = valuation(n) ^ valuation(second)
            third = (2 * (third % max(HEADLINE >> (wanted + 1), 1)) + 1) << wanted
        return (n, second, third), d

    heap = st.integers(1, HEADLINE)
    return st.tuples(large_moves(), heap, heap, st.booleans()).map(with_third)


def no_option_is_lost(believed: Any, case: tuple[Heaps, int]) -> bool:
    """No option of a P-position is a P-position: the move takes d from the first heap."""
    heaps, d = case
    return not (believed(heaps) and believed((heaps[0] - d, *heaps[1:])))


study.claim(
    "no-option-of-a-p-position-is-one",
    "At the size of the headline, no option of a position that the solver's criterion calls P is "
    "called P.",
    source=BEYOND,
    believed=solver.criterion,
    controls={
        "the sum is even": lambda heaps: sum(map(valuation, heaps)) % 2 == 0,
        "valuations modulo 4": lambda heaps: reduce(xor, (valuation(n) % 4 for n in heaps)) == 0,
    },
).search(
    "three heaps ≤ 123456787654321 and a proper divisor of one, half of them P-positions; a "
    "position has too many options to list",
    large_position,
    no_option_is_lost,
)


def winning_option_is_right(believed: Any, case: tuple[Heaps, int]) -> bool:
    """An N-position's option takes a proper divisor from one heap and is P; else a refusal."""
    heaps, _ = case
    try:
        option = believed(heaps)
    except NoWinningOptionError:
        return solver.criterion(heaps)
    changed = [(n, left) for n, left in zip(heaps, option, strict=True) if n != left]
    return (
        not solver.criterion(heaps)
        and len(changed) == 1
        and all(0 < left < n and n % (n - left) == 0 for n, left in changed)
        and solver.criterion(option)
    )


study.claim(
    "every-n-position-has-a-p-position-as-option",
    "At the size of the headline, the solver's winning option of an N-position takes a proper "
    "divisor from one heap and leaves a P-position; in a P-position it refuses.",
    source=BEYOND,
    believed=solver.winning_option,
    controls={
        "takes half of the first heap": lambda heaps: (heaps[0] - heaps[0] // 2, *heaps[1:]),
        "wins from P-positions too": lambda heaps: heaps,
    },
).search(
    "three heaps ≤ 123456787654321, half of them P-positions",
    large_position,
    winning_option_is_right,
)


def larger_counts() -> Any:
    """Strategy: a limit up to 10^60 and up to 12 heaps."""
    from hypothesis import strategies as st

    return st.tuples(st.integers(1, 10**60), st.integers(1, 12))


study.claim(
    "algorithms-agree",
    "The direct sum and the Walsh–Hadamard transform give the same number of losing tuples.",
    source=BEYOND,
    believed="transform",
    controls={"one heap fewer": "fewer"},
).search(
    "n ≤ 10^60 and up to 12 heaps, exact",
    larger_counts,
    lambda believed, c: equal(
        solver.losing_count(*c, algorithm="direct"),
        solver.losing_count(c[0], c[1] + 1)
        if believed == "fewer"
        else solver.losing_count(*c, algorithm=believed),
    ),
)


def losing_product(factor: Any, t: int) -> Fraction:
    """8^(2^t − 1) times the factors at 4^(2^b) for b < t."""
    return prod((factor(Fraction(4**2**b)) for b in range(t)), start=Fraction(8 ** (2**t - 1)))


def product_holds(believed: Any, t: int) -> Equation:
    """The product is the number of losing triples at n = 2^(2^t) − 1."""
    n = 2**2**t - 1
    found = true_losing_count(n) if n <= BOUNDS[3] else n**3 - int(all_agree(n))
    return equal(found, losing_product(believed, t))


study.claim(
    "losing-triples-as-a-product",
    "For $n = 2^{2^t} - 1$ the number of losing triples is "
    "$L = 8^{2^t - 1} \\prod_{b < t} (1 + 3 \\cdot 4^{-2^b})$.",
    source=BEYOND,
    believed=lambda power: 1 + 3 / power,
    controls={"2 in place of 3": lambda power: 1 + 2 / power},
).exhaust(
    f"t ≤ 2 in {THREE}; t ≤ 6 by the printed program and both solvers",
    lambda: range(7),
    product_holds,
).derive(
    "sympy: $i + j + (i \\oplus j) = 2 (i \\mid j)$, induction on $t$",
    derivations.product_at_mersenne,
)
