"""Claims about the numbers of losing and winning triples of divisor nim.

Source: 002_24a47db72139cfb1.txt, "2. Counting losing positions" to "5. Verification".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, reduce
from itertools import product
from math import comb
from operator import xor
from typing import Any

from fast import divisor_nim as solver
from research.checks.equality import equal
from research.checks.grounds import Complete, Graph, Solvers
from research.claims.claim import definition
from research.studies.divisor_nim import derivations
from research.studies.divisor_nim.agreements import (
    BEYOND,
    BOUNDS,
    HEADLINE,
    MODULUS,
    ONE,
    SOURCE,
    THREE,
    one_heap,
    study,
    three_heaps,
    true_answer,
    true_criterion,
    true_grundy,
    true_losing_count,
    true_valuation_counts,
    valuation,
)


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
    Graph(f"{ONE}, and k ≤ 12"),
    lambda: product(one_heap(), range(13)),
    lambda believed, c: equal(true_grundy(c[0]) == c[1], believed(*c)),
)
study.claim(
    "formula-of-c-k",
    "$c_k = \\lfloor n / 2^k \\rfloor - \\lfloor n / 2^{k+1} \\rfloor$.",
    source=SOURCE.at("2. Counting losing positions"),
    believed=lambda whole, half: whole - half,
    controls={
        "the sum": lambda whole, half: whole + half,
        "one more": lambda whole, half: whole - half + 1,
    },
    rests_on=[
        definition("$c_k$ counts the $x \\le n$ with $v_2(x) = k$, that is $x = 2^k y$, $y$ odd")
    ],
).exhaust(
    Graph(f"n ≤ 512 and every k, Grundy values counted on that of {ONE}"),
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
    rests_on=["formula-of-c-k"],
).exhaust(
    Graph(f"n ≤ 512 and every K, Grundy values counted on that of {ONE}"),
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
).exhaust(Graph(THREE), three_heaps, lambda believed, p: equal(true_criterion(p), believed(p)))
study.claim(
    "third-valuation",
    "If $i \\oplus j \\oplus k = 0$ then $k = i \\oplus j$: for each pair $(i, j)$ the required "
    "third valuation is uniquely determined.",
    source=SOURCE.at("Counting losing triples"),
    believed="$nimsum(i,j,k)",
    controls={"the difference": "i = j + k | j = i + k", "either": "$either(i,j,k)"},
).derive("decided for all natural numbers", derivations.third_valuation)


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
    controls={"plus c_k": lambda c, i, j, k: c[i] * c[j] + c[k]},
).exhaust(
    Graph(f"n ≤ 20 and all i, j that occur, triples counted one by one by values on that of {ONE}"),
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
    Graph(THREE),
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
    Graph(THREE),
    lambda: range(1, BOUNDS[3] + 1),
    lambda believed, n: equal(true_answer(n), believed(n, losing_sum(n, xor))),
)
study.claim(
    "end-of-the-list",
    "In the program, `while (1 << k) <= n` builds every count that is not zero, and "
    "`if x < len(c)` skips only terms that are zero.",
    source=SOURCE.at("3. Python implementation"),
    believed=lambda n: len(counts(n)),
    controls={
        "while (1 << k) < n": lambda n: (n - 1).bit_length(),
        "one more": lambda n: len(counts(n)) + 1,
    },
).exhaust(
    Graph(f"n ≤ 512, the values that occur on that of {ONE}"),
    lambda: range(1, 513),
    lambda believed, n: (
        equal(len(true_valuation_counts(n)), believed(n))
        if all(true_valuation_counts(n))
        else False
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
    by=Graph(THREE),
    source=SOURCE.at("3. Python implementation and 5. Verification"),
)
study.value(
    "program-gives-10",
    "The program reproduces $S(10) = 692$.",
    believed=692,
    computed=lambda: printed_program(10),
    by=Complete("n = 10", by="the printed program"),
    source=SOURCE.at("3. Python implementation and 5. Verification"),
)
study.value(
    "answer-to-100",
    "$S(100) = 735494$.",
    believed=735494,
    computed=lambda: all_agree(100),
    by=Solvers(BY_ALL),
    source=SOURCE.at("3. Python implementation and 5. Verification"),
)
study.value(
    "headline",
    "$S(123456787654321) \\bmod 1234567890 = 151725678$.",
    believed=151725678,
    computed=lambda: all_agree(HEADLINE, MODULUS),
    by=Solvers(BY_ALL),
    source=SOURCE.at("Answer and 5. Verification"),
)
study.remark(
    "So the derivation is consistent. [Its steps are claims of their own.]",
    source=SOURCE.at("5. Verification"),
)
