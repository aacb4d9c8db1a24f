"""The silver dollar game: gaps, columns, carries and generating functions, derived.

Each derivation takes what is believed (a formula as a function, or one written for the decision
procedure) and writes lines that are verified for all values, by sympy or by the decision procedure;
what nothing verifies is an argument. Those about moves of any number of coins are in
:mod:`.strips_as_numbers`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import cleandoc
from typing import TYPE_CHECKING, Any

from research.claims.formula_text import compared
from research.studies.silver_dollar.formulas import binomial, even_terms
from research.system.lazy import LazyModule

if TYPE_CHECKING:
    import sympy

    from research.checks.derivations import Lines
else:
    sympy = LazyModule("sympy")

Formula = Callable[..., Any]
Derivation = Callable[[Any, "Lines"], None]

COIN_BY_COIN = "induction on the number of coins: the first gap and the step are verified"
HEAP_BY_HEAP = "induction on the number of heaps: none and one more are verified"


def stated(statement: str, believed: Any) -> str:
    """A statement with what is believed: as f in comparisons in braces, or a formula for ``{f}``.

    >>> stated("Aq,c {c = f(q, 1)} => c <= q", lambda q, bit: (q - bit) / 2)
    'Aq,c 2*c + 1 = q => c <= q'
    >>> stated("As $coin(s,1) <=> {f}", (lambda s: s % 2 == 1, "s = 1"))
    'As $coin(s,1) <=> s = 1'
    """

    def worked_out(found: re.Match[str]) -> str:
        left, comparator, right = found.groups()
        names = {name: natural(name) for name in re.findall(r"[A-Za-z]\w*", f"{left} {right}")}
        terms = [sympy.sympify(side, names | {"f": believed}) for side in (left, right)]
        return compared(terms[0], comparator, terms[1])

    filled = re.sub(r"\{([^{}]+?) (<=|<|=) ([^{}]+)\}", worked_out, statement)
    return filled.replace("{f}", believed[1]) if "{f}" in filled else filled


def decided(text: str, relations: Callable[[], Any] = dict) -> Derivation:
    """The derivation that decides statements, each indented below its words; f is the belief."""
    pairs = re.findall(r"((?:^\S.*\n)+)((?:^ .*\n)+)", cleandoc(text) + "\n", re.M)

    def derivation(believed: Any, lines: Lines) -> None:
        for words, statement in pairs:
            formula = stated(" ".join(statement.split()), believed)
            lines.decided(" ".join(words.split()), formula, relations=relations())

    return derivation


def natural(names: str) -> Any:
    """Symbols for natural numbers."""
    return sympy.symbols(names, integer=True, nonnegative=True)


def positive(name: str) -> Any:
    """A symbol for a positive integer."""
    return sympy.Symbol(name, integer=True, positive=True)


def named(letter: str) -> Callable[[Any], str]:
    """LaTeX of the members of a sequence."""
    return lambda index: f"{letter}_{{{sympy.latex(index)}}}"


def coefficients(series: Formula, most: int, *case: int) -> list[int]:
    """The coefficients up to z^most of a polynomial in z, multiplied out."""
    z = sympy.Symbol("z")
    written = sympy.sympify(series(*case, z))
    polynomial = sympy.Poly(written if written.is_polynomial(z) else sympy.cancel(written), z)
    return [int(polynomial.coeff_monomial(z**s)) for s in range(most + 1)]


def as_many(
    lines: Lines, words: str, first: int, last: Any, number: Any, *, of: str, least: int = 0
) -> None:
    """Decide that the numbers 2j + first up to the last are as many as believed."""
    j = natural("j")
    lines.decided(
        f"{words} ${sympy.latex(2 * j + first)}$, so they are as many as the j below "
        f"${sympy.latex(number)}$",
        f"A{of},j ({of} >= {least}) => "
        f"(({compared(2 * j + first, '<=', last)}) <=> ({compared(j, '<', number)}))",
    )


# Gaps.


def sum_of_gaps(believed: Formula, lines: Lines) -> None:
    """The gaps are natural numbers and add up to the number of empty squares."""
    i, n = natural("i n")
    m, x = positive("m"), sympy.Function("x")  # there is a coin
    lines.define(
        "The gaps", r"g_0 = x_0, \quad g_i = x_i - x_{i-1} - 1, \quad g_m = n - 1 - x_{m-1}"
    )
    decided("""
        The next coin stands further right, so there is a gap, and one only
            Ax,y (x < y) =>
            ((Eg y = x + g + 1) & (Ag,h (y = x + g + 1 & y = x + h + 1) => g = h))
    """)(believed, lines)
    lines.induction(
        "The gaps up to $g_i$ and the $i$ coins between them fill the squares before $x_i$",
        x(i) - i,
        i,
        first=x(0),
        following=lambda total: total + x(i + 1) - x(i) - 1,
        name=lambda index: f"g_0 + \\dots + g_{{{sympy.latex(index)}}}",
    )
    added = sympy.Subs(x(i) - i, i, m - 1) + n - 1 - x(m - 1)
    lines.same("Add $g_m$", added, believed(n, m), shown=r"g_0 + \dots + g_m")


def gap_vectors(believed: Formula, lines: Lines) -> None:
    """Placements and vectors of gaps with the sum that is believed are in one-to-one relation."""
    sum_of_gaps(believed, lines)
    decided("""
        A gap after a coin on x gives the next coin one square, further right
            Ax,g Ey y = x + g + 1 & x < y & (Az (z = x + g + 1) => z = y)
        With p the sum of all gaps but the last, the last coin lies on the strip exactly if there is
        a last gap that makes the sum what is believed
            An,m,p,x (1 <= m & m <= n & x + 1 = p + m) => ((x < n) <=> (Eg {p + g = f(n, m)}))
    """)(believed, lines)


def numbers_of_gaps(believed: Formula, lines: Lines) -> None:
    """How many of the m + 1 gaps are active and passive, for even and for odd m."""
    u = natural("u")
    for parity, m, first in (("even", 2 * u, 1), ("odd", 2 * u + 1, 0)):
        active, passive = believed(m)
        lines.define(f"Let $m$ be {parity}", f"m = {sympy.latex(m)}")
        as_many(lines, "The active gaps are $g_i$ with $i$ =", first, m - 1, active, of="u")
        as_many(lines, "The passive gaps are $g_i$ with $i$ =", 1 - first, m, passive, of="u")


def two_kinds(believed: Formula, lines: Lines) -> None:
    """The important and the unimportant gaps are all, and as many as believed."""
    f = natural("f")
    for first, kind in enumerate(("important", "unimportant")):
        words = f"The {kind} gaps are $g_i$ with $i$ ="
        as_many(lines, words, first, 2 * f + 1, believed(f)[first], of="f")
    lines.decided("Every gap is of exactly one kind", "Ai (Ej i = 2*j) ^ (Ej i = 2*j + 1)")


# Moves of a pair of coins, and nim sums.

undone = decided("""
    The left coin l of a pair l, r has moved to l − d. Moving r by the distance e that is believed
    is a move by one square or more, which ends to the right of l − d, and the gap y is as before
        Al,r,d,y,e (1 <= d & d <= l & r = l + y + 1 & {e = f(d)}) =>
        (1 <= e & l + e < r + d & r + d = l + e + y + 1)
