"""The silver dollar game: columns, carries and generating functions, derived.

Each derivation takes what is believed (a formula as a function) and writes lines that are verified
for all values, by sympy or by the decision procedure; what nothing verifies is an argument.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from research.claims.formula_text import compared
from research.studies.silver_dollar.decided import symbols

if TYPE_CHECKING:
    from collections.abc import Callable

    from research.checks.derivations import Lines


def at(expression: Any, symbol: Any, value: Any) -> Any:
    """An expression with a value for a symbol, written so that it is yet to be worked out."""
    import sympy

    return sympy.Subs(expression, symbol, value)


def named(letter: str) -> Callable[[Any], str]:
    """LaTeX of the members of a sequence."""
    import sympy

    return lambda index: f"{letter}_{{{sympy.latex(sympy.sympify(index))}}}"


def coefficients(believed: Any, case: tuple[int, ...], most: int) -> list[int]:
    """The coefficients up to z^most of a polynomial that is believed, multiplied out."""
    import sympy

    z = sympy.Symbol("z")
    polynomial = sympy.Poly(sympy.cancel(believed(*case, z)), z)
    return [int(polynomial.coeff_monomial(z**s)) for s in range(most + 1)]


# Columns.


def even_part(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """Σ C(k, x) z^x over even x, by induction on k."""
    import sympy

    k, x = symbols("k x")
    h = sympy.Symbol("h", integer=True, positive=True)
    z = sympy.Symbol("z")
    term = sympy.binomial(k, x) * z**x
    lines.define(
        "The even and the odd part; two polynomials are the same if all their coefficients are",
        r"E_k = \sum_{x \text{ even}} \binom{k}{x} z^x, \quad "
        r"O_k = \sum_{x \text{ odd}} \binom{k}{x} z^x",
    )
    lines.same(
        "For $k = 0$ the term of $x = 0$ is 1, so $E_0 = 1$",
        at(at(term, k, 0), x, 0),
        1,
        shown=r"\binom{0}{0} z^0",
    )
    lines.same(
        "and those of $x = h > 0$ are 0, so $O_0 = 0$",
        at(at(term, k, 0), x, h),
        0,
        shown=r"\binom{0}{h} z^h",
    )
    for words, power in (
        ("The term of an even $x = 2h$ in $E_{k+1} = E_k + z O_k$, by Pascal's rule", 2 * h),
        ("The term of an odd $x = 2h - 1$ in $O_{k+1} = O_k + z E_k$", 2 * h - 1),
    ):
        lines.same(
            words,
            term.subs({k: k + 1, x: power}, simultaneous=True),
            term.subs(x, power) + z * term.subs(x, power - 1),
        )
    lines.same(
        "and the constant term of $E_{k+1}$, as $z O_k$ has none",
        at(term.subs(k, k + 1), x, 0),
        at(term, x, 0),
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


def columns(believed: Callable[[Any, Any, Any], Any], lines: Lines) -> None:
    """Σ ways(s) z^s as a product, by induction on the number r of passive gaps."""
    import sympy

    k, r, j0 = symbols("k r j_0")
    j = sympy.Symbol("j", integer=True, positive=True)
    z = sympy.Symbol("z")
    even = ((1 + z) ** k + (1 - z) ** k) / 2
    lines.define(
        "The generating function with $r$ passive gaps, with $E_k$ as in the claim even-part",
        r"G_r = \sum_s z^s \sum_{x \text{ even}} \binom{k}{x} \binom{r}{s - x}",
    )
    lines.same(
        "With $r = 0$ the term of $s = x$ is left",
        at(at(sympy.binomial(r, j0), r, 0), j0, 0),
        1,
        shown=r"\binom{0}{0}",
    )
    lines.same(
        "and no other, so $G_0 = E_k$",
        at(sympy.binomial(r, j), r, 0),
        0,
        shown=r"\binom{0}{j}",
    )
    lines.same(
        "The coefficients of $z^s$ in $G_{r+1} = G_r + z G_r$, by Pascal's rule in $r$, with "
        "$j = s - x$",
        sympy.binomial(r + 1, j),
        sympy.binomial(r, j) + sympy.binomial(r, j - 1),
    )
    lines.same(
        "and where $j = 0$",
        at(sympy.binomial(r + 1, j0), j0, 0),
        at(sympy.binomial(r, j0) + sympy.binomial(r, j0 - 1), j0, 0),
        shown=r"\binom{r + 1}{0}",
    )
    lines.induction(
        "The product",
        believed(k, r, z),
        r,
        first=even,
        following=lambda series: series + z * series,
        name=named("G"),
    )


# Carries.


def carry_step(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """What a column leaves to the next one."""
    q, c = symbols("q c")
    lines.define(
        "Let the lowest column and the carry into it make q, the other columns r (in units of "
        "two), and the bits of S be β, lowest, and those of t"
    )
    for bit in (0, 1):
        carry = compared(c, "=", believed(q, bit))
        lines.decided(
            f"With β = {bit}: all is S exactly if q has the parity of β and the carry c that is "
            "believed makes the other columns t",
            f"Aq,r,t (2*r + q = 2*t + {bit}) <=> "
            f"((Eu q = 2*u + {bit}) & (Ec ({carry}) & r + c = t))",
        )
        lines.decided(
            "and the coefficient at c after the step is the one at 2c + β before it, and no other",
            f"Aq,c ({carry}) <=> (q = 2*c + {bit})",
        )


def one_coefficient(believed: Callable[[Any], Any], lines: Lines) -> None:
    """Count(S) is the coefficient of z^S in the product of A(z^(2^b))."""
    import sympy

    b, k, r, x = symbols("b k r x")
    lines.define(
        "The polynomial of a column and the product with the weights that are believed",
        r"A(z) = \sum_s \mathrm{ways}(s) z^s, \quad F(z) = \prod_{b \ge 0} A(z^{w_b})",
    )
    lines.checked("The lowest column weighs 1: $w_0 = 1$", [0], lambda b: believed(b) == 1)
    lines.same(
        "and every column twice the one before, so $F(z) = A(z) F(z^2)$",
        at(believed(b), b, b + 1),
        2 * believed(b),
        shown="w_{b+1}",
    )
    lines.same(
        "The constant term of $A$, and so of $F$",
        at(sympy.binomial(k, x) * sympy.binomial(r, x), x, 0),
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


def greatest_carry(believed: Callable[[Any], Any], lines: Lines) -> None:
    """A carry never exceeds what is believed."""
    m, c, n = symbols("m c n")
    lines.decided(
        "The first carry 0 is within the bound",
        f"Am (m >= 1) => ({compared(0, '<=', believed(m))})",
    )
    lines.decided(
        "and so is each next carry n, from a carry c within it, the ones s of a column of all "
        "m + 1 gaps and a bit b",
        f"Am,c,s,b,n (m >= 1 & {compared(c, '<=', believed(m))} & s <= m + 1 & b <= 1 & "
        f"s + c = 2*n + b) => ({compared(n, '<=', believed(m))})",
    )


def pairs_a_level(believed: Callable[[Any], Any], lines: Lines) -> None:
    """How many pairs of carry and column sum have the right parity at one bit."""
    import sympy

    u = sympy.Symbol("u", integer=True, positive=True)
    j = symbols("j")
    lines.define("The range of carries and column sums", r"0 \le c \le m, \quad 0 \le s \le m + 1")
    for m, carries, sums in (
        (2 * u, (u + 1, u), (u + 1, u + 1)),
        (2 * u - 1, (u, u), (u + 1, u)),
    ):
        for name, top, numbers in (("carries", m, carries), ("column sums", m + 1, sums)):
            for parity, number in enumerate(numbers):
                kind = ("even", "odd")[parity]
                lines.decided(
                    f"With $m = {sympy.latex(m)}$ the {kind} {name} are $2j + {parity}$ for "
                    f"${sympy.latex(number)}$ numbers j",
                    f"Au,j (u >= 1) => (({compared(2 * j + parity, '<=', top)}) <=> "
                    f"({compared(j, '<', number)}))",
                )
        for bit in (0, 1):
            pairs = carries[0] * sums[bit] + carries[1] * sums[1 - bit]
            lines.same(f"Pairs with $s + c \\equiv {bit} \\pmod 2$", pairs, believed(m))


# Both sources.


def passive_factors(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """The product of 1 + z^(2^b) below B."""
    import sympy

    bits = symbols("B")
    z = sympy.Symbol("z")
    lines.induction(
        "The factors of one passive gap",
        believed(bits, z),
        bits,
        first=1,
        following=lambda product: product * (1 + z ** (2**bits)),
        name=lambda index: f"\\prod_{{b < {sympy.latex(sympy.sympify(index))}}} (1 + z^{{2^b}})",
    )
    lines.same(
        "It differs from $\\frac{1}{1 - z}$ only in terms from $z^{2^B}$ on",
        1 / (1 - z) - believed(bits, z),
        z ** (2**bits) / (1 - z),
    )


def spread(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """The tuples of f + 1 natural numbers with a given sum, counted by what the last one is."""
    f, n = symbols("f n")
    lines.define(
        "Let $c_f(n)$ be the number of tuples of $f + 1$ natural numbers with sum n. One number "
        "has one choice, and a sum of 0 one tuple",
        "c_0(n) = 1, \\quad c_f(0) = 1",
    )
    lines.same("One number", at(believed(n, f), f, 0), 1, shown="c_0(n)")
    lines.same("A sum of 0", at(believed(n, f), n, 0), 1, shown="c_f(0)")
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
