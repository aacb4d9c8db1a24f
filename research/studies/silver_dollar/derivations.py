"""The silver dollar game: gaps, moves, columns, carries and generating functions, by sympy.

Each derivation takes what is believed (a formula as a function) and writes lines that sympy
verifies for all values of the symbols.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from research.symbolic import Lines


def sum_of_gaps(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """The gaps add up to the number of empty squares: a telescoping sum."""
    import sympy

    i, n, m = sympy.symbols("i n m", integer=True, nonnegative=True)
    x = sympy.Function("x")
    lines.say("The gaps", r"g_0 = x_0, \quad g_i = x_i - x_{i-1} - 1, \quad g_m = n - 1 - x_{m-1}")
    lines.induction(
        "The gaps up to $g_i$ and the $i$ coins between them fill the squares before $x_i$",
        x(i) - i,
        i,
        first=x(0),
        following=lambda total: total + x(i + 1) - x(i) - 1,
        name=lambda index: f"g_0 + \\dots + g_{{{sympy.latex(sympy.sympify(index))}}}",
    )
    up_to_last = (x(i) - i).subs(i, m - 1)
    lines.same(
        "Add $g_m$",
        up_to_last + n - 1 - x(m - 1),
        believed(n, m),
        shown=r"g_0 + \dots + g_m",
    )


def numbers_of_gaps(believed: Callable[[Any], tuple[Any, Any]], lines: Lines) -> None:
    """How many of the m + 1 gaps are active and passive, for even and for odd m."""
    import sympy

    u = sympy.Symbol("u", integer=True, nonnegative=True)
    i = sympy.Symbol("i", integer=True)
    for parity, m, first, last in (("even", 2 * u, 1, 2 * u - 1), ("odd", 2 * u + 1, 0, 2 * u)):
        lines.say(
            f"For {parity} $m = {sympy.latex(m)}$ every second gap is active",
            f"g_{{{first}}}, g_{{{first + 2}}}, \\dots, g_{{{sympy.latex(last)}}}",
        )
        number = sympy.Sum(1, (i, 0, (last - first) / 2)).doit()
        active, passive = believed(m)
        lines.same("Their number", number, active, shown="k")
        lines.same("All other gaps", m + 1 - number, passive, shown="r")


def left_coin(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """The left coin of a pair moves d squares to the left: its own gap grows."""
    _pair(lines, believed, moved_left=1, moved_right=0)


def right_coin(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """The right coin of a pair moves d squares to the left: its own gap shrinks."""
    _pair(lines, believed, moved_left=0, moved_right=1)


def _pair(
    lines: Lines, believed: Callable[[Any, Any], Any], *, moved_left: int, moved_right: int
) -> None:
    import sympy

    before, left, right, after = sympy.symbols("x_{2i-1} x_{2i} x_{2i+1} x_{2i+2}", integer=True)
    d = sympy.Symbol("d", integer=True, positive=True)
    new_left, new_right = left - moved_left * d, right - moved_right * d
    lines.say("The pair's own gap", "y_i = x_{2i+1} - x_{2i} - 1")
    lines.same(
        "After the move",
        new_right - new_left - 1,
        believed(right - left - 1, d),
        shown="y_i'",
    )
    lines.same(
        "The gap before the pair, which is not among the $y$",
        new_left - before - 1,
        (left - before - 1) - moved_left * d,
        shown="g_{2i-1}'",
    )
    lines.same(
        "The gap after the pair, which is not among the $y$",
        after - new_right - 1,
        (after - right - 1) + moved_right * d,
        shown="g_{2i+1}'",
    )
    other_left, other_right = sympy.symbols("x_{2j} x_{2j+1}", integer=True)
    other = other_right - other_left - 1
    lines.same(
        "Another pair's gap, $j \\neq i$",
        other.subs({left: new_left, right: new_right}, simultaneous=True),
        other,
        shown="y_j'",
    )


def even_part(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """Σ C(k, x) z^x over even x, by induction on k."""
    import sympy

    k = sympy.Symbol("k", integer=True, nonnegative=True)
    h = sympy.Symbol("h", integer=True, positive=True)
    z = sympy.Symbol("z")

    def term(n: Any, x: Any) -> Any:
        return sympy.binomial(n, x) * z**x

    lines.say(
        "Definition of the even and the odd part",
        r"E_k = \sum_{x \text{ even}} \binom{k}{x} z^x, \quad "
        r"O_k = \sum_{x \text{ odd}} \binom{k}{x} z^x",
    )
    lines.same("For $k = 0$ there is only the term of $x = 0$", term(0, 0), 1, shown="E_0 + O_0")
    lines.same(
        "Pascal's rule: the term of an even $x = 2h$ comes from an even and an odd one",
        term(k + 1, 2 * h),
        term(k, 2 * h) + z * term(k, 2 * h - 1),
    )
    lines.same(
        "and the constant term from the constant term, so $E_{k+1} = E_k + z O_k$",
        term(k + 1, 0),
        term(k, 0),
        shown=r"\binom{k + 1}{0}",
    )
    lines.same(
        "The term of an odd $x = 2h - 1$, so $O_{k+1} = O_k + z E_k$",
        term(k + 1, 2 * h - 1),
        term(k, 2 * h - 1) + z * term(k, 2 * h - 2),
    )
    lines.induction(
        "The sum $E_k + O_k$, which is multiplied by $1 + z$",
        (1 + z) ** k,
        k,
        first=1,
        following=lambda both: both + z * both,
        name=lambda index: (
            f"E_{{{sympy.latex(sympy.sympify(index))}}} + O_{{{sympy.latex(sympy.sympify(index))}}}"
        ),
    )
    lines.induction(
        "The even part, with $O_k = (1 + z)^k - E_k$",
        believed(k, z),
        k,
        first=1,
        following=lambda even: even + z * ((1 + z) ** k - even),
        name=lambda index: f"E_{{{sympy.latex(sympy.sympify(index))}}}",
    )


def columns(believed: Callable[[Any, Any, Any], Any], lines: Lines) -> None:
    """Σ ways(s) z^s as a product, by induction on the number r of passive gaps."""
    import sympy

    k, r = sympy.symbols("k r", integer=True, nonnegative=True)
    j = sympy.Symbol("j", integer=True, positive=True)
    z = sympy.Symbol("z")
    even = ((1 + z) ** k + (1 - z) ** k) / 2
    lines.say(
        "Definition of the generating function with $r$ passive gaps",
        r"G_r = \sum_s z^s \sum_{x \text{ even}} \binom{k}{x} \binom{r}{s - x}",
    )
    lines.same(
        "With $r = 0$ the term of $s = x$ is left", sympy.binomial(0, 0), 1, shown=r"\binom{0}{0}"
    )
    lines.same(
        "and no other, so $G_0$ is the even part $E_k$",
        sympy.binomial(0, j),
        0,
        shown=r"\binom{0}{j}",
    )
    lines.same(
        "Pascal's rule in $r$, with $j = s - x$",
        sympy.binomial(r + 1, j),
        sympy.binomial(r, j) + sympy.binomial(r, j - 1),
    )
    lines.same(
        "and where $j = 0$; the second part is one step of $s$ behind, so $G_{r+1} = G_r + z G_r$",
        sympy.binomial(r + 1, 0),
        sympy.binomial(r, 0) + sympy.binomial(r, -1),
        shown=r"\binom{r + 1}{0}",
    )
    lines.induction(
        "The product",
        believed(k, r, z),
        r,
        first=even,
        following=lambda series: series + z * series,
        name=lambda index: f"G_{{{sympy.latex(sympy.sympify(index))}}}",
    )


def carry_step(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """The carry step keeps every second coefficient."""
    import sympy

    u = sympy.Symbol("u", integer=True, nonnegative=True)
    z = sympy.Symbol("z", positive=True)
    lines.say(
        "Definition of the product, whose coefficient at $q = s + c$ counts the ways to $q$",
        r"Q(z) = \sum_c dp_b(c) z^c \sum_s \mathrm{ways}(s) z^s = \sum_q Q_q z^q",
    )
    lines.say(
        "Definition of its section, every second coefficient",
        r"R(z) = \frac{Q(z) + (-1)^{\beta} Q(-z)}{2 z^{\beta}}",
    )
    for bit in (0, 1):
        kept, dropped = 2 * u + bit, 2 * u + 1 - bit
        lines.holds(
            f"Let $\\beta_b = {bit}$. A sum of the right parity",
            (kept - bit).is_even,
            shown=f"q = {sympy.latex(kept)}",
        )
        lines.same("gives the carry", believed(kept, bit), u, shown="c'")
        lines.holds(
            "A sum of the other parity is not valid",
            (dropped - bit).is_odd,
            shown=f"q = {sympy.latex(dropped)}",
        )

        def section(q: Any, bit: int = bit) -> Any:
            return (z**q + (-1) ** bit * (-1) ** q * z**q) / (2 * z**bit)

        words = r"\frac{z^q + (-1)^{\beta} (-z)^q}{2 z^{\beta}}"
        lines.same(
            "The section of the valid term is the new carry's, with $z^2$ for $z$",
            section(kept),
            z ** (2 * believed(kept, bit)),
            shown=words,
        )
        lines.same("and of the other term", section(dropped), 0, shown=words)


def one_coefficient(believed: Callable[[Any], Any], lines: Lines) -> None:
    """Count(S) is the coefficient of z^S in the product of A(z^(2^b))."""
    import sympy

    b, u, k, r = sympy.symbols("b u k r", integer=True, nonnegative=True)
    rest = sympy.Symbol("S'", integer=True, nonnegative=True)
    z = sympy.Symbol("z", positive=True)
    lines.say(
        "Definitions",
        r"A(z) = \sum_s \mathrm{ways}(s) z^s, \quad F(z) = \prod_{b \ge 0} A(z^{w_b})",
    )
    lines.same("A bit of the lowest column weighs", believed(0), 1, shown="w_0")
    lines.same(
        "The factor of column $b + 1$ is that of column $b$ with $z^2$ for $z$, so "
        "$F(z) = A(z) F(z^2)$",
        z ** believed(b + 1),
        (z**2) ** believed(b),
        shown="z^{w_{b+1}}",
    )
    for bit in (0, 1):
        whole, kept = sympy.latex(2 * rest + bit), sympy.latex(2 * u + bit)
        lines.same(
            "Let $P$ be the polynomial of carries and $Q = P A$. In $[z^S] P(z) F(z) = [z^S] Q(z) "
            f"F(z^2)$ with $S = {whole}$ a term $z^{{{kept}}}$ of $Q$ meets the term $z^{{2v}}$: "
            "the carry step leaves $[z^{S'}] P'(z) F(z)$",
            (2 * rest + bit - (2 * u + bit)) / 2,
            rest - u,
            shown="v",
        )
    lines.same(
        "So from $P = 1$ the steps go down to $S = 0$, where carry 0 is left: "
        "$\\mathrm{Count}(S) = [z^S] F(z)$",
        sympy.binomial(k, 0) * sympy.binomial(r, 0),
        1,
        shown="A(0)",
    )


def same_series(believed: Callable[[Any, Any], Any], lines: Lines) -> None:
    """000's carry DP and 001's sum over D_t(K) have one generating function."""
    import sympy

    f, j, big, bits = sympy.symbols("f j N B", integer=True, nonnegative=True)
    total = sympy.Symbol("K", integer=True, nonnegative=True)
    z = sympy.Symbol("z")
    m = 2 * f + 1
    active = sympy.ceiling(sympy.Rational(1, 2) * m)
    lines.same("000's active gaps for $m = 2f + 1$", active, f + 1, shown="k")
    lines.same("000's passive gaps", m - active + 1, f + 1, shown="r")
    lines.say(
        "Definition of what is compared (claims count-as-coefficient, halving): 000's Count and "
        "001's $D_t$",
        r"\prod_{b \ge 0} E_k(z^{2^b}) (1 + z^{2^b})^r, \quad \prod_{b \ge 0} E_t(z^{2^b})",
    )
    lines.induction(
        "The factors of one passive gap",
        believed(bits, z),
        bits,
        first=1,
        following=lambda product: product * (1 + z ** (2**bits)),
        name=lambda index: f"\\prod_{{b < {sympy.latex(sympy.sympify(index))}}} (1 + z^{{2^b}})",
    )
    lines.same(
        "It differs from $\\frac{1}{1 - z}$ only in terms from $z^{2^B}$ on, so that is the "
        "infinite product",
        1 / (1 - z) - believed(bits, z),
        z ** (2**bits) / (1 - z),
    )
    lines.say("Definition of 001's series of binomials", r"B_f = \sum_j \binom{j + f}{f} z^j")
    lines.same("All coefficients of $B_0$", sympy.binomial(j, 0), 1, shown=r"\binom{j}{0}")
    lines.same(
        "Neighbours in $B_{f+1}$, at $j + 1$",
        sympy.binomial(j + f + 2, f + 1) - sympy.binomial(j + f + 1, f + 1),
        sympy.binomial(j + f + 1, f),
    )
    lines.same(
        "and its first coefficient, so $(1 - z) B_{f+1} = B_f$",
        sympy.binomial(f + 1, f + 1),
        sympy.binomial(f, f),
        shown=r"\binom{f + 1}{f + 1}",
    )
    lines.induction(
        "In closed form",
        (1 - z) ** (-(f + 1)),
        f,
        first=1 / (1 - z),
        following=lambda series: series / (1 - z),
        name=lambda index: f"B_{{{sympy.latex(sympy.sympify(index))}}}",
    )
    lines.same(
        "It is the factor of 000's $r$ passive gaps, so at $N = n - m = S$ both count the same: "
        "$L_0 = L_2$",
        (1 / (1 - z)) ** (m - active + 1),
        (1 - z) ** (-(f + 1)),
        shown=r"\left(\frac{1}{1 - z}\right)^r",
    )
    lines.same(
        "At $N + 1$ the binomials are those of $L_{\\ge 2}$; with $k - 1 = f$ for the subtracted "
        "part and the same $r$, $L_1 = L_{\\ge 2}$",
        sympy.binomial((big + 1) - total + f, f),
        sympy.binomial(big - total + f + 1, f),
        shown=r"\binom{(N + 1) - K + f}{f}",
    )


def greatest_carry(believed: Callable[[Any], Any], lines: Lines) -> None:
    """A carry never exceeds m."""
    import sympy

    m = sympy.Symbol("m", integer=True, positive=True)
    k, below = sympy.symbols("k e", integer=True, nonnegative=True)
    bound = believed(m)
    lines.same("A column has at most as many ones as gaps", k + (m - k + 1), m + 1, shown="k + r")
    lines.holds("The first carry is 0", bound.is_nonnegative, shown="0 \\le " + sympy.latex(bound))
    lines.same(
        "From a carry at the bound the next is at most",
        sympy.floor((m + 1 + bound) / 2),
        bound,
        shown=r"\left\lfloor \frac{m + 1 + c}{2} \right\rfloor",
    )
    lines.holds(
        "and from a carry that is $e$ less it is not more",
        ((m + 1 + bound) / 2 - (m + 1 + bound - below) / 2).is_nonnegative,
        shown=r"\frac{e}{2} \ge 0",
    )


def pairs_a_level(believed: Callable[[Any], Any], lines: Lines) -> None:
    """How many pairs of carry and column sum have the right parity at one bit."""
    import sympy

    u = sympy.Symbol("u", integer=True, positive=True)

    def parities(top: Any) -> tuple[Any, Any]:
        """How many of 0, …, top are even, and odd."""
        return sympy.floor(top / 2) + 1, sympy.floor((top + 1) / 2)

    lines.say(
        "Definition of the range of carries and column sums",
        r"0 \le c \le m, \quad 0 \le s \le m + 1",
    )
    for m, carries, sums in (
        (2 * u, (u + 1, u), (u + 1, u + 1)),
        (2 * u - 1, (u, u), (u + 1, u)),
    ):
        for name, top, numbers in (("carries", m, carries), ("column sums", m + 1, sums)):
            for parity, counted, number in zip(
                ("Even", "Odd"), parities(top), numbers, strict=True
            ):
                lines.same(
                    f"{parity} {name} for $m = {sympy.latex(m)}$",
                    counted,
                    number,
                    shown=r"\mathrm{number}",
                )
        for bit in (0, 1):
            pairs = carries[0] * sums[bit] + carries[1] * sums[1 - bit]
            lines.same(f"Pairs with $s + c \\equiv {bit} \\pmod 2$", pairs, believed(m))
