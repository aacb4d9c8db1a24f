"""The silver dollar game: what 000_d369330adcb5c61a.txt claims of counting, and of its cost."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

from research.checks.equality import Equation, equal
from research.checks.grounds import Complete
from research.claims.claim import theorem
from research.claims.study import Study
from research.studies.silver_dollar import derivations, strip
from research.studies.silver_dollar.formulas_000 import (
    by_factorials,
    carry_run,
    count,
    gap_numbers,
    table_steps,
    ways,
)
from research.studies.silver_dollar.strip import FIRST, LISTED, Coins

COUNTING = FIRST.at("Counting the Xor-Zero Gap Tuples")
CARRIES = FIRST.at("Binary Carry Dynamic Programming")
CODE = FIRST.at("How the Code Works")
COMPLEXITY = FIRST.at("Complexity Analysis")


def add_claims(study: Study) -> None:
    """Add the claims of these sections."""
    counting(study)
    carries(study)
    code(study)
    complexity(study)


def counting(study: Study) -> None:
    """Columns of bits."""

    def one_column(believed: Any, heaps: Coins) -> Equation:
        ones = [sum(heap >> b & 1 for heap in heaps) for b in range(3)]
        return equal(strip.nim_sum(heaps) == 0, all(x % 2 == believed for x in ones))

    study.claim(
        "even-columns",
        "The nim sum is 0 exactly when in every binary column an even number $x$ of the active "
        "gaps has bit 1.",
        source=COUNTING,
        believed=0,
        controls={"an odd number": 1},
    ).exhaust(
        Complete("up to 4 gaps ≤ 7", by=LISTED),
        lambda: (heaps for k in range(1, 5) for heaps in product(range(8), repeat=k)),
        one_column,
    )

    def column_numbers(believed: Any, case: tuple[int, int]) -> Equation:
        k, r = case
        sums = Counter(sum(c) for c in product((0, 1), repeat=k + r) if sum(c[:k]) % 2 == 0)
        return equal([sums[s] for s in range(k + r + 1)], believed(k, r))

    study.claim(
        "column-ways",
        r"The number of valid bit columns with $s$ ones is $\mathrm{ways}(s) = \sum_{0 ≤ x ≤ k,\ x "
        r"\text{ even}} \binom{k}{x} \binom{r}{s-x}$, $0 ≤ s ≤ k + r$.",
        source=COUNTING,
        believed=ways,
        controls={"x odd": lambda k, r: ways(k, r, parity=1), "any x": lambda k, r: ways(0, k + r)},
    ).exhaust(
        Complete("k, r ≤ 6", by="all columns listed"),
        lambda: product(range(7), repeat=2),
        column_numbers,
    )

    def even_columns(believed: Any, k: int) -> Equation:
        columns = (sum(c) for c in product((0, 1), repeat=k))
        found = Counter(ones for ones in columns if ones % 2 == 0)
        return equal([found[x] for x in range(k + 1)], derivations.coefficients(believed, (k,), k))

    study.claim(
        "even-part",
        r"$\sum_{x \text{ even}} \binom{k}{x} z^x = \frac{(1+z)^k + (1-z)^k}{2}$. [Behind the "
        r"source's sum over even $x$, which does not give it.]",
        source=COUNTING,
        believed=lambda k, z: ((1 + z) ** k + (1 - z) ** k) / 2,
        controls={
            "the odd part": lambda k, z: ((1 + z) ** k - (1 - z) ** k) / 2,
            "not halved": lambda k, z: (1 + z) ** k + (1 - z) ** k,
        },
    ).exhaust(Complete("k ≤ 8", by="all columns listed"), lambda: range(9), even_columns).derive(
        "induction on k by Pascal's rule", derivations.even_part
    )

    study.claim(
        "ways-as-coefficients",
        r"$\sum_s \mathrm{ways}(s) z^s = \frac{(1+z)^k + (1-z)^k}{2} (1+z)^r$. [A form of the "
        r"source's double sum.]",
        source=COUNTING,
        believed=lambda k, r, z: ((1 + z) ** k + (1 - z) ** k) / 2 * (1 + z) ** r,
        controls={"all columns": lambda k, r, z: (1 + z) ** (k + r)},
        rests_on=["even-part"],
    ).exhaust(
        Complete("k, r ≤ 5", by="the double sum worked out"),
        lambda: product(range(6), repeat=2),
        lambda believed, case: equal(
            ways(*case), derivations.coefficients(believed, case, sum(case))
        ),
    ).derive("induction on r by Pascal's rule", derivations.columns)
    study.remark("Direct enumeration is impossible for $n = 10^6$.", source=COUNTING)


def carries(study: Study) -> None:
    """The digit DP."""

    def step(believed: Any, numbers: Coins) -> bool:
        total, carry = sum(numbers), 0
        for b in range(total.bit_length()):
            s, bit = sum(n >> b & 1 for n in numbers), total >> b & 1
            true_carry = (sum(n % 2 ** (b + 1) for n in numbers)) >> (b + 1)
            if (s + carry - bit) % 2 or believed(s + carry, bit) != true_carry:
                return False
            carry = true_carry
        return carry == 0

    study.claim(
        "carry-step",
        r"A column with $s$ ones and incoming carry $c$ is valid exactly when $s + c \equiv "
        r"\beta_b \pmod 2$, and the outgoing carry is $c' = (s + c - \beta_b)/2$; so the step "
        "keeps every second coefficient of the product.",
        source=CARRIES,
        believed=lambda q, bit: (q - bit) / 2,
        controls={"the bit added": lambda q, bit: (q + bit) / 2},
    ).exhaust(
        Complete("additions of up to 4 numbers ≤ 7", by="all of them carried out"),
        lambda: (numbers for k in range(1, 5) for numbers in product(range(8), repeat=k)),
        step,
    ).derive("either bit", derivations.carry_step)
    study.claim(
        "carry-dp-counts",
        r"The DP $dp_{b+1}(c') \mathrel{+}= dp_b(c) \cdot \mathrm{ways}(s)$ over the bits of $S$ "
        r"from the lowest counts the tuples with sum $S$ whose active gaps have nim sum 0. [It "
        r"starts from $dp_0(0) = 1$ and ends at carry 0, which the source leaves unsaid.]",
        source=CARRIES,
        believed=count,
        controls={
            "one active gap passive": lambda total, k, r: count(total, max(k - 1, 0), r + 1),
            "odd columns": lambda total, k, r: carry_run(total, ways(k, r, parity=1))[0],
        },
    ).exhaust(
        Complete("S ≤ 10, k ≤ 4, r ≤ 3", by=LISTED),
        lambda: product(range(11), range(5), range(4)),
        lambda believed, case: equal(strip.listed(*case), believed(*case)),
    )

    def coefficient(believed: Any, case: tuple[int, int, int]) -> Equation:
        total, k, r = case
        series = [1] + [0] * total
        for b in range(total.bit_length()):
            spread = [0] * (total + 1)
            for s, number in enumerate(ways(k, r)):
                if s * believed(b) <= total:
                    spread[s * believed(b)] += number
            series = [
                sum(series[i] * spread[j - i] for i in range(j + 1)) for j in range(total + 1)
            ]
        return equal(strip.listed(*case), series[total])

    study.claim(
        "count-as-coefficient",
        r"$\mathrm{Count}(S) = [z^S] \prod_{b ≥ 0} A(z^{2^b})$ with $A(z) = \sum_s "
        r"\mathrm{ways}(s) z^s$. [What the DP comes to; the source does not write it.]",
        source=CARRIES,
        believed=lambda b: 2**b,
        controls={"weights 1, 2, 3": lambda b: b + 1},
        rests_on=["carry-step"],
    ).exhaust(
        Complete("S ≤ 10, 1 ≤ k, r ≤ 3", by=LISTED),
        lambda: product(range(11), (1, 2, 3), (1, 2, 3)),
        coefficient,
    ).derive("the product in z² is what the carry step leaves", derivations.one_coefficient)


def code(study: Study) -> None:
    """What the source says of its programs."""
    study.remark(
        "First small binomial tables are built, then build_ways_even constructs the array "
        "ways(s), then count_with_ways performs the carry DP, and compute_W applies the formulas "
        "for even and odd m and subtracts from T; the C++ version also computes the small "
        "checkpoints exactly. [The programs are not in the source document.]",
        source=CODE,
    )
    study.value(
        "modulus-factors",
        r"The modulus is composite: $M = 1000036000099 = 1000003 \cdot 1000033$, both prime (so a "
        "semiprime, as 001 says).",
        believed={1000003: 1, 1000033: 1},
        computed=_factors_of_the_modulus,
        by=Complete("the modulus", by="trial division by every number up to the root"),
        controls={"another second factor": {1000003: 1, 1000031: 1}},
        source=CODE,
    )
    study.claim(
        "binomials-by-tables",
        "The binomial coefficients modulo each prime from tables of factorials and inverse "
        "factorials, merged by the Chinese remainder theorem, are those modulo the product. [For "
        "$n$ below each prime, as $10^6 < 1000003$.]",
        source=CODE,
        believed=by_factorials,
        controls={"n one less": lambda n, m, primes: by_factorials(n - 1, m, primes)},
    ).exhaust(
        Complete("1 ≤ n < p, m ≤ n, primes p < q ≤ 17", by="exact binomials"),
        lambda: [
            (n, m, (p, q))
            for p, q in product((3, 5, 7, 11, 13, 17), repeat=2)
            if p < q
            for n in range(1, p)
            for m in range(n + 1)
        ],
        lambda believed, case: equal(comb(*case[:2]) % prod(case[2]), believed(*case)),
    )


def _factors_of_the_modulus() -> dict[int, int]:
    rest, divisor, found = strip.MODULUS, 2, Counter[int]()
    while divisor * divisor <= rest:
        while rest % divisor == 0:
            found[divisor] += 1
            rest //= divisor
        divisor += 1
    return dict(found + Counter([rest] if rest > 1 else []))


def complexity(study: Study) -> None:
    """Steps, counted."""
    study.claim(
        "linear-tables",
        "The preprocessing of factorials and inverse factorials is $O(n)$ for each prime: $2n$ "
        "multiplications and one inverse. [The number is counted here.]",
        source=COMPLEXITY,
        believed=lambda n: (2 * n, 1),
        controls={
            "n multiplications": lambda n: (n, 1),
            "an inverse for each": lambda n: (n, n + 1),
        },
    ).exhaust(
        Complete(
            "1 ≤ n ≤ 100, one prime", by="each multiplication and inversion counted when done"
        ),
        lambda: range(1, 101),
        lambda believed, n: equal(table_steps(n, 101), believed(n)),
    )
    runs = [(total, m) for m in range(1, 9) for total in range(65)]

    def run(total: int, m: int) -> tuple[int, int, int]:
        return carry_run(total, ways(*gap_numbers(m)))

    study.claim(
        "carry-states",
        r"Each level has $O(m)$ carry states: the carries are at most $m$; so the memory is "
        r"$O(m)$, $m + 1$ states and $m + 2$ ways.",
        source=COMPLEXITY,
        believed=lambda m: m,
        controls={"at most m − 1": lambda m: m - 1},
        rests_on=[theorem("induction on the bits: the first carry and the step are verified")],
    ).exhaust(
        Complete("S ≤ 64, m ≤ 8", by="the DP run, its carries watched"),
        lambda: runs,
        lambda believed, c: run(*c)[2] <= believed(c[1]),
    ).derive("the greatest next carry", derivations.greatest_carry)
    study.claim(
        "pairs-a-level",
        r"Each level considers $O(m)$ carries and $O(m)$ column sums, $O(m^2)$ steps: "
        r"$(m+1)(m+2)/2$ pairs of the right parity. [The number is counted here.]",
        source=COMPLEXITY,
        believed=lambda m: (m + 1) * (m + 2) / 2,
        controls={"(m + 1)²/2 pairs": lambda m: (m + 1) ** 2 / 2},
    ).exhaust(
        Complete("m ≤ 40, either bit", by="all pairs listed"),
        lambda: product(range(1, 41), (0, 1)),
        lambda believed, case: equal(
            sum((c + s) % 2 == case[1] for c in range(case[0] + 1) for s in range(case[0] + 2)),
            believed(Fraction(case[0])),
        ),
    ).derive("parities counted for even and odd m", derivations.pairs_a_level)
    study.claim(
        "count-steps",
        r"A Count call scans $O(\log N)$ bit levels and costs $O(m^2 \log N)$: $(m+1)(m+2)/2$ "
        r"steps for each of the $\lfloor \log_2 S \rfloor + 1$ bits of its sum $S$. [Counted "
        "here.]",
        source=COMPLEXITY,
        believed=lambda total, m: (m + 1) * (m + 2) // 2 * total.bit_length(),
        controls={"one level more": lambda t, m: (m + 1) * (m + 2) // 2 * (t.bit_length() + 1)},
    ).exhaust(
        Complete("S ≤ 64, m ≤ 8", by="the DP run, its steps counted"),
        lambda: runs,
        lambda believed, case: equal(run(*case)[1], believed(*case)),
    )
