"""What EulerSolve says of counting by binary carries, with its example, and of what that costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate, product
from math import comb, isqrt, prod
from typing import Any

from oracles.games.silver_dollar import SilverDollar
from research.checks.equality import equal
from research.claims.cases import Listed, integers
from research.claims.claim import theorem
from research.studies.silver_dollar import derivations, formulas, truth
from research.studies.silver_dollar.truth import LISTED, POSITIONS, calls, study, up_to_four

study.section("Counting the Xor-Zero Gap Tuples", source=truth.FIRST)
study.claim(
    "even-columns",
    "The nim sum is 0 exactly when in every binary column an even number $x$ of the active "
    "gaps has bit 1.",
    believed=0,
    controls={"an odd number": 1},
).holds(
    lambda parity, heaps: equal(
        truth.nim_sum(heaps) == 0,
        all(sum(heap >> b & 1 for heap in heaps) % 2 == parity for b in range(3)),
    ),
    up_to_four("gaps ≤ 7"),
    by=LISTED,
)


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
study.claim(
    "even-part",
    r"$\sum_{x \text{ even}} \binom{k}{x} z^x = \frac{(1+z)^k + (1-z)^k}{2}$. [Behind the "
    r"source's sum over even $x$, which does not give it.]",
    believed=formulas.even_terms,
    controls={
        "the odd part": lambda k, z: ((1 + z) ** k - (1 - z) ** k) / 2,
        "not halved": lambda k, z: (1 + z) ** k + (1 - z) ** k,
    },
).holds(
    lambda series, k: equal(valid_columns(k, 0), derivations.coefficients(series, k, k)),
    integers(k=8),
    by="all columns listed",
).derive("induction on k by Pascal's rule", derivations.even_part)
study.claim(
    "ways-as-coefficients",
    r"$\sum_s \mathrm{ways}(s) z^s = \frac{(1+z)^k + (1-z)^k}{2} (1+z)^r$. [A form of the "
    r"source's double sum.]",
    believed=lambda k, r, z: formulas.even_terms(k, z) * (1 + z) ** r,
    controls={"all columns": lambda k, r, z: (1 + z) ** (k + r)},
    rests_on=["even-part"],
).holds(
    lambda series, k, r: equal(formulas.ways(k, r), derivations.coefficients(series, k + r, k, r)),
    integers(k=5, r=5),
    by="the double sum worked out",
).derive("induction on r by Pascal's rule", derivations.columns)
study.remark("Direct enumeration is impossible for $n = 10^6$.")

study.section("Binary Carry Dynamic Programming", source=truth.FIRST)


def carries_on(carry_of: Callable[[int, int], Any], numbers: truth.Coins) -> bool:
    """The step is valid in every column of an addition and gives the carry out of it."""
    total, carry = sum(numbers), 0
    for b in range(total.bit_length()):
        q, bit = sum(n >> b & 1 for n in numbers) + carry, total >> b & 1
        carry = sum(n % 2 ** (b + 1) for n in numbers) >> (b + 1)
        if q % 2 != bit or carry_of(q, bit) != carry:
            return False
    return carry == 0


study.claim(
    "carry-step",
    r"A column with $s$ ones and incoming carry $c$ is valid exactly when $s + c \equiv "
    r"\beta_b \pmod 2$, and the outgoing carry is $c' = (s + c - \beta_b)/2$; so the step "
    "keeps every second coefficient of the product.",
    believed=lambda q, bit: (q - bit) / 2,
    controls={"the bit added": lambda q, bit: (q + bit) / 2},
).holds(carries_on, up_to_four("numbers ≤ 7, added"), by="all of the additions carried out").derive(
    "either bit", derivations.carry_step
)
study.claim(
    "carry-dp-counts",
    r"The DP $dp_{b+1}(c') \mathrel{+}= dp_b(c) \cdot \mathrm{ways}(s)$ over the bits of $S$ "
    r"from the lowest counts the tuples with sum $S$ whose active gaps have nim sum 0. [It "
    r"starts from $dp_0(0) = 1$ and ends at carry 0, which the source leaves unsaid.]",
    believed=formulas.count,
    controls={
        "one active gap passive": lambda total, active, passive: formulas.count(
            total, max(active - 1, 0), passive + 1
        ),
        "odd columns": lambda total, active, passive: (
            formulas.carry_run(total, formulas.ways(active, passive, parity=1)).number
        ),
    },
    kind="result",
).equals(
    truth.listed,
    calls("S ≤ 10, k ≤ 4, r ≤ 3", total=range(11), active=range(5), passive=range(4)),
    by=LISTED,
)


def columns(weight: Callable[[int], int], total: int, active: int, passive: int, z: Any) -> Any:
    """The product of the columns of a sum, each with z to its weight in place of z."""
    ways = list(enumerate(formulas.ways(active, passive)))
    levels = range(total.bit_length())
    return prod(sum(number * z ** (s * weight(b)) for s, number in ways) for b in levels)


study.claim(
    "count-as-coefficient",
    r"$\mathrm{Count}(S) = [z^S] \prod_{b ≥ 0} A(z^{2^b})$ with $A(z) = \sum_s "
    r"\mathrm{ways}(s) z^s$. [What the DP comes to; the source does not write it.]",
    believed=lambda b: 2**b,
    controls={"weights 1, 2, 3": lambda b: b + 1},
    rests_on=["carry-step"],
).holds(
    lambda weight, total, **gaps: equal(
        truth.listed(total, **gaps),
        derivations.coefficients(partial(columns, weight, total, *gaps.values()), total)[total],
    ),
    calls("S ≤ 10, 1 ≤ k, r ≤ 3", total=range(11), active=(1, 2, 3), passive=(1, 2, 3)),
    by=LISTED,
).derive("the product in z² is what the carry step leaves", derivations.one_coefficient)

study.section("Worked Example: W(10,2)=324", source=truth.FIRST)


def parameters_of_the_example() -> tuple[int, ...]:
    """The one number of coins, and of empty squares, of all configurations; k and r."""
    ((coins, empty),) = {
        (len(squares), len({*range(10)} - {*squares})) for squares, _ in SilverDollar(2).start(10)
    }
    k = len(truth.deciding_gaps(coins))
    return coins, empty, k, coins + 1 - k


study.numbers(
    "example-parameters",
    "$m = c + 1 = 3$ and $N = n - m = 7$; for these $k = r = 2$.",
    {(): (3, 7, 2, 2)},
    parameters_of_the_example,
    over=f"the empty squares of every configuration, and the gaps that decide: {truth.REGULAR}",
    controls={"N one more": (3, 8, 2, 2)},
)
study.numbers(
    "example-configurations",
    r"$T = 3 \binom{10}{3} = 3 \cdot 120 = {}$.",
    {(): 360},
    lambda: truth.configurations(10, 3),
    over="n = 10, m = 3",
    by=LISTED,
)
study.numbers(
    "example-counts",
    r"$\mathrm{Count}(7; \mathrm{ways}_2) = 20$ and $\mathrm{Count}(8; \mathrm{ways}_2) - "
    r"\mathrm{Count}(8; \mathrm{ways}_1) = 16$.",
    {(): (20, 16)},
    lambda: (truth.listed(7, 2, 2), truth.listed(8, 2, 2) - truth.listed(8, 1, 2)),
    over="S ≤ 8, k = 1 and 2, r = 2",
    by=LISTED,
    controls={"one more": (20, 17)},
)
for coin, rank, count, number in (("second", 1, "L_0", 20), ("third", 2, "L_1", 16)):
    study.numbers(
        f"example-{coin}-coin",
        f"The silver dollar on the {coin} coin contributes ${count} = {{}}$.",
        {(): number},
        partial(truth.losing_at, 10, 3, rank),
        over=POSITIONS,
    )
for name, statement, number, counted in (
    ("losing", r"$L = 20 + (3 - 2) \cdot 16 = {}$.", 36, truth.losing),
    ("winning", "$W(10, 2) = 360 - 36 = {}$, the published checkpoint.", 324, truth.winning),
):
    computed = partial(counted, 10, 3)
    study.numbers(f"example-{name}", statement, {(): number}, computed, over=POSITIONS)

study.section("How the Code Works", source=truth.FIRST)
study.remark(
    "First small binomial tables are built, then build_ways_even constructs the array "
    "ways(s), then count_with_ways performs the carry DP, and compute_W applies the formulas "
    "for even and odd m and subtracts from T; the C++ version also computes the small "
    "checkpoints exactly. [The programs are not in the source document.]"
)


def prime_factors(number: int) -> dict[int, int]:
    """The prime factors of a number with their exponents."""
    found = Counter[int]()
    for divisor in range(2, isqrt(number) + 1):
        while number % divisor == 0:
            found[divisor] += 1
            number //= divisor
    return dict(found + Counter([number] if number > 1 else []))


study.numbers(
    "modulus-factors",
    r"The modulus is composite: $M = 1000036000099 = 1000003 \cdot 1000033$, both prime (so a "
    "semiprime, as the other source says).",
    {(): {1000003: 1, 1000033: 1}},
    lambda: prime_factors(truth.MODULUS),
    over="the modulus",
    by="trial division by every number up to the root",
    controls={"another second factor": {1000003: 1, 1000031: 1}},
)

Times = Callable[[int, int], int]
Inverse = Callable[[int], int]


def tables(n: int, times: Times, inverse: Inverse) -> tuple[list[int], list[int]]:
    """The factorials of 0 to n, and their inverses."""
    factorials = [*accumulate(range(1, n + 1), times, initial=1)]
    inverses = [*accumulate(range(n, 0, -1), times, initial=inverse(factorials[n]))]
    return factorials, inverses[::-1]


def modulo(prime: int) -> tuple[Times, Inverse]:
    """Multiplication and inversion modulo a prime."""
    return lambda a, b: a * b % prime, lambda a: pow(a, -1, prime)


def by_factorials(n: int, m: int, primes: tuple[int, ...]) -> int:
    """C(n, m) for m ≤ n from tables modulo each prime, merged."""
    from sympy.ntheory.modular import crt

    made = [tables(n, *modulo(prime)) for prime in primes]
    found = [factorial[n] * inverse[m] * inverse[n - m] for factorial, inverse in made]
    return int(crt(primes, found)[0])


study.claim(
    "binomials-by-tables",
    "The binomial coefficients modulo each prime from tables of factorials and inverse "
    "factorials, merged by the Chinese remainder theorem, are those modulo the product. [For "
    "$n$ below each prime, as $10^6 < 1000003$.]",
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


@dataclass
class Counted:
    """A function that counts how often it is called."""

    function: Callable[..., int]
    calls: int = 0

    def __call__(self, *arguments: int) -> int:
        """Call it once more."""
        self.calls += 1
        return self.function(*arguments)


def table_steps(n: int) -> tuple[int, int]:
    """The multiplications and inversions that making both tables takes modulo a prime."""
    times, inverse = (Counted(function) for function in modulo(101))
    tables(n, times, inverse)
    return times.calls, inverse.calls


study.claim(
    "linear-tables",
    "The preprocessing of factorials and inverse factorials is $O(n)$ for each prime: $2n$ "
    "multiplications and one inverse. [The number is counted here.]",
    believed=lambda n: (2 * n, 1),
    controls={"n multiplications": lambda n: (n, 1), "an inverse for each": lambda n: (n, n + 1)},
).equals(
    table_steps,
    Listed("1 ≤ n ≤ 100, one prime", lambda: range(1, 101)),
    by="each multiplication and inversion counted when done",
)

RUNS = calls("S ≤ 64, m ≤ 8", m=range(1, 9), total=range(65))


def run(m: int, total: int) -> formulas.Run:
    """The carry DP for the gaps of m coins."""
    return formulas.carry_run(total, formulas.ways(*formulas.gap_numbers(m)))


def steps_a_level(m: Any) -> Any:
    """The pairs of a carry and a column sum of the right parity."""
    return (m + 1) * (m + 2) / 2


study.claim(
    "carry-states",
    r"Each level has $O(m)$ carry states: the carries are at most $m$; so the memory is "
    r"$O(m)$, $m + 1$ states and $m + 2$ ways.",
    believed=lambda m: m,
    controls={"at most m − 1": lambda m: m - 1},
    rests_on=[theorem("induction on the bits: the first carry and the step are verified")],
).holds(
    lambda most, m, total: run(m, total).greatest <= most(m),
    RUNS,
    by="the DP run, its carries watched",
).derive("the greatest next carry", derivations.greatest_carry)
study.claim(
    "pairs-a-level",
    r"Each level considers $O(m)$ carries and $O(m)$ column sums, $O(m^2)$ steps: "
    r"$(m+1)(m+2)/2$ pairs of the right parity. [The number is counted here.]",
    believed=steps_a_level,
    controls={"(m + 1)²/2 pairs": lambda m: (m + 1) ** 2 / 2},
).holds(
    lambda steps, m, bit: equal(
        sum((c + s) % 2 == bit for c in range(m + 1) for s in range(m + 2)), steps(Fraction(m))
    ),
    calls("m ≤ 40, either bit", m=range(1, 41), bit=(0, 1)),
    by="all pairs listed",
).derive("parities counted for even and odd m", derivations.pairs_a_level)
study.claim(
    "count-steps",
    r"A Count call scans $O(\log N)$ bit levels and costs $O(m^2 \log N)$: $(m+1)(m+2)/2$ "
    r"steps for each of the $\lfloor \log_2 S \rfloor + 1$ bits of its sum $S$. [Counted "
    "here.]",
    believed=lambda m, total: steps_a_level(Fraction(m)) * total.bit_length(),
    controls={
        "one level more": lambda m, total: steps_a_level(Fraction(m)) * (total.bit_length() + 1)
    },
).equals(lambda m, total: run(m, total).pairs, RUNS, by="the DP run, its steps counted")