""")
lowered = decided("""
    The right coin r of a pair l, r with gap y moves by the distance d that is believed for the
    target v: by one square or more, to the right of l, and the gap is v
        Al,r,y,v,d (r = l + y + 1 & v < y & {d = f(y, v)}) =>
        (1 <= d & l + d < r & r = l + d + v + 1)
""")
target = decided("""
    Let u be the nim sum of the other heaps, so that Y is that of u and y; then the nim sum of u and
    v is 0 exactly for the value v that is believed
        Au,y,Y,v $nimsum(u,y,Y) => ($nimsum(u,v,0) <=> {f})
""")


def halving(believed: Formula, lines: Lines) -> None:
    """Halving all heaps: what becomes of the nim sum and of the sum, one heap after another."""
    s, e = natural("s e")
    lines.define(
        "Of some heaps let Y be the nim sum, s and e the sums of their $z_i$ and $b_i$, Z the nim "
        "sum of the $z_i$, and B the parity of e"
    )
    lines.same("No heaps have sum 0", sympy.Subs(believed(s, e), (s, e), (0, 0)), 0)
    decided("""
        and Y = 0 = 2Z + B is Z = 0 and B = 0
            AZ,B (2*Z + B = 0) <=> (Z = 0 & B = 0)
        With one heap more, y = 2z + b, again Y = 2Z + B
            AY,Z,B,z,b,u,w,c (Y = 2*Z + B & B <= 1 & b <= 1 & $nimsum(Z,z,w) & $nimsum(B,b,c) &
            $nimsum(Y,2*z+b,u)) => (u = 2*w + c & c <= 1)
        B is the parity of e
            Ae,B,b,c,k (e = 2*k + B & B <= 1 & b <= 1 & $nimsum(B,b,c)) => (Eh e + b = 2*h + c)
        and the sum S of all heaps grows by the new one
            AS,y,s,z,e,b ({S = f(s, e)} & y = 2*z + b) => ({S + y = f(s + z, e + b)})
    """)(believed, lines)


# Columns.


def even_part(believed: Formula, lines: Lines) -> None:
    """Σ C(k, x) z^x over even x, by induction on k."""
    k, x = natural("k x")
    h, z = positive("h"), sympy.Symbol("z")
    term = binomial(k, x) * z**x
    first, constant = sympy.Subs(term, k, 0), term.subs(k, k + 1)
    lines.define(
        "The even and the odd part; two polynomials are the same if all their coefficients are",
        r"E_k = \sum_{x \text{ even}} \binom{k}{x} z^x, \quad "
        r"O_k = \sum_{x \text{ odd}} \binom{k}{x} z^x",
    )
    for words, place, value, shown in (
        ("For $k = 0$ the term of $x = 0$ is 1, so $E_0 = 1$", 0, 1, r"\binom{0}{0} z^0"),
        ("and those of $x = h > 0$ are 0, so $O_0 = 0$", h, 0, r"\binom{0}{h} z^h"),
    ):
        lines.same(words, sympy.Subs(first, x, place), value, shown=shown)
    for words, power in (
        ("The term of an even $x = 2h$ in $E_{k+1} = E_k + z O_k$, by Pascal's rule", 2 * h),
        ("The term of an odd $x = 2h - 1$ in $O_{k+1} = O_k + z E_k$", 2 * h - 1),
    ):
        after = term.subs({k: k + 1, x: power}, simultaneous=True)
        lines.same(words, after, term.subs(x, power) + z * term.subs(x, power - 1))
    lines.same(
        "and the constant term of $E_{k+1}$, as $z O_k$ has none",
        sympy.Subs(constant, x, 0),
        sympy.Subs(term, x, 0),
        shown=r"\binom{k + 1}{0}",
    )
    lines.induction(
        "The sum $E_k + O_k$, which is multiplied by $1 + z$",
        (1 + z) ** k,
        k,
        first=1,
        following=lambda both: both + z * both,
        name=named("(E + O)"),
    )
    lines.induction(
        "The even part, with $O_k = (1 + z)^k - E_k$",
        believed(k, z),
        k,
        first=1,
        following=lambda even: even + z * ((1 + z) ** k - even),
        name=named("E"),
    )


def columns(believed: Formula, lines: Lines) -> None:
    """Σ ways(s) z^s as a product, by induction on the number r of passive gaps."""
    k, r, j_0 = natural("k r j_0")
    j, z = positive("j"), sympy.Symbol("z")
    lines.define(
        "The generating function with $r$ passive gaps, with $E_k$ as in the claim even-part",
        r"G_r = \sum_s z^s \sum_{x \text{ even}} \binom{k}{x} \binom{r}{s - x}",
    )
    first, no_other = sympy.Subs(binomial(r, j_0), r, 0), sympy.Subs(binomial(r, j), r, 0)
    words = "With $r = 0$ the term of $s = x$ is left"
    lines.same(words, sympy.Subs(first, j_0, 0), 1, shown=r"\binom{0}{0}")
    lines.same("and no other, so $G_0 = E_k$", no_other, 0, shown=r"\binom{0}{j}")
    lines.same(
        "The coefficients of $z^s$ in $G_{r+1} = G_r + z G_r$, by Pascal's rule in $r$, with "
        "$j = s - x$",
        binomial(r + 1, j),
        binomial(r, j) + binomial(r, j - 1),
    )
    lines.same(
        "and where $j = 0$",
        sympy.Subs(binomial(r + 1, j_0), j_0, 0),
        sympy.Subs(binomial(r, j_0) + binomial(r, j_0 - 1), j_0, 0),
        shown=r"\binom{r + 1}{0}",
    )
    lines.induction(
        "The product",
        believed(k, r, z),
        r,
        first=even_terms(k, z),
        following=lambda series: series + z * series,
        name=named("G"),
    )


# Carries.


def carry_step(believed: Formula, lines: Lines) -> None:
    """What a column leaves to the next one."""
    lines.define(
        "Let the lowest column and the carry into it make q, the other columns r (in units of "
        "two), and the bits of S be β, lowest, and those of t"
    )
    text = """
        With β = BIT: all is S exactly if q has the parity of β and the carry c that is believed
        makes the other columns t
            Aq,r,t (2*r + q = 2*t + BIT) <=>
            ((Eu q = 2*u + BIT) & (Ec ({c = f(q, BIT)}) & r + c = t))
        and the coefficient at c after the step is the one at 2c + β before it, and no other
            Aq,c ({c = f(q, BIT)}) <=> (q = 2*c + BIT)
        """
    for bit in "01":
        decided(text.replace("BIT", bit))(believed, lines)


def one_coefficient(believed: Formula, lines: Lines) -> None:
    """Count(S) is the coefficient of z^S in the product of A(z^(2^b))."""
    b, k, r, x = natural("b k r x")
    lines.define(
        "The polynomial of a column and the product with the weights that are believed",
        r"A(z) = \sum_s \mathrm{ways}(s) z^s, \quad F(z) = \prod_{b \ge 0} A(z^{w_b})",
    )
    lines.checked("The lowest column weighs 1: $w_0 = 1$", [0], lambda b: believed(b) == 1)
    lines.same(
        "and every column twice the one before, so $F(z) = A(z) F(z^2)$",
        sympy.Subs(believed(b), b, b + 1),
        2 * believed(b),
        shown="w_{b+1}",
    )
    lines.same(
        "The constant term of $A$, and so of $F$",
        sympy.Subs(binomial(k, x) * binomial(r, x), x, 0),
        1,
        shown=r"\binom{k}{0} \binom{r}{0}",
    )
    lines.argue(
        "Let $P$ be the polynomial of carries, 1 at first, and $Q = P A$. In $[z^S] P(z) F(z) = "
        "[z^S] Q(z) F(z^2)$ the terms of $Q$ that meet $F(z^2)$ are those of the claim carry-step, "
        "so with $S = 2 t + \\beta$ it is $[z^t] P'(z) F(z)$. Step by step this comes to $S = 0$, "
        "where carry 0 is left",
        r"\mathrm{Count}(S) = [z^S] F(z)",
    )


greatest_carry = decided("""
    The first carry 0 is within the bound
        Am (m >= 1) => ({0 <= f(m)})
    and so is each next carry n, from a carry c within it, the ones s of a column of all m + 1 gaps
    and a bit b
        Am,c,s,b,n (m >= 1 & {c <= f(m)} & s <= m + 1 & b <= 1 & s + c = 2*n + b) => ({n <= f(m)})
