"""What EulerSolve says of counting by binary carries, with its example, and of what that costs."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any

from research.checks.equality import equal
from research.claims.cases import Listed, integers
from research.claims.claim import definition, theorem
from research.studies.silver_dollar import derivations, formulas, truth
from research.studies.silver_dollar.derivations import decided
from research.studies.silver_dollar.truth import LISTED, POSITIONS, calls, study
from research.system.lazy import LazyModule

if TYPE_CHECKING:
    import sympy

    from research.checks.derivations import Lines
else:
    sympy = LazyModule("sympy")

study.section("Counting the Xor-Zero Gap Tuples", source=truth.FIRST)


def valid_columns(k: int, r: int) -> list[int]:
    """How many columns have s ones, an even number of them in the first k places."""
    columns = product((0, 1), repeat=k + r)
    found = Counter(sum(column) for column in columns if sum(column[:k]) % 2 == 0)
    return [found[s] for s in range(k + r + 1)]


study.claim(
    "column-ways",
    r"The number of valid bit columns with $s$ ones is $\mathrm{ways}(s) = \sum_{0 ≤ x ≤ k,\ x "
    r"\text{ even}} \binom{k}{x} \binom{r}{s-x}$, $0 ≤ s ≤ k + r$.",
    believed=formulas.ways,
    controls={
        "x odd": lambda k, r: formulas.ways(k, r, parity=1),
        "any x": lambda k, r: formulas.ways(0, k + r),
    },
).equals(valid_columns, integers(k=6, r=6), by="all columns listed")
study.remark("“Direct enumeration is impossible for $n = 10^6$.”")

study.section("Binary Carry Dynamic Programming", source=truth.FIRST)


carry_step = decided(
    "".join(
        f"""
    Let the ones of the lowest column and the carry into it make q, the other columns r, counted in
    twos. With the lowest bit {bit} of S = 2t + {bit}, all is S exactly if q has the parity of this
    bit and the carry v that is believed makes the other columns t
        Aq,r,t (2*r + q = 2*t + {bit}) <=>
        ((Eu q = 2*u + {bit}) & (Ev ({{v = f(q, {bit})}}) & r + v = t))
"""
        for bit in (0, 1)
    )
)


def carry_dp(believed: Any, lines: Lines) -> None:
    """The DP counts tuples: its entry of a carry v is for the sum and v together."""
    lines.define(
        "Let $F(S, v)$ be the number of tuples with nim sum 0 of the active gaps whose sum and v "
        "are S together. A tuple is its lowest column and, by the claim halving, a tuple of the "
        "other columns with nim sum 0. The recurrence of the DP",
        r"F(S, v) = \sum_s \mathrm{ways}(s) F(t, v')",
    )
    carry_step(believed, lines)
    decided("""
        At the end S is 0: that is the sum of one tuple, with carry 0
            Az,v (z + v = 0) <=> (z = 0 & v = 0)
    """)(believed, lines)


study.claim(
    "carry-dp-counts",
    r"A column with $s$ ones and incoming carry $v$ is valid exactly when $s + v \equiv "
    r"\beta_b \pmod 2$, with the bit $\beta_b$ of $S$, and the outgoing carry is $v' = (s + v - "
    r"\beta_b)/2$. The DP $dp_{b+1}(v') \mathrel{+}= dp_b(v) \cdot \mathrm{ways}(s)$ over the bits "
    r"of $S$, from the lowest one and $dp_0(0) = 1$ on, ends with $\mathrm{Count}(S; "
    r"\mathrm{ways}_k)$ at carry 0.",
    believed=formulas.next_carry,
    controls={"the bit added": lambda q, bit: (q + bit) / 2},
    rests_on=[
        "halving",
        definition("ways(s), the number of valid columns with s ones"),
        theorem("induction on the bits of S: none and one more are verified"),
        theorem(derivations.SUM_AND_PRODUCT),
    ],
    kind="result",
).holds(
    lambda step, **case: equal(truth.listed(**case), formulas.count(**case, step=step)),
    calls("S ≤ 10, k ≤ 4, r ≤ 3", total=range(11), active=range(5), passive=range(4)),
    by=LISTED,
).derive("column by column", carry_dp)

study.section("Worked Example: W(10,2)=324", source=truth.FIRST)
study.numbers(
    "worked-example",
    r"For $n = 10$ and $c = 2$ ($m = 3$, $N = 7$): $T = 360$, $L_0 = 20$, $L_1 = 16$, $L = 36$ and "
    "$W(10, 2) = 324$.",
    {(): (360, 20, 16, 36, 324)},
    lambda: (
        truth.configurations(10, 3),
        *(truth.losing_at(10, 3, rank) for rank in (1, 2)),
        truth.losing(10, 3),
        truth.winning(10, 3),
    ),
    over=POSITIONS,
    controls={"the third coin as the second": (360, 20, 20, 40, 320)},
)

study.section("How the Code Works", source=truth.FIRST)


study.numbers(
    "modulus-factors",
    r"The modulus is $M = 1000036000099 = 1000003 \cdot 1000033$, and both factors are prime.",
    {(): {1000003: 1, 1000033: 1}},
    lambda: sympy.factorint(truth.MODULUS),
    over="the modulus",
    by="the factors found by sympy",
    controls={"another second factor": {1000003: 1, 1000031: 1}},
)


def by_factorials(n: int, m: int, primes: tuple[int, ...]) -> int:
    """C(n, m) for m ≤ n from factorials and their inverses modulo each prime, merged."""
    found = [factorial(n) * pow(factorial(m) * factorial(n - m), -1, p) for p in primes]
    return int(sympy.ntheory.modular.crt(primes, found)[0])


study.claim(
    "binomials-by-tables",
    "For $n$ below each prime, the binomial coefficients modulo each prime from tables of "
    "factorials and inverse factorials, merged by the Chinese remainder theorem, are those modulo "
    "the product.",
    believed=by_factorials,
    controls={"n one less": lambda n, m, primes: m < n and by_factorials(n - 1, m, primes)},
).equals(
    lambda n, m, primes: comb(n, m) % prod(primes),
    Listed(
        "1 ≤ n < p, m ≤ n, primes p < q ≤ 17",
        lambda: [
            {"n": n, "m": m, "primes": (p, q)}
            for p, q in product((3, 5, 7, 11, 13, 17), repeat=2)
            if p < q
            for n in range(1, p)
            for m in range(n + 1)
        ],
    ),
    by="exact binomials",
)

study.section("Complexity Analysis", source=truth.FIRST)
greatest_carry = decided("""
    The first carry 0 is within the bound
        Am (m >= 1) => ({0 <= f(m)})
    and so is each next carry n, from a carry v within it, the ones s of a column of all m + 1 gaps
    and a bit b
        Am,v,s,b,n (m >= 1 & {v <= f(m)} & s <= m + 1 & b <= 1 & s + v = 2*n + b) => ({n <= f(m)})
""")
study.claim(
    "carry-states",
    "Each level of a Count call for $m$ coins has $O(m)$ carries: none is greater than $m$.",
    believed=lambda m: m,
    controls={"at most m − 1": lambda m: m - 1},
    rests_on=[theorem("induction on the bits: the first carry and the step are verified")],
).holds(
    lambda most, m, total: all(
        max(table) <= most(m)
        for table in formulas.carry_tables(total, formulas.ways(*formulas.gap_numbers(m)))
    ),
    calls("S ≤ 64, m ≤ 8", m=range(1, 9), total=range(65)),
    by="the carries of the DP",
).derive("the greatest next carry", greatest_carry)
study.remark(
    r"A Count call scans $O(\log N)$ bits, with $O(m)$ column sums each: $O(m^2 \log N)$ time and "
    "$O(m)$ memory in all. The tables of factorials take $O(n)$ for each prime."
)