""")


def pairs_a_level(believed: Formula, lines: Lines) -> None:
    """How many pairs of carry and column sum have the right parity at one bit."""
    u = positive("u")
    lines.define("The range of carries and column sums", r"0 \le c \le m, \quad 0 \le s \le m + 1")
    for m, carries, sums in (
        (2 * u, (u + 1, u), (u + 1, u + 1)),
        (2 * u - 1, (u, u), (u + 1, u)),
    ):
        for name, top, numbers in (("carries", m, carries), ("column sums", m + 1, sums)):
            for parity, number in enumerate(numbers):
                words = f"With $m = {sympy.latex(m)}$ the {('even', 'odd')[parity]} {name} are"
                as_many(lines, words, parity, top, number, of="u", least=1)
        for bit in (0, 1):
            pairs = carries[0] * sums[bit] + carries[1] * sums[1 - bit]
            lines.same(f"Pairs with $s + c \\equiv {bit} \\pmod 2$", pairs, believed(m))


# Both sources.


def passive_factors(believed: Formula, lines: Lines) -> None:
    """The product of 1 + z^(2^b) below B."""
    bits, z = natural("B"), sympy.Symbol("z")
    lines.induction(
        "The factors of one passive gap",
        believed(bits, z),
        bits,
        first=1,
        following=lambda product: product * (1 + z ** (2**bits)),
        name=lambda index: f"\\prod_{{b < {sympy.latex(index)}}} (1 + z^{{2^b}})",
    )
    lines.same(
        "It differs from $\\frac{1}{1 - z}$ only in terms from $z^{2^B}$ on",
        1 / (1 - z) - believed(bits, z),
        z ** (2**bits) / (1 - z),
    )


def spread(believed: Formula, lines: Lines) -> None:
    """The tuples of f + 1 natural numbers with a given sum, counted by what the last one is."""
    f, n = natural("f n")
    lines.define(
        "Let $c_f(n)$ be the number of tuples of $f + 1$ natural numbers with sum n. One number "
        "has one choice, and a sum of 0 one tuple",
        "c_0(n) = 1, \\quad c_f(0) = 1",
    )
    lines.same("One number", sympy.Subs(believed(n, f), f, 0), 1, shown="c_0(n)")
    lines.same("A sum of 0", sympy.Subs(believed(n, f), n, 0), 1, shown="c_f(0)")
    lines.decided(
        "A last number is either 0, and the others have the whole sum, or can be lowered by 1, "
        "and it is one after exactly one smaller number",
        "Ag (g = 0) ^ (Eh g = h + 1 & (Ak (g = k + 1) => k = h))",
    )
    lines.same(
        "So $c_{f+1}(n + 1) = c_f(n + 1) + c_{f+1}(n)$",
        believed(n + 1, f + 1),
        believed(n + 1, f) + believed(n, f + 1),
        shown="c_{f+1}(n + 1)",
    )
